//! Loopy games.

use upstar_core::{Budget, Player};
use upstar_lang::Session;
use upstar_stoppers::{Graph, KoGame, Komaster, Loopy, Side, reference};
use upstar_values::{Rational, Style, Universe};

/// The most positions of a game that is made of data.
const MOST: usize = 6;

/// Takes data for the options of positions, two bytes for each: a bit for each option. The sides of
/// the game equal it by the definition, its outcome is that of play, and what is printed reads back
/// as the same game. There are winning moves if and only if who moves first wins. The walls of its
/// thermographs do not cross.
pub fn loopy(data: &[u8]) {
    let count = (data.len() / 2).min(MOST);
    if count == 0 {
        return;
    }
    let game = Graph::explore(0usize, |&at, player| {
        let bits = data[2 * at + usize::from(player == Player::Right)];
        Ok((0..count).filter(|option| bits >> option & 1 == 1).collect())
    });
    let game = game.expect("a few positions are not too many");
    let universe = Universe::new();
    let budget = Budget::unlimited().with_bytes(256 << 20).with_steps(20_000_000);
    let mut worker = universe.worker(&budget);
    if let Ok(kos) = KoGame::of(&game, &mut worker) {
        for komaster in [None, Some(Player::Left), Some(Player::Right)] {
            let found = kos.thermograph(Komaster::Named(komaster), &mut worker);
            let Ok(found) = found else { continue };
            for t in 0..8 {
                let [left, right] =
                    Player::BOTH.map(|player| found.wall(player).at(&Rational::from(t).half()));
                assert!(left >= right, "{found} at {t}/2");
            }
        }
    }
    let Ok(value) = Loopy::of(&game, &mut worker) else { return };
    for (side, simple) in [(Side::On, value.onside()), (Side::Off, value.offside())] {
        assert!(
            reference::at_least(&game, simple, side) && reference::at_least(simple, &game, side)
        );
        if let Ok(stopper) = value.side(side, &worker) {
            assert!(stopper.is_stopper() && simple.is_stopper());
        }
    }
    let Ok(outcome) = value.outcome(&mut worker) else { return };
    assert_eq!(outcome, reference::outcome(&game));
    for player in Player::BOTH {
        if let Ok(moves) = value.winning_moves(player, &mut worker) {
            assert_eq!(!moves.is_empty(), outcome.winner(player) == Some(player));
        }
    }
    // The reduced form has the same stops.
    if value.is_stopper()
        && let Ok(reduced) = value.reduced_canonical_form(&mut worker)
        && let Ok(reduced) = Loopy::of_value(&mut worker, reduced)
    {
        for player in Player::BOTH {
            let stops = (value.stop(player, &mut worker), reduced.stop(player, &mut worker));
            if let (Ok(stop), Ok(other)) = stops {
                assert_eq!(stop.strong(), other.strong());
            }
        }
    }
    let Ok(printed) = value.text(&mut worker, Style::Plain) else { return };
    let mut session = Session::new();
    let again = session.line(&printed, Style::Plain, &budget);
    let again = again.unwrap_or_else(|error| panic!("{printed} does not read back: {error}"));
    let same = format!("({again}) == ({printed})");
    if let Ok(same) = session.line(&same, Style::Plain, &budget) {
        assert_eq!(same, "true", "{printed} reads back as {again}");
    }
}
