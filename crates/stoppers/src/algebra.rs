//! Sums of sides, degrees and varieties; ordinal sums and powers of loopy games.

use upstar_core::Player;
use upstar_values::{Id, Rational, Relation, Worker};

use crate::graph::Graph;
use crate::order::{Order, Side};
use crate::structure::Stop;
use crate::{Error, Loopy, Result};

impl Loopy {
    /// A side of the sum of two stoppers.
    fn side_of_sum(&self, other: &Loopy, side: Side, worker: &mut Worker<'_>) -> Result<Loopy> {
        if !self.is_stopper() || !other.is_stopper() {
            return Err(Error::Sides("upsums, downsums, degrees and varieties"));
        }
        Loopy::of_side(&self.onside().plus(other.onside())?, side, worker)
    }

    /// The upsum of two stoppers: the onside of their sum.
    ///
    /// # Errors
    /// [`Error::Sides`] if one is not a stopper, and as [`Loopy::of`].
    pub fn upsum(&self, other: &Loopy, worker: &mut Worker<'_>) -> Result<Loopy> {
        self.side_of_sum(other, Side::On, worker)
    }

    /// The downsum of two stoppers: the offside of their sum.
    ///
    /// # Errors
    /// As [`Loopy::upsum`].
    pub fn downsum(&self, other: &Loopy, worker: &mut Worker<'_>) -> Result<Loopy> {
        self.side_of_sum(other, Side::Off, worker)
    }

    /// The degree of loopiness of a stopper: the upsum with its negative, as in CGSuite (for
    /// stoppers see Siegel, chapter VI). It is 0 for games without loops.
    ///
    /// # Errors
    /// As [`Loopy::upsum`].
    pub fn degree(&self, worker: &mut Worker<'_>) -> Result<Loopy> {
        self.upsum(&self.negative(), worker)
    }

    /// Whether the sum of the game with itself is the game.
    ///
    /// # Errors
    /// As [`Loopy::plus`].
    pub fn is_idempotent(&self, worker: &mut Worker<'_>) -> Result<bool> {
        let twice = self.plus(self, worker)?;
        Ok(twice.compare(self, worker)? == Relation::Equal)
    }

    /// The upsum variety with regard to an idempotent degree D: the upsum of the game with the
    /// downsum of its negative and -D.
    ///
    /// # Errors
    /// [`Error::Degree`] if D is not idempotent, and as [`Loopy::upsum`].
    pub fn upsum_variety(&self, degree: &Loopy, worker: &mut Worker<'_>) -> Result<Loopy> {
        if !degree.is_idempotent(worker)? {
            return Err(Error::Degree);
        }
        let rest = self.negative().downsum(&degree.negative(), worker)?;
        self.upsum(&rest, worker)
    }

    /// The downsum variety with regard to an idempotent degree D: the downsum of the game with
    /// the upsum of its negative and D.
    ///
    /// # Errors
    /// As [`Loopy::upsum_variety`].
    pub fn downsum_variety(&self, degree: &Loopy, worker: &mut Worker<'_>) -> Result<Loopy> {
        if !degree.is_idempotent(worker)? {
            return Err(Error::Degree);
        }
        let rest = self.negative().upsum(degree, worker)?;
        self.downsum(&rest, worker)
    }

    /// The variety of a stopper, if it is stable: if its upsum variety and its downsum variety for
    /// its degree are equal.
    ///
    /// # Errors
    /// As [`Loopy::upsum_variety`].
    pub fn variety(&self, worker: &mut Worker<'_>) -> Result<Option<Loopy>> {
        let degree = self.degree(worker)?;
        let up = self.upsum_variety(&degree, worker)?;
        let down = self.downsum_variety(&degree, worker)?;
        Ok((up.compare(&down, worker)? == Relation::Equal).then_some(up))
    }

    /// The ordinal sum of a base, given by its options, and this game.
    ///
    /// # Errors
    /// As [`Loopy::of`].
    pub fn on_base(&self, base: &[Vec<Graph>; 2], worker: &mut Worker<'_>) -> Result<Loopy> {
        let [left, right] = base;
        let (on, off) = (self.onside().under(left, right)?, self.offside().under(left, right)?);
        Loopy::of_sides(&on, &off, worker)
    }

    /// The h with base:h = this stopper, for a base given by its options; `None` if there is none.
    ///
    /// # Errors
    /// [`Error::Sides`] if it is not a stopper, and as [`Loopy::of`].
    pub fn subordinate(
        &self,
        base: &[Vec<Graph>; 2],
        worker: &mut Worker<'_>,
    ) -> Result<Option<Loopy>> {
        if !self.is_stopper() {
            return Err(Error::Sides("subordinates"));
        }
        let mut both = self.onside().reached();
        let own = both.nodes.len();
        let mut ends: [Vec<u32>; 2] = [Vec::new(), Vec::new()];
        for (ends, options) in ends.iter_mut().zip(base) {
            for option in options {
                ends.push(both.append(option)?);
            }
        }
        let order = Order::of(&both.nodes, Side::On, worker.budget())?;
        // Options that equal one of the base's options end the rest. The other options form the
        // rest.
        let mut nodes = both.nodes[..own].to_vec();
        for node in &mut nodes {
            for (side, ends) in node.iter_mut().zip(&ends) {
                side.retain(|&option| !ends.iter().any(|&end| order.equal(option, end)));
            }
        }
        let rest = Graph::with(nodes, both.root).reached();
        let found = Loopy::of(&rest, worker)?;
        let again = found.on_base(base, worker)?;
        Ok((again.compare(self, worker)? == Relation::Equal).then_some(found))
    }

    /// The sum of the powers of {0|h} up to a loopy exponent x > 0: {0, the sum up to x^L | h,
    /// the sum up to x^R}, as for numbers.
    ///
    /// # Errors
    /// [`Error::Exponent`] unless x is on, or x over or x under above 0; as [`Loopy::of`].
    pub fn power_sum(h: Id, exponent: &Loopy, worker: &mut Worker<'_>) -> Result<Loopy> {
        match exponent.as_pseudonumber(worker)? {
            Some(Stop::On) => {}
            Some(Stop::Number(x, side)) if x.signum() > 0 || x.is_zero() && side > 0 => {}
            _ => return Err(Error::Exponent),
        }
        let mut game = exponent.onside().reached();
        let own = game.nodes.len();
        let (zero, reply) = (game.append(&Graph::of_value(worker, Id::ZERO)?)?, {
            let h = Graph::of_value(worker, h)?;
            game.append(&h)?
        });
        for node in &mut game.nodes[..own] {
            let [left, right] = node;
            if !left.is_empty() || !right.is_empty() {
                left.push(zero);
                right.push(reply);
            }
        }
        Loopy::of(&game, worker)
    }

    /// The power of {0|h} for a loopy exponent x > 1: {0 | h minus the sum of the powers up to
    /// x-1}.
    ///
    /// # Errors
    /// As [`Loopy::power_sum`].
    pub fn power(h: Id, exponent: &Loopy, worker: &mut Worker<'_>) -> Result<Loopy> {
        let one = worker.integer(-1)?;
        let less = exponent.plus(&Loopy::of_value(worker, one)?, worker)?;
        let before = Self::power_sum(h, &less, worker)?.negative();
        let reply = Loopy::of_value(worker, h)?.plus(&before, worker)?;
        let zero = Graph::of_value(worker, Id::ZERO)?;
        let on = Graph::make(&[&zero], &[reply.onside()])?;
        let off = Graph::make(&[&zero], &[reply.offside()])?;
        Loopy::of_sides(&on, &off, worker)
    }

    /// Whether a stopper is x + Tiny(G) or x + Miny(G) for a number x and a G with a positive Right
    /// stop.
    ///
    /// # Errors
    /// As [`Loopy::plus`].
    pub fn is_number_tiny(&self, worker: &mut Worker<'_>) -> Result<bool> {
        if !self.is_stopper() {
            return Ok(false);
        }
        for game in [self.clone(), self.negative()] {
            let ([near], [threat]) =
                (&game.options(Player::Left)?[..], &game.options(Player::Right)?[..])
            else {
                continue;
            };
            let ([back], [end]) =
                (&threat.options(Player::Left)?[..], &threat.options(Player::Right)?[..])
            else {
                continue;
            };
            let number = near.as_pseudonumber(worker)?;
            if !matches!(number, Some(Stop::Number(_, 0)))
                || back.as_pseudonumber(worker)? != number
            {
                continue;
            }
            // The threat of Tiny(G) beside x is x - G.
            let threat = near.plus(&end.negative(), worker)?;
            if threat.is_stopper() && threat.stop(Player::Right, worker)? > Rational::ZERO {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
