//! A small reader of the field's notation, only for tests: games, sums, and method calls as CGSuite
//! writes them. It panics on unknown input.
#![allow(dead_code, missing_docs, unreachable_pub)]

use upstar_core::{Budget, Player};
use upstar_values::{
    Error, Form, Id, Rational, Style, Universe, Worker, infinitesimal, structure, thermography,
};

#[derive(Clone, Debug)]
pub enum Value {
    Game(Id),
    Form(Form),
    Text(String),
}

pub struct Reader<'t, 'w, 'u> {
    text: &'t [u8],
    at: usize,
    pub worker: &'w mut Worker<'u>,
}

/// The printed answer to an expression; errors as `!!message`.
pub fn answer(universe: &Universe, text: &str) -> String {
    let mut worker = universe.worker(&Budget::unlimited().with_steps(20_000_000));
    match read(&mut worker, text) {
        Err(error) => format!("!!{error}"),
        Ok(Value::Text(text)) => text,
        Ok(Value::Game(id)) => worker.text(id, Style::Plain).unwrap(),
        Ok(Value::Form(form)) => form.text(&mut worker, Style::Plain).unwrap(),
    }
}

pub fn read(worker: &mut Worker<'_>, text: &str) -> Result<Value, Error> {
    let mut reader = Reader { text: text.as_bytes(), at: 0, worker };
    let value = reader.expression()?;
    reader.blanks();
    assert_eq!(reader.at, text.len(), "left over in {text:?} after {}", &text[..reader.at]);
    Ok(value)
}

/// The game that a text denotes.
pub fn game(worker: &mut Worker<'_>, text: &str) -> Id {
    match read(worker, text) {
        Ok(Value::Game(id)) => id,
        Ok(Value::Form(form)) => form.canonical(worker).unwrap(),
        other => panic!("{text:?} is no game: {other:?}"),
    }
}

impl Reader<'_, '_, '_> {
    fn blanks(&mut self) {
        while self.text.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
    }

    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn eat(&mut self, what: &str) -> bool {
        self.blanks();
        let found = self.text[self.at..].starts_with(what.as_bytes());
        if found {
            self.at += what.len();
        }
        found
    }

    fn expect(&mut self, what: &str) {
        assert!(
            self.eat(what),
            "{what:?} expected in {:?} at {}",
            String::from_utf8_lossy(self.text),
            self.at
        );
    }

    fn word(&mut self) -> Option<String> {
        self.blanks();
        let start = self.at;
        while self.peek().is_ascii_alphabetic() {
            self.at += 1;
        }
        let word = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        // v is down.
        if word.len() < 3 {
            self.at = start;
            return None;
        }
        Some(word)
    }

    pub fn id(&mut self, value: Value) -> Result<Id, Error> {
        match value {
            Value::Game(id) => Ok(id),
            Value::Form(form) => form.canonical(self.worker),
            Value::Text(text) => Ok(game(self.worker, &text)),
        }
    }

    fn form(&mut self, value: Value) -> Form {
        match value {
            Value::Form(form) => form,
            Value::Game(id) => Form::value(id),
            Value::Text(text) => panic!("{text} is no form"),
        }
    }

    fn number(&mut self, value: Value) -> Rational {
        let Value::Game(id) = value else { panic!("{value:?} is no number") };
        self.worker.as_number(id).expect("a number")
    }

    fn expression(&mut self) -> Result<Value, Error> {
        let mut value = self.additive()?;
        while let Some(name) = self.word() {
            let argument = self.additive()?;
            value = self.call(value, &name, vec![argument])?;
        }
        for relation in ["<>", "<=", ">=", "==", "<", ">"] {
            if self.eat(relation) {
                let other = self.additive()?;
                let (g, h) = (self.id(value)?, self.id(other)?);
                let found = self.worker.compare(g, h)?.to_string();
                let holds = match relation {
                    "==" => found == "=",
                    "<=" => found == "<" || found == "=",
                    ">=" => found == ">" || found == "=",
                    _ => found == relation,
                };
                return Ok(Value::Text(holds.to_string()));
            }
        }
        Ok(value)
    }

    fn additive(&mut self) -> Result<Value, Error> {
        let mut value = self.ordinal()?;
        loop {
            self.blanks();
            if self.eat("+-") {
                let other = self.term()?;
                let g = self.id(other)?;
                let other = self.worker.plus_minus(&[g])?;
                let g = self.id(value)?;
                value = Value::Game(self.worker.add(g, other)?);
            } else if self.eat("+") {
                let other = self.ordinal()?;
                let (g, h) = (self.id(value)?, self.id(other)?);
                value = Value::Game(self.worker.add(g, h)?);
            } else if self.eat("-") {
                let other = self.ordinal()?;
                let (g, h) = (self.id(value)?, self.id(other)?);
                value = Value::Game(self.worker.sub(g, h)?);
            } else {
                return Ok(value);
            }
        }
    }

    fn ordinal(&mut self) -> Result<Value, Error> {
        let mut value = self.term()?;
        while self.eat(":") {
            let other = self.term()?;
            let (g, h) = (self.form(value), self.form(other));
            value = Value::Form(g.ordinal_sum(self.worker, &h)?);
        }
        Ok(value)
    }

    fn term(&mut self) -> Result<Value, Error> {
        self.blanks();
        if self.eat("+-") {
            if self.peek() == b'{'
                && let Some(list) = self.list_in_braces()?
            {
                return Ok(Value::Game(self.worker.plus_minus(&list)?));
            }
            let value = self.term()?;
            let g = self.id(value)?;
            return Ok(Value::Game(self.worker.plus_minus(&[g])?));
        }
        if self.eat("-") {
            let value = self.term()?;
            let g = self.id(value)?;
            return Ok(Value::Game(self.worker.neg(g)?));
        }
        let mut value = self.atom()?;
        loop {
            if self.eat(".") {
                let name = self.word().expect("a method");
                let mut arguments = vec![];
                if self.eat("(") && !self.eat(")") {
                    loop {
                        if self.eat("Left") {
                            arguments.push(Value::Text("Left".into()));
                        } else if self.eat("Right") {
                            arguments.push(Value::Text("Right".into()));
                        } else {
                            arguments.push(self.expression()?);
                        }
                        if !self.eat(",") {
                            break;
                        }
                    }
                    self.expect(")");
                }
                value = self.call(value, &name, arguments)?;
            } else if self.peek() == b'*'
                && !matches!(
                    self.text.get(self.at + 1),
                    None | Some(b'|' | b',' | b')' | b'}' | b' ')
                )
            {
                // A product with an integer.
                self.at += 1;
                let n = self.number(value).numer();
                let other = self.term()?;
                let g = self.id(other)?;
                value = Value::Game(self.worker.multiple(&n, g)?);
            } else {
                return Ok(value);
            }
        }
    }

    fn digits(&mut self) -> Option<u64> {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        std::str::from_utf8(&self.text[start..self.at]).unwrap().parse().ok()
    }

    /// Number, ups, nimber, tiny, powers of up, all side by side.
    fn atom(&mut self) -> Result<Value, Error> {
        self.blanks();
        if self.eat("(") {
            let value = self.expression()?;
            self.expect(")");
            return Ok(value);
        }
        if self.eat("'") {
            let form = self.braces_form()?;
            self.expect("'");
            return Ok(Value::Form(form));
        }
        if self.peek() == b'{' {
            self.at += 1;
            let value = self.bars(1)?;
            self.expect("}");
            return Ok(value);
        }
        let mut total = Id::ZERO;
        let start = self.at;
        if self.peek().is_ascii_digit() {
            let mut end = self.at;
            let fraction = |c: u8| c.is_ascii_digit() || c == b'/';
            while self.text.get(end).copied().is_some_and(fraction) {
                end += 1;
            }
            let mut text = std::str::from_utf8(&self.text[self.at..end]).unwrap();
            if let Some((x, y)) = text.split_once('/')
                && y.is_empty()
            {
                text = x;
            }
            let x: Rational = text.parse().unwrap();
            self.at += text.len();
            if self.peek() == b'^' && self.text.get(self.at + 1).is_some_and(u8::is_ascii_digit) {
                self.at += 1;
                let n = self.digits().unwrap();
                let mut power = Rational::ONE;
                for _ in 0..n {
                    power = &power * &x;
                }
                return Ok(Value::Game(self.worker.number(&power)?));
            }
            total = self.worker.number(&x)?;
        }
        for (name, miny) in [("Tiny(", false), ("Miny(", true)] {
            if self.text[self.at..].starts_with(name.as_bytes()) {
                self.at += name.len();
                let value = self.expression()?;
                self.expect(")");
                let g = self.id(value)?;
                let tiny = if miny { self.worker.miny(g)? } else { self.worker.tiny(g)? };
                return Ok(Value::Game(self.worker.add(total, tiny)?));
            }
        }
        if matches!(self.peek(), b'^' | b'v') {
            let sign: i64 = if self.peek() == b'^' { 1 } else { -1 };
            let ups = match self.text.get(self.at + 1) {
                Some(open @ (b'<' | b'[')) => {
                    let partial = *open == b'[';
                    self.at += 2;
                    let n = self.digits().unwrap() as i64;
                    self.at += 1;
                    let up = self.worker.up_star(&Rational::ZERO, 1, 0)?;
                    let n = Rational::from(n);
                    let power = if partial {
                        infinitesimal::pow_to(self.worker, up, &n)?
                    } else {
                        infinitesimal::pow(self.worker, up, &n)?
                    };
                    if sign > 0 { power } else { self.worker.neg(power)? }
                }
                _ => {
                    let symbol = self.peek();
                    let mut n = 0;
                    while self.peek() == symbol {
                        self.at += 1;
                        n += 1;
                    }
                    if n == 1 {
                        n = self.digits().map_or(1, |n| n as i64);
                    }
                    self.worker.up_star(&Rational::ZERO, sign * n, 0)?
                }
            };
            total = self.worker.add(total, ups)?;
        }
        let star_ends = matches!(
            self.text.get(self.at + 1),
            None | Some(b'|' | b',' | b')' | b'}' | b' ' | b':' | b'.' | b'+' | b'-')
        );
        let after_number = self.at > start
            && self.text[self.at - 1].is_ascii_digit()
            && !self.text[start..self.at].iter().any(|c| matches!(c, b'^' | b'v'));
        if self.peek() == b'*' && (star_ends || !after_number) {
            self.at += 1;
            let n = self.digits().unwrap_or(1);
            let star = self.worker.nimber(n as u32)?;
            total = self.worker.add(total, star)?;
        }
        assert!(
            self.at > start,
            "a game expected in {:?} at {start}",
            String::from_utf8_lossy(self.text)
        );
        Ok(Value::Game(total))
    }

    /// `{a,b}` without bars. The place does not move if there are bars.
    fn list_in_braces(&mut self) -> Result<Option<Vec<Id>>, Error> {
        let start = self.at;
        self.at += 1;
        let mut list = vec![];
        loop {
            let value = self.expression()?;
            list.push(self.id(value)?);
            if self.eat("}") {
                return Ok(Some(list));
            }
            if !self.eat(",") {
                self.at = start;
                return Ok(None);
            }
        }
    }

    fn bar_count(&mut self) -> usize {
        self.blanks();
        self.text[self.at..].iter().take_while(|&&c| c == b'|').count()
    }

    /// The text between braces or bars: a list of options on each side of the longest bars. Sides
    /// with bars are games.
    fn bars(&mut self, _: usize) -> Result<Value, Error> {
        // Split at the longest bars at this level of braces.
        let (mut depth, mut i, mut longest, mut place, mut end) = (0, self.at, 0, 0, self.at);
        while i < self.text.len() {
            match self.text[i] {
                b'{' | b'(' | b'[' => depth += 1,
                b'}' | b')' | b']' if depth == 0 => break,
                b'}' | b')' | b']' => depth -= 1,
                b'|' if depth == 0 => {
                    let run = self.text[i..].iter().take_while(|&&c| c == b'|').count();
                    assert_ne!(
                        run,
                        longest,
                        "two bars alike in {}",
                        String::from_utf8_lossy(self.text)
                    );
                    if run > longest {
                        (longest, place) = (run, i);
                    }
                    i += run - 1;
                }
                _ => {}
            }
            i += 1;
            end = i;
        }
        let end = end.max(self.at);
        let text = self.text;
        let left = self.side(&text[self.at..place])?;
        let right = self.side(&text[place + longest..end])?;
        self.at = end;
        Ok(Value::Game(self.worker.game(&left, &right)?))
    }

    fn side(&mut self, text: &[u8]) -> Result<Vec<Id>, Error> {
        let mut list = vec![];
        for part in split(text, b',') {
            if part.iter().all(|&c| c == b' ') {
                continue;
            }
            let mut reader = Reader { text: part, at: 0, worker: self.worker };
            let value = if top_level_bar(part) {
                assert_eq!(list.len(), 0, "bars in a list");
                // The list may be inside the bars: {a,b|c}.
                reader.text = text;
                let value = reader.bars(1)?;
                let id = reader.id(value)?;
                return Ok(vec![id]);
            } else if top_level_bar(text) {
                reader.text = text;
                let value = reader.bars(1)?;
                let id = reader.id(value)?;
                return Ok(vec![id]);
            } else {
                reader.expression()?
            };
            let id = reader.id(value)?;
            list.push(id);
        }
        Ok(list)
    }

    fn braces_form(&mut self) -> Result<Form, Error> {
        self.expect("{");
        let mut sides = [vec![], vec![]];
        let mut side = 0;
        loop {
            self.blanks();
            match self.peek() {
                b'}' => {
                    self.at += 1;
                    let [left, right] = &sides;
                    let (left, right): (Vec<_>, Vec<_>) =
                        (left.iter().collect(), right.iter().collect());
                    return Ok(Form::new(&left, &right));
                }
                b'|' => {
                    self.at += 1;
                    side += 1;
                }
                b',' => self.at += 1,
                b'{' => {
                    let form = self.braces_form()?;
                    sides[side].push(form);
                }
                _ => {
                    let value = self.expression()?;
                    let form = self.form(value);
                    sides[side].push(form);
                }
            }
        }
    }

    fn call(&mut self, value: Value, name: &str, arguments: Vec<Value>) -> Result<Value, Error> {
        let mut arguments = arguments.into_iter();
        let list = |worker: &mut Worker<'_>, ids: Vec<Id>| {
            let texts: Vec<String> =
                ids.into_iter().map(|id| worker.text(id, Style::Plain).unwrap()).collect();
            Ok(Value::Text(format!("{{{}}}", texts.join(","))))
        };
        match name {
            "ConwayProduct" | "OrdinalProduct" | "Subordinate" => {
                let other = arguments.next().unwrap();
                if name == "Subordinate" {
                    let g = self.id(value)?;
                    let base = self.form(other);
                    return base.subordinate(self.worker, g).map(Value::Game);
                }
                let (g, h) = (self.form(value), self.form(other));
                return match name {
                    "ConwayProduct" => g.conway_product(self.worker, &h).map(Value::Game),
                    _ => g.ordinal_product(self.worker, &h).map(Value::Form),
                };
            }
            "Wall" => {
                let Value::Text(text) = value else { panic!("a wall of {value:?}") };
                let right = matches!(arguments.next(), Some(Value::Text(t)) if t == "Right");
                return Ok(Value::Text(wall_of(&text, right)));
            }
            _ => {}
        }
        let g = self.id(value)?;
        let mut argument = || arguments.next().expect("an argument");
        let text = |text: String| Ok(Value::Text(text));
        match name {
            "CanonicalForm" => Ok(Value::Game(g)),
            "Birthday" => text(structure::birthday(self.worker, g)?.to_string()),
            "LeftStop" => text(thermography::left_stop(self.worker, g)?.value.to_string()),
            "RightStop" => text(thermography::right_stop(self.worker, g)?.value.to_string()),
            "StopCount" => text(structure::stop_count(self.worker, g)?.to_string()),
            "Mean" => text(thermography::mean(self.worker, g)?.to_string()),
            "Temperature" => text(thermography::temperature(self.worker, g)?.to_string()),
            "Thermograph" => text(thermography::thermograph(self.worker, g)?.to_string()),
            "Freeze" => thermography::freeze(self.worker, g).map(Value::Game),
            "Cool" => {
                let value = argument();
                let t = self.number(value);
                thermography::cool(self.worker, g, &t).map(Value::Game)
            }
            "Heat" => {
                let value = argument();
                let t = self.id(value)?;
                thermography::heat(self.worker, g, t).map(Value::Game)
            }
            "Overheat" => {
                let (s, t) = (argument(), argument());
                let (s, t) = (self.id(s)?, self.id(t)?);
                thermography::overheat(self.worker, g, s, t).map(Value::Game)
            }
            "NortonProduct" => {
                let value = argument();
                let unit = self.id(value)?;
                thermography::norton_product(self.worker, g, unit).map(Value::Game)
            }
            "Max" => {
                let value = argument();
                let other = self.id(value)?;
                self.worker.max(g, other).map(Value::Game)
            }
            "Incentives" => {
                let ids = structure::incentives(self.worker, g)?;
                list(self.worker, ids)
            }
            "LeftIncentives" => {
                let ids = structure::left_incentives(self.worker, g)?;
                list(self.worker, ids)
            }
            "AtomicWeight" => infinitesimal::atomic_weight(self.worker, g).map(Value::Game),
            "Companion" => infinitesimal::companion(self.worker, g).map(Value::Game),
            "ReducedCanonicalForm" => {
                infinitesimal::reduced_canonical_form(self.worker, g).map(Value::Game)
            }
            "UptimalExpansion" => {
                text(infinitesimal::uptimal_expansion(self.worker, g)?.to_string())
            }
            "Pow" | "PowTo" => {
                let value = argument();
                let x = self.number(value);
                let power = if name == "Pow" {
                    infinitesimal::pow(self.worker, g, &x)
                } else {
                    infinitesimal::pow_to(self.worker, g, &x)
                };
                power.map(Value::Game)
            }
            "OutcomeClass" => text(self.worker.outcome(g)?.to_string()),
            _ => panic!("no method {name}"),
        }
    }
}

/// Splits a text at the commas outside brackets.
fn split(text: &[u8], at: u8) -> Vec<&[u8]> {
    let (mut depth, mut start, mut parts) = (0, 0, vec![]);
    for (i, &c) in text.iter().enumerate() {
        match c {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => depth -= 1,
            c if c == at && depth == 0 => {
                parts.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn top_level_bar(text: &[u8]) -> bool {
    split(text, b'|').len() > 1
}

/// One wall of a printed thermograph.
fn wall_of(thermograph: &str, right: bool) -> String {
    let inside = thermograph.trim_start_matches("Thermograph(").trim_end_matches(')');
    let parts: Vec<String> =
        split(inside.as_bytes(), b',').iter().map(|p| String::from_utf8_lossy(p).into()).collect();
    let from = if right { 3 } else { 0 };
    format!("Trajectory({})", parts[from..from + 3].join(","))
}

/// The player's name, for messages.
pub fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "Left",
        Player::Right => "Right",
    }
}
