//! The subcommands, one file each.

pub(crate) mod completions;
pub(crate) mod graph;
pub(crate) mod heaps;
pub(crate) mod verify;
