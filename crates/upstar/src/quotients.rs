//! Analyses of misère quotients.

mod partizan;

use upstar_core::{Budget, Convention, Outcome, StopReason};
use upstar_engine::{Game, RuleError, Sum, Summand, closed_games};
use upstar_heaps::{HeapGame, HeapsError, PeriodStatus};
use upstar_misere::quotient::{
    Element, HeapQuotient, Monoid, PartizanQuotient, QuotientError, Subgroup,
};

use crate::analysis::{
    Analysis, Claim, MoveResult, PartizanPortions, Play, Property, QuotientFacts, SubgroupFacts,
    Table, WinningMove,
};
use crate::error::{Error, Result};

pub(crate) use partizan::partizan_facts;
pub use partizan::{PartizanHeaps, partizan_quotient, partizan_quotient_sum};

/// The steps for the quotient of a sum, if no time is given: some seconds.
const QUOTIENT_STEPS: u64 = 200_000_000;

/// The misère quotient of the heaps of a game up to `to`; without `to`, of enough heaps to prove
/// that it is the quotient of all heaps. `progress` gets the number of each heap and of the
/// elements so far.
///
/// # Errors
/// [`QuotientError::NoTheorem`] if `to` is missing for a game without a theorem. An exhausted
/// budget is no error: the analysis has the results so far, and the reason why the work stopped.
///
/// ```
/// use upstar::core::Budget;
/// use upstar::heaps::HeapGame;
/// let kayles = HeapGame::find("kayles")?;
/// let (analysis, quotient) =
///     upstar::misere_quotient(&kayles, None, &Budget::unlimited(), |_, _| {})?;
/// let facts = analysis.quotient.unwrap();
/// assert_eq!((facts.order, facts.p_order), (40, 9));
/// assert_eq!((facts.period, facts.preperiod), (Some(12), Some(71)));
/// assert_eq!(quotient.monoid.is_p(quotient.sum([1_000_000_007, 5]).unwrap()), false);
/// # Ok::<(), upstar::misere::quotient::QuotientError>(())
/// ```
pub fn misere_quotient(
    game: &HeapGame,
    to: Option<u64>,
    budget: &Budget,
    progress: impl FnMut(u64, usize),
) -> Result<(Analysis, HeapQuotient), QuotientError> {
    let (quotient, stopped) = HeapQuotient::of(game.code()?, to, budget, progress)?;
    let mut analysis = Analysis::new(game.to_string());
    analysis.convention = Some(Convention::Misere);
    analysis.stop = match &stopped {
        None => StopReason::Finished,
        Some(QuotientError::Exhausted(exhausted)) => exhausted.reason,
        Some(_) => StopReason::Size,
    };
    let looked_at = quotient.map.len() as u64;
    let shown = quotient.period.map_or(looked_at, |p| p.preperiod + p.period);
    let name = |&x: &Element| quotient.monoid.name(x);
    let mut facts = describe(&quotient.monoid, &quotient.map);
    facts.code = Some(game.rules_text());
    facts.to = looked_at.checked_sub(1);
    facts.pretending = quotient.map.iter().take(shown as usize).map(name).collect();
    if let Some(period) = quotient.period {
        facts.preperiod = Some(period.preperiod);
        facts.period = Some(period.period);
        facts.verdict = Some(PeriodStatus::Proved);
        analysis.proved.push(format!(
            "the quotient of all heaps; preperiod {}, period {}: Plambeck-Siegel, by the heaps to {}",
            period.preperiod, period.period, period.checked_to
        ));
    } else if let Some(to) = facts.to {
        analysis.proved.push(format!("the quotient of the heaps to {to}"));
    }
    analysis.quotient = Some(Box::new(facts));
    Ok((analysis, quotient))
}

/// A sum of heaps in misère play: its element, its outcome and its winning moves, by the quotient
/// of the heaps up to the largest of them, or of all heaps. With `to`, the quotient is that of the
/// heaps up to it, and larger heaps are played out.
///
/// # Errors
/// [`QuotientError::Exhausted`] if the budget ends; [`QuotientError::Heaps`] if there is no
/// position of a size.
///
/// ```
/// use upstar::core::Budget;
/// use upstar::heaps::HeapGame;
/// let kayles = HeapGame::find("kayles")?;
/// let analysis = upstar::misere_sum(&kayles, None, &[5, 9], &Budget::unlimited(), |_, _| {})?;
/// assert_eq!(analysis.outcome, Some(upstar::core::Outcome::P));
/// # Ok::<(), upstar::misere::quotient::QuotientError>(())
/// ```
pub fn misere_sum(
    game: &HeapGame,
    to: Option<u64>,
    sizes: &[u64],
    budget: &Budget,
    progress: impl FnMut(u64, usize),
) -> Result<Analysis, QuotientError> {
    let heaps: Vec<u64> =
        sizes.iter().map(|&size| game.heap(size)).collect::<Result<_, HeapsError>>()?;
    let to = to.unwrap_or_else(|| heaps.iter().copied().max().unwrap_or(0));
    // The quotient may be infinite. If it is not finished soon, the sum is searched with the rest of the
    // budget.
    let mut part = budget.part(1, 2);
    if budget.time_left().is_none() {
        part = part.with_steps_left(QUOTIENT_STEPS);
    }
    let (quotient, stopped) = HeapQuotient::of(game.code()?, Some(to), &part, progress)?;
    budget.check()?;
    let found = quotient.play(game.code()?, &heaps, budget).map_err(|error| match stopped {
        Some(stopped @ QuotientError::TooLarge(_)) => stopped,
        _ => error,
    })?;
    let mut analysis = Analysis::new(format!("{game}, heaps {}", joined(sizes)));
    analysis.convention = Some(Convention::Misere);
    analysis.outcome = Some(if found.is_p { Outcome::P } else { Outcome::N });
    for index in &found.unlisted {
        analysis.properties.push(Property::UnlistedMoves(*index as u64 + 1));
    }
    let size = |heap: u64| game.size(heap).unwrap_or(heap);
    let moves = found.winning.iter().map(|(index, parts)| {
        let parts: Vec<u64> = parts.iter().map(|&part| size(part)).collect();
        WinningMove::within(index + 1, joined(&parts))
    });
    analysis.play.push(Play {
        result: Some(if found.is_p { MoveResult::Loss } else { MoveResult::Win }),
        winning_moves: moves.collect(),
        ..Play::default()
    });
    let mut facts = describe(&quotient.monoid, &quotient.map);
    facts.code = Some(game.rules_text());
    facts.to = (quotient.map.len() as u64).checked_sub(1);
    facts.element = found.element.map(|x| quotient.monoid.name(x));
    (facts.elements, facts.subgroups, facts.relations) = (None, vec![], vec![]);
    analysis.quotient = Some(Box::new(facts));
    Ok(analysis)
}

/// Sizes of heaps, `3+4`; 0 if there are none.
fn joined(parts: &[u64]) -> String {
    let words: Vec<String> = parts.iter().map(u64::to_string).collect();
    if words.is_empty() { "0".to_owned() } else { words.join("+") }
}

/// The misère quotient of the sums of some positions and of all their followers, and the element of
/// each of the positions. Of partizan games there may be weights in place of a monoid.
///
/// # Errors
/// [`Error::Rules`] if a term is not a position of a game that always ends, without entailing moves; [`Error::Quotient`]; the budget.
///
/// ```
/// use upstar::core::Budget;
/// use upstar::rules::parse_sum;
/// let positions = parse_sum("cram(\"2x2\")")?;
/// let (analysis, monoid) = upstar::misere_quotient_of(&positions, &Budget::unlimited())?;
/// assert_eq!(analysis.quotient.unwrap().tame.as_deref(), Some("T1"));
/// assert_eq!(monoid.unwrap().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn misere_quotient_of(positions: &Sum, budget: &Budget) -> Result<(Analysis, Option<Monoid>)> {
    let mut games = Vec::new();
    for summand in positions.summands() {
        let Summand::Position(game) = summand else {
            return Err(Error::Rules(RuleError::NotApplicable(
                "misère quotients are defined for positions of named games: nim(3)".to_owned(),
            )));
        };
        games.push(game.clone());
    }
    let (closed, numbers) = closed_games(&games, budget)?;
    let found = match closed.partizan_quotient(budget)? {
        None => closed.quotient(budget)?,
        Some(PartizanQuotient::Finite(found)) => (found.monoid, found.map),
        Some(weights) => {
            let asked: Vec<(String, u64)> = games.iter().map(Game::text).zip(numbers).collect();
            return Ok((weights_of_positions(&asked, &weights), None));
        }
    };
    let (monoid, map) = found;
    let asked: Vec<(String, u64)> = games.iter().map(Game::text).zip(numbers).collect();
    let names: Vec<&str> = asked.iter().map(|(name, _)| name.as_str()).collect();
    let mut analysis = Analysis::new(names.join(" + "));
    analysis.convention = Some(Convention::Misere);
    let mut facts = describe(&monoid, &map);
    // Numbers of games mean nothing to a reader.
    facts.generators.clear();
    let of = |at: u64| map[at as usize];
    facts.positions = asked.iter().map(|(name, at)| (name.clone(), monoid.name(of(*at)))).collect();
    let sum = asked.iter().fold(0, |sum, (_, at)| monoid.product(sum, of(*at)));
    analysis.outcome = Some(monoid.outcome(sum));
    analysis.quotient = Some(Box::new(facts));
    Ok((analysis, Some(monoid)))
}

/// The weights of some positions, which have these numbers, and the outcome of their sum.
fn weights_of_positions(asked: &[(String, u64)], weights: &PartizanQuotient) -> Analysis {
    let names: Vec<&str> = asked.iter().map(|(name, _)| name.as_str()).collect();
    let numbers: Vec<u64> = asked.iter().map(|(_, number)| *number).collect();
    let mut analysis = Analysis::new(names.join(" + "));
    analysis.convention = Some(Convention::Misere);
    analysis.outcome = weights.outcome(&numbers);
    let mut facts = partizan_facts(None, weights);
    let weight = |number: u64| weights.total(&[number]).map(|total| total.to_string());
    facts.positions = asked
        .iter()
        .map(|(name, number)| (name.clone(), weight(*number).unwrap_or_default()))
        .collect();
    analysis.quotient = Some(Box::new(facts));
    analysis
}

/// Whether the misère quotients of two sets of positions are isomorphic: the [`Claim`] of the
/// analysis has the answer and the images of the generators.
///
/// # Errors
/// As [`misere_quotient_of`].
///
/// ```
/// use upstar::core::Budget;
/// use upstar::rules::parse_sum;
/// let (nim, kayles) = (parse_sum("nim(3)")?, parse_sum("kayles(2)")?);
/// let analysis = upstar::misere_quotients_agree(&nim, &kayles, &Budget::unlimited())?;
/// assert!(analysis.claim.unwrap().holds);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn misere_quotients_agree(one: &Sum, other: &Sum, budget: &Budget) -> Result<Analysis> {
    let (mut analysis, monoid) = misere_quotient_of(one, budget)?;
    let (with, second) = misere_quotient_of(other, budget)?;
    analysis.outcome = None;
    let (Some(monoid), Some(second)) = (monoid, second) else {
        return Err(QuotientError::Infinite.into());
    };
    let found = monoid.isomorphism(&second, budget)?;
    let reason = match &found {
        Some(map) => {
            let pairs: Vec<String> = monoid
                .generators()
                .iter()
                .map(|&g| format!("{} -> {}", monoid.name(g), second.name(map[usize::from(g)])))
                .collect();
            format!("isomorphic: {}", pairs.join(", "))
        }
        None => format!("not isomorphic: {} and {} elements", monoid.len(), second.len()),
    };
    analysis.subject = format!("{} and {}", analysis.subject, with.subject);
    analysis.claim = Some(Claim { holds: found.is_some(), reason, ..Claim::default() });
    Ok(analysis)
}

/// The properties of a monoid, with the element of each game.
pub(crate) fn describe(monoid: &Monoid, map: &[Element]) -> QuotientFacts {
    let name = |x: Element| monoid.name(x);
    let group = |group: &Subgroup| SubgroupFacts {
        identity: name(group.identity),
        order: group.elements.len() as u64,
        group: group.name(),
        elements: group.elements.iter().map(|&x| name(x)).collect(),
    };
    let portion = |outcome: Outcome| -> Vec<String> {
        monoid.portion(outcome).into_iter().map(name).collect()
    };
    let generators = monoid.generators();
    let first = |g: Element| map.iter().position(|&x| x == g).unwrap_or(0) as u64;
    let mut columns = vec!["element".to_owned(), "outcome".to_owned()];
    columns.extend(generators.iter().map(|&g| name(g)));
    let mut table = Table { columns, rows: vec![] };
    for x in 0..monoid.len() {
        let x = x as Element;
        let mut row = vec![name(x), monoid.outcome(x).to_string()];
        row.extend(generators.iter().map(|&g| name(monoid.product(x, g))));
        table.rows.push(row);
    }
    let relations = monoid.relations();
    let named = monoid.relation_names(&relations);
    QuotientFacts {
        order: monoid.len() as u64,
        p_order: monoid.p_portion().len() as u64,
        presentation: monoid.presentation(),
        generators: generators.iter().map(|&g| (name(g), first(g))).collect(),
        relations: named,
        p_portion: portion(Outcome::P),
        partizan: monoid.is_partizan().then(|| PartizanPortions {
            left: portion(Outcome::L),
            right: portion(Outcome::R),
            next: portion(Outcome::N),
        }),
        elements: Some(table),
        tame: monoid.tame().map(|n| format!("T{n}")),
        kernel: Some(group(&monoid.kernel())),
        subgroups: monoid.maximal_subgroups().iter().map(group).collect(),
        ..QuotientFacts::default()
    }
}
