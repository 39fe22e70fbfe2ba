//! Searches that stop and go on.

use super::*;

/// Values from a period equal those of the engine, for any question.
#[test]
fn a_proved_period_gives_the_other_values() {
    for game in [
        "kayles",
        "0.137",
        "0.156",
        "0.3",
        "4.7",
        "0.6",
        "subtraction(2,5)",
        "nim",
        "lasker",
        "allbut(2,3)",
    ] {
        let game = HeapGame::find(game).unwrap();
        for to in [100, 255, 256, 257, 5000, 5001] {
            for (values, zeros) in [(true, Zeros::No), (false, Zeros::Listed)] {
                let question = Question {
                    to: Some(to),
                    values,
                    zeros,
                    digest: true,
                    histogram: true,
                    ..Question::default()
                };
                let by_engine = Question { rares: true, ..question.clone() };
                let [found, expected] = [question, by_engine].map(|question| {
                    let mut search = Search::new(&game, Settings::default(), question).unwrap();
                    search.run(&Budget::unlimited()).unwrap();
                    search.finish()
                });
                assert_eq!(found.values, expected.values, "{game:?} {to}");
                assert_eq!(found.summary, expected.summary, "{game:?} {to}");
            }
        }
    }
}

fn search(game: &str, question: Question) -> Search {
    Search::new(&HeapGame::find(game).unwrap(), Settings::default(), question).unwrap()
}

/// A search that is stopped, stored and resumed repeatedly finds the same as one without stops.
#[test]
fn a_stopped_search_is_continued() {
    let question = Question { period: true, checkpoints: true, ..Question::default() };
    let mut whole = search("0.156", question.clone());
    assert_eq!(whole.run(&Budget::unlimited()).unwrap(), StopReason::Finished);
    let game = HeapGame::find("0.156").unwrap();
    let mut again = search("0.156", question.clone());
    let mut stops = 0;
    loop {
        let budget = Budget::unlimited().with_steps(4_000);
        if again.run(&budget).unwrap() == StopReason::Finished {
            break;
        }
        stops += 1;
        let unlimited = Budget::unlimited();
        let (settings, question) = (Settings::default(), question.clone());
        again = Search::resume(&game, settings, question, again.checkpoint(), &unlimited).unwrap();
    }
    assert!(stops > 2, "stopped {stops} times");
    let (whole, again) = (whole.finish().period.unwrap(), again.finish().period.unwrap());
    assert_eq!((whole.preperiod, whole.period), (again.preperiod, again.period));
    assert_eq!((whole.preperiod, whole.period), (3479, 349));
}

#[test]
fn a_state_has_no_values() {
    let question = Question {
        to: Some(20_000),
        checkpoints: true,
        zeros: Zeros::Listed,
        ..Question::default()
    };
    let mut first = search("0.16", question.clone());
    first.run(&Budget::unlimited()).unwrap();
    let go_on = |question: Question| {
        let game = HeapGame::find("0.16").unwrap();
        let (settings, budget) = (Settings::default(), Budget::unlimited());
        Search::resume(&game, settings, question, first.checkpoint(), &budget)
    };
    assert!(matches!(first.checkpoint().known, KnownValues::State(..)));
    let more = Question { to: Some(30_000), ..question.clone() };
    let mut second = go_on(more.clone()).unwrap();
    second.run(&Budget::unlimited()).unwrap();
    let mut whole = search("0.16", more.clone());
    whole.run(&Budget::unlimited()).unwrap();
    assert_eq!(second.finish().summary, whole.finish().summary);
    let refused = go_on(Question { values: true, ..more });
    assert!(matches!(refused, Err(HeapsError::ValuesNotKept { below: 20_001 })));
    assert!(go_on(Question { to: Some(9), ..question }).is_err());
}

#[test]
fn values_far_out_by_the_period() {
    let heap = BigUint::from(10u32).pow(30);
    let mut kayles = search("0.77", Question { at: Some(heap), ..Question::default() });
    kayles.run(&Budget::unlimited()).unwrap();
    let Certificate::Period(certificate) = kayles.certificate().unwrap() else { panic!() };
    assert_eq!(certificate.period, 12);
    assert_eq!(kayles.finish().at, Some(1u32.into()));
    let mut grim = search("0.6", Question { to: Some(100), period: true, ..Question::default() });
    grim.run(&Budget::unlimited()).unwrap();
    assert!(matches!(grim.certificate(), Err(HeapsError::NoPeriod)));
}
