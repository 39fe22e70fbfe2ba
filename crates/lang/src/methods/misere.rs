//! Methods of impartial games in misère play.

use upstar_core::GrundyValue;
use upstar_misere::{Form, Kind};
use upstar_values::Rational;

use super::{Method, Of};
use crate::calculator::Calculator;
use crate::fail::{Answer, Fail, list};
use crate::value::Value;

/// Whether a game is of some kind.
macro_rules! kind {
    ($name:literal, $aliases:expr, $usage:literal, $about:literal, $example:expr, $test:expr) => {
        method!($name, $aliases, $usage, $about, $example, (0, 0), |e, g, _| {
            let form = e.misere_form(g)?;
            let test: fn(Kind) -> bool = $test;
            Ok(Value::Boolean(test(e.misere.kind(form)?)))
        })
    };
}

pub(super) static TABLE: &[Method] = &[
    method!(
        "MisereCanonicalForm",
        &["MisereForm"],
        "g.MisereCanonicalForm",
        "The simplest form of an impartial game in misère play: the game without its reversible \
         moves (Conway). Two games are equal in misère play if and only if they have the same \
         simplest form.",
        ("kayles(5).MisereCanonicalForm", "*[2[2]321]"),
        (0, 0),
        |e, g, _| e.misere_form(g).map(Value::Misere)
    ),
    method!(
        "Genus",
        &[],
        "g.Genus",
        "The genus of an impartial game: its nim value, and its misère nim values with 0, 1, 2, \
         ... nim heaps of two added, which alternate between the last two that are written. A nim \
         heap n has the genus n, which is n^n(n+2), 0^120 or 1^031 in full; n^n denotes another \
         tame game, and g^n a restive one: 0^n(n+2) or 1^n(n+2) for n = 2, 3, and 0^n20 or 1^n31 \
         for others.",
        ("[kayles(n).Genus for n from 4 to 8]", "[1,4^146,3,2^2,1^1]"),
        (0, 0),
        |e, g, _| {
            let form = e.misere_form(g)?;
            e.genus(form)
        }
    ),
    method!(
        "MisereNimValue",
        &["MisereGrundyValue"],
        "g.MisereNimValue",
        "The size n of the nim heap that, added to an impartial game, makes the player to move \
         lose in misère play.",
        ("kayles(5).MisereNimValue", "1"),
        (0, 0),
        |e, g, _| {
            let form = e.misere_form(g)?;
            Ok(number(e.misere.misere_nim_value(form)))
        }
    ),
    method!(
        "Mate",
        &[],
        "g.Mate",
        "The mate of the misère form g: g with 0 and 1 exchanged wherever they are positions of \
         g. The sum of g and its mate is lost for the player to move in misère play.",
        ("(*[[2],1]).Mate", "*[2#0]"),
        (0, 0),
        |e, g, _| {
            let form = e.misere_form(g)?;
            Ok(Value::Misere(e.misere.mate(form)?))
        }
    ),
    method!(
        "Parts",
        &[],
        "g.Parts",
        "The parts of the misère form g: even games of which g is the sum with another game, each \
         followed by the other part. g, 0 and games that differ from these by the nim heap of 1 \
         are omitted.",
        ("(*[3,[2]]).Parts", "[*[2],*[2[#-2]]]"),
        (0, 0),
        |e, g, _| {
            let form = e.misere_form(g)?;
            let parts = e.misere.parts(form)?;
            list(parts.into_iter().map(Value::Misere).collect())
        }
    ),
    method!(
        "Partitions",
        &[],
        "g.Partitions",
        "The ways to write the misère form g as a sum of even primes, and of the nim heap of 1 if \
         it is odd. There may be several.",
        ("(*[[*[4]+*[2]]]).Partitions", "[[*[2],*[4[2#-2]]],[*[4],*[4[2#-4]]]]"),
        (0, 0),
        |e, g, _| {
            let form = e.misere_form(g)?;
            let mut ways = Vec::new();
            for parts in e.misere.partitions(form)? {
                ways.push(list(parts.into_iter().map(Value::Misere).collect())?);
            }
            list(ways)
        }
    ),
    method!(
        "IsPrime",
        &[],
        "g.IsPrime",
        "Is the misère form g prime: neither 0 nor 1, and a sum of two games only if one of them \
         is 0 or 1?",
        ("(*[3,2]).IsPrime", "false"),
        (0, 0),
        |e, g, _| {
            let form = e.misere_form(g)?;
            Ok(Value::Boolean(e.misere.is_prime(form)?))
        }
    ),
    method!(
        "IsExtraverted",
        &[],
        "g.IsExtraverted",
        "Is each option of the misère form g a part of it?",
        ("(*[2]).IsExtraverted", "true"),
        (0, 0),
        |e, g, _| {
            let form = e.misere_form(g)?;
            Ok(Value::Boolean(e.misere.is_extraverted(form)?))
        }
    ),
    method!(
        "IsIntroverted",
        &[],
        "g.IsIntroverted",
        "Is the misère form g a part of each of its options? Only 0 and 1 are.",
        ("(*[1]).IsIntroverted", "true"),
        (0, 0),
        |e, g, _| {
            let form = e.misere_form(g)?;
            Ok(Value::Boolean(e.misere.is_introverted(form)))
        }
    ),
    method!(
        "IsNimHeap",
        &[],
        "g.IsNimHeap",
        "Does an impartial game equal a nim heap in misère play?",
        ("(nim(1) + nim(2)).IsNimHeap", "true"),
        (0, 0),
        |e, g, _| Ok(Value::Boolean(e.misere_form(g)?.heap().is_some()))
    ),
    kind!(
        "IsTame",
        &[],
        "g.IsTame",
        "Is the misère form g tame: do g and all its positions have genera of nim positions? Sums \
         of tame games are played like nim.",
        ("(*[2]+*[2]).IsTame", "true"),
        |kind| kind <= Kind::Tame
    ),
    kind!(
        "IsGenerallyTame",
        &["IsTameable"],
        "g.IsGenerallyTame",
        "Is the misère form g tame except for reversible options? Its genus is that of its tame \
         options, and each of the others has moves to tame games of its normal and of its misère \
         nim value.",
        ("kayles(7).MisereCanonicalForm.IsGenerallyTame", "true"),
        Kind::is_generally_tame
    ),
    kind!(
        "IsRestive",
        &[],
        "g.IsRestive",
        "Is the misère form g restive: its options are tame, it is not, and its normal nim value \
         is 0 or 1?",
        ("(*[[2],0]).IsRestive", "true"),
        |kind| kind == Kind::Restive
    ),
    kind!(
        "IsGenerallyRestive",
        &[],
        "g.IsGenerallyRestive",
        "Is the misère form g restive except for reversible options, as for generally tame games?",
        ("(*[[[2],2,0],[[2],3],1]).IsGenerallyRestive", "true"),
        Kind::is_generally_restive
    ),
    kind!(
        "IsRestless",
        &[],
        "g.IsRestless",
        "Is the misère form g restless: its options are tame, it is not, and its misère nim value \
         is 0 or 1 while its normal one is neither?",
        ("(*[[2],1]).IsRestless", "true"),
        |kind| kind == Kind::Restless
    ),
    method!(
        "IsHalfTame",
        &[],
        "g.IsHalfTame",
        "Is the misère form g not generally tame, while its sum with itself is, with nim values 0?",
        ("(*[0,[2]]).IsHalfTame", "true"),
        (0, 0),
        |e, g, _| {
            let form = e.misere_form(g)?;
            Ok(Value::Boolean(e.misere.is_half_tame(form)?))
        }
    ),
    method!(
        "Distinguisher",
        &[],
        "g.Distinguisher(h)",
        "A game that distinguishes g from h: in its sum with g the player to move loses in misère \
         play, and in its sum with h the player to move wins.",
        ("*[[2]] Distinguisher *[2]+*[2]", "*[(2#1)21]"),
        (1, 1),
        |e, g, arguments| {
            let (g, h) = (e.misere_form(g)?, e.misere_form(&arguments[0])?);
            match e.misere.distinguisher(g, h)? {
                Some(form) => Ok(Value::Misere(form)),
                None => Err(Fail::Undefined(
                    "no game distinguishes these games: they are equal in misère play".to_owned(),
                    None,
                )),
            }
        }
    ),
    method!(
        "IsLinkedTo",
        &[],
        "g.IsLinkedTo(h)",
        "Is there a game whose sums with g and with h are both lost for the player to move in \
         misère play? There is if neither of g and h is an option of the other.",
        ("(*[3,2]).IsLinkedTo(*[2])", "false"),
        (1, 1),
        |e, g, arguments| {
            let (g, h) = (e.misere_form(g)?, e.misere_form(&arguments[0])?);
            Ok(Value::Boolean(e.misere.is_linked(g, h)))
        }
    ),
    method!(
        "Link",
        &[],
        "g.Link(h)",
        "A game whose sums with g and with h are both lost for the player to move in misère play.",
        ("(*[3]).Link(*[3])", "*[3]"),
        (1, 1),
        |e, g, arguments| {
            let (g, h) = (e.misere_form(g)?, e.misere_form(&arguments[0])?);
            match e.misere.link(g, h)? {
                Some(form) => Ok(Value::Misere(form)),
                None => Err(Fail::Undefined(
                    "these games are not linked: one is an option of the other".to_owned(),
                    None,
                )),
            }
        }
    ),
    method!(
        "MisereMinus",
        &[],
        "g.MisereMinus(h)",
        "The game to which h must be added to give g in misère play; there is at most one, and \
         often none.",
        ("(*[3,[2]]).MisereMinus(*[2])", "*[2[#-3]]"),
        (1, 1),
        |e, g, arguments| {
            let (g, h) = (e.misere_form(g)?, e.misere_form(&arguments[0])?);
            match e.misere.minus(g, h)? {
                Some(form) => Ok(Value::Misere(form)),
                None => {
                    let (g, h) = (e.misere.text(g)?, e.misere.text(h)?);
                    Err(Fail::Undefined(
                        format!("there is no difference: {g} is not a sum of {h} and another game"),
                        None,
                    ))
                }
            }
        }
    ),
];

/// What a method of games answers of a misère form; `None` of those that are not asked of one.
pub(super) fn of_form(
    e: &mut Calculator<'_>,
    name: &str,
    form: Form,
) -> Result<Option<Value>, Fail> {
    let answer: Answer = match name {
        "CanonicalForm" => return e.nimber(&e.misere.nim_value(form).into()).map(Some),
        "OutcomeClass" => {
            e.outcome(&Value::Misere(form), upstar_engine::Convention::Normal).map(Value::Outcome)
        }
        "NimValue" => Ok(number(e.misere.nim_value(form))),
        "Birthday" => Ok(number(e.misere.birthday(form))),
        "IsEven" => Ok(Value::Boolean(!form.is_odd())),
        "IsOdd" => Ok(Value::Boolean(form.is_odd())),
        "IsZero" => Ok(Value::Boolean(form == Form::ZERO)),
        "Options" => {
            let options = e.misere.options(form)?;
            e.pay_values(options.len())?;
            list(options.into_iter().map(Value::Misere).collect())
        }
        "Followers" => {
            let followers = e.misere.followers(form)?;
            e.pay_values(followers.len())?;
            list(followers.into_iter().map(Value::Misere).collect())
        }
        "FollowerCount" => {
            let count = e.misere.follower_count(form)?;
            Ok(Value::Number(Rational::from(i64::try_from(count).unwrap_or(i64::MAX))))
        }
        _ => return Ok(None),
    };
    answer.map(Some)
}

fn number(value: GrundyValue) -> Value {
    Value::Number(Rational::from(i64::from(value)))
}
