//! Stops and thermographs.

use std::fmt;

use serde::{Deserialize, Serialize};
use upstar_core::Player;

/// The two stops, each with the player to move when it is reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stops {
    /// The Left stop.
    pub left: Stop,
    /// The Right stop.
    pub right: Stop,
}

/// Where play stops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stop {
    /// The number; of a loopy game perhaps `over`, `under`, `on` or `off`.
    pub value: String,
    /// The player to move there; absent in loopy games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<Player>,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mover {
            Some(mover) => write!(f, "{} ({mover} to move)", self.value),
            None => f.write_str(&self.value),
        }
    }
}

/// A thermograph: both walls and its printed form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Walls {
    /// The printed form, `Thermograph(...)`.
    pub text: String,
    /// The Left wall.
    pub left: Wall,
    /// The Right wall.
    pub right: Wall,
}

/// One wall of a thermograph, as corner points from the mast down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wall {
    /// The mast value.
    pub mast: String,
    /// Corners `(temperature, value)`, temperatures falling.
    pub corners: Vec<(String, String)>,
}
