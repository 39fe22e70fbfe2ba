//! Many pages at once, one of them with a very expensive request.
//!
//! `LOAD_CLIENTS=200 LOAD_SECONDS=60 cargo test --release -p upstar-serve load -- --nocapture`
//! prints response times and memory in use every half minute; by default a few pages send requests
//! for a moment.

use crate::common;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use common::{Running, run};
use upstar_serve::ServeSettings;

/// Requests of the pages, and the expected answers.
const CELLS: [(&str, &str); 5] = [
    ("{2||1|0} + *3", "{2+*3||1+*3|*3}"),
    ("5 * {3||2|0}", "{11||10|{9||||8|||7||6|4}}"),
    ("domineering(\"3x3\")", "+-1"),
    ("+-1+-2+-3", "+-{6|4||2|0}"),
    ("x := 3\nx^2", "9"),
];

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Kilobytes that the process has in use.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

#[test]
fn many_pages_and_a_monster() {
    let clients = number("LOAD_CLIENTS", 12) as usize;
    let time = Duration::from_secs(number("LOAD_SECONDS", 1));
    // Besides them, the page with the expensive request, and two closed pages that may not be gone
    // yet.
    let server = Running::start(ServeSettings { clients: clients + 3, ..ServeSettings::default() });
    let times: Mutex<Vec<Duration>> = Mutex::default();
    let moment = Duration::from_millis(300).max(time / 20);
    let alone = ask_for(&server, moment, 0);
    let (over, eaten) = (AtomicBool::new(false), AtomicU64::new(0));
    let mut beside = Vec::new();
    let mut memories = Vec::new();
    std::thread::scope(|scope| {
        let (server, over, eaten) = (&server, &over, &eaten);
        scope.spawn(move || feed(server, over, eaten));
        while eaten.load(Ordering::Relaxed) == 0 {
            std::thread::sleep(Duration::from_millis(10));
        }
        beside = ask_for(server, moment, 0);
        let pages: Vec<_> = (0..clients)
            .map(|client| {
                let times = &times;
                scope.spawn(move || {
                    let found = ask_for(server, time, client);
                    times.lock().unwrap().extend(found);
                })
            })
            .collect();
        let begun = Instant::now();
        let step = Duration::from_secs(30).min(time / 2);
        for at in 1.. {
            let Some(rest) = (step * at).checked_sub(begun.elapsed()) else { break };
            if step * at > time {
                break;
            }
            std::thread::sleep(rest);
            memories.push((memory(), eaten.load(Ordering::Relaxed) >> 10));
        }
        pages.into_iter().for_each(|page| page.join().unwrap());
        over.store(true, Ordering::Relaxed);
    });
    let mut times = times.into_inner().unwrap();
    times.sort_unstable();
    let part = |times: &[Duration], percent: usize| times[(times.len() - 1) * percent / 100];
    let median = |mut times: Vec<Duration>| {
        times.sort_unstable();
        part(&times, 50)
    };
    println!(
        "{clients} pages, {} answers: median {:?}, p99 {:?}; memory in kB, and what of it is the \
         monster's: {memories:?}; one page alone {:?}, beside a monster {:?}",
        times.len(),
        part(&times, 50),
        part(&times, 99),
        median(alone),
        median(beside),
    );
    assert!(times.len() >= clients);
}

/// Sends the expensive request from a page, and records how many bytes it has used.
fn feed(server: &Running, over: &AtomicBool, eaten: &AtomicU64) {
    let mut socket = server.socket();
    let monster = run(1, "domineering(\"12x12\")");
    socket.send(&monster);
    while !over.load(Ordering::Relaxed) {
        let told = socket.next();
        match told["event"].as_str() {
            Some("progress") => {
                eaten.store(told["bytes"].as_u64().unwrap_or(0).max(1), Ordering::Relaxed);
            }
            Some("done" | "failed") => socket.send(&monster),
            _ => {}
        }
    }
}

/// Sends one request after another and checks every answer; returns the response times.
fn ask_for(server: &Running, time: Duration, client: usize) -> Vec<Duration> {
    let mut socket = server.socket();
    let begun = Instant::now();
    let mut times = Vec::new();
    for at in client.. {
        let (source, answer) = CELLS[at % CELLS.len()];
        let asked = Instant::now();
        // A different text each time forces a new computation.
        socket.send(&run(at as u64, &format!("// {at}\n{source}")));
        let told = socket.events(at as u64);
        times.push(asked.elapsed());
        let answers = told[told.len() - 2]["answers"].as_array().unwrap();
        assert_eq!(answers[answers.len() - 1]["text"], answer, "{told:?}");
        if begun.elapsed() > time {
            break;
        }
    }
    times
}
