//! Files that are written and then damaged, by the hundred thousand: every reader refuses or reads,
//! and none panics. What is done with a file is what the fuzz targets do.
#![cfg(all(feature = "compression", feature = "parquet"))]

use crate::{evaluate, readers};
use std::panic::{AssertUnwindSafe, catch_unwind};

use upstar::core::Budget;
use upstar::files::graph::{EdgeList, GraphFormat, ReadOptions, write_graph_to};
use upstar::files::{Compression, Output, Source};

/// How many damaged files each reader is given.
const ROUNDS: u64 = 100_000;
/// And in the usual tests.
const FEW: u64 = 300;

/// Numbers that look random, the same in every run (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Input that readers may fail on.
const WORDS: [&str; 22] = [
    "0",
    "-1",
    "18446744073709551615",
    "18446744073709551616",
    "4294967296",
    "-8589934592",
    "1e400",
    "1/0",
    "\"",
    "\\",
    "\n",
    ",",
    "{",
    "}",
    "[[[[[[[[",
    "(",
    "\0",
    "\u{feff}",
    "null",
    ";",
    "^",
    "\u{221e}",
];

/// Alters a file at one to six places.
fn damage(samples: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = samples[random.below(samples.len())].clone();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(12)).min(bytes.len());
        match random.below(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.next() as u8,
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at),
            4 => {
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            5 => {
                let other = &samples[random.below(samples.len())];
                let from = random.below(other.len());
                let to = (from + random.below(40)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            _ => {
                let word = WORDS[random.below(WORDS.len())];
                bytes.splice(at..end, word.bytes());
            }
        }
    }
    bytes
}

/// Gives damaged samples to a reader; a panic shows the file.
fn mutate(name: &str, samples: &[Vec<u8>], rounds: u64, read: impl Fn(&[u8])) {
    let mut random = Random(name.bytes().fold(7, |seed, byte| 31 * seed + u64::from(byte)));
    for round in 0..rounds {
        let bytes = damage(samples, &mut random);
        if catch_unwind(AssertUnwindSafe(|| read(&bytes))).is_err() {
            let shown = String::from_utf8_lossy(&bytes);
            panic!("{name}, round {round}: a panic at {shown:?} ({bytes:?})");
        }
    }
    println!("{name}: {rounds} files");
}

/// Panics of libraries that are held at the door are no findings, and say nothing.
pub(crate) fn silence() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !upstar::files::is_guarded() {
            hook(panic);
        }
    }));
}

const GRAPHS: [&str; 5] = [
    "a,b,blue\nb,\"c, d\",red\n\"c, d\",a\nx,\ny,,W\n12,a\n",
    "1,2\n2,3\n3,1\n1,3\n",
    "from,to\nstart,\u{2191}\n\u{2191},end\nstart,end\n",
    "from,to,owner,priority\na,b,0,3\nb,a,1,2\nb,b,1,2\nc,a,1,2\n",
    "from,to,owner,result\na,b,0\na,c,0\nb,,1,W\nc,,0\n",
];

/// The samples as files of a format.
fn graphs(format: GraphFormat) -> Vec<Vec<u8>> {
    let budget = Budget::unlimited();
    let written = GRAPHS.iter().filter_map(|text| {
        let source = Source::bytes("g.csv", *text);
        let (graph, _) = EdgeList::read(&source, &ReadOptions::default(), &budget).unwrap();
        let output = Output::memory(Compression::None);
        write_graph_to(output, format, &graph.view(), &budget).ok()?.finish_memory().ok()
    });
    written.collect()
}

fn damaged_graphs(rounds: u64) {
    silence();
    let mut all = Vec::new();
    for format in GraphFormat::all().filter(|format| format.is_written()) {
        let samples = graphs(format);
        assert!(!samples.is_empty(), "{format}");
        mutate(&format.to_string(), &samples, rounds, |bytes| readers::read(bytes, format));
        all.extend(samples);
    }
    mutate("recognised", &all, rounds, readers::recognise);
    let partition = [b"vertex,outcome\na,N\n\"b\",P\nc,D\n".to_vec()];
    mutate("partition", &partition, rounds, readers::partition);
}

fn damaged_certificates(rounds: u64) {
    silence();
    let budget = Budget::unlimited();
    let folder = std::env::temp_dir().join(format!("upstar-mutations-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut samples = Vec::new();
    for text in ["a,b\nb,c\nc,a\nb,d\n", "a,b,blue\nb,c,red\n", "a,b\nb,c\nc,d\n"] {
        let (graph_path, path) = (folder.join("g.csv"), folder.join("c.json"));
        std::fs::write(&graph_path, text).unwrap();
        let name = graph_path.to_str().unwrap();
        let graph = upstar::NamedGraph::open(name, &ReadOptions::default(), &budget).unwrap();
        let solved = graph.solve(upstar::core::Convention::Normal, 1, &budget).unwrap();
        let solved = solved.complete().unwrap();
        solved.certify(&path, &budget).unwrap();
        samples.push(std::fs::read(&path).unwrap());
        if let Ok(values) = graph.values(&budget) {
            values.certify(&path, &budget).unwrap();
            samples.push(std::fs::read(&path).unwrap());
        }
    }
    let source = Source::bytes("g.pg", "0 2 0 1,2;\n1 1 1 0;\n2 3 0 2,3;\n3 2 1 2;\n");
    let game = upstar::NamedGraph::read_with_owners(&source, &Default::default(), &budget).unwrap();
    let path = folder.join("owned.csv");
    game.solve_owned(None, &[], &budget).unwrap().certify(&path, &budget).unwrap();
    samples.push(std::fs::read(&path).unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(samples.len() >= 6, "{}", samples.len());
    mutate("certificate", &samples, rounds, readers::certificate);
}

fn damaged_periods(rounds: u64) {
    silence();
    let mut samples = Vec::new();
    for code in ["0.77", "0.07", "0.156", "4.4"] {
        let game = upstar::heaps::HeapGame::find(code).unwrap();
        let question = upstar::heaps::Question { certificate: true, ..Default::default() };
        let budget = Budget::unlimited().with_steps(5_000_000);
        let analysis =
            upstar::nim_sequence(&game, question, upstar::heaps::Settings::default(), &budget);
        let Ok(analysis) = analysis else { continue };
        let certificate = analysis.sequence.and_then(|sequence| sequence.certificate);
        samples.extend(certificate.map(|certificate| certificate.to_json().into_bytes()));
    }
    assert!(samples.len() >= 2, "{}", samples.len());
    mutate("period", &samples, rounds, readers::period);
}

fn damaged_worksheets(rounds: u64) {
    silence();
    let mut samples: Vec<Vec<u8>> = Vec::new();
    for name in upstar::lang::names() {
        let help = upstar::lang::help(name).unwrap();
        samples.push(help.example.0.as_bytes().to_vec());
    }
    for row in upstar::rules::catalogue() {
        samples.push(row.example.0.as_bytes().to_vec());
    }
    assert!(samples.len() > 100);
    mutate("worksheet", &samples, rounds, evaluate::evaluate);
}

#[test]
fn a_few_damaged_files() {
    damaged_graphs(FEW);
    damaged_certificates(FEW);
    damaged_periods(FEW);
    damaged_worksheets(FEW / 3);
}

#[test]
#[ignore = "minutes; before a release"]
fn many_damaged_graphs() {
    damaged_graphs(ROUNDS);
}

#[test]
#[ignore = "minutes; before a release"]
fn many_damaged_certificates() {
    damaged_certificates(ROUNDS);
}

#[test]
#[ignore = "minutes; before a release"]
fn many_damaged_periods() {
    damaged_periods(ROUNDS);
}

#[test]
#[ignore = "an hour; before a release"]
fn many_damaged_worksheets() {
    damaged_worksheets(ROUNDS);
}
