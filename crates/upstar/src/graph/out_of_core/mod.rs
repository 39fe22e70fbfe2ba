//! Graphs whose arcs do not fit into memory: from files to answers, using the disk.

mod analysis;
mod folder;
mod names;
mod read;
mod table;
mod values;

use std::path::PathBuf;
use std::time::Duration;

use upstar_core::{Budget, Convention, StopReason};
use upstar_files::graph::{ReadOptions, estimated_arcs};
use upstar_files::{FileError, FileLock, Source};
use upstar_graphs::GraphError;
use upstar_graphs::external::{External, ExternalError, ExternalGraph, ExternalSolution};

use super::named::described;
use crate::error::{Error, Result};
use folder::Folder;
use names::StoredNames;
pub use values::OutOfCoreValues;

/// The folders and the memory limit for solving a graph out of core.
#[derive(Clone, Debug)]
pub struct OutOfCoreOptions {
    /// The memory limit in bytes.
    pub memory: u64,
    /// The folder for temporary files; by default that of the system.
    pub scratch: Option<PathBuf>,
    /// A folder that keeps the results, so that another run can resume.
    pub checkpoint: Option<PathBuf>,
    /// How the file is read.
    pub read: ReadOptions,
}

impl OutOfCoreOptions {
    /// The minimum memory limit.
    pub const LEAST_MEMORY: u64 = 64 << 20;

    /// Temporary files in the folder of the system.
    #[must_use]
    pub fn new(memory: u64) -> Self {
        OutOfCoreOptions { memory, scratch: None, checkpoint: None, read: ReadOptions::default() }
    }
}

/// A graph file to be solved out of core, and the folder for intermediate files.
///
/// ```
/// use upstar::core::{Budget, Convention, Outcome};
/// use upstar::{OutOfCore, OutOfCoreOptions};
///
/// # let folder = std::env::temp_dir().join(format!("upstar-external-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("g.csv");
/// std::fs::write(&path, "from,to\ny,x\ny,z\nz,y\n")?;
/// let budget = Budget::unlimited();
/// let work = OutOfCore::new(path.to_str().unwrap(), OutOfCoreOptions::new(100_000_000))?;
/// let mut solution = work.read(&budget)?.solve(Convention::Normal, &budget)?;
/// let analysis = solution.analysis(Some("y"), &budget)?;
/// assert_eq!(analysis.outcome, Some(Outcome::N));
/// assert_eq!(analysis.play[0].line, ["y", "x"]);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[derive(Debug)]
pub struct OutOfCore {
    /// The name of the file in messages.
    name: String,
    source: Source,
    options: OutOfCoreOptions,
    folder: Folder,
    _lock: Option<FileLock>,
}

/// A graph in memory takes at most this many bytes for each byte of its file.
const IN_MEMORY: u64 = 100;

/// The resources that a run is expected to need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of arcs, and whether it is an estimate from the beginning of the file.
    pub arcs: Option<(u64, bool)>,
    /// The memory limit in bytes.
    pub memory: u64,
    /// The approximate number of bytes written to disk.
    pub disk: Option<u64>,
    /// The number of bytes free there.
    pub free: Option<u64>,
    /// The folder of the files.
    pub folder: PathBuf,
    /// The approximate time.
    pub time: Option<Duration>,
}

impl OutOfCore {
    /// Prepares to solve the graph file at `path` (`-`: standard input).
    ///
    /// # Errors
    ///
    /// [`Error::OutOfCore`] if the memory is less than
    /// [`LEAST_MEMORY`](OutOfCoreOptions::LEAST_MEMORY), or the checkpoint has another subject;
    /// [`Error::File`] if a folder cannot be written.
    pub fn new(path: &str, options: OutOfCoreOptions) -> Result<Self> {
        let least = OutOfCoreOptions::LEAST_MEMORY;
        if options.memory < least {
            let bytes = std::fs::metadata(path).map_or(u64::MAX, |file| file.len());
            let instead = match bytes.checked_mul(IN_MEMORY) {
                Some(needed) if needed < least => {
                    format!("; without this limit, {path} is solved in memory")
                }
                _ => String::new(),
            };
            return Err(Error::OutOfCore(format!(
                "{} of memory is too little: to solve a graph out of core takes {} or more{instead}",
                size(options.memory),
                size(least),
            )));
        }
        let source = Source::of_argument(path);
        let name = match &source {
            Source::Stdin => "standard input".to_owned(),
            other => other.name(),
        };
        let (folder, lock) = Folder::open(&source, &options)?;
        Ok(OutOfCore { name, source, options, folder, _lock: lock })
    }

    /// The resources that the run is expected to need.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfCore`] if the disk space does not suffice.
    pub fn plan(&self) -> Result<Plan> {
        let free = self.folder.free();
        let known = self.folder.known_size();
        let arcs = known
            .map(|(_, arcs)| (arcs, false))
            .or_else(|| estimated_arcs(&self.source, &self.options.read).map(|arcs| (arcs, true)));
        let disk = match known {
            // The files of a checkpoint exist already.
            Some((vertices, _)) => Some(vertices * 10),
            // The number of vertices is unknown: only runs and rows count.
            None => arcs.map(|(arcs, _)| External::disk_needed(0, arcs)),
        };
        let rate = crate::plan::Rates::default().arcs_out_of_core;
        let plan = Plan {
            time: arcs.map(|(arcs, _)| Duration::from_secs(arcs / rate)),
            arcs,
            memory: self.options.memory,
            disk,
            free,
            folder: self.folder.path().to_owned(),
        };
        self.check_room(disk)?;
        Ok(plan)
    }

    /// Refuses to begin if the disk space does not suffice.
    fn check_room(&self, needed: Option<u64>) -> Result {
        if let (Some(needed), Some(free)) = (needed, self.folder.free())
            && needed > free
        {
            return Err(Error::OutOfCore(format!(
                "{}: about {} of disk are needed, and {} are free in {}; choose another folder \
                 for the files",
                self.name,
                size(needed),
                size(free),
                self.folder.path().display()
            )));
        }
        Ok(())
    }

    fn external(&self) -> External<'_> {
        External::new(&self.folder, self.options.memory)
    }

    fn no_vertex(&self, name: &str) -> Error {
        let (graph, vertex) = (self.name.clone(), name.to_owned());
        Error::NoVertex { graph, vertex, near: None }
    }

    /// An error of the engine, with the names of vertices.
    fn describe(&self, names: Option<&StoredNames>, error: ExternalError) -> Error {
        match error {
            ExternalError::Graph(GraphError::Exhausted(exhausted)) => Error::Exhausted(exhausted),
            ExternalError::Graph(error) => {
                let name = |v: u32| {
                    names.and_then(|names| names.get(v).ok()).unwrap_or_else(|| v.to_string())
                };
                described(&self.name, name, &error)
            }
            ExternalError::Memory { vertices, needed, limit } => Error::OutOfCore(format!(
                "{}: {vertices} vertices need {} of memory, and {} are allowed; {} would do",
                self.name,
                size(needed),
                size(limit),
                // Rounded up.
                size(needed.next_multiple_of(1_000_000))
            )),
            ExternalError::Damaged { file } => Error::OutOfCore(format!(
                "{} is damaged or truncated; {}",
                self.folder.path().join(file).display(),
                match self.options.checkpoint {
                    Some(_) => "remove the checkpoint and begin anew",
                    None => "is the disk failing?",
                }
            )),
            ExternalError::Storage(error) => match error.downcast::<FileError>() {
                Ok(error) => Error::from(*error),
                Err(error) => Error::OutOfCore(error.to_string()),
            },
            other => Error::OutOfCore(other.to_string()),
        }
    }
}

/// A graph on disk, in a form to be solved; made by [`OutOfCore::read`].
#[derive(Debug)]
pub struct OutOfCoreGraph<'w> {
    work: &'w OutOfCore,
    graph: ExternalGraph<'w>,
    names: StoredNames,
    /// The meaning of the first line, if the file was read and it is not an arc.
    header: Option<String>,
    resumed: bool,
}

impl<'w> OutOfCoreGraph<'w> {
    /// The number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.graph.vertices()
    }

    /// The number of arcs.
    #[must_use]
    pub fn arcs(&self) -> u64 {
        self.graph.arcs()
    }

    /// The meaning of the first line, if the file was read and it is not an arc.
    #[must_use]
    pub fn header(&self) -> Option<&str> {
        self.header.as_deref()
    }

    /// Whether it comes from a checkpoint, so that the file was not read.
    #[must_use]
    pub fn is_resumed(&self) -> bool {
        self.resumed
    }

    /// The memory needed to solve it, in bytes.
    #[must_use]
    pub fn memory_needed(&self) -> u64 {
        External::memory_needed(
            u64::from(self.graph.vertices()) << u32::from(self.graph.is_coloured()),
        )
    }

    /// Solves every vertex; with a checkpoint, from the last finished level on.
    ///
    /// # Errors
    ///
    /// [`Error::Graph`] if a remoteness is too large to count; [`Error::OutOfCore`] if a file is
    /// damaged; [`Error::File`].
    pub fn solve(self, convention: Convention, budget: &Budget) -> Result<OutOfCoreSolution<'w>> {
        let OutOfCoreGraph { work, graph, names, header, .. } = self;
        let keep = work.options.checkpoint.as_ref().map(|_| Duration::from_secs(2));
        let run = graph
            .solve_and_keep(convention, keep, budget)
            .map_err(|error| work.describe(Some(&names), error))?;
        let (stop, solution) = (run.stop, run.found);
        Ok(OutOfCoreSolution { work, names, header, stop, solution, table: None })
    }
}

/// A graph on disk with the outcome of every vertex; made by [`OutOfCoreGraph::solve`].
#[derive(Debug)]
pub struct OutOfCoreSolution<'w> {
    work: &'w OutOfCore,
    names: StoredNames,
    header: Option<String>,
    stop: StopReason,
    solution: ExternalSolution<'w>,
    table: Option<upstar_graphs::external::ExternalTable>,
}

impl OutOfCoreSolution<'_> {
    /// The reason why the work stopped.
    #[must_use]
    pub fn stop(&self) -> StopReason {
        self.stop
    }

    fn describe(&self, error: ExternalError) -> Error {
        self.work.describe(Some(&self.names), error)
    }

    /// Remoteness and best moves, computed at the first request.
    fn tabulate(&mut self, budget: &Budget) -> Result {
        if self.table.is_none() {
            let made = self.solution.table(budget);
            self.table = Some(made.map_err(|error| self.work.describe(Some(&self.names), error))?);
        }
        Ok(())
    }
}

/// A readable number of bytes.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        1_000_000..10_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{} GB", bytes.div_ceil(1_000_000_000)),
    }
}

impl std::fmt::Display for Plan {
    /// One line for a person.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.arcs {
            Some((arcs, true)) => write!(f, "about {} arcs, ", rounded(arcs))?,
            Some((arcs, false)) => write!(f, "{arcs} arcs, ")?,
            None => write!(f, "arcs not counted yet, ")?,
        }
        write!(f, "at most {} of memory", size(self.memory))?;
        match self.disk {
            Some(disk) => write!(f, ", about {} of disk in {}", size(disk), self.folder.display())?,
            None => write!(f, ", files in {}", self.folder.display())?,
        }
        if let Some(free) = self.free {
            write!(f, " ({} are free)", size(free))?;
        }
        if let Some(time) = self.time {
            match time.as_secs() {
                0..10 => write!(f, ", some seconds")?,
                seconds @ 10..120 => write!(f, ", about {seconds} s")?,
                seconds => write!(f, ", about {} min", seconds.div_ceil(60))?,
            }
        }
        Ok(())
    }
}

/// An estimate rounded to two digits.
fn rounded(number: u64) -> u64 {
    let digits = number.checked_ilog10().unwrap_or(0).saturating_sub(1);
    let unit = 10u64.pow(digits);
    number / unit * unit
}
