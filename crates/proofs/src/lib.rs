//! Proofs checked by the kernel of the proof assistant Coq.
//!
//! A claim about games becomes one Coq file: short readable definitions of games, their order and
//! their rulesets; the theory that turns a search into a proof; and a script with the winning
//! moves. `coqc proof.v` accepts or rejects the file, and prints that the theorem is closed under
//! the global context: it uses no axioms.
//!
//! ```
//! use upstar_core::Budget;
//! use upstar_proofs::{Relation, Statement, prove};
//! use upstar_engine::{Solver, Sum};
//! use upstar_games::parse_sum;
//!
//! let board = parse_sum("domineering(\"4x4\")")?;
//! let zero = Sum::from(Vec::<upstar_engine::Game>::new());
//! let claim = Statement::Compare(board, Relation::Confused, zero);
//! let words = "domineering(\"4x4\") <> 0";
//! let proof = prove(&claim, words, &Solver::default(), &Budget::unlimited())?;
//! assert!(proof.text.contains("Theorem claim : confused G H."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod component;
mod error;
mod graphs;
mod heaps;
mod joined;
#[cfg(feature = "metamath")]
mod metamath;
mod period;
mod play;
mod rulesets;
mod search;
mod statement;
mod symmetry;
#[cfg(test)]
mod tests;
mod theory;

pub use error::{ProofError, Result};
pub use graphs::{GraphClaim, GraphStatement, prove_graph};
#[cfg(feature = "metamath")]
pub use metamath::prove_metamath;
pub use period::prove_period;
pub use rulesets::GAMES;
pub use statement::{Kernel, Proof, Relation, Statement, prove};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
