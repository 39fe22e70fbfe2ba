//! Winning moves of sums with carry-on moves, against a search of the product graph.

use std::collections::HashMap;

use upstar_core::{Budget, Player};
use upstar_engine::{Convention, Engine, Settings};
use upstar_games::parse_sum;
use upstar_values::Universe;

use crate::common::Random;

/// A graph with one token: the moves that end the turn, and those after which the player moves
/// again.
#[derive(Clone, Debug)]
struct Tokens {
    plain: Vec<Vec<usize>>,
    carry: Vec<Vec<usize>>,
}

impl Random {
    fn tokens(&mut self) -> Tokens {
        let count = 2 + self.below(4);
        let mut found = Tokens { plain: vec![Vec::new(); count], carry: vec![Vec::new(); count] };
        let cyclic = self.below(2) == 0;
        for from in 0..count {
            for _ in 0..self.below(4) {
                let below = if cyclic { count } else { from };
                if below > 0 {
                    let to = self.below(below);
                    let moves =
                        if self.below(3) == 0 { &mut found.carry } else { &mut found.plain };
                    moves[from].push(to);
                }
            }
        }
        found
    }
}

fn name(vertex: usize) -> char {
    char::from(b'a' + vertex as u8)
}

impl Tokens {
    fn text(&self, at: usize) -> String {
        let mut arcs: Vec<String> = (0..self.plain.len()).map(|v| name(v).to_string()).collect();
        for (arrow, moves) in [("->", &self.plain), ("=>", &self.carry)] {
            for (from, list) in moves.iter().enumerate() {
                arcs.extend(list.iter().map(|&to| format!("{}{arrow}{}", name(from), name(to))));
            }
        }
        format!("carry_on(\"{}\"; {})", arcs.join(","), name(at))
    }

    /// The vertices where a whole turn from a vertex can end.
    fn turns(&self, at: usize) -> Vec<usize> {
        let (mut seen, mut open) = (vec![at], vec![at]);
        let mut ends = Vec::new();
        while let Some(vertex) = open.pop() {
            ends.extend(&self.plain[vertex]);
            for &to in &self.carry[vertex] {
                if !seen.contains(&to) {
                    seen.push(to);
                    open.push(to);
                }
            }
        }
        ends.sort_unstable();
        ends.dedup();
        ends
    }
}

/// Whether the player to move wins, for all positions that are not draws.
fn solved(a: &Tokens, b: &Tokens) -> HashMap<(usize, usize), bool> {
    let mut known: HashMap<(usize, usize), bool> = HashMap::new();
    loop {
        let before = known.len();
        for at in 0..a.plain.len() {
            for beside in 0..b.plain.len() {
                let plain = a.plain[at].iter().map(|&to| (to, beside));
                let plain = plain.chain(b.plain[beside].iter().map(|&to| (at, to)));
                let carry = a.carry[at].iter().map(|&to| (to, beside));
                let carry = carry.chain(b.carry[beside].iter().map(|&to| (at, to)));
                // The result of each move for the player: a win, a loss, or nothing certain.
                let plain = plain.map(|to| known.get(&to).map(|wins| !wins));
                let gains: Vec<Option<bool>> =
                    plain.chain(carry.map(|to| known.get(&to).copied())).collect();
                if gains.contains(&Some(true)) {
                    known.insert((at, beside), true);
                } else if gains.iter().all(|gain| *gain == Some(false)) {
                    known.insert((at, beside), false);
                }
            }
        }
        if known.len() == before {
            return known;
        }
    }
}

#[test]
fn winning_moves_are_those_of_the_product_graph() {
    let (universe, budget) = (Universe::new(), Budget::unlimited());
    let engine = Engine::new(&universe, Settings::default());
    let mut numbers = Random(3);
    let (mut whole, mut parts) = (0, 0);
    for _ in 0..300 {
        let pair = [numbers.tokens(), numbers.tokens()];
        let known = solved(&pair[0], &pair[1]);
        for at in 0..pair[0].plain.len() {
            for beside in 0..pair[1].plain.len() {
                let start = [at, beside];
                let text = format!("{} + {}", pair[0].text(at), pair[1].text(beside));
                let state = |index: usize, to: usize| {
                    let mut state = start;
                    state[index] = to;
                    known.get(&(state[0], state[1])).copied()
                };
                let mut expected = Vec::new();
                for (index, tokens) in pair.iter().enumerate() {
                    let mut put = |to: usize, again: &str| {
                        let after = parse_sum(&tokens.text(to)).unwrap();
                        let after = after.single().unwrap().text();
                        expected.push(format!("{}: {after}{again}", index + 1));
                    };
                    let lost = |from: usize| {
                        let turns = tokens.turns(from);
                        turns.into_iter().filter(|&to| state(index, to) == Some(false))
                    };
                    for to in lost(start[index]) {
                        put(to, "");
                        whole += 1;
                    }
                    for &to in &tokens.carry[start[index]] {
                        if state(index, to) == Some(true) && lost(to).next().is_none() {
                            put(to, ", and move again");
                            parts += 1;
                        }
                    }
                }
                expected.sort();
                expected.dedup();
                let sum = parse_sum(&text).unwrap();
                let found =
                    sum.winning_moves(&engine, Player::Left, Convention::Normal, &budget).unwrap();
                let mut found: Vec<String> = found.iter().map(ToString::to_string).collect();
                found.sort();
                assert_eq!(found, expected, "{text}");
                // There is one if and only if the player to move wins.
                assert_eq!(!found.is_empty(), known.get(&(at, beside)) == Some(&true), "{text}");
            }
        }
    }
    assert!(whole > 500 && parts > 20, "{whole} turns, {parts} moves that go on");
}
