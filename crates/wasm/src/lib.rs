//! The engine for pages without a server: a sheet that takes requests as text.
//!
//! Requests and events are those of `upstar-sheet`, as a socket carries them. `cargo xtask site`
//! builds this for `wasm32-unknown-unknown`.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use js_sys::Function;
use upstar_core::Budget;
use upstar_sheet::{Event, Fault, Limits, Listener, Reply, Request, Sheet, SheetSettings};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Maximum length of a request in bytes: it may contain the text of a graph file.
const REQUEST_BYTES: u64 = 64 << 20;

/// Bytes of memory beyond which no work is begun. WebAssembly has 2^32; work in progress needs some
/// when it reaches a limit.
const MOST_BYTES: u64 = 3500 << 20;

thread_local! {
    /// The callback for the current request. A listener must be `Send`, although there are no other
    /// threads here, and a JavaScript function is not.
    static TELL: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Notifies the page; a failure of the callback does not stop the work.
fn post(event: &Event) {
    if let Ok(text) = serde_json::to_string(event) {
        TELL.with_borrow(|tell| {
            if let Some(tell) = tell {
                let _ = tell.call1(&JsValue::NULL, &JsValue::from_str(&text));
            }
        });
    }
}

/// A worksheet that takes requests as text.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine {
    sheet: Sheet,
    limits: Limits,
}

#[wasm_bindgen]
impl Engine {
    /// A sheet without cells. A request ends after that many seconds, or when it has used that many
    /// bytes; `undefined` or NaN means no limit.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(seconds: Option<f64>, bytes: Option<f64>) -> Engine {
        let bound = |given: Option<f64>| given.filter(|bound| *bound >= 0.0);
        let bytes = bound(bytes).map_or(MOST_BYTES, |bytes| (bytes as u64).min(MOST_BYTES));
        let limits =
            Limits { seconds: bound(seconds), bytes: Some(bytes), request_bytes: REQUEST_BYTES };
        let settings = SheetSettings { limits, ..SheetSettings::default() };
        Engine { sheet: Sheet::new(settings), limits }
    }

    /// Answers a request: calls `tell` with the text of each event, the last of which is `done` or
    /// `failed`.
    pub fn ask(&mut self, request: &str, tell_of: &Function) {
        TELL.set(Some(tell_of.clone()));
        let listener: Listener = Arc::new(|event| post(&event));
        match Request::read(request) {
            Err(failed) => post(&failed),
            Ok(Request { id, .. }) if request.len() as u64 > REQUEST_BYTES => {
                let message = format!("a request has at most {REQUEST_BYTES} bytes");
                post(&Event { id, reply: Reply::Failed(Fault { message, ..Fault::default() }) });
            }
            Ok(request) => self.sheet.answer(&request, self.budget(), &listener),
        }
        TELL.set(None);
    }

    /// Bytes that the engine has allocated. They are reused, but never returned.
    #[must_use]
    pub fn memory() -> f64 {
        memory() as f64
    }

    fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited();
        if let Some(seconds) = self.limits.seconds {
            budget = budget.with_time(Duration::from_secs_f64(seconds.min(1e9)));
        }
        let left = MOST_BYTES.saturating_sub(memory());
        let bytes = self.limits.bytes.map_or(left, |bytes| bytes.min(left));
        budget.with_bytes(bytes).with_gauge(memory)
    }
}

#[cfg(target_family = "wasm")]
fn memory() -> u64 {
    core::arch::wasm32::memory_size(0) as u64 * 65536
}

/// Never called on native targets.
#[cfg(not(target_family = "wasm"))]
fn memory() -> u64 {
    0
}
