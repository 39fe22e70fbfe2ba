//! Partizan games in misère play: as they are typed, and modulo a universe.

use std::cmp::Ordering;
use std::sync::Arc;

use upstar_core::arcs::Colour;
use upstar_core::{Budget, Exhausted, Lease, Outcome, Player, Ticker};
use upstar_engine::{Game, GraphForm, GraphOptions, GraphSink, RuleError, SinkError, Summand};
use upstar_misere::partizan::{Error, Forms, Id, MOST_BIRTHDAY, Universe};
use upstar_values::{Form as Written, Relation, Style, structure};

use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::value::{Answer, MisereForm, Value, mismatch};

/// What is known of a [`MisereForm`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MisereFacts {
    /// The universe modulo which it stands for a game, if it is known.
    pub universe: Option<Universe>,
    /// Who wins in misère play.
    pub outcome: Outcome,
    /// Whether it has an inverse modulo its universe.
    pub invertible: Option<bool>,
    /// Whether neither it nor a position that follows is won by the previous player.
    pub p_free: bool,
    /// The most moves of a line of play.
    pub birthday: u32,
}

impl From<Error> for Fail {
    fn from(error: Error) -> Self {
        match error {
            Error::Exhausted(exhausted) => Fail::Exhausted(exhausted),
            other => Fail::Limit(other.to_string()),
        }
    }
}

impl<'a> Calculator<'a> {
    /// Room for forms, under the budget of the line.
    pub(crate) fn forms(&self) -> Result<Forms> {
        Ok(Forms::new(self.budget)?)
    }

    /// The universe that an argument names.
    pub(crate) fn universe(&self, value: &Value) -> Result<Universe> {
        let names = "`\"dicot\"`, `\"dead-ending\"` or `\"all\"`";
        match value {
            Value::Text(name) => name.parse().map_err(|error| {
                Fail::undefined(format!("{error}")).with_help(format!("the universe is {names}"))
            }),
            other => Err(mismatch(&format!("expected the universe, {names}"), other)),
        }
    }

    /// A game as it is typed, or all positions that play of a position can reach.
    pub(crate) fn misere_tree(&mut self, forms: &mut Forms, value: &Value) -> Result<Id> {
        match value {
            Value::PartizanMisere(misere) => Ok(forms.add(&misere.form)?),
            Value::Form(form) => self.written_tree(forms, form),
            Value::Positions(sum) => {
                let mut total = Id::ZERO;
                for term in sum.summands() {
                    let tree = self.summand_tree(forms, term)?;
                    total = forms.sum(total, tree)?;
                }
                Ok(total)
            }
            other => {
                let id = self.id(other)?;
                self.value_tree(forms, id)
            }
        }
    }

    fn summand_tree(&mut self, forms: &mut Forms, term: &Summand) -> Result<Id> {
        match term {
            Summand::Position(game) => self.position_tree(forms, game),
            Summand::Value(id) => self.value_tree(forms, *id),
            Summand::Number(number) => Err(crate::fail::no_short_game(number)),
        }
    }

    fn value_tree(&mut self, forms: &mut Forms, id: upstar_values::Id) -> Result<Id> {
        let day = structure::birthday(&mut self.worker, id)?;
        if let upstar_values::Birthday::Finite(day) = day
            && day > MOST_BIRTHDAY.into()
        {
            return Err(Error::Birthday.into());
        }
        self.written_tree(forms, &Written::value(id))
    }

    fn written_tree(&mut self, forms: &mut Forms, form: &Written) -> Result<Id> {
        let positions = form.written_out(&mut self.worker)?;
        let mut ids: Vec<Id> = Vec::with_capacity(positions.len());
        for options in positions {
            let [left, right] =
                options.map(|list| list.iter().map(|&x| ids[x as usize]).collect::<Vec<Id>>());
            ids.push(forms.make(&left, &right)?);
        }
        Ok(ids.last().copied().unwrap_or(Id::ZERO))
    }

    fn position_tree(&mut self, forms: &mut Forms, game: &Game) -> Result<Id> {
        if game.class().entailing {
            let message = "misère forms are of games in which a turn is one move";
            return Err(Fail::undefined(message.to_owned()));
        }
        let mut graph = Gathered::new(self.budget);
        let options = GraphOptions { form: Some(GraphForm::Coloured), first: None };
        let made = game.graph(options, &mut graph, self.budget);
        let made = made.map(|_| ()).map_err(|error| match error {
            RuleError::Sink(error) => match error.downcast::<Exhausted>() {
                Ok(exhausted) => Fail::Exhausted(*exhausted),
                Err(error) => RuleError::Sink(error).into(),
            },
            error => error.into(),
        });
        made.and_then(|()| graph.tree(forms))
    }

    /// A game of the universe.
    pub(crate) fn misere_game(
        &mut self,
        forms: &mut Forms,
        universe: Universe,
        value: &Value,
    ) -> Result<Id> {
        if let Value::Positions(sum) = value
            && !sum.is_single()
        {
            // The sum of simplest forms is equal, and smaller than the tree.
            let mut total = Id::ZERO;
            for term in sum.summands() {
                let tree = self.summand_tree(forms, term)?;
                expect_in(forms, universe, tree)?;
                let simplest = forms.simplest(universe, tree)?;
                let next = forms.sum(total, simplest)?;
                total = forms.simplest(universe, next)?;
            }
            return Ok(total);
        }
        let id = self.misere_tree(forms, value)?;
        if let Value::PartizanMisere(misere) = value {
            let Some(of) = misere.universe else {
                if forms.stands_for(universe, id)?.is_some() {
                    return Ok(id);
                }
                return Err(Fail::undefined(format!(
                    "this form with Σ is not known to stand for a game modulo {}: it is the \
                         simplest form of none",
                    described(universe)
                ))
                .with_help("forms with Σ are those that MisereSimplest gives"));
            };
            if of == universe {
                return Ok(id);
            }
            // A form without tombstones is also a game by itself, equal to the one it stands for
            // modulo its universe and the smaller ones.
            let larger = of as usize > universe as usize;
            if !larger || !forms.is_tombstone_free(id) {
                return Err(Fail::undefined(format!(
                    "this form stands for a game modulo {}, and not modulo {}",
                    described(of),
                    described(universe)
                ))
                .with_help("ask for it from the game itself"));
            }
        }
        expect_in(forms, universe, id)?;
        Ok(id)
    }

    /// The simplest form of a game of the universe, as a value.
    pub(crate) fn misere_value(&mut self, forms: &mut Forms, universe: Universe, id: Id) -> Answer {
        let simplest = forms.simplest(universe, id)?;
        let form = forms.form(simplest)?;
        Ok(Value::PartizanMisere(Arc::new(MisereForm { universe: Some(universe), form })))
    }

    /// `'{Σ,0|*}'`: a form with tombstones among its options, or options with them.
    pub(crate) fn tombstone_literal(&mut self, left: &[Value], right: &[Value]) -> Answer {
        let mut forms = self.forms()?;
        let mut tombstones = [false; 2];
        let mut options = [Vec::new(), Vec::new()];
        for (player, side) in [left, right].into_iter().enumerate() {
            for value in side {
                match value {
                    Value::Tombstone => tombstones[player] = true,
                    other => options[player].push(self.misere_tree(&mut forms, other)?),
                }
            }
        }
        let id = forms.make_with_tombstones(&options[0], &options[1], tombstones)?;
        let form = forms.form(id)?;
        self.copied += form.positions().len() as u64;
        if self.copied > crate::calculator::MOST_COPIED {
            let message = "this form is nested too deep for a form that is typed in";
            return Err(Fail::Limit(message.to_owned()));
        }
        Ok(Value::PartizanMisere(Arc::new(MisereForm { universe: None, form })))
    }

    /// The universe of misère forms among two values; `None` if neither is one.
    pub(crate) fn universe_of(&mut self, left: &Value, right: &Value) -> Result<Option<Universe>> {
        let of = |value: &Value| match value {
            Value::PartizanMisere(form) => Some(form.universe),
            _ => None,
        };
        match (of(left), of(right)) {
            (None, None) => Ok(None),
            (Some(Some(a)), Some(Some(b))) if a != b => Err(Fail::mismatch(format!(
                "one of these forms stands for a game modulo {}, and the other modulo {}",
                described(a),
                described(b)
            ))
            .with_help("ask for both modulo the same universe: g.MisereSimplest(\"all\")")),
            (a, b) => a.flatten().or(b.flatten()).map(Some).ok_or_else(|| {
                Fail::mismatch("forms in misère play are compared and added modulo a universe")
                    .with_help(
                        "name it: g.MisereCompare(h, \"dead-ending\"), g.MisereSum(h, \
                         \"dead-ending\")",
                    )
            }),
        }
    }

    /// The simplest form of a sum.
    pub(crate) fn misere_sum(&mut self, universe: Universe, g: &Value, h: &Value) -> Answer {
        let mut forms = self.forms()?;
        let g = self.misere_game(&mut forms, universe, g)?;
        let h = self.misere_game(&mut forms, universe, h)?;
        let (g, h) = (forms.simplest(universe, g)?, forms.simplest(universe, h)?);
        let sum = forms.sum(g, h)?;
        self.misere_value(&mut forms, universe, sum)
    }

    /// How two games compare modulo the universe.
    pub(crate) fn misere_relation(
        &mut self,
        universe: Universe,
        g: &Value,
        h: &Value,
    ) -> Result<Relation> {
        let mut forms = self.forms()?;
        let g = self.misere_game(&mut forms, universe, g)?;
        let h = self.misere_game(&mut forms, universe, h)?;
        let (g, h) = (forms.simplest(universe, g)?, forms.simplest(universe, h)?);
        Ok(match forms.compare(universe, g, h)? {
            Some(Ordering::Less) => Relation::Less,
            Some(Ordering::Equal) => Relation::Equal,
            Some(Ordering::Greater) => Relation::Greater,
            None => Relation::Confused,
        })
    }

    pub(crate) fn misere_outcome(&mut self, value: &Value) -> Result<Outcome> {
        let mut forms = self.forms()?;
        let id = self.misere_tree(&mut forms, value)?;
        Ok(forms.outcome(id))
    }

    pub(crate) fn misere_text(&mut self, form: &MisereForm, style: Style) -> Result<String> {
        let mut forms = self.forms()?;
        let id = forms.add(&form.form)?;
        let text = forms.text(id, style == Style::Ascii)?;
        // As other forms that are not simplified as in normal play.
        Ok(if text.starts_with('{') { format!("'{text}'") } else { text })
    }

    /// Whether two forms are the same, position by position.
    pub(crate) fn same_misere(&mut self, a: &MisereForm, b: &MisereForm) -> Result<bool> {
        let mut forms = self.forms()?;
        Ok(a.universe == b.universe && forms.add(&a.form)? == forms.add(&b.form)?)
    }

    pub(crate) fn misere_facts(&mut self, misere: &MisereForm) -> Result<MisereFacts> {
        let universe = misere.universe;
        let mut forms = self.forms()?;
        let id = forms.add(&misere.form)?;
        let invertible = universe.map(|universe| forms.is_invertible(universe, id)).transpose()?;
        Ok(MisereFacts {
            universe,
            outcome: forms.outcome(id),
            invertible,
            p_free: forms.is_p_free(id),
            birthday: forms.birthday(id),
        })
    }
}

/// Refuses a game that is not of the universe.
fn expect_in(forms: &Forms, universe: Universe, id: Id) -> Result {
    if forms.is_in(universe, id) {
        return Ok(());
    }
    let (message, help) = match universe {
        Universe::Dicot => (
            "this game is not a dicot: in one of its positions one player can move and the other \
             cannot",
            "compare it modulo \"dead-ending\" or \"all\"",
        ),
        Universe::DeadEnding | Universe::All => (
            "this game is not dead-ending: a player who has no move in one of its positions \
             gets one again",
            "compare it modulo \"all\"",
        ),
    };
    Err(Fail::undefined(message.to_owned()).with_help(help))
}

/// A universe in words.
fn described(universe: Universe) -> &'static str {
    match universe {
        Universe::Dicot => "the dicots",
        Universe::DeadEnding => "the dead-ending games",
        Universe::All => "all games",
    }
}

/// The options of all positions of a game, in the order in which they are found.
struct Gathered {
    /// Of Left and of Right, all in one list.
    options: [Vec<u32>; 2],
    /// Where those of each position begin, as far as they are known.
    begin: Vec<[usize; 2]>,
    vertices: u32,
    ticker: Ticker,
    lease: Lease,
}

impl Gathered {
    fn new(budget: &Budget) -> Self {
        let (options, begin) = Default::default();
        Gathered { options, begin, vertices: 0, ticker: budget.ticker(), lease: Lease::new(budget) }
    }

    fn pay(&mut self, bytes: usize) -> Result<(), SinkError> {
        // Vectors double, and hold both sizes while they are moved.
        Ok(self.lease.reserve(3 * bytes as u64)?)
    }

    /// The options of positions before this one are known.
    fn begin(&mut self, from: u32) {
        while self.begin.len() <= from as usize {
            self.begin.push([0, 1].map(|i: usize| self.options[i].len()));
        }
    }

    fn options(&self, at: u32, player: usize) -> &[u32] {
        let at = at as usize;
        &self.options[player][self.begin[at][player]..self.begin[at + 1][player]]
    }

    /// The form of the first position: options are made before what they are options of.
    fn tree(&mut self, forms: &mut Forms) -> Result<Id> {
        self.begin(self.vertices);
        let mut ids: Vec<Option<Id>> = vec![None; self.vertices as usize];
        let mut open = vec![false; self.vertices as usize];
        let mut stack = vec![0_u32];
        while let Some(&at) = stack.last() {
            if ids[at as usize].is_some() {
                stack.pop();
                continue;
            }
            self.ticker.tick(1)?;
            let sides = [self.options(at, 0), self.options(at, 1)];
            if std::mem::replace(&mut open[at as usize], true) {
                let made = |&x: &u32| ids[x as usize];
                let [left, right] =
                    sides.map(|side| side.iter().filter_map(made).collect::<Vec<Id>>());
                ids[at as usize] = Some(forms.make(&left, &right)?);
                stack.pop();
                continue;
            }
            for &option in sides.into_iter().flatten().filter(|&&x| ids[x as usize].is_none()) {
                if open[option as usize] {
                    let message = "misère forms are of games without loops";
                    return Err(Fail::undefined(message.to_owned()));
                }
                stack.push(option);
            }
        }
        Ok(ids.first().copied().flatten().unwrap_or(Id::ZERO))
    }
}

impl GraphSink for Gathered {
    fn vertex(&mut self, _: &str) -> Result<(), SinkError> {
        self.pay(size_of::<[usize; 2]>() + size_of::<Option<Id>>() + size_of::<u32>() + 1)?;
        self.vertices += 1;
        Ok(())
    }

    fn arc(&mut self, from: u32, to: u32, colour: Colour) -> Result<(), SinkError> {
        self.begin(from);
        for (i, player) in Player::BOTH.into_iter().enumerate() {
            if colour.allows(player) {
                self.pay(size_of::<u32>())?;
                self.options[i].push(to);
            }
        }
        Ok(())
    }
}
