//! Colour refinement: a standard order of the vertices of a graph.

/// Gives every vertex a class of its own, by colour refinement: classes are split
/// by what is around their vertices until nothing changes; then one vertex of the
/// first class with several is distinguished, and so on. The classes are numbers from
/// 0 on and do not depend on the names of the vertices, except for the choice of
/// the one distinguished.
///
/// `around(v, out)` appends the edges at `v`: a label, and the other end.
pub fn refined(mut class: Vec<u32>, around: impl Fn(usize, &mut Vec<(u32, usize)>)) -> Vec<u32> {
    let n = class.len();
    let (mut edges, mut ends) = (Vec::new(), vec![0]);
    for v in 0..n {
        around(v, &mut edges);
        ends.push(edges.len());
    }
    let mut seen: Vec<(u32, u32)> = vec![(0, 0); edges.len()];
    let mut order: Vec<usize> = (0..n).collect();
    let mut next = class.clone();
    let mut count = 0;
    loop {
        order.sort_unstable_by_key(|&v| class[v]);
        loop {
            let (mut from, mut last) = (0, 0);
            while from < n {
                let same = |&&v: &&usize| class[v] == class[order[from]];
                let to = from + order[from..].iter().take_while(same).count();
                // A vertex that has its class alone needs no look around it.
                if to > from + 1 {
                    for &v in &order[from..to] {
                        let here = ends[v]..ends[v + 1];
                        for (seen, &(label, u)) in
                            seen[here.clone()].iter_mut().zip(&edges[here.clone()])
                        {
                            *seen = (label, class[u]);
                        }
                        seen[here].sort_unstable();
                    }
                    let sight = |v: usize| &seen[ends[v]..ends[v + 1]];
                    order[from..to].sort_unstable_by(|&a, &b| sight(a).cmp(sight(b)));
                }
                for index in from..to {
                    let sight = |index: usize| &seen[ends[order[index]]..ends[order[index] + 1]];
                    last += u32::from(index > from && sight(index - 1) != sight(index));
                    next[order[index]] = last;
                }
                last += 1;
                from = to;
            }
            std::mem::swap(&mut class, &mut next);
            let classes = last as usize;
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
        // All classes before it have one vertex each.
        let members = &mut order[first..first + size[first]];
        members.sort_unstable();
        if members.len() > FEW && are_twins(members, |v| &edges[ends[v]..ends[v + 1]]) {
            // Whichever comes first, the graph looks the same, and no other vertex tells them apart.
            let more = members.len() as u32 - 1;
            class.iter_mut().filter(|class| **class as usize > first).for_each(|c| *c += more);
            members.iter().zip(first as u32..).for_each(|(&v, new)| class[v] = new);
            count = 0;
            continue;
        }
        let chosen = (0..n).find(|&v| class[v] as usize == first);
        for (v, class) in class.iter_mut().enumerate() {
            *class = 2 * *class + u32::from(Some(v) != chosen);
        }
        count = 0;
    }
}

/// So many vertices at most are distinguished one after the other, as fast as they are compared.
const FEW: usize = 32;

/// Whether any two of these vertices can change places: they have the same edges to all others, and
/// the same edge, or none, to each other.
fn are_twins<'e>(members: &[usize], at: impl Fn(usize) -> &'e [(u32, usize)]) -> bool {
    let split = |v: usize| {
        let inside = |edge: &(u32, usize)| members.binary_search(&edge.1).is_ok();
        let (mut inside, mut outside): (Vec<_>, Vec<_>) = at(v).iter().copied().partition(inside);
        inside.sort_unstable_by_key(|&(_, u)| u);
        outside.sort_unstable();
        (inside, outside)
    };
    let (inside, outside) = split(members[0]);
    let label = inside.first().map(|&(label, _)| label);
    members.iter().all(|&v| {
        let here = split(v);
        let joined = here.0.iter().map(|&(label, u)| (Some(label), u));
        let others = members.iter().filter(|&&u| u != v && label.is_some());
        here.1 == outside && joined.eq(others.map(|&u| (label, u)))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// One round by the definition: classes in the order of what is seen of all vertices.
    fn split(class: &[u32], edges: &[(usize, usize, u32)]) -> Vec<u32> {
        let sights: Vec<(u32, Vec<(u32, u32)>)> = (0..class.len())
            .map(|v| {
                let ends = edges.iter().flat_map(|&(a, b, label)| {
                    let there = (a == v).then_some((label, class[b]));
                    [there, (b == v && a != b).then_some((label, class[a]))]
                });
                let mut seen: Vec<_> = ends.flatten().collect();
                seen.sort_unstable();
                (class[v], seen)
            })
            .collect();
        let mut sorted = sights.clone();
        sorted.sort_unstable();
        sorted.dedup();
        sights.iter().map(|sight| sorted.binary_search(sight).unwrap() as u32).collect()
    }

    fn by_definition(mut class: Vec<u32>, edges: &[(usize, usize, u32)]) -> Vec<u32> {
        loop {
            let mut count = 0;
            loop {
                class = split(&class, edges);
                let classes = class.iter().max().map_or(0, |&last| last + 1);
                if classes == count {
                    break;
                }
                count = classes;
            }
            let size = |c: u32| class.iter().filter(|&&other| other == c).count();
            let Some(first) = (0..count).find(|&c| size(c) > 1) else { return class };
            let chosen = class.iter().position(|&c| c == first);
            for (v, class) in class.iter_mut().enumerate() {
                *class = 2 * *class + u32::from(Some(v) != chosen);
            }
        }
    }

    /// Large classes of vertices that can change places, and others.
    #[test]
    fn like_vertices_follow_the_definition() {
        let n = 40;
        let all = || (0..n).flat_map(|a| (0..a).map(move |b| (a, b, 0)));
        let kinds: Vec<Vec<(usize, usize, u32)>> = vec![
            all().collect(),
            all().filter(|edge| edge.1 == 0).collect(),
            all().filter(|edge| edge.1 > 4 && edge.0 % 7 != 0).collect(),
            all().map(|(a, b, _)| (a, b, u32::from(a + b == 41))).collect(),
            all().filter(|(a, b, _)| a % 2 == b % 2).collect(),
            (1..n).map(|a| (a, a - 1, 0)).chain([(0, n - 1, 0)]).collect(),
        ];
        for edges in kinds {
            let found = refined(vec![0; n], |v, out| {
                for &(a, b, label) in &edges {
                    out.extend((a == v).then_some((label, b)));
                    out.extend((b == v).then_some((label, a)));
                }
            });
            assert_eq!(found, by_definition(vec![0; n], &edges));
        }
    }

    proptest! {
        #[test]
        fn refinement_follows_the_definition(
            class in proptest::collection::vec(0u32..3, 1..14),
            edges in proptest::collection::vec((0usize..14, 0usize..14, 0u32..2), 0..20),
        ) {
            let n = class.len();
            let edges: Vec<_> = edges.into_iter().map(|(a, b, l)| (a % n, b % n, l)).collect();
            let found = refined(class.clone(), |v, out| {
                for &(a, b, label) in &edges {
                    out.extend((a == v).then_some((label, b)));
                    out.extend((b == v && a != b).then_some((label, a)));
                }
            });
            prop_assert_eq!(found, by_definition(class, &edges));
        }
    }
}
