//! Reading the first line of a game: `toads and frogs on strip "TF_"`.

use std::ops::Range;

use super::cursor::{Cursor, shown};
use super::spec::{Board, Class, MOST_LETTERS, Spec, only};
use upstar_engine::{Convention, Result};

/// Characters that mean something between the parts of a file, or in positions.
const SIGNS: &str = "?|/\"\\;";

/// The first line of a game, if it is one.
pub(super) fn header(text: &str, line: &Range<usize>) -> Result<Option<Spec>> {
    let source = &text[line.clone()];
    let quote = source.find(['"', ':']).unwrap_or(source.len());
    let blank = |c: Option<char>| c.is_some_and(char::is_whitespace);
    let on = source[..quote].rmatch_indices("on").map(|(at, _)| at).find(|&at| {
        blank(source[..at].chars().next_back()) && blank(source[at + 2..].chars().next())
    });
    let Some(on) = on else { return Ok(None) };
    let mut cursor = Cursor::new(text, line.start + on + 2..line.end);
    let Some(&(_, board)) = Board::ALL.iter().find(|(word, _)| cursor.word(word)) else {
        return Err(cursor.expected("`strip`, `grid`, `heaps`, `vertices`, `edges` or `graph`"));
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
        edges: 0,
        marks: 0,
        rules: Vec::new(),
        heaps: Vec::new(),
        passes: [false; 2],
        convention: Convention::Normal,
        ends: None,
        source: Vec::new(),
    };
    let mut marks = 0;
    if board != Board::Heaps {
        marks |= letters_and_marks(&mut spec, &mut cursor)?;
    }
    if board == Board::Graph {
        if !cursor.word("edges") {
            return Err(cursor.expected("`edges` and the letters of edges, as in `edges \"=#\"`"));
        }
        let vertices = spec.any();
        marks |= letters_and_marks(&mut spec, &mut cursor)?;
        spec.edges = spec.any() & !vertices;
    }
    marks_last(&mut spec, marks);
    if !cursor.is_done() {
        let more = if spec.marks == 0 && board != Board::Heaps { "`marks` or " } else { "" };
        return Err(cursor.expected(&format!("{more}the end of the line")));
    }
    Ok(Some(spec))
}

/// Reads `"TF_" marks "X"`, and which of the letters are marks.
fn letters_and_marks(spec: &mut Spec, cursor: &mut Cursor<'_>) -> Result<Class> {
    letters(spec, cursor)?;
    let before = spec.any();
    if cursor.word("marks") {
        letters(spec, cursor)?;
    }
    Ok(spec.any() & !before)
}

/// Puts the letters that are marks after the others.
fn marks_last(spec: &mut Spec, marks: Class) {
    spec.marks = marks.count_ones() as usize;
    let (letters, edges) = (std::mem::take(&mut spec.letters), std::mem::take(&mut spec.edges));
    for last in [false, true] {
        for (code, &letter) in (0..).zip(&letters) {
            if (marks & only(code) != 0) == last {
                let is_edge = edges & only(code) != 0;
                spec.edges |= if is_edge { only(spec.letters.len() as u8) } else { 0 };
                spec.letters.push(letter);
            }
        }
    }
}

/// Reads `"TF_"` and adds the letters.
fn letters(spec: &mut Spec, cursor: &mut Cursor<'_>) -> Result {
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
                if spec.board.is_graph() && (letter.is_ascii_digit() || "-,:".contains(letter)) {
                    let message = "on a graph digits and the signs - , : cannot be letters";
                    return Err(cursor.complain_at(place, message));
                }
                let same = |known: &u8| known.eq_ignore_ascii_case(&(letter as u8));
                if matches!(spec.board, Board::Vertices | Board::Graph)
                    && first == 0
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
