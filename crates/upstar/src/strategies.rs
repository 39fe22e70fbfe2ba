//! Strategies for sums: found by the search, checked without it, and played.

use std::collections::{HashMap, HashSet};

use upstar_core::{Budget, Convention, Player};
use upstar_engine::{
    Explicit, Game, Negated, RuleError, Settings, Solver, StrategyRows, Sum, Summand,
};
use upstar_games::parse_game;
use upstar_lang::Session;
use upstar_values::{Id, Style, Worker};
use upstar_verify::VerifyError;
use upstar_verify::strategy::{
    Checker, Games as Options, Lost, PartTable, Rules, Strategy, read, write,
};

use crate::analysis::{Analysis, Claim};
use crate::error::Result;
use crate::{Error, read_sum};

/// Positions with more moves than this have no value in a strategy, only moves: the first limit is
/// tried first, and the second if that gives no strategy.
const MOST_MOVES: [u32; 2] = [12, 0];

/// The maximum height of a value that is written.
const MOST_HEIGHT: usize = 1000;

/// The rules used to check a strategy: moves, parts and symmetries of the rulesets, without their
/// engines.
struct SumRules {
    convention: Convention,
    /// The session that reads the values among the summands.
    session: Session,
    budget: Budget,
    /// For texts of positions, the text that represents all their images, and whether it exchanges
    /// Left and Right.
    standard: HashMap<String, (String, bool)>,
}

fn wrong(error: RuleError) -> VerifyError {
    match error {
        RuleError::Exhausted(exhausted) => VerifyError::Exhausted(exhausted),
        other => VerifyError::WrongStrategy(other.to_string()),
    }
}

/// Writing and reading a position may change it, but not after a few repetitions.
const MOST_READINGS: u32 = 8;

impl SumRules {
    fn new(convention: Convention, budget: &Budget) -> Self {
        let session = Session::with_budget(budget);
        SumRules { convention, session, budget: budget.clone(), standard: HashMap::new() }
    }

    /// The position of a stored text, which in misère play may be the canonical form of a value.
    fn read(&self, text: &str) -> Result<Game, RuleError> {
        if let Ok(game) = parse_game(text) {
            return Ok(game);
        }
        let sum = read_sum(&self.session, text, self.convention, &self.budget)?;
        sum.game(&mut self.session.universe().worker(&self.budget))
    }

    /// The text that represents all images of a position. A position read from a text may differ in
    /// kind from the one written (parts of small boards may be strips) and in its representative:
    /// the text is one that represents itself.
    fn standard(&mut self, game: &Game) -> Result<(String, bool), RuleError> {
        let (position, negated) = game.normalized();
        let text = position.spelled();
        let negated = negated == Negated::Yes;
        let (standard, turned) = self.standard_text(text, MOST_READINGS)?;
        Ok((standard, negated != turned))
    }

    fn standard_text(&mut self, text: String, most: u32) -> Result<(String, bool), RuleError> {
        if let Some(known) = self.standard.get(&text) {
            return Ok(known.clone());
        }
        let (again, negated) = self.read(&text)?.normalized();
        let next = again.spelled();
        let found = if next == text || most == 0 {
            (text.clone(), false)
        } else {
            let (standard, turned) = self.standard_text(next, most - 1)?;
            (standard, turned != (negated == Negated::Yes))
        };
        self.standard.insert(text, found.clone());
        Ok(found)
    }

    /// The parts of a position, by their texts.
    fn parts(&mut self, game: &Game) -> Result<PartTable, RuleError> {
        let (game, exchanged) = match game.negative_of() {
            Some(positive) => (positive, true),
            None => (game.clone(), false),
        };
        let whole = self.convention == Convention::Misere && !game.rules().parts_in_misere();
        let parts = if whole { vec![game] } else { game.components()? };
        let part = |part: &Game| {
            let (text, negated) = self.standard(part)?;
            Ok((text, exchanged != negated))
        };
        parts.iter().map(part).collect()
    }

    /// The parts of the positions of a sum, and its values.
    fn summands(&mut self, sum: &str) -> Result<(PartTable, Vec<Options>), RuleError> {
        let sum = read_sum(&self.session, sum, self.convention, &self.budget)?;
        if sum.convention(self.convention)? != self.convention {
            return Err(RuleError::NotApplicable(
                "it is a strategy of normal play, and the rules say misère play".to_owned(),
            ));
        }
        let (mut parts, mut values) = (PartTable::new(), Vec::new());
        for summand in sum.summands() {
            match summand {
                Summand::Position(game) => parts.extend(self.parts(game)?),
                &Summand::Value(id) => {
                    let mut worker = self.session.universe().worker(&self.budget);
                    if self.convention == Convention::Misere {
                        let game = Explicit::of_value(&mut worker, id)?;
                        drop(worker);
                        parts.extend(self.parts(&game)?);
                    } else {
                        let mut games = Games::default();
                        games.number(id, &mut worker, MOST_HEIGHT)?;
                        values.push(games.games);
                    }
                }
                Summand::Number(number) => return Err(RuleError::NotShort(number.to_string())),
            }
        }
        Ok((parts, values))
    }
}

impl Rules for SumRules {
    fn start(&mut self, sum: &str) -> Result<(PartTable, Vec<Options>), VerifyError> {
        self.summands(sum).map_err(wrong)
    }

    fn options(&mut self, part: &str, player: Player) -> Result<Vec<PartTable>, VerifyError> {
        let game = self.read(part).map_err(wrong)?;
        let options = game.options_within(player, &self.budget).map_err(wrong)?;
        options.iter().map(|option| self.parts(option).map_err(wrong)).collect()
    }

    fn is_impartial(&mut self, part: &str) -> Result<bool, VerifyError> {
        let class = self.read(part).map_err(wrong)?.class();
        if class.loopy || class.entailing {
            return Err(VerifyError::WrongStrategy(format!("play of {part} need not end")));
        }
        Ok(class.is_impartial())
    }

    fn board(&mut self, sum: &str) -> Result<(String, i64), VerifyError> {
        let other = || VerifyError::WrongStrategy(format!("{sum} is no board with an integer"));
        let read = read_sum(&self.session, sum, self.convention, &self.budget).map_err(wrong)?;
        let mut worker = self.session.universe().worker(&self.budget);
        let (mut board, mut integer) = (None, 0_i64);
        for summand in read.summands() {
            match summand {
                Summand::Position(game)
                    if board.is_none()
                        && game.rules().name() == "domineering"
                        && game.negative_of().is_none() =>
                {
                    board = game.board().map(|rows| rows.join("|"));
                }
                &Summand::Value(id) => {
                    let value = worker.as_integer(id).and_then(|value| i64::try_from(value).ok());
                    let all = value.and_then(|value| integer.checked_add(value));
                    integer = all.ok_or_else(other)?;
                }
                _ => return Err(other()),
            }
        }
        Ok((board.ok_or_else(other)?, integer))
    }
}

/// Games by their options, each after those.
#[derive(Default)]
struct Games {
    games: Vec<(Vec<u32>, Vec<u32>)>,
    numbers: HashMap<Id, u32>,
}

impl Games {
    fn number(&mut self, id: Id, worker: &mut Worker<'_>, height: usize) -> Result<u32, RuleError> {
        if let Some(&number) = self.numbers.get(&id) {
            return Ok(number);
        }
        if height == 0 {
            return Err(RuleError::too_large("a value", "more moves", MOST_HEIGHT));
        }
        let mut sides = [Vec::new(), Vec::new()];
        let options = [worker.left_options(id)?, worker.right_options(id)?];
        for (side, options) in sides.iter_mut().zip(options) {
            for option in options {
                side.push(self.number(option, worker, height - 1)?);
            }
        }
        let [left, right] = sides;
        self.games.push((left, right));
        let number = self.games.len() as u32 - 1;
        self.numbers.insert(id, number);
        Ok(number)
    }
}

/// The winner of a sum when `first` begins, and a strategy that proves it, as the text of a
/// certificate.
///
/// The certificate is checked before it is returned; see [`verify_strategy`]. The search uses one
/// thread.
///
/// ```
/// use upstar::core::{Budget, Convention, Player};
/// use upstar::rules::{Solver, parse_sum};
///
/// let (solver, budget) = (Solver::default(), Budget::unlimited());
/// let sum = parse_sum("domineering(\"3x3\") + clobber(\"xoxo\")")?;
/// let found = upstar::find_strategy(&solver, &sum, Player::Left, Convention::Normal, &budget)?;
/// assert_eq!(found.winner, Player::Left);
/// assert!(upstar::verify_strategy("strategy", &found.text, &budget)?.claim.unwrap().holds);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`RuleError::NotApplicable`] for sums whose play need not end; an exhausted budget.
pub fn find_strategy(
    solver: &Solver,
    sum: &Sum,
    first: Player,
    convention: Convention,
    budget: &Budget,
) -> Result<FoundStrategy, RuleError> {
    let convention = sum.convention(convention)?;
    let settings = solver.engine().settings().clone();
    if settings.threads > 1 {
        // Several threads find different facts each time; a certificate must always be the same.
        let alone = Solver::with_budget(Settings { threads: 1, ..settings }, budget);
        let alone = Session::with_solver(alone);
        let mut worker = solver.worker(budget);
        let mut summands = Vec::with_capacity(sum.summands().len());
        for summand in sum.summands() {
            match summand {
                // A value of another universe.
                Summand::Value(id) => {
                    let text = worker.text(*id, Style::Plain)?;
                    summands
                        .extend_from_slice(read_sum(&alone, &text, convention, budget)?.summands());
                }
                other => summands.push(other.clone()),
            }
        }
        drop(worker);
        return find_strategy(alone.solver(), &summands.into(), first, convention, budget);
    }
    if convention == Convention::Misere || !sum.class().is_impartial() {
        // Sums that the search has valued by then need no rows.
        solver.winner(sum, first, convention, budget)?;
    }
    let mut last = None;
    for most_moves in MOST_MOVES {
        let (winner, rows) = solver.strategy(sum, first, convention, most_moves, budget)?;
        let text = sum.text(&mut solver.worker(budget), Style::Plain)?;
        let mut worker = solver.worker(budget);
        let strategy = strategy_of(text, first, winner, convention, rows, &mut worker, budget)?;
        match check(&strategy, budget) {
            Ok((lost, values)) => {
                return Ok(FoundStrategy { winner, lost, values, text: write(&strategy) });
            }
            Err(VerifyError::Exhausted(exhausted)) => return Err(RuleError::Exhausted(exhausted)),
            Err(error) => last = Some(error),
        }
    }
    let reason = last.map(|error| error.to_string()).unwrap_or_default();
    Err(RuleError::NotApplicable(format!("no strategy was found that passes the check: {reason}")))
}

/// A strategy that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundStrategy {
    /// Who wins.
    pub winner: Player,
    /// The number of sums claimed to be lost for the other player.
    pub lost: u64,
    /// The number of positions with a value.
    pub values: u64,
    /// The certificate.
    pub text: String,
}

fn strategy_of(
    sum: String,
    first: Player,
    winner: Player,
    convention: Convention,
    rows: StrategyRows,
    worker: &mut Worker<'_>,
    budget: &Budget,
) -> Result<Strategy, RuleError> {
    let mut games = Games::default();
    games.number(Id::ZERO, worker, MOST_HEIGHT)?;
    // The search may have several representations of a position.
    let mut rules = SumRules::new(convention, budget);
    let (mut parts, mut numbers, mut standard) = (Vec::new(), HashMap::new(), Vec::new());
    for text in rows.parts {
        let (text, negated) = rules.standard_text(text, MOST_READINGS)?;
        let number = *numbers.entry(text).or_insert_with_key(|text| {
            parts.push(text.clone());
            parts.len() as u32 - 1
        });
        standard.push((number, negated));
    }
    let mut values = Vec::with_capacity(rows.values.len());
    let mut valued = HashSet::new();
    for (part, id) in rows.values {
        let (part, negated) = standard[part as usize];
        if valued.insert(part) {
            let id = if negated { worker.neg(id)? } else { id };
            values.push((part, games.number(id, worker, MOST_HEIGHT)?));
        }
    }
    let mut lost: Vec<Lost> = Vec::with_capacity(rows.lost.len());
    for (mut row, id) in rows.lost {
        for (part, exchanged) in &mut row {
            let (number, negated) = standard[*part as usize];
            (*part, *exchanged) = (number, *exchanged != negated);
        }
        lost.push((row, games.number(id, worker, MOST_HEIGHT)?));
    }
    let (mut couples, mut met) = (Vec::with_capacity(rows.couples.len()), HashSet::new());
    for (text, nimber) in rows.couples {
        let (text, _) = rules.standard_text(text, MOST_READINGS)?;
        if met.insert(text.clone()) {
            couples.push((text, nimber));
        }
    }
    let boards = rows.boards;
    let only_sums = couples.is_empty() && boards.is_empty();
    let games = if only_sums { games.games } else { Vec::new() };
    Ok(Strategy { sum, convention, first, winner, games, parts, values, lost, couples, boards })
}

fn check(strategy: &Strategy, budget: &Budget) -> Result<(u64, u64), VerifyError> {
    let rules = SumRules::new(strategy.convention, budget);
    let checked = Checker::new(strategy, rules, budget)?.check()?;
    Ok((checked.lost, checked.values))
}

/// Checks the certificate of a strategy against all replies; the [`Claim`] of the analysis gives
/// the result. Moves, independent parts and symmetries are those of the rulesets; separate code
/// checks the arithmetic of values and the strategy.
///
/// # Errors
///
/// [`Error::Exhausted`] if the budget is used up; a wrong certificate is no error.
pub fn verify_strategy(name: &str, text: &str, budget: &Budget) -> Result<Analysis> {
    let mut analysis = Analysis::new(name);
    let found = read(name, text, budget).and_then(|strategy| {
        let found = check(&strategy, budget)?;
        Ok((strategy, found))
    });
    analysis.claim = Some(match found {
        Ok((strategy, (lost, values))) => {
            analysis.convention = Some(strategy.convention);
            let play =
                if strategy.convention == Convention::Misere { ", in misère play" } else { "" };
            let reason = format!(
                "{} wins {} when {} begins{play} (lost sums: {lost}, values: {values})",
                strategy.winner, strategy.sum, strategy.first
            );
            Claim { holds: true, reason, ..Claim::default() }
        }
        Err(VerifyError::Exhausted(exhausted)) => return Err(Error::Exhausted(exhausted)),
        Err(error) => Claim { holds: false, reason: error.to_string(), ..Claim::default() },
    });
    Ok(analysis)
}

/// A strategy used for play.
pub struct StrategyPlay {
    strategy: Strategy,
    checker: Checker<SumRules>,
}

impl std::fmt::Debug for StrategyPlay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StrategyPlay").field("sum", &self.strategy.sum).finish_non_exhaustive()
    }
}

impl StrategyPlay {
    /// Reads a certificate and checks it.
    ///
    /// # Errors
    ///
    /// [`Error::Certificate`] if it is wrong; the budget.
    pub fn read(name: &str, text: &str, budget: &Budget) -> Result<Self> {
        let failed = |error: VerifyError| match error {
            VerifyError::Exhausted(exhausted) => Error::Exhausted(exhausted),
            other => {
                Error::Certificate { certificate: name.to_owned(), message: other.to_string() }
            }
        };
        let strategy = read(name, text, budget).map_err(failed)?;
        let rules = SumRules::new(strategy.convention, budget);
        let mut checker = Checker::new(&strategy, rules, budget).map_err(failed)?;
        checker.check().map_err(failed)?;
        Ok(StrategyPlay { strategy, checker })
    }

    /// The sum.
    #[must_use]
    pub fn sum(&self) -> &str {
        &self.strategy.sum
    }

    /// Whether a player without a move loses or wins.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.strategy.convention
    }

    /// The player who begins.
    #[must_use]
    pub fn first(&self) -> Player {
        self.strategy.first
    }

    /// The winner.
    #[must_use]
    pub fn winner(&self) -> Player {
        self.strategy.winner
    }

    /// Whether the strategy claims that the loser, to move, loses a sum.
    ///
    /// # Errors
    ///
    /// [`Error::Certificate`] if the sum is not one of these games; the budget.
    pub fn is_lost(&mut self, sum: &str) -> Result<bool> {
        self.checker.accepts(sum).map_err(|error| match error {
            VerifyError::Exhausted(exhausted) => Error::Exhausted(exhausted),
            other => Error::Certificate { certificate: sum.to_owned(), message: other.to_string() },
        })
    }
}
