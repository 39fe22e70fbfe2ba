//! Games of the catalogue that are defined by rules files, against their definitions.

use upstar_core::Player;
use upstar_engine::Arguments;
use upstar_games::find_game;

use super::{Random, boards, itself, options};

/// Games of the catalogue that are defined by rules files, against definitions in Rust: steps,
/// their length, and what is taken and left.
#[test]
fn games_of_the_house_agree() {
    let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let slanting = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let all = [straight, slanting].concat();
    // Letters that Left takes; what is left behind; whether the step passes over free cells.
    type Steps<'a> = &'a [(i32, i32)];
    let games: [(&str, Steps<'_>, &str, char, bool); 7] = [
        ("anti_clobber", &straight, ".", 'o', false),
        ("cannibal_clobber", &straight, "xo", '.', false),
        ("clobber", &straight, "o", '.', false),
        ("diagonal_clobber", &slanting, "o", '.', false),
        ("kings", &all, "o", '.', false),
        ("queens", &all, "o", '.', true),
        ("rooks", &straight, "o", '.', true),
    ];
    let mut random = Random(7);
    for (name, steps, takes, leaves, far) in games {
        let row = find_game(name).unwrap();
        for index in 0..300 {
            let (rows, columns) = [(3, 4), (2, 9), (5, 5), (9, 3)][index % 4];
            let cells: Vec<char> =
                random.cells(&["x", "o", ".", "#", "x", "o"], rows * columns).chars().collect();
            let text = |cells: &[char]| {
                let rows: Vec<String> =
                    cells.chunks(columns).map(|row| row.iter().collect()).collect();
                rows.join("|")
            };
            let game = row.make(&Arguments::of_text(text(&cells))).unwrap();
            for (player, [own, other]) in [(Player::Left, ['x', 'o']), (Player::Right, ['o', 'x'])]
            {
                let exchanged = |letter: char| match letter {
                    'x' => own,
                    'o' => other,
                    letter => letter,
                };
                let takes: String = takes.chars().map(exchanged).collect();
                let mut expected = Vec::new();
                for from in (0..cells.len()).filter(|&from| cells[from] == own) {
                    for &(down, right) in steps {
                        let (mut row, mut column) =
                            ((from / columns) as i32, (from % columns) as i32);
                        loop {
                            (row, column) = (row + down, column + right);
                            let on = (0..rows as i32).contains(&row)
                                && (0..columns as i32).contains(&column);
                            if !on {
                                break;
                            }
                            let to = row as usize * columns + column as usize;
                            if takes.contains(cells[to]) {
                                let mut after = cells.clone();
                                (after[from], after[to]) = (exchanged(leaves), own);
                                expected.push(text(&after));
                            }
                            if !far || cells[to] != '.' {
                                break;
                            }
                        }
                    }
                }
                expected.sort();
                expected.dedup();
                assert_eq!(options(&game, player, itself), expected, "{name} {game:?} {player}");
            }
        }
    }
    // Two neighbouring free cells.
    let cram = find_game("cram").unwrap();
    let small = boards(".#", 3, 3).into_iter().chain(boards(".#", 1, 9));
    for board in small.chain(["....#....|.#.......|........#".to_owned()]) {
        let columns = board.find('|').unwrap_or(board.len());
        let cells = board.as_bytes();
        let mut expected = Vec::new();
        for cell in 0..cells.len() {
            for other in [cell + 1, cell + columns + 1] {
                if cells[cell] == b'.' && cells.get(other) == Some(&b'.') {
                    let mut after = cells.to_vec();
                    (after[cell], after[other]) = (b'#', b'#');
                    expected.push(String::from_utf8(after).unwrap());
                }
            }
        }
        expected.sort();
        let game = cram.make(&Arguments::of_text(board)).unwrap();
        assert_eq!(options(&game, Player::Left, itself), expected);
    }
    // Three free cells of a 2 x 2 square.
    let triomino = find_game("triomino").unwrap();
    for board in boards(".#", 3, 3).into_iter().chain(boards(".#", 2, 5)) {
        let rows: Vec<&str> = board.split('|').collect();
        let free = |row: usize, column: usize| rows[row].as_bytes()[column] == b'.';
        let mut expected = Vec::new();
        for row in 1..rows.len() {
            for column in 1..rows[0].len() {
                let square =
                    [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)];
                for left_out in square {
                    let piece: Vec<_> =
                        square.into_iter().filter(|&cell| cell != left_out).collect();
                    if piece.iter().all(|&(row, column)| free(row, column)) {
                        let mut after: Vec<String> =
                            rows.iter().map(|row| (*row).to_owned()).collect();
                        for (row, column) in piece {
                            after[row].replace_range(column..=column, "#");
                        }
                        expected.push(after.join("|"));
                    }
                }
            }
        }
        expected.sort();
        expected.dedup();
        let game = triomino.make(&Arguments::of_text(board)).unwrap();
        assert_eq!(options(&game, Player::Left, itself), expected);
    }
}
