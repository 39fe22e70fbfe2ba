//! Stoppers as text.

use upstar_values::{Id, Rational, Style, Worker};

use crate::Error;
use crate::graph::Graph;
use crate::loopy::equal;
use crate::names::{up_star, upon, uponth};

/// More bars than this are not used: braces are put around instead.
const MOST_BARS: usize = 4;

/// Longer texts are refused.
const MOST_TEXT: usize = 1 << 20;

/// Names are looked for among sums of a number, `^[on]` or `^<on>`, and a nimber up to this one.
const MOST_NIM: u32 = 3;

/// How many positions with loops a game with a name has at most.
const MOST_NAMED: usize = 3;

/// Names of labels. `v` is down.
const LABELS: &[u8] = b"abcdefghijklmnopqrstuwxyz";

struct Printer<'a, 'w, 'u> {
    graph: &'a Graph,
    worker: &'w mut Worker<'u>,
    style: Style,
    ids: Vec<Option<Id>>,
    /// Names of positions with loops that have one.
    names: Vec<Option<String>>,
    /// Whether a position is its own negative.
    switches: Vec<bool>,
    /// The labels of positions that are met again below their options.
    labels: Vec<Option<String>>,
    /// Positions that were met again below their options.
    deep: Vec<u32>,
    /// Positions in the order in which they were written.
    written: Vec<u32>,
    bars: Vec<Option<usize>>,
    text: String,
    open: Vec<u32>,
}

/// The text of a stopper in canonical form.
pub(crate) fn text(graph: &Graph, worker: &mut Worker<'_>, style: Style) -> Result<String, Error> {
    let ids = graph.ids(worker)?;
    let count = graph.nodes.len();
    let mut printer = Printer {
        graph,
        worker,
        style,
        ids,
        names: vec![None; count],
        switches: vec![false; count],
        labels: vec![None; count],
        deep: Vec::new(),
        written: Vec::new(),
        bars: vec![None; count],
        text: String::new(),
        open: Vec::new(),
    };
    for node in 0..count as u32 {
        if printer.ids[node as usize].is_none() {
            printer.names[node as usize] = printer.name(node)?;
        }
    }
    for node in 0..count as u32 {
        // A position that leads to itself is no switch: `pass` has no negative.
        let passes = graph.nodes[node as usize].iter().flatten().any(|&option| option == node);
        if printer.expands(node) && !passes {
            let own = graph.from(node).tidy(printer.worker)?;
            let negative = own.negative();
            printer.switches[node as usize] = equal(&own, &negative, printer.worker)?;
        }
    }
    // What is written once shows where labels are needed; with labels more may be written.
    let root = graph.root;
    loop {
        let before = printer.deep.len();
        printer.text.clear();
        printer.written.clear();
        printer.bars.fill(None);
        let braces = printer.braces_of(root).is_some();
        printer.write(root, braces)?;
        if printer.deep.len() == before {
            break;
        }
        printer.label();
    }
    Ok(match style {
        Style::Plain | Style::Ascii => printer.text,
        // Labels and names keep their letters: only what the values wrote was styled.
        Style::Unicode => printer.text.replace("+-", "±"),
    })
}

impl Printer<'_, '_, '_> {
    /// Whether the position is written by its options.
    fn expands(&self, node: u32) -> bool {
        self.ids[node as usize].is_none() && self.names[node as usize].is_none()
    }

    fn number(&mut self, node: u32) -> Option<Rational> {
        self.ids[node as usize].and_then(|id| self.worker.as_number(id))
    }

    /// A name, if there is one.
    fn name(&mut self, node: u32) -> Result<Option<String>, Error> {
        let [left, right] = &self.graph.nodes[node as usize];
        let (left, right) = (left.clone(), right.clone());
        match (&left[..], &right[..]) {
            ([own], []) if *own == node => return Ok(Some("on".to_owned())),
            ([], [own]) if *own == node => return Ok(Some("off".to_owned())),
            (&[x], &[own]) if own == node => {
                if let Some(x) = self.number(x) {
                    return Ok(Some(beside(&x, "over")));
                }
            }
            (&[own], &[x]) if own == node => {
                if let Some(x) = self.number(x) {
                    return Ok(Some(beside(&x, "under")));
                }
            }
            (&[x], &[threat]) => {
                // x + Tiny(on) is {x||x|off}, and the like for miny.
                for (miny, near, far) in [(false, x, threat), (true, threat, x)] {
                    let Some(number) = self.number(near) else { continue };
                    // The threat goes back to x, or on to the end: off, for miny on.
                    let threat = &self.graph.nodes[far as usize];
                    let (back, end) =
                        if miny { (&threat[1], &threat[0]) } else { (&threat[0], &threat[1]) };
                    let ([back], [end]) = (&back[..], &end[..]) else { continue };
                    let [l, r] = &self.graph.nodes[*end as usize];
                    let ends = if miny {
                        l[..] == [*end] && r.is_empty()
                    } else {
                        r[..] == [*end] && l.is_empty()
                    };
                    if *back == near && ends {
                        let name = if miny { "Miny(on)" } else { "Tiny(on)" };
                        return Ok(Some(beside(&number, name)));
                    }
                }
            }
            _ => {}
        }
        self.ups(node)
    }

    /// The name of x + `^[on]` + *n and its kin.
    fn ups(&mut self, node: u32) -> Result<Option<String>, Error> {
        let mut reached = vec![node];
        let mut next = 0;
        let mut loops = 0;
        let mut numbers: Vec<Rational> = Vec::new();
        while let Some(&at) = reached.get(next) {
            next += 1;
            match self.ids[at as usize] {
                None => loops += 1,
                Some(id) => {
                    if let Some((x, _, _)) = self.worker.as_number_up_star(id)
                        && !numbers.contains(&x)
                    {
                        numbers.push(x);
                    }
                }
            }
            if loops > MOST_NAMED || reached.len() > 40 {
                return Ok(None);
            }
            for &option in self.graph.nodes[at as usize].iter().flatten() {
                if !reached.contains(&option) {
                    reached.push(option);
                }
            }
        }
        let own = self.graph.from(node).tidy(self.worker)?;
        for partial in [true, false] {
            let up = if partial { upon(self.worker)? } else { uponth(self.worker)? };
            for down in [false, true] {
                let arrow = if down { up.negative() } else { up.clone() };
                for x in &numbers {
                    for nim in 0..=MOST_NIM {
                        let rest = up_star(self.worker, x, 0, nim)?;
                        let sum = arrow.plus(&rest)?.tidy(self.worker)?;
                        if !equal(&own, &sum, self.worker)? {
                            continue;
                        }
                        let sign = if down { 'v' } else { '^' };
                        let arrow =
                            if partial { format!("{sign}[on]") } else { format!("{sign}<on>") };
                        let star = match nim {
                            0 => String::new(),
                            1 => "*".to_owned(),
                            n => format!("*{n}"),
                        };
                        let name = arrow + &star;
                        return Ok(Some(if x.is_zero() {
                            name
                        } else if x.signum() < 0 {
                            format!("{x}+{name}")
                        } else {
                            format!("{x}{name}")
                        }));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Gives labels to the positions that are met again below their options.
    fn label(&mut self) {
        let mut letters = LABELS.iter();
        self.labels.fill(None);
        for &node in self.written.iter().filter(|node| self.deep.contains(node)) {
            let label = match letters.next() {
                Some(&letter) => char::from(letter).to_string(),
                None => format!("a{node}"),
            };
            self.labels[node as usize] = Some(label);
        }
    }

    /// The bars of a position that is written in braces without a label.
    fn braces_of(&mut self, node: u32) -> Option<usize> {
        let at = node as usize;
        if let Some(id) = self.ids[at] {
            return self.value_bars(id);
        }
        let named = self.names[at].is_some() || self.labels[at].is_some() || self.switches[at];
        // What is met again is a label or `pass`.
        if named || self.open.contains(&node) {
            return None;
        }
        Some(self.bars_of(node))
    }

    /// The bars between the options of a position.
    fn bars_of(&mut self, node: u32) -> usize {
        if let Some(bars) = self.bars[node as usize] {
            return bars;
        }
        let fresh = !self.open.contains(&node);
        if fresh {
            self.open.push(node);
        }
        let mut bars = 1;
        for side in self.graph.nodes[node as usize].clone() {
            if let [option] = side[..]
                && let Some(inner) = self.braces_of(option)
                && inner < MOST_BARS
            {
                bars = bars.max(inner + 1);
            }
        }
        self.bars[node as usize] = Some(bars);
        if fresh {
            self.open.pop();
        }
        bars
    }

    /// The bars of a short game that is written in braces.
    fn value_bars(&mut self, id: Id) -> Option<usize> {
        let text = self.worker.text(id, Style::Plain).ok()?;
        if !text.starts_with('{') {
            return None;
        }
        // The longest run of bars outside inner braces.
        let (mut depth, mut run, mut most) = (0, 0, 0);
        for letter in text.chars() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            run = if letter == '|' && depth == 1 { run + 1 } else { 0 };
            most = most.max(run);
        }
        Some(most)
    }

    fn push(&mut self, text: &str) -> Result<(), Error> {
        self.text.push_str(text);
        self.worker.tick(1)?;
        if self.text.len() > MOST_TEXT { Err(Error::TooLong) } else { Ok(()) }
    }

    /// Writes a position, in braces if it has them and `braces` says so.
    fn write(&mut self, node: u32, braces: bool) -> Result<(), Error> {
        let at = node as usize;
        if let Some(id) = self.ids[at] {
            let text = self.worker.text(id, self.style)?;
            let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
            return match inner {
                Some(inner) if !braces => self.push(inner),
                _ => self.push(&text),
            };
        }
        if let Some(name) = self.names[at].clone() {
            return self.push(&name);
        }
        if self.open.contains(&node) {
            if let Some(label) = self.labels[at].clone() {
                return self.push(&label);
            }
            if self.open.last() != Some(&node) && !self.deep.contains(&node) {
                self.deep.push(node);
            }
            return self.push("pass");
        }
        if self.open.len() >= MOST_DEPTH {
            return Err(Error::TooLong);
        }
        self.open.push(node);
        if !self.written.contains(&node) {
            self.written.push(node);
        }
        let label = self.labels[at].clone();
        if let Some(label) = &label {
            self.push(label)?;
        }
        let [left, right] = [self.sorted(node, 0)?, self.sorted(node, 1)?];
        if self.switches[at] && label.is_none() {
            self.push("+-")?;
            if let [only] = left[..] {
                let braces = self.braces_of(only).is_some();
                let plain = braces || self.number(only).is_some();
                self.push(if plain { "" } else { "(" })?;
                self.write(only, true)?;
                self.push(if plain { "" } else { ")" })?;
            } else {
                self.push("{")?;
                self.side(&left, MOST_BARS)?;
                self.push("}")?;
            }
        } else {
            let bars = self.bars_of(node);
            let braces = braces || label.is_some();
            self.push(if braces { "{" } else { "" })?;
            self.side(&left, bars)?;
            self.push(&"|".repeat(bars))?;
            self.side(&right, bars)?;
            self.push(if braces { "}" } else { "" })?;
        }
        self.open.pop();
        Ok(())
    }

    fn side(&mut self, side: &[u32], bars: usize) -> Result<(), Error> {
        for (index, &option) in side.iter().enumerate() {
            if index > 0 {
                self.push(",")?;
            }
            let inner = self.braces_of(option);
            self.write(option, inner.is_some_and(|inner| side.len() > 1 || inner >= bars))?;
        }
        Ok(())
    }

    /// The options in printed order: short games first.
    fn sorted(&mut self, node: u32, player: usize) -> Result<Vec<u32>, Error> {
        let side = self.graph.nodes[node as usize][player].clone();
        let mut ids: Vec<Id> = side.iter().filter_map(|&o| self.ids[o as usize]).collect();
        self.worker.sort(&mut ids)?;
        let place = |option: u32| {
            let id = self.ids[option as usize];
            id.and_then(|id| ids.iter().position(|&other| other == id)).unwrap_or(usize::MAX)
        };
        let mut side = side;
        side.sort_by_key(|&option| {
            // Names before what is written by options, and `pass` last.
            let name = self.names[option as usize].clone().or(self.labels[option as usize].clone());
            (place(option), option == node, name.is_none(), name, option)
        });
        Ok(side)
    }
}

/// How deep braces may be nested.
const MOST_DEPTH: usize = 500;

/// `over`, `2over`, `-2over`.
fn beside(x: &Rational, name: &str) -> String {
    if x.is_zero() { name.to_owned() } else { format!("{x}{name}") }
}
