#![no_main]

use libfuzzer_sys::fuzz_target;
use upstar_files::graph::GraphFormat;

fuzz_target!(|data: &[u8]| upstar_fuzz::read(data, GraphFormat::MatrixMarket));
