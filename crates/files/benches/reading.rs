//! Reading rates: `cargo bench -p upstar-files [-- ARCS]`.
//!
//! Arcs per second of processor time of this thread, from memory and from a file, with names
//! numbered. Also the rate at which a table is written. The arcs go from each vertex to uniform
//! ones, 5 per vertex. Names are integers unless stated otherwise.

use std::time::Instant;

use upstar_core::Budget;
use upstar_core::arcs::Colour;
use upstar_files::graph::{GraphFormat, ReadOptions, read_graph};
use upstar_files::table::{Batch, Column, Format, Kind, Schema, TableWriter};
use upstar_files::{FileError, Source};

/// Seconds of processor time of this thread.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: f64 = text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0.0);
    nanoseconds / 1e9
}

fn measure(what: &str, bytes: usize, arcs: u64, work: impl FnOnce()) {
    let (start, wall) = (cpu(), Instant::now());
    work();
    let (cpu, wall) = (cpu() - start, wall.elapsed().as_secs_f64());
    println!(
        "{what:<44} {:>7.1} M rows/CPU-s {:>7.0} MB/CPU-s   {cpu:>6.2} CPU-s {wall:>6.2} s",
        arcs as f64 / cpu / 1e6,
        bytes as f64 / cpu / 1e6,
    );
}

fn text(arcs: u64, row: impl Fn(&mut String, u64, u64)) -> String {
    let vertices = (arcs / 5).max(1);
    let mut text = String::new();
    let mut state = 1_u64;
    for i in 0..arcs {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        row(&mut text, i / 5, (state >> 33) % vertices);
    }
    text
}

fn read(what: &str, source: &Source, bytes: usize, format: GraphFormat, arcs: u64) {
    measure(what, bytes, arcs, || {
        let mut checksum = 0_u64;
        let mut sink = |batch: &[(u32, u32)], _: &[Colour]| -> Result<(), FileError> {
            checksum = batch.iter().fold(checksum, |sum, &(u, v)| sum ^ u64::from(u ^ v));
            Ok(())
        };
        let options = ReadOptions::with_format(format);
        let found = read_graph(source, &options, &mut sink, &Budget::unlimited());
        assert_eq!(found.expect("a graph").arcs, arcs);
        std::hint::black_box(checksum);
    });
}

fn main() {
    use std::fmt::Write;
    let arcs = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(5_000_000_u64);
    let csv = text(arcs, |text, u, v| writeln!(text, "{u},{v}").expect("memory"));
    let bytes = csv.len();
    let source = Source::bytes("g.csv", csv.into_bytes());
    read("csv, integers, from memory", &source, bytes, GraphFormat::Csv, arcs);
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("g.csv");
    if let Source::Bytes { bytes, .. } = &source {
        std::fs::write(&path, bytes).expect("written");
    }
    read("csv, integers, from a file", &Source::Path(path), bytes, GraphFormat::Csv, arcs);
    let small =
        text(arcs, |text, u, v| writeln!(text, "{},{}", u % 4096, v % 4096).expect("memory"));
    let bytes = small.len();
    let source = Source::bytes("g.csv", small.into_bytes());
    read("csv, integers below 4096", &source, bytes, GraphFormat::Csv, arcs);
    let named = text(arcs, |text, u, v| writeln!(text, "v{u},v{v}").expect("memory"));
    let bytes = named.len();
    let source = Source::bytes("g.csv", named.into_bytes());
    read("csv, text names", &source, bytes, GraphFormat::Csv, arcs);
    let coloured = text(arcs, |text, u, v| writeln!(text, "{u},{v},red").expect("memory"));
    let bytes = coloured.len();
    let source = Source::bytes("g.csv", coloured.into_bytes());
    read("csv, integers with colours", &source, bytes, GraphFormat::Csv, arcs);
    let mut dimacs = format!("p sp {} {arcs}\n", (arcs / 5).max(1));
    dimacs.push_str(&text(arcs, |text, u, v| {
        writeln!(text, "a {} {} 1", u + 1, v + 1).expect("memory")
    }));
    let bytes = dimacs.len();
    let source = Source::bytes("g.gr", dimacs.into_bytes());
    read("dimacs", &source, bytes, GraphFormat::Dimacs, arcs);

    let schema = Schema::new([
        Column::new("vertex", Kind::Text),
        Column::new("outcome", Kind::Text),
        Column::nullable("remoteness", Kind::U64),
        Column::nullable("move", Kind::Text),
    ]);
    let rows = arcs / 5;
    for format in Format::ALL {
        let path = directory.path().join(format!("t.{format}"));
        measure(&format!("table of outcomes, {format}"), 0, rows, || {
            let mut table = TableWriter::create(&path, format, &schema, &[]).expect("created");
            let mut batch = Batch::new(&schema);
            for row in 0..rows {
                batch.push_display(0, &row);
                batch.push_text(1, "N");
                batch.push_u64(2, row % 40);
                batch.push_display(3, &(row * 7919 % rows.max(1)));
                if batch.rows() == 8192 {
                    table.write(&batch).expect("written");
                    batch.clear();
                }
            }
            table.write(&batch).expect("written");
            table.finish().expect("finished");
        });
    }
}
