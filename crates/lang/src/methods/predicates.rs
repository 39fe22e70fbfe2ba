//! Questions with the answer true or false.

use super::{Method, Of};
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
    predicate!("IsDyadic", "Is g equal to a number m/2^n?", ("(1/3).IsDyadic", "false"), |e, g| e
        .worker
        .is_dyadic(g)),
    predicate!("IsZero", "Is g equal to 0?", ("(^-^).IsZero", "true"), |e, g| e.worker.is_zero(g)),
    predicate!("IsNimber", "Is g equal to a nimber?", ("(*2+*4).IsNimber", "true"), |e, g| e
        .worker
        .is_nimber(g)),
    predicate!(
        "IsInfinitesimal",
        "Is g smaller than every positive number and greater than every negative one?",
        ("Tiny(2).IsInfinitesimal", "true"),
        |e, g| e.worker.is_infinitesimal(g)
    ),
    predicate!(
        "IsNumberish",
        "Is g a number plus an infinitesimal?",
        ("(3+^).IsNumberish", "true"),
        |e, g| e.worker.is_numberish(g)
    ),
    predicate!(
        "IsAllSmall",
        "Can in every position of g that is not the end both players move?",
        ("^.IsAllSmall", "true"),
        |e, g| e.worker.is_all_small(g)?
    ),
    predicate!(
        "IsNumberTiny",
        "Is g 0, or Tiny(x) or Miny(x) for a number x > 0?",
        ("Tiny(2).IsNumberTiny", "true"),
        |e, g| e.worker.is_number_tiny(g)?
    ),
    predicate!(
        "IsUptimal",
        "Is g a sum of a number, a nimber and powers of up?",
        ("{^|*}.IsUptimal", "true"),
        |e, g| e.worker.is_uptimal(g)?
    ),
    predicate!(
        "IsSwitch",
        "Is g = {x|y} for numbers x > y?",
        ("{3|1}.IsSwitch", "true"),
        |e, g| e.worker.is_switch(g)
    ),
    predicate!(
        "IsHot",
        "Is the Left stop of g greater than its Right stop?",
        ("{^|v}.IsHot", "false"),
        |e, g| e.worker.is_hot(g)
    ),
    predicate!(
        "IsEven",
        "Does every line of play of the canonical form of g have an even number of moves?",
        ("(*2).IsEven", "false"),
        |e, g| e.worker.is_even(g)?
    ),
    predicate!(
        "IsOdd",
        "Does every line of play of the canonical form of g have an odd number of moves?",
        ("(*).IsOdd", "true"),
        |e, g| e.worker.is_odd(g)?
    ),
    predicate!(
        "IsEvenTempered",
        "Does every line of play of the canonical form of g reach a number after an even number of \
         moves?",
        ("3.IsEvenTempered", "true"),
        |e, g| e.worker.is_even_tempered(g)?
    ),
    predicate!(
        "IsOddTempered",
        "Does every line of play of the canonical form of g reach a number after an odd number of \
         moves?",
        ("{3|1}.IsOddTempered", "true"),
        |e, g| e.worker.is_odd_tempered(g)?
    ),
    predicate!(
        "IsAtomic",
        "Does g have an atomic weight?",
        ("{1|^^^||^}.IsAtomic", "false"),
        |e, g| e.worker.is_atomic(g)?
    ),
];
