//! Sums and mates of forms.

use crate::worker::Open;
use crate::{Form, Result};

/// A sum of even forms that waits for the sums of its options.
struct Frame {
    g: Form,
    h: Form,
    /// The sums that are its options: those still to be computed, from the back, and those found.
    open: Vec<(Form, Form)>,
    found: Vec<Form>,
}

/// Two forms in the order in which sums are stored: the even parts, the lesser first, and whether
/// the sum is the partner of their sum.
fn ordered(g: Form, h: Form) -> (Form, Form, bool) {
    let (a, b) = (g.even(), h.even());
    (a.min(b), a.max(b), g.is_odd() != h.is_odd())
}

impl Open<'_> {
    /// The sum, if it is known without recursion.
    fn known_sum(&self, g: Form, h: Form) -> Option<Form> {
        let (a, b, odd) = ordered(g, h);
        let sum = if a == Form::ZERO {
            b
        } else if b == Form::ZERO {
            a
        } else {
            *self.store.sums.get(&(a, b))?
        };
        Some(if odd { sum.partner() } else { sum })
    }

    fn frame(&mut self, g: Form, h: Form) -> Result<Frame> {
        let (g, h, _) = ordered(g, h);
        let mut open: Vec<(Form, Form)> = Vec::new();
        open.extend(self.listed(g)?.into_iter().map(|option| (option, h)));
        if g != h {
            open.extend(self.listed(h)?.into_iter().map(|option| (g, option)));
        }
        Ok(Frame { g, h, found: Vec::with_capacity(open.len()), open })
    }

    pub(crate) fn add(&mut self, g: Form, h: Form) -> Result<Form> {
        if let Some(sum) = self.known_sum(g, h) {
            return Ok(sum);
        }
        let mut last = Form::ZERO;
        let mut stack = vec![self.frame(g, h)?];
        while let Some(mut frame) = stack.pop() {
            let mut wanted = None;
            let before = frame.found.len();
            while let Some(&(a, b)) = frame.open.last() {
                match self.known_sum(a, b) {
                    Some(sum) => {
                        frame.found.push(sum);
                        frame.open.pop();
                    }
                    None => {
                        wanted = Some((a, b));
                        break;
                    }
                }
            }
            self.ticker.tick(1 + (frame.found.len() - before) as u64)?;
            match wanted {
                Some((a, b)) => {
                    let next = self.frame(a, b)?;
                    stack.push(frame);
                    stack.push(next);
                }
                None => {
                    last = self.make(&mut frame.found)?;
                    self.store.pay(3 * size_of::<Form>())?;
                    self.store.sums.insert((frame.g, frame.h), last);
                }
            }
        }
        Ok(if g.is_odd() == h.is_odd() { last } else { last.partner() })
    }

    pub(crate) fn mate(&mut self, form: Form) -> Result<Form> {
        if let Some(mate) = self.known_mate(form) {
            return Ok(mate);
        }
        let mut last = form;
        for follower in self.store.followers(form, self.ticker)? {
            last = match self.known_mate(follower) {
                Some(mate) => mate,
                None => {
                    let mut mates = Vec::with_capacity(self.store.count(follower));
                    let mate_of = |option| mates.extend(self.known_mate(option));
                    self.store.each_option(follower, mate_of);
                    let mate = self.make(&mut mates)?;
                    self.store.pay(2 * size_of::<Form>())?;
                    self.store.mates.insert(follower, mate);
                    mate
                }
            };
        }
        // The form itself is born last among its followers.
        Ok(last)
    }

    fn known_mate(&self, form: Form) -> Option<Form> {
        match form.heap() {
            Some(n) if n < 2 => Some(form.partner()),
            Some(_) => Some(form),
            None => self.store.mates.get(&form).copied(),
        }
    }
}
