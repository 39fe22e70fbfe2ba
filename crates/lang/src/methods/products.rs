//! Operations on forms, products and powers.

use upstar_engine::Compound;
use upstar_values::surreal::Surreal;
use upstar_values::{infinitesimal, thermography};

use super::{METHOD, Method};
use crate::ast::Binary;
use crate::calculator::Calculator;
use crate::value::{Answer, Value};

const NOT_BACKWARDS: &str =
    "this is defined from the end of play backwards: for games without loops only";

const NO_POWERS: &str =
    "powers are defined for {0|h} where h has no loops; only the exponent may be loopy";

/// What the sums that are not disjunctive share.
const COMPOUND: Method = Method { arguments: (1, 1), not_loopy: Some(NOT_BACKWARDS), ..METHOD };

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "NortonProduct",
        usage: "g.NortonProduct(u)",
        about: "g . u for a positive game u: n copies of u for an integer n; otherwise the Left \
                options are g^L . u plus u and its incentives, and similarly for Right.",
        example: ("(1/2).NortonProduct(^)", "{^^*|v*}"),
        arguments: (1, 1),
        not_loopy: Some(NOT_BACKWARDS),
        run: |e, g, arguments| {
            e.short_value([g, &arguments[0]], |worker, [g, u]| {
                thermography::norton_product(worker, g, u)
            })
        },
        ..METHOD
    },
    Method {
        name: "ConwayProduct",
        usage: "g.ConwayProduct(h)",
        about: "Conway's product of the forms g and h: options g'h + gh' - g'h'. On numbers it is \
                the product, on nimbers the nim product; elsewhere it depends on the forms, and a \
                value stands for its canonical form.",
        example: ("*5 ConwayProduct *6", "*8"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let h = &arguments[0];
            if matches!(g, Value::Nimber(_)) || matches!(h, Value::Nimber(_)) {
                return e.binary(Binary::Multiply, g.clone(), h.clone());
            }
            if let Some(product) = e.surreal_operation(g, h, Surreal::product)? {
                return Ok(product);
            }
            // Values that are numbers, or nimbers: the theorems, without their forms.
            let is_form = |value: &Value| matches!(value, Value::Form(_) | Value::Positions(_));
            if !is_form(g) && !is_form(h) {
                if let (Some(a), Some(b)) = (e.as_number(g)?, e.as_number(h)?) {
                    return e.binary(Binary::Multiply, Value::Number(a), Value::Number(b));
                }
                if let Some((a, b)) = e.nimbers(g, h)? {
                    let product = a.product(&b, e.budget)?;
                    return e.nimber_value(&product);
                }
                for (n, game) in [(g, h), (h, g)] {
                    // An integer is the sum of as many games 1, and 1 g = g.
                    if let Some(n) = e.as_number(n)?
                        && n.is_integer()
                    {
                        return e.binary(Binary::Multiply, Value::Number(n), game.clone());
                    }
                }
            }
            let (g, h) = (e.form(g)?, e.form(h)?);
            let product = g.conway_product(&mut e.worker, &h)?;
            Ok(e.simplified(product))
        },
        ..METHOD
    },
    Method {
        name: "OrdinalSum",
        usage: "g : h",
        about: "The ordinal sum of the forms g and h: a move in g removes h, and a move in h \
                keeps g. It depends on the form of g; a value stands for its canonical form. For \
                infinite numbers, the stalk of h on that of g; 1:omega is omega.",
        example: ("*4:*5", "*9"),
        arguments: (1, 1),
        run: |e, g, arguments| e.ordinal_sum(g, &arguments[0]),
        ..METHOD
    },
    Method {
        name: "OrdinalProduct",
        usage: "g.OrdinalProduct(h)",
        about: "The ordinal product of the forms g and h: h with a copy of g for each of its \
                positions, where moves in earlier copies end the later ones. For infinite \
                ordinals, their ordinary product, while `*` is the natural product.",
        example: ("(1/2) OrdinalProduct (1/4)", "11/32"),
        arguments: (1, 1),
        not_loopy: Some(NOT_BACKWARDS),
        run: |e, g, arguments| e.ordinal_product(g, &arguments[0]),
        ..METHOD
    },
    Method {
        name: "SelectiveSum",
        usage: "g.SelectiveSum(h)",
        about: "The selective sum of two forms or positions: a player moves in one of them or in \
                both. Conway's union.",
        example: ("*5 SelectiveSum *6", "*11"),
        run: |e, g, arguments| e.compound(Compound::Selective, g, &arguments[0]),
        ..COMPOUND
    },
    Method {
        name: "ShortenedSelectiveSum",
        usage: "g.ShortenedSelectiveSum(h)",
        about: "As the selective sum, but play ends when one component has ended for the player \
                who is to move.",
        example: ("(kayles(3) ShortenedSelectiveSum nim(1)).Outcome", "N"),
        run: |e, g, arguments| e.compound(Compound::ShortenedSelective, g, &arguments[0]),
        ..COMPOUND
    },
    Method {
        name: "ConjunctiveSum",
        usage: "g.ConjunctiveSum(h)",
        about: "The conjunctive sum of two forms or positions: a player moves in both at once, and \
                play ends when one of them has ended. Conway's rapid join.",
        example: ("(+-1) ConjunctiveSum (^^)", "{0|-1}"),
        run: |e, g, arguments| e.compound(Compound::Conjunctive, g, &arguments[0]),
        ..COMPOUND
    },
    Method {
        name: "ContinuedConjunctiveSum",
        usage: "g.ContinuedConjunctiveSum(h)",
        about: "The continued conjunctive sum: a player moves in every component that has not \
                ended, and play ends when all have ended. Conway's slow join.",
        example: ("(nim(1) ContinuedConjunctiveSum kayles(3)).NimValue", "3"),
        run: |e, g, arguments| e.compound(Compound::ContinuedConjunctive, g, &arguments[0]),
        ..COMPOUND
    },
    Method {
        name: "DiminishedSum",
        usage: "g.DiminishedSum(h)",
        about: "The diminished disjunctive sum: a player moves in one component, and play ends \
                when one of them has ended for the player who is to move.",
        example: ("(nim(2) DiminishedSum nim(2)).Outcome", "N"),
        run: |e, g, arguments| e.compound(Compound::Diminished, g, &arguments[0]),
        ..COMPOUND
    },
    Method {
        name: "SequentialSum",
        usage: "g.SequentialSum(h)",
        about: "The sequential sum: play is in g until neither player can move there, then in h.",
        example: ("(nim(1) SequentialSum nim(1)).NimValue", "0"),
        run: |e, g, arguments| e.compound(Compound::Sequential, g, &arguments[0]),
        ..COMPOUND
    },
    Method {
        name: "Form",
        usage: "g.Form",
        about: "The game as it is written or as its position is played, without simplification. \
                `===` compares forms, `==` values.",
        example: ("kayles(2).Form === '{0,*|0,*}'", "true"),
        run: |e, g, _| Ok(Value::Form(e.form(g)?)),
        ..METHOD
    },
    Method {
        name: "FormalBirthday",
        usage: "g.FormalBirthday",
        about: "The number of moves in the longest play of the form g; of a value, its birthday.",
        example: ("'{*|*}'.FormalBirthday", "2"),
        not_loopy: Some(NOT_BACKWARDS),
        run: |e, g, _| {
            let form = e.form(g)?;
            Ok(Value::Number(i64::from(form.birthday(&mut e.worker)?).into()))
        },
        ..METHOD
    },
    Method {
        name: "Subordinate",
        usage: "g.Subordinate(base)",
        about: "The game h with base:h = g; an error if there is none.",
        example: ("(1/8).Subordinate(1)", "-3"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let base = &arguments[0];
            if matches!(g, Value::Loopy(_)) || matches!(base, Value::Loopy(_)) {
                return e.loopy_subordinate(g, base);
            }
            let (id, base) = (e.id(g)?, e.form(base)?);
            let subordinate = base.subordinate(&mut e.worker, id)?;
            Ok(e.simplified(subordinate))
        },
        ..METHOD
    },
    Method {
        name: "Pow",
        usage: "^.Pow(n)",
        about: "The power of a game {0|H}: {0 | H minus the sum of the powers up to x-1}, where \
                the first power is the game itself; ^.Pow(n) is ^<n>, and *.Pow(n) is ^<n-1>. The \
                exponent is a number x >= 1, or a loopy one such as on.",
        example: ("^.Pow(3)", "^<3>"),
        arguments: (1, 1),
        not_loopy: Some(NO_POWERS),
        run: |e, g, arguments| power(e, g, &arguments[0], false),
        ..METHOD
    },
    Method {
        name: "PowTo",
        usage: "^.PowTo(n)",
        about: "The sum of the powers of a game {0|H} up to x >= 0; the sum up to 1 is the game \
                itself; ^.PowTo(n) is ^[n].",
        example: ("^.PowTo(2)", "^[2]"),
        arguments: (1, 1),
        not_loopy: Some(NO_POWERS),
        run: |e, g, arguments| power(e, g, &arguments[0], true),
        ..METHOD
    },
];

/// A power of a game {0|H}, or the sum of its powers up to this one.
fn power(e: &mut Calculator<'_>, g: &Value, exponent: &Value, is_sum: bool) -> Answer {
    if let Value::Loopy(exponent) = exponent {
        return e.loopy_power(g, exponent, is_sum);
    }
    let id = e.id(g)?;
    let x = e.number(exponent, "a power")?;
    let power = if is_sum { infinitesimal::pow_to } else { infinitesimal::pow };
    let power = power(&mut e.worker, id, &x)?;
    Ok(e.simplified(power))
}
