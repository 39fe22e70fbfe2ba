//! Colour refinement: a standard order of the vertices of a graph.

/// A vertex as refinement sees it: its class, and the labels of its edges with the
/// classes at their other ends.
type Sight = (u32, Vec<(u32, u32)>);

/// Gives every vertex a class of its own, by colour refinement: classes are split
/// by what is around their vertices until nothing changes; then one vertex of the
/// first class with several is distinguished, and so on. The classes are numbers from
/// 0 on and do not depend on the names of the vertices, except for the choice of
/// the one distinguished.
///
/// `around(v, out)` appends the edges at `v`: a label, and the other end.
pub fn refined(mut class: Vec<u32>, around: impl Fn(usize, &mut Vec<(u32, usize)>)) -> Vec<u32> {
    let n = class.len();
    let mut edges = Vec::new();
    let mut count = 0;
    loop {
        loop {
            let mut sights: Vec<(Sight, usize)> = Vec::with_capacity(n);
            for v in 0..n {
                edges.clear();
                around(v, &mut edges);
                let mut seen: Vec<_> = edges.iter().map(|&(label, u)| (label, class[u])).collect();
                seen.sort_unstable();
                sights.push(((class[v], seen), v));
            }
            sights.sort_unstable();
            let mut last = 0;
            for index in 0..n {
                last += u32::from(index > 0 && sights[index - 1].0 != sights[index].0);
                class[sights[index].1] = last;
            }
            let classes = if n == 0 { 0 } else { last as usize + 1 };
            if classes == count {
                break;
            }
            count = classes;
        }
        if count == n {
            return class;
        }
        let mut size = vec![0usize; n];
        class.iter().for_each(|&c| size[c as usize] += 1);
        let Some(first) = (0..n).find(|&c| size[c] > 1) else { return class };
        let chosen = (0..n).find(|&v| class[v] as usize == first);
        for (v, class) in class.iter_mut().enumerate() {
            *class = 2 * *class + u32::from(Some(v) != chosen);
        }
        count = 0;
    }
}
