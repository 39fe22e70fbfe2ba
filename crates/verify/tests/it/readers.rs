//! The same as the fuzz targets, on written and then damaged inputs: every reader refuses its input
//! or reads it, and what it reads makes the round trip.

#[path = "../../../../fuzz/src/readers.rs"]
#[allow(unreachable_pub)] // a library of its own there
mod fuzz;

use proptest::prelude::*;
use upstar_core::Budget;
use upstar_files::graph::{EdgeList, GraphFormat, ReadOptions, write_graph_to};
use upstar_files::{Compression, Output, Source};

fn sample(format: GraphFormat) -> Vec<u8> {
    let rich = "a,b,blue\nb,\"c, d\",red\n\"c, d\",a\nx,\ny,,W\n12,a\n";
    for text in [rich, "1,2\n2,3\n3,1\n1,3\n"] {
        let source = Source::bytes("g.csv", text);
        let read = EdgeList::read(&source, &ReadOptions::default(), &Budget::unlimited());
        let graph = read.expect("a graph").0;
        let output = Output::memory(Compression::None);
        if let Ok(output) = write_graph_to(output, format, &graph.view(), &Budget::unlimited()) {
            return output.finish_memory().expect("memory can be written");
        }
    }
    unreachable!("every format holds the plain graph")
}

const CERTIFICATE: &str = "{\"upstar\":\"outcomes\",\"version\":1,\"subject\":\"normal play\",\
    \"digest\":\"00\",\"rows\":2}\nvertex,outcome,remoteness,move\n\"a\",N,1,\"b\"\n\"b\",P,0,\n";

/// A certificate of Kayles.
const PERIOD: &str = "{\"by_position\":false,\"code\":\"0.77\",\"digests\":[[166,\"3c4c6c93984d9efa\"]],\
    \"kind\":\"upstar certificate\",\"mask\":65535,\"period\":12,\"preperiod\":71,\"rares\":10,\
    \"saltus\":0,\"seal\":\"5526ad720fa9c49d\",\"subject\":\"period of a nim sequence\",\
    \"theorem\":\"guy-smith\",\"values_to\":166,\"version\":1}";

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        rng_seed: proptest::test_runner::RngSeed::Fixed(11),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn damaged_files_are_refused_or_read(
        edits in proptest::collection::vec((any::<u16>(), any::<u8>(), 0..4_u8), 1..5),
        words in proptest::collection::vec("[ -~\n]{0,6}", 1..4),
    ) {
        let damage = |mut bytes: Vec<u8>| {
            for (i, &(at, byte, kind)) in edits.iter().enumerate() {
                let at = at as usize % bytes.len().max(1);
                match kind {
                    _ if bytes.is_empty() => {}
                    0 => bytes[at] = byte,
                    1 => { bytes.remove(at); }
                    2 => { bytes.splice(at..at, words[i % words.len()].bytes()); }
                    _ => bytes.truncate(bytes.len() - at / 8),
                }
            }
            bytes
        };
        fuzz::period(&damage(PERIOD.as_bytes().to_vec()));
        for format in GraphFormat::all().filter(|format| format.is_written()) {
            let bytes = damage(sample(format));
            fuzz::read(&bytes, format);
            fuzz::recognise(&bytes);
        }
        fuzz::partition(&damage(b"vertex,outcome\na,N\n\"b\",P\n".to_vec()));
        fuzz::certificate(&damage(CERTIFICATE.as_bytes().to_vec()));
    }
}
