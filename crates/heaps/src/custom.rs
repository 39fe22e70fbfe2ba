//! The rules of heap games: codes, and rules that list the options of a heap.

use std::fmt;
use std::sync::Arc;

use crate::Result;
use crate::code::Code;
use crate::law::{Floor, LinearRule};
use crate::rule::{HeapRule, Visit};

/// The rules of a heap game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapRules {
    /// A code.
    Code(Code),
    /// Other rules.
    Custom(CustomHeaps),
}

impl HeapRules {
    /// The code, if there is one.
    pub fn code(&self) -> Option<&Code> {
        match self {
            HeapRules::Code(code) => Some(code),
            HeapRules::Custom(_) => None,
        }
    }
}

impl HeapRule for HeapRules {
    fn options(&self, heap: u64, visit: &mut Visit<'_>) -> Result {
        match self {
            HeapRules::Code(code) => code.options(heap, visit),
            HeapRules::Custom(custom) => custom.rule.options(heap, visit),
        }
    }

    fn linear(&self) -> Option<Vec<LinearRule>> {
        match self {
            HeapRules::Code(code) => code.linear(),
            HeapRules::Custom(custom) => custom.rule.linear(),
        }
    }

    fn take_at_most(&self) -> Option<Floor> {
        match self {
            HeapRules::Code(code) => code.take_at_most(),
            HeapRules::Custom(custom) => custom.rule.take_at_most(),
        }
    }
}

/// Rules without a code, under a name. Rules with equal names and texts have the same options.
#[derive(Clone)]
pub struct CustomHeaps {
    /// The name of the game.
    pub name: String,
    /// A text that distinguishes the rules from others of that name.
    pub text: String,
    /// The rules.
    pub rule: Arc<dyn HeapRule + Send + Sync>,
}

impl fmt::Debug for CustomHeaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.name, self.text)
    }
}

impl PartialEq for CustomHeaps {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.text) == (&other.name, &other.text)
    }
}

impl Eq for CustomHeaps {}
