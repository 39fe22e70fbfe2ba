//! Cops and robbers on a graph: the cop number, the capture time, and strategies.

use std::path::Path;

use upstar_core::arcs::{Objective, Owners};
use upstar_core::names::{Names, TextNames};
use upstar_core::{Budget, Lease, Player};
use upstar_files::table::Format;
use upstar_graphs::{GraphBuilder, Successors};

use super::named::NamedGraph;
use super::owned::OwnedAnswer;
use crate::analysis::{Analysis, Claim, MoveResult, Play, Property};
use crate::error::{Error, Result};

/// The rules of a pursuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PursuitRules {
    /// The number of cops.
    pub cops: u32,
    /// Whether the robber makes the first move, and not the cops.
    pub robber_first: bool,
    /// Whether a piece may stay where it is.
    pub stay: bool,
}

impl Default for PursuitRules {
    fn default() -> Self {
        PursuitRules { cops: 1, robber_first: false, stay: true }
    }
}

/// All positions of a pursuit, as a reachability game: the cops are Left (player 0).
#[derive(Debug)]
pub struct Pursuit {
    rules: PursuitRules,
    graph: String,
    /// Places of cops, ascending, `rules.cops` numbers each.
    places: Vec<u32>,
    vertices: u32,
    positions: NamedGraph,
    caught: Vec<u32>,
    _lease: Lease,
}

/// A solved [`Pursuit`].
#[derive(Debug)]
pub struct PursuitAnswer<'p> {
    pursuit: &'p Pursuit,
    solved: OwnedAnswer<'p>,
}

impl NamedGraph {
    /// The positions of a pursuit on this graph. First the cops choose their vertices, then the robber
    /// chooses his. Then both sides move in turn: each cop along an arc, or the robber along an arc. The
    /// cops win if one of them is where the robber is. A piece that has no arc stays.
    ///
    /// There are `n * 2` positions for each choice of places for the cops, and the cops have as many
    /// moves as the product of their degrees.
    ///
    /// *Source:* Nowakowski and Winkler, *Vertex-to-vertex pursuit in a graph* (1983); Bonato and
    /// Nowakowski, *The Game of Cops and Robbers on Graphs* (2011).
    ///
    /// # Errors
    ///
    /// [`Error::Graph`] if there are no cops, or too many positions, or the arcs have colours; the
    /// budget.
    pub fn pursuit(&self, rules: PursuitRules, budget: &Budget) -> Result<Pursuit> {
        let vertices = self.graph().vertices();
        let refuse = |message: &str| {
            Err(Error::Graph { graph: self.name().to_owned(), message: message.to_owned() })
        };
        if rules.cops == 0 || self.graph().is_coloured() {
            return refuse("a pursuit needs a cop, and arcs without colours");
        }
        let Some(choices) = choices(vertices, rules.cops) else {
            return refuse(&format!("{} cops have too many positions", rules.cops));
        };
        let mut lease = Lease::new(budget);
        let places = places(vertices, rules.cops, choices, &mut lease)?;
        let board = Board { rules, vertices, places: &places, moves: self.graph().successors()? };
        let count = 2 * choices * vertices;
        let mut builder = GraphBuilder::with_budget(budget);
        builder.vertices(count);
        let mut names = TextNames::new();
        let mut caught = Vec::new();
        let mut owners = lease.with_capacity(count as usize)?;
        let mut ticker = budget.ticker();
        let mut targets = Vec::new();
        for position in 0..count {
            let (cops, robber, mover) = board.parts(position);
            let cops: Vec<String> = cops.iter().map(|&v| self.text(v)).collect();
            let side = if mover == Player::Left { "cops" } else { "robber" };
            let name = format!("{} | {}, {side} to move", cops.join(" "), self.text(robber));
            lease.reserve(name.len() as u64 + NAME)?;
            names.push(&name);
            owners.push(mover);
            if board.is_caught(position) {
                caught.push(position);
                continue;
            }
            targets.clear();
            board.moves(position, &mut targets, &mut ticker)?;
            for &to in &targets {
                builder.arc(position, to).map_err(|error| self.describe(error))?;
            }
        }
        let graph = builder.finish().map_err(|error| self.describe(error))?;
        let owners = Owners { players: owners, priorities: Vec::new() };
        let name = format!("pursuit on {}", self.name());
        let positions = NamedGraph::new(name, graph, Names::Text(names)).with_owners(owners);
        let graph = self.name().to_owned();
        Ok(Pursuit { rules, graph, places, vertices, positions, caught, _lease: lease })
    }

    /// Tries 1, 2, ... cops up to `rules.cops` until they catch the robber: the cop number, the capture
    /// time and a line of best play. `write` takes the answer for the last number of cops.
    ///
    /// # Errors
    ///
    /// As [`NamedGraph::pursuit`]; an error of `write`.
    pub fn pursue<E: From<Error>>(
        &self,
        rules: PursuitRules,
        budget: &Budget,
        write: impl FnOnce(&PursuitAnswer<'_>) -> Result<(), E>,
    ) -> Result<Analysis, E> {
        let mut cops = rules.cops.min(1);
        loop {
            let pursuit = self.pursuit(PursuitRules { cops, ..rules }, budget)?;
            let solved = pursuit.solve(budget)?;
            if !solved.is_won() && cops < rules.cops {
                cops += 1;
                continue;
            }
            let mut analysis = solved.analysis();
            if solved.is_won() {
                analysis.properties.insert(0, Property::CopNumber(cops.into()));
            }
            write(&solved)?;
            return Ok(analysis);
        }
    }
}

/// The memory for a position besides its name, in bytes.
const NAME: u64 = 16;

/// The number of multisets of `cops` of `vertices`, if all positions can be numbered.
fn choices(vertices: u32, cops: u32) -> Option<u32> {
    let mut choices = 1u64;
    for i in 0..u64::from(cops) {
        choices = choices.checked_mul(u64::from(vertices) + i)? / (i + 1);
        if choices > u64::from(u32::MAX) {
            return None;
        }
    }
    let positions = choices.checked_mul(2 * u64::from(vertices))?;
    (positions < u64::from(u32::MAX)).then_some(choices as u32)
}

/// All multisets, ascending.
fn places(vertices: u32, cops: u32, choices: u32, lease: &mut Lease) -> Result<Vec<u32>> {
    let mut all: Vec<u32> = lease.with_capacity(choices as usize * cops as usize)?;
    let mut at = vec![0; cops as usize];
    for _ in 0..choices {
        all.extend_from_slice(&at);
        // The last cop that can go on does, and those after him start where he is.
        if let Some(last) = at.iter().rposition(|&v| v + 1 < vertices) {
            let next = at[last] + 1;
            at[last..].fill(next);
        }
    }
    Ok(all)
}

struct Board<'b> {
    rules: PursuitRules,
    vertices: u32,
    places: &'b [u32],
    moves: Successors<'b>,
}

impl Board<'_> {
    /// The places of the cops, the place of the robber, and who moves (Left for the cops).
    fn parts(&self, position: u32) -> (&[u32], u32, Player) {
        let mover = Player::BOTH[position as usize % 2];
        let (choice, robber) = (position / 2 / self.vertices, position / 2 % self.vertices);
        let cops = self.rules.cops as usize;
        (&self.places[choice as usize * cops..][..cops], robber, mover)
    }

    fn is_caught(&self, position: u32) -> bool {
        let (cops, robber, _) = self.parts(position);
        cops.contains(&robber)
    }

    /// Where a piece may be after a move.
    fn steps(&self, from: u32) -> Vec<u32> {
        let mut steps = self.moves.of(from).to_vec();
        if self.rules.stay || steps.is_empty() {
            steps.push(from);
        }
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// The positions after each move, once.
    fn moves(
        &self,
        position: u32,
        targets: &mut Vec<u32>,
        ticker: &mut upstar_core::Ticker,
    ) -> Result {
        let (cops, robber, mover) = self.parts(position);
        if mover == Player::Right {
            let choice = position / 2 / self.vertices;
            let steps = self.steps(robber);
            targets.extend(steps.into_iter().map(|to| 2 * (choice * self.vertices + to)));
            return Ok(());
        }
        let steps: Vec<Vec<u32>> = cops.iter().map(|&cop| self.steps(cop)).collect();
        let mut at = vec![0; steps.len()];
        loop {
            ticker.tick(1)?;
            let mut after: Vec<u32> = at.iter().zip(&steps).map(|(&i, steps)| steps[i]).collect();
            after.sort_unstable();
            targets.push(2 * (self.choice(&after) * self.vertices + robber) + 1);
            let Some(next) = at.iter().zip(&steps).rposition(|(&i, steps)| i + 1 < steps.len())
            else {
                break;
            };
            at[next] += 1;
            at[next + 1..].fill(0);
        }
        targets.sort_unstable();
        targets.dedup();
        Ok(())
    }

    /// The number of a multiset.
    fn choice(&self, cops: &[u32]) -> u32 {
        let (mut low, mut high) = (0, self.places.len() / cops.len());
        while high - low > 1 {
            let middle = low.midpoint(high);
            if &self.places[middle * cops.len()..][..cops.len()] <= cops {
                low = middle;
            } else {
                high = middle;
            }
        }
        low as u32
    }
}

impl Pursuit {
    /// Solves all positions.
    ///
    /// # Errors
    ///
    /// The budget.
    pub fn solve(&self, budget: &Budget) -> Result<PursuitAnswer<'_>> {
        let reach = Some(Objective::Reach);
        let solved = self.positions.solve_owned(reach, &self.caught, budget)?;
        Ok(PursuitAnswer { pursuit: self, solved })
    }
}

impl PursuitAnswer<'_> {
    /// The best position after the placement, as its number, and how many moves it takes to catch the
    /// robber, if the cops can catch him from everywhere.
    fn start(&self) -> Option<(u32, u32)> {
        let Pursuit { rules, vertices, places, .. } = self.pursuit;
        let choices = (places.len() / rules.cops as usize) as u32;
        let solution = self.solved.solution();
        let worst = |choice: u32| {
            let first = 2 * choice * vertices + u32::from(rules.robber_first);
            let mut worst = None;
            for position in (0..*vertices).map(|robber| first + 2 * robber) {
                let moves = solution.remoteness(position)?;
                if worst.is_none_or(|(_, most)| moves > most) {
                    worst = Some((position, moves));
                }
            }
            worst
        };
        (0..choices).filter_map(worst).min_by_key(|&(_, moves)| moves)
    }

    /// Whether the cops can catch the robber.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.start().is_some()
    }

    /// The number of moves that the cops need with best play from their best start; `None` if they
    /// cannot catch the robber.
    #[must_use]
    pub fn capture_time(&self) -> Option<u32> {
        let first = u32::from(!self.pursuit.rules.robber_first);
        self.start().map(|(_, moves)| (moves + first) / 2)
    }

    /// Whether the cops win, with the capture time and a line of best play from their best start.
    #[must_use]
    pub fn analysis(&self) -> Analysis {
        let Pursuit { rules, graph, positions, .. } = self.pursuit;
        let cops = match rules.cops {
            1 => "1 cop".to_owned(),
            cops => format!("{cops} cops"),
        };
        let mut analysis = Analysis::new(format!("pursuit on {graph} with {cops}"));
        let start = self.start();
        let verb = if start.is_some() { "can" } else { "cannot" };
        let reason = format!("{cops} {verb} catch the robber");
        analysis.claim = Some(Claim { holds: start.is_some(), reason, ..Claim::default() });
        let Some((start, moves)) = start else { return analysis };
        analysis.properties.extend(self.capture_time().map(|t| Property::CaptureTime(t.into())));
        let solution = self.solved.solution();
        let mut line = vec![start];
        let mut at = start;
        while let Some(left) = solution.remoteness(at).filter(|&left| left > 0) {
            let successors = positions.graph().successors();
            let next = successors.ok().and_then(|successors| {
                let mut row = successors.of(at).iter();
                row.find(|&&to| solution.remoteness(to) == Some(left - 1)).copied()
            });
            let Some(next) = next else { break };
            line.push(next);
            at = next;
        }
        let mover = if rules.robber_first { Player::Right } else { Player::Left };
        let result = if rules.robber_first { MoveResult::Loss } else { MoveResult::Win };
        analysis.play = vec![Play {
            mover: Some(mover),
            result: Some(result),
            remoteness: Some(moves.into()),
            line: line.into_iter().map(|position| positions.text(position)).collect(),
            ..Play::default()
        }];
        analysis
    }

    /// Writes the table of all positions to `path` (`-`: standard output): who moves (0 for the cops), who
    /// wins, the number of moves to the capture, and the winner's move.
    ///
    /// # Errors
    ///
    /// [`Error::File`]; the budget.
    pub fn write_table(&self, path: &Path, format: Format, budget: &Budget) -> Result {
        self.solved.write_table(path, format, budget)
    }
}
