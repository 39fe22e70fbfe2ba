//! The subcommands, one file each.

#[cfg(feature = "chess")]
pub(crate) mod chess;
pub(crate) mod completions;
pub(crate) mod eval;
pub(crate) mod find;
pub(crate) mod games;
mod glossary;
pub(crate) mod graph;
pub(crate) mod heaps;
pub(crate) mod help;
pub(crate) mod nim;
pub(crate) mod outcome;
pub(crate) mod picture;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod quotient;
pub(crate) mod repl;
pub(crate) mod sequence;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod stalk;
pub(crate) mod surreal;
pub(crate) mod table;
pub(crate) mod verify;

/// The arguments of a command that is not in this build: whatever they are.
#[cfg(not(all(feature = "chess", feature = "serve")))]
#[derive(Debug, clap::Args)]
pub(crate) struct Absent {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _arguments: Vec<std::ffi::OsString>,
}
