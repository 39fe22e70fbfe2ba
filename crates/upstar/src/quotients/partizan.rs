//! Analyses of misère quotients of partizan games on heaps.

use upstar_core::{Budget, Convention, Player, StopReason};
use upstar_games::Template;
use upstar_heaps::{HeapRules, PeriodStatus};
use upstar_misere::quotient::{Element, PartizanQuotient, QuotientError};

use super::{describe, joined};
use crate::analysis::{Analysis, MoveResult, Play, QuotientFacts, WeightFacts, WinningMove};

/// A partizan game on heaps that are played independently.
#[derive(Clone, Debug)]
pub struct PartizanHeaps {
    /// The game as written.
    pub text: String,
    /// The rules of Left and of Right.
    pub rules: [HeapRules; 2],
}

impl PartizanHeaps {
    /// A game by its name, or by a position with `n` in place of the heap; `None` of other games.
    ///
    /// ```
    /// use upstar::PartizanHeaps;
    /// assert!(PartizanHeaps::find("partizan_splittles(\"1\",\"2\"; n)").is_some());
    /// assert!(PartizanHeaps::find("kayles").is_none());
    /// ```
    #[must_use]
    pub fn find(text: &str) -> Option<PartizanHeaps> {
        let game = Template::read(text).ok()?.game(1).ok()?;
        let one_heap = game.position::<Vec<u64>>().is_some_and(|heaps| heaps[..] == [1]);
        let rules = game.rules().heap_sides().filter(|_| one_heap)?;
        Some(PartizanHeaps { text: text.to_owned(), rules })
    }
}

/// The misère quotient of the heaps of a partizan game up to `to`; without `to`, of enough heaps to
/// prove that it is the quotient of all heaps. It is a finite monoid, or the integers, where the total
/// of weights determines who wins. `progress` gets the number of each heap and of the elements so far.
///
/// # Errors
/// [`QuotientError::NoTheorem`] if `to` is missing for a game without a theorem. If the work stops, in
/// particular because neither was found, the analysis has the results so far, and the reason.
///
/// ```
/// use upstar::core::Budget;
/// // Partizan Kayles: Left takes one pin from a strip, and Right two.
/// let kayles = upstar::PartizanHeaps::find("partizan_splittles(\"1\",\"2\"; n)").unwrap();
/// let (analysis, _) = upstar::partizan_quotient(&kayles, None, &Budget::unlimited(), |_, _| {})?;
/// let facts = analysis.quotient.unwrap();
/// assert_eq!(facts.weights.unwrap().weights, [0, 1, -1]);
/// assert_eq!((facts.period, facts.preperiod), (Some(3), Some(0)));
/// # Ok::<(), upstar::misere::quotient::QuotientError>(())
/// ```
pub fn partizan_quotient(
    game: &PartizanHeaps,
    to: Option<u64>,
    budget: &Budget,
    progress: impl FnMut(u64, usize),
) -> Result<(Analysis, PartizanQuotient), QuotientError> {
    let (quotient, stopped) = PartizanQuotient::of(&game.rules, &game.text, to, budget, progress)?;
    let mut analysis = Analysis::new(game.text.clone());
    analysis.convention = Some(Convention::Misere);
    analysis.stop = match &stopped {
        None => StopReason::Finished,
        Some(QuotientError::Exhausted(exhausted)) => exhausted.reason,
        Some(QuotientError::NotFound(_)) => StopReason::Steps,
        Some(_) => StopReason::Size,
    };
    let mut facts = partizan_facts(Some(&game.rules), &quotient);
    facts.stopped = stopped.map(|error| error.to_string());
    let what = match facts.weights {
        Some(_) => "weights that determine who wins sums",
        None => "the quotient",
    };
    match (facts.preperiod, facts.period, facts.to) {
        (Some(preperiod), Some(period), _) => {
            facts.verdict = Some(PeriodStatus::Proved);
            analysis.proved.push(format!(
                "{what} of all heaps; preperiod {preperiod}, period {period}: Plambeck-Siegel"
            ));
        }
        (_, _, Some(to)) => analysis.proved.push(format!("{what} of the heaps to {to}")),
        _ => {}
    }
    analysis.quotient = Some(Box::new(facts));
    Ok((analysis, quotient))
}

/// A sum of heaps of a partizan game in misère play: its element or its total weight, its outcome, and
/// the winning moves of each player who begins, by the quotient of the heaps up to the largest of them
/// or, with `to`, up to that one at the least.
///
/// # Errors
/// The error that stopped the work before the quotient of these heaps was found;
/// [`QuotientError::Exhausted`] if the budget ends.
///
/// ```
/// use upstar::core::{Budget, Outcome};
/// let kayles = upstar::PartizanHeaps::find("partizan_splittles(\"1\",\"2\"; n)").unwrap();
/// let budget = Budget::unlimited();
/// let analysis = upstar::partizan_quotient_sum(&kayles, None, &[4, 5, 2], &budget, |_, _| {})?;
/// assert_eq!(analysis.outcome, Some(Outcome::P));
/// # Ok::<(), upstar::misere::quotient::QuotientError>(())
/// ```
pub fn partizan_quotient_sum(
    game: &PartizanHeaps,
    to: Option<u64>,
    heaps: &[u64],
    budget: &Budget,
    progress: impl FnMut(u64, usize),
) -> Result<Analysis, QuotientError> {
    let to = to.max(heaps.iter().copied().max()).unwrap_or(0);
    let (quotient, stopped) =
        PartizanQuotient::of(&game.rules, &game.text, Some(to), budget, progress)?;
    let outcome = match (quotient.outcome(heaps), stopped) {
        (None, Some(stopped)) => return Err(stopped),
        (outcome, _) => outcome,
    };
    let mut analysis = Analysis::new(format!("{}, heaps {}", game.text, joined(heaps)));
    analysis.convention = Some(Convention::Misere);
    analysis.outcome = outcome;
    for player in Player::BOTH {
        let moves = quotient.winning_moves(&game.rules, heaps, player, budget)?;
        let wins = outcome.and_then(|outcome| outcome.winner(player)) == Some(player);
        let moves = moves.iter().map(|(at, parts)| WinningMove::within(at + 1, joined(parts)));
        analysis.play.push(Play {
            mover: Some(player),
            result: Some(if wins { MoveResult::Win } else { MoveResult::Loss }),
            winning_moves: moves.collect(),
            ..Play::default()
        });
    }
    let mut facts = partizan_facts(Some(&game.rules), &quotient);
    facts.element = match &quotient {
        PartizanQuotient::Finite(found) => {
            found.sum(heaps.iter().copied()).map(|x| found.monoid.name(x))
        }
        PartizanQuotient::Weights(_) => quotient.total(heaps).map(|total| total.to_string()),
    };
    (facts.elements, facts.subgroups, facts.relations) = (None, vec![], vec![]);
    analysis.quotient = Some(Box::new(facts));
    Ok(analysis)
}

/// The properties of a quotient: of heaps, with the rules of Left and of Right, or of positions.
pub(crate) fn partizan_facts(
    rules: Option<&[HeapRules; 2]>,
    quotient: &PartizanQuotient,
) -> QuotientFacts {
    let mut facts = structure(quotient);
    if let Some(rules) = rules {
        let codes: Option<Vec<String>> =
            rules.iter().map(|rules| rules.code().map(ToString::to_string)).collect();
        facts.code = codes.map(|codes| codes.join(", "));
        facts.to = quotient.computed().checked_sub(1);
    } else {
        // Numbers of positions mean nothing to a reader.
        facts.weights.iter_mut().for_each(|found| found.weights.clear());
    }
    facts
}

/// The monoid, or the weights.
fn structure(quotient: &PartizanQuotient) -> QuotientFacts {
    match quotient {
        PartizanQuotient::Finite(found) => {
            let shown = found.period.map_or(u64::MAX, |period| period.preperiod + period.period);
            let name = |&x: &Element| found.monoid.name(x);
            QuotientFacts {
                pretending: found.map.iter().take(shown as usize).map(name).collect(),
                preperiod: found.period.map(|period| period.preperiod),
                period: found.period.map(|period| period.period),
                ..describe(&found.monoid, &found.map)
            }
        }
        PartizanQuotient::Weights(found) => {
            let shown = found.period.map_or(u64::MAX, |period| period.preperiod + period.period);
            let (from, to) = found.outcomes.range();
            let outcome = |total: i64| found.outcomes.outcome(total.into());
            QuotientFacts {
                preperiod: found.period.map(|period| period.preperiod),
                period: found.period.map(|period| period.period),
                weights: Some(WeightFacts {
                    weights: found.weights.iter().copied().take(shown as usize).collect(),
                    step: found.period.map(|period| period.step),
                    from,
                    outcomes: (from..=to).map(outcome).collect(),
                    period_below: found.outcomes.period_below(),
                    period_above: found.outcomes.period_above(),
                }),
                presentation: "Z".to_owned(),
                ..QuotientFacts::default()
            }
        }
    }
}
