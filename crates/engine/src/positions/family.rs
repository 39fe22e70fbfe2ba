//! Graphs given by a name and a number of vertices.

/// A family with one graph for each number of vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFamily {
    /// One vertex after the other.
    Path,
    /// A path whose ends have an edge; with three vertices or more.
    Cycle,
    /// One vertex in the middle, with an edge to each of the others.
    Star,
    /// Any two vertices have an edge.
    Complete,
}

impl GraphFamily {
    /// The family that is called so in the text of a graph.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "path" => GraphFamily::Path,
            "cycle" => GraphFamily::Cycle,
            "star" => GraphFamily::Star,
            "complete" => GraphFamily::Complete,
            _ => return None,
        })
    }

    /// Whether there is one with that many vertices.
    #[must_use]
    pub fn has(self, vertices: u64) -> bool {
        self != GraphFamily::Cycle || vertices >= 3
    }

    /// The edges of the one with that many vertices, which are counted from 0.
    ///
    /// ```
    /// use upstar_engine::GraphFamily;
    ///
    /// assert_eq!(GraphFamily::Star.edges(3), [(0, 1), (0, 2)]);
    /// ```
    #[must_use]
    pub fn edges(self, vertices: usize) -> Vec<(usize, usize)> {
        let path = (1..vertices).map(|v| (v - 1, v));
        match self {
            GraphFamily::Path => path.collect(),
            GraphFamily::Cycle => path.chain([(vertices.saturating_sub(1), 0)]).collect(),
            GraphFamily::Star => (1..vertices).map(|v| (0, v)).collect(),
            GraphFamily::Complete => {
                (0..vertices).flat_map(|v| (0..v).map(move |u| (u, v))).collect()
            }
        }
    }
}
