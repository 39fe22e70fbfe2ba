//! Methods of impartial games in misère play.

use upstar_misere::Kind;

use super::{METHOD, Method, number};
use crate::fail::Fail;
use crate::value::{Value, list};

/// A question about a misère form.
macro_rules! question {
    ($name:literal, $about:literal, $example:expr, |$forms:ident, $form:ident| $answer:expr) => {
        Method {
            name: $name,
            about: $about,
            example: $example,
            run: |e, g, _| {
                let $form = e.misere_form(g)?;
                let $forms = &mut e.misere;
                Ok(Value::Boolean($answer))
            },
            ..METHOD
        }
    };
}

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "MisereCanonicalForm",
        aliases: &["MisereForm"],
        about: "The simplest form of an impartial game in misère play: the game without its reversible \
         moves (Conway). Two games are equal in misère play if and only if they have the same \
         simplest form.",
        example: ("kayles(5).MisereCanonicalForm", "*[2[2]321]"),
        run: |e, g, _| e.misere_form(g).map(Value::Misere),
        ..METHOD
    },
    Method {
        name: "Genus",
        about: "The genus of an impartial game: its nim value, and its misère nim values with 0, 1, 2, \
         ... nim heaps of two added, which alternate between the last two that are written. A nim \
         heap n has the genus n, which is n^n(n+2), 0^120 or 1^031 in full; n^n denotes another \
         tame game, and g^n a restive one: 0^n(n+2) or 1^n(n+2) for n = 2, 3, and 0^n20 or 1^n31 \
         for others.",
        example: ("[kayles(n).Genus for n from 4 to 8]", "[1,4^146,3,2^2,1^1]"),
        run: |e, g, _| {
            let form = e.misere_form(g)?;
            e.genus(form)
        },
        ..METHOD
    },
    Method {
        name: "MisereNimValue",
        aliases: &["MisereGrundyValue"],
        about: "The size n of the nim heap that, added to an impartial game, makes the player to move \
         lose in misère play.",
        example: ("kayles(5).MisereNimValue", "1"),
        run: |e, g, _| {
            let form = e.misere_form(g)?;
            Ok(number(e.misere.misere_nim_value(form)))
        },
        ..METHOD
    },
    Method {
        name: "Mate",
        about: "The mate of the misère form g: g with 0 and 1 exchanged wherever they are positions of \
         g. The sum of g and its mate is lost for the player to move in misère play.",
        example: ("(*[[2],1]).Mate", "*[2#0]"),
        run: |e, g, _| {
            let form = e.misere_form(g)?;
            Ok(Value::Misere(e.misere.mate(form)?))
        },
        ..METHOD
    },
    Method {
        name: "Parts",
        about: "The parts of the misère form g: even games of which g is the sum with another game, each \
         followed by the other part. g, 0 and games that differ from these by the nim heap of 1 \
         are omitted.",
        example: ("(*[3,[2]]).Parts", "[*[2],*[2[#-2]]]"),
        run: |e, g, _| {
            let form = e.misere_form(g)?;
            let parts = e.misere.parts(form)?;
            list(parts.into_iter().map(Value::Misere).collect())
        },
        ..METHOD
    },
    Method {
        name: "Partitions",
        about: "The ways to write the misère form g as a sum of even primes, and of the nim heap of 1 if \
         it is odd. There may be several.",
        example: ("(*[[*[4]+*[2]]]).Partitions", "[[*[2],*[4[2#-2]]],[*[4],*[4[2#-4]]]]"),
        run: |e, g, _| {
            let form = e.misere_form(g)?;
            let mut ways = Vec::new();
            for parts in e.misere.partitions(form)? {
                ways.push(list(parts.into_iter().map(Value::Misere).collect())?);
            }
            list(ways)
        },
        ..METHOD
    },
    question!(
        "IsPrime",
        "Is the misère form g prime: neither 0 nor 1, and a sum of two games only if one of them \
         is 0 or 1?",
        ("(*[3,2]).IsPrime", "false"),
        |forms, form| forms.is_prime(form)?
    ),
    question!(
        "IsExtraverted",
        "Is each option of the misère form g a part of it?",
        ("(*[2]).IsExtraverted", "true"),
        |forms, form| forms.is_extraverted(form)?
    ),
    question!(
        "IsIntroverted",
        "Is the misère form g a part of each of its options? Only 0 and 1 are.",
        ("(*[1]).IsIntroverted", "true"),
        |forms, form| forms.is_introverted(form)
    ),
    Method {
        name: "IsNimHeap",
        about: "Does an impartial game equal a nim heap in misère play?",
        example: ("(nim(1) + nim(2)).IsNimHeap", "true"),
        run: |e, g, _| Ok(Value::Boolean(e.misere_form(g)?.heap().is_some())),
        ..METHOD
    },
    Method {
        name: "IsTame",
        about: "Is the misère form g tame: do g and all its positions have genera of nim positions? Sums \
                of tame games are played like nim. Also: is a misère quotient that of nim positions?",
        example: ("(*[2]+*[2]).IsTame", "true"),
        run: |e, g, _| match g {
            Value::Quotient(quotient) => Ok(Value::Boolean(quotient.monoid().tame().is_some())),
            g => {
                let form = e.misere_form(g)?;
                Ok(Value::Boolean(e.misere.kind(form)? <= Kind::Tame))
            }
        },
        ..METHOD
    },
    Method {
        aliases: &["IsTameable"],
        ..question!(
            "IsGenerallyTame",
            "Is the misère form g tame except for reversible options? Its genus is that of its \
             tame options, and each of the others has moves to tame games of its normal and of its \
             misère nim value.",
            ("kayles(7).MisereCanonicalForm.IsGenerallyTame", "true"),
            |forms, form| forms.kind(form)?.is_generally_tame()
        )
    },
    question!(
        "IsRestive",
        "Is the misère form g restive: its options are tame, it is not, and its normal nim value \
         is 0 or 1?",
        ("(*[[2],0]).IsRestive", "true"),
        |forms, form| forms.kind(form)? == Kind::Restive
    ),
    question!(
        "IsGenerallyRestive",
        "Is the misère form g restive except for reversible options, as for generally tame games?",
        ("(*[[[2],2,0],[[2],3],1]).IsGenerallyRestive", "true"),
        |forms, form| forms.kind(form)?.is_generally_restive()
    ),
    question!(
        "IsRestless",
        "Is the misère form g restless: its options are tame, it is not, and its misère nim value \
         is 0 or 1 while its normal one is neither?",
        ("(*[[2],1]).IsRestless", "true"),
        |forms, form| forms.kind(form)? == Kind::Restless
    ),
    question!(
        "IsHalfTame",
        "Is the misère form g not generally tame, while its sum with itself is, with nim values 0?",
        ("(*[0,[2]]).IsHalfTame", "true"),
        |forms, form| forms.is_half_tame(form)?
    ),
    Method {
        name: "Distinguisher",
        usage: "g.Distinguisher(h)",
        about: "A game that distinguishes g from h: in its sum with g the player to move loses in misère \
         play, and in its sum with h the player to move wins.",
        example: ("*[[2]] Distinguisher *[2]+*[2]", "*[(2#1)21]"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let (g, h) = (e.misere_form(g)?, e.misere_form(&arguments[0])?);
            let found = e.misere.distinguisher(g, h)?.map(Value::Misere);
            found.ok_or_else(|| {
                Fail::undefined("no game distinguishes these games: they are equal in misère play")
            })
        },
        ..METHOD
    },
    Method {
        name: "IsLinkedTo",
        usage: "g.IsLinkedTo(h)",
        about: "Is there a game whose sums with g and with h are both lost for the player to move in \
         misère play? There is if neither of g and h is an option of the other.",
        example: ("(*[3,2]).IsLinkedTo(*[2])", "false"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let (g, h) = (e.misere_form(g)?, e.misere_form(&arguments[0])?);
            Ok(Value::Boolean(e.misere.is_linked(g, h)))
        },
        ..METHOD
    },
    Method {
        name: "Link",
        usage: "g.Link(h)",
        about: "A game whose sums with g and with h are both lost for the player to move in misère play.",
        example: ("(*[3]).Link(*[3])", "*[3]"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let (g, h) = (e.misere_form(g)?, e.misere_form(&arguments[0])?);
            let found = e.misere.link(g, h)?.map(Value::Misere);
            found.ok_or_else(|| {
                Fail::undefined("these games are not linked: one is an option of the other")
            })
        },
        ..METHOD
    },
    Method {
        name: "MisereMinus",
        usage: "g.MisereMinus(h)",
        about: "The game to which h must be added to give g in misère play; there is at most one, and \
         often none.",
        example: ("(*[3,[2]]).MisereMinus(*[2])", "*[2[#-3]]"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let (g, h) = (e.misere_form(g)?, e.misere_form(&arguments[0])?);
            match e.misere.minus(g, h)? {
                Some(form) => Ok(Value::Misere(form)),
                None => {
                    let (g, h) = (e.misere.text(g)?, e.misere.text(h)?);
                    Err(Fail::undefined(format!(
                        "there is no difference: {g} is not a sum of {h} and another game"
                    )))
                }
            }
        },
        ..METHOD
    },
];
