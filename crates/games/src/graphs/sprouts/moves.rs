//! The lines that can be drawn in a region, each as a draft of the position after it.

use std::ops::Range;

use super::{BAR, DEAD, DOT, END, FIRST, ONCE, SPOT, boundaries};
use crate::heaps::few_enough;
use crate::prelude::*;

/// What a draft is handed to; false ends the list.
type Each<'e> = dyn FnMut(&[u8]) -> bool + 'e;

/// Lines in one region of a position.
pub(super) struct Drawing<'a> {
    /// The regions before and after this one.
    before: &'a [u8],
    after: &'a [u8],
    spots: usize,
    /// The boundaries that are no spots, and how many are equal.
    groups: Vec<(&'a [u8], usize)>,
    /// An unused name. The two that follow are unused too.
    new: u8,
    draft: Vec<u8>,
    /// The vertices with names that die.
    dead: [u8; 2],
}

impl<'a> Drawing<'a> {
    /// Lines in the region at this place.
    pub(super) fn new(sketch: &'a [u8], region: Range<usize>) -> Result<Self> {
        let last = sketch.iter().filter(|byte| (FIRST..DEAD).contains(byte)).max();
        let new = last.map_or(FIRST, |last| last + 1);
        if new > DEAD - 3 {
            let most = DEAD - 3 - FIRST;
            return Err(RuleError::too_large(
                "the number of vertices met twice",
                new - FIRST,
                most,
            ));
        }
        let mut groups: Vec<(&[u8], usize)> = Vec::new();
        let mut spots = 0;
        for boundary in boundaries(&sketch[region.clone()]) {
            if boundary == [SPOT] {
                spots += 1;
                continue;
            }
            match groups.iter_mut().find(|(other, _)| *other == boundary) {
                Some((_, count)) => *count += 1,
                None => groups.push((boundary, 1)),
            }
        }
        let (before, after) = (&sketch[..region.start], &sketch[region.end..]);
        let draft = Vec::with_capacity(sketch.len() + 16);
        Ok(Drawing { before, after, spots, groups, new, draft, dead: [DEAD; 2] })
    }

    /// Hands over all drafts.
    pub(super) fn each(mut self, each: &mut Each) -> Result {
        if self.spots > 0 {
            self.spots -= 1;
            let circle = [self.new + 1, self.new];
            self.divide(&circle, &circle, each)?;
            self.spots += 1;
        }
        if self.spots > 1 {
            self.spots -= 2;
            self.join(&[END], &[END], each);
            self.spots += 2;
        }
        for index in 0..self.groups.len() {
            let boundary = self.groups[index].0;
            self.groups[index].1 -= 1;
            self.divide_within(boundary, each)?;
            if self.spots > 0 {
                self.spots -= 1;
                for at in 0..boundary.len() {
                    let around = self.around(boundary, at, 0);
                    self.join(&around, &[END], each);
                }
                self.dead = [DEAD; 2];
                self.spots += 1;
            }
            for other in index..self.groups.len() {
                if self.groups[other].1 > 0 {
                    self.groups[other].1 -= 1;
                    self.join_boundaries(boundary, self.groups[other].0, each);
                    self.groups[other].1 += 1;
                }
            }
            self.groups[index].1 += 1;
        }
        Ok(())
    }

    /// Lines from a boundary to itself.
    fn divide_within(&mut self, boundary: &[u8], each: &mut Each) -> Result {
        let new = self.new;
        for i in 0..boundary.len() {
            if boundary[i] == END {
                // A loop.
                self.dead = [DEAD; 2];
                let outer = [&boundary[..i], &[new], &boundary[i + 1..]].concat();
                self.divide(&[new], &outer, each)?;
            }
            for j in i + 1..boundary.len() {
                if boundary[i] == boundary[j] && boundary[i] >= FIRST {
                    // Only one more line may end there.
                    continue;
                }
                let (x, y) = (self.end(boundary[i], 0), self.end(boundary[j], 1));
                let inner = [&[x], &boundary[i + 1..j], &[y, new]].concat();
                let outer = [&boundary[..i], &[x, new, y], &boundary[j + 1..]].concat();
                self.divide(&inner, &outer, each)?;
            }
        }
        self.dead = [DEAD; 2];
        Ok(())
    }

    /// What the vertex becomes at which one end of a line arrives, on both sides of the line.
    fn end(&mut self, vertex: u8, which: u8) -> u8 {
        self.dead[usize::from(which)] = DEAD;
        match vertex {
            END => self.new + 1 + which,
            ONCE => DEAD,
            name => {
                self.dead[usize::from(which)] = name;
                DEAD
            }
        }
    }

    /// The boundary from a vertex at which an end of a line arrives once around and back to it.
    fn around(&mut self, boundary: &[u8], at: usize, which: u8) -> Vec<u8> {
        let vertex = self.end(boundary[at], which);
        [&[vertex][..], &boundary[at + 1..], &boundary[..at], &[vertex]].concat()
    }

    /// Lines from one boundary to another.
    fn join_boundaries(&mut self, one: &[u8], other: &[u8], each: &mut Each) {
        for i in 0..one.len() {
            let first = self.around(one, i, 0);
            for j in 0..other.len() {
                if one[i] != other[j] || one[i] < FIRST {
                    let second = self.around(other, j, 1);
                    self.join(&first, &second, each);
                }
            }
            self.dead = [DEAD; 2];
        }
    }

    /// The draft in which a line joins two boundaries. The rest of the region stays.
    fn join(&mut self, first: &[u8], second: &[u8], each: &mut Each) {
        self.start();
        self.put(first);
        self.draft.push(self.new);
        self.put(second);
        self.draft.extend([self.new, DOT]);
        for index in 0..self.groups.len() {
            let (boundary, count) = self.groups[index];
            self.put_boundaries(boundary, count);
        }
        self.draft.extend(std::iter::repeat_n(SPOT, self.spots));
        self.end_with_others(each);
    }

    /// The drafts in which a line divides the region, the rest of which goes to either side.
    fn divide(&mut self, inner: &[u8], outer: &[u8], each: &mut Each) -> Result {
        let counts = self.groups.iter().map(|(_, count)| *count as u64 + 1);
        few_enough(counts.fold(self.spots as u64 + 1, u64::saturating_mul))?;
        // How many of the spots and of each group go to the inner side.
        let mut spots = 0;
        let mut inside = vec![0; self.groups.len()];
        loop {
            self.start();
            for (boundary, side) in [(inner, true), (outer, false)] {
                self.put_boundaries(boundary, 1);
                for (index, &within) in inside.iter().enumerate() {
                    let (boundary, count) = self.groups[index];
                    self.put_boundaries(boundary, if side { within } else { count - within });
                }
                let spots = if side { spots } else { self.spots - spots };
                self.draft.extend(std::iter::repeat_n(SPOT, spots));
                self.draft.push(BAR);
            }
            self.draft.pop();
            if !self.end_with_others(each) {
                return Ok(());
            }
            if spots < self.spots {
                spots += 1;
                continue;
            }
            spots = 0;
            let Some(at) = (0..inside.len()).find(|&at| inside[at] < self.groups[at].1) else {
                return Ok(());
            };
            inside[..at].fill(0);
            inside[at] += 1;
        }
    }

    fn start(&mut self) {
        self.draft.clear();
        self.put(self.before);
    }

    fn end_with_others(&mut self, each: &mut Each) -> bool {
        self.draft.push(BAR);
        self.put(self.after);
        each(&self.draft)
    }

    fn put_boundaries(&mut self, boundary: &[u8], count: usize) {
        for _ in 0..count {
            self.put(boundary);
            self.draft.push(DOT);
        }
    }

    /// Appends what is not dead.
    fn put(&mut self, part: &[u8]) {
        let dead = self.dead;
        self.draft.extend(part.iter().filter(|byte| !dead.contains(byte)));
    }
}
