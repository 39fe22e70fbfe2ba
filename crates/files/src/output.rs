//! Destinations of results: a file that appears whole or not at all, or standard output, compressed
//! or not.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::compression::Encoder;
use crate::{Compression, FileError, Result};

const BUFFER: usize = 256 << 10;

/// A file under a temporary name in its final directory. [`commit`] syncs it and gives it its final
/// name. If it is dropped before that, it is removed, and a file that had the name before is
/// unchanged.
///
/// [`commit`]: AtomicFile::commit
#[derive(Debug)]
pub struct AtomicFile {
    file: File,
    temporary: PathBuf,
    path: PathBuf,
    committed: bool,
}

impl AtomicFile {
    /// Creates the temporary file beside `path`. If `path` is a symbolic link, its target will be
    /// replaced.
    ///
    /// # Errors
    /// If the directory does not exist or cannot be written.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if path.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        let Some(name) = path.file_name() else {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "the name of a file is missing",
            ));
        };
        loop {
            let mut temporary = OsString::from(".");
            temporary.push(name);
            let number = COUNTER.fetch_add(1, Ordering::Relaxed);
            temporary.push(format!(".{}.{number}.tmp", std::process::id()));
            let temporary = path.with_file_name(temporary);
            match OpenOptions::new().write(true).create_new(true).open(&temporary) {
                Ok(file) => {
                    // A process that can lock the file knows that no other uses it.
                    let _ = file.try_lock();
                    remove_left_over(&path, &file);
                    // A replaced file keeps its permissions if possible.
                    if let Ok(old) = fs::metadata(&path) {
                        let _ = file.set_permissions(old.permissions());
                    }
                    return Ok(AtomicFile { file, temporary, path, committed: false });
                }
                // A killed process with the same number left it behind.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Syncs the content to the disk and gives the file its final name.
    ///
    /// # Errors
    /// The error of the system. The old file is then unchanged.
    pub fn commit(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.path)?;
        self.committed = true;
        // The new name is on the disk once the directory is synced. Some file systems cannot sync a
        // directory, but the content is safe anyway.
        if let Some(parent) = self.path.parent() {
            let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
            if let Ok(directory) = File::open(parent) {
                let _ = directory.sync_all();
            }
        }
        Ok(())
    }
}

/// The largest number of names in a directory that are examined for files left behind.
const MOST_NAMES: usize = 10_000;

/// Removes the temporary files that killed processes left behind for this file, if the user who
/// owns `own` owns them.
fn remove_left_over(path: &Path, own: &File) {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return };
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let Ok(own) = own.metadata() else { return };
    remove_left_over_in(parent.unwrap_or(Path::new(".")), &own, |other| other == name);
}

/// Removes the temporary files that killed processes left behind in a folder for files of some
/// names, if the user who owns the folder owns them.
pub fn remove_temporary_files(folder: &Path, written: impl Fn(&str) -> bool) {
    if let Ok(own) = fs::metadata(folder) {
        remove_left_over_in(folder, &own, written);
    }
}

fn remove_left_over_in(folder: &Path, own: &fs::Metadata, written: impl Fn(&str) -> bool) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.take(MOST_NAMES).flatten() {
        let other = entry.file_name();
        let writer = other.to_str().and_then(name_and_writer);
        let Some((_, process)) = writer.filter(|(name, _)| written(name)) else { continue };
        let processes = Path::new("/proc");
        let alive = process == std::process::id()
            || processes.join("self").exists() && processes.join(process.to_string()).exists();
        if alive {
            continue;
        }
        // Upstar makes no links of that name, so they are not followed.
        if !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let locked = OpenOptions::new().write(true).open(entry.path());
        if locked.is_ok_and(|file| of_one_user(&file, own) && file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn of_one_user(file: &File, own: &fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        file.metadata().is_ok_and(|found| found.uid() == own.uid())
    }
    #[cfg(not(unix))]
    {
        let _ = (file, own);
        true
    }
}

/// The name of a file and the process that writes it, from the temporary name
/// `.NAME.PROCESS.COUNTER.tmp`.
fn name_and_writer(temporary: &str) -> Option<(&str, u32)> {
    let rest = temporary.strip_prefix('.')?.strip_suffix(".tmp")?;
    let (rest, counter) = rest.rsplit_once('.')?;
    let (name, process) = rest.rsplit_once('.')?;
    counter.parse::<u32>().ok()?;
    Some((name, process.parse().ok()?))
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.committed {
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// The target of a name that stands for an open file of this process, such as `/dev/stdout`. Other
/// processes may write to the same file, so output is appended to it and it is never replaced.
fn open_file(path: &Path) -> Option<io::Result<Target>> {
    let name = path.to_str()?;
    let number = match name {
        "-" | "/dev/stdout" => 1,
        "/dev/stderr" => 2,
        name => {
            let number = name.strip_prefix("/dev/fd/").or(name.strip_prefix("/proc/self/fd/"))?;
            number.parse::<u32>().ok()?
        }
    };
    Some(match number {
        1 => Ok(Target::Standard(io::stdout())),
        _ => OpenOptions::new().append(true).open(path).map(Target::Direct),
    })
}

/// The destination of the bytes.
enum Target {
    Atomic(AtomicFile),
    /// A pipe or a device, which cannot be replaced as a whole.
    Direct(File),
    Standard(Stdout),
    Memory(Vec<u8>),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Atomic(file) => file.write(bytes),
            Target::Direct(file) => file.write(bytes),
            Target::Standard(stdout) => stdout.write(bytes),
            Target::Memory(memory) => memory.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Atomic(file) => file.flush(),
            Target::Direct(file) => file.flush(),
            Target::Standard(stdout) => stdout.flush(),
            Target::Memory(_) => Ok(()),
        }
    }
}

/// A buffered output, compressed or not. Nothing appears under the final name before
/// [`Output::finish`].
pub struct Output {
    path: PathBuf,
    /// None only after `finish`.
    encoder: Option<Encoder<BufWriter<Target>>>,
}

impl Output {
    /// Opens `path` for writing; `-` is standard output. The output is compressed if the name ends
    /// in `.gz` or `.zst`. Pipes, devices and the target of `/dev/stdout` are written directly.
    ///
    /// # Errors
    /// [`FileError::Write`] if the file cannot be created.
    pub fn create(path: &Path) -> Result<Output> {
        Output::create_as(path, Compression::of_name(path))
    }

    /// As [`Output::create`], with the compression given.
    ///
    /// # Errors
    /// [`FileError::Write`] if the file cannot be created.
    pub fn create_as(path: &Path, compression: Compression) -> Result<Output> {
        let target = if let Some(target) = open_file(path) {
            target.map_err(|e| FileError::write(path, e))?
        } else if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            let file = OpenOptions::new().write(true).open(path);
            Target::Direct(file.map_err(|e| FileError::write(path, e))?)
        } else {
            let file = AtomicFile::create(path);
            Target::Atomic(file.map_err(|e| FileError::write(path, e))?)
        };
        Output::new(path, target, compression)
    }

    /// An output into memory, for tests. See [`Output::finish_memory`].
    pub fn memory(compression: Compression) -> Output {
        Output::new(Path::new("memory"), Target::Memory(Vec::new()), compression)
            .expect("memory can be written")
    }

    fn new(path: &Path, target: Target, compression: Compression) -> Result<Output> {
        let buffered = BufWriter::with_capacity(BUFFER, target);
        let encoder = compression.encode(buffered).map_err(|e| FileError::write(path, e))?;
        Ok(Output { path: path.to_owned(), encoder: Some(encoder) })
    }

    /// The name the output was opened with.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Turns an error of writing here into one that names the file.
    pub fn error(&self, source: io::Error) -> FileError {
        FileError::write(&self.path, source)
    }

    /// Writes the buffer, ends the compressed stream, syncs, and gives the file its final name.
    ///
    /// # Errors
    /// [`FileError::Write`]. The old file is then unchanged.
    pub fn finish(self) -> Result {
        self.end().map(|_| ())
    }

    /// As [`Output::finish`], but returns the content written into memory.
    ///
    /// # Errors
    /// As [`Output::finish`].
    pub fn finish_memory(self) -> Result<Vec<u8>> {
        self.end()
    }

    fn end(mut self) -> Result<Vec<u8>> {
        let encoder = self.encoder.take().expect("finished once");
        let end = || -> io::Result<Vec<u8>> {
            let buffered = match encoder {
                Encoder::Plain(buffered) => buffered,
                Encoder::Packed(packer) => packer.finish()?,
            };
            let mut target = buffered.into_inner().map_err(|error| error.into_error())?;
            target.flush()?;
            match target {
                Target::Atomic(file) => file.commit().map(|()| Vec::new()),
                Target::Memory(memory) => Ok(memory),
                Target::Direct(_) | Target::Standard(_) => Ok(Vec::new()),
            }
        };
        end().map_err(|e| FileError::write(&self.path, e))
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // An output that is not finished has failed. Its buffer is discarded, because the buffer's
        // own drop would write it.
        let buffered = match self.encoder.take() {
            None => return,
            Some(Encoder::Plain(buffered)) => buffered,
            // The compressor writes its trailer when it is dropped. This does no harm, because the
            // temporary file is removed.
            Some(Encoder::Packed(_)) => return,
        };
        drop(buffered.into_parts());
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.encoder.as_mut().expect("not finished") {
            Encoder::Plain(writer) => writer.write(bytes),
            Encoder::Packed(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.encoder.as_mut().expect("not finished") {
            Encoder::Plain(writer) => writer.flush(),
            Encoder::Packed(writer) => writer.flush(),
        }
    }
}
