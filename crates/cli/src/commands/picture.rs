//! `upstar picture`: positions, recorded games and the order of ups as pictures.

use std::path::PathBuf;

use clap::Args;
use upstar::{Record, property};
use upstar_core::{Budget, Player};
use upstar_draw::Scene;
use upstar_engine::{Convention, Game, Settings, Solver};
use upstar_files::{MOST_TEXT, Source};

use crate::support::{
    Answer, BudgetArgs, Failure, Outcome, Result, picture, player, write_picture,
};

/// Draw a position or a sum of positions, or a recorded game
///
/// Boards, heaps, strips of coins, graphs, circles, bushes: each game has a picture. Left is blue,
/// Right is red.
#[derive(Debug, Args)]
pub(crate) struct PictureOf {
    /// A position or a sum: 'nim(3,4) + domineering("2x3")'
    #[arg(value_name = "POSITION", required_unless_present_any = ["record", "ups"])]
    position: Option<String>,

    /// Draw all positions of a recorded game, a file with one position per line, each reached by a
    /// move from the one before; and print who was winning
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "ups"])]
    record: Option<PathBuf>,

    /// Draw the order of the values n.^ + *m, for n from -UPS to UPS and m up to NIMBERS
    #[arg(long, value_name = "UPSxNIMBERS", value_parser = ups, conflicts_with = "position")]
    ups: Option<(u32, u32)>,

    /// Who moves first in the recorded game
    #[arg(long, value_parser = player(), ignore_case = true, default_value = "left")]
    first: Player,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    /// The text below the picture
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,

    /// Where to write the picture: SVG, PNG, PDF or TikZ (`.tex`), by the extension; `-` is standard
    /// output
    #[arg(short, long, value_name = "FILE", default_value = "-", value_parser = picture())]
    output: PathBuf,

    #[command(flatten)]
    budget: BudgetArgs,
}

fn ups(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once('x');
    let numbers = numbers.and_then(|(n, m)| Some((n.trim().parse().ok()?, m.trim().parse().ok()?)));
    numbers
        .filter(|&(n, m)| n <= 12 && m <= 12)
        .ok_or_else(|| format!("`{text}`: write two numbers up to 12, as in 3x3"))
}

impl PictureOf {
    pub(crate) fn run(self) -> Outcome {
        let (_progress, budget) = self.budget.start();
        if let Some((ups, nimbers)) = self.ups {
            let scene = upstar::ups_and_nimbers_scene(ups, nimbers, &budget);
            self.write(scene.map_err(upstar_engine::RuleError::from)?)?;
            return Ok(Answer::Yes);
        }
        if let Some(path) = &self.record {
            let text = Source::Path(path.clone()).read_text(MOST_TEXT, &budget)?;
            let record = Record::read(&text, self.first)
                .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
            self.write(record.scene())?;
            if self.output.as_os_str() != "-" {
                self.show(&record, &budget)?;
            }
            return Ok(Answer::Yes);
        }
        let text = self.position.as_deref().unwrap_or_default();
        let sum = upstar::read_positions(text, Convention::Normal, &budget)?;
        let games: Vec<&Game> = sum.games().collect();
        self.write(upstar::position_scene(&games))?;
        Ok(Answer::Yes)
    }

    /// Writes the picture, with its caption if there is one.
    fn write(&self, scene: Scene) -> Result {
        let scene = match &self.caption {
            Some(caption) => upstar::with_caption(&scene, caption),
            None => scene,
        };
        write_picture(&self.output, &scene)
    }

    /// Who was winning, position by position.
    fn show(&self, record: &Record, budget: &Budget) -> Result {
        let settings = Settings { threads: self.budget.threads(), ..Settings::default() };
        let solver = Solver::with_budget(settings, budget);
        let convention = Convention::of(self.misere);
        let analysis = record.analyze(&solver, convention, budget)?;
        let rows = analysis.table.as_ref().map_or(&[][..], |table| &table.rows);
        for (index, row) in rows.iter().enumerate() {
            let [position, mover, winner, _] = &row[..] else { continue };
            let number = index + 1;
            match winner.as_str() {
                "" => say!("{number}: {mover} to move, a draw: {position}"),
                winner => say!("{number}: {mover} to move, {winner} wins: {position}"),
            }
        }
        if let (Some(winner), Some(last)) = (property!(analysis, Winner), record.turns.last()) {
            say!("{} has no move: {winner} has won", last.mover);
        }
        Ok(())
    }
}
