//! `upstar serve`: it prints its address, answers, and stops on request.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
#[cfg(target_os = "linux")]
use std::path::Path;
use std::process::{Child, Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

#[cfg(target_os = "linux")]
use crate::load::{self, PublicServer, children};

/// The command, and what it printed first.
fn serve(arguments: &[&str]) -> (Child, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"));
    command.args(["serve", "--no-open", "--port", "0"]).args(arguments);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (child, line.trim().to_owned())
}

fn end(mut child: Child, signal: Signal) -> Option<i32> {
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal).unwrap();
    child.wait().unwrap().code()
}

fn asked(url: &str, head: &str, body: &str) -> String {
    let host = url.strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let length = body.len();
    let end = format!("Connection: close\r\nContent-Length: {length}\r\n\r\n{body}");
    write!(stream, "{head} HTTP/1.1\r\nHost: {host}\r\n{end}").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_page_and_a_sheet_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.upstar");
    std::fs::write(&file, "// upstar worksheet 1\n\ng := {1|-1}\n\ng + *\n").unwrap();
    let (child, url) = serve(&[file.to_str().unwrap()]);
    assert!(asked(&url, "GET /", "").contains("<html"));
    let welcome = asked(&url, "POST /api/hello", "");
    assert!(welcome.contains("\"sheet\":[\"g := {1|-1}\",\"g + *\"]"), "{welcome}");
    assert_eq!(end(child, Signal::SIGINT), Some(0));
}

#[test]
fn work_ends_with_the_server() {
    let (child, url) = serve(&["--budget", "1h,100MB", "--clients", "3"]);
    let monster = r#"{"cells":[{"cell":"a","source":"domineering(\"12x12\")"}]}"#;
    let asking = {
        let url = url.clone();
        std::thread::spawn(move || asked(&url, "POST /api/run", monster))
    };
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert_eq!(end(child, Signal::SIGTERM), Some(0));
    // The client is notified, or finds the connection closed.
    drop(asking.join());
}

/// Waits until something is so, at most as long as a test may hang: on a machine with other work the
/// processes of a server, of low priority, get a small part of it.
#[cfg(target_os = "linux")]
fn wait_until(mut is: impl FnMut() -> bool) {
    for _ in 0..60_000 {
        if is() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("it is not so after ten minutes");
}

#[cfg(target_os = "linux")]
#[test]
fn sheets_of_a_public_server_are_processes() {
    let (child, url) = serve(&["--public", "--budget", "300ms,20MB"]);
    let server = child.id();
    let threads = || std::fs::read_dir(format!("/proc/{server}/task")).unwrap().count();
    // The first sheets are waited for.
    wait_until(|| children(server).len() == 4);
    let run = |source: &str| {
        let body = serde_json::json!({ "cells": [{ "cell": "a", "source": source }] });
        asked(&url, "POST /api/run", &body.to_string())
    };
    assert!(run("{1|-1} + *").contains("+-(1*)"));
    assert!(run("x := 2\nx^2").contains("\"text\":\"4\""));
    let welcome = asked(&url, "POST /api/hello", "");
    assert!(welcome.contains("\"seconds\":0.3,\"bytes\":20000000"), "{welcome}");
    let before = threads();
    std::thread::scope(|scope| {
        for at in 0..12 {
            let run = &run;
            scope.spawn(move || {
                let (source, found) = match at % 3 {
                    0 => ("domineering(\"12x12\")", "\"stopped\":\""),
                    1 => ("[n^2 for n from 1 to 10000000]", "\"stopped\":\""),
                    _ => ("1 + 1", "\"text\":\"2\""),
                };
                let answer = run(source);
                assert!(answer.contains(found), "{source}: {answer}");
            });
        }
    });
    wait_until(|| children(server).len() == 4 && threads() <= before);
    let waiting = children(server);
    assert_eq!(end(child, Signal::SIGTERM), Some(0));
    wait_until(|| waiting.iter().all(|one| !alive(*one)));
}

#[cfg(target_os = "linux")]
#[test]
fn pages_are_answered_beside_hostile_ones() {
    let load = load::Load {
        pages: 18,
        hostile: 6,
        time: std::time::Duration::from_secs(2),
        pause: std::time::Duration::from_millis(100),
        frozen_above: 20_000_000,
    };
    let program = Path::new(env!("CARGO_BIN_EXE_upstar"));
    let server = PublicServer::start(program, 40, &["--budget", "500ms,60MB"]);
    let figures = load::put(&server, load);
    assert!(figures.times.len() >= 12 && figures.hostile_questions > 0, "{figures:?}");
    assert!(figures.most.processes > 12, "{figures:?}");
}

/// A frozen process hears no limit, no stop and no signal but the one that ends it.
#[cfg(target_os = "linux")]
#[test]
fn a_question_that_hears_nothing_ends_with_its_process() {
    let program = Path::new(env!("CARGO_BIN_EXE_upstar"));
    let server = PublicServer::start(program, 4, &["--budget", "200ms,60MB"]);
    wait_until(|| server.sheets().len() == 4);
    let mut socket = server.socket().unwrap();
    socket.send(&load::run(1, "x := 3\nx^2")).unwrap();
    assert_eq!(socket.events(1).unwrap().last().unwrap()["event"], "done");
    // The one that has answered is among them; the next one is started after the signals.
    let all = server.sheets();
    all.iter().for_each(|sheet| load::signal("STOP", *sheet));
    socket.send(&load::run(2, "x := 4\nx^2")).unwrap();
    let told = socket.events(2).unwrap();
    assert_eq!(told.last().unwrap()["stopped"], "time", "{told:?}");
    assert!(told.last().unwrap()["message"].as_str().unwrap().contains("its process was ended"));
    wait_until(|| all.iter().filter(|sheet| !alive(**sheet)).count() == 1);
    all.iter().for_each(|sheet| load::signal("CONT", *sheet));
    // The next process knows the cells.
    let ask = serde_json::json!({ "id": 3, "ask": "describe", "subject": "x + 1", "cell": "a" });
    socket.send(&ask).unwrap();
    let told = socket.events(3).unwrap();
    assert_eq!(told[0]["analysis"]["value"], "5", "{told:?}");
}

/// The limit of the system on memory ends the process that reaches it, and no other.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_no_engine_accounts_for_ends_one_process() {
    use rustix::process::{Resource, Rlimit, prlimit};

    let program = Path::new(env!("CARGO_BIN_EXE_upstar"));
    let server = PublicServer::start(program, 4, &["--budget", "100s,200MB"]);
    let is_bounded = |sheet: &u32| {
        let limits = std::fs::read_to_string(format!("/proc/{sheet}/limits")).unwrap_or_default();
        let mut soft = limits.lines().filter_map(|line| line.strip_prefix("Max data size"));
        soft.any(|limits| !limits.trim_start().starts_with("unlimited"))
    };
    wait_until(|| server.sheets().len() == 4);
    let mut sockets = [(); 2].map(|()| server.socket().unwrap());
    let ask = |socket: &mut load::Socket, id, source| {
        socket.send(&load::run(id, source)).unwrap();
        socket.events(id).unwrap()
    };
    for socket in &mut sockets {
        assert_eq!(ask(socket, 1, "1 + 1").last().unwrap()["event"], "done");
    }
    // Each bounds itself when it has its stack, for which the limit below has no room. Others have been
    // started for those that the sockets have taken.
    let mut all = Vec::new();
    wait_until(|| {
        all = server.sheets();
        all.iter().all(is_bounded)
    });
    // Less than the engines may have: they do not know of it.
    for sheet in &all {
        let process = rustix::process::Pid::from_raw(i32::try_from(*sheet).unwrap());
        let limit = Rlimit { current: Some(16 << 20), maximum: Some(16 << 20) };
        prlimit(process, Resource::Data, limit).unwrap();
    }
    let [one, other] = &mut sockets;
    let told = ask(one, 2, "domineering(\"12x12\")");
    assert_eq!(told.last().unwrap()["stopped"], "memory", "{told:?}");
    let message = told.last().unwrap()["message"].as_str().unwrap();
    assert!(message.contains("(100 s, 200 MB)"), "{message}");
    wait_until(|| all.iter().filter(|sheet| !alive(**sheet)).count() == 1);
    for socket in [one, other] {
        assert_eq!(ask(socket, 3, "1 + 2").last().unwrap()["event"], "done");
    }
}

/// An answer that is too long for the server ends with its process.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_has_an_end() {
    let program = Path::new(env!("CARGO_BIN_EXE_upstar"));
    let server = PublicServer::start(program, 4, &["--budget", "1000s,2GB"]);
    let mut socket = server.socket().unwrap();
    let lines: Vec<String> =
        (0..40).map(|at| format!("[n+{at} for n from 100000 to 199999]")).collect();
    socket.send(&load::run(1, &lines.join("\n"))).unwrap();
    let told = socket.events(1).unwrap();
    let message = told.last().unwrap()["message"].as_str().unwrap();
    assert!(message.contains("more than 32 MB"), "{message}");
}

/// Games of `--rules` are known in all processes.
#[cfg(target_os = "linux")]
#[test]
fn rules_files_reach_the_processes() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("mine.rules");
    std::fs::write(&rules, "my kayles on strip \".#\"; both: # -> .; both: ## -> ..\n").unwrap();
    let rules = rules.to_str().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_upstar"));
    let server = PublicServer::start(program, 4, &["--rules", rules]);
    let mut socket = server.socket().unwrap();
    socket.send(&load::run(1, "my_kayles(\"###\")")).unwrap();
    let told = socket.events(1).unwrap();
    assert!(told.iter().any(|event| event["answers"][0]["text"] == "*3"), "{told:?}");
}

#[cfg(target_os = "linux")]
fn alive(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    !status.is_empty() && !status.contains("State:\tZ")
}

#[cfg(target_os = "linux")]
#[test]
fn processes_of_a_server_that_is_killed_end_too() {
    let (child, _) = serve(&["--public"]);
    let server = child.id();
    wait_until(|| children(server).len() == 4);
    let waiting = children(server);
    assert_eq!(end(child, Signal::SIGKILL), None);
    wait_until(|| waiting.iter().all(|one| !alive(*one)));
}

/// A worker bounds its own memory and CPU time.
#[cfg(target_os = "linux")]
#[test]
fn a_worker_is_limited_by_the_system() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"));
    command.args(["serve", "--worker"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, r#"{{"seconds":2,"bytes":20000000,"request_bytes":1000}}"#).unwrap();
    writeln!(input, r#"{{"id":7,"ask":"run","cells":[{{"cell":"a","source":"1+1"}}]}}"#).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("\"text\":\"2\"")));
    assert_eq!(lines.next().unwrap(), r#"{"id":7,"event":"done"}"#);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", child.id())).unwrap();
    let limit = |name: &str| -> u64 {
        let line = limits.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.split_whitespace().next().unwrap().parse().unwrap()
    };
    assert!((6..9).contains(&limit("Max cpu time")), "{limits}");
    assert_eq!(limit("Max data size"), 25_000_000 + (128 << 20));
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_gallery_from_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    file("b.upstar", "1+1\n");
    file("a.upstar", "// upstar worksheet 1\n\ng := {1|-1}\n");
    file("secret.txt", "nothing for strangers");
    std::fs::create_dir(folder.path().join("c.upstar")).unwrap();
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret.upstar");
    std::fs::write(&secret, "2+2\n").unwrap();
    for (link, to) in [("e.upstar", secret.as_path()), ("f.upstar", outside.path())] {
        std::os::unix::fs::symlink(to, folder.path().join(link)).unwrap();
    }
    std::os::unix::fs::symlink("b.upstar", folder.path().join("g.upstar")).unwrap();
    let gallery = ["--public", "--gallery", folder.path().to_str().unwrap()];
    let (child, url) = serve(&gallery);
    assert!(asked(&url, "GET /api/gallery", "").ends_with("\r\n\r\n[\"a\",\"b\"]"));
    // The files read at the start are served, and no others.
    file("b.upstar", "changed");
    file("d.upstar", "more");
    assert!(asked(&url, "GET /api/gallery/b", "").ends_with("\r\n\r\n1+1\n"));
    for name in
        ["d", "e", "f", "f%2fsecret", "g", "a.upstar", "secret.txt", "..%2fsecret.txt", "%00"]
    {
        let answer = asked(&url, &format!("GET /api/gallery/{name}"), "");
        assert!(answer.starts_with("HTTP/1.1 404 "), "{name}: {answer}");
    }
    assert_eq!(end(child, Signal::SIGTERM), Some(0));
    file("d.upstar", "// upstar worksheet 7\n");
    let output =
        Command::new(env!("CARGO_BIN_EXE_upstar")).arg("serve").args(gallery).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("d.upstar"), "{error}");
}

#[test]
fn invalid_worksheets_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.upstar");
    std::fs::write(&file, "// upstar worksheet 7\n").unwrap();
    for arguments in [
        &["serve", "--no-open", file.to_str().unwrap()][..],
        &["serve", "--no-open", "no.upstar"],
        &["serve", "--no-open", "--gallery", "no-folder"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_upstar")).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(!output.stderr.is_empty());
    }
}
