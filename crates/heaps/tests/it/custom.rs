//! Rules without a code, by the same search as codes.

use std::sync::Arc;

use upstar_core::Budget;
use upstar_heaps::{
    CustomHeaps, Floor, HeapGame, HeapRule, HeapRules, HeapValues, HeapsError, Question, Search,
    Settings, Step, Visit, Zeros, plain,
};

/// From one to half of the tokens may be taken.
struct Half {
    tells: bool,
}

impl HeapRule for Half {
    fn options(&self, heap: u64, visit: &mut Visit<'_>) -> Result<(), HeapsError> {
        (1..=heap / 2).try_for_each(|taken| visit(&[heap - taken]))
    }

    fn take_at_most(&self) -> Option<Floor> {
        self.tells.then_some(Floor { times: 1, square: 0, plus: 0, by: 2 })
    }
}

fn half(tells: bool) -> HeapGame {
    let rule = Arc::new(Half { tells });
    HeapGame::custom(CustomHeaps { name: "half".to_owned(), text: String::new(), rule })
}

/// With a proved law and without one, all answers are those of the definition.
#[test]
fn answers_are_those_of_the_definition() {
    let budget = Budget::unlimited();
    let values = plain::values(&Half { tells: false }, 3000, &budget).unwrap();
    for tells in [true, false] {
        for to in [100, 256, 3000] {
            let question = Question {
                to: Some(to),
                values: true,
                zeros: Zeros::Listed,
                period: to == 256,
                at: Some(77u32.into()),
                ..Question::default()
            };
            let mut search = Search::new(&half(tells), Settings::default(), question).unwrap();
            search.run(&budget).unwrap();
            let found = search.finish();
            assert_eq!(found.values, values[..=to as usize], "{tells} {to}");
            let zeros = (0..=to).filter(|&heap| values[heap as usize] == 0);
            assert_eq!(found.summary.zeros, zeros.collect::<Vec<u64>>(), "{tells} {to}");
            assert_eq!(found.at, Some(values[77].into()));
            assert_eq!(found.period, None);
        }
    }
}

/// A search that was stopped goes on from its checkpoint.
#[test]
fn searches_of_custom_rules_are_resumed() {
    let game = half(false);
    let question =
        Question { to: Some(2000), values: true, checkpoints: true, ..Question::default() };
    let mut search = Search::new(&game, Settings::default(), question.clone()).unwrap();
    let short = Budget::unlimited().with_steps(200_000);
    assert!(matches!(search.run(&short), Ok(upstar_core::StopReason::Steps)));
    let count = search.summary().count;
    assert!((1..2000).contains(&count), "{count}");
    let budget = Budget::unlimited();
    let kept = search.checkpoint();
    let mut resumed = Search::resume(&game, Settings::default(), question, kept, &budget).unwrap();
    while resumed.step(&budget).unwrap() != Step::Finished {}
    let values = plain::values(&Half { tells: false }, 2000, &budget).unwrap();
    assert_eq!(resumed.finish().values, values);
}

#[test]
fn what_is_known_of_codes_alone_is_refused() {
    let game = half(true);
    assert!(matches!(game.code(), Err(HeapsError::NoCode(_))));
    let mut values = HeapValues::of(&game.rules, Settings::default()).unwrap();
    let value = values.value(&10u64.pow(18).into(), &Budget::unlimited()).unwrap();
    assert_eq!(value, (5 * 10u64.pow(17)).into());
    let kayles = HeapGame::find("kayles").unwrap();
    assert!(kayles.rules != game.rules && matches!(kayles.rules, HeapRules::Code(_)));
}
