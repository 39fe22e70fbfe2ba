//! Graphs in files that are solved in memory, out of core or by several processes, and how
//! processes work together.

use std::path::{Path, PathBuf};
use std::process::Command;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use upstar::cluster::{Checkpoint, Cluster, ClusterError, GraphQuestion, Membership};
use upstar::core::{Budget, Convention, StopReason};
use upstar::files::Source;
use upstar::files::graph::ReadOptions;
use upstar::files::table::Format;
use upstar::lang::Style;
use upstar::{GraphAnswer, GraphTask, NamedGraph, OutOfCore, OutOfCoreOptions};

use crate::graph::read_options;
use crate::work::{Failure, Object, run};

/// How many processes work together; the program and the arguments that start another one, to which
/// its number is added; the number of this one if it was started so.
pub(crate) type Together = (usize, String, Vec<String>, Option<usize>);

/// Joins this process to the others, which it starts if nobody has started it.
pub(crate) fn join(
    (processes, program, arguments, started): &Together,
    subject: String,
    threads: usize,
    budget: &Budget,
) -> Result<Cluster, ClusterError> {
    let membership = Membership::new(subject).with_threads(threads.max(1));
    if let Some(process) = *started {
        return Cluster::started(process, &membership, budget);
    }
    Cluster::launch(*processes, &membership, budget, &mut |process| {
        let mut command = Command::new(program);
        command.args(arguments).arg(process.to_string());
        command
    })
}

impl From<ClusterError> for Failure {
    fn from(error: ClusterError) -> Self {
        match error {
            ClusterError::File(error) => Failure::File(error.to_string()),
            ClusterError::Exhausted(exhausted) => exhausted.into(),
            other => Failure::Undefined(other.to_string()),
        }
    }
}

/// What is asked of a graph in a file.
struct Question {
    path: PathBuf,
    read: ReadOptions,
    task: GraphTask,
    vertex: Option<String>,
    table: Option<PathBuf>,
    checkpoint: Option<PathBuf>,
    threads: usize,
}

impl Question {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Writes the table, and tells what was found.
    fn show(&self, mut answer: GraphAnswer<'_>, budget: &Budget) -> Result<String, Failure> {
        if let Some(table) = &self.table
            && answer.stop() == StopReason::Finished
        {
            answer.write_table(
                table,
                Format::of_name(table).map_err(upstar::Error::from)?,
                budget,
            )?;
        }
        Ok(answer.analysis(self.vertex.as_deref(), budget)?.to_json())
    }

    fn in_memory(&self, budget: &Budget) -> Result<String, Failure> {
        let graph = NamedGraph::read(&Source::Path(self.path.clone()), &self.read, budget)?;
        self.show(graph.answer(self.task, self.threads.max(1), budget)?, budget)
    }

    fn out_of_core(
        &self,
        memory: u64,
        scratch: Option<PathBuf>,
        budget: &Budget,
    ) -> Result<String, Failure> {
        let options = OutOfCoreOptions {
            scratch,
            checkpoint: self.checkpoint.clone(),
            read: self.read.clone(),
            ..OutOfCoreOptions::new(memory)
        };
        let budget = &budget.clone().with_bytes(memory);
        let work = OutOfCore::new(&self.name(), options)?;
        self.show(work.read(budget)?.answer(self.task, budget)?, budget)
    }

    fn together(&self, together: &Together, budget: &Budget) -> Result<String, Failure> {
        let subject = format!("{:?} of {}", self.task, self.name());
        let cluster = join(together, subject, self.threads, budget)?;
        let mut question = GraphQuestion::new(&self.path).with_options(self.read.clone());
        if let Some(folder) = &self.table {
            question = question.with_output(folder);
        }
        if let Some(folder) = &self.checkpoint {
            question = question.with_checkpoint(checkpoint(folder));
        }
        let name = self.name();
        let mut answer = GraphAnswer::of_cluster(cluster, &name, question, self.task, budget)?;
        Ok(answer.analysis(None, budget)?.to_json())
    }
}

/// Checkpoints in a folder, at the usual interval.
pub(crate) fn checkpoint(folder: &Path) -> Checkpoint {
    Checkpoint { folder: folder.to_owned(), every: std::time::Duration::from_secs(30) }
}

/// The outcome or the value of every vertex of a graph in a file.
#[pyfunction]
#[pyo3(name = "_solve_graph")]
#[expect(clippy::too_many_arguments, reason = "the options of a question, given by name in Python")]
pub(crate) fn solve_graph(
    py: Python<'_>,
    path: PathBuf,
    format: Option<&str>,
    columns: Vec<String>,
    header: Option<bool>,
    base: Option<u64>,
    undirected: bool,
    misere: bool,
    values: bool,
    vertex: Option<String>,
    table: Option<PathBuf>,
    memory: Option<u64>,
    directory: Option<PathBuf>,
    checkpoint: Option<PathBuf>,
    threads: usize,
    together: Option<Together>,
    budget: Option<&Object<'_>>,
) -> PyResult<String> {
    let read = read_options(format, columns, header, base, undirected)?;
    if together.is_some() && (memory.is_some() || vertex.is_some()) {
        return Err(PyValueError::new_err("memory= and vertex= are for one process"));
    }
    if memory.is_none() && (directory.is_some() || checkpoint.is_some() && together.is_none()) {
        return Err(PyValueError::new_err(
            "without memory= nothing is kept in a directory= or checkpoint=",
        ));
    }
    let task = match (values, misere) {
        (false, misere) => GraphTask::Solve(Convention::of(misere)),
        (true, false) => GraphTask::Values(Style::Plain),
        (true, true) => {
            return Err(PyValueError::new_err("values are those of normal play"));
        }
    };
    let question = Question { path, read, task, vertex, table, checkpoint, threads };
    run(py, budget, |budget| match (&together, memory) {
        (Some(together), _) => question.together(together, budget),
        (None, Some(memory)) => question.out_of_core(memory, directory, budget),
        (None, None) => question.in_memory(budget),
    })
}
