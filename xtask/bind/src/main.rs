//! Writes what a page loads the engine with: `bind ENGINE.wasm FOLDER`.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [engine, folder] = arguments.as_slice() else {
        eprintln!("usage: bind ENGINE.wasm FOLDER");
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(engine)
        .out_name("engine")
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
