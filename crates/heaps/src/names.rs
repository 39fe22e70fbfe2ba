//! Heap games that have a name.

use crate::code::Code;
use crate::error::HeapsError;

/// A heap game with a name: its code, and which heap a position of size `n` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name, in lower case with `_` between words.
    pub name: &'static str,
    /// Other names that mean the same.
    pub synonyms: &'static [&'static str],
    /// The code.
    pub code: &'static str,
    /// A position of size `n` is the heap of `scale * n + shift` tokens.
    pub scale: u64,
    /// See [`Named::scale`].
    pub shift: i64,
    /// The least size for which the rules below make sense.
    pub least: u64,
    /// The rules in a line.
    pub rules: &'static str,
}

const fn named(
    name: &'static str,
    synonyms: &'static [&'static str],
    code: &'static str,
    rules: &'static str,
) -> Named {
    Named { name, synonyms, code, scale: 1, shift: 0, least: 0, rules }
}

/// The heap games that have a name, by name.
pub const NAMED: &[Named] = &[
    Named {
        shift: -1,
        least: 1,
        ..named(
            "couples_are_forever",
            &["couples"],
            "0.6",
            "Divide any heap of more than two tokens into two.",
        )
    },
    named(
        "crosses",
        &["crosses_crosses", "dawsons_chess", "pawns"],
        "0.137",
        "Put a cross on a strip of n cells; no two crosses may be adjacent.",
    ),
    named(
        "dawsons_kayles",
        &["dawson_kayles", "dawson"],
        "0.07",
        "Knock down two adjacent skittles of a row of n.",
    ),
    named(
        "grim",
        &["officers"],
        "0.6",
        "Delete a vertex that is not isolated from a chain of n vertices.",
    ),
    named("grundy", &["grundys_game"], "4!.0", "Divide a heap into two unequal heaps."),
    named("guiles", &[], "0.15", "Take a heap of one or two, or take two and leave two heaps."),
    named("james_bond", &[], "0.007", "Take three adjacent tokens from a row of n."),
    named("kayles", &[], "0.77", "Knock down one skittle of a row of n, or two adjacent ones."),
    named(
        "lasker",
        &["laskers_nim"],
        "4.[3]",
        "Take any number from a heap, or divide it into two.",
    ),
    named("nim", &[], "0.[3]", "Take any number from a heap."),
    named(
        "omax",
        &["chords"],
        "0.07",
        "Join two of n points on a circle by a chord; chords may not meet.",
    ),
    Named {
        shift: 2,
        least: 3,
        ..named(
            "treblecross",
            &["crosses_crosses_2", "three_in_a_row"],
            "0.007",
            "Put a cross on a strip of n cells; three adjacent crosses win.",
        )
    },
    Named {
        scale: 2,
        ..named(
            "triomino",
            &[],
            "0.007",
            "Put a piece of three cells in the shape of an L on a board of 2 x n cells.",
        )
    },
];

/// A game as it was asked for: a code, perhaps under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The code.
    pub code: Code,
    /// The name it was asked for by, if it was.
    pub named: Option<&'static Named>,
}

impl Game {
    /// A game from a name (without regard to case, `-`, `_`, spaces and apostrophes), a code,
    /// `subtraction(2,3,7)`, `allbut(2,3,7)`, or `take_at_most(3)`.
    ///
    /// # Errors
    /// [`HeapsError::Code`], [`HeapsError::NeverEnds`] or [`HeapsError::UnknownName`].
    pub fn find(text: &str) -> Result<Game, HeapsError> {
        let text = text.trim();
        let wanted = plain(text);
        let found = NAMED.iter().find(|named| {
            plain(named.name) == wanted || named.synonyms.iter().any(|name| plain(name) == wanted)
        });
        if let Some(named) = found {
            return Ok(Game { code: named.code.parse()?, named: Some(named) });
        }
        if let Some((name, arguments)) =
            text.strip_suffix(')').and_then(|text| text.split_once('('))
            && let Some(code) = by_set(&plain(name), arguments)?
        {
            return Ok(Game { code, named: None });
        }
        if text.contains(['.', '…']) || text.starts_with(|c: char| c.is_ascii_digit() || c == '{')
        {
            return Ok(Game { code: text.parse()?, named: None });
        }
        Err(HeapsError::UnknownName { name: text.to_owned(), suggestion: suggestion(&wanted) })
    }

    /// The heap that a position of size `size` is.
    ///
    /// # Errors
    /// [`HeapsError::Position`] if there is no position of that size.
    pub fn heap(&self, size: u64) -> Result<u64, HeapsError> {
        let Some(named) = self.named else { return Ok(size) };
        if size < named.least {
            return Err(HeapsError::Position(format!(
                "{} begins with size {}, so {size} is too small",
                named.name, named.least
            )));
        }
        size.checked_mul(named.scale)
            .and_then(|heap| heap.checked_add_signed(named.shift))
            .ok_or_else(|| {
                HeapsError::Position(format!("size {size} is too large for {}", named.name))
            })
    }

    /// The least size of a position.
    pub fn least(&self) -> u64 {
        self.named.map_or(0, |named| named.least)
    }
}

fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| !matches!(c, '_' | '-' | ' ' | '\'' | '’'))
        .flat_map(char::to_lowercase)
        .collect()
}

fn by_set(name: &str, arguments: &str) -> Result<Option<Code>, HeapsError> {
    let kind = match name {
        "subtraction" | "subtract" | "takeatmost" | "matches" => false,
        "allbut" => true,
        _ => return Ok(None),
    };
    let set = arguments
        .trim_matches(['[', ']', '{', '}', ' '])
        .split(',')
        .map(|number| {
            number.trim().parse::<u64>().map_err(|_| {
                HeapsError::Position(format!(
                    "`{}` in {name}({arguments}) is not a number; write as in subtraction(2,3,7)",
                    number.trim()
                ))
            })
        })
        .collect::<Result<Vec<u64>, _>>()?;
    if matches!(name, "takeatmost" | "matches") {
        let [most] = set[..] else {
            return Err(HeapsError::Position(format!(
                "{name}({arguments}): write one number, the most that may be taken"
            )));
        };
        let most = most.min(crate::parse::MOST_DIGITS as u64 + 1);
        return Code::subtraction(&(1..=most).collect::<Vec<u64>>(), false).map(Some);
    }
    Code::subtraction(&set, kind).map(Some)
}

/// What to try instead of an unknown name.
fn suggestion(wanted: &str) -> String {
    let names = NAMED.iter().flat_map(|named| std::iter::once(&named.name).chain(named.synonyms));
    let mut near: Vec<(usize, &str)> = names
        .map(|&name| (distance(wanted, &plain(name)), name))
        .filter(|&(distance, name)| distance <= 2 || plain(name).starts_with(wanted))
        .collect();
    near.sort_unstable();
    near.truncate(3);
    if near.is_empty() || wanted.is_empty() {
        let all: Vec<&str> = NAMED.iter().map(|named| named.name).collect();
        return format!("names are {}", all.join(", "));
    }
    let near: Vec<&str> = near.into_iter().map(|(_, name)| name).collect();
    format!("did you mean {}?", near.join(" or "))
}

/// Levenshtein's distance between two short words; long ones are far from everything.
fn distance(a: &str, b: &str) -> usize {
    if a.len() > 40 {
        return usize::MAX;
    }
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
