//! `upstar graph draw`: a picture of a small graph.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use upstar::Solved;
use upstar::graphs::Rules;
use upstar_core::arcs::Colour;
use upstar_core::{Outcome as Label, Player};
use upstar_draw::diagram::{Arc, Diagram, MOST_VERTICES, Mark, Vertex, outcome_fill};
use upstar_draw::{Rgb, svg};
use upstar_files::Output;

use super::load::{GraphFile, Loaded};
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress};

/// Draw a graph: vertices coloured by outcome, best moves thick
///
/// The picture is SVG. Of a large graph, --from draws the part that can be
/// reached from a vertex.
#[derive(Debug, Args)]
pub(crate) struct Draw {
    #[command(flatten)]
    file: GraphFile,

    /// Draw only what can be reached from this vertex
    #[arg(long, value_name = "VERTEX")]
    from: Option<String>,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    /// Write the picture to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// A line above the picture
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Draw {
    pub(crate) fn run(self) -> Outcome {
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let loaded = self.file.load(&progress, &budget)?;
        let start = self.from.as_deref().map(|name| loaded.vertex(name)).transpose()?;
        let rules = Rules { misere: self.misere };
        let run = upstar::solve_graph(&loaded.graph, rules, self.budget.threads(), &budget)
            .map_err(|error| loaded.describe(&error))?;
        let solved = run.complete()?;
        let vertices = self.shown(&loaded, start)?;
        let mut diagram = diagram(&loaded, &solved, &vertices, start)?;
        diagram.title = self.title;
        progress.clear();
        let scene = diagram.scene().map_err(Failure::input)?;
        let mut output = Output::create(&self.output)?;
        output
            .write_all(svg(&scene).as_bytes())
            .map_err(|error| Failure::from(output.error(error)))?;
        output.finish()?;
        Ok(Answer::Yes)
    }

    /// The vertices to draw: all, or those that can be reached.
    fn shown(&self, loaded: &Loaded, start: Option<u32>) -> Result<Vec<u32>, Failure> {
        let too_many = |found: usize| {
            Failure::input(format!(
                "{found} vertices or more are too many to draw; at most {MOST_VERTICES} can be \
                 drawn: with --from VERTEX, what can be reached from a vertex"
            ))
        };
        let Some(start) = start else {
            let count = loaded.graph.vertices();
            if count as usize > MOST_VERTICES {
                return Err(too_many(count as usize));
            }
            return Ok((0..count).collect());
        };
        let successors = loaded.graph.successors()?;
        let mut seen = HashMap::from([(start, ())]);
        let mut order = vec![start];
        let mut head = 0;
        while let Some(&vertex) = order.get(head) {
            head += 1;
            for &next in successors.of(vertex) {
                if seen.insert(next, ()).is_none() {
                    order.push(next);
                }
            }
            if order.len() > MOST_VERTICES {
                return Err(too_many(order.len()));
            }
        }
        order.sort_unstable();
        Ok(order)
    }
}

fn diagram(
    loaded: &Loaded,
    solved: &Solved,
    vertices: &[u32],
    start: Option<u32>,
) -> Result<Diagram, Failure> {
    let place: HashMap<u32, u32> =
        vertices.iter().enumerate().map(|(index, &vertex)| (vertex, index as u32)).collect();
    let successors = loaded.graph.successors()?;
    let mut diagram = Diagram::default();
    let mut outcomes = Vec::new();
    let mut colours = Vec::new();
    for &vertex in vertices {
        let (outcome, note, best) = facts(loaded, solved, vertex)?;
        outcomes.push(outcome);
        diagram.vertices.push(Vertex {
            label: loaded.names.get(vertex).to_string(),
            note,
            id: Some(loaded.names.get(vertex).to_string()),
            fill: outcome_fill(outcome),
            bold: start == Some(vertex),
        });
        // A best move is drawn thick once, however many parallel arcs there are.
        let mut thick_left = best;
        for (to, colour) in successors.coloured(vertex) {
            let best = thick_left.iter().position(|&(player, best)| {
                best == to && player.is_none_or(|player| colour.allows(player))
            });
            if let Some(index) = best {
                thick_left.swap_remove(index);
            }
            colours.push(colour);
            diagram.arcs.push(Arc {
                from: place[&vertex],
                to: place[&to],
                colour: rgb(colour, loaded.graph.is_coloured()),
                thick: best.is_some(),
                label: String::new(),
            });
        }
    }
    for outcome in Label::ALL {
        if outcomes.contains(&outcome) {
            let words = super::show::meaning(outcome, loaded.graph.is_coloured());
            let words = format!("{outcome}: {words}");
            diagram.legend.push((Mark::Fill(outcome_fill(outcome)), words));
        }
    }
    if loaded.graph.is_coloured() {
        for (colour, words) in
            [(Colour::Left, "Left moves"), (Colour::Right, "Right moves"), (Colour::Both, "both")]
        {
            if colours.contains(&colour) {
                diagram.legend.push((Mark::Line(rgb(colour, true)), words.to_owned()));
            }
        }
    }
    if diagram.arcs.iter().any(|arc| arc.thick) {
        diagram.legend.push((Mark::Thick(Rgb::BLACK), "best move".to_owned()));
    }
    Ok(diagram)
}

/// The outcome, the remoteness in words, and the best move of each mover; in an
/// impartial game the mover is nobody in particular.
type Facts = (Label, String, Vec<(Option<Player>, u32)>);

fn facts(loaded: &Loaded, solved: &Solved, vertex: u32) -> Result<Facts, Failure> {
    let number = |remoteness: Option<u32>| remoteness.map_or("∞".to_owned(), |r| r.to_string());
    let unknown = || Failure::input("the graph was not solved to its end");
    Ok(match solved {
        Solved::Impartial(solution) => (
            solution.outcome(vertex).ok_or_else(unknown)?,
            number(solution.remoteness(vertex)),
            solution.best_move(&loaded.graph, vertex)?.map(|to| (None, to)).into_iter().collect(),
        ),
        Solved::Coloured(solution) => {
            let mut best = Vec::new();
            for player in Player::BOTH {
                best.extend(solution.best_move(vertex, player)?.map(|to| (Some(player), to)));
            }
            let [left, right] =
                Player::BOTH.map(|player| number(solution.remoteness(vertex, player)));
            let outcome = solution.outcome(vertex).ok_or_else(unknown)?;
            (outcome, format!("{left} | {right}"), best)
        }
    })
}

fn rgb(colour: Colour, coloured: bool) -> Rgb {
    match colour {
        _ if !coloured => Rgb::BLACK,
        Colour::Left => Rgb::BLUE,
        Colour::Right => Rgb::RED,
        Colour::Both => Rgb::GREEN,
    }
}
