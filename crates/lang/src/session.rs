//! Variables and the universe they live in.

use std::collections::BTreeMap;
use std::sync::Arc;

use upstar_core::{Budget, Outcome, Place, Player, Run};
use upstar_engine::{Bounds, Convention, Entailed, Settings, Solver, Sum, WinningMove};
use upstar_stoppers::Loopy;
use upstar_values::{FormalSum, Id, StopsAndWalls, Style, Universe};

use crate::ast::{Binary, Line};
use crate::calculator::Calculator;
use crate::error::{LangError, Problem};
use crate::fail::{Fail, placed};
use crate::go::Endgame;
use crate::names::{LAST, is_reserved};
use crate::parser::parse;
use crate::partizan_misere::MisereFacts;
use crate::scope::Scope;
use crate::value::Value;
use crate::{Result, methods};

/// A worksheet: variables, and the universe that their values live in.
#[derive(Debug, Default)]
pub struct Session {
    solver: Solver,
    variables: BTreeMap<String, Value>,
    /// How many lines were evaluated.
    lines: u64,
}

/// The result of a line whose names are defined elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Answered {
    /// The value of the last statement; `None` of a line that is blank or a comment, or ends with
    /// `;`.
    pub value: Option<Value>,
    /// The name that the last statement gives its value.
    pub name: Option<String>,
    /// The names that got a value, each with the last that it got, in the order of the first.
    pub defined: Vec<(String, Value)>,
}

impl Session {
    /// A session without variables and without a bound on memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A session whose games together take no more memory than `budget` allows.
    #[must_use]
    pub fn with_budget(budget: &Budget) -> Self {
        Self::with_solver(Solver::with_budget(Settings::default(), budget))
    }

    /// A session whose questions this solver answers.
    #[must_use]
    pub fn with_solver(solver: Solver) -> Self {
        Session { solver, ..Self::default() }
    }

    /// What answers questions about positions; values live in its universe.
    #[must_use]
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// The universe that the games of this session belong to.
    #[must_use]
    pub fn universe(&self) -> &Universe {
        self.solver.universe()
    }

    /// The variables and their values, by name.
    pub fn variables(&self) -> impl Iterator<Item = (&str, &Value)> {
        let named = self.variables.iter().filter(|(name, _)| *name != LAST);
        named.map(|(name, value)| (name.as_str(), value))
    }

    /// The last value, which `_` and `ans` are.
    pub fn last(&self) -> Option<&Value> {
        self.variables.get(LAST)
    }

    /// Evaluates one line: an expression, `name := expression`, `f(x) := expression`, or several
    /// of these with `;` between them, of which the last one's value is given. `None` for a line
    /// that is blank or a comment, or ends with `;`. After that `_` and `ans` are the value.
    ///
    /// # Errors
    ///
    /// [`LangError`]: the text is no expression, or has no value, or the budget
    /// is used up. The session stays as it was.
    pub fn evaluate(&mut self, source: &str, budget: &Budget) -> Result<Option<Value>> {
        let lines = parse_line(source)?;
        self.lines += 1;
        let mut before = Vec::new();
        let mut last = None;
        for line in lines {
            if line.program.nodes.is_empty() {
                last = None;
                continue;
            }
            let scope = Scope::new(&self.variables, source, self.lines);
            let mut calculator = Calculator::new(&self.solver, scope, budget);
            let found = calculator.program(&line.program);
            let assigned = std::mem::take(&mut calculator.scope.assigned);
            drop(calculator);
            match found {
                Ok(value) => {
                    let target = line.target.map(|(name, _)| (name, value.clone()));
                    let value_of_line = Some((LAST.to_owned(), value.clone()));
                    let named = assigned.into_iter().chain(target);
                    let named = named.map(|(name, value)| (name.clone(), value.called(&name)));
                    for (name, value) in named.chain(value_of_line) {
                        let old = self.variables.insert(name.clone(), value);
                        before.push((name, old));
                    }
                    last = Some(value);
                }
                Err(error) => {
                    for (name, old) in before.into_iter().rev() {
                        match old {
                            Some(old) => self.variables.insert(name, old),
                            None => self.variables.remove(&name),
                        };
                    }
                    return Err(error);
                }
            }
        }
        Ok(last)
    }

    /// The value of an expression in which names stand for values of this session; variables are
    /// neither seen nor made, so that many threads may ask at once.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use upstar_core::Budget;
    /// use upstar_lang::{Session, Style};
    ///
    /// let (session, budget) = (Session::new(), Budget::unlimited());
    /// let over = session.evaluate_with(&BTreeMap::new(), "over", &budget)?;
    /// let names = BTreeMap::from([("x".to_owned(), over)]);
    /// let sum = session.evaluate_with(&names, "x + {1|-1}.Cool(1/2)", &budget)?;
    /// assert_eq!(session.text(&sum, Style::Plain, &budget)?, "{1/2over|-1/2over}");
    /// # Ok::<(), upstar_lang::LangError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Session::evaluate`]; [`LangError::Syntax`] of what is no expression: nothing, or a
    /// variable that is given a value.
    pub fn evaluate_with(
        &self,
        names: &BTreeMap<String, Value>,
        source: &str,
        budget: &Budget,
    ) -> Result<Value> {
        self.expression(names, source, false, budget)
    }

    fn expression(
        &self,
        names: &BTreeMap<String, Value>,
        source: &str,
        keeps_sum: bool,
        budget: &Budget,
    ) -> Result<Value> {
        let lines = parse(source)?;
        match &lines[..] {
            [line] if line.target.is_none() && !line.program.nodes.is_empty() => {
                let scope = Scope::new(names, source, 0);
                let mut calculator = Calculator::new(&self.solver, scope, budget);
                let found = calculator.program_with(&line.program, keeps_sum)?;
                if calculator.scope.assigned.is_empty() {
                    return Ok(found);
                }
            }
            _ => {}
        }
        Err(LangError::Syntax(Problem {
            place: Box::new(Place::in_text(source, 0..source.len())),
            message: "expected one expression".to_owned(),
            help: Some("variables are for worksheets".to_owned()),
        }))
    }

    /// Evaluates one line as [`Session::evaluate`] does, with names that stand for these values;
    /// the session keeps nothing of it, and the caller what was defined. `number` is another for
    /// each line: errors in a function are shown where it was written, if that is the same line.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use upstar_core::Budget;
    /// use upstar_lang::{Session, Style};
    ///
    /// let (session, budget) = (Session::new(), Budget::unlimited());
    /// let found = session.evaluate_line(&BTreeMap::new(), "g := {3|1}; h := 2*g", 1, &budget)?;
    /// let names: Vec<&str> = found.defined.iter().map(|(name, _)| &name[..]).collect();
    /// assert_eq!(names, ["g", "h"]);
    /// assert_eq!(session.text(&found.value.unwrap(), Style::Plain, &budget)?, "4");
    /// # Ok::<(), upstar_lang::LangError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Session::evaluate`].
    pub fn evaluate_line(
        &self,
        names: &BTreeMap<String, Value>,
        source: &str,
        number: u64,
        budget: &Budget,
    ) -> Result<Answered> {
        let lines = parse_line(source)?;
        // The names that the line has defined, in order, and their values so far.
        let (mut order, mut defined) = (Vec::new(), BTreeMap::new());
        let (mut value, mut name) = (None, None);
        for line in lines {
            (value, name) = (None, None);
            if line.program.nodes.is_empty() {
                continue;
            }
            let scope = Scope::new(names, source, number).after(&defined);
            let mut calculator = Calculator::new(&self.solver, scope, budget);
            let found = calculator.program(&line.program)?;
            let assigned = std::mem::take(&mut calculator.scope.assigned);
            drop(calculator);
            name = line.target.map(|(name, _)| name);
            let target = name.clone().map(|name| (name, found.clone()));
            for (name, value) in assigned.into_iter().chain(target) {
                if defined.insert(name.clone(), value).is_none() {
                    order.push(name);
                }
            }
            value = Some(found);
        }
        let defined = order.into_iter().filter_map(|name| defined.remove_entry(&name)).collect();
        Ok(Answered { value, name, defined })
    }

    /// What stands between two values gives: `left + right`, `left <= right`.
    ///
    /// # Errors
    ///
    /// As [`Session::evaluate`].
    pub fn operation(
        &self,
        operator: Binary,
        left: &Value,
        right: &Value,
        budget: &Budget,
    ) -> Result<Value> {
        let found = self.calculator(budget).binary(operator, left.clone(), right.clone());
        found.map_err(whole)
    }

    /// The negative of a value.
    ///
    /// # Errors
    ///
    /// As [`Session::evaluate`].
    pub fn negative(&self, value: &Value, budget: &Budget) -> Result<Value> {
        self.calculator(budget).negative(value).map_err(whole)
    }

    /// What a method gives: `value.name(arguments)`.
    ///
    /// ```
    /// use upstar_core::Budget;
    /// use upstar_lang::{Session, Style, Value};
    ///
    /// let (session, budget) = (Session::new(), Budget::unlimited());
    /// let three = session.method(&Value::Number((-3).into()), "Abs", &[], &budget)?;
    /// assert_eq!(session.text(&three, Style::Plain, &budget)?, "3");
    /// # Ok::<(), upstar_lang::LangError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Session::evaluate`]; [`LangError::Unknown`] if no method has this name.
    pub fn method(
        &self,
        value: &Value,
        name: &str,
        arguments: &[Value],
        budget: &Budget,
    ) -> Result<Value> {
        let found = methods::call_method(&mut self.calculator(budget), name, value, arguments);
        found.map_err(whole)
    }

    /// The game that a value is, in canonical form.
    ///
    /// # Errors
    ///
    /// [`LangError::Mismatch`] if it is no game, [`LangError::Exhausted`] if the
    /// budget is used up.
    pub fn game(&self, value: &Value, budget: &Budget) -> Result<Id> {
        self.calculator(budget).id(value).map_err(whole)
    }

    /// The sum that an expression says, as it is played: summands stay as they are written, positions
    /// what they are, and values are played by their canonical forms.
    ///
    /// ```
    /// use upstar_core::{Budget, Convention, Outcome};
    /// use upstar_lang::Session;
    ///
    /// let (session, budget) = (Session::new(), Budget::unlimited());
    /// let sum = session.read_sum("*2 + *2", Convention::Misere, &budget)?;
    /// assert_eq!(sum.summands().len(), 2);
    /// let outcome = sum.outcome(&session.solver().engine(), Convention::Misere, &budget);
    /// assert_eq!(outcome.ok(), Some(Outcome::P));
    /// # Ok::<(), upstar_lang::LangError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Session::evaluate_with`] and [`Session::game`], of values without a canonical form too;
    /// infinite numbers are kept.
    pub fn read_sum(&self, source: &str, convention: Convention, budget: &Budget) -> Result<Sum> {
        let value = self.expression(&BTreeMap::new(), source, true, budget)?;
        self.calculator(budget).sum_of_value(&value, convention).map_err(whole)
    }

    /// Who wins a game.
    ///
    /// Positions are decided without their canonical form where that is quicker;
    /// in misère play they are searched whole, and of a value its canonical form is played.
    ///
    /// # Errors
    ///
    /// [`LangError::Mismatch`] if it is no game, [`LangError::Exhausted`] if the
    /// budget is used up.
    pub fn outcome(
        &self,
        value: &Value,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Outcome> {
        self.calculator(budget).outcome(value, convention).map_err(whole)
    }

    /// What is known of a form in misère play; `None` of any other value.
    ///
    /// # Errors
    ///
    /// [`LangError::Exhausted`] if the budget is used up, [`LangError::Limit`] if its sum with its
    /// conjugate has a birthday that is too large.
    pub fn misere_facts(&self, value: &Value, budget: &Budget) -> Result<Option<MisereFacts>> {
        let Value::PartizanMisere(form) = value else { return Ok(None) };
        self.calculator(budget).misere_facts(form).map(Some).map_err(whole)
    }

    /// The moves of a player that win, sorted; see [`WinningMove`].
    ///
    /// # Errors
    ///
    /// As [`Session::outcome`].
    pub fn winning_moves(
        &self,
        value: &Value,
        player: Player,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Vec<WinningMove>> {
        self.calculator(budget).winning_moves(value, player, convention).map_err(whole)
    }

    /// The two sides of a game, short or loopy, which are equal if it is a stopper.
    ///
    /// # Errors
    ///
    /// As [`Session::game`]; [`LangError::Limit`] if it has too many positions.
    pub fn loopy(&self, value: &Value, budget: &Budget) -> Result<Arc<Loopy>> {
        self.calculator(budget).loopy(value).map_err(whole)
    }

    /// The stops and thermographs of the summands of positions, found without the canonical
    /// forms of those; `None` if one of the summands is no short game.
    ///
    /// # Errors
    ///
    /// As [`Session::game`].
    pub fn stops_and_walls(
        &self,
        value: &Value,
        budget: &Budget,
    ) -> Result<Option<Vec<StopsAndWalls>>> {
        let Value::Positions(sum) = value else { return Ok(None) };
        let found = sum.stops_and_walls(&self.solver.engine(), budget);
        found.map_err(|error| whole(error.into()))
    }

    /// The bounds of the value of positions that play, each by itself and against integers, gives, as
    /// far as the budget reaches; `None` of what is no position, and of positions that cannot
    /// be played so. See [`upstar_engine::Engine::bounds`].
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the position, except that the budget is used up.
    pub fn bounds(&self, value: &Value, budget: &Budget) -> Result<Option<Run<Bounds>>> {
        let Value::Positions(sum) = value else { return Ok(None) };
        let found = sum.bounds(&self.solver.engine(), budget);
        found.map_err(|error| whole(error.into()))
    }

    /// The value of positions of impartial games of which some have entailing moves; `None` of
    /// anything else. See [`upstar_engine::Sum::entailed`].
    ///
    /// # Errors
    ///
    /// As [`Session::game`].
    pub fn entailed(&self, value: &Value, budget: &Budget) -> Result<Option<Entailed>> {
        let Value::Positions(sum) = value else { return Ok(None) };
        if !sum.class().entailing {
            return Ok(None);
        }
        sum.entailed(&self.solver.engine(), budget).map_err(|error| whole(error.into()))
    }

    /// A game as a sum that is not simplified; `None` if it has no value among the
    /// short games.
    ///
    /// # Errors
    ///
    /// As [`Session::game`].
    pub fn sum(&self, value: &Value, budget: &Budget) -> Result<Option<FormalSum>> {
        self.calculator(budget).short_sum(value).map_err(whole)
    }

    /// What a player of Go asks of a position of Go; `None` of other values, and if no move is left.
    ///
    /// # Errors
    ///
    /// A used-up budget; [`LangError::Limit`] for walls that are too large.
    pub fn endgame(&self, value: &Value, budget: &Budget) -> Result<Option<Endgame>> {
        self.calculator(budget).endgame(value).map_err(whole)
    }

    /// Whether a value is a position of Go in which kos may be fought, or both players may pass, so
    /// that it is judged by its walls and not by who wins without a ban.
    ///
    /// # Errors
    ///
    /// A used-up budget.
    pub fn is_judged_by_walls(&self, value: &Value, budget: &Budget) -> Result<bool> {
        let Value::Positions(sum) = value else { return Ok(false) };
        let Some(game) = sum.single().filter(|game| game.scorings().is_some()) else {
            return Ok(false);
        };
        if game.count().is_some() {
            return Ok(true);
        }
        let found = game.ending_value(&self.calculator(budget).engine, budget);
        Ok(found.map_err(|error| whole(error.into()))?.is_none())
    }

    /// A position as it is written; any other value as [`Session::text`] gives it.
    ///
    /// # Errors
    ///
    /// As [`Session::text`].
    pub fn written(&self, value: &Value, style: Style, budget: &Budget) -> Result<String> {
        self.calculator(budget).written(value, style).map_err(whole)
    }

    fn calculator<'a>(&'a self, budget: &'a Budget) -> Calculator<'a> {
        Calculator::new(&self.solver, Scope::new(&self.variables, "", 0), budget)
    }

    /// The text of a value of this session.
    ///
    /// # Errors
    ///
    /// [`LangError::Exhausted`] if the budget is used up, [`LangError::Limit`]
    /// if the text would be longer than a gigabyte.
    pub fn text(&self, value: &Value, style: Style, budget: &Budget) -> Result<String> {
        self.calculator(budget).text_of(value, style).map_err(whole)
    }

    /// Evaluates one line and gives its value as text; the empty text for a line
    /// that is blank or a comment.
    ///
    /// # Errors
    ///
    /// As [`Session::evaluate`] and [`Session::text`].
    pub fn line(&mut self, source: &str, style: Style, budget: &Budget) -> Result<String> {
        match self.evaluate(source, budget)? {
            Some(value) => self.text(&value, style, budget),
            None => Ok(String::new()),
        }
    }

    /// The same for LaTeX's math mode: tables are arrays, functions and texts stand as on a
    /// typewriter, all others are set as [`upstar_core::latex`] does.
    ///
    /// # Errors
    ///
    /// As [`Session::line`].
    pub fn latex_line(&mut self, source: &str, style: Style, budget: &Budget) -> Result<String> {
        match self.evaluate(source, budget)? {
            Some(value) => self.calculator(budget).latex_of(&value, style).map_err(whole),
            None => Ok(String::new()),
        }
    }
}

/// The statements of a line, none of which gives a value to a name with a meaning of its own.
fn parse_line(source: &str) -> Result<Vec<Line>> {
    let lines = parse(source)?;
    for line in &lines {
        if let Some((name, span)) = &line.target
            && is_reserved(name)
        {
            return Err(LangError::Syntax(Problem {
                place: Box::new(Place::in_text(source, span.clone())),
                message: format!("`{name}` is reserved and cannot be a variable"),
                help: Some("choose another name".to_owned()),
            }));
        }
    }
    Ok(lines)
}

/// The error of a question about a whole value: it begins where its text begins.
fn whole(fail: Fail) -> LangError {
    placed(fail, "", 0..0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a line defines comes before the names that are given, for all that follows in the line.
    #[test]
    fn names_of_a_line_come_before_others() {
        let (session, budget) = (Session::new(), Budget::unlimited());
        let number = |n: i64| Value::Number(n.into());
        let names = BTreeMap::from([("a".to_owned(), number(5)), ("b".to_owned(), number(7))]);
        let source = "a := a + b; f(x) := a * x; a := a + 1; c := f(2) + b";
        let found = session.evaluate_line(&names, source, 1, &budget).unwrap();
        let text = |value: &Value| session.text(value, Style::Plain, &budget).unwrap();
        let defined: Vec<&str> = found.defined.iter().map(|(name, _)| &name[..]).collect();
        assert_eq!(defined, ["a", "f", "c"]);
        assert_eq!(text(&found.defined[0].1), "13");
        assert_eq!(text(&found.defined[2].1), "33");
        assert_eq!(found.name.as_deref(), Some("c"));
    }
}
