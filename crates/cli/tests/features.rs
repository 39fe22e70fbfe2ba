//! Parts that are not in a build.

use std::process::Command;

/// A feature, whether this build has it, and a command line that needs it.
const PARTS: &[(&str, bool, &[&str])] = &[
    ("chess", cfg!(feature = "chess"), &["chess", "KQK", "--json"]),
    ("cluster", cfg!(feature = "cluster"), &["graph", "solve", "g.csv", "--processes", "2"]),
    ("cluster", cfg!(feature = "cluster"), &["graph", "values", "g.csv", "--processes", "2"]),
    ("cluster", cfg!(feature = "cluster"), &["solve", "nim(2)", "--processes", "2"]),
    ("mcgs", cfg!(feature = "mcgs"), &["outcome", "--mcgs", "sums.test"]),
    ("metamath", cfg!(feature = "metamath"), &["prove", "nim(1) <> 0", "-o", "proof.mm"]),
    ("parquet", cfg!(feature = "parquet"), &["graph", "solve", "g.csv", "-o", "g.parquet"]),
    ("pdf", cfg!(feature = "pdf"), &["picture", "nim(2)", "-o", "p.pdf"]),
    ("png", cfg!(feature = "png"), &["eval", "+-1", "--png", "t.png"]),
    ("png", cfg!(feature = "png"), &["picture", "nim(2)", "-o", "p.png"]),
    ("serve", cfg!(feature = "serve"), &["serve", "no such sheet.upstar"]),
    ("store", cfg!(feature = "store"), &["outcome", "nim(2)", "--store", "values.redb"]),
    ("symbolic", cfg!(feature = "symbolic"), &["solve", "tic_tac_toe()", "--symbolic"]),
    ("zstd", cfg!(feature = "zstd"), &["graph", "convert", "g.csv", "h.csv.zst"]),
];

#[test]
fn what_is_not_in_the_build_says_which_feature_brings_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("g.csv"), "from,to\ny,x\n").unwrap();
    for (feature, present, arguments) in PARTS {
        let output = Command::new(env!("CARGO_BIN_EXE_upstar"))
            .args(*arguments)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let missing = said.contains(&format!("--features {feature}`"));
        assert_eq!(missing, !present, "{arguments:?}: {said}");
        if missing {
            assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        }
    }
}
