//! Surreal numbers: Conway normal forms, exact quotients, ordinals, sign expansions and stalks.
//!
//! - [`NormalForm`]: finite sums of `ω^y·r`; [`Surreal`] adds exact quotients of them.
//! - [`Ordinal`]: natural and ordinary arithmetic below ε₀.
//! - [`Stalk`]: a sign expansion as a finite code, both ways.
//! - [`simplest_between`], [`simplest_in_cut`]: the simplest number between two sets.
//! - [`AlgebraicReal`]: signs of irrational algebraic numbers such as √2.
//! - [`StalkSum`]: play on stalks next to a short game.

mod algebraic;
mod any;
mod cut;
mod gonshor;
mod normal;
mod ordinal;
mod parse;
mod play;
mod poly;
mod product;
mod quotient;
mod real_signs;
mod root;
mod sketch;
mod stalk;
#[cfg(test)]
mod tests;
mod text;
mod tree;

pub use algebraic::AlgebraicReal;
pub use any::Number;
pub use cut::{Member, simplest_between, simplest_in_cut};
pub use normal::{NormalForm, Term};
pub use ordinal::Ordinal;
pub use play::{StalkSum, SumMove};
pub use quotient::Surreal;
pub use root::{Real, RootReal};
pub use stalk::{Run, Stalk};
pub use tree::{TreeNode, tree};
