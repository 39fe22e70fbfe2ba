//! Grim on graphs of any size, by the values of paths, cycles, stars and complete graphs.

use super::ROW;
use super::parts::{GrimComponent, GrimComponents, Small};
use crate::prelude::*;
use upstar_engine::positions::sequence::NimSequence;

/// Grim on graphs with too many vertices for a set of bits.
#[derive(Debug)]
pub(super) struct LargeGrim {
    paths: NimSequence,
}

impl LargeGrim {
    pub(super) fn rules() -> Rules {
        Rules::new(LargeGrim { paths: NimSequence::of("0.6") })
    }

    /// The value of a part, if a theorem gives it.
    ///
    /// A path is a heap of 0.6. A move turns a cycle into a path with one vertex less, and a
    /// complete graph into one with one vertex less. It turns a star into nothing or into a star
    /// with one vertex less, down to the path of two.
    fn part_value(&self, part: &GrimComponent, budget: &Budget) -> Result<Option<u64>> {
        Ok(match part {
            GrimComponent::Path(n) => self.paths.value(*n, budget)?,
            GrimComponent::Cycle(n) => {
                self.paths.value(n - 1, budget)?.map(|value| (value == 0).into())
            }
            GrimComponent::Star(n) => Some(if n.is_multiple_of(2) { 2 } else { 1 }),
            GrimComponent::Complete(n) => Some(n.is_multiple_of(2).into()),
            GrimComponent::Other(_) => None,
        })
    }
}

impl Ruleset for LargeGrim {
    type Position = GrimComponents;

    as_in!(ROW);

    fn options(
        &self,
        parts: &GrimComponents,
        _: Player,
        out: &mut Options<GrimComponents>,
    ) -> Result {
        for (index, part) in parts.iter().enumerate() {
            if index > 0 && parts[index - 1] == *part {
                continue;
            }
            part.options(&mut |mut after| {
                after.extend_from_slice(&parts[..index]);
                after.extend_from_slice(&parts[index + 1..]);
                after.sort_unstable();
                out.push(after);
                Ok(())
            })?;
        }
        Ok(())
    }

    fn components(&self, parts: &GrimComponents, out: &mut Vec<GrimComponents>) -> Result {
        out.extend(parts.iter().map(|part| GrimComponents(vec![part.clone()])));
        Ok(())
    }

    /// Small graphs are compared up to the names of vertices. For large graphs this would take too
    /// long.
    fn normalize(&self, mut parts: GrimComponents) -> (GrimComponents, Negated) {
        for part in parts.iter_mut() {
            if matches!(part, GrimComponent::Other(_))
                && let Some(graph) = std::slice::from_ref(part).small()
            {
                let edges = graph.standard();
                *part = GrimComponent::Other(
                    edges.edges().map(|(a, b)| (a as u32, b as u32)).collect(),
                );
            }
        }
        parts.sort_unstable();
        (parts, Negated::No)
    }

    fn computed(&self, parts: &GrimComponents, budget: &Budget) -> Result<Option<u64>> {
        let mut sum = 0;
        for part in parts.iter() {
            let Some(value) = self.part_value(part, budget)? else { return Ok(None) };
            sum ^= value;
        }
        Ok(Some(sum))
    }

    /// If theorems give the values of all parts, they also give the values of the options. Only the
    /// requested options are kept.
    fn options_with(
        &self,
        parts: &GrimComponents,
        fact: Fact,
        convention: Convention,
        budget: &Budget,
        out: &mut Vec<GrimComponents>,
    ) -> Result<bool> {
        let value = match (fact, convention) {
            (Fact::Grundy(value), Convention::Normal) => value,
            (Fact::Outcome(Outcome::P), Convention::Normal) => 0,
            _ => return Ok(false),
        };
        let Some(sum) = self.computed(parts, budget)? else { return Ok(false) };
        let mut ticker = budget.ticker();
        for (index, part) in parts.iter().enumerate() {
            let own = self.part_value(part, budget)?;
            let wanted = own.map(|own| own ^ sum ^ u64::from(value));
            part.options(&mut |mut after| {
                ticker.tick(1)?;
                if self.computed(&after, budget)? == wanted {
                    after.extend_from_slice(&parts[..index]);
                    after.extend_from_slice(&parts[index + 1..]);
                    after.sort_unstable();
                    out.push(after);
                }
                Ok(())
            })?;
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use upstar_values::Universe;

    use super::super::Grim;
    use super::super::parts::parts_of;
    use super::*;
    use crate::parse_game;
    use upstar_core::GrundyValue;
    use upstar_engine::ColouredGraph;
    use upstar_engine::{Engine, Settings};

    /// The value by the definition, from the options and without theorems.
    fn by_definition(graph: &ColouredGraph) -> GrundyValue {
        let universe = Universe::new();
        let settings = Settings { theorems: false, components: false, ..Settings::default() };
        let budget = Budget::unlimited();
        Engine::new(&universe, settings).grundy(&Grim, graph, &budget).unwrap()
    }

    fn value(text: &str) -> GrundyValue {
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        let budget = Budget::unlimited();
        parse_game(&format!("grim(\"{text}\")")).unwrap().grundy(&engine, &budget).unwrap()
    }

    #[test]
    fn families_have_the_values_of_the_definition() {
        let rules = LargeGrim { paths: NimSequence::of("0.6") };
        for n in 1..=11u64 {
            for name in ["path", "cycle", "star", "complete"] {
                let text = format!("{name} {n}");
                if name == "cycle" && n < 3 {
                    continue;
                }
                let parts = GrimComponents::from_text(&text).unwrap();
                let graph = Grim.parse(&text).unwrap();
                let found = rules.computed(&parts, &Budget::unlimited()).unwrap();
                assert_eq!(found, Some(by_definition(&graph).into()), "{text}");
                // The same graph, given by its edges.
                assert_eq!(GrimComponents::from_text(&graph.to_text()).unwrap(), parts, "{text}");
            }
        }
    }

    #[test]
    fn graphs_of_any_size_have_values() {
        // Delta: the last zero of chains below 10^8 is 408.
        assert_eq!(value("path 408"), 0);
        assert_eq!(value("cycle 409"), 1);
        assert_eq!(value("cycle 408"), 0);
        assert_eq!(value("complete 1000000000000"), 1);
        assert_eq!(value("star 1000000000000"), 1);
        assert_eq!(value("star 1000000000001"), 2);
        assert_eq!(value("cycle 409;star 101;complete 70"), 1 ^ 2 ^ 1);
        assert_ne!(value("path 1000000"), 0);
        // The winning moves are found without listing all moves.
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        let sum: upstar_engine::Sum = parse_game("grim(\"path 1000;cycle 409\")").unwrap().into();
        let budget = Budget::unlimited();
        let win = |text: &str| {
            let text = text.split_once(' ').unwrap().1;
            parse_game(text).unwrap().grundy(&engine, &budget).unwrap() == 0
        };
        let moves = sum.winning_moves(&engine, Player::Left, Convention::Normal, &budget).unwrap();
        let options = parse_game("grim(\"path 1000;cycle 409\")").unwrap();
        let options = options.options(Player::Left).unwrap();
        let lost = options.iter().filter(|option| option.grundy(&engine, &budget).unwrap() == 0);
        assert!(moves.iter().all(|found| win(&found.to_string())));
        assert_eq!(moves.len(), lost.count());
        // A named graph that is given in another form is recognized.
        let tail = "-.".repeat(407);
        assert_eq!(value(&format!(".{tail}")), 0);
        assert_eq!(value(&format!(".:A{tail}-.:A")), value("cycle 408"));
    }

    #[test]
    fn what_cannot_be_read_is_told_its_place() {
        for (text, part) in [
            ("cycle 300;.-x", "column 19: expected a vertex"),
            ("wheel 300", "expected a graph"),
            ("400x400", "too large"),
        ] {
            let error = parse_game(&format!("grim(\"{text}\")")).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(5), ..ProptestConfig::default() })]

        /// A large graph made of small parts has the sum of their values by the definition.
        #[test]
        fn large_graphs_are_sums_of_their_parts(
            edges in proptest::collection::vec((0u32..7, 0u32..7), 1..9),
            copies in 1u32..4,
        ) {
            let edges: Vec<(u32, u32)> = edges.into_iter().filter(|(a, b)| a != b)
                .map(|(a, b)| (a.min(b), a.max(b))).collect();
            let own = parts_of(edges.iter().copied()).small().map(|graph| by_definition(&graph));
            let mut all = Vec::new();
            for copy in 0..copies {
                all.extend(edges.iter().map(|&(a, b)| (a + 7 * copy, b + 7 * copy)));
            }
            // Adding a path makes the graph too large for sets of bits.
            all.extend((0..70).map(|v| (100 + v, 101 + v)));
            let names: Vec<String> = all.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
            let text = format!("{}|{}", ".".repeat(171), names.join(","));
            let chain = parse_game("grim(71)").unwrap();
            let universe = Universe::new();
            let engine = Engine::new(&universe, Settings::default());
            let beside = chain.grundy(&engine, &Budget::unlimited()).unwrap();
            let expected = if copies % 2 == 1 { own.unwrap() } else { 0 } ^ beside;
            prop_assert_eq!(value(&text), expected);
            // Options of the whole graph are read back correctly.
            let game = parse_game(&format!("grim(\"{text}\")")).unwrap();
            for option in game.options(Player::Left).unwrap() {
                let text = option.text();
                prop_assert_eq!(parse_game(&text).unwrap().text(), text);
            }
        }
    }
}
