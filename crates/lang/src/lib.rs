//! The worksheet language: expressions, variables, methods.
//!
//! The notation is the field's own, as CGSuite made it standard: `{2||1|0}`,
//! `+-1`, `^*3`, `Tiny(2)`, `{3|1}.Cool(1/2)`; what is printed can be typed in
//! again. A [`Session`] keeps the variables and the universe that their values
//! live in.
//!
//! ```
//! use upstar_core::Budget;
//! use upstar_lang::{Session, Style};
//!
//! let mut session = Session::new();
//! let budget = Budget::unlimited();
//! assert_eq!(session.line("g := {2||1|0}", Style::Plain, &budget)?, "{2||1|0}");
//! assert_eq!(session.line("g.Temperature", Style::Plain, &budget)?, "3/4");
//! # Ok::<(), upstar_lang::LangError>(())
//! ```

mod arithmetic;
mod ast;
mod blocks;
mod calculator;
mod compare;
mod compiled;
mod coordinates;
mod error;
mod evaluate;
mod fail;
mod formula;
mod function_rulesets;
mod functions;
mod go;
mod graph;
mod kinds;
mod ko;
mod lexer;
mod loopy;
mod map;
mod methods;
mod misere;
mod names;
mod parser;
mod partizan_misere;
mod periods;
mod positions;
mod quotient;
mod rulesets;
mod scope;
mod session;
mod surreal;
mod text;
mod uses;
mod value;

pub use ast::Binary as Operator;
pub use error::{LangError, Problem, Result};
pub use go::Endgame;
pub use graph::Graph;
pub use lexer::Relation as Comparison;
pub use map::{Entry, Map};
pub use methods::{Help, help, is_function_name, names, words};
pub use names::is_reserved;
pub use parser::{MOST_BYTES, MOST_DIGITS, MOST_NESTED, is_incomplete};
pub use partizan_misere::MisereFacts;
pub use periods::Period;
pub use quotient::{IntegerWeights, Quotient};
pub use session::{Answered, Session};
pub use upstar_values::Style;
pub use uses::{LineNames, line_names};
pub use value::{Function, Genus, LabelledPart, List, MisereForm, Ruleset, Value};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
