//! The positions of a size, all of them or some at random.

use upstar_core::Budget;
use upstar_engine::RuleError;
use upstar_games::{Positions, add_game};
use upstar_graphs::generate::Random;
use upstar_rewrite::CustomGame;

fn texts(name: &str, size: &[u64], letters: Option<&str>) -> Vec<String> {
    let mut texts = Vec::new();
    let positions = Positions::of(name, size, letters).unwrap();
    positions
        .each(&Budget::unlimited(), |game| {
            texts.push(game.text());
            Ok::<_, RuleError>(true)
        })
        .unwrap();
    texts
}

#[test]
fn polyominoes_are_counted_as_published() {
    // OEIS A000105 up to all symmetries. For domineering, up to reflections and half turns.
    let counts = |positions: &Positions| {
        let mut counts = vec![0; 9];
        positions
            .each(&Budget::unlimited(), |game| {
                counts[game.position_text().matches('.').count()] += 1;
                Ok::<_, RuleError>(true)
            })
            .unwrap();
        counts
    };
    let free = [0, 1, 1, 2, 5, 12, 35, 108, 369];
    assert_eq!(counts(&Positions::of("cram", &[8], None).unwrap()), free);
    let boards = Positions::of("domineering", &[8], None).unwrap();
    assert_eq!(counts(&boards.clone().up_to_negation().unwrap()), free);
    // Counted by hand, up to reflections in the axes and half turns.
    assert_eq!(counts(&boards)[..6], [0, 1, 2, 3, 9, 21]);
}

/// The letters of a file do not matter: its positions are those of the same rules in other
/// letters.
#[test]
fn letters_of_rules_are_all_tried() {
    let found = |name: &str, letters: [char; 3]| {
        let rules = "left: T_ -> _T\nleft: TF_ -> _FT\nright: _F -> F_\nright: _TF -> FT_";
        let text = format!("{name} on strip \"TF_\"\n{rules}\n");
        let text: String = text
            .lines()
            .enumerate()
            .map(|(line, text)| {
                // The name and the word `strip` do not change.
                let start = if line == 0 { text.find('"').unwrap() } else { 6 };
                let changed = text[start..].chars().map(|c| match c {
                    'T' => letters[0],
                    'F' => letters[1],
                    '_' => letters[2],
                    other => other,
                });
                text[..start].chars().chain(changed).chain(['\n']).collect::<String>()
            })
            .collect();
        for game in CustomGame::read_all(&text).unwrap() {
            add_game(game).unwrap();
        }
        let texts = texts(name, &[4], None);
        let named = |text: &String| -> String {
            text.chars()
                .skip_while(|&c| c != '"')
                .map(|c| match letters.iter().position(|&letter| letter == c) {
                    Some(index) => ['T', 'F', '_'][index],
                    None => c,
                })
                .collect()
        };
        let mut texts: Vec<String> = texts.iter().map(named).collect();
        texts.sort();
        texts
    };
    let usual = found("frogs_a", ['T', 'F', '.']);
    assert!(usual.contains(&"\"T_F\")".to_owned()), "{usual:?}");
    assert_eq!(found("frogs_b", ['T', 'F', '_']), usual);
    assert_eq!(found("frogs_c", ['a', 'q', '7']), usual);
    assert_eq!(found("frogs_d", ['%', '&', '~']), usual);
}

#[test]
fn other_positions_are_told_apart_by_their_rules() {
    assert_eq!(texts("nim", &[1, 2], None).len(), 5);
    assert_eq!(texts("kayles", &[3], None).len(), 4);
    let strips = texts("clobber", &[3], Some("xo"));
    assert!(strips.contains(&"clobber(\"xo\")".to_owned()), "{strips:?}");
    assert_eq!(
        texts("toads_and_frogs", &[1, 2], Some("tf")).len(),
        texts("toads_and_frogs", &[2], Some("tf")).len()
    );
    assert!(Positions::of("sheep", &[2, 2], None).is_err());
    assert!(Positions::of("domineering", &[99], None).is_err());
    assert!(Positions::of("domineerin", &[9], None).is_err());
    assert!(Positions::of("nim", &[3], None).unwrap().up_to_negation().is_ok());
}

#[test]
fn graphs_are_counted_as_published() {
    // OEIS A000088 for graphs, A000273 for digraphs.
    assert_eq!(texts("node_kayles", &[5], None).len(), 1 + 2 + 4 + 11 + 34);
    assert_eq!(texts("digraph_placement", &[4], Some("L")).len(), 1 + 3 + 16 + 218);
    // Two colours: 2, then 10 on two vertices.
    assert_eq!(texts("digraph_placement", &[2], None).len(), 2 + 10);
}

/// Trees of edges that are connected to the ground, in two colours, counted by hand.
#[test]
fn graphs_with_letters_on_edges() {
    let bush = "listed_bush on edges \"lr.\"; left: l -> . then drop; right: r -> . then drop";
    add_game(CustomGame::read_all(bush).unwrap().remove(0)).unwrap();
    // None; an edge to a vertex, or a loop at the ground.
    assert_eq!(texts("listed_bush", &[1], None).len(), 1 + 2 * 2);
    // Two loops at the ground: 3. A loop at the ground and an edge: 4. Two edges to different
    // vertices: 3, to the same vertex: 3, one on top of the other: 4. An edge and a loop at its
    // end: 4.
    assert_eq!(texts("listed_bush", &[2], None).len(), 5 + 3 + 4 + 3 + 3 + 4 + 4);
    assert_eq!(texts("listed_bush", &[2], Some("l")).len(), 3 + 6);
    assert!(Positions::of("listed_bush", &[2, 2], None).is_err());
    assert!(Positions::of("listed_bush", &[8], None).is_err());
}

#[test]
fn graphs_without_dead_vertices_are_listed_once() {
    let node = "listed_node on vertices \".#\"; both: . -> # beside . -> #";
    add_game(CustomGame::read_all(node).unwrap().remove(0)).unwrap();
    assert_eq!(texts("listed_node", &[4], None).len(), 1 + 2 + 4 + 11);
}

#[test]
fn random_positions_are_of_the_size() {
    let mut random = Random::new(1);
    let edges = "edges_of_a_size on edges \"lr\"; left: l -> r; right: r -> l";
    add_game(CustomGame::read_all(edges).unwrap().remove(0)).unwrap();
    for (name, size) in [
        ("domineering", 9),
        ("digraph_placement", 5),
        ("clobber", 6),
        ("kayles", 20),
        ("edges_of_a_size", 5),
    ] {
        let positions = Positions::of(name, &[size as u64], None).unwrap();
        let mut one = positions.random(&mut random).unwrap();
        for _ in 0..300 {
            let Some(next) = positions.near(&one, &mut random) else { continue };
            let text = next.game().position_text();
            let count = match name {
                "domineering" => text.matches('.').count(),
                "clobber" => text.matches(|letter| letter != '|').count(),
                "kayles" => text.parse().unwrap(),
                "digraph_placement" => text.split('|').next().unwrap().len(),
                _ => text.split(',').filter(|edge| !edge.is_empty()).count(),
            };
            assert!(count <= size, "{name}({text})");
            one = next;
        }
    }
}
