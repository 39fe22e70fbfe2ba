//! Clients that are slow, silent, or too many.

use crate::common;

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use common::{Running, Socket, run};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::client;
use upstar_serve::ServeSettings;

/// A server with short timeouts.
fn impatient() -> Running {
    let patience = Duration::from_millis(200);
    Running::start(ServeSettings { patience, ..ServeSettings::default() })
}

/// All bytes received until the connection is closed, which these tests wait for.
fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("is open: {error}"),
        _ => rest,
    }
}

#[test]
fn a_head_that_does_not_come_is_not_waited_for() {
    let server = impatient();
    let host = format!("Host: {}", server.address);
    for head in ["", "GET / HT", "GET / HTTP/1.1\r\n", &format!("GET / HTTP/1.1\r\n{host}\r\nX")] {
        let mut stream = server.connect();
        stream.write_all(head.as_bytes()).unwrap();
        let said = rest(&mut stream);
        assert!(!said.starts_with(b"HTTP/1.1 200"), "{head}");
    }
    // A kept connection without further requests is closed too.
    let mut stream = server.connect();
    write!(stream, "GET /api/gallery HTTP/1.1\r\n{host}\r\n\r\n").unwrap();
    assert!(rest(&mut stream).starts_with(b"HTTP/1.1 200"));
}

#[test]
fn a_head_that_trickles_is_not_waited_for() {
    let server = impatient();
    let mut stream = server.connect();
    stream.write_all(b"GET / HTTP/1.1\r\n").unwrap();
    // Each line arrives in time, but the head never ends.
    while stream.write_all(b"X: y\r\n").is_ok() {
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let server = impatient();
    for length in ["Content-Length: 100", "Transfer-Encoding: chunked"] {
        let mut stream = server.connect();
        let host = server.address;
        let head = format!("POST /api/run HTTP/1.1\r\nHost: {host}\r\n{length}\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let _ = stream.write_all(b"1\r\n{");
        let said = rest(&mut stream);
        assert!(said.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&said));
    }
}

#[test]
fn who_reads_nothing_is_not_written_to_for_ever() {
    let server = impatient();
    let mut stream = server.connect();
    stream.set_write_timeout(Some(Duration::from_millis(20))).unwrap();
    let request = format!("GET /assets/index.js HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    loop {
        match stream.write(request.as_bytes()) {
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => break,
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_silent_socket_is_asked_and_closed() {
    let server = impatient();
    let socket = server.socket();
    // The server sends a ping, which this client does not answer.
    let said = rest(&mut socket.0.get_ref().try_clone().unwrap());
    assert_eq!(said, [0x89, 0]);
}

#[test]
fn a_socket_that_answers_stays_open() {
    let patience = Duration::from_secs(1);
    let server = Running::start(ServeSettings { patience, ..ServeSettings::default() });
    let mut socket = server.socket();
    for _ in 0..2 {
        // Reading the ping also answers it.
        assert!(matches!(socket.0.read(), Ok(Message::Ping(_))));
    }
    socket.send(&run(1, "1 + 1"));
    assert_eq!(socket.events(1).last().unwrap()["event"], "done");
}

#[test]
fn there_are_only_so_many_connections() {
    let server = Running::start(ServeSettings { clients: 0, ..ServeSettings::default() });
    let request = format!("GET /api/gallery HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let mut open: Vec<TcpStream> = (0..64).map(|_| server.connect()).collect();
    let mut late = server.connect();
    let _ = late.write_all(request.as_bytes());
    assert!(rest(&mut late).is_empty());
    // Open connections are answered.
    open[63].write_all(request.as_bytes()).unwrap();
    let mut first = [0; 12];
    open[63].read_exact(&mut first).unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    // A released place is available again as soon as the server notices.
    open[0].shutdown(Shutdown::Both).unwrap();
    let mut next = server.connect();
    while next.write_all(request.as_bytes()).is_err() || next.read_exact(&mut first).is_err() {
        next = server.connect();
    }
}

#[test]
fn one_client_has_only_so_many_sheets() {
    let start = |behind_proxy| {
        let settings = ServeSettings { clients_each: Some(1), behind_proxy, ..Default::default() };
        Running::start(settings)
    };
    let socket = |server: &Running, named: &str| {
        let mut request = server.request();
        request.headers_mut().insert("X-Forwarded-For", named.parse().unwrap());
        let mut socket = Socket(client(request, server.connect()).unwrap().0);
        let _ = socket.0.send(Message::text(run(1, "1 + 1").to_string()));
        let answered = matches!(socket.0.read(), Ok(Message::Text(_)));
        (socket, answered)
    };
    let server = start(true);
    let first = socket(&server, "192.0.2.1");
    assert!(first.1);
    // Addresses sent by the client precede the one added by the proxy.
    assert!(!socket(&server, "198.51.100.1, 192.0.2.1").1);
    assert!(socket(&server, "192.0.2.1, 192.0.2.2").1);
    let head = format!("POST /api/save HTTP/1.1\r\nHost: {}", server.address);
    let asked = |named: &str| {
        server.http(&format!("{head}\r\nX-Forwarded-For: {named}"), "{\"sources\":[]}").0
    };
    for named in ["192.0.2.1", "192.0.2.1:4711", "[::ffff:192.0.2.1]", "[::ffff:192.0.2.1]:80"] {
        assert_eq!(asked(named), 503, "{named}");
    }
    assert_eq!(asked("192.0.2.3"), 200);
    // Without a proxy the header is ignored; pages of this machine may take all places.
    let server = start(false);
    let open = [socket(&server, "192.0.2.1"), socket(&server, "192.0.2.1")];
    assert!(open.iter().all(|(_, answered)| *answered));
}

/// The test runs again in a process that has no threads of other tests.
#[cfg(target_os = "linux")]
#[test]
fn visits_leave_no_threads() {
    const ALONE: &str = "UPSTAR_TEST_VISITS";
    if std::env::var_os(ALONE).is_some() {
        return visits();
    }
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "lines::visits_leave_no_threads", "--nocapture"])
        .env(ALONE, "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

#[cfg(target_os = "linux")]
fn visits() {
    let threads = || std::fs::read_dir("/proc/self/task").unwrap().count();
    let server = Running::start(ServeSettings::default());
    let visit = |at: u64| {
        let mut socket = server.socket();
        let source = if at.is_multiple_of(3) { "domineering(\"12x12\")" } else { "1 + 1" };
        socket.send(&run(at, source));
        // Some disconnect in the middle of an answer.
        if at % 3 == 1 {
            socket.events(at);
        }
    };
    visit(1);
    let before = threads();
    (0..100).for_each(visit);
    // That is ten minutes, for a test that hangs.
    for _ in 0..30_000 {
        if threads() <= before {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{} threads, {before} before", threads());
}

#[test]
fn nobody_keeps_the_server_from_stopping() {
    let mut server = Running::start(ServeSettings::default());
    let head = format!("POST /api/run HTTP/1.1\r\nHost: {}\r\n", server.address);
    let texts = ["", "GET", &format!("{head}Content-Length: 9\r\n\r\n{{")];
    let open: Vec<TcpStream> = texts
        .iter()
        .map(|text| {
            let mut stream = server.connect();
            stream.write_all(text.as_bytes()).unwrap();
            stream
        })
        .collect();
    let socket = server.socket();
    server.stop();
    drop((open, socket));
}

#[test]
fn a_page_goes_on_after_a_restart() {
    let mut server = Running::start(ServeSettings::default());
    let mut socket = server.socket();
    let request = run(1, "g := {1|-1}\ng + g");
    socket.send(&request);
    let before = socket.events(1);
    let port = server.address.port();
    server.stop();
    while socket.0.read().is_ok() {}
    // The port is free at once; the cells in the page restore the sheet.
    let server = Running::start_on(port, ServeSettings::default());
    let mut socket = server.socket();
    socket.send(&request);
    let answers = |told: &[serde_json::Value]| told[told.len() - 2]["answers"].clone();
    assert_eq!(answers(&socket.events(1)), answers(&before));
}
