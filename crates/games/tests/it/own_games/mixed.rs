//! Games with letters on the vertices and on the edges of a graph, and long paths, against theorems,
//! games in Rust and plain definitions.

use std::collections::BTreeMap;

use upstar_core::{Budget, Player};
use upstar_engine::{Arguments, Engine, Game, Settings};
use upstar_games::parse_game;
use upstar_rewrite::CustomGame;
use upstar_values::Universe;

use super::whole_board::graphs;

/// The worked examples of the book.
fn examples() -> Vec<CustomGame> {
    let path = format!("{}/../../../examples/rules/graphs.game", env!("CARGO_MANIFEST_DIR"));
    CustomGame::read_all(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn rules(text: &str) -> CustomGame {
    CustomGame::read_all(text).unwrap().remove(0)
}

fn at(game: &CustomGame, position: &str) -> Game {
    game.rules().make(&Arguments::of_text(position)).unwrap()
}

fn values(positions: impl IntoIterator<Item = Game>) -> Vec<String> {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let budget = Budget::unlimited();
    let value = |game: Game| {
        let value = game.value(&engine, &budget).unwrap();
        universe.worker(&budget).text(value, Default::default()).unwrap()
    };
    positions.into_iter().map(value).collect()
}

fn nimber(value: usize) -> String {
    ["0", "*"].get(value).map_or(format!("*{value}"), |text| (*text).to_owned())
}

/// `..x|1-2,2-3a`
fn text(vertices: &str, edges: &[(usize, usize)], letters: &str) -> String {
    let letters = letters.chars().map(String::from).chain(std::iter::repeat(String::new()));
    let edges = edges.iter().zip(letters);
    let edges: Vec<String> =
        edges.map(|((a, b), letter)| format!("{}-{}{letter}", a + 1, b + 1)).collect();
    format!("{vertices}|{}", edges.join(","))
}

fn all_graphs(most: usize) -> impl Iterator<Item = (usize, Vec<(usize, usize)>)> {
    (1..=most).flat_map(|count| graphs(count).into_iter().map(move |edges| (count, edges)))
}

fn is_bipartite(count: usize, edges: &[(usize, usize)]) -> bool {
    (0..1_usize << count).any(|side| edges.iter().all(|(a, b)| (side >> a & 1) != (side >> b & 1)))
}

/// The vertices that are left, as a set of bits, and the edges.
type Left = (usize, Vec<(usize, usize)>);

/// The Grundy values of the deletion game by its definition.
fn deleted(vertices: usize, edges: &[(usize, usize)], known: &mut BTreeMap<Left, usize>) -> usize {
    let key = (vertices, edges.to_vec());
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut met = Vec::new();
    for v in (0..usize::BITS as usize).filter(|v| vertices >> v & 1 == 1) {
        let rest: Vec<_> = edges.iter().copied().filter(|&(a, b)| a != v && b != v).collect();
        met.push(deleted(vertices & !(1 << v), &rest, known));
    }
    for edge in edges {
        let rest: Vec<_> = edges.iter().copied().filter(|other| other != edge).collect();
        met.push(deleted(vertices, &rest, known));
    }
    let value = (0..).find(|value| !met.contains(value)).unwrap();
    known.insert(key, value);
    value
}

/// A vertex with its edges, or an edge, is deleted. Complete graphs have the value n mod 3, bipartite
/// ones that of (|V| mod 2) + 2 (|E| mod 2) (Fraenkel and Scheinerman, A deletion game on hypergraphs,
/// 1991).
#[test]
fn vertices_and_edges_are_deleted() {
    let game = &examples()[1];
    let mut known = BTreeMap::new();
    let mut positions = Vec::new();
    let mut expected = Vec::new();
    for (count, edges) in all_graphs(4) {
        let value = deleted((1 << count) - 1, &edges, &mut known);
        if is_bipartite(count, &edges) {
            assert_eq!(value, count % 2 + 2 * (edges.len() % 2));
        }
        if edges.len() == count * (count - 1) / 2 {
            assert_eq!(value, count % 3);
        }
        positions.push(at(game, &text(&".".repeat(count), &edges, "")));
        expected.push(nimber(value));
    }
    assert_eq!(values(positions), expected);
    let families = [("complete 5", 2), ("3x3", 1), ("cycle 8", 0), ("path 10", 2), ("2x5", 2)];
    let found = values(families.iter().map(|(family, _)| at(game, family)));
    assert_eq!(found, families.map(|(_, value)| nimber(value)));
}

/// Whether who moves a token along an edge that is used up wins, by the definition.
fn wins(token: usize, edges: &[(usize, usize)]) -> bool {
    (0..edges.len()).any(|at| {
        let (a, b) = edges[at];
        let rest: Vec<_> = edges.iter().copied().filter(|edge| *edge != edges[at]).collect();
        (a == token && !wins(b, &rest)) || (b == token && !wins(a, &rest))
    })
}

/// On a bipartite graph the second player wins exactly if the vertex of the token is in an even
/// kernel: an independent set of which every other vertex has an even number of neighbours (Fraenkel,
/// Scheinerman and Ullman, Undirected edge geography, 1993).
#[test]
fn edges_are_used_up() {
    let game = &examples()[0];
    let mut positions = Vec::new();
    let mut expected = Vec::new();
    for (count, edges) in all_graphs(4) {
        let first_wins = wins(0, &edges);
        if is_bipartite(count, &edges) {
            let even = |set: usize| {
                let within = edges.iter().all(|(a, b)| set >> a & set >> b & 1 == 0);
                within
                    && (0..count).filter(|v| set >> v & 1 == 0).all(|v| {
                        let neighbour = |&&(a, b): &&(usize, usize)| {
                            (a == v && set >> b & 1 == 1) || (b == v && set >> a & 1 == 1)
                        };
                        edges.iter().filter(neighbour).count() % 2 == 0
                    })
            };
            let kernel = (0..1_usize << count).any(|set| set & 1 == 1 && even(set));
            assert_eq!(first_wins, !kernel, "{edges:?}");
        }
        let vertices = format!("x{}", ".".repeat(count - 1));
        positions.push(at(game, &text(&vertices, &edges, "")));
        expected.push(first_wins);
    }
    let found: Vec<bool> = values(positions).iter().map(|value| value != "0").collect();
    assert_eq!(found, expected);
}

/// Edges of the second kind part nobody: the value is that of Snort without them.
#[test]
fn coloured_edges_part_enemies() {
    let game = &examples()[2];
    let (mut positions, mut twins) = (Vec::new(), Vec::new());
    for (number, edges) in graphs(4).into_iter().enumerate() {
        let harmless = |at: usize| (number >> at).is_multiple_of(3);
        let letters = (0..edges.len()).map(|at| if harmless(at) { 'b' } else { 'a' });
        let apart = (0..edges.len()).filter(|&at| !harmless(at)).map(|at| edges[at]);
        positions.push(at(game, &text("....", &edges, &letters.collect::<String>())));
        let twin = text("....", &apart.collect::<Vec<_>>(), "");
        twins.push(parse_game(&format!("snort(\"{twin}\")")).unwrap());
    }
    assert_eq!(values(positions), values(twins));
}

/// Each of the two rules of the mixed game alone is a game in Rust; both, by the definition.
#[test]
fn arcs_and_nodes_are_taken() {
    let mixed = &examples()[3];
    let node = rules("g on graph \".#\" edges \"=\"; both: . -> # beside =. -> #");
    let arc = rules("g on graph \".#\" edges \"=\"; both: .=. -> #=#");
    fn grundy(left: usize, edges: &[(usize, usize)], count: usize) -> usize {
        let around = |v: usize| {
            let ends = edges.iter().filter(|(a, b)| *a == v || *b == v);
            ends.fold(1 << v, |set, (a, b)| set | 1 << a | 1 << b)
        };
        let vertices = (0..count).filter(|v| left >> v & 1 == 1).map(around);
        let pairs = edges.iter().map(|(a, b)| 1_usize << a | 1 << b);
        let pairs = pairs.filter(|pair| left & pair == *pair);
        let met: Vec<usize> =
            vertices.chain(pairs).map(|taken| grundy(left & !taken, edges, count)).collect();
        (0..).find(|value| !met.contains(value)).unwrap()
    }
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    let mut definition = Vec::new();
    for (count, edges) in all_graphs(4) {
        let position = text(&".".repeat(count), &edges, "");
        found.extend([at(&node, &position), at(&arc, &position)]);
        for name in ["node_kayles", "arc_kayles"] {
            expected.push(parse_game(&format!("{name}(\"{position}\")")).unwrap());
        }
        let value = grundy((1 << count) - 1, &edges, count);
        definition.push((at(mixed, &position), nimber(value)));
    }
    assert_eq!(values(found), values(expected));
    let (positions, expected): (Vec<_>, Vec<_>) = definition.into_iter().unzip();
    assert_eq!(values(positions), expected);
}

/// Positions are read back, with ends that are left out; and what is refused is named.
#[test]
fn graphs_with_both_are_written() {
    let game =
        rules("g on graph \".x#\" edges \"=~\"; both: x=. -> .=x; both: =x -> ~#; pass: left");
    for (written, read) in [
        ("x..|1-2,2-3~", "x..|1-2"),
        ("#.x|1-2,2-3=", ".x|1-,1-2"),
        ("##|1-2", "|-"),
        ("x.|-=,1-,1-2=", "x.|-,1-,1-2"),
        ("path 3", "...|1-2,2-3"),
        ("x-.-.", "x..|1-2,2-3"),
        ("|", "|"),
    ] {
        let found = at(&game, written).position_text();
        assert_eq!(found, read, "{written}");
        assert_eq!(at(&game, read).position_text(), read);
    }
    for (written, part) in [
        ("xy|1-2", "column 2: expected a vertex"),
        ("xx|1-2x", "column 4: expected an edge `a-b`"),
        ("xx|1-1", "column 4: expected an edge"),
        ("xx|1-2,2-1", "expected one edge at most between 1 and 2"),
        ("xx|1-3", "column 4: expected an edge"),
        ("complete 33", "33 vertices and 528 edges"),
    ] {
        let error = game.rules().read(written).unwrap_err().to_string();
        assert!(error.contains(part), "{written}: {error}");
    }
    let first = "g on graph \".x\" edges \"=~\"; both: ";
    for (rule, part) in [
        ("xx -> ..", "vertices and edges take turns"),
        ("x= -> ==", "each becomes one of its own letters"),
        ("x -> . if no x beside", "beside a vertex are edges"),
        ("x -> . if no == beside", "beside an edge are its ends"),
        ("x -> . if no =x on board", "expected `beside` after the letters of two cells"),
        ("x -> . beside = -> x", "a vertex becomes a vertex"),
        ("x -> . then groups of x without . -> =", "a vertex becomes a vertex"),
        ("x -> . leaving every = with some ~ beside", "beside an edge are its ends"),
    ] {
        let error = CustomGame::read_all(&format!("{first}{rule}")).unwrap_err().to_string();
        assert!(error.contains(part), "{rule}: {error}");
    }
    let error = CustomGame::read_all("g on graph \".x\"; both: x -> .").unwrap_err().to_string();
    assert!(error.contains("expected `edges`"), "{error}");
}

/// Five in a row of a path are taken as of a heap; long paths keep to the budget.
#[test]
fn paths_may_be_long() {
    let game = rules("g on vertices \".#\"; both: ..... -> #####; ends");
    let paths = (1..=14).map(|n| at(&game, &format!("path {n}")));
    let heaps = (1..=14).map(|n| parse_game(&format!("take_and_break(\"0.00007\"; {n})")).unwrap());
    assert_eq!(values(paths), values(heaps));
    let error = at(&game, "complete 64").options(Player::Left).unwrap_err().to_string();
    assert!(error.contains("the number of moves"), "{error}");
    let never = rules("g on vertices \".#\"; both: ............# -> #############; ends");
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let budget = Budget::unlimited().with_time(std::time::Duration::from_millis(100));
    assert!(at(&never, "complete 64").value(&engine, &budget).is_err());
}
