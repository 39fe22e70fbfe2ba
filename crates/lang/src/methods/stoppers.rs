//! Methods of loopy games: stops, degrees, varieties, sums of sides.

use std::sync::Arc;

use upstar_core::{GrundyValue, LoopyNimber, Player};
use upstar_stoppers::{Error, Loopy, Stop};
use upstar_values::{Rational, Relation, Worker};

use super::{METHOD, Method, items_of, player};
use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::value::{Answer, Value};

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "Stop",
        usage: "g.Stop(Left)",
        about: "The stop of g if this player moves first: LeftStop or RightStop.",
        example: ("{on|-1}.Stop(Right)", "-1"),
        arguments: (1, 1),
        run: |e, g, arguments| stop(e, g, player(&arguments[0])?),
        ..METHOD
    },
    Method {
        name: "StrongStop",
        usage: "g.StrongStop(Left)",
        about: "The number that play of g reaches if this player moves first and play continues in x \
         over and x under.",
        example: ("{1over|1under}.StrongStop(Left)", "1"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let player = player(&arguments[0])?;
            let stop = stop_of(e, g, player)?.strong();
            stop_value(e, &stop)
        },
        ..METHOD
    },
    Method {
        name: "Upsum",
        usage: "g.Upsum(h)",
        about: "The onside of the sum of two stoppers.",
        example: ("upon.Upsum(^.Pow(on))", "{0|^<on>*}"),
        arguments: (1, 1),
        run: |e, g, arguments| of_two(e, g, &arguments[0], Loopy::upsum),
        ..METHOD
    },
    Method {
        name: "Downsum",
        usage: "g.Downsum(h)",
        about: "The offside of the sum of two stoppers.",
        example: ("upon.Downsum(^.Pow(on))", "^[on]"),
        arguments: (1, 1),
        run: |e, g, arguments| of_two(e, g, &arguments[0], Loopy::downsum),
        ..METHOD
    },
    Method {
        name: "LoopyNimber",
        usage: "∞{0,2} or [0,2].LoopyNimber",
        about: "The value of a loopy impartial position in which both players may move to the nimbers of \
         these numbers, or pass.",
        example: ("∞{0} == {0,pass|0,pass}", "true"),
        run: |e, sizes, _| {
            let mut members = Vec::new();
            for size in items_of(e, sizes)? {
                let size = e.integer(&size, "the number of a nimber")?;
                // Larger numbers are refused as nimbers are.
                e.nimber(&size)?;
                members.push(GrundyValue::try_from(&size).map_err(|_| {
                    Fail::Limit(format!("a loopy nimber has members up to {}", GrundyValue::MAX))
                })?);
            }
            Ok(Value::LoopyNimber(LoopyNimber::infinite(members)))
        },
        ..METHOD
    },
    Method {
        name: "Degree",
        about: "The degree of loopiness of a stopper: the upsum of g and -g. It is 0 for games without \
         loops.",
        example: ("upon.Degree", "^<on>"),
        run: |e, g, _| {
            let degree = e.loopy(g)?.degree(&mut e.worker)?;
            e.loopy_value(degree)
        },
        ..METHOD
    },
    Method {
        name: "UpsumVariety",
        usage: "g.UpsumVariety(d)",
        about: "The upsum variety of a stopper with respect to an idempotent degree d: the upsum of g \
         with the downsum of -g and -d.",
        example: ("upon.UpsumVariety(^.Pow(on))", "v<on>"),
        arguments: (1, 1),
        run: |e, g, arguments| of_two(e, g, &arguments[0], Loopy::upsum_variety),
        ..METHOD
    },
    Method {
        name: "DownsumVariety",
        usage: "g.DownsumVariety(d)",
        about: "The downsum variety of a stopper with respect to an idempotent degree d: the downsum of \
         g with the upsum of -g and d.",
        example: ("upon.DownsumVariety(^.Pow(on))", "v<on>"),
        arguments: (1, 1),
        run: |e, g, arguments| of_two(e, g, &arguments[0], Loopy::downsum_variety),
        ..METHOD
    },
    Method {
        name: "Variety",
        about: "The variety of a stable stopper: its upsum variety with respect to its degree, which \
         equals its downsum variety.",
        example: ("^.Pow(on).Variety", "^<on>"),
        run: |e, g, _| match e.loopy(g)?.variety(&mut e.worker)? {
            Some(variety) => e.loopy_value(variety),
            None => Err(Fail::undefined(
                "this game is not stable: its upsum and its downsum variety differ",
            )
            .with_help("g.UpsumVariety(g.Degree) and g.DownsumVariety(g.Degree)")),
        },
        ..METHOD
    },
    Method {
        name: "IsStable",
        about: "Are the upsum and the downsum variety of g with respect to its degree equal?",
        example: ("upon.IsStable", "true"),
        run: |e, g, _| Ok(Value::Boolean(e.loopy(g)?.variety(&mut e.worker)?.is_some())),
        ..METHOD
    },
    Method {
        name: "IsIdempotent",
        about: "Is g + g equal to g?",
        example: ("over.IsIdempotent", "true"),
        run: |e, g, _| {
            let twice = e.add(g, g)?;
            Ok(Value::Boolean(e.compare(&twice, g)? == Relation::Equal))
        },
        ..METHOD
    },
    Method {
        name: "IsPlumtree",
        about: "Does g have no cycles except passes, by which a position leads to itself?",
        example: ("a{0||||0|||a|*||*}.IsPlumtree", "false"),
        run: |e, g, _| match g {
            Value::Surreal(_) | Value::Nimber(_) => Ok(Value::Boolean(true)),
            Value::Loopy(g) => Ok(Value::Boolean(g.is_plumtree())),
            g => e.id(g).map(|_| Value::Boolean(true)),
        },
        ..METHOD
    },
    Method {
        name: "IsPseudonumber",
        about: "Is g a number, on, off, or a number x plus over or under?",
        example: ("{pass|3/4}.IsPseudonumber", "true"),
        run: |e, g, _| match g {
            Value::Surreal(_) => Ok(Value::Boolean(true)),
            Value::Nimber(_) => Ok(Value::Boolean(false)),
            Value::Loopy(g) => Ok(Value::Boolean(g.as_pseudonumber(&mut e.worker)?.is_some())),
            g => {
                let id = e.id(g)?;
                Ok(Value::Boolean(e.worker.is_number(id)))
            }
        },
        ..METHOD
    },
    Method {
        name: "IsLoopfree",
        about: "Does play of the canonical form of g never return to a position?",
        example: ("over.IsLoopfree", "false"),
        run: |e, g, _| match g {
            Value::Surreal(_) | Value::Nimber(_) => Ok(Value::Boolean(true)),
            Value::Loopy(_) => Ok(Value::Boolean(false)),
            g => e.id(g).map(|_| Value::Boolean(true)),
        },
        ..METHOD
    },
    Method {
        name: "IsFinite",
        about: "Does the canonical form of g have finitely many positions? Those of non-dyadic numbers \
         and transfinite nimbers do not.",
        example: ("[x.IsFinite for x in [over, 1/3, omega]]", "[true,false,false]"),
        run: |e, g, _| match g {
            Value::Surreal(_) | Value::Root(_) => Ok(Value::Boolean(false)),
            Value::Nimber(nimber) => Ok(Value::Boolean(nimber.to_finite().is_some())),
            Value::Loopy(_) => Ok(Value::Boolean(true)),
            g => {
                let id = e.id(g)?;
                let birthday = upstar_values::structure::birthday(&mut e.worker, id)?;
                Ok(Value::Boolean(birthday != upstar_values::Birthday::Omega))
            }
        },
        ..METHOD
    },
    Method {
        name: "IsOrdinal",
        about: "Is g an ordinal: a number without Right options?",
        example: ("[x.IsOrdinal for x in [omega+1, 5, -5, *5]]", "[true,true,false,false]"),
        run: |e, g, _| match g {
            Value::Surreal(number) => Ok(Value::Boolean(number.to_ordinal().is_some())),
            Value::Nimber(_) | Value::Loopy(_) => Ok(Value::Boolean(false)),
            g => {
                let number = e.as_number(g)?;
                Ok(Value::Boolean(number.is_some_and(|x| x.is_integer() && x.signum() >= 0)))
            }
        },
        ..METHOD
    },
    Method {
        name: "IsStopperSided",
        about: "Do both sides of g equal stoppers? The sides of other games are not in canonical form.",
        example: ("dud.IsStopperSided", "true"),
        run: |e, g, _| match g {
            Value::Surreal(_) | Value::Nimber(_) => Ok(Value::Boolean(true)),
            g => Ok(Value::Boolean(e.loopy(g)?.is_stopper_sided())),
        },
        ..METHOD
    },
];

pub(super) const OF_SHORT_GAMES: &str =
    "this is defined from the end of play backwards: for short games only";

pub(super) const NO_MISERE_PLAY: &str = "a value does not determine misère play, and canonical forms are played only for \
             games without loops";

/// What an operation makes of two stoppers.
fn of_two(
    e: &mut Calculator<'_>,
    g: &Value,
    h: &Value,
    operation: fn(&Loopy, &Loopy, &mut Worker<'_>) -> Result<Loopy, Error>,
) -> Answer {
    let (g, h) = (e.loopy(g)?, e.loopy(h)?);
    let found = operation(&g, &h, &mut e.worker)?;
    e.loopy_value(found)
}

/// The numbers that a stopper is confused with.
pub(super) fn confusion_interval(e: &mut Calculator<'_>, g: &Loopy) -> Answer {
    let mut end = |player| -> Result<(String, bool)> {
        Ok(match g.stop(player, &mut e.worker)?.strong() {
            Stop::Number(number, _) => {
                let id = e.worker.number(&number)?;
                let value = Loopy::of_value(&mut e.worker, id)?;
                let closed = g.compare(&value, &mut e.worker)? == Relation::Confused;
                (number.to_string(), closed)
            }
            Stop::On => ("inf".to_owned(), false),
            Stop::Off => ("-inf".to_owned(), false),
        })
    };
    let ((low, from), (high, to)) = (end(Player::Right)?, end(Player::Left)?);
    let (open, close) = (if from { '[' } else { '(' }, if to { ']' } else { ')' });
    Ok(Value::Text(format!("{open}{low},{high}{close}")))
}

fn stop_of(e: &mut Calculator<'_>, g: &Value, player: Player) -> Result<Stop> {
    if let Value::Loopy(g) = g {
        return Ok(g.stop(player, &mut e.worker)?);
    }
    let sum = e.sum(g)?;
    let stop = match player {
        Player::Left => sum.left_stop(&mut e.worker)?,
        Player::Right => sum.right_stop(&mut e.worker)?,
    };
    Ok(Stop::Number(stop.value, 0))
}

/// The stop of a game with a player to move first.
pub(super) fn stop(e: &mut Calculator<'_>, g: &Value, player: Player) -> Answer {
    let stop = stop_of(e, g, player)?;
    stop_value(e, &stop)
}

fn stop_value(e: &mut Calculator<'_>, stop: &Stop) -> Answer {
    let (name, number) = match stop {
        Stop::Number(x, 0) => return Ok(Value::Number(x.clone())),
        Stop::On => ("on", Rational::ZERO),
        Stop::Off => ("off", Rational::ZERO),
        Stop::Number(x, side) => (if *side > 0 { "over" } else { "under" }, x.clone()),
    };
    let named = Value::Loopy(Arc::new(Loopy::named(name, &mut e.worker)?));
    if number.is_zero() { Ok(named) } else { e.add(&Value::Number(number), &named) }
}
