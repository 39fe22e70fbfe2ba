//! Values as text.

use upstar_core::{latex, latex_text};
use upstar_values::Style;

use crate::calculator::Calculator;
use crate::fail::Result;
use crate::value::{List, Value, mismatch};

impl Calculator<'_> {
    /// The notation of a position; the result of [`Calculator::text_of`] for any other value.
    pub(crate) fn written(&mut self, value: &Value, style: Style) -> Result<String> {
        match value {
            Value::Positions(positions) => self.positions_text(positions, style),
            other => self.text_of(other, style),
        }
    }

    /// The text of a key or a value in a map, where a text stands between quotes.
    pub(crate) fn item_text(&mut self, value: &Value, style: Style) -> Result<String> {
        match value {
            Value::Text(text) => Ok(format!("\"{text}\"")),
            other => self.written(other, style),
        }
    }

    /// The text of a value; of positions, that of their value.
    pub(crate) fn text_of(&mut self, value: &Value, style: Style) -> Result<String> {
        Ok(match value {
            Value::Number(number) => {
                // Decimal digits take time quadratic in the length.
                let words = number.bits() >> 6;
                self.tick(1 + ((words * words) >> 4))?;
                number.to_string()
            }
            Value::Game(id) => self.worker.text(*id, style)?,
            Value::Sum(sum) => {
                let id = sum.canonical(&mut self.worker)?;
                self.worker.text(id, style)?
            }
            Value::Form(form) => form.text(&mut self.worker, style)?,
            Value::PartizanMisere(form) => self.misere_text(form, style)?,
            Value::Boolean(truth) => truth.to_string(),
            Value::List(list) => {
                let mut texts = Vec::with_capacity(list.items().len());
                self.pay_bytes(size_of::<String>() as u64 * list.items().len() as u64)?;
                for item in list.items() {
                    // In a list a position is shown by its notation, not by its value.
                    texts.push(self.written(item, style)?);
                    // The text itself, a piece of the heap for it, and its place in the whole.
                    let length = texts.last().map_or(0, String::len) as u64;
                    self.pay_bytes(32 + 3 * length)?;
                }
                let texts = texts.join(",");
                if list.is_pair() { format!("({texts})") } else { format!("[{texts}]") }
            }
            Value::Table(rows) => self.table_text(rows, style)?,
            Value::Set(ids) => {
                let mut texts = Vec::with_capacity(ids.len());
                for id in ids {
                    texts.push(self.worker.text(*id, style)?);
                }
                format!("{{{}}}", texts.join(","))
            }
            Value::MixedSet(items) => {
                let mut texts = Vec::with_capacity(items.len());
                for item in items {
                    texts.push(self.written(item, style)?);
                    self.pay_bytes(32 + 3 * texts.last().map_or(0, String::len) as u64)?;
                }
                format!("{{{}}}", texts.join(","))
            }
            Value::Map(map) => self.map_text(map, style)?,
            Value::Entry(entry) => self.entry_text(entry, style)?,
            Value::Function(function) => function.text().to_owned(),
            Value::Graph(graph) => graph.text(),
            Value::Period(period) => period.to_string(),
            Value::Nothing => "Nothing".to_owned(),
            Value::Infinity { negative } => if *negative { "-inf" } else { "inf" }.to_owned(),
            Value::Text(text) => text.clone(),
            Value::Ruleset(ruleset) => ruleset.text(),
            Value::Player(player) => player.to_string(),
            Value::Outcome(outcome) => outcome.to_string(),
            Value::Relation(relation) => relation.to_string(),
            Value::Thermograph(thermograph) => thermograph.to_string(),
            Value::Trajectory(trajectory) => trajectory.to_string(),
            Value::UptimalExpansion(expansion) => expansion.to_string(),
            Value::Surreal(number) if style == Style::Ascii => number.text_ascii(),
            Value::Surreal(number) => number.to_string(),
            Value::Root(number) if style == Style::Ascii => number.text_ascii(),
            Value::Root(number) => number.to_string(),
            Value::Nimber(nimber) if style == Style::Ascii => nimber.text_ascii(),
            Value::Nimber(nimber) => nimber.to_string(),
            Value::Positions(positions) => self.value_text(positions, style)?,
            Value::LoopyNimber(nimber) if style == Style::Ascii => format!("{nimber:#}"),
            Value::LoopyNimber(nimber) => nimber.to_string(),
            Value::Loopy(value) => value.text(&mut self.worker, style)?,
            Value::Misere(form) => self.misere.text(*form)?,
            Value::Genus(genus) => genus.text.clone(),
            Value::Tombstone if style == Style::Ascii => "Sigma".to_owned(),
            Value::Tombstone => "Σ".to_owned(),
            Value::Quotient(quotient) => quotient.text(),
            Value::Weights(weights) => weights.text(),
            Value::Part(_) => {
                return Err(mismatch(
                    "a label or `pass` stands among the options of a game",
                    value,
                ));
            }
            Value::Ellipsis => "...".to_owned(),
        })
    }

    /// The value for LaTeX's math mode, on one line.
    pub(crate) fn latex_of(&mut self, value: &Value, style: Style) -> Result<String> {
        Ok(match value {
            Value::Table(rows) => {
                let lines = self.cells(rows, style)?;
                let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
                let rows: Vec<String> = lines
                    .iter()
                    .map(|line| line.iter().map(|cell| latex(cell)).collect::<Vec<_>>().join(" & "))
                    .collect();
                let (columns, rows) = ("r".repeat(columns), rows.join(r" \\ "));
                format!(r"\begin{{array}}{{{columns}}} {rows} \end{{array}}")
            }
            Value::Function(_) | Value::Text(_) => {
                format!(r"\texttt{{{}}}", latex_text(&self.text_of(value, style)?))
            }
            _ => latex(&self.text_of(value, style)?),
        })
    }

    /// The texts of the cells of a table.
    fn cells(&mut self, rows: &List, style: Style) -> Result<Vec<Vec<String>>> {
        let mut lines: Vec<Vec<String>> = Vec::new();
        for row in rows.items() {
            let cells = self.items(row).unwrap_or_default();
            let mut line = Vec::with_capacity(cells.len());
            for cell in &cells {
                let text = self.written(cell, style)?;
                self.pay_bytes(32 + 3 * text.len() as u64)?;
                line.push(text);
            }
            lines.push(line);
        }
        Ok(lines)
    }

    /// The rows of a table, with columns as wide as their widest cells.
    fn table_text(&mut self, rows: &List, style: Style) -> Result<String> {
        let lines = self.cells(rows, style)?;
        let mut widths = vec![0; lines.iter().map(Vec::len).max().unwrap_or(0)];
        for line in &lines {
            for (widest, text) in widths.iter_mut().zip(line) {
                *widest = text.chars().count().max(*widest);
            }
        }
        // A column as wide as its widest cell makes all rows that long.
        let whole: usize = widths.iter().map(|width| width + 3).sum::<usize>() * lines.len() * 2;
        self.pay_bytes(whole as u64)?;
        let rules: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
        let rule = format!("\n{}\n", rules.join("-+-"));
        let rows: Vec<String> = lines
            .iter()
            .map(|line| {
                let cells = line.iter().zip(&widths).map(|(text, &width)| {
                    format!("{}{text}", " ".repeat(width - text.chars().count()))
                });
                cells.collect::<Vec<_>>().join(" | ")
            })
            .collect();
        Ok(rows.join(&rule))
    }
}
