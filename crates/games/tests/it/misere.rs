//! Misère forms of positions, by components and symmetry, against forms made from their options.

use std::collections::HashMap;

use upstar_core::{Budget, Convention, Outcome, Player};
use upstar_engine::{Engine, Game, RuleError, Settings};
use upstar_games::{catalogue, parse_game};
use upstar_misere::{Form, Worker};
use upstar_values::Universe;

/// The form of a position, made from the forms of its options; `None` for large forms.
fn form_of(game: &Game, worker: &mut Worker<'_>, known: &mut HashMap<Game, Form>) -> Option<Form> {
    if let Some(&form) = known.get(game) {
        return Some(form);
    }
    let mut options = Vec::new();
    for option in game.options(Player::Left).ok()? {
        options.push(form_of(&option, worker, known)?);
    }
    if known.len() > 400 {
        return None;
    }
    let form = worker.make(&options).ok()?;
    known.insert(game.clone(), form);
    Some(form)
}

#[test]
fn forms_are_those_of_the_options() {
    let (mut games, mut positions) = (0, 0);
    let mut texts: Vec<String> = catalogue().iter().map(|row| row.example.0.to_owned()).collect();
    for small in [
        "nim(1,2,3)",
        "kayles(7,2)",
        "cram(\"3x3\")",
        "cram(\"..|#.|..\")",
        "triomino(\"3x3\")",
        "crosses(6)",
        "omax(6)",
        "sprouts(2)",
        "cake(3,4,5)",
        "nimble(2,3,4)",
        "spawning(\"1-3\"; 2,4)",
        "arc_kayles(\"cycle 6\")",
        "grim(\"path 5\")",
        "node_kayles(\"path 6\")",
        "treblecross(5)",
        "wythoff(3,4)",
        "chomp(3,3)",
        "moore(2; 1,2,3)",
        "turning_turtles(\"OOXO\")",
    ] {
        texts.push(small.to_owned());
    }
    for text in texts {
        let Ok(game) = parse_game(&text) else { continue };
        let mut variants = vec![game.clone()];
        if !game.class().is_impartial() && !game.class().loopy {
            variants.push(game.variant(upstar_engine::Variant::Impartial));
        }
        for game in variants {
            let universe = Universe::new();
            let engine = Engine::new(&universe, Settings::default());
            let budget = Budget::unlimited().with_steps(200_000);
            let mut worker = engine.forms().worker(&budget);
            let mut known = HashMap::new();
            let class = game.class();
            if !class.is_impartial() || class.loopy || class.entailing {
                let refused = game.misere_form(&engine, &budget);
                assert!(matches!(refused, Err(RuleError::NotApplicable(_))), "{text}");
                continue;
            }
            // The first positions of large games, before there are too many.
            let _ = form_of(&game, &mut worker, &mut known);
            games += 1;
            for (position, form) in known {
                let budget = Budget::unlimited();
                let found = match position.misere_form(&engine, &budget) {
                    Ok(found) => found,
                    Err(error) => panic!("{}: {error}", position.text()),
                };
                assert_eq!(found, form, "{}", position.text());
                positions += 1;
                if positions % 7 == 0 {
                    let lost = worker.misere_nim_value(form) == 0;
                    let outcome = position.outcome(&engine, Convention::Misere, &budget).unwrap();
                    assert_eq!(outcome == Outcome::P, lost, "{}", position.text());
                }
            }
        }
    }
    assert!(games > 40 && positions > 3000, "{games} games, {positions} positions");
}
