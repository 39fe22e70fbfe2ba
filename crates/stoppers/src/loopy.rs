//! The value of a loopy game: its two sides.

use std::sync::Arc;

use upstar_core::{Outcome, Player};
use upstar_values::{Id, Relation, Worker};

use crate::carousel::equals_no_stopper;
use crate::graph::Graph;
use crate::order::{Order, Side};
use crate::simplify::simplified;
use crate::{Error, Result, names};

/// The value of a loopy game: its sides `S & T`, or S alone if they are the same stopper.
#[derive(Clone, Debug)]
pub struct Loopy {
    on: Graph,
    off: Graph,
    kind: Kind,
    /// The moves as written, if they are known.
    form: Option<Arc<Graph>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Both sides are the same stopper.
    Stopper,
    /// Both sides are stoppers.
    Sided,
    /// A side is not known to equal a stopper.
    Other,
}

impl Loopy {
    /// The value of a game given by its graph.
    ///
    /// # Errors
    /// [`Error::Label`], a graph too large or a budget used up.
    pub fn of(game: &Graph, worker: &mut Worker<'_>) -> Result<Loopy> {
        Self::of_sides(game, game, worker)
    }

    /// The value with these sides; each is simplified.
    ///
    /// # Errors
    /// As [`Loopy::of`].
    pub fn of_sides(on: &Graph, off: &Graph, worker: &mut Worker<'_>) -> Result<Loopy> {
        let (on, first) = simplest(on, Side::On, worker)?;
        let (off, second) = simplest(off, Side::Off, worker)?;
        let same = first && second && same(&on, &off, worker)?;
        let kind = match (same, first && second) {
            (true, _) => Kind::Stopper,
            (_, true) => Kind::Sided,
            _ => Kind::Other,
        };
        Ok(Loopy { off: if same { on.clone() } else { off }, on, kind, form: None })
    }

    /// `on`, `off`, `over`, `under`, `upon`, `dud`, `tis` or `tisn`, by its name.
    ///
    /// # Errors
    /// [`Error::Label`] for other names.
    pub fn named(name: &str, worker: &mut Worker<'_>) -> Result<Loopy> {
        let game = names::named(name, worker)?;
        Self::of(&game.ok_or_else(|| Error::Label(name.to_owned()))?, worker)
    }

    /// `^<on>`, or `^[on]` if `sum`.
    ///
    /// # Errors
    /// As [`Loopy::of`].
    pub fn up_on(sum: bool, worker: &mut Worker<'_>) -> Result<Loopy> {
        let game = if sum { names::upon(worker)? } else { names::uponth(worker)? };
        Self::of(&game, worker)
    }

    /// A short game.
    ///
    /// # Errors
    /// As [`Graph::of_value`].
    pub fn of_value(worker: &mut Worker<'_>, id: Id) -> Result<Loopy> {
        let graph = Graph::of_value(worker, id)?;
        Ok(Self::canonical(graph))
    }

    /// A stopper that is in canonical form.
    pub(crate) fn canonical(graph: Graph) -> Loopy {
        Loopy { on: graph.clone(), off: graph, kind: Kind::Stopper, form: None }
    }

    /// The same with its moves as written, on which thermographs depend.
    #[must_use]
    pub fn with_form(self, form: Graph) -> Loopy {
        Loopy { form: Some(Arc::new(form)), ..self }
    }

    /// The moves as written, if they are known. They are not known for sums.
    #[must_use]
    pub fn form(&self) -> Option<&Graph> {
        self.form.as_deref()
    }

    /// The onside, with infinite play won by Left.
    #[must_use]
    pub fn onside(&self) -> &Graph {
        &self.on
    }

    /// The offside.
    #[must_use]
    pub fn offside(&self) -> &Graph {
        &self.off
    }

    /// Whether both sides are equal, so that the value is a stopper.
    #[must_use]
    pub fn is_stopper(&self) -> bool {
        self.kind == Kind::Stopper
    }

    /// Whether both sides equal stoppers. The sides of other games are simplified, but have no
    /// canonical form.
    #[must_use]
    pub fn is_stopper_sided(&self) -> bool {
        self.kind != Kind::Other
    }

    /// A side alone, which is a stopper.
    ///
    /// # Errors
    /// [`Error::NotStopper`] if it is not known to equal one; a used-up budget.
    pub fn side(&self, side: Side, worker: &Worker<'_>) -> Result<Loopy> {
        let graph = match side {
            Side::On => &self.on,
            Side::Off => &self.off,
        };
        let stopper = self.is_stopper_sided() || graph.is_stopper();
        Self::checked(graph.clone(), stopper, side, worker)
    }

    /// A side of a game given by its graph.
    pub(crate) fn of_side(game: &Graph, side: Side, worker: &mut Worker<'_>) -> Result<Loopy> {
        let (graph, stopper) = simplest(game, side, worker)?;
        Self::checked(graph, stopper, side, worker)
    }

    fn checked(graph: Graph, stopper: bool, side: Side, worker: &Worker<'_>) -> Result<Loopy> {
        if stopper {
            return Ok(Self::canonical(graph));
        }
        let proven = equals_no_stopper(&graph, side, worker)?;
        Err(Error::NotStopper { side: side.name(), proven })
    }

    /// The short game that equals this one, if there is one.
    ///
    /// # Errors
    /// A used-up budget.
    pub fn as_value(&self, worker: &mut Worker<'_>) -> Result<Option<Id>> {
        if !self.is_stopper() {
            return Ok(None);
        }
        Ok(self.on.ids(worker)?[self.on.root as usize])
    }

    /// Left and Right exchanged: the sides are exchanged too.
    #[must_use]
    pub fn negative(&self) -> Loopy {
        let form = self.form.as_ref().map(|form| Arc::new(form.negative()));
        Loopy { on: self.off.negative(), off: self.on.negative(), kind: self.kind, form }
    }

    /// The sum.
    ///
    /// # Errors
    /// As [`Loopy::of`].
    pub fn plus(&self, other: &Loopy, worker: &mut Worker<'_>) -> Result<Loopy> {
        // The sides are simplified before they are added, to keep the products small.
        Self::of_sides(&self.on.plus(&other.on)?, &self.off.plus(&other.off)?, worker)
    }

    /// The comparison of two games.
    ///
    /// # Errors
    /// A graph too large, or a budget used up.
    pub fn compare(&self, other: &Loopy, worker: &mut Worker<'_>) -> Result<Relation> {
        let on = relation(&self.on, &other.on, Side::On, worker)?;
        let off = relation(&self.off, &other.off, Side::Off, worker)?;
        let least = on.0 && off.0;
        let most = on.1 && off.1;
        Ok(match (least, most) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Greater,
            (false, true) => Relation::Less,
            (false, false) => Relation::Confused,
        })
    }

    /// The outcome, one of nine.
    ///
    /// # Errors
    /// As [`Loopy::compare`].
    pub fn outcome(&self, worker: &mut Worker<'_>) -> Result<Outcome> {
        let zero = worker.integer(0)?;
        let zero = Graph::of_value(worker, zero)?;
        let on = relation(&self.on, &zero, Side::On, worker)?;
        let off = relation(&self.off, &zero, Side::Off, worker)?;
        let left = match (on.1, off.1) {
            (true, _) => Some(Player::Right),
            (_, false) => Some(Player::Left),
            _ => None,
        };
        let right = match (on.0, off.0) {
            (_, true) => Some(Player::Left),
            (false, _) => Some(Player::Right),
            _ => None,
        };
        Ok(Outcome::from_winners(left, right))
    }
}

/// The simplest form found for a side, and whether it is a stopper.
fn simplest(graph: &Graph, side: Side, worker: &mut Worker<'_>) -> Result<(Graph, bool)> {
    let found = simplified(graph, side, worker)?;
    let stopper = found.is_stopper();
    Ok((found, stopper))
}

/// Whether two stoppers in canonical form are equal.
fn same(on: &Graph, off: &Graph, worker: &mut Worker<'_>) -> Result<bool> {
    let [first, second] = [on.ids(worker)?[on.root as usize], off.ids(worker)?[off.root as usize]];
    match (first, second) {
        (Some(first), Some(second)) => Ok(first == second),
        (None, None) => equal(on, off, worker),
        _ => Ok(false),
    }
}

/// Whether two sides of the same kind are >= and <=.
fn relation(g: &Graph, h: &Graph, side: Side, worker: &mut Worker<'_>) -> Result<(bool, bool)> {
    let mut both = g.clone();
    let other = both.append(h)?;
    let order = Order::of(&both.nodes, side, worker.budget())?;
    Ok((order.at_least(both.root, other), order.at_least(other, both.root)))
}

/// Whether two stoppers are equal.
pub(crate) fn equal(g: &Graph, h: &Graph, worker: &mut Worker<'_>) -> Result<bool> {
    // In stoppers no alternating play is infinite in one of them alone.
    let (least, most) = relation(g, h, Side::On, worker)?;
    Ok(least && most)
}
