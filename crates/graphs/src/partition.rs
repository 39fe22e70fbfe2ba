//! Checks a claimed labelling, and searches for a second one.

use upstar_core::{Budget, Convention, Lease, Outcome, Ticker};

use crate::Result;
use crate::error::GraphError;
use crate::graph::{Graph, NONE, Successors};
use crate::solve::solve;

/// How a claimed labelling breaks the rules at one vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// The label is none of N, P and D.
    NoSuchLabel,
    /// A terminal must have another label.
    Terminal {
        /// The correct label.
        expected: Outcome,
    },
    /// Claimed N, but no move leads to a vertex claimed P.
    NoMoveToP,
    /// Claimed P, but a move leads to a vertex not claimed N.
    MoveToNotN {
        /// The first such vertex.
        to: u32,
    },
    /// Claimed D, but a move leads to a vertex claimed P.
    MoveToP {
        /// The first such vertex.
        to: u32,
    },
    /// Claimed D, but no move leads to a vertex claimed D.
    NoMoveToD,
}

/// Checks a claimed labelling by N, P and D against the rules for one move. N has a move to P. P
/// has moves only to N. D has a move to D and none to P. Terminals are as the convention says.
/// Returns the first vertex that breaks a rule.
///
/// On an acyclic graph a labelling that passes is correct. On a graph with cycles it need not be:
/// see [`second_partition`]. O(V+E).
///
/// *Source:* Stankevich, *Games on graphs*, theorem 1 and figure 6.
///
/// # Errors
/// If the claim does not have one label for each vertex, or the budget is used up.
pub fn check_partition(
    graph: &Graph,
    convention: Convention,
    claim: &[Outcome],
    budget: &Budget,
) -> Result<Option<(u32, Breach)>> {
    check_length(graph, claim.len())?;
    let mut lease = Lease::new(budget);
    let mut ticker = budget.ticker();
    // The first successor with each claim.
    let first = First { n: NONE, p: NONE, d: NONE };
    let mut first = lease.filled(first, claim.len())?;
    for w in 0..graph.vertices() {
        ticker.tick(graph.predecessors(w).len() as u64 + 1)?;
        for &u in graph.predecessors(w) {
            let first = &mut first[u as usize];
            let place = match claim[w as usize] {
                Outcome::N => &mut first.n,
                Outcome::P => &mut first.p,
                _ => &mut first.d,
            };
            *place = w.min(*place);
        }
    }
    Ok((0..graph.vertices()).find_map(|v| {
        breach(graph, convention, v, claim[v as usize], first[v as usize]).map(|breach| (v, breach))
    }))
}

#[derive(Clone, Copy)]
struct First {
    n: u32,
    p: u32,
    d: u32,
}

fn breach(
    graph: &Graph,
    convention: Convention,
    v: u32,
    claim: Outcome,
    first: First,
) -> Option<Breach> {
    if !matches!(claim, Outcome::N | Outcome::P | Outcome::D) {
        return Some(Breach::NoSuchLabel);
    }
    if graph.out_degree(v) == 0 {
        let expected = graph.terminal_result(v, convention).outcome();
        return (claim != expected).then_some(Breach::Terminal { expected });
    }
    let to = match claim {
        Outcome::N => return (first.p == NONE).then_some(Breach::NoMoveToP),
        Outcome::P => first.p.min(first.d),
        _ => first.p,
    };
    match claim {
        Outcome::P => (to != NONE).then_some(Breach::MoveToNotN { to }),
        _ if to != NONE => Some(Breach::MoveToP { to }),
        _ => (first.d == NONE).then_some(Breach::NoMoveToD),
    }
}

fn check_length(graph: &Graph, found: usize) -> Result {
    let expected = u64::from(graph.vertices());
    if found as u64 == expected {
        Ok(())
    } else {
        Err(GraphError::WrongLength { expected, found: found as u64 })
    }
}

/// A labelling of all vertices by N and P that obeys the rules for one move
/// and differs from `claim`, if there is one.
///
/// Vertices that are won or lost have the same label in every such labelling. The drawn vertices
/// may have several labellings or none. Their P-vertices are a kernel of the graph of drawn
/// vertices, and finding one is NP-hard in general. This searches with unit propagation, under the
/// budget.
///
/// # Errors
/// If the claim does not have one label for each vertex, arcs are coloured, or the budget is used
/// up.
pub fn second_partition(
    graph: &Graph,
    convention: Convention,
    claim: &[Outcome],
    budget: &Budget,
) -> Result<Option<Vec<Outcome>>> {
    check_length(graph, claim.len())?;
    let solution = solve(graph, convention, 1, budget)?.complete()?;
    let truth: Vec<Outcome> = (0..graph.vertices()).filter_map(|v| solution.outcome(v)).collect();
    let drawn = |v: u32| truth[v as usize] == Outcome::D;
    if graph.terminals().any(drawn) {
        return Ok(None);
    }
    let mut search = Search::new(graph, &truth, budget)?;
    let free: Vec<u32> = (0..graph.vertices()).filter(|&v| drawn(v)).collect();
    let finish = |search: &Search<'_>| {
        let label = |v: usize| if truth[v] == Outcome::D { search.label[v] } else { truth[v] };
        (0..truth.len()).map(label).collect::<Vec<_>>()
    };
    // If no labelling by N and P can equal the claim, any labelling will do.
    let impossible = |(truth, claim): (&Outcome, &Outcome)| match truth {
        Outcome::D => !matches!(claim, Outcome::N | Outcome::P),
        decided => claim != decided,
    };
    if truth.iter().zip(claim).any(impossible) {
        return Ok(search.complete(&free)?.then(|| finish(&search)));
    }
    for &v in &free {
        let opposite = if claim[v as usize] == Outcome::P { Outcome::N } else { Outcome::P };
        let mark = search.trail.len();
        if search.assume(v, opposite)? && search.complete(&free)? {
            return Ok(Some(finish(&search)));
        }
        search.undo(mark);
        // Now `v` has the claimed label in every labelling.
        if !search.assume(v, claim[v as usize])? {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Depth-first search for a labelling of the drawn vertices, with an explicit
/// stack. `D` stands for "no label yet".
struct Search<'a> {
    graph: &'a Graph,
    successors: Successors<'a>,
    label: Vec<Outcome>,
    free: Vec<bool>,
    /// For each drawn vertex, the number of its moves to drawn vertices not labelled N.
    not_n: Vec<u32>,
    /// The number of those moves that lead to vertices labelled P.
    to_p: Vec<u32>,
    trail: Vec<u32>,
    /// Labels that are implied but not yet given.
    pending: Vec<(u32, Outcome)>,
    ticker: Ticker,
    _lease: Lease,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, truth: &[Outcome], budget: &Budget) -> Result<Self> {
        let mut lease = Lease::new(budget);
        lease.reserve(14 * truth.len() as u64)?;
        let free: Vec<bool> = truth.iter().map(|&outcome| outcome == Outcome::D).collect();
        let mut not_n = vec![0; truth.len()];
        for w in (0..graph.vertices()).filter(|&w| free[w as usize]) {
            for &u in graph.predecessors(w) {
                not_n[u as usize] += 1;
            }
        }
        Ok(Search {
            graph,
            successors: graph.successors()?,
            label: vec![Outcome::D; truth.len()],
            free,
            not_n,
            to_p: vec![0; truth.len()],
            trail: Vec::new(),
            pending: Vec::new(),
            ticker: budget.ticker(),
            _lease: lease,
        })
    }

    /// Labels `v` and every vertex whose label follows; `false` on a contradiction.
    fn assume(&mut self, v: u32, label: Outcome) -> Result<bool> {
        self.pending.clear();
        self.pending.push((v, label));
        while let Some((v, label)) = self.pending.pop() {
            let i = v as usize;
            if self.label[i] == label {
                continue;
            }
            if self.label[i] != Outcome::D {
                return Ok(false);
            }
            self.label[i] = label;
            self.trail.push(v);
            let (into, from) = (self.graph.predecessors(v), self.successors.of(v));
            self.ticker.tick((into.len() + from.len()) as u64 + 1)?;
            let mut consistent = true;
            for &u in into {
                if !self.free[u as usize] {
                    continue;
                }
                if label == Outcome::P {
                    self.to_p[u as usize] += 1;
                    self.pending.push((u, Outcome::N));
                } else {
                    self.not_n[u as usize] -= 1;
                    consistent &= self.follow(u);
                }
            }
            // The counters of all predecessors are updated before giving up, because `undo` relies
            // on them.
            if !consistent {
                return Ok(false);
            }
            if label == Outcome::P {
                let free = &self.free;
                let drawn = from.iter().filter(|&&w| free[w as usize]);
                self.pending.extend(drawn.map(|&w| (w, Outcome::N)));
            } else if !self.follow(v) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Derives labels from those of `u` and its successors; `false` on a contradiction.
    fn follow(&mut self, u: u32) -> bool {
        let i = u as usize;
        match (self.label[i], self.not_n[i]) {
            (Outcome::N, 0) => return false,
            (Outcome::N, 1) if self.to_p[i] == 0 => {
                let open =
                    |w: &&u32| self.free[**w as usize] && self.label[**w as usize] == Outcome::D;
                if let Some(&w) = self.successors.of(u).iter().find(open) {
                    self.pending.push((w, Outcome::P));
                }
            }
            (Outcome::D, 0) => self.pending.push((u, Outcome::P)),
            _ => {}
        }
        true
    }

    fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let v = self.trail.pop().expect("the trail is longer than the mark");
            let label = std::mem::replace(&mut self.label[v as usize], Outcome::D);
            for &u in self.graph.predecessors(v) {
                if self.free[u as usize] {
                    if label == Outcome::P {
                        self.to_p[u as usize] -= 1;
                    } else {
                        self.not_n[u as usize] += 1;
                    }
                }
            }
        }
    }

    /// Labels all of `free`, or undoes its labels and returns `false`.
    fn complete(&mut self, free: &[u32]) -> Result<bool> {
        let bottom = self.trail.len();
        // Decisions: the vertex's place in `free`, the length of the trail before, and whether the
        // second label is being tried.
        let mut decisions: Vec<(usize, usize, bool)> = Vec::new();
        let mut next = 0;
        loop {
            while next < free.len() && self.label[free[next] as usize] != Outcome::D {
                next += 1;
            }
            if next == free.len() {
                return Ok(true);
            }
            decisions.push((next, self.trail.len(), false));
            let mut consistent = self.assume(free[next], Outcome::P)?;
            while !consistent {
                let Some((place, mark, second)) = decisions.pop() else {
                    self.undo(bottom);
                    return Ok(false);
                };
                self.undo(mark);
                next = place;
                if !second {
                    decisions.push((place, mark, true));
                    consistent = self.assume(free[place], Outcome::N)?;
                }
            }
        }
    }
}
