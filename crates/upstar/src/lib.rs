//! Upstar (the game ↑* = {0,*|0}): who wins a combinatorial game, what a
//! position is worth, and which move to make.
//!
//! # Overview
//!
//! **What goes in** is a text or a file, or a custom type:
//!
//! | what | as | read by |
//! |---|---|---|
//! | an expression of the worksheet language: `{2\|\|1\|0} + kayles(7)` | [`Session`](lang::Session) | [`evaluate`] |
//! | a position, or a sum of positions and values: `nim(3,4)`, `kayles(7) + {2\|\|1\|0}` | [`Sum`](rules::Sum) | [`read_sum`], [`read_game`] |
//! | a custom game | [`Game`](rules::Game) | [`Game::new`](rules::Game::new), of a [`Ruleset`](rules::Ruleset) |
//! | a graph | [`NamedGraph`] | [`NamedGraph::open`] |
//! | a take-and-break game: `kayles`, `0.137` | [`HeapGame`](heaps::HeapGame) | [`HeapGame::find`](heaps::HeapGame::find) |
//! | a bamboo stalk, a surreal number, a nimber | text | [`read_stalk`], [`analyze_surreal`], [`analyze_nimber`] |
//!
//! **What comes out** is an [`Analysis`] for every input: outcome, value, kind, temperature, moves,
//! a graph's figures, a sequence's period. Properties that do not apply or were not found are
//! absent, numbers are exact, and [`Analysis::stop`] gives the reason why the work ended. Every
//! `--json` of the command line is one; its JSON Schema is the file `analysis.schema.json` of the
//! book. Pictures are [`Scene`](draw::Scene)s, which [`draw::svg`] writes.
//!
//! **In between** there are a [`Budget`](core::Budget), which bounds time, steps and memory and
//! which every long function takes, and a [`Session`](lang::Session), or the
//! [`Solver`](rules::Solver) in it, which keeps results for the next question.
//!
//! # The parts
//!
//! Each part is a crate of its own and can be used alone; here they are modules.
//!
//! | module | holds |
//! |---|---|
//! | [`core`] | players, outcomes, conventions, budgets, mex |
//! | [`graphs`] | explicit graphs: retrograde analysis, Grundy values, loopy nimbers |
//! | [`heaps`] | nim sequences and their periods |
//! | [`rules`] | rulesets, the catalogue of games, the solver of their positions |
//! | [`values`] | canonical forms, thermography, infinitesimals, surreal numbers, nimbers |
//! | [`misere`] | misère forms, genera and quotients |
//! | [`lang`] | the worksheet language |
//! | [`files`] | formats of graphs and tables |
//! | [`coq`] | proofs that the kernel of Coq checks |
//! | [`draw`] | pictures |
//!
//! The functions of this crate put them together. Its [`prelude`] has what most programs need.
//!
//! # Cookbook
//!
//! The tasks, each with a short program:
//!
//! - [The value of an expression](#the-value-of-an-expression)
//! - [Compare two games](#compare-two-games)
//! - [Who wins, and by which moves](#who-wins-and-by-which-moves)
//! - [The Grundy value of a position](#the-grundy-value-of-a-position)
//! - [A sum of different games](#a-sum-of-different-games)
//! - [Misère play](#misère-play)
//! - [Solve a graph from a file](#solve-a-graph-from-a-file)
//! - [A nim sequence and its period](#a-nim-sequence-and-its-period)
//! - [A table of the values of boards](#a-table-of-the-values-of-boards)
//! - [A thermograph and its picture](#a-thermograph-and-its-picture)
//! - [A stalk, a surreal number](#a-stalk-a-surreal-number)
//! - [A custom game](#a-custom-game)
//! - [An answer under a budget](#an-answer-under-a-budget)
//! - keep values on disk for the next run: `ValueStore`
//! - solve all positions of a game, on disk: [`Solved`], [`Database`]
//!
//! Longer programs are in the folder `examples` of this crate.
//!
//! ## The value of an expression
//!
//! ```
//! use upstar::prelude::*;
//!
//! let mut session = Session::new();
//! let budget = Budget::unlimited();
//! let text = session.line("{0,*|0} + domineering(\"2x3\")", Style::Plain, &budget)?;
//! assert_eq!(text, "{2^*|-1/2+^*}");
//! // The value and all that is known of it:
//! let found = evaluate(&mut session, "{0,*|0}", EvaluateOptions::default(), &budget)?.unwrap();
//! assert_eq!(found.analysis.kind.as_deref(), Some("infinitesimal, uptimal"));
//! assert_eq!(upstar::property!(found.analysis, AtomicWeight), Some(&"1".to_owned()));
//! # Ok::<(), upstar::lang::LangError>(())
//! ```
//!
//! ## Compare two games
//!
//! ```
//! use upstar::prelude::*;
//!
//! let mut session = Session::new();
//! let budget = Budget::unlimited();
//! let mut line = |text| session.line(text, Style::Plain, &budget);
//! assert_eq!(line("^ > *2")?, "true");
//! assert_eq!(line("^ <> *")?, "true");
//! assert_eq!(line("domineering(\"2x2\") == +-1")?, "true");
//! # Ok::<(), upstar::lang::LangError>(())
//! ```
//!
//! ## Who wins, and by which moves
//!
//! ```
//! use upstar::prelude::*;
//!
//! let (solver, budget) = (Solver::default(), Budget::unlimited());
//! let board = parse_sum("domineering(\"...|...|..#\")")?;
//! let options = OutcomeOptions { winning_moves: true, ..OutcomeOptions::default() };
//! let found = analyze_outcome(&solver, &board, options, &budget)?;
//! assert_eq!(found.outcome, Some(Outcome::N));
//! let left = &found.play[0];
//! assert_eq!((left.mover, left.winning_moves.len()), (Some(Player::Left), 2));
//! # Ok::<(), upstar::rules::RuleError>(())
//! ```
//!
//! ## The Grundy value of a position
//!
//! ```
//! use upstar::prelude::*;
//! use upstar::rules::parse_game;
//!
//! let game = parse_game("kayles(12)")?;
//! let value = Solver::default().grundy(&game, &Budget::unlimited())?;
//! assert_eq!(value, 4);
//! # Ok::<(), upstar::rules::RuleError>(())
//! ```
//!
//! ## A sum of different games
//!
//! ```
//! use upstar::prelude::*;
//!
//! let (solver, budget) = (Solver::default(), Budget::unlimited());
//! let sum = parse_sum("nim(3) + kayles(5) + domineering(\"2x2\")")?;
//! let value = solver.value(&sum, &budget)?;
//! assert_eq!(solver.worker(&budget).text(value, Style::Plain)?, "+-(1+*7)");
//! assert_eq!(solver.outcome(&sum, Convention::Normal, &budget)?, Outcome::N);
//! # Ok::<(), upstar::rules::RuleError>(())
//! ```
//!
//! ## Misère play
//!
//! ```
//! use upstar::prelude::*;
//!
//! let (solver, budget) = (Solver::default(), Budget::unlimited());
//! let heaps = parse_sum("nim(1,1,1)")?;
//! assert_eq!(solver.outcome(&heaps, Convention::Normal, &budget)?, Outcome::N);
//! assert_eq!(solver.outcome(&heaps, Convention::Misere, &budget)?, Outcome::P);
//! # Ok::<(), upstar::rules::RuleError>(())
//! ```
//!
//! ## Solve a graph from a file
//!
//! ```
//! use upstar::NamedGraph;
//! use upstar::files::Source;
//! use upstar::prelude::*;
//!
//! // `NamedGraph::open("graph.csv", &Default::default(), &budget)` reads a file.
//! let source = Source::bytes("graph.csv", "from,to\na,b\nb,a\nb,c\nc,d\n");
//! let budget = Budget::unlimited();
//! let graph = NamedGraph::read(&source, &Default::default(), &budget)?;
//! let solved = graph.solve(Convention::Normal, 1, &budget)?;
//! let analysis = solved.analysis(Some(graph.vertex("c")?))?;
//! assert_eq!(analysis.outcome, Some(Outcome::N));
//! assert_eq!(analysis.play[0].line, ["c", "d"]);
//! let drawn = solved.analysis(Some(graph.vertex("a")?))?;
//! assert_eq!(drawn.outcome, Some(Outcome::D));
//! # Ok::<(), upstar::Error>(())
//! ```
//!
//! ## A nim sequence and its period
//!
//! ```
//! use upstar::heaps::{HeapGame, Question, Settings};
//! use upstar::prelude::*;
//!
//! let game = HeapGame::find("kayles")?;
//! let question = Question { to: Some(200), values: true, period: true, ..Question::default() };
//! let budget = Budget::unlimited();
//! let found = upstar::nim_sequence(&game, question, Settings::default(), &budget)?;
//! let sequence = found.sequence.unwrap();
//! assert_eq!(sequence.values[..8], [0, 1, 2, 3, 1, 4, 3, 2]);
//! let period = sequence.period.unwrap();
//! assert_eq!((period.preperiod, period.period), (71, 12));
//! # Ok::<(), upstar::heaps::HeapsError>(())
//! ```
//!
//! ## A table of the values of boards
//!
//! ```
//! use upstar::prelude::*;
//! use upstar::rules::find_game;
//!
//! let boards = upstar::TableOfPositions::of(find_game("domineering").unwrap())?;
//! let found = boards.analyze(&Solver::default(), (2, 3), &Budget::unlimited())?;
//! let table = found.table.unwrap();
//! assert_eq!(table.columns[..4], ["rows", "columns", "value", "outcome"]);
//! assert_eq!(table.rows[5][..4], ["2", "3", "{2|-1/2}", "N"]);
//! # Ok::<(), upstar::rules::RuleError>(())
//! ```
//!
//! ## A thermograph and its picture
//!
//! ```
//! use upstar::prelude::*;
//!
//! let mut session = Session::new();
//! let options = EvaluateOptions::default();
//! let found = evaluate(&mut session, "{2||1|0}", options, &Budget::unlimited())?.unwrap();
//! assert_eq!(found.analysis.mean.as_deref(), Some("5/4"));
//! assert_eq!(found.analysis.temperature.as_deref(), Some("3/4"));
//! let svg = upstar::draw::svg(&found.thermograph.unwrap().scene());
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), upstar::lang::LangError>(())
//! ```
//!
//! ## A stalk, a surreal number
//!
//! ```
//! use upstar::prelude::*;
//! use upstar::{SurrealOptions, analyze_stalk, analyze_surreal, read_stalk};
//!
//! let budget = Budget::unlimited();
//! let stalk = analyze_stalk(&read_stalk("L^w R^(w^2)", &budget)?);
//! assert_eq!(stalk.value.as_deref(), Some("ω^(1/2)"));
//! let number = analyze_surreal("(omega+1)^2", SurrealOptions::default(), &budget)?;
//! assert_eq!(number.value.as_deref(), Some("ω^2+ω×2+1"));
//! assert_eq!(upstar::property!(number, Birthday), Some(&"ω^2+ω×2+1".to_owned()));
//! # Ok::<(), upstar::values::Error>(())
//! ```
//!
//! ## A custom game
//!
//! ```
//! use upstar::prelude::*;
//!
//! /// From a heap Left takes 1 or 4 counters, Right 2 or 3.
//! struct UnequalTaking;
//!
//! #[derive(Clone, Debug, PartialEq, Eq, Hash)]
//! struct Heap(u32);
//!
//! impl Position for Heap {}
//!
//! impl Ruleset for UnequalTaking {
//!     type Position = Heap;
//!
//!     fn name(&self) -> &str {
//!         "unequal_taking"
//!     }
//!
//!     fn class(&self) -> Class {
//!         Class::PARTIZAN
//!     }
//!
//!     fn options(&self, heap: &Heap, player: Player, out: &mut Options<Heap>) -> Result<(), RuleError> {
//!         let takes = if player == Player::Left { [1, 4] } else { [2, 3] };
//!         out.extend(takes.iter().filter_map(|&take| heap.0.checked_sub(take)).map(Heap));
//!         Ok(())
//!     }
//! }
//!
//! let (solver, budget) = (Solver::default(), Budget::unlimited());
//! let heap = Sum::from(Game::new(UnequalTaking, Heap(2)));
//! let value = solver.value(&heap, &budget)?;
//! assert_eq!(solver.worker(&budget).text(value, Style::Plain)?, "{1|0}");
//! # Ok::<(), RuleError>(())
//! ```
//!
//! ## An answer under a budget
//!
//! ```
//! use std::time::Duration;
//! use upstar::prelude::*;
//!
//! let budget = Budget::unlimited().with_steps(1_000).with_time(Duration::from_secs(60));
//! let mut session = Session::new();
//! let options = EvaluateOptions::default();
//! let board = evaluate(&mut session, "domineering(\"4x7\")", options, &budget)?.unwrap();
//! // The value is out of reach; what was found is true.
//! assert_eq!((board.analysis.value, board.analysis.stop), (None, StopReason::Steps));
//! assert_eq!(board.analysis.outcome, Some(Outcome::L));
//! # Ok::<(), upstar::lang::LangError>(())
//! ```
//!
//! # Features
//!
//! None is on by default, and none changes an answer: `store` keeps values of positions on disk,
//! `compression` reads and writes files packed by gzip or Zstandard, `parquet` and `arrow` add
//! these formats, `png` and `pdf` pictures beside SVG and TikZ, `chess` chess endgames,
//! `symbolic` games solved by decision diagrams, `metamath` proofs for Metamath verifiers,
//! `mcgs` test files of the solver MCGS, `schema` the JSON Schema of [`Analysis`].

mod analysis;
mod catalogue;
mod census;
#[cfg(feature = "cluster")]
mod clusters;
mod database;
mod details;
#[cfg(feature = "symbolic")]
mod diagrams;
#[cfg(feature = "chess")]
mod endgames;
mod error;
mod expression;
mod graph;
#[cfg(feature = "mcgs")]
mod mcgs;
mod misere_sequences;
mod nimbers;
mod outcomes;
mod own_games;
mod pictures;
pub mod plan;
mod playing;
mod positions;
pub mod prelude;
mod proofs;
mod quotients;
mod sequences;
mod solving;
mod stalks;
#[cfg(feature = "store")]
mod store;
mod strategies;
mod sums;
mod surreals;
mod tables;

#[cfg(feature = "schema")]
pub use analysis::analysis_schema;
pub use analysis::{
    Analysis, CatalogueEntry, CertificateFacts, ChessEnding, Claim, Count, Estimate, GraphFacts,
    GraphStats, HeapValue, InputError, Known, Longest, MateDepth, MoveResult, NoStopper,
    NumberInterval, PartizanPortions, Play, PlayedMove, Property, QuotientFacts, RareHeaps,
    SchemaVersion, SequenceFacts, SideToMove, SolvedFacts, SolvedTier, Stop, Stops, SubgroupFacts,
    Table, Wall, Walls, WeightFacts, WinningMove,
};
pub use catalogue::{analyze_catalogue, class_in_words};
pub use census::{
    FindEnd, FindOptions, FoundRow, Measure, analyze_find, analyze_find_among, find_positions,
};
#[cfg(feature = "cluster")]
pub use clusters::ClusterSolve;
pub use database::{Database, RecordKind};
pub use details::{EvaluateOptions, Evaluated, thermograph_plot};
#[cfg(feature = "symbolic")]
pub use diagrams::analyze_symbolic;
#[cfg(feature = "chess")]
pub use endgames::{ChessMoves, analyze_chess};
pub use error::{Error, Result};
pub use expression::{describe_value, evaluate};
pub use graph::{
    GraphAnswer, GraphTask, Likeness, NamedGraph, OutOfCore, OutOfCoreGraph, OutOfCoreOptions,
    OutOfCoreSolution, OutOfCoreValues, OwnedAnswer, PayoffAnswer, Plan, Pursuit, PursuitAnswer,
    PursuitRules, SolvedGraph, SumOptions, SumQueries, Tokens, ValuedGraph, convert_graph,
    verify_graph, verify_period, write_positions,
};
#[cfg(feature = "mcgs")]
pub use mcgs::{McgsAnswer, McgsCase, McgsQuestion, analyze_mcgs, read_mcgs};
pub use misere_sequences::{MisereHeaps, analyze_misere_heaps};
pub use nimbers::{NimberOperation, NimberQuestion, analyze_nimber, analyze_nimber_table};
pub use outcomes::{OutcomeOptions, add_misere_value, analyze_outcome};
pub use own_games::{add_rules, add_rules_file, read_rules_file};
#[cfg(feature = "chess")]
pub use pictures::chess_scene;
pub use pictures::{
    Piece, Record, RecordError, Turn, hackenbush_places, piece, position_scene, quotient_scene,
    sequence_scene, ups_and_nimbers_scene, value_scene, with_caption,
};
pub use playing::{HowFound, Opponent};
#[cfg(feature = "metamath")]
pub use proofs::prove_metamath;
pub use proofs::{ClaimError, proof_analysis, prove, prove_graph};
pub use quotients::{
    PartizanHeaps, misere_quotient, misere_quotient_of, misere_quotients_agree, misere_sum,
    partizan_quotient, partizan_quotient_sum,
};
pub use sequences::{
    explain_heap_game, find_heap_game, heap_by_certificate, nim_sequence, search_nim_sequence,
    sum_of_heaps, survey_of_codes,
};
pub use solving::{PositionResult, SolveNeeds, SolveOptions, Solved};
pub use stalks::{
    MOST_DEPTH, analyze_cut, analyze_stalk, analyze_stalk_text, analyze_stalk_tree, analyze_stalks,
    read_stalk, tree_scene,
};
#[cfg(feature = "store")]
pub use store::ValueStore;
pub use strategies::{FoundStrategy, StrategyPlay, find_strategy, verify_strategy};
pub use sums::{read_game, read_positions, read_sum, read_sum_in_play};
pub use surreals::{SurrealOptions, SurrealPart, analyze_surreal, describe_surreal};
pub use tables::{
    Cell, SequenceOf, TableOfPositions, analyze_law, analyze_sequence_of, sequence_of,
};
#[cfg(feature = "chess")]
pub use upstar_chess as chess;
#[cfg(feature = "cluster")]
pub use upstar_cluster as cluster;
pub use upstar_core as core;
pub use upstar_core::{latex, latex_with_macros};
pub use upstar_draw as draw;
pub use upstar_files as files;
pub use upstar_graphs as graphs;
pub use upstar_heaps as heaps;
pub use upstar_lang as lang;
pub use upstar_misere as misere;
pub use upstar_proofs as coq;
pub use upstar_stoppers as stoppers;
#[cfg(feature = "symbolic")]
pub use upstar_symbolic as symbolic;
pub use upstar_values as values;
pub use upstar_verify as verify;

/// Rulesets, games and sums: the engine, the catalogue, and games from rules files.
pub mod rules {
    pub use upstar_engine::*;
    pub use upstar_games::*;
    pub use upstar_rewrite::*;
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
