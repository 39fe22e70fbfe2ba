#![no_main]

use libfuzzer_sys::fuzz_target;
use upstar_files::graph::GraphFormat;

fuzz_target!(
    init: upstar_fuzz::let_guarded_panics_pass(),
    |data: &[u8]| upstar_fuzz::read(data, GraphFormat::Parquet)
);
