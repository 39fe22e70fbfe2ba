//! Claims about the vertices of a graph.

use std::fmt::Write;

use upstar_core::{Budget, Convention, GrundyValue, LoopyNimber, Outcome};
use upstar_graphs::{Graph, GraphError, Solution, loopy_values, solve};

use crate::error::ProofError;
use crate::statement::{Proof, comment};
use crate::{Result, theory};

/// A claim about a graph, in normal play; endless play is a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphClaim {
    /// The outcome of a vertex: N, P or D.
    Outcome(u32, Outcome),
    /// The number of moves to the end from a vertex that is not drawn, if the winner hurries and
    /// the loser delays.
    Remoteness(u32, u64),
    /// The value of a vertex: a nimber, or `∞` with the nimbers among its options.
    NimValue(u32, LoopyNimber),
    /// The outcomes and remotenesses of all vertices.
    Outcomes,
    /// The values of all vertices.
    NimValues,
}

/// A claim and its graph.
#[derive(Clone, Debug)]
pub struct GraphStatement<'g> {
    /// The graph, without colours and without terminals of special results.
    pub graph: &'g Graph,
    /// The names of the vertices, for a comment.
    pub names: Vec<String>,
    /// The claim.
    pub claim: GraphClaim,
}

/// The maximum size of a graph with a proof: vertices and arcs together.
const LARGEST: u64 = 100_000;

/// Writes the proof of a claim about a graph; `words` is its text in the file.
///
/// # Errors
/// As [`crate::prove`]; [`ProofError::Unsupported`] also for graphs with colours or with more than
/// 100,000 vertices and arcs.
///
/// # Complexity
/// Linear for outcomes; for values linear in each round of the labelling.
pub fn prove_graph(statement: &GraphStatement<'_>, words: &str, budget: &Budget) -> Result<Proof> {
    let graph = statement.graph;
    if graph.is_coloured() || !graph.results().is_empty() {
        return Err(ProofError::unsupported(
            "proofs are of graphs without colours, where who cannot move loses",
        ));
    }
    let size = u64::from(graph.vertices()) + graph.arcs();
    if size > LARGEST {
        return Err(ProofError::unsupported(format!(
            "proofs are of graphs with at most {LARGEST} vertices and arcs, and this one has {size}"
        )));
    }
    budget.reserve(64 * size)?;
    let successors = graph.successors()?;
    let to: Vec<&[u32]> = (0..graph.vertices()).map(|v| successors.of(v)).collect();
    let values = matches!(statement.claim, GraphClaim::NimValues | GraphClaim::NimValue(..));
    let (labels, theorem) = if values {
        values_and_theorem(statement, &to, words, budget)?
    } else {
        outcomes_and_theorem(statement, words, budget)?
    };
    let mut text = String::from("(* The vertices:");
    for (v, name) in statement.names.iter().enumerate() {
        let _ =
            write!(text, "{}{} {}", if v % 8 == 0 { "\n   " } else { ", " }, v + 1, comment(name));
    }
    text += " *)\nDefinition arcs : list (list positive) := [";
    for (v, to) in to.iter().enumerate() {
        let row: Vec<String> = to.iter().map(|w| (w + 1).to_string()).collect();
        let _ = write!(text, "{}[{}]", if v == 0 { "" } else { "; " }, row.join("; "));
    }
    text += "]%positive.\nDefinition graph := graph_of arcs.\n";
    let (of, check) = if values { ("ranked", "values") } else { ("label", "labels") };
    let _ = write!(
        text,
        "Definition {check} : list {of} := [{}].\nLemma checked : right_{check} arcs {check} = true.\n\
         Proof. vm_cast_no_check (eq_refl true). Qed.\n\n(* {} *)\n{theorem}Print Assumptions claim.\n",
        labels.join("; "),
        comment(words),
    );
    Ok(Proof::new(theory::of_graphs(values), &text, labels.len()))
}

fn graph_error(error: GraphError) -> ProofError {
    match error {
        GraphError::Exhausted(exhausted) => ProofError::Exhausted(exhausted),
        other => ProofError::unsupported(other.to_string()),
    }
}

/// The label of each vertex and the theorem with its proof.
type Labelled = (Vec<String>, String);

fn outcomes_and_theorem(
    statement: &GraphStatement<'_>,
    words: &str,
    budget: &Budget,
) -> Result<Labelled> {
    let graph = statement.graph;
    let run = solve(graph, Convention::Normal, 1, budget).map_err(graph_error)?;
    let solution: Solution = run.complete()?;
    let label = |v: u32| match (solution.outcome(v), solution.remoteness(v)) {
        (Some(Outcome::N), Some(moves)) => format!("Won {moves}"),
        (Some(Outcome::P), Some(moves)) => format!("Lost {moves}"),
        _ => "Drawn".to_owned(),
    };
    let no = || ProofError::False(format!("not true: {words}"));
    let one = |v: u32, claim: &str, how: &str| {
        format!(
            "Theorem claim : {claim}.\nProof.\n  pose proof (all_labels arcs labels checked {}%positive ({}) eq_refl) as H.\n  \
             exact {how}.\nQed.\n",
            v + 1,
            label(v)
        )
    };
    let theorem = match statement.claim {
        GraphClaim::Outcome(v, claimed) => {
            if solution.outcome(v) != Some(claimed) {
                return Err(no());
            }
            let n = v + 1;
            match claimed {
                Outcome::N => one(v, &format!("won graph {n}"), "(proj1 H)"),
                Outcome::P => one(v, &format!("lost graph {n}"), "(proj1 H)"),
                _ => one(v, &format!("drawn graph {n}"), "H"),
            }
        }
        GraphClaim::Remoteness(v, moves) => {
            if solution.remoteness(v).map(u64::from) != Some(moves) {
                return Err(no());
            }
            let word = if solution.outcome(v) == Some(Outcome::N) { "won_in" } else { "lost_in" };
            one(v, &format!("{word} graph {} {moves}", v + 1), "(proj2 H)")
        }
        _ => {
            "Theorem claim : forall v l, M.find v (rows_of 1 labels) = Some l -> holds graph v l.\n\
              Proof. exact (all_labels arcs labels checked). Qed.\n"
                .to_owned()
        }
    };
    Ok(((0..graph.vertices()).map(label).collect(), theorem))
}

fn values_and_theorem(
    statement: &GraphStatement<'_>,
    to: &[&[u32]],
    words: &str,
    budget: &Budget,
) -> Result<Labelled> {
    let found = loopy_values(statement.graph, budget).map_err(graph_error)?;
    let ranks = ranks(to, &|v| found.get(v).nimber(), budget)?;
    let value = |value: &LoopyNimber| match value {
        LoopyNimber::Nimber(n) => format!("Nimber {n}"),
        LoopyNimber::Infinite(members) => {
            let members: Vec<String> = members.iter().map(ToString::to_string).collect();
            format!("Loopy [{}]", members.join("; "))
        }
    };
    let theorem = match &statement.claim {
        GraphClaim::NimValue(v, claimed) => {
            if found.get(*v) != claimed {
                return Err(ProofError::False(format!("not true: {words}")));
            }
            format!(
                "Theorem claim : has_value graph {} ({}).\n\
                 Proof. exact (all_values arcs values checked {}%positive _ _ eq_refl). Qed.\n",
                v + 1,
                value(claimed),
                v + 1
            )
        }
        _ => "Theorem claim : forall v x r, M.find v (rows_of 1 values) = Some (x, r) -> has_value graph v x.\n\
              Proof. exact (all_values arcs values checked). Qed.\n"
            .to_owned(),
    };
    let label = |v: u32| format!("({}, {})", value(found.get(v)), ranks[v as usize]);
    Ok(((0..statement.graph.vertices()).map(label).collect(), theorem))
}

/// The round in which each nimber is found: its proof uses results of earlier rounds.
fn ranks(
    to: &[&[u32]],
    nimber: &dyn Fn(u32) -> Option<GrundyValue>,
    budget: &Budget,
) -> Result<Vec<u64>> {
    let mut ticker = budget.ticker();
    let mut rank: Vec<Option<u64>> = vec![None; to.len()];
    let mut open: Vec<u32> = (0..to.len() as u32).filter(|&v| nimber(v).is_some()).collect();
    for round in 0_u64.. {
        let known = |w: u32| rank[w as usize].and_then(|_| nimber(w));
        let mut ready = Vec::new();
        for &v in &open {
            let Some(n) = nimber(v) else { continue };
            let arcs = to[v as usize];
            ticker.tick(1 + arcs.len() as u64)?;
            let lower: Vec<GrundyValue> = arcs.iter().filter_map(|&w| known(w)).collect();
            let all = (0..n).all(|m| lower.contains(&m));
            let mut others = true;
            for &w in arcs {
                let reverts = || to[w as usize].iter().any(|&x| known(x) == Some(n));
                ticker.tick(to[w as usize].len() as u64)?;
                others &= known(w).is_some_and(|k| k != n) || reverts();
            }
            if all && others {
                ready.push(v);
            }
        }
        for &v in &ready {
            rank[v as usize] = Some(round);
        }
        open.retain(|&v| rank[v as usize].is_none());
        if open.is_empty() || ready.is_empty() {
            break;
        }
    }
    Ok(rank.into_iter().map(Option::unwrap_or_default).collect())
}
