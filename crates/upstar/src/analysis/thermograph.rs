//! Stops and thermographs.

use serde::{Deserialize, Serialize};

/// The two stops, each with the player to move when it is reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stops {
    /// The Left stop.
    pub left: String,
    /// The Right stop.
    pub right: String,
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
