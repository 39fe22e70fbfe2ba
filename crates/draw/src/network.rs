//! Positions for the vertices of an undirected graph.
//!
//! Paths are drawn straight and cycles round. Other parts are laid out by stress majorization
//! (Gansner, Koren and North, *Graph drawing by stress majorization*, 2005), starting from the
//! distances to four corners. The same graph gives the same picture.

use std::collections::VecDeque;

/// The distance between parts, in lengths of an edge.
const BETWEEN: f64 = 1.0;

/// Rounds of the majorization.
const ROUNDS: usize = 300;

/// Positions of the vertices `0..vertices` of a graph: x to the right, y downward, in lengths of an
/// edge, the minimum of each being 0. Components are placed side by side. Edges to missing vertices
/// are ignored.
///
/// Time and memory grow with the square of the number of vertices of a part.
///
/// ```
/// let places = upstar_draw::network::places(3, &[(0, 1), (1, 2)]);
/// assert_eq!(places, [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]);
/// ```
#[must_use]
pub fn places(vertices: usize, edges: &[(usize, usize)]) -> Vec<(f64, f64)> {
    let mut near = vec![Vec::new(); vertices];
    for &(a, b) in edges.iter().filter(|&&(a, b)| a != b && a < vertices && b < vertices) {
        near[a].push(b);
        near[b].push(a);
    }
    for list in &mut near {
        list.sort_unstable();
        list.dedup();
    }
    let mut places = vec![(0.0, 0.0); vertices];
    let mut done = vec![false; vertices];
    let mut right = 0.0;
    for start in 0..vertices {
        if done[start] {
            continue;
        }
        let part: Vec<usize> = (0..vertices)
            .zip(distances(&near, start))
            .filter(|(_, distance)| distance.is_some())
            .map(|(v, _)| v)
            .collect();
        let mut found = part_places(&near, &part);
        let least = |list: &[(f64, f64)], axis: fn(&(f64, f64)) -> f64| {
            list.iter().map(axis).fold(f64::INFINITY, f64::min)
        };
        let (left, top) = (least(&found, |place| place.0), least(&found, |place| place.1));
        for place in &mut found {
            *place = (place.0 - left + right, place.1 - top);
        }
        for (&v, &place) in part.iter().zip(&found) {
            places[v] = place;
            done[v] = true;
        }
        right = found.iter().map(|place| place.0).fold(right, f64::max) + BETWEEN;
    }
    places
}

/// The number of edges from `start` to each vertex.
fn distances(near: &[Vec<usize>], start: usize) -> Vec<Option<u32>> {
    let mut found = vec![None; near.len()];
    found[start] = Some(0);
    let mut open = VecDeque::from([start]);
    while let Some(v) = open.pop_front() {
        let next = found[v].map(|distance: u32| distance + 1);
        for &u in &near[v] {
            if found[u].is_none() {
                found[u] = next;
                open.push_back(u);
            }
        }
    }
    found
}

fn part_places(near: &[Vec<usize>], part: &[usize]) -> Vec<(f64, f64)> {
    let n = part.len();
    let place_in = |v: usize| part.binary_search(&v).unwrap_or(0);
    if part.iter().all(|&v| near[v].len() <= 2) {
        // A path from its first end, or a cycle.
        let end = part.iter().copied().find(|&v| near[v].len() <= 1);
        let mut order = vec![end.unwrap_or(part[0])];
        while let Some(&next) =
            near[order[order.len() - 1]].iter().find(|&next| !order.contains(next))
        {
            order.push(next);
        }
        let turn = std::f64::consts::TAU / n as f64;
        let radius = 0.5 / (turn / 2.0).sin();
        let mut places = vec![(0.0, 0.0); n];
        for (index, &v) in order.iter().enumerate() {
            let angle = turn * index as f64 - std::f64::consts::FRAC_PI_2;
            places[place_in(v)] = match end {
                Some(_) => (index as f64, 0.0),
                None => (radius * angle.cos(), radius * angle.sin()),
            };
        }
        return places;
    }
    let wish: Vec<Vec<f64>> = part
        .iter()
        .map(|&v| {
            let all = distances(near, v);
            part.iter().map(|&u| f64::from(all[u].unwrap_or(1))).collect()
        })
        .collect();
    let mut places = majorized(&wish);
    turn_upright(&mut places, near, part);
    places
}

/// Positions whose distances approximate the wishes.
fn majorized(wish: &[Vec<f64>]) -> Vec<(f64, f64)> {
    let n = wish.len();
    let farthest = |score: &dyn Fn(usize) -> f64| {
        (0..n).fold(0, |best, v| if score(v) > score(best) { v } else { best })
    };
    let a = farthest(&|v| wish[0][v]);
    let b = farthest(&|v| wish[a][v]);
    let c = farthest(&|v| wish[a][v].min(wish[b][v]));
    let d = farthest(&|v| wish[c][v]);
    let mut places: Vec<(f64, f64)> = (0..n)
        .map(|v| {
            // A small offset, so that no two vertices coincide.
            let aside = v as f64 * 0.003;
            let (x, y) = (wish[a][v] - wish[b][v], wish[c][v] - wish[d][v]);
            (x / 1.4 + aside, y / 1.4 + aside * aside)
        })
        .collect();
    for _ in 0..ROUNDS {
        for i in 0..n {
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            for j in (0..n).filter(|&j| j != i) {
                let (dx, dy) = (places[i].0 - places[j].0, places[i].1 - places[j].1);
                let length = (dx * dx + dy * dy).sqrt().max(1e-9);
                let weight = 1.0 / (wish[i][j] * wish[i][j]);
                x += weight * (places[j].0 + wish[i][j] * dx / length);
                y += weight * (places[j].1 + wish[i][j] * dy / length);
                weights += weight;
            }
            places[i] = (x / weights, y / weights);
        }
    }
    places
}

/// Turns the picture so that the first edge runs to the right and the last vertex is not above the
/// first.
fn turn_upright(places: &mut [(f64, f64)], near: &[Vec<usize>], part: &[usize]) {
    let other = near[part[0]].first().and_then(|v| part.binary_search(v).ok()).unwrap_or(0);
    let (dx, dy) = (places[other].0 - places[0].0, places[other].1 - places[0].1);
    let length = (dx * dx + dy * dy).sqrt().max(1e-9);
    let (cos, sin) = (dx / length, dy / length);
    for place in places.iter_mut() {
        *place = (place.0 * cos + place.1 * sin, place.1 * cos - place.0 * sin);
    }
    if places[places.len() - 1].1 < places[0].1 {
        places.iter_mut().for_each(|place| place.1 = -place.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(a: (f64, f64), b: (f64, f64)) -> f64 {
        (a.0 - b.0).hypot(a.1 - b.1)
    }

    /// Grids come out as grids: every edge about one long, to the right or downward.
    #[test]
    fn grids_are_upright() {
        for (rows, columns) in [(2, 2), (3, 3), (2, 5), (4, 6), (8, 8)] {
            let mut edges = Vec::new();
            for v in 0..rows * columns {
                if (v + 1) % columns != 0 {
                    edges.push((v, v + 1));
                }
                if v + columns < rows * columns {
                    edges.push((v, v + columns));
                }
            }
            let places = places(rows * columns, &edges);
            for &(a, b) in &edges {
                let found = length(places[a], places[b]);
                assert!((0.7..1.3).contains(&found), "{rows}x{columns}: {a}-{b} {found}");
            }
            // Right neighbours stand to the right, lower ones below.
            for &(a, b) in &edges {
                let (right, down) = (places[b].0 - places[a].0, places[b].1 - places[a].1);
                assert!(if b == a + 1 { right } else { down } > 0.6, "{rows}x{columns}: {a}-{b}");
            }
        }
    }

    /// No two vertices come near each other, on some graphs of other kinds.
    #[test]
    fn vertices_keep_apart() {
        let star: Vec<_> = (1..9).map(|v| (0, v)).collect();
        let complete: Vec<_> = (0..7).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
        let tree: Vec<_> = (1..15).map(|v| ((v - 1) / 2, v)).collect();
        let cycle: Vec<_> = (0..9).map(|v| (v, (v + 1) % 9)).collect();
        let apart = [(0, 1), (3, 4), (4, 5)];
        for (n, edges) in [(9, star), (7, complete), (15, tree), (9, cycle), (6, apart.to_vec())] {
            let places = places(n, &edges);
            for a in 0..n {
                assert!(places[a].0 >= 0.0 && places[a].1 >= 0.0 && places[a].0.is_finite());
                for b in 0..a {
                    assert!(length(places[a], places[b]) > 0.3, "{n} vertices: {a}, {b}");
                }
            }
        }
        assert!(places(0, &[]).is_empty());
        assert_eq!(places(1, &[(0, 0), (0, 7)]), [(0.0, 0.0)]);
    }
}
