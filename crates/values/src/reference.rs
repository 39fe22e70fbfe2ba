//! A second, plain implementation, directly from the definitions and as slow as they are. Games are
//! trees, with no tables, no stops and no closed forms. It exists to test the engine.
//!
//! The definitions are those of Siegel, *Combinatorial Game Theory*, ch. II.

use crate::worker::Worker;
use crate::{Id, Rational, Result};

/// A short game, written out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tree {
    /// Left's options.
    pub left: Vec<Tree>,
    /// Right's options.
    pub right: Vec<Tree>,
}

impl Tree {
    /// 0 = {|}.
    pub const ZERO: Tree = Tree { left: vec![], right: vec![] };

    /// {left|right}.
    #[must_use]
    pub fn new(left: Vec<Tree>, right: Vec<Tree>) -> Tree {
        Tree { left, right }
    }

    /// The integer n = {n-1|}, or {|n+1} if it is negative.
    #[must_use]
    pub fn integer(n: i32) -> Tree {
        match n.signum() {
            0 => Tree::ZERO,
            1 => Tree::new(vec![Tree::integer(n - 1)], vec![]),
            _ => Tree::new(vec![], vec![Tree::integer(n + 1)]),
        }
    }

    /// numer / 2^exponent, in canonical form.
    #[must_use]
    pub fn dyadic(numer: i32, exponent: u32) -> Tree {
        if exponent == 0 || numer % 2 == 0 {
            return match exponent {
                0 => Tree::integer(numer),
                _ => Tree::dyadic(numer / 2, exponent - 1),
            };
        }
        let beside = |n: i32| vec![Tree::dyadic(n, exponent)];
        Tree::new(beside(numer - 1), beside(numer + 1))
    }

    /// G <= H: no G^L is >= H, and no H^R is <= G.
    #[must_use]
    pub fn at_most(&self, other: &Tree) -> bool {
        !self.left.iter().any(|option| other.at_most(option))
            && !other.right.iter().any(|option| option.at_most(self))
    }

    /// G <= H and H <= G.
    #[must_use]
    pub fn equals(&self, other: &Tree) -> bool {
        self.at_most(other) && other.at_most(self)
    }

    /// -G.
    #[must_use]
    pub fn neg(&self) -> Tree {
        let all = |side: &[Tree]| side.iter().map(Tree::neg).collect();
        Tree::new(all(&self.right), all(&self.left))
    }

    /// G + H, not simplified.
    #[must_use]
    pub fn add(&self, other: &Tree) -> Tree {
        let side = |own: &[Tree], others: &[Tree]| {
            let here = own.iter().map(|option| option.add(other));
            here.chain(others.iter().map(|option| self.add(option))).collect()
        };
        Tree::new(side(&self.left, &other.left), side(&self.right, &other.right))
    }

    /// The canonical form: in every follower no option is dominated and none is reversible. Options
    /// are sorted and not repeated, so equal games have equal canonical forms.
    #[must_use]
    pub fn canonical(&self) -> Tree {
        let all = |side: &[Tree]| side.iter().map(Tree::canonical).collect::<Vec<_>>();
        let mut game = Tree::new(all(&self.left), all(&self.right));
        while game.bypass_reversible() {}
        game.left = undominated(game.left, |x, y| x.at_most(y));
        game.right = undominated(game.right, |x, y| y.at_most(x));
        game.left.sort();
        game.right.sort();
        game
    }

    /// Bypasses one reversible option. Returns whether there was one.
    fn bypass_reversible(&mut self) -> bool {
        for i in 0..self.left.len() {
            let through = self.left[i].right.iter().find(|reply| reply.at_most(self)).cloned();
            if let Some(through) = through {
                self.left.remove(i);
                self.left.extend(through.left);
                return true;
            }
        }
        for i in 0..self.right.len() {
            let through = self.right[i].left.iter().find(|reply| self.at_most(reply)).cloned();
            if let Some(through) = through {
                self.right.remove(i);
                self.right.extend(through.right);
                return true;
            }
        }
        false
    }

    /// Is it equal to a number? It is if all options of its canonical form are numbers, and every
    /// Left option is less than every Right option.
    #[must_use]
    pub fn is_number(&self) -> bool {
        fn numeric(game: &Tree) -> bool {
            game.left.iter().chain(&game.right).all(numeric)
                && game
                    .left
                    .iter()
                    .all(|l| game.right.iter().all(|r| l.at_most(r) && !r.at_most(l)))
        }
        numeric(&self.canonical())
    }

    /// The number that it equals, if any.
    #[must_use]
    pub fn as_number(&self) -> Option<Rational> {
        self.is_number().then(|| {
            // The simplest number between its options: descend in the tree of numbers.
            let (mut low, mut high): (Option<Rational>, Option<Rational>) = (None, None);
            loop {
                let x = match (&low, &high) {
                    (None, None) => Rational::ZERO,
                    (Some(a), None) => a + &Rational::ONE,
                    (None, Some(b)) => b - &Rational::ONE,
                    (Some(a), Some(b)) => (a + b).half(),
                };
                let exponent = x.denom().bits() as u32 - 1;
                let numer = i32::try_from(x.numer()).unwrap_or(i32::MAX);
                let tree = Tree::dyadic(numer, exponent);
                match (self.at_most(&tree), tree.at_most(self)) {
                    (true, true) => return x,
                    (true, false) => high = Some(x),
                    _ => low = Some(x),
                }
            }
        })
    }

    /// The Left and the Right stop. A number is its own stop. Otherwise the stop is the best stop
    /// of an option with the other player to move.
    #[must_use]
    pub fn stops(&self) -> (Rational, Rational) {
        if let Some(x) = self.as_number() {
            return (x.clone(), x);
        }
        let left = self.left.iter().map(|option| option.stops().1).max();
        let right = self.right.iter().map(|option| option.stops().0).min();
        (left.unwrap_or_default(), right.unwrap_or_default())
    }

    /// G cooled by t >= 0, a multiple of 1/2^exponent: {G^L_t - t | G^R_t + t}, or x if this is
    /// infinitesimally close to the number x for some smaller t'.
    ///
    /// `exponent` must be large enough that the temperatures of all followers are multiples of
    /// 1/2^exponent. The search for t' visits only those multiples.
    #[must_use]
    pub fn cool(&self, t: i32, exponent: u32) -> Tree {
        if self.is_number() {
            return self.clone();
        }
        for earlier in 0..t {
            let (left, right) = self.taxed(earlier, exponent).stops();
            if left == right {
                return from_rational(&left);
            }
        }
        self.taxed(t, exponent)
    }

    fn taxed(&self, t: i32, exponent: u32) -> Tree {
        let tax = Tree::dyadic(t, exponent);
        let side = |options: &[Tree], tax: &Tree| {
            options.iter().map(|option| option.cool(t, exponent).add(tax)).collect()
        };
        Tree::new(side(&self.left, &tax.neg()), side(&self.right, &tax)).canonical()
    }

    /// The value in a universe.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn id(&self, worker: &mut Worker<'_>) -> Result<Id> {
        let ids = |worker: &mut Worker<'_>, side: &[Tree]| {
            side.iter().map(|option| option.id(worker)).collect::<Result<Vec<_>, _>>()
        };
        let left = ids(worker, &self.left)?;
        let right = ids(worker, &self.right)?;
        worker.game(&left, &right)
    }

    /// The canonical form of a value in a universe, written out.
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`](crate::Error::NoOptions),
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn of(worker: &mut Worker<'_>, g: Id) -> Result<Tree> {
        let trees = |worker: &mut Worker<'_>, side: Vec<Id>| {
            side.into_iter().map(|option| Tree::of(worker, option)).collect::<Result<Vec<_>, _>>()
        };
        let left = worker.left_options(g)?;
        let right = worker.right_options(g)?;
        let mut tree = Tree::new(trees(worker, left)?, trees(worker, right)?);
        tree.left.sort();
        tree.right.sort();
        Ok(tree)
    }
}

fn from_rational(x: &Rational) -> Tree {
    let exponent = x.denom().bits() as u32 - 1;
    Tree::dyadic(i32::try_from(&x.numer()).unwrap_or(i32::MAX), exponent)
}

fn undominated(options: Vec<Tree>, at_most: impl Fn(&Tree, &Tree) -> bool) -> Vec<Tree> {
    let mut kept: Vec<Tree> = vec![];
    for option in options {
        if kept.iter().any(|other| at_most(&option, other)) {
            continue;
        }
        kept.retain(|other| !at_most(other, &option));
        kept.push(option);
    }
    kept
}
