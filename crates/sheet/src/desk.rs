//! How a sheet is kept, and what is at hand when it answers.

use upstar::lang::Session;
use upstar_core::Budget;

use crate::protocol::Limits;

/// Settings of a sheet.
#[derive(Clone, Debug)]
pub struct SheetSettings {
    /// What is told in the welcome. Of these bounds, a sheet itself keeps the one on its memory;
    /// the others are its carrier's.
    pub limits: Limits,
    /// The cells of the worksheet that is opened first.
    pub opened: Option<Vec<String>>,
    /// Whether custom rules may be added: they are the whole process's.
    pub rules: bool,
}

impl Default for SheetSettings {
    fn default() -> Self {
        let limits = Limits { seconds: None, bytes: None, request_bytes: 16 << 20 };
        SheetSettings { limits, opened: None, rules: true }
    }
}

/// The context in which a request is answered.
pub(crate) struct Desk<'a> {
    pub(crate) session: &'a Session,
    pub(crate) budget: &'a Budget,
}
