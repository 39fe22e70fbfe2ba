//! `upstar heaps`: nim sequences of take-and-break games.

mod certificate;
mod checkpoint;
mod plot;
mod position;
mod show;
mod survey;

use std::path::PathBuf;

use clap::Args;
use num_bigint::BigUint;
use upstar_core::{Budget, StopReason};
use upstar_files::table::{Column, Format, Kind, Schema};
use upstar_heaps::{
    EngineChoice, Game, HeapsError, KernelChoice, Periodicity, Returns, Sequence, Settings,
    Summary, Verdict,
};

use crate::support::{
    Answer, BudgetArgs, Failure, Limits, Outcome, Progress, Table, count, large_count, parse_limits,
};

/// Nim sequences, periods and winning moves of take-and-break games
///
/// GAME is a code such as 0.77, 4.333..., 0.3F, 4!.0 or {2+}=.0, a name such as kayles or
/// grundy, subtraction(2,3,7) or allbut(2,3,7). With sizes of heaps after it, the value of
/// that position and its winning moves; with --to, the sequence. `upstar heaps survey` goes
/// through all short codes.
#[derive(Debug, Args)]
pub(crate) struct Heaps {
    /// The game, or `survey`
    #[arg(value_name = "GAME")]
    game: String,

    /// The heaps of a position
    #[arg(value_name = "SIZE", value_parser = count)]
    heaps: Vec<u64>,

    /// Compute the values of the heaps up to this one, which is included
    #[arg(long, value_name = "N", value_parser = count)]
    to: Option<u64>,

    /// Only the heaps of value 0. Where there are few, and nothing else is asked for, values of half
    /// as many heaps are computed
    #[arg(long)]
    zeros: bool,

    /// The largest value and where it is first
    #[arg(long)]
    max: bool,

    /// How often each value occurs
    #[arg(long)]
    histogram: bool,

    /// The rare values, where the game has rare and common ones
    #[arg(long)]
    rares: bool,

    /// A digest of the values: h = (h xor G(n)) * 0x100000001b3, from 0xcbf29ce484222325
    #[arg(long)]
    digest: bool,

    /// Show the values in rows of this many
    #[arg(long, value_name = "WIDTH", value_parser = clap::value_parser!(u16).range(1..))]
    table: Option<u16>,

    /// Draw the values as an SVG picture
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Find the period, and prove it where a theorem applies
    #[arg(long)]
    period: bool,

    /// The value of one heap, of any size once a period is proved
    #[arg(long, value_name = "N", value_parser = large_count)]
    at: Option<BigUint>,

    /// Write a certificate of the period, for `upstar verify`
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    /// Say in words what the code allows
    #[arg(long)]
    explain: bool,

    /// Keep what has been computed in this file, every minute and at the end (compressed if its name
    /// ends in `.gz` or `.zst`); a long search for a period keeps its windows beside it, in
    /// FILE.windows
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Begin with what the checkpoint file holds
    #[arg(long, requires = "checkpoint")]
    resume: bool,

    /// How to compute: auto, plain, dense, sparse, fast
    #[arg(long, default_value = "auto", value_parser = engine)]
    engine: EngineChoice,

    /// Instructions to use: auto, portable, avx2, avx512
    #[arg(long, default_value = "auto", value_parser = kernel)]
    kernel: KernelChoice,

    /// Write a table n,value to this file (.csv, .json or .parquet); `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The format of the table, where the name does not tell
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

    /// For `survey`: bounds on the work for each game, as those of `--budget` are for all
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

/// An error of the engine, for people.
fn failure(error: HeapsError) -> Failure {
    match error {
        HeapsError::Exhausted(exhausted) => Failure::Exhausted(exhausted),
        other => Failure::input(other),
    }
}

/// Heaps between two looks at the clock, where a checkpoint is kept, and late in a long run.
const STEP: u64 = 1 << 22;
const LONG_STEP: u64 = 1 << 24;

/// Keeps what was computed: all values, where they are needed or nothing else can be gone on
/// from, or else the state of the engine; and the windows and states of a search for a period,
/// so that another run finds it no later.
fn save(
    path: &std::path::Path,
    game: &Game,
    sequence: &Sequence,
    summary: &Summary,
    values: &[u32],
    keeps: bool,
    returns: Option<&Returns>,
) -> Result<(), Failure> {
    match sequence.snapshot() {
        Some(snapshot) if !keeps => checkpoint::write_state(path, &game.code, summary, &snapshot)?,
        _ => checkpoint::write(path, &game.code, values)?,
    }
    match returns.and_then(Returns::save) {
        Some(saved) => checkpoint::write_windows(path, &game.code, &saved),
        None => Ok(()),
    }
}

/// Where a run begins.
struct Begun {
    sequence: Sequence,
    summary: Summary,
    /// The values so far, if they are kept.
    values: Vec<u32>,
}

/// What was computed.
struct Found {
    summary: Summary,
    /// The values of the heaps from 0 on, if they were kept.
    values: Vec<u32>,
    period: Option<Periodicity>,
    /// The value asked for by `--at`, if it is known and the values were not kept.
    at: Option<BigUint>,
    /// What a certificate says of values that were not kept.
    certified: Option<certificate::Values>,
    stop: StopReason,
}

/// Values kept for the search for a period, before windows that return are looked for instead.
const MOST_KEPT: u64 = 1 << 26;

impl Heaps {
    pub(crate) fn run(self) -> Outcome {
        if self.game == "survey" {
            return survey::run(&self);
        }
        let game = Game::find(&self.game).map_err(failure)?;
        if self.explain {
            return show::explain(&game, self.json);
        }
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        if !self.heaps.is_empty() {
            return position::run(&self, &game, &progress, &budget);
        }
        let wants_period = self.wants_period();
        if self.to.is_none() && !wants_period {
            return Err(Failure::input(
                "say how far with --to N, give the sizes of a position, or ask for --period, \
                 --at N or --explain",
            ));
        }
        let found = self.compute(&game, &progress, &budget, wants_period)?;
        progress.clear();
        if self.zeros && !found.summary.has_all_zeros() {
            return Err(Failure::input(format!(
                "there are {} zeros, of which only the first {} are listed; ask for fewer heaps with \
                 --to, or for --histogram",
                found.summary.histogram[0],
                found.summary.zeros.len()
            )));
        }
        if let Some(path) = &self.plot {
            plot::write(path, &game, &found.values)?;
        }
        // A run that was stopped has nothing to certify yet, and says that it was stopped.
        if let Some(path) = &self.certify
            && (found.period.is_some() || found.stop == StopReason::Finished)
        {
            certificate::write(path, &game, &found)?;
        }
        self.write_table(&game, &found, &budget)?;
        show::found(&self, &game, &found)?;
        match found.stop {
            StopReason::Finished => Ok(Answer::Yes),
            stop => Ok(Answer::Partial(stop)),
        }
    }

    fn settings(&self) -> Settings {
        Settings { engine: self.engine, kernel: self.kernel, threads: self.budget.threads() }
    }

    /// Whether the answer rests on a period.
    fn wants_period(&self) -> bool {
        self.period || self.certify.is_some() || self.at.is_some()
    }

    /// Whether more is asked for than values.
    fn shows_more(&self) -> bool {
        self.max
            || self.histogram
            || self.rares
            || self.digest
            || self.wants_period()
            || self.plot.is_some()
            || self.output.is_some()
    }

    /// Whether the answer shows nothing but values.
    fn shows_values(&self) -> bool {
        !self.shows_more() && self.checkpoint.is_none()
    }

    /// Whether nothing but the zeros up to some heap is asked for, for which the values of half as
    /// many heaps may do.
    fn shows_zeros_alone(&self) -> bool {
        let more = self.shows_more() || self.json || self.table.is_some();
        self.zeros && self.to.is_some() && !more
    }

    /// Computes as far as was asked or, without `--to`, until a period is proved.
    fn compute(
        &self,
        game: &Game,
        progress: &Progress,
        budget: &Budget,
        wants_period: bool,
    ) -> Result<Found, Failure> {
        let last = match self.to {
            Some(to) => game.heap(to.max(game.least())).map_err(failure)?,
            None => u64::MAX - 1,
        };
        let shown = self.shows_values() && !self.zeros
            || self.table.is_some()
            || self.plot.is_some()
            || self.output.is_some();
        let mut keeps = wants_period || shown;
        let Begun { mut sequence, mut summary, mut values } =
            self.begin(game, shown, keeps, last, budget)?;
        let mut goal = summary.needed(last);
        let asked = self.at.as_ref().and_then(|at| u64::try_from(show::heap_of(game, at)?).ok());
        let (mut at, mut certified) = (None, None);
        let mut returns: Option<Returns> = None;
        let mut period = None;
        let mut stop = StopReason::Finished;
        // Without a goal the sequence is searched for a period at these lengths.
        let mut next_search: u64 = 256;
        let mut saved = std::time::Instant::now();
        let begun = summary.count;
        progress.stage("heaps", self.to.map(|_| goal), budget);
        loop {
            let long = summary.count > MOST_KEPT || values.is_empty() && summary.count > 0;
            if wants_period && !shown && returns.is_none() && long {
                let saved = match &self.checkpoint {
                    Some(path) if self.resume => checkpoint::read_windows(path, &game.code),
                    _ => None,
                };
                returns = saved
                    .and_then(|saved| Returns::restore(&sequence, saved))
                    .or_else(|| Returns::new(&sequence));
                if returns.is_some() {
                    (keeps, values) = (false, vec![]);
                }
            }
            let searches = wants_period && returns.is_none();
            let mut to = if searches { goal.min(next_search) } else { goal };
            if self.checkpoint.is_some() || returns.is_some() {
                let next = sequence.next_heap();
                let step = (next / 64).clamp(STEP, LONG_STEP);
                to = to.min(next.saturating_add(step));
            }
            let keeping = keeps || self.checkpoint.is_some() && sequence.engine() != "fast";
            if !keeping {
                values = vec![];
            }
            let outcome = if to < sequence.next_heap() {
                Ok(())
            } else {
                sequence.run(to, budget, &mut |from, segment| {
                    summary.add(segment);
                    if let Some(value) = asked.and_then(|heap| {
                        segment.get(usize::try_from(heap.checked_sub(from)?).ok()?)
                    }) {
                        at = Some(BigUint::from(*value));
                    }
                    if let Some(returns) = &mut returns {
                        returns.add(segment);
                    }
                    if keeping {
                        budget.reserve(4 * segment.len() as u64)?;
                        values.extend_from_slice(segment);
                    }
                    Ok(())
                })
            };
            match outcome {
                Ok(()) => {}
                Err(HeapsError::Exhausted(exhausted)) => stop = exhausted.reason,
                Err(error) => return Err(failure(error)),
            }
            if let Some(returns) = &mut returns
                && returns.found(&sequence)
            {
                progress.stage("last exception", None, budget);
                match self.returned(game, returns, &sequence, &mut at, budget) {
                    Ok(found) => (period, certified) = found,
                    Err(HeapsError::Exhausted(exhausted)) => stop = exhausted.reason,
                    Err(error) => return Err(failure(error)),
                }
                break;
            }
            let searched =
                searches && (summary.count > goal.min(next_search) || stop != StopReason::Finished);
            if searched {
                period = Periodicity::find(&game.code, &values);
            }
            let proved = period.as_ref().is_some_and(|period| period.verdict == Verdict::Proved);
            let answered =
                self.at.as_ref().is_some_and(|at| proved || *at < BigUint::from(summary.count))
                    && !self.period
                    && self.certify.is_none();
            goal = summary.needed(last);
            let done = summary.count > goal || stop != StopReason::Finished;
            if done || self.to.is_none() && (proved || answered) {
                break;
            }
            if searched {
                next_search = next_search + next_search / 2;
            }
            if let Some(path) = &self.checkpoint
                && saved.elapsed().as_secs() >= 60
            {
                save(path, game, &sequence, &summary, &values, keeps, returns.as_ref())?;
                saved = std::time::Instant::now();
            }
        }
        if let Some(path) = &self.checkpoint
            && (summary.count > begun || begun == 0)
        {
            save(path, game, &sequence, &summary, &values, keeps, returns.as_ref())?;
        }
        let found = Found { summary, values, period, at, certified, stop };
        if self.rares {
            show::rares(&sequence, self.json)?;
        }
        Ok(found)
    }

    /// The period of a sequence whose values were not kept, and what was asked about it.
    fn returned(
        &self,
        game: &Game,
        returns: &Returns,
        sequence: &Sequence,
        at: &mut Option<BigUint>,
        budget: &Budget,
    ) -> Result<(Option<Periodicity>, Option<certificate::Values>), HeapsError> {
        let Some(period) = returns.period(budget)? else { return Ok((None, None)) };
        let asked = self.at.as_ref().and_then(|at| show::heap_of(game, at));
        if let Some(heap) = asked
            && at.is_none()
        {
            *at = Some(returns.value(period.representative(&heap), budget)?.into());
        }
        let certified = match self.certify {
            Some(_) => Some(certificate::Values {
                digests: returns.digests(period.checked_to, budget)?,
                rares: sequence.rares().map_or(0, |(_, rares)| rares.len() as u64),
            }),
            None => None,
        };
        Ok((Some(period), certified))
    }

    /// Begins at heap 0, or with what the checkpoint holds if that can be used: without values,
    /// unless they are to be shown.
    fn begin(
        &self,
        game: &Game,
        shown: bool,
        keeps: bool,
        goal: u64,
        budget: &Budget,
    ) -> Result<Begun, Failure> {
        // What a later run may ask of a checkpoint, unless it costs a fast search its speed.
        let digest = self.digest || self.checkpoint.is_some() && !self.wants_period();
        let mut summary = Summary::new(digest);
        summary.keep(digest, self.zeros);
        summary.look_ahead(&game.code, self.shows_zeros_alone());
        let mut known = vec![];
        if let (Some(path), true) = (&self.checkpoint, self.resume) {
            match checkpoint::read(path, &game.code)? {
                checkpoint::Kept::Values(values) => known = values,
                checkpoint::Kept::State(mut kept, snapshot) => {
                    let missing = |what: &str| {
                        Failure::input(format!(
                            "{}: this checkpoint has no {what}: it was not asked for when it was \
                             written; begin without --resume",
                            path.display()
                        ))
                    };
                    if self.digest && kept.digest.is_none() {
                        return Err(missing("digest of the values"));
                    }
                    if self.zeros && !kept.has_all_zeros() {
                        return Err(missing("list of all zeros"));
                    }
                    kept.keep(digest, self.zeros);
                    kept.look_ahead(&game.code, self.shows_zeros_alone());
                    if !shown && kept.count <= goal.saturating_add(1) {
                        let next = kept.count;
                        let sequence =
                            Sequence::restore(&game.code, self.settings(), &snapshot, next)
                                .map_err(failure)?;
                        return Ok(Begun { sequence, summary: *kept, values: vec![] });
                    }
                    return Err(Failure::input(format!(
                        "{}: this checkpoint knows the heaps below {} but not their values, so it \
                         cannot answer that; ask for more heaps, or begin without --resume",
                        path.display(),
                        kept.count,
                    )));
                }
            }
        }
        let end = known.len().min(usize::try_from(goal).map_or(usize::MAX, |goal| goal + 1));
        summary.add(&known[..end]);
        let keeps = keeps || self.checkpoint.is_some();
        let values = if keeps { known[..end].to_vec() } else { vec![] };
        budget.reserve(4 * values.len() as u64).map_err(Failure::Exhausted)?;
        let sequence = Sequence::resume(&game.code, self.settings(), known).map_err(failure)?;
        Ok(Begun { sequence, summary, values })
    }

    fn write_table(&self, game: &Game, found: &Found, budget: &Budget) -> Result<(), Failure> {
        let Some(table) = Table::requested(self.output.as_deref(), self.format)? else {
            return Ok(());
        };
        let schema = Schema::new([Column::new("n", Kind::U64), Column::new("value", Kind::U64)]);
        let metadata = [
            ("game".to_owned(), self.game.clone()),
            ("code".to_owned(), game.code.to_string()),
            ("range".to_owned(), format!("{}..={}", game.least(), found.summary.count - 1)),
        ];
        table.write(&schema, &metadata, budget, |rows| {
            show::sizes(game, &found.values)
                .filter(|&(_, value)| !self.zeros || value == 0)
                .try_for_each(|(size, value)| {
                    rows.row(|batch| {
                        batch.push_u64(0, size);
                        batch.push_u64(1, u64::from(value));
                    })
                })
        })
    }
}
