//! The lines of earlier worksheets, in a file.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use upstar_files::{Compression, FileLock, Output};

use crate::support::{Failure, Result};

/// The first line of the file, in the format of the line editor.
const MARK: &str = "#V2";

/// The maximum number of lines kept.
pub(super) const MOST_LINES: usize = 1000;

/// The maximum size of the file.
const MOST_BYTES: u64 = 64 << 20;

/// How long to wait for another worksheet that is closing.
const PATIENCE: Duration = Duration::from_secs(5);

/// A file of lines, and the lines typed since it was read. Several worksheets may share one file:
/// each appends its own lines.
#[derive(Debug)]
pub(super) struct History {
    path: PathBuf,
    typed: Vec<String>,
}

impl History {
    /// The history in a file, which need not exist yet.
    ///
    /// # Errors
    /// A file of another kind, which is left unchanged.
    pub(super) fn open(path: PathBuf) -> Result<History> {
        let history = History { path, typed: Vec::new() };
        history.lines()?;
        Ok(history)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Records a line.
    pub(super) fn add(&mut self, line: &str) {
        self.typed.push(line.replace('\\', r"\\").replace('\n', r"\n"));
    }

    /// The lines of the file as stored.
    fn lines(&self) -> Result<Vec<String>> {
        let name = self.path.display();
        let cannot = |error: io::Error| Failure::input(format!("cannot read {name}: {error}"));
        let found = match std::fs::metadata(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            found => found.map_err(cannot)?,
        };
        let other = || {
            Failure::input(format!(
                "{name}: this is not a worksheet history (its first line is not {MARK}) and is \
                 left as it is; give another name, or --no-history"
            ))
        };
        if !found.is_file() || found.len() > MOST_BYTES {
            return Err(other());
        }
        if found.len() == 0 {
            return Ok(Vec::new());
        }
        let file = std::fs::File::open(&self.path).map_err(cannot)?;
        let mut lines = BufReader::new(file.take(MOST_BYTES)).lines();
        match lines.next().transpose() {
            Ok(Some(first)) if first == MARK => {}
            Err(error) if error.kind() != io::ErrorKind::InvalidData => return Err(cannot(error)),
            _ => return Err(other()),
        }
        lines.collect::<io::Result<_>>().map_err(cannot)
    }

    /// Writes the lines of the file and then the new ones, keeping lines that other worksheets have
    /// added in the meantime.
    pub(super) fn save(self) -> Result {
        if self.typed.is_empty() {
            return Ok(());
        }
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            let _ = std::fs::create_dir_all(folder);
        }
        let _lock = self.lock()?;
        let mut lines = self.lines()?;
        for line in &self.typed {
            if lines.last() != Some(line) {
                lines.push(line.clone());
            }
        }
        self.make_private();
        let mut output = Output::create_as(&self.path, Compression::None)?;
        let kept = &lines[lines.len().saturating_sub(MOST_LINES)..];
        let written = writeln!(output, "{MARK}")
            .and_then(|()| kept.iter().try_for_each(|line| writeln!(output, "{line}")));
        written.map_err(|error| output.error(error))?;
        Ok(output.finish()?)
    }

    fn lock(&self) -> Result<FileLock> {
        let end = Instant::now() + PATIENCE;
        loop {
            match FileLock::of(&self.path)? {
                Some(lock) => return Ok(lock),
                None if Instant::now() < end => std::thread::sleep(Duration::from_millis(10)),
                None => {
                    let name = self.path.display();
                    return Err(Failure::input(format!("{name}: another process writes it")));
                }
            }
        }
    }

    /// A new file is readable only by its owner; an existing one keeps its permissions.
    fn make_private(&self) {
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            let mut options = std::fs::OpenOptions::new();
            let _ = options.write(true).create_new(true).mode(0o600).open(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_worksheets_lose_nothing_of_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/history");
        let mut first = History::open(path.clone()).unwrap();
        let mut second = History::open(path.clone()).unwrap();
        first.add("{1|\n-1}");
        second.add(r#"kayles(3) \ 2"#);
        second.add("1");
        first.save().unwrap();
        second.save().unwrap();
        // A repeated line is kept once.
        let mut third = History::open(path.clone()).unwrap();
        third.add("1");
        third.save().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, "#V2\n{1|\\n-1}\nkayles(3) \\\\ 2\n1\n");
        assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn no_more_lines_than_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let mut history = History::open(folder.path().join("h")).unwrap();
        let path = history.path().to_owned();
        (0..MOST_LINES + 5).for_each(|n| history.add(&n.to_string()));
        history.save().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), MOST_LINES + 1);
        assert!(text.starts_with("#V2\n5\n6\n"));
    }

    #[test]
    fn another_file_is_refused_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("thesis.tex");
        for content in [&b"\\documentclass{article}\n"[..], b"#V22\n", b"\xff\xfe\n", b"\n#V2\n"] {
            std::fs::write(&path, content).unwrap();
            let Err(Failure::Input(message)) = History::open(path.clone()) else { panic!() };
            assert!(message.contains("thesis.tex: this is not a worksheet history"), "{message}");
        }
        assert!(History::open(folder.path().to_owned()).is_err());
        // Nor is a file replaced by another kind since the worksheet began.
        std::fs::write(&path, "").unwrap();
        let mut history = History::open(path.clone()).unwrap();
        history.add("1");
        std::fs::write(&path, "other\n").unwrap();
        assert!(history.save().is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "other\n");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
