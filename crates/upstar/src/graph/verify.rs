//! Checks certificates with code that contains no engine.

use std::path::Path;

use upstar_core::{Budget, Convention};
use upstar_files::graph::ReadOptions;
use upstar_files::{MOST_TEXT, Source};
use upstar_heaps::LawCertificate;
use upstar_verify::VerifyError;
use upstar_verify::heaps::{CheckedPeriod, check_period};
use upstar_verify::laws::{CheckedLaw, check_law, is_law};
use upstar_verify::quotient::{CheckedQuotient, check_quotient, is_quotient};

use crate::analysis::{Analysis, Claim, GraphFacts};
use crate::error::{Error, Result};

/// Checks a certificate of outcomes or values against its graph; the [`Claim`] of the analysis
/// gives the result.
///
/// # Errors
///
/// [`Error::File`]; the budget.
pub fn verify_graph(
    certificate: &Source,
    graph: &Source,
    options: &ReadOptions,
    budget: &Budget,
) -> Result<Analysis> {
    let mut analysis = Analysis::new(certificate.name());
    match upstar_verify::check(graph, options, certificate, budget) {
        Ok(checked) => {
            let reason = format!(
                "{}, {}: right for all {} vertices and {} arcs",
                checked.kind, checked.subject, checked.vertices, checked.arcs
            );
            analysis.claim = Some(Claim { holds: true, reason, ..Claim::default() });
            analysis.graph = Some(GraphFacts {
                vertices: u64::from(checked.vertices),
                arcs: checked.arcs,
                coloured: checked.kind == "coloured outcomes",
                misere: checked.subject == Convention::Misere.to_string(),
                ..GraphFacts::default()
            });
        }
        Err(VerifyError::Exhausted(exhausted)) => return Err(Error::Exhausted(exhausted)),
        Err(VerifyError::File(error)) => return Err(error.into()),
        Err(error) => analysis.claim = Some(refuted(&error)),
    }
    Ok(analysis)
}

/// Checks a certificate of the period of a nim sequence, recomputing the values, of a law of one, of a
/// misère quotient of heaps, or of a strategy for a sum; the [`Claim`] of the analysis gives the result.
///
/// # Errors
///
/// [`Error::Certificate`] if it is no such certificate; the budget.
pub fn verify_period(certificate: &Path, budget: &Budget) -> Result<Analysis> {
    let name = certificate.display().to_string();
    let text = Source::Path(certificate.to_owned()).read_text(MOST_TEXT, budget)?;
    if upstar_verify::strategy::is_strategy(&text) {
        return crate::strategies::verify_strategy(&name, &text, budget);
    }
    let reason = if is_quotient(&text) {
        check_quotient(&text, budget).map(|checked| quotient_claim(&checked))
    } else if is_law(&text) {
        check_law(&text, budget).and_then(|checked| law_claim(&checked, &text))
    } else {
        check_period(&text, budget).map(|checked| period_claim(&checked))
    };
    let unreadable = |message| Error::Certificate { certificate: name.clone(), message };
    let claim = match reason {
        Ok(reason) => Claim { holds: true, reason, ..Claim::default() },
        Err(VerifyError::Exhausted(exhausted)) => return Err(Error::Exhausted(exhausted)),
        Err(error @ VerifyError::NoPeriod(_)) => {
            return Err(unreadable(format!(
                "{error}; a certificate of a graph needs the graph as well"
            )));
        }
        Err(error @ (VerifyError::NoQuotient(_) | VerifyError::NoLaw(_))) => {
            return Err(unreadable(error.to_string()));
        }
        Err(error) => refuted(&error),
    };
    Ok(Analysis { claim: Some(claim), ..Analysis::new(name) })
}

fn period_claim(checked: &CheckedPeriod) -> String {
    let saltus = match checked.saltus {
        0 => String::new(),
        saltus => format!(" and saltus {saltus}"),
    };
    let far = checked.values_to;
    let extent = match checked.complete {
        true => format!("right, by the values up to {far}"),
        false => format!("partially checked, the values up to {far} agree"),
    };
    let CheckedPeriod { code, preperiod, period, .. } = checked;
    format!("{code}: preperiod {preperiod}, period {period}{saltus}: {extent}")
}

fn law_claim(checked: &CheckedLaw, text: &str) -> Result<String, VerifyError> {
    let read = serde_json::from_str(text);
    let certificate: LawCertificate =
        read.map_err(|error| VerifyError::NoLaw(error.to_string()))?;
    let rules = match checked.rules {
        1 => "its rule".to_owned(),
        rules => format!("its {rules} rules"),
    };
    Ok(format!(
        "{}: {}: right for every heap, by {rules} as linear conditions",
        checked.game, certificate.law
    ))
}

fn quotient_claim(checked: &CheckedQuotient) -> String {
    let sums = match checked.period {
        Some((preperiod, period)) => format!("all heaps, preperiod {preperiod}, period {period}"),
        None => format!("the heaps to {}", checked.heaps_to),
    };
    format!(
        "{}: misère quotient of order {} with {} P-positions: right for every sum of {sums}",
        checked.code, checked.order, checked.p_order
    )
}

fn refuted(error: &VerifyError) -> Claim {
    let vertex = match error {
        VerifyError::Rejected(rejection) => rejection.name.clone(),
        _ => None,
    };
    Claim { holds: false, reason: error.to_string(), vertex, ..Claim::default() }
}
