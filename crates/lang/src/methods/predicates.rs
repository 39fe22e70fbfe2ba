//! Questions with the answer true or false.

use upstar_misere::Form;
use upstar_stoppers::Loopy;
use upstar_values::{Id, infinitesimal, structure};

use super::{InFormula, METHOD, Method};
use crate::calculator::Calculator;
use crate::fail::Result;
use crate::formula::halved;
use crate::value::Value;

/// The answers for values that are no games of the universe; `None` where there is none.
struct Others {
    loopy: fn(&mut Calculator<'_>, &Loopy) -> Result<bool>,
    surreal: Option<bool>,
    root: Option<bool>,
    nimber: Option<bool>,
    misere: fn(Form) -> Option<bool>,
}

/// Loopy games and infinite values are not like that.
const NO: Others = Others {
    loopy: |_, _| Ok(false),
    surreal: Some(false),
    root: Some(false),
    nimber: Some(false),
    misere: |_| None,
};

/// Asked of short games alone: of what is loopy it does not hold.
const SHORT: Others = Others { surreal: None, root: None, nimber: None, ..NO };

impl Others {
    fn answer(&self, e: &mut Calculator<'_>, g: &Value) -> Result<Option<bool>> {
        Ok(match g {
            Value::Loopy(g) => Some((self.loopy)(e, g)?),
            Value::Surreal(_) => self.surreal,
            Value::Root(_) => self.root,
            Value::Nimber(_) => self.nimber,
            Value::Misere(form) => (self.misere)(*form),
            _ => None,
        })
    }
}

macro_rules! predicate {
    ($name:literal, $about:literal, $example:expr, $others:expr, |$e:ident, $id:ident| $answer:expr) => {
        Method {
            name: $name,
            about: $about,
            example: $example,
            run: |$e, g, _| {
                const OTHERS: Others = $others;
                if let Some(answer) = OTHERS.answer($e, g)? {
                    return Ok(Value::Boolean(answer));
                }
                let $id = $e.id(g)?;
                Ok(Value::Boolean($answer))
            },
            ..METHOD
        }
    };
}

pub(super) static TABLE: &[Method] = &[
    predicate!(
        "IsNumber",
        "Is g equal to a number?",
        ("{0|1}.IsNumber", "true"),
        Others { surreal: Some(true), root: Some(true), ..NO },
        |e, g| e.worker.is_number(g)
    ),
    predicate!(
        "IsInteger",
        "Is g equal to an integer?",
        ("(1/2).IsInteger", "false"),
        Others { surreal: None, ..NO },
        |e, g| e.worker.is_integer(g)
    ),
    predicate!(
        "IsDyadic",
        "Is g equal to a number m/2^n?",
        ("(1/3).IsDyadic", "false"),
        NO,
        |e, g| structure::is_dyadic(&mut e.worker, g)
    ),
    predicate!(
        "IsZero",
        "Is g equal to 0?",
        ("(^-^).IsZero", "true"),
        Others { misere: |form| Some(form == Form::ZERO), ..NO },
        |e, g| g == Id::ZERO
    ),
    predicate!(
        "IsNimber",
        "Is g equal to a nimber?",
        ("(*2+*4).IsNimber", "true"),
        Others { nimber: Some(true), ..NO },
        |e, g| e.worker.is_nimber(g)
    ),
    predicate!(
        "IsInfinitesimal",
        "Is g smaller than every positive number and greater than every negative one?",
        ("Tiny(2).IsInfinitesimal", "true"),
        Others {
            loopy: |e, g| Ok(g.near_number(&mut e.worker)?.is_some_and(|x| x.is_zero())),
            surreal: None,
            nimber: Some(true),
            ..NO
        },
        |e, g| infinitesimal::is_infinitesimal(&mut e.worker, g)
    ),
    predicate!(
        "IsNumberish",
        "Is g a number plus an infinitesimal?",
        ("(3+^).IsNumberish", "true"),
        Others {
            loopy: |e, g| Ok(g.near_number(&mut e.worker)?.is_some()),
            surreal: None,
            root: Some(true),
            nimber: Some(true),
            ..NO
        },
        |e, g| infinitesimal::is_numberish(&mut e.worker, g)
    ),
    predicate!(
        "IsAllSmall",
        "Can both players move in every position of g that is not terminal?",
        ("^.IsAllSmall", "true"),
        Others { loopy: |_, g| Ok(g.is_all_small()), nimber: Some(true), ..NO },
        |e, g| structure::is_all_small(&mut e.worker, g)?
    ),
    predicate!(
        "IsNumberTiny",
        "Is g a number plus Tiny(x) or Miny(x) for an x whose Right stop is positive? 0 counts as \
         their limit.",
        ("(3+Tiny(2)).IsNumberTiny", "true"),
        Others { loopy: |e, g| Ok(g.is_number_tiny(&mut e.worker)?), ..SHORT },
        |e, g| structure::is_number_tiny(&mut e.worker, g)?
    ),
    predicate!(
        "IsUptimal",
        "Is g a sum of a number, a nimber and powers of up?",
        ("{^|*}.IsUptimal", "true"),
        SHORT,
        |e, g| infinitesimal::is_uptimal(&mut e.worker, g)?
    ),
    predicate!(
        "IsSwitch",
        "Is g = {x|y} for numbers x > y?",
        ("{3|1}.IsSwitch", "true"),
        NO,
        |e, g| structure::is_switch(&mut e.worker, g)
    ),
    predicate!(
        "IsHot",
        "Is the Left stop of g greater than its Right stop?",
        ("{^|v}.IsHot", "false"),
        Others { loopy: |e, g| Ok(g.is_hot(&mut e.worker)?), ..NO },
        |e, g| structure::is_hot(&mut e.worker, g)
    ),
    Method {
        formula: Some(InFormula::Of(|x| halved(x, 0))),
        ..predicate!(
            "IsEven",
            "Does every line of play of the canonical form of g have an even number of moves?",
            ("(*2).IsEven", "false"),
            Others { misere: |form| Some(!form.is_odd()), ..SHORT },
            |e, g| structure::is_even(&mut e.worker, g)?
        )
    },
    Method {
        formula: Some(InFormula::Of(|x| halved(x, 1))),
        ..predicate!(
            "IsOdd",
            "Does every line of play of the canonical form of g have an odd number of moves?",
            ("(*).IsOdd", "true"),
            Others { misere: |form| Some(form.is_odd()), ..SHORT },
            |e, g| structure::is_odd(&mut e.worker, g)?
        )
    },
    predicate!(
        "IsEvenTempered",
        "Does every line of play of the canonical form of g reach a number after an even number of \
         moves?",
        ("3.IsEvenTempered", "true"),
        SHORT,
        |e, g| structure::is_even_tempered(&mut e.worker, g)?
    ),
    predicate!(
        "IsOddTempered",
        "Does every line of play of the canonical form of g reach a number after an odd number of \
         moves?",
        ("{3|1}.IsOddTempered", "true"),
        SHORT,
        |e, g| structure::is_odd_tempered(&mut e.worker, g)?
    ),
    predicate!(
        "IsAtomic",
        "Does g have an atomic weight?",
        ("{1|^^^||^}.IsAtomic", "false"),
        SHORT,
        |e, g| infinitesimal::is_atomic(&mut e.worker, g)?
    ),
];
