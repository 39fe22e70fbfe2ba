//! The rulesets, in a folder for each family.

pub(crate) mod boards;
pub(crate) mod functions;
pub(crate) mod graphs;
pub(crate) mod heaps;
pub(crate) mod numbers;
pub(crate) mod pairs;
mod prelude;
pub(crate) mod products;
pub(crate) mod sowing;
pub(crate) mod strips;

use crate::Row;

/// The rulesets in Rust, by families.
pub(crate) static RULESETS: [&[Row]; 7] = [
    boards::RULESETS,
    graphs::RULESETS,
    heaps::RULESETS,
    pairs::RULESETS,
    products::RULESETS,
    sowing::RULESETS,
    strips::RULESETS,
];
