//! `upstar heaps`: nim sequences of take-and-break games.

mod checkpoint;
mod misere;
mod position;
mod quotient;
mod show;
pub(crate) use show::law_in_words;
mod survey;

pub(crate) use show::write_text;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use num_bigint::BigUint;
use upstar::heaps::{
    EngineChoice, HeapGame, HeapsError, KernelChoice, Question, Search, Settings, Step, Zeros,
};
use upstar::{Analysis, PartizanHeaps, SequenceFacts};
use upstar_core::Budget;
use upstar_engine::Arguments;
use upstar_files::Source;
use upstar_files::table::{Column, Format, Kind, Schema};
use upstar_games::find_game;

use crate::support::{
    Answer, BudgetArgs, Failure, Limits, Outcome, Progress, Result, Table, and_saved, count,
    large_count, parse_limits, picture, write_picture,
};

/// The size of a heap. A list from heap 0 on is an option when it comes here.
fn size(text: &str) -> Result<u64, String> {
    match text.split_once("..") {
        Some((_, last)) => Err(format!(
            "the heaps are listed from 0 on; write 0..{}",
            last.trim_start_matches('=')
        )),
        None => count(text),
    }
}

/// Compute nim sequences, periods and winning moves of take-and-break games
///
/// GAME is a code such as 0.77, 4.333..., 0.3F, 4!.0 or {2+}=.0, a name such as kayles or
/// grundy, subtraction(2,3,7) or allbut(2,3,7), or an impartial game on heaps from --rules. Sizes of
/// heaps after it give the value of that position and its winning moves; --to N or 0..N gives the
/// sequence. `upstar heaps survey` examines all short codes.
#[derive(Debug, Args)]
pub(crate) struct Heaps {
    /// The game, or `survey`
    #[arg(value_name = "GAME")]
    game: String,

    /// The heaps of a position
    #[arg(value_name = "SIZE", value_parser = size)]
    heaps: Vec<u64>,

    /// Read positions from a file, the sizes of the heaps on each line, and print one line for each: the
    /// value, or `error: ...`; `-` is standard input
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["heaps", "to", "zeros", "max",
          "histogram", "rares", "tries", "digest", "table", "plot", "period", "law", "at", "certify",
          "quotient", "misere", "explain", "checkpoint"])]
    file: Option<String>,

    /// Compute the values of the heaps up to and including this one
    #[arg(long, value_name = "N", value_parser = count)]
    to: Option<u64>,

    /// Print only the heaps of value 0. If they are few and nothing else is requested, the values
    /// of half as many heaps are computed
    #[arg(long)]
    zeros: bool,

    /// Print the largest value and its first heap
    #[arg(long)]
    max: bool,

    /// Count how often each value occurs
    #[arg(long)]
    histogram: bool,

    /// Print the rare values, if the game has rare and common ones
    #[arg(long)]
    rares: bool,

    /// Print the mean number of splits into two common parts, in order of the smaller part, that
    /// are tried until all rare values below the value of a heap are found
    #[arg(long)]
    tries: bool,

    /// Print a digest of the values: h = (h xor G(n)) * 0x100000001b3, from 0xcbf29ce484222325
    #[arg(long)]
    digest: bool,

    /// Show the values in rows of this length
    #[arg(long, value_name = "WIDTH", value_parser = clap::value_parser!(u16).range(1..))]
    table: Option<u16>,

    /// Draw the values (with --quotient, the elements) as a picture (.svg, .png, .pdf or .tex)
    #[arg(long, value_name = "FILE", value_parser = picture())]
    plot: Option<PathBuf>,

    /// Find the period, and prove it if a theorem applies
    #[arg(long)]
    period: bool,

    /// Find a law of the values: a period, a law by the digits of n, or one like G(2n) = n,
    /// G(2n+1) = G(n). A law that the rules prove gives the value of any heap
    #[arg(long)]
    law: bool,

    /// Print the value of one heap, of any size once a period or a law is proved
    #[arg(long, value_name = "N", value_parser = large_count)]
    at: Option<BigUint>,

    /// Take the period or the law for --at from a certificate: values are computed no further than
    /// the end of the first period
    #[arg(long, value_name = "CERTIFICATE", requires = "at",
          conflicts_with_all = ["to", "period", "law", "certify", "checkpoint"])]
    by: Option<PathBuf>,

    /// Write a certificate of the period, the law or the quotient, for `upstar verify`
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    /// Compute the misère quotient of the heaps up to --to or, without --to, of all heaps. With
    /// sizes, also find who wins their sum in misère play, and the winning moves. GAME may be a
    /// partizan game on heaps too: 'partizan_splittles("1","2"; n)', or one from --rules
    #[arg(long, conflicts_with_all = ["zeros", "max", "histogram", "rares", "digest", "table",
          "period", "law", "at", "checkpoint", "explain"])]
    quotient: bool,

    /// A player who cannot move wins instead of losing. With sizes, finds who wins their sum, and the
    /// winning moves; with --to, lists the genus of each heap, or with --forms alone the simplest form
    #[arg(long, conflicts_with_all = ["zeros", "max", "histogram", "rares", "digest", "table",
          "plot", "period", "law", "at", "by", "certify", "explain", "checkpoint", "resume"])]
    misere: bool,

    /// Print the genus of each heap: its nim value, and its misère nim values with 0, 1, 2, ...
    /// heaps of two added
    #[arg(long, requires = "to", conflicts_with = "heaps")]
    genus: bool,

    /// Print the simplest form of each heap in misère play
    #[arg(long, requires = "to", conflicts_with = "heaps")]
    forms: bool,

    /// Explain in words what the code allows
    #[arg(long)]
    explain: bool,

    /// Save the state in this file, every minute and at the end (compressed if its name ends in
    /// `.gz` or `.zst`). The file must not exist unless --resume is given. A long search for a
    /// period also keeps its windows in FILE.windows
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Resume from the checkpoint file
    #[arg(long, requires = "checkpoint")]
    resume: bool,

    /// The engine: auto, plain, dense, sparse, fast
    #[arg(long, default_value = "auto", value_parser = engine)]
    engine: EngineChoice,

    /// The instructions to use: auto, portable, avx2, avx512
    #[arg(long, default_value = "auto", value_parser = kernel)]
    kernel: KernelChoice,

    /// Write a table n,value (with --quotient, of the elements) to this file (.csv, .json,
    /// .parquet or .tex); `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The format of the table, if the file name does not determine it
    #[arg(long, value_name = "FORMAT", requires = "output")]
    format: Option<Format>,

    /// Print the bare answer: values, zeros, a period or a value
    #[arg(long)]
    plain: bool,

    /// Print JSON
    #[arg(long, conflicts_with = "plain")]
    json: bool,

    /// For `survey`: digits after the point
    #[arg(long, value_name = "DIGITS", default_value_t = 3,
          value_parser = clap::value_parser!(u8).range(1..=4))]
    places: u8,

    /// For `survey`: limits for each game, as `--budget` sets them for the whole
    #[arg(long, value_name = "BOUNDS", value_parser = parse_limits)]
    each: Option<Limits>,

    #[command(flatten)]
    budget: BudgetArgs,
}

fn engine(text: &str) -> Result<EngineChoice, String> {
    pick(text, &EngineChoice::NAMES)
}

fn kernel(text: &str) -> Result<KernelChoice, String> {
    pick(text, &KernelChoice::NAMES)
}

fn pick<T: Copy>(text: &str, names: &[(&str, T)]) -> Result<T, String> {
    names.iter().find(|(name, _)| *name == text).map(|&(_, choice)| choice).ok_or_else(|| {
        let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        format!("write one of {}", names.join(", "))
    })
}

impl From<HeapsError> for Failure {
    fn from(error: HeapsError) -> Self {
        match error {
            HeapsError::Exhausted(exhausted) => Failure::Exhausted(exhausted),
            other => Failure::input(other),
        }
    }
}

/// The maximum size of a certificate in bytes.
const MOST_CERTIFICATE: u64 = 1 << 20;

/// The time between two checkpoints of a run.
const BETWEEN: Duration = Duration::from_secs(60);

impl Heaps {
    pub(crate) fn run(self) -> Outcome {
        if self.game == "survey" {
            return survey::run(&self);
        }
        let partizan = match self.quotient || self.misere && !self.heaps.is_empty() {
            true => PartizanHeaps::find(&self.game),
            false => None,
        };
        if let Some(game) = partizan {
            let (progress, budget) = self.budget.start();
            return quotient::run_partizan(&self, &game, &progress, &budget);
        }
        let game = self.game()?;
        if self.explain {
            return show::explain(&game, self.json);
        }
        let (progress, budget) = self.budget.start();
        if self.quotient || self.misere && !self.heaps.is_empty() {
            return quotient::run(&self, &game, &progress, &budget);
        }
        if self.misere || self.genus || self.forms {
            if self.to.is_none() {
                return Err(Failure::input(
                    "--misere needs the sizes of a position, or --to N for a list",
                ));
            }
            return misere::run(&self, &game, &progress, &budget);
        }
        if !self.heaps.is_empty() || self.file.is_some() {
            return position::run(&self, &game, &progress, &budget);
        }
        if let (Some(at), Some(by)) = (&self.at, &self.by) {
            let certificate = Source::Path(by.clone()).read_whole(MOST_CERTIFICATE, &budget)?;
            let text = String::from_utf8_lossy(&certificate);
            progress.stage("heaps", None, &budget);
            let found = upstar::heap_by_certificate(&game, &text, at, self.settings(), &budget);
            let found = found.map_err(|error| match error {
                HeapsError::Certificate(_) => Failure::input(format!("{}: {error}", by.display())),
                other => other.into(),
            })?;
            progress.clear();
            show::analysis(&self, &found)?;
            return Ok(Answer::Yes);
        }
        let question = self.question();
        if self.to.is_none() && !question.needs_period() {
            return Err(Failure::input(
                "say how far with --to N, give the sizes of a position, or ask for --period, --law, \
                 --at N or --explain",
            ));
        }
        let (mut analysis, kept) = self.compute(&game, question, &progress, &budget)?;
        progress.clear();
        let facts = analysis.sequence.as_deref_mut();
        let mut written = Ok(());
        if let Some(facts) = facts {
            written = self.write_files(facts, &budget);
            // The values were only for the picture or the table.
            if self.json && !self.shows_values() {
                (facts.first, facts.values) = (None, vec![]);
            }
        }
        let answer = show::analysis(&self, &analysis).map(|()| Answer::of(&analysis));
        and_saved(and_saved(answer, written), kept)
    }

    /// The game by its code or name, or an impartial game on heaps of a rules file.
    fn game(&self) -> Result<HeapGame> {
        let unknown = match upstar::find_heap_game(&self.game) {
            Ok(game) => return Ok(game),
            Err(error) => Failure::from(error),
        };
        let Some(row) = find_game(&self.game) else { return Err(unknown) };
        let (name, (example, _)) = (row.name, row.example);
        if row.make(&Arguments::numbers(&[1])).is_err() {
            return Err(Failure::input(format!(
                "{name} is not a game of heaps that are played independently: `upstar outcome \
                 '{example}'` finds who wins a position"
            )));
        }
        Err(Failure::input(format!(
            "{name} is not an impartial game in normal play in which heaps are played \
             independently: `upstar sequence {name} 0..100` lists its values"
        )))
    }

    fn write_files(&self, facts: &SequenceFacts, budget: &Budget) -> Result {
        if let Some(path) = &self.plot {
            write_picture(path, &upstar::sequence_scene(facts))?;
        }
        if let (Some(path), Some(certificate)) = (&self.certify, &facts.certificate) {
            show::certificate(path, certificate)?;
        }
        self.write_table(facts, budget)
    }

    fn settings(&self) -> Settings {
        Settings { engine: self.engine, kernel: self.kernel, threads: self.budget.threads() }
    }

    /// Whether the answer shows only values.
    fn shows_values(&self) -> bool {
        !self.shows_more() && self.checkpoint.is_none() && !self.zeros
    }

    /// Whether more than values or zeros is requested.
    fn shows_more(&self) -> bool {
        self.max
            || self.histogram
            || self.rares
            || self.tries
            || self.digest
            || self.period
            || self.law
            || self.certify.is_some()
            || self.at.is_some()
            || self.plot.is_some()
            || self.output.is_some()
    }

    fn question(&self) -> Question {
        let more = self.shows_more() || self.json || self.table.is_some();
        Question {
            to: self.to,
            values: self.shows_values()
                || self.table.is_some()
                || self.plot.is_some()
                || self.output.is_some(),
            zeros: match self.zeros {
                false => Zeros::No,
                true if self.to.is_some() && !more => Zeros::Alone,
                true => Zeros::Listed,
            },
            digest: self.digest,
            histogram: self.histogram,
            rares: self.rares,
            tries: self.tries,
            period: self.period,
            law: self.law,
            at: self.at.clone(),
            certificate: self.certify.is_some(),
            checkpoints: self.checkpoint.is_some(),
        }
    }

    /// Computes the answer and saves checkpoints; returns whether the last one could be written.
    fn compute(
        &self,
        game: &HeapGame,
        question: Question,
        progress: &Progress,
        budget: &Budget,
    ) -> Result<(Analysis, Result)> {
        // The lock is held until the last checkpoint is written.
        let kept = self.checkpoint.as_deref();
        let _lock = kept.map(|path| checkpoint::begin(path, self.resume)).transpose()?;
        let search = match &self.checkpoint {
            Some(path) if self.resume => {
                checkpoint::resume(path, game, self.settings(), question, budget)?
            }
            _ => Search::new(game, self.settings(), question)?,
        };
        progress.stage("heaps", self.to.map(|_| search.goal()), budget);
        let begun = search.summary().count;
        let (mut kept, mut written) = (Instant::now(), Ok(()));
        let analysis = upstar::search_nim_sequence(search, budget, |search, step| {
            if step == Step::Returned {
                progress.stage("last exception", None, budget);
            }
            let Some(path) = &self.checkpoint else { return Ok(()) };
            let count = search.summary().count;
            let due = match step {
                Step::Finished | Step::Stopped(_) => count > begun || begun == 0,
                Step::Computed => kept.elapsed() >= BETWEEN,
                Step::Returned => false,
            };
            if due {
                let before: Result = std::mem::replace(
                    &mut written,
                    checkpoint::write(path, game, &search.checkpoint()),
                );
                // A full disk is no reason to stop: there may be space at the next checkpoint.
                if let (Ok(()), Err(failure), Step::Computed) = (before, &written, step) {
                    failure.report();
                }
                kept = Instant::now();
            }
            Ok::<(), Failure>(())
        })?;
        Ok((analysis, written))
    }

    fn write_table(&self, facts: &SequenceFacts, budget: &Budget) -> Result {
        let Some(table) = Table::requested(self.output.as_deref(), self.format)? else {
            return Ok(());
        };
        let schema = Schema::new([Column::new("n", Kind::U64), Column::new("value", Kind::U64)]);
        let (first, to) = (facts.first.unwrap_or_default(), facts.to.unwrap_or_default());
        let metadata = [
            ("game".to_owned(), self.game.clone()),
            ("code".to_owned(), facts.code.clone()),
            ("range".to_owned(), format!("{first}..={to}")),
        ];
        table.write(&schema, &metadata, budget, |rows| {
            show::sizes(facts).filter(|&(_, value)| !self.zeros || value == 0).try_for_each(
                |(size, value)| {
                    rows.row(|batch| {
                        batch.push_u64(0, size);
                        batch.push_u64(1, u64::from(value));
                    })
                },
            )
        })
    }
}
