//! The graph of a value.

use std::collections::HashMap;

use upstar_core::{Budget, Player};
use upstar_draw::diagram::{Arc, Diagram, MOST_ARCS, MOST_VERTICES, Mark, Vertex};
use upstar_draw::{DrawError, Rgb, Scene};
use upstar_lang::{LangError, Problem, Result, Session, Style, Value};
use upstar_misere::partizan::{self, Form, Forms, Id};
use upstar_stoppers::{self as stoppers, Graph, Side};
use upstar_values::Worker;

use super::{side_by_side, with_caption};
use crate::details::lang_error;

/// The maximum length of a vertex label, in letters.
const LONGEST: usize = 32;

/// A picture of the canonical form of a game, short or loopy, as a graph: a vertex for each
/// position with its value, blue arcs to Left's options and red ones to Right's; the start of play
/// is bold. Play ends at numbers. For a game that is not a stopper both sides are drawn. For a form,
/// in misère play or not simplified, the graph of its options is drawn, each position once.
///
/// ```
/// use upstar::core::Budget;
/// use upstar::lang::{Session, Style};
///
/// let mut session = Session::new();
/// let budget = Budget::unlimited();
/// let value = session.evaluate("a{0||||0|||a|*||*}", &budget)?.unwrap();
/// let scene = upstar::value_scene(&session, &value, Style::Plain, &budget)?;
/// assert!(upstar_draw::svg(&scene).contains("Left"));
/// # Ok::<(), upstar::lang::LangError>(())
/// ```
///
/// # Errors
///
/// As [`Session::loopy`]; [`LangError::Limit`] for more than [`MOST_VERTICES`] positions.
pub fn value_scene(
    session: &Session,
    value: &Value,
    style: Style,
    budget: &Budget,
) -> Result<Scene> {
    match value {
        Value::Misere(form) => return impartial_form(session, *form, budget),
        Value::PartizanMisere(form) => return partizan_form(form.form(), style, budget),
        Value::Form(form) => {
            return written_form(form, &mut session.universe().worker(budget), style);
        }
        _ => {}
    }
    let game = session.loopy(value, budget)?;
    let mut worker = session.universe().worker(budget);
    if game.is_stopper() {
        return scene(game.onside(), &mut worker, style);
    }
    let mut sides = Vec::new();
    for (side, graph) in [(Side::On, game.onside()), (Side::Off, game.offside())] {
        sides.push(with_caption(&scene(graph, &mut worker, style)?, side.name()));
    }
    Ok(side_by_side(&sides, "&"))
}

/// A form of an impartial game in misère play, with the moves of both players in black.
fn impartial_form(session: &Session, form: upstar_misere::Form, budget: &Budget) -> Result<Scene> {
    let fail = |error: upstar_misere::Error| match error {
        upstar_misere::Error::Exhausted(exhausted) => LangError::Exhausted(exhausted),
        other => limit(other.to_string()),
    };
    let mut worker = session.solver().forms().worker(budget);
    let mut diagram = Diagram::default();
    let mut found = vec![form];
    let mut places = HashMap::from([(form, 0_u32)]);
    while let Some(&form) = found.get(diagram.vertices.len()) {
        let from = diagram.vertices.len();
        let text = worker.text(form).map_err(fail)?;
        add_vertex(&mut diagram, text);
        for option in worker.options(form).map_err(fail)? {
            let to = *places.entry(option).or_insert_with(|| {
                found.push(option);
                found.len() as u32 - 1
            });
            diagram.arcs.push(Arc { from: from as u32, to, ..Arc::default() });
        }
        if found.len() > MOST_VERTICES {
            return Err(limit(DrawError::Vertices(found.len()).to_string()));
        }
        expect_arcs(&diagram)?;
    }
    diagram.scene().map_err(|error| limit(error.to_string()))
}

/// A form in misère play, as a graph of its positions; a tombstone is part of the text of a vertex.
fn partizan_form(form: &Form, style: Style, budget: &Budget) -> Result<Scene> {
    let fail = |error: partizan::Error| match error {
        partizan::Error::Exhausted(exhausted) => LangError::Exhausted(exhausted),
        other => limit(other.to_string()),
    };
    let positions = form.positions();
    if positions.len() > MOST_VERTICES {
        return Err(limit(DrawError::Vertices(positions.len()).to_string()));
    }
    let mut forms = Forms::new(budget).map_err(fail)?;
    let mut ids: Vec<Id> = Vec::with_capacity(positions.len());
    for position in positions {
        let of = |player: usize| -> Vec<Id> {
            position.options[player].iter().map(|&x| ids[x as usize]).collect()
        };
        let id = forms.make_with_tombstones(&of(0), &of(1), position.tombstones);
        ids.push(id.map_err(fail)?);
    }
    let options: Vec<_> = positions.iter().map(|position| &position.options).collect();
    options_graph(&options, |at| forms.text(ids[at], style == Style::Ascii).map_err(fail))
}

/// A form that is not simplified, as a graph of its positions, each with its value.
fn written_form(
    form: &upstar_values::Form,
    worker: &mut Worker<'_>,
    style: Style,
) -> Result<Scene> {
    let options = form.written_out(worker).map_err(|error| lang_error(&error))?;
    options_graph(&options.iter().collect::<Vec<_>>(), |at| {
        let position = upstar_values::Form::of_options(&options[..=at]);
        let canonical = position.canonical(worker).map_err(|error| lang_error(&error))?;
        worker.text(canonical, style).map_err(|error| lang_error(&error))
    })
}

/// Positions by the places of their options, which come before them. The last one is drawn first.
fn options_graph(
    options: &[&[Vec<u32>; 2]],
    mut text: impl FnMut(usize) -> Result<String>,
) -> Result<Scene> {
    if options.len() > MOST_VERTICES {
        return Err(limit(DrawError::Vertices(options.len()).to_string()));
    }
    let place = |at: usize| (options.len() - 1 - at) as u32;
    let mut diagram = Diagram::default();
    for at in (0..options.len()).rev() {
        add_vertex(&mut diagram, text(at)?);
        for (player, side) in Player::BOTH.into_iter().zip(options[at]) {
            let to = side.iter().map(|&to| place(to as usize));
            add_arcs(&mut diagram, place(at), player, to);
        }
        expect_arcs(&diagram)?;
    }
    finished(diagram)
}

fn add_vertex(diagram: &mut Diagram, text: String) {
    let bold = diagram.vertices.is_empty();
    let label = shortened(&text);
    diagram.vertices.push(Vertex { label, id: Some(text), bold, ..Vertex::default() });
}

fn add_arcs(diagram: &mut Diagram, from: u32, player: Player, to: impl Iterator<Item = u32>) {
    let colour = colour(player);
    diagram.arcs.extend(to.map(|to| Arc { from, to, colour, ..Arc::default() }));
}

fn expect_arcs(diagram: &Diagram) -> Result {
    match diagram.arcs.len() {
        count if count > MOST_ARCS => Err(limit(DrawError::Arcs(count).to_string())),
        _ => Ok(()),
    }
}

fn scene(graph: &Graph, worker: &mut Worker<'_>, style: Style) -> Result<Scene> {
    let vertices = graph.vertices(MOST_VERTICES, worker, style);
    let vertices = vertices.map_err(|error| match error {
        stoppers::Error::Exhausted(exhausted) => LangError::Exhausted(exhausted),
        stoppers::Error::Value(error) => lang_error(&error),
        other => limit(other.to_string()),
    })?;
    let mut diagram = Diagram::default();
    for (from, stoppers::Vertex { text, options }) in vertices.into_iter().enumerate() {
        add_vertex(&mut diagram, text);
        for (player, side) in Player::BOTH.into_iter().zip(options) {
            add_arcs(&mut diagram, from as u32, player, side.into_iter());
        }
        expect_arcs(&diagram)?;
    }
    finished(diagram)
}

/// The picture, with a legend of the players' moves.
fn finished(mut diagram: Diagram) -> Result<Scene> {
    for player in Player::BOTH {
        let colour = colour(player);
        if diagram.arcs.iter().any(|arc| arc.colour == colour) {
            diagram.legend.push((Mark::Line(colour), format!("{player} moves")));
        }
    }
    diagram.scene().map_err(|error| limit(error.to_string()))
}

fn colour(player: Player) -> Rgb {
    match player {
        Player::Left => Rgb::BLUE,
        Player::Right => Rgb::RED,
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST - 3).collect();
    start + "..."
}

fn limit(message: String) -> LangError {
    LangError::Limit(Problem { place: Box::default(), message, help: None })
}
