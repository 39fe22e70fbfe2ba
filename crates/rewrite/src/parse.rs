//! Reading a rules file.
//!
//! A file is lines; a `;` ends a line too, and `//` at the beginning of a line or after a blank
//! begins a comment. A line with ` on strip`, ` on grid`, ` on heaps`, ` on vertices` or
//! ` on edges` begins a game.

use std::ops::Range;

use super::cursor::{Cursor, shown};
use super::pattern::{Letters, atom, rows};
use super::spec::{
    After, Board, Cell, Class, Condition, Leaving, MOST_LETTERS, Piece, Rule, Spec, Step, Ways,
    Where,
};
use upstar_engine::{Convention, RuleError};

/// The longest file that is read, in bytes.
const LONGEST: usize = 1 << 16;
/// The most games of a file, rules of a game, and steps of a rule.
const MOST: usize = 200;
/// The most steps of a move.
const MOST_STEPS: usize = 8;
/// Characters that mean something between the parts of a file, or in positions.
const SIGNS: &str = "?|/\"\\;";

/// The games of a file.
///
/// # Errors
/// [`RuleError::Notation`] with line and column, and what would be right.
pub(super) fn read(text: &str) -> Result<Vec<Spec>, RuleError> {
    if text.len() > LONGEST {
        let size = format!("{} bytes", text.len());
        return Err(RuleError::too_large("the rules file", size, format!("{LONGEST} bytes")));
    }
    let mut games: Vec<Spec> = Vec::new();
    for line in lines(text) {
        let line = without_rules(text, line);
        let source = text[line.clone()].trim();
        // In a worksheet the word `end` follows the rules.
        if source.is_empty() || source == "end" {
            continue;
        }
        let mut cursor = Cursor::new(text, line.clone());
        if let Some(spec) = header(text, &line)? {
            if games.len() == MOST {
                return Err(cursor.expected(&format!("at most {MOST} games")));
            }
            // As games are found by their names.
            let letters = |name: &str| name.replace('_', "");
            if let Some(game) = games.iter().find(|game| letters(&game.name) == letters(&spec.name))
            {
                let message = if game.name == spec.name {
                    format!("`{}` is the name of an earlier game of this file", spec.name)
                } else {
                    format!(
                        "`{}` and the earlier `{}` are one name: `_` does not tell games apart",
                        spec.name, game.name
                    )
                };
                return Err(cursor.complain_at(spec.name_span, message));
            }
            games.push(spec);
        } else {
            let Some(game) = games.last_mut() else {
                let comment = if source.starts_with(['#', '-', '%']) {
                    " (a comment begins with `//`)"
                } else {
                    ""
                };
                return Err(cursor.expected(&format!(
                    "the name of a game and its board, as in `toads and frogs on strip \"TF_\"`{comment}"
                )));
            };
            statement(game, &mut cursor)?;
        }
        if let Some(game) = games.last_mut() {
            game.source.push(source.to_owned());
        }
    }
    if games.is_empty() {
        let message = "expected a game, as in `toads and frogs on strip \"TF_\"`; here is none";
        return Err(RuleError::notation(text, text.len()..text.len(), message));
    }
    for game in &games {
        if game.rules.is_empty() && game.heaps.is_empty() && game.passes == [false; 2] {
            let message = format!(
                "{} has no rules; write one after this line, as in `both: . -> #`",
                game.name
            );
            return Err(RuleError::notation(text, game.name_span.clone(), message));
        }
    }
    Ok(games)
}

/// The lines of a text, without comments.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    // Some editors begin files with a mark of the byte order.
    let mut start = text.len() - text.trim_start_matches('\u{feff}').len();
    for line in text[start..].split('\n') {
        let comment = (0..line.len()).find(|&at| {
            let before = line.as_bytes()[..at].last();
            line.as_bytes()[at..].starts_with(b"//")
                && before.is_none_or(|before| before.is_ascii_whitespace() || *before == b';')
        });
        let mut from = start;
        for part in line[..comment.unwrap_or(line.len())].split(';') {
            lines.push(from..from + part.len());
            from += part.len() + 1;
        }
        start += line.len() + 1;
    }
    lines
}

/// The line without the word `rules`, which precedes the first line of a game in a worksheet.
fn without_rules(text: &str, line: Range<usize>) -> Range<usize> {
    let rest = text[line.clone()].trim_start().strip_prefix("rules ");
    match rest.filter(|rest| rest.contains(" on ")) {
        Some(rest) => line.end - rest.len()..line.end,
        None => line,
    }
}

/// The first line of a game, if it is one.
fn header(text: &str, line: &Range<usize>) -> Result<Option<Spec>, RuleError> {
    let source = &text[line.clone()];
    let quote = source.find(['"', ':']).unwrap_or(source.len());
    let blank = |c: Option<char>| c.is_some_and(char::is_whitespace);
    let on = source[..quote].rmatch_indices("on").map(|(at, _)| at).find(|&at| {
        blank(source[..at].chars().next_back()) && blank(source[at + 2..].chars().next())
    });
    let Some(on) = on else { return Ok(None) };
    let mut cursor = Cursor::new(text, line.start + on + 2..line.end);
    let Some(&(_, board)) = Board::ALL.iter().find(|(word, _)| cursor.word(word)) else {
        return Err(cursor.expected("`strip`, `grid`, `heaps`, `vertices` or `edges`"));
    };
    let written = source[..on].trim();
    let start = line.start + source.len() - source.trim_start().len();
    let name_span = start..start + written.len();
    let good = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ' ' || c == '\t';
    let begins = written.starts_with(|c: char| c.is_ascii_alphabetic());
    if !begins || !written.chars().all(good) || written.len() > 60 {
        let message = "expected the name of a game: a letter, then letters, digits, blanks and `_`, \
                       60 characters at most";
        return Err(cursor.complain_at(name_span, message));
    }
    let words: Vec<&str> = written.split_whitespace().collect();
    let mut spec = Spec {
        name: words.join("_").to_ascii_lowercase(),
        name_span,
        board,
        letters: Vec::new(),
        marks: 0,
        rules: Vec::new(),
        heaps: Vec::new(),
        passes: [false; 2],
        convention: Convention::Normal,
        ends: None,
        source: Vec::new(),
    };
    if board != Board::Heaps {
        letters(&mut spec, &mut cursor)?;
        if cursor.word("marks") {
            let before = spec.letters.len();
            letters(&mut spec, &mut cursor)?;
            spec.marks = spec.letters.len() - before;
        }
    }
    if !cursor.is_done() {
        let more = if spec.marks == 0 && board != Board::Heaps { "`marks` or " } else { "" };
        return Err(cursor.expected(&format!("{more}the end of the line")));
    }
    Ok(Some(spec))
}

/// Reads `"TF_"` and adds the letters.
fn letters(spec: &mut Spec, cursor: &mut Cursor<'_>) -> Result<(), RuleError> {
    let start = cursor.at;
    if !cursor.rest().starts_with('"') {
        return Err(cursor.expected("the letters of the board in quotes, as in \"TF_\""));
    }
    cursor.next();
    let first = spec.letters.len();
    loop {
        let place = cursor.at;
        match cursor.next() {
            Some('"') => break,
            Some(letter) => {
                let place = place..cursor.at;
                if !letter.is_ascii_graphic() || SIGNS.contains(letter) {
                    let message = format!(
                        "`{}` cannot be a letter of a board: expected visible ASCII characters other \
                         than {SIGNS}",
                        shown(&letter.to_string())
                    );
                    return Err(cursor.complain_at(place, message));
                }
                let graph = matches!(spec.board, Board::Vertices | Board::Edges);
                if graph && (letter.is_ascii_digit() || "-,:".contains(letter)) {
                    let message = "on a graph digits and the signs - , : cannot be letters";
                    return Err(cursor.complain_at(place, message));
                }
                let same = |known: &u8| known.eq_ignore_ascii_case(&(letter as u8));
                if spec.board == Board::Vertices
                    && spec.letters[..first].is_empty()
                    && spec.letters.iter().any(same)
                {
                    let message = format!(
                        "`{letter}` is there twice: on a graph case does not tell letters apart"
                    );
                    return Err(cursor.complain_at(place, message));
                }
                if spec.code(letter as u8).is_some() {
                    return Err(cursor.complain_at(place, format!("`{letter}` is there twice")));
                }
                if spec.letters.len() == MOST_LETTERS {
                    let message = format!("expected at most {MOST_LETTERS} letters");
                    return Err(cursor.complain_at(place, message));
                }
                spec.letters.push(letter as u8);
            }
            None => {
                let message = "these letters have no closing `\"`";
                return Err(cursor.complain_at(start..cursor.at, message));
            }
        }
    }
    if spec.letters.len() == first {
        return Err(cursor.complain_at(start..cursor.at, "expected a letter at least"));
    }
    cursor.blanks();
    Ok(())
}

/// A line of a game after the first.
fn statement(game: &mut Spec, cursor: &mut Cursor<'_>) -> Result<(), RuleError> {
    const EXPECTED: &str =
        "`left:`, `right:`, `both:`, `pass:`, `misere`, `ends`, or the first line of another game";
    let start = cursor.at;
    let word = cursor.next_word();
    cursor.at += word.len();
    cursor.blanks();
    let back = |cursor: &Cursor<'_>| {
        let mut cursor = cursor.clone();
        cursor.at = start;
        cursor.expected(EXPECTED)
    };
    match word {
        "mis" | "normal" | "play" => {
            let message = "expected `misere`, if a player who cannot move wins, or no such line";
            return Err(cursor.complain_at(start..start + word.len(), message));
        }
        "misere" => game.convention = Convention::Misere,
        "ends" => game.ends = Some(start..cursor.at),
        "left" | "right" | "both" | "pass" => {
            if !cursor.sign(":") {
                return Err(cursor.expected(&format!("`:` after `{word}`")));
            }
            if word == "pass" {
                game.passes = players(cursor.next_word())
                    .ok_or_else(|| cursor.expected("`left`, `right` or `both`"))?;
                cursor.at += cursor.next_word().len();
                cursor.blanks();
            } else {
                let players = players(word).unwrap_or([true; 2]);
                if game.rules.len() + game.heaps.len() == MOST {
                    return Err(cursor.expected(&format!("at most {MOST} rules")));
                }
                if game.board == Board::Heaps {
                    let rule = super::heaps::read(cursor, players)?;
                    game.heaps.push(rule);
                } else {
                    let rule = rule(game, cursor, players)?;
                    game.rules.push(rule);
                }
            }
        }
        _ => return Err(back(cursor)),
    }
    if cursor.is_done() { Ok(()) } else { Err(cursor.expected("the end of the line")) }
}

fn players(word: &str) -> Option<[bool; 2]> {
    match word {
        "left" => Some([true, false]),
        "right" => Some([false, true]),
        "both" => Some([true, true]),
        _ => None,
    }
}

/// `PATTERN -> RESULT ...`, and the same after `then`.
fn rule(game: &Spec, cursor: &mut Cursor<'_>, players: [bool; 2]) -> Result<Rule, RuleError> {
    let letters = Letters::of(game);
    let mut steps: Vec<Step> = Vec::new();
    loop {
        let start = cursor.at;
        if steps.len() == MOST_STEPS {
            let message = format!("expected at most {MOST_STEPS} steps in a move");
            return Err(cursor.complain_at(start..cursor.at, message));
        }
        let mut step = step(game, &letters, cursor)?;
        let another = after(game, &letters, cursor, &mut step.after)?;
        steps.push(step);
        if !another {
            return Ok(Rule { players, steps });
        }
    }
}

/// `then drop`, `then groups of o without . -> .` and `leaving x connected`. Whether `then` another
/// step follows.
fn after(
    game: &Spec,
    letters: &Letters<'_>,
    cursor: &mut Cursor<'_>,
    after: &mut After,
) -> Result<bool, RuleError> {
    loop {
        let start = cursor.at;
        if cursor.word("leaving") {
            loop {
                after.leaving.push(leaving(game, letters, cursor)?);
                if !cursor.word("and") {
                    break;
                }
            }
        } else if !cursor.word("then") {
            return Ok(false);
        } else if cursor.word("drop") {
            if game.board != Board::Edges {
                let message = "only edges drop: the board of this game has no ground";
                return Err(cursor.complain_at(start..cursor.at, message));
            }
            after.drop = true;
        } else if cursor.word("groups") {
            if !cursor.word("of") {
                return Err(cursor.expected("`of`"));
            }
            let class = class(letters, cursor)?;
            if !cursor.word("without") {
                return Err(
                    cursor.expected("`without` and the letters beside a group that save it")
                );
            }
            let other = self::class(letters, cursor)?;
            if !cursor.sign("->") {
                return Err(cursor.expected("`->` and what such a group becomes"));
            }
            after.groups.push((class, other, letters.letter(cursor)?));
            cursor.blanks();
        } else {
            return Ok(true);
        }
    }
}

/// A letter or a class, and the blanks after it.
fn class(letters: &Letters<'_>, cursor: &mut Cursor<'_>) -> Result<Class, RuleError> {
    let class = atom(letters, cursor)?;
    cursor.blanks();
    Ok(class)
}

/// `x connected`, `x without cycle`, `every group of x with some . beside`.
fn leaving(
    game: &Spec,
    letters: &Letters<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<Leaving, RuleError> {
    if cursor.word("every") {
        let group = cursor.word("group");
        if group && !cursor.word("of") {
            return Err(cursor.expected("`of`"));
        }
        let class = class(letters, cursor)?;
        if !cursor.word("with") {
            return Err(cursor.expected("`with`, as in `every x with some . beside`"));
        }
        let start = cursor.at;
        let neighbours = condition(game, letters, cursor)?;
        if neighbours.place == Where::Board {
            let message = "expected letters `beside` or `around` the cells";
            return Err(cursor.complain_at(start..cursor.at, message));
        }
        return Ok(Leaving::Every { class, group, neighbours });
    }
    let class = class(letters, cursor)?;
    if cursor.word("connected") {
        Ok(Leaving::Connected(class))
    } else if cursor.word("without") && cursor.word("cycle") {
        Ok(Leaving::WithoutCycle(class))
    } else {
        Err(cursor.expected("`connected` or `without cycle`"))
    }
}

fn step(game: &Spec, letters: &Letters<'_>, cursor: &mut Cursor<'_>) -> Result<Step, RuleError> {
    let (pattern, result, moved) = rows(game, letters, cursor)?;
    let mut step = Step {
        pattern,
        result,
        ways: Ways::Written,
        mirror: false,
        conditions: Vec::new(),
        effects: Vec::new(),
        moved,
        after: After::default(),
    };
    let row = step.pattern.len() == 1;
    let alone = |piece: &Piece<Cell>| matches!(piece, Piece::One(cell) if cell.marked);
    let marked = step.pattern.iter().flatten().any(alone);
    let speaks = |cursor: &Cursor<'_>, start: usize| match marked {
        true => Ok(()),
        false => Err(cursor.complain_at(
            start..cursor.at,
            "this speaks of the neighbours of a cell that is not repeated, and there is none",
        )),
    };
    loop {
        cursor.sign(",");
        let start = cursor.at;
        if cursor.word("in") {
            step.ways = ways(game, cursor, row, &mut step.mirror)?;
        } else if cursor.word("mirror") {
            if matches!(game.board, Board::Vertices | Board::Edges) {
                let message = "graphs have no directions: a pattern is laid along every path";
                return Err(cursor.complain_at(start..cursor.at, message));
            }
            step.mirror = true;
        } else if cursor.word("if") {
            loop {
                let start = cursor.at;
                let condition = condition(game, letters, cursor)?;
                if condition.place != Where::Board {
                    speaks(cursor, start)?;
                }
                step.conditions.push(condition);
                if !cursor.word("and") {
                    break;
                }
            }
        } else if cursor.word("beside") {
            loop {
                let class = atom(letters, cursor)?;
                cursor.blanks();
                if !cursor.sign("->") {
                    return Err(cursor.expected("`->` and what such a neighbour becomes"));
                }
                let to = letters.letter(cursor)?;
                cursor.blanks();
                speaks(cursor, start)?;
                step.effects.push((class, to));
                if !cursor.sign(",") {
                    break;
                }
            }
        } else {
            return Ok(step);
        }
    }
}

/// `4 directions` and so on, after `in`.
fn ways(
    game: &Spec,
    cursor: &mut Cursor<'_>,
    row: bool,
    mirror: &mut bool,
) -> Result<Ways, RuleError> {
    let start = cursor.at;
    let number = cursor.number(99)?;
    let (directions, diagonals) = (cursor.word("directions"), cursor.word("diagonals"));
    let ways = match (game.board, number) {
        (Board::Strip, Some(2)) if directions => {
            *mirror = true;
            Some(Ways::Written)
        }
        (Board::Grid, Some(4)) if directions => Some(Ways::Four),
        (Board::Grid, Some(4)) if diagonals && row => Some(Ways::Diagonal),
        (Board::Grid, Some(8)) if directions && row => Some(Ways::Eight),
        _ => None,
    };
    ways.ok_or_else(|| {
        let right = match game.board {
            Board::Strip => "`2 directions`",
            Board::Grid if row => "`4 directions`, `8 directions` or `4 diagonals`",
            Board::Grid => "`4 directions`: only a pattern of one row is laid in others",
            _ => "no directions: on a graph a pattern is laid along every path",
        };
        cursor.complain_at(start..cursor.at, format!("expected {right}"))
    })
}

/// `no o beside`, `at least 2 [xo] around`, `1 x on board`.
fn condition(
    game: &Spec,
    letters: &Letters<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<Condition, RuleError> {
    const MANY: u64 = 1_000_000;
    let wanted = |cursor: &Cursor<'_>| {
        cursor.expected("`no`, `some`, a number, `at least` or `at most`, and then a letter")
    };
    let count = |cursor: &mut Cursor<'_>| match cursor.number(MANY)? {
        Some(count) => Ok(count as u32),
        None => Err(cursor.expected("a number")),
    };
    let (least, most) = if cursor.word("no") {
        (0, 0)
    } else if cursor.word("some") {
        (1, u32::MAX)
    } else if cursor.word("at") {
        if cursor.word("least") {
            (count(cursor)?, u32::MAX)
        } else if cursor.word("most") {
            (0, count(cursor)?)
        } else {
            return Err(cursor.expected("`least` or `most`"));
        }
    } else if let Some(count) = cursor.number(MANY)? {
        (count as u32, count as u32)
    } else {
        return Err(wanted(cursor));
    };
    let class = atom(letters, cursor)?;
    cursor.blanks();
    let start = cursor.at;
    let place = if cursor.word("beside") {
        Where::Beside
    } else if cursor.word("around") {
        Where::Around
    } else if cursor.word("on") && cursor.word("board") {
        Where::Board
    } else {
        cursor.at = start;
        return Err(cursor.expected("`beside`, `around` or `on board`"));
    };
    if place == Where::Around && game.board != Board::Grid {
        let message = "only cells of a grid have others around them: expected `beside`";
        return Err(cursor.complain_at(start..cursor.at, message));
    }
    Ok(Condition { least, most, class, place })
}
