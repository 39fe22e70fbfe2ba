//! Pictures: a [`Scene`] of lines, rectangles, circles and text, written as SVG
//! or TikZ (with the features `png` and `pdf` also as PNG and PDF).
//!
//! - [`Scene`], [`Shape`], [`Style`], [`Rgb`]: the contents of a picture. The engines and rulesets
//!   build scenes; only this crate knows file formats.
//! - [`svg`]: the text of an SVG file. The same scene gives the same bytes on
//!   every machine.
//! - [`tikz`]: the text of a picture for LaTeX.
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

#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "png")]
mod png;
mod scene;
mod svg;
mod tikz;

pub use error::DrawError;
#[cfg(feature = "pdf")]
pub use pdf::pdf;
#[cfg(feature = "png")]
pub use png::png;
pub use scene::{Anchor, Element, Rgb, Scene, Shape, Style};
pub use svg::svg;
pub use tikz::tikz;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
