//! Requests to the server over loopback.

use crate::common;

use common::{Running, run};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::client;
use upstar_serve::{GallerySheet, ServeSettings};

#[test]
fn the_page_and_its_headers() {
    let server = Running::start(ServeSettings::default());
    let host = format!("Host: {}", server.address);
    let (status, head, body) = server.http(&format!("GET / HTTP/1.1\r\n{host}"), "");
    assert_eq!(status, 200);
    assert!(head.contains("content-security-policy: default-src 'none'"), "{head}");
    assert!(head.contains("x-content-type-options: nosniff"), "{head}");
    assert!(body.contains("<html"), "{body}");
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    let again = format!("GET / HTTP/1.1\r\n{host}\r\nIf-None-Match: {tag}");
    assert_eq!(server.http(&again, "").0, 304);
    for (accepted, packed) in [("br, gzip;q=0.5", true), ("gzip;q=0.0, br", false), ("br", false)] {
        let ask = format!("HEAD / HTTP/1.1\r\n{host}\r\nAccept-Encoding: {accepted}");
        let (_, head, _) = server.http(&ask, "");
        assert_eq!(head.contains("content-encoding: gzip"), packed, "{accepted}: {head}");
        assert_eq!(head.contains(&tag), !packed, "{accepted}: {head}");
    }
    for path in
        ["/no", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/assets/../../src/lib.rs", "//etc/passwd"]
    {
        assert_eq!(server.http(&format!("GET {path} HTTP/1.1\r\n{host}"), "").0, 404, "{path}");
    }
    assert_eq!(server.http(&format!("PUT / HTTP/1.1\r\n{host}"), "").0, 405);
}

#[test]
fn strangers_are_refused() {
    let hosts = vec!["games.example".to_owned()];
    let server = Running::start(ServeSettings { hosts, ..ServeSettings::default() });
    let port = server.address.port();
    let status = |headers: &str| server.http(&format!("GET / HTTP/1.1\r\n{headers}"), "").0;
    assert_eq!(status(&format!("Host: localhost:{port}")), 200);
    assert_eq!(status("Host: Games.Example"), 200);
    assert_eq!(status("Host: evil.example"), 403);
    assert_eq!(status("X: y"), 403);
    assert_eq!(status(&format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}")), 200);
    for origin in ["http://evil.example", "null", "http://localhost:1", "file://"] {
        let headers = format!("Host: localhost:{port}\r\nOrigin: {origin}");
        assert_eq!(status(&headers), 403, "{origin}");
    }
    // The same access control guards the socket.
    let mut request = server.request();
    request.headers_mut().insert("Origin", "http://evil.example".parse().unwrap());
    assert!(client(request, server.connect()).is_err());
}

#[test]
fn a_long_computation_stops_and_others_go_on() {
    let server = Running::start(ServeSettings::default());
    let mut socket = server.socket();
    socket.send(&run(1, "domineering(\"12x12\")"));
    socket.send(&run(2, "1 + 1"));
    while socket.next()["event"] != "progress" {}
    let mut other = server.socket();
    other.send(&run(1, "{1|-1} + *"));
    let told = other.events(1);
    assert_eq!(told[told.len() - 2]["answers"][0]["text"], "+-(1*)");
    socket.send(&json!({ "id": 3, "ask": "stop", "of": 1 }));
    let told = socket.events(1);
    assert_eq!(told.last().unwrap()["stopped"], "cancelled", "{told:?}");
    // The sheet goes on with the next request.
    let told = socket.events(2);
    assert_eq!(told[told.len() - 2]["answers"][0]["text"], "2");
}

#[test]
fn limits_are_kept() {
    let mut settings = ServeSettings::public();
    settings.clients = 2;
    settings.sheet.limits.seconds = Some(0.2);
    settings.sheet.limits.request_bytes = 10_000;
    let server = Running::start(settings);
    let mut first = server.socket();
    first.send(&run(1, "domineering(\"12x12\")"));
    assert_eq!(first.events(1).last().unwrap()["stopped"], "time");
    first.send(&json!({ "id": 2, "ask": "rules", "text": "x on strip; left: x -> ." }));
    assert!(first.events(2)[0]["message"].as_str().unwrap().contains("no custom rules"));
    let mut second = server.socket();
    second.send(&run(1, "1"));
    second.events(1);
    // There is no place for a third.
    let mut third = server.socket();
    assert!(matches!(third.0.read(), Ok(Message::Close(Some(_)))));
    assert_eq!(server.post("run", "{\"cells\":[]}").0, 503);
    assert_eq!(server.post("run", &format!("{{\"cells\":[{}]}}", " ".repeat(20_000))).0, 413);
    // A message that is too long closes the socket, but not the server.
    let _ = first.0.send(Message::text("x".repeat(20_000)));
    while first.0.read().is_ok() {}
    drop(second);
}

#[test]
fn invalid_requests_are_refused() {
    let server = Running::start(ServeSettings::default());
    let mut socket = server.socket();
    for text in
        ["", "{", "[]", "{\"id\":5}", "{\"id\":5,\"ask\":\"dance\"}", "{\"id\":5,\"ask\":\"run\"}"]
    {
        socket.0.send(Message::text(text)).unwrap();
        let told = socket.next();
        assert_eq!(told["event"], "failed", "{text}");
        assert_eq!(told["id"], if text.contains('5') { 5 } else { 0 }, "{text}");
    }
    assert_eq!(server.post("dance", "{}").0, 404);
    assert_eq!(server.post("run", "{\"cells\":3}").0, 400);
    assert_eq!(server.post("view", "{\"position\":\"nim(\"}").0, 422);
}

#[test]
fn programs_ask_what_the_description_says() {
    let server = Running::start(ServeSettings::default());
    let head = format!("GET /api/openapi.json HTTP/1.1\r\nHost: {}", server.address);
    let (status, _, body) = server.http(&head, "");
    assert_eq!(status, 200);
    let description: Value = serde_json::from_str(&body).unwrap();
    let schemas = description["components"]["schemas"].as_object().unwrap();
    for reference in body.split("\"$ref\":\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let name = reference.strip_prefix("#/components/schemas/").unwrap();
        assert!(schemas.contains_key(name), "{reference}");
    }
    let heaps = json!({ "view": "heaps", "shape": "heaps", "heaps": ["3"] });
    let asked = [
        ("hello", json!({})),
        ("run", json!({ "cells": [{ "cell": "a", "source": "*2 + *3" }] })),
        ("describe", json!({ "subject": "{2|-1}", "scaffolds": true })),
        ("draw", json!({ "subject": "clobber(\"xo\")" })),
        ("explore", json!({ "subject": "{2|-1}" })),
        ("view", json!({ "position": "nim(1,2)" })),
        ("compose", json!({ "like": "nim(1)", "view": heaps })),
        ("moves", json!({ "position": "nim(1,2)", "mover": "Left" })),
        ("choose", json!({ "position": "nim(1,2)", "mover": "Right", "misere": true })),
        ("line", json!({ "position": "nim(1,2)", "mover": "Left" })),
        ("review", json!({ "positions": [["nim(1,1)", "Left"]] })),
        ("graph", json!({ "name": "g.csv", "text": "a,b\n" })),
        ("sequence", json!({ "game": "0.77", "to": 20 })),
        ("open", json!({ "text": "1\n\n2\n" })),
        ("save", json!({ "sources": ["1"] })),
    ];
    let posts = description["paths"].as_object().unwrap().values();
    assert_eq!(posts.filter(|path| path["post"].is_object()).count(), asked.len());
    for (ask, body) in asked {
        let (status, told) = server.post(ask, &body.to_string());
        assert_eq!(status, 200, "{ask}: {told}");
        let told: Vec<Value> = serde_json::from_str(&told).unwrap();
        assert!(!told.is_empty(), "{ask}");
        let post = &description["paths"][format!("/api/{ask}")]["post"];
        assert!(post["summary"].as_str().unwrap().len() > 10, "{ask}: {post}");
        let schema = &post["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        if let Some(name) = schema.as_str() {
            let name = name.rsplit('/').next().unwrap();
            let properties = schemas[name]["properties"].as_object().unwrap();
            let asked = body.as_object().unwrap();
            assert!(asked.keys().all(|key| properties.contains_key(key)), "{ask}");
        }
    }
}

#[test]
fn the_gallery_is_read_only() {
    let sheet = |name: &str| GallerySheet { name: name.to_owned(), text: format!("{name}\n") };
    let gallery = vec![sheet("1+1"), sheet("Kayles: ein Bild")];
    let server = Running::start(ServeSettings { gallery, ..ServeSettings::default() });
    let get = |path: &str| {
        let (status, _, body) =
            server.http(&format!("GET {path} HTTP/1.1\r\nHost: {}", server.address), "");
        (status, body)
    };
    assert_eq!(get("/api/gallery"), (200, "[\"1+1\",\"Kayles: ein Bild\"]".to_owned()));
    assert_eq!(get("/api/gallery/1+1"), (200, "1+1\n".to_owned()));
    let path = "/api/gallery/Kayles%3A%20ein%20Bild";
    assert_eq!(get(path), (200, "Kayles: ein Bild\n".to_owned()));
    for none in ["no", "..%2f1+1", "%2e%2e", "1+1/..", "%ff", "1+1%00"] {
        assert!([400, 404].contains(&get(&format!("/api/gallery/{none}")).0), "{none}");
    }
    for method in ["PUT", "POST", "DELETE", "PATCH"] {
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {}", server.address);
        assert_eq!(server.http(&head, "changed").0, 405, "{method}");
    }
    assert_eq!(get(path), (200, "Kayles: ein Bild\n".to_owned()));
}

#[test]
fn a_server_that_stops_says_farewell() {
    let mut server = Running::start(ServeSettings::default());
    let mut socket = server.socket();
    socket.send(&run(1, "domineering(\"12x12\")"));
    while socket.next()["event"] != "progress" {}
    server.stop();
    let farewell = std::iter::from_fn(|| socket.0.read().ok()).any(
        |message| matches!(message, Message::Close(Some(frame)) if u16::from(frame.code) == 1012),
    );
    assert!(farewell);
}
