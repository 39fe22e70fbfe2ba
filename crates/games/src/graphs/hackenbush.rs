//! Hackenbush on any graph, with edges in three colours.

use num_bigint::BigInt;
use upstar_values::Rational;

use super::edges::{Edge, Edges, exchanged, incident, other_end, parts, standard, standing};
use crate::prelude::*;

/// Hackenbush: a move cuts an edge, and everything no longer connected to the ground is removed.
#[derive(Clone, Copy, Debug)]
pub struct Hackenbush;

/// The Grundy value of a position whose edges are all green, in linear time. The fusion principle
/// contracts every cycle to a point, and the colon principle evaluates the remaining tree.
fn green_value(edges: &[(u32, u32, Edge)]) -> u32 {
    let at = incident(edges);
    let n = at.len();
    // Depth-first search with an explicit stack: the order of discovery, the edge by which each
    // vertex was found, and the earliest vertex reached from its subtree.
    let (mut order, mut found_by, mut low) =
        (vec![u32::MAX; n], vec![usize::MAX; n], vec![0u32; n]);
    let mut visited = Vec::with_capacity(n);
    let mut stack = vec![(0usize, 0usize)];
    order[0] = 0;
    visited.push(0usize);
    while let Some((v, next)) = stack.last_mut() {
        let v = *v;
        if let Some(&index) = at[v].get(*next) {
            *next += 1;
            let other = other_end(&edges[index], v);
            if index == found_by[v] || other == v {
                continue;
            }
            if order[other] == u32::MAX {
                order[other] = visited.len() as u32;
                low[other] = order[other];
                found_by[other] = index;
                visited.push(other);
                stack.push((other, 0));
            } else {
                low[v] = low[v].min(order[other]);
            }
        } else {
            stack.pop();
            if let Some(&(parent, _)) = stack.last() {
                low[parent] = low[parent].min(low[v]);
            }
        }
    }
    // A vertex found by an edge that is on no cycle starts its own point. Any other vertex belongs
    // to the point of its parent.
    let mut point = vec![0usize; n];
    let mut value = vec![0u32; n];
    let is_bridge = |v: usize| low[v] == order[v] && v != 0;
    for &v in &visited {
        let own = v == 0 || is_bridge(v);
        point[v] = if own { v } else { point[other_end(&edges[found_by[v]], v)] };
    }
    for &(a, b, _) in edges {
        // An edge within a point is a loop, worth 1.
        if point[a as usize] == point[b as usize] {
            value[point[a as usize]] ^= 1;
        }
    }
    for &v in visited.iter().rev() {
        if is_bridge(v) {
            let parent = other_end(&edges[found_by[v]], v);
            let branch = value[v] + 1;
            value[point[parent]] ^= branch;
        }
    }
    value[0]
}

/// The largest number of bits of the value of a tree.
const MOST_BITS: u64 = 1 << 16;

/// The value of a red-blue tree on the ground, by the colon principle. The branches above a vertex
/// add up to x, and a blue edge below makes this `1:x`, which is `(x + n)/2^(n-1)` for the least
/// n > 0 with `x + n > 1`. Red edges give the negatives. One operation on numbers for each edge.
/// `None` for other positions.
///
/// Berlekamp; Winning Ways, chapter 3; Conway, *On Numbers and Games*, chapter 8.
fn tree_value(edges: &[(u32, u32, Edge)]) -> Option<Rational> {
    let at = incident(edges);
    let joints = at.iter().skip(1).filter(|edges| !edges.is_empty()).count();
    if joints != edges.len() || edges.iter().any(|&(_, _, colour)| colour == Edge::Green) {
        return None;
    }
    // There are as many joints as edges: if all are connected to the ground, there is no cycle.
    let mut found_by = vec![usize::MAX; at.len()];
    let mut visited = vec![0usize];
    let mut next = 0;
    while let Some(&v) = visited.get(next) {
        next += 1;
        for &index in &at[v] {
            let other = other_end(&edges[index], v);
            if index != found_by[v] {
                if other == 0 || found_by[other] != usize::MAX {
                    return None;
                }
                found_by[other] = index;
                visited.push(other);
            }
        }
    }
    if visited.len() != edges.len() + 1 {
        return None;
    }
    let mut value = vec![Dyadic::default(); at.len()];
    for &v in visited[1..].iter().rev() {
        let edge = &edges[found_by[v]];
        let parent = other_end(edge, v);
        let above = std::mem::take(&mut value[v]);
        let blue = edge.2 == Edge::Blue;
        let branch =
            if blue { above.after_one()? } else { above.negative().after_one()?.negative() };
        value[parent].add(branch);
    }
    let Dyadic { numerator, halvings } = std::mem::take(&mut value[0]);
    Rational::new(numerator, BigInt::from(1) << halvings)
}

/// A number `numerator / 2^halvings`, in lowest terms.
#[derive(Clone, Debug, Default)]
struct Dyadic {
    numerator: BigInt,
    halvings: u64,
}

impl Dyadic {
    fn negative(self) -> Self {
        Dyadic { numerator: -self.numerator, ..self }
    }

    fn add(&mut self, mut other: Dyadic) {
        if other.halvings > self.halvings {
            std::mem::swap(self, &mut other);
        }
        self.numerator += other.numerator << (self.halvings - other.halvings);
        self.reduce();
    }

    fn reduce(&mut self) {
        let even = self.numerator.trailing_zeros().unwrap_or(self.halvings).min(self.halvings);
        self.numerator >>= even;
        self.halvings -= even;
    }

    /// `1:x`; `None` beyond [`MOST_BITS`].
    fn after_one(mut self) -> Option<Self> {
        let one = BigInt::from(1) << self.halvings;
        // The least n > 0 with x + n > 1.
        let n = (((&one - &self.numerator) >> self.halvings) + 1_u32).max(BigInt::from(1));
        self.add(Dyadic { numerator: n.clone(), halvings: 0 });
        self.halvings += u64::try_from(n).ok()?.checked_sub(1)?;
        if self.halvings >= MOST_BITS {
            return None;
        }
        self.reduce();
        Some(self)
    }
}

/// In a picture with more edges, the time of the budget is checked for each option.
pub(super) const LONG: usize = 100;

impl Ruleset for Hackenbush {
    type Position = Edges;

    as_in!(ROW);

    fn options(&self, edges: &Edges, player: Player, out: &mut Options<Edges>) -> Result {
        if edges.len() > 10_000 {
            return Err(RuleError::too_large(
                "the position",
                format!("{} edges", edges.len()),
                "10000 edges, unless all are green",
            ));
        }
        for (index, (_, _, colour)) in edges.iter().enumerate() {
            if colour.allows(player) {
                out.push(standing(edges, Some(index)));
            }
            if edges.len() > LONG {
                out.tick()?;
            }
        }
        Ok(())
    }

    fn components(&self, edges: &Edges, out: &mut Vec<Edges>) -> Result {
        out.extend(parts(edges));
        Ok(())
    }

    fn normalize(&self, edges: Edges) -> (Edges, Negated) {
        Negated::least(standard(&edges), standard(&exchanged(&edges)))
    }

    fn known(&self, edges: &Edges, convention: Convention) -> Option<Known> {
        let green = edges.iter().all(|&(_, _, colour)| colour == Edge::Green);
        let theorem = "fusion and colon principles (Winning Ways, chapter 7)";
        Known::in_normal_play(convention, theorem, || green.then(|| green_value(edges)))
    }

    fn number(&self, edges: &Edges) -> Option<Rational> {
        tree_value(edges)
    }

    fn static_bounds(&self, edges: &Edges) -> Option<StaticBounds> {
        // Each edge is one move, and a value is at most the number of moves that Left can make.
        let count = |own| edges.iter().filter(|&&(_, _, colour)| colour != own).count();
        let moves = [Edge::Red, Edge::Blue].map(count);
        let most =
            |count| i32::try_from(count).map_or(StaticBounds::FAR, |n| n.min(StaticBounds::FAR));
        let [left, right] = moves.map(most);
        let moves = moves.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        Some(StaticBounds { moves, low: -right, high: left })
    }

    fn parse(&self, text: &str) -> Result<Edges> {
        Ok(standing(&Edges::from_text(text)?, None))
    }
}

pub(crate) const ROW: Row = Row {
    name: "hackenbush",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "hackenbush(\"lrl\"), hackenbush(\"e(el;r)\") or hackenbush(\"0-1l,1-2r\")",
    rules: "Edges hang on the ground (vertex 0). A move cuts an edge: Left a blue one (l), Right a\n\
            red one (r), both a green one (e); edges no longer connected to the ground disappear.",
    source: "Winning Ways, chapters 1, 2 and 7",
    example: ("hackenbush(\"lrlrrllr\")", "77/128"),
    make: Make::Rules(|| Rules::new(Hackenbush)),
    boards: false,
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn naive(edges: &Edges) -> u32 {
        let options = Hackenbush.all_options(edges, Player::Left).unwrap();
        upstar_core::mex(options.iter().map(naive))
    }

    #[test]
    fn chains_and_lists_are_read() {
        let read = |text: &str| Hackenbush.parse(text).unwrap();
        assert_eq!(read("lr"), read("0-1b,1-2r"));
        assert_eq!(read("e(l;r)"), read("0-1e,1-2l,1-3r"));
        assert_eq!(read("(e:{a};e:{a})"), read("0-1e,0-1e"));
        assert_eq!(read("e:Ae:A"), read("0-1e,1-1e"));
        assert_eq!(read("0-1l,2-3r"), read("l"));
        // As CGSuite writes graphs, with dots for vertices.
        assert_eq!(read(".l.(r.;e)"), read("l(r;e)"));
        assert_eq!(read(".:Ar.:A"), read("0-0r"));
        assert_eq!(read(".:A(rl.:A;r)"), read("0-1r,1-0l,0-3r"));
        for (text, part) in [
            ("lx", "column 2: expected an edge"),
            ("l(r", "expected `)`"),
            ("l)", "column 2"),
            ("l:{a", "column 2: expected `}`"),
            ("0-1l,1-2", "column 6: expected an edge such as"),
            ("0-1", "column 1"),
        ] {
            let error = Hackenbush.parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn only_red_blue_trees_have_a_closed_form() {
        let value = |text: &str| {
            tree_value(&Hackenbush.parse(text).unwrap()).map(|value| value.to_string())
        };
        assert_eq!(value("lrrl").as_deref(), Some("3/8"));
        assert_eq!(value("r(l;l)").as_deref(), Some("-1/4"));
        assert_eq!(value("l(r(l;l);l)").as_deref(), Some("7/4"));
        for other in ["le", "0-1l,1-2l,2-0l", "0-0l", "0-1l,0-1r"] {
            assert_eq!(value(other), None, "{other}");
        }
        // 10000 edges are no problem, but a value of a million bits is refused.
        assert_eq!(value(&"l".repeat(10_000)).as_deref(), Some("10000"));
        assert!(value(&format!("l{}", "r".repeat(60_000))).is_some());
        assert_eq!(value(&format!("l{}", "r".repeat(70_000))), None);
    }

    #[test]
    fn a_long_green_stalk_is_no_trouble() {
        let edges = Hackenbush.parse(&"e".repeat(200_000)).unwrap();
        assert_eq!(green_value(&edges), 200_000);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(3), ..ProptestConfig::default() })]

        /// The colon principle on red-blue trees, against the engine without theorems.
        #[test]
        fn trees_have_the_values_of_the_engine(
            tree in proptest::collection::vec((any::<u32>(), any::<bool>()), 1..9),
        ) {
            let edge = |(index, &(parent, blue)): (usize, &(u32, bool))| {
                let child = index as u32 + 1;
                (parent % child, child, if blue { Edge::Blue } else { Edge::Red })
            };
            let edges: Edges = tree.iter().enumerate().map(edge).collect();
            let edges = standing(&edges, None);
            let universe = upstar_values::Universe::new();
            let budget = upstar_core::Budget::unlimited();
            let settings = upstar_engine::Settings { theorems: false, ..upstar_engine::Settings::default() };
            let engine = upstar_engine::Engine::new(&universe, settings);
            let found = tree_value(&edges).unwrap();
            let value = Game::new(Hackenbush, edges).value(&engine, &budget).unwrap();
            prop_assert_eq!(universe.worker(&budget).number(&found).unwrap(), value);
        }

        /// Fusion and colon against the definition, with loops and parallel edges.
        #[test]
        fn green_values_follow_the_definition(
            edges in proptest::collection::vec((0u32..5, 0u32..5), 1..8),
        ) {
            let edges: Edges = edges.into_iter().map(|(a, b)| (a, b, Edge::Green)).collect();
            let edges = standing(&edges, None);
            prop_assert_eq!(green_value(&edges), naive(&edges));
            let mut parts = Vec::new();
            Hackenbush.components(&edges, &mut parts).unwrap();
            prop_assert_eq!(parts.iter().fold(0, |sum, part| sum ^ green_value(part)), naive(&edges));
            prop_assert_eq!(green_value(&standard(&edges)), naive(&edges));
        }
    }
}
