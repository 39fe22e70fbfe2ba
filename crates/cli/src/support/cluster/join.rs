//! How a process joins the others.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use upstar::files::table::Format;
use upstar_cluster::{Checkpoint, Cluster, ClusterError, Hosts, Membership, Secret, Watch};
use upstar_core::Budget;

use super::ClusterArgs;
use crate::support::{Failure, Result};

impl ClusterArgs {
    /// The checkpoint settings for a folder, if one is given.
    pub(crate) fn checkpoint(&self, folder: Option<PathBuf>) -> Option<Checkpoint> {
        let every = Duration::from_secs(self.checkpoint_every);
        folder.map(|folder| Checkpoint { folder, every })
    }

    /// Joins this process to the others; waits until all are connected. `subject` is their common
    /// task.
    pub(crate) fn join(&self, subject: String, threads: usize, budget: &Budget) -> Result<Cluster> {
        let membership = Membership::new(subject)
            .with_threads(threads)
            .with_patience(Duration::from_secs(self.wait));
        if let Some(process) = self.started_as {
            return Ok(Cluster::started(process, &membership, budget)?);
        }
        let membership = membership.with_notice(Watch::new(|words| tell!("upstar: {words}")));
        if let Some(hosts) = &self.hosts {
            let hosts = Hosts::read(hosts)?;
            let membership = match self.secret()? {
                Some(secret) => membership.with_secret(secret),
                None => membership,
            };
            return Ok(Cluster::join(&hosts, self.process.unwrap_or(0), &membership, budget)?);
        }
        let program = std::env::current_exe().map_err(Failure::input)?;
        let processes = usize::from(self.processes.unwrap_or(1));
        Ok(Cluster::launch(processes, &membership, budget, &mut |process| {
            let mut command = Command::new(&program);
            command.args(std::env::args_os().skip(1));
            command.arg("--started-as").arg(process.to_string());
            command
        })?)
    }

    /// The shared secret of the processes, if given.
    fn secret(&self) -> Result<Option<Secret>> {
        if let Some(file) = &self.secret {
            return Ok(Some(Secret::read(file)?));
        }
        match std::env::var("UPSTAR_SECRET") {
            Ok(text) => Ok(Some(Secret::new(&text)?)),
            Err(std::env::VarError::NotPresent) => Ok(None),
            Err(_) => Err(Failure::input("UPSTAR_SECRET is no text")),
        }
    }
}

/// The description of a file in the common task of all processes: its folder may differ between
/// machines, but its name and size must not.
pub(crate) fn input_subject(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let bytes = std::fs::metadata(path).map_or(0, |found| found.len());
    format!("{name} ({bytes} bytes)")
}

/// The folder for a table written by several processes, if one is requested.
pub(crate) fn table_folder(output: Option<&Path>, format: Option<Format>) -> Result<Option<&Path>> {
    let Some(path) = output else { return Ok(None) };
    let named = Format::of_name(path).ok().filter(|_| !path.is_dir());
    if path == Path::new("-") || named.or(format).is_some_and(|format| format != Format::Parquet) {
        return Err(Failure::input(
            "several processes write a folder of Parquet, a file each: give the name of one",
        ));
    }
    Ok(Some(path))
}

impl Failure {
    /// An error of the run, with advice.
    pub(crate) fn of_cluster(error: ClusterError, checkpoint: Option<&Path>) -> Failure {
        match (&error, checkpoint) {
            (ClusterError::Lost { .. }, Some(folder)) => Failure::Interrupted(format!(
                "{error}; the same command resumes from the checkpoint in {}",
                folder.display()
            )),
            (ClusterError::Lost { .. }, None) => Failure::Interrupted(error.to_string()),
            _ => error.into(),
        }
    }
}

impl From<ClusterError> for Failure {
    fn from(error: ClusterError) -> Self {
        match error {
            ClusterError::File(error) => error.into(),
            ClusterError::Exhausted(exhausted) => exhausted.into(),
            error if error.is_interruption() => Failure::Interrupted(error.to_string()),
            error => Failure::input(error),
        }
    }
}
