//! A solved game on disk: a database for looking up positions.

mod analyze;
mod parts;

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};
use upstar_core::{Convention, Player};
use upstar_engine::{
    Game, Keys, PartitionedTiers, PositionResult, SolveOptions, StoreError, TierFacts, TierStore,
    TierValues,
};
use upstar_files::{BlockReader, BlockSeal, BlockWriter, Envelope, FileError, FileLock, Output};
use upstar_games::parse_game;

use crate::Error;
use crate::error::Result;

/// The data kept for each position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordKind {
    /// The outcome and remoteness, in one byte.
    #[default]
    Remoteness,
    /// The outcome, in two bits.
    Outcome,
}

/// The description of a database, in its file `database.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    /// The solved position, with its game.
    game: String,
    /// The name, version and parameters of the rules.
    rules: String,
    convention: Convention,
    kept: RecordKind,
    first: Option<Player>,
    /// Whether there are tiers, and whether the ruleset numbers positions.
    tiers: bool,
    numbers: bool,
    /// The number of parts, if several workers made it, each in its own folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parts: Option<u32>,
    /// The number of this part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<u32>,
    /// The tiers found by a search, if it has ended.
    found: Option<Vec<(u64, u64)>>,
    positions: Vec<KeptPositions>,
    solved: Vec<KeptTier>,
}

/// The sorted keys of a tier.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptPositions {
    tier: u64,
    size: u64,
    /// The last block has the first key of each block.
    seal: BlockSeal,
}

/// The results of a tier.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptTier {
    tier: u64,
    size: u64,
    wins: u64,
    losses: u64,
    draws: u64,
    longest: Option<(u32, u64)>,
    seal: BlockSeal,
}

const MANIFEST: &str = "database.json";
const KIND: &str = "database";
const VERSION: u32 = 1;
/// The number of positions in a block of results.
const BLOCK: u64 = 1 << 16;
/// The approximate number of bytes in a block of keys.
const KEY_BYTES: usize = 1 << 16;
/// Memory for blocks that stay resident.
const RESIDENT: u64 = 1 << 30;
/// The number of other blocks that are cached.
const RECENT: usize = 1 << 10;

/// The place of a block: the tier, whether it has keys, and its index.
type Place = (u64, bool, usize);

/// Results or keys of a tier, opened.
#[derive(Debug)]
struct Opened {
    reader: BlockReader,
    blocks: Vec<OnceLock<Vec<u8>>>,
    /// For results, the large ones; for keys, the first of each block with its number.
    last: OnceLock<Last>,
}

#[derive(Debug)]
enum Last {
    Large(Vec<(u64, u32)>),
    First(Vec<(Vec<u8>, u64)>),
}

/// A solved game on disk.
///
/// A folder with a file of compressed blocks with digests for each tier, and a file that describes
/// the others. A block is read and its digest verified when a position in it is looked up.
///
/// ```
/// use upstar::core::{Budget, Player};
/// use upstar::rules::parse_game;
/// use upstar::{Database, PositionResult, SolveOptions, Solved};
///
/// # let folder = std::env::temp_dir().join(format!("upstar-database-{}", std::process::id()));
/// let game = parse_game("kalah(2,2)")?;
/// let options = SolveOptions::default();
/// let database = Database::begin(&folder, &game, options, Default::default())?;
/// Solved::within(&game, options, database, &Budget::unlimited())?;
/// // In another run:
/// let database = Database::open(&folder)?;
/// let position = parse_game("kalah(\"0,1+3|2,2+0\")")?;
/// assert_eq!(database.look_up(&position, Player::Left)?, Some(PositionResult::Draw));
/// assert_eq!(database.look_up(&parse_game("kalah(2,3)")?, Player::Left)?, None);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[derive(Debug)]
pub struct Database {
    folder: PathBuf,
    manifest: Manifest,
    positions: Vec<(u64, Opened)>,
    solved: Vec<(u64, Opened)>,
    /// The parts with the results, if several workers made it.
    parts: Option<PartitionedTiers<Database>>,
    resident: AtomicU64,
    recent: Mutex<VecDeque<(Place, Vec<u8>)>>,
    /// Held by the process that writes to it.
    _lock: Option<FileLock>,
}

impl Manifest {
    /// The description of a new database.
    fn new(game: &Game, options: SolveOptions, kept: RecordKind) -> Manifest {
        let options = options.of(game);
        Manifest {
            game: game.text(),
            rules: game.rules().key(),
            convention: options.convention,
            kept,
            first: options.first,
            tiers: options.tiers,
            numbers: options.numbers && options.tiers && game.tiers().is_some(),
            parts: None,
            part: None,
            found: None,
            positions: Vec::new(),
            solved: Vec::new(),
        }
    }

    /// An error message: this is not the requested database.
    fn another(&self) -> String {
        format!(
            "there is a database for another question: {}, {} play{}{}",
            self.game,
            self.convention.name(),
            if self.kept == RecordKind::Outcome { ", outcomes alone" } else { "" },
            match self.parts {
                Some(parts) => format!(", by {parts} workers (processes times threads)"),
                None => String::new(),
            }
        )
    }
}

fn refused(folder: &Path, message: impl std::fmt::Display) -> Error {
    Error::Database(format!("{}: {message}", folder.display()))
}

impl Database {
    /// Opens the database in a folder for lookups.
    ///
    /// # Errors
    ///
    /// [`Error::Database`] for a folder without one, and for one that is damaged or of another
    /// version.
    pub fn open(folder: &Path) -> Result<Database> {
        let mut database = Database::read(folder)?;
        if let Some(part) = database.manifest.part {
            let message =
                format!("this is part {part} of a database: name the folder of the whole");
            return Err(refused(folder, message));
        }
        database.open_parts()?;
        Ok(database)
    }

    /// Reads the folder itself, without parts.
    fn read(folder: &Path) -> Result<Database> {
        let path = folder.join(MANIFEST);
        let text = fs::read_to_string(&path)
            .map_err(|error| refused(folder, format!("there is no database here: {error}")))?;
        let name = path.display().to_string();
        let (line, body) = text.split_once('\n').unwrap_or((&text, ""));
        let envelope = Envelope::read(&name, line)?;
        envelope.expect(&name, &[KIND], VERSION)?;
        if envelope.digest != digest(body) {
            let message = format!("{MANIFEST} is damaged: it is not what was written");
            return Err(refused(folder, message));
        }
        let manifest: Manifest = serde_json::from_str(body)
            .map_err(|error| refused(folder, format!("{MANIFEST} is damaged: {error}")))?;
        let mut database = Database::of(folder, manifest);
        for kept in &database.manifest.positions {
            let opened = open(&database.file("positions", kept.tier), &kept.seal)?;
            database.positions.push((kept.tier, opened));
        }
        for kept in &database.manifest.solved {
            let opened = open(&database.file("results", kept.tier), &kept.seal)?;
            database.solved.push((kept.tier, opened));
        }
        database.positions.sort_by_key(|&(tier, _)| tier);
        database.solved.sort_by_key(|&(tier, _)| tier);
        Ok(database)
    }

    /// A database without open files.
    fn of(folder: &Path, manifest: Manifest) -> Database {
        Database {
            folder: folder.to_owned(),
            manifest,
            positions: Vec::new(),
            solved: Vec::new(),
            parts: None,
            resident: AtomicU64::new(0),
            recent: Mutex::default(),
            _lock: None,
        }
    }

    /// Creates a database in an empty folder, or continues the one for the same question there.
    ///
    /// # Errors
    ///
    /// [`Error::Database`] for a folder with something else, for a database of another game, for
    /// one that another process writes to, and for a damaged one.
    pub fn begin(
        folder: &Path,
        game: &Game,
        options: SolveOptions,
        kept: RecordKind,
    ) -> Result<Database> {
        Database::begin_as(folder, Manifest::new(game, options, kept))
    }

    fn begin_as(folder: &Path, manifest: Manifest) -> Result<Database> {
        let cannot = |error: &dyn std::fmt::Display| refused(folder, error);
        fs::create_dir_all(folder).map_err(|error| cannot(&error))?;
        let lock = FileLock::of(&folder.join(MANIFEST))?
            .ok_or_else(|| cannot(&"another process adds to this database"))?;
        let mut database = if folder.join(MANIFEST).exists() {
            let there = Database::read(folder)?;
            if !there.manifest.is_like(&manifest) {
                return Err(refused(folder, there.manifest.another()));
            }
            there
        } else {
            Database::refuse_others(folder, |name| name.ends_with(".tier"))?;
            let mut new = Database::of(folder, manifest);
            new.write()?;
            new
        };
        database._lock = Some(lock);
        Ok(database)
    }

    /// Refuses a folder with files that are neither hidden nor `ours`.
    fn refuse_others(folder: &Path, ours: impl Fn(&str) -> bool) -> Result {
        let files = fs::read_dir(folder).map_err(|error| refused(folder, error))?;
        let mut names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
        match names.find(|name| !name.starts_with('.') && !ours(name)) {
            Some(name) => {
                let message =
                    format!("`{name}` exists and is not a database; choose another folder");
                Err(refused(folder, message))
            }
            None => Ok(()),
        }
    }

    /// The position that was solved.
    ///
    /// # Errors
    ///
    /// The game is unknown, for example because its custom rules were not read.
    pub fn game(&self) -> Result<Game> {
        Ok(parse_game(&self.manifest.game)?)
    }

    /// The options with which it was solved.
    #[must_use]
    pub fn options(&self) -> SolveOptions {
        SolveOptions {
            convention: self.manifest.convention,
            first: self.manifest.first,
            tiers: self.manifest.tiers,
            numbers: self.manifest.numbers,
            ..SolveOptions::default()
        }
    }

    /// The data kept for each position.
    #[must_use]
    pub fn kept(&self) -> RecordKind {
        self.manifest.kept
    }

    /// The total size of its files in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        if let Some(parts) = &self.parts {
            return parts.iter().map(Database::bytes).sum();
        }
        let positions = self.manifest.positions.iter().map(|kept| kept.seal.bytes);
        let solved = self.manifest.solved.iter().map(|kept| kept.seal.bytes);
        positions.chain(solved).sum()
    }

    /// The result of a position with `player` to move; `None` if it is not in the database.
    ///
    /// # Errors
    ///
    /// A damaged file.
    pub fn look_up(&self, position: &Game, player: Player) -> Result<Option<PositionResult>> {
        if position.rules().key() != self.manifest.rules {
            return Ok(None);
        }
        Ok(position.look_up(player, self.options(), self)?)
    }

    fn file(&self, what: &str, tier: u64) -> PathBuf {
        self.folder.join(format!("{what}-{tier}.tier"))
    }

    /// Writes the description of the database.
    fn write(&mut self) -> Result<(), FileError> {
        let body = serde_json::to_string_pretty(&self.manifest).unwrap_or_default() + "\n";
        let envelope = self.envelope(digest(&body), self.manifest.solved.len() as u64);
        let mut output = Output::create(&self.folder.join(MANIFEST))?;
        envelope.write(&mut output)?;
        std::io::Write::write_all(&mut output, body.as_bytes())
            .map_err(|error| output.error(error))?;
        output.finish()
    }

    fn envelope(&self, digest: String, rows: u64) -> Envelope {
        Envelope {
            kind: KIND.to_owned(),
            version: VERSION,
            subject: format!("{}, {} play", self.manifest.rules, self.manifest.convention.name()),
            digest,
            rows,
        }
    }

    /// Calls `with` with a block of a tier, results or keys.
    fn block<T>(
        &self,
        opened: &Opened,
        place: Place,
        with: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, StoreError> {
        let slot = opened.blocks.get(place.2).ok_or("a number beyond the end of a tier")?;
        if let Some(block) = slot.get() {
            return Ok(with(block));
        }
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, block)) = recent.iter().find(|(known, _)| *known == place) {
            return Ok(with(block));
        }
        let block = opened.reader.read(place.2)?;
        let length = block.len() as u64;
        let answer = with(&block);
        if self.resident.fetch_add(length, Ordering::Relaxed) + length <= RESIDENT {
            let _ = slot.set(block);
        } else {
            self.resident.fetch_sub(length, Ordering::Relaxed);
            if recent.len() >= RECENT {
                recent.pop_front();
            }
            recent.push_back((place, block));
        }
        Ok(answer)
    }
}

fn digest(text: &str) -> String {
    upstar_files::digest_of_bytes(text.as_bytes())
}

fn open(path: &Path, seal: &BlockSeal) -> Result<Opened, FileError> {
    let reader = BlockReader::open(path, seal)?;
    let blocks = (0..reader.len()).map(|_| OnceLock::new()).collect();
    Ok(Opened { reader, blocks, last: OnceLock::new() })
}

/// The opened file of a tier.
fn of(tiers: &[(u64, Opened)], tier: u64) -> Option<&Opened> {
    let place = tiers.binary_search_by_key(&tier, |&(tier, _)| tier).ok()?;
    Some(&tiers[place].1)
}

fn put(tiers: &mut Vec<(u64, Opened)>, tier: u64, opened: Opened) {
    match tiers.binary_search_by_key(&tier, |&(tier, _)| tier) {
        Ok(place) => tiers[place].1 = opened,
        Err(place) => tiers.insert(place, (tier, opened)),
    }
}

/// Adds a key with its length.
fn push_key(block: &mut Vec<u8>, key: &[u8]) {
    block.extend((key.len() as u32).to_le_bytes());
    block.extend_from_slice(key);
}

/// Takes the next key.
fn next_key<'a>(block: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = block.split_first_chunk()?;
    let (key, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *block = rest;
    Some(key)
}

impl Opened {
    /// The last block, read once.
    fn last(&self, read: impl FnOnce(&[u8]) -> Last) -> Result<&Last, StoreError> {
        if let Some(last) = self.last.get() {
            return Ok(last);
        }
        let block = self.reader.read(self.reader.len().checked_sub(1).ok_or("an empty file")?)?;
        Ok(self.last.get_or_init(|| read(&block)))
    }

    fn large(&self, number: u64) -> Result<Option<u32>, StoreError> {
        let last = self.last(|block| {
            let rows = block.chunks_exact(12).filter_map(|row| {
                let (number, moves) = row.split_first_chunk()?;
                Some((u64::from_le_bytes(*number), u32::from_le_bytes(moves.try_into().ok()?)))
            });
            Last::Large(rows.collect())
        })?;
        let Last::Large(rows) = last else { return Ok(None) };
        let place = rows.binary_search_by_key(&number, |&(number, _)| number).ok();
        Ok(place.map(|place| rows[place].1))
    }

    fn first_keys(&self) -> Result<&[(Vec<u8>, u64)], StoreError> {
        let last = self.last(|mut block| {
            let mut rows = Vec::new();
            while let Some(key) = next_key(&mut block) {
                let Some((number, rest)) = block.split_first_chunk() else { break };
                block = rest;
                rows.push((key.to_vec(), u64::from_le_bytes(*number)));
            }
            Last::First(rows)
        })?;
        match last {
            Last::First(rows) => Ok(rows),
            Last::Large(_) => Ok(&[]),
        }
    }
}

impl TierStore for Database {
    fn facts(&self, tier: u64) -> Option<TierFacts> {
        if let Some(parts) = &self.parts {
            return parts.facts(tier);
        }
        self.manifest.solved.iter().find(|kept| kept.tier == tier).map(facts)
    }

    fn solved(&self) -> Vec<TierFacts> {
        if let Some(parts) = &self.parts {
            return parts.solved();
        }
        let mut all: Vec<TierFacts> = self.manifest.solved.iter().map(facts).collect();
        all.sort_unstable_by_key(|facts| facts.tier);
        all
    }

    fn has_remoteness(&self) -> bool {
        self.manifest.kept == RecordKind::Remoteness
    }

    fn found(&self) -> Option<Vec<(u64, u64)>> {
        if let Some(parts) = &self.parts {
            return parts.found();
        }
        self.manifest.found.clone()
    }

    fn keep_positions(&mut self, tier: u64, keys: Keys) -> Result<(), StoreError> {
        let path = self.file("positions", tier);
        let mut writer = BlockWriter::create(&path, &self.envelope(String::new(), keys.len()))?;
        let (mut block, mut first) = (Vec::new(), Vec::new());
        for number in 0..keys.len() {
            let key = keys.get(number);
            if block.is_empty() {
                push_key(&mut first, key);
                first.extend(number.to_le_bytes());
            }
            push_key(&mut block, key);
            if block.len() >= KEY_BYTES {
                writer.push(&block)?;
                block.clear();
            }
        }
        if !block.is_empty() {
            writer.push(&block)?;
        }
        writer.push(&first)?;
        let seal = writer.finish()?;
        put(&mut self.positions, tier, open(&path, &seal)?);
        self.manifest.positions.retain(|kept| kept.tier != tier);
        self.manifest.positions.push(KeptPositions { tier, size: keys.len(), seal });
        Ok(())
    }

    fn keep_found(&mut self, tiers: &[(u64, u64)]) -> Result<(), StoreError> {
        self.manifest.found = Some(tiers.to_vec());
        Ok(self.write()?)
    }

    fn positions(&self, tier: u64) -> Result<Keys, StoreError> {
        if let Some(parts) = &self.parts {
            return parts.positions(tier);
        }
        let opened = of(&self.positions, tier).ok_or_else(|| format!("there is no tier {tier}"))?;
        let mut keys = Keys::default();
        for index in 0..opened.reader.len() - 1 {
            let block = opened.reader.read(index)?;
            let mut rest = &block[..];
            while let Some(key) = next_key(&mut rest) {
                keys.push(key);
            }
        }
        Ok(keys)
    }

    fn find(&self, tier: u64, key: &[u8]) -> Result<Option<u64>, StoreError> {
        if let Some(parts) = &self.parts {
            return parts.find(tier, key);
        }
        let Some(opened) = of(&self.positions, tier) else { return Ok(None) };
        let first = opened.first_keys()?;
        let after = first.partition_point(|(least, _)| &least[..] <= key);
        let Some(index) = after.checked_sub(1) else { return Ok(None) };
        self.block(opened, (tier, true, index), |mut block| {
            let mut number = first[index].1;
            while let Some(here) = next_key(&mut block) {
                if here == key {
                    return Some(number);
                }
                number += 1;
            }
            None
        })
    }

    fn keep(&mut self, facts: TierFacts, values: TierValues) -> Result<(), StoreError> {
        let tier = facts.tier;
        let path = self.file("results", tier);
        let envelope = self.envelope(String::new(), facts.size);
        let mut writer = BlockWriter::create(&path, &envelope)?;
        let kept = self.manifest.kept;
        for (index, bytes) in values.bytes.chunks(BLOCK as usize).enumerate() {
            match kept {
                RecordKind::Remoteness => writer.push(bytes)?,
                RecordKind::Outcome => {
                    let mut block = vec![0u8; bytes.len().div_ceil(4)];
                    for place in 0..bytes.len() {
                        let code = match values.get(index as u64 * BLOCK + place as u64) {
                            Some(PositionResult::Draw) => 0,
                            Some(PositionResult::Win(_)) => 1,
                            Some(PositionResult::Loss(_)) => 2,
                            None => 3,
                        };
                        block[place / 4] |= code << (place % 4 * 2);
                    }
                    writer.push(&block)?;
                }
            }
        }
        let large = values.large.iter().filter(|_| kept == RecordKind::Remoteness);
        let large = large.flat_map(|(number, moves)| {
            number.to_le_bytes().into_iter().chain(moves.to_le_bytes())
        });
        writer.push(&large.collect::<Vec<u8>>())?;
        let seal = writer.finish()?;
        put(&mut self.solved, tier, open(&path, &seal)?);
        self.manifest.solved.retain(|kept| kept.tier != tier);
        self.manifest.solved.push(KeptTier {
            tier,
            size: facts.size,
            wins: facts.wins,
            losses: facts.losses,
            draws: facts.draws,
            longest: facts.longest.filter(|_| kept == RecordKind::Remoteness),
            seal,
        });
        Ok(self.write()?)
    }

    fn verdict(&self, tier: u64, number: u64) -> Result<Option<PositionResult>, StoreError> {
        if let Some(parts) = &self.parts {
            return parts.verdict(tier, number);
        }
        let Some(opened) = of(&self.solved, tier) else { return Ok(None) };
        let (index, place) = ((number / BLOCK) as usize, (number % BLOCK) as usize);
        // The last block has no results.
        if index + 1 >= opened.blocks.len() {
            return Ok(None);
        }
        let convention = self.manifest.convention;
        if self.manifest.kept == RecordKind::Outcome {
            let code = self.block(opened, (tier, false, index), |block| {
                block.get(place / 4).map_or(3, |byte| byte >> (place % 4 * 2) & 3)
            })?;
            let odd = u32::from(convention == Convention::Normal);
            return Ok(match code {
                0 => Some(PositionResult::Draw),
                1 => Some(PositionResult::Win(odd)),
                2 => Some(PositionResult::Loss(1 - odd)),
                _ => None,
            });
        }
        let byte = self.block(opened, (tier, false, index), |block| {
            block.get(place).copied().unwrap_or(TierValues::NONE)
        })?;
        let large = if byte == TierValues::LARGE { opened.large(number)? } else { None };
        Ok(TierValues::verdict(byte, convention, || large))
    }
}

fn facts(kept: &KeptTier) -> TierFacts {
    TierFacts {
        tier: kept.tier,
        size: kept.size,
        wins: kept.wins,
        losses: kept.losses,
        draws: kept.draws,
        longest: kept.longest,
    }
}
