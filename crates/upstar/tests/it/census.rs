//! Searches through the positions of a game.

use std::collections::HashSet;

use upstar::core::{Budget, Convention, Outcome};
use upstar::rules::{Positions, Solver};
use upstar::values::Rational;
use upstar::{FindOptions, Measure, analyze_find};

fn found(name: &str, size: u64, options: &FindOptions) -> Vec<Vec<String>> {
    let positions = Positions::of(name, &[size], None).unwrap();
    let budget = Budget::unlimited();
    let found = analyze_find(&Solver::default(), &positions, options, &budget).unwrap();
    found.table.unwrap().rows
}

/// A check of each position on its own, with another solver and no filter.
#[test]
fn filters_keep_what_has_the_property_and_nothing_else() {
    let all = found("domineering", 7, &FindOptions::default());
    let with = |column: usize, cell: &str| {
        all.iter().filter(|row| row[column] == cell).cloned().collect::<Vec<_>>()
    };
    let options = FindOptions { outcome: Some(Outcome::P), ..FindOptions::default() };
    assert_eq!(found("domineering", 7, &options), with(2, "P"));
    let options = FindOptions { temperature: Some(Rational::ONE), ..FindOptions::default() };
    assert_eq!(found("domineering", 7, &options), with(4, "1"));
    let options = FindOptions { most: Some(Measure::Temperature), ..FindOptions::default() };
    let hottest = found("domineering", 7, &options);
    assert_eq!(hottest, with(4, "5/4"));
    let options = FindOptions { census: Some(Measure::Outcome), ..FindOptions::default() };
    for row in found("domineering", 7, &options) {
        assert_eq!(row[1], with(2, &row[0]).len().to_string());
    }
    let convention = Convention::Misere;
    let options = FindOptions { outcome: Some(Outcome::P), convention, ..FindOptions::default() };
    let (solver, budget) = (Solver::default(), Budget::unlimited());
    let lost: Vec<Vec<String>> = all
        .iter()
        .map(|row| row[0].clone())
        .filter(|text| {
            let sum = upstar::rules::parse_sum(text).unwrap();
            solver.outcome(&sum, convention, &budget).unwrap() == Outcome::P
        })
        .map(|text| vec![text, "P".to_owned()])
        .collect();
    assert!(lost.len() > 2);
    assert_eq!(found("domineering", 7, &options), lost);
    let options = FindOptions { most: Some(Measure::Mean), ..options };
    let positions = Positions::of("domineering", &[3], None).unwrap();
    assert!(analyze_find(&solver, &positions, &options, &budget).is_err());
    let options = FindOptions { limit: Some(3), ..FindOptions::default() };
    assert_eq!(found("domineering", 7, &options), all[..3]);
}

/// Clow and McKay, Digraph placement games: all 22 values born by day 2 on at most four
/// vertices.
#[test]
fn digraph_placement_has_all_values_of_day_two() {
    let census = Some(Measure::Value);
    let options = FindOptions { census, born_by: Some(2), ..FindOptions::default() };
    assert_eq!(found("digraph_placement", 4, &options).len(), 22);
    assert!(found("digraph_placement", 3, &options).len() < 22);
}

/// Clow, Davies and McKay, Constructing all birthday 3 games as digraphs: all 1474 values born by
/// day 3 on at most eight vertices.
#[test]
#[ignore = "a release check: minutes in a debug build"]
fn random_search_finds_all_values_of_day_three() {
    let options = FindOptions {
        census: Some(Measure::Value),
        born_by: Some(3),
        random: Some((500_000, 1)),
        ..FindOptions::default()
    };
    assert_eq!(found("digraph_placement", 8, &options).len(), 1474);
}

#[test]
fn random_search_finds_what_there_is_and_the_same_each_time() {
    let options = FindOptions {
        outcome: Some(Outcome::P),
        random: Some((3000, 7)),
        ..FindOptions::default()
    };
    let once = found("domineering", 6, &options);
    let all = FindOptions { random: None, ..options.clone() };
    let values: HashSet<String> =
        found("domineering", 6, &all).into_iter().map(|row| row[1].clone()).collect();
    assert!(!once.is_empty() && once.iter().all(|row| values.contains(&row[1])));
    assert_eq!(once, found("domineering", 6, &options));
}
