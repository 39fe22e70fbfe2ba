//! Single requests from programs.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::{FromRequest, Path, State};
use axum::http::StatusCode;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc;
use upstar_core::CancelFlag;
use upstar_sheet::{Event, Fault, Listener, Reply, Request, RequestKind, Sheet};

use crate::places::{Client, Place};
use crate::process::{Pool, RemoteSheet};
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
    // The welcome has the initial worksheet, which the processes do not know.
    let mut replies = match shared.pool.clone().filter(|_| request.kind != RequestKind::Hello) {
        Some(pool) => answer_elsewhere(pool, &request, &shared, &flag).await,
        None => match answer_here(request, shared.clone(), flag, thread_place).await {
            Some(replies) => replies,
            None => return failed(StatusCode::INTERNAL_SERVER_ERROR, "the engine has failed"),
        },
    };
    match replies.pop() {
        Some(Reply::Failed(fault)) => json(
            StatusCode::UNPROCESSABLE_ENTITY,
            serde_json::to_string(&fault).unwrap_or_default(),
        ),
        _ => json(StatusCode::OK, serde_json::to_string(&replies).unwrap_or_default()),
    }
}

/// The answer to a request, from a thread of this process. The thread keeps its place until it ends.
/// `None` if the engine failed.
async fn answer_here(
    request: Request,
    shared: Arc<Shared>,
    flag: CancelFlag,
    place: Place,
) -> Option<Vec<Reply>> {
    let replies = tokio::task::spawn_blocking(move || {
        let _place = place;
        let replies = Arc::new(Mutex::new(Vec::new()));
        let kept = replies.clone();
        let listener: Listener = Arc::new(move |event: Event| {
            if !matches!(event.reply, Reply::Progress(_)) {
                kept.lock().unwrap_or_else(PoisonError::into_inner).push(event.reply);
            }
        });
        let mut budget = shared.budget(flag);
        if shared.limits.seconds.is_none() {
            budget = budget.with_time(PATIENCE);
        }
        Sheet::new(shared.sheet.clone()).answer(&request, budget, &listener);
        let mut replies = replies.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *replies)
    });
    replies.await.ok()
}

/// The answer to a request, from another process.
async fn answer_elsewhere(
    pool: Arc<Pool>,
    request: &Request,
    shared: &Shared,
    flag: &CancelFlag,
) -> Vec<Reply> {
    let (events, mut replies) = mpsc::channel(1);
    let time = shared.limits.time().unwrap_or(PATIENCE);
    let mut sheet = RemoteSheet::new(pool);
    let answering = async move { sheet.answer(request, Some(time), flag, &events).await };
    let collecting = async {
        let mut all = Vec::new();
        while let Some(Event { reply, .. }) = replies.recv().await {
            if !matches!(reply, Reply::Progress(_)) {
                all.push(reply);
            }
        }
        all
    };
    tokio::join!(answering, collecting).1
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
