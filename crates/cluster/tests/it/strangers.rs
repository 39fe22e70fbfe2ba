//! Processes from outside a run can neither take part in it nor disturb it.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::{cluster_of, with_cluster};
use upstar_cluster::{
    Cluster, ClusterError, GraphQuestion, Hosts, Membership, Secret, Watch, solve_graph,
};
use upstar_core::Budget;
use upstar_graphs::generate::Random;

fn secret(text: &str) -> Secret {
    Secret::new(text).unwrap()
}

fn vertices(cluster: Cluster, graph: &Path) -> Result<u64, ClusterError> {
    let question = GraphQuestion::new(graph);
    Ok(solve_graph(cluster, &question, &Budget::unlimited())?.vertices)
}

fn a_graph(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("g.csv");
    let text: String = (0..50).map(|i| format!("{},{i}\nx{i},{i}\n", i + 1)).collect();
    std::fs::write(&path, text).unwrap();
    path
}

/// While `work` runs, connects to all hosts repeatedly and sends nothing or wrong data.
fn among_strangers<T>(hosts: &Hosts, work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut random = Random::new(12);
            let mut open = Vec::new();
            while !done.load(Ordering::Relaxed) {
                for process in 0..hosts.len() {
                    let Ok(mut stream) = TcpStream::connect(hosts.address(process)) else {
                        continue;
                    };
                    let mut bytes = b"upstar\0\x02".to_vec();
                    bytes.extend((0..random.below(200)).map(|_| random.below(256) as u8));
                    match random.below(4) {
                        0 => bytes.clear(),
                        1 => bytes.truncate(random.below(40) as usize),
                        2 => bytes[random.below(8) as usize] ^= 1,
                        _ => {}
                    }
                    let _ = stream.write_all(&bytes);
                    if random.percent(70) && open.len() < 200 {
                        open.push(stream);
                    }
                }
                std::thread::sleep(Duration::from_millis(2));
            }
        });
        let result = work();
        done.store(true, Ordering::Relaxed);
        result
    })
}

#[test]
fn strangers_do_not_keep_a_run_from_beginning() {
    let folder = tempfile::tempdir().unwrap();
    let graph = a_graph(folder.path());
    for _ in 0..5 {
        let hosts = cluster_of(3);
        let found = among_strangers(&hosts, || {
            with_cluster(&hosts, 1, |cluster| {
                // The other processes connect later than the strangers.
                vertices(cluster, &graph)
            })
        });
        assert!(found.into_iter().all(|found| found.unwrap() == 101));
    }
}

/// The results of two processes with these secrets.
fn with_secrets(secrets: [Option<&str>; 2], graph: &Path) -> [Result<u64, ClusterError>; 2] {
    let hosts = cluster_of(2);
    std::thread::scope(|scope| {
        let (hosts, graph) = (&hosts, &graph);
        let started = [0, 1].map(|process| {
            scope.spawn(move || {
                let mut membership =
                    Membership::new("a test").with_patience(Duration::from_secs(3));
                membership.secret = secrets[process].map(secret);
                vertices(Cluster::join(hosts, process, &membership, &Budget::unlimited())?, graph)
            })
        });
        started.map(|started| started.join().unwrap())
    })
}

#[test]
fn processes_need_the_same_secret() {
    let folder = tempfile::tempdir().unwrap();
    let graph = a_graph(folder.path());
    let (one, other) = ("0123456789abcdef", "fedcba9876543210");
    for found in with_secrets([Some(one), Some(one)], &graph) {
        assert_eq!(found.unwrap(), 101);
    }
    for secrets in [[Some(one), Some(other)], [None, Some(one)], [Some(one), None]] {
        let [first, second] = with_secrets(secrets, &graph).map(|r| r.unwrap_err().to_string());
        assert!(first.contains("process 1 (127.0.0.1:"), "{first}");
        assert!(first.contains("which were of no process of this run"), "{first}");
        assert!(second.contains("it has another secret"), "{second}");
    }
    let hosts = Hosts::parse("hosts", "127.0.0.1:1\n192.0.2.1:2\n").unwrap();
    let joined = Cluster::join(&hosts, 0, &Membership::new("a test"), &Budget::unlimited());
    let Err(error) = joined else { panic!("there is no secret") };
    let message = error.to_string();
    assert!(message.starts_with("process 1 (192.0.2.1:2) is not on this machine"), "{message}");
    assert!(message.contains("`--secret FILE`"), "{message}");
}

#[test]
fn people_are_told_who_is_missing() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    let list = format!("{address}\n{}", cluster_of(1).address(0));
    let hosts = Hosts::parse("hosts", &list).unwrap();
    let told = Arc::new(Mutex::new(Vec::new()));
    let telling = told.clone();
    let notice = Watch::new(move |words| telling.lock().unwrap().push(words.to_owned()));
    let membership =
        Membership::new("a test").with_patience(Duration::from_secs(9)).with_notice(notice);
    let joined = Cluster::join(&hosts, 1, &membership, &Budget::unlimited());
    let said = "it takes connections and says nothing";
    let Err(error) = joined else { panic!("nobody answered") };
    assert!(error.to_string().contains(said), "{error}");
    let told = told.lock().unwrap().clone();
    assert_eq!(told, [format!("waiting for process 0 ({address}): {said}")]);
}

/// The damage that a relay does once, at some place, to the bytes of one direction.
#[derive(Clone, Copy, Debug)]
enum Damage {
    Flip(u8),
    Zeros,
    Again,
    Close,
}

/// Forwards all bytes from one end to the other, with damage at a place if `damage` is given.
fn pass_on(mut from: TcpStream, mut to: TcpStream, mut damage: Option<(usize, Damage)>) {
    let mut passed = 0;
    let mut bytes = [0; 512];
    while let Ok(read) = from.read(&mut bytes) {
        if read == 0 {
            // The other direction may continue.
            let _ = to.shutdown(Shutdown::Write);
            return;
        }
        let mut text = bytes[..read].to_vec();
        if let Some((place, what)) = damage
            && place < passed + read
        {
            damage = None;
            let place = place - passed;
            match what {
                Damage::Flip(bits) => text[place] ^= bits,
                Damage::Zeros => drop(text.splice(place..place, [0; 48])),
                Damage::Again => text.extend_from_within(place..),
                Damage::Close => break,
            }
        }
        passed += read;
        if to.write_all(&text).is_err() {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}

/// A run of two processes, the second of which reaches the first through a relay.
struct Relayed {
    hosts: Hosts,
    relay: TcpListener,
}

impl Relayed {
    /// Runs whose addresses all differ.
    fn new(runs: usize) -> Vec<Relayed> {
        // The relays come first: the addresses of the processes are free again when they are known.
        let relays: Vec<TcpListener> =
            (0..runs).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let all = cluster_of(2 * runs);
        let address = |process| all.address(process);
        let relayed = relays.into_iter().enumerate().map(|(run, relay)| {
            let list = format!("{}\n{}", address(2 * run), address(2 * run + 1));
            let hosts = Hosts::parse("hosts", &list).unwrap();
            Relayed { hosts, relay }
        });
        relayed.collect()
    }

    /// How the processes fare if each connection through the relay is passed on so: what comes from
    /// the second process, and what comes from the first.
    fn results(
        self,
        graph: &Path,
        membership: &Membership,
        pass_on: impl Fn([TcpStream; 2], [TcpStream; 2]) + Send + 'static,
    ) -> [Result<u64, ClusterError>; 2] {
        let Relayed { hosts, relay } = self;
        let list = format!("{}\n{}", relay.local_addr().unwrap(), hosts.address(1));
        let through = Hosts::parse("hosts", &list).unwrap();
        let first = hosts.address(0).to_owned();
        // It runs until the end of the tests.
        std::thread::spawn(move || {
            for stream in relay.incoming().flatten() {
                let Ok(other) = TcpStream::connect(&first) else { continue };
                let copies = (stream.try_clone().unwrap(), other.try_clone().unwrap());
                pass_on([stream, other], [copies.1, copies.0]);
            }
        });
        std::thread::scope(|scope| {
            let (hosts, through) = (&hosts, &through);
            let started = [0, 1].map(|process| {
                scope.spawn(move || {
                    let list = if process == 0 { hosts } else { through };
                    vertices(Cluster::join(list, process, membership, &Budget::unlimited())?, graph)
                })
            });
            started.map(|started| started.join().unwrap())
        })
    }
}

#[test]
fn damage_on_the_way_ends_a_run_or_does_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let graph = a_graph(folder.path());
    let mut random = Random::new(13);
    // Most of the time is spent waiting for what does not come.
    let found: Vec<_> = std::thread::scope(|scope| {
        let graph = &graph;
        let start = |(round, relayed): (usize, Relayed)| {
            let place = random.below(if round % 2 == 0 { 400 } else { 4000 }) as usize;
            let damage = match random.below(5) {
                0 => Damage::Zeros,
                1 => Damage::Again,
                2 => Damage::Close,
                _ => Damage::Flip(1 << random.below(8)),
            };
            let forth = random.percent(50);
            scope.spawn(move || {
                let membership = Membership::new("a test")
                    .with_patience(Duration::from_secs(8))
                    .with_secret(secret("0123456789abcdef"));
                // The first connection that comes through is damaged.
                let once = Mutex::new(Some((place, damage)));
                let results = relayed.results(graph, &membership, move |there, back| {
                    let damage = once.lock().unwrap().take();
                    let (one, two) = if forth { (damage, None) } else { (None, damage) };
                    for ([from, to], damage) in [(there, one), (back, two)] {
                        std::thread::spawn(move || pass_on(from, to, damage));
                    }
                });
                (format!("{damage:?} at {place}, {forth}: {results:?}"), results)
            })
        };
        let started: Vec<_> = Relayed::new(30).into_iter().enumerate().map(start).collect();
        started.into_iter().map(|started| started.join().unwrap()).collect()
    });
    let (mut whole, mut ended) = (0, 0);
    for (case, results) in found {
        for result in results {
            match result {
                Ok(found) => {
                    whole += 1;
                    assert_eq!(found, 101, "{case}");
                }
                // Another program may take a port before it is used.
                Err(ClusterError::Lost { .. } | ClusterError::NoAnswer { .. }) => ended += 1,
                Err(ClusterError::Listen { .. }) => {}
                Err(_) => panic!("{case}"),
            }
        }
    }
    assert!(whole > 0 && ended > 0, "{whole} {ended}");
}

/// What a relay does with the message in which a process reports its end.
#[derive(Clone, Copy, Debug)]
enum Ending {
    Flip,
    More,
    Cut,
    Nothing,
}

/// Forwards all bytes up to the last message, which it treats as requested.
fn pass_on_until_the_end(mut from: TcpStream, mut to: TcpStream, ending: Ending) {
    let mut greeting = [0; 40];
    let mut passed = from.read_exact(&mut greeting).and_then(|()| to.write_all(&greeting));
    while passed.is_ok() {
        let mut record = vec![0; 12];
        if from.read_exact(&mut record).is_err() {
            break;
        }
        let length = u32::from_be_bytes(*record.first_chunk().unwrap()) as usize;
        record.resize(12 + length + 16, 0);
        if from.read_exact(&mut record[12..]).is_err() {
            break;
        }
        // Every other message of timely is longer than its header.
        if length == 48 {
            match ending {
                Ending::Flip => record[20] ^= 1,
                Ending::More => record.extend_from_within(..),
                Ending::Cut => record.truncate(30),
                // Both connections stay open.
                Ending::Nothing => {
                    let _ = from.read(&mut record);
                    loop {
                        std::thread::park();
                    }
                }
            }
        }
        passed = to.write_all(&record);
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}

#[test]
fn whatever_comes_at_the_end_of_a_run_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let graph = a_graph(folder.path());
    let endings = [Ending::Flip, Ending::More, Ending::Cut, Ending::Nothing].repeat(3);
    let found: Vec<_> = std::thread::scope(|scope| {
        let graph = &graph;
        let runs = Relayed::new(endings.len()).into_iter().zip(endings);
        let start = |(relayed, ending): (Relayed, Ending)| {
            scope.spawn(move || {
                let membership = Membership::new("a test");
                let results = relayed.results(graph, &membership, move |there, back| {
                    let ([from, to], [from_first, to_second]) = (there, back);
                    std::thread::spawn(move || pass_on_until_the_end(from, to, ending));
                    std::thread::spawn(move || pass_on(from_first, to_second, None));
                });
                (ending, results)
            })
        };
        let started: Vec<_> = runs.map(start).collect();
        started.into_iter().map(|started| started.join().unwrap()).collect()
    });
    for (ending, results) in found {
        for result in results {
            match result {
                Ok(found) => assert_eq!(found, 101, "{ending:?}"),
                Err(ClusterError::Lost { .. }) => {}
                Err(error) => panic!("{ending:?}: {error}"),
            }
        }
    }
}

/// The program of a process that the next test starts.
#[test]
fn member() {
    let Ok(task) = std::env::var("UPSTAR_TEST_MEMBER") else { return };
    let (process, rest) = task.split_once(' ').unwrap();
    let (graph, addresses) = rest.split_once(' ').unwrap();
    let hosts = Hosts::parse("hosts", &addresses.replace(' ', "\n")).unwrap();
    let membership = Membership::new("a test").with_secret(secret("0123456789abcdef"));
    let budget = Budget::unlimited();
    let cluster = Cluster::join(&hosts, process.parse().unwrap(), &membership, &budget).unwrap();
    assert_eq!(vertices(cluster, Path::new(graph)).unwrap(), 101);
}

#[test]
fn processes_of_their_own_find_one_another_among_strangers() {
    let folder = tempfile::tempdir().unwrap();
    let graph = a_graph(folder.path());
    let hosts = cluster_of(3);
    let list: Vec<&str> = (0..3).map(|process| hosts.address(process)).collect();
    let ended = AtomicUsize::new(0);
    among_strangers(&hosts, || {
        let started: Vec<_> = (0..3)
            .map(|process| {
                let task = format!("{process} {} {}", graph.display(), list.join(" "));
                Command::new(std::env::current_exe().unwrap())
                    .args(["--exact", "strangers::member"])
                    .env("UPSTAR_TEST_MEMBER", task)
                    .stdout(Stdio::piped())
                    .stderr(Stdio::piped())
                    .spawn()
                    .unwrap()
            })
            .collect();
        for child in started {
            let output = child.wait_with_output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success() && text.contains("1 passed"), "{text}");
            ended.fetch_add(1, Ordering::Relaxed);
        }
    });
    assert_eq!(ended.into_inner(), 3);
}
