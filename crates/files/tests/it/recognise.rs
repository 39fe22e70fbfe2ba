//! Recognises the format of a file whose name does not indicate it.

use upstar_core::Budget;
use upstar_core::arcs::Colour;
use upstar_files::graph::{GraphFormat, ReadOptions, read_graph};
use upstar_files::{FileError, Source};

#[test]
fn a_nameless_csv_file_is_recognised_by_its_first_line() {
    let source = Source::bytes("-", "from,to\na,b\n");
    let mut sink = |_: &[(u32, u32)], _: &[Colour]| Ok::<(), FileError>(());
    let summary =
        read_graph(&source, &ReadOptions::default(), &mut sink, &Budget::unlimited()).unwrap();
    assert_eq!((summary.format, summary.arcs), (GraphFormat::Csv, 1));
}
