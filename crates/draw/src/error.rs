//! The reasons why there is no picture.

/// The maximum number of vertices of a readable diagram.
pub const MOST_VERTICES: usize = 2_000;

/// The maximum number of arcs of a diagram.
pub const MOST_ARCS: usize = 10_000;

/// The reason why there is no picture.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// Too many vertices for a readable diagram.
    #[error(
        "a graph of {0} vertices is too large to draw; at most {MOST_VERTICES} can be drawn: draw \
         a part of it"
    )]
    Vertices(usize),
    /// Too many arcs for a readable diagram.
    #[error(
        "a graph of {0} arcs is too large to draw; at most {MOST_ARCS} can be drawn: draw a part \
         of it"
    )]
    Arcs(usize),
    /// An arc names a missing vertex.
    #[error("arc {arc} names vertex {vertex}, but there are only {vertices} (counted from 0)")]
    NoVertex {
        /// The index of the arc.
        arc: usize,
        /// The vertex it names.
        vertex: u32,
        /// The number of vertices.
        vertices: usize,
    },
    /// A PNG would have too many pixels, or the scale is not positive.
    #[cfg(feature = "png")]
    #[error(
        "a picture of {width:.0} by {height:.0} pixels at scale {scale}: at most 10^8 pixels can \
         be drawn; write SVG, or take a smaller scale"
    )]
    Size {
        /// The width of the scene.
        width: f64,
        /// The height of the scene.
        height: f64,
        /// Pixels of the file per pixel of the scene.
        scale: f64,
    },
    /// The PNG renderer rejected the scene.
    #[cfg(feature = "png")]
    #[error("the picture could not be drawn: {0}")]
    Renderer(String),
}
