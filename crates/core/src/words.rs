//! Enums whose variants have one word each.

/// Declares an enum in which each variant has a word, with the list `ALL` of its variants and the
/// function that gives the word.
///
/// ```
/// upstar_core::words! {
///     /// A side of a board.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Edge {
///         /// The upper one.
///         Top = "top",
///         /// The lower one.
///         Bottom = "bottom",
///     }
///     /// What it is called.
///     pub const fn name
/// }
/// assert_eq!(Edge::ALL.map(Edge::name), ["top", "bottom"]);
/// ```
#[macro_export]
macro_rules! words {
    (
        $(#[$about:meta])*
        $visible:vis enum $Name:ident {
            $($(#[$of:meta])* $Variant:ident = $word:literal,)*
        }
        $(#[$says:meta])*
        $seen:vis const fn $function:ident
    ) => {
        $(#[$about])*
        $visible enum $Name {
            $($(#[$of])* $Variant,)*
        }

        impl $Name {
            /// All of them, in this order.
            $seen const ALL: [$Name; [$($word),*].len()] = [$($Name::$Variant),*];

            $(#[$says])*
            #[must_use]
            $seen const fn $function(self) -> &'static str {
                match self {
                    $($Name::$Variant => $word,)*
                }
            }
        }
    };
}
