//! What all fuzz targets do with their data.

use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::{Budget, Player};
use upstar_files::graph::{EdgeList, GraphFormat, ReadOptions, write_graph_to};
use upstar_files::{Compression, FileError, Output, Source, read_partition};

/// Enough for every honest input of a few kilobytes.
pub(crate) fn budget() -> Budget {
    Budget::unlimited().with_bytes(256 << 20).with_steps(1_000_000)
}

type Owned = Vec<(String, Option<Player>, Option<u32>)>;
type ByName = (Owned, Vec<(String, String, Colour)>, Vec<(String, MoveResult)>);

fn by_name(graph: &EdgeList) -> ByName {
    let name = |v: u32| graph.names.get(v).to_string();
    let owners = &graph.owners;
    let mut vertices: Owned = (0..graph.names.len())
        .map(|v| {
            let player = owners.players.get(v as usize).copied();
            (name(v), player, owners.priorities.get(v as usize).copied())
        })
        .collect();
    vertices.sort();
    let arcs = graph.arcs.iter().enumerate();
    let mut arcs: Vec<_> = arcs.map(|(i, &(u, v))| (name(u), name(v), graph.colour(i))).collect();
    arcs.sort();
    let mut results: Vec<_> = graph.terminals.iter().map(|&(v, r)| (name(v), r)).collect();
    results.sort();
    (vertices, arcs, results)
}

/// Reads data in a format; what is accepted must make the round trip.
pub fn read(data: &[u8], format: GraphFormat) {
    let read = |bytes: Vec<u8>| {
        let source = Source::bytes("fuzz", bytes);
        EdgeList::read(&source, &ReadOptions::with_format(format), &budget())
    };
    let Ok((graph, _)) = read(data.to_vec()) else { return };
    let output = Output::memory(Compression::None);
    match write_graph_to(output, format, &graph.view(), &budget()) {
        Ok(output) => {
            let bytes = output.finish_memory().expect("memory can be written");
            if format == GraphFormat::PgSolver {
                // Written games are doubled, and parallel arcs become one.
                read(bytes).expect("what was written can be read");
                return;
            }
            let (again, _) = read(bytes).expect("what was written can be read");
            assert_eq!(by_name(&again), by_name(&graph));
        }
        Err(FileError::NotRepresentable { .. } | FileError::Exhausted(_)) => {}
        Err(other) => panic!("{other}"),
    }
}

/// Reads data in whatever format it looks like.
pub fn recognise(data: &[u8]) {
    let source = Source::bytes("", data.to_vec());
    let _ = EdgeList::read(&source, &ReadOptions::default(), &budget());
}

/// Reads data as claimed outcomes.
pub fn partition(data: &[u8]) {
    let source = Source::bytes("fuzz.csv", data.to_vec());
    let _ = read_partition(&source, &budget(), &mut |_, _, _| Ok(()));
}

/// Reads data as a certificate of a small graph.
pub fn certificate(data: &[u8]) {
    let certificate = Source::bytes("fuzz", data.to_vec());
    let graph = Source::bytes("g.csv", "a,b\nb,c\nc,a\nb,d\n");
    let _ = upstar_verify::check(&graph, &ReadOptions::default(), &certificate, &budget());
    let _ = upstar_verify::read(&certificate, &budget());
}

/// Reads data as a certificate of a period.
pub fn period(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    // Few values: one that is wrong shows among them, and a mutation is checked in no time.
    let _ = upstar_verify::heaps::check_period_to(&text, 200, &budget());
}
