//! A game on a strip or a grid with all that was derived from its rules.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::{Arc, Mutex};

use foldhash::fast::FixedState;

use super::derive::{self, Finding};
use super::placed_patterns::{Form, Moves, PlacedPattern, moves};
use super::small_table::Table;
use super::spec::{Board, Class, DEAD, Piece, Spec, Where, only};
use super::theorems::Odd;
use upstar_engine::positions::grid::Grid;
use upstar_engine::{Class as Kind, Game, Negated, Picture, Result, Rules};

/// An image of boards under which the rules stay the same, or become those of the other player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Image {
    /// As [`Grid::least`](upstar_engine::Grid) numbers them.
    pub(super) symmetry: u8,
    /// What each letter becomes.
    pub(super) letters: Box<[u8; 256]>,
    /// The same by codes.
    pub(super) codes: Vec<u8>,
    pub(super) negated: Negated,
    /// The boards that are worth 0 if they are their own image: see [`theorems`](super::theorems).
    pub(super) apart: Vec<Odd>,
}

/// The game at a board by a ruleset in Rust for small boards; `None` if it does not play this one.
/// The rules given are those for boards of any size.
pub type OnSmallBoards = fn(&Rules, &Grid) -> Option<Game>;

/// A game on a strip or a grid, ready to be played.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) spec: Spec,
    pub(super) moves: Moves,
    /// The class of each letter, by its byte.
    pub(super) class_of: Box<[Class; 256]>,
    /// The sign of cells that no rule ever meets.
    pub(super) dead: u8,
    /// Whether a pattern asks for the border of the board.
    pub(super) border: bool,
    /// Whether a rule speaks of connected cells on the whole board.
    pub(super) whole: bool,
    pub(super) class: Kind,
    /// Whether boards may be split into parts, or why not.
    pub(super) splits: Result<(), String>,
    /// The images of a board that are as good, itself first.
    pub(super) images: Vec<Image>,
    /// Whether values are infinitesimal, as both players can move or neither.
    pub(super) infinitesimal: bool,
    /// What distinguishes rules of one name.
    pub(super) digest: String,
    /// What was found of the game, in words.
    pub(super) findings: Vec<Finding>,
    /// A ruleset in Rust that plays the game on small boards.
    pub(super) on_small_boards: Option<OnSmallBoards>,
    /// What was made of the rules for small boards, by their rows and columns.
    pub(super) tables: Mutex<HashMap<(usize, usize), Arc<Table>>>,
}

/// A short text that distinguishes rules: the same in every run.
pub(super) fn digest(spec: &Spec) -> String {
    let text = spec.source.join("\n");
    let half = |seed| FixedState::with_seed(seed).hash_one(text.as_bytes());
    format!("rules {:016x}{:016x}", half(1), half(2))
}

impl Program {
    /// Derives what there is to derive.
    ///
    /// # Errors
    /// [`RuleError::Notation`](upstar_engine::RuleError::Notation) with a place in `text` if the file claims what is not so.
    pub(super) fn new(spec: Spec, text: &str) -> Result<Program> {
        let moves = moves(&spec);
        let mut class_of = Box::new([0; 256]);
        for (code, &letter) in spec.letters.iter().enumerate() {
            class_of[usize::from(letter)] = only(code as u8);
        }
        let dead = spec.dead_sign();
        class_of[usize::from(dead)] = only(DEAD);
        let derived = derive::derive(&spec, &moves, text)?;
        let border = steps(&moves).any(PlacedPattern::has_border);
        let whole = steps(&moves).any(|laid| laid.after.is_of_the_board());
        Ok(Program {
            digest: digest(&spec),
            images: derived.images,
            infinitesimal: derived.infinitesimal,
            splits: derived.splits,
            class: derived.class,
            findings: derived.findings,
            spec,
            moves,
            class_of,
            dead,
            border,
            whole,
            on_small_boards: None,
            tables: Mutex::default(),
        })
    }

    /// A board as it is drawn: with men, if its letters are those of games with men.
    pub(super) fn picture(&self, rows: Vec<String>) -> Picture {
        let usual = self.spec.board == Board::Grid
            && self.spec.letters.iter().all(|letter| b"xo.#XO".contains(letter));
        if usual { Picture::Board(rows) } else { Picture::Signs(rows) }
    }

    /// About how many cells are looked at to find the options of a board.
    pub(super) fn looks(&self, cells: u64, side: u64) -> u64 {
        let looks = steps(&self.moves).map(|laid| laid.looks(cells, side));
        looks.fold(0, u64::saturating_add)
    }
}

/// Cells that are looked at in a step of a budget, about.
pub(super) const LOOKS_A_STEP: u64 = 10_000;
/// Boards that a step of a move makes of one, about.
const BOARDS: u64 = 8;

impl Program {
    /// Steps of a budget that finding the options of a board takes.
    pub(super) fn step_cost(&self, cells: u64, side: u64) -> u64 {
        let looks = self.moves.iter().flatten().flat_map(|steps| {
            let boards = |step: usize| BOARDS.saturating_pow(step as u32);
            steps.iter().enumerate().map(move |(index, step)| {
                let looks = step.iter().map(|laid| laid.looks(cells, side));
                looks.fold(0, u64::saturating_add).saturating_mul(boards(index))
            })
        });
        looks.fold(0, u64::saturating_add) / LOOKS_A_STEP
    }
}

impl PlacedPattern {
    /// About how many cells are looked at to find the matches on a board.
    pub(super) fn looks(&self, cells: u64, side: u64) -> u64 {
        let looks = match &self.form {
            Form::Block(pattern) => pattern.len() as u64 * cells,
            Form::Line { pattern, .. } => {
                let many = pattern.iter().filter(|piece| !matches!(piece, Piece::One(_))).count();
                (0..=many).fold(cells, |looks, _| looks.saturating_mul(side))
            }
        };
        let counts = self.conditions.iter().any(|condition| condition.place == Where::Board);
        let counts = counts || self.after.is_of_the_board();
        looks.saturating_mul(if counts { cells } else { 1 })
    }
}

/// All patterns, laid.
pub(super) fn steps(moves: &Moves) -> impl Iterator<Item = &PlacedPattern> {
    moves.iter().flatten().flatten().flatten()
}
