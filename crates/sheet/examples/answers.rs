//! Answers requests, a line each, by events, a line each: the twin of the engine in a page.
//!
//! `cargo run --example answers < requests > events`

use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex};

use upstar_core::Budget;
use upstar_sheet::{Event, Limits, Listener, Reply, Request, Sheet, SheetSettings};

fn main() -> std::io::Result<()> {
    let limits = Limits { seconds: None, bytes: Some(1 << 30), request_bytes: 64 << 20 };
    let mut sheet = Sheet::new(SheetSettings { limits, ..SheetSettings::default() });
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let replies: Arc<Mutex<Vec<Event>>> = Arc::default();
        let kept = replies.clone();
        let listener: Listener = Arc::new(move |event: Event| {
            // How far the work is, is a matter of the machine.
            if !matches!(event.reply, Reply::Progress(_)) {
                kept.lock().expect("one thread").push(event);
            }
        });
        match Request::read(&line?) {
            Ok(request) => {
                let budget = Budget::unlimited().with_bytes(1 << 30);
                sheet.answer(&request, budget, &listener);
            }
            Err(failed) => listener(*failed),
        }
        for event in replies.lock().expect("one thread").iter() {
            writeln!(output, "{}", serde_json::to_string(event)?)?;
        }
    }
    output.flush()
}
