//! Loopy games with standard names.

use upstar_values::{Rational, Worker};

use crate::Result;
use crate::graph::Graph;

/// x + up times `ups` + *`nim`.
pub(crate) fn up_star(worker: &mut Worker<'_>, x: &Rational, ups: i64, nim: u32) -> Result<Graph> {
    let id = worker.up_star(x, ups, nim)?;
    Graph::of_value(worker, id)
}

fn zero(worker: &mut Worker<'_>) -> Result<Graph> {
    up_star(worker, &Rational::default(), 0, 0)
}

fn star(worker: &mut Worker<'_>) -> Result<Graph> {
    up_star(worker, &Rational::default(), 0, 1)
}

/// `on`, `off`, `over`, `under`, `upon`, `dud`, and the two games `tis` {0|tisn} and `tisn` {tis|0}
/// of Winning Ways, chapter 11.
pub(crate) fn named(name: &str, worker: &mut Worker<'_>) -> Result<Option<Graph>> {
    let own = Graph::label("pass");
    let zero = zero(worker)?;
    let game = match name {
        "on" => Graph::make(&[&own], &[])?,
        "off" => Graph::make(&[], &[&own])?,
        "over" => Graph::make(&[&zero], &[&own])?,
        "under" => Graph::make(&[&own], &[&zero])?,
        "dud" => Graph::make(&[&own], &[&own])?,
        "tis" => Graph::make(&[&zero], &[&Graph::make(&[&own], &[&zero])?])?,
        "tisn" => Graph::make(&[&Graph::make(&[&zero], &[&own])?], &[&zero])?,
        "upon" => return Ok(Some(upon(worker)?)),
        _ => return Ok(None),
    };
    Ok(Some(game.bind("pass")))
}

/// `^[on]`: {pass|*}.
pub(crate) fn upon(worker: &mut Worker<'_>) -> Result<Graph> {
    Ok(Graph::make(&[&Graph::label("pass")], &[&star(worker)?])?.bind("pass"))
}

/// `^<on>`: {0||0|0,pass}.
pub(crate) fn uponth(worker: &mut Worker<'_>) -> Result<Graph> {
    let zero = zero(worker)?;
    let right = Graph::make(&[&zero], &[&zero, &Graph::label("pass")])?.bind("pass");
    Graph::make(&[&zero], &[&right])
}
