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
        out: &mut Options<GrimComponents>,
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
                    out.check()?;
                }
                Ok(())
            })?;
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use upstar_values::Universe;

    use super::super::Grim;
    use super::*;
    use upstar_core::GrundyValue;
    use upstar_engine::ColouredGraph;
    use upstar_engine::{Engine, Settings};

    /// The value by the definition, from the options and without theorems.
    fn by_definition(graph: ColouredGraph) -> GrundyValue {
        let universe = Universe::new();
        let settings = Settings { theorems: false, components: false, ..Settings::default() };
        let budget = Budget::unlimited();
        Game::new(Grim, graph).grundy(&Engine::new(&universe, settings), &budget).unwrap()
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
                // The same graph, given by its edges.
                assert_eq!(GrimComponents::from_text(&graph.to_text()).unwrap(), parts, "{text}");
                assert_eq!(found, Some(by_definition(graph).into()), "{text}");
            }
        }
    }
}
