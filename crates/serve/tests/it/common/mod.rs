//! A server on loopback, and sockets to it.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::{IntoClientRequest, client};
use tokio_tungstenite::tungstenite::handshake::HandshakeError;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::{Error, Message, WebSocket};
use upstar_core::CancelFlag;
use upstar_serve::{ServeSettings, Server};

/// How long an answer may take before a test fails. It is no measure of speed.
const PATIENCE: Duration = Duration::from_secs(100);

/// A server on a port of its own, which ends with the test.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: CancelFlag,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Running {
    pub(crate) fn start(settings: ServeSettings) -> Self {
        Running::start_on(0, settings)
    }

    pub(crate) fn start_on(port: u16, settings: ServeSettings) -> Self {
        let server = Server::bind(ServeSettings { port: Some(port), ..settings }).unwrap();
        let (address, stop) = (server.address(), CancelFlag::new());
        let flag = stop.clone();
        let thread = Some(std::thread::spawn(move || server.run(&flag).unwrap()));
        Running { address, stop, thread }
    }

    pub(crate) fn stop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        stream
    }

    /// The status, the headers and the body of the answer to a request.
    pub(crate) fn http(&self, head: &str, body: &str) -> (u16, String, String) {
        let mut stream = self.connect();
        let length = body.len();
        let request =
            format!("{head}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        // A request that is refused early may be cut off while it is written.
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        (status, head.to_ascii_lowercase(), body.to_owned())
    }

    pub(crate) fn post(&self, ask: &str, body: &str) -> (u16, String) {
        let head = format!("POST /api/{ask} HTTP/1.1\r\nHost: {}", self.address);
        let (status, _, body) = self.http(&head, body);
        (status, body)
    }

    pub(crate) fn request(&self) -> Request {
        format!("ws://{}/api/socket", self.address).into_client_request().unwrap()
    }

    pub(crate) fn socket(&self) -> Socket {
        loop {
            match client(self.request(), self.connect()) {
                Ok((socket, _)) => return Socket(socket),
                // The server in this process hears when one of its processes has ended.
                Err(HandshakeError::Failure(Error::Io(error)))
                    if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A socket of a page.
pub(crate) struct Socket(pub(crate) WebSocket<TcpStream>);

impl Socket {
    pub(crate) fn send(&mut self, request: &Value) {
        self.0.send(Message::text(request.to_string())).unwrap();
    }

    pub(crate) fn next(&mut self) -> Value {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return serde_json::from_str(text.as_str()).unwrap(),
                Ok(_) => {}
                // The server in this process hears when one of its processes has ended.
                Err(Error::Io(error)) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// The events of a request up to its end.
    pub(crate) fn events(&mut self, id: u64) -> Vec<Value> {
        let mut found = Vec::new();
        loop {
            let event = self.next();
            if event["id"] != id {
                continue;
            }
            let last = event["event"] == "done" || event["event"] == "failed";
            found.push(event);
            if last {
                return found;
            }
        }
    }
}

/// A request to work out one cell.
pub(crate) fn run(id: u64, source: &str) -> Value {
    json!({ "id": id, "ask": "run", "cells": [{ "cell": "a", "source": source }] })
}
