//! Many pages at a public server, some of them hostile. The benchmark `bench/serve` is the same for
//! minutes.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::{IntoClientRequest, client};
use tokio_tungstenite::tungstenite::{Error, Message, WebSocket};

/// How long a read may take before the run fails. It is no measure of speed.
const PATIENCE: Duration = Duration::from_secs(100);

/// Requests of the pages, and the expected answers.
const CELLS: [(&str, &str); 5] = [
    ("{2||1|0} + *3", "{2+*3||1+*3|*3}"),
    ("5 * {3||2|0}", "{11||10|{9||||8|||7||6|4}}"),
    ("domineering(\"3x3\")", "+-1"),
    ("+-1+-2+-3", "+-{6|4||2|0}"),
    ("x := 3\nx^2", "9"),
];

/// The number of processes that wait for sheets.
const WARM: usize = 4;

/// A run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    /// The number of pages, with the hostile ones.
    pub(crate) pages: usize,
    /// The number of hostile pages.
    pub(crate) hostile: usize,
    /// How long it takes.
    pub(crate) time: Duration,
    /// How long a page waits after an answer, on average.
    pub(crate) pause: Duration,
    /// Processes of sheets with more memory than this, in bytes, are frozen one by one: they then ignore
    /// every request to stop. Only hostile pages need that much memory.
    pub(crate) frozen_above: u64,
}

/// What a server has in use.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Use {
    pub(crate) threads: usize,
    /// Its processes for sheets, with those that have ended and are not yet removed.
    pub(crate) processes: usize,
    /// Anonymous memory of the server, in bytes.
    pub(crate) memory: u64,
    /// Anonymous memory of all processes for sheets, in bytes.
    pub(crate) memory_of_sheets: u64,
}

/// What a run has shown.
#[derive(Debug)]
#[allow(dead_code, reason = "the benchmark shows what the test does not need")]
pub(crate) struct Figures {
    /// How long the answers to the pages that are not hostile took, from short to long.
    pub(crate) times: Vec<Duration>,
    /// How many questions of hostile pages ended, and how many processes were frozen.
    pub(crate) hostile_questions: usize,
    pub(crate) frozen: usize,
    pub(crate) before: Use,
    /// The largest numbers, looked at once a second.
    pub(crate) most: Use,
    pub(crate) after: Use,
}

/// A public server, which ends with the run.
pub(crate) struct PublicServer {
    child: Child,
    address: String,
}

impl PublicServer {
    /// Starts the program, for so many sheets.
    pub(crate) fn start(program: &Path, sheets: usize, arguments: &[&str]) -> Self {
        let mut command = Command::new(program);
        command.args(["serve", "--public", "--no-open", "--port", "0", "--clients"]);
        command.arg(sheets.to_string()).args(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        PublicServer { child, address }
    }

    pub(crate) fn socket(&self) -> Result<Socket, Error> {
        let stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        let request = format!("ws://{}/api/socket", self.address).into_client_request()?;
        match client(request, stream) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(_) => Err(Error::ConnectionClosed),
        }
    }

    /// The numbers of the processes of its sheets.
    pub(crate) fn sheets(&self) -> Vec<u32> {
        children(self.child.id())
    }

    pub(crate) fn in_use(&self) -> Use {
        let server = self.child.id();
        let sheets = self.sheets();
        Use {
            threads: std::fs::read_dir(format!("/proc/{server}/task")).unwrap().count(),
            processes: sheets.len(),
            memory: memory(server),
            memory_of_sheets: sheets.into_iter().map(memory).sum(),
        }
    }
}

impl Drop for PublicServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A field of the status of a process.
fn status(process: u32, name: &str) -> Option<String> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.split_whitespace().next()?.to_owned())
}

fn memory(process: u32) -> u64 {
    let kilobytes = status(process, "RssAnon:").and_then(|text| text.parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

/// The processes that a process has started, with those that have ended and are not yet removed.
pub(crate) fn children(of: u32) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let of = of.to_string();
    numbers.filter(|child| status(*child, "PPid:").as_ref() == Some(&of)).collect()
}

/// Sends a signal.
pub(crate) fn signal(name: &str, process: u32) {
    let _ = Command::new("kill").args([&format!("-{name}"), &process.to_string()]).output();
}

/// A socket of a page.
pub(crate) struct Socket(WebSocket<TcpStream>);

impl Socket {
    pub(crate) fn send(&mut self, request: &Value) -> Result<(), Error> {
        self.0.send(Message::text(request.to_string()))
    }

    /// The events of a request up to its end.
    pub(crate) fn events(&mut self, id: u64) -> Result<Vec<Value>, Error> {
        let mut found = Vec::new();
        loop {
            let text = match self.0.read() {
                Ok(Message::Text(text)) => text,
                Ok(_) => continue,
                // A read with a time limit is not taken up again by the system after a signal.
                Err(Error::Io(error)) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let event: Value = serde_json::from_str(text.as_str()).unwrap();
            if event["id"] == id {
                let last = event["event"] == "done" || event["event"] == "failed";
                found.push(event);
                if last {
                    return Ok(found);
                }
            }
        }
    }
}

/// A request to work out one cell.
pub(crate) fn run(id: u64, source: &str) -> Value {
    json!({ "id": id, "ask": "run", "cells": [{ "cell": "a", "source": source }] })
}

/// Puts the load on a server.
///
/// # Panics
///
/// A page that is not hostile gets a wrong answer or none, or the server does not go back to the
/// threads and processes that it had at the start.
pub(crate) fn put(server: &PublicServer, load: Load) -> Figures {
    let settled = |threads: usize| {
        // That is two minutes, for a run that hangs.
        for _ in 0..12_000 {
            let now = server.in_use();
            if now.processes == WARM && now.threads <= threads {
                return now;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it does not settle: {:?}", server.in_use());
    };
    // The first visit starts threads that stay.
    settled(usize::MAX);
    let mut first = server.socket().unwrap();
    first.send(&run(1, "1 + 1")).unwrap();
    first.events(1).unwrap();
    drop(first);
    let before = settled(usize::MAX);
    let (times, over) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let (questions, mut frozen, mut most) = (Mutex::new(0), 0, Use::default());
    std::thread::scope(|scope| {
        let (times, over, questions) = (&times, &over, &questions);
        let polite: Vec<_> = (load.hostile..load.pages)
            .map(|page| {
                scope.spawn(move || {
                    let found = ask(server, load, page);
                    times.lock().unwrap().extend(found);
                })
            })
            .collect();
        for page in 0..load.hostile {
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    // The server may close the connection at any time.
                    let ended = attack(server, page, over).unwrap_or(0);
                    *questions.lock().unwrap() += ended;
                    std::thread::sleep(Duration::from_millis(50));
                }
            });
        }
        let mut looked = Instant::now();
        while polite.iter().any(|page| !page.is_finished()) {
            std::thread::sleep(Duration::from_secs(1).min(load.time / 20));
            let now = server.in_use();
            most.threads = most.threads.max(now.threads);
            most.processes = most.processes.max(now.processes);
            most.memory = most.memory.max(now.memory);
            most.memory_of_sheets = most.memory_of_sheets.max(now.memory_of_sheets);
            if looked.elapsed() * 20 >= load.time {
                looked = Instant::now();
                let runs = |sheet: &u32| status(*sheet, "State:").is_some_and(|state| state != "T");
                let large = |sheet: &u32| memory(*sheet) > load.frozen_above && runs(sheet);
                if let Some(sheet) = server.sheets().into_iter().find(large) {
                    signal("STOP", sheet);
                    frozen += 1;
                }
            }
        }
        over.store(true, Ordering::Relaxed);
        for page in polite {
            page.join().unwrap();
        }
    });
    let after = settled(before.threads);
    let mut times = times.into_inner().unwrap();
    times.sort_unstable();
    let hostile_questions = questions.into_inner().unwrap();
    Figures { times, hostile_questions, frozen, before, most, after }
}

/// A page that sends a request after a while, and checks every answer; returns the response times.
fn ask(server: &PublicServer, load: Load, page: usize) -> Vec<Duration> {
    let begun = Instant::now();
    // Pages are not opened all at once.
    std::thread::sleep(load.time / 20 * (page % 50) as u32 / 50);
    let mut socket = server.socket().unwrap();
    let mut times = Vec::new();
    let mut at = page;
    while begun.elapsed() < load.time {
        // From half of the pause to one and a half, so that pages do not ask in step.
        std::thread::sleep(
            load.pause / 2 + load.pause * ((at * 7919 + page * 31) % 100) as u32 / 100,
        );
        let (source, answer) = CELLS[at % CELLS.len()];
        let asked = Instant::now();
        // A different text each time forces a new computation.
        socket.send(&run(at as u64, &format!("// {at}\n{source}"))).unwrap();
        let told = socket.events(at as u64).unwrap();
        times.push(asked.elapsed());
        let found = told.iter().rev().find_map(|event| event["answers"].as_array()?.last());
        assert_eq!(found.map(|answer| &answer["text"]), Some(&json!(answer)), "{told:?}");
        at += 1;
    }
    times
}

/// One visit of a hostile page; returns how many of its questions ended.
fn attack(server: &PublicServer, page: usize, over: &AtomicBool) -> Result<usize, Error> {
    let monster = "domineering(\"12x12\")";
    let mut socket = server.socket()?;
    let mut ended = 0;
    match page % 6 {
        // Questions that take all the time, or all the memory.
        kind @ (0 | 1) => {
            let source = if kind == 0 { monster } else { "maundy_cake(720720,720720)" };
            while !over.load(Ordering::Relaxed) {
                socket.send(&run(1, source))?;
                socket.events(1)?;
                ended += 1;
                std::thread::sleep(Duration::from_millis(100));
            }
        }
        // More requests than the server keeps.
        2 => {
            let source = format!("// {}\n{monster}", "x".repeat(1000));
            for id in 1..400 {
                socket.send(&run(id, &source))?;
            }
            socket.send(&json!({ "id": 400, "ask": "stop", "of": null }))?;
            // What comes meanwhile is not even read as JSON.
            while !matches!(socket.0.read()?, Message::Text(text) if text.starts_with("{\"id\":400,"))
            {
            }
            ended = 399;
            std::thread::sleep(Duration::from_millis(500));
        }
        // Leaves at once, and comes again.
        3 => {
            socket.send(&run(1, monster))?;
            ended = 1;
        }
        // Long answers that nobody reads.
        4 => {
            for id in 1..100 {
                socket.send(&run(id, &format!("[n+{id} for n from 1 to 100000]")))?;
            }
            for _ in 0..200 {
                if over.load(Ordering::Relaxed) {
                    break;
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        }
        // Single requests that are given up, and connections that say nothing or nonsense.
        _ => {
            drop(socket);
            let body = run(1, monster).to_string();
            let head = format!("POST /api/run HTTP/1.1\r\nHost: {}\r\n", server.address);
            let post = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
            let texts = [&post, &post[..post.len() - 9], "", "GET / HT", "\0\u{1}"];
            let mut open = Vec::new();
            for text in texts {
                let mut stream = TcpStream::connect(&server.address)?;
                stream.write_all(text.as_bytes())?;
                open.push(stream);
            }
            std::thread::sleep(Duration::from_millis(200));
            ended = texts.len();
        }
    }
    Ok(ended)
}
