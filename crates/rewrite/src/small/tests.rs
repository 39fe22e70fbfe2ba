//! Boards as bits against boards as cells.

use std::collections::HashMap;

use proptest::prelude::*;
use upstar_core::Budget;
use upstar_values::{Id, Universe, Worker};

use super::*;

/// The rows of a board without those at its sides that are dead.
fn trimmed(text: &str, dead: char) -> Vec<String> {
    let rows: Vec<&str> = text.split('|').collect();
    let alive = |row: &&str| row.chars().any(|letter| letter != dead);
    let (Some(first), Some(last)) = (rows.iter().position(alive), rows.iter().rposition(alive))
    else {
        return Vec::new();
    };
    let rows = &rows[first..=last];
    let columns: Vec<usize> = rows
        .iter()
        .flat_map(|row| row.match_indices(|letter| letter != dead))
        .map(|m| m.0)
        .collect();
    let (first, last) = (columns.iter().min().unwrap(), columns.iter().max().unwrap());
    rows.iter().map(|row| row[*first..=*last].to_owned()).collect()
}

fn sorted<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort();
    all
}

fn agree<const BITS: usize>(program: &Arc<Program>, text: &str) {
    let large = CellGame(program.clone());
    let grid = large.read(text).unwrap();
    let layout = Layout::of(grid.rows(), grid.columns()).unwrap();
    let table = Arc::new(Table::new::<BITS>(program, layout, (grid.rows(), grid.columns())));
    let (rows, columns) = (grid.rows(), grid.columns());
    let small = SmallGame::<BITS> { program: program.clone(), table, rows, columns };
    let cells = small.cells(&grid);
    if inert(program).is_none() || !text.contains(char::from(program.dead)) {
        assert_eq!(small.write(&cells), text);
    }
    assert_eq!(small.decode(&small.encode(&cells)), Some(cells));
    for player in Player::BOTH {
        let bits = small.all_options(&cells, player).unwrap();
        let grids = large.all_options(&grid, player).unwrap();
        let same = |text: String| {
            text.replace(char::from(program.dead), &char::from(small.table.letters[0]).to_string())
        };
        let bits = sorted(bits.iter().map(|option| small.write(option)).collect());
        let grids = sorted(grids.iter().map(|option| same(large.write(option))).collect());
        assert_eq!(bits, grids, "{text} {:?}", program.spec.source);
    }
    if let Some(shapes) = &small.table.shapes {
        let (mut found, mut exact) = (Vec::new(), Vec::new());
        shapes.parts(&small.table.by_code(&cells), |part| found.push(part));
        small.table.parts(&cells, |part| exact.push(part));
        // Parts at one glance are whole parts, and leave out none in which somebody can move.
        let exact: Vec<u64> = exact
            .into_iter()
            .filter(|part| {
                let part = cells.map(|bits| bits & part);
                Player::BOTH
                    .iter()
                    .any(|&player| !small.all_options(&part, player).unwrap().is_empty())
            })
            .collect();
        let whole = |part: &u64| exact.iter().all(|other| other & part == 0 || other & !part == 0);
        assert!(found.iter().all(whole), "{text}");
        let all = found.iter().fold(0, |all, part| all | part);
        assert!(exact.iter().all(|part| part & !all == 0), "{text}");
    }
    let dead = char::from(program.dead);
    let trimmed = |text: &str| {
        trimmed(&text.replace(char::from(small.table.letters[0]), &dead.to_string()), dead)
    };
    let (mut bits, mut grids) = (Vec::new(), Vec::new());
    small.components(&cells, &mut bits).unwrap();
    large.components(&grid, &mut grids).unwrap();
    let bits = sorted(bits.iter().map(|part| trimmed(&small.write(part))).collect());
    let grids = sorted(grids.iter().map(|part| trimmed(&large.write(part))).collect());
    // Cells leave a board whole where looking for its parts would take too long.
    if grids != [trimmed(text)] || rows * columns < 30 {
        assert_eq!(bits, grids, "{text} {:?}", program.spec.source);
    }
    // Images of a board have one representative.
    let (least, negated) = small.normalize(cells);
    let mut all = Vec::new();
    small.table.each_image(&cells, false, |_, image| all.push(image));
    for (turn, image) in small.table.images.iter().zip(all) {
        assert_eq!(image.alive().count_ones(), cells.alive().count_ones());
        let (other, turned) = small.normalize(image);
        assert_eq!(other, least);
        let itself = small.table.images.iter().any(|turn| turn.negated == Negated::Yes);
        assert!(turned == negated || turn.negated == Negated::Yes || itself);
    }
    if program.class.loopy || rows * columns > 9 {
        return;
    }
    let universe = Universe::new();
    let mut worker = universe.worker(&Budget::unlimited());
    let fast = value(&small, true, &cells, &mut HashMap::new(), &mut worker);
    let slow = value(&large, false, &grid, &mut HashMap::new(), &mut worker);
    assert_eq!(fast, slow, "{text} {:?}", program.spec.source);
}

/// The value of a position from its options, by parts and their representatives or without them.
fn value<R: Ruleset>(
    rules: &R,
    by_parts: bool,
    position: &R::Position,
    known: &mut HashMap<R::Position, Id>,
    worker: &mut Worker<'_>,
) -> Id {
    let mut parts = Vec::new();
    if by_parts {
        rules.components(position, &mut parts).unwrap();
    } else {
        parts.push(position.clone());
    }
    let mut sum = worker.integer(0).unwrap();
    for part in parts {
        let (part, negated) = if by_parts { rules.normalize(part) } else { (part, Negated::No) };
        let found = known.get(&part).copied();
        let mut found = found.unwrap_or_else(|| {
            let [left, right] = Player::BOTH.map(|player| {
                let options = rules.all_options(&part, player).unwrap();
                let values = options.iter().map(|o| value(rules, by_parts, o, known, worker));
                values.collect::<Vec<Id>>()
            });
            let found = worker.game(&left, &right).unwrap();
            known.insert(part, found);
            found
        });
        if negated == Negated::Yes {
            found = worker.neg(found).unwrap();
        }
        sum = worker.add(sum, found).unwrap();
    }
    sum
}

const RULES: [&str; 12] = [
    "left: x. -> .x in 4 directions; right: o. -> .o in 4 directions",
    "both: x./.o -> ../.. in 4 directions",
    "left: xo -> .x in 4 directions; right: ox -> .o in 4 directions",
    "both: xo -> .x mirror if no o beside",
    "left: . -> x if at most 1 [xo] around; right: . -> o if at most 1 [xo] around",
    "left: x -> . beside o -> ., . -> x; right: o -> . beside x -> .",
    "left: x(o.)+ -> (..)+x in 4 directions; right: o(x.)+ -> (..)+o in 4 directions",
    "both: x.+ -> .+x in 8 directions",
    "left: x.** -> o.**; right: o[x.]* -> x.* if some x beside",
    "left: x. -> .o in 4 diagonals; right: o.?x -> x??.",
    "left: xx -> .. if 2 o on board; right: oo -> .. in 4 directions",
    "left: x.+ -> .+X in 4 directions then X. -> xo in 4 directions; right: o -> .",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// Bits against cells: options, parts, images and values.
    #[test]
    fn bits_agree_with_cells(
        first in 0..RULES.len(),
        second in 0..RULES.len(),
        size in prop_oneof![Just((3, 3)), Just((2, 4)), Just((5, 8)), Just((8, 8)),
            Just((1, 9)), Just((1, 14)), Just((3, 11)), Just((12, 1))],
        letters in prop::collection::vec(0..6usize, 64),
        strip in any::<bool>(),
    ) {
        let board = if strip && size.0 == 1 { "strip" } else { "grid" };
        let rules = if board == "strip" { [9, 8] } else { [first, second] };
        let mut lines = vec![format!("g on {board} \"xo.\" marks \"X\"")];
        lines.extend(rules.map(|rule| RULES[rule].to_owned()));
        let text = lines.join("\n").replace("in 4 diagonals", if strip { "" } else { "in 4 diagonals" });
        if let Ok(specs) = super::super::parse::read(&text) {
            let program = Arc::new(Program::new(specs.into_iter().next().unwrap(), &text).unwrap());
            let cell = |at: usize| char::from(b"xo..x%"[letters[at]]);
            let dead = char::from(program.dead);
            let rows: Vec<String> = (0..size.0)
                .map(|row| (0..size.1).map(|column| cell(row * size.1 + column)).collect())
                .collect();
            let board = rows.join("|").replace('%', &dead.to_string());
            agree::<3>(&program, &board);
            if inert(&program).is_some() {
                agree::<2>(&program, &board);
            }
        }
    }
}

#[test]
fn few_letters_take_few_bits() {
    let text = "g on grid \".#\"; left: ./. -> #/#; right: .. -> ##";
    let spec = super::super::parse::read(text).unwrap().into_iter().next().unwrap();
    let program = Arc::new(Program::new(spec, text).unwrap());
    for text in ["...|.#.|...", "....|#...|..#.|....", "........|........"] {
        agree::<2>(&program, text);
    }
}
