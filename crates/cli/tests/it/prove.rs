//! The proofs of the repository are what `upstar prove` writes.

use std::fs;
use std::path::Path;
use std::process::Command;

const EXAMPLES: &[(&str, &[&str])] = &[
    ("domineering_2x3.v", &["domineering(\"2x3\").CanonicalForm == {2|-1/2}"]),
    ("kayles_period.v", &["kayles.Period == 12"]),
    ("figure_7.v", &["NimValues", "--graph", "examples/graphs/figure-7.csv"]),
];

/// With `PROOFS=overwrite` they are written anew.
#[test]
fn examples_are_what_is_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    for (name, arguments) in EXAMPLES {
        let output = Command::new(env!("CARGO_BIN_EXE_upstar"))
            .current_dir(root)
            .arg("prove")
            .args(*arguments)
            .args(["-o", "-"])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let path = root.join("examples/proofs").join(name);
        if std::env::var("PROOFS").as_deref() == Ok("overwrite") {
            fs::write(&path, &output.stdout).unwrap();
        }
        let kept = fs::read(&path).unwrap();
        assert!(kept == output.stdout, "{name} is not what `upstar prove` writes");
    }
}

/// As a reader does it: the files as they are, by `coqc`, and once more by `coqchk`.
#[test]
fn examples_are_accepted() {
    if Command::new("coqc").arg("--version").output().is_err() {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "coqc is missing");
        eprintln!("skipped: coqc is missing (Debian's package is called coq)");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    for (name, _) in EXAMPLES {
        fs::copy(root.join("examples/proofs").join(name), folder.path().join(name)).unwrap();
        let run = |program: &str, arguments: &[&str]| {
            let output =
                Command::new(program).current_dir(folder.path()).args(arguments).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{program} {name}: {said}");
            String::from_utf8(output.stdout).unwrap()
        };
        assert_eq!(run("coqc", &["-q", name]), "Closed under the global context\n");
        run("coqchk", &["-silent", "-norec", name.trim_end_matches(".v")]);
    }
}

/// Coq reads no file whose name is not that of a module.
#[test]
fn names_are_those_that_coq_takes() {
    let folder = tempfile::tempdir().unwrap();
    for (name, near) in [
        ("figure-7.v", "figure_7.v"),
        ("7.v", "_7.v"),
        ("proof.txt", "proof_txt.v"),
        ("a.b.v", "a_b.v"),
        ("proof", "proof.v"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_upstar"))
            .current_dir(folder.path())
            .args(["prove", "1 > 0", "-o", name])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.ends_with(&format!("as {near}\n")), "{name}: {said}");
        assert!(!folder.path().join(name).exists(), "{name}");
    }
}

/// A claim that is not true, or is none, gives an error in a line, and no file.
#[test]
fn what_is_not_true_gives_no_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.csv"), "from,to\ny,x\ny,z\nz,y\n").unwrap();
    let cases: &[&[&str]] = &[
        &["domineering(\"2x2\") == 0"],
        &["domineering(\"2x3\") - domineering(\"2x3\") == 1"],
        &["domineering(\"2x3\").CanonicalForm == 2"],
        &["domineering(\"2x3\").NimValue == 2"],
        &["domineering(\"2x3\").Outcome == D"],
        &["domineering(\"2x3\").Outcome <= N"],
        &["nim(1).MisereOutcome == N"],
        &["kayles.Period == 11"],
        &["1 == 2 == 3"],
        &["1 = 1"],
        &["== 1"],
        &["over > 0"],
        &["1/3 > 0"],
        &["10^9 > 0"],
        &["nothing"],
        &["y.Outcome == P", "--graph", "g.csv"],
        &["y.Outcome == X", "--graph", "g.csv"],
        &["y.Remoteness == 3", "--graph", "g.csv"],
        &["y.NimValue == *2", "--graph", "g.csv"],
        &["w.NimValue == *2", "--graph", "g.csv"],
        &["Nothing", "--graph", "g.csv"],
    ];
    for arguments in cases {
        let output = Command::new(env!("CARGO_BIN_EXE_upstar"))
            .current_dir(folder.path())
            .arg("prove")
            .args(*arguments)
            .args(["-o", "proof.v"])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let code = if said.starts_with("upstar: not true: ") { 1 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.starts_with("upstar: ") && !said.contains("panicked"), "{said}");
        assert!(!folder.path().join("proof.v").exists(), "{arguments:?}");
    }
}

/// What is equal is proved, also of negatives: the terms of a sum keep their signs.
#[test]
fn what_is_true_is_written() {
    for claim in [
        "domineering(\"2x3\") - domineering(\"2x3\") == 0",
        "domineering(\"3x2\") == -domineering(\"2x3\")",
        "domineering(\"2x3\") + 1/2 |> {1|*}",
        "hackenbush(\"lr\") == 1/2",
        "{1|-1} <> 0",
        "^ > 0",
        "0 < ^",
        "nim(1,1).MisereOutcomeClass == N",
        "(nim(1) + kayles(2)).GrundyValue == 3",
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_upstar"))
            .args(["prove", claim, "-o", "-"])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{claim}: {said}");
        assert!(output.stdout.ends_with(b"Print Assumptions claim.\n"), "{claim}");
    }
}

/// The same claims for Metamath; unsupported ones give no file.
#[test]
fn claims_are_written_for_metamath() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.csv"), "from,to\ny,x\n").unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"));
        command.current_dir(folder.path()).arg("prove").args(arguments);
        command.args(["-o", "one-proof.mm"]).output().unwrap()
    };
    for (arguments, code) in [
        (&["domineering(\"2x2\") == 0"][..], 1),
        (&["domineering(\"2x3\").CanonicalForm == {2|-1/2}"], 2),
        (&["kayles.Period == 12"], 2),
        (&["y.Outcome == N", "--graph", "g.csv"], 2),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(!folder.path().join("one-proof.mm").exists(), "{arguments:?}");
    }
    let output = run(&["domineering(\"2x2\") <> 0"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("verify proof *"), "{said}");
    let text = fs::read_to_string(folder.path().join("one-proof.mm")).unwrap();
    assert!(text.contains("\nclaim.Left $p |- wins Left 1 1 1 1 $="), "{text}");
}

/// A claim that is not true is the answer no, and there is no file.
#[test]
fn what_is_not_true_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, out, err) in [
        (&["1 == 0"][..], "", "upstar: not true: 1 == 0\n"),
        (&["1 == 0", "--jsonl"], "{\"holds\":false,\"reason\":\"not true: 1 == 0\"}", ""),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_upstar"))
            .current_dir(folder.path())
            .args(["prove", "-o", "proof.v"])
            .args(arguments)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stdout).contains(out));
        assert_eq!(String::from_utf8_lossy(&output.stderr), err);
        assert!(!folder.path().join("proof.v").exists());
    }
}
