//! Named games of the catalogue of heap games: Kayles and others.

use upstar_heaps::{HEAP_GAMES, NamedGame};

use super::take_and_break::{Draw, named};
use crate::prelude::*;
use upstar_engine::Dot;

/// The game of this name in the catalogue of heap games.
const fn find(name: &str) -> &'static NamedGame {
    let mut index = 0;
    while index < HEAP_GAMES.len() {
        if same(HEAP_GAMES[index].name.as_bytes(), name.as_bytes()) {
            return &HEAP_GAMES[index];
        }
        index += 1;
    }
    panic!("a name of a game on heaps")
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut equal = 0;
    while equal < a.len() && equal < b.len() && a[equal] == b[equal] {
        equal += 1;
    }
    equal == a.len() && equal == b.len()
}

/// The row of the game of this name.
const fn row(
    name: &'static str,
    example: (&'static str, &'static str),
    rules: fn() -> Rules,
) -> Row {
    let game = find(name);
    Row {
        name: game.name,
        aliases: game.aliases,
        class: Class::IMPARTIAL,
        usage: game.usage,
        rules: game.rules,
        source: game.source,
        example,
        make: Make::Rules(rules),
        boards: false,
    }
}

fn rules(name: &'static str, draw: Draw) -> Rules {
    named(name, find(name).code, draw)
}

pub(crate) const DAWSON_KAYLES: Row =
    row("dawson_kayles", ("dawson_kayles(14)", "*4"), || rules("dawson_kayles", pins));
pub(crate) const GRUNDY: Row = row("grundy", ("grundy(18)", "*4"), || rules("grundy", stones));
pub(crate) const JAMES_BOND: Row =
    row("james_bond", ("james_bond(9)", "*3"), || rules("james_bond", pins));
pub(crate) const KAYLES: Row = row("kayles", ("kayles(9)", "*4"), || rules("kayles", pins));
pub(crate) const LASKER: Row = row("lasker", ("lasker(3,4)", "*7"), || rules("lasker", stones));
pub(crate) const PAWNS: Row = row("pawns", ("pawns(9)", "*3"), || rules("pawns", files));

/// The largest number of tokens that are drawn one by one.
const MOST_DRAWN: u64 = 60;

fn stones(heaps: &[u64]) -> Picture {
    Picture::Heaps(heaps.to_vec())
}

fn pins(heaps: &[u64]) -> Picture {
    Picture::Pins(heaps.to_vec())
}

/// Groups of files, each with a white and a black pawn.
fn files(heaps: &[u64]) -> Picture {
    if super::tokens(heaps) > MOST_DRAWN {
        return stones(heaps);
    }
    let row = |letter: &str| {
        let groups = heaps.iter().filter(|&&heap| heap > 0);
        groups.map(|&heap| letter.repeat(heap as usize)).collect::<Vec<_>>().join("#")
    };
    Picture::Board(vec![row("o"), row("."), row("x")])
}

/// Chains of vertices.
pub(crate) fn chains(heaps: &[u64]) -> Picture {
    if super::tokens(heaps) > MOST_DRAWN {
        return stones(heaps);
    }
    let (mut vertices, mut edges) = (Vec::new(), Vec::new());
    for &heap in heaps {
        for place in 0..heap {
            if place > 0 {
                edges.push((vertices.len() - 1, vertices.len()));
            }
            vertices.push(Dot::default());
        }
    }
    Picture::Graph { vertices, edges, tints: Vec::new(), directed: false }
}
