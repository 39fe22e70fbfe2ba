//! Sheets in processes of their own. Scripts of the shell stand in for workers that misbehave; the
//! tests of the command line have real ones.

#![cfg(unix)]

use crate::common::{Running, run};

use serde_json::json;
use upstar_serve::{ServeSettings, WorkerProgram};

fn server(script: &str, seconds: f64) -> Running {
    let mut settings = ServeSettings::public();
    settings.sheet.limits.seconds = Some(seconds);
    let arguments = vec!["-c".into(), script.into()];
    settings.worker = Some(WorkerProgram { path: "/bin/sh".into(), arguments });
    Running::start(settings)
}

#[test]
fn what_ignores_its_limit_ends_with_its_process() {
    let server = server("cat > /dev/null", 0.1);
    let mut socket = server.socket();
    for id in [1, 2] {
        socket.send(&run(id, "1"));
        let told = socket.events(id);
        assert_eq!(told[0]["stopped"], "time", "{told:?}");
        let message = told[0]["message"].as_str().unwrap();
        assert!(message.contains("(0.1 s, 269 MB)"), "{message}");
    }
    assert_eq!(server.post("run", "{\"cells\":[]}").0, 422);
}

#[test]
fn what_ignores_that_it_is_not_wanted_ends_with_its_process() {
    let server = server("cat > /dev/null", 1000.0);
    let mut socket = server.socket();
    socket.send(&run(1, "1"));
    socket.send(&json!({ "id": 2, "ask": "stop", "of": 1 }));
    assert_eq!(socket.events(1)[0]["stopped"], "cancelled");
}

#[test]
fn the_limit_that_ended_a_process_is_named() {
    for (signal, stopped) in [("ABRT", "memory"), ("KILL", "memory"), ("XCPU", "cpu")] {
        let server = server(&format!("read limits; read request; kill -{signal} $$"), 1000.0);
        let mut socket = server.socket();
        socket.send(&run(1, "1"));
        assert_eq!(socket.events(1)[0]["stopped"], stopped);
    }
    let server = server("read limits; read request; exit 1", 1000.0);
    let mut socket = server.socket();
    socket.send(&run(1, "1"));
    let told = socket.events(1);
    assert_eq!(told[0]["message"], "the engine has failed; the cells are kept", "{told:?}");
}

#[test]
fn the_next_process_knows_the_cells() {
    let script = r#"
        read limits
        while read request; do
            case $request in
                *'"id":1,'*) kill -ABRT $$;;
                *'"id":0,'*'"source":"x := 3"'*'"run":[]'*)
                    known=1; echo '{"id":0,"event":"done"}';;
                *'"id":2,'*) [ "$known" ] && echo '{"id":2,"event":"done"}';;
            esac
        done"#;
    let server = server(script, 1000.0);
    let mut socket = server.socket();
    socket.send(&run(1, "x := 3"));
    assert_eq!(socket.events(1)[0]["event"], "failed");
    socket.send(&json!({ "id": 2, "ask": "describe", "subject": "x", "cell": "a" }));
    assert_eq!(socket.events(2)[0]["event"], "done");
}

#[test]
fn without_processes_a_sheet_says_so() {
    let mut settings = ServeSettings::public();
    settings.worker = Some(WorkerProgram { path: "/nowhere".into(), arguments: Vec::new() });
    let server = Running::start(settings);
    let mut socket = server.socket();
    socket.send(&run(1, "1"));
    let told = socket.events(1);
    let message = told[0]["message"].as_str().unwrap();
    assert!(message.contains("no process for this sheet now"), "{message}");
}
