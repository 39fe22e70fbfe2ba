//! Sums of hot games: strategies and bounds.

use upstar_core::Player;
use upstar_values::{HotMove, Id, Rational, Strategy, thermography};

use super::{METHOD, Method, Of, number, player};
use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::value::{Answer, Value, list, mismatch};

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "Hotstrat",
        usage: "list.Hotstrat(Left)",
        about: "The move of Hotstrat for a player in a sum of games, which is in the hottest of \
                them: the number of the game in the list, and the option chosen.",
        example: ("[{3|1}, {5|-5}].Hotstrat(Left)", "[2,5]"),
        of: Of::List,
        arguments: (1, 1),
        run: |e, terms, arguments| play(e, terms, &arguments[0], &Strategy::Hotstrat),
        ..METHOD
    },
    Method {
        name: "Thermostrat",
        usage: "list.Thermostrat(Left)",
        about: "The move of Thermostrat for a player in a sum of games: in the game with the \
                widest thermograph at the temperature where the compound thermograph promises \
                most.",
        example: ("[{3|1}, {5|-5}].Thermostrat(Left)", "[2,5]"),
        of: Of::List,
        arguments: (1, 1),
        run: |e, terms, arguments| play(e, terms, &arguments[0], &Strategy::Thermostrat),
        ..METHOD
    },
    Method {
        name: "Sentestrat",
        usage: "list.Sentestrat(Left, k, t)",
        about: "The move of Sentestrat for a player in a sum of games: in game k, where the \
                opponent has just moved, if it is now hotter than the ambient temperature t (the \
                lowest temperature that the hottest game has had); otherwise in the hottest. \
                Without k and t: the first move of a game.",
        example: ("[{9|5||-1}, {2|-2}].Sentestrat(Right, 1, 3)", "[1,-1]"),
        of: Of::List,
        arguments: (1, 3),
        run: |e, terms, arguments| {
            let strategy = match &arguments[1..] {
                [] => Strategy::Sentestrat { ambient: Rational::from(-1), last: None },
                [last, ambient] => {
                    let count = items(e, terms)?.len();
                    Strategy::Sentestrat {
                        ambient: e.number(ambient, "the ambient temperature")?,
                        last: Some(position(e, last, count)?),
                    }
                }
                _ => {
                    return Err(Fail::mismatch(
                        "Sentestrat takes the last move and the ambient temperature together",
                    ));
                }
            };
            play(e, terms, &arguments[0], &strategy)
        },
        ..METHOD
    },
    Method {
        name: "OptimalMove",
        aliases: &["BestMove"],
        usage: "list.OptimalMove(Left)",
        about: "A move with the best stop of the whole sum. The problem is hard in general; the \
                canonical form of the sum is computed as far as the budget allows.",
        example: ("[{3|1}, {5|-5}].OptimalMove(Left)", "[2,5]"),
        of: Of::List,
        arguments: (1, 1),
        run: |e, terms, arguments| play(e, terms, &arguments[0], &Strategy::Optimal),
        ..METHOD
    },
    Method {
        name: "MoveLoss",
        aliases: &["HotLoss"],
        usage: "list.MoveLoss(Left, [k, option])",
        about: "The cost of a move in a sum of games: the best stop that the player could reach \
                minus the stop after this move, with best play from then on. A move is the number \
                of a game and the option chosen, as the strategies return it.",
        example: ("[{3|1}, {5|-5}].MoveLoss(Left, [1, 3])", "8"),
        of: Of::List,
        arguments: (2, 2),
        run: |e, terms, arguments| {
            let terms = items(e, terms)?;
            let player = player(&arguments[0])?;
            let Value::List(chosen) = &arguments[1] else {
                return Err(mismatch("expected a move [k, option]", &arguments[1]));
            };
            let [term, option] = chosen.items() else {
                return Err(Fail::mismatch("expected a move [k, option]"));
            };
            let term = position(e, term, terms.len())?;
            let option = e.id(option)?;
            let options = match player {
                Player::Left => e.worker.left_options(terms[term])?,
                Player::Right => e.worker.right_options(terms[term])?,
            };
            if !options.contains(&option) {
                return Err(Fail::undefined(format!(
                    "{player} has no such option in game {}",
                    term + 1
                ))
                .with_help("the options are those of the canonical form"));
            }
            let chosen = HotMove { term, option };
            Ok(Value::Number(thermography::hot_loss(&mut e.worker, &terms, player, chosen)?))
        },
        ..METHOD
    },
    Method {
        name: "SumBounds",
        usage: "list.SumBounds",
        about: "Bounds for a sum of games from masts and temperatures: [m - T, m + T], where m is \
                the sum of the means and T the largest temperature. Both stops are between these, \
                and m - T - e < sum < m + T + e for every number e > 0.",
        example: ("[{3|1}, {5|-5}].SumBounds", "[-3,7]"),
        of: Of::List,
        run: |e, terms, _| {
            let terms = items(e, terms)?;
            let bounds = thermography::sum_bounds(&mut e.worker, &terms)?;
            list(vec![Value::Number(bounds.low()), Value::Number(bounds.high())])
        },
        ..METHOD
    },
];

fn items(e: &mut Calculator<'_>, terms: &Value) -> Result<Vec<Id>> {
    match terms {
        Value::List(_) => e.options(std::slice::from_ref(terms)),
        other => Err(mismatch("expected a list of games", other)),
    }
}

/// The index of item number `number` of a list.
fn position(e: &mut Calculator<'_>, number: &Value, count: usize) -> Result<usize> {
    let number = e.integer(number, "the number of a game")?;
    usize::try_from(&number)
        .ok()
        .filter(|number| (1..=count).contains(number))
        .map(|number| number - 1)
        .ok_or_else(|| {
            Fail::undefined(format!("there is no game {number} among {count}; the first is 1"))
        })
}

fn play(e: &mut Calculator<'_>, terms: &Value, mover: &Value, strategy: &Strategy) -> Answer {
    let terms = items(e, terms)?;
    let player = player(mover)?;
    match thermography::hot_move(&mut e.worker, &terms, player, strategy)? {
        Some(HotMove { term, option }) => {
            let term = number(term + 1);
            let option = e.simplified(option);
            list(vec![term, option])
        }
        None => Err(Fail::undefined("all of these are numbers: nobody should move")),
    }
}
