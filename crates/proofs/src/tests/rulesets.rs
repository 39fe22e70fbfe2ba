//! The rulesets of the theory have the options of the engine, on thousands of positions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use upstar_core::Player;
use upstar_engine::Game;
use upstar_games::parse_game;

use super::{coq, header, run_importing, words};
use crate::component::{Component, Kind, Piece};
use crate::heaps::coq_list;
use crate::rulesets::position;

const STARTS: &[&str] = &[
    "domineering(\"4x4\")",
    "domineering(\"3x5\")",
    "domineering(\"..#.|....|.#..\")",
    "cram(\"3x4\")",
    "cram(\"..#.|....\")",
    "clobber(\"xoxo|oxox|xo..\")",
    "clobber(\"xxooxo\")",
    "toads_and_frogs(\"tt..ff\")",
    "toads_and_frogs(\"t.t.f.f\")",
    "hackenbush(\"lrlrelr\")",
    "hackenbush(\"e(el(r;l);r(e;l))\")",
    "nim(3,4,2)",
    "subtraction(\"1,3,4\"; 9,6)",
    "kayles(7,4)",
    "take_and_break(\"0.137\"; 9)",
    "take_and_break(\"4.52\"; 9)",
];

const COLOURS: &[&str] = &[
    "col(\"path 6\")",
    "col(\"2x3\")",
    "col(\".-L-.(-R;-.)\")",
    "snort(\"path 6\")",
    "snort(\"2x3\")",
    "snort(\".-L-.(-R;-.)\")",
];

/// The reachable positions, each once, at most `most`.
fn reached(start: Game, most: usize) -> Vec<Game> {
    let mut seen = BTreeSet::from([start.text()]);
    let mut found = vec![start];
    let mut next = 0;
    while next < found.len() && found.len() < most {
        for player in Player::BOTH {
            for option in found[next].options(player).unwrap() {
                if seen.insert(option.text()) {
                    found.push(option);
                }
            }
        }
        next += 1;
    }
    found
}

fn text(piece: &Piece) -> String {
    match piece {
        Piece::Bits(bits) => bits.to_string(),
        Piece::Node(node) => node.to_string(),
        Piece::Heaps(heaps) => coq_list(heaps),
    }
}

fn pieces(component: &Component, player: Player, piece: &Piece) -> Vec<Piece> {
    component.moves(player, piece)
}

/// A position of Hackenbush as digits of the whole tree: the edges that still stand.
fn standing(whole: &Game, part: &Game) -> u128 {
    // Cut edges fall with all above them, and joints keep their names.
    let edges = |game: &Game| -> Vec<String> {
        game.position_text().split(',').filter(|e| !e.is_empty()).map(str::to_owned).collect()
    };
    let component = position(whole).unwrap();
    let list = component.coq.split_once('[').unwrap().1.split_once(']').unwrap().0;
    let here: Vec<String> = edges(part);
    let mut bits = 0;
    for (index, edge) in list.split("; ").enumerate() {
        let parts: Vec<&str> = edge.trim_matches(['(', ')']).split(", ").collect();
        let letter = match parts[2] {
            "Blue" => 'l',
            "Red" => 'r',
            _ => 'e',
        };
        let (a, b): (u64, u64) = (parts[0].parse().unwrap(), parts[1].parse().unwrap());
        if here.contains(&format!("{}-{}{letter}", a.min(b), a.max(b))) {
            bits |= 1 << index;
        }
    }
    bits
}

/// The options of the engine as positions of the component.
fn engine(start: &Game, game: &Game, player: Player) -> BTreeSet<String> {
    game.options(player).unwrap().iter().map(|option| text(&place(start, option))).collect()
}

fn place(start: &Game, game: &Game) -> Piece {
    if start.name() == "hackenbush" {
        return Piece::Bits(standing(start, game));
    }
    match position(game).unwrap().start {
        // The engine lists heaps in a different order.
        Piece::Heaps(heaps) => Piece::Heaps(sorted(heaps)),
        other => other,
    }
}

fn sorted(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap != 0);
    heaps.sort_unstable();
    heaps
}

fn plain(piece: Piece) -> Piece {
    match piece {
        Piece::Heaps(heaps) => Piece::Heaps(sorted(heaps)),
        other => other,
    }
}

#[test]
fn rulesets_have_the_options_of_the_engine() {
    let mut lemmas = String::new();
    let mut count = 0;
    for (index, start) in STARTS.iter().enumerate() {
        let start = parse_game(start).unwrap();
        let component = position(&start).unwrap();
        let mut rows = Vec::new();
        for game in reached(start.clone(), 250) {
            let here = place(&start, &game);
            for player in Player::BOTH {
                let twin = pieces(&component, player, &here);
                let found: BTreeSet<String> =
                    twin.iter().cloned().map(plain).map(|p| text(&p)).collect();
                assert_eq!(found, engine(&start, &game, player), "{} {player}", game.text());
                let options: Vec<String> = twin.iter().map(text).collect();
                rows.push(format!("({player}, {}, [{}])", text(&here), options.join("; ")));
                count += 1;
            }
        }
        compare(&mut lemmas, index, &component, &rows);
    }
    for (index, start) in COLOURS.iter().enumerate() {
        let start = parse_game(start).unwrap();
        let component = position(&start).unwrap();
        let Kind::Board(_) = component.kind else { panic!() };
        // The positions of the theory, next to the corresponding positions of the engine.
        let mut open = vec![(start.clone(), component.start.clone())];
        let mut seen = BTreeSet::from([text(&component.start)]);
        let mut rows = Vec::new();
        while let Some((game, here)) = open.pop() {
            for player in Player::BOTH {
                let twin = pieces(&component, player, &here);
                let options: BTreeMap<String, Game> = game
                    .options(player)
                    .unwrap()
                    .into_iter()
                    .map(|option| (option.position_text(), option))
                    .collect();
                let texts: Vec<String> = twin.iter().map(text).collect();
                rows.push(format!("({player}, {}, [{}])", text(&here), texts.join("; ")));
                count += 1;
                let found: BTreeSet<String> =
                    twin.iter().map(|piece| coloured_text(piece, &start)).collect();
                assert!(found.iter().eq(options.keys()), "{} {player}", game.text());
                for piece in twin {
                    if seen.len() < 250 && seen.insert(text(&piece)) {
                        open.push((options[&coloured_text(&piece, &start)].clone(), piece));
                    }
                }
            }
        }
        compare(&mut lemmas, STARTS.len() + index, &component, &rows);
    }
    assert!(count > 4000, "{count}");
    if coq() {
        let folder = tempfile::tempdir().unwrap();
        let output = run_importing(folder.path(), &(header("Play") + &lemmas));
        assert!(output.status.success(), "{}", words(&output));
    }
}

/// What is proved of a board is proved of the graph of its free cells.
#[test]
fn boards_are_proved_as_their_graphs() {
    for (board, graph) in [
        ("snort(\"x.|..\")", "snort(\"LL.|1-3,2-3\")"),
        ("col(\"..|.o\")", "col(\".RR|1-2,1-3\")"),
        ("col(\"..|..\")", "col(\"2x2\")"),
    ] {
        let [board, graph] = [board, graph].map(|text| {
            crate::rulesets::position(&upstar_games::parse_game(text).unwrap()).unwrap().coq
        });
        assert_eq!(board, graph);
    }
}

/// A position of Col or Snort as the engine writes it: the vertices that somebody may take, and the
/// edges along which one would be forbidden to somebody who may take it.
fn coloured_text(piece: &Piece, start: &Game) -> String {
    let Piece::Bits(bits) = piece else { panic!() };
    let snort = start.name() == "snort";
    let written = start.position_text();
    let (vertices, edges) = written.split_once('|').unwrap();
    let n = vertices.len();
    let colours: Vec<u128> = (0..n).map(|v| (bits >> v & 1) | (bits >> (n + v) & 1) << 1).collect();
    let left: Vec<usize> = (0..n).filter(|&v| colours[v] != 0).collect();
    let letter = |v: &usize| match (colours[*v], snort) {
        (3, _) => '.',
        (1, true) | (2, false) => 'L',
        _ => 'R',
    };
    let mut list = Vec::new();
    for edge in edges.split(',').filter(|edge| !edge.is_empty()) {
        let (a, b) = edge.split_once('-').unwrap();
        let (a, b): (usize, usize) = (a.parse().unwrap(), b.parse().unwrap());
        let place = |v: usize| left.iter().position(|&u| u == v - 1);
        let (one, other) = (colours[a - 1], colours[b - 1]);
        let matters = if snort { one | other == 3 } else { one & other != 0 };
        if let (Some(a), Some(b), true) = (place(a), place(b), matters) {
            list.push((a.min(b) + 1, a.max(b) + 1));
        }
    }
    list.sort_unstable();
    let list: Vec<String> = list.iter().map(|(a, b)| format!("{a}-{b}")).collect();
    format!("{}|{}", left.iter().map(letter).collect::<String>(), list.join(","))
}

/// A lemma: the ruleset has these options, in this order.
fn compare(lemmas: &mut String, index: usize, component: &Component, rows: &[String]) {
    let (kind, same) = match component.start {
        Piece::Heaps(_) => ("list N", "list_eqb (list_eqb N.eqb)"),
        _ => ("N", "list_eqb N.eqb"),
    };
    if lemmas.is_empty() {
        *lemmas += "Fixpoint list_eqb {A} (e : A -> A -> bool) (a b : list A) : bool :=\n  match a, b with [], [] => true \
                    | x :: a, y :: b => e x y && list_eqb e a b | _, _ => false end.\n";
    }
    let _ = write!(
        lemmas,
        "Definition G{index} : game := {}.\nLemma options{index} : forallb (fun row : player * {kind} * list ({kind}) =>\n  \
         let '(p, x, l) := row in {same} (moves (rules G{index}) p x) l) [{}] = true.\n\
         Proof. vm_compute. reflexivity. Qed.\n",
        component.coq,
        rows.join(";\n")
    );
}
