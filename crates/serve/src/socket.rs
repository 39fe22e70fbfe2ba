//! The socket of a page: its requests go to a sheet on its own thread or in its own process.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;
use upstar_core::{CancelFlag, StopReason};
use upstar_sheet::{Event, Fault, Listener, Reply, Request, RequestKind, Sheet};

use crate::STACK;
use crate::places::Client;
use crate::process::RemoteSheet;
use crate::shared::Shared;

/// The maximum number of waiting requests of a page.
const MOST_WAITING: usize = 256;
/// The maximum number of events waiting to be sent; the sheet then waits for the page. One event
/// may have a megabyte.
const MOST_EVENTS: usize = 32;

/// A request that waits or is being answered, with its cancel flag.
struct Work {
    request: Request,
    /// The length of its text.
    bytes: u64,
    flag: CancelFlag,
    /// The number by which the server identifies it.
    number: u64,
}

/// The queue of a page's requests between the socket and the sheet.
#[derive(Default)]
struct Queue {
    state: Mutex<Waiting>,
    changed: Notify,
}

#[derive(Default)]
struct Waiting {
    waiting: VecDeque<Work>,
    /// The total length of these requests.
    bytes: u64,
    /// The number and the flag of the request that is being answered.
    running: Option<(u64, CancelFlag)>,
    closed: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a request; `false` if too many wait, or if their total length would exceed `most`.
    fn push(&self, work: Work, most: u64) -> bool {
        let mut state = self.lock();
        let bytes = state.bytes.saturating_add(work.bytes);
        let room = state.waiting.len() < MOST_WAITING && bytes <= most;
        if room {
            state.bytes = bytes;
            state.waiting.push_back(work);
            self.changed.notify_one();
        }
        room
    }

    /// Waits for the next request; `None` when the queue is closed.
    async fn next(&self) -> Option<Work> {
        loop {
            {
                let mut state = self.lock();
                if state.closed {
                    return None;
                }
                if let Some(work) = state.waiting.pop_front() {
                    state.bytes -= work.bytes;
                    state.running = Some((work.request.id, work.flag.clone()));
                    return Some(work);
                }
            }
            self.changed.notified().await;
        }
    }

    fn done(&self) {
        self.lock().running = None;
    }

    /// Raises the flags of the requests with this number, or of all.
    fn stop(&self, of: Option<u64>) {
        let state = self.lock();
        let waiting = state.waiting.iter().map(|work| (work.request.id, &work.flag));
        let running = state.running.iter().map(|(id, flag)| (*id, flag));
        waiting
            .chain(running)
            .filter(|(id, _)| of.is_none_or(|of| of == *id))
            .for_each(|(_, flag)| flag.cancel());
    }

    /// Closes the queue; returns the requests that remain unanswered.
    fn close(&self) -> VecDeque<Work> {
        self.stop(None);
        let mut state = self.lock();
        state.closed = true;
        self.changed.notify_one();
        std::mem::take(&mut state.waiting)
    }
}

/// Closes the queue however the socket ends.
struct Closing<'a>(Arc<Queue>, &'a Shared);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        for work in self.0.close() {
            self.1.end(work.number);
        }
    }
}

/// Upgrades the connection of a page to a socket.
pub(crate) async fn upgrade(
    State(shared): State<Arc<Shared>>,
    Extension(client): Extension<Client>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let most = usize::try_from(shared.limits.request_bytes).unwrap_or(usize::MAX);
    upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .on_upgrade(move |socket| serve(socket, shared, client))
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    // If the page has disconnected, the close frame may fail.
    let _ = socket.send(Message::Close(Some(frame))).await;
}

async fn serve(mut socket: WebSocket, shared: Arc<Shared>, client: Client) {
    let Some((_place, thread_place)) = shared.enter(client) else {
        return close(&mut socket, close_code::AGAIN, "too many sheets are open: try again later")
            .await;
    };
    let queue = Arc::new(Queue::default());
    let _closing = Closing(queue.clone(), &shared);
    let (events, mut sent) = mpsc::channel::<Event>(MOST_EVENTS);
    let works = {
        let (queue, shared) = (queue.clone(), shared.clone());
        if let Some(pool) = shared.pool.clone() {
            tokio::spawn(async move {
                let _place = thread_place;
                work_elsewhere(&queue, &shared, RemoteSheet::new(pool), events).await;
            });
            true
        } else {
            let runtime = Handle::current();
            let thread = std::thread::Builder::new().name("sheet".to_owned()).stack_size(STACK);
            let thread = thread.spawn(move || {
                let _place = thread_place;
                work(&queue, &shared, events, &runtime);
            });
            thread.is_ok()
        }
    };
    if !works {
        return close(&mut socket, close_code::AGAIN, "no thread for one more sheet").await;
    }
    let mut stopping = shared.stopping();
    // Whether a ping has been sent and not answered.
    let mut asked = false;
    let mut silence = Box::pin(tokio::time::sleep(shared.patience));
    loop {
        tokio::select! {
            message = socket.recv() => {
                asked = false;
                silence.as_mut().reset(Instant::now() + shared.patience);
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Binary(_))) => {
                        let reason = "requests are texts";
                        return close(&mut socket, close_code::UNSUPPORTED, reason).await;
                    }
                    Some(Err(_)) => {
                        let reason = "what came is no message, or too long";
                        return close(&mut socket, close_code::PROTOCOL, reason).await;
                    }
                    Some(Ok(Message::Close(_))) | None => return,
                };
                for event in take(&queue, &shared, text.as_str()).await {
                    if !send(&mut socket, &event).await {
                        return;
                    }
                }
            }
            event = sent.recv() => {
                let Some(event) = event else {
                    let reason = "the engine has failed";
                    return close(&mut socket, close_code::ERROR, reason).await;
                };
                if !send(&mut socket, &event).await {
                    return;
                }
            }
            () = &mut silence => {
                if asked || socket.send(Message::Ping(Bytes::new())).await.is_err() {
                    return;
                }
                asked = true;
                silence.as_mut().reset(Instant::now() + shared.patience);
            }
            () = async { drop(stopping.wait_for(|stopping| *stopping).await) } => {
                let reason = "the server stops";
                return close(&mut socket, close_code::RESTART, reason).await;
            }
        }
    }
}

async fn send(socket: &mut WebSocket, event: &Event) -> bool {
    match serde_json::to_string(event) {
        Ok(text) => socket.send(Message::Text(text.into())).await.is_ok(),
        Err(_) => false,
    }
}

/// Takes a request; returns the events to send at once.
async fn take(queue: &Queue, shared: &Shared, text: &str) -> Vec<Event> {
    let failed = |id, message: String| {
        vec![Event { id, reply: Reply::Failed(Fault { message, ..Fault::default() }) }]
    };
    let request = match Request::read(text) {
        Ok(request) => request,
        Err(failed) => return vec![*failed],
    };
    let id = request.id;
    if let RequestKind::Stop(stop) = &request.kind {
        queue.stop(stop.of);
        return vec![Event { id, reply: Reply::Done }];
    }
    if request.kind == RequestKind::Hello {
        // The page need not wait for a busy sheet.
        let sheet = shared.sheet.clone();
        return match tokio::task::spawn_blocking(move || upstar_sheet::welcome(&sheet)).await {
            Ok(welcome) => {
                let replies = [Reply::Welcome(Box::new(welcome)), Reply::Done];
                replies.into_iter().map(|reply| Event { id, reply }).collect()
            }
            Err(_) => failed(id, "the engine has failed".to_owned()),
        };
    }
    let (number, flag) = shared.begin();
    let (bytes, most) = (text.len() as u64, shared.limits.request_bytes);
    if !queue.push(Work { request, bytes, flag, number }, most) {
        shared.end(number);
        let message = format!(
            "more than {MOST_WAITING} requests wait, or more than {most} bytes of them: wait for \
             answers"
        );
        return failed(id, message);
    }
    Vec::new()
}

/// The event for a request that was stopped while it waited.
fn interrupted(id: u64) -> Event {
    let message = StopReason::Cancelled.to_string();
    let stopped = Some(StopReason::Cancelled);
    Event { id, reply: Reply::Failed(Fault { message, stopped, ..Fault::default() }) }
}

/// Passes requests on to a process until the socket is closed.
async fn work_elsewhere(
    queue: &Queue,
    shared: &Shared,
    mut sheet: RemoteSheet,
    events: mpsc::Sender<Event>,
) {
    while let Some(Work { request, flag, number, .. }) = queue.next().await {
        if flag.is_cancelled() {
            let _ = events.send(interrupted(request.id)).await;
        } else {
            sheet.answer(&request, shared.limits.time(), &flag, &events).await;
        }
        shared.end(number);
        queue.done();
    }
}

/// Answers requests in this thread until the socket is closed.
fn work(queue: &Queue, shared: &Shared, events: mpsc::Sender<Event>, runtime: &Handle) {
    let mut sheet = Sheet::new(shared.sheet.clone());
    // Events for a page that has disconnected are dropped.
    let listener: Listener = Arc::new(move |event| drop(events.blocking_send(event)));
    while let Some(Work { request, flag, number, .. }) = runtime.block_on(queue.next()) {
        if flag.is_cancelled() {
            listener(interrupted(request.id));
        } else {
            sheet.answer(&request, shared.budget(flag), &listener);
        }
        shared.end(number);
        queue.done();
    }
}
