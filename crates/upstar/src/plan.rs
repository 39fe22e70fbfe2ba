//! Estimates of the memory, disk, traffic and time that solving will need.
//!
//! Sizes are exact numbers of bytes, from the layouts of the engines. Times are estimates from
//! measured rates ([`Rates`]); no decision depends on them. The book's chapter on planning
//! describes the model and the measurements.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use upstar_core::arcs::Colour;
use upstar_core::{Budget, Convention, Lease, Player};
use upstar_engine::{Game, Position, SolveOptions};
use upstar_files::graph::{
    ArcSink, ReadOptions, estimated_arcs, estimated_vertices, read_graph, sampled_lines,
};
use upstar_files::{FileError, Source};
use upstar_graphs::{GraphBuilder, solve};

pub use crate::analysis::Known;
use crate::analysis::{Analysis, Count, Estimate, Property, Table};
use crate::error::{Error, Result};

/// The speed of a machine, on which the estimates of time are based.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rates {
    /// The origin of the rates: a machine and a date, or a measurement just now.
    pub source: String,
    /// Arcs read from a text file and sorted by target, per second and thread.
    pub arcs_built: u64,
    /// Arcs examined in retrograde analysis, per second and thread.
    pub arcs_solved: u64,
    /// Arcs per second out of core, from the file to the table.
    pub arcs_out_of_core: u64,
    /// Arcs sent to other processes and processed, per second and worker.
    pub arcs_exchanged: u64,
    /// Options of positions generated and looked up, per second and thread.
    pub options: u64,
    /// Bytes that a machine sends per second.
    pub network: u64,
}

impl Default for Rates {
    /// The rates of the machine of `bench/README.md`: two cores of an AMD EPYC, 24 GB; a network of
    /// 10 Gbit/s.
    fn default() -> Self {
        Rates {
            source: "bench/README.md (2 cores, AMD EPYC, 2026-11); assuming a network of 10 Gbit/s"
                .to_owned(),
            arcs_built: 4_000_000,
            arcs_solved: 40_000_000,
            arcs_out_of_core: 2_500_000,
            arcs_exchanged: 20_000_000,
            options: 3_000_000,
            network: 1_250_000_000,
        }
    }
}

/// Vertices and arcs of the graph that [`Rates::measure`] solves.
const SAMPLE: (u32, u32) = (200_000, 5);

impl Rates {
    /// Measures for about a second the rates of arcs built and solved in memory, on a random
    /// acyclic graph. The other rates are those of [`Rates::default`]; those of arcs from files and
    /// in exchange are scaled by the speed of the machine.
    ///
    /// # Errors
    ///
    /// A used-up budget.
    pub fn measure(budget: &Budget) -> Result<Rates> {
        let (vertices, degree) = SAMPLE;
        let mut state = 7u64;
        let begun = Instant::now();
        let mut builder = GraphBuilder::with_budget(budget);
        builder.vertices(vertices);
        for from in 1..vertices {
            for _ in 0..degree {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let to = ((state >> 33) % u64::from(from)) as u32;
                builder.arc(from, to).map_err(Error::Graphs)?;
            }
        }
        let graph = builder.finish().map_err(Error::Graphs)?;
        let built = begun.elapsed();
        let begun = Instant::now();
        let found = solve(&graph, Convention::Normal, 1, budget).map_err(Error::Graphs)?;
        let solved = begun.elapsed();
        found.complete()?;
        let arcs = u128::from(vertices - 1) * u128::from(degree);
        let rate = |time: std::time::Duration| {
            u64::try_from(arcs * 1_000_000_000 / time.as_nanos().max(1)).unwrap_or(u64::MAX).max(1)
        };
        let usual = Rates::default();
        let arcs_solved = rate(solved);
        // All of these rates depend on memory latency, as the solver does.
        let scaled = |rate: u64| {
            let scaled = u128::from(rate) * u128::from(arcs_solved) / u128::from(usual.arcs_solved);
            u64::try_from(scaled).unwrap_or(u64::MAX).max(1)
        };
        Ok(Rates {
            source: "measured just now: arcs built and solved; the others scaled by these"
                .to_owned(),
            arcs_built: rate(built).min(scaled(usual.arcs_built)),
            arcs_solved,
            arcs_out_of_core: scaled(usual.arcs_out_of_core),
            arcs_exchanged: scaled(usual.arcs_exchanged),
            options: scaled(usual.options),
            network: usual.network,
        })
    }
}

/// The work to be planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// An explicit graph.
    Graph {
        /// The number of vertices.
        vertices: u128,
        /// The number of arcs.
        arcs: u128,
    },
    /// A game whose positions are searched or numbered.
    Positions {
        /// The number of positions.
        positions: u128,
        /// The mean number of options of a position.
        moves: u128,
        /// The number of positions of the largest tier; all of them, if there are no tiers.
        largest_tier: u128,
        /// The bytes of the key of a position; 0 where the ruleset numbers positions.
        key: u128,
    },
}

/// One method of solving, and its costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The method: in memory, out of core, ...
    pub name: &'static str,
    /// The number of machines, with one process each.
    pub machines: u128,
    /// Bytes of memory for each process.
    pub memory: u128,
    /// Bytes of disk on each machine, besides the input.
    pub disk: u128,
    /// Total bytes sent between machines.
    pub traffic: u128,
    /// The estimated time in milliseconds.
    pub milliseconds: u128,
    /// Why this method is impossible, if it is.
    pub not: Option<&'static str>,
}

/// The maximum number of vertices that one process numbers.
const MOST_VERTICES: u128 = (1 << 32) - 1;

/// The costs of each method of solving `work` with that many machines and threads on each.
///
/// Sums saturate at the largest number below 2^128.
#[must_use]
pub fn ways(work: Work, machines: u64, threads: u64, rates: &Rates) -> Vec<Way> {
    let machines = u128::from(machines.max(1));
    let threads = u128::from(threads.max(1));
    match work {
        Work::Graph { vertices, arcs } => graph_ways(vertices, arcs, machines, threads, rates),
        Work::Positions { positions, moves, largest_tier, key } => {
            positions_ways((positions, moves, largest_tier, key), machines, threads, rates)
        }
    }
}

/// `a` times `b` parts of `c`, rounded up.
fn share(a: u128, b: u128, c: u128) -> u128 {
    a.saturating_mul(b).div_ceil(c)
}

/// Milliseconds for an amount at a rate per second.
fn time(amount: u128, rate: u128) -> u128 {
    share(amount, 1000, rate.max(1))
}

fn graph_ways(
    vertices: u128,
    arcs: u128,
    machines: u128,
    threads: u128,
    rates: &Rates,
) -> Vec<Way> {
    let (built, solved) = (u128::from(rates.arcs_built), u128::from(rates.arcs_solved));
    // Growing lists take up to twice their size, and a quarter of the memory is for arcs.
    let names = 32u128.saturating_mul(vertices);
    let too_many = (vertices > MOST_VERTICES).then_some("more than 2^32 - 1 vertices");
    let in_memory = Way {
        name: "in memory",
        machines: 1,
        // Arcs while they are built, and rows, state and order of the vertices.
        memory: share(arcs, 12, 1).saturating_add(share(vertices, 20, 1)),
        disk: 0,
        traffic: 0,
        milliseconds: time(arcs, built)
            .saturating_add(time(arcs, solved.saturating_mul(threads.min(2)))),
        not: too_many,
    };
    let out_of_core = Way {
        name: "out of core",
        machines: 1,
        memory: names.max(share(vertices, 131, 100)).saturating_add(24_000_000),
        disk: share(arcs, 10, 1).max(share(arcs, 4, 1).saturating_add(share(vertices, 20, 1))),
        traffic: 0,
        milliseconds: time(arcs, u128::from(rates.arcs_out_of_core)),
        not: too_many,
    };
    let workers = machines.saturating_mul(threads);
    // An arc goes to the process of its target when it is read (8 bytes), and a word back along it
    // when it is solved.
    let traffic = share(arcs.saturating_mul(12), machines - 1, machines);
    let cluster = Way {
        name: "on a cluster",
        machines,
        memory: share(vertices, 30, machines).saturating_add(share(arcs, 12, machines)),
        disk: 0,
        traffic,
        milliseconds: time(arcs, built.saturating_mul(workers))
            .saturating_add(time(arcs, u128::from(rates.arcs_exchanged).saturating_mul(workers)))
            .saturating_add(time(traffic, u128::from(rates.network).saturating_mul(machines))),
        not: (vertices.div_ceil(workers) > MOST_VERTICES)
            .then_some("more than 2^32 - 1 vertices a worker"),
    };
    vec![in_memory, out_of_core, cluster]
}

fn positions_ways(
    (positions, moves, largest_tier, key): (u128, u128, u128, u128),
    machines: u128,
    threads: u128,
    rates: &Rates,
) -> Vec<Way> {
    let options = positions.saturating_mul(moves);
    let rate = u128::from(rates.options);
    // A key is in a growing list, with its end and its position in a table; results are kept
    // sorted, with key and end.
    let (at_work, kept) = if key == 0 { (0, 0) } else { (2 * key + 32, key + 8) };
    let explicit = Way {
        name: "position by position, in memory",
        machines: 1,
        // The label, the option counter and the result; where positions have no numbers, also the
        // key and its position.
        memory: share(positions, 7 + if key == 0 { 24 } else { at_work + kept }, 1),
        disk: 0,
        traffic: 0,
        milliseconds: time(options, rate),
        not: None,
    };
    let tier = largest_tier.min(positions);
    let tiers = |name, machines: u128, parts: u128| {
        let traffic = share(options.saturating_mul(9), machines - 1, machines);
        Way {
            name,
            machines,
            memory: share(tier, 7 + at_work + kept, machines),
            // Keys are stored with their lengths.
            disk: positions
                .div_ceil(parts)
                .saturating_add(share(positions, if key == 0 { 0 } else { key + 4 }, 1))
                .div_ceil(machines),
            traffic,
            milliseconds: time(options, rate.saturating_mul(machines.saturating_mul(threads)))
                .saturating_add(time(traffic, u128::from(rates.network).saturating_mul(machines))),
            not: None,
        }
    };
    let mut all = vec![
        explicit,
        tiers("tier by tier, a byte of remoteness", 1, 1),
        tiers("tier by tier, two bits of outcome", 1, 4),
    ];
    if machines > 1 {
        all.push(tiers("tier by tier on a cluster, a byte", machines, 1));
        all.push(tiers("tier by tier on a cluster, two bits", machines, 4));
    }
    all
}

/// The maximum number of positions examined to count them.
const MOST_LOOKED_AT: usize = 100_000;

/// The numbers of positions of a game and of options of a position: exact if the ruleset numbers
/// its positions or there are few, else lower bounds.
///
/// # Errors
///
/// Errors of the ruleset; an exhausted budget.
pub fn size_of_game(game: &Game, budget: &Budget) -> Result<(Work, Known)> {
    let mut ticker = budget.ticker();
    let impartial = game.class().is_impartial();
    let players: &[Player] = if impartial { &[Player::Left] } else { &Player::BOTH };
    let start = players.iter().map(|&player| (game.clone(), player));
    let mut found: std::collections::HashSet<(Game, Player)> = start.clone().collect();
    let mut open: std::collections::VecDeque<(Game, Player)> = start.collect();
    let (mut looked, mut options) = (0u128, 0u128);
    let mut tiers = std::collections::HashMap::<u64, u128>::new();
    let mut lease = Lease::new(budget);
    tiers.insert(game.tier(), players.len() as u128);
    while let Some((position, player)) = open.pop_front() {
        if found.len() > MOST_LOOKED_AT {
            break;
        }
        let next = if impartial { player } else { player.opponent() };
        let mut here = position.options_within(player, budget)?;
        here.sort_by_cached_key(Game::position_text);
        here.dedup();
        ticker.tick(1 + here.len() as u64)?;
        looked += 1;
        options += here.len() as u128;
        for option in here {
            let key = (option, next);
            if found.insert(key.clone()) {
                // Twice in the tables, which double, and once on the heap.
                let bytes = key.0.bytes() + 4 * size_of::<(Game, Player)>();
                lease.spend(bytes as u64, 1 << 16)?;
                *tiers.entry(key.0.tier()).or_default() += 1;
                open.push_back(key);
            }
        }
    }
    let moves = options.div_ceil(looked.max(1));
    if let Some(needs) = game.solve_needs(SolveOptions::default()) {
        let work = Work::Positions {
            positions: needs.positions.into(),
            moves,
            largest_tier: u128::from(needs.memory) / 7,
            key: 0,
        };
        return Ok((work, Known::Exactly));
    }
    let positions = found.len() as u128;
    let known = if found.len() > MOST_LOOKED_AT { Known::AtLeast } else { Known::Exactly };
    let largest_tier = tiers.into_values().max().unwrap_or(positions);
    let key = game.key(Player::Left).len() as u128;
    Ok((Work::Positions { positions, moves, largest_tier, key }, known))
}

/// The numbers of arcs and vertices of a graph file. In a file of lines, arcs are counted up to a
/// megabyte, and estimated beyond that from a megabyte of lines from all parts of it. Names that
/// are all numbers are assumed to be dense; for other names, the sample gives the number of names
/// per arc. Parquet stores its number of rows, and the largest of names that are numbers. All other
/// files, and compressed ones, are read to their end.
///
/// # Errors
///
/// [`Error::File`] if the file cannot be read; an exhausted budget.
pub fn size_of_file(path: &std::path::Path, budget: &Budget) -> Result<(Work, Known)> {
    let fail = |message: String| Error::Graph { graph: path.display().to_string(), message };
    let source = Source::Path(path.to_owned());
    let options = ReadOptions::default();
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if name.ends_with(".parquet")
        && let Some(arcs) = estimated_arcs(&source, &options)
        && let Some(vertices) = estimated_vertices(&source)
    {
        return Ok((
            Work::Graph { vertices: vertices.into(), arcs: arcs.into() },
            Known::Estimated,
        ));
    }
    let of_lines = [".csv", ".tsv", ".edges", ".txt"];
    if !of_lines.iter().any(|end| name.ends_with(end)) {
        return counted(&source, &options, budget);
    }
    let (sample, length) = sampled_lines(path).map_err(|error| fail(error.to_string()))?;
    let whole = sample.len() as u64 == length;
    let text = match std::str::from_utf8(&sample) {
        Ok(text) => text,
        Err(_) => return counted(&source, &options, budget),
    };
    let (mut arcs, mut greatest) = (0u128, Some(0u128));
    let mut names = std::collections::HashSet::new();
    for line in text.lines() {
        let fields =
            line.split([',', '\t', ' ', ';']).map(str::trim).filter(|name| !name.is_empty());
        let fields: Vec<&str> = fields.collect();
        let comment = line.starts_with(['#', '%']);
        let [from, to, ..] = fields[..] else { continue };
        if comment || (arcs == 0 && from.parse::<u128>().is_err() && line.contains("from")) {
            continue;
        }
        arcs += 1;
        for name in [from, to] {
            greatest = match (greatest, name.parse::<u128>()) {
                (Some(greatest), Ok(number)) => Some(greatest.max(number)),
                _ => None,
            };
            names.insert(name.to_owned());
        }
    }
    if arcs == 0 {
        return Err(fail("no arcs are found in a megabyte of it".to_owned()));
    }
    let grow = |count: u128| share(count, length.into(), sample.len().max(1) as u128);
    let (all, vertices) = match greatest {
        _ if whole => (arcs, names.len() as u128),
        Some(greatest) => {
            let arcs = grow(arcs);
            (arcs, (greatest + 1).max(names.len() as u128).min(2 * arcs))
        }
        None => (grow(arcs), grow(names.len() as u128)),
    };
    let known = if whole { Known::Exactly } else { Known::Estimated };
    Ok((Work::Graph { vertices, arcs: all }, known))
}

/// Reads a file to its end.
fn counted(source: &Source, options: &ReadOptions, budget: &Budget) -> Result<(Work, Known)> {
    struct Count(u128);
    impl ArcSink for Count {
        fn arcs(&mut self, arcs: &[(u32, u32)], _: &[Colour]) -> Result<(), FileError> {
            self.0 += arcs.len() as u128;
            Ok(())
        }
    }
    let mut count = Count(0);
    let summary = read_graph(source, options, &mut count, budget)?;
    let vertices = summary.names.len().into();
    Ok((Work::Graph { vertices, arcs: count.0 }, Known::Exactly))
}

/// The costs of each method of solving something as an analysis: a table with bytes and
/// milliseconds for each method, and the planned work. There is no table if only a lower bound of
/// the number of positions is known: no estimate follows from that.
#[must_use]
pub fn analyze_plan(
    subject: &str,
    (work, known): (Work, Known),
    machines: u64,
    threads: u64,
    rates: &Rates,
) -> Analysis {
    let mut analysis = Analysis::new(subject);
    let properties = &mut analysis.properties;
    match work {
        Work::Graph { vertices, arcs } => properties.extend([
            Property::Vertices(Estimate::new(vertices, known)),
            Property::Arcs(Estimate::new(arcs, known)),
        ]),
        Work::Positions { positions, .. } if known == Known::AtLeast => {
            properties.push(Property::Positions(Estimate::new(positions, known)));
            return analysis;
        }
        Work::Positions { positions, moves, largest_tier, .. } => properties.extend([
            Property::Positions(Estimate::new(positions, known)),
            Property::Moves(Count(moves)),
            Property::LargestTier(Count(largest_tier)),
        ]),
    }
    properties.extend([
        Property::Machines(machines),
        Property::Threads(threads),
        Property::Rates(rates.source.clone()),
    ]);
    let columns = ["way", "machines", "memory", "disk", "traffic", "milliseconds", "not"];
    let mut table = Table::new(columns);
    for way in ways(work, machines, threads, rates) {
        let numbers = [way.machines, way.memory, way.disk, way.traffic, way.milliseconds];
        let mut row = vec![way.name.to_owned()];
        row.extend(numbers.map(|number| number.to_string()));
        row.push(way.not.unwrap_or_default().to_owned());
        table.rows.push(row);
    }
    analysis.table = Some(table);
    analysis
}
