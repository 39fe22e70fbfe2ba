//! Values of positions on disk.

use std::path::Path;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, TableError};
use upstar_rules::{EachPosition, Store, StoreError};

const ABOUT: TableDefinition<'_, &str, &str> = TableDefinition::new("about");
/// The nodes of a ruleset by their numbers.
const NODES: TableDefinition<'_, (&str, u64), &[u8]> = TableDefinition::new("nodes");
/// Encoded positions of a ruleset, and the numbers of the nodes of their values.
const POSITIONS: TableDefinition<'_, (&str, &[u8]), u64> = TableDefinition::new("positions");

const KIND: &str = "upstar values";
const FORMAT: &str = "1";

/// A file that keeps values of positions for the next run.
///
/// It is a database of the crate `redb`: every save is whole or, after a crash, not
/// there. One process has it open at a time.
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
/// let board = Sum::parse("domineering(\"3x3\")")?;
/// let value = solver.value(&board, &budget)?;
/// assert_eq!(solver.worker(&budget).text(value, Style::Plain)?, "+-1");
/// // What is known now the next run reads.
/// solver.save()?;
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[derive(Debug)]
pub struct ValueStore {
    database: Database,
}

impl ValueStore {
    /// Opens the store at `path`, or makes an empty one.
    ///
    /// # Errors
    /// A file that is something else, of another format, in use or not readable.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let error =
            |error: StoreError| -> StoreError { format!("{}: {error}", path.display()).into() };
        let database = Database::create(path).map_err(|found| error(found.into()))?;
        let store = ValueStore { database };
        store.check().map_err(error)?;
        Ok(store)
    }

    /// Writes or checks what the file says of itself.
    fn check(&self) -> Result<(), StoreError> {
        let transaction = self.database.begin_write()?;
        {
            let mut about = transaction.open_table(ABOUT)?;
            let entry = |key: &str| -> Result<Option<String>, StoreError> {
                Ok(about.get(key)?.map(|text| text.value().to_owned()))
            };
            match (entry("kind")?.as_deref(), entry("format")?.as_deref()) {
                (None, None) => {
                    about.insert("kind", KIND)?;
                    about.insert("format", FORMAT)?;
                }
                (Some(KIND), Some(FORMAT)) => {}
                (Some(KIND), Some(other)) => {
                    return Err(format!(
                        "a store of format {other}, and this version reads format {FORMAT}"
                    )
                    .into());
                }
                _ => return Err("a database, but no store of values".into()),
            }
        }
        transaction.commit()?;
        Ok(())
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
        let transaction = self.database.begin_read()?;
        let Some(table) = written(transaction.open_table(NODES))? else { return Ok(()) };
        for entry in table.range((ruleset, 0)..=(ruleset, u64::MAX))? {
            each(entry?.1.value())?;
        }
        Ok(())
    }

    fn positions(&self, ruleset: &str, each: &mut EachPosition<'_>) -> Result<(), StoreError> {
        let transaction = self.database.begin_read()?;
        let Some(table) = written(transaction.open_table(POSITIONS))? else { return Ok(()) };
        for entry in table.range((ruleset, &[][..])..)? {
            let (key, number) = entry?;
            let (name, position) = key.value();
            if name != ruleset {
                break;
            }
            each(position, number.value())?;
        }
        Ok(())
    }

    fn save(
        &mut self,
        ruleset: &str,
        first: u64,
        nodes: &[Vec<u8>],
        positions: &[(Vec<u8>, u64)],
    ) -> Result<(), StoreError> {
        let transaction = self.database.begin_write()?;
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
    }
}
