//! The settings of a sheet, and the context of a request.

use upstar::lang::Session;
use upstar_core::Budget;

use crate::protocol::Limits;

/// Settings of a sheet.
#[derive(Clone, Debug)]
pub struct SheetSettings {
    /// Limits reported in the welcome. The sheet itself enforces only the one on its memory; its
    /// carrier enforces the others.
    pub limits: Limits,
    /// The cells of the initial worksheet.
    pub opened: Option<Vec<String>>,
    /// Whether custom rules may be added: they are shared by the whole process.
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
