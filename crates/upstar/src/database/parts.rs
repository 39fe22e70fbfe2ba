//! A database made by several workers, each part in its own folder.

use std::fs;
use std::path::{Path, PathBuf};

use upstar_engine::{Game, PartitionedTiers, SolveOptions};

use super::{Database, MANIFEST, Manifest, RecordKind, refused};
use crate::error::Result;

fn part_folder(folder: &Path, part: u32) -> PathBuf {
    folder.join(format!("part-{part:05}"))
}

impl Manifest {
    /// Whether this has the same question and the same part.
    pub(super) fn is_like(&self, other: &Manifest) -> bool {
        // Numbers do not depend on the initial position; the results of a search do.
        self.rules == other.rules
            && self.convention == other.convention
            && self.kept == other.kept
            && (self.tiers, self.numbers) == (other.tiers, other.numbers)
            && (self.numbers || (self.game == other.game && self.first == other.first))
            && (self.parts, self.part) == (other.parts, other.part)
    }
}

impl Database {
    /// Creates one of that many parts of a database, or continues it. `folder` is that of the whole
    /// database, in which every part has its own folder. [`Database::open`] reads the whole, which
    /// needs all parts.
    ///
    /// [`Partitioner`](upstar_engine::Partitioner) assigns positions to parts; this part has its
    /// own numbering.
    ///
    /// # Errors
    ///
    /// As [`Database::begin`], and if the database there has another number of parts.
    pub fn begin_part(
        folder: &Path,
        (part, parts): (u32, u32),
        game: &Game,
        options: SolveOptions,
        kept: RecordKind,
    ) -> Result<Database> {
        fs::create_dir_all(folder).map_err(|error| refused(folder, error))?;
        let whole = Manifest { parts: Some(parts), ..Manifest::new(game, options, kept) };
        if folder.join(MANIFEST).exists() {
            let there = Database::read(folder)?.manifest;
            if !there.is_like(&whole) {
                return Err(refused(folder, there.another()));
            }
        } else {
            // Another part may have been created since; its description of the whole is the same.
            Database::refuse_others(folder, |name| name == MANIFEST || name.starts_with("part-"))?;
            Database::of(folder, whole.clone()).write()?;
        }
        Database::begin_as(&part_folder(folder, part), Manifest { part: Some(part), ..whole })
    }

    /// Opens the parts, if there are any.
    pub(super) fn open_parts(&mut self) -> Result {
        let Some(count) = self.manifest.parts else { return Ok(()) };
        if count == 0 {
            return Err(refused(&self.folder, format!("{MANIFEST} is damaged: it has no part")));
        }
        let part = |part| {
            let folder = part_folder(&self.folder, part);
            if !folder.join(MANIFEST).exists() {
                let message = format!(
                    "there is no database here, which is part {part} of {count}; copy the parts of \
                     all machines into one folder"
                );
                return Err(refused(&folder, message));
            }
            let found = Database::read(&folder)?;
            let expected = Manifest { part: Some(part), ..self.manifest.clone() };
            if !found.manifest.is_like(&expected) {
                return Err(refused(&folder, found.manifest.another()));
            }
            Ok(found)
        };
        let parts: Result<Vec<Database>> = (0..count).map(part).collect();
        self.parts = Some(PartitionedTiers::new(parts?));
        Ok(())
    }
}
