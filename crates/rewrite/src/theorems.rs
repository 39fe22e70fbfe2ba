//! Theorems about values that follow from the form of the patterns.

use super::placed_patterns::{Form, Moves, PlacedCell, PlacedPattern, Steps};
use super::program::Image;
use super::spec::{After, Piece, Spec, Where};

/// Whether rows, and columns, are odd in number; `None` if that does not matter.
pub(super) type Odd = [Option<bool>; 2];

/// Whether both players can move whenever one can: where a pattern of one player matches, a pattern
/// of the other matches too. All values are then infinitesimal.
pub(super) fn both_move(spec: &Spec, moves: &Moves) -> bool {
    let fits = |laid: &PlacedPattern, others: &[Steps]| {
        others.iter().any(|steps| match &steps[..] {
            [only] => only.iter().any(|other| laid.asks_for_all_of(other)),
            _ => false,
        })
    };
    let covered = |moves: &[Steps], others: &[Steps]| {
        moves.iter().all(|steps| steps[0].iter().all(|laid| fits(laid, others)))
    };
    spec.marks == 0
        && spec.passes[0] == spec.passes[1]
        && covered(&moves[0], &moves[1])
        && covered(&moves[1], &moves[0])
}

impl PlacedPattern {
    /// Whether `other` matches wherever this does.
    fn asks_for_all_of(&self, other: &PlacedPattern) -> bool {
        let near = other.conditions.iter().any(|condition| condition.place != Where::Board);
        let fits = match (&self.form, &other.form) {
            (Form::Block(cells), Form::Block(others)) => others.iter().all(|other| {
                cells.iter().any(|cell| {
                    (cell.down, cell.right) == (other.down, other.right)
                        && cell.class & !other.class == 0
                        && (!near || cell.marked == other.marked)
                })
            }),
            (Form::Line { step, pattern, .. }, Form::Line { step: way, pattern: others, .. }) => {
                step == way && pattern == others
            }
            _ => false,
        };
        // After another move the board is another.
        fits && other.after.leaving.is_empty()
            && other.conditions.iter().all(|condition| self.conditions.contains(condition))
    }

    /// Cells of the pattern, or of enough of the lines that it stands for to tell where lines lie.
    fn places(&self) -> Vec<(i32, i32)> {
        match &self.form {
            Form::Block(cells) => {
                cells.iter().map(|PlacedCell { down, right, .. }| (*down, *right)).collect()
            }
            Form::Line { step, pattern, .. } => {
                let alone = pattern.iter().filter(|piece| matches!(piece, Piece::One(_))).count();
                (0..alone as i32 + 4).map(|at| (at * step.0, at * step.1)).collect()
            }
        }
    }
}

/// Of which boards that are their own image, turned or reflected, a match never meets its image:
/// who moves second answers each move with its image. The image of a board is `symmetry` as
/// [`Grid::least`](upstar_engine::Grid) numbers them.
pub(super) fn pairings(spec: &Spec, moves: &Moves, symmetry: u8) -> Vec<Odd> {
    let plain = |laid: &PlacedPattern| {
        laid.conditions.is_empty() && laid.effects.is_empty() && laid.after == After::default()
    };
    let one_step = moves.iter().flatten().all(|steps| steps.len() == 1);
    let all: Vec<&PlacedPattern> = super::program::steps(moves).collect();
    if !(1..4).contains(&symmetry)
        || !one_step
        || spec.marks > 0
        || spec.passes != [false; 2]
        || !all.iter().all(|laid| plain(laid) && !laid.has_border())
    {
        return Vec::new();
    }
    let turned = [symmetry & 1 == 1, symmetry & 2 == 2];
    // The cell that lies `(down, right)` from a corner comes to where another of the match is if
    // both sums of their distances are those of the corners.
    let meets = |odd: [bool; 2]| {
        all.iter().any(|laid| {
            let places = laid.places();
            places.iter().enumerate().any(|(index, one)| {
                places[index..].iter().any(|other| {
                    [(one.0, other.0), (one.1, other.1)].iter().zip(turned).zip(odd).all(
                        |((&(a, b), turned), odd)| match turned {
                            // Of an odd number of rows the sum of both ends is even.
                            true => ((a + b) % 2 == 0) == odd,
                            false => a == b,
                        },
                    )
                })
            })
        })
    };
    let choices = |turned| if turned { vec![Some(false), Some(true)] } else { vec![None] };
    let mut found = Vec::new();
    for rows in choices(turned[0]) {
        for columns in choices(turned[1]) {
            if !meets([rows, columns].map(|odd| odd.unwrap_or(false))) {
                found.push([rows, columns]);
            }
        }
    }
    found
}

/// The result about values in words; empty if there is none.
pub(super) fn in_words(infinitesimal: bool, images: &[Image]) -> Option<(String, String)> {
    let (mut answers, mut reasons) = (Vec::new(), Vec::new());
    if infinitesimal {
        answers.push("infinitesimal".to_owned());
        reasons.push(
            "where a pattern of one player fits, one of the other's fits too, so that both can \
             move or neither"
                .to_owned(),
        );
    }
    if images.iter().any(|image| !image.apart.is_empty()) {
        answers.push("0 on some boards that are their own image".to_owned());
        let names = ["", "upside down", "left to right", "by half a turn"];
        let sides = |odd: &Odd| {
            let word = |odd: bool| if odd { "odd" } else { "even" };
            let [rows, columns] = odd.map(|odd| odd.map(word));
            match (rows, columns) {
                (Some(rows), Some(columns)) if rows == columns => {
                    format!("{rows} numbers of rows and columns")
                }
                (Some(rows), Some(columns)) => {
                    format!("an {rows} number of rows and an {columns} one of columns")
                }
                (Some(rows), None) => format!("an {rows} number of rows"),
                (None, Some(columns)) => format!("an {columns} number of columns"),
                (None, None) => String::new(),
            }
        };
        let paired = images.iter().filter(|image| !image.apart.is_empty());
        let mut boards: Vec<String> = paired
            .map(|image| {
                let sides: Vec<String> = image.apart.iter().map(sides).collect();
                format!("{} with {}", names[usize::from(image.symmetry)], sides.join(" or "))
            })
            .collect();
        boards.dedup();
        reasons.push(format!(
            "{}: no match meets its image, and the second player answers each move with its image",
            boards.join(", ")
        ));
    }
    (!answers.is_empty()).then(|| (answers.join(", and "), reasons.join("; ")))
}
