//! The secret by which the processes of a run recognize each other.

use std::fmt;
use std::path::Path;

use upstar_core::Budget;
use upstar_files::Source;

use crate::Result;
use crate::error::ClusterError;

/// Bytes known only to the processes of a run.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

/// The smallest number of bytes. Shorter secrets could be guessed.
const SHORTEST: usize = 16;
const LONGEST: u64 = 1 << 16;

impl Secret {
    /// A secret of at least 16 bytes. Surrounding white space is removed.
    ///
    /// # Errors
    /// [`ClusterError::Secret`] if it is shorter.
    pub fn new(text: &str) -> Result<Secret> {
        let bytes = text.trim().as_bytes();
        if bytes.len() < SHORTEST {
            return Err(ClusterError::Secret(format!(
                "a secret of {} bytes can be guessed; expected at least {SHORTEST}, such as the output of \
                 `openssl rand -hex 32`",
                bytes.len()
            )));
        }
        Ok(Secret(bytes.to_vec()))
    }

    /// Reads a secret from a file.
    ///
    /// # Errors
    /// [`ClusterError::File`] if the file cannot be read, and as [`Secret::new`].
    pub fn read(path: &Path) -> Result<Secret> {
        let source = Source::Path(path.to_owned());
        Secret::new(&source.read_text(LONGEST, &Budget::unlimited())?)
    }

    /// A secret for the processes that this one starts.
    pub(crate) fn random() -> Result<Secret> {
        Ok(Secret(random()?.iter().flat_map(|byte| format!("{byte:02x}").into_bytes()).collect()))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// Unpredictable bytes.
pub(crate) fn random() -> Result<[u8; 32], ClusterError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| ClusterError::Internal(format!("no random numbers: {error}")))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_and_not_shown() {
        let message = Secret::new(" short \n").unwrap_err().to_string();
        assert!(message.starts_with("a secret of 5 bytes can be guessed"), "{message}");
        let secret = Secret::new("0123456789abcdef\n").unwrap();
        assert_eq!(secret, Secret::new("0123456789abcdef").unwrap());
        assert_eq!(format!("{secret:?}"), "Secret(..)");
        assert_ne!(Secret::random().unwrap(), Secret::random().unwrap());
    }
}
