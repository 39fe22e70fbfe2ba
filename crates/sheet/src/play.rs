//! Play: moves with their outcomes, the engine's move, and reviews of finished play.

use std::time::Duration;

use upstar::lang::Value;
use upstar::rules::{RuleError, Sum};
use upstar::values::Style;
use upstar::{MoveResult, Opponent, read_sum_in_play};
use upstar_core::{Budget, Convention, Player};

use crate::desk::Desk;
use crate::explore::{Names, options, value_of, within};
use crate::faults::Failure;
use crate::protocol::{Chosen, Line, Move, Moves, PlayRequest, ReviewRequest, Winner};
use crate::views::views_of;

/// The maximum number of moves listed.
const MOST: usize = 500;
/// The maximum total number of cells of the boards reported after moves.
const MOST_CELLS: usize = 100_000;
/// The time limit for the results of moves, unless the budget is shorter.
const RESULTS: Duration = Duration::from_secs(20);
/// The time limit for the engine's move.
const THINKING: Duration = Duration::from_secs(10);
/// The time limits for a review and for each of its positions.
const REVIEW: Duration = Duration::from_secs(30);
const EACH: Duration = Duration::from_secs(3);
/// The delay of the first report of known results, and of the next ones.
const FIRST: Duration = Duration::from_millis(150);
const NEXT: Duration = Duration::from_secs(1);

/// The text of the position.
pub(crate) fn text(desk: &Desk<'_>, sum: &Sum) -> Result<String, Failure> {
    let mut worker = desk.session.universe().worker(desk.budget);
    Ok(sum.text(&mut worker, Style::Plain)?)
}

/// The sum, and the convention of play.
fn sum_of(
    desk: &Desk<'_>,
    text: &str,
    misere: bool,
    budget: &Budget,
) -> Result<(Sum, Convention), Failure> {
    let asked = Convention::of(misere);
    let sum = read_sum_in_play(desk.session, text, asked, budget)?;
    let convention = sum.convention(asked)?;
    Ok((sum, convention))
}

/// A result found in time. Cancelled work is an error.
fn in_time<T>(answer: Result<T, RuleError>, budget: &Budget) -> Result<Option<T>, Failure> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(RuleError::Exhausted(_) | RuleError::Unfinished { .. }) => {
            budget.check()?;
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// The index of the first summand in which two sums of equal length differ.
fn changed(before: &[String], after: &Sum, desk: &Desk<'_>) -> Option<usize> {
    if before.len() != after.summands().len() {
        return None;
    }
    if before.len() == 1 {
        return Some(0);
    }
    let mut worker = desk.session.universe().worker(desk.budget);
    after.summands().iter().zip(before).position(|(after, before)| {
        after.text(&mut worker, Style::Plain).is_ok_and(|after| after != *before)
    })
}

/// The moves of a position. Results are reported as they are found.
pub(crate) fn moves(
    desk: &Desk<'_>,
    request: &PlayRequest,
    tell: &dyn Fn(Moves),
) -> Result<(), Failure> {
    let (sum, convention) = sum_of(desk, &request.position, request.misere, desk.budget)?;
    let solver = desk.session.solver();
    let (found, all) = sum.some_options(&solver.engine(), request.mover, desk.budget)?;
    let mut worker = desk.session.universe().worker(desk.budget);
    let mut before = Vec::with_capacity(sum.summands().len());
    for summand in sum.summands() {
        before.push(summand.text(&mut worker, Style::Plain)?);
    }
    drop(worker);
    let letters: usize = found.iter().take(MOST).map(|(text, _)| text.len()).sum();
    let shown = letters <= MOST_CELLS;
    let mut moves = Moves {
        mover: request.mover,
        more: !all || found.len() > MOST,
        result: None,
        complete: false,
        moves: found
            .iter()
            .take(MOST)
            .map(|(position, after)| Move {
                position: position.clone(),
                summand: changed(&before, after, desk),
                views: if shown { views_of(after) } else { Vec::new() },
                result: None,
                remoteness: None,
            })
            .collect(),
    };
    let budget = within(desk.budget, RESULTS);
    let other = request.mover.opponent();
    let mut next = budget.report().elapsed + FIRST;
    for (index, (_, after)) in found.iter().take(MOST).enumerate() {
        if budget.report().elapsed >= next {
            tell(moves.clone());
            next = budget.report().elapsed + NEXT;
        }
        if budget.check().is_err() {
            // No search could finish with an exhausted budget.
            desk.budget.check()?;
            break;
        }
        let winner = solver.winner(after, other, convention, &budget);
        let Some(winner) = in_time(winner, desk.budget)? else { continue };
        let found = MoveResult::of_winner(winner, request.mover);
        moves.moves[index].result = Some(found);
        if after.class().loopy && found != MoveResult::Draw {
            let line = solver.best_line(after, other, convention, &budget);
            let line = in_time(line, desk.budget)?.filter(|line| line.counted);
            moves.moves[index].remoteness = line.map(|line| line.positions.len() as u64);
        }
    }
    moves.complete = true;
    let results = || moves.moves.iter().map(|one| one.result);
    moves.result = if results().any(|one| one == Some(MoveResult::Win)) {
        Some(MoveResult::Win)
    } else if moves.more || results().any(|one| one.is_none()) {
        None
    } else if moves.moves.is_empty() {
        Some(if convention == Convention::Misere { MoveResult::Win } else { MoveResult::Loss })
    } else if results().any(|one| one == Some(MoveResult::Draw)) {
        Some(MoveResult::Draw)
    } else {
        Some(MoveResult::Loss)
    };
    tell(moves);
    Ok(())
}

/// The engine's move.
pub(crate) fn choose(desk: &Desk<'_>, request: &PlayRequest) -> Result<Chosen, Failure> {
    let (sum, convention) = sum_of(desk, &request.position, request.misere, desk.budget)?;
    let solver = desk.session.solver();
    let (moves, _) = sum.some_options(&solver.engine(), request.mover, desk.budget)?;
    let (level, seed) = (request.level.min(1000).into(), request.seed.into());
    let opponent = Opponent { solver, convention, player: request.mover, level, seed };
    let budget = within(desk.budget, THINKING);
    let chosen = opponent.choose(&sum, &moves, &budget)?;
    desk.budget.check()?;
    Ok(match chosen {
        None => Chosen { position: None, how: None },
        Some((index, how)) => Chosen { position: Some(moves[index].0.clone()), how: Some(how) },
    })
}

/// A line of best play from positions, or from the canonical form of a value.
pub(crate) fn line(desk: &Desk<'_>, request: &PlayRequest) -> Result<Line, Failure> {
    let convention = Convention::of(request.misere);
    let value = value_of(desk, &Names::new(), &request.position)?;
    if matches!(value, Value::Loopy(_)) && !request.misere {
        return stopper_line(desk, value, request.mover);
    }
    let sum = desk.session.read_sum(&request.position, convention, desk.budget)?;
    let found = desk.session.solver().best_line(&sum, request.mover, convention, desk.budget)?;
    Ok(Line {
        positions: found.positions,
        repeats_from: found.repeats_from,
        counted: found.counted,
    })
}

/// A line of play from a stopper: a player who can win makes the first winning move, the other
/// player the first move. It ends, because alternating play ends in stoppers and in games without
/// loops.
fn stopper_line(desk: &Desk<'_>, mut value: Value, first: Player) -> Result<Line, Failure> {
    let mut positions = vec![desk.session.written(&value, Style::Plain, desk.budget)?];
    let mut mover = first;
    loop {
        let (mut options, _) = options(desk, &value, mover)?;
        if options.is_empty() {
            return Ok(Line { positions, repeats_from: None, counted: false });
        }
        let mut chosen = 0;
        for (index, (_, after)) in options.iter().enumerate() {
            let outcome = desk.session.outcome(after, Convention::Normal, desk.budget)?;
            if outcome.winner(mover.opponent()) == Some(mover) {
                chosen = index;
                break;
            }
        }
        let (node, after) = options.swap_remove(chosen);
        positions.push(node.subject);
        value = after;
        mover = mover.opponent();
    }
}

/// The winner of each position.
pub(crate) fn review(desk: &Desk<'_>, request: &ReviewRequest) -> Result<Vec<Winner>, Failure> {
    let whole = within(desk.budget, REVIEW);
    let solver = desk.session.solver();
    let mut winners = Vec::with_capacity(request.positions.len());
    for (text, mover) in &request.positions {
        let (sum, convention) = sum_of(desk, text, request.misere, &whole)?;
        let budget = within(&whole, EACH);
        let winner = solver.winner(&sum, *mover, convention, &budget);
        winners.push(match in_time(winner, desk.budget)? {
            None => Winner::Unknown,
            Some(None) => Winner::Draw,
            Some(Some(Player::Left)) => Winner::Left,
            Some(Some(Player::Right)) => Winner::Right,
        });
    }
    Ok(winners)
}
