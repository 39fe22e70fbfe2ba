//! Games on boards that are written in rules: a file of `crates/rules/games` each.

use std::sync::LazyLock;

use crate::games::prelude::*;
use crate::rewrite::OwnGame;

/// A row of the catalogue whose options a file of rules gives.
macro_rules! row {
    ($row:ident, $name:literal, $aliases:expr, $class:ident, $usage:literal, $rules:literal,
     $source:literal, $example:expr) => {
        pub(crate) const $row: Row = Row {
            name: $name,
            aliases: $aliases,
            class: Class::$class,
            usage: $usage,
            rules: $rules,
            source: $source,
            example: $example,
            make: Make::Rules(|| {
                static GAME: LazyLock<OwnGame> = LazyLock::new(|| {
                    let text = include_str!(concat!("../../../games/", $name, ".game"));
                    constant(OwnGame::built_in($name, text))
                });
                GAME.rules().clone()
            }),
            boards: true,
        };
    };
}

row!(
    ANTI_CLOBBER,
    "anti_clobber",
    &[],
    PARTIZAN,
    "anti_clobber(\"xo|ox\")",
    "Men x of Left and o of Right. A man moves to a neighbouring free cell and leaves a man\n\
     of the opponent where he stood.",
    "CGSuite",
    ("anti_clobber(\"xoxo|oo..\")", "{*|-1}")
);
row!(
    CANNIBAL_CLOBBER,
    "cannibal_clobber",
    &["hot_clobber"],
    PARTIZAN,
    "cannibal_clobber(\"xo|ox\")",
    "Clobber in which players may also take their own men: a man takes any man on a\n\
     neighbouring cell and moves there.",
    "CGSuite and MCGS",
    ("cannibal_clobber(\"xox|o.x|oxo\")", "0")
);
row!(
    DIAGONAL_CLOBBER,
    "diagonal_clobber",
    &["bishop_clobber"],
    PARTIZAN,
    "diagonal_clobber(\"xo|ox\")",
    "Clobber with steps to the four cells that touch at a corner.",
    "CGSuite",
    ("diagonal_clobber(\"xoxo|oox.|xxx.\")", "{0,v*|vv}")
);
row!(
    KINGS,
    "kings",
    &["king_clobber"],
    PARTIZAN,
    "kings(\"xo|ox\")",
    "Clobber with the steps of a chess king.",
    "CGSuite",
    ("kings(\"xox|ox.\")", "{^^*|*,v[2]}")
);
row!(
    QUEENS,
    "queens",
    &["queen_clobber"],
    PARTIZAN,
    "queens(\"xo|ox\")",
    "Clobber with the moves of a chess queen: over free cells to an enemy, who is taken.",
    "CGSuite",
    ("queens(\"xox|ox.\")", "^")
);
row!(
    ROOKS,
    "rooks",
    &["rook_clobber"],
    PARTIZAN,
    "rooks(\"xo|ox\")",
    "Clobber with the moves of a chess rook: over free cells to an enemy, who is taken.",
    "CGSuite",
    ("rooks(\"xox|ox.\")", "{^^*|0,*}")
);
row!(
    TRIOMINO,
    "triomino",
    &["l_triomino"],
    IMPARTIAL,
    "triomino(\"2x7\") or triomino(\"..|#.\")",
    "A move puts an L-shaped piece of three cells on free cells. A board of 2 x n is heap 2n\n\
     of 0.007.",
    "e-maxx, Sprague-Grundy theory",
    ("triomino(\"2x6\")", "*")
);
