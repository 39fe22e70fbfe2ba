//! Differences and parts (Conway, *On Numbers and Games*, chapter 12).

use crate::worker::Open;
use crate::{Form, Result, Worker};

/// A difference of forms that waits for the differences of their options.
struct Frame {
    g: Form,
    h: Form,
    open: Vec<(Form, Form)>,
    found: Vec<Form>,
}

impl Worker<'_> {
    /// The game whose sum with `h` is `g`, if it exists. It is unique because misère sums are
    /// cancellative.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn minus(&mut self, g: Form, h: Form) -> Result<Option<Form>> {
        self.open().minus(g, h)
    }

    /// The even games that are a part of `g` or its partner in a sum of two, except 0, 1, `g` and
    /// its partner. They are in order from the simplest, each followed by the other part.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn parts(&mut self, g: Form) -> Result<Vec<Form>> {
        let mut open = self.open();
        let g = g.even();
        let mut rest = open.parts(g)?;
        rest.retain(|&part| part != g && part != Form::ZERO);
        open.sort(&mut rest)?;
        let mut parts: Vec<Form> = Vec::with_capacity(rest.len());
        for &part in &rest {
            if !parts.contains(&part) {
                parts.push(part);
                let other = open.minus(g, part)?;
                parts.extend(other.filter(|&other| other != part));
            }
        }
        Ok(parts)
    }

    /// Whether it has no parts: whenever it is a sum, one of the two is 0 or 1.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn is_prime(&mut self, g: Form) -> Result<bool> {
        self.open().is_prime(g)
    }

    /// The ways to write `g`, or its partner, as a sum of even primes, each ascending.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn partitions(&mut self, g: Form) -> Result<Vec<Vec<Form>>> {
        let mut open = self.open();
        let g = g.even();
        let mut primes = Vec::new();
        for part in open.parts(g)? {
            if part != Form::ZERO && open.is_prime(part)? {
                primes.push(part);
            }
        }
        open.sort(&mut primes)?;
        let mut found = Vec::new();
        // The remaining form, the parts found before, and where the next part may begin.
        let mut tasks = vec![(g, Vec::new(), 0)];
        while let Some((rest, parts, first)) = tasks.pop() {
            open.ticker.tick(1 + parts.len() as u64)?;
            if rest == Form::ZERO {
                found.push(parts);
                continue;
            }
            for (place, &prime) in primes.iter().enumerate().skip(first).rev() {
                if let Some(rest) = open.minus(rest, prime)? {
                    let mut parts = parts.clone();
                    parts.push(prime);
                    tasks.push((rest, parts, place));
                }
            }
        }
        Ok(found)
    }

    /// Whether each of its options is a part of it.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn is_extraverted(&mut self, g: Form) -> Result<bool> {
        let mut open = self.open();
        for option in open.listed(g)? {
            if open.minus(g, option)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether it is a part of each of its options: only 0 and 1 are.
    #[must_use]
    pub fn is_introverted(&self, g: Form) -> bool {
        g.even() == Form::ZERO
    }
}

impl Open<'_> {
    fn known_difference(&self, g: Form, h: Form) -> Option<Option<Form>> {
        let (a, b) = (g.even(), h.even());
        let odd = g.is_odd() != h.is_odd();
        let even = if b == Form::ZERO {
            Some(a)
        } else if a == b {
            Some(Form::ZERO)
        } else if a == Form::ZERO {
            None
        } else {
            *self.store.differences.get(&(a, b))?
        };
        Some(even.map(|form| if odd { form.partner() } else { form }))
    }

    fn difference(&mut self, g: Form, h: Form) -> Result<Frame> {
        let (g, h) = (g.even(), h.even());
        let mut open: Vec<(Form, Form)> = Vec::new();
        open.extend(self.listed(g)?.into_iter().map(|option| (option, h)));
        open.extend(self.listed(h)?.into_iter().map(|option| (g, option)));
        Ok(Frame { g, h, open, found: Vec::new() })
    }

    /// The options of g - h, if it exists, are the existing differences of g's options and h, and
    /// of g and h's options. Adding h checks the result.
    pub(crate) fn minus(&mut self, g: Form, h: Form) -> Result<Option<Form>> {
        if let Some(known) = self.known_difference(g, h) {
            return Ok(known);
        }
        let mut last = None;
        let mut stack = vec![self.difference(g, h)?];
        while let Some(mut frame) = stack.pop() {
            let mut wanted = None;
            while let Some(&(a, b)) = frame.open.last() {
                self.ticker.tick(1)?;
                match self.known_difference(a, b) {
                    Some(difference) => {
                        frame.found.extend(difference);
                        frame.open.pop();
                    }
                    None => {
                        wanted = Some((a, b));
                        break;
                    }
                }
            }
            if let Some((a, b)) = wanted {
                let next = self.difference(a, b)?;
                stack.push(frame);
                stack.push(next);
                continue;
            }
            let candidate = self.make(&mut frame.found)?;
            last = (self.add(candidate, frame.h)? == frame.g).then_some(candidate);
            self.store.pay(4 * size_of::<Form>())?;
            self.store.differences.insert((frame.g, frame.h), last);
        }
        let odd = g.is_odd() != h.is_odd();
        Ok(last.map(|form| if odd { form.partner() } else { form }))
    }

    /// All even parts of an even game, including 0 and the game. If g is a + b, each option of g is
    /// the sum of one of them and an option of the other. So a or b is a part of the option.
    fn parts(&mut self, g: Form) -> Result<Vec<Form>> {
        let mut chain = vec![g];
        let mut last = g;
        while last.heap().is_none() {
            let simplest = self
                .listed(last)?
                .into_iter()
                .min_by_key(|&option| (self.store.birthday(option), option));
            last = simplest.unwrap_or(Form::ZERO).even();
            chain.push(last);
        }
        // A nim heap of two or more has the option 0, and no parts.
        let mut parts = vec![Form::ZERO, last];
        parts.dedup();
        chain.pop();
        while let Some(form) = chain.pop() {
            let mut found = vec![Form::ZERO, form];
            for part in parts {
                if let Some(other) = self.minus(form, part)? {
                    found.extend([part, other.even()]);
                }
            }
            found.sort_unstable();
            found.dedup();
            parts = found;
        }
        Ok(parts)
    }

    fn is_prime(&mut self, g: Form) -> Result<bool> {
        let g = g.even();
        Ok(g != Form::ZERO && self.parts(g)?.len() == 2)
    }
}
