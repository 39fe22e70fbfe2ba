//! Analyses of expressions.

use num_bigint::BigInt;
use num_traits::One;
use upstar_core::{Budget, Outcome, Player};
use upstar_draw::thermograph as picture;
use upstar_lang::{LangError, Problem, Session, Style, Value};
use upstar_rules::Convention;
use upstar_values::surreal::{NormalForm, Stalk, Surreal};
use upstar_values::{
    Error, FormalSum, Id, Rational, Stop, Thermograph, Trajectory, Worker, infinitesimal,
    structure, thermography,
};

use crate::analysis::{Analysis, Stops, Wall, Walls};
use crate::positions::PositionAnalyzer;
use crate::surreals::{first_runs, number_kind};

/// How the value of an expression is written and drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvaluateOptions {
    /// In which characters values are written.
    pub style: Style,
    /// Whether the thermograph is drawn with its scaffolds: what the options' walls are less the
    /// cost of the move.
    pub scaffolds: bool,
}

/// An expression's value, what is known of it, and its picture.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Evaluated {
    /// The value, in the session that it was evaluated in.
    pub value: Value,
    /// What is known of it.
    pub analysis: Analysis,
    /// The thermograph, of games and of thermographs.
    pub thermograph: Option<picture::Plot>,
}

/// Evaluates one line of the worksheet language and finds out what there is to
/// know of its value; `None` for a line that is blank or a comment.
///
/// Of a game: outcome, kind, stops, mean, temperature, thermograph, options and
/// some names. If the budget is used up after the value is known, the analysis
/// has what was found until then and says why it stopped.
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
    let EvaluateOptions { style, scaffolds } = options;
    let Some(value) = session.evaluate(source, budget)? else { return Ok(None) };
    let mut analysis = Analysis::new(source.trim());
    if let Value::Sum(sum) = &value
        && sum.as_single().is_none()
    {
        let mut worker = session.universe().worker(budget);
        let terms = sum.terms(&mut worker).map_err(|error| lang_error(&error))?;
        if terms.len() > MOST_TERMS {
            let drawn = long_sum(&mut worker, sum, &terms, style, &mut analysis);
            let thermograph = drawn.map_err(|error| lang_error(&error))?;
            return Ok(Some(Evaluated { value, analysis, thermograph: Some(thermograph) }));
        }
    }
    if let Value::Positions(positions) = &value {
        let (positions, thermograph) = (positions.clone(), None);
        let mut found = Evaluated { value, analysis, thermograph };
        let analyzer = PositionAnalyzer { session, positions: &positions, options, budget };
        analyzer.analyze(&mut found)?;
        return Ok(Some(found));
    }
    analysis.value = Some(session.text(&value, style, budget)?);
    let mut thermograph = None;
    match &value {
        Value::Number(_) | Value::Game(_) | Value::Sum(_) | Value::Form(_) => {
            let id = session.game(&value, budget)?;
            if matches!(value, Value::Form(_)) {
                analysis
                    .properties
                    .push(("form".to_owned(), analysis.value.take().unwrap_or_default()));
            }
            let mut worker = session.universe().worker(budget);
            let mut details = Details { worker: &mut worker, style, analysis: &mut analysis };
            match details.all(id, scaffolds) {
                Ok(found) => thermograph = found,
                Err(Error::Exhausted(exhausted)) => analysis.stop = exhausted.reason,
                // What is asked of every game is defined for every game, and
                // what is not is left out.
                Err(_) => {}
            }
        }
        Value::Thermograph(found) => {
            analysis.kind = Some("thermograph".to_owned());
            analysis.mean = Some(found.mean().to_string());
            analysis.temperature = Some(found.temperature().to_string());
            analysis.thermograph = Some(walls(found));
            thermograph = Some(drawn(found, source));
        }
        Value::Loopy(_) => {
            analysis.kind = Some("loopy game".to_owned());
            analysis.outcome = Some(session.outcome(&value, Convention::Normal, budget)?);
        }
        Value::Surreal(number) => {
            about_number(number, style, budget, &mut analysis)?;
        }
        other => {
            let kind = other.kind();
            let kind = kind.strip_prefix("an ").or_else(|| kind.strip_prefix("a ")).unwrap_or(kind);
            analysis.kind = Some(kind.to_owned());
        }
    }
    Ok(Some(Evaluated { value, analysis, thermograph }))
}

/// What is known of a number that is not rational.
fn about_number(
    number: &Surreal,
    style: Style,
    budget: &Budget,
    analysis: &mut Analysis,
) -> Result<(), LangError> {
    analysis.kind = Some(number_kind(number).to_owned());
    analysis.outcome = Some(if number.signum() > 0 { Outcome::L } else { Outcome::R });
    let ascii = style == Style::Ascii;
    let mut add = |name: &str, text: String| {
        let text = if ascii { text.replace('ω', "omega").replace('×', "*") } else { text };
        analysis.properties.push((name.to_owned(), text));
    };
    match Stalk::of(number, budget) {
        Ok(stalk) => {
            add("sign expansion", stalk.to_string());
            add("birthday", stalk.length().to_string());
        }
        Err(Error::Exhausted(exhausted)) => return Err(LangError::Exhausted(exhausted)),
        Err(_) => {
            if let Some(runs) = first_runs(number, 8, budget) {
                add("sign expansion", runs);
            }
        }
    }
    if number.to_normal_form().is_none() {
        let terms = number.expansion(5);
        let sum = terms.iter().fold(NormalForm::zero(), |sum, term| sum.sum(term));
        add("normal form", format!("{sum} ..."));
    }
    if let Ok(floor) = number.floor() {
        add("greatest integer below", floor.to_string());
    }
    Ok(())
}

/// Of sums with more terms the canonical form is not made unasked: it doubles
/// with each term.
pub(crate) const MOST_TERMS: usize = 12;

/// What can be said of a long sum without its canonical form.
pub(crate) fn long_sum(
    worker: &mut Worker<'_>,
    sum: &FormalSum,
    terms: &[(Id, BigInt)],
    style: Style,
    analysis: &mut Analysis,
) -> Result<picture::Plot, Error> {
    let mut texts = Vec::with_capacity(terms.len());
    for (term, count) in terms {
        let text = worker.text(*term, style)?;
        texts.push(if count.is_one() { text } else { format!("{count}*({text})") });
    }
    let subject = texts.join(" + ");
    analysis.kind = Some(format!("sum of {} games, not simplified", terms.len()));
    analysis.value = Some(subject.clone());
    let (left, right) = (sum.left_stop(worker)?, sum.right_stop(worker)?);
    analysis.stops = Some(Stops { left: stop(&left), right: stop(&right) });
    let thermograph = sum.thermograph(worker)?;
    analysis.mean = Some(sum.mean(worker)?.to_string());
    analysis.temperature = Some(sum.temperature(worker)?.to_string());
    analysis.thermograph = Some(walls(&thermograph));
    Ok(drawn(&thermograph, &subject))
}

/// The error of an engine, as one of the worksheet.
pub(crate) fn lang_error(error: &Error) -> LangError {
    match error {
        Error::Exhausted(exhausted) => LangError::Exhausted(*exhausted),
        other => LangError::Undefined(Problem {
            place: Box::default(),
            message: other.to_string(),
            help: None,
        }),
    }
}

pub(crate) struct Details<'a, 'u> {
    pub(crate) worker: &'a mut Worker<'u>,
    pub(crate) style: Style,
    pub(crate) analysis: &'a mut Analysis,
}

impl Details<'_, '_> {
    /// Everything, in the order in which it is shown.
    pub(crate) fn all(&mut self, g: Id, scaffolds: bool) -> Result<Option<picture::Plot>, Error> {
        let value = self.worker.text(g, self.style)?;
        self.analysis.value = Some(value.clone());
        self.analysis.kind = Some(self.kind(g)?.to_owned());
        self.analysis.outcome = Some(self.worker.outcome(g)?);
        let (left, right) =
            (thermography::left_stop(self.worker, g)?, thermography::right_stop(self.worker, g)?);
        self.analysis.stops = Some(Stops { left: stop(&left), right: stop(&right) });
        let thermograph = thermography::thermograph(self.worker, g)?;
        self.analysis.mean = Some(thermography::mean(self.worker, g)?.to_string());
        self.analysis.temperature = Some(thermography::temperature(self.worker, g)?.to_string());
        self.analysis.thermograph = Some(walls(&thermograph));
        let mut picture = drawn(&thermograph, &value);
        if scaffolds && let Some((left, right)) = optional(thermography::scaffolds(self.worker, g))?
        {
            // The scaffolds are shown to some way above the mast's foot.
            let t = thermograph.temperature();
            let quarter = (t - thermograph.wall(Player::Left).floor()).half().half();
            let high = t + &quarter;
            let mean = thermograph.mean();
            picture.scaffolds = vec![scaffold(&left, mean, &high), scaffold(&right, mean, &high)];
        }
        self.properties(g, &left, &right)?;
        Ok(Some(picture))
    }

    fn properties(&mut self, g: Id, left: &Stop, right: &Stop) -> Result<(), Error> {
        if !self.worker.is_number(g) && left.value != right.value {
            let interval = thermography::confusion_interval(self.worker, g)?.to_string();
            self.add("confused with the numbers", interval);
        }
        for (name, options) in [
            ("Left options", optional(self.worker.left_options(g))?),
            ("Right options", optional(self.worker.right_options(g))?),
        ] {
            if let Some(options) = options {
                let mut texts = Vec::with_capacity(options.len());
                for option in options {
                    texts.push(self.worker.text(option, self.style)?);
                }
                let text = if texts.is_empty() { "none".to_owned() } else { texts.join(", ") };
                self.add(name, text);
            }
        }
        let birthday = structure::birthday(self.worker, g)?;
        let omega = self.style == Style::Ascii;
        let birthday = birthday.to_string();
        self.add("birthday", if omega { birthday.replace('ω', "omega") } else { birthday });
        if infinitesimal::is_infinitesimal(self.worker, g)
            && g != Id::ZERO
            && let Some(weight) = optional(infinitesimal::atomic_weight(self.worker, g))?
        {
            let text = self.worker.text(weight, self.style)?;
            self.add("atomic weight", text);
        }
        if !self.worker.is_number(g)
            && let Some(expansion) = optional(infinitesimal::uptimal_expansion(self.worker, g))?
        {
            self.add("uptimal expansion", expansion.to_string());
        }
        if let Some(reduced) = optional(infinitesimal::reduced_canonical_form(self.worker, g))?
            && reduced != g
        {
            let text = self.worker.text(reduced, self.style)?;
            self.add("reduced canonical form", text);
        }
        Ok(())
    }

    fn add(&mut self, name: &str, value: String) {
        self.analysis.properties.push((name.to_owned(), value));
    }

    /// What kind of game it is, in words.
    fn kind(&mut self, g: Id) -> Result<&'static str, Error> {
        let worker = &mut *self.worker;
        Ok(if g == Id::ZERO {
            "zero"
        } else if worker.is_integer(g) {
            "integer"
        } else if worker.is_number(g) {
            "number"
        } else if worker.is_nimber(g) {
            "nimber"
        } else if infinitesimal::is_infinitesimal(worker, g) {
            if infinitesimal::is_uptimal(worker, g)? {
                "infinitesimal, uptimal"
            } else {
                "infinitesimal"
            }
        } else if infinitesimal::is_numberish(worker, g) {
            "number plus infinitesimal"
        } else if structure::is_switch(worker, g) {
            "switch"
        } else {
            "hot game"
        })
    }
}

/// What is defined; `None` for what is not.
fn optional<T>(answer: Result<T, Error>) -> Result<Option<T>, Error> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(Error::Exhausted(exhausted)) => Err(Error::Exhausted(exhausted)),
        Err(_) => Ok(None),
    }
}

pub(crate) fn stop(stop: &Stop) -> String {
    format!("{} ({} to move)", stop.value, stop.to_move)
}

pub(crate) fn walls(thermograph: &Thermograph) -> Walls {
    let wall = |player| {
        let wall = thermograph.wall(player);
        let temperatures = wall.critical().iter().chain(std::iter::once(wall.floor()));
        let corners = temperatures.map(|t| (t.to_string(), wall.at(t).to_string())).collect();
        Wall { mast: wall.mast().to_string(), corners }
    };
    Walls { text: thermograph.to_string(), left: wall(Player::Left), right: wall(Player::Right) }
}

/// The thermograph, to be drawn. Values are placed by their exact distance from
/// the mast.
pub(crate) fn drawn(thermograph: &Thermograph, title: &str) -> picture::Plot {
    let mean = thermograph.mean();
    let wall = |player| {
        let wall = thermograph.wall(player);
        let zero = Rational::from(0);
        let mut temperatures: Vec<&Rational> = wall.critical().iter().collect();
        temperatures.push(wall.floor());
        // The stops are shown too: the values at temperature 0.
        if *thermograph.temperature() > zero && !temperatures.contains(&&zero) {
            temperatures.push(&zero);
            temperatures.sort_by(|a, b| b.cmp(a));
        }
        temperatures.into_iter().map(|t| corner(wall, mean, t)).collect()
    };
    picture::Plot {
        mast: picture::Corner {
            value: picture::Mark { position: 0.0, label: mean.to_string() },
            temperature: temperature(thermograph.temperature()),
        },
        left: wall(Player::Left),
        right: wall(Player::Right),
        scaffolds: Vec::new(),
        title: Some(title.trim().to_owned()),
    }
}

fn corner(wall: &Trajectory, mean: &Rational, t: &Rational) -> picture::Corner {
    let value = wall.at(t);
    picture::Corner {
        value: picture::Mark { position: (&value - mean).to_f64(), label: value.to_string() },
        temperature: temperature(t),
    }
}

fn temperature(t: &Rational) -> picture::Mark {
    picture::Mark { position: t.to_f64(), label: t.to_string() }
}

/// A scaffold from the temperature `high` down.
fn scaffold(wall: &Trajectory, mean: &Rational, high: &Rational) -> Vec<picture::Corner> {
    let inner = wall.critical().iter().filter(|&t| t < high);
    let temperatures = std::iter::once(high).chain(inner).chain(std::iter::once(wall.floor()));
    temperatures.map(|t| corner(wall, mean, t)).collect()
}
