//! Pictures: a [`Scene`] of lines, rectangles, circles and text, written as SVG
//! (or, with the feature `png`, as PNG).
//!
//! - [`Scene`], [`Shape`], [`Style`], [`Rgb`]: the contents of a picture. The engines and rulesets
//!   build scenes; only this crate knows file formats.
//! - [`svg`]: the text of an SVG file. The same scene gives the same bytes on
//!   every machine.
//! - [`diagram`]: a directed graph in layers.
//! - [`network`]: an undirected graph, neighbours about one edge apart.
//! - [`thermograph`]: a thermograph in the standard form, and as text.
//!
//! Coordinates are pixels: x grows to the right, y grows downward. Floating point is allowed only
//! for positions in pictures: no result depends on them, and labels are exact texts.

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
