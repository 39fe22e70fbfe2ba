//! Misère quotients of positions.

use upstar_misere::quotient::{Monoid, QuotientError};
use upstar_rules::{Game, Summand, closed_games};

use super::{Method, Of};
use crate::calculator::Calculator;
use crate::fail::{Fail, mismatch};
use crate::value::Value;

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "MisereQuotient",
        aliases: &["Quotient"],
        usage: "g.MisereQuotient or quotient(g,h,...)",
        about: "The misère quotient of all sums of the positions that can be reached from g, h, ..., \
                impartial games that always end: generators and relations, and the elements that are \
                P-positions in misère play.",
        example: ("quotient(kayles(2))", "<a,b | a2=1,b3=b> {a,b2}"),
        of: Of::Value,
        arguments: (0, 100),
        run: |e, g, more| {
            let monoid = quotient(e, std::iter::once(g).chain(more))?;
            Ok(Value::Text(format!("{} {}", monoid.presentation(), monoid.p_name())))
        },
    },
    Method {
        name: "SameMisereQuotient",
        aliases: &[],
        usage: "g.SameMisereQuotient(h)",
        about: "Whether the misère quotients of g and h are isomorphic, P-positions to P-positions.",
        example: ("kayles(2).SameMisereQuotient(nim(3))", "true"),
        of: Of::Value,
        arguments: (1, 1),
        run: |e, g, arguments| {
            let one = quotient(e, std::iter::once(g))?;
            let other = quotient(e, std::iter::once(&arguments[0]))?;
            let found = one.isomorphism(&other, e.budget).map_err(fail)?;
            Ok(Value::Boolean(found.is_some()))
        },
    },
];

/// The quotient of all that can be reached from some positions.
fn quotient<'v>(
    e: &mut Calculator<'_>,
    values: impl Iterator<Item = &'v Value>,
) -> Result<Monoid, Fail> {
    let mut positions: Vec<Game> = Vec::new();
    for value in values {
        let Value::Positions(sum) = value else {
            return Err(mismatch("expected a position of a named game", value));
        };
        for summand in sum.summands() {
            match summand {
                Summand::Position(game) => positions.push(game.clone()),
                _ => return Err(mismatch("expected positions of named games", value)),
            }
        }
    }
    let (games, _) = closed_games(&positions, e.budget)?;
    Ok(games.quotient(e.budget).map_err(fail)?.0)
}

fn fail(error: QuotientError) -> Fail {
    match error {
        QuotientError::Exhausted(exhausted) => Fail::Exhausted(exhausted),
        other => Fail::Limit(other.to_string()),
    }
}
