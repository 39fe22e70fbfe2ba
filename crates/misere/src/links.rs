//! Games that distinguish two games, and games that link them (Conway, *On Numbers and Games*,
//! chapter 12, theorems 75 and 76).

use hashbrown::HashMap;

use crate::worker::Open;
use crate::{Form, Result, Worker};

/// A question about two games. In "lost" and "won" the player to move is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Question {
    /// A game beside which the first is lost and the second is won.
    Distinguish(Form, Form),
    /// A game beside which both are lost.
    Link(Form, Form),
}

/// The known answers.
type Known = HashMap<Question, Form>;

impl Worker<'_> {
    /// A game beside which `g` is lost for the player to move and `h` is not; `None` if the two are
    /// equal.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn distinguisher(&mut self, g: Form, h: Form) -> Result<Option<Form>> {
        if g == h {
            return Ok(None);
        }
        self.open().answer(Question::Distinguish(g, h)).map(Some)
    }

    /// Whether there is a game beside which both are lost for the player to move. There is one if
    /// neither is an option of the other.
    #[must_use]
    pub fn is_linked(&self, g: Form, h: Form) -> bool {
        let store = self.store();
        !store.has_option(g, h) && !store.has_option(h, g)
    }

    /// A game beside which both are lost for the player to move; `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn link(&mut self, g: Form, h: Form) -> Result<Option<Form>> {
        if !self.is_linked(g, h) {
            return Ok(None);
        }
        self.open().answer(Question::Link(g, h)).map(Some)
    }
}

impl Open<'_> {
    fn is_linked(&self, g: Form, h: Form) -> bool {
        !self.store.has_option(g, h) && !self.store.has_option(h, g)
    }

    /// Answers a question after the questions that it depends on.
    fn answer(&mut self, question: Question) -> Result<Form> {
        let mut known = Known::new();
        let mut open = vec![question];
        let mut last = Form::ZERO;
        while let Some(&question) = open.last() {
            self.ticker.tick(1)?;
            let before = open.len();
            match question {
                Question::Distinguish(g, h) => {
                    last = self.distinguish(g, h, &known, &mut open)?.unwrap_or(last);
                }
                Question::Link(g, h) => last = self.link(g, h, &known, &mut open)?.unwrap_or(last),
            }
            if open.len() == before {
                open.pop();
                self.store.pay(3 * size_of::<Form>())?;
                known.insert(question, last);
            }
        }
        Ok(last)
    }

    /// Theorem 75 and its lemma, for different games. Adds any question that must be answered
    /// first.
    fn distinguish(
        &mut self,
        g: Form,
        h: Form,
        known: &Known,
        open: &mut Vec<Question>,
    ) -> Result<Option<Form>> {
        let lost = |form| self.store.nim_values(form).1 == 0;
        let other = match (lost(g), lost(h)) {
            (true, false) => return Ok(Some(Form::ZERO)),
            (false, true) => Some(Form::ZERO),
            _ => {
                for option in self.in_order(h)? {
                    if self.is_linked(g, option) {
                        return Ok(ask(Question::Link(g, option), known, open));
                    }
                }
                // A game beside which g is won and h is lost for the player to move.
                let mut linked = self.in_order(g)?.into_iter();
                match linked.find(|&option| self.is_linked(option, h)) {
                    Some(option) => match ask(Question::Link(option, h), known, open) {
                        Some(link) => Some(link),
                        None => return Ok(None),
                    },
                    None => None,
                }
            }
        };
        let mut options = Vec::new();
        for option in self.listed(g)? {
            options.push(self.mate(option)?);
        }
        options.extend(other);
        self.make(&mut options).map(Some)
    }

    /// Theorem 76, for linked games.
    fn link(
        &mut self,
        g: Form,
        h: Form,
        known: &Known,
        open: &mut Vec<Question>,
    ) -> Result<Option<Form>> {
        if g == Form::ZERO && h == Form::ZERO {
            return Ok(Some(Form::ONE));
        }
        let mut options = Vec::new();
        for (g, h) in [(g, h), (h, g)] {
            for option in self.listed(g)? {
                match ask(Question::Distinguish(option, h), known, open) {
                    Some(answer) => options.push(answer),
                    None => return Ok(None),
                }
            }
        }
        self.make(&mut options).map(Some)
    }

    /// The options in the order in which they are listed.
    fn in_order(&mut self, form: Form) -> Result<Vec<Form>> {
        let mut options = self.listed(form)?;
        self.sort(&mut options)?;
        Ok(options)
    }
}

fn ask(question: Question, known: &Known, open: &mut Vec<Question>) -> Option<Form> {
    let answer = known.get(&question).copied();
    if answer.is_none() {
        open.push(question);
    }
    answer
}
