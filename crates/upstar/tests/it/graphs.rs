//! What is reported of graphs.

use upstar::core::arcs::Colour;
use upstar::core::names::Names;
use upstar::core::{Budget, Convention, Outcome, Player, StopReason};
use upstar::graphs::{Graph, GraphBuilder};
use upstar::{Error, MoveResult, NamedGraph};

fn named(graph: Graph) -> NamedGraph {
    let names = Names::Dense(graph.vertices());
    NamedGraph::new("g", graph, names)
}

#[test]
fn a_coloured_graph_is_shown_for_both_players() {
    // Only Left can move, once.
    let mut builder = GraphBuilder::new();
    builder.coloured_arc(0, 1, Colour::Left).unwrap();
    let graph = named(builder.finish().unwrap());
    let solved = graph.solve(Convention::Normal, 1, &Budget::unlimited()).unwrap();
    let analysis = solved.analysis(Some(0)).unwrap();
    assert_eq!(analysis.outcome, Some(Outcome::L));
    assert_eq!(analysis.play[0].winning_moves[0].after, "1");
    assert_eq!(analysis.play[0].winning_moves.len(), 1);
    assert_eq!(analysis.play[1].mover, Some(Player::Right));
    assert_eq!(analysis.play[1].result, Some(MoveResult::Loss));
    let facts = analysis.graph.unwrap();
    assert!(facts.coloured && facts.outcomes.contains(&(Outcome::L, 1)));
}

#[test]
fn a_solution_is_kept_without_its_graph() {
    let graph = named(Graph::from_arcs(3, [(0, 1), (1, 2)]).unwrap());
    let kept = graph.solve(Convention::Normal, 1, &Budget::unlimited()).unwrap().run();
    let again = graph.solved(kept);
    assert_eq!(again.solution().outcome(0), Some(Outcome::P));
    assert!(again.complete().is_ok());
}

#[test]
fn a_drawn_line_ends_where_it_began_to_repeat() {
    let graph = named(Graph::from_arcs(2, [(0, 1), (1, 0)]).unwrap());
    let solved = graph.solve(Convention::Normal, 1, &Budget::unlimited()).unwrap();
    let analysis = solved.analysis(Some(1)).unwrap();
    assert_eq!(analysis.play[0].line, ["1", "0", "1"]);
    assert_eq!(analysis.play[0].mover, None);
    assert_eq!(analysis.play[0].result, Some(MoveResult::Draw));
    assert_eq!(analysis.play[0].remoteness, None);
}

#[test]
fn a_stopped_run_says_which_bound_was_met() {
    let graph = named(Graph::from_arcs(10_000, (1..10_000).map(|v| (v, v - 1))).unwrap());
    let budget = Budget::unlimited().with_steps(5_000);
    let solved = graph.solve(Convention::Normal, 1, &budget).unwrap();
    let analysis = solved.analysis(None).unwrap();
    assert_eq!(analysis.stop, StopReason::Steps);
    assert!(analysis.graph.unwrap().unknown > 0);
    assert!(matches!(solved.complete(), Err(Error::Exhausted(_))));
}
