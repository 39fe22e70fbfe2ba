//! The images of boards under which the rules of a game stay the same.

use super::derive::{changed, itself};
use super::placed_patterns::{Form, Moves, PlacedPattern};
use super::program::Image;
use super::spec::{Board, Cell, Class, Effect, Piece, Spec};
use upstar_engine::Negated;

/// The most exchanges of letters that are tried.
const MOST_EXCHANGES: usize = 300;
/// The most cells of patterns that are changed to try them.
const MOST_WORK: usize = 2_000_000;

/// The images of a board that have its value, or the negative of it, itself first: those under
/// which the set of all rules, in all their directions, is the set that it was, or Left's are
/// Right's and Right's are Left's.
pub(super) fn images(spec: &Spec, moves: &Moves, impartial: bool) -> Vec<Image> {
    let mut images = vec![itself(spec)];
    let same_passes = spec.passes[0] == spec.passes[1];
    let symmetries: Vec<u8> = match spec.board {
        Board::Strip => vec![0, 2],
        Board::Vertices | Board::Edges | Board::Graph => vec![0],
        _ => (0..8).collect(),
    };
    // Changing all rules takes time: with many rules fewer exchanges are tried.
    let size = 1 + super::program::steps(moves).map(|laid| 1 + laid.cells().len()).sum::<usize>();
    let most = (MOST_WORK / size).max(symmetries.len());
    let exchanges = exchanges(spec);
    for letters in &exchanges[..exchanges.len().min(most / symmetries.len())] {
        for &symmetry in &symmetries {
            let change = |laid: &PlacedPattern| laid.image(symmetry, letters);
            let other = [changed(&moves[0], change), changed(&moves[1], change)];
            let negated = if other[0] == moves[0] && other[1] == moves[1] {
                Negated::No
            } else if !impartial && same_passes && other[0] == moves[1] && other[1] == moves[0] {
                Negated::Yes
            } else {
                continue;
            };
            let found = image(spec, symmetry, letters.clone(), negated);
            if found != images[0] {
                images.push(found);
            }
        }
    }
    images
}

/// The ways to exchange letters in pairs, with that of exchanging none first. Letters that stand
/// on the board only during a move are exchanged with each other alone, as are those of vertices and
/// those of edges.
pub(super) fn exchanges(spec: &Spec) -> Vec<Vec<u8>> {
    let count = spec.letters.len();
    let mut all = vec![(0..count as u8).collect::<Vec<u8>>()];
    let mut next = 0;
    while next < all.len() && all.len() < MOST_EXCHANGES {
        let known = all[next].clone();
        next += 1;
        // Each set of pairs is met once: its pairs come in order.
        let last = (0..count).rev().find(|&code| usize::from(known[code]) > code);
        for first in last.map_or(0, |last| last + 1)..count {
            for second in first + 1..count {
                let free = |code: usize| usize::from(known[code]) == code;
                let same = (first < spec.playing()) == (second < spec.playing())
                    && spec.kind(first as u8) == spec.kind(second as u8);
                if free(first) && free(second) && same && all.len() < MOST_EXCHANGES {
                    let mut more = known.clone();
                    more.swap(first, second);
                    all.push(more);
                }
            }
        }
    }
    all
}

/// An image.
pub(super) fn image(spec: &Spec, symmetry: u8, codes: Vec<u8>, negated: Negated) -> Image {
    let mut letters = Box::new([0u8; 256]);
    for (letter, image) in letters.iter_mut().enumerate() {
        *image = letter as u8;
    }
    for (code, &to) in codes.iter().enumerate() {
        letters[usize::from(spec.letters[code])] = spec.letters[usize::from(to)];
    }
    Image { symmetry, letters, codes, negated, apart: Vec::new() }
}

/// A class with its letters exchanged.
pub(super) fn exchanged(class: Class, letters: &[u8]) -> Class {
    let known = (1 << letters.len()) - 1;
    let others = class & !known;
    let codes = (0..letters.len()).filter(|code| class >> code & 1 == 1);
    codes.fold(others, |class, code| class | 1 << letters[code])
}

impl PlacedPattern {
    /// The pattern on the image of a board, with letters exchanged.
    pub(super) fn image(&self, symmetry: u8, letters: &[u8]) -> PlacedPattern {
        let turned = |(down, right): (i32, i32)| {
            let down = if symmetry & 1 == 0 { down } else { -down };
            let right = if symmetry & 2 == 0 { right } else { -right };
            if symmetry < 4 { (down, right) } else { (right, down) }
        };
        let letter = |to: &Option<u8>| to.map(|to| letters[usize::from(to)]);
        let cell = |cell: &Cell| Cell { class: exchanged(cell.class, letters), ..*cell };
        let form = match &self.form {
            Form::Block(cells) => {
                let cells = cells.iter().map(|cell| {
                    let (down, right) = turned((cell.down, cell.right));
                    let class = exchanged(cell.class, letters);
                    super::placed_patterns::PlacedCell {
                        down,
                        right,
                        class,
                        to: letter(&cell.to),
                        ..*cell
                    }
                });
                Form::block(cells.collect())
            }
            Form::Line { step, pattern, result, moved } => Form::line(
                turned(*step),
                pattern.iter().map(|piece| piece.map(cell)).collect(),
                result.iter().map(|piece| piece.map(letter)).collect(),
                *moved,
            ),
        };
        let mut conditions = self.conditions.clone();
        for condition in &mut conditions {
            condition.class = exchanged(condition.class, letters);
            condition.via = exchanged(condition.via, letters);
        }
        conditions.sort_unstable();
        let effects = self.effects.iter();
        let mut effects: Vec<_> = effects
            .map(|effect| Effect {
                via: exchanged(effect.via, letters),
                class: exchanged(effect.class, letters),
                to: letters[usize::from(effect.to)],
            })
            .collect();
        effects.sort_unstable();
        PlacedPattern { form, conditions, effects, after: self.after.exchanged(letters) }
    }
}

impl<C> Piece<C> {
    /// The piece with its cells changed.
    pub(super) fn map<D>(&self, change: impl Fn(&C) -> D) -> Piece<D> {
        match self {
            Piece::One(cell) => Piece::One(change(cell)),
            Piece::Many { cells, least, longest } => Piece::Many {
                cells: cells.iter().map(change).collect(),
                least: *least,
                longest: *longest,
            },
        }
    }
}

/// The images in words: what there are, and why.
pub(super) fn in_words(spec: &Spec, images: &[Image], impartial: bool) -> (String, String) {
    let count = |negated| images.iter().filter(|image| image.negated == negated).count();
    let (same, negative) = (count(Negated::No), count(Negated::Yes));
    let mut answers = Vec::new();
    if same > 1 {
        answers.push(format!("{same} images of a board have its value"));
    }
    if negative > 0 {
        let words = if negative == 1 {
            "image of a board is its negative"
        } else {
            "images are its negatives"
        };
        answers.push(format!("{negative} {words}"));
    }
    if answers.is_empty() {
        answers.push("none".to_owned());
    }
    let answer = answers.join(", ");
    let pairs = |image: &Image| {
        let pairs = image.codes.iter().enumerate().filter(|(code, to)| *code < usize::from(**to));
        let pair = |(code, to): (usize, &u8)| {
            let letter = |code: usize| char::from(spec.letters[code]);
            format!("{}{}", letter(code), letter(usize::from(*to)))
        };
        pairs.map(pair).collect::<Vec<_>>().join(" ")
    };
    let name = |image: &Image| {
        let names = if spec.board != Board::Grid {
            ["as it is", "", "read backwards", "", "", "", "", ""]
        } else {
            [
                "as it is",
                "upside down",
                "left to right",
                "half a turn",
                "rows as columns",
                "a quarter turn",
                "a quarter turn back",
                "along the other diagonal",
            ]
        };
        let pairs = pairs(image);
        let with =
            if pairs.is_empty() { String::new() } else { format!(" with {pairs} exchanged") };
        format!("{}{with}", names[usize::from(image.symmetry)])
    };
    let list = |negated| {
        let images = images.iter().skip(1).filter(|image| image.negated == negated);
        images.map(name).collect::<Vec<_>>().join(", ")
    };
    let mut reasons = Vec::new();
    if same > 1 {
        reasons.push(format!("the rules are the same: {}", list(Negated::No)));
    }
    if negative > 0 {
        reasons.push(format!("Left's rules become Right's {}", list(Negated::Yes)));
    }
    if reasons.is_empty() {
        reasons.push("no turn, reflection or exchange of letters keeps the rules".to_owned());
    }
    if impartial {
        reasons.push("an impartial position is its own negative".to_owned());
    }
    (answer, reasons.join("; "))
}
