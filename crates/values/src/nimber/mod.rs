//! Nim arithmetic: the field of nimbers, finite and transfinite.
//!
//! The nimbers below `2^(2^k)` form a field of `2^(2^k)` elements under nim addition (exclusive or)
//! and Conway's nim multiplication (*On Numbers and Games*, chapter 6). [`Nimber`] is a finite
//! nimber of any size. The functions on words ([`product_u64`], [`inverse_u64`], ...) are the fast
//! paths. [`TransfiniteNimber`] extends the nimbers to ordinals.
//!
//! ```
//! use upstar_values::nimber::Nimber;
//!
//! let x = Nimber::from(16u64);
//! assert_eq!(x.product(&x), Nimber::from(24u64));
//! assert_eq!(x.inverse(), Some(Nimber::from(170u64)));
//! ```

mod alpha;
mod carryless;
mod expression;
mod finite;
pub mod reference;
mod roots;
mod tower;
mod transfinite;
mod ugly;
mod word;

pub use alpha::{Alpha, alpha, excess_by_definition};
pub use expression::evaluate;
pub use finite::Nimber;
pub use transfinite::TransfiniteNimber;
pub use word::{inverse_u64, product_u32, product_u64, product_u128, square_root_u64, square_u64};
