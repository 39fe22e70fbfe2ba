//! Named vertices with tokens: the notation and pictures of games of tokens.

use crate::prelude::*;
use upstar_engine::Dot;

/// The names of the vertices of a graph. Tokens are the sorted list of their vertices.
#[derive(Debug, Default)]
pub(super) struct Vertices(pub(super) Vec<String>);

impl Vertices {
    /// The names of the vertices with tokens.
    pub(super) fn write(&self, tokens: &[u32]) -> String {
        let names: Vec<&str> = tokens.iter().map(|&v| &*self.0[v as usize]).collect();
        names.join(",")
    }

    /// Reads the result of [`Vertices::write`], in any order.
    pub(super) fn parse(&self, text: &str) -> Result<Vec<u32>> {
        let mut tokens = Vec::new();
        let mut start = 0;
        for part in text.split(',').filter(|_| !text.trim().is_empty()) {
            let vertex = self.0.iter().position(|name| name == part.trim());
            tokens.push(vertex.map(|vertex| vertex as u32).ok_or_else(|| {
                let message = "expected the names of vertices of the graph, for the tokens on them";
                RuleError::notation(text, start..start + part.len(), message)
            })?);
            start += part.len() + 1;
        }
        tokens.sort_unstable();
        Ok(tokens)
    }

    /// The tokens that the arguments name.
    pub(super) fn position(&self, arguments: &Arguments) -> Result<Vec<u32>> {
        let mut tokens = Vec::new();
        for index in 0..arguments.len() {
            let read = self.parse(&arguments.text_or_number(index)?);
            tokens.extend(read.map_err(|error| arguments.within(index, error))?);
        }
        tokens.sort_unstable();
        Ok(tokens)
    }

    /// A position as a call.
    pub(super) fn call(&self, name: &str, parameters: &str, tokens: &Vec<u32>) -> String {
        let list = match self.write(tokens) {
            empty if empty.is_empty() => empty,
            list => format!("; {}", tokens.argument(list)),
        };
        format!("{name}({parameters}{list})")
    }

    /// The graph with the tokens on it.
    pub(super) fn picture(&self, tokens: &[u32], edges: Vec<(usize, usize)>) -> Picture {
        let on = |v: usize| tokens.iter().filter(|&&token| token as usize == v).count() as u64;
        let dot =
            |(v, name): (usize, &String)| Dot { label: name.clone(), owner: None, tokens: on(v) };
        Picture::Graph {
            vertices: self.0.iter().enumerate().map(dot).collect(),
            edges,
            tints: Vec::new(),
            directed: true,
        }
    }
}
