//! The catalogue: one row for each ruleset.

use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

use upstar_core::{Place, nearest, plain_name};

use crate::Call;
use crate::files::{self, RulesFile};
use upstar_engine::formula::Letters;
use upstar_engine::{
    Argument, Arguments, Class, Game, Result, RuleError, Rules, Sum, Summand, Variant,
};
use upstar_rewrite::CustomGame;

/// A row of the catalogue. The help, the book and the commands are generated from it.
#[derive(Debug)]
pub struct Row {
    /// The name, in lower case with underscores.
    pub name: &'static str,
    /// Other names of the game.
    pub aliases: &'static [&'static str],
    /// Impartial or partizan, loop-free or loopy.
    pub class: Class,
    /// How a position is written: `wythoff(a,b)`.
    pub usage: &'static str,
    /// The rules, in at most three lines.
    pub rules: &'static str,
    /// The source of the game.
    pub source: &'static str,
    /// A position and its value (or, after the word `outcome`, its outcome).
    pub example: (&'static str, &'static str),
    /// Makes the game.
    pub(crate) make: Make,
    /// Whether positions are boards, which can also be given as the text of a file.
    pub boards: bool,
}

/// How a game of the catalogue is made from arguments.
#[derive(Debug)]
pub(crate) enum Make {
    /// The rules from no arguments, the position from all.
    Rules(fn() -> Rules),
    /// The rules from the arguments before the `;`, the position from the others. Without a `;`,
    /// all arguments are parameters or, if they are not valid parameters, the position.
    With(fn(&Arguments) -> Result<Rules>),
    /// The same, where the parameter is a formula in these letters, or a function.
    Formula(Letters, fn(&Arguments) -> Result<Rules>),
    /// As `With`; the arguments name vertices of a graph: `tokens("a->v"; v)`.
    Vertices(fn(&Arguments) -> Result<Rules>),
    /// The position from all arguments, by a built-in rules file.
    File(Box<RulesFile>),
    /// The position from all arguments, by the rules of a file.
    Own(Box<CustomGame>),
}

impl Row {
    /// The rules with these parameters.
    ///
    /// # Errors
    /// [`RuleError::Argument`] for a wrong parameter.
    pub fn rules(&self, parameters: &Arguments) -> Result<Rules> {
        let made = match &self.make {
            Make::Rules(rules) if parameters.is_empty() => Ok(rules()),
            Make::File(file) if parameters.is_empty() => Ok(file.rules().clone()),
            Make::Own(game) if parameters.is_empty() => Ok(game.rules().clone()),
            Make::Rules(_) | Make::File(_) | Make::Own(_) => Err(RuleError::Usage),
            Make::With(rules) | Make::Formula(_, rules) | Make::Vertices(rules) => {
                rules(parameters)
            }
        };
        made.map_err(|error| self.with_usage(error, parameters))
    }

    /// The game with these arguments.
    ///
    /// # Errors
    /// [`RuleError::Argument`] for a wrong argument, which says what would be right.
    pub fn make(&self, arguments: &Arguments) -> Result<Game> {
        let made = match &self.make {
            Make::Rules(rules) => rules().make(arguments),
            Make::File(file) => file.rules().make(arguments),
            Make::Own(game) => game.rules().make(arguments),
            Make::With(rules) | Make::Formula(_, rules) | Make::Vertices(rules) => {
                let (parameters, rest) = arguments.split();
                match rules(&parameters) {
                    // If parameters may be left out, the arguments are the position.
                    Err(RuleError::Usage)
                        if arguments.before_semicolon().is_none() && !parameters.is_empty() =>
                    {
                        rules(&Arguments::default()).and_then(|rules| rules.make(arguments))
                    }
                    made => made.and_then(|rules| rules.make(&rest)),
                }
            }
        };
        made.map_err(|error| self.with_usage(error, arguments))
    }

    /// Whether this is the name or an alias, ignoring case and underscores.
    fn is_called(&self, simple: &str) -> bool {
        self.names().any(|known| simplified(known) == simple)
    }

    /// Its name and its aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// The game defined by custom rules that this row describes, with the derived facts.
    #[must_use]
    pub fn own(&self) -> Option<&CustomGame> {
        match &self.make {
            Make::Own(game) => Some(game),
            _ => None,
        }
    }

    /// The letters of the formula that defines the game, if there is one.
    #[must_use]
    pub fn letters(&self) -> Option<Letters> {
        match self.make {
            Make::Formula(letters, _) => Some(letters),
            _ => None,
        }
    }

    /// Whether a position names vertices of its graph.
    #[must_use]
    pub fn names_vertices(&self) -> bool {
        matches!(self.make, Make::Vertices(_))
    }

    fn with_usage(&self, error: RuleError, arguments: &Arguments) -> RuleError {
        if !matches!(error, RuleError::Usage) {
            return error;
        }
        let given = arguments.len();
        let s = if given == 1 { "" } else { "s" };
        arguments
            .complain(usize::MAX, format!("expected `{}`, found {given} argument{s}", self.usage))
    }
}

/// All built-in rulesets, sorted by name.
pub fn catalogue() -> &'static [&'static Row] {
    static CATALOGUE: LazyLock<Vec<&Row>> = LazyLock::new(|| {
        let mut rows: Vec<&Row> =
            crate::RULESETS.into_iter().flatten().chain(files::rows()).collect();
        rows.sort_by_key(|row| row.name);
        rows
    });
    &CATALOGUE
}

/// The games that were added to the catalogue in this process.
static ADDED: RwLock<Vec<&'static Row>> = RwLock::new(Vec::new());

/// The games added with [`add_game`], sorted by name.
#[must_use]
pub fn added_games() -> Vec<&'static Row> {
    ADDED.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Adds a game that [`parse_game`] and the others find by name for the rest of the process. It
/// replaces an earlier added game of the same name, whose positions stay valid. The row is never
/// freed; the same rules added again are the row that is there.
///
/// # Errors
/// [`RuleError::Notation`], with the place of the name, if a built-in game has it.
pub fn add_game(game: CustomGame) -> Result<&'static Row> {
    check_name(&game)?;
    let wanted = simplified(game.name());
    let is_it = |row: &&Row| row.own().is_some_and(|own| own.source() == game.source());
    if let Some(row) = added_games().into_iter().find(is_it) {
        return Ok(row);
    }
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let lines: Vec<&str> = game.source().iter().take(3).map(String::as_str).collect();
    let row: &'static Row = Box::leak(Box::new(Row {
        name: leak(game.name().to_owned()),
        aliases: &[],
        class: game.rules().class(),
        usage: leak(game.example().to_owned()),
        rules: leak(lines.join("\n")),
        source: "a rules file",
        example: (leak(game.example().to_owned()), ""),
        boards: matches!(game.board(), "strip" | "grid"),
        make: Make::Own(Box::new(game)),
    }));
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    added.retain(|known| !known.is_called(&wanted));
    added.push(row);
    added.sort_by_key(|row| row.name);
    Ok(row)
}

/// Checks that the name of a game is free.
///
/// # Errors
/// As [`add_game`].
pub fn check_name(game: &CustomGame) -> Result {
    let wanted = simplified(game.name());
    if let Some(row) = catalogue().iter().find(|row| row.is_called(&wanted)) {
        return Err(RuleError::Notation {
            place: Box::new(game.name_place().clone()),
            message: format!(
                "`{}` is the name of a built-in game; give this one another, such as `{}_2`",
                row.name,
                game.name()
            ),
        });
    }
    Ok(())
}

/// A name without case, underscores and CGSuite's prefix `game.grid.`.
fn simplified(name: &str) -> String {
    plain_name(name.rsplit('.').next().unwrap_or(name))
}

/// The row of a game, by its name or an alias. Case, underscores and CGSuite's prefix `game.heap.`
/// are ignored.
#[must_use]
pub fn find_game(name: &str) -> Option<&'static Row> {
    static NAMES: LazyLock<HashMap<String, &Row>> = LazyLock::new(|| {
        let rows = catalogue().iter().copied();
        rows.flat_map(|row| row.names().map(move |name| (simplified(name), row))).collect()
    });
    let wanted = simplified(name);
    NAMES.get(&wanted).copied().or_else(|| {
        let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
        added.iter().copied().find(|row| row.is_called(&wanted))
    })
}

/// Whether [`parse_game`] knows a game of this name.
#[must_use]
pub fn is_game(name: &str) -> bool {
    varied(name).is_some()
}

/// Whether positions of this game are written with texts in quotes: `hackenbush("lrl")`.
#[must_use]
pub fn takes_texts(name: &str) -> bool {
    varied(name).is_some_and(|(row, _)| row.usage.contains('"'))
}

/// The row of a game, and the variant that its name requests: `impartial_clobber`.
pub(crate) fn varied(name: &str) -> Option<(&'static Row, Option<Variant>)> {
    if let Some(row) = find_game(name) {
        return Some((row, None));
    }
    let (kind, game) = Variant::of_name(name.rsplit('.').next().unwrap_or(name))?;
    Some((find_game(game)?, Some(kind)))
}

/// The game of the catalogue with this name, found as by [`find_game`].
///
/// # Errors
/// [`RuleError::UnknownGame`], with the most similar name.
///
/// ```
/// let error = upstar_games::named_game("domminering").unwrap_err().to_string();
/// assert!(error.contains("did you mean `domineering`?"), "{error}");
/// ```
pub fn named_game(name: &str) -> Result<&'static Row> {
    find_game(name).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> RuleError {
    RuleError::UnknownGame {
        place: Box::default(),
        name: name.chars().take(40).collect(),
        suggestion: nearest(
            name.rsplit('.').next().unwrap_or(name),
            catalogue().iter().copied().chain(added_games()).flat_map(Row::names),
        )
        .map(str::to_owned),
    }
}

/// The game of the catalogue with this name and these arguments: `make_game("wythoff",
/// &Arguments::numbers(&[3, 5]))`.
///
/// Case and underscores in names are ignored, and CGSuite's qualified names (`game.heap.Nim`) are
/// accepted. The prefixes `impartial_`, `dicotic_` and `twisted_` give a [`Variant`] of the game.
///
/// # Errors
/// [`RuleError::UnknownGame`]; [`RuleError::Argument`] for a wrong argument, which says what would
/// be right.
pub fn make_game(name: &str, arguments: &Arguments) -> Result<Game> {
    let (row, kind) = varied(name).ok_or_else(|| unknown(name))?;
    let game = row.make(arguments)?;
    Ok(match kind {
        Some(kind) => game.variant(kind),
        None => game,
    })
}

/// The rules of a game of the catalogue with these parameters: `rules("moore",
/// &Arguments::numbers(&[2]))`. Names are as in [`make_game`].
///
/// # Errors
/// As [`make_game`].
pub fn rules(name: &str, parameters: &Arguments) -> Result<Rules> {
    let (row, kind) = varied(name).ok_or_else(|| unknown(name))?;
    let rules = row.rules(parameters)?;
    Ok(match kind {
        Some(kind) => rules.variant(kind),
        None => rules,
    })
}

/// Reads rules: `wythoff`, `gen_wythoff(2)`.
pub(crate) fn parse_rules(text: &str) -> Result<Rules> {
    if !text.contains('(') {
        let place = |message: String| RuleError::notation(text, 0..text.len(), message);
        return rules(text.trim(), &Arguments::default()).map_err(|error| place(error.to_string()));
    }
    let call = Call::parse(text)?;
    rules(call.name(), call.arguments()).map_err(|error| call.place(error))
}

/// Reads a position such as `wythoff(20,20)`, `nim(2,3,5,7)` or `bandit("B..|.#.|..P")`, or its
/// negative if `-` precedes it. Names are as in [`make_game`].
///
/// ```
/// let game = upstar_games::parse_game("Wythoff(3, 5)").unwrap();
/// assert_eq!(game.text(), "wythoff(3,5)");
/// let game = upstar_games::parse_game("-domineering(\"1x2\")").unwrap();
/// assert_eq!(game.text(), "-domineering(\"..\")");
/// ```
///
/// # Errors
/// [`RuleError::Notation`] or [`RuleError::UnknownGame`], with the place in `text`.
pub fn parse_game(text: &str) -> Result<Game> {
    let call = Call::parse(text)?;
    let (name, negative) = match call.name().strip_prefix('-') {
        Some(name) => (name.trim_start(), true),
        None => (call.name(), false),
    };
    let game = make_game(name, call.arguments()).map_err(|error| call.place(error))?;
    Ok(if negative { game.negative() } else { game })
}

/// Reads positions joined by `+`: `nim(2,3,5,7) + kayles(9)`.
///
/// ```
/// use upstar_games::parse_sum;
///
/// let sum = parse_sum("nim(1, 2) + domineering(\"2x2\")").unwrap();
/// let texts: Vec<String> = sum.games().map(|game| game.text()).collect();
/// assert_eq!(texts, ["nim(1,2)", "domineering(\"..|..\")"]);
/// ```
///
/// # Errors
/// As [`parse_game`], with the place in `text`.
pub fn parse_sum(text: &str) -> Result<Sum> {
    let mut terms = Vec::new();
    let mut start = 0;
    let mut quote = None;
    let ends = text.char_indices().filter_map(|(place, letter)| {
        match (quote, letter) {
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            (None, '+') => return Some(place),
            _ => {}
        }
        None
    });
    let ends: Vec<usize> = ends.take(Sum::MOST).chain([text.len()]).collect();
    if ends.len() > Sum::MOST {
        return Err(RuleError::too_large("the sum", "more summands", Sum::MOST));
    }
    for end in ends {
        let part = parse_game(&text[start..end]).map_err(|error| match error {
            // The place refers to the whole text.
            RuleError::Notation { place, message } => {
                let span = place.span.clone().unwrap_or(0..end - start);
                RuleError::notation(text, start + span.start..start + span.end, message)
            }
            RuleError::UnknownGame { place, name, suggestion } => {
                let span = place.span.clone().unwrap_or(0..end - start);
                let span = start + span.start..start + span.end;
                let place = Box::new(Place::in_text(text, span));
                RuleError::UnknownGame { place, name, suggestion }
            }
            other => other,
        })?;
        terms.push(Summand::Position(part));
        start = end + 1;
    }
    Ok(terms.into())
}

/// The empty board of a game that is given by its size, as in `snort("4x4")`, if a size alone is read
/// as a graph and a board as a position with stones: in play the board is seen.
///
/// ```
/// let game = upstar_games::on_board("col(\"2x3\")").unwrap();
/// assert_eq!(game.text(), "col(\"...|...\")");
/// assert!(upstar_games::on_board("domineering(\"2x3\")").is_none());
/// ```
#[must_use]
pub fn on_board(text: &str) -> Option<Game> {
    let call = Call::parse(text).ok()?;
    let [argument] = call.arguments().values() else { return None };
    let (rows, columns) = match argument {
        Argument::Size(rows, columns) => (*rows, *columns),
        Argument::Word(text) | Argument::Text(text) => upstar_engine::positions::grid::size(text)?,
        _ => return None,
    };
    make_game(call.name(), call.arguments()).ok().filter(|game| game.board().is_none())?;
    // The size is one of a graph that could be read.
    let row = ".".repeat(usize::try_from(columns).ok()?);
    let board = vec![row; usize::try_from(rows).ok()?].join("|");
    let game = make_game(call.name(), &Arguments::of_text(board)).ok()?;
    game.board().is_some().then_some(game)
}

/// Reads a position of `game` from the text of a board. Newlines or `|` separate the rows.
///
/// # Errors
/// [`RuleError::UnknownGame`]; [`RuleError::NotApplicable`] if positions of the
/// game are not boards; [`RuleError::Notation`] with the line and column.
pub fn parse_board(game: &str, board: &str) -> Result<Game> {
    let (row, kind) = varied(game).ok_or_else(|| unknown(game))?;
    if !row.boards {
        return Err(RuleError::NotApplicable(format!(
            "positions of {} are not boards; write one as `{}`",
            row.name, row.usage
        )));
    }
    let game = row.make(&Arguments::of_text(board)).map_err(|error| match error {
        // The argument is the text of the board.
        RuleError::Argument { span: Some(span), message, .. } => {
            RuleError::notation(board, span, message)
        }
        other => other,
    })?;
    Ok(match kind {
        Some(kind) => game.variant(kind),
        None => game,
    })
}
