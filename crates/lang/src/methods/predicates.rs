//! Questions with the answer true or false.

use upstar_values::{Id, infinitesimal, structure};

use super::{Method, Of};
use crate::calculator::Calculator;
use crate::fail::Fail;
use crate::value::Value;

macro_rules! predicate {
    ($name:literal, $about:literal, $example:expr, |$e:ident, $id:ident| $answer:expr) => {
        Method {
            name: $name,
            aliases: &[],
            usage: concat!("g.", $name),
            about: $about,
            example: $example,
            of: Of::Value,
            arguments: (0, 0),
            run: |$e, g, _| {
                if let Some(answer) = without_id($e, $name, g)? {
                    return Ok(Value::Boolean(answer));
                }
                let $id = $e.id(g)?;
                Ok(Value::Boolean($answer))
            },
        }
    };
}

pub(super) static TABLE: &[Method] = &[
    predicate!("IsNumber", "Is g equal to a number?", ("{0|1}.IsNumber", "true"), |e, g| e
        .worker
        .is_number(g)),
    predicate!("IsInteger", "Is g equal to an integer?", ("(1/2).IsInteger", "false"), |e, g| e
        .worker
        .is_integer(g)),
    predicate!("IsDyadic", "Is g equal to a number m/2^n?", ("(1/3).IsDyadic", "false"), |e, g| {
        structure::is_dyadic(&mut e.worker, g)
    }),
    predicate!("IsZero", "Is g equal to 0?", ("(^-^).IsZero", "true"), |e, g| g == Id::ZERO),
    predicate!("IsNimber", "Is g equal to a nimber?", ("(*2+*4).IsNimber", "true"), |e, g| e
        .worker
        .is_nimber(g)),
    predicate!(
        "IsInfinitesimal",
        "Is g smaller than every positive number and greater than every negative one?",
        ("Tiny(2).IsInfinitesimal", "true"),
        |e, g| infinitesimal::is_infinitesimal(&mut e.worker, g)
    ),
    predicate!(
        "IsNumberish",
        "Is g a number plus an infinitesimal?",
        ("(3+^).IsNumberish", "true"),
        |e, g| infinitesimal::is_numberish(&mut e.worker, g)
    ),
    predicate!(
        "IsAllSmall",
        "Can both players move in every position of g that is not terminal?",
        ("^.IsAllSmall", "true"),
        |e, g| structure::is_all_small(&mut e.worker, g)?
    ),
    predicate!(
        "IsNumberTiny",
        "Is g a number plus Tiny(x) or Miny(x) for an x whose Right stop is positive? 0 counts as \
         their limit.",
        ("(3+Tiny(2)).IsNumberTiny", "true"),
        |e, g| structure::is_number_tiny(&mut e.worker, g)?
    ),
    predicate!(
        "IsUptimal",
        "Is g a sum of a number, a nimber and powers of up?",
        ("{^|*}.IsUptimal", "true"),
        |e, g| infinitesimal::is_uptimal(&mut e.worker, g)?
    ),
    predicate!(
        "IsSwitch",
        "Is g = {x|y} for numbers x > y?",
        ("{3|1}.IsSwitch", "true"),
        |e, g| structure::is_switch(&mut e.worker, g)
    ),
    predicate!(
        "IsHot",
        "Is the Left stop of g greater than its Right stop?",
        ("{^|v}.IsHot", "false"),
        |e, g| structure::is_hot(&mut e.worker, g)
    ),
    predicate!(
        "IsEven",
        "Does every line of play of the canonical form of g have an even number of moves?",
        ("(*2).IsEven", "false"),
        |e, g| structure::is_even(&mut e.worker, g)?
    ),
    predicate!(
        "IsOdd",
        "Does every line of play of the canonical form of g have an odd number of moves?",
        ("(*).IsOdd", "true"),
        |e, g| structure::is_odd(&mut e.worker, g)?
    ),
    predicate!(
        "IsEvenTempered",
        "Does every line of play of the canonical form of g reach a number after an even number of \
         moves?",
        ("3.IsEvenTempered", "true"),
        |e, g| structure::is_even_tempered(&mut e.worker, g)?
    ),
    predicate!(
        "IsOddTempered",
        "Does every line of play of the canonical form of g reach a number after an odd number of \
         moves?",
        ("{3|1}.IsOddTempered", "true"),
        |e, g| structure::is_odd_tempered(&mut e.worker, g)?
    ),
    predicate!(
        "IsAtomic",
        "Does g have an atomic weight?",
        ("{1|^^^||^}.IsAtomic", "false"),
        |e, g| infinitesimal::is_atomic(&mut e.worker, g)?
    ),
];

/// The answer for loopy games, infinite numbers and transfinite nimbers, which are no games of the
/// universe; `None` for other values, and where there is none.
fn without_id(e: &mut Calculator<'_>, name: &str, g: &Value) -> Result<Option<bool>, Fail> {
    Ok(match (g, name) {
        (Value::Loopy(g), "IsInfinitesimal") => {
            Some(g.near_number(&mut e.worker)?.is_some_and(|x| x.is_zero()))
        }
        (Value::Loopy(g), "IsNumberish") => Some(g.near_number(&mut e.worker)?.is_some()),
        (Value::Loopy(g), "IsNumberTiny") => Some(g.is_number_tiny(&mut e.worker)?),
        (Value::Loopy(g), "IsAllSmall") => Some(g.is_all_small()),
        (Value::Loopy(g), "IsHot") => Some(g.is_hot(&mut e.worker)?),
        // These are all short games or rational numbers, or end after some number of moves.
        (
            Value::Loopy(_),
            "IsNumber" | "IsInteger" | "IsDyadic" | "IsZero" | "IsNimber" | "IsUptimal"
            | "IsSwitch" | "IsEven" | "IsOdd" | "IsEvenTempered" | "IsOddTempered" | "IsAtomic",
        ) => Some(false),
        (Value::Surreal(_) | Value::Root(_), "IsNumber") => Some(true),
        (Value::Root(_), "IsNumberish") => Some(true),
        (Value::Root(_), "IsInteger" | "IsInfinitesimal") => Some(false),
        (
            Value::Surreal(_) | Value::Root(_),
            "IsDyadic" | "IsZero" | "IsNimber" | "IsAllSmall" | "IsSwitch" | "IsHot",
        ) => Some(false),
        (Value::Nimber(_), "IsNimber" | "IsAllSmall" | "IsInfinitesimal" | "IsNumberish") => {
            Some(true)
        }
        (
            Value::Nimber(_),
            "IsNumber" | "IsInteger" | "IsDyadic" | "IsZero" | "IsSwitch" | "IsHot",
        ) => Some(false),
        _ => None,
    })
}
