//! Several processes that solve one graph: started by the command, lost, and gone on with.
#![cfg(target_os = "linux")]

use std::fmt::Write;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

fn upstar(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"));
    command.args(arguments).current_dir(folder);
    command
}

fn run(arguments: &[&str], folder: &Path) -> (i32, String, String) {
    let Output { status, stdout, stderr } = upstar(arguments, folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

/// A graph with many levels.
fn ladder(rungs: u32) -> String {
    let mut text = String::from("from,to\n");
    for i in 0..rungs {
        let _ = writeln!(text, "{},{i}", i + 1);
        let _ = writeln!(text, "b{i},{i}");
    }
    text
}

/// The processes that a process has started.
fn children(process: u32) -> Vec<i32> {
    let path = format!("/proc/{process}/task/{process}/children");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

#[test]
fn several_processes_say_what_one_says() {
    let folder = tempfile::tempdir().unwrap();
    let graph = "a,b\nb,c\na,c\nd,e\ne,d\ne,f\nc,,D\ng,d\n";
    std::fs::write(folder.path().join("g.csv"), graph).unwrap();
    for extra in [&[][..], &["--misere"], &["--json"]] {
        let one = run(&[&["graph", "solve", "g.csv"], extra].concat(), folder.path());
        let more = ["--processes", "3", "--threads", "2"];
        let three = run(&[&["graph", "solve", "g.csv"], extra, &more].concat(), folder.path());
        assert_eq!(one, three);
    }
    std::fs::write(folder.path().join("headed.csv"), "from,to,label\na,b,x\nb,c,y\n").unwrap();
    std::fs::write(folder.path().join("contest.txt"), "3 2\n1 2\n2 3\n").unwrap();
    for (graph, header) in [
        (&["headed.csv"][..], "header: from, to (without label)\n"),
        (&["contest.txt", "--from-format", "contest"], "header: 3 vertices, 2 arcs\n"),
    ] {
        for task in ["solve", "values"] {
            let one = run(&[&["graph", task], graph].concat(), folder.path());
            assert_eq!(one.2, header, "{}", one.1);
            let two =
                run(&[&["graph", task], graph, &["--processes", "2"]].concat(), folder.path());
            assert_eq!(one, two);
        }
    }
    let one = run(&["graph", "values", "g.csv"], folder.path());
    let two = run(&["graph", "values", "g.csv", "--processes", "2"], folder.path());
    assert_eq!((one.0, two.0), (2, 2), "a drawn terminal has no value");
    let said = one.2.trim_start_matches("upstar: ");
    assert!(two.2.ends_with(said), "{}", two.2);
}

/// Starts a run of two processes with a checkpoint, kills one of them as soon as a part of a stage
/// is saved, and checks that the same command then gives the answer of a single process.
fn killed_and_gone_on_with(ask: &[&str], stage: &str, other: &[&str], folder: &Path) {
    let kept = folder.join("kept");
    let more = ["--processes", "2", "-o", "out", "--checkpoint", "kept", "--checkpoint-every", "0"];
    let arguments = [ask, &more].concat();
    let started =
        upstar(&arguments, folder).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Until something is written down.
    let deadline = Instant::now() + Duration::from_secs(120);
    loop {
        let names = std::fs::read_dir(&kept).into_iter().flatten().flatten();
        let numbers = names.filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let rest = name.strip_prefix(stage)?.strip_prefix("-00001-")?;
            rest.strip_suffix(".upstar")?.parse::<u32>().ok()
        });
        if numbers.max().is_some_and(|number| number > 3) {
            break;
        }
        assert!(Instant::now() < deadline, "no checkpoint was written");
        std::thread::sleep(Duration::from_millis(5));
    }
    let lost = children(started.id());
    assert_eq!(lost.len(), 1, "one process was started");
    kill(Pid::from_raw(lost[0]), Signal::SIGKILL).unwrap();
    let Output { status, stdout, stderr } = started.wait_with_output().unwrap();
    let message = String::from_utf8(stderr).unwrap();
    assert_eq!((status.code(), stdout.len()), (Some(3), 0), "{message}");
    assert!(message.contains("process 1 (127.0.0.1:"), "{message}");
    assert!(message.contains("was lost") && message.contains("SIGKILL"), "{message}");
    assert!(message.contains("the same command resumes from the checkpoint"), "{message}");
    assert_eq!(message.lines().count(), 1, "one message: {message}");
    assert!(!folder.join("out/_manifest.json").exists());

    // Another question is not taken for this one.
    let (code, _, message) = run(&[other, &more].concat(), folder);
    assert_eq!(code, 2);
    assert!(message.contains("this checkpoint is of another"), "{message}");

    // A process may be killed while it writes.
    let temporary = format!(".{stage}-00001-9.upstar.999999999.0.tmp");
    std::fs::write(kept.join(temporary), "").unwrap();
    let one = run(ask, folder);
    // Time enough that nothing more is written down on the way.
    let rest = [&arguments[..arguments.len() - 1], &["3600"]].concat();
    let resumed = run(&rest, folder);
    assert_eq!(one, resumed);
    assert!(!kept.exists(), "the checkpoint has been used up");
    assert!(folder.join("out/_manifest.json").exists());
}

/// A stopped process keeps its connections, but sends nothing.
#[test]
fn a_process_that_says_nothing_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("g.csv"), ladder(4000)).unwrap();
    let kept = folder.path().join("kept");
    let ask = ["graph", "solve", "g.csv", "--processes", "2", "--checkpoint", "kept"];
    let arguments = [&ask[..], &["--checkpoint-every", "0"]].concat();
    let started = upstar(&arguments, folder.path());
    let started = { started }.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(120);
    while !kept.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        assert!(Instant::now() < deadline, "no checkpoint was written");
        std::thread::sleep(Duration::from_millis(5));
    }
    let stopped = children(started.id());
    assert_eq!(stopped.len(), 1, "one process was started");
    kill(Pid::from_raw(stopped[0]), Signal::SIGSTOP).unwrap();
    let Output { status, stderr, .. } = started.wait_with_output().unwrap();
    let message = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(3), "{message}");
    assert!(message.contains("process 1 (127.0.0.1:"), "{message}");
    assert!(message.contains("was lost: nothing has come from it for 10 seconds"), "{message}");
}

#[test]
fn a_lost_process_ends_the_run_which_then_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("g.csv"), ladder(1500)).unwrap();
    let ask = ["graph", "solve", "g.csv"];
    let other = ["graph", "solve", "g.csv", "--misere"];
    killed_and_gone_on_with(&ask, "labels", &other, folder.path());
}

#[test]
fn a_lost_process_ends_the_finding_of_values_which_then_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("g.csv"), ladder(400)).unwrap();
    let other = ["graph", "solve", "g.csv"];
    killed_and_gone_on_with(&["graph", "values", "g.csv"], "values", &other, folder.path());
}

#[test]
fn a_lost_process_ends_the_search_for_positions_which_then_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let ask = ["solve", "subtraction(\"1,3,4\";300)"];
    let other = ["solve", "subtraction(\"1,3,4\";299)"];
    killed_and_gone_on_with(&ask, "search", &other, folder.path());
}

#[test]
fn what_is_wrong_is_said_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = "1,2\n".repeat(400);
    text += "lonely\n2,3\n";
    std::fs::write(folder.path().join("g.csv"), text).unwrap();
    std::fs::write(folder.path().join("hosts"), "127.0.0.1:1\n127.0.0.1:1\n").unwrap();
    let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    std::fs::write(folder.path().join("two"), format!("{}\n{}\n", free(), free())).unwrap();
    std::fs::write(folder.path().join("far"), "127.0.0.1:1\n192.0.2.1:2\n").unwrap();
    std::fs::write(folder.path().join("short"), "abc\n").unwrap();
    let cases: [(&[&str], &str); 9] = [
        (&["--processes", "2"], "upstar: process 1: g.csv:401:1: one field, \"lonely\""),
        (&["--processes", "2", "-o", "t.csv"], "several processes write a folder of Parquet"),
        (&["--processes", "2", "--from", "1"], "--from and --certify are for one process"),
        (&["--processes", "0"], "0 is not in 1..=1024"),
        (&["--hosts", "hosts", "--process", "0"], "hosts:2: 127.0.0.1:1 stands here twice"),
        (
            &["--hosts", "far", "--process", "0"],
            "process 1 (192.0.2.1:2) is not on this machine, and without a secret",
        ),
        (
            &["--hosts", "two", "--process", "0", "--secret", "short"],
            "a secret of 3 bytes can be guessed",
        ),
        (&["--hosts", "two", "--process", "2"], "there is no process 2: there are 2 hosts"),
        (&["--hosts", "two", "--process", "1", "--wait", "0"], ") did not answer within 0 seconds"),
    ];
    for (arguments, expected) in cases {
        let all = [&["graph", "solve", "g.csv"], arguments].concat();
        let (code, stdout, message) = run(&all, folder.path());
        assert_eq!((code, stdout.as_str()), (2, ""), "{message}");
        assert!(message.contains(expected), "{message}");
    }
    let (code, _, message) = run(&["graph", "solve", "-", "--processes", "2"], folder.path());
    assert_eq!(code, 2);
    assert!(message.contains("standard input is read by one process"), "{message}");
}

/// Two hosts with addresses of their own, joined by a wire; they go when it is dropped.
struct Hosts([String; 2]);

impl Hosts {
    /// The hosts, and a list of them in a folder; otherwise the reason why the machine does not
    /// allow it.
    fn new(folder: &Path) -> Option<Hosts> {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        let test = format!("{}-{}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed));
        let hosts = Hosts(["a", "b"].map(|side| format!("upstar-{test}-{side}")));
        if let Err(reason) = hosts.begin() {
            eprintln!("skipped: no network namespaces here ({reason})");
            return None;
        }
        std::fs::write(folder.join("hosts"), "192.0.2.1:2101\n192.0.2.2:2101\n").unwrap();
        std::fs::write(folder.join("secret"), "what only these two know\n").unwrap();
        Some(hosts)
    }

    fn begin(&self) -> Result<(), String> {
        let [a, b] = &self.0;
        let ip = |words: &str| {
            let output = Command::new("ip").args(words.split(' ')).output();
            match output {
                Ok(output) if output.status.success() => Ok(()),
                Ok(output) => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
                Err(error) => Err(format!("ip: {error}")),
            }
        };
        ip(&format!("netns add {a}"))?;
        ip(&format!("netns add {b}"))?;
        ip(&format!("link add wire netns {a} type veth peer name wire netns {b}"))?;
        for (host, address) in [(a, "192.0.2.1/24"), (b, "192.0.2.2/24")] {
            ip(&format!("-n {host} address add {address} dev wire"))?;
            ip(&format!("-n {host} link set wire up"))?;
            ip(&format!("-n {host} link set lo up"))?;
        }
        Ok(())
    }

    /// Starts a process on the host at `place`, as the one with the number `process`.
    fn start(&self, place: usize, process: usize, ask: &[&str], folder: &Path) -> Child {
        Command::new("ip")
            .args(["netns", "exec", &self.0[place], env!("CARGO_BIN_EXE_upstar")])
            .args(ask)
            .args(["--hosts", "hosts", "--secret", "secret", "--process", &process.to_string()])
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// The outputs of the two processes, each on its host.
    fn run(&self, asks: [&[&str]; 2], folder: &Path) -> [(i32, String, String); 2] {
        let started = [0, 1].map(|process| self.start(process, process, asks[process], folder));
        let text = |bytes| String::from_utf8(bytes).unwrap();
        started.map(|child| {
            let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
            (status.code().unwrap_or(-1), text(stdout), text(stderr))
        })
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        for host in &self.0 {
            let _ = Command::new("ip").args(["netns", "delete", host]).output();
        }
    }
}

#[test]
fn hosts_with_addresses_of_their_own_agree_with_one_machine() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let Some(hosts) = Hosts::new(folder) else { return };
    std::fs::write(folder.join("g.csv"), ladder(40)).unwrap();
    let ask = ["graph", "solve", "g.csv"];
    let [first, second] = hosts.run([&ask, &ask], folder);
    assert_eq!(run(&ask, folder), first);
    assert_eq!(second, (0, String::new(), String::new()));

    // They have to be asked for the same thing.
    for (code, _, message) in hosts.run([&ask, &[&ask[..], &["--misere"]].concat()], folder) {
        assert_eq!(code, 2, "{message}");
        assert!(message.contains("was asked for `graph solve g.csv"), "{message}");
    }

    // The address of the other host is not one's own.
    let wrong = hosts.start(0, 1, &ask, folder).wait_with_output().unwrap();
    let message = String::from_utf8(wrong.stderr).unwrap();
    assert!(message.contains("process 1 cannot listen on 192.0.2.2:2101"), "{message}");
    assert!(message.contains("is this the process with this number"), "{message}");
}

#[test]
fn hosts_with_addresses_of_their_own_solve_games_as_one_machine_does() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let Some(hosts) = Hosts::new(folder) else { return };
    let lines = |text: &str| -> Vec<String> {
        let found = text.lines().filter(|line| !line.contains("on disk"));
        // Of equally long wins each names one.
        found.map(|line| line.split(" from ").next().unwrap_or_default().to_owned()).collect()
    };
    let games: [&[&str]; 3] = [
        &["kalah(2,3)", "--by-tier"],
        &["connect_k(3; \"3x3\")", "--misere"],
        &["toads_and_frogs(\"TT_FF\")"],
    ];
    for game in games {
        let ask = [&["solve"], game].concat();
        let one = run(&ask, folder);
        assert_eq!(one.0, 0, "{}", one.2);
        let [first, second] = hosts.run([&ask, &ask], folder);
        assert_eq!(
            (first.0, lines(&first.1), first.2),
            (0, lines(&one.1), String::new()),
            "{ask:?}"
        );
        assert_eq!(second, (0, String::new(), String::new()), "{ask:?}");
    }

    // Each host has its part of a database on a disk of its own: copied together they are one.
    let ask = |database| ["solve", "kalah(2,2)", "--database", database];
    let [first, second] = hosts.run([&ask("on-a"), &ask("on-b")], folder);
    assert_eq!((first.0, second.0), (0, 0), "{}{}", first.2, second.2);
    assert!(!folder.join("on-a/part-00001").exists());
    std::fs::rename(folder.join("on-b/part-00001"), folder.join("on-a/part-00001")).unwrap();
    let look = ["outcome", "kalah(\"2,0+1|3,2+0\")"];
    let expected = run(&look, folder);
    assert_eq!(expected.0, 0, "{}", expected.2);
    let found = run(&[&look[..], &["--database", "on-a"]].concat(), folder);
    let outcome = |text: &str| text.lines().next().map(str::to_owned);
    assert_eq!((found.0, outcome(&found.1)), (0, outcome(&expected.1)), "{}", found.2);
}

#[test]
fn positions_are_found_by_several_processes() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["nim(2,3,4)", "clobber(\"xo|ox|xo\")", "toads_and_frogs(\"TT_FF\")"] {
        for extra in [&[][..], &["--misere"]] {
            let ask = [&["solve", game, "--search", "--no-tiers"], extra].concat();
            let one = run(&ask, folder.path());
            assert_eq!(one.0, 0, "{}", one.2);
            let two = run(&[&ask[..], &["--processes", "2", "-o", "out"]].concat(), folder.path());
            // Of equally long wins each names one.
            let kept = |text: &str| -> Vec<String> {
                let line = |line: &str| line.split(" from ").next().unwrap_or_default().to_owned();
                text.lines().map(line).collect()
            };
            assert_eq!((two.0, two.2.as_str()), (0, ""), "{game}");
            assert_eq!(kept(&one.1), kept(&two.1), "{game}");
            assert!(folder.path().join("out/_manifest.json").exists());
        }
    }
}

/// Games by tiers: the answer of a single process, and databases that one process reads.
#[test]
fn tiers_are_solved_by_several_processes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let games = [
        ("kalah(2,2)", &["kalah(\"0,1+3|2,2+0\")"][..]),
        ("connect_k(3; \"3x3\")", &["connect_k(3; \"...|.x.|xo.\")"]),
        ("nim(2,3,4)", &["nim(2,1,4)", "nim(0,0,0)"]),
    ];
    for (number, (game, others)) in games.into_iter().enumerate() {
        for extra in [&["--by-tier"][..], &["--misere", "--json"], &["--outcomes-only"]] {
            let name = format!("{number}{}", extra.join(""));
            let kept = |workers: &str| ["--database".to_owned(), format!("{name}-{workers}")];
            let ask = |workers: &str, more: &[&str]| {
                let kept = kept(workers);
                let kept: Vec<&str> = kept.iter().map(String::as_str).collect();
                run(&[&["solve", game], extra, &kept, more].concat(), folder)
            };
            // Files of several parts have other sizes.
            let plain = |text: &str| -> Vec<String> {
                let size = |line: &&str| !line.contains("on disk") && !line.contains("\"bytes\"");
                text.lines().filter(size).map(str::to_owned).collect()
            };
            let one = ask("1", &[]);
            assert_eq!(one.0, 0, "{}", one.2);
            let threads = ["--processes", "2", "--threads", "2"];
            for (workers, more) in [("2", &threads[..2]), ("4", &threads)] {
                let two = ask(workers, more);
                assert_eq!((two.0, two.2.as_str()), (0, ""), "{game} {extra:?}");
                assert_eq!(plain(&one.1), plain(&two.1), "{game} {extra:?}");
            }
            let kept = [kept("1"), kept("2")];
            for position in others.iter().chain([&game]) {
                let look = |kept: &[String; 2]| {
                    let more = if extra.contains(&"--misere") { &["--misere"][..] } else { &[] };
                    let asked = ["outcome", position, "--moves", &kept[0], &kept[1]];
                    run(&[&asked[..], more].concat(), folder)
                };
                let (expected, found) = (look(&kept[0]), look(&kept[1]));
                assert_eq!((expected.0, expected.2.as_str()), (0, ""), "{position}");
                assert_eq!(expected, found, "{position}");
            }
        }
    }
    // A game without tiers is one tier, where that is asked for.
    let toads = "toads_and_frogs(\"TT_FF\")";
    let one = run(&["solve", toads, "--by-tier"], folder);
    for more in [&[][..], &["--memory", "100MB"], &["--database", "toads"]] {
        let arguments = [&["solve", toads, "--by-tier", "--processes", "2"], more].concat();
        let two = run(&arguments, folder);
        let found = two.1.lines().filter(|line| !line.contains("on disk"));
        assert_eq!((two.0, two.2.as_str()), (0, ""));
        assert!(found.eq(one.1.lines()), "{}", two.1);
    }
    let arguments = ["solve", toads, "--by-tier", "--no-tiers", "--processes", "2"];
    let (code, _, message) = run(&arguments, folder);
    assert!(code == 2 && message.contains("leave out --no-tiers"), "{message}");
    // Existing results are not recomputed, and not mistaken for something else.
    let two = "kalah(2,2);--processes;2;--database;0--by-tier-2";
    let solve =
        |line: &str| run(&[&["solve"], &line.split(';').collect::<Vec<_>>()[..]].concat(), folder);
    let (code, found, message) = solve(two);
    assert_eq!((code, found.lines().next()), (0, Some("930 positions in 10 tiers")));
    assert!(message.contains("10 tiers are solved already"), "{message}");
    let (code, _, message) = solve(&format!("{two};--threads;2"));
    assert!(code == 2 && message.contains("by 2 workers"), "{message}");
    let (code, _, message) = solve("kalah(2,2);--database;0--by-tier-2");
    assert_eq!(code, 2);
    assert!(message.contains("by 2 workers (processes times threads)"), "{message}");
    let (code, _, message) = solve("kalah(2,2);--processes;2;--database;0--by-tier-1");
    assert!(code == 2 && message.contains("another question"), "{message}");
    // A part is no database, and a database is all of its parts.
    let part = folder.join("0--by-tier-2/part-00001");
    let look = |database: &str| run(&["outcome", "kalah(2,2)", "--database", database], folder);
    let (code, _, message) = look(part.to_str().unwrap());
    assert!(code == 2 && message.contains("this is part 1 of a database"), "{message}");
    std::fs::rename(&part, folder.join("elsewhere")).unwrap();
    let (code, _, message) = look("0--by-tier-2");
    assert!(code == 2 && message.contains("part 1 of 2"), "{message}");
}

/// A database has a file for each tier of each part, more than a process may have open.
#[test]
fn a_database_may_have_more_files_than_a_process() {
    let folder = tempfile::tempdir().unwrap();
    let several = ["--processes", "2", "--threads", "2", "--database", "kept"];
    let (code, _, message) = run(&[&["solve", "kalah(3,2)"], &several[..]].concat(), folder.path());
    assert_eq!(code, 0, "{message}");
    let parts = std::fs::read_dir(folder.path().join("kept")).unwrap().flatten();
    let count =
        |entry: std::fs::DirEntry| std::fs::read_dir(entry.path()).map_or(0, Iterator::count);
    assert!(parts.map(count).sum::<usize>() > 40);
    let ask = ["outcome", "kalah(\"0,1,1+5|1,0,2+2\")"];
    let limited = Command::new("sh")
        .args(["-c", "ulimit -n 24; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_upstar")])
        .args(ask)
        .args(["--database", "kept"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let message = String::from_utf8(limited.stderr).unwrap();
    assert_eq!((limited.status.code(), message.as_str()), (Some(0), ""));
    let (_, expected, _) = run(&ask, folder.path());
    let found = String::from_utf8(limited.stdout).unwrap();
    assert_eq!(found.lines().next(), expected.lines().next());
}

/// Whoever begins first may be seen by the others in the middle of it.
#[test]
fn parts_of_a_database_may_begin_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let game = upstar::rules::parse_game("kalah(2,2)").unwrap();
    for round in 0..300 {
        let path = folder.path().join(round.to_string());
        let together = std::sync::Barrier::new(4);
        std::thread::scope(|scope| {
            for part in 0..4 {
                let (path, game, together) = (&path, &game, &together);
                scope.spawn(move || {
                    together.wait();
                    // None, one or all of them find what another one has begun.
                    std::thread::sleep(Duration::from_micros(u64::from(part) * round * 2));
                    let (options, kept) = Default::default();
                    upstar::Database::begin_part(path, (part, 4), game, options, kept).unwrap();
                });
            }
        });
    }
}

/// A process is killed when some tiers are finished: the same command goes on from there.
#[test]
fn a_lost_process_ends_the_solving_of_tiers_which_then_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let ask = ["solve", "kalah(3,3)", "--by-tier"];
    let several = [&ask[..], &["--processes", "2", "--database", "kept", "-o", "out"]].concat();
    let started = upstar(&several, folder.path());
    let started = { started }.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(120);
    let manifest = folder.path().join("kept/part-00001/database.json");
    // The first line gives the number of solved tiers.
    while !std::fs::read_to_string(&manifest).is_ok_and(|text| {
        let first = text.lines().next().unwrap_or_default();
        (4..17).any(|rows| first.contains(&format!("\"rows\":{rows}}}")))
    }) {
        assert!(Instant::now() < deadline, "no tier was finished");
        std::thread::sleep(Duration::from_millis(2));
    }
    let lost = children(started.id());
    assert_eq!(lost.len(), 1, "one process was started");
    kill(Pid::from_raw(lost[0]), Signal::SIGKILL).unwrap();
    let Output { status, stderr, .. } = started.wait_with_output().unwrap();
    let message = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(3), "{message}");
    assert!(message.contains("was lost") && message.contains("SIGKILL"), "{message}");
    assert!(message.contains("the same command resumes from the checkpoint in kept"), "{message}");
    assert!(!folder.path().join("out/_manifest.json").exists());
    // Half of a database answers from its own positions.
    let small = ["outcome", "kalah(\"0,0,1+17|0,0,0+0\")", "--database", "kept"];
    assert_eq!(run(&small, folder.path()).0, 0);

    let one = run(&ask, folder.path());
    let resumed = run(&several, folder.path());
    assert!(resumed.2.contains("solved already"), "{}", resumed.2);
    let lines = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.contains("on disk")).map(str::to_owned).collect()
    };
    assert_eq!((one.0, lines(&one.1)), (resumed.0, lines(&resumed.1)));
    assert!(folder.path().join("out/_manifest.json").exists());
}
