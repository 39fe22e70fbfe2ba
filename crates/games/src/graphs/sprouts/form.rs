//! The standard form of a sketch: equal for positions that differ by names, mirrors and turns, as far
//! as that is cheap.

use std::cmp::Ordering;

use super::{Boundary, END, FIRST, ONCE, Region, SPOT};

/// The boundary without the second of two neighbouring places of one vertex, if no other vertex is
/// met between them: nothing can be drawn there, so that the vertex is met once.
pub(super) fn without_bays(boundary: &mut Boundary) -> bool {
    let length = boundary.len();
    let bay = (0..length).find(|&at| {
        let next = (at + 1) % length;
        next != at && boundary[at] >= FIRST && boundary[at] == boundary[next]
    });
    if let Some(at) = bay {
        boundary[at] = ONCE;
        boundary.remove((at + 1) % length);
    }
    bay.is_some()
}

/// By what vertices are compared: their kind, and for those met twice what surrounds them.
type Looks = [u64; 256];

/// A number in which all bits depend on all bits of `n`.
fn mixed(n: u64) -> u64 {
    let n = (n ^ n >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (n ^ n >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 2
}

/// The looks of vertices, refined from their neighbours, their boundaries and their regions, which
/// are the same in all images of a position. Equal looks of different vertices do no harm: equal
/// positions may then get different forms, which only costs time.
pub(super) fn looks(regions: &[Region]) -> Looks {
    let mut looks = [3 << 62; 256];
    for kind in [SPOT, END, ONCE] {
        looks[usize::from(kind)] = u64::from(kind) << 62;
    }
    let mut around: Vec<u64> = Vec::new();
    for _ in 0..3 {
        let mut seen = [0u64; 256];
        for region in regions {
            around.clear();
            let mut whole = 0u64;
            for boundary in region {
                let look = |at: usize| looks[usize::from(boundary[at % boundary.len()])];
                let length = boundary.len();
                let from = around.len();
                let mut sum = length as u64;
                for at in 0..length {
                    let beside = mixed(look(at + length - 1)).wrapping_add(mixed(look(at + 1)));
                    around.push(beside);
                    sum = sum.wrapping_add(mixed(beside ^ look(at)));
                }
                around[from..].iter_mut().for_each(|one| *one = one.wrapping_add(mixed(sum)));
                whole = whole.wrapping_add(mixed(sum));
            }
            for (&vertex, &around) in region.iter().flatten().zip(&around) {
                let seen = &mut seen[usize::from(vertex)];
                *seen = seen.wrapping_add(mixed(around ^ whole));
            }
        }
        for name in usize::from(FIRST)..256 {
            if seen[name] != 0 {
                looks[name] = 3 << 62 | mixed(looks[name] ^ seen[name]);
            }
        }
    }
    looks
}

/// Compares boundaries by the looks of their vertices.
fn compared(a: &[u8], b: &[u8], looks: &Looks) -> Ordering {
    let seen = |list: &[u8], at: usize| looks[usize::from(list[at])];
    let differs = (0..a.len().min(b.len())).find(|&at| seen(a, at) != seen(b, at));
    differs.map_or(a.len().cmp(&b.len()), |at| seen(a, at).cmp(&seen(b, at)))
}

/// Compares regions in the same way, boundary by boundary.
pub(super) fn compared_regions(a: &Region, b: &Region, looks: &Looks) -> Ordering {
    let orders = a.iter().zip(b).map(|(a, b)| compared(a, b, looks));
    orders.fold(Ordering::Equal, Ordering::then).then(a.len().cmp(&b.len()))
}

/// Rotates a boundary to be least.
fn rotate(boundary: &mut Boundary, looks: &Looks) {
    let length = boundary.len();
    let look = |at: usize| looks[usize::from(boundary[at % length])];
    let mut least = 0;
    for start in 1..length {
        let differs = (0..length).find(|&at| look(start + at) != look(least + at));
        if differs.is_some_and(|at| look(start + at) < look(least + at)) {
            least = start;
        }
    }
    boundary.rotate_left(least);
}

/// The lesser of a region and its mirror image, with boundaries rotated and sorted.
pub(super) fn least_region(mut region: Region, looks: &Looks) -> Region {
    let mut mirrored = region.clone();
    mirrored.iter_mut().for_each(|boundary| boundary.reverse());
    for image in [&mut region, &mut mirrored] {
        image.iter_mut().for_each(|boundary| rotate(boundary, looks));
        image.sort_by(|a, b| compared(a, b, looks));
    }
    match compared_regions(&mirrored, &region, looks) {
        Ordering::Less => mirrored,
        _ => region,
    }
}
