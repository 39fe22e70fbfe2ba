//! Every example runs and prints the expected output.
//!
//! `EXAMPLES=overwrite cargo test -p upstar examples` writes the expected texts anew.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;

type Run = fn(&mut dyn Write) -> Result<(), Box<dyn Error>>;

macro_rules! examples {
    ($($name:ident $path:literal)*) => {
        $(
            #[allow(dead_code, reason = "a test has no use for `main`")]
            #[path = $path]
            mod $name;
        )*

        const EXAMPLES: &[(&str, Run)] = &[$((stringify!($name), $name::run)),*];
    };
}

examples! {
    board_table "../../examples/board_table.rs"
    budget "../../examples/budget.rs"
    graph "../../examples/graph.rs"
    hot_sum "../../examples/hot_sum.rs"
    misere "../../examples/misere.rs"
    nim_sequences "../../examples/nim_sequences.rs"
    order "../../examples/order.rs"
    own_ruleset "../../examples/own_ruleset.rs"
    solve "../../examples/solve.rs"
    stalks "../../examples/stalks.rs"
    thermograph "../../examples/thermograph.rs"
}

#[test]
fn examples_print_what_is_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for (name, run) in EXAMPLES {
        let mut printed = Vec::new();
        run(&mut printed).unwrap_or_else(|error| panic!("{name}: {error}"));
        let printed = String::from_utf8(printed).unwrap();
        let path = folder.join("expected").join(name).with_extension("txt");
        if std::env::var_os("EXAMPLES").is_some_and(|value| value == "overwrite") {
            fs::write(&path, &printed).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap();
        assert_eq!(printed, expected, "{name}");
    }
    // None is forgotten.
    for file in fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap();
            assert!(EXAMPLES.iter().any(|(known, _)| *known == name), "{name} is not tested");
        }
    }
}
