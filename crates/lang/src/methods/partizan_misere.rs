//! Partizan games in misère play, modulo a universe.

use upstar_core::Player;
use upstar_misere::partizan::{Forms, Id, Universe};
use upstar_values::Relation;

use super::{METHOD, Method, player};
use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::value::Value;

macro_rules! of_tree {
    ($name:literal, $about:literal, $example:expr, |$forms:ident, $id:ident| $answer:expr) => {
        Method {
            name: $name,
            about: $about,
            example: $example,
            not_loopy: Some(super::stoppers::NO_MISERE_PLAY),
            run: |e, g, _| {
                let mut $forms = e.forms()?;
                let $id = e.misere_tree(&mut $forms, g)?;
                Ok(Value::Boolean($answer))
            },
            ..METHOD
        }
    };
}

macro_rules! of_player {
    ($name:literal, $about:literal, $example:expr, $test:expr) => {
        Method {
            name: $name,
            usage: concat!("g.", $name, "(Left)"),
            about: $about,
            example: $example,
            arguments: (1, 1),
            run: |e, g, arguments| {
                let player = player(&arguments[0])?;
                let mut forms = e.forms()?;
                let id = e.misere_tree(&mut forms, g)?;
                let test: fn(&Forms, Id, Player) -> bool = $test;
                Ok(Value::Boolean(test(&forms, id, player)))
            },
            ..METHOD
        }
    };
}

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "MisereSimplest",
        aliases: &["MisereSimplestForm"],
        usage: "g.MisereSimplest(\"dead-ending\")",
        about: "The simplest form that g equals in misère play modulo a universe: \"dicot\", \
                \"dead-ending\" or \"all\". The tree of '{a|b}' is as typed, that of a position \
                has all its options, and that of a value is its canonical form. Σ is Siegel's \
                tombstone: the player counts as having no move.",
        example: ("'{0,*|*}'.MisereSimplest(\"dicot\")", "'{Σ,0|*}'"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let universe = e.universe(&arguments[0])?;
            let mut forms = e.forms()?;
            let id = e.misere_game(&mut forms, universe, g)?;
            e.misere_value(&mut forms, universe, id)
        },
        ..METHOD
    },
    Method {
        name: "MisereCompare",
        usage: "g.MisereCompare(h, \"dead-ending\")",
        about: "How g compares with h in misère play modulo a universe: `<`, `>`, `=`, or `<>`. \
                g is at least h if Left wins g + x wherever she wins h + x, for each x of the \
                universe and whoever begins.",
        example: ("'{*|*}'.MisereCompare(0, \"dicot\")", "="),
        arguments: (2, 2),
        run: |e, g, arguments| relation(e, g, arguments).map(Value::Relation),
        ..METHOD
    },
    Method {
        name: "MisereLeq",
        usage: "g.MisereLeq(h, \"dead-ending\")",
        about: "Is g at most h in misère play modulo a universe?",
        example: ("0.MisereLeq(-1, \"dead-ending\")", "false"),
        arguments: (2, 2),
        run: |e, g, arguments| {
            let found = relation(e, g, arguments)?;
            Ok(Value::Boolean(matches!(found, Relation::Less | Relation::Equal)))
        },
        ..METHOD
    },
    Method {
        name: "MisereGeq",
        usage: "g.MisereGeq(h, \"dead-ending\")",
        about: "Is g at least h in misère play modulo a universe?",
        example: ("'{0,*|*}'.MisereGeq(0, \"dicot\")", "true"),
        arguments: (2, 2),
        run: |e, g, arguments| {
            let found = relation(e, g, arguments)?;
            Ok(Value::Boolean(matches!(found, Relation::Greater | Relation::Equal)))
        },
        ..METHOD
    },
    Method {
        name: "MisereSum",
        usage: "g.MisereSum(h, \"dead-ending\")",
        about: "The simplest form of the sum of g and h in misère play modulo a universe.",
        example: ("(*).MisereSum(*, \"dicot\")", "0"),
        arguments: (2, 2),
        run: |e, g, arguments| {
            let universe = e.universe(&arguments[1])?;
            e.misere_sum(universe, g, &arguments[0])
        },
        ..METHOD
    },
    Method {
        name: "MisereConjugate",
        usage: "g.MisereConjugate(\"dead-ending\")",
        about: "The simplest form of the conjugate of g, in which Left and Right are exchanged, \
                modulo a universe.",
        example: ("'{0,*|*}'.MisereConjugate(\"dicot\")", "'{*|Σ,0}'"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let universe = e.universe(&arguments[0])?;
            let mut forms = e.forms()?;
            let id = e.misere_game(&mut forms, universe, g)?;
            let conjugate = forms.conjugate(id)?;
            e.misere_value(&mut forms, universe, conjugate)
        },
        ..METHOD
    },
    Method {
        name: "IsMisereInvertible",
        usage: "g.IsMisereInvertible(\"dead-ending\")",
        about: "Is there an h in the universe with g + h = 0 modulo it, in misère play?",
        example: ("1.IsMisereInvertible(\"dead-ending\")", "true"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let universe = e.universe(&arguments[0])?;
            let mut forms = e.forms()?;
            Ok(Value::Boolean(inverse(e, &mut forms, universe, g)?.is_some()))
        },
        ..METHOD
    },
    Method {
        name: "MisereInverse",
        usage: "g.MisereInverse(\"dead-ending\")",
        about: "The simplest form of the h with g + h = 0 in misère play modulo a universe. If \
                there is one, it is the conjugate of g.",
        example: ("'{0,*|*}'.MisereInverse(\"dicot\")", "'{*|Σ,0}'"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let universe = e.universe(&arguments[0])?;
            let mut forms = e.forms()?;
            match inverse(e, &mut forms, universe, g)? {
                Some(inverse) => e.misere_value(&mut forms, universe, inverse),
                None => {
                    Err(Fail::undefined(format!("this game has no inverse modulo \"{universe}\""))
                        .with_help("its conjugate would be the only one possible"))
                }
            }
        },
        ..METHOD
    },
    Method {
        name: "MisereDistinguish",
        usage: "g.MisereDistinguish(h, \"dead-ending\")",
        about: "A game x of the universe with which Left does better in h + x than in g + x in \
                misère play: a proof that g is not at least h; `Nothing` if g is at least h.",
        example: ("(*).MisereDistinguish(0, \"dicot\")", "0"),
        arguments: (2, 2),
        run: |e, g, arguments| {
            let universe = e.universe(&arguments[1])?;
            let mut forms = e.forms()?;
            let g = e.misere_game(&mut forms, universe, g)?;
            let h = e.misere_game(&mut forms, universe, &arguments[0])?;
            let (g, h) = (forms.simplest(universe, g)?, forms.simplest(universe, h)?);
            match forms.distinguish(universe, g, h)? {
                // Modulo all games it keeps to the universe: no option reverses through an end.
                Some(x) => e.misere_value(&mut forms, Universe::All, x),
                None => Ok(Value::Nothing),
            }
        },
        ..METHOD
    },
    of_tree!(
        "IsPFree",
        "Does the previous player win neither g nor any of its followers in misère play? The tree \
         of '{a|b}' is as typed.",
        ("'{-1|1}'.IsPFree", "true"),
        |forms, id| forms.is_p_free(id)
    ),
    of_tree!(
        "IsDicot",
        "Can both players move or neither, in every position of the tree of g? The tree of \
         '{a|b}' is as typed.",
        ("'{*|0}'.IsDicot", "true"),
        |forms, id| forms.is_tombstone_free(id) && forms.is_in(Universe::Dicot, id)
    ),
    of_tree!(
        "IsDeadEnding",
        "Does a player who has no move in a position of the tree of g have no move in all \
         positions that follow? The tree of '{a|b}' is as typed.",
        ("'{1|*}'.IsDeadEnding", "true"),
        |forms, id| forms.is_tombstone_free(id) && forms.is_in(Universe::DeadEnding, id)
    ),
    of_player!(
        "IsEnd",
        "Does the player have no option in g? The tree of '{a|b}' is as typed.",
        ("'{|*}'.IsEnd(Left)", "true"),
        |forms, id, player| forms.is_end(id, player)
    ),
    of_player!(
        "IsDeadEnd",
        "Does the player have no option in g or in any position that follows? The tree of '{a|b}' \
         is as typed.",
        ("'{|*}'.IsDeadEnd(Left)", "false"),
        |forms, id, player| forms.is_dead_end(id, player)
    ),
];

/// The inverse of a game modulo the universe.
fn inverse(
    e: &mut Calculator<'_>,
    forms: &mut Forms,
    universe: Universe,
    g: &Value,
) -> Result<Option<Id>> {
    let id = e.misere_game(forms, universe, g)?;
    let id = forms.simplest(universe, id)?;
    if forms.is_invertible(universe, id)? { Ok(Some(forms.conjugate(id)?)) } else { Ok(None) }
}

/// How a game compares with the first argument modulo the universe that the second one names.
fn relation(e: &mut Calculator<'_>, g: &Value, arguments: &[Value]) -> Result<Relation> {
    let universe = e.universe(&arguments[1])?;
    e.misere_relation(universe, g, &arguments[0])
}
