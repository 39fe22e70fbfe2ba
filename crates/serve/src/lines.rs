//! Connections: their number, and how long each may keep the server waiting.

use std::io::{Error, ErrorKind, IoSlice};
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::http::HeaderMap;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Sleep, sleep, timeout};

use crate::FAREWELL;
use crate::places::{Client, Place};
use crate::shared::Shared;

/// How long a client may take to send the head of its first request: an idle connection holds a
/// place.
const TO_ASK: Duration = Duration::from_secs(5);

/// The longest head of a request, in bytes.
const MOST_HEAD: usize = 64 << 10;

/// Answers connections until the server stops; open connections may then finish their responses.
pub(crate) async fn serve(listener: TcpListener, router: Router, shared: Arc<Shared>) {
    let mut stopping = shared.stopping();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.wait_for(|stopping| *stopping) => break,
        };
        match accepted {
            Ok((stream, address)) => {
                let peer = address.ip();
                let client = Client::of(peer);
                // When all places are taken, a new connection is closed at once.
                if let Some(place) = shared.lines.enter(client)
                    && let Some(silent) = shared.silent.enter(client)
                {
                    // Events are short and must not be delayed to be sent together.
                    let _ = stream.set_nodelay(true);
                    let line =
                        Line { stream, patience: shared.patience, stuck: None, _place: place };
                    tokio::spawn(answer(line, silent, peer, router.clone(), shared.clone()));
                }
            }
            Err(error) if is_of_one(&error) => {}
            // The system has no more sockets: wait until some are closed.
            Err(_) => sleep(Duration::from_millis(100)).await,
        }
    }
    drop(listener);
    let all_closed = async {
        while shared.lines.taken() > 0 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    let _ = timeout(FAREWELL, all_closed).await;
}

/// Whether the error concerns only the connection that was to be accepted.
fn is_of_one(error: &Error) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers the requests of a connection, which is silent until the first one.
async fn answer(line: Line, silent: Place, peer: IpAddr, router: Router, shared: Arc<Shared>) {
    let service = TowerToHyperService::new(router);
    let behind_proxy = shared.behind_proxy;
    let silent = Mutex::new(Some(silent));
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        drop(silent.lock().unwrap_or_else(PoisonError::into_inner).take());
        let named = if behind_proxy { forwarded(request.headers()) } else { None };
        request.extensions_mut().insert(Client::of(named.unwrap_or(peer)));
        service.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(shared.patience.min(TO_ASK))
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(line), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let mut stopping = shared.stopping();
    let stopped = tokio::select! {
        _ = connection.as_mut() => false,
        _ = stopping.wait_for(|stopping| *stopping) => true,
    };
    if stopped {
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}

/// The client of a proxy: the last address, which the proxy itself has added.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    address(last.rsplit(',').next()?.trim())
}

/// The address as proxies write it: alone, with a port, or in brackets.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let with_port = || text.parse().map(|address: SocketAddr| address.ip());
    bare.parse().or_else(|_| with_port()).ok()
}

/// A connection. Writing to it fails if the client reads nothing for too long.
struct Line {
    stream: TcpStream,
    patience: Duration,
    /// Expires when nothing could be written for too long.
    stuck: Option<Pin<Box<Sleep>>>,
    /// Released when the connection ends, also if it became a socket.
    _place: Place,
}

impl Line {
    /// The result of writing; an error instead of waiting too long.
    fn wrote(
        &mut self,
        written: Poll<std::io::Result<usize>>,
        cx: &mut Context<'_>,
    ) -> Poll<std::io::Result<usize>> {
        if written.is_ready() {
            self.stuck = None;
            return written;
        }
        let patience = self.patience;
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(stuck.as_mut().poll(cx));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.wrote(written, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<std::io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.wrote(written, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn addresses_may_have_ports_and_brackets() {
        let v4 = "192.0.2.1".parse().ok();
        let v6 = "2001:db8::1".parse().ok();
        assert!(v4.is_some() && v6.is_some());
        for text in ["192.0.2.1", "192.0.2.1:4711", "[192.0.2.1]"] {
            assert_eq!(address(text), v4, "{text}");
        }
        for text in ["2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:4711"] {
            assert_eq!(address(text), v6, "{text}");
        }
        for text in ["", "unknown", "_hidden", "192.0.2.1:", "192.0.2.1:x", "[2001:db8::1"] {
            assert_eq!(address(text), None, "{text}");
        }
    }
}
