//! Requests of the explorer, of boards and of play.

use crate::common;

use common::Asked;
use serde_json::{Value, json};

#[test]
fn a_value_is_described_with_its_thermograph() {
    let mut sheet = Asked::new();
    sheet.run(&["g := {2||1|0}"], None);
    let told =
        sheet.last(json!({ "ask": "describe", "subject": "g + 1", "cell": "0" }), "described");
    assert_eq!(told["analysis"]["temperature"], "3/4");
    assert_eq!(told["plot"]["mast"]["value"], "9/4");
    assert_eq!(told["latex"], r"\{3 \parallel 2 \mid 1\}");
    let svg = told["thermograph_svg"].as_str().unwrap();
    assert!(svg.starts_with("<svg"), "{svg}");
    let told = sheet.ask(json!({ "ask": "describe", "subject": "1 + g" }));
    let fault = told.last().unwrap();
    assert_eq!((fault["event"].as_str(), fault["from"].as_u64()), (Some("failed"), Some(4)));
}

#[test]
fn boards_and_thermographs_are_drawn_for_latex() {
    let mut sheet = Asked::new();
    sheet.run(&["g := clobber(\"xo|ox\") + domineering(\"2x2\")"], None);
    for subject in ["g", "{2||1|0}.Thermograph", "domineering(\"40x40\")"] {
        let told = sheet.last(json!({ "ask": "draw", "subject": subject, "cell": "0" }), "drawn");
        let tikz = told["tikz"].as_str().unwrap();
        assert!(tikz.contains("\\begin{tikzpicture}"), "{subject}: {tikz}");
    }
    let told = sheet.last(json!({ "ask": "draw", "subject": "{2||1|0}" }), "drawn");
    assert_eq!(told.get("tikz"), None, "{told}");
}

#[test]
fn options_are_explored_sensible_ones_first() {
    let mut sheet = Asked::new();
    let told =
        sheet.last(json!({ "ask": "explore", "subject": "domineering(\"2x3\")" }), "explored");
    assert_eq!(told["node"]["value"], "{2|-1/2}");
    assert_eq!(told["node"]["outcome"], "N");
    let left = told["left"].as_array().unwrap();
    assert_eq!(left[0]["value"], "2");
    assert!(left[0]["sensible"].as_bool().unwrap());
    assert_eq!(left[0]["views"][0]["view"], "board");
    // A listed option can be explored by its subject.
    let subject = left[0]["subject"].clone();
    let told = sheet.last(json!({ "ask": "explore", "subject": subject }), "explored");
    assert_eq!(told["node"]["subject"], subject);
    let told = sheet.last(json!({ "ask": "explore", "subject": "a{0|a}" }), "explored");
    assert_eq!(told["right"][0]["subject"], "over");
    let told = sheet.ask(json!({ "ask": "explore", "subject": "true" }));
    assert!(told[0]["message"].as_str().unwrap().contains("truth value"), "{told:?}");
}

#[test]
fn every_example_is_viewed_and_set_up_again() {
    let mut sheet = Asked::new();
    let welcome = sheet.last(json!({ "ask": "hello" }), "welcome");
    let games = welcome["games"].as_array().unwrap();
    assert!(games.len() > 90 && welcome["names"].as_array().unwrap().len() > 100);
    let (mut edited, mut texts) = (0, Vec::new());
    for game in games {
        let example = &game["example"];
        let told = sheet.ask(json!({ "ask": "view", "position": example }));
        assert_eq!(told.last().unwrap()["event"], "done", "{game}: {told:?}");
        let summand = &told[0]["summands"][0];
        let view = summand["view"]["view"].as_str().unwrap();
        if ["text", "circle"].contains(&view) {
            texts.push(game["name"].clone());
            continue;
        }
        let request = json!({ "ask": "compose", "like": example, "view": summand["view"] });
        let told = sheet.ask(request);
        if game["editor"] == "text" {
            assert_eq!(told[0]["event"], "failed", "{game}: {told:?}");
            texts.push(game["name"].clone());
        } else {
            // The position is preserved, though its notation may differ.
            let position = &told[0]["position"];
            if *position != summand["position"] {
                let [before, after] = [&summand["position"], position].map(|position| {
                    sheet.last(json!({ "ask": "describe", "subject": position }), "described")
                        ["analysis"]["value"]
                        .clone()
                });
                assert_eq!(before, after, "{game}: {told:?}");
                assert!(after.is_string());
            }
            edited += 1;
        }
    }
    assert!(edited > 60, "{edited} of {} are set up by hand; not {texts:?}", games.len());
}

#[test]
fn letters_of_boards_are_those_that_stand_for_themselves() {
    let mut sheet = Asked::new();
    let welcome = sheet.last(json!({ "ask": "hello" }), "welcome");
    let game = |name: &str| -> Value {
        let games = welcome["games"].as_array().unwrap();
        games.iter().find(|game| game["name"] == name).unwrap().clone()
    };
    assert_eq!(game("clobber")["letters"], json!([".", "#", "x", "o"]));
    assert_eq!(game("clobber")["left"], json!(["x"]));
    assert_eq!(game("domineering")["letters"], json!([".", "#"]));
    assert_eq!(game("nim")["editor"], "heaps");
    assert_eq!(game("hackenbush")["editor"], "hackenbush");
    assert_eq!(game("snort")["editor"], "graph");
    assert_eq!(game("sheep")["editor"], "herds");
}

#[test]
fn graphs_are_set_up_by_hand() {
    let mut sheet = Asked::new();
    let mut compose = |like: &str, view: Value| {
        sheet.last(json!({ "ask": "compose", "like": like, "view": view }), "composed")["position"]
            .clone()
    };
    let edge =
        |from: u32, to: u32, colour: &str| json!({ "from": from, "to": to, "colour": colour });
    let bush = json!({ "view": "hackenbush", "edges": [edge(0, 1, "blue"), edge(1, 2, "red"), edge(2, 0, "green")] });
    assert_eq!(compose("hackenbush(\"lrl\")", bush), "hackenbush(\"0-1l,0-2e,1-2r\")");
    let edges = json!([{ "from": 0, "to": 1 }, { "from": 1, "to": 2 }, { "from": 0, "to": 2 }]);
    let vertices = json!([{ "owner": "Left" }, {}, {}]);
    let triangle =
        json!({ "view": "graph", "vertices": vertices, "edges": edges, "directed": false });
    let position = compose("snort(\"path 3\")", triangle);
    // An isolated vertex is not part of a position of Grim.
    let lone = json!({ "view": "graph", "vertices": [{}, {}, {}], "edges": [{ "from": 0, "to": 2 }], "directed": false });
    assert_eq!(compose("grim(8)", lone), "grim(\"..|1-2\")");
    let arcs = json!({
        "view": "graph",
        "vertices": [{ "label": "a", "tokens": 2 }, { "label": "b" }, {}],
        "edges": [{ "from": 0, "to": 1 }, { "from": 1, "to": 2 }],
        "directed": true,
    });
    let tokens = "tokens(\"a->b,b->c,a->c\"; \"a,b\")";
    assert_eq!(compose(tokens, arcs), "tokens(\"a->b,b->3\"; \"a,a\")");
    let told = sheet.last(json!({ "ask": "view", "position": position }), "viewed");
    assert_eq!(told["summands"][0]["view"]["vertices"][0]["owner"], "Left", "{told}");
}

/// Snort of a size is a graph for the solver and a board on the page.
#[test]
fn graphs_of_a_size_are_seen_as_boards() {
    let mut sheet = Asked::new();
    let told = sheet.last(json!({ "ask": "view", "position": "snort(\"2x3\")" }), "viewed");
    assert_eq!(told["position"], "snort(\"...|...\")");
    assert_eq!(told["summands"][0]["view"]["rows"], json!(["...", "..."]));
    let moves = json!({ "ask": "moves", "position": "snort(\"2x3\")", "mover": "Left" });
    let moves = sheet.last(moves, "moves").to_string();
    assert!(moves.contains("snort(\\\"x..|...\\\")"), "{moves}");
    let welcome = sheet.last(json!({ "ask": "hello" }), "welcome");
    let games = welcome["games"].as_array().unwrap();
    let snort = games.iter().find(|game| game["name"] == "snort").unwrap();
    assert_eq!(snort["letters"], json!([".", "#", "x", "o"]));
    assert_eq!((&snort["left"], &snort["right"]), (&json!(["x"]), &json!(["o"])));
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut sheet = Asked::new();
    let mut position = json!("clobber(\"xox|oxo\") + kayles(3) + {2||1|0}");
    let mut mover = "Left";
    let mut played = vec![json!([position, mover])];
    loop {
        let ask = json!({ "position": position, "mover": mover });
        let mut request = ask.clone();
        request["ask"] = "moves".into();
        let moves = sheet.last(request, "moves");
        assert_eq!(moves["complete"], true);
        let mut request = ask;
        request["ask"] = "choose".into();
        let chosen = sheet.last(request, "chosen");
        let Some(next) = chosen["position"].as_str() else {
            assert!(moves["moves"].as_array().unwrap().is_empty());
            assert_eq!(moves["result"], "L");
            break;
        };
        let listed = moves["moves"].as_array().unwrap();
        let one = listed.iter().find(|one| one["position"] == next).unwrap();
        // The engine's move is as good as any.
        assert_eq!(one["result"], moves["result"]);
        position = next.into();
        mover = if mover == "Left" { "Right" } else { "Left" };
        played.push(json!([position, mover]));
    }
    let told = sheet.last(json!({ "ask": "review", "positions": played }), "winners");
    let winners = told["winners"].as_array().unwrap();
    assert!(winners.iter().all(|winner| winner == &winners[0]), "{winners:?}");
    assert_eq!(winners.len(), played.len());
}

#[test]
fn a_weak_engine_varies_with_the_seed() {
    let mut sheet = Asked::new();
    let mut move_at = |level: u32, seed: u32| {
        let ask = json!({ "ask": "choose", "position": "nim(9,8,7)", "mover": "Left",
            "level": level, "seed": seed });
        sheet.last(ask, "chosen")["position"].as_str().unwrap().to_owned()
    };
    let mut found: Vec<String> = (0..20).map(|seed| move_at(0, seed)).collect();
    assert_eq!(found[3], move_at(0, 3), "the same seed makes the same move");
    found.sort();
    found.dedup();
    assert!(found.len() > 10, "{found:?}");
    // The best move, of which there is one, depends on no seed.
    assert!((0..5).all(|seed| move_at(1000, seed) == move_at(1000, 0)));
}

#[test]
fn a_line_of_best_play_is_followed() {
    let mut sheet = Asked::new();
    let ask = json!({ "ask": "line", "position": "nim(1,2)", "mover": "Left" });
    let told = sheet.last(ask, "line");
    assert_eq!(told["positions"][0], "nim(1,2)");
    assert_eq!(told["positions"][1], "nim(1,1)");
    assert_eq!((told["positions"].as_array().unwrap().len(), &told["counted"]), (4, &json!(true)));
}

#[test]
fn values_have_lines_too() {
    let mut sheet = Asked::new();
    let mut line = |subject: &str, mover: &str| -> String {
        let ask = json!({ "ask": "line", "position": subject, "mover": mover });
        let told = sheet.last(ask, "line");
        let positions = told["positions"].as_array().unwrap();
        positions.iter().map(|text| text.as_str().unwrap()).collect::<Vec<_>>().join(" ; ")
    };
    assert_eq!(line("{2||1|0}", "Left"), "{2||1|0} ; 2");
    assert_eq!(line("{2||1|0}", "Right"), "{2||1|0} ; {1|0} ; 1");
    assert_eq!(line("0", "Left"), "0");
    assert_eq!(line("^*", "Left"), "^* ; 0");
    // Summands keep their notation.
    assert_eq!(line("^+*", "Left"), "^ + * ; ^ + 0 ; * + 0 ; 0 + 0");
    // over = {0|over} and under = {under|0} are stoppers.
    assert_eq!(line("over", "Left"), "over ; 0");
    assert_eq!(line("over", "Right"), "over ; over ; 0");
    assert_eq!(line("{over|under}", "Left"), "+-over ; over ; over ; 0");
    let told = sheet.ask(json!({ "ask": "line", "position": "dud", "mover": "Left" }));
    assert_eq!(told.last().unwrap()["event"], "failed", "{told:?}");
}

#[test]
fn graphs_and_sequences() {
    let mut sheet = Asked::new();
    let text = "a,b\nb,c\nc,a\nc,d\n";
    let told = sheet.last(json!({ "ask": "graph", "name": "g.csv", "text": text }), "graph");
    let vertices = told["vertices"].as_array().unwrap();
    assert_eq!(vertices[2]["outcome"], "N");
    assert_eq!(vertices[2]["remoteness"], json!([1, 1]));
    assert_eq!(vertices[2]["best"], json!([3, 3]));
    assert_eq!(vertices[3]["value"], "*0");
    assert!(told["table"].as_str().unwrap().contains("c,N,1,d\n"), "{told}");
    assert!(told["svg"].as_str().unwrap().contains("data-id=\"a\""));
    let told = sheet.ask(json!({ "ask": "graph", "name": "g.csv", "text": "a,b,c,d\n" }));
    assert_eq!(told.last().unwrap()["event"], "failed");
    let told = sheet.last(json!({ "ask": "sequence", "game": "kayles", "to": 300 }), "sequence");
    assert_eq!(told["sequence"]["period"]["period"], 12);
    assert_eq!(told["sequence"]["values"].as_array().unwrap().len(), 301);
}

#[test]
fn sheets_are_written_and_read() {
    let mut sheet = Asked::new();
    let sources = json!(["g := {1|-1}\ng + *", "rules\nmy_game on strip\n\nleft: x -> .\nend"]);
    let text = sheet.last(json!({ "ask": "save", "sources": sources }), "saved")["text"].clone();
    let told = sheet.last(json!({ "ask": "open", "text": text }), "opened");
    assert_eq!(told["sources"], sources);
    let told = sheet.ask(json!({ "ask": "open", "text": "// upstar worksheet 9\n1\n" }));
    assert!(told[0]["message"].as_str().unwrap().contains("version 1"), "{told:?}");
}
