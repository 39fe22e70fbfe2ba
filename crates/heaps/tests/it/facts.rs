//! Published facts about take-and-break games, and games on boards by brute force.

use std::collections::HashMap;

use upstar_core::{Budget, mex};
use upstar_heaps::{Code, HeapGame, HeapRule, HeapsError, Sequence, Settings, Summary, position};

fn values(game: &str, to: u64) -> Vec<u32> {
    let code = HeapGame::find(game).unwrap().code().unwrap().clone();
    let mut sequence = Sequence::new(&code, Settings::default()).unwrap();
    sequence.collect(to, &Budget::unlimited()).unwrap()
}

fn options(code: &str, heap: u64) -> String {
    let code: Code = code.parse().unwrap();
    let mut all = Vec::new();
    code.options(heap, &mut |parts| {
        all.push(parts.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
        Ok(())
    })
    .unwrap();
    all.join("  ")
}

/// The table printed in Delta, with G(0) first.
const GRIM: &str = "0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 2, 1, 3, 2, 1, 0, 2, 1, 4, 5, 1, 4, 5, 1, \
    2, 0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 2, 3, 4, 2, 1, 0, 2, 8, 4, 5, 3, 4, 5, 6, 2, 5, 1, 2, 3, \
    1, 2, 3, 4, 2, 3, 4, 2, 3, 4, 2, 3, 0, 2, 3, 4, 5, 3, 4, 5, 6, 4, 5, 6, 2, 3, 1, 2, 3, 4, 2, \
    3, 4, 2, 3, 4, 2, 3, 0, 2, 3, 4, 5, 3, 4, 5, 6, 4, 5, 6, 8, 5, 1, 2, 3, 4, 2, 3, 4, 2, 3, 4, \
    2, 3, 0, 2, 3, 4";

#[test]
fn grim_as_printed() {
    let printed: Vec<u32> = GRIM.split(", ").map(|value| value.parse().unwrap()).collect();
    assert_eq!(printed.len(), 128);
    assert_eq!(values("grim", 127), printed);
    let mut summary = Summary::new(false);
    summary.add(&values("officers", 5000));
    assert_eq!(summary.zeros, [0, 1, 4, 12, 20, 30, 46, 72, 98, 124, 150, 176, 314, 408]);
}

#[test]
fn first_values_that_cgsuite_prints() {
    for (game, expected) in [
        ("kayles", "1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,1,4,3,2,1"),
        ("dawsons_kayles", "0,1,1,2,0,3,1,1,0,3,3,2,2,4,0,5,2,2,3,3"),
        ("grundy", "0,0,1,0,2,1,0,2,1,0,2,1,3,2,1,3,2,4,3,0"),
        ("0.3F", "1,2,0,1,2,3,4,5,3,4,5,6,7,8,6,7,8,9,10,11"),
        ("subtraction(2,3,7)", "0,1,1,2,0,0,1,1,2,0,0,1,1,2,0,0,1,1,2,0"),
        ("allbut(2,3,7)", "1,0,1,2,3,2,3,4,5,4,5,6,7,6,7,8,9,8,9,10"),
    ] {
        let expected: Vec<u32> = expected.split(',').map(|value| value.parse().unwrap()).collect();
        assert_eq!(values(game, 20)[1..], expected, "{game}");
    }
}

#[test]
fn options_as_cgsuite_lists_them() {
    assert_eq!(options("4!.0", 8), "1,7  2,6  3,5");
    assert_eq!(options("0.3F!", 9), "8  7  1,6  2,5  3,4  1,2,4");
    assert_eq!(options("80.0", 7), "1,1,6  1,2,5  1,3,4  2,2,4  2,3,3");
    assert_eq!(options("{2+}=.0", 10), "5,5  2,2,2,2,2  1,1,1,1,1,1,1,1,1,1");
    assert_eq!(options("0.77", 20).split("  ").count(), 20);
    assert_eq!(options("0.3F", 20).split("  ").count(), 38);
}

#[test]
fn exercise_10_of_the_source() {
    assert_eq!(values("0.777...", 300), (0..=300).collect::<Vec<u32>>());
    let lasker: Vec<u32> = (0..=300u32)
        .map(|n| match n % 4 {
            0 if n > 0 => n - 1,
            3 => n + 1,
            _ => n,
        })
        .collect();
    assert_eq!(values("4.333...", 300), lasker);
    assert_eq!(values("lasker", 300), lasker);
    let doubled: Vec<u32> = (0..=300u32).map(|n| if n < 2 { n } else { 2 * n - 2 }).collect();
    assert_eq!(values("4.777...", 300), doubled);
}

#[test]
fn a_pattern_is_no_proof() {
    let (a, b) = (values("0.161", 600), values("0.36", 600));
    assert_eq!((0..=600).find(|&n| a[n] != b[n]), Some(519));
}

#[test]
fn crosses_repeat_from_52_with_period_34() {
    let crosses = values("crosses", 2000);
    assert!((52..1966).all(|n| crosses[n] == crosses[n + 34]));
    assert_ne!(crosses[51], crosses[85]);
}

/// Real three in a row on a strip, with every position by brute force.
#[test]
fn three_in_a_row_is_heap_n_plus_2_of_0_007() {
    fn wins(board: u32, n: u32, known: &mut HashMap<u32, bool>) -> bool {
        if let Some(&win) = known.get(&board) {
            return win;
        }
        let win = (0..n).filter(|cell| board >> cell & 1 == 0).any(|cell| {
            let next = board | 1 << cell;
            next & next >> 1 & next >> 2 != 0 || !wins(next, n, known)
        });
        known.insert(board, win);
        win
    }
    let game = HeapGame::find("treblecross").unwrap();
    let values = values("0.007", 20);
    for n in 3..=15 {
        let heap = game.heap(n).unwrap();
        assert_eq!(heap, n + 2);
        let win = wins(0, n as u32, &mut HashMap::new());
        assert_eq!(win, values[heap as usize] != 0, "{n} cells");
    }
    assert!(game.heap(2).is_err());
}

#[test]
fn winning_moves_are_all_moves_to_nim_sum_0() {
    let code: Code = "0.77".parse().unwrap();
    let values = values("0.77", 30);
    let heaps = [12, 7, 3];
    let found = position(&code, &heaps, &values, &Budget::unlimited()).unwrap();
    assert_eq!(found.value, values[12] ^ values[7] ^ values[3]);
    let mut expected = Vec::new();
    for (i, &heap) in heaps.iter().enumerate() {
        for taken in 1..=2u64 {
            let rest = heap - taken;
            for a in 0..=rest / 2 {
                let b = rest - a;
                if found.value ^ values[heap as usize] == values[a as usize] ^ values[b as usize] {
                    expected.push((i, [a, b].into_iter().filter(|&p| p > 0).collect::<Vec<_>>()));
                }
            }
        }
    }
    expected.sort();
    expected.dedup();
    assert_eq!(found.winning, expected);
    assert!(!expected.is_empty());
}

#[test]
fn a_rule_without_a_code() {
    struct Wild;
    impl HeapRule for Wild {
        fn options(
            &self,
            heap: u64,
            visit: &mut upstar_heaps::Visit<'_>,
        ) -> Result<(), HeapsError> {
            (1..=heap)
                .filter(|taken| heap.is_multiple_of(*taken))
                .try_for_each(|taken| visit(&[heap - taken]))
        }
    }
    let values = upstar_heaps::plain::values(&Wild, 64, &Budget::unlimited()).unwrap();
    for heap in 1..=64usize {
        let expected = mex((1..=heap).filter(|t| heap % t == 0).map(|t| values[heap - t]));
        assert_eq!(values[heap], expected);
    }
}

#[test]
fn bad_codes_point_at_the_digit() {
    for (code, column) in [
        ("2.7", "column 1"),
        ("1.0", "column 1"),
        ("40.0", "column 1"),
        ("0.7x", "column 4"),
        ("0.W", "column 3"),
        ("0.(12", "column 3"),
        ("0.[]", "column 3"),
        ("0.{2,}", "column 6"),
        ("0.{99}", "column 4"),
        ("0.&40", "column 3"),
        ("0....", "column 3"),
        ("77", "column 3"),
        ("0.(1)2", "column 6"),
        ("0.↑", "column 3"),
    ] {
        let error = code.parse::<Code>().unwrap_err().to_string();
        assert!(error.contains(column), "{code}: {error}");
    }
    assert!(HeapGame::find("kales").unwrap_err().to_string().contains("kayles"));
    assert!(HeapGame::find("").is_err());
}

#[test]
fn codes_print_as_they_are_read() {
    for (code, printed) in [
        ("0.77", "0.77"),
        ("0.770", "0.77"),
        (".77", "0.77"),
        ("0.333...", "0.[3]"),
        ("0.33(3)", "0.[3]"),
        ("0.1(2121)", "0.[12]"),
        ("0.3f!", "0.3F!"),
        ("{2+}=.0", "{2+}=.0"),
        ("0.{0,1}", "0.3"),
        ("0.*", "0.*"),
        ("0.&40;", "0.{3,5}"),
        ("80.", "80.0"),
        ("0.", "0.0"),
    ] {
        let code: Code = code.parse().unwrap();
        assert_eq!(code.to_string(), printed);
        assert_eq!(printed.parse::<Code>().unwrap(), code);
    }
}

/// The terms of the On-Line Encyclopedia of Integer Sequences, A071436 (offset 1), and the last
/// exceptions to the period 144. That entry gives 326637 for the last one.
#[test]
fn values_of_056_and_its_last_exceptions() {
    let values = values("0.56", 326_800);
    let terms = [
        1, 0, 2, 2, 4, 1, 1, 3, 2, 4, 4, 6, 6, 2, 1, 1, 7, 6, 8, 4, 1, 1, 6, 5, 4, 8, 1, 1, 12, 4,
        5, 6, 1, 1, 3, 12, 6, 6, 8, 9, 2, 11, 6, 6, 4, 2, 1, 1, 12, 13, 4, 10, 8, 1, 12, 12, 5, 11,
        1, 16, 2, 2, 12, 6, 1, 1, 2, 13, 12, 6, 6, 8, 1, 1, 7, 6, 11, 4, 16, 16, 6, 5, 5, 19, 1, 1,
        12, 4, 14, 16, 1, 1,
    ];
    assert_eq!(values[1..=92], terms);
    let exceptions: Vec<usize> =
        (326_620..326_656).filter(|&heap| values[heap] != values[heap + 144]).collect();
    assert_eq!(exceptions, [326_636, 326_639]);
    assert_eq!((values[326_637], values[326_781]), (8, 8));
}
