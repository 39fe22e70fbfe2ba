//! Facts about a value, and the tree of its options.

use std::collections::BTreeMap;
use std::time::Duration;

use upstar::lang::{LangError, Session, Style, Value};
use upstar::stoppers::Loopy;
use upstar::values::{Id, thermography};
use upstar::{EvaluateOptions, describe_value, draw};
use upstar_core::{Budget, Convention, Player};

use crate::answers::formula;
use crate::desk::Desk;
use crate::faults::Failure;
use crate::protocol::{Corner, Description, Explored, Node, Plot, Reply, SubjectRequest};
use crate::views::views_of;

/// The maximum number of options listed for a player.
const MOST: usize = 500;
/// Time limits for the value of one node and for the values of all nodes together.
const ONE: Duration = Duration::from_millis(700);
const ALL: Duration = Duration::from_secs(6);
/// The maximum number of vertices of a canonical form drawn by default.
const MOST_DRAWN: usize = 60;

pub(crate) type Names = BTreeMap<String, Value>;

/// The same budget, limited to this time from now on.
pub(crate) fn within(budget: &Budget, time: Duration) -> Budget {
    let time = budget.time_left().map_or(time, |left| left.min(time));
    budget.clone().with_time(budget.report().elapsed + time)
}

/// A result found in time; `None` if it is undefined, so that one missing fact does not hide
/// others. An exhausted budget is an error.
fn known<T>(answer: Result<T, LangError>, budget: &Budget) -> Result<Option<T>, Failure> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(error) => match budget.check() {
            Err(exhausted) => Err(exhausted.into()),
            Ok(()) => {
                drop(error);
                Ok(None)
            }
        },
    }
}

pub(crate) fn value_of(desk: &Desk<'_>, names: &Names, subject: &str) -> Result<Value, Failure> {
    let found = desk.session.evaluate_line(names, subject, 0, desk.budget)?;
    found.value.ok_or_else(|| Failure::new("expected an expression"))
}

/// All known facts about a value.
pub(crate) fn describe(
    desk: &Desk<'_>,
    names: &Names,
    request: &SubjectRequest,
) -> Result<Description, Failure> {
    let value = value_of(desk, names, &request.subject)?;
    let options = EvaluateOptions { style: Style::Plain, scaffolds: request.scaffolds };
    let found = describe_value(desk.session, value, request.subject.trim(), options, desk.budget)?;
    let latex = found.analysis.value.as_deref().and_then(formula);
    let picture = known(picture(desk, &found.value), desk.budget)?.flatten();
    Ok(Description {
        plot: found.thermograph.as_ref().map(plot),
        thermograph_svg: found.thermograph.as_ref().map(|plot| draw::svg(&plot.scene())),
        svg: picture.map(|scene| draw::svg(&scene)),
        analysis: found.analysis,
        latex,
    })
}

/// The board of a position, or a thermograph, for LaTeX.
pub(crate) fn draw(
    desk: &Desk<'_>,
    names: &Names,
    request: &SubjectRequest,
) -> Result<Option<String>, Failure> {
    let value = value_of(desk, names, &request.subject)?;
    let scene = match &value {
        Value::Positions(_) => picture(desk, &value)?,
        Value::Thermograph(_) => {
            let options = EvaluateOptions { style: Style::Plain, scaffolds: request.scaffolds };
            let subject = request.subject.trim();
            let found = describe_value(desk.session, value, subject, options, desk.budget)?;
            found.thermograph.map(|plot| plot.scene())
        }
        _ => None,
    };
    Ok(scene.map(|scene| draw::tikz(&scene)))
}

/// The picture of positions, or the graph of a canonical form that is not large.
fn picture(desk: &Desk<'_>, value: &Value) -> Result<Option<draw::Scene>, LangError> {
    if let Value::Positions(sum) = value {
        let games: Vec<_> = sum.games().collect();
        return Ok((!games.is_empty()).then(|| upstar::position_scene(&games)));
    }
    if !matches!(value, Value::Game(_) | Value::Sum(_) | Value::Loopy(_) | Value::Misere(_)) {
        return Ok(None);
    }
    let text = desk.session.text(value, Style::Plain, desk.budget)?;
    if text.len() > 4 * MOST_DRAWN {
        return Ok(None);
    }
    upstar::value_scene(desk.session, value, Style::Plain, desk.budget).map(Some)
}

fn corner(corner: &draw::thermograph::Corner) -> Corner {
    Corner {
        x: corner.value.position,
        value: corner.value.label.clone(),
        t: corner.temperature.position,
        temperature: corner.temperature.label.clone(),
    }
}

fn plot(plot: &draw::thermograph::Plot) -> Plot {
    let wall = |corners: &[draw::thermograph::Corner]| corners.iter().map(corner).collect();
    Plot {
        mast: corner(&plot.mast),
        left: wall(&plot.left),
        right: wall(&plot.right),
        scaffolds: plot.scaffolds.iter().map(|corners| wall(corners)).collect(),
    }
}

/// A value or position with its options, reported first without values and then with them.
pub(crate) fn explore(
    desk: &Desk<'_>,
    names: &Names,
    request: &SubjectRequest,
    tell: &dyn Fn(Reply),
) -> Result<(), Failure> {
    let value = value_of(desk, names, &request.subject)?;
    let mut more = false;
    let mut sides = Vec::new();
    for player in Player::BOTH {
        let (mut options, all) = options(desk, &value, player)?;
        more |= !all || options.len() > MOST;
        options.truncate(MOST);
        sides.push(options);
    }
    let bare = |options: &[(Node, Value)]| options.iter().map(|(node, _)| node.clone()).collect();
    let node = node(desk, &value)?;
    let mut explored = Explored { node, left: bare(&sides[0]), right: bare(&sides[1]), more };
    tell(Reply::Explored(Box::new(explored.clone())));
    let whole = within(desk.budget, ALL);
    let id = add_facts(desk, &value, &mut explored.node, &whole)?;
    for (player, options) in Player::BOTH.into_iter().zip(sides) {
        let canonical = canonical_options(desk, id, player)?;
        let side = match player {
            Player::Left => &mut explored.left,
            Player::Right => &mut explored.right,
        };
        let mut ids = Vec::with_capacity(options.len());
        for (node, (_, value)) in side.iter_mut().zip(&options) {
            let out_of_time = whole.check().is_err();
            ids.push(if out_of_time { None } else { add_facts(desk, value, node, &whole)? });
        }
        desk.budget.check()?;
        let best = undominated(desk, &ids, player, &whole);
        let mut ranks = Vec::with_capacity(ids.len());
        for (node, id) in side.iter_mut().zip(&ids) {
            let is_in = |list: &Option<Vec<Id>>| {
                id.zip(list.as_ref()).is_some_and(|(id, list)| list.contains(&id))
            };
            node.sensible = is_in(&best);
            ranks.push((!is_in(&canonical), !node.sensible));
        }
        let mut ranked: Vec<_> = ranks.into_iter().zip(std::mem::take(side)).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        *side = ranked.into_iter().map(|(_, node)| node).collect();
    }
    tell(Reply::Explored(Box::new(explored)));
    Ok(())
}

/// The options of the canonical form, if it is known.
fn canonical_options(
    desk: &Desk<'_>,
    id: Option<Id>,
    player: Player,
) -> Result<Option<Vec<Id>>, Failure> {
    let Some(id) = id else { return Ok(None) };
    let mut worker = desk.session.universe().worker(desk.budget);
    let options = match player {
        Player::Left => worker.left_options(id),
        Player::Right => worker.right_options(id),
    };
    desk.budget.check()?;
    Ok(options.ok())
}

/// The undominated values for `player`; `None` if they were not found in time.
fn undominated(
    desk: &Desk<'_>,
    ids: &[Option<Id>],
    player: Player,
    budget: &Budget,
) -> Option<Vec<Id>> {
    let mut all: Vec<Id> = ids.iter().copied().flatten().collect();
    all.sort_unstable();
    all.dedup();
    let mut worker = desk.session.universe().worker(budget);
    let mut best = Vec::new();
    for &one in &all {
        let mut exceeded = false;
        for &other in all.iter().filter(|&&other| other != one) {
            exceeded |= match player {
                Player::Left => worker.le(one, other),
                Player::Right => worker.le(other, one),
            }
            .ok()?;
        }
        if !exceeded {
            best.push(one);
        }
    }
    Some(best)
}

/// The node of a value, without facts.
fn node(desk: &Desk<'_>, value: &Value) -> Result<Node, Failure> {
    let subject = desk.session.written(value, Style::Plain, desk.budget)?;
    Ok(match value {
        Value::Positions(sum) => Node { views: views_of(sum), subject, ..Node::default() },
        _ => Node { latex: formula(&subject), subject, ..Node::default() },
    })
}

/// The options of a player, and whether the list is complete.
pub(crate) fn options(
    desk: &Desk<'_>,
    value: &Value,
    player: Player,
) -> Result<(Vec<(Node, Value)>, bool), Failure> {
    let session = desk.session;
    match value {
        Value::Positions(sum) => {
            let (found, all) = sum.some_options(&session.solver().engine(), player, desk.budget)?;
            let options = found.into_iter().take(MOST + 1).map(|(subject, after)| {
                let node = Node { views: views_of(&after), subject, ..Node::default() };
                (node, Value::Positions(after))
            });
            Ok((options.collect(), all))
        }
        Value::Loopy(game) if game.is_stopper() => {
            let options = game.options(player).map_err(|error| Failure::new(error.to_string()))?;
            let mut found = Vec::new();
            for option in options.into_iter().take(MOST + 1) {
                let value = of_loopy(session, option, desk.budget)?;
                found.push((node(desk, &value)?, value));
            }
            Ok((found, true))
        }
        Value::Number(_) | Value::Game(_) | Value::Sum(_) | Value::Form(_) => {
            let id = session.game(value, desk.budget)?;
            let mut worker = session.universe().worker(desk.budget);
            let options = match player {
                Player::Left => worker.left_options(id),
                Player::Right => worker.right_options(id),
            };
            let options = options.map_err(|error| {
                desk.budget.check().map_or_else(Failure::from, |()| Failure::new(error.to_string()))
            })?;
            drop(worker);
            let mut found = Vec::new();
            for option in options.into_iter().take(MOST + 1) {
                let value = Value::Game(option);
                found.push((node(desk, &value)?, value));
            }
            Ok((found, true))
        }
        other => Err(Failure::new(format!("{} has no options to explore", other.kind()))),
    }
}

/// A loopy game as a value: a short game if it equals one.
fn of_loopy(session: &Session, game: Loopy, budget: &Budget) -> Result<Value, Failure> {
    let mut worker = session.universe().worker(budget);
    let text = game.text(&mut worker, Style::Plain);
    let text = text.map_err(|error| Failure::new(error.to_string()))?;
    drop(worker);
    let found = session.evaluate_with(&BTreeMap::new(), &text, budget)?;
    Ok(found)
}

/// Adds the facts about a node that are found in its time limit; returns its canonical form, if
/// known.
fn add_facts(
    desk: &Desk<'_>,
    value: &Value,
    node: &mut Node,
    whole: &Budget,
) -> Result<Option<Id>, Failure> {
    let session = desk.session;
    let budget = within(whole, ONE);
    if let Value::Loopy(_) | Value::LoopyNimber(_) = value {
        let outcome = session.outcome(value, Convention::Normal, &budget);
        node.outcome = known(outcome, desk.budget)?;
        return Ok(None);
    }
    let is_loopy =
        matches!(value, Value::Positions(sum) if sum.class().loopy || sum.class().entailing);
    let id = if is_loopy { None } else { known(session.game(value, &budget), desk.budget)? };
    let Some(id) = id else {
        let budget = within(whole, ONE);
        let outcome = session.outcome(value, Convention::Normal, &budget);
        node.outcome = known(outcome, desk.budget)?;
        if is_loopy {
            node.value = known(session.text(value, Style::Plain, &budget), desk.budget)?;
            node.value_latex = node.value.as_deref().and_then(formula);
        }
        return Ok(None);
    };
    let mut worker = session.universe().worker(&budget);
    node.outcome = worker.outcome(id).ok();
    if let Ok(text) = worker.text(id, Style::Plain)
        && text.len() <= 2000
    {
        node.value_latex = formula(&text);
        node.value = Some(text);
    }
    node.mean = thermography::mean(&mut worker, id).ok().map(|mean| mean.to_string());
    node.temperature = thermography::temperature(&mut worker, id).ok().map(|t| t.to_string());
    desk.budget.check()?;
    Ok(Some(id))
}
