//! Recorded games: legal ones are read, others refused with their line.

use upstar::Record;
use upstar::core::{Budget, Outcome, Player};
use upstar::rules::{Convention, Solver};

/// Dehornoy, figure 1: after the seventh move Right has no red edge and has lost.
#[test]
fn the_game_of_hackenbush_ends_after_seven_moves() {
    let text = include_str!("../../../../examples/games/hackenbush.txt");
    let record = Record::read(text, Player::Left).unwrap();
    assert_eq!(record.turns.len(), 8);
    assert_eq!(record.turns[7].mover, Player::Right);
    assert_eq!(record.winner(Convention::Normal).unwrap(), Some(Player::Left));
    assert_eq!(record.winner(Convention::Misere).unwrap(), Some(Player::Right));
    let solver = Solver::default();
    let outcomes = record.outcomes(&solver, Convention::Normal, &Budget::unlimited()).unwrap();
    // Red-blue Hackenbush is never won by who moves first (lemma 1.2).
    assert!(outcomes.iter().all(|outcome| *outcome != Outcome::N));
    assert_eq!(outcomes.last(), Some(&Outcome::L));
    let drawn = upstar_draw::svg(&record.scene());
    assert!(drawn.contains("1: Left to move") && drawn.contains("8: Right to move"));
    // The same moves by the other player first are not legal.
    assert!(Record::read(text, Player::Right).is_err());
}

#[test]
fn moves_that_are_not_legal_are_told_with_their_line() {
    for (text, part) in [
        ("", "expected the positions"),
        ("nim(1,2)\nnim(x)", "line 2: line 1, column 5"),
        ("nim(1,2)\n\n// two heaps at once\nnim(0,1)", "line 4: none of the 3 moves of Left"),
        (
            "nim(1) + nim(2)\nnim(2) + nim(0)\nnim(1) + nim(1)",
            "line 3: none of the 2 moves of Right",
        ),
    ] {
        let error = Record::read(text, Player::Left).err().unwrap().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    // Summands may change places.
    let record = Record::read("nim(1) + nim(2)\nnim(2) + nim(0)", Player::Left).unwrap();
    assert_eq!(record.winner(Convention::Normal).unwrap(), None);
}
