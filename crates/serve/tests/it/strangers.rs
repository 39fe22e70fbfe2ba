//! Malicious input, byte by byte.

use crate::common;

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use common::{Running, run};
use tokio_tungstenite::tungstenite::Message;
use upstar_serve::ServeSettings;

const TEXT: u8 = 1;
const MORE: u8 = 0;
const BINARY: u8 = 2;
const PING: u8 = 9;

/// The maximum length of a request in these tests.
const MOST: usize = 10_000;

fn small() -> Running {
    let mut settings = ServeSettings::public();
    settings.sheet.limits.request_bytes = MOST as u64;
    Running::start(settings)
}

/// A frame of a client with a zero mask.
fn frame(last: bool, kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![u8::from(last) << 7 | kind];
    match u16::try_from(payload.len()) {
        Ok(length @ 0..=125) => frame.push(0x80 | length as u8),
        Ok(length) => {
            frame.push(0x80 | 126);
            frame.extend(length.to_be_bytes());
        }
        Err(_) => {
            frame.push(0x80 | 127);
            frame.extend((payload.len() as u64).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

/// All data received until the connection is closed.
fn rest(mut stream: &TcpStream) -> String {
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("is open: {error}"),
        _ => String::from_utf8_lossy(&rest).into_owned(),
    }
}

/// The status of the response to these bytes; 0 if the connection was closed without one. Unread
/// data may reset the connection before the response arrives.
fn status(server: &Running, bytes: &[u8]) -> u16 {
    let mut stream = server.connect();
    let _ = stream.write_all(bytes);
    let mut said = Vec::new();
    while !said.contains(&b'\n') {
        let mut piece = [0; 256];
        match stream.read(&mut piece) {
            Ok(0) => break,
            Ok(length) => said.extend(&piece[..length]),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
            Err(error) => panic!("no answer: {error}"),
        }
    }
    let said = String::from_utf8_lossy(&said);
    said.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0)
}

#[test]
fn heads_that_are_none() {
    let server = small();
    let host = format!("Host: {}", server.address);
    let long = "x".repeat(500_000);
    let many: String = (0..2000).map(|at| format!("X{at}: y\r\n")).collect();
    for (head, expected) in [
        (format!("GET / HTTP/1.1\r\n{host}\r\n{host}"), vec![403]),
        (format!("GET / HTTP/1.1\r\n{host}\r\nHost: evil.example"), vec![403]),
        ("GET http://evil.example/ HTTP/1.1\r\nHost: evil.example".to_owned(), vec![403]),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1\u{e9}".to_owned(), vec![400, 403]),
        (format!("GET /{long} HTTP/1.1\r\n{host}"), vec![0, 414, 431]),
        (format!("GET / HTTP/1.1\r\n{host}\r\nX: {long}"), vec![0, 431]),
        (format!("GET / HTTP/1.1\r\n{host}\r\n{many}"), vec![0, 431]),
        (format!("GET / HTTP/9.9\r\n{host}"), vec![0, 400]),
        ("\0\u{1}\u{2}".to_owned(), vec![400]),
        (format!("GET /%ff%fe%00 HTTP/1.1\r\n{host}"), vec![404]),
        (format!("OPTIONS * HTTP/1.1\r\n{host}"), vec![405]),
        (format!("CONNECT evil.example:80 HTTP/1.1\r\n{host}"), vec![405]),
        (format!("TRACE / HTTP/1.1\r\n{host}"), vec![405]),
        (format!("GET /api/socket HTTP/1.1\r\n{host}"), vec![400, 426]),
        (format!("POST /api/run HTTP/1.1\r\n{host}\r\nContent-Length: -1"), vec![400]),
        (
            format!("POST /api/run HTTP/1.1\r\n{host}\r\nContent-Length: 1\r\nContent-Length: 2"),
            vec![400],
        ),
    ] {
        let shown: String = head.chars().take(80).collect();
        let found = status(&server, format!("{head}\r\n\r\n").as_bytes());
        assert!(expected.contains(&found), "{shown}: {found}");
    }
    // The server still answers.
    assert_eq!(server.post("save", "{\"sources\":[]}").0, 200);
}

#[test]
fn bodies_that_are_none() {
    let server = small();
    let asked = |head: &str, body: &[u8]| {
        let start =
            format!("POST /api/run HTTP/1.1\r\nHost: {}\r\nConnection: close", server.address);
        status(&server, &[format!("{start}\r\n{head}\r\n\r\n").as_bytes(), body].concat())
    };
    let of = |body: &[u8]| asked(&format!("Content-Length: {}", body.len()), body);
    assert_eq!(of("[".repeat(9000).as_bytes()), 400);
    assert_eq!(of(format!("{{\"cells\":{}", "[".repeat(9000)).as_bytes()), 400);
    assert_eq!(of("{\"a\":".repeat(1500).as_bytes()), 400);
    assert_eq!(of(b"{\"cells\":[{\"cell\":\"a\",\"source\":\"\xff\"}]}"), 400);
    assert_eq!(of(b"{\"cells\":[{\"cell\":\"a\",\"source\":\"\\ud800\"}]}"), 400);
    assert_eq!(of(b"{\"cells\":1e999999}"), 400);
    // The declared length is not trusted.
    let spaces = vec![b' '; 2 * MOST];
    assert_eq!(asked("Content-Length: 1000000000000", &spaces), 413);
    let chunk = [b"4e20\r\n", &spaces[..], b"\r\n0\r\n\r\n"].concat();
    assert_eq!(asked("Transfer-Encoding: chunked", &chunk), 413);
    assert_eq!(asked("Transfer-Encoding: chunked", b"ffffffffffffffffff\r\n "), 400);
    // Deep expressions are refused by the language, not by the stack.
    for deep in ["{".repeat(9000), "(".repeat(9000), "-".repeat(9000), "{|".repeat(4000)] {
        let body = format!("{{\"cells\":[{{\"cell\":\"a\",\"source\":\"{deep}\"}}]}}");
        let (status, told) = server.post("run", &body);
        assert_eq!(status, 200, "{told}");
    }
    assert_eq!(server.post("save", "{\"sources\":[]}").0, 200);
}

#[test]
fn frames_that_are_none() {
    let server = small();
    let long = vec![b'x'; 2 * MOST];
    let mut header = frame(true, TEXT, b"");
    header.truncate(1);
    header.extend([0x80 | 127]);
    header.extend(u64::MAX.to_be_bytes());
    header.extend([0; 4]);
    let fragments: Vec<u8> = (0..30)
        .flat_map(|at| frame(false, if at == 0 { TEXT } else { MORE }, &long[..MOST / 10]))
        .collect();
    for bytes in [
        // Invalid UTF-8, in one frame or split.
        frame(true, TEXT, b"\xff\xfe"),
        [frame(false, TEXT, b"\xe2"), frame(true, MORE, b"x")].concat(),
        // Too long: in one frame, in fragments, and by the declared length.
        frame(true, TEXT, &long),
        fragments,
        header,
        // Protocol errors: no mask, no first fragment, two first fragments, a long ping, unknown
        // kinds.
        vec![0x81, 1, b'x'],
        frame(true, MORE, b"x"),
        [frame(false, TEXT, b"x"), frame(true, TEXT, b"x")].concat(),
        frame(true, PING, &long[..200]),
        frame(true, 5, b"x"),
        [&[0xf1, 0x80, 0, 0, 0, 0][..]].concat(),
        frame(true, BINARY, b"{}"),
    ] {
        let socket = server.socket();
        let mut stream = socket.0.get_ref();
        let _ = stream.write_all(&bytes);
        let shown = &bytes[..bytes.len().min(20)];
        assert!(!rest(stream).contains("\"event\""), "{shown:?}");
    }
    // A fragmented request with a ping between the fragments is valid.
    let mut socket = server.socket();
    let request = run(7, "\u{2191} + *").to_string();
    let mut stream = socket.0.get_ref();
    for (at, byte) in request.bytes().enumerate() {
        stream.write_all(&frame(false, if at == 0 { TEXT } else { MORE }, &[byte])).unwrap();
        if at == 20 {
            stream.write_all(&frame(true, PING, b"?")).unwrap();
        }
    }
    stream.write_all(&frame(true, MORE, b"")).unwrap();
    assert!(matches!(socket.0.read(), Ok(Message::Pong(_))));
    assert_eq!(socket.events(7).last().unwrap()["event"], "done");
}

#[test]
fn requests_that_wait_are_bounded() {
    let server = small();
    let mut socket = server.socket();
    socket.send(&run(1, "domineering(\"12x12\")"));
    while socket.next()["event"] != "progress" {}
    // Each request is short enough, but their total is too long.
    let long = format!("// {}", "x".repeat(MOST / 3));
    for id in 2..6 {
        socket.send(&run(id, &long));
    }
    let told = socket.events(5);
    assert!(told[0]["message"].as_str().unwrap().contains("requests wait"), "{told:?}");
    socket.send(&serde_json::json!({ "id": 9, "ask": "stop", "of": null }));
    socket.events(9);
    socket.send(&run(10, "1"));
    assert_eq!(socket.events(10).last().unwrap()["event"], "done");
}
