//! Tokens on a directed graph, where some arcs do not end the turn.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use upstar_core::Lease;

use upstar_engine::{Entailed, Turns};

use crate::heaps::few_enough;
use crate::prelude::*;

use super::vertices::Vertices;

/// The largest number of arcs of a graph.
const MOST_ARCS: usize = 100_000;

/// A move takes a token along an arc. After an arc `a=>b` the same player must move again, with any
/// token and in any summand, and loses if there is no move. After an arc `a->b` the turn ends. A
/// vertex may hold several tokens.
///
/// A position is the sorted list of the vertices with tokens.
#[derive(Debug)]
pub(crate) struct CarryOn {
    /// The arcs in the order in which they were read: `a->b,b=>c`.
    text: String,
    names: Vertices,
    turns: Turns,
    /// The value of one token on each vertex, computed when first needed.
    values: OnceLock<Vec<Entailed>>,
}

impl CarryOn {
    /// Reads `a->b, b=>c`. A single name is a vertex.
    fn read(text: &str) -> Result<CarryOn> {
        let mut graph = CarryOn {
            text: String::new(),
            names: Vertices::default(),
            turns: Turns::default(),
            values: OnceLock::new(),
        };
        let mut known: HashMap<String, u32> = HashMap::new();
        let (mut start, mut count) = (0, 0);
        for part in text.split([',', '\n', ';', '|']) {
            let span = start..start + part.len();
            start = span.end + 1;
            if part.trim().is_empty() {
                continue;
            }
            let ends = part.split_once("->").map(|ends| (ends, "->"));
            let ends = ends.or_else(|| part.split_once("=>").map(|ends| (ends, "=>")));
            let (from, to) = match ends {
                None => (part.trim(), None),
                Some(((from, to), arrow)) => (from.trim(), Some((to.trim(), arrow))),
            };
            let plain = |name: &str| {
                !name.is_empty() && !name.contains(['-', '=', '>', '"', '\'', '(', ')'])
            };
            if !plain(from) || to.is_some_and(|(to, _)| !plain(to)) {
                let message = "expected an arc such as `a->b`, one that does not end the turn \
                               such as `a=>b`, or the name of a vertex";
                return Err(RuleError::notation(text, span, message));
            }
            count += 1;
            if count > MOST_ARCS {
                return Err(RuleError::too_large("the graph", "more arcs", MOST_ARCS));
            }
            if !graph.text.is_empty() {
                graph.text.push(',');
            }
            graph.text += from;
            let mut vertex = |name: &str| {
                *known.entry(name.to_owned()).or_insert_with(|| {
                    graph.names.0.push(name.to_owned());
                    graph.turns.plain.push(Vec::new());
                    graph.turns.carry.push(Vec::new());
                    graph.names.0.len() as u32 - 1
                })
            };
            let from = vertex(from);
            if let Some((to, arrow)) = to {
                let index = vertex(to);
                let turns = &mut graph.turns;
                let moves = if arrow == "->" { &mut turns.plain } else { &mut turns.carry };
                moves[from as usize].push(index);
                graph.text += arrow;
                graph.text += to;
            }
        }
        for moves in graph.turns.plain.iter_mut().chain(&mut graph.turns.carry) {
            moves.sort_unstable();
            moves.dedup();
        }
        Ok(graph)
    }

    /// The value of one token on each vertex.
    fn values(&self, budget: &Budget) -> Result<&[Entailed]> {
        if let Some(values) = self.values.get() {
            return Ok(values);
        }
        let values = self.turns.values(budget)?;
        Ok(self.values.get_or_init(|| values))
    }

    /// The graph of all followers.
    fn whole(&self, tokens: &[u32], budget: &Budget) -> Result<Turns> {
        let mut lease = Lease::new(budget);
        let bytes = 2 * (4 * tokens.len() + 24) + 64;
        let mut ticker = budget.ticker();
        let mut known: HashMap<Vec<u32>, u32> = HashMap::from([(tokens.to_vec(), 0)]);
        let mut open = vec![tokens.to_vec()];
        let mut turns = Turns::default();
        while let Some(at) = open.get(turns.plain.len()).cloned() {
            let mut lists = [Vec::new(), Vec::new()];
            for (list, arcs) in lists.iter_mut().zip([&self.turns.plain, &self.turns.carry]) {
                let mut found = Vec::new();
                Self::steps(&at, arcs, &mut found);
                // The memory for long lists of tokens is counted.
                ticker.tick(1 + (found.len() * (1 + at.len() / 8)) as u64)?;
                for next in found {
                    list.push(*known.entry(next).or_insert_with_key(|next| {
                        open.push(next.clone());
                        open.len() as u32 - 1
                    }));
                }
            }
            let [plain, carry] = lists;
            while lease.bytes() < (open.len() * bytes) as u64 {
                lease.reserve(1 << 20)?;
            }
            turns.plain.push(plain);
            turns.carry.push(carry);
        }
        Ok(turns)
    }

    /// The positions after one move along an arc of this kind.
    fn steps(tokens: &[u32], moves: &[Vec<u32>], out: &mut Vec<Vec<u32>>) {
        for (index, &from) in tokens.iter().enumerate() {
            if index > 0 && tokens[index - 1] == from {
                continue;
            }
            let mut rest = tokens.to_vec();
            rest.remove(index);
            for &to in &moves[from as usize] {
                let mut option = rest.clone();
                let (Ok(place) | Err(place)) = rest.binary_search(&to);
                option.insert(place, to);
                out.push(option);
            }
        }
    }
}

impl Ruleset for CarryOn {
    type Position = Vec<u32>;

    as_in!(ROW);

    /// Whole turns: any number of arcs that carry on, then one that does not.
    fn options(&self, tokens: &Vec<u32>, _: Player, out: &mut Options<Vec<u32>>) -> Result {
        let mut lease = out.budget().map(Lease::new);
        let mut seen = HashSet::from([tokens.clone()]);
        let mut open = vec![tokens.clone()];
        while let Some(at) = open.pop() {
            let [mut turns, mut entailing_moves] = [Vec::new(), Vec::new()];
            Self::steps(&at, &self.turns.plain, &mut turns);
            out.extend(turns);
            Self::steps(&at, &self.turns.carry, &mut entailing_moves);
            for next in entailing_moves.into_iter().filter(|next| seen.insert(next.clone())) {
                if let Some(lease) = &mut lease {
                    lease.spend(2 * (4 * next.len() as u64 + 40), 1 << 16)?;
                }
                open.push(next);
            }
            out.tick()?;
            few_enough(out.len() as u64 + seen.len() as u64)?;
        }
        Ok(())
    }

    fn components(&self, tokens: &Vec<u32>, out: &mut Vec<Vec<u32>>) -> Result {
        out.extend(tokens.iter().map(|&vertex| vec![vertex]));
        Ok(())
    }

    fn entailed(&self, tokens: &Vec<u32>, budget: &Budget) -> Option<Result<Entailed>> {
        Some(self.values(budget).map(|values| {
            let zero = Entailed::Nimber(0);
            tokens.iter().fold(zero, |sum, &vertex| &sum + &values[vertex as usize])
        }))
    }

    fn entailing_moves(&self, tokens: &Vec<u32>, out: &mut Vec<Vec<u32>>) -> Result {
        Self::steps(tokens, &self.turns.carry, out);
        Ok(())
    }

    fn entailed_misere(&self, tokens: &Vec<u32>, budget: &Budget) -> Option<Result<Outcome>> {
        Some(self.whole(tokens, budget).and_then(|turns| turns.misere_outcome(budget)))
    }

    fn write(&self, tokens: &Vec<u32>) -> String {
        self.names.write(tokens)
    }

    fn parse(&self, text: &str) -> Result<Vec<u32>> {
        self.names.parse(text)
    }

    fn position(&self, arguments: &Arguments) -> Result<Vec<u32>> {
        self.names.position(arguments)
    }

    fn parameters(&self) -> String {
        format!("\"{}\"", self.text)
    }

    fn call(&self, tokens: &Vec<u32>) -> String {
        self.names.call(self.name(), &self.parameters(), tokens)
    }

    fn picture(&self, tokens: &Vec<u32>) -> Picture {
        let both = self.turns.plain.iter().zip(&self.turns.carry).enumerate();
        let edges = both.flat_map(|(from, (plain, carry))| {
            plain.iter().chain(carry).map(move |&to| (from, to as usize))
        });
        self.names.picture(tokens, edges.collect())
    }
}

pub(crate) const ROW: Row = Row {
    name: "carry_on",
    aliases: &["carry_on_tokens"],
    class: Class::LOOPY_ENTAILING,
    usage: "carry_on(\"a->b,b=>c,c->a\"; \"a,b\")",
    rules: "Tokens on a directed graph; a move takes one along an arc. After an arc a=>b the same\n\
            player must move again, anywhere, and loses if there is no move; after a->b the turn\n\
            ends. The value is a nimber, loony, or loopy with the nimbers at which a turn can end.",
    source: "Suetsugu, arXiv 2404.00632; Abuku and others, arXiv 2512.14466",
    example: ("carry_on(\"a->a,a=>b\"; \"a\")", "outcome D"),
    make: Make::Vertices(|parameters| {
        if parameters.len() != 1 {
            return Err(RuleError::Usage);
        }
        let graph = CarryOn::read(&parameters.text(0)?);
        Ok(Rules::new(graph.map_err(|error| parameters.within(0, error))?))
    }),
    boards: false,
};
