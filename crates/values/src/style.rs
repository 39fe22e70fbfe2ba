//! How values are written.

/// How values are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// ASCII; ω, × and ∞ where they occur.
    #[default]
    Plain,
    /// ASCII alone.
    Ascii,
    /// ↑ ↓ ⋆ ± as well.
    Unicode,
}
