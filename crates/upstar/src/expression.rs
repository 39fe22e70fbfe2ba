//! Analyses of expressions.

use upstar_core::{Budget, Outcome, Player};
use upstar_engine::Convention;
use upstar_lang::{LangError, MisereFacts, Session, Style, Value};
use upstar_misere::quotient::PartizanQuotient;
use upstar_stoppers::{self as stoppers, Loopy, Side};
use upstar_values::surreal::{NormalForm, RootReal, Stalk, Surreal};
use upstar_values::{Error, Result, Worker};

use crate::analysis::{Analysis, NoStopper, Property, Stop, Stops};
use crate::details::{
    Details, EvaluateOptions, Evaluated, MOST_TERMS, lang_error, long_sum, thermograph_plot, walls,
};
use crate::positions::{PositionAnalyzer, defined};
use crate::surreals::{IRRATIONAL, SurrealOptions, describe_irrational, first_runs, number_kind};

/// Evaluates one line of the worksheet language and finds the properties of its value; `None` for a
/// line that is blank or a comment.
///
/// For a game these are outcome, kind, stops, mean, temperature, thermograph, options and some
/// names. If the budget is used up after the value is known, the analysis has the results found
/// until then and the reason it stopped.
///
/// ```
/// use upstar::core::Budget;
/// use upstar::lang::Session;
///
/// let mut session = Session::new();
/// let options = upstar::EvaluateOptions::default();
/// let found = upstar::evaluate(&mut session, "{2||1|0}", options, &Budget::unlimited())?;
/// let analysis = found.unwrap().analysis;
/// assert_eq!(analysis.mean.as_deref(), Some("5/4"));
/// assert_eq!(analysis.temperature.as_deref(), Some("3/4"));
/// # Ok::<(), upstar::lang::LangError>(())
/// ```
///
/// # Errors
///
/// As [`Session::evaluate`].
pub fn evaluate(
    session: &mut Session,
    source: &str,
    options: EvaluateOptions,
    budget: &Budget,
) -> Result<Option<Evaluated>, LangError> {
    let Some(value) = session.evaluate(source, budget)? else { return Ok(None) };
    describe_value(session, value, source.trim(), options, budget).map(Some)
}

/// Finds the properties of a value of this session, as [`evaluate`] does for an expression;
/// `subject` is its name in the analysis.
///
/// ```
/// use std::collections::BTreeMap;
/// use upstar::core::Budget;
/// use upstar::lang::Session;
///
/// let (session, budget) = (Session::new(), Budget::unlimited());
/// let value = session.evaluate_with(&BTreeMap::new(), "{2||1|0}", &budget)?;
/// let found = upstar::describe_value(&session, value, "g", Default::default(), &budget)?;
/// assert_eq!((found.analysis.subject.as_str(), found.analysis.mean.as_deref()), ("g", Some("5/4")));
/// # Ok::<(), upstar::lang::LangError>(())
/// ```
///
/// # Errors
///
/// As [`Session::text`] and [`Session::outcome`].
pub fn describe_value(
    session: &Session,
    value: Value,
    subject: &str,
    options: EvaluateOptions,
    budget: &Budget,
) -> Result<Evaluated, LangError> {
    let EvaluateOptions { style, scaffolds } = options;
    let mut analysis = Analysis::new(subject);
    if let Value::Sum(sum) = &value
        && sum.as_single().is_none()
    {
        let mut worker = session.universe().worker(budget);
        let terms = sum.terms(&mut worker).map_err(|error| lang_error(&error))?;
        if terms.len() > MOST_TERMS {
            let drawn = long_sum(&mut worker, sum, &terms, style, &mut analysis);
            let thermograph = drawn.map_err(|error| lang_error(&error))?;
            return Ok(Evaluated { value, analysis, thermograph: Some(thermograph) });
        }
    }
    if let Value::Positions(positions) = &value {
        let (positions, thermograph) = (positions.clone(), None);
        let mut found = Evaluated { value, analysis, thermograph };
        let analyzer = PositionAnalyzer { session, positions: &positions, options, budget };
        analyzer.analyze(&mut found)?;
        return Ok(found);
    }
    analysis.value = Some(session.text(&value, style, budget)?);
    let mut thermograph = None;
    match &value {
        Value::Number(_) | Value::Game(_) | Value::Sum(_) | Value::Form(_) => {
            let id = session.game(&value, budget)?;
            if matches!(value, Value::Form(_)) {
                let form = analysis.value.take().unwrap_or_default();
                analysis.properties.push(Property::Form(form));
            }
            let mut worker = session.universe().worker(budget);
            let mut details = Details { worker: &mut worker, style, analysis: &mut analysis };
            match details.all(id, scaffolds) {
                Ok(found) => thermograph = found,
                Err(Error::Exhausted(exhausted)) => analysis.stop = exhausted.reason,
                // Undefined properties are left out.
                Err(_) => {}
            }
        }
        Value::Thermograph(found) => {
            analysis.kind = Some("thermograph".to_owned());
            analysis.mean = Some(found.mean().to_string());
            analysis.temperature = Some(found.temperature().to_string());
            analysis.thermograph = Some(walls(found));
            thermograph = Some(thermograph_plot(found, subject));
        }
        Value::Loopy(_) | Value::LoopyNimber(_) => {
            analysis.kind = Some("loopy game".to_owned());
            analysis.outcome = Some(session.outcome(&value, Convention::Normal, budget)?);
            if let Value::Loopy(game) = &value {
                let mut worker = session.universe().worker(budget);
                let found = about_loopy(game, &mut worker, style, &mut analysis);
                // Undefined properties are left out.
                if let Err(stoppers::Error::Exhausted(exhausted)) = found {
                    analysis.stop = exhausted.reason;
                }
                match loopy_thermograph(session, &value, budget, &mut analysis) {
                    Ok(found) => thermograph = found,
                    Err(LangError::Exhausted(exhausted)) => analysis.stop = exhausted.reason,
                    Err(error) => return Err(error),
                }
            }
        }
        Value::Misere(form) => {
            analysis.kind = Some("misère form".to_owned());
            about_misere_form(session, *form, budget, &mut analysis);
        }
        Value::Surreal(number) => {
            about_number(number, style, budget, &mut analysis)?;
        }
        Value::PartizanMisere(_) => {
            analysis.kind = Some("misère form".to_owned());
            match session.misere_facts(&value, budget) {
                Ok(found) => about_misere(found, &mut analysis),
                Err(LangError::Exhausted(exhausted)) => analysis.stop = exhausted.reason,
                Err(error) => return Err(error),
            }
        }
        Value::Quotient(quotient) => {
            analysis.kind = Some("misère quotient".to_owned());
            let facts = match (quotient.sides(), quotient.heaps()) {
                (Some(rules), Some(heaps)) => {
                    let found = PartizanQuotient::Finite(heaps.clone());
                    crate::quotients::partizan_facts(Some(rules), &found)
                }
                _ => crate::quotients::describe(quotient.monoid(), quotient.map()),
            };
            analysis.quotient = Some(Box::new(facts));
        }
        Value::Weights(weights) => {
            analysis.kind = Some("misère quotient".to_owned());
            let facts = crate::quotients::partizan_facts(weights.rules(), weights.quotient());
            analysis.quotient = Some(Box::new(facts));
        }
        Value::Root(number) => {
            about_irrational(number, style, budget, &mut analysis).map_err(|e| lang_error(&e))?;
        }
        other => {
            let kind = other.kind();
            let kind = kind.strip_prefix("an ").or_else(|| kind.strip_prefix("a ")).unwrap_or(kind);
            analysis.kind = Some(kind.to_owned());
        }
    }
    Ok(Evaluated { value, analysis, thermograph })
}

/// The properties of a form in misère play.
fn about_misere(found: Option<MisereFacts>, analysis: &mut Analysis) {
    let Some(MisereFacts { universe, outcome, invertible, p_free, birthday }) = found else {
        return;
    };
    let known = [
        universe.map(|universe| Property::Universe(universe.to_string())),
        Some(Property::MisereOutcome(outcome)),
        invertible.map(Property::Invertible),
        Some(Property::PFree(p_free)),
        Some(Property::Birthday(birthday.to_string())),
    ];
    analysis.properties.extend(known.into_iter().flatten());
}

/// The properties of a misère form: genus, outcome, kind.
fn about_misere_form(
    session: &Session,
    form: upstar_misere::Form,
    budget: &Budget,
    analysis: &mut Analysis,
) {
    use upstar_misere::{Error, Kind};
    let mut worker = session.solver().forms().worker(budget);
    analysis.properties.extend([
        Property::Genus(worker.genus(form).to_string()),
        Property::MisereOutcome(worker.outcome(form)),
        Property::Birthday(worker.birthday(form).to_string()),
    ]);
    match worker.kind(form) {
        Ok(kind) => {
            let word = match kind {
                Kind::Heap => "nim heap",
                Kind::Tame => "tame",
                Kind::GenerallyTame => "generally tame",
                Kind::Restive => "restive",
                Kind::GenerallyRestive => "generally restive",
                Kind::Restless => "restless",
                Kind::Wild => "wild",
            };
            analysis.properties.push(Property::Behaviour(word.to_owned()));
        }
        Err(Error::Exhausted(exhausted)) => analysis.stop = exhausted.reason,
        Err(_) => {}
    }
}

/// The properties of a loopy game: the stops and options of a stopper; of other games, why no
/// stopper was found for a side.
fn about_loopy(
    game: &Loopy,
    worker: &mut Worker<'_>,
    style: Style,
    analysis: &mut Analysis,
) -> Result<(), stoppers::Error> {
    if !game.is_stopper() {
        for side in [Side::On, Side::Off] {
            if let Err(stoppers::Error::NotStopper { proven, .. }) = game.side(side, worker) {
                let why = if proven { NoStopper::EqualsNone } else { NoStopper::NotFound };
                analysis.properties.push(match side {
                    Side::On => Property::Onside(why),
                    Side::Off => Property::Offside(why),
                });
            }
        }
        return Ok(());
    }
    let mut stop = |player| -> Result<Stop, stoppers::Error> {
        Ok(Stop { value: game.stop(player, worker)?.to_string(), mover: None })
    };
    analysis.stops = Some(Stops { left: stop(Player::Left)?, right: stop(Player::Right)? });
    let mut options = |player| -> Result<Vec<String>, stoppers::Error> {
        game.options(player)?.iter().map(|option| option.text(worker, style)).collect()
    };
    let left = Property::LeftOptions(options(Player::Left)?);
    analysis.properties.push(left);
    let right = Property::RightOptions(options(Player::Right)?);
    analysis.properties.push(right);
    Ok(())
}

/// The mean, temperature and thermograph of a game with loops, where defined.
pub(crate) fn loopy_thermograph(
    session: &Session,
    value: &Value,
    budget: &Budget,
    analysis: &mut Analysis,
) -> Result<Option<upstar_draw::thermograph::Plot>, LangError> {
    let ask = |name| defined(session.method(value, name, &[], budget));
    if let Some(Value::Number(mean)) = ask("Mean")? {
        analysis.mean = Some(mean.to_string());
    }
    if let Some(Value::Number(temperature)) = ask("Temperature")? {
        analysis.temperature = Some(temperature.to_string());
    }
    let Some(Value::Thermograph(found)) = ask("Thermograph")? else {
        let of = |komaster: &str| {
            let komaster = [Value::Text(komaster.into())];
            let found = defined(session.method(value, "Thermograph", &komaster, budget))?;
            Ok::<_, LangError>(match found {
                Some(Value::Thermograph(found)) => Some(found.to_string()),
                _ => None,
            })
        };
        let found = [
            of("neither")?.map(Property::NoKomaster),
            of("Left")?.map(Property::LeftKomaster),
            of("Right")?.map(Property::RightKomaster),
        ];
        analysis.properties.extend(found.into_iter().flatten());
        return Ok(None);
    };
    analysis.thermograph = Some(walls(&found));
    let title = analysis.value.as_ref().unwrap_or(&analysis.subject);
    Ok(Some(thermograph_plot(&found, title)))
}

/// The properties of a number that is not rational.
fn about_number(
    number: &Surreal,
    style: Style,
    budget: &Budget,
    analysis: &mut Analysis,
) -> Result<(), LangError> {
    analysis.kind = Some(number_kind(number).to_owned());
    analysis.outcome = Some(if number.signum() > 0 { Outcome::L } else { Outcome::R });
    let ascii = style == Style::Ascii;
    let mut add = |property: fn(String) -> Property, text: String| {
        let text = if ascii { text.replace('ω', "omega").replace('×', "*") } else { text };
        analysis.properties.push(property(text));
    };
    match Stalk::of(number, budget) {
        Ok(stalk) => {
            add(Property::SignExpansion, stalk.to_string());
            add(Property::Birthday, stalk.length().to_string());
        }
        Err(Error::Exhausted(exhausted)) => return Err(LangError::Exhausted(exhausted)),
        Err(_) => {
            if let Ok(runs) = first_runs(number, 8, budget) {
                add(Property::SignExpansion, runs);
            }
        }
    }
    if number.to_normal_form().is_none() {
        let terms = number.expansion(5);
        let sum = terms.iter().fold(NormalForm::zero(), |sum, term| sum.sum(term));
        add(Property::NormalForm, format!("{sum} ..."));
    }
    if let Ok(floor) = number.floor() {
        add(Property::Floor, floor.to_string());
    }
    Ok(())
}

/// The properties of an irrational number.
fn about_irrational(
    number: &RootReal,
    style: Style,
    budget: &Budget,
    analysis: &mut Analysis,
) -> Result {
    analysis.kind = Some(IRRATIONAL.to_owned());
    analysis.outcome = Some(if number.is_positive()? { Outcome::L } else { Outcome::R });
    let options = SurrealOptions { style, ..SurrealOptions::default() };
    describe_irrational(number, options, budget, &mut |part, text| -> Result {
        part.add(text, analysis);
        Ok(())
    })?;
    analysis.properties.push(Property::Floor(number.floor()?.to_string()));
    Ok(())
}
