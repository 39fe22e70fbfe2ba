//! Lists the rules files of the catalogue: all files in `rules`.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=rules");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("rules");
    let mut list = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "game") {
            let name = path.file_stem().unwrap_or_default();
            list.push(format!("({name:?}, include_str!({path:?}))"));
        }
    }
    list.sort();
    let file = Path::new(&env::var("OUT_DIR")?).join("rules_files.rs");
    Ok(fs::write(file, format!("&[{}]", list.join(",\n")))?)
}
