//! The text of stoppers.

use std::collections::{HashMap, HashSet};

use upstar_core::Player;
use upstar_values::{Id, Rational, Style, Worker};

use crate::graph::Graph;
use crate::loopy::equal;
use crate::names::{up_star, upon, uponth};
use crate::{Error, Loopy, Result};

/// Above this number of bars, braces are used instead.
const MOST_BARS: usize = 4;

/// Longer texts are refused.
const MOST_TEXT: usize = 1 << 20;

/// Names are searched for among sums of a number, `^[on]` or `^<on>`, and a nimber of at most this
/// size.
const MOST_NIM: u32 = 3;

/// The largest number of positions with loops in a sum with `^[on]` or `^<on>`.
const MOST_NAMED: usize = 3;

/// Names of labels. `v` is down.
const LABELS: &[u8] = b"abcdefghijklmnopqrstuwxyz";

struct Printer<'a, 'w, 'u> {
    graph: &'a Graph,
    worker: &'w mut Worker<'u>,
    style: Style,
    ids: Vec<Option<Id>>,
    /// The names of positions with loops, if any.
    names: Vec<Option<String>>,
    /// Whether a position is its own negative.
    switches: Vec<bool>,
    /// The ranks of all positions in printed order.
    ranks: Vec<usize>,
    /// The labels of places whose position occurs again below its options.
    labels: HashMap<Path, String>,
    /// The places whose position has occurred again below its options.
    deep: HashSet<Path>,
    /// Places in the order in which they were written.
    written: Vec<Path>,
    bars: HashMap<Path, usize>,
    text: String,
    open: Path,
}

/// A place in the text: the positions in whose braces it is, from the outermost to the position
/// itself.
type Path = Vec<u32>;

/// The text of a side in its simplest form.
pub(crate) fn text(graph: &Graph, worker: &mut Worker<'_>, style: Style) -> Result<String> {
    let count = graph.nodes.len();
    let mut printer = Printer::new(graph, worker, style)?;
    // Positions of a side that is not a stopper have no stopper names and no negatives.
    let stops = |node| graph.from(node).reached().is_stopper();
    let stoppers: Vec<bool> = match graph.is_stopper() {
        true => vec![true; count],
        false => (0..count as u32).map(stops).collect(),
    };
    for node in 0..count as u32 {
        if printer.ids[node as usize].is_none() && stoppers[node as usize] {
            printer.names[node as usize] = printer.name(node)?;
        }
    }
    for node in 0..count as u32 {
        // A position that leads to itself is no switch: `pass` has no negative.
        let passes = graph.nodes[node as usize].iter().flatten().any(|&option| option == node);
        if printer.expands(node) && !passes && stoppers[node as usize] {
            let own = graph.from(node).tidy(printer.worker)?;
            let negative = own.negative();
            printer.switches[node as usize] = equal(&own, &negative, printer.worker)?;
        }
    }
    printer.ranks = printer.ranks()?;
    // The first text shows where labels are needed. Labels may make further positions explicit.
    let root = graph.root;
    loop {
        let before = printer.deep.len();
        printer.text.clear();
        printer.written.clear();
        printer.bars.clear();
        let braces = printer.braces_of(root)?.is_some();
        printer.write(root, braces)?;
        if printer.deep.len() == before {
            break;
        }
        printer.label();
    }
    Ok(match style {
        Style::Plain | Style::Ascii => printer.text,
        // Labels and names keep their letters: only the text of values was styled.
        Style::Unicode => printer.text.replace("+-", "±"),
    })
}

impl<'a, 'w, 'u> Printer<'a, 'w, 'u> {
    fn new(
        graph: &'a Graph,
        worker: &'w mut Worker<'u>,
        style: Style,
    ) -> Result<Printer<'a, 'w, 'u>> {
        let ids = graph.ids(worker)?;
        let count = graph.nodes.len();
        Ok(Printer {
            graph,
            worker,
            style,
            ids,
            names: vec![None; count],
            switches: vec![false; count],
            ranks: Vec::new(),
            labels: HashMap::new(),
            deep: HashSet::new(),
            written: Vec::new(),
            bars: HashMap::new(),
            text: String::new(),
            open: Vec::new(),
        })
    }

    /// Whether the position is written by its options.
    fn expands(&self, node: u32) -> bool {
        self.ids[node as usize].is_none() && self.names[node as usize].is_none()
    }

    fn number(&mut self, node: u32) -> Option<Rational> {
        self.ids[node as usize].and_then(|id| self.worker.as_number(id))
    }

    /// A name, if there is one.
    fn name(&mut self, node: u32) -> Result<Option<String>> {
        if let (&[x], &[threat]) =
            (self.graph.options(node, Player::Left), self.graph.options(node, Player::Right))
        {
            for (miny, near, far) in [(false, x, threat), (true, threat, x)] {
                if let Some(name) = self.tiny(near, far, miny)? {
                    return Ok(Some(name));
                }
            }
        }
        self.simple_name(node)
    }

    /// The name of `on`, `off`, a number with over or under, or a sum with `^[on]` or `^<on>`.
    fn simple_name(&mut self, node: u32) -> Result<Option<String>> {
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
            _ => {}
        }
        self.ups(node)
    }

    /// The name of x + Tiny(G), {x||x|x-G}, for a G with a name: `Tiny(on)`, `1Tiny(2over)`. The
    /// option `near` is x and the other one is the threat. For x + Miny(G) they are exchanged.
    fn tiny(&mut self, near: u32, far: u32, miny: bool) -> Result<Option<String>> {
        let Some(x) = self.number(near) else { return Ok(None) };
        // From the threat, play goes back to x, or on to x - G (x + G for miny).
        let threat = &self.graph.nodes[far as usize];
        let (back, end) = if miny { (&threat[1], &threat[0]) } else { (&threat[0], &threat[1]) };
        let (&[back], &[end]) = (&back[..], &end[..]) else { return Ok(None) };
        if back != near || self.ids[end as usize].is_some() {
            return Ok(None);
        }
        let end = self.graph.from(end).tidy(self.worker)?;
        let mut game = Loopy::canonical(if miny { end } else { end.negative() });
        if !x.is_zero() {
            let id = self.worker.number(&if miny { -x.clone() } else { x.clone() })?;
            let shift = Loopy::of_value(self.worker, id)?;
            game = game.plus(&shift, self.worker)?;
        }
        if !game.is_stopper() || game.stop(Player::Right, self.worker)? <= Rational::ZERO {
            return Ok(None);
        }
        let graph = game.onside();
        let name = Printer::new(graph, self.worker, self.style)?.simple_name(graph.root)?;
        let tiny = if miny { "Miny" } else { "Tiny" };
        Ok(name.map(|name| beside(&x, &format!("{tiny}({name})"))))
    }

    /// The ranks of all positions in printed order: short games, then names, then positions written
    /// by their options, ordered by Left options and then by Right options.
    fn ranks(&mut self) -> Result<Vec<usize>> {
        let mut known: Vec<Id> = self.ids.iter().flatten().copied().collect();
        self.worker.sort(&mut known)?;
        known.dedup();
        let places: HashMap<Id, usize> =
            known.into_iter().enumerate().map(|(at, id)| (id, at)).collect();
        let count = self.graph.nodes.len();
        let first = (0..count).map(|node| match (self.ids[node], &self.names[node]) {
            (Some(id), _) => (0, places.get(&id).copied(), None),
            // Sums of powers come before powers.
            (None, Some(name)) => (1, None, Some(name.replace('<', "~"))),
            (None, None) => (2, None, None),
        });
        let mut ranks = ranked(&first.collect::<Vec<_>>());
        loop {
            self.worker.tick(count as u64)?;
            let next = (0..count).map(|node| {
                let sides = self.graph.nodes[node].each_ref().map(|side| {
                    let mut side: Vec<usize> = side.iter().map(|&o| ranks[o as usize]).collect();
                    side.sort_unstable();
                    side
                });
                (ranks[node], self.expands(node as u32).then_some(sides))
            });
            let next = ranked(&next.collect::<Vec<_>>());
            if next.iter().max() == ranks.iter().max() {
                return Ok(next);
            }
            ranks = next;
        }
    }

    /// The name of x + `^[on]` + *n and similar games.
    fn ups(&mut self, node: u32) -> Result<Option<String>> {
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

    /// Gives labels to the places whose position occurs again below its options.
    fn label(&mut self) {
        let mut letters = LABELS.iter();
        self.labels.clear();
        for path in self.written.iter().filter(|path| self.deep.contains(*path)) {
            let label = match letters.next() {
                Some(&letter) => char::from(letter).to_string(),
                None => format!("a{}", self.labels.len()),
            };
            self.labels.insert(path.clone(), label);
        }
    }

    /// The place of a position that is written inside the open braces.
    fn place(&self, node: u32) -> Path {
        self.open.iter().copied().chain([node]).collect()
    }

    /// The number of bars of a position that is written in braces without a label.
    fn braces_of(&mut self, node: u32) -> Result<Option<usize>> {
        let at = node as usize;
        if let Some(id) = self.ids[at] {
            return Ok(self.value_bars(id));
        }
        // A position that occurs again is written as a label or `pass`.
        if self.names[at].is_some() || self.switches[at] || self.open.contains(&node) {
            return Ok(None);
        }
        if self.labels.contains_key(&self.place(node)) {
            return Ok(None);
        }
        self.bars_of(node).map(Some)
    }

    /// The number of bars between the options of a position.
    fn bars_of(&mut self, node: u32) -> Result<usize> {
        let fresh = self.open.last() != Some(&node);
        if fresh {
            if self.open.len() >= MOST_DEPTH {
                return Err(Error::TooLong);
            }
            self.open.push(node);
        }
        if let Some(&bars) = self.bars.get(&self.open) {
            if fresh {
                self.open.pop();
            }
            return Ok(bars);
        }
        self.worker.tick(self.open.len() as u64)?;
        if self.bars.len() > MOST_TEXT {
            return Err(Error::TooLong);
        }
        let mut bars = 1;
        for side in self.graph.nodes[node as usize].clone() {
            if let [option] = side[..]
                && let Some(inner) = self.braces_of(option)?
                && inner < MOST_BARS
            {
                bars = bars.max(inner + 1);
            }
        }
        self.bars.insert(self.open.clone(), bars);
        if fresh {
            self.open.pop();
        }
        Ok(bars)
    }

    /// The number of bars of a short game that is written in braces.
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

    fn push(&mut self, text: &str) -> Result {
        self.text.push_str(text);
        self.worker.tick(1)?;
        if self.text.len() > MOST_TEXT { Err(Error::TooLong) } else { Ok(()) }
    }

    /// Writes a position, in braces if it needs them and `braces` is set.
    fn write(&mut self, node: u32, braces: bool) -> Result {
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
        if let Some(outer) = self.open.iter().position(|&open| open == node) {
            let path = self.open[..=outer].to_vec();
            if let Some(label) = self.labels.get(&path).cloned() {
                return self.push(&label);
            }
            if outer + 1 < self.open.len() {
                self.deep.insert(path);
            }
            return self.push("pass");
        }
        if self.open.len() >= MOST_DEPTH {
            return Err(Error::TooLong);
        }
        self.open.push(node);
        self.written.push(self.open.clone());
        let label = self.labels.get(&self.open).cloned();
        if let Some(label) = &label {
            self.push(label)?;
        }
        let [left, right] = [self.sorted(node, 0), self.sorted(node, 1)];
        if self.switches[at] && label.is_none() {
            self.push("+-")?;
            if let [only] = left[..] {
                let braces = self.braces_of(only)?.is_some();
                // `+-over`, but `+-(1over)`, because a sign applies to what is next to it.
                let letters = |name: &String| name.bytes().all(|byte| byte.is_ascii_lowercase());
                let named = self.names[only as usize].as_ref().is_some_and(letters);
                let plain = braces || named || self.number(only).is_some();
                self.push(if plain { "" } else { "(" })?;
                self.write(only, true)?;
                self.push(if plain { "" } else { ")" })?;
            } else {
                self.push("{")?;
                self.side(&left, MOST_BARS)?;
                self.push("}")?;
            }
        } else {
            let bars = self.bars_of(node)?;
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

    fn side(&mut self, side: &[u32], bars: usize) -> Result {
        for (index, &option) in side.iter().enumerate() {
            if index > 0 {
                self.push(",")?;
            }
            let inner = self.braces_of(option)?;
            self.write(option, inner.is_some_and(|inner| side.len() > 1 || inner >= bars))?;
        }
        Ok(())
    }

    /// The options in printed order, with `pass` last.
    fn sorted(&self, node: u32, player: usize) -> Vec<u32> {
        let mut side = self.graph.nodes[node as usize][player].clone();
        side.sort_by_key(|&option| (option == node, self.ranks[option as usize], option));
        side
    }
}

/// The rank of each item among the distinct items.
fn ranked<T: Ord>(things: &[T]) -> Vec<usize> {
    let mut sorted: Vec<&T> = things.iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    things.iter().map(|thing| sorted.partition_point(|other| *other < thing)).collect()
}

/// The largest depth of nested braces.
const MOST_DEPTH: usize = 500;

/// `over`, `2over`, `-2over`.
fn beside(x: &Rational, name: &str) -> String {
    if x.is_zero() { name.to_owned() } else { format!("{x}{name}") }
}

impl Loopy {
    /// The text in the field's notation: `over`, `a{0||||0|||a|*||*}`, `2 & +-1`.
    ///
    /// # Errors
    /// [`Error::TooLong`], or a budget used up.
    pub fn text(&self, worker: &mut Worker<'_>, style: Style) -> Result<String> {
        let on = text(self.onside(), worker, style)?;
        if self.is_stopper() {
            return Ok(on);
        }
        let off = text(self.offside(), worker, style)?;
        if on == "on" && off == "off" {
            return Ok("dud".to_owned());
        }
        let [on, off] =
            [on, off].map(|side| if is_sum(&side) { format!("({side})") } else { side });
        Ok(format!("{on} & {off}"))
    }
}

/// Whether a text is a sum, `-1+^[on]`, which `&` would divide.
fn is_sum(text: &str) -> bool {
    let mut depth = 0;
    text.char_indices().any(|(at, letter)| {
        match letter {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
        letter == '+' && depth == 0 && at > 0
    })
}
