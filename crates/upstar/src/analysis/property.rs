//! [`Property`]: what is known of some values alone, each with its type.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};
use upstar_core::{Outcome, Player};
use upstar_values::thermography;

/// Defines [`Property`]: of each variant its documentation, name, type, and English label.
macro_rules! properties {
    ($($(#[$doc:meta])+ $name:ident($type:ty) = $label:literal,)+) => {
        /// A property that values of some kind have, with its value.
        ///
        /// In JSON the name of the property stands beside its value:
        /// `{"property":"cut_by","value":"Left"}`.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "property", content = "value", rename_all = "snake_case")]
        #[non_exhaustive]
        pub enum Property {
            $($(#[$doc])+ $name($type),)+
        }

        impl Property {
            /// The property in English: a label and a text.
            ///
            /// ```
            /// use upstar::Property;
            ///
            /// let options = Property::LeftOptions(vec!["0".to_owned(), "*".to_owned()]);
            /// assert_eq!(options.english(), ("Left options".into(), "0, *".to_owned()));
            /// ```
            #[must_use]
            pub fn english(&self) -> (Cow<'static, str>, String) {
                if let Property::UnlistedMoves(heap) = self {
                    return (format!("moves in heap {heap}").into(), "too many to list".to_owned());
                }
                if let Property::TemperatureBound(bound) = self {
                    return ("temperature".into(), format!("at most {bound}"));
                }
                match self {
                    $(Property::$name(value) => ($label.into(), value.english()),)+
                }
            }
        }
    };
}

properties! {
    /// The arcs of a planned graph.
    Arcs(Estimate) = "arcs",
    /// The atomic weight of an infinitesimal.
    AtomicWeight(String) = "atomic weight",
    /// How an impartial game behaves in misère play: `tame`, `generally tame`, `restive`,
    /// `generally restive`, `restless`, `wild`, or `nim heap`.
    Behaviour(String) = "behaviour",
    /// The birthday, an ordinal.
    Birthday(String) = "birthday",
    /// The moves of an endgame of Go that are best at some temperature, hottest first.
    BestMoves(Vec<String>) = "best moves",
    /// Bytes: of the decision diagrams at their largest, or of the file of a proof.
    Bytes(u64) = "bytes",
    /// The number of moves that the cops need to catch the robber.
    CaptureTime(u64) = "capture time",
    /// A certificate that was written.
    Certificate(CertificateFacts) = "certificate",
    /// The numbers that a game is confused with.
    ConfusionInterval(NumberInterval) = "confused with the numbers",
    /// The smallest number of cops that catch the robber.
    CopNumber(u64) = "cop number",
    /// The player who may cut an edge of a stalk.
    CutBy(Player) = "cut by",
    /// An irrational number in decimals.
    Decimal(String) = "decimal",
    /// How many positions are drawn.
    Drawn(Count) = "D",
    /// Count, gote or sente of an endgame of Go, and what a move gains.
    Endgame(String) = "endgame",
    /// How many facts the file of a proof has.
    Facts(u64) = "facts",
    /// Whether a stalk is finite.
    Finite(bool) = "finite",
    /// The greatest integer that is not above a number.
    Floor(String) = "greatest integer below",
    /// The form of a game that is not in canonical form.
    Form(String) = "form",
    /// The genus.
    Genus(String) = "genus",
    /// Whether a form has an inverse modulo its universe.
    Invertible(bool) = "invertible",
    /// The positions of the largest tier.
    LargestTier(Count) = "largest tier",
    /// The thermograph if Left is komaster, where it depends on who is.
    LeftKomaster(String) = "thermograph, Left komaster",
    /// Left's options.
    LeftOptions(Vec<String>) = "Left options",
    /// How many positions the player to move loses.
    Lost(Count) = "P",
    /// The machines of a plan.
    Machines(u64) = "machines",
    /// The board of Go with the labels of the best moves.
    MarkedBoard(String) = "board with best moves",
    /// The simplest form in misère play.
    MisereForm(String) = "misère form",
    /// Who wins in misère play.
    MisereOutcome(Outcome) = "misère outcome",
    /// The mean number of moves of a position.
    Moves(Count) = "moves",
    /// The most nodes that the decision diagrams had.
    Nodes(u64) = "nodes",
    /// The normal form of a surreal number, or its first terms.
    NormalForm(String) = "normal form",
    /// The thermograph if nobody is komaster, where it depends on who is.
    NoKomaster(String) = "thermograph, no komaster",
    /// Why a loopy game has no offside.
    Offside(NoStopper) = "offside",
    /// Why a loopy game has no onside.
    Onside(NoStopper) = "onside",
    /// Whether the previous player wins neither a form nor a position that follows.
    PFree(bool) = "P-free",
    /// The position or sum of positions.
    Position(String) = "position",
    /// How many positions there are.
    Positions(Estimate) = "positions",
    /// How many positions a search looked at.
    PositionsLookedAt(u64) = "positions looked at",
    /// How many positions were solved.
    PositionsSolved(u64) = "positions solved",
    /// Where the rates of a plan were measured.
    Rates(String) = "rates",
    /// The format of a graph that was read.
    ReadAs(String) = "read as",
    /// The reduced canonical form.
    ReducedCanonicalForm(String) = "reduced canonical form",
    /// The thermograph if Right is komaster, where it depends on who is.
    RightKomaster(String) = "thermograph, Right komaster",
    /// Right's options.
    RightOptions(Vec<String>) = "Right options",
    /// The rounds until nothing changed.
    Rounds(u64) = "rounds",
    /// The sign expansion of a surreal number, or its first signs.
    SignExpansion(String) = "sign expansion",
    /// What the temperature of a sum is at most.
    TemperatureBound(String) = "temperature",
    /// The threads of a plan.
    Threads(u64) = "threads",
    /// A heap, counted from 1, whose winning moves are too many to list.
    UnlistedMoves(u64) = "moves in a heap",
    /// The universe of a form: `dicot`, `dead-ending` or `all`.
    Universe(String) = "universe",
    /// The uptimal expansion.
    UptimalExpansion(String) = "uptimal expansion",
    /// The vertices of a planned graph.
    Vertices(Estimate) = "vertices",
    /// The player who has won a recorded game.
    Winner(Player) = "winner",
    /// How many positions the player to move wins.
    Won(Count) = "N",
    /// The format of a graph that was written.
    WrittenAs(String) = "written as",
}

/// The typed value of a property of an [`Analysis`](crate::Analysis), if it has that property.
///
/// ```
/// let analysis = upstar::analyze_stalk(&upstar::read_stalk("LLR", &Default::default())?);
/// assert_eq!(upstar::property!(analysis, Finite), Some(&true));
/// assert_eq!(upstar::property!(analysis, CutBy), None);
/// # Ok::<(), upstar::values::Error>(())
/// ```
#[macro_export]
macro_rules! property {
    ($analysis:expr, $name:ident) => {
        $analysis.properties.iter().find_map(|property| match property {
            $crate::Property::$name(value) => Some(value),
            _ => None,
        })
    };
}

/// A value of a property in English.
trait English {
    fn english(&self) -> String;
}

macro_rules! displayed {
    ($($type:ty),+) => {
        $(impl English for $type {
            fn english(&self) -> String {
                self.to_string()
            }
        })+
    };
}

displayed!(String, u64, Count, Estimate, Outcome, Player, NumberInterval, NoStopper);
displayed!(CertificateFacts);

impl English for bool {
    fn english(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

impl English for Vec<String> {
    fn english(&self) -> String {
        if self.is_empty() { "none".to_owned() } else { self.join(", ") }
    }
}

/// A count that may need more than 64 bits; in JSON a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub struct Count(pub u128);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Count> for String {
    fn from(count: Count) -> String {
        count.to_string()
    }
}

impl TryFrom<String> for Count {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Count)
    }
}

/// How a number of positions or arcs is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Known {
    /// It was given, or counted.
    Exactly,
    /// It is an estimate.
    Estimated,
    /// There are at least so many.
    AtLeast,
}

/// A count, and how it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimate {
    /// The count.
    pub count: Count,
    /// How it is known.
    pub known: Known,
}

impl Estimate {
    /// A count that is known in this way.
    #[must_use]
    pub fn new(count: u128, known: Known) -> Self {
        Estimate { count: Count(count), known }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self.known {
            Known::Exactly => "",
            Known::Estimated => " (estimated)",
            Known::AtLeast => " (at least; the search stopped there)",
        };
        write!(f, "{}{words}", self.count)
    }
}

/// An interval of numbers, written `(-1,1)` or `[0,1)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NumberInterval {
    /// The lower end.
    pub low: String,
    /// The upper end.
    pub high: String,
    /// Whether the lower end belongs to it.
    pub low_closed: bool,
    /// Whether the upper end belongs to it.
    pub high_closed: bool,
}

impl From<thermography::Interval> for NumberInterval {
    fn from(interval: thermography::Interval) -> Self {
        let thermography::Interval { low, high, low_closed, high_closed } = interval;
        NumberInterval { low: low.to_string(), high: high.to_string(), low_closed, high_closed }
    }
}

impl fmt::Display for NumberInterval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = if self.low_closed { '[' } else { '(' };
        let close = if self.high_closed { ']' } else { ')' };
        write!(f, "{open}{},{}{close}", self.low, self.high)
    }
}

/// Why a side of a loopy game is not given as a stopper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NoStopper {
    /// It is proved to equal no stopper.
    EqualsNone,
    /// It was not found to equal one.
    NotFound,
}

impl fmt::Display for NoStopper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoStopper::EqualsNone => "equals no stopper",
            NoStopper::NotFound => "not found to equal a stopper",
        })
    }
}

/// A certificate of who wins a sum, as it was written to a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CertificateFacts {
    /// The file.
    pub file: String,
    /// Who begins.
    pub first: Player,
    /// Who wins then.
    pub winner: Player,
    /// The number of lost sums in it.
    pub lost: u64,
    /// The number of values in it.
    pub values: u64,
}

impl fmt::Display for CertificateFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CertificateFacts { file, first, winner, lost, values } = self;
        write!(f, "{file}: {winner} wins when {first} begins (lost sums: {lost}, values: {values})")
    }
}
