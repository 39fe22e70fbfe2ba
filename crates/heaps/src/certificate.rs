//! Certificates of periods and laws: the facts that an independent checker needs.

use serde::{Deserialize, Serialize};

use crate::Result;
use crate::class::{Class, class_of};
use crate::code::Code;
use crate::error::HeapsError;
use crate::law::{Law, LinearRule};
use crate::period::{PeriodStatus, Periodicity, Theorem};
use crate::returns::Digests;
use crate::summary::Summary;

/// A certificate, as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Certificate {
    /// Of the period of a code.
    Period(PeriodCertificate),
    /// Of a law.
    Law(LawCertificate),
}

impl Certificate {
    /// The text of the file.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// A certificate of a proved law: the rules as linear conditions, and the law.
///
/// The fields are in the order of their names, as the digest in [`LawCertificate::seal`] takes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LawCertificate {
    /// The name of the game.
    pub game: String,
    /// `upstar certificate`.
    pub kind: String,
    /// The law.
    pub law: Law,
    /// The rules.
    pub rules: Vec<LinearRule>,
    /// A digest of all other fields.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub seal: String,
    /// What is certified.
    pub subject: String,
    /// The version of the format: 1.
    pub version: u32,
}

impl LawCertificate {
    /// The certificate of a law that the rules of a game prove.
    pub fn new(game: String, rules: Vec<LinearRule>, law: Law) -> LawCertificate {
        let mut certificate = LawCertificate {
            game,
            kind: "upstar certificate".to_owned(),
            law,
            rules,
            seal: String::new(),
            subject: "law of a nim sequence".to_owned(),
            version: 1,
        };
        // As the values are ordered when they are read again.
        let json = serde_json::to_value(&certificate).unwrap_or_default();
        certificate.seal = seal_of(&json);
        certificate
    }
}

/// A certificate of a proved period.
///
/// The fields are in the order of their names, as the digest in [`PeriodCertificate::seal`] takes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PeriodCertificate {
    /// Whether the class of rare values takes the parity of the heap into account, if there is one.
    pub by_position: Option<bool>,
    /// The code.
    pub code: String,
    /// Some heaps, and the digests of the values up to them, in hexadecimal.
    pub digests: Vec<(u64, String)>,
    /// `upstar certificate`.
    pub kind: String,
    /// The mask of the class of rare values, if there is one.
    pub mask: Option<u32>,
    /// The period.
    pub period: u64,
    /// The preperiod.
    pub preperiod: u64,
    /// How many heaps are rare, if there is a class.
    pub rares: Option<u64>,
    /// What is added after each period.
    pub saltus: u64,
    /// A digest of all other fields.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub seal: String,
    /// What is certified.
    pub subject: String,
    /// The theorem that proves it.
    pub theorem: Theorem,
    /// The last heap whose value was used.
    pub values_to: u64,
    /// The version of the format: 1.
    pub version: u32,
}

/// The seal of an unsealed certificate: a digest of all its fields.
pub fn seal_of(certificate: &impl Serialize) -> String {
    // Writing strings, numbers and lists of them cannot fail.
    let text = serde_json::to_string(certificate).unwrap_or_default();
    let seal = text.bytes().fold(Summary::DIGEST, |h, byte| Summary::mix(h, byte.into()));
    format!("{seal:016x}")
}

impl PeriodCertificate {
    fn new(
        code: &Code,
        period: &Periodicity,
        digests: &Digests,
        class: Option<(Class, u64)>,
    ) -> Result<PeriodCertificate> {
        let (PeriodStatus::Proved, Some(theorem)) = (period.verdict, period.theorem) else {
            return Err(HeapsError::NotProved);
        };
        if theorem == Theorem::TakeAny {
            return Err(HeapsError::NothingToCheck(code.to_string()));
        }
        let mut certificate = PeriodCertificate {
            by_position: class.map(|(class, _)| class.by_position),
            code: code.to_string(),
            digests: digests.iter().map(|(heap, h)| (*heap, format!("{h:016x}"))).collect(),
            kind: "upstar certificate".to_owned(),
            mask: class.map(|(class, _)| class.mask & 0xffff),
            period: period.period,
            preperiod: period.preperiod,
            rares: class.map(|(_, rares)| rares),
            saltus: period.saltus,
            seal: String::new(),
            subject: "period of a nim sequence".to_owned(),
            theorem,
            values_to: period.checked_to,
            version: 1,
        };
        certificate.seal = seal_of(&certificate);
        Ok(certificate)
    }

    /// The certificate of a period whose values were not kept, from their digests and the number of
    /// rare heaps.
    pub(crate) fn of_digests(
        code: &Code,
        period: &Periodicity,
        digests: &Digests,
        rares: u64,
    ) -> Result<PeriodCertificate> {
        PeriodCertificate::new(code, period, digests, period.class.map(|class| (class, rares)))
    }

    /// The certificate of a period that appears in the values of the heaps from 0 on.
    pub(crate) fn of_values(
        code: &Code,
        period: &Periodicity,
        values: &[u32],
    ) -> Result<PeriodCertificate> {
        let last = period.checked_to;
        let values = values.get(..=last as usize).ok_or(HeapsError::NoPeriod)?;
        let mut digests = Digests::new();
        let mut summary = Summary::new(true);
        let mut next = 1000;
        for (heap, value) in (0..).zip(values) {
            summary.add(std::slice::from_ref(value));
            if heap == next || heap == last {
                digests.push((heap, summary.digest.unwrap_or_default()));
                next = next.saturating_mul(10);
            }
        }
        // A class with few rare values makes the check fast, but its truth does not depend on it.
        let class = match period.class {
            Some(class) => {
                let rares = (0..).zip(values).filter(|&(heap, &value)| class.is_rare(value, heap));
                Some((class, rares.count() as u64))
            }
            None => class_of(code, values),
        };
        PeriodCertificate::new(code, period, &digests, class)
    }
}
