//! Games given by rules of what may become what: `left: T_ -> _T`.
//!
//! A file of rules names a game, its board and its letters, and says for Left, Right or both which
//! patterns may become what; the book's page on rules files defines every construct. It becomes a
//! [`Ruleset`](upstar_engine::Ruleset) as any built-in game, so that everything that works for these works
//! for it. Whether it is impartial, whether play ends, which images of a board have its value and
//! how boards split into independent parts is derived from the rules, never assumed.
//!
//! The way of the data: text ([`parse`](self), [`pattern`](self)) to what the file says
//! (`spec`), that to patterns laid on the board in all directions (`laid`), and these, with what
//! is derived from them (`derive`, `measure`, `symmetry`, `theorems`), to a ruleset (`cells`; `small` and
//! what begins so for boards of 64 cells at most).

mod after;
mod arithmetic;
mod cells;
mod cursor;
mod derive;
mod header;
mod heap_code;
mod heap_game;
mod heap_linear;
mod heap_options;
mod heaps;
mod incidence;
mod layout;
mod matching;
mod measure;
mod neighbours;
mod parse;
mod pattern;
mod placed_patterns;
mod program;
mod small;
mod small_match;
mod small_parts;
mod small_table;
mod spec;
mod symmetry;
mod term;
mod theorems;
mod web;
mod webs;

use std::sync::Arc;

use upstar_core::Place;

pub use derive::Finding;
pub use program::OnSmallBoards;

use cells::CellGame;
use heap_game::HeapGame;
use incidence::Incidence;
use program::Program;
use spec::Board;
use upstar_engine::{ColouredGraph, Result, Rules};
use web::WebGame;
use webs::Strands;

/// A game that was read from rules.
///
/// ```
/// use upstar_engine::Arguments;
/// use upstar_rewrite::CustomGame;
///
/// let games = CustomGame::read_all("toads on strip \"TF_\"; left: T_ -> _T; left: TF_ -> _FT\n\
///                                right: _F -> F_; right: _TF -> FT_")?;
/// let game = games[0].rules().make(&Arguments::of_text("T_F"))?;
/// assert_eq!(game.text(), "toads(\"T_F\")");
/// # Ok::<(), upstar_engine::RuleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CustomGame {
    rules: Rules,
    findings: Vec<Finding>,
    source: Vec<String>,
    name_place: Place,
    board: &'static str,
    example: String,
    /// The letters of positions; heaps have none.
    letters: Vec<u8>,
}

impl CustomGame {
    /// Reads the games of a rules file.
    ///
    /// # Errors
    /// [`RuleError::Notation`](upstar_engine::RuleError::Notation) with the line and column, and what would be right;
    /// [`RuleError::TooLarge`](upstar_engine::RuleError::TooLarge) above 64 KiB.
    pub fn read_all(text: &str) -> Result<Vec<CustomGame>> {
        parse::read(text)?.into_iter().map(|spec| CustomGame::of(spec, text, None)).collect()
    }

    /// The letters of positions, each once; none of heaps, and of a graph with letters on both those of
    /// vertices.
    #[must_use]
    pub fn letters(&self) -> &[u8] {
        &self.letters
    }

    /// The only game of a file of this program, by the name that it has in the catalogue.
    ///
    /// # Errors
    /// As [`CustomGame::read_all`].
    pub fn built_in(
        name: &str,
        text: &str,
        on_small_boards: Option<OnSmallBoards>,
    ) -> Result<CustomGame> {
        let mut specs = parse::read(text)?;
        let mut spec = specs.swap_remove(0);
        name.clone_into(&mut spec.name);
        CustomGame::of(spec, text, on_small_boards)
    }

    fn of(
        spec: spec::Spec,
        text: &str,
        on_small_boards: Option<OnSmallBoards>,
    ) -> Result<CustomGame> {
        let name_place = Place::in_text(text, spec.name_span.clone());
        let source = spec.source.clone();
        let kind = spec.board;
        let board = kind.word();
        let letters = (0..spec.playing() as u8).filter(|&code| spec.edges & spec::only(code) == 0);
        let letters: Vec<u8> = letters.map(|code| spec.letters[usize::from(code)]).collect();
        match spec.board {
            Board::Strip | Board::Grid => {
                let shown: String = letters.iter().map(|&letter| char::from(letter)).collect();
                let example = format!("{}(\"{shown}\")", spec.name);
                let mut program = Program::new(spec, text)?;
                program.on_small_boards = on_small_boards;
                let findings = program.findings.clone();
                let rules = Rules::new(CellGame(Arc::new(program)));
                Ok(CustomGame { rules, findings, source, name_place, board, example, letters })
            }
            Board::Heaps => {
                let example = format!("{}(5)", spec.name);
                let game = HeapGame::new(spec, text)?;
                let findings = game.findings.clone();
                let rules = Rules::new(game);
                Ok(CustomGame { rules, findings, source, name_place, board, example, letters })
            }
            Board::Vertices | Board::Edges | Board::Graph => {
                let letter = char::from(spec.letters[0]);
                let name = spec.name.clone();
                let program = Arc::new(Program::new(spec, text)?);
                let findings = program.findings.clone();
                let rules = match kind {
                    Board::Vertices => Rules::new(WebGame::<ColouredGraph>::new(program)),
                    Board::Edges => Rules::new(WebGame::<Strands>::new(program)),
                    _ => Rules::new(WebGame::<Incidence>::new(program)),
                };
                let example = match kind {
                    Board::Edges => format!("{name}(\"0-1{letter}\")"),
                    _ => format!("{name}(\"path 3\")"),
                };
                Ok(CustomGame { rules, findings, source, name_place, board, example, letters })
            }
        }
    }

    /// The name as it is called: in lower case, lines below for blanks.
    #[must_use]
    pub fn name(&self) -> &str {
        self.rules.name()
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What was found of the game, and why.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The lines of the game as they are written, without comments.
    #[must_use]
    pub fn source(&self) -> &[String] {
        &self.source
    }

    /// Where in the text the name stands.
    #[must_use]
    pub fn name_place(&self) -> &Place {
        &self.name_place
    }

    /// What it is played on: `strip`, `grid`, `heaps`, `vertices`, `edges` or `graph`.
    #[must_use]
    pub fn board(&self) -> &'static str {
        self.board
    }

    /// A position as it is written.
    #[must_use]
    pub fn example(&self) -> &str {
        &self.example
    }
}
