//! The bandit and the policeman against a second implementation of the rules.

use crate::common;

use std::collections::{BTreeSet, HashMap};

use common::Graph;
use proptest::prelude::*;
use upstar_core::Player;
use upstar_engine::{GraphForm, GraphOptions};
use upstar_games::{parse_board, parse_game};

type Cell = (i32, i32);

/// The moves from a state, directly from the rules; `None` is off the board.
fn naive_moves(
    board: &[Vec<char>],
    bandit: Option<Cell>,
    policeman: Cell,
    mover: char,
) -> BTreeSet<(Option<Cell>, Cell)> {
    let mut moves = BTreeSet::new();
    let Some(at) = bandit else { return moves };
    if at == policeman {
        return moves;
    }
    let rows = board.len() as i32;
    let columns = board[0].len() as i32;
    for row in -1..=rows {
        for column in -1..=columns {
            let inside = row >= 0 && column >= 0 && row < rows && column < columns;
            if inside && board[row as usize][column as usize] == '#' {
                continue;
            }
            if mover == 'B' {
                let beside = (row - at.0).abs() + (column - at.1).abs() == 1;
                if beside && (row, column) != policeman {
                    moves.insert((inside.then_some((row, column)), policeman));
                }
            } else {
                let around = (row - policeman.0).abs().max((column - policeman.1).abs()) == 1;
                if inside && around {
                    moves.insert((bandit, (row, column)));
                }
            }
        }
    }
    moves
}

fn name(bandit: Option<Cell>, policeman: Cell, mover: char) -> String {
    let cell = |(row, column): Cell| format!("r{}c{}", row + 1, column + 1);
    format!("{}-{}-{mover}", bandit.map_or("off".into(), cell), cell(policeman))
}

fn compare(text: &str, first: Player) {
    let game = parse_board("bandit", text).unwrap();
    let options = GraphOptions { form: None, first: Some(first) };
    let (graph, size) = Graph::of(&game, options);
    assert_eq!(size.form, GraphForm::Alternating);
    let board: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let find = |letter| {
        (0..board.len())
            .flat_map(|row| (0..board[0].len()).map(move |column| (row, column)))
            .find(|&(row, column)| board[row][column] == letter)
            .map(|(row, column)| (row as i32, column as i32))
    };
    let start = (find('B'), find('P').unwrap(), if first == Player::Left { 'B' } else { 'P' });
    let mut expected: HashMap<String, BTreeSet<String>> = HashMap::new();
    let mut open = vec![start];
    while let Some((bandit, policeman, mover)) = open.pop() {
        if expected.contains_key(&name(bandit, policeman, mover)) {
            continue;
        }
        let other = if mover == 'B' { 'P' } else { 'B' };
        let moves = naive_moves(&board, bandit, policeman, mover);
        let named = moves.iter().map(|&(bandit, policeman)| name(bandit, policeman, other));
        expected.insert(name(bandit, policeman, mover), named.collect());
        open.extend(moves.into_iter().map(|(bandit, policeman)| (bandit, policeman, other)));
    }
    assert_eq!(graph.names[0], name(start.0, start.1, start.2));
    assert_eq!(graph.names.len(), expected.len());
    for (v, name) in graph.names.iter().enumerate() {
        let arcs: BTreeSet<String> =
            graph.arcs[v].iter().map(|&(to, _)| graph.names[to as usize].clone()).collect();
        assert_eq!(&arcs, &expected[name], "{name}");
    }
    // The two forms of the graph have the same moves.
    let form = Some(GraphForm::Coloured);
    let (coloured, _) = Graph::of(&game, GraphOptions { form, first: None });
    for player in Player::BOTH {
        let (mover, other) = if player == Player::Left { ('B', 'P') } else { ('P', 'B') };
        let all: BTreeSet<(String, String)> = coloured
            .moves(player)
            .into_iter()
            .map(|(from, to)| (format!("{from}-{mover}"), format!("{to}-{other}")))
            .collect();
        for (v, name) in graph.names.iter().enumerate().filter(|(_, name)| name.ends_with(mover)) {
            for &(to, _) in &graph.arcs[v] {
                assert!(all.contains(&(name.clone(), graph.names[to as usize].clone())));
            }
        }
    }
}

#[test]
fn the_example_boards_follow_the_rules() {
    for board in [
        include_str!("../../../../examples/boards/a.txt"),
        include_str!("../../../../examples/boards/yard.txt"),
        include_str!("../../../../examples/boards/cell.txt"),
    ] {
        compare(board, Player::Left);
        compare(board, Player::Right);
    }
}

/// Small boards with an obvious winner: whether the player to move wins when the bandit moves
/// first, and when the policeman moves first.
#[test]
fn small_boards_have_the_right_winner() {
    for (board, bandit_first, policeman_first) in [
        // One step from the edge.
        ("B..|...|..P", Some(true), Some(false)),
        // Beside the policeman: he steps off at once, or is caught.
        ("BP", Some(true), Some(true)),
        // Walled in alone: the bandit has no move when his turn comes.
        ("#####|#B#.P|#####", Some(false), Some(true)),
        // In separate rooms of two cells each: they walk to and fro forever.
        ("#######|#B.#P.#|#######", None, None),
        // Around a block in a closed yard: the policeman takes short cuts.
        ("#####|#B..#|#.#.#|#..P#|#####", Some(false), Some(true)),
        // Walled in alone and the policeman walled in too: whoever moves loses.
        ("#####|#B#P#|#####", Some(false), Some(false)),
        // In one cell with the policeman: the bandit may not step on him.
        ("####|#BP#|####", Some(false), Some(true)),
        // A closed room of 3x3 cells: the policeman catches him.
        ("#####|#B..#|#...#|#..P#|#####", Some(false), Some(true)),
    ] {
        let game = parse_game(&format!("bandit(\"{board}\")")).unwrap();
        assert_eq!(game.text(), format!("bandit(\"{board}\")"));
        for (first, expected) in [(Player::Left, bandit_first), (Player::Right, policeman_first)] {
            let options = GraphOptions { form: None, first: Some(first) };
            let (graph, _) = Graph::of(&game, options);
            assert_eq!(graph.winners()[0], expected, "{board}, {first} first");
        }
    }
}

#[test]
fn positions_read_back() {
    let game = parse_game("bandit(\"B.|#P\")").unwrap();
    assert_eq!(game.position_text(), "r1c1-r2c2");
    for player in Player::BOTH {
        for option in game.options(player).unwrap() {
            let again = parse_game(&option.text()).unwrap();
            assert_eq!(
                (again.text(), again.position_text()),
                (option.text(), option.position_text())
            );
        }
    }
    assert_eq!(game.rules().player("P").unwrap(), Player::Right);
    assert_eq!(game.rules().player("b").unwrap(), Player::Left);
    assert_eq!(game.rules().player("Right").unwrap(), Player::Right);
    assert!(
        game.rules()
            .player("X")
            .unwrap_err()
            .to_string()
            .contains("expected left (B) or right (P)")
    );
}

#[test]
fn faulty_boards_are_named() {
    for (board, part) in [
        ("", "line 1, column 1: expected a row"),
        ("B.\n\nP.", "line 2, column 1: expected a row"),
        ("B.\nP", "line 2, column 1: this row has 1 cells, and the first one has 2"),
        ("B.\n.X", "line 2, column 2: expected `.` (free), `#` (wall), `B` or `P`, found `X`"),
        ("BB\n.P", "line 1, column 2: a second bandit"),
        ("B.\n..", "the board has no policeman (`P`)"),
        ("..\n.P", "the board has no bandit (`B`)"),
        ("B\u{0}P", "found `\\u{0}`"),
    ] {
        let error = parse_board("bandit", board).expect_err(board).to_string();
        assert!(error.contains(part), "{board:?}: {error}");
    }
    let huge = format!("BP{}", ".".repeat(70_000));
    assert!(parse_board("bandit", &huge).err().unwrap().to_string().contains("too large"));
    let error = parse_game("bandit(\"B.|PX\")").err().unwrap().to_string();
    assert!(error.contains("line 1, column 13"), "{error}");
    let error = parse_game("bandit(\"..|.#\",\"r1c1-r2c2\")").err().unwrap().to_string();
    assert!(error.contains("expected free cells"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(6), ..ProptestConfig::default() })]

    #[test]
    fn random_boards_follow_the_rules(
        columns in 1usize..5,
        cells in proptest::collection::vec(0u8..3, 2..16),
        bandit in any::<prop::sample::Index>(),
        policeman in any::<prop::sample::Index>(),
    ) {
        let rows = cells.len() / columns;
        prop_assume!(rows > 0 && rows * columns > 1);
        let cells = &cells[..rows * columns];
        let (bandit, policeman) = (bandit.index(cells.len()), policeman.index(cells.len()));
        prop_assume!(bandit != policeman);
        let letters: Vec<char> = (0..cells.len())
            .map(|cell| match () {
                () if cell == bandit => 'B',
                () if cell == policeman => 'P',
                () if cells[cell] == 0 => '#',
                () => '.',
            })
            .collect();
        let board: Vec<String> = letters.chunks(columns).map(|row| row.iter().collect()).collect();
        compare(&board.join("\n"), Player::Left);
    }
}
