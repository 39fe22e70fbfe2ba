//! Claims as they are typed, and their proofs.

use upstar_core::{Budget, Convention, Outcome};
use upstar_engine::{Game, Sum, Summand};
use upstar_lang::{LangError, Session, Value};
use upstar_proofs::{GraphClaim, GraphStatement, Kernel, Proof, ProofError, Relation, Statement};

use crate::{Analysis, Claim, NamedGraph, Property};

/// Why there is no proof of a claim.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// The text is no claim.
    #[error("{0}")]
    NoClaim(String),
    /// A side of the claim could not be read.
    #[error(transparent)]
    Lang(#[from] LangError),
    /// It is not true, or there is no theory of it.
    #[error(transparent)]
    Proof(#[from] ProofError),
    /// The graph has no such vertex.
    #[error(transparent)]
    Graph(#[from] crate::Error),
}

const EXPECTED: &str = "expected a claim such as 'domineering(\"5x5\") == 0' (or <=, >=, <, >, <>, \
                        |>, <|), 'domineering(\"2x3\").CanonicalForm == {2|-1/2}', 'g.Outcome == N', \
                        'g.MisereOutcome == P', 'cram(\"2x3\").NimValue == 1' or 'kayles.Period == 12'";

fn no_claim(message: impl Into<String>) -> ClaimError {
    ClaimError::NoClaim(message.into())
}

/// Writes a claim about games as a file that Coq's kernel checks.
///
/// Claims are two expressions of the worksheet language with a relation between them, or one of
/// `g.Outcome == N`, `g.MisereOutcome == P`, `g.NimValue == 3`, `g.CanonicalForm == {1|*}` and
/// `kayles.Period == 12`.
///
/// ```
/// use upstar::prelude::*;
///
/// let (mut session, budget) = (Session::new(), Budget::unlimited());
/// let proof = upstar::prove("domineering(\"2x2\") == +-1", &mut session, &budget)?;
/// assert!(proof.text.contains("Theorem claim : equal G H."));
/// let wrong = upstar::prove("domineering(\"2x2\") == 0", &mut session, &budget).unwrap_err();
/// assert_eq!(wrong.to_string(), "not true: domineering(\"2x2\") == 0");
/// # Ok::<(), upstar::ClaimError>(())
/// ```
///
/// # Errors
///
/// [`ClaimError`]: the text is no claim, or it is not true, or the theory says nothing of its games,
/// or the budget is used up.
pub fn prove(claim: &str, session: &mut Session, budget: &Budget) -> Result<Proof, ClaimError> {
    let claim = claim.trim();
    Ok(match read(claim, session, budget)? {
        Claimed::Games(statement) => {
            upstar_proofs::prove(&statement, claim, session.solver(), budget)?
        }
        Claimed::Period(game, period) => upstar_proofs::prove_period(&game, period, claim, budget)?,
    })
}

/// Writes a claim about who wins as a file that Metamath verifiers check: the same claims as
/// [`prove`] but canonical forms and periods.
///
/// ```
/// use upstar::prelude::*;
///
/// let (mut session, budget) = (Session::new(), Budget::unlimited());
/// let proof = upstar::prove_metamath("domineering(\"2x2\") <> 0", &mut session, &budget)?;
/// assert!(proof.text.contains("claim.Left $p |- wins Left 1 1 1 1 $="));
/// # Ok::<(), upstar::ClaimError>(())
/// ```
///
/// # Errors
///
/// As [`prove`].
#[cfg(feature = "metamath")]
pub fn prove_metamath(
    claim: &str,
    session: &mut Session,
    budget: &Budget,
) -> Result<Proof, ClaimError> {
    let claim = claim.trim();
    match read(claim, session, budget)? {
        Claimed::Games(statement) => {
            Ok(upstar_proofs::prove_metamath(&statement, claim, session.solver(), budget)?)
        }
        Claimed::Period(..) => Err(no_claim(
            "Metamath files only prove outcomes; a period needs a file for Coq (-o proof.v)",
        )),
    }
}

/// A claim that was read.
enum Claimed {
    Games(Statement),
    /// The game and the period.
    Period(String, u64),
}

fn read(claim: &str, session: &mut Session, budget: &Budget) -> Result<Claimed, ClaimError> {
    let (left, relation, right) = sides(claim)?;
    Ok(Claimed::Games(match property(left) {
        Some((game, property)) if relation == Relation::Equal => {
            match property.trim_end_matches("Class") {
                "Outcome" | "MisereOutcome" => {
                    let convention = if property.starts_with('M') {
                        Convention::Misere
                    } else {
                        Convention::Normal
                    };
                    let sum = sum(session, game, budget)?;
                    let convention = sum.convention(convention).map_err(ProofError::from)?;
                    Statement::Outcome(sum, convention, outcome(right)?)
                }
                "NimValue" | "GrundyValue" => {
                    Statement::NimValue(sum(session, game, budget)?, count(right)?)
                }
                "Period" => return Ok(Claimed::Period(game.to_owned(), count(right)?)),
                _ => {
                    let sum = sum(session, game, budget)?;
                    let value = evaluate(session, right, budget)?;
                    Statement::Canonical(sum, session.game(&value, budget)?)
                }
            }
        }
        Some((_, property)) => {
            return Err(no_claim(format!("`{property}` is proved with `==`, not `{relation}`")));
        }
        None => {
            Statement::Compare(sum(session, left, budget)?, relation, sum(session, right, budget)?)
        }
    }))
}

/// What a proof shows: the claim, that it holds, and how many facts the file has.
#[must_use]
pub fn proof_analysis(claim: &str, proof: &Proof) -> Analysis {
    let mut analysis = Analysis::new(claim.trim());
    let facts = proof.facts;
    let reason = match proof.kernel {
        Kernel::Coq => {
            format!("the kernel of Coq checks it in the file, by {facts} facts and no axioms")
        }
        Kernel::Metamath => {
            format!("verifiers of Metamath check it in the file, by {facts} facts from the rules")
        }
    };
    analysis.claim = Some(Claim { holds: true, reason, ..Claim::default() });
    analysis.properties =
        vec![Property::Facts(facts as u64), Property::Bytes(proof.text.len() as u64)];
    analysis
}

/// Writes a claim about a graph as a file that Coq's kernel checks: of a vertex `v.Outcome == N`
/// (or P, or D for a draw), `v.Remoteness == 3`, `v.NimValue == 2`, or of all vertices together
/// `Outcomes` or `NimValues`.
///
/// ```
/// use upstar::NamedGraph;
/// use upstar::files::Source;
/// use upstar::prelude::*;
///
/// let source = Source::bytes("g.csv", "from,to\ny,x\ny,z\nz,y\n");
/// let budget = Budget::unlimited();
/// let graph = NamedGraph::read(&source, &Default::default(), &budget)?;
/// let proof = upstar::prove_graph("y.Remoteness == 1", &graph, &budget)?;
/// assert!(proof.text.contains("Theorem claim : won_in graph 1 1."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`prove`]; also graphs with coloured arcs.
pub fn prove_graph(claim: &str, graph: &NamedGraph, budget: &Budget) -> Result<Proof, ClaimError> {
    const EXPECTED: &str = "expected a claim about a graph such as 'v.Outcome == N' (or P, or D), \
                            'v.Remoteness == 3', 'v.NimValue == 2', 'Outcomes' or 'NimValues'";
    let claim = claim.trim();
    let statement = match claim {
        "Outcomes" => GraphClaim::Outcomes,
        "NimValues" => GraphClaim::NimValues,
        _ => {
            let (left, right) = claim.rsplit_once("==").ok_or_else(|| no_claim(EXPECTED))?;
            let (name, property) =
                left.trim().rsplit_once('.').ok_or_else(|| no_claim(EXPECTED))?;
            let vertex = graph.vertex(name.trim())?;
            let right = right.trim();
            match property.trim() {
                "Outcome" | "OutcomeClass" => GraphClaim::Outcome(vertex, outcome(right)?),
                "Remoteness" => GraphClaim::Remoteness(vertex, count(right)?),
                "NimValue" | "GrundyValue" => GraphClaim::NimValue(
                    vertex,
                    right.parse().map_err(|_| {
                        no_claim(format!("`{right}` is no value; write *2, or loopy(0,2)"))
                    })?,
                ),
                _ => return Err(no_claim(EXPECTED)),
            }
        }
    };
    let names = (0..graph.graph().vertices()).map(|v| graph.names().get(v).to_string());
    let statement =
        GraphStatement { graph: graph.graph(), names: names.collect(), claim: statement };
    Ok(upstar_proofs::prove_graph(&statement, claim, budget)?)
}

fn evaluate(session: &mut Session, text: &str, budget: &Budget) -> Result<Value, ClaimError> {
    session.evaluate(text, budget)?.ok_or_else(|| no_claim(EXPECTED))
}

/// A side of a claim as a sum that is not simplified.
fn sum(session: &mut Session, text: &str, budget: &Budget) -> Result<Sum, ClaimError> {
    let value = evaluate(session, text, budget)?;
    if let Value::Positions(sum) = value {
        return Ok(sum);
    }
    let id = session.game(&value, budget)?;
    let zero = session.universe().worker(budget).as_integer(id).is_some_and(|n| n == 0.into());
    Ok(if zero { Sum::from(Vec::<Game>::new()) } else { Summand::Value(id).into() })
}

fn count(text: &str) -> Result<u64, ClaimError> {
    text.parse().map_err(|_| no_claim(format!("`{text}` is no number from 0 on")))
}

fn outcome(text: &str) -> Result<Outcome, ClaimError> {
    text.parse().map_err(|_| no_claim(format!("`{text}` is no outcome; write N, P, L or R")))
}

/// The last property of a side that is proved as such, and what it is a property of.
fn property(text: &str) -> Option<(&str, &str)> {
    const PROPERTIES: &[&str] = &[
        "Outcome",
        "OutcomeClass",
        "MisereOutcome",
        "MisereOutcomeClass",
        "NimValue",
        "GrundyValue",
        "CanonicalForm",
        "Period",
    ];
    let (game, property) = text.rsplit_once('.')?;
    PROPERTIES.contains(&property.trim()).then_some((game.trim(), property.trim()))
}

/// What stands left and right of the relation, outside all brackets and texts.
fn sides(claim: &str) -> Result<(&str, Relation, &str), ClaimError> {
    let mut found = None;
    let (mut depth, mut quote, mut skip) = (0_i64, None, 0);
    for (place, letter) in claim.char_indices() {
        if skip > 0 {
            skip -= 1;
            continue;
        }
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, _) if depth == 0 => {
                let at = |relation: &&Relation| claim[place..].starts_with(relation.symbol());
                // `<=` before `<`.
                let relation = Relation::ALL.iter().filter(at).max_by_key(|r| r.symbol().len());
                if let Some(&relation) = relation {
                    if found.is_some() {
                        return Err(no_claim("a claim has one relation"));
                    }
                    found = Some((place, relation));
                    skip = relation.symbol().len() - 1;
                }
            }
            _ => {}
        }
    }
    let (place, relation) = found.ok_or_else(|| no_claim(EXPECTED))?;
    let (left, right) = (&claim[..place], &claim[place + relation.symbol().len()..]);
    let (left, right) = (left.trim(), right.trim());
    if left.is_empty() || right.is_empty() || left.ends_with(['!', '=']) || right.starts_with('=') {
        return Err(no_claim(EXPECTED));
    }
    Ok((left, relation, right))
}
