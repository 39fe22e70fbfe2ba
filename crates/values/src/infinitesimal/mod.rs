//! Infinitesimals, and values modulo infinitesimals: atomic weights, companions, powers,
//! uptimal expansions, reduced canonical forms (Siegel, II.4, II.6 and II.7).

mod atomic_weight;
pub(crate) mod expansion;
mod powers;
mod reduced;
pub(crate) mod uptimal;

pub use atomic_weight::{atomic_weight, companion, is_atomic};
pub use expansion::UptimalExpansion;
pub use powers::{base_of_powers, pow, pow_to};
pub use reduced::reduced_canonical_form;
pub use uptimal::{is_uptimal, uptimal_expansion};

use crate::{Id, Worker};

/// Are both stops the same number: is it infinitesimally close to a number?
pub fn is_numberish(worker: &mut Worker<'_>, g: Id) -> bool {
    let node = worker.node(g.0);
    node.left_number() == node.right_number()
}

/// Is it infinitesimal: are both stops 0?
pub fn is_infinitesimal(worker: &mut Worker<'_>, g: Id) -> bool {
    let node = worker.node(g.0);
    node.left_number() == 0 && node.right_number() == 0
}
