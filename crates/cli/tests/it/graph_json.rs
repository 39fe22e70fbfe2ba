//! Every `--json` about graphs, certificates and chess is one `Analysis`.

use std::fs;
use std::path::Path;
use std::process::Command;

use upstar::core::{Outcome, Player, StopReason};
use upstar::{Analysis, MoveResult, SchemaVersion};

/// The output of a command with `--json`, and its exit code.
fn answer(folder: &Path, line: &str) -> (Analysis, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_upstar"))
        .current_dir(folder)
        .args(line.split(' '))
        .arg("--json")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let analysis: Analysis =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{line}: {error}: {text}"));
    // Nothing is lost, and nothing stands there that an analysis does not have.
    assert_eq!(analysis.to_json() + "\n", text, "{line}");
    assert_eq!(analysis.schema, SchemaVersion(3), "{line}");
    (analysis, output.status.code().unwrap())
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("g.csv", "from,to\ny,x\ny,z\nz,y\n");
    write("loop.csv", "from,to\na,b\nb,a\n");
    write("claim.csv", "vertex,outcome\na,N\nb,P\n");
    write("blue.csv", "from,to,colour\na,b,blue\nb,c,red\n");
    folder
}

#[test]
fn solve_values_and_stats() {
    let folder = folder();
    let (solved, _) = answer(folder.path(), "graph solve g.csv --from y");
    assert_eq!(solved.outcome, Some(Outcome::N));
    assert_eq!((solved.play[0].mover, solved.play[0].remoteness), (None, Some(1)));
    let facts = solved.graph.unwrap();
    assert_eq!(facts.outcomes, [(Outcome::N, 1), (Outcome::P, 2), (Outcome::D, 0)]);
    let (blue, _) = answer(folder.path(), "graph solve blue.csv --from a");
    assert_eq!(blue.play[1].mover, Some(Player::Right));
    assert_eq!(blue.play[1].result, Some(MoveResult::Loss));
    let (values, _) = answer(folder.path(), "graph values g.csv");
    assert_eq!(values.graph.unwrap().values, [("*0".to_owned(), 2), ("*1".to_owned(), 1)]);
    let (value, _) = answer(folder.path(), "graph values loop.csv --from a --ascii");
    assert_eq!((value.value.as_deref(), value.outcome), (Some("inf{}"), Some(Outcome::D)));
    let (stats, _) = answer(folder.path(), "graph stats loop.csv");
    let facts = stats.graph.unwrap();
    assert_eq!((facts.vertices, facts.arcs), (2, 2));
    assert_eq!(facts.stats.unwrap().cycle.as_deref(), Some("a -> b -> a"));
}

#[test]
fn a_stopped_run_says_why() {
    let folder = folder();
    let arcs: String = (1..20_000).map(|v| format!("{v},{}\n", v - 1)).collect();
    fs::write(folder.path().join("path.csv"), arcs).unwrap();
    let (solved, code) = answer(folder.path(), "graph solve path.csv --budget 45000");
    assert_eq!((code, solved.stop), (3, StopReason::Steps));
    assert!(solved.graph.unwrap().unknown > 0);
}

#[test]
fn claims() {
    let folder = folder();
    let (check, code) = answer(folder.path(), "graph check loop.csv claim.csv");
    let claim = check.claim.unwrap();
    assert_eq!((code, claim.holds, claim.obeys_rules), (1, false, Some(true)));
    assert_eq!(claim.vertex.as_deref(), Some("a"));
    assert_eq!(claim.second_labelling.len(), 2);
    let (equal, code) = answer(folder.path(), "graph equal g.csv:x g.csv:z --in-sums");
    let claim = equal.claim.unwrap();
    assert_eq!((code, claim.holds, &claim.reason[..]), (0, true, "both are worth *0"));
    let (sum, _) = answer(folder.path(), "graph sum g.csv:y g.csv:y");
    assert_eq!((sum.outcome, sum.play[0].mover), (Some(Outcome::P), None));
    answer(folder.path(), "graph solve g.csv --certify c.csv");
    let (right, code) = answer(folder.path(), "verify c.csv g.csv");
    assert_eq!((code, right.claim.unwrap().holds), (0, true));
    assert_eq!(right.graph.unwrap().arcs, 3);
    let (wrong, code) = answer(folder.path(), "verify c.csv loop.csv");
    assert_eq!((code, wrong.claim.unwrap().holds), (1, false));
}

#[test]
#[cfg(feature = "chess")]
fn chess() {
    let folder = folder();
    let (table, _) = answer(folder.path(), "chess KQK");
    let ending = table.ending.unwrap();
    assert_eq!((ending.longest_mate, ending.mates.len()), (10, 11));
    let run = |fen: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_upstar"))
            .args(["chess", fen, "--json"])
            .output()
            .unwrap();
        serde_json::from_slice::<Analysis>(&output.stdout).unwrap()
    };
    let play = run("8/8/8/8/8/2k5/8/K2Q4 w - - 0 1").play.remove(0);
    assert_eq!((play.mover, play.result), (Some(Player::Left), Some(MoveResult::Win)));
    assert!(play.winning_moves.iter().any(|found| found.after == play.moves[0].notation));
    assert_eq!(play.moves[0].remoteness, play.remoteness);
    let bare = run("8/8/8/8/8/2k5/8/K7 w - - 0 1");
    assert_eq!(bare.play[0].result, Some(MoveResult::Draw));
    assert_eq!(bare.proved, ["there is too little material to mate with"]);
}
