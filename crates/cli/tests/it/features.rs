//! Parts that are not in a build.

use std::process::Command;

use crate::common::PARTS;

#[test]
fn what_is_not_in_the_build_says_which_feature_brings_it() {
    let folder = tempfile::tempdir().unwrap();
    for &(word, feature, present) in PARTS {
        let arguments: &[&str] = match word {
            "chess" => &["chess", "KRK", "--json"],
            "--mcgs" => &["outcome", "--mcgs", "sums.test"],
            ".mm" => &["prove", "domineering(\"2x2\") <> 0", "-o", "proof.mm"],
            _ => &["solve", "connect_four(\"3x3\")", word],
        };
        let output = Command::new(env!("CARGO_BIN_EXE_upstar"))
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let names_it = said.contains(&format!(
            "is not in this build: it needs `cargo build --release --features {feature}`"
        ));
        assert_eq!(names_it, !present, "{arguments:?}: {said}");
        if !present {
            assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        }
    }
}
