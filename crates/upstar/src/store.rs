//! Values of positions on disk.

use std::path::{Path, PathBuf};

use redb::{Builder, Database, ReadableDatabase, TableDefinition, TableError, WriteTransaction};
use upstar_engine::{EachPosition, RuleError, Store, StoreError};
use upstar_files::guarded;

const ABOUT: TableDefinition<'_, &str, &str> = TableDefinition::new("about");
/// The nodes of a ruleset by their numbers.
const NODES: TableDefinition<'_, (&str, u64), &[u8]> = TableDefinition::new("nodes");
/// Encoded positions of a ruleset, and the numbers of the nodes of their values.
const POSITIONS: TableDefinition<'_, (&str, &[u8]), u64> = TableDefinition::new("positions");

const KIND: &str = "upstar values";
const FORMAT: &str = "1";
const DAMAGED: &str = "the store is damaged; delete it to begin anew";

/// A file that keeps values of positions for the next run.
///
/// It is a database of the crate `redb`: after a crash every save is either complete or absent.
/// Only one process can have it open. Panics of that library are caught here;
/// [`upstar_files::is_guarded`] tells a panic hook about them.
///
/// ```
/// use upstar::ValueStore;
/// use upstar::prelude::*;
///
/// # let folder = std::env::temp_dir().join(format!("upstar-store-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("values");
/// let budget = Budget::unlimited();
/// let mut solver = Solver::default();
/// solver.keep(Box::new(ValueStore::open(&path)?));
/// let board = parse_sum("domineering(\"3x3\")")?;
/// let value = solver.value(&board, &budget)?;
/// assert_eq!(solver.worker(&budget).text(value, Style::Plain)?, "+-1");
/// // What is known now the next run reads.
/// solver.save()?;
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[derive(Debug)]
pub struct ValueStore {
    path: PathBuf,
    /// `None` once the library has panicked: its unfinished state is not used again.
    database: Option<Database>,
}

/// The memory for the library's cache of the file, besides the solver's values.
const CACHE: usize = 64 << 20;

impl ValueStore {
    /// Opens the store at `path`, or creates an empty one. The whole file is read and the digest of
    /// every page verified before any value is read or added.
    ///
    /// # Errors
    /// A file that is not a store, of another format, damaged, in use or not readable. The file
    /// stays unchanged.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let mut store = ValueStore { path: path.to_owned(), database: None };
        let database = store.held(|| {
            let mut builder = Builder::new();
            Ok(builder.set_check_integrity_on_open(true).set_cache_size(CACHE).create(path)?)
        })?;
        store.database = Some(database);
        store.held(|| store.check())?;
        Ok(store)
    }

    /// Calls the library, which panics on some kinds of damage: its panics become errors of the
    /// file, and every error names the file. No code of this crate runs in here, so that none of
    /// its bugs is reported as a damaged file.
    fn held<T>(&self, call: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
        guarded(call).unwrap_or_else(|| Err(DAMAGED.into())).map_err(|error| self.named(error))
    }

    /// An error that names the file; an exhausted budget is passed on.
    fn named(&self, error: StoreError) -> StoreError {
        match error.downcast::<RuleError>() {
            Ok(error) => error,
            Err(error) => format!("{}: {error}", self.path.display()).into(),
        }
    }

    fn database(&self) -> Result<&Database, StoreError> {
        self.database.as_ref().ok_or_else(|| DAMAGED.into())
    }

    /// Checks the header of the file, or writes it into a new one.
    fn check(&self) -> Result<(), StoreError> {
        let transaction = self.database()?.begin_read()?;
        let entries = match written(transaction.open_table(ABOUT))? {
            None if transaction.list_tables()?.next().is_none() => return self.begin(),
            None => [None, None],
            Some(about) => {
                let entry = |key: &str| -> Result<Option<String>, StoreError> {
                    Ok(about.get(key)?.map(|text| text.value().to_owned()))
                };
                [entry("kind")?, entry("format")?]
            }
        };
        match entries.each_ref().map(Option::as_deref) {
            [Some(KIND), Some(FORMAT)] => Ok(()),
            [Some(KIND), Some(other)] => {
                let found = format!("a store of format {other}");
                Err(format!("{found}, and this version reads format {FORMAT}").into())
            }
            _ => Err("a database, but no store of values".into()),
        }
    }

    fn begin(&self) -> Result<(), StoreError> {
        let transaction = self.begin_write()?;
        {
            let mut about = transaction.open_table(ABOUT)?;
            about.insert("kind", KIND)?;
            about.insert("format", FORMAT)?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// With two-phase commits, an unreadable commit is damage and not the result of a crash: it is
    /// reported instead of being rolled back silently.
    fn begin_write(&self) -> Result<WriteTransaction, StoreError> {
        let mut transaction = self.database()?.begin_write()?;
        transaction.set_two_phase_commit(true);
        Ok(transaction)
    }

    /// Calls `each` with the results of `next`, which reads the file.
    fn entries<T>(
        &self,
        mut next: impl FnMut() -> Result<Option<T>, StoreError>,
        mut each: impl FnMut(T) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        while let Some(entry) = self.held(&mut next)? {
            each(entry).map_err(|error| self.named(error))?;
        }
        Ok(())
    }
}

impl Drop for ValueStore {
    fn drop(&mut self) {
        // Closing writes too, and may panic like all else.
        let database = self.database.take();
        let _ = guarded(move || drop(database));
    }
}

/// A table that was never written is empty.
fn written<T>(table: Result<T, TableError>) -> Result<Option<T>, StoreError> {
    match table {
        Ok(table) => Ok(Some(table)),
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

impl Store for ValueStore {
    fn nodes(
        &self,
        ruleset: &str,
        each: &mut dyn FnMut(&[u8]) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let range = self.held(|| {
            let transaction = self.database()?.begin_read()?;
            let Some(table) = written(transaction.open_table(NODES))? else { return Ok(None) };
            Ok(Some(table.range((ruleset, 0)..=(ruleset, u64::MAX))?))
        })?;
        let Some(mut range) = range else { return Ok(()) };
        self.entries(|| Ok(range.next().transpose()?), |(_, node)| each(node.value()))
    }

    fn positions(&self, ruleset: &str, each: &mut EachPosition<'_>) -> Result<(), StoreError> {
        let range = self.held(|| {
            let transaction = self.database()?.begin_read()?;
            let Some(table) = written(transaction.open_table(POSITIONS))? else { return Ok(None) };
            Ok(Some(table.range((ruleset, &[][..])..)?))
        })?;
        let Some(mut range) = range else { return Ok(()) };
        let next = || {
            let entry = range.next().transpose()?;
            Ok(entry.filter(|(key, _)| key.value().0 == ruleset))
        };
        self.entries(next, |(key, number)| each(key.value().1, number.value()))
    }

    fn save(
        &mut self,
        ruleset: &str,
        first: u64,
        nodes: &[Vec<u8>],
        positions: &[(Vec<u8>, u64)],
    ) -> Result<(), StoreError> {
        self.held(|| {
            let transaction = self.begin_write()?;
            {
                let mut table = transaction.open_table(NODES)?;
                for (number, node) in (first..).zip(nodes) {
                    table.insert((ruleset, number), &node[..])?;
                }
                let mut table = transaction.open_table(POSITIONS)?;
                for (position, number) in positions {
                    table.insert((ruleset, &position[..]), number)?;
                }
            }
            transaction.commit()?;
            Ok(())
        })
    }
}
