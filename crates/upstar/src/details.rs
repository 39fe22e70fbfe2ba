//! The properties of a short game.

use num_bigint::BigInt;
use num_traits::One;
use upstar_core::Player;
use upstar_draw::thermograph as picture;
use upstar_lang::{LangError, Problem, Style, Value};
use upstar_values::{
    Error, FormalSum, Id, Rational, Result, Stop, Thermograph, Trajectory, Worker, infinitesimal,
    structure, thermography,
};

use crate::analysis::{Analysis, Property, Stops, Wall, Walls};

/// The most options of a nimber that are listed.
const MOST_OPTIONS: u32 = 1000;

/// How an expression's value is written and drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvaluateOptions {
    /// The style in which values are written.
    pub style: Style,
    /// Whether the thermograph is drawn with its scaffolds: the options' walls less the cost of the
    /// move.
    pub scaffolds: bool,
}

/// An expression's value, its properties and its picture.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Evaluated {
    /// The value, which belongs to the session that evaluated it.
    pub value: Value,
    /// Its properties.
    pub analysis: Analysis,
    /// The thermograph, if the value is a game or a thermograph.
    pub thermograph: Option<picture::Plot>,
}

/// For longer sums the canonical form is not computed by default: its size doubles with each term.
pub(crate) const MOST_TERMS: usize = 12;

/// The properties of a long sum that do not need its canonical form.
pub(crate) fn long_sum(
    worker: &mut Worker<'_>,
    sum: &FormalSum,
    terms: &[(Id, BigInt)],
    style: Style,
    analysis: &mut Analysis,
) -> Result<picture::Plot> {
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
    Ok(thermograph_plot(&thermograph, &subject))
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
    /// All properties, in the order in which they are shown.
    pub(crate) fn all(&mut self, g: Id, scaffolds: bool) -> Result<Option<picture::Plot>> {
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
        let mut picture = thermograph_plot(&thermograph, &value);
        if scaffolds && let Some((left, right)) = optional(thermography::scaffolds(self.worker, g))?
        {
            // The scaffolds extend a little above the foot of the mast.
            let t = thermograph.temperature();
            let quarter = (t - thermograph.wall(Player::Left).floor()).half().half();
            let high = t + &quarter;
            let mean = thermograph.mean();
            picture.scaffolds = vec![scaffold(&left, mean, &high), scaffold(&right, mean, &high)];
        }
        self.properties(g, &left, &right)?;
        Ok(Some(picture))
    }

    fn properties(&mut self, g: Id, left: &Stop, right: &Stop) -> Result {
        if !self.worker.is_number(g) && left.value != right.value {
            let interval = thermography::confusion_interval(self.worker, g)?;
            self.add(Property::ConfusionInterval(interval.into()));
        }
        // The options, and what follows from them, are as many.
        if self.worker.as_nimber(g).is_some_and(|n| n > MOST_OPTIONS) {
            return Ok(());
        }
        if let Some(options) = optional(self.worker.left_options(g))? {
            let texts = self.texts(options)?;
            self.add(Property::LeftOptions(texts));
        }
        if let Some(options) = optional(self.worker.right_options(g))? {
            let texts = self.texts(options)?;
            self.add(Property::RightOptions(texts));
        }
        let birthday = structure::birthday(self.worker, g)?.to_string();
        let omega = self.style == Style::Ascii;
        let birthday = if omega { birthday.replace('ω', "omega") } else { birthday };
        self.add(Property::Birthday(birthday));
        if infinitesimal::is_infinitesimal(self.worker, g)
            && g != Id::ZERO
            && let Some(weight) = optional(infinitesimal::atomic_weight(self.worker, g))?
        {
            let text = self.worker.text(weight, self.style)?;
            self.add(Property::AtomicWeight(text));
        }
        if !self.worker.is_number(g)
            && let Some(expansion) = optional(infinitesimal::uptimal_expansion(self.worker, g))?
        {
            self.add(Property::UptimalExpansion(expansion.to_string()));
        }
        if let Some(reduced) = optional(infinitesimal::reduced_canonical_form(self.worker, g))?
            && reduced != g
        {
            let text = self.worker.text(reduced, self.style)?;
            self.add(Property::ReducedCanonicalForm(text));
        }
        Ok(())
    }

    fn add(&mut self, property: Property) {
        self.analysis.properties.push(property);
    }

    fn texts(&mut self, games: Vec<Id>) -> Result<Vec<String>> {
        games.into_iter().map(|game| self.worker.text(game, self.style)).collect()
    }

    /// The kind of game, in words.
    fn kind(&mut self, g: Id) -> Result<&'static str> {
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

/// A result that is defined; `None` if it is undefined.
fn optional<T>(answer: Result<T>) -> Result<Option<T>> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(Error::Exhausted(exhausted)) => Err(Error::Exhausted(exhausted)),
        Err(_) => Ok(None),
    }
}

pub(crate) fn stop(stop: &Stop) -> crate::analysis::Stop {
    crate::analysis::Stop { value: stop.value.to_string(), mover: Some(stop.to_move) }
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

/// The plot of a thermograph; its method `scene` makes a picture. Values are placed by their exact
/// distance from the mast.
///
/// ```
/// use upstar::core::Budget;
/// use upstar::values::{Universe, thermography};
///
/// let universe = Universe::new();
/// let mut worker = universe.worker(&Budget::unlimited());
/// let (two, minus_one) = (worker.integer(2)?, worker.integer(-1)?);
/// let hot = worker.game(&[two], &[minus_one])?;
/// let plot = upstar::thermograph_plot(&*thermography::thermograph(&mut worker, hot)?, "{2|-1}");
/// assert_eq!(plot.mast.value.label, "1/2");
/// # Ok::<(), upstar::values::Error>(())
/// ```
#[must_use]
pub fn thermograph_plot(thermograph: &Thermograph, title: &str) -> picture::Plot {
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
