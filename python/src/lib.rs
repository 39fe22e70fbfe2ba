//! The extension module `upstar._upstar`: the crate `upstar` for Python.
//!
//! It computes nothing itself, except Grundy values of rulesets in Python ([`own_values`]). Values
//! live in a [`home`]; work that may be long runs without the GIL under a budget, see [`work`].

mod analysis;
mod cells;
mod convert;
mod game;
mod graph;
mod heaps;
mod home;
mod moves;
mod nimber;
mod own;
mod own_values;
mod owned;
mod payoffs;
mod position;
mod questions;
mod rules;
mod ruleset;
mod short;
mod solution;
mod sums;
mod table;
mod thermograph;
mod value;
mod vertices;
mod whole;
mod work;

use pyo3::prelude::*;

/// The engine behind the package `upstar`.
// An interpreter without the global lock need not take it: objects never change, and tables, homes
// and what is known of rulesets in Python have locks of their own.
#[pymodule(gil_used = false)]
mod _upstar {
    #[pymodule_export]
    use super::analysis::{analyze, analyze_play, moves};
    #[pymodule_export]
    use super::convert::{check_budget, evaluate_expression};
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::graph::{Graph, graph_of_arcs, graph_of_file};
    #[pymodule_export]
    use super::heaps::{HeapValues, Heaps, verify_certificate};
    #[pymodule_export]
    use super::nimber::Nimber;
    #[pymodule_export]
    use super::owned::Owned;
    #[pymodule_export]
    use super::payoffs::Payoffs;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::questions::{chess, look_up, plan, prove, quotient, solve, survey, verify};
    #[pymodule_export]
    use super::rules::{Rules, catalogue, find_rules};
    #[pymodule_export]
    use super::ruleset::PythonRuleset;
    #[pymodule_export]
    use super::short::star;
    #[pymodule_export]
    use super::solution::Solution;
    #[pymodule_export]
    use super::sums::sum_of;
    #[pymodule_export]
    use super::table::{Table, find, sequence_of, table_from, table_of};
    #[pymodule_export]
    use super::thermograph::Thermograph;
    #[pymodule_export]
    use super::value::{Loopy, Other, Surreal};
    #[pymodule_export]
    use super::whole::solve_graph;
    #[pymodule_export]
    use super::work::set_default_budget;
}
