//! Loopy games in the worksheet: `a{0|a}`, `{pass|*}`, `over`, `S & T`.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use upstar_core::{LoopyNimber, Player};
use upstar_engine::{Game, Summand};
use upstar_stoppers::{Error, Graph, Loopy, MOST_NODES, Side};
use upstar_values::{Id, Style, infinitesimal};

use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::value::{Answer, LabelledPart, Value, mismatch};

/// The word that stands for the game among whose options it is.
pub(crate) const PASS: &str = "pass";

/// Positions of a game whose loopy value is shown without being requested.
pub(crate) const MOST_SHOWN: usize = 300;

/// Copies of a loopy game that are added up.
const MOST_COPIES: u32 = 1000;

impl From<Error> for Fail {
    fn from(error: Error) -> Self {
        match error {
            Error::Exhausted(exhausted) => Fail::Exhausted(exhausted),
            Error::Value(error) => error.into(),
            Error::TooLarge { .. } | Error::TooLong => Fail::Limit(error.to_string()),
            other => Fail::undefined(other.to_string()),
        }
    }
}

impl Calculator<'_> {
    /// `on`, `off`, `over`, `under`, `upon`, `dud`, `tis`, `tisn`, or what stands for a game around.
    pub(crate) fn loopy_name(&mut self, name: &str) -> Answer {
        if name == PASS {
            return Ok(label(PASS));
        }
        Ok(Value::Loopy(Arc::new(Loopy::named(name, &mut self.worker)?)))
    }

    /// `^<on>`, `v[on]`.
    pub(crate) fn arrow_on(&mut self, down: bool, sum: bool) -> Answer {
        let up = Loopy::up_on(sum, &mut self.worker)?;
        Ok(Value::Loopy(Arc::new(if down { up.negative() } else { up })))
    }

    /// A loopy nimber as the loopy game that it is: both players may move to its members, or pass.
    /// Any other value as it is.
    pub(crate) fn without_nimbers(&mut self, value: &Value) -> Answer {
        let members = match value {
            Value::LoopyNimber(LoopyNimber::Infinite(members)) => members,
            Value::LoopyNimber(LoopyNimber::Nimber(size)) => {
                return self.nimber(&BigInt::from(*size));
            }
            other => return Ok(other.clone()),
        };
        let mut options = vec![label(PASS)];
        for &member in members {
            options.push(self.nimber(&BigInt::from(member))?);
        }
        self.loopy_game(&options, &options, None)
    }

    /// The sum of a loopy nimber and a nimber; `None` of other values. The sum of two loopy
    /// nimbers is none in partizan games.
    pub(crate) fn loopy_nimber_sum(
        &mut self,
        left: &Value,
        right: &Value,
    ) -> Result<Option<Value>> {
        let ((Value::LoopyNimber(loopy), other) | (other, Value::LoopyNimber(loopy))) =
            (left, right)
        else {
            return Ok(None);
        };
        let id = match other {
            Value::Number(n) if n.is_zero() => Id::ZERO,
            Value::Game(id) => *id,
            Value::Sum(_) | Value::Form(_) => self.id(other)?,
            _ => return Ok(None),
        };
        let nimber = self.worker.as_nimber(id).map(LoopyNimber::Nimber);
        Ok(nimber.map(|nimber| Value::LoopyNimber(loopy + &nimber)))
    }

    /// A value without loops as what it is.
    pub(crate) fn loopy_value(&mut self, value: Loopy) -> Answer {
        match value.as_value(&mut self.worker)? {
            Some(id) => Ok(self.simplified(id)),
            None => Ok(Value::Loopy(Arc::new(value))),
        }
    }

    /// The loopy value of any game.
    pub(crate) fn loopy(&mut self, value: &Value) -> Result<Arc<Loopy>> {
        self.loopy_within(value, MOST_NODES)
    }

    /// The same, of positions of which no more than `most` can be reached.
    fn loopy_within(&mut self, value: &Value, most: usize) -> Result<Arc<Loopy>> {
        match value {
            Value::Loopy(value) => Ok(value.clone()),
            Value::LoopyNimber(_) => match self.without_nimbers(value)? {
                Value::Loopy(value) => Ok(value),
                other => {
                    let id = self.id(&other)?;
                    Ok(Arc::new(Loopy::of_value(&mut self.worker, id)?))
                }
            },
            Value::Part(_) => Err(unbound()),
            Value::Positions(sum) if sum.class().loopy => {
                let mut total: Option<Loopy> = None;
                for term in sum.summands() {
                    let value = match term {
                        Summand::Position(game) => self.loopy_position(game, most)?,
                        Summand::Value(id) => Loopy::of_value(&mut self.worker, *id)?,
                        Summand::Number(_) => {
                            return Err(mismatch(
                                "expected a game with finitely many positions",
                                value,
                            ));
                        }
                    };
                    total = Some(match total {
                        Some(total) => total.plus(&value, &mut self.worker)?,
                        None => value,
                    });
                }
                total.map(Arc::new).ok_or_else(unbound)
            }
            other => {
                let id = self.id(other)?;
                Ok(Arc::new(Loopy::of_value(&mut self.worker, id)?))
            }
        }
    }

    /// The value of a position from the graph of all positions that follow.
    fn loopy_position(&mut self, game: &Game, most: usize) -> Result<Loopy> {
        let form = self.graph_of_position(game, most)?;
        Ok(Loopy::of(&form, &mut self.worker)?.with_form(form))
    }

    /// The graph of all positions that follow a position.
    fn graph_of_position(&mut self, game: &Game, most: usize) -> Result<Graph> {
        if game.class().entailing {
            let text =
                format!("{} has carry-on moves: its options say nothing of sums", game.text());
            return Err(Fail::undefined(text));
        }
        game.expect_moves()?;
        let start = game.clone();
        let (mut failed, mut seen) = (None, 0);
        let explored = Graph::explore(start, |game: &Game, player: Player| {
            self.worker.tick(1)?;
            seen += 1;
            if seen > 2 * most {
                return Err(Error::TooLarge { limit: most });
            }
            let options =
                game.options_within(player, self.worker.budget()).unwrap_or_else(|error| {
                    failed = Some(error);
                    Vec::new()
                });
            self.worker.tick(4 * options.len() as u64)?;
            Ok(options)
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        Ok(explored?)
    }

    /// The short game that a position of a loopy partizan game equals, or its sides.
    pub(crate) fn canonical_of_loopy(&mut self, value: &Value, most: usize) -> Answer {
        match self.id(value) {
            Ok(id) => return Ok(self.simplified(id)),
            Err(fail @ (Fail::Exhausted(_) | Fail::Limit(_))) => return Err(fail),
            Err(_) => {}
        }
        let value = self.loopy_within(value, most)?;
        self.loopy_value((*value).clone())
    }

    /// The two sides of an option.
    fn sides(&mut self, value: &Value, out: &mut Vec<LabelledPart>) -> Result {
        match value {
            Value::Part(part) => out.push((**part).clone()),
            Value::List(list) => {
                for item in list.items() {
                    self.sides(item, out)?;
                }
            }
            Value::MixedSet(games) => {
                for game in games {
                    self.sides(game, out)?;
                }
            }
            Value::Set(set) => {
                for &id in set {
                    let graph = Graph::of_value(&mut self.worker, id)?;
                    out.push(LabelledPart {
                        form: Some(graph.clone()),
                        on: graph.clone(),
                        off: graph,
                    });
                }
            }
            other => {
                let value = self.loopy(other)?;
                let form = value.moves().cloned();
                out.push(LabelledPart {
                    on: value.onside().clone(),
                    off: value.offside().clone(),
                    form,
                });
            }
        }
        Ok(())
    }

    /// {left|right} with loopy options or with labels of games around among them.
    pub(crate) fn loopy_game(
        &mut self,
        left: &[Value],
        right: &[Value],
        name: Option<&str>,
    ) -> Answer {
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        for (items, out) in [(left, &mut lefts), (right, &mut rights)] {
            for item in items {
                self.sides(item, out)?;
            }
        }
        let make = |side: fn(&LabelledPart) -> &Graph| -> Result<Graph, Error> {
            let [left, right]: [Vec<&Graph>; 2] =
                [lefts.iter().map(side).collect(), rights.iter().map(side).collect()];
            let game = Graph::make(&left, &right)?.bind(PASS);
            Ok(match name {
                Some(name) => game.bind(name),
                None => game,
            })
        };
        let written = lefts.iter().chain(&rights).all(|part| part.form.is_some());
        let form = match written {
            true => Some(make(|part| part.form.as_ref().unwrap_or(&part.on))?),
            false => None,
        };
        let part = LabelledPart { on: make(|part| &part.on)?, off: make(|part| &part.off)?, form };
        self.worker.tick(part.on.positions() as u64)?;
        if part.on.unbound().is_some() || part.off.unbound().is_some() {
            return Ok(Value::Part(Arc::new(part)));
        }
        let value = Loopy::of_sides(&part.on, &part.off, &mut self.worker)?;
        self.loopy_value(match &part.form {
            Some(form) => value.with_form(form.clone()),
            None => value,
        })
    }

    /// `S & T`.
    pub(crate) fn both_sides(&mut self, on: &Value, off: &Value) -> Answer {
        let (on, off) = (self.loopy(on)?, self.loopy(off)?);
        let value = Loopy::of_sides(on.onside(), off.offside(), &mut self.worker)?;
        self.loopy_value(value)
    }

    /// The onside or the offside by itself.
    pub(crate) fn side(&mut self, value: &Value, side: Side) -> Answer {
        let value = self.loopy(value)?.side(side, &self.worker)?;
        self.loopy_value(value)
    }

    /// The sum of two games of which one is loopy.
    pub(crate) fn loopy_sum(&mut self, left: &Value, right: &Value) -> Answer {
        let (g, h) = (self.loopy(left)?, self.loopy(right)?);
        let sum = g.plus(&h, &mut self.worker)?;
        self.loopy_value(sum)
    }

    /// `n` copies.
    pub(crate) fn loopy_copies(&mut self, value: &Loopy, n: &BigInt) -> Answer {
        let count = u32::try_from(n.magnitude()).ok().filter(|&count| count <= MOST_COPIES);
        let Some(count) = count else {
            return Err(Fail::Limit(format!(
                "at most {MOST_COPIES} copies of a loopy game are added"
            )));
        };
        if n.is_zero() {
            return Ok(Value::Number(0.into()));
        }
        let one = if n.is_negative() { value.negative() } else { value.clone() };
        // From the highest digit of the number of copies down.
        let mut sum = one.clone();
        for digit in (0..count.ilog2()).rev() {
            sum = sum.plus(&sum, &mut self.worker)?;
            if count >> digit & 1 == 1 {
                sum = sum.plus(&one, &mut self.worker)?;
            }
        }
        self.loopy_value(sum)
    }

    /// ±G: G for Left, -G for Right.
    pub(crate) fn loopy_switch(&mut self, value: &Value) -> Answer {
        let games = match value {
            Value::MixedSet(games) => games.clone(),
            value => vec![value.clone()],
        };
        let negatives: Vec<Value> =
            games.iter().map(|game| self.negative(game)).collect::<Result<_>>()?;
        self.loopy_game(&games, &negatives, None)
    }

    /// The options of a base: of a form those written, of a value those of its canonical form.
    fn base_options(&mut self, base: &Value) -> Result<[Vec<Graph>; 2], Fail> {
        let mut options: [Vec<Graph>; 2] = Default::default();
        for (out, player) in options.iter_mut().zip(Player::BOTH) {
            match base {
                Value::Loopy(base) => {
                    out.extend(base.options(player)?.iter().map(|option| option.onside().clone()));
                }
                Value::Form(form) if form.as_value().is_none() => {
                    for option in form.options(player) {
                        let id = option.canonical(&mut self.worker)?;
                        out.push(Graph::of_value(&mut self.worker, id)?);
                    }
                }
                base => {
                    let id = self.id(base)?;
                    let ids = match player {
                        Player::Left => self.worker.left_options(id)?,
                        Player::Right => self.worker.right_options(id)?,
                    };
                    for id in ids {
                        out.push(Graph::of_value(&mut self.worker, id)?);
                    }
                }
            }
        }
        Ok(options)
    }

    /// The ordinal sum of a base and a game of which one is loopy: the options of the base end it.
    pub(crate) fn loopy_ordinal_sum(&mut self, base: &Value, top: &Value) -> Answer {
        let options = self.base_options(base)?;
        let top = self.loopy(top)?;
        let value = top.on_base(&options, &mut self.worker)?;
        self.loopy_value(value)
    }

    /// The h with base:h = g, of which g or the base is loopy.
    pub(crate) fn loopy_subordinate(&mut self, g: &Value, base: &Value) -> Answer {
        let options = self.base_options(base)?;
        match self.loopy(g)?.subordinate(&options, &mut self.worker)? {
            Some(value) => self.loopy_value(value),
            None => Err(upstar_values::Error::NotSubordinate.into()),
        }
    }

    /// The options of a stopper, or what follows from it, as a set.
    pub(crate) fn loopy_set(&mut self, games: Vec<Loopy>) -> Answer {
        let (mut ids, mut loops) = (Vec::new(), Vec::new());
        for game in games {
            match game.as_value(&mut self.worker)? {
                Some(id) => ids.push(id),
                None => {
                    let value = Value::Loopy(Arc::new(game));
                    loops.push((self.text_of(&value, Style::Plain)?, value));
                }
            }
        }
        let short = self.set(ids)?;
        let Value::Set(ids) = &short else { return Ok(short) };
        if loops.is_empty() {
            return Ok(short);
        }
        loops.sort_by(|a, b| a.0.cmp(&b.0));
        loops.dedup_by(|a, b| a.0 == b.0);
        let ids = ids.clone().into_iter().map(|id| self.simplified(id));
        let all: Vec<Value> = ids.collect();
        Ok(Value::MixedSet(
            all.into_iter().chain(loops.into_iter().map(|(_, game)| game)).collect(),
        ))
    }

    /// The power of {0|h} with a loopy exponent, or the sum of the powers up to it. Those of down
    /// are the negatives of those of up.
    pub(crate) fn loopy_power(&mut self, g: &Value, exponent: &Loopy, sum: bool) -> Answer {
        let operation = if sum { "a sum of powers" } else { "a power" };
        let id = self.id(g)?;
        let up = self.worker.as_number_up_star(id).filter(|(x, ups, _)| x.is_zero() && *ups < 0);
        if up.is_some() {
            let negative = self.negative(g)?;
            let power = self.loopy_power(&negative, exponent, sum)?;
            return self.negative(&power);
        }
        let h = infinitesimal::base_of_powers(&mut self.worker, id, operation)?;
        let value = if sum {
            Loopy::power_sum(h, exponent, &mut self.worker)?
        } else {
            Loopy::power(h, exponent, &mut self.worker)?
        };
        self.loopy_value(value)
    }
}

/// What stands for the game that is labelled `name`.
pub(crate) fn label(name: &str) -> Value {
    let graph = Graph::label(name);
    Value::Part(Arc::new(LabelledPart { form: Some(graph.clone()), on: graph.clone(), off: graph }))
}

fn unbound() -> Fail {
    Fail::mismatch("`pass` and labels must be options by themselves")
        .with_help("over is {0|pass}, or a{0|a}")
}
