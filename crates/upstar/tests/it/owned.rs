//! Certificates of games with owned vertices: true ones pass, and what passes is true.

use upstar::core::arcs::{Objective, Owners};
use upstar::core::names::Names;
use upstar::core::{Budget, Player};
use upstar::files::graph::ReadOptions;
use upstar::graphs::generate::Random;
use upstar::graphs::{Graph, GraphBuilder, OwnedGame, solve_owned};
use upstar_verify::owned::{OwnedRow, check};
use upstar_verify::{Arcs, VerifyError};

struct Game {
    graph: Graph,
    arcs: Arcs,
    targets: Vec<u32>,
    objective: Objective,
}

impl Game {
    fn random(vertices: u32, random: &mut Random) -> Game {
        let mut builder = GraphBuilder::new();
        builder.vertices(vertices);
        let mut arcs = Vec::new();
        let ends = random.below(8) == 0;
        for v in 0..vertices {
            for _ in 0..(if ends { 0 } else { 1 }) + random.below(3) {
                let to = random.below(vertices);
                builder.arc(v, to).unwrap();
                arcs.push((v, to));
            }
        }
        let most = 1 + random.below(8);
        let owners = Owners {
            players: (0..vertices).map(|_| Player::BOTH[random.below(2) as usize]).collect(),
            priorities: (0..vertices).map(|_| random.below(most)).collect(),
        };
        Game {
            graph: builder.finish().unwrap(),
            arcs: Arcs { vertices, arcs, owners, ..Arcs::default() },
            targets: (0..vertices).filter(|_| random.percent(20)).collect(),
            objective: Objective::ALL[random.below(6) as usize],
        }
    }

    fn rows(&self) -> Vec<OwnedRow> {
        let owners = &self.arcs.owners;
        let game = OwnedGame {
            graph: &self.graph,
            owners: &owners.players,
            priorities: &owners.priorities,
            targets: &self.targets,
            objective: self.objective,
        };
        let solution = solve_owned(&game, &Budget::unlimited()).unwrap();
        let row = |v| OwnedRow {
            target: self.targets.contains(&v),
            winner: solution.winner(v),
            remoteness: solution.remoteness(v),
            best: solution.best_move(v),
        };
        (0..solution.vertices()).map(row).collect()
    }

    fn passes(&self, rows: &[OwnedRow]) -> bool {
        match check(&self.arcs, self.objective, rows, &Budget::unlimited()) {
            Ok(()) => true,
            Err(VerifyError::Rejected(_)) => false,
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn true_certificates_pass_and_what_passes_is_true() {
    let mut refused = 0;
    for seed in 0..3_000 {
        let mut random = Random::new(seed);
        let vertices = 1 + random.below(if seed % 20 == 0 { 200 } else { 12 });
        let mut game = Game::random(vertices, &mut random);
        let rows = game.rows();
        assert!(game.passes(&rows), "{seed} {}", game.objective);
        let winners: Vec<Player> = rows.iter().map(|row| row.winner).collect();
        for _ in 0..30 {
            let mut altered = rows.clone();
            for _ in 0..1 + random.below(3) {
                let row = &mut altered[random.below(vertices) as usize];
                match random.below(4) {
                    0 => row.winner = row.winner.opponent(),
                    1 => row.best = Some(random.below(vertices)),
                    2 => row.best = None,
                    _ => row.remoteness = Some(random.below(4)),
                }
            }
            let passes = game.passes(&altered);
            refused += u32::from(!passes);
            if passes {
                let claimed: Vec<Player> = altered.iter().map(|row| row.winner).collect();
                assert_eq!(claimed, winners, "{seed}");
                // Another winning move of a parity game, and nothing else.
                for (row, before) in altered.iter().zip(&rows) {
                    assert_eq!(row.remoteness, before.remoteness, "{seed}");
                    assert_eq!(row.best.is_some(), before.best.is_some(), "{seed}");
                }
            }
        }
        // Other targets are another question, whose answer is the same or refused.
        if !game.objective.needs_priorities() {
            let v = random.below(vertices);
            let mut altered = rows.clone();
            altered[v as usize].target ^= true;
            game.targets = (0..vertices).filter(|&v| altered[v as usize].target).collect();
            let right: Vec<Player> = game.rows().iter().map(|row| row.winner).collect();
            assert!(!game.passes(&altered) || right == winners, "{seed}");
        }
        // The smallest priority instead of the largest.
        if game.objective == Objective::MaxParity {
            game.objective = Objective::MinParity;
            let right: Vec<Player> = game.rows().iter().map(|row| row.winner).collect();
            assert!(!game.passes(&rows) || right == winners, "{seed}");
        }
    }
    assert!(refused > 50_000, "{refused}");
}

/// A file whose certificate is altered in its text; nothing of it is sealed but the graph.
#[test]
fn altered_files_are_refused() {
    let folder = std::env::temp_dir().join(format!("upstar-owned-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let budget = Budget::unlimited();
    let graph_path = folder.join("g.pg");
    let text = "parity 3;\n0 2 0 1,2 \"a\";\n1 1 1 0 \"b\";\n2 3 0 2,3 \"c\";\n3 2 1 2 \"d\";\n";
    std::fs::write(&graph_path, text).unwrap();
    let source = upstar::files::Source::Path(graph_path.clone());
    let graph =
        upstar::NamedGraph::read_with_owners(&source, &Default::default(), &budget).unwrap();
    let solved = graph.solve_owned(None, &[], &budget).unwrap();
    let path = folder.join("c.csv");
    solved.certify(&path, &budget).unwrap();
    let certificate = std::fs::read_to_string(&path).unwrap();
    let rows: Vec<&str> = certificate.lines().skip(2).collect();
    let expected = ["\"a\",0,0,,\"b\"", "\"b\",0,0,,", "\"c\",0,1,,", "\"d\",0,1,,\"c\""];
    assert_eq!(rows, expected);
    let holds = |text: &str| {
        let certificate = upstar::files::Source::bytes("c", text.to_owned());
        let checked =
            upstar::verify_graph(&certificate, &source, &ReadOptions::default(), &budget).unwrap();
        checked.claim.unwrap()
    };
    assert!(holds(&certificate).holds, "{certificate}");
    for (from, to) in [
        ("\"a\",0,0,,\"b\"", "\"a\",0,0,,\"c\""),
        ("\"a\",0,0,,\"b\"", "\"a\",0,1,,"),
        ("\"c\",0,1,,", "\"c\",0,0,,\"d\""),
        ("\"subject\":\"parity\"", "\"subject\":\"min parity\""),
        ("\"subject\":\"parity\"", "\"subject\":\"buchi\""),
    ] {
        let altered = certificate.replace(from, to);
        assert_ne!(altered, certificate);
        let claim = holds(&altered);
        assert!(!claim.holds, "{from} -> {to}");
    }
    // A graph with another owner or priority has another digest.
    for (from, to) in [("1 1 1 0", "1 1 0 0"), ("2 3 0", "2 1 0")] {
        let other = upstar::files::Source::bytes("g.pg", text.replace(from, to));
        let certificate = upstar::files::Source::bytes("c", certificate.clone());
        let checked =
            upstar::verify_graph(&certificate, &other, &ReadOptions::default(), &budget).unwrap();
        let claim = checked.claim.unwrap();
        assert!(!claim.holds && claim.reason.contains("another graph"), "{}", claim.reason);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn questions_that_do_not_fit_are_refused() {
    let budget = Budget::unlimited();
    let plain = Graph::from_arcs(2, [(0, 1)]).unwrap();
    let plain = upstar::NamedGraph::new("g", plain, Names::Dense(2));
    let error = |graph: &upstar::NamedGraph, objective, targets: &[u32]| {
        graph.solve_owned(objective, targets, &budget).unwrap_err().to_string()
    };
    let message = error(&plain, Some(Objective::Reach), &[0]);
    assert!(message.starts_with("g: the vertices have no owners"), "{message}");
    let owners = Owners { players: vec![Player::Left; 2], priorities: Vec::new() };
    let owned = plain.with_owners(owners);
    let message = error(&owned, None, &[]);
    assert!(message.starts_with("g: the vertices have owners, but no priorities"), "{message}");
    let message = error(&owned, Some(Objective::Buchi), &[]);
    assert_eq!(message, "g: the objective buchi needs a target");
    let source = upstar::files::Source::bytes("g.pg", "0 0 0 0; 1 2 1 0,1;");
    let error = upstar::NamedGraph::read(&source, &Default::default(), &budget).unwrap_err();
    assert!(error.to_string().starts_with("g.pg: the vertices have owners"), "{error}");
}
