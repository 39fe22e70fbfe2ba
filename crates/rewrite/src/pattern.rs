//! Reading patterns and results: `xo.`, `x.+`, `[xo]?`, `./.`.

use super::cursor::Cursor;
use super::spec::{Board, Cell, Class, OFF, Pattern, Piece, Replacement, Spec, only};
use upstar_engine::Result;

/// The letters of the repetition of a pattern, in its result.
const MOVED: &str = "\\1";
/// The maximum number of cells of a pattern.
const MOST_CELLS: usize = 100;

/// The letters that may stand in patterns.
pub(super) struct Letters<'s> {
    spec: &'s Spec,
    list: String,
}

impl<'s> Letters<'s> {
    pub(super) fn of(spec: &'s Spec) -> Self {
        let list: Vec<String> =
            spec.letters.iter().map(|&letter| format!("`{}`", char::from(letter))).collect();
        Letters { spec, list: list.join(", ") }
    }

    /// The code of the next letter.
    pub(super) fn letter(&self, cursor: &mut Cursor<'_>) -> Result<u8> {
        let quoted = cursor.peek() == Some('\\');
        if quoted {
            cursor.next();
        }
        let code = cursor.peek().filter(char::is_ascii).and_then(|c| self.spec.code(c as u8));
        let sign = cursor.peek().filter(|&c| !quoted && code.is_some() && "*+[](){}@".contains(c));
        if let Some(sign) = sign {
            return Err(cursor.expected(&format!("`\\{sign}`, which is the letter `{sign}`")));
        }
        let quoted = if cursor.peek() == Some('"') { "; patterns have no quotes" } else { "" };
        let letters = || cursor.expected(&format!("a letter ({}{quoted})", self.list));
        let code = code.ok_or_else(letters)?;
        cursor.next();
        Ok(code)
    }
}

/// A letter, `?` for any, or a class such as `[xo]` or `[^x]`.
pub(super) fn atom(letters: &Letters<'_>, cursor: &mut Cursor<'_>) -> Result<Class> {
    match cursor.peek() {
        Some('?') => {
            cursor.next();
            Ok(letters.spec.any())
        }
        Some('[') => {
            let start = cursor.at;
            cursor.next();
            let but = cursor.peek() == Some('^') && letters.spec.code(b'^').is_none();
            if but {
                cursor.next();
            }
            let mut class = 0;
            while cursor.peek() != Some(']') {
                if cursor.is_done() {
                    let message = "this class has no closing `]`";
                    return Err(cursor.complain_at(start..cursor.at, message));
                }
                class |= only(letters.letter(cursor)?);
            }
            cursor.next();
            let class = if but { letters.spec.any() & !class } else { class };
            if class == 0 {
                let message = "expected a letter at least in this class";
                return Err(cursor.complain_at(start..cursor.at, message));
            }
            Ok(class)
        }
        _ => letters.letter(cursor).map(only),
    }
}

/// Reads pieces until a blank, a `/` or the end. `cell` reads a cell, and `run` is what `\1` means.
fn pieces<C: Clone>(
    cursor: &mut Cursor<'_>,
    mut cell: impl FnMut(&mut Cursor<'_>) -> Result<C>,
    run: Option<&Piece<C>>,
) -> Result<Vec<Piece<C>>> {
    let mut pieces: Vec<Piece<C>> = Vec::new();
    let mut count = 0;
    while let Some(next) = cursor.peek().filter(|c| !c.is_whitespace() && *c != '/') {
        let start = cursor.at;
        if cursor.rest().starts_with(MOVED) {
            let Some(run) = run else {
                let message = "`\\1` stands in the result of a pattern with one repetition, whose \
                               letters it moves";
                return Err(cursor.complain_at(start..start + MOVED.len(), message));
            };
            cursor.at += MOVED.len();
            pieces.push(run.clone());
            continue;
        }
        let mut cells = Vec::new();
        if next == '(' {
            cursor.next();
            while cursor.peek() != Some(')') {
                if cursor.peek().is_none_or(char::is_whitespace) {
                    let message = "this group has no closing `)`";
                    return Err(cursor.complain_at(start..cursor.at, message));
                }
                cells.push(cell(cursor)?);
                if cells.len() > MOST_CELLS {
                    break;
                }
            }
            cursor.next();
            if cells.is_empty() {
                let message = "expected cells between these parentheses";
                return Err(cursor.complain_at(start..cursor.at, message));
            }
        } else {
            cells.push(cell(cursor)?);
        }
        let mut times = 1;
        let repeat = match cursor.peek() {
            Some('{') => {
                cursor.next();
                let start = cursor.at;
                let Some(number) = cursor.number(MOST_CELLS as u64)? else {
                    return Err(cursor.expected("a number of times, as in `.{3}`"));
                };
                if number == 0 {
                    let message = "expected a number of times from 1 on, as in `.{3}`, found 0";
                    return Err(cursor.complain_at(start..cursor.at, message));
                }
                if cursor.peek() != Some('}') {
                    return Err(cursor.expected("`}`"));
                }
                cursor.next();
                times = number as usize;
                None
            }
            Some(sign @ ('*' | '+')) => {
                cursor.next();
                let longest = cursor.peek() == Some(sign);
                if longest {
                    cursor.next();
                }
                Some((u16::from(sign == '+'), longest))
            }
            _ => None,
        };
        count += cells.len() * times;
        if count > MOST_CELLS {
            let message = format!("expected at most {MOST_CELLS} cells in a pattern");
            return Err(cursor.complain_at(start..cursor.at, message));
        }
        match repeat {
            Some((least, longest)) => pieces.push(Piece::Many { cells, least, longest }),
            None => {
                for _ in 0..times {
                    pieces.extend(cells.iter().cloned().map(Piece::One));
                }
            }
        }
    }
    Ok(pieces)
}

/// The rows of a pattern or of a result.
fn blocks<C: Clone>(
    cursor: &mut Cursor<'_>,
    what: &str,
    mut cell: impl FnMut(&mut Cursor<'_>) -> Result<C>,
    run: Option<&Piece<C>>,
) -> Result<Vec<Vec<Piece<C>>>> {
    let mut rows = Vec::new();
    loop {
        if cursor.peek().is_none_or(|c| c.is_whitespace() || c == '/') {
            return Err(cursor.expected(what));
        }
        rows.push(pieces(cursor, &mut cell, run)?);
        if rows.len() > MOST_CELLS {
            return Err(cursor.expected(&format!("at most {MOST_CELLS} rows")));
        }
        if cursor.peek() != Some('/') {
            break;
        }
        cursor.next();
    }
    cursor.blanks();
    Ok(rows)
}

/// The number of cells outside repetitions, and the number of cells in each repetition.
fn shape<C>(row: &[Piece<C>]) -> (usize, Vec<usize>) {
    let many = row.iter().filter_map(|piece| match piece {
        Piece::Many { cells, .. } => Some(cells.len()),
        Piece::One(_) => None,
    });
    let alone = row.iter().filter(|piece| matches!(piece, Piece::One(_))).count();
    (alone, many.collect())
}

/// `PATTERN -> RESULT`, and whether the repetition moves.
pub(super) fn rows(
    game: &Spec,
    letters: &Letters<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<(Vec<Pattern>, Vec<Replacement>, bool)> {
    let start = cursor.at;
    let mut marked = false;
    let cell = |cursor: &mut Cursor<'_>| {
        let at = cursor.at;
        let mark = cursor.peek() == Some('@');
        if mark {
            cursor.next();
            if std::mem::replace(&mut marked, true) {
                return Err(cursor.complain_at(at..cursor.at, "a pattern has one `@` at most"));
            }
        }
        if cursor.peek() == Some('|') && !mark {
            cursor.next();
            return Ok(Cell { class: only(OFF), marked: false });
        }
        Ok(Cell { class: atom(letters, cursor)?, marked: mark })
    };
    let mut pattern = blocks(cursor, "a pattern", cell, None)?;
    let place = start..cursor.at;
    let repeats =
        |pattern: &[Pattern]| pattern.iter().flatten().any(|p| !matches!(p, Piece::One(_)));
    let complain = |message: String| Err(cursor.complain_at(place.clone(), message));
    match game.board {
        Board::Grid => {
            if pattern.len() > 1 && repeats(&pattern) {
                return complain("a repetition stands in patterns of one row only".to_owned());
            }
            let width = shape(&pattern[0]).0;
            if pattern.iter().any(|row| shape(row).0 != width) {
                return complain("expected rows of the same length".to_owned());
            }
        }
        Board::Strip if pattern.len() > 1 => {
            return complain("a strip has one row: expected a pattern without `/`".to_owned());
        }
        Board::Strip | Board::Heaps => {}
        Board::Vertices | Board::Edges | Board::Graph => {
            if pattern.len() > 1 || repeats(&pattern) {
                let message =
                    "on a graph a pattern is a path: expected neither `/` nor repetitions";
                return complain(message.to_owned());
            }
            let off = |piece: &Piece<Cell>| matches!(piece, Piece::One(c) if c.class == only(OFF));
            if pattern[0].iter().any(off) {
                return complain("a graph has no border: expected no `|`".to_owned());
            }
        }
    }
    let on_board = |cell: &Cell| cell.class != only(OFF);
    let has_cell = pattern.iter().flatten().any(|piece| match piece {
        Piece::One(cell) => on_board(cell),
        Piece::Many { cells, least, .. } => *least > 0 && cells.iter().any(on_board),
    });
    if !has_cell {
        return complain("this pattern may be of no cells: expected one at least".to_owned());
    }
    if repeats(&pattern) {
        let inside = |piece: &Piece<Cell>| match piece {
            Piece::Many { cells, .. } => cells.iter().any(|cell| cell.marked || !on_board(cell)),
            Piece::One(_) => false,
        };
        if pattern[0].iter().any(inside) {
            return complain("neither `@` nor `|` can be repeated".to_owned());
        }
        if pattern[0].iter().filter(|piece| matches!(piece, Piece::Many { .. })).count() > 3 {
            return complain("expected at most three repetitions in a pattern".to_owned());
        }
        if pattern[0].iter().enumerate().any(|(at, piece)| swallows(piece, &pattern[0][at + 1..])) {
            let message = "this pattern never matches: the longest repetition takes the cells that \
                           come after it as well; a single `*` or `+` leaves them";
            return complain(message.to_owned());
        }
    }
    if pattern.iter().flatten().filter(|p| matches!(p, Piece::One(c) if c.marked)).count() > 1 {
        return complain("one cell is marked: expected no `{` after it".to_owned());
    }
    if !marked {
        // The first cell outside repetitions that is on the board.
        let alone = pattern.iter_mut().flatten().find_map(|piece| match piece {
            Piece::One(cell) if on_board(cell) => Some(cell),
            _ => None,
        });
        if let Some(cell) = alone {
            cell.marked = true;
        }
    }
    if !cursor.sign("->") {
        return Err(cursor.expected("`->` and what becomes of the pattern"));
    }
    let start = cursor.at;
    let mut repeated = pattern.iter().flatten().filter_map(|piece| match piece {
        Piece::Many { cells, .. } => Some(cells.len()),
        Piece::One(_) => None,
    });
    let run = repeated.next().filter(|_| repeated.next().is_none());
    // Any letter: it is what was there.
    let run = run.map(|size| Piece::Many { cells: vec![Some(0); size], least: 0, longest: false });
    let becomes = |cursor: &mut Cursor<'_>| match cursor.peek() {
        Some('?' | '|') => {
            cursor.next();
            Ok(None)
        }
        Some('[') => {
            Err(cursor.expected("a letter, or `?` for what was there: a class is no letter"))
        }
        _ => letters.letter(cursor).map(Some),
    };
    let mut result = blocks(cursor, "what becomes of the pattern", becomes, run.as_ref())?;
    let moved = cursor.text_from(start).contains(MOVED);
    let same = pattern.len() == result.len()
        && pattern.iter().zip(&result).all(|(row, becomes)| shape(row) == shape(becomes));
    if !same {
        let (was, is) = (sizes(&pattern), sizes(&result));
        let message =
            format!("the pattern has {was} and its result has {is}; expected the same shape");
        return Err(cursor.complain_at(start..cursor.at, message));
    }
    let fixed = laid_out(&pattern, &result);
    if fixed.iter().flatten().any(|(cell, to)| !on_board(cell) && to.is_some()) {
        let message = "nothing can stand off the board: expected `|` in the same place here";
        return Err(cursor.complain_at(start..cursor.at, message));
    }
    if game.board == Board::Graph && !alternates(game, &mut pattern[0], &result[0]) {
        let message = "in a path vertices and edges take turns, and each becomes one of its own \
                       letters: expected such a path";
        return Err(cursor.complain_at(place, message));
    }
    if moved {
        for piece in result.iter_mut().flatten() {
            if let Piece::Many { cells, .. } = piece {
                cells.fill(None);
            }
        }
    }
    Ok((pattern, result, moved))
}

/// Whether the cells of a path can be vertices and edges in turn. If they must begin with one of the
/// two, each keeps the letters that it may have.
fn alternates(spec: &Spec, path: &mut Pattern, result: &Replacement) -> bool {
    let kinds = [spec.any() & !spec.edges, spec.edges];
    let of_kinds = |first: usize| {
        let cells = path.iter().zip(result).enumerate().map(|(at, cells)| match cells {
            (Piece::One(cell), Piece::One(to)) => {
                let class = cell.class & kinds[(first + at) % 2];
                let stays = to.is_none_or(|to| spec.kind(to) == kinds[(first + at) % 2]);
                (class != 0 && stays).then_some(Piece::One(Cell { class, ..*cell }))
            }
            _ => None,
        });
        cells.collect::<Option<Pattern>>()
    };
    match (of_kinds(0), of_kinds(1)) {
        (Some(_), Some(_)) => true,
        (None, None) => false,
        (Some(only), None) | (None, Some(only)) => {
            *path = only;
            true
        }
    }
}

/// Whether the cells after a longest repetition always fit it once more.
fn swallows(piece: &Piece<Cell>, after: &[Piece<Cell>]) -> bool {
    let Piece::Many { cells, longest: true, .. } = piece else { return false };
    let fits = |(cell, next): (&Cell, &Piece<Cell>)| match next {
        Piece::One(next) => next.class & !cell.class == 0,
        Piece::Many { .. } => false,
    };
    after.len() >= cells.len() && cells.iter().zip(after).all(fits)
}

/// The cells of the rows, each with its result, with two copies of each repetition.
fn laid_out(pattern: &[Pattern], result: &[Replacement]) -> Vec<Vec<(Cell, Option<u8>)>> {
    let rows = pattern.iter().zip(result);
    rows.map(|(row, becomes)| {
        let counts = vec![2; row.len()];
        expanded(row, &counts).into_iter().zip(expanded(becomes, &counts)).collect()
    })
    .collect()
}

/// The cells of a row, its k-th repetition repeated as often as `counts[k]` says.
pub(super) fn expanded<C: Copy>(row: &[Piece<C>], counts: &[usize]) -> Vec<C> {
    let mut counts = counts.iter();
    let mut cells = Vec::new();
    for piece in row {
        match piece {
            Piece::One(cell) => cells.push(*cell),
            Piece::Many { cells: group, .. } => {
                for _ in 0..counts.next().copied().unwrap_or(0) {
                    cells.extend_from_slice(group);
                }
            }
        }
    }
    cells
}

/// The size of a pattern in words.
fn sizes<C>(rows: &[Vec<Piece<C>>]) -> String {
    let words = rows.iter().map(|row| {
        let (alone, many) = shape(row);
        let s = if alone == 1 { "" } else { "s" };
        let many: Vec<String> =
            many.iter().map(|cells| format!(" and a repetition of {cells}")).collect();
        format!("{alone} cell{s}{}", many.concat())
    });
    words.collect::<Vec<_>>().join(" / ")
}
