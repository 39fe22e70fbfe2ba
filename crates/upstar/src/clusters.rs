//! Analyses computed by several processes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use upstar_cluster::{
    Checkpoint, Cluster, ClusterError, ClusterPositions, ClusterTiers, GraphQuestion, LongestWin,
    PartStore, PositionGraph, TierQuestion, graph_values, solve_graph, solve_positions,
    solve_tiers,
};
use upstar_core::{Budget, Convention, Outcome, Player};
use upstar_engine::{Game, MemoryTiers, PositionResult, SolveOptions, TierStore};
use upstar_files::Source;
use upstar_files::graph::read_header;
use upstar_values::Style;

use crate::analysis::{Analysis, GraphFacts, Longest, SolvedFacts};
use crate::database::{Database, RecordKind};
use crate::graph::{GraphAnswer, GraphTask};
use crate::solving;

impl From<&LongestWin> for Longest {
    fn from(win: &LongestWin) -> Self {
        let (vertex, remoteness) = (win.vertex.clone(), u64::from(win.remoteness));
        Longest { vertex, mover: win.mover, remoteness }
    }
}

impl GraphAnswer<'_> {
    /// Answers a question about all vertices of a graph file with several processes; the answer
    /// calls the graph `name`. All processes make the same call.
    ///
    /// # Errors
    ///
    /// As [`solve_graph`] and [`graph_values`].
    pub fn of_cluster(
        cluster: Cluster,
        name: &str,
        question: GraphQuestion,
        task: GraphTask,
        budget: &Budget,
    ) -> Result<GraphAnswer<'static>, ClusterError> {
        let source = Source::Path(question.path.clone());
        let header = read_header(&source, &question.options, budget);
        let facts = match task {
            GraphTask::Solve(convention) => {
                let found = solve_graph(cluster, &question.with_convention(convention), budget)?;
                GraphFacts {
                    vertices: found.vertices,
                    arcs: found.arcs,
                    coloured: found.coloured,
                    misere: found.convention == Convention::Misere,
                    header,
                    longest_win: found.longest_win.as_ref().map(Longest::from),
                    outcomes: found.outcomes,
                    ..GraphFacts::default()
                }
            }
            GraphTask::Values(style) => {
                let ascii = style == Style::Ascii;
                let found = graph_values(cluster, &question, ascii, budget)?;
                let values = found.values.iter();
                let values =
                    values.map(|(value, count)| (crate::graph::text(value, style), *count));
                GraphFacts {
                    vertices: found.vertices,
                    arcs: found.arcs,
                    values: values.collect(),
                    header,
                    ..GraphFacts::default()
                }
            }
        };
        let mut analysis = Analysis::new(name);
        analysis.graph = Some(facts);
        Ok(GraphAnswer::Cluster(Box::new(analysis)))
    }
}

/// How several processes solve a game. No option changes an answer.
#[derive(Clone, Debug, Default)]
pub struct ClusterSolve {
    /// How the game is solved.
    pub options: SolveOptions,
    /// The data kept for each position, with tiers.
    pub kept: RecordKind,
    /// The folder for each worker's part of the tiers; `None` keeps them in memory.
    pub folder: Option<PathBuf>,
    /// The folder for a table of all positions, with a Parquet file for each worker.
    pub output: Option<PathBuf>,
    /// The folder and interval of checkpoints, for games without tiers.
    pub checkpoint: Option<Checkpoint>,
}

impl ClusterSolve {
    /// Solves the game with several processes, which all make the same call. `begun` is called with
    /// the number of tiers already in the folder, if any.
    ///
    /// # Errors
    ///
    /// As [`solve_tiers`] and [`solve_positions`].
    pub fn run(
        &self,
        cluster: Cluster,
        game: &Game,
        begun: impl Fn(&Path, usize) + Send + Sync + 'static,
        budget: &Budget,
    ) -> Result<Analysis, ClusterError> {
        if !self.options.tiers {
            let positions = Arc::new(Positions { game: game.clone(), first: self.options.first });
            let (output, checkpoint) = (self.output.clone(), self.checkpoint.clone());
            let convention = self.options.convention;
            let graph = positions.clone();
            let found = solve_positions(cluster, graph, convention, output, checkpoint, budget)?;
            return Ok(positions.analysis(&found, convention));
        }
        let mut question = self.tier_question(game, begun);
        if let Some(output) = &self.output {
            question = question.with_output(output);
        }
        let found = solve_tiers(cluster, &question, budget)?;
        let mut analysis = tiers_analysis(game, &found, self.options, self.kept);
        if let (Some(facts), Some(folder)) = (&mut analysis.solved, &self.folder) {
            // On machines with separate disks, only a part is here.
            facts.bytes = Database::open(folder).ok().map(|whole| whole.bytes());
        }
        Ok(analysis)
    }

    /// The game by tiers, with each worker's part in a folder or in memory.
    fn tier_question(
        &self,
        game: &Game,
        begun: impl Fn(&Path, usize) + Send + Sync + 'static,
    ) -> TierQuestion {
        let (folder, options, kept) = (self.folder.clone(), self.options, self.kept);
        let solved = game.clone();
        TierQuestion::new(game.clone(), options, move |part, parts| -> Result<PartStore, String> {
            let Some(folder) = &folder else { return Ok(Box::<MemoryTiers>::default()) };
            let part = (part as u32, parts as u32);
            let database = Database::begin_part(folder, part, &solved, options, kept);
            let database = database.map_err(|error| error.to_string())?;
            let before = database.solved().len();
            if part.0 == 0 && before > 0 {
                begun(folder, before);
            }
            Ok(Box::new(database))
        })
    }
}

/// The analysis of a game solved by tiers.
fn tiers_analysis(
    game: &Game,
    found: &ClusterTiers,
    options: SolveOptions,
    kept: RecordKind,
) -> Analysis {
    let counted = kept == RecordKind::Remoteness;
    let facts = SolvedFacts {
        numbered: found.numbered,
        longest_win: found.longest_win.as_ref().map(Longest::from),
        tiers: found.tiers.len() as u64,
        ..solving::facts(&found.tiers, counted)
    };
    let verdicts = game.movers(options.first).into_iter().zip(found.starts.iter().copied());
    solving::analysis(game, options.convention, facts, verdicts, counted)
}

/// The positions of a game by their keys, one character for each byte.
struct Positions {
    game: Game,
    /// The player who moves first; `None` for either.
    first: Option<Player>,
}

fn text_of(key: &[u8]) -> String {
    key.iter().map(|&byte| char::from(byte)).collect()
}

impl Positions {
    fn at(&self, text: &str) -> Result<(Game, Player), String> {
        let key: Result<Vec<u8>, _> = text.chars().map(|c| u8::try_from(u32::from(c))).collect();
        let key = key.map_err(|_| format!("{text:?} is no key of a position"))?;
        self.game.of_key(&key).map_err(|error| error.to_string())
    }

    fn movers(&self) -> Vec<Player> {
        self.game.movers(self.first)
    }

    /// What was found.
    fn analysis(&self, found: &ClusterPositions, convention: Convention) -> Analysis {
        let longest_win = found.summary.longest_win.as_ref().map(|win| {
            let (vertex, mover) = self.at(&win.vertex).map_or_else(
                |_| (win.vertex.clone(), None),
                |(game, mover)| (game.position_text(), self.has_movers().then_some(mover)),
            );
            Longest { vertex, mover, remoteness: u64::from(win.remoteness) }
        });
        let facts = SolvedFacts {
            positions: found.summary.vertices,
            outcomes: found.summary.outcomes.clone(),
            longest_win,
            tiers: 1,
            ..SolvedFacts::default()
        };
        let verdicts = found.starts.iter().map(|&(outcome, remoteness)| {
            let moves = remoteness.unwrap_or(0);
            match outcome {
                Outcome::N => PositionResult::Win(moves),
                Outcome::P => PositionResult::Loss(moves),
                _ => PositionResult::Draw,
            }
        });
        let verdicts = self.movers().into_iter().zip(verdicts);
        solving::analysis(&self.game, convention, facts, verdicts, true)
    }
}

impl PositionGraph for Positions {
    fn name(&self) -> String {
        self.game.text()
    }

    fn starts(&self) -> Result<Vec<String>, String> {
        let texts = self.movers().into_iter().map(|mover| text_of(&self.game.key(mover)));
        let texts: Vec<String> = texts.collect();
        // Checks that the positions of these rules can be encoded as bytes.
        texts.iter().try_for_each(|text| self.at(text).map(|_| ()))?;
        Ok(texts)
    }

    fn options(
        &self,
        position: &str,
        budget: &Budget,
        out: &mut Vec<String>,
    ) -> Result<(), ClusterError> {
        let wrong = |message| ClusterError::Graph { graph: self.name(), message };
        let (game, mover) = self.at(position).map_err(wrong)?;
        let options =
            game.options_within(mover, budget).map_err(|error| match error.exhausted() {
                Some(&exhausted) => exhausted.into(),
                None => wrong(error.to_string()),
            })?;
        out.extend(options.iter().map(|option| text_of(&option.key(mover.opponent()))));
        Ok(())
    }

    fn shown(&self, position: &str) -> Result<(String, Option<String>), String> {
        let (game, mover) = self.at(position)?;
        let mover = self.has_movers().then(|| mover.to_string());
        Ok((game.position_text(), mover))
    }

    fn has_movers(&self) -> bool {
        !self.game.class().is_impartial()
    }
}
