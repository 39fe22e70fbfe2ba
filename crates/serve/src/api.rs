//! Single requests from programs.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::{FromRequest, Path, State};
use axum::http::StatusCode;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use upstar_core::CancelFlag;
use upstar_sheet::{Event, Fault, Listener, Request, Sheet, Told};

use crate::places::Client;
use crate::shared::Shared;

/// The default time limit for a request from a program.
const PATIENCE: Duration = Duration::from_secs(60);

/// Raises a flag when the client is gone, or the answer is ready.
struct Cancelling<'a>(&'a Shared, u64, CancelFlag);

impl Drop for Cancelling<'_> {
    fn drop(&mut self) {
        self.2.cancel();
        self.0.end(self.1);
    }
}

/// The description of this interface.
pub(crate) async fn description() -> Response {
    json(StatusCode::OK, crate::OPENAPI.to_owned())
}

pub(crate) fn json(status: StatusCode, text: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
}

pub(crate) fn failed(status: StatusCode, message: impl Into<String>) -> Response {
    let fault = Fault { message: message.into(), ..Fault::default() };
    json(status, serde_json::to_string(&fault).unwrap_or_default())
}

/// Answers one request with its own sheet: a list of events, or a fault.
pub(crate) async fn answer(
    State(shared): State<Arc<Shared>>,
    Extension(client): Extension<Client>,
    Path(ask): Path<String>,
    request: axum::extract::Request,
) -> Response {
    if !crate::openapi::POSTS.contains(&ask) {
        return failed(StatusCode::NOT_FOUND, format!("nobody can be asked to `{ask}`"));
    }
    let body = Bytes::from_request(request, &());
    let body = match tokio::time::timeout(shared.patience, body).await {
        Ok(Ok(body)) => body,
        Ok(Err(refusal)) => return refusal.into_response(),
        Err(_) => {
            let late = failed(StatusCode::REQUEST_TIMEOUT, "the body did not come in time");
            return ([(header::CONNECTION, "close")], late).into_response();
        }
    };
    let request = match read(&ask, &body) {
        Ok(request) => request,
        Err(error) => return failed(StatusCode::BAD_REQUEST, error),
    };
    let Some((_place, thread_place)) = shared.enter(client) else {
        return failed(StatusCode::SERVICE_UNAVAILABLE, "too many requests: try again later");
    };
    let (number, flag) = shared.begin();
    let _cancelling = Cancelling(&shared, number, flag.clone());
    let worker = shared.clone();
    let told = tokio::task::spawn_blocking(move || {
        let _place = thread_place;
        let told = Arc::new(Mutex::new(Vec::new()));
        let kept = told.clone();
        let listener: Listener = Arc::new(move |event: Event| {
            if !matches!(event.told, Told::Progress(_)) {
                kept.lock().unwrap_or_else(PoisonError::into_inner).push(event.told);
            }
        });
        let mut budget = worker.budget(flag);
        if worker.limits.seconds.is_none() {
            budget = budget.with_time(PATIENCE);
        }
        Sheet::new(worker.sheet.clone()).answer(&request, budget, &listener);
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *told)
    });
    let mut told: Vec<Told> = match told.await {
        Ok(told) => told,
        Err(_) => return failed(StatusCode::INTERNAL_SERVER_ERROR, "the engine has failed"),
    };
    match told.pop() {
        Some(Told::Failed(fault)) => json(
            StatusCode::UNPROCESSABLE_ENTITY,
            serde_json::to_string(&fault).unwrap_or_default(),
        ),
        _ => json(StatusCode::OK, serde_json::to_string(&told).unwrap_or_default()),
    }
}

/// The request whose fields are the body.
fn read(ask: &str, body: &[u8]) -> Result<Request, String> {
    let no_request = |error: serde_json::Error| format!("this is no request: {error}");
    let body: &[u8] = if body.is_empty() { b"{}" } else { body };
    let mut fields: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(body).map_err(no_request)?;
    fields.insert("id".to_owned(), 0.into());
    fields.insert("ask".to_owned(), ask.into());
    serde_json::from_value(fields.into()).map_err(no_request)
}
