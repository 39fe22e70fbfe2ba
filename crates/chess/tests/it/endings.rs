//! Endgames against published numbers and against mates found by search.

use cozy_chess::{Board, Color, Piece, Square};
use upstar_chess::{Depth, Ending, MoveResult, Solved};
use upstar_core::Budget;

fn solved(ending: &str) -> Solved {
    Solved::new(ending.parse().unwrap(), 2, &Budget::unlimited()).unwrap()
}

fn longest(table: &Solved) -> (u32, u64, u64) {
    let Depth { strong_to_move, lone_to_move } = *table.depths().last().unwrap();
    (table.longest_mate(), strong_to_move, lone_to_move)
}

/// P. Karrer's statistics (kirill-kryukov.com): mate in 10, in 1 position with White to
/// move and in 8 with Black to move.
#[test]
fn queen_mates_in_ten() {
    let table = solved("KQK");
    assert_eq!(longest(&table), (10, 1, 8));
    judge(&table);
}

/// The data set krkopt of UCI (Bain and Hoff, 1994): all positions with Black to move;
/// the longest by Karrer.
#[test]
fn rook_mates_in_sixteen() {
    let table = solved("KRK");
    assert_eq!(longest(&table), (16, 121, 390));
    let krkopt =
        [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
    let depths: Vec<u64> = table.depths().iter().map(|depth| depth.lone_to_move).collect();
    assert_eq!(depths, krkopt);
    assert_eq!(table.draws().lone_to_move, 2796);
    assert_eq!(depths.iter().sum::<u64>() + 2796, 28_056);
    judge(&table);
}

/// Two bishops mate in 19.
#[test]
#[ignore = "some seconds in a release build: cargo test --release -p upstar-chess -- --ignored"]
fn bishops_mate_in_nineteen() {
    let table = solved("KBBK");
    assert_eq!(longest(&table), (19, 15, 45));
}

/// Karrer: 33 moves, in 138 positions with White to move.
#[test]
#[ignore = "some seconds in a release build: cargo test --release -p upstar-chess -- --ignored"]
fn bishop_and_knight_mate_in_thirty_three() {
    let table = solved("KBNK");
    let (moves, strong, _) = longest(&table);
    assert_eq!((moves, strong), (33, 138));
}

/// All endgames with four men and without pawns: the longest mate with the first side to move, and
/// how many in a thousand positions are won, drawn and lost for whoever is to move: the first side,
/// then the other. *Source:* the summary of Nalimov's tables that comes with the program Scid
/// (tcl/tb.tcl, list `tbs`). Positions that are their own images are counted otherwise here and there,
/// so that shares differ by up to two in a thousand.
#[test]
#[ignore = "a minute or two in a release build: cargo test --release -p upstar-chess -- --ignored"]
fn the_longest_mates_with_four_men_are_known() {
    for (ending, moves, first, other) in [
        ("KQKQ", 13, [417, 578, 5], [417, 578, 5]),
        ("KQKR", 35, [990, 8, 2], [287, 58, 655]),
        ("KQKB", 17, [997, 3, 0], [0, 231, 769]),
        ("KQKN", 21, [993, 7, 0], [0, 195, 805]),
        ("KRKR", 19, [291, 702, 7], [291, 702, 7]),
        ("KRKB", 29, [352, 648, 0], [0, 968, 32]),
        ("KRKN", 40, [484, 516, 0], [0, 890, 110]),
        ("KBKB", 1, [0, 1000, 0], [0, 1000, 0]),
        ("KBKN", 1, [0, 1000, 0], [0, 1000, 0]),
        ("KNKN", 1, [0, 1000, 0], [0, 1000, 0]),
        ("KQQK", 4, [1000, 0, 0], [0, 21, 979]),
        ("KQRK", 6, [1000, 0, 0], [0, 11, 989]),
        ("KQBK", 8, [1000, 0, 0], [0, 94, 906]),
        ("KQNK", 9, [1000, 0, 0], [0, 97, 903]),
        ("KRRK", 7, [1000, 0, 0], [0, 3, 997]),
        ("KRBK", 16, [1000, 0, 0], [0, 88, 912]),
        ("KRNK", 16, [1000, 0, 0], [0, 92, 908]),
        ("KBBK", 19, [493, 507, 0], [0, 588, 412]),
        ("KBNK", 33, [995, 5, 0], [0, 181, 819]),
        ("KNNK", 1, [0, 1000, 0], [0, 1000, 0]),
    ] {
        let table = solved(ending);
        let depths = table.depths();
        let sum = |side: fn(&Depth) -> u64| depths.iter().map(side).sum::<u64>();
        let (draws, lost) = (table.draws(), table.lost());
        let thousands = |counts: [u64; 3]| {
            let all = counts.iter().sum::<u64>() as f64;
            counts.map(|count| count as f64 * 1000.0 / all)
        };
        let won = sum(|depth| depth.strong_to_move);
        let found = [
            thousands([won, draws.strong_to_move, lost.strong_to_move]),
            thousands([lost.lone_to_move, draws.lone_to_move, sum(|depth| depth.lone_to_move)]),
        ];
        for (found, expected) in found.iter().zip([first, other]) {
            let near = |(found, expected): (&f64, f64)| (found - expected).abs() <= 2.0;
            let mut pairs = found.iter().zip(expected.map(f64::from));
            // Two bishops on cells of one colour, which there are half of all, are left out here.
            let alike = ending == "KBBK" || pairs.all(near);
            assert!(alike, "{ending}: {found:.1?}, expected {expected:?}");
        }
        let longest = depths.iter().rposition(|depth| depth.strong_to_move > 0);
        assert_eq!(longest, Some(moves), "{ending}");
        // Between equal sides it does not matter which one moves.
        if ending[..2] == ending[2..] {
            let draws = table.draws();
            assert_eq!(draws.strong_to_move, draws.lone_to_move, "{ending}");
            let wins: u64 = depths.iter().map(|depth| depth.strong_to_move).sum();
            assert_eq!(wins, table.lost().lone_to_move, "{ending}");
        }
    }
}

/// Quick mates in endgames where both sides have a piece, compared with a search that uses only the
/// rules of chess.
#[test]
#[ignore = "some seconds in a release build: cargo test --release -p upstar-chess -- --ignored"]
fn quick_mates_with_a_piece_each_are_found_by_search() {
    let table = solved("KQKR");
    let mut seen = [0; 3];
    for index in (0..1u64 << 24).step_by(50_021) {
        let square = |shift: u32| Square::index((index >> shift & 63) as usize);
        let men = [
            (square(18), Piece::King, Color::White),
            (square(12), Piece::King, Color::Black),
            (square(6), Piece::Queen, Color::White),
            (square(0), Piece::Rook, Color::Black),
        ];
        for mover in [Color::White, Color::Black] {
            let plain = fen(&men, mover, 0, false);
            let Ok(found) = table.position(&plain) else { continue };
            let other = table.position(&fen(&men, mover, 56, true)).unwrap();
            assert_eq!((found.verdict, found.plies), (other.verdict, other.plies), "{plain}");
            let board = Board::from_fen(&plain, false).unwrap();
            for moves in 0..=2 {
                let quick = found.mate_in() <= moves;
                assert_eq!(
                    found.verdict == MoveResult::Win && quick,
                    mates(&board, moves),
                    "{plain}"
                );
                assert_eq!(
                    found.verdict == MoveResult::Loss && quick,
                    is_mated(&board, moves),
                    "{plain}"
                );
            }
            seen[found.verdict as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

/// Whether the player to move mates in at most `moves` of his moves, by search.
fn mates(board: &Board, moves: u32) -> bool {
    if moves == 0 {
        return false;
    }
    let after = children(board);
    after.iter().any(|board| is_mated(board, moves - 1))
}

/// Whether the player to move is mated after at most `moves` moves of the other one.
fn is_mated(board: &Board, moves: u32) -> bool {
    let after = children(board);
    if after.is_empty() {
        return !board.checkers().is_empty();
    }
    moves > 0 && after.iter().all(|board| mates(board, moves))
}

fn children(board: &Board) -> Vec<Board> {
    let mut after = Vec::new();
    board.generate_moves(|moves| {
        after.extend(moves.into_iter().map(|chosen| {
            let mut board = board.clone();
            board.play(chosen);
            board
        }));
        false
    });
    after
}

/// FEN of the men, after the symmetry, with the colours exchanged if asked.
fn fen(men: &[(Square, Piece, Color)], mover: Color, flip: usize, exchange: bool) -> String {
    let mut rows = vec![vec!['1'; 8]; 8];
    let swap = |color: Color| if exchange { !color } else { color };
    for &(square, piece, color) in men {
        let s = square as usize ^ flip;
        let letter = char::from(piece);
        let white = swap(color) == Color::White;
        rows[7 - s / 8][s % 8] = if white { letter.to_ascii_uppercase() } else { letter };
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    let mover = if swap(mover) == Color::White { "w" } else { "b" };
    format!("{} {mover} - - 0 1", rows.join("/"))
}

/// Short mates and all others against a search; symmetric positions and exchanged
/// colours have one verdict; every move's verdict fits the position's.
fn judge(table: &Solved) {
    let strong = if table.ending().to_string() == "KQK" { Piece::Queen } else { Piece::Rook };
    let mut seen = [0; 3];
    for index in (0..64 * 64 * 64).step_by(977) {
        let [king, lone, man] = [index / 4096, index / 64 % 64, index % 64].map(Square::index);
        let men = [
            (king, Piece::King, Color::White),
            (lone, Piece::King, Color::Black),
            (man, strong, Color::White),
        ];
        for mover in [Color::White, Color::Black] {
            let plain = fen(&men, mover, 0, false);
            let Ok(found) = table.position(&plain) else { continue };
            for (flip, exchange) in [(7, false), (56, true), (63, true)] {
                let other = table.position(&fen(&men, mover, flip, exchange)).unwrap();
                assert_eq!((found.verdict, found.plies), (other.verdict, other.plies), "{plain}");
                assert_eq!(found.moves.len(), other.moves.len());
            }
            let board = Board::from_fen(&plain, false).unwrap();
            for moves in 0..=2 {
                let quick = match mover {
                    Color::White => mates(&board, moves),
                    Color::Black => is_mated(&board, moves),
                };
                let lost = if mover == Color::White { MoveResult::Win } else { MoveResult::Loss };
                assert_eq!(found.verdict == lost && found.mate_in() <= moves, quick, "{plain}");
            }
            seen[found.verdict as usize] += 1;
            match found.moves.first() {
                Some(best) => {
                    assert_eq!((best.verdict, best.plies), (found.verdict, found.plies), "{plain}");
                }
                None => assert_eq!(found.plies, 0, "{plain}"),
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

#[test]
fn positions_are_read_and_refused() {
    let table = solved("KQK");
    let found = table.position("8/8/8/8/8/1K6/8/k1Q5 b - - 99 80").unwrap();
    assert_eq!((found.verdict, found.plies), (MoveResult::Loss, 0));
    let found = table.position("k7/2Q5/8/1K6/8/8/8/8 b").unwrap();
    assert_eq!(found.verdict, MoveResult::Draw);
    let found = table.position("8/8/8/8/8/2K5/1q6/k7 b").unwrap_err().to_string();
    assert!(found.contains("FEN"), "{found}");
    let best = &table.position("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1").unwrap().moves[0];
    assert_eq!((best.san.as_str(), best.plies), ("Qg8#", 1));
    let black = table.position("6q1/8/8/8/8/1k6/8/K7 b - - 0 1").unwrap();
    assert_eq!(black.moves[0].san, "Qg1#");
    for (fen, part) in [
        ("", "not a position in FEN"),
        ("8/8/8/8/8/2k5/8/K2R4 w - - 0 1", "the position is KRK, not KQK"),
        ("8/8/8/8/8/2k5/8/K7 w - - 0 1", "the position is drawn, not KQK"),
        ("8/8/8/8/8/8/1k6/K1Q5 w - - 0 1", "The board is invalid"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling"),
        ("8/8/8/8/8/2k5/7P/K2Q4 w - - 0 1", "without pawns"),
    ] {
        let error = table.position(fen).map(|_| ()).expect_err(fen).to_string();
        assert!(error.contains(part), "{fen}: {error}");
    }
    for name in ["KQPK", "KBK", "KK", "QK", "KQQQK", "KQKRR", "KRKRK", ""] {
        assert!(name.parse::<Ending>().is_err(), "{name}");
    }
    for ending in Ending::all() {
        assert_eq!(ending.to_string().parse::<Ending>().unwrap(), ending);
    }
    assert_eq!(Ending::all().len(), 22);
    assert_eq!("knbk".parse::<Ending>().unwrap().to_string(), "KBNK");
    assert_eq!(Ending::of_fen("8/8/8/8/8/2k5/8/K2B2B1 w - - 0 1").unwrap(), "KBBK".parse().ok());
    assert_eq!(Ending::of_fen("8/8/8/8/8/2k5/8/K2B1B2 w - - 0 1").unwrap(), None);
    let small = Budget::unlimited().with_steps(1000);
    assert!(Solved::new("KRK".parse().unwrap(), 1, &small).is_err());
}
