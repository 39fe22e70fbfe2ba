//! Laws of nim sequences that follow from the rules of a file.

use proptest::prelude::*;
use upstar_core::{Budget, mex};
use upstar_heaps::{FoundLaw, HeapRule, HeapRules, PeriodStatus, plain};

use upstar_rewrite::CustomGame;

fn rules(lines: &[String]) -> Option<HeapRules> {
    let text = format!("g on heaps\n{}", lines.join("\n"));
    CustomGame::read_all(&text).unwrap().remove(0).rules().heap_rules()
}

fn law(lines: &[&str], count: u64) -> FoundLaw {
    let lines: Vec<String> = lines.iter().map(|line| format!("both: {line}")).collect();
    let rules = rules(&lines).unwrap();
    let budget = Budget::unlimited();
    let values = plain::values(&rules, count, &budget).unwrap();
    FoundLaw::find(Some(&rules), &values, &budget).unwrap().unwrap()
}

#[test]
fn laws_of_rules_files() {
    let thirds = "n -> n/2 + n/2 + n/2 where n % 2 = 0";
    for (lines, text, proved) in [
        (vec!["n -> n-k for k in 1..n/2"], "G(2n) = n, G(2n+1) = G(n)", true),
        (vec!["n -> n-k for k in 1..n/3"], "G(3n) = n, G(3n+1) = G(2n), G(3n+2) = G(2n+1)", true),
        (vec!["n -> n-k for k in {1,3} where n % 2 = 1"], "G(n+2) = G(n)", true),
        (vec!["n -> n-k for k in 2..n"], "G(n+2) = G(n)+1", true),
        (
            vec!["n -> n-1", thirds],
            "an automaton of 10 states that reads the digits of n in base 2, the least \
             significant first",
            true,
        ),
    ] {
        let found = law(&lines, 1000);
        assert_eq!(found.text, text, "{lines:?}");
        assert_eq!(found.verdict == PeriodStatus::Proved, proved, "{lines:?}");
    }
}

/// The rules as a text and as options by the definition.
#[derive(Clone, Debug)]
enum Line {
    Less(u64, u64, u64),
    Share(u64, u64),
    Quotients(Vec<(u64, u64)>, u64, u64),
    Splits(u64, u64),
}

impl Line {
    fn text(&self) -> String {
        match self {
            Line::Less(taken, modulus, residue) => {
                format!("both: n -> n-{taken} where n % {modulus} = {residue}")
            }
            Line::Share(from, by) => format!("both: n -> n-k for k in {from}..n/{by}"),
            Line::Quotients(parts, modulus, residue) => {
                let parts = parts.iter().map(|(less, by)| format!("(n-{less})/{by}"));
                let parts: Vec<String> = parts.collect();
                let parts = parts.join(" + ");
                format!("both: n -> {parts} where n % {modulus} != {residue}")
            }
            Line::Splits(taken, least) => {
                format!("both: n -> a + b where a + b = n-{taken} and a > {least}")
            }
        }
    }

    fn options(&self, heap: u64) -> Vec<Vec<u64>> {
        match self {
            _ if heap == 0 => vec![],
            Line::Less(taken, modulus, residue) if heap % modulus == *residue => {
                heap.checked_sub(*taken).map(|left| vec![left]).into_iter().collect()
            }
            Line::Less(..) => vec![],
            Line::Share(from, by) => (*from..=heap / by).map(|taken| vec![heap - taken]).collect(),
            Line::Quotients(_, modulus, residue) if heap % modulus == *residue => vec![],
            Line::Quotients(parts, ..) => {
                let parts = parts.iter().map(|(less, by)| Some(heap.checked_sub(*less)? / by));
                parts.collect::<Option<Vec<u64>>>().into_iter().collect()
            }
            Line::Splits(taken, least) => {
                let total = heap.saturating_sub(*taken);
                (1..total).filter(|a| a > least).map(|a| vec![a, total - a]).collect()
            }
        }
    }
}

fn line() -> impl Strategy<Value = Line> {
    prop_oneof![
        (1..6_u64, 1..4_u64, 0..3_u64).prop_map(|(a, b, c)| Line::Less(a, b, c % b)),
        (1..4_u64, 1..5_u64).prop_map(|(a, b)| Line::Share(a, b)),
        (prop::collection::vec((0..3_u64, 2..4_u64), 1..4), 1..4_u64, 0..4_u64)
            .prop_map(|(parts, b, c)| Line::Quotients(parts, b, c)),
        (1..4_u64, 0..3_u64).prop_map(|(a, b)| Line::Splits(a, b)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(3), ..ProptestConfig::default() })]

    /// The values of random rules are those of their definition, and what is proved of them from few
    /// values holds of many.
    #[test]
    fn proved_laws_go_on(lines in prop::collection::vec(line(), 1..4)) {
        let texts: Vec<String> = lines.iter().map(Line::text).collect();
        let Some(rules) = rules(&texts) else { return Ok(()) };
        let many: Vec<u32> = (0..700).fold(Vec::new(), |mut values, heap| {
            let options = lines.iter().flat_map(|line| line.options(heap));
            let sum = |parts: Vec<u64>| parts.iter().fold(0, |s, &p| s ^ values[p as usize]);
            let value = mex(options.map(sum).collect::<Vec<u32>>());
            values.push(value);
            values
        });
        let budget = Budget::unlimited();
        let few = plain::values(&rules, 249, &budget).unwrap();
        prop_assert_eq!(&few[..], &many[..250], "{}", texts.join("; "));
        let rule: &dyn HeapRule = &rules;
        let found = FoundLaw::find(Some(rule), &few, &budget).unwrap();
        if let Some(found) = found.filter(FoundLaw::is_proved) {
            for (heap, &value) in (0..).zip(&many) {
                let by_law = found.law.small_value(heap);
                prop_assert_eq!(by_law, Some(value), "{}: {}", texts.join("; "), found);
            }
        }
    }
}
