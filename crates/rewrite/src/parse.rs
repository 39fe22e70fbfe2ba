//! Reading a rules file.
//!
//! A file is lines; a `;` ends a line too, and `//` at the beginning of a line or after a blank
//! begins a comment. A line with ` on strip`, ` on grid`, ` on heaps`, ` on vertices`, ` on edges` or
//! ` on graph` begins a game.

use std::ops::Range;

use super::cursor::Cursor;
use super::header::header;
use super::pattern::{Letters, atom, rows};
use super::spec::{
    After, Board, Cell, Class, Condition, Effect, Groups, Leaving, Piece, Rule, Spec, Step, Ways,
    Where,
};
use upstar_engine::{Convention, Result, RuleError};

/// The longest file that is read, in bytes.
const LONGEST: usize = 1 << 16;
/// The most games of a file, rules of a game, and steps of a rule.
const MOST: usize = 200;
/// The most steps of a move.
const MOST_STEPS: usize = 8;

/// The games of a file.
///
/// # Errors
/// [`RuleError::Notation`] with line and column, and what would be right.
pub(super) fn read(text: &str) -> Result<Vec<Spec>> {
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

/// A line of a game after the first.
fn statement(game: &mut Spec, cursor: &mut Cursor<'_>) -> Result {
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
fn rule(game: &Spec, cursor: &mut Cursor<'_>, players: [bool; 2]) -> Result<Rule> {
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
) -> Result<bool> {
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
            let start = cursor.at;
            let to = letters.letter(cursor)?;
            let groups = Groups { class, saved_by: other, taken: class & game.kind(to), to };
            if groups.taken == 0 {
                return Err(cursor.complain_at(start..cursor.at, NO_SUCH_CELL));
            }
            after.groups.push(groups);
            cursor.blanks();
        } else {
            return Ok(true);
        }
    }
}

/// For a result that is a letter of the other kind of cells.
const NO_SUCH_CELL: &str = "a vertex becomes a vertex and an edge an edge: expected such a letter";

/// A letter or a class, and the blanks after it.
fn class(letters: &Letters<'_>, cursor: &mut Cursor<'_>) -> Result<Class> {
    let class = atom(letters, cursor)?;
    cursor.blanks();
    Ok(class)
}

/// `x connected`, `x without cycle`, `every group of x with some . beside`.
fn leaving(game: &Spec, letters: &Letters<'_>, cursor: &mut Cursor<'_>) -> Result<Leaving> {
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
        let neighbours = condition(game, letters, cursor, class)?;
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

fn step(game: &Spec, letters: &Letters<'_>, cursor: &mut Cursor<'_>) -> Result<Step> {
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
    let from = step.pattern.iter().flatten().find_map(|piece| match piece {
        Piece::One(cell) if cell.marked => Some(cell.class),
        _ => None,
    });
    let from = from.unwrap_or(game.any());
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
            if game.board.is_graph() {
                let message = "graphs have no directions: a pattern is laid along every path";
                return Err(cursor.complain_at(start..cursor.at, message));
            }
            step.mirror = true;
        } else if cursor.word("if") {
            loop {
                let start = cursor.at;
                let condition = condition(game, letters, cursor, from)?;
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
                let seen = cursor.at;
                let letters_seen = neighbour(game, letters, cursor)?;
                let (via, class) = beside(game, cursor, seen, from, letters_seen)?;
                if !cursor.sign("->") {
                    return Err(cursor.expected("`->` and what such a neighbour becomes"));
                }
                let place = cursor.at;
                let to = letters.letter(cursor)?;
                let effect = Effect { via, class: class & game.kind(to), to };
                if effect.class == 0 {
                    return Err(cursor.complain_at(place..cursor.at, NO_SUCH_CELL));
                }
                cursor.blanks();
                speaks(cursor, start)?;
                step.effects.push(effect);
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
fn ways(game: &Spec, cursor: &mut Cursor<'_>, row: bool, mirror: &mut bool) -> Result<Ways> {
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

/// The letters of a neighbour. Where vertices and edges have letters, also `=o`: `o` beyond `=`.
fn neighbour(
    game: &Spec,
    letters: &Letters<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<(Class, Option<Class>)> {
    let near = atom(letters, cursor)?;
    let ends = |c: char| c.is_whitespace() || c == '-';
    let more = game.board == Board::Graph && cursor.peek().is_some_and(|c| !ends(c));
    let far = if more { Some(atom(letters, cursor)?) } else { None };
    cursor.blanks();
    Ok((near, far))
}

/// The letters of neighbours of a cell with one of the letters `from`, after those on the way there.
/// What was read begins at `start`.
fn beside(
    game: &Spec,
    cursor: &Cursor<'_>,
    start: usize,
    from: Class,
    (near, far): (Class, Option<Class>),
) -> Result<(Class, Class)> {
    let near = near & game.beside(from);
    let far = far.map(|far| far & game.beside(near));
    if near == 0 || far == Some(0) {
        let message = "beside a vertex are edges, and beside an edge are its ends: expected such \
                       letters, as in `=o` for `o` at the other end of `=`";
        return Err(cursor.complain_at(start..cursor.at, message));
    }
    Ok(far.map_or((0, near), |far| (near, far)))
}

/// `no o beside`, `at least 2 [xo] around`, `1 x on board`, of a cell with one of the letters `from`.
fn condition(
    game: &Spec,
    letters: &Letters<'_>,
    cursor: &mut Cursor<'_>,
    from: Class,
) -> Result<Condition> {
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
    let seen = cursor.at;
    let letters_seen = neighbour(game, letters, cursor)?;
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
    let (via, class) = match (place, letters_seen) {
        (Where::Beside, _) => beside(game, cursor, seen, from, letters_seen)?,
        (_, (class, None)) => (0, class),
        (_, (_, Some(_))) => {
            let message = "expected `beside` after the letters of two cells";
            return Err(cursor.complain_at(start..cursor.at, message));
        }
    };
    Ok(Condition { least, most, class, place, via })
}
