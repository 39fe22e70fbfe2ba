//! The styles in which values are written.

/// A style in which values are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// ASCII, with ω, × and ∞ where they occur.
    #[default]
    Plain,
    /// Only ASCII.
    Ascii,
    /// Also ↑ ↓ ⋆ ±.
    Unicode,
}
