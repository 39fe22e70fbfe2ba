//! Cooling, heating, and other ways to rebuild a game from its options.

use std::sync::atomic::Ordering::Relaxed;

use hashbrown::HashMap;

use crate::arena::Tag;
use crate::error::Halt;
use crate::worker::Worker;
use crate::{Error, Id, Rational};

/// What becomes of an option, given what its own rebuilding gave.
type Change<'a, 'u> = dyn FnMut(&mut Worker<'u>, u32, &mut Vec<u32>) -> Result<(), Halt> + 'a;

/// What becomes of a game, if that is known without its options.
type Base<'a, 'u> = dyn FnMut(&mut Worker<'u>, u32) -> Result<Option<u32>, Halt> + 'a;

impl<'u> Worker<'u> {
    /// Rebuilds g from the bottom: `base` says what becomes of the games where
    /// that is known, `left` and `right` add to the new options what comes of an
    /// option.
    pub(crate) fn rebuild(
        &mut self,
        g: u32,
        base: &mut Base<'_, 'u>,
        left: &mut Change<'_, 'u>,
        right: &mut Change<'_, 'u>,
    ) -> Result<u32, Halt> {
        let mut built = HashMap::<u32, u32>::new();
        let mut stack = vec![(g, false)];
        while let Some((id, ready)) = stack.pop() {
            if built.contains_key(&id) {
                continue;
            }
            self.step()?;
            if !ready {
                if let Some(known) = base(self, id)? {
                    built.insert(id, known);
                    continue;
                }
                stack.push((id, true));
            }
            let (l, r) = self.options(id)?;
            if !ready {
                stack.extend(l.iter().chain(r).map(|option| (option.load(Relaxed), false)));
                continue;
            }
            let (mut new_l, mut new_r) = (self.buffer(), self.buffer());
            for option in l {
                left(self, built[&option.load(Relaxed)], &mut new_l)?;
            }
            for option in r {
                right(self, built[&option.load(Relaxed)], &mut new_r)?;
            }
            let made = self.make(&new_l, &new_r)?;
            self.return_buffer(new_l);
            self.return_buffer(new_r);
            built.insert(id, made);
        }
        Ok(built[&g])
    }

    /// g cooled by t: g_t = {g^L_t - t | g^R_t + t}, but the mean of g for t above
    /// the temperature of g. Both players pay t for each move.
    ///
    /// Freezing at t above the temperature, not already at it, is what makes
    /// cooling respect sums: (g + h)_t = g_t + h_t (Siegel, II.5). At the
    /// temperature itself, g_t is the mean plus an infinitesimal.
    ///
    /// # Errors
    ///
    /// [`Error::Undefined`] unless t > -1, and for t < 0 if a number that is not
    /// dyadic is among the ends; [`Error::Exhausted`].
    pub fn cool(&mut self, g: Id, t: &Rational) -> Result<Id, Error> {
        if *t <= Rational::from(-1) {
            let reason = format!("the temperature must be above -1, and {t} is not");
            return Err(Error::Undefined { operation: "cooling", reason });
        }
        self.cool_by(g.0, t).map(Id).map_err(|halt| self.reason(halt))
    }

    fn cool_by(&mut self, g: u32, t: &Rational) -> Result<u32, Halt> {
        let below_zero = t.signum() < 0;
        let tax = self.number_id(t)?;
        let negative = self.negate_number(tax)?;
        self.rebuild(
            g,
            &mut |worker, id| {
                if worker.node(id).is_number() && (!below_zero || worker.number_of(id).is_integer())
                {
                    return Ok(Some(id));
                }
                if below_zero && worker.node(id).tag() == Tag::Atom {
                    let reason = format!(
                        "below 0 every end must be dyadic, and {} is not",
                        worker.number_of(id)
                    );
                    return Err(worker.fail(Error::Undefined { operation: "cooling", reason }));
                }
                let walls = worker.walls(id)?;
                if *t > walls.temperature() {
                    worker.number_id(&walls.mast()).map(Some)
                } else {
                    Ok(None)
                }
            },
            &mut |worker, option, out| {
                out.push(worker.sum(option, negative)?);
                Ok(())
            },
            &mut |worker, option, out| {
                out.push(worker.sum(option, tax)?);
                Ok(())
            },
        )
    }

    /// g cooled by its temperature: its mean plus an infinitesimal. An integer is
    /// frozen as it is.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn freeze(&mut self, g: Id) -> Result<Id, Error> {
        if self.as_number(g).is_some_and(|x| x.is_integer() || !x.is_dyadic()) {
            return Ok(g);
        }
        let t = self.temperature(g)?;
        self.cool(g, &t)
    }

    /// g heated by the game t: {heated g^L + t | heated g^R - t}, numbers staying
    /// as they are (Siegel, II.5). The result depends on g as a value.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn heat(&mut self, g: Id, t: Id) -> Result<Id, Error> {
        self.heat_by(g.0, t.0).map(Id).map_err(|halt| self.reason(halt))
    }

    fn heat_by(&mut self, g: u32, t: u32) -> Result<u32, Halt> {
        let negative = self.negate(t)?;
        self.rebuild(
            g,
            &mut |worker, id| Ok(worker.node(id).is_number().then_some(id)),
            &mut |worker, option, out| {
                out.push(worker.sum(option, t)?);
                Ok(())
            },
            &mut |worker, option, out| {
                out.push(worker.sum(option, negative)?);
                Ok(())
            },
        )
    }

    /// g overheated from s to t: n copies of s for an integer n, else
    /// {overheated g^L + t | overheated g^R - t} (Siegel, II.5).
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`] if a number that is not dyadic is among the ends,
    /// [`Error::Exhausted`].
    pub fn overheat(&mut self, g: Id, s: Id, t: Id) -> Result<Id, Error> {
        self.overheat_by(g.0, s, t.0).map(Id).map_err(|halt| self.reason(halt))
    }

    fn integer_multiple(&mut self, id: u32, unit: Id) -> Result<Option<u32>, Halt> {
        let Some(n) = self.as_integer(Id(id)) else { return Ok(None) };
        match self.multiple(&n, unit) {
            Ok(product) => Ok(Some(product.0)),
            Err(error) => Err(self.fail(error)),
        }
    }

    fn overheat_by(&mut self, g: u32, s: Id, t: u32) -> Result<u32, Halt> {
        let negative = self.negate(t)?;
        self.rebuild(
            g,
            &mut |worker, id| worker.integer_multiple(id, s),
            &mut |worker, option, out| {
                out.push(worker.sum(option, t)?);
                Ok(())
            },
            &mut |worker, option, out| {
                out.push(worker.sum(option, negative)?);
                Ok(())
            },
        )
    }

    /// The Norton product g.u for a unit u > 0: n copies of u for an integer n,
    /// else {g^L.u + (u + i) | g^R.u - (u + i)} where i runs over the Left and
    /// Right incentives of u (Siegel, II.6).
    ///
    /// # Errors
    ///
    /// [`Error::Undefined`] unless u > 0, [`Error::NoOptions`] if a number that is
    /// not dyadic is among the ends of g or is u, [`Error::Exhausted`].
    pub fn norton_product(&mut self, g: Id, unit: Id) -> Result<Id, Error> {
        if self.as_integer(g).is_none() && (unit == Id::ZERO || !self.le(Id::ZERO, unit)?) {
            return Err(Error::Undefined {
                operation: "the Norton product",
                reason: "the unit must be greater than 0".into(),
            });
        }
        self.norton(g.0, unit).map(Id).map_err(|halt| self.reason(halt))
    }

    fn norton(&mut self, g: u32, unit: Id) -> Result<u32, Halt> {
        if let Some(multiple) = self.integer_multiple(g, unit)? {
            return Ok(multiple);
        }
        let incentives = match self.incentives(unit) {
            Ok(incentives) => incentives,
            Err(error) => return Err(self.fail(error)),
        };
        let mut gains = vec![];
        for incentive in incentives {
            let gain = self.sum(unit.0, incentive.0)?;
            gains.push((gain, self.negate(gain)?));
        }
        self.rebuild(
            g,
            &mut |worker, id| worker.integer_multiple(id, unit),
            &mut |worker, option, out| {
                for &(gain, _) in &gains {
                    out.push(worker.sum(option, gain)?);
                }
                Ok(())
            },
            &mut |worker, option, out| {
                for &(_, loss) in &gains {
                    out.push(worker.sum(option, loss)?);
                }
                Ok(())
            },
        )
    }
}
