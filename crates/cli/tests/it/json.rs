//! The output of every `--json` is one `Analysis` or several, and conforms to the schema in the
//! book.
//!
//! `SCHEMA=overwrite cargo test -p upstar-cli json` writes the schema anew.

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Deserializer, Value};
use upstar::Analysis;

use common::commands_with;

/// Every command that has `--json`, on something small, with semicolons between arguments.
const LINES: &[&str] = &[
    "chess;KQK",
    "chess;8/8/8/8/8/2k5/8/K2Q4 w - - 0 1",
    "eval;{2||1|0};^*;omega^(1/2);over;domineering(\"2x3\");\"text\"",
    "eval;domineering(\"4x7\");--budget;200000",
    "find;domineering;--max;4;--most;temperature",
    "find;cram;--max;5;--census;value",
    "games",
    "games;nim",
    "graph check;loop.csv;claim.csv",
    "graph convert;g.csv;g.dot",
    "graph draw;g.csv;-o;g.svg",
    "graph equal;g.csv:x;g.csv:z;--in-sums",
    "graph make;nim(2);-o;nim.csv",
    "graph pursuit;loop.csv",
    "graph solve;g.csv;--from;y",
    "graph solve;g.csv;--from;y;--from;z",
    "graph solve;loop.csv;--objective;payoff;--from;a",
    "graph stats;blue.csv",
    "graph sum;g.csv:y;g.csv:y",
    "graph values;loop.csv;--from;a",
    "heaps;kayles;--to;20;--histogram;--zeros;--max;--digest",
    "heaps;0.77;--period;--at;10^9;--certify;period.json",
    "heaps;grundy;--to;2000;--rares",
    "heaps;kayles;12;7;3",
    "heaps;0.75;--quotient",
    "heaps;0.07;20;4;--quotient;--to;12",
    "heaps;survey;--places;1;--to;200",
    "heaps;kayles;--explain",
    "nim;6*11;*omega^3",
    "nim;1;--roots;3",
    "nim;1;--quadratic",
    "nim;--table;product;--size;3",
    "outcome;domineering(\"2x3\");--moves;--line",
    "outcome;domineering(\"2x3\") + {2||1|0} + kayles(3);--moves;--line",
    "outcome;--mcgs;sums.test",
    "plan;kalah(2,2)",
    "plan;--vertices;1e9;--arcs;1e10;--machines;8",
    "prove;domineering(\"2x2\") == +-1;-o;proof.v",
    "quotient;cram(\"2x3\") + nim(2)",
    "quotient;nim(3);--isomorphic;kayles(2)",
    "sequence;kayles;0..5",
    "solve;kalah(2,2)",
    "solve;nim(2,3);--misere;--no-tiers",
    "solve;connect_four(\"3x3\");--symbolic",
    "stalk;(LR)^w",
    "stalk;LLR;--cut;1",
    "stalk;L^w;RRRL",
    "stalk;--tree;2",
    "surreal;omega/(omega+1);sqrt(2);1/2",
    "surreal;--ordinary;1+omega",
    "table;domineering;--max;2x2",
    "verify;certificate.csv;g.csv",
    "verify;certificate.csv;loop.csv",
];

fn upstar(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_upstar"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_ne!(output.status.code(), Some(2), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("g.csv", "from,to\ny,x\ny,z\nz,y\n");
    write("loop.csv", "from,to\na,b\nb,a\n");
    write("claim.csv", "vertex,outcome\na,N\nb,P\n");
    write("sums.test", "[nimber] 3 {B win, N 3}\n[nimber] 1 1 {B}");
    write("blue.csv", "from,to,colour\na,b,blue\nb,c,red\n");
    upstar(folder.path(), &["graph", "solve", "g.csv", "--certify", "certificate.csv"]);
    folder
}

fn schema_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/analysis.schema.json")
}

#[test]
fn the_schema_in_the_book_is_that_of_the_types() {
    let written = serde_json::to_string_pretty(&upstar::analysis_schema()).unwrap() + "\n";
    if std::env::var_os("SCHEMA").is_some_and(|value| value == "overwrite") {
        fs::write(schema_file(), &written).unwrap();
    }
    assert_eq!(fs::read_to_string(schema_file()).unwrap(), written, "write the schema anew");
}

/// Where a budget prevents an answer, the reason is there as JSON, too.
#[test]
fn what_a_budget_stops_says_so() {
    let folder = folder();
    for line in [
        "eval;domineering(\"9x9\").Value",
        "outcome;cram(\"9x9\")",
        "quotient;cram(\"5x5\")",
        "solve;connect_four(\"6x7\")",
        "find;domineering;--max;30",
        "heaps;0.106;--to;10^9",
    ] {
        let mut arguments: Vec<&str> = line.split(';').collect();
        arguments.extend(["--json", "--budget", "100"]);
        let text = upstar(folder.path(), &arguments);
        let found: Analysis = serde_json::from_str(&text).unwrap();
        assert_eq!(found.stop, upstar_core::StopReason::Steps, "{line}: {text}");
        let words: Vec<&str> = line.split([';', '(']).collect();
        assert!(words.iter().any(|word| found.subject.starts_with(word)), "{line}: {text}");
    }
}

#[test]
fn every_json_is_an_analysis_and_as_the_schema_says() {
    let schema: Value = serde_json::from_str(&fs::read_to_string(schema_file()).unwrap()).unwrap();
    let folder = folder();
    let names = commands_with("json");
    assert!(names.contains("eval") && names.contains("graph solve"), "{names:?}");
    let mut missing = names.clone();
    for line in LINES {
        let (name, _) = line.split_once(';').unwrap_or((line, ""));
        if !names.contains(name) {
            assert_eq!(name, "chess", "{name} has no --json");
            continue;
        }
        missing.remove(name);
        let mut arguments: Vec<&str> = name.split(' ').collect();
        arguments.extend(line.split(';').skip(1));
        arguments.push("--json");
        let text = upstar(folder.path(), &arguments);
        let mut written = String::new();
        for value in Deserializer::from_str(&text).into_iter::<Value>() {
            let value = value.unwrap_or_else(|error| panic!("{line}: {error}: {text}"));
            if let Err(fault) = valid(&value, &schema, &schema) {
                panic!("{line}: {fault}: {value:#}");
            }
            let analysis: Analysis = serde_json::from_value(value).unwrap();
            // Several answers are one line each.
            let several = !text.starts_with("{\n");
            let text = if several {
                serde_json::to_string(&analysis).unwrap()
            } else {
                analysis.to_json()
            };
            written += &(text + "\n");
        }
        // Nothing is lost, and nothing stands there that an analysis does not have.
        assert_eq!(written, text, "{line}");
        assert!(!text.is_empty(), "{line}");
    }
    assert!(missing.is_empty(), "no line for {missing:?}");
}

#[test]
fn what_is_no_analysis_is_not_as_the_schema_says() {
    let schema = upstar::analysis_schema();
    for text in [
        r#"{"stalk":"LR","value":"1/2"}"#,
        r#"{"schema":2,"subject":"*"}"#,
        r#"{"schema":"1","subject":"*","stop":"finished"}"#,
        r#"{"schema":2,"subject":"*","stop":"tired"}"#,
        r#"{"schema":2,"subject":"*","stop":"finished","play":[{"mover":"White"}]}"#,
        r#"{"schema":2,"subject":"*","stop":"finished","table":{"columns":["x"],"rows":[1]}}"#,
    ] {
        let value = serde_json::from_str(text).unwrap();
        assert!(valid(&value, &schema, &schema).is_err(), "{text}");
    }
}

/// The error in a value, by the keywords of JSON Schema that the schema uses; an unknown keyword is
/// a bug of this check.
fn valid(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    let Value::Object(keywords) = schema else {
        return if schema == &Value::Bool(true) { Ok(()) } else { Err("not allowed".into()) };
    };
    let wrong = |what: &str, wanted: &Value| Err(format!("{value}: {what} {wanted}"));
    let all = |schemas: &Value| -> Vec<Result<(), String>> {
        schemas.as_array().unwrap().iter().map(|schema| valid(value, schema, root)).collect()
    };
    for (keyword, wanted) in keywords {
        match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "format" | "default" => {}
            "$ref" => {
                let path = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                valid(value, root.pointer(path).unwrap(), root)?;
            }
            "const" if value != wanted => return wrong("is not", wanted),
            "enum" if !wanted.as_array().unwrap().contains(value) => {
                return wrong("not in", wanted);
            }
            "const" | "enum" => {}
            "type" => {
                let is = |name: &Value| match name.as_str().unwrap() {
                    "null" => value.is_null(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "string" => value.is_string(),
                    "array" => value.is_array(),
                    "object" => value.is_object(),
                    other => panic!("type {other}"),
                };
                if !wanted.as_array().map_or_else(|| is(wanted), |names| names.iter().any(is)) {
                    return wrong("is no", wanted);
                }
            }
            "oneOf" | "anyOf" => {
                let found = all(wanted).into_iter().filter(Result::is_ok).count();
                if found == 0 || keyword == "oneOf" && found > 1 {
                    return wrong("is not one of", wanted);
                }
            }
            "allOf" => all(wanted).into_iter().collect::<Result<(), _>>()?,
            "properties" => {
                for (name, schema) in wanted.as_object().unwrap() {
                    value.get(name).map_or(Ok(()), |inner| valid(inner, schema, root))?;
                }
            }
            "additionalProperties" if wanted == false => {
                let mut names = value.as_object().into_iter().flat_map(|object| object.keys());
                if names.any(|name| keywords["properties"].get(name).is_none()) {
                    return wrong("has a property besides those of", schema);
                }
            }
            "required" => {
                let names = wanted.as_array().unwrap();
                if names.iter().any(|name| value.get(name.as_str().unwrap()).is_none()) {
                    return wrong("lacks one of", wanted);
                }
            }
            "prefixItems" => {
                let schemas = wanted.as_array().unwrap();
                let items = value.as_array().into_iter().flatten();
                items.zip(schemas).try_for_each(|(item, schema)| valid(item, schema, root))?;
            }
            "items" => {
                let mut items = value.as_array().into_iter().flatten();
                items.try_for_each(|item| valid(item, wanted, root))?;
            }
            "minItems" | "maxItems" => {
                let count = value.as_array().map(|items| items.len() as u64);
                let (least, most) = if keyword == "minItems" {
                    (wanted.as_u64(), count)
                } else {
                    (count, wanted.as_u64())
                };
                if count.is_some() && least > most {
                    return wrong("has another length than", wanted);
                }
            }
            "minimum" if value.as_u64() < wanted.as_u64() => return wrong("is below", wanted),
            "maximum" if value.as_u64() > wanted.as_u64() => return wrong("is above", wanted),
            "minimum" | "maximum" => {}
            other => panic!("the keyword {other} is not checked"),
        }
    }
    Ok(())
}
