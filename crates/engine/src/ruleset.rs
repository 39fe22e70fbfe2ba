//! The trait that a game implements.

use std::borrow::Cow;
use std::cmp::Ordering;

use upstar_core::{Budget, GrundyValue, Outcome, Player, Ticker};
use upstar_values::Rational;

use crate::{
    Arguments, Entailed, Game, GraphForm, Options, Picture, Position, Result, RuleError, Rules,
};

/// Whether both players have the same moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sides {
    /// Both players have the same options in every position.
    Impartial,
    /// A position says whose turn it is, so that both players have the same options in it; each has men
    /// of his or her own.
    Alternating,
    /// Left and Right may have different options.
    Partizan,
}

/// The class of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Class {
    /// Whether both players have the same moves.
    pub sides: Sides,
    /// Whether a position may recur, so that play need not end.
    pub loopy: bool,
    /// Whether there are entailing moves: after some moves the same player must move again.
    pub entailing: bool,
}

impl Class {
    /// Both players have the same moves, and play ends.
    pub const IMPARTIAL: Class = Class { sides: Sides::Impartial, loopy: false, entailing: false };
    /// The players have moves of their own, and play ends.
    pub const PARTIZAN: Class = Class { sides: Sides::Partizan, ..Class::IMPARTIAL };
    /// Both players have the same moves, and play may go on forever.
    pub const LOOPY_IMPARTIAL: Class = Class { loopy: true, ..Class::IMPARTIAL };
    /// The players take turns with men of their own, and play may end in a draw.
    pub const ALTERNATING: Class = Class { sides: Sides::Alternating, ..Class::LOOPY_IMPARTIAL };
    /// The players have moves of their own, and play may go on forever.
    pub const LOOPY_PARTIZAN: Class = Class { loopy: true, ..Class::PARTIZAN };
    /// Both players have the same moves, play ends, and some moves are entailing.
    pub const ENTAILING: Class = Class { entailing: true, ..Class::IMPARTIAL };
    /// Both players have the same moves, some are entailing, and play may go on forever.
    pub const LOOPY_ENTAILING: Class = Class { loopy: true, ..Class::ENTAILING };

    /// Whether both players have the same moves.
    #[must_use]
    pub const fn is_impartial(self) -> bool {
        !matches!(self.sides, Sides::Partizan)
    }

    /// The class of a sum: impartial if all summands are, loopy or entailing if one of them is.
    #[must_use]
    pub fn of_sum(classes: impl Iterator<Item = Class>) -> Class {
        classes.fold(Class::IMPARTIAL, |all, class| Class {
            sides: if class.is_impartial() { all.sides } else { Sides::Partizan },
            loopy: all.loopy || class.loopy,
            entailing: all.entailing || class.entailing,
        })
    }
}

/// Whether a representative under the symmetries is the position itself or its
/// negative (Left and Right have changed places).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Negated {
    /// The representative has the value of the position.
    No,
    /// The representative has the negative of the value of the position.
    Yes,
}

pub use upstar_core::Convention;

impl Negated {
    /// The lesser of a position and its negative.
    #[inline]
    pub fn least<P: Ord>(position: P, negative: P) -> (P, Negated) {
        if negative < position { (negative, Negated::Yes) } else { (position, Negated::No) }
    }
}

/// The result of a closed form for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// Who wins. It may not be used for a summand.
    Outcome(Outcome),
    /// The Grundy value, in normal play. It may be used for a summand.
    Grundy(GrundyValue),
}

/// A closed form, and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Known {
    /// What is known.
    pub fact: Fact,
    /// The theorem, in one line, with its source.
    pub theorem: &'static str,
}

impl Known {
    /// A Grundy value in normal play, or who wins if it is too large to be one here; nothing is known
    /// of misère play.
    #[must_use]
    pub fn grundy(convention: Convention, value: u64, theorem: &'static str) -> Option<Known> {
        let fact = match GrundyValue::try_from(value) {
            Ok(value) => Fact::Grundy(value),
            Err(_) => Fact::Outcome(Outcome::N),
        };
        (convention == Convention::Normal).then_some(Known { fact, theorem })
    }

    /// Whether the player to move loses, in normal play; nothing is known of misère play.
    #[must_use]
    pub fn lost_if(convention: Convention, lost: bool, theorem: &'static str) -> Option<Known> {
        let fact = Fact::Outcome(if lost { Outcome::P } else { Outcome::N });
        (convention == Convention::Normal).then_some(Known { fact, theorem })
    }

    /// A Grundy value in normal play, if the theorem gives one; nothing in misère play.
    pub fn in_normal_play(
        convention: Convention,
        theorem: &'static str,
        value: impl FnOnce() -> Option<GrundyValue>,
    ) -> Option<Known> {
        if convention == Convention::Misere {
            return None;
        }
        Some(Known { fact: Fact::Grundy(value()?), theorem })
    }
}

/// Bounds that are seen at once, in normal play; see [`Ruleset::static_bounds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StaticBounds {
    /// About how many moves Left has, and Right: 0 only of a player who has none.
    pub moves: [u32; 2],
    /// An integer that the value is at least.
    pub low: i32,
    /// An integer that the value is at most.
    pub high: i32,
}

/// Boards, each with an integer of Left's, as `upstar_verify` reads them.
pub type BoardRows = Vec<(String, i64)>;

/// A search of a ruleset's own for who wins in normal play ([`Ruleset::winner_search`]). It keeps what
/// it finds for the next question.
pub trait WinnerSearch<P>: Send {
    /// Whether the search is made for a position. It is not asked about others.
    fn takes(&self, position: &P) -> bool {
        let _ = position;
        true
    }

    /// Whether `player`, moving first, wins the position and the integer, which is Left's.
    ///
    /// # Errors
    /// A used-up budget.
    fn wins(
        &mut self,
        position: &P,
        integer: i64,
        player: Player,
        ticker: &mut Ticker,
    ) -> Result<bool>;

    /// Whether Left, moving first, wins an integer and several positions, each perhaps with Left and Right
    /// exchanged. `None` if the search is not made for such a sum.
    ///
    /// # Errors
    /// A used-up budget.
    fn wins_sum(
        &mut self,
        positions: &[(&P, Negated)],
        integer: i64,
        ticker: &mut Ticker,
    ) -> Result<Option<bool>> {
        let _ = (positions, integer, ticker);
        Ok(None)
    }

    /// Whether `first`, moving first, wins the position and the integer, and boards with integers, all in
    /// the form of `upstar_verify`, that show it: the loser, to move, loses each. `None` if there are none
    /// for the position.
    ///
    /// # Errors
    /// A used-up budget.
    fn strategy(
        &mut self,
        position: &P,
        integer: i64,
        first: Player,
        ticker: &mut Ticker,
    ) -> Result<Option<(bool, BoardRows)>> {
        let _ = (position, integer, first, ticker);
        Ok(None)
    }

    /// A search for another thread that shares what is found. If both are asked the same question, they
    /// take different parts of the work.
    fn fork(&self) -> Box<dyn WinnerSearch<P>>;

    /// Writes what is known in pieces of at most a few megabytes, unless nothing was found since it was
    /// last written or read. A later run [reads](Self::read) them, perhaps together with older pieces.
    ///
    /// # Errors
    /// Those of `write`.
    fn write(&mut self, write: &mut dyn FnMut(Vec<u8>) -> Result) -> Result;

    /// Takes over a piece that [`WinnerSearch::write`] of the same rules wrote. Whether it is one.
    fn read(&mut self, piece: &[u8], budget: &Budget) -> bool;
}

impl StaticBounds {
    /// No bound: integers beyond which no value lies.
    pub const FAR: i32 = i32::MAX / 4;

    /// Numbers of moves, and nothing of the value.
    #[must_use]
    pub const fn of_moves(left: u32, right: u32) -> StaticBounds {
        StaticBounds { moves: [left, right], low: -StaticBounds::FAR, high: StaticBounds::FAR }
    }

    /// The same of the negative.
    #[must_use]
    pub const fn negative(self) -> StaticBounds {
        let [left, right] = self.moves;
        StaticBounds { moves: [right, left], low: -self.high, high: -self.low }
    }
}

/// The rules of a game: what a position is and what its options are.
///
/// Everything else (outcomes, values, graphs, play) is computed from this by the engine, so that
/// a new game is one small file. A ruleset becomes a value by [`Rules::new`].
///
/// A new game needs [`name`](Self::name), [`class`](Self::class) and [`options`](Self::options). All
/// other methods have defaults, in these groups:
///
/// | group | methods |
/// |---|---|
/// | moves | `options`, `components`, `components_of_option`, `normalize`, `convention`, `count`, `scorings` |
/// | search hints | `known`, `static_bounds`, `winner_search`, `number`, `computed`, `options_with`, `step_cost`, `parts_in_misere`, `parts_slowly` |
/// | entailing moves | `entailed`, `entailing_moves`, `entailed_misere`, `without_entailing_moves` |
/// | tiers | `tier`, `tiers`, `rank`, `unrank`, `unmoves` |
/// | notation | `position`, `game`, `order`, `write`, `parse`, `parameters`, `call`, `spell`, `letter`, `board`, `picture`, `heap_code`, `heap_rules`, `heap_sides`, `graph_form` |
/// | storage | `version`, `encode`, `decode`, `bytes` |
pub trait Ruleset: Send + Sync + 'static {
    /// A position. Parameters that no move changes (the size of a board, how
    /// many may be taken) belong to the ruleset.
    type Position: Position;

    /// The name of the game, in lower case: `wythoff`.
    fn name(&self) -> &str;

    /// Impartial or partizan, loop-free or loopy, with entailing moves or without.
    fn class(&self) -> Class;

    /// Who wins when there is no move left: rules of misère play are played in no other, whatever is
    /// requested, and their positions have no values.
    fn convention(&self) -> Convention {
        Convention::Normal
    }

    /// Appends the options of `player`; repeats are allowed and the order is free.
    /// In an impartial ruleset the answer does not depend on `player`.
    ///
    /// The list keeps to the budget of the question: it appends nothing once that is used up. A
    /// ruleset that looks long for options asks [`Options::is_stopped`] or [`Options::tick`].
    ///
    /// # Errors
    /// [`RuleError::TooLarge`] if there are more options than can be listed.
    fn options(
        &self,
        position: &Self::Position,
        player: Player,
        out: &mut Options<Self::Position>,
    ) -> Result;

    /// The options of `player`, without bounds.
    ///
    /// # Errors
    /// As [`Ruleset::options`].
    fn all_options(&self, position: &Self::Position, player: Player) -> Result<Vec<Self::Position>>
    where
        Self: Sized,
    {
        let mut out = Options::unlimited();
        self.options(position, player, &mut out)?;
        Ok(out.into_vec())
    }

    /// Appends independent summands of the position, in normal play; summands
    /// that equal zero may be left out. Without a split, the position itself.
    ///
    /// # Errors
    /// As [`Ruleset::options`].
    fn components(&self, position: &Self::Position, out: &mut Vec<Self::Position>) -> Result {
        out.push(position.clone());
        Ok(())
    }

    /// Whether [`Ruleset::components`] tells what a position is in misère play too: whether it
    /// leaves nothing out but what has no moves. That is so of impartial games, where the ruleset
    /// does not say otherwise.
    fn parts_in_misere(&self) -> bool {
        self.class().is_impartial()
    }

    /// The same of an option of a position that [`Ruleset::components`] does not split further,
    /// which may be faster.
    ///
    /// # Errors
    /// As [`Ruleset::options`].
    fn components_of_option(
        &self,
        position: &Self::Position,
        option: &Self::Position,
        out: &mut Vec<Self::Position>,
    ) -> Result {
        let _ = position;
        self.components(option, out)
    }

    /// Whether [`Ruleset::components_of_option`] takes so long that it is worth looking first
    /// whether the value of the option as it is was needed lately.
    fn parts_slowly(&self) -> bool {
        false
    }

    /// Steps of a budget that finding the options of a position takes besides those for each of
    /// them, where it may take long: about one for ten thousand cells that are looked at.
    fn step_cost(&self, position: &Self::Position) -> u64 {
        let _ = position;
        0
    }

    /// A representative under the symmetries of the rules, and whether Left and
    /// Right change places on the way.
    fn normalize(&self, position: Self::Position) -> (Self::Position, Negated) {
        (position, Negated::No)
    }

    /// What a theorem says of the position, at once. What takes longer is [`Ruleset::computed`].
    fn known(&self, position: &Self::Position, convention: Convention) -> Option<Known> {
        let _ = (position, convention);
        None
    }

    /// What is seen of a position without looking at its options: how many moves there are, by
    /// which a search orders what it tries, and integers between which the value lies, by which it
    /// ends. `None` if that is no faster than to list the options. It is asked of every position
    /// that is met.
    fn static_bounds(&self, position: &Self::Position) -> Option<StaticBounds> {
        let _ = position;
        None
    }

    /// A search of the ruleset's own for who wins in normal play, which keeps to about `bytes`
    /// bytes. The engine asks it about positions that do not split, with an integer beside them, and about
    /// sums of them.
    fn winner_search(&self, bytes: u64) -> Option<Box<dyn WinnerSearch<Self::Position>>> {
        let _ = bytes;
        None
    }

    /// The value in normal play of a position that a theorem says is a number; it may
    /// be used for a summand.
    fn number(&self, position: &Self::Position) -> Option<Rational> {
        let _ = position;
        None
    }

    /// The Grundy value in normal play, where there is a faster way to it than the search: a nim
    /// sequence, computed as far as needed. It may be used for a summand.
    ///
    /// # Errors
    /// A used-up budget.
    fn computed(&self, position: &Self::Position, budget: &Budget) -> Result<Option<u64>> {
        let _ = (position, budget);
        Ok(None)
    }

    /// Appends the options of an impartial game of which `fact` is true, where they are found
    /// without listing all: those with a Grundy value, in normal play, or those with an outcome.
    /// Repeats are allowed. False if they are not found so.
    ///
    /// # Errors
    /// A used-up budget, or more such options than can be listed.
    fn options_with(
        &self,
        position: &Self::Position,
        fact: Fact,
        convention: Convention,
        budget: &Budget,
        out: &mut Options<Self::Position>,
    ) -> Result<bool> {
        let _ = (position, fact, convention, budget, out);
        Ok(false)
    }

    /// In games with entailing moves, and in no others: the value of the position;
    /// options are whole turns. Such a position can be added to impartial games; its options
    /// say nothing of sums.
    fn entailed(&self, position: &Self::Position, budget: &Budget) -> Option<Result<Entailed>> {
        let _ = (position, budget);
        None
    }

    /// In games with entailing moves: adds the positions that one move leads to after which the same
    /// player must move again.
    ///
    /// # Errors
    /// As [`Ruleset::options`].
    fn entailing_moves(&self, position: &Self::Position, out: &mut Vec<Self::Position>) -> Result {
        let _ = (position, out);
        Ok(())
    }

    /// In games with entailing moves: who wins in misère play, where a player who has to move and
    /// cannot wins. `None` if that cannot be told.
    fn entailed_misere(
        &self,
        position: &Self::Position,
        budget: &Budget,
    ) -> Option<Result<Outcome>> {
        let _ = (position, budget);
        None
    }

    /// In games with entailing moves: an impartial game without such moves that has the same winner in
    /// normal play, if there is one that is sooner searched than all values are found.
    fn without_entailing_moves(&self, position: &Self::Position) -> Option<Game> {
        let _ = position;
        None
    }

    /// In games that are over when both players pass: how many points Left has more if nobody moves
    /// any more. `None` in other games, and where the position is an integer already.
    fn count(&self, position: &Self::Position) -> Option<i64> {
        let _ = position;
        None
    }

    /// In games of territory: the rules for the same positions by territory, and by area. By area a
    /// move counts one point more, and both players may pass, so that positions have a
    /// [`count`](Self::count). A position has the same thermograph by both, at temperatures that
    /// are higher by one by area.
    fn scorings(&self) -> Option<[Rules; 2]> {
        None
    }

    /// A measure that no move makes larger: the men on the board, stones, empty cells. Positions
    /// of one measure are a *tier*; [`solve`](crate::Game::solve) takes one tier after another,
    /// the least first. Where there is none all positions are one tier.
    fn tier(&self, position: &Self::Position) -> u64 {
        let _ = position;
        0
    }

    /// Where [`Ruleset::rank`] numbers the positions of a tier: the tiers of whatever can be
    /// reached from `start`, the least first, each with how many numbers it has. `None` if
    /// positions have no numbers.
    fn tiers(&self, start: &Self::Position) -> Option<Vec<(u64, u64)>> {
        let _ = start;
        None
    }

    /// The number of a position in its tier, from 0 on, with `player` to move there: a perfect
    /// index. Two positions may share a number only if the first player wins both or neither, in
    /// as many moves, as a position and its mirror image do with the other player to move.
    fn rank(&self, position: &Self::Position, player: Player) -> Option<u64> {
        let _ = (position, player);
        None
    }

    /// A position of the tier, and who is to move there, that [`Ruleset::rank`] gives this number;
    /// `None` if it stands for no position.
    fn unrank(&self, tier: u64, rank: u64) -> Option<(Self::Position, Player)> {
        let _ = (tier, rank);
        None
    }

    /// Appends the positions of the same tier from which a move of `player` leads to `position`:
    /// all of them, and no others. Repeats are allowed. False if they are not known: they are then
    /// found from the options of all positions.
    ///
    /// # Errors
    /// As [`Ruleset::options`].
    fn unmoves(
        &self,
        position: &Self::Position,
        player: Player,
        out: &mut Vec<Self::Position>,
    ) -> Result<bool> {
        let _ = (position, player, out);
        Ok(false)
    }

    /// A position from typed arguments: what stands after the parameters in `nim(3,4)` or
    /// `domineering("4x5")`.
    ///
    /// # Errors
    /// [`RuleError::Argument`] that says what would be right.
    fn position(&self, arguments: &Arguments) -> Result<Self::Position> {
        if let Some(text) = only_text(arguments) {
            return self.parse(&text).map_err(|error| arguments.within(0, error));
        }
        Self::Position::from_numbers(&only_numbers(arguments)?).ok_or(RuleError::Usage)
    }

    /// A game from typed arguments. `rules` is this ruleset as a value; a game whose rules depend
    /// on the board (its size, its walls) gives the rules of that board.
    ///
    /// # Errors
    /// As [`Ruleset::position`].
    fn game(&self, rules: &Rules, arguments: &Arguments) -> Result<Game> {
        Ok(rules.at(self.position(arguments)?))
    }

    /// The order in which positions are listed.
    fn order(&self, position: &Self::Position, other: &Self::Position) -> Ordering {
        position.order(other)
    }

    /// The position as text, without the name of the game: `20,20`, `..|.#`,
    /// `r1c2-r3c4`. It names vertices of graphs; different positions have
    /// different texts.
    fn write(&self, position: &Self::Position) -> String {
        position.to_text()
    }

    /// Reads what [`Ruleset::write`] writes.
    ///
    /// # Errors
    /// [`RuleError::Notation`] with the place of the fault.
    fn parse(&self, text: &str) -> Result<Self::Position> {
        Self::Position::from_text(text)
    }

    /// The parameters that the options depend on, as they are written before the `;` of a call.
    /// Positions of one ruleset with equal parameters share what is known of them.
    fn parameters(&self) -> String {
        String::new()
    }

    /// The position with the name of the game and its parameters, as
    /// `upstar_games::parse_game` reads it: `wythoff(20,20)`.
    fn call(&self, position: &Self::Position) -> String {
        written_call(self.name(), &self.parameters(), &position.argument(self.write(position)))
    }

    /// As [`Ruleset::call`], for any position that is a part or an image of one: it does not depend
    /// on the size of the board that these rules were made for.
    fn spell(&self, position: &Self::Position) -> String {
        self.call(position)
    }

    /// The letter for a player in the names of vertices and in `--first`.
    fn letter(&self, player: Player) -> char {
        match player {
            Player::Left => 'L',
            Player::Right => 'R',
        }
    }

    /// The version of the rules: it grows when options, parameters or
    /// [`Ruleset::encode`] change, so that stored values are not mistaken.
    fn version(&self) -> u32 {
        1
    }

    /// The position as bytes, for a store: the same in every run, different for
    /// different positions.
    fn encode(&self, position: &Self::Position) -> Vec<u8> {
        self.write(position).into_bytes()
    }

    /// Reads what [`Ruleset::encode`] writes; `None` for anything else.
    fn decode(&self, bytes: &[u8]) -> Option<Self::Position> {
        self.parse(std::str::from_utf8(bytes).ok()?).ok()
    }

    /// About how many bytes of memory the position needs.
    fn bytes(&self, position: &Self::Position) -> usize {
        position.bytes()
    }

    /// The rows of the board, if positions are boards.
    fn board(&self, position: &Self::Position) -> Option<Vec<String>> {
        position.rows()
    }

    /// What there is to see of the position.
    fn picture(&self, position: &Self::Position) -> Picture {
        match self.board(position) {
            Some(rows) => Picture::Board(rows),
            None => position.picture(&self.write(position)),
        }
    }

    /// The code of the game, if it is one of taking from heaps and breaking them.
    fn heap_code(&self) -> Option<upstar_heaps::Code> {
        None
    }

    /// The rules of single heaps in normal play, if positions are heaps that are played independently
    /// by both players alike.
    fn heap_rules(&self) -> Option<upstar_heaps::HeapRules> {
        let normal = self.convention() == Convention::Normal;
        self.heap_code().filter(|_| normal).map(upstar_heaps::HeapRules::Code)
    }

    /// The rules of single heaps of Left and of Right, if this is a partizan game that always ends and
    /// positions are heaps that are played independently. They hold in misère play too.
    fn heap_sides(&self) -> Option<[upstar_heaps::HeapRules; 2]> {
        None
    }

    /// The usual form of the explicit graph of a game of this kind.
    fn graph_form(&self) -> GraphForm {
        match self.class().sides {
            Sides::Impartial | Sides::Alternating => GraphForm::Plain,
            Sides::Partizan => GraphForm::Coloured,
        }
    }

    /// The rules of which these are the negative, Left and Right exchanged, position by position;
    /// what is known of the one is known of the other.
    fn negative_of(&self) -> Option<&Rules> {
        None
    }
}

// These are not in the trait: they would be compiled for every ruleset.

fn only_text(arguments: &Arguments) -> Option<String> {
    if arguments.len() == 1 { arguments.text(0).ok().map(Cow::into_owned) } else { None }
}

fn only_numbers(arguments: &Arguments) -> Result<Vec<u64>> {
    if arguments.before_semicolon().is_some() {
        return Err(RuleError::Usage);
    }
    arguments.counts(0, u64::MAX)
}

fn written_call(name: &str, parameters: &str, text: &str) -> String {
    if parameters.is_empty() {
        format!("{name}({text})")
    } else {
        format!("{name}({parameters}; {text})")
    }
}
