//! Requests of a page.

use std::sync::{Arc, Mutex};

use upstar_core::Budget;
use upstar_sheet::{Event, Limits, Listener, Reply, Request, Sheet, SheetSettings};

/// Takes data for the texts that a page sends, one on each line: each is refused, or answered by
/// events of its number, of which the last alone says that it is the last, and all read back.
pub fn requests(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let limits = Limits { seconds: None, bytes: Some(64 << 20), request_bytes: 1 << 20 };
    // Custom rules are the whole process's: they have a target of their own.
    let settings = SheetSettings { limits, opened: None, rules: false };
    let mut sheet = None;
    for line in text.lines().take(8) {
        let Ok(request) = serde_json::from_str::<Request>(line) else { continue };
        let sheet = sheet.get_or_insert_with(|| Sheet::new(settings.clone()));
        let kept: Arc<Mutex<Vec<Event>>> = Arc::default();
        let events = kept.clone();
        let listener: Listener = Arc::new(move |event| events.lock().unwrap().push(event));
        let budget = Budget::unlimited().with_bytes(64 << 20).with_steps(20_000);
        sheet.answer(&request, budget, &listener);
        let events = kept.lock().unwrap();
        let last = events.iter().position(|event| event.reply.is_last());
        assert_eq!(last, events.len().checked_sub(1), "{line}");
        for event in &*events {
            assert_eq!(event.id, request.id, "{line}");
            if let Reply::Failed(fault) = &event.reply {
                assert!(!fault.message.is_empty(), "{line}");
            }
            let text = serde_json::to_string(event).expect("every event can be written");
            let read: Result<Event, _> = serde_json::from_str(&text);
            assert!(read.is_ok(), "{line}: {text}");
        }
    }
}
