//! Stops, temperature and thermographs.

use upstar_core::Player;
use upstar_stoppers::{Error, Loopy};
use upstar_values::{FormalSum, Rational, Thermograph, Worker, thermography};

use super::{METHOD, Method, player};
use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::value::{Answer, List, Value, list, mismatch};

const NO_MOVER: &str = "a stop of a loopy game may be over or under, where play continues: there is no \
             player to move at the end";

const NO_WALL: &str = "the walls of a loopy game are not defined below temperature 0; use g.Mean and \
             g.Temperature";

const NOT_COOLED: &str =
    "cooling and heating are defined from the end of play backwards: for short games only";

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "LeftStop",
        about: "The number at which play of g alone ends if Left moves first, both play \
                optimally, and play stops at numbers.",
        example: ("{2||1|0}.LeftStop", "2"),
        run: |e, g, _| super::stoppers::stop(e, g, Player::Left),
        ..METHOD
    },
    Method {
        name: "RightStop",
        about: "The number at which play of g alone ends if Right moves first.",
        example: ("{2||1|0}.RightStop", "1"),
        run: |e, g, _| super::stoppers::stop(e, g, Player::Right),
        ..METHOD
    },
    Method {
        name: "LeftStopMover",
        aliases: &["LeftStopToMove"],
        about: "The player to move when play begun by Left reaches the Left stop: the side that \
                adorns the stop.",
        example: ("{2||1|0}.LeftStopMover", "Right"),
        not_loopy: Some(NO_MOVER),
        run: |e, g, _| Ok(Value::Player(e.sum(g)?.left_stop(&mut e.worker)?.to_move)),
        ..METHOD
    },
    Method {
        name: "RightStopMover",
        aliases: &["RightStopToMove"],
        about: "The player to move when play begun by Right reaches the Right stop.",
        example: ("{2||1|0}.RightStopMover", "Right"),
        not_loopy: Some(NO_MOVER),
        run: |e, g, _| Ok(Value::Player(e.sum(g)?.right_stop(&mut e.worker)?.to_move)),
        ..METHOD
    },
    Method {
        name: "ConfusionInterval",
        about: "The numbers that g is confused with: from the Right stop to the Left stop, with \
                or without the ends.",
        example: ("{1|-1}.ConfusionInterval", "[-1,1]"),
        run: |e, g, _| {
            if let Value::Loopy(g) = g {
                return super::stoppers::confusion_interval(e, g);
            }
            let id = e.id(g)?;
            Ok(Value::Text(thermography::confusion_interval(&mut e.worker, id)?.to_string()))
        },
        ..METHOD
    },
    Method {
        name: "Mean",
        aliases: &["MastValue"],
        about: "The mean m of g, its mast value: n copies of g stay within a bounded distance of \
                n m. It is also defined for a stopper whose hot positions do not lead back to \
                themselves.",
        example: ("{{2|1}|-1}.Mean", "1/4"),
        run: |e, g, _| {
            let found = of_mast(e, g, FormalSum::mean, Loopy::mean, Thermograph::mean);
            found.map(Value::Number)
        },
        ..METHOD
    },
    Method {
        name: "Temperature",
        about: "The temperature of g, above which neither player wants to move: -1/2^n for a \
                number m/2^n, 0 for other infinitesimals added to numbers, more for hot games.",
        example: ("{{2|1}|-1}.Temperature", "5/4"),
        run: |e, g, _| {
            let of_sum = FormalSum::temperature;
            let found = of_mast(e, g, of_sum, Loopy::temperature, Thermograph::temperature);
            found.map(Value::Number)
        },
        ..METHOD
    },
    Method {
        name: "Thermograph",
        usage: "g.Thermograph or g.Thermograph(komaster: \"Left\")",
        about: "The thermograph of g: for the Left and then the Right wall, the mast value, the \
                temperatures of its corners from high to low, and its slopes from the mast down \
                (change of value per change of temperature), down to temperature -1. For a \
                position it is computed without its canonical form. For a game with kos it is \
                that of best play with coupons, where the komaster (\"Left\", \"Right\" or \
                \"neither\") may take a ko back at once and must then continue until it is \
                resolved; it goes down to temperature 0.",
        example: ("{2||1|0}.Thermograph", "Thermograph(5/4,[3/4],[0,-1],5/4,[3/4,1/2],[0,1,0])"),
        arguments: (0, 1),
        names: &["komaster"],
        run: |e, g, arguments| {
            if let Some(found) = e.thermograph_of_loopy(g, arguments)? {
                return Ok(Value::Thermograph(found));
            }
            if let Some(found) = e.thermograph_of_position(g)? {
                return Ok(Value::Thermograph(found));
            }
            let sum = e.sum(g)?;
            Ok(Value::Thermograph(sum.thermograph(&mut e.worker)?))
        },
        ..METHOD
    },
    Method {
        name: "Wall",
        usage: "g.Thermograph.Wall(Right)",
        about: "One wall of a thermograph: mast value, temperatures of corners, slopes.",
        example: ("{3||2|1}.Thermograph.Wall(Right)", "Trajectory(9/4,[3/4,1/2],[0,1,0])"),
        arguments: (1, 1),
        run: |e, g, arguments| wall(e, g, player(&arguments[0])?),
        ..METHOD
    },
    Method {
        name: "LeftWall",
        about: "The Left wall of the thermograph of g: its Left stop when a move costs t.",
        example: ("{3||2|1}.LeftWall", "Trajectory(9/4,[3/4],[0,-1])"),
        not_loopy: Some(NO_WALL),
        run: |e, g, _| wall(e, g, Player::Left),
        ..METHOD
    },
    Method {
        name: "RightWall",
        about: "The Right wall of the thermograph of g: its Right stop when a move costs t.",
        example: ("{3||2|1}.RightWall", "Trajectory(9/4,[3/4,1/2],[0,1,0])"),
        not_loopy: Some(NO_WALL),
        run: |e, g, _| wall(e, g, Player::Right),
        ..METHOD
    },
    Method {
        name: "ValueAt",
        aliases: &["At"],
        usage: "g.LeftWall.ValueAt(t)",
        about: "The value of a wall of a thermograph at temperature t >= -1.",
        example: ("{3||2|1}.LeftWall.ValueAt(1/2)", "5/2"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let t = e.number(&arguments[0], "a temperature")?;
            match g {
                Value::Trajectory(trajectory) if &t < trajectory.floor() => {
                    Err(Fail::undefined(format!(
                        "this wall goes down to temperature {}, not to {t}",
                        trajectory.floor()
                    )))
                }
                Value::Trajectory(trajectory) => Ok(Value::Number(trajectory.at(&t))),
                other => Err(mismatch("expected a wall of a thermograph", other)),
            }
        },
        ..METHOD
    },
    Method {
        name: "Cool",
        usage: "g.Cool(t)",
        about: "g cooled by a number t > -1: each move costs t, until the temperature of g is \
                below t; then the mean of g.",
        example: ("{1|-1}.Cool(1/2)", "+-1/2"),
        arguments: (1, 1),
        not_loopy: Some(NOT_COOLED),
        run: |e, g, arguments| {
            let id = e.id(g)?;
            let t = e.number(&arguments[0], "the temperature to cool by")?;
            let cooled = thermography::cool(&mut e.worker, id, &t)?;
            Ok(e.simplified(cooled))
        },
        ..METHOD
    },
    Method {
        name: "Freeze",
        about: "g cooled by its own temperature: its mean plus an infinitesimal.",
        example: ("{2||1|0}.Freeze", "5/4*"),
        not_loopy: Some(NOT_COOLED),
        run: |e, g, _| e.short_value([g], |worker, [g]| thermography::freeze(worker, g)),
        ..METHOD
    },
    Method {
        name: "Heat",
        usage: "g.Heat(t)",
        about: "g heated by a game t: Left's moves gain t and Right's cost t; numbers do not \
                change.",
        example: ("*2 Heat 2", "+-{2,{4|0}}"),
        arguments: (1, 1),
        not_loopy: Some(NOT_COOLED),
        run: |e, g, arguments| {
            e.short_value([g, &arguments[0]], |worker, [g, t]| thermography::heat(worker, g, t))
        },
        ..METHOD
    },
    Method {
        name: "ThermalDissociation",
        usage: "g.ThermalDissociation",
        about: "The thermal dissociation of g: pairs of an infinitesimal and a temperature, the \
                hottest first. g is its mean plus the sum of these infinitesimals, each heated by \
                its temperature.",
        example: ("(1 + v.Heat(1) + *.Heat(2)).ThermalDissociation", "[(*,2),(v,1)]"),
        not_loopy: Some(NOT_COOLED),
        run: |e, g, _| {
            // Freezing what is left gives the hottest; without it, the rest is colder.
            let (mut rest, mut pairs) = (e.id(g)?, Vec::new());
            while !e.worker.is_number(rest) {
                e.tick(1)?;
                let t = thermography::temperature(&mut e.worker, rest)?;
                let mean = thermography::mean(&mut e.worker, rest)?;
                let (mean, heat) = (e.worker.number(&-&mean)?, e.worker.number(&t)?);
                let frozen = thermography::cool(&mut e.worker, rest, &t)?;
                let particle = e.worker.add(frozen, mean)?;
                let heated = thermography::heat(&mut e.worker, particle, heat)?;
                let negative = e.worker.neg(heated)?;
                rest = e.worker.add(rest, negative)?;
                let pair = List::pair(vec![e.simplified(particle), Value::Number(t)]);
                pairs.push(Value::List(pair.ok_or_else(crate::value::too_deep)?));
                e.pay_values(3)?;
            }
            list(pairs)
        },
        ..METHOD
    },
    Method {
        name: "Overheat",
        usage: "g.Overheat(s,t)",
        about: "g overheated from s to t: an integer n becomes n copies of s, and each move gains \
                its player t.",
        example: ("(7/16).Overheat(0,0)", "^[3]"),
        arguments: (2, 2),
        not_loopy: Some(NOT_COOLED),
        run: |e, g, arguments| {
            e.short_value([g, &arguments[0], &arguments[1]], |worker, [g, s, t]| {
                thermography::overheat(worker, g, s, t)
            })
        },
        ..METHOD
    },
];

fn wall(e: &mut Calculator<'_>, g: &Value, player: Player) -> Answer {
    let thermograph = match g {
        Value::Thermograph(thermograph) => thermograph.clone(),
        other => match e.thermograph_of_position(other)? {
            Some(found) => found,
            None => match e.thermograph_of_loopy(other, &[])? {
                Some(found) => found,
                None => e.sum(other)?.thermograph(&mut e.worker)?,
            },
        },
    };
    Ok(Value::Trajectory(thermograph.wall(player).clone()))
}

/// The mean or the temperature of a game, by what gives it for each kind of value.
fn of_mast(
    e: &mut Calculator<'_>,
    g: &Value,
    of_sum: fn(&FormalSum, &mut Worker<'_>) -> upstar_values::Result<Rational>,
    of_stopper: fn(&Loopy, &mut Worker<'_>) -> Result<Rational, Error>,
    of_thermograph: fn(&Thermograph) -> &Rational,
) -> Result<Rational> {
    if let Value::Thermograph(found) = g {
        return Ok(of_thermograph(found).clone());
    }
    if let Some(found) = e.thermograph_of_position(g)? {
        return Ok(of_thermograph(&found).clone());
    }
    if let Some(found) = of_loopy(e, g, of_stopper, of_thermograph)? {
        return Ok(found);
    }
    Ok(of_sum(&e.sum(g)?, &mut e.worker)?)
}

/// The mean or the temperature of a game with loops: of a stopper that is close to a short game by
/// itself, else that which does not depend on a komaster. `None` of other games.
fn of_loopy(
    e: &mut Calculator<'_>,
    g: &Value,
    of_stopper: fn(&Loopy, &mut Worker<'_>) -> Result<Rational, Error>,
    of_thermograph: fn(&Thermograph) -> &Rational,
) -> Result<Option<Rational>> {
    let Value::Loopy(game) = g else { return e.of_all_komasters(g, of_thermograph) };
    match of_stopper(game, &mut e.worker) {
        Err(Error::Sides(_)) => e.of_all_komasters(g, of_thermograph),
        Err(Error::NoMean) => match e.of_all_komasters(g, of_thermograph) {
            Ok(Some(found)) => Ok(Some(found)),
            // Neither way: the reason why there is no mean says more than why there are no walls.
            Ok(None) | Err(Fail::Undefined(_, None)) => Err(Error::NoMean.into()),
            Err(other) => Err(other),
        },
        found => Ok(Some(found?)),
    }
}
