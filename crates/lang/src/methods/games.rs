//! Canonical forms, options, stops and names.

use upstar_core::{Outcome, Player};
use upstar_engine::Convention;
use upstar_engine::formula::Function as Call;
use upstar_stoppers::Side;
use upstar_values::surreal::NormalForm;
use upstar_values::{Birthday, Rational, Relation, infinitesimal, structure};

use super::{InFormula, METHOD, Method, Of, items_of, misere_list, number, players, stoppers};
use crate::calculator::Calculator;
use crate::fail::Fail;
use crate::surreal::number_value;
use crate::value::{Answer, Value, list};

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "CanonicalForm",
        aliases: &["Canonical", "GameValue", "Value"],
        about: "The simplest game equal to g: it has no dominated and no reversible options. Two \
                games are equal if and only if their canonical forms are the same.",
        example: ("'{0,*|0,*}'.CanonicalForm", "*2"),
        run: |e, g, _| match g {
            Value::Surreal(_) | Value::Root(_) | Value::Nimber(_) | Value::Loopy(_) => {
                Ok(g.clone())
            }
            Value::Entry(entry) => Ok(entry.value().clone()),
            Value::Misere(form) => e.nimber(&e.misere.nim_value(*form).into()),
            // In loopy partizan games, by the graph of all positions.
            Value::Positions(positions)
                if positions.class().loopy && !positions.class().is_impartial() =>
            {
                e.canonical_of_loopy(g, upstar_stoppers::MOST_NODES)
            }
            Value::Positions(positions) if positions.stalk().is_some() => {
                Ok(number_value(e.as_surreal(g, "a stalk")?))
            }
            g => {
                let id = e.id(g)?;
                Ok(e.simplified(id))
            }
        },
        ..METHOD
    },
    Method {
        name: "OutcomeClass",
        aliases: &["Outcome"],
        about: "The outcome: N if the next player (who moves first) wins, P if the previous \
                player wins, L or R if Left or Right wins, whoever moves first.",
        example: ("(^*).Outcome", "N"),
        run: |e, g, _| match g {
            Value::Infinity { negative } => {
                Ok(Value::Outcome(if *negative { Outcome::R } else { Outcome::L }))
            }
            g => Ok(Value::Outcome(e.outcome(g, Convention::Normal)?)),
        },
        ..METHOD
    },
    Method {
        name: "Compare",
        aliases: &["Relation", "ComparedTo"],
        usage: "g.Compare(h)",
        about: "How g compares with h: `<`, `>`, `=`, or `<>` if they are confused (the first \
                player wins the difference).",
        example: ("{1|-1}.Compare(1)", "<>"),
        arguments: (1, 1),
        run: |e, g, arguments| Ok(Value::Relation(e.compare(g, &arguments[0])?)),
        ..METHOD
    },
    Method {
        name: "Max",
        usage: "g.Max(h) or list.Max",
        about: "The larger of two games, or the largest of a list; an error if they are confused.",
        example: ("4 Max 3 + 5", "8"),
        arguments: (0, 1),
        formula: Some(InFormula::Call(Call::Max)),
        run: |e, g, arguments| match arguments {
            [h] => extreme(e, g, h, Relation::Less),
            _ => extreme_of(e, g, Relation::Less),
        },
        ..METHOD
    },
    Method {
        name: "Min",
        usage: "g.Min(h) or list.Min",
        about: "The smaller of two games, or the smallest of a list; an error if they are \
                confused.",
        example: ("^ Min 1", "^"),
        arguments: (0, 1),
        formula: Some(InFormula::Call(Call::Min)),
        run: |e, g, arguments| match arguments {
            [h] => extreme(e, g, h, Relation::Greater),
            _ => extreme_of(e, g, Relation::Greater),
        },
        ..METHOD
    },
    Method {
        name: "LeftOptions",
        about: "The Left options of the canonical form of g.",
        example: ("^.LeftOptions", "{0}"),
        run: |e, g, _| options(e, g, &[Player::Left]),
        ..METHOD
    },
    Method {
        name: "RightOptions",
        about: "The Right options of the canonical form of g.",
        example: ("^.RightOptions", "{*}"),
        run: |e, g, _| options(e, g, &[Player::Right]),
        ..METHOD
    },
    Method {
        name: "Options",
        usage: "g.Options or g.Options(Left)",
        about: "The options of the canonical form of g: those of both players, or of one.",
        example: ("{3|*}.Options", "{3,*}"),
        arguments: (0, 1),
        run: |e, g, arguments| match (g, arguments) {
            (Value::Misere(form), _) => {
                let options = e.misere.options(*form)?;
                misere_list(e, options)
            }
            (g, arguments) => options(e, g, &players(arguments)?),
        },
        ..METHOD
    },
    Method {
        name: "Onside",
        about: "The onside of the loopy game g, in which infinite play is a win for Left.",
        example: ("dud.Onside", "on"),
        run: |e, g, _| e.side(g, Side::On),
        ..METHOD
    },
    Method {
        name: "Offside",
        about: "The offside of the loopy game g, in which infinite play is a win for Right.",
        example: ("a{1||a|0}.Offside", "+-1"),
        run: |e, g, _| e.side(g, Side::Off),
        ..METHOD
    },
    Method {
        name: "IsStopper",
        about: "Does g equal a game in which play with alternating moves always ends?",
        example: ("dud.IsStopper", "false"),
        run: |e, g, _| Ok(Value::Boolean(e.loopy(g)?.is_stopper())),
        ..METHOD
    },
    Method {
        name: "Followers",
        about: "The positions that can be reached from the canonical form of g, including g \
                itself; for a position of a named game, the positions of that game.",
        example: ("*2.Followers", "{0,*,*2}"),
        run: |e, g, _| {
            if let Value::Misere(form) = g {
                let followers = e.misere.followers(*form)?;
                return misere_list(e, followers);
            }
            if let Some(positions) = e.followers_of(g)? {
                return list(positions);
            }
            if let Value::Loopy(g) = g {
                let followers = g.followers(&mut e.worker)?;
                return e.loopy_set(followers);
            }
            let id = e.id(g)?;
            let followers = structure::followers(&mut e.worker, id)?;
            e.set(followers)
        },
        ..METHOD
    },
    Method {
        name: "FollowerCount",
        about: "The number of positions that can be reached from the canonical form of g, \
                including g itself; for a position of a named game, the number of positions of \
                that game.",
        example: ("{2||1|0}.FollowerCount", "5"),
        run: |e, g, _| {
            if let Value::Misere(form) = g {
                return Ok(number(e.misere.follower_count(*form)?));
            }
            if let Some(positions) = e.followers_of(g)? {
                return Ok(number(positions.len()));
            }
            if let Value::Loopy(g) = g {
                return Ok(number(g.follower_count()?));
            }
            let id = e.id(g)?;
            let count = structure::follower_count(&mut e.worker, id)?;
            Ok(number(count))
        },
        ..METHOD
    },
    Method {
        name: "Birthday",
        about: "The day on which g is born: 0 for 0, otherwise one day after the latest of the \
                options of its canonical form; ω for numbers that are not dyadic.",
        example: ("(9/8+*).Birthday", "6"),
        not_loopy: Some(
            "a loopy game has no birthday: a game is born after its options, and play of this one \
             returns to earlier positions",
        ),
        run: |e, g, _| {
            if let Value::Surreal(number) = g {
                return Ok(number_value(number.birthday(e.budget)?.into()));
            }
            if let Value::Root(_) = g {
                return Ok(Value::Surreal(NormalForm::omega().into()));
            }
            if let Value::Misere(form) = g {
                return Ok(number(e.misere.birthday(*form)));
            }
            if let Value::Positions(positions) = g
                && let Some(stalk) = positions.stalk()
            {
                return Ok(number_value(stalk.length().into()));
            }
            let id = e.id(g)?;
            Ok(match structure::birthday(&mut e.worker, id)? {
                Birthday::Finite(day) => number(day),
                Birthday::Omega => Value::Surreal(NormalForm::omega().into()),
            })
        },
        ..METHOD
    },
    Method {
        name: "StopCount",
        about: "The number of lines of play of the canonical form of g that end in a number, \
                where either player may move at each step.",
        example: ("(*8).StopCount", "4374"),
        not_loopy: Some("a loopy game has infinitely many lines of play"),
        run: |e, g, _| {
            let id = e.id(g)?;
            let count = structure::stop_count(&mut e.worker, id)?;
            Ok(number(count))
        },
        ..METHOD
    },
    Method {
        name: "Tiny",
        usage: "Tiny(g)",
        about: "Tiny-g, {0||0|-g}: for g > 0 a positive infinitesimal, smaller than every up.",
        example: ("{0||0|-2}", "Tiny(2)"),
        of: Of::Argument,
        run: |e, g, _| {
            if let Value::Loopy(_) = g {
                let zero = Value::Number(Rational::default());
                let negative = e.negative(g)?;
                let threat = e.loopy_game(std::slice::from_ref(&zero), &[negative], None)?;
                return e.loopy_game(&[zero], &[threat], None);
            }
            e.short_value([g], |worker, [g]| worker.tiny(g))
        },
        ..METHOD
    },
    Method {
        name: "Miny",
        usage: "Miny(g)",
        about: "Miny-g, {g|0||0}: the negative of tiny-g.",
        example: ("{1|0||0}", "Miny(1)"),
        of: Of::Argument,
        run: |e, g, _| {
            if let Value::Loopy(_) = g {
                let zero = Value::Number(Rational::default());
                let threat =
                    e.loopy_game(std::slice::from_ref(g), std::slice::from_ref(&zero), None)?;
                return e.loopy_game(&[threat], &[zero], None);
            }
            e.short_value([g], |worker, [g]| worker.miny(g))
        },
        ..METHOD
    },
    Method {
        name: "AtomicWeight",
        about: "The atomic weight: the number of ups that g amounts to in the presence of a \
                remote star. For an all-small g it is the game G for which g minus G copies of up \
                is close enough to 0 (Conway's far-star test). An error for games that have none.",
        example: ("{^^^|vv}.AtomicWeight", "{1|0}"),
        not_loopy: Some(stoppers::OF_SHORT_GAMES),
        run: |e, g, _| e.short_value([g], |worker, [g]| infinitesimal::atomic_weight(worker, g)),
        ..METHOD
    },
    Method {
        name: "ReducedCanonicalForm",
        aliases: &["RCF"],
        about: "The simplest game that differs from g by an infinitesimal. For stoppers it is \
                found if it is a short game.",
        example: ("{1*|-1^}.ReducedCanonicalForm", "+-1"),
        run: |e, g, _| {
            if let Value::Loopy(g) = g {
                let form = g.reduced_canonical_form(&mut e.worker)?;
                return Ok(e.simplified(form));
            }
            e.short_value([g], |worker, [g]| infinitesimal::reduced_canonical_form(worker, g))
        },
        ..METHOD
    },
    Method {
        name: "Companion",
        about: "The companion of an infinitesimal g: g with 0 added, where it matters, to the \
                options of both players in g and all its positions.",
        example: ("{0||0|vvv}.Companion", "{0,*||*|v3*}"),
        not_loopy: Some(stoppers::OF_SHORT_GAMES),
        run: |e, g, _| e.short_value([g], |worker, [g]| infinitesimal::companion(worker, g)),
        ..METHOD
    },
    Method {
        name: "UptimalExpansion",
        about: "The coefficients of ^<1>, ^<2>, ... in a sum of a number, a nimber and powers of \
                up, written like decimals; an error for games that are not such a sum.",
        example: ("{0||0|v*}.UptimalExpansion", "*.12"),
        not_loopy: Some(stoppers::OF_SHORT_GAMES),
        run: |e, g, _| {
            let id = e.id(g)?;
            Ok(Value::UptimalExpansion(infinitesimal::uptimal_expansion(&mut e.worker, id)?))
        },
        ..METHOD
    },
    Method {
        name: "LeftIncentives",
        about: "What Left gains by a move: the undominated differences g^L - g.",
        example: ("(6+^*).LeftIncentives", "{v,v*}"),
        run: |e, g, _| incentives(e, g, &[Player::Left]),
        ..METHOD
    },
    Method {
        name: "RightIncentives",
        about: "What Right gains by a move: the undominated differences g - g^R.",
        example: ("{2|-1}.RightIncentives", "{{3|0}}"),
        run: |e, g, _| incentives(e, g, &[Player::Right]),
        ..METHOD
    },
    Method {
        name: "Incentives",
        about: "The undominated incentives of both players.",
        example: ("{0||0|-3/2}.Incentives", "{{3/2,{3/2|0}|0}}"),
        run: |e, g, _| incentives(e, g, &Player::BOTH),
        ..METHOD
    },
    Method {
        name: "Day",
        aliases: &["GamesBornByDay"],
        usage: "Day(n)",
        about: "The games born by day n: there are 1, 4, 22 and 1474 for n = 0, 1, 2, 3. Day 4 is \
                refused, because there are too many to list.",
        example: ("Day(1)", "[-1,0,1,*]"),
        of: Of::Argument,
        run: |e, n, _| {
            let n = e.integer(n, "a day")?;
            let day =
                u32::try_from(&n).map_err(|_| Fail::undefined(format!("there is no day {n}")))?;
            let games = structure::born_by(&mut e.worker, day)?;
            let games = games.into_iter().map(|id| e.simplified(id)).collect();
            list(games)
        },
        ..METHOD
    },
];

fn options(e: &mut Calculator<'_>, g: &Value, players: &[Player]) -> Answer {
    if let Value::Positions(positions) = g {
        return e.position_options(positions, players);
    }
    if let Value::Loopy(g) = g {
        let mut found = Vec::new();
        for &player in players {
            found.extend(g.options(player)?);
        }
        return e.loopy_set(found);
    }
    let id = e.id(g)?;
    let mut ids = Vec::new();
    for player in players {
        ids.extend(match player {
            Player::Left => e.worker.left_options(id)?,
            Player::Right => e.worker.right_options(id)?,
        });
    }
    e.set(ids)
}

fn incentives(e: &mut Calculator<'_>, g: &Value, players: &[Player]) -> Answer {
    if let Value::Loopy(g) = g {
        let found = g.incentives(players, &mut e.worker)?;
        return e.loopy_set(found);
    }
    let id = e.id(g)?;
    let found = match players {
        [Player::Left] => structure::left_incentives(&mut e.worker, id)?,
        [Player::Right] => structure::right_incentives(&mut e.worker, id)?,
        _ => structure::incentives(&mut e.worker, id)?,
    };
    e.set(found)
}

/// The greatest or the least item of a list.
fn extreme_of(e: &mut Calculator<'_>, items: &Value, than: Relation) -> Answer {
    let items = items_of(e, items)?;
    let Some((first, rest)) = items.split_first() else {
        let message = "an empty list has no largest and no smallest item";
        return Err(Fail::undefined(message.to_owned()));
    };
    let mut found = first.clone();
    for item in rest {
        found = extreme(e, &found, item, than)?;
    }
    Ok(found)
}

/// g, or h if g compares with h as `other` says.
fn extreme(e: &mut Calculator<'_>, g: &Value, h: &Value, other: Relation) -> Answer {
    match e.compare(g, h)? {
        Relation::Confused => Err(upstar_values::Error::Incomparable.into()),
        relation if relation == other => Ok(h.clone()),
        _ => Ok(g.clone()),
    }
}
