//! Pictures: a [`Scene`] of lines, rectangles, circles and text, written as SVG
//! (or, with the feature `png`, as PNG).
//!
//! - [`Scene`], [`Shape`], [`Style`], [`Rgb`]: what is drawn. The engines and
//!   rulesets build scenes; this crate alone knows file formats.
//! - [`svg`]: the text of an SVG file. The same scene gives the same bytes on
//!   every machine.
//! - [`diagram`]: a directed graph in layers.
//! - [`network`]: a graph without directions, neighbours about one edge apart.
//! - [`thermograph`]: a thermograph as the field draws it, and in characters.
//!
//! Coordinates are pixels: x grows to the right, y grows downward. Positions in
//! pictures are the one place where floating point is allowed: nothing is
//! decided by them, and labels are exact texts.

pub mod diagram;
mod error;
pub mod network;
pub mod thermograph;

#[cfg(feature = "png")]
mod png;
mod scene;
mod svg;

pub use error::DrawError;
#[cfg(feature = "png")]
pub use png::png;
pub use scene::{Anchor, Element, Rgb, Scene, Shape, Style};
pub use svg::svg;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
