//! Analyses as JSON and in English.

use upstar::core::Outcome;
use upstar::{Analysis, Count, Estimate, Known, Property};

#[test]
fn unknown_things_are_absent_and_json_reads_back() {
    let mut analysis = Analysis::new("{1|-1}");
    analysis.outcome = Some(Outcome::N);
    let json = analysis.to_json();
    assert!(json.contains("\"schema\": 3") && json.contains("\"N\""), "{json}");
    assert!(!json.contains("mean"), "{json}");
    assert_eq!(serde_json::from_str::<Analysis>(&json).unwrap(), analysis);
}

#[test]
fn properties_have_types_in_json_and_words_in_english() {
    let known = [
        (Property::Won(Count(u128::MAX)), format!(r#""won","value":"{}""#, u128::MAX)),
        (Property::LeftOptions(Vec::new()), r#""left_options","value":[]"#.to_owned()),
        (Property::Finite(true), r#""finite","value":true"#.to_owned()),
        (Property::UnlistedMoves(3), r#""unlisted_moves","value":3"#.to_owned()),
        (Property::TemperatureBound("2".into()), r#""temperature_bound","value":"2""#.to_owned()),
        (
            Property::Arcs(Estimate::new(9, Known::AtLeast)),
            r#""arcs","value":{"count":"9","known":"at_least"}"#.to_owned(),
        ),
    ];
    for (property, expected) in &known {
        let json = serde_json::to_string(property).unwrap();
        assert_eq!(json, format!(r#"{{"property":{expected}}}"#));
        assert_eq!(serde_json::from_str::<Property>(&json).unwrap(), *property);
    }
    let lines = known.map(|(property, _)| {
        let (label, text) = property.english();
        format!("{label}: {text}")
    });
    assert_eq!(
        lines[1..5],
        [
            "Left options: none",
            "finite: yes",
            "moves in heap 3: too many to list",
            "temperature: at most 2",
        ]
    );
}
