//! Positions are read by the language as they are from stored text.

use upstar::core::{Budget, Convention, Player};
use upstar::lang::Session;
use upstar::rules::{catalogue, parse_sum};

/// The examples of the catalogue, their negatives and their options.
#[test]
fn what_rulesets_write_the_language_reads() {
    let (session, budget) = (Session::new(), Budget::unlimited());
    let mut wrong = Vec::new();
    for row in catalogue() {
        let example = parse_sum(row.example.0).unwrap();
        let game = example.single().unwrap();
        let mut texts = vec![row.example.0.to_owned(), game.text(), game.negative().text()];
        for player in Player::BOTH {
            let options = game.options(player).unwrap_or_default();
            let both_ends = options.iter().take(3).chain(options.iter().rev().take(3));
            texts.extend(both_ends.map(|option| option.text()));
        }
        texts.dedup();
        for text in texts {
            let Ok(stored) = parse_sum(&text) else { continue };
            // The language gives the negative of a stalk as a stalk.
            if text.starts_with("-stalk") {
                continue;
            }
            let read = upstar::read_sum(&session, &text, Convention::Normal, &budget);
            let read = read.map(|sum| sum.single().map(|game| game.text()));
            match read {
                Ok(Some(read)) if read == stored.single().unwrap().text() => {}
                other => wrong.push(format!("{text}: {other:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
