//! Endgames of Go in the words of its players, and as game records.

use upstar_core::Budget;
use upstar_games::parse_game;
use upstar_lang::{Session, Style};

/// The lines of a comment: the summary and the best moves.
fn comment(board: &str) -> Vec<String> {
    let (mut session, budget) = (Session::new(), Budget::unlimited());
    let text = format!("go(\"{board}\")");
    let value = session.evaluate(&text, &budget).unwrap().unwrap();
    let found = session.endgame(&value, &budget).unwrap().unwrap();
    std::iter::once(found.summary).chain(found.moves).collect()
}

#[test]
fn endgames_have_the_words_of_go() {
    // Corridors of Sensei's Library: the count is n - 2 + 1/2^(n-1), a move gains 1 - 1/2^(n-1).
    for (board, first) in [
        ("X.O", "count 0, dame"),
        ("XXXX|X..O|XXXX", "count 1/2, gote, a move gains 1/2"),
        ("XXXXX|X...O|XXXXX", "count 5/4, gote, a move gains 3/4"),
        ("XXXXXX|X....O|XXXXXX", "count 17/8, gote, a move gains 7/8"),
        ("#XO#|X.xO|#XO#", "count -1/3, ko, a move gains 1/3"),
    ] {
        assert_eq!(comment(board)[0], first, "{board}");
    }
    // Two stones are at stake if White blocks, and he must be answered.
    assert_eq!(
        comment("XXXXOXX|Xoo..OO|XXXXXOO"),
        [
            "count 4, sente of Right, reverse sente gains 1",
            "1: Left from 1 to 0 (reverse sente, count 5)",
            "1: Right from 1 to 0 (sente, count 2)",
        ]
    );
    assert_eq!(
        comment("#XO#|X.xO|#XO#")[1..],
        ["1: Left from 1/3 to 0 (gote, count 0)", "1: Right at 1/3 (ko, count -2/3)"]
    );
}

/// What is written is read as the same board.
#[test]
fn game_records_are_written() {
    let answer = |text: &str| Session::new().line(text, Style::Plain, &Budget::unlimited());
    for board in ["XXXXX|X...O|XXXXX", "#XO#|X.xO|#XO#", "x.|.o"] {
        let text = format!("go(\"{board}\")");
        let record = answer(&format!("{text}.Sgf")).unwrap();
        let again = parse_game(&format!("go(\"{}\")", record.replace('\n', " "))).unwrap();
        assert_eq!(again, parse_game(&text).unwrap(), "{record}");
    }
    assert!(answer("go(\"2\").Sgf").unwrap_err().to_string().contains("a position of Go"));
    assert!(answer("nim(2).Sgf").unwrap_err().to_string().contains("a position of Go"));
}
