//! Games with heaps: the twin of `theory/heaps.v`.

use std::fmt::Write;

use crate::Result;
use crate::error::ProofError;

/// The moves in one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HeapRules {
    /// Any number may be taken.
    Nim,
    /// A number in the set may be taken.
    Subtraction(Vec<u64>),
    /// The digits of an octal code, from the one before the point.
    Octal(Vec<u8>),
}

impl HeapRules {
    /// The name of the rules in the theory.
    pub(crate) fn name(&self) -> String {
        let list = |items: Vec<String>| format!("[{}]", items.join("; "));
        match self {
            HeapRules::Nim => "nim".to_owned(),
            HeapRules::Subtraction(set) => {
                format!("(subtraction {})", list(set.iter().map(u64::to_string).collect()))
            }
            HeapRules::Octal(digits) => {
                format!("(octal {})", list(digits.iter().map(u8::to_string).collect()))
            }
        }
    }

    /// Reads an octal code without a repeating end: `0.77`, `4.0`.
    pub(crate) fn read_octal(code: &str) -> Result<Self> {
        let wrong = || {
            ProofError::unsupported(format!(
                "proofs of heap games need an octal code with finitely many digits from 0 to 7, \
                 as in `0.77`; this game has the code {code}"
            ))
        };
        let (before, after) = code.split_once('.').unwrap_or((code, ""));
        if !matches!(before, "0" | "4") {
            return Err(wrong());
        }
        let digits = before.bytes().chain(after.bytes());
        let digits: Option<Vec<u8>> =
            digits.map(|c| (b'0'..=b'7').contains(&c).then(|| c - b'0')).collect();
        digits.map(HeapRules::Octal).ok_or_else(wrong)
    }

    /// The options of a heap, in the order of the theory.
    pub(crate) fn options(&self, n: u64) -> Vec<Vec<u64>> {
        match self {
            HeapRules::Nim => (0..n).map(|m| vec![m]).collect(),
            HeapRules::Subtraction(set) => {
                set.iter().filter_map(|&k| n.checked_sub(k)).map(|m| vec![m]).collect()
            }
            HeapRules::Octal(digits) => {
                let mut out = Vec::new();
                for (k, digit) in digits.iter().enumerate() {
                    let Some(left) = n.checked_sub(k as u64) else { break };
                    if digit & 1 != 0 && left == 0 {
                        out.push(Vec::new());
                    }
                    if digit & 2 != 0 && left != 0 {
                        out.push(vec![left]);
                    }
                    if digit & 4 != 0 {
                        out.extend((1..=left / 2).map(|a| vec![a, left - a]));
                    }
                }
                out
            }
        }
    }

    /// The options of several heaps.
    pub(crate) fn moves(&self, heaps: &[u64], out: &mut Vec<Vec<u64>>) {
        for (index, &heap) in heaps.iter().enumerate() {
            for new in self.options(heap) {
                out.push([&heaps[..index], &new, &heaps[index + 1..]].concat());
            }
        }
    }
}

/// `[3; 4]`.
pub(crate) fn coq_list(numbers: &[u64]) -> String {
    let mut text = String::from("[");
    for (index, number) in numbers.iter().enumerate() {
        let _ = write!(text, "{}{number}", if index == 0 { "" } else { "; " });
    }
    text + "]"
}
