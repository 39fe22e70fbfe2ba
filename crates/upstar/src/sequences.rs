//! Analyses of heap games: nim sequences, their periods, sums of heaps, surveys of codes.

use num_bigint::BigUint;
use upstar_core::{Budget, Outcome, StopReason};
use upstar_engine::Arguments;
use upstar_games::find_game;
use upstar_heaps::{
    Findings, HeapGame, HeapRule, HeapRules, HeapValues, HeapsError, LawCertificate, PeriodStatus,
    Question, Search, Sequence, Settings, SplitCounts, Step, Survey, Zeros,
};

use upstar_verify::VerifyError;
use upstar_verify::heaps::check_period_to;
use upstar_verify::laws::{check_law, is_law};

use crate::analysis::{
    Analysis, HeapValue, MoveResult, Play, Property, RareHeaps, SequenceFacts, WinningMove,
};

/// A heap game by its name or code, or an impartial game on heaps of the catalogue or of a rules file
/// by its name.
///
/// # Errors
/// As [`HeapGame::find`].
pub fn find_heap_game(text: &str) -> Result<HeapGame, HeapsError> {
    HeapGame::find(text).or_else(|error| {
        let row = find_game(text);
        let rules = row.and_then(|row| row.rules(&Arguments::default()).ok());
        let found = rules.and_then(|rules| rules.heap_rules());
        let text = text.to_owned();
        found.map(|rules| HeapGame { text, rules, named: None }).ok_or(error)
    })
}

/// The nim sequence of a heap game, as far as the question or the budget extends.
///
/// # Errors
/// Those of the engine, and [`HeapsError::Position`] if there is no position of a requested size.
/// An exhausted budget is no error: the analysis has the results so far, and the reason why the
/// work stopped.
///
/// ```
/// use upstar::core::Budget;
/// use upstar::heaps::{HeapGame, Question, Settings};
/// let kayles = HeapGame::find("kayles")?;
/// let question = Question { at: Some(10u32.pow(9).into()), period: true, ..Question::default() };
/// let analysis =
///     upstar::nim_sequence(&kayles, question, Settings::default(), &Budget::unlimited())?;
/// assert_eq!(analysis.value.as_deref(), Some("*"));
/// let period = analysis.sequence.and_then(|sequence| sequence.period).unwrap();
/// assert_eq!((period.preperiod, period.period), (71, 12));
/// # Ok::<(), upstar::heaps::HeapsError>(())
/// ```
pub fn nim_sequence(
    game: &HeapGame,
    question: Question,
    settings: Settings,
    budget: &Budget,
) -> Result<Analysis, HeapsError> {
    search_nim_sequence(Search::new(game, settings, question)?, budget, |_, _| Ok(()))
}

/// As [`nim_sequence`], for a search that was begun or resumed. After each step `sink` gets the
/// result of the step and the search, of which it may save a checkpoint.
///
/// # Errors
/// As [`nim_sequence`], and those of `sink`.
pub fn search_nim_sequence<E: From<HeapsError>>(
    mut search: Search,
    budget: &Budget,
    mut sink: impl FnMut(&Search, Step) -> Result<(), E>,
) -> Result<Analysis, E> {
    let stop = loop {
        let step = search.step(budget)?;
        sink(&search, step)?;
        match step {
            Step::Computed | Step::Returned => {}
            Step::Finished => break StopReason::Finished,
            Step::Stopped(reason) => break reason,
        }
    };
    let (game, question) = (search.game().clone(), search.question().clone());
    let mut facts = facts_of(&game);
    // A stopped run has nothing to certify yet, and reports that it was stopped.
    facts.certificate = match search.certificate() {
        _ if !question.certificate => None,
        Err(HeapsError::NoPeriod) if stop != StopReason::Finished => None,
        certificate => Some(certificate?),
    };
    let findings = search.finish();
    let mut analysis = Analysis::new(match &question.at {
        Some(at) => format!("{game}, heap of {at}"),
        None => game.to_string(),
    });
    analysis.stop = stop;
    if let Some(value) = &findings.at {
        set_value(&mut analysis, value);
    }
    if let Some(period) = findings.period.as_ref().filter(|p| p.verdict == PeriodStatus::Proved) {
        analysis.proved.push(format!(
            "preperiod {}, period {}, saltus {}: {}, by the values to {}",
            period.preperiod,
            period.period,
            period.saltus,
            period.theorem.map_or("proved", |theorem| theorem.name()),
            period.checked_to
        ));
    }
    let law = findings.law.as_ref().filter(|law| law.is_proved() && findings.period.is_none());
    if let Some(law) = law {
        let theorem = law.theorem.map_or("proved", |theorem| theorem.name());
        analysis.proved.push(format!("{}: {theorem}", law.text));
    }
    if question.tries
        && let Some(code) = game.rules.code()
        && let Some((tries, stop)) = SplitCounts::count(code, &findings.values, budget)
    {
        facts.tries = Some(tries);
        if analysis.stop == StopReason::Finished {
            analysis.stop = stop;
        }
    }
    add(&mut facts, findings, &game, &question)?;
    analysis.sequence = Some(Box::new(facts));
    Ok(analysis)
}

/// Adds the requested results.
fn add(
    facts: &mut SequenceFacts,
    findings: Findings,
    game: &HeapGame,
    question: &Question,
) -> Result<(), HeapsError> {
    let summary = findings.summary;
    facts.to = Some(summary.count.saturating_sub(1));
    if question.zeros != Zeros::No {
        if !summary.has_all_zeros() {
            let (count, listed) = (summary.histogram[0], summary.zeros.len());
            return Err(HeapsError::TooManyZeros { count, listed });
        }
        let sizes = summary.zeros.iter().filter_map(|&heap| game.size(heap));
        facts.zeros = Some(sizes.collect());
    }
    if question.zeros != Zeros::Alone {
        facts.maximum = Some(HeapValue { heap: summary.maximum_at, value: summary.maximum.into() });
    }
    facts.digest = summary.digest.filter(|_| question.digest).map(|h| format!("{h:016x}"));
    if question.histogram {
        facts.histogram = summary.histogram;
    }
    let rares = findings.rares.filter(|_| question.rares);
    facts.rares = rares.map(|(class, heaps)| RareHeaps { class, heaps });
    facts.period = findings.period;
    facts.law = findings.law;
    if question.values {
        facts.first = Some(game.least());
        facts.values = game.by_size(findings.values);
    }
    Ok(())
}

/// The value of a sum of heaps, and the winning moves.
///
/// # Errors
/// [`HeapsError::Exhausted`] if the budget ends, [`HeapsError::Position`] if there is no position
/// of a size, and those of the engine.
///
/// ```
/// use upstar::core::Budget;
/// use upstar::heaps::{HeapGame, Settings};
/// let kayles = HeapGame::find("kayles")?;
/// let budget = Budget::unlimited();
/// let analysis = upstar::sum_of_heaps(&kayles, &[12, 7, 3], Settings::default(), &budget)?;
/// assert_eq!(analysis.value.as_deref(), Some("*5"));
/// assert_eq!(analysis.play[0].winning_moves[0].to_string(), "1: 3+7");
/// # Ok::<(), upstar::heaps::HeapsError>(())
/// ```
pub fn sum_of_heaps(
    game: &HeapGame,
    sizes: &[u64],
    settings: Settings,
    budget: &Budget,
) -> Result<Analysis, HeapsError> {
    let heaps: Vec<u64> = sizes.iter().map(|&size| game.heap(size)).collect::<Result<_, _>>()?;
    let mut known = HeapValues::of(&game.rules, settings)?;
    let mut values = Vec::with_capacity(heaps.len());
    for &heap in &heaps {
        let value = known.value(&heap.into(), budget)?;
        values.push(u64::try_from(value).map_err(|value| {
            let value = value.into_original();
            HeapsError::Position(format!("the value of heap {heap} is {value}, above 2^64"))
        })?);
    }
    let total = values.iter().fold(0, |total, value| total ^ value);
    let mut winning = Vec::new();
    let mut unlisted = Vec::new();
    for (index, &heap) in heaps.iter().enumerate().filter(|_| total != 0) {
        match moves_to(game, &mut known, heap, total ^ values[index], budget)? {
            Some(moves) => winning.extend(moves.into_iter().map(|parts| (index, parts))),
            None => unlisted.push(index),
        }
    }
    winning.sort();
    winning.dedup();
    let mut analysis = Analysis::new(format!("{game}, heaps {}", joined(sizes)));
    set_value(&mut analysis, &total.into());
    for index in unlisted {
        analysis.properties.push(Property::UnlistedMoves(index as u64 + 1));
    }
    // Which heap becomes which, counted from 1.
    let moves = winning.iter().map(|(index, parts)| {
        let parts: Vec<u64> = parts.iter().map(|&part| part_size(game, part)).collect();
        WinningMove::within(index + 1, joined(&parts))
    });
    analysis.play.push(Play {
        result: Some(if total == 0 { MoveResult::Loss } else { MoveResult::Win }),
        winning_moves: moves.collect(),
        ..Play::default()
    });
    let heaps = heaps.into_iter().zip(values);
    analysis.sequence = Some(Box::new(SequenceFacts {
        heaps: heaps.map(|(heap, value)| HeapValue { heap, value }).collect(),
        ..facts_of(game)
    }));
    Ok(analysis)
}

/// Number of values of a certificate that are recomputed for verification.
const CHECKED: u64 = 100_000;

/// The value of a heap of any size by the certificate of a period or a law. Of a period the first values
/// are verified, at most up to the heap that the period requires; of a law everything is.
///
/// # Errors
/// [`HeapsError::Certificate`] if it is wrong or of another game; [`HeapsError::Position`] if there
/// is no position of this size; the budget.
pub fn heap_by_certificate(
    game: &HeapGame,
    certificate: &str,
    at: &BigUint,
    settings: Settings,
    budget: &Budget,
) -> Result<Analysis, HeapsError> {
    let wrong = |message: String| HeapsError::Certificate(message);
    let not_checked = |error: VerifyError| match error {
        VerifyError::Exhausted(exhausted) => HeapsError::Exhausted(exhausted),
        other => wrong(other.to_string()),
    };
    if is_law(certificate) {
        let checked = check_law(certificate, budget).map_err(not_checked)?;
        let claimed: LawCertificate =
            serde_json::from_str(certificate).map_err(|error| wrong(error.to_string()))?;
        if game.rules.linear().as_ref() != Some(&claimed.rules) {
            return Err(wrong(format!("the rules of {} are not those of {game}", checked.game)));
        }
        let mut analysis = Analysis::new(format!("{game}, heap of {at}"));
        set_value(&mut analysis, &claimed.law.value(&game.large_heap(at)?, budget)?);
        analysis.proved.push(format!("{}: by the certificate, which was checked", claimed.law));
        analysis.sequence = Some(Box::new(facts_of(game)));
        return Ok(analysis);
    }
    let checked = check_period_to(certificate, CHECKED, budget).map_err(not_checked)?;
    let code = game.code()?;
    if checked.code != code.to_string() {
        return Err(wrong(format!("it is about {}, not {code}", checked.code)));
    }
    let heap = game.large_heap(at)?;
    let (preperiod, period) = (checked.preperiod, checked.period);
    let first = match u64::try_from(&heap) {
        Ok(heap) if heap < preperiod + period => heap,
        _ => preperiod + u64::try_from((&heap - preperiod) % period).unwrap_or(0),
    };
    let mut value = BigUint::ZERO;
    Sequence::new(code, settings)?.run(first, budget, &mut |_, segment| {
        value = segment.last().copied().unwrap_or(0).into();
        Ok(())
    })?;
    value += (heap - first) / period * checked.saltus;
    let mut analysis = Analysis::new(format!("{game}, heap of {at}"));
    set_value(&mut analysis, &value);
    let extent = if checked.complete { "all of it" } else { "its first values" };
    analysis.proved.push(format!(
        "preperiod {preperiod}, period {period}, saltus {}: by the certificate, {extent} checked; \
         heap {first} computed",
        checked.saltus
    ));
    analysis.sequence = Some(Box::new(facts_of(game)));
    Ok(analysis)
}

/// Maximum number of options of a heap examined for winning moves.
const MOST_OPTIONS: u64 = 1 << 20;

/// The options of a heap with the value `wanted`: the parts above 0, ascending. `None` if there are
/// more than 2^20 options to examine.
fn moves_to(
    game: &HeapGame,
    known: &mut HeapValues,
    heap: u64,
    wanted: u64,
    budget: &Budget,
) -> Result<Option<Vec<Vec<u64>>>, HeapsError> {
    let (mut ticker, mut left) = (budget.ticker(), MOST_OPTIONS);
    let mut found = Vec::new();
    let outcome = game.rules.options(heap, &mut |parts| {
        ticker.tick(1)?;
        if left == 0 {
            return Err(HeapsError::Position(format!("heap {heap} has too many options")));
        }
        left -= 1;
        let mut value = 0;
        for &part in parts {
            let near = usize::try_from(part).ok().and_then(|part| known.known().get(part));
            value ^= match near {
                Some(&value) => value.into(),
                None => u64::try_from(known.value(&part.into(), budget)?).unwrap_or(u64::MAX),
            };
        }
        if value == wanted {
            let mut parts: Vec<u64> = parts.iter().copied().filter(|&part| part > 0).collect();
            parts.sort_unstable();
            found.push(parts);
        }
        Ok(())
    });
    match outcome {
        Err(HeapsError::Position(_)) if left == 0 => Ok(None),
        outcome => outcome.map(|()| Some(found)),
    }
}

/// The rules of a code in words.
///
/// # Errors
/// [`HeapsError::NoCode`] if the game has none.
pub fn explain_heap_game(game: &HeapGame) -> Result<Analysis, HeapsError> {
    let mut analysis = Analysis::new(game.to_string());
    let line = game.named.map(|named| named.line.to_owned());
    let rules = line.into_iter().chain(game.code()?.explain()).collect();
    analysis.sequence = Some(Box::new(SequenceFacts { rules, ..facts_of(game) }));
    Ok(analysis)
}

/// A survey of all codes with up to `places` octal digits after the point, each computed to heap
/// `to` at most: which have a proved period, and which agree.
///
/// `each` is the budget of one game; the survey itself ends where `budget` does.
///
/// # Errors
/// Those of the engine.
pub fn survey_of_codes(
    places: u8,
    to: u64,
    settings: Settings,
    mut each: impl FnMut() -> Budget,
    budget: &Budget,
) -> Result<Analysis, HeapsError> {
    let mut survey = Survey::new(to);
    let mut analysis = Analysis::new(format!("codes with up to {places} digits after the point"));
    for code in Survey::codes(places) {
        let outcome = survey.add(code, settings, &each());
        match outcome.and_then(|()| Ok(budget.check()?)) {
            Ok(()) => {}
            Err(HeapsError::Exhausted(exhausted)) => {
                analysis.stop = exhausted.reason;
                break;
            }
            Err(error) => return Err(error),
        }
    }
    let survey = survey.into_rows();
    let facts = SequenceFacts { to: Some(to), survey, ..SequenceFacts::default() };
    analysis.sequence = Some(Box::new(facts));
    Ok(analysis)
}

pub(crate) fn facts_of(game: &HeapGame) -> SequenceFacts {
    let (code, name) = match &game.rules {
        HeapRules::Code(code) => (code.to_string(), game.named.map(|named| named.name)),
        HeapRules::Custom(rules) => (String::new(), Some(&rules.name[..])),
    };
    SequenceFacts { code, name: name.map(str::to_owned), ..SequenceFacts::default() }
}

/// A nimber, and who wins.
fn set_value(analysis: &mut Analysis, value: &BigUint) {
    analysis.value = Some(match u64::try_from(value) {
        Ok(0) => "0".to_owned(),
        Ok(1) => "*".to_owned(),
        _ => format!("*{value}"),
    });
    let is_zero = *value == BigUint::ZERO;
    analysis.outcome = Some(if is_zero { Outcome::P } else { Outcome::N });
}

/// The size of a part of a split; it may have no position of its own.
fn part_size(game: &HeapGame, heap: u64) -> u64 {
    let Some(named) = game.named else { return heap };
    heap.checked_add_signed(-named.shift).map_or(heap, |size| size / named.scale)
}

/// Heaps as a sum.
fn joined(sizes: &[u64]) -> String {
    let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
    if sizes.is_empty() { "0".to_owned() } else { sizes.join("+") }
}
