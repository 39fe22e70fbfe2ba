//! The first line of Upstar's own files.
//!
//! Every file that only Upstar reads (certificates, checkpoints, stores) begins with one line of
//! JSON that describes the rest:
//!
//! ```text
//! {"upstar":"outcomes","version":1,"subject":"normal play","digest":"...","rows":7}
//! ```
//!
//! The body follows, as text or binary, as the kind and version define it. An unknown kind or
//! version is refused. So is the digest of another graph.

use std::io::Write;

use serde::{Deserialize, Serialize};

use crate::{FileError, Output, Result};

/// The first line of Upstar's own files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    /// The kind of file.
    #[serde(rename = "upstar")]
    pub kind: String,
    /// The version of the format of this kind, from 1.
    pub version: u32,
    /// The subject of the file, in words that belong to the kind.
    pub subject: String,
    /// The digest of the subject, such as a [`GraphDigest`](crate::GraphDigest).
    pub digest: String,
    /// The number of rows (or records) that follow, so that a truncated file is recognised.
    pub rows: u64,
}

impl Envelope {
    /// Writes the line.
    ///
    /// # Errors
    /// [`FileError::Write`].
    pub fn write(&self, output: &mut Output) -> Result {
        let mut line = serde_json::to_vec(self).expect("strings and integers are JSON");
        line.push(b'\n');
        output.write_all(&line).map_err(|e| output.error(e))
    }

    /// Reads the line, which is the first of the file `name`.
    ///
    /// # Errors
    /// [`FileError::Malformed`] if it is not such a line.
    pub fn read(name: &str, line: &str) -> Result<Envelope> {
        serde_json::from_str(line).map_err(|error| {
            FileError::malformed(
                name,
                1,
                error.column().max(1) as u64,
                format!("a first line that is not ours ({error})"),
                "a file written by upstar: {\"upstar\":KIND,\"version\":...}",
            )
        })
    }

    /// Refuses a file of another kind, or of a version above `newest`.
    ///
    /// # Errors
    /// [`FileError::Malformed`].
    pub fn expect(&self, name: &str, kinds: &[&str], newest: u32) -> Result {
        if !kinds.contains(&self.kind.as_str()) {
            let found = format!("a file of kind {:?}", self.kind);
            return Err(FileError::malformed(name, 1, 1, found, kinds.join(" or ")));
        }
        if self.version == 0 || self.version > newest {
            let found = format!("version {} of {}", self.version, self.kind);
            let expected = format!("a version from 1 to {newest}: a newer upstar may read it");
            return Err(FileError::malformed(name, 1, 1, found, expected));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Compression;

    #[test]
    fn round_trip_and_refusals() {
        let envelope = Envelope {
            kind: "outcomes".into(),
            version: 1,
            subject: "misère play".into(),
            digest: "00".into(),
            rows: 7,
        };
        let mut output = Output::memory(Compression::None);
        envelope.write(&mut output).unwrap();
        let line = String::from_utf8(output.finish_memory().unwrap()).unwrap();
        assert_eq!(
            line,
            "{\"upstar\":\"outcomes\",\"version\":1,\"subject\":\"misère play\",\"digest\":\"00\",\"rows\":7}\n"
        );
        assert_eq!(Envelope::read("f", line.trim_end()).unwrap(), envelope);
        envelope.expect("f", &["outcomes"], 1).unwrap();
        let message = envelope.expect("f", &["values", "periods"], 1).unwrap_err().to_string();
        assert_eq!(message, "f:1:1: a file of kind \"outcomes\"; expected values or periods");
        let newer = Envelope { version: 2, ..envelope };
        let message = newer.expect("f", &["outcomes"], 1).unwrap_err().to_string();
        assert_eq!(
            message,
            "f:1:1: version 2 of outcomes; expected a version from 1 to 1: a newer upstar may read it"
        );
        for line in ["", "from,to", "{\"upstar\":\"x\"}", "{\"upstar\":1}"] {
            assert!(Envelope::read("f", line).unwrap_err().to_string().starts_with("f:1:"));
        }
    }
}
