//! Methods of loopy games: stops, degrees, varieties, sums of sides.

use std::sync::Arc;

use upstar_core::{GrundyValue, LoopyNimber, Player};
use upstar_stoppers::{Loopy, Stop};
use upstar_values::{Rational, Relation};

use super::{Method, Of};
use crate::calculator::Calculator;
use crate::fail::{Answer, Fail, mismatch};
use crate::value::Value;

pub(super) static TABLE: &[Method] = &[
    method!(
        "Stop",
        "g.Stop(Left)",
        "The stop of g if this player moves first: LeftStop or RightStop.",
        ("{on|-1}.Stop(Right)", "-1"),
        (1, 1),
        |e, g, arguments| stop(e, g, player(&arguments[0])?)
    ),
    method!(
        "StrongStop",
        "g.StrongStop(Left)",
        "The number that play of g reaches if this player moves first and play continues in x \
         over and x under.",
        ("{1over|1under}.StrongStop(Left)", "1"),
        (1, 1),
        |e, g, arguments| {
            let player = player(&arguments[0])?;
            let stop = stop_of(e, g, player)?.strong();
            stop_value(e, &stop)
        }
    ),
    method!(
        "Upsum",
        "g.Upsum(h)",
        "The onside of the sum of two stoppers.",
        ("upon.Upsum(^.Pow(on))", "{0|^<on>*}"),
        (1, 1),
        |e, g, arguments| {
            let (g, h) = (e.loopy(g)?, e.loopy(&arguments[0])?);
            let sum = g.upsum(&h, &mut e.worker)?;
            e.loopy_value(sum)
        }
    ),
    method!(
        "Downsum",
        "g.Downsum(h)",
        "The offside of the sum of two stoppers.",
        ("upon.Downsum(^.Pow(on))", "^[on]"),
        (1, 1),
        |e, g, arguments| {
            let (g, h) = (e.loopy(g)?, e.loopy(&arguments[0])?);
            let sum = g.downsum(&h, &mut e.worker)?;
            e.loopy_value(sum)
        }
    ),
    method!(
        "LoopyNimber",
        "∞{0,2} or [0,2].LoopyNimber",
        "The value of a loopy impartial position in which both players may move to the nimbers of \
         these numbers, or pass.",
        ("∞{0} == {0,pass|0,pass}", "true"),
        (0, 0),
        |e, sizes, _| {
            let mut members = Vec::new();
            for size in super::lists::items_of(e, sizes)? {
                let size = e.integer(&size, "the number of a nimber")?;
                // Larger numbers are refused as nimbers are.
                e.nimber(&size)?;
                members.push(GrundyValue::try_from(&size).map_err(|_| {
                    Fail::Limit(format!("a loopy nimber has members up to {}", GrundyValue::MAX))
                })?);
            }
            Ok(Value::LoopyNimber(LoopyNimber::infinite(members)))
        }
    ),
    method!(
        "Degree",
        "g.Degree",
        "The degree of loopiness of a stopper: the upsum of g and -g. It is 0 for games without \
         loops.",
        ("upon.Degree", "^<on>"),
        (0, 0),
        |e, g, _| {
            let degree = e.loopy(g)?.degree(&mut e.worker)?;
            e.loopy_value(degree)
        }
    ),
    method!(
        "UpsumVariety",
        "g.UpsumVariety(d)",
        "The upsum variety of a stopper with respect to an idempotent degree d: the upsum of g \
         with the downsum of -g and -d.",
        ("upon.UpsumVariety(^.Pow(on))", "v<on>"),
        (1, 1),
        |e, g, arguments| {
            let (g, degree) = (e.loopy(g)?, e.loopy(&arguments[0])?);
            let variety = g.upsum_variety(&degree, &mut e.worker)?;
            e.loopy_value(variety)
        }
    ),
    method!(
        "DownsumVariety",
        "g.DownsumVariety(d)",
        "The downsum variety of a stopper with respect to an idempotent degree d: the downsum of \
         g with the upsum of -g and d.",
        ("upon.DownsumVariety(^.Pow(on))", "v<on>"),
        (1, 1),
        |e, g, arguments| {
            let (g, degree) = (e.loopy(g)?, e.loopy(&arguments[0])?);
            let variety = g.downsum_variety(&degree, &mut e.worker)?;
            e.loopy_value(variety)
        }
    ),
    method!(
        "Variety",
        "g.Variety",
        "The variety of a stable stopper: its upsum variety with respect to its degree, which \
         equals its downsum variety.",
        ("^.Pow(on).Variety", "^<on>"),
        (0, 0),
        |e, g, _| match e.loopy(g)?.variety(&mut e.worker)? {
            Some(variety) => e.loopy_value(variety),
            None => Err(Fail::Undefined(
                "this game is not stable: its upsum and its downsum variety differ".to_owned(),
                Some("g.UpsumVariety(g.Degree) and g.DownsumVariety(g.Degree)".to_owned()),
            )),
        }
    ),
    method!(
        "IsStable",
        "g.IsStable",
        "Are the upsum and the downsum variety of g with respect to its degree equal?",
        ("upon.IsStable", "true"),
        (0, 0),
        |e, g, _| Ok(Value::Boolean(e.loopy(g)?.variety(&mut e.worker)?.is_some()))
    ),
    method!(
        "IsIdempotent",
        "g.IsIdempotent",
        "Is g + g equal to g?",
        ("over.IsIdempotent", "true"),
        (0, 0),
        |e, g, _| {
            let twice = e.add(g, g)?;
            Ok(Value::Boolean(e.compare(&twice, g)? == Relation::Equal))
        }
    ),
    method!(
        "IsPlumtree",
        "g.IsPlumtree",
        "Does g have no cycles except passes, by which a position leads to itself?",
        ("a{0||||0|||a|*||*}.IsPlumtree", "false"),
        (0, 0),
        |e, g, _| match g {
            Value::Surreal(_) | Value::Nimber(_) => Ok(Value::Boolean(true)),
            Value::Loopy(g) => Ok(Value::Boolean(g.is_plumtree())),
            g => e.id(g).map(|_| Value::Boolean(true)),
        }
    ),
    method!(
        "IsPseudonumber",
        "g.IsPseudonumber",
        "Is g a number, on, off, or a number x plus over or under?",
        ("{pass|3/4}.IsPseudonumber", "true"),
        (0, 0),
        |e, g, _| match g {
            Value::Surreal(_) => Ok(Value::Boolean(true)),
            Value::Nimber(_) => Ok(Value::Boolean(false)),
            Value::Loopy(g) => Ok(Value::Boolean(g.as_pseudonumber(&mut e.worker)?.is_some())),
            g => {
                let id = e.id(g)?;
                Ok(Value::Boolean(e.worker.is_number(id)))
            }
        }
    ),
    method!(
        "IsLoopfree",
        "g.IsLoopfree",
        "Does play of the canonical form of g never return to a position?",
        ("over.IsLoopfree", "false"),
        (0, 0),
        |e, g, _| match g {
            Value::Surreal(_) | Value::Nimber(_) => Ok(Value::Boolean(true)),
            Value::Loopy(_) => Ok(Value::Boolean(false)),
            g => e.id(g).map(|_| Value::Boolean(true)),
        }
    ),
    method!(
        "IsFinite",
        "g.IsFinite",
        "Does the canonical form of g have finitely many positions? Those of non-dyadic numbers \
         and transfinite nimbers do not.",
        ("[x.IsFinite for x in [over, 1/3, omega]]", "[true,false,false]"),
        (0, 0),
        |e, g, _| match g {
            Value::Surreal(_) | Value::Root(_) => Ok(Value::Boolean(false)),
            Value::Nimber(nimber) => Ok(Value::Boolean(nimber.to_finite().is_some())),
            Value::Loopy(_) => Ok(Value::Boolean(true)),
            g => {
                let id = e.id(g)?;
                let birthday = upstar_values::structure::birthday(&mut e.worker, id)?;
                Ok(Value::Boolean(birthday != upstar_values::Birthday::Omega))
            }
        }
    ),
    method!(
        "IsOrdinal",
        "g.IsOrdinal",
        "Is g an ordinal: a number without Right options?",
        ("[x.IsOrdinal for x in [omega+1, 5, -5, *5]]", "[true,true,false,false]"),
        (0, 0),
        |e, g, _| match g {
            Value::Surreal(number) => Ok(Value::Boolean(number.to_ordinal().is_some())),
            Value::Nimber(_) | Value::Loopy(_) => Ok(Value::Boolean(false)),
            g => {
                let number = e.as_number(g)?;
                Ok(Value::Boolean(number.is_some_and(|x| x.is_integer() && x.signum() >= 0)))
            }
        }
    ),
    method!(
        "IsStopperSided",
        "g.IsStopperSided",
        "Do both sides of g equal stoppers? The sides of other games are not in canonical form.",
        ("dud.IsStopperSided", "true"),
        (0, 0),
        |e, g, _| match g {
            Value::Surreal(_) | Value::Nimber(_) => Ok(Value::Boolean(true)),
            g => Ok(Value::Boolean(e.loopy(g)?.is_stopper_sided())),
        }
    ),
];

/// Why a question has no answer for games that can be played forever.
pub(super) fn undefined(question: &str) -> Option<&'static str> {
    Some(match question {
        "Birthday" => {
            "a loopy game has no birthday: a game is born after its options, and play of this one \
             returns to earlier positions"
        }
        "StopCount" => "a loopy game has infinitely many lines of play",
        "AtomicWeight" | "UptimalExpansion" | "Companion" => {
            "this is defined from the end of play backwards: for short games only"
        }
        "LeftStopMover" | "RightStopMover" => {
            "a stop of a loopy game may be over or under, where play continues: there is no \
             player to move at the end"
        }
        "LeftWall" | "RightWall" => {
            "the walls of a loopy game are not defined below temperature 0; use g.Mean and \
             g.Temperature"
        }
        "Cool" | "Freeze" | "Heat" | "Overheat" => {
            "cooling and heating are defined from the end of play backwards: for short games only"
        }
        "NimValue" => {
            "this loopy game is not a nimber: a loopy impartial game has the value ∞ with the \
             nimbers it has as options"
        }
        "ConjunctiveSum" | "SelectiveSum" | "NortonProduct" | "OrdinalProduct" => {
            "this is defined from the end of play backwards: for games without loops only"
        }
        "Pow" | "PowTo" => {
            "powers are defined for {0|h} where h has no loops; only the exponent may be loopy"
        }
        "MisereOutcome" | "MisereWinningMoves" | "IsDicot" | "IsDeadEnding" | "IsPFree" => {
            "a value does not determine misère play, and canonical forms are played only for \
             games without loops"
        }
        _ => return None,
    })
}

/// The numbers that a stopper is confused with.
pub(super) fn confusion_interval(e: &mut Calculator<'_>, g: &Loopy) -> Answer {
    let mut end = |player| -> Result<(String, bool), Fail> {
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

fn player(value: &Value) -> Result<Player, Fail> {
    match value {
        Value::Player(player) => Ok(*player),
        other => Err(mismatch("expected Left or Right", other)),
    }
}

fn stop_of(e: &mut Calculator<'_>, g: &Value, player: Player) -> Result<Stop, Fail> {
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
