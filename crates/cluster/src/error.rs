//! The errors of clusters.

use std::io;

use upstar_core::{Exhausted, Report, StopReason};
use upstar_files::FileError;

/// What functions of this crate return.
pub type Result<T = (), E = ClusterError> = std::result::Result<T, E>;

/// The reason why a run with several processes failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// A file could not be read or written.
    #[error(transparent)]
    File(FileError),
    /// The budget of this process or of another one was used up.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The question does not apply to the graph.
    #[error("{graph}: {message}")]
    Graph {
        /// The file.
        graph: String,
        /// What is wrong, with the names of vertices.
        message: String,
    },
    /// The list of hosts, or the place of this process in it, is wrong.
    #[error("{0}")]
    Hosts(String),
    /// A secret cannot be used.
    #[error("{0}")]
    Secret(String),
    /// A process is on another machine, and there is no secret.
    #[error(
        "process {process} ({address}) is not on this machine, and without a secret anybody could take its \
         place: give all processes the same `--secret FILE`, such as the output of `openssl rand -hex 32`, \
         or set UPSTAR_SECRET"
    )]
    NoSecret {
        /// The first such process.
        process: usize,
        /// Its address.
        address: String,
    },
    /// The process cannot listen at its address.
    #[error("process {process} cannot listen on {address}: {source}{hint}")]
    Listen {
        /// This process.
        process: usize,
        /// Its address.
        address: String,
        /// The error of the system.
        source: io::Error,
        /// A possible cause.
        hint: &'static str,
    },
    /// A process did not answer in time.
    #[error("process {process} ({address}) did not answer within {seconds} seconds{reason}")]
    NoAnswer {
        /// The process.
        process: usize,
        /// Its address.
        address: String,
        /// The waiting time.
        seconds: u64,
        /// The last error of the system, after a colon; empty if there was none.
        reason: String,
    },
    /// Two processes do not belong together.
    #[error("process {process} ({address}) {message}")]
    Mismatch {
        /// The other process.
        process: usize,
        /// Its address.
        address: String,
        /// The difference.
        message: String,
    },
    /// A process was lost during the run.
    #[error("process {process} ({address}) was lost: {message}")]
    Lost {
        /// The process.
        process: usize,
        /// Its address.
        address: String,
        /// The symptom.
        message: String,
    },
    /// Another process failed, so all processes ended.
    #[error("process {process}: {message}")]
    Elsewhere {
        /// The process.
        process: usize,
        /// Its message.
        message: String,
    },
    /// A process could not be started.
    #[error("cannot start process {process}: {source}")]
    Launch {
        /// The process.
        process: usize,
        /// The error of the system.
        source: io::Error,
    },
    /// A checkpoint does not belong to this run.
    #[error("{file}: {message}")]
    Checkpoint {
        /// The file.
        file: String,
        /// What is wrong with it.
        message: String,
    },
    /// A bug of this program.
    #[error("internal error: {0}")]
    Internal(String),
}

impl From<FileError> for ClusterError {
    /// A budget that is used up while a file is read is not an error of the file.
    fn from(error: FileError) -> ClusterError {
        match error {
            FileError::Exhausted(exhausted) => exhausted.into(),
            error => ClusterError::File(error),
        }
    }
}

impl ClusterError {
    /// Whether the run ended early for a reason that lies neither in the input nor in the question.
    /// The same run may then succeed, or resume from a checkpoint.
    pub fn is_interruption(&self) -> bool {
        matches!(self, ClusterError::Exhausted(_) | ClusterError::Lost { .. })
    }

    /// The message to other processes: a number for the reason, and the text.
    pub(crate) fn to_words(&self) -> Vec<u32> {
        let reason = match self {
            ClusterError::Exhausted(exhausted) => REASONS
                .iter()
                .position(|&reason| reason == exhausted.reason)
                .map_or(0, |i| i as u32 + 1),
            _ => 0,
        };
        let text = self.to_string();
        let mut words = vec![reason, text.len() as u32];
        words.extend(text.as_bytes().chunks(4).map(|bytes| {
            let mut word = [0; 4];
            word[..bytes.len()].copy_from_slice(bytes);
            u32::from_le_bytes(word)
        }));
        words
    }

    /// The error that another process reported.
    pub(crate) fn from_words(process: usize, words: &[u32], report: Report) -> ClusterError {
        let Some((&[reason, length], text)) = words.split_first_chunk() else {
            return ClusterError::Elsewhere { process, message: "a damaged message".to_owned() };
        };
        if let Some(&reason) = (reason as usize).checked_sub(1).and_then(|i| REASONS.get(i)) {
            return Exhausted { reason, report }.into();
        }
        let mut bytes: Vec<u8> = text.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate(length as usize);
        let message = String::from_utf8_lossy(&bytes).into_owned();
        ClusterError::Elsewhere { process, message }
    }
}

const REASONS: [StopReason; 6] = [
    StopReason::Cancelled,
    StopReason::Steps,
    StopReason::Time,
    StopReason::Memory,
    StopReason::CpuTime,
    StopReason::Size,
];

#[cfg(test)]
mod tests {
    use super::*;
    use upstar_core::Budget;

    #[test]
    fn errors_are_sent_to_others() {
        let report = Budget::unlimited().report();
        for length in 0..9 {
            let error = ClusterError::Hosts("é2345678"[..length.max(2)].to_owned());
            let told = ClusterError::from_words(3, &error.to_words(), report);
            assert_eq!(told.to_string(), format!("process 3: {error}"));
            assert!(!told.is_interruption());
        }
        for reason in REASONS {
            let error = ClusterError::from(Exhausted { reason, report });
            let told = ClusterError::from_words(1, &error.to_words(), report);
            assert!(matches!(told, ClusterError::Exhausted(told) if told.reason == reason));
        }
    }
}
