//! Checks certificates with code that contains no engine.

use std::path::Path;

use upstar_core::{Budget, Convention};
use upstar_files::graph::ReadOptions;
use upstar_files::{MOST_TEXT, Source};
use upstar_heaps::LawCertificate;
use upstar_verify::VerifyError;
use upstar_verify::heaps::check_period;
use upstar_verify::laws::{check_law, is_law};
use upstar_verify::quotient::{check_quotient, is_quotient};

use crate::analysis::{Analysis, Claim, GraphFacts};
use crate::error::Error;

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
) -> Result<Analysis, Error> {
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
pub fn verify_period(certificate: &Path, budget: &Budget) -> Result<Analysis, Error> {
    let name = certificate.display().to_string();
    let unreadable = |message: String| Error::Certificate { certificate: name.clone(), message };
    let text = Source::Path(certificate.to_owned()).read_text(MOST_TEXT, budget)?;
    if upstar_verify::strategy::is_strategy(&text) {
        return crate::strategies::verify_strategy(&name, &text, budget);
    }
    if is_quotient(&text) {
        return verify_quotient(&name, &text, budget);
    }
    if is_law(&text) {
        return verify_law(&name, &text, budget);
    }
    let mut analysis = Analysis::new(&name);
    match check_period(&text, budget) {
        Ok(checked) => {
            let saltus = match checked.saltus {
                0 => String::new(),
                saltus => format!(" and saltus {saltus}"),
            };
            let far = checked.values_to;
            let extent = match checked.complete {
                true => format!("right, by the values up to {far}"),
                false => format!("partially checked, the values up to {far} agree"),
            };
            let reason = format!(
                "{}: preperiod {}, period {}{saltus}: {extent}",
                checked.code, checked.preperiod, checked.period
            );
            analysis.claim = Some(Claim { holds: true, reason, ..Claim::default() });
        }
        Err(VerifyError::Exhausted(exhausted)) => return Err(Error::Exhausted(exhausted)),
        Err(error @ VerifyError::NoPeriod(_)) => {
            return Err(unreadable(format!(
                "{error}; a certificate of a graph needs the graph as well"
            )));
        }
        Err(error) => analysis.claim = Some(refuted(&error)),
    }
    Ok(analysis)
}

/// Checks a certificate of a law of a nim sequence.
fn verify_law(name: &str, text: &str, budget: &Budget) -> Result<Analysis, Error> {
    let mut analysis = Analysis::new(name);
    let unreadable = |message: String| Error::Certificate { certificate: name.to_owned(), message };
    match check_law(text, budget) {
        Ok(checked) => {
            let certificate: LawCertificate =
                serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
            let rules = match checked.rules {
                1 => "its rule".to_owned(),
                rules => format!("its {rules} rules"),
            };
            let reason = format!(
                "{}: {}: right for every heap, by {rules} as linear conditions",
                checked.game, certificate.law
            );
            analysis.claim = Some(Claim { holds: true, reason, ..Claim::default() });
        }
        Err(VerifyError::Exhausted(exhausted)) => return Err(Error::Exhausted(exhausted)),
        Err(error @ VerifyError::NoLaw(_)) => return Err(unreadable(error.to_string())),
        Err(error) => analysis.claim = Some(refuted(&error)),
    }
    Ok(analysis)
}

/// Checks a certificate of a misère quotient of heaps.
fn verify_quotient(name: &str, text: &str, budget: &Budget) -> Result<Analysis, Error> {
    let mut analysis = Analysis::new(name);
    match check_quotient(text, budget) {
        Ok(checked) => {
            let sums = match checked.period {
                Some((preperiod, period)) => {
                    format!("all heaps, preperiod {preperiod}, period {period}")
                }
                None => format!("the heaps to {}", checked.heaps_to),
            };
            let reason = format!(
                "{}: misère quotient of order {} with {} P-positions: right for every sum of {sums}",
                checked.code, checked.order, checked.p_order
            );
            analysis.claim = Some(Claim { holds: true, reason, ..Claim::default() });
        }
        Err(VerifyError::Exhausted(exhausted)) => return Err(Error::Exhausted(exhausted)),
        Err(error @ VerifyError::NoQuotient(_)) => {
            let message = error.to_string();
            return Err(Error::Certificate { certificate: name.to_owned(), message });
        }
        Err(error) => analysis.claim = Some(refuted(&error)),
    }
    Ok(analysis)
}

fn refuted(error: &VerifyError) -> Claim {
    let vertex = match error {
        VerifyError::Rejected(rejection) => rejection.name.clone(),
        _ => None,
    };
    Claim { holds: false, reason: error.to_string(), vertex, ..Claim::default() }
}
