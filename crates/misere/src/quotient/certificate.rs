//! Certificates of quotients: the data that an independent check needs.

use serde::Serialize;
use upstar_heaps::{Code, seal_of};

use super::heaps::HeapQuotient;
use super::monoid::Element;

/// A certificate of the misère quotient of heaps, as it stands in a file.
///
/// The fields are in the order of their names, as the digest in [`Certificate::seal`] takes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Certificate {
    /// The code.
    pub code: String,
    /// The last heap of `map`.
    pub heaps_to: u64,
    /// `upstar certificate`.
    pub kind: String,
    /// The element of each heap.
    pub map: Vec<Element>,
    /// The number of elements; 0 is the identity.
    pub order: u64,
    /// The elements that are P-positions, ascending.
    pub p_portion: Vec<Element>,
    /// The period of the pretending function, if it is proved.
    pub period: Option<u64>,
    /// Its preperiod.
    pub preperiod: Option<u64>,
    /// A digest of all other fields.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub seal: String,
    /// For each generator its product with each element.
    pub steps: Vec<Vec<Element>>,
    /// What is certified.
    pub subject: String,
    /// The version of the format: 1.
    pub version: u32,
}

impl Certificate {
    /// The certificate of the quotient of a game's heaps.
    pub fn new(code: &Code, quotient: &HeapQuotient) -> Certificate {
        let monoid = &quotient.monoid;
        let mut certificate = Certificate {
            code: code.to_string(),
            heaps_to: (quotient.map.len() as u64).saturating_sub(1),
            kind: "upstar certificate".to_owned(),
            map: quotient.map.clone(),
            order: monoid.len() as u64,
            p_portion: monoid.p_portion(),
            period: quotient.period.map(|period| period.period),
            preperiod: quotient.period.map(|period| period.preperiod),
            seal: String::new(),
            steps: monoid.generators().iter().map(|&g| monoid.row(g).to_vec()).collect(),
            subject: "misère quotient of heaps".to_owned(),
            version: 1,
        };
        certificate.seal = seal_of(&certificate);
        certificate
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
