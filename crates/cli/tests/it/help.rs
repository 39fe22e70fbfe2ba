//! Help, manual pages and shell completions.

use std::path::Path;
use std::process::{Command, Output};

fn upstar(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_upstar")).args(arguments).output().unwrap()
}

fn said(arguments: &[&str]) -> String {
    let output = upstar(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn topics_are_commands_games_methods_and_words() {
    assert_eq!(said(&["help"]), said(&["--help"]));
    assert_eq!(said(&["help", "graph", "solve"]), said(&["graph", "solve", "--help"]));
    assert_eq!(said(&["help", "kayles"]), said(&["games", "kayles"]));
    assert!(said(&["help", "temperature"]).starts_with("g.Temperature\n"));
    assert!(said(&["help", "for"]).contains("[n^2 for n from 1 to 9 by 2] is [1,9,25,49,81]"));
    let output = upstar(&["help", "kaylse"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean `kayles`?"));
    for (topic, part) in [
        ("rules", "Rules file\n  A text file that defines custom games"),
        ("hot", "Hot game\n"),
        ("P", "Outcome\n  Who wins"),
        ("tisn", "Tis, tisn\n"),
        ("sum", "list.Sum\n"),
        ("sum", "\n  Sum\n    Games played side by side"),
        ("cops", "--cops <N>\n  The largest number of cops to try\n  an option of graph pursuit\n"),
        ("--budget", "  an option of chess, eval, find,"),
    ] {
        let text = said(&["help", topic]);
        assert!(text.contains(part), "{topic}: {text}");
    }
}

#[test]
fn the_help_has_groups() {
    let help = said(&["--help"]);
    let titles =
        ["Play and analyse:", "Graphs:", "Heaps:", "Whole games:", "Tools:", "Exit codes:"];
    assert!(titles.iter().all(|title| help.contains(title)), "{help}");
    assert!(help.contains("\n  eval         Evaluate expressions"), "{help}");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    said(&["completions", "man", "-o", folder.path().to_str().unwrap()]);
    for page in ["upstar.1", "upstar-eval.1", "upstar-graph-solve.1"] {
        let page = std::fs::read_to_string(folder.path().join(page)).unwrap();
        assert!(page.contains(".SH SYNOPSIS"));
        assert!(page.contains("Exit codes: 0 for success"), "{page}");
    }
    let page = std::fs::read_to_string(folder.path().join("upstar-eval.1")).unwrap();
    assert!(page.contains("Example: upstar eval"), "{page}");
    let inner = folder.path().join("new/folder");
    said(&["completions", "man", "-o", inner.to_str().unwrap()]);
    assert!(inner.join("upstar.1").exists());
    let output = upstar(&["completions", "man", "-o", inner.join("upstar.1").to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
}

/// What a shell completes. `None` if this machine does not have it.
fn completed(shell: &str, words: &[&str], ask: impl Fn(&Path, &str) -> String) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script");
    std::fs::write(&script, said(&["completions", shell])).unwrap();
    let ask = ask(&script, &words.join(" "));
    let output = match Command::new(shell).args(["-c", &ask]).output() {
        Ok(output) => output,
        Err(_) => {
            eprintln!("skipped: there is no {shell}");
            return None;
        }
    };
    Some(String::from_utf8(output.stdout).unwrap())
}

#[cfg(unix)]
#[test]
fn shells_complete_commands_options_and_games() {
    let bash = |script: &Path, line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
        format!(
            "source '{}'; COMP_WORDS=({}); COMP_CWORD={}; _upstar upstar '{last}' '{before}'; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            script.display(),
            quoted.join(" "),
            words.len() - 1
        )
    };
    let fish =
        |script: &Path, line: &str| format!("source '{}'; complete -C '{line}'", script.display());
    for (words, expected) in [
        (&["upstar", "outc"][..], "outcome"),
        (&["upstar", "outcome", "--mis"], "--misere"),
        (&["upstar", "games", "toads"], "toads_and_frogs"),
        (&["upstar", "table", "domin"], "domineering"),
        (&["upstar", "help", "Temper"], "Temperature"),
    ] {
        let found = [completed("bash", words, bash), completed("fish", words, fish)];
        for found in found.into_iter().flatten() {
            assert!(found.lines().any(|line| line.starts_with(expected)), "{words:?}: {found}");
        }
    }
}

/// In zsh only an interactive shell completes; `script` gives it a terminal.
#[cfg(unix)]
#[test]
fn zsh_completes_commands_and_games() {
    use std::io::{Read, Write};
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    let here = |shell: &str| Command::new(shell).arg("--version").output().is_ok();
    if !here("zsh") || !here("script") {
        eprintln!("skipped: there is no zsh");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    said(&["completions", "zsh", "-o", folder.path().to_str().unwrap()]);
    let mut child = Command::new("script")
        .args(["-qec", "zsh -f -i", "/dev/null"])
        .current_dir(folder.path())
        .env("TERM", "dumb")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let shown = Arc::new(Mutex::new(String::new()));
    let (mut output, seen) = (child.stdout.take().unwrap(), shown.clone());
    let reader = std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = output.read(&mut bytes) {
            *seen.lock().unwrap() += &String::from_utf8_lossy(&bytes[..count]);
        }
    });
    let mut input = child.stdin.take().unwrap();
    let load = "autoload -Uz compinit; compinit -u -D; source ./_upstar; compdef _upstar upstar";
    for (typed, expected) in [
        (&*format!("{load}; echo LOA''DED\n"), "LOADED"),
        ("upstar outc\t", "upstar outcome"),
        ("\x15upstar games toads_a\t", "toads_and_frogs"),
    ] {
        input.write_all(typed.as_bytes()).unwrap();
        let late = Instant::now() + Duration::from_secs(60);
        while !shown.lock().unwrap().contains(expected) {
            assert!(Instant::now() < late, "{typed:?}: {}", shown.lock().unwrap());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    input.write_all(b"\x15exit\n").unwrap();
    drop(input);
    child.wait().unwrap();
    reader.join().unwrap();
}
