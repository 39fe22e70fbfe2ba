//! Tokens on a directed graph, with or without annihilation.

use std::collections::HashMap;
use std::sync::OnceLock;

use upstar_core::{Budget, LoopyNimber};
use upstar_graphs::{GraphBuilder, loopy_values};

use crate::heaps::few_enough;
use crate::prelude::*;

use super::vertices::Vertices;

/// The largest number of arcs of a graph.
const MOST_ARCS: usize = 100_000;

/// The largest number of steps of the search for the values of single tokens. If they are not
/// enough, positions are valued only by search.
const MOST_STEPS: u64 = 1 << 26;

/// A token goes along an arc. A vertex may hold several tokens. In the game with annihilation, two
/// tokens that meet vanish.
///
/// A position is the sorted list of the vertices with tokens.
#[derive(Debug)]
pub struct Tokens {
    /// The arcs in the order in which they were read: `a->b,b->c`.
    text: String,
    names: Vertices,
    arcs: Vec<Vec<u32>>,
    annihilation: bool,
    /// Whether the graph has a cycle.
    loopy: bool,
    /// The value of one token on each vertex, computed when first needed.
    values: OnceLock<Option<Vec<LoopyNimber>>>,
}

impl Tokens {
    /// Reads `a->b, b->c`. A single name is a vertex.
    fn read(text: &str, annihilation: bool) -> Result<Tokens> {
        let mut graph = Tokens {
            text: String::new(),
            names: Vertices::default(),
            arcs: Vec::new(),
            annihilation,
            loopy: false,
            values: OnceLock::new(),
        };
        let mut known: HashMap<String, u32> = HashMap::new();
        let mut start = 0;
        let mut count = 0;
        for part in text.split([',', '\n', ';', '|']) {
            let span = start..start + part.len();
            start = span.end + 1;
            if part.trim().is_empty() {
                continue;
            }
            let ends = part.split_once("->").or_else(|| part.split_once('>'));
            let ends = ends.or_else(|| part.split_once('→'));
            let ends = ends.or_else(|| part.split_once('-')).map(|(a, b)| [a.trim(), b.trim()]);
            let ends = ends.as_ref().map_or(&[part.trim()][..], |ends| &ends[..]).to_vec();
            let plain = |name: &&str| {
                !name.is_empty() && !name.contains(['-', '>', '→', '"', '\'', '(', ')'])
            };
            if !ends.iter().all(plain) {
                let message = "expected an arc such as `a->b`, or the name of a vertex";
                return Err(RuleError::notation(text, span, message));
            }
            if !graph.text.is_empty() {
                graph.text.push(',');
            }
            graph.text += &ends.join("->");
            let mut vertices = Vec::new();
            for name in ends {
                vertices.push(*known.entry(name.to_owned()).or_insert_with(|| {
                    graph.names.0.push(name.to_owned());
                    graph.arcs.push(Vec::new());
                    graph.names.0.len() as u32 - 1
                }));
            }
            count += 1;
            if count > MOST_ARCS {
                return Err(RuleError::too_large("the graph", "more arcs", MOST_ARCS));
            }
            if let [from, to] = vertices[..] {
                graph.arcs[from as usize].push(to);
            }
        }
        for arcs in &mut graph.arcs {
            arcs.sort_unstable();
            arcs.dedup();
        }
        graph.loopy = graph.has_cycle();
        Ok(graph)
    }

    /// Whether some vertices remain after vertices without arcs are removed repeatedly.
    fn has_cycle(&self) -> bool {
        let mut into = vec![Vec::new(); self.arcs.len()];
        let mut open: Vec<usize> = self.arcs.iter().map(Vec::len).collect();
        for (from, arcs) in self.arcs.iter().enumerate() {
            arcs.iter().for_each(|&to| into[to as usize].push(from));
        }
        let mut done: Vec<usize> = (0..open.len()).filter(|&v| open[v] == 0).collect();
        let mut count = 0;
        while let Some(v) = done.pop() {
            count += 1;
            for &from in &into[v] {
                open[from] -= 1;
                if open[from] == 0 {
                    done.push(from);
                }
            }
        }
        count < self.arcs.len()
    }

    /// The value of one token on each vertex.
    fn values(&self) -> Option<&[LoopyNimber]> {
        let values = self.values.get_or_init(|| {
            let budget = Budget::unlimited().with_steps(MOST_STEPS);
            let mut graph = GraphBuilder::new();
            graph.vertices(self.arcs.len() as u32);
            for (from, arcs) in (0..).zip(&self.arcs) {
                arcs.iter().try_for_each(|&to| graph.arc(from, to)).ok()?;
            }
            let values = loopy_values(&graph.finish().ok()?, &budget).ok()?;
            Some((0..self.arcs.len() as u32).map(|v| values.get(v).clone()).collect())
        });
        values.as_deref()
    }
}

impl Ruleset for Tokens {
    type Position = Vec<u32>;

    fn class(&self) -> Class {
        if self.loopy { Class::LOOPY_IMPARTIAL } else { Class::IMPARTIAL }
    }

    fn options(&self, tokens: &Vec<u32>, _: Player, out: &mut Options<Vec<u32>>) -> Result {
        let moves = tokens.iter().map(|&v| self.arcs[v as usize].len() as u64).sum();
        few_enough(moves)?;
        for (index, &from) in tokens.iter().enumerate() {
            if index > 0 && tokens[index - 1] == from {
                continue;
            }
            let mut rest = tokens.clone();
            rest.remove(index);
            for &to in &self.arcs[from as usize] {
                let mut option = rest.clone();
                match rest.binary_search(&to) {
                    Ok(met) if self.annihilation => {
                        option.remove(met);
                    }
                    Ok(place) | Err(place) => option.insert(place, to),
                }
                out.push(option);
            }
        }
        Ok(())
    }

    fn components(&self, tokens: &Vec<u32>, out: &mut Vec<Vec<u32>>) -> Result {
        if self.annihilation {
            out.push(tokens.clone());
        } else {
            let alive = tokens.iter().filter(|&&v| !self.arcs[v as usize].is_empty());
            out.extend(alive.map(|&vertex| vec![vertex]));
        }
        Ok(())
    }

    fn normalize(&self, mut tokens: Vec<u32>) -> (Vec<u32>, Negated) {
        // A token that cannot move changes nothing, unless another can meet it.
        if !self.annihilation {
            tokens.retain(|&vertex| !self.arcs[vertex as usize].is_empty());
        }
        (tokens, Negated::No)
    }

    fn known(&self, tokens: &Vec<u32>, convention: Convention) -> Option<Known> {
        if convention == Convention::Misere || (self.annihilation && self.loopy) {
            return None;
        }
        let values = self.values()?;
        let zero = LoopyNimber::Nimber(0);
        let sum = tokens.iter().fold(zero, |sum, &v| &sum + &values[v as usize]);
        let fact = match sum.nimber() {
            Some(value) if !self.loopy => Fact::Grundy(value),
            _ => Fact::Outcome(sum.outcome()),
        };
        let theorem = if self.annihilation {
            "without cycles two tokens that meet are worth as much as none (Fraenkel and Yesha)"
        } else {
            "tokens are summands: their loopy nimbers add up (Smith 1966)"
        };
        Some(Known { fact, theorem })
    }

    fn name(&self) -> &str {
        if self.annihilation { ANNIHILATION.name } else { TOKENS.name }
    }

    fn write(&self, tokens: &Vec<u32>) -> String {
        self.names.write(tokens)
    }

    fn parse(&self, text: &str) -> Result<Vec<u32>> {
        self.names.parse(text)
    }

    fn position(&self, arguments: &Arguments) -> Result<Vec<u32>> {
        let tokens = self.names.position(arguments)?;
        if self.annihilation && tokens.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(arguments.complain(0, "two tokens on one vertex: they have vanished"));
        }
        Ok(tokens)
    }

    fn parameters(&self) -> String {
        format!("\"{}\"", self.text)
    }

    fn call(&self, tokens: &Vec<u32>) -> String {
        self.names.call(self.name(), &self.parameters(), tokens)
    }

    fn picture(&self, tokens: &Vec<u32>) -> Picture {
        let arcs = self.arcs.iter().enumerate();
        let edges = arcs.flat_map(|(from, to)| to.iter().map(move |&to| (from, to as usize)));
        self.names.picture(tokens, edges.collect())
    }
}

/// The rules on a graph, the only parameter.
fn rules(parameters: &Arguments, annihilation: bool) -> Result<Rules> {
    if parameters.len() != 1 {
        return Err(RuleError::Usage);
    }
    let graph = Tokens::read(&parameters.text(0)?, annihilation);
    Ok(Rules::new(graph.map_err(|error| parameters.within(0, error))?))
}

pub(crate) const TOKENS: Row = Row {
    name: "tokens",
    aliases: &["tokens_on_a_graph"],
    class: Class::LOOPY_IMPARTIAL,
    usage: "tokens(\"a->b,b->c,a->c\"; \"a,b\")",
    rules: "Tokens on the vertices of a directed graph, any number on each; a move takes one\n\
            token along an arc. Play need not end if the graph has a cycle.",
    source: "Stankevich, Games on graphs, example 5; e-maxx, Sprague-Grundy theory",
    example: ("tokens(\"a->b,b->c,a->c\"; \"a,b\")", "*3"),
    make: Make::Vertices(|parameters| rules(parameters, false)),
    boards: false,
};

pub(crate) const ANNIHILATION: Row = Row {
    name: "annihilation",
    aliases: &["tokens_with_annihilation"],
    class: Class::LOOPY_IMPARTIAL,
    usage: "annihilation(\"a->b,b->c,a->c\"; \"a,b\")",
    rules: "Tokens on the vertices of a directed graph; a move takes one token along an arc; if it\n\
            meets another token, both vanish.",
    source: "Fraenkel and Yesha (1982); Stankevich, Games on graphs, exercise 17",
    example: ("annihilation(\"0->2,2->0,1->1\"; 0,2)", "outcome N"),
    make: Make::Vertices(|parameters| rules(parameters, true)),
    boards: false,
};
