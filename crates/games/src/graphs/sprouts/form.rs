//! The standard form of a sketch: equal for equivalent positions as far as that is cheap.

use std::cmp::Ordering;
use std::ops::Range;

use super::{BAR, DEAD, DOT, END, FIRST, ONCE, SPOT};

/// A region of a draft: how many spots are in it, and its other boundaries.
#[derive(Clone, Copy)]
struct Region {
    spots: usize,
    from: usize,
    to: usize,
    /// The first of the regions that this one belongs to.
    land: usize,
}

impl Region {
    fn boundaries(&self) -> Range<usize> {
        self.from..self.to
    }
}

/// The most forms of a land that are compared.
const MOST_FORMS: usize = 16;

/// The places where a name is met; none yet.
const NOWHERE: [usize; 2] = [usize::MAX; 2];

/// Brings drafts into the standard form. It keeps its buffers.
pub(super) struct Shaper {
    /// The vertices of all boundaries that are no spots.
    vertices: Vec<u8>,
    /// Where the boundaries are in `vertices`.
    boundaries: Vec<(usize, usize)>,
    regions: Vec<Region>,
    /// For each name, the last region in which it was met, by a running number.
    seen: [u64; 256],
    scan: u64,
    names: Vec<u8>,
    places: [[usize; 2]; 256],
    /// What the places of vertices are compared by: their kind, and what surrounds them.
    colours: Vec<u64>,
    next: Vec<u64>,
    keys: Vec<(u64, u8)>,
    /// The regions of a land.
    land: Vec<usize>,
    orders: Vec<Order>,
    /// Of each land, whether an order of names with equal colours was chosen.
    chosen: Vec<bool>,
    lands: Vec<Vec<u8>>,
}

/// The order in which a region is written: its boundaries, each from one of its places on, and all
/// of them turned the same way.
#[derive(Clone, Default)]
struct Order {
    region: usize,
    rows: Vec<Row>,
    backwards: bool,
}

/// A boundary from one of its places on.
#[derive(Clone, Copy)]
struct Row {
    boundary: (usize, usize),
    start: usize,
}

impl Row {
    /// The places in the order in which they are written.
    #[inline]
    fn places(self, backwards: bool) -> impl Iterator<Item = usize> {
        let ((from, to), mut at) = (self.boundary, self.start);
        (from..to).map(move |_| {
            let place = at;
            at = match backwards {
                false if at + 1 == to => from,
                false => at + 1,
                true if at == from => to - 1,
                true => at - 1,
            };
            place
        })
    }

    fn length(self) -> usize {
        self.boundary.1 - self.boundary.0
    }

    fn compared(self, other: Row, backwards: [bool; 2], colours: &[u64]) -> Ordering {
        self.length().cmp(&other.length()).then_with(|| {
            let seen = self.places(backwards[0]).map(|at| colours[at]);
            seen.cmp(other.places(backwards[1]).map(|at| colours[at]))
        })
    }
}

impl Order {
    fn compared(&self, other: &Order, colours: &[u64]) -> Ordering {
        let backwards = [self.backwards, other.backwards];
        let rows = self.rows.iter().zip(&other.rows);
        self.rows.len().cmp(&other.rows.len()).then_with(|| {
            rows.fold(Ordering::Equal, |order, (a, b)| {
                order.then_with(|| a.compared(*b, backwards, colours))
            })
        })
    }
}

/// A number in which all bits depend on all bits of `n`.
fn mixed(n: u64) -> u64 {
    let n = (n ^ n >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (n ^ n >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The bits of a colour that tell kinds of vertices apart.
fn kind(vertex: u8) -> u64 {
    u64::from(vertex.min(FIRST)) << 62
}

/// The colour of a place about which nothing but its vertex is known.
fn plain(vertex: u8) -> u64 {
    kind(vertex) | mixed(u64::from(vertex.min(FIRST)) + 1) >> 2
}

/// Removes the second of two neighbouring places of one vertex, if there are such: no other vertex
/// is met between them, so that nothing can be drawn there and the vertex is met once. Whether
/// something was removed.
fn without_bay(vertices: &mut [u8], (from, to): &mut (usize, usize)) -> bool {
    let bay =
        (*from + 1..*to).find(|&at| vertices[at] >= FIRST && vertices[at] == vertices[at - 1]);
    if let Some(at) = bay {
        vertices[at - 1] = ONCE;
        vertices.copy_within(at + 1..*to, at);
    } else if *to - *from > 1 && vertices[*from] >= FIRST && vertices[*from] == vertices[*to - 1] {
        vertices[*from] = ONCE;
    } else {
        return false;
    }
    *to -= 1;
    true
}

impl Default for Shaper {
    fn default() -> Self {
        Shaper {
            vertices: Vec::new(),
            boundaries: Vec::new(),
            regions: Vec::new(),
            seen: [0; 256],
            scan: 0,
            names: Vec::new(),
            places: [NOWHERE; 256],
            colours: Vec::new(),
            next: Vec::new(),
            keys: Vec::new(),
            land: Vec::new(),
            orders: Vec::new(),
            chosen: Vec::new(),
            lands: Vec::new(),
        }
    }
}

impl Shaper {
    /// The standard form of a draft.
    pub(super) fn shaped(&mut self, draft: &[u8]) -> Box<[u8]> {
        let mut lands = std::mem::take(&mut self.lands);
        let count = self.write_lands(draft, &mut lands);
        let found = &mut lands[..count];
        if self.chosen.contains(&true) {
            let chosen = std::mem::take(&mut self.chosen);
            for (land, _) in found.iter_mut().zip(chosen).filter(|(_, chosen)| *chosen) {
                *land = self.settled(std::mem::take(land));
            }
        }
        found.sort_unstable();
        let mut out = Vec::with_capacity(found.iter().map(Vec::len).sum());
        let (mut used, mut last) = (0, 0);
        for land in found {
            for &byte in &*land {
                let is_name = (FIRST..DEAD).contains(&byte);
                out.push(if is_name { byte + used } else { byte });
                if is_name {
                    last = last.max(byte + used + 1 - FIRST);
                }
            }
            used = last;
        }
        self.lands = lands;
        out.into_boxed_slice()
    }

    /// Writes the lands of a draft, and returns their number. `chosen` says of each whether its form
    /// depends on the names of the draft.
    fn write_lands(&mut self, draft: &[u8], lands: &mut Vec<Vec<u8>>) -> usize {
        self.read(draft);
        self.reduce();
        self.find_places();
        self.chosen.clear();
        for first in 0..self.regions.len() {
            if self.regions[first].land != first {
                continue;
            }
            let count = self.chosen.len();
            if count == lands.len() {
                lands.push(Vec::new());
            }
            lands[count].clear();
            let chosen = self.write_land(first, &mut lands[count]);
            self.chosen.push(chosen);
        }
        self.chosen.len()
    }

    /// The form of a land that stays as it is when it is brought into its form again: the least of
    /// those that come back.
    fn settled(&mut self, land: Vec<u8>) -> Vec<u8> {
        let mut forms = vec![land];
        let mut next = Vec::new();
        while forms.len() < MOST_FORMS
            && let Some(last) = forms.last()
            && self.write_lands(last, &mut next) == 1
        {
            if let Some(at) = forms.iter().position(|form| *form == next[0]) {
                forms.drain(..at);
                break;
            }
            forms.push(next[0].clone());
        }
        forms.into_iter().min().unwrap_or_default()
    }

    fn read(&mut self, draft: &[u8]) {
        self.vertices.clear();
        self.boundaries.clear();
        self.regions.clear();
        let (mut from, mut first, mut spots) = (0, 0, 0);
        for &byte in draft {
            match byte {
                SPOT => spots += 1,
                DEAD => {}
                DOT => {
                    if from < self.vertices.len() {
                        self.boundaries.push((from, self.vertices.len()));
                    }
                    from = self.vertices.len();
                }
                BAR => {
                    let to = self.boundaries.len();
                    self.regions.push(Region { spots, from: first, to, land: 0 });
                    (first, spots) = (to, 0);
                }
                vertex => self.vertices.push(vertex),
            }
        }
    }

    /// Removes regions in which nothing can be drawn, and what makes no difference in others.
    fn reduce(&mut self) {
        let mut regions = std::mem::take(&mut self.regions);
        regions.retain_mut(|region| {
            for boundary in &mut self.boundaries[region.boundaries()] {
                while without_bay(&mut self.vertices, boundary) {}
            }
            let lives = self.lives(region);
            if lives <= 3 && region.spots == 0 {
                self.merge(region);
            }
            lives > 1
        });
        self.regions = regions;
    }

    /// How many lines may still end at the vertices of a region.
    fn lives(&mut self, region: &Region) -> usize {
        self.scan += 1;
        let mut lives = 3 * region.spots;
        for &(from, to) in &self.boundaries[region.boundaries()] {
            for &vertex in &self.vertices[from..to] {
                lives += match vertex {
                    END => 2,
                    ONCE => 1,
                    name => {
                        let seen = &mut self.seen[usize::from(name)];
                        usize::from(std::mem::replace(seen, self.scan) != self.scan)
                    }
                };
            }
        }
        lives
    }

    /// Joins the boundaries of a region with three lives or less, and meets each vertex once. No more
    /// than two lines are drawn there. The second one starts at the vertex on the first, and its
    /// other end is on the same side, or can be. So it does not matter how the vertices are spread
    /// over boundaries.
    fn merge(&mut self, region: &mut Region) {
        self.scan += 1;
        let Some(&(start, _)) = self.boundaries.get(region.from) else { return };
        let mut end = start;
        for index in region.boundaries() {
            let (from, to) = self.boundaries[index];
            for at in from..to {
                let vertex = self.vertices[at];
                let seen = &mut self.seen[usize::from(vertex)];
                if vertex < FIRST || std::mem::replace(seen, self.scan) != self.scan {
                    self.vertices[end] = vertex;
                    end += 1;
                }
            }
        }
        if region.from < region.to {
            self.boundaries[region.from] = (start, end);
            region.to = region.from + 1;
        }
    }

    /// Finds where names are met, and joins regions that share names to lands. A vertex that is met
    /// once has no name.
    fn find_places(&mut self) {
        for name in self.names.drain(..) {
            self.places[usize::from(name)] = NOWHERE;
        }
        for index in 0..self.regions.len() {
            self.regions[index].land = index;
            for boundary in self.regions[index].boundaries() {
                let (from, to) = self.boundaries[boundary];
                for at in from..to {
                    let name = self.vertices[at];
                    if name < FIRST {
                        continue;
                    }
                    let [first, second] = &mut self.places[usize::from(name)];
                    if *first == usize::MAX {
                        // Until the second place is found, the region stands for it.
                        (*first, *second) = (at, index);
                        self.names.push(name);
                        continue;
                    }
                    let other = std::mem::replace(second, at);
                    self.seen[usize::from(name)] = u64::MAX;
                    let [a, b] = [other, index].map(|region| self.regions[region].land);
                    if a != b {
                        let (from, to) = (a.max(b), a.min(b));
                        let regions = self.regions[..=index].iter_mut();
                        regions.filter(|region| region.land == from).for_each(|r| r.land = to);
                    }
                }
            }
        }
        let (seen, places, vertices) = (&mut self.seen, &mut self.places, &mut self.vertices);
        self.names.retain(|&name| {
            let twice = std::mem::replace(&mut seen[usize::from(name)], 0) == u64::MAX;
            if !twice {
                let places = std::mem::replace(&mut places[usize::from(name)], NOWHERE);
                vertices[places[0]] = ONCE;
            }
            twice
        });
    }

    /// Appends the land of the region `first`, with names in the order of appearance. Returns whether an
    /// order of names with equal colours was chosen.
    fn write_land(&mut self, first: usize, out: &mut Vec<u8>) -> bool {
        self.land.clear();
        let regions = &self.regions;
        self.land.extend((first..regions.len()).filter(|&at| regions[at].land == first));
        let chosen = self.colour();
        let mut orders = std::mem::take(&mut self.orders);
        orders.resize_with(self.land.len(), Order::default);
        for (order, &region) in orders.iter_mut().zip(&self.land) {
            self.order(region, order);
        }
        let colours = &self.colours;
        orders.sort_by(|a, b| {
            let spots = |order: &Order| self.regions[order.region].spots;
            spots(b).cmp(&spots(a)).then_with(|| a.compared(b, colours))
        });
        let mut names = [0u8; 256];
        let mut next = FIRST;
        for order in &orders {
            out.extend(std::iter::repeat_n(SPOT, self.regions[order.region].spots));
            for row in &order.rows {
                for at in row.places(order.backwards) {
                    let vertex = self.vertices[at];
                    if vertex < FIRST {
                        out.push(vertex);
                        continue;
                    }
                    let name = &mut names[usize::from(vertex)];
                    if *name == 0 {
                        *name = next;
                        next += 1;
                    }
                    out.push(*name);
                }
                out.push(DOT);
            }
            out.push(BAR);
        }
        self.orders = orders;
        chosen
    }

    /// Gives the places of a land their colours, the same in all images of a land. Returns whether an
    /// order of names was chosen, because their colours were equal.
    fn colour(&mut self) -> bool {
        self.colours.resize(self.vertices.len(), 0);
        self.next.resize(self.vertices.len(), 0);
        self.keys.clear();
        for &region in &self.land {
            for &(from, to) in &self.boundaries[self.regions[region].boundaries()] {
                for at in from..to {
                    let vertex = self.vertices[at];
                    self.colours[at] = plain(vertex);
                    if vertex >= FIRST && self.places[usize::from(vertex)][0] == at {
                        self.keys.push((0, vertex));
                    }
                }
            }
        }
        if self.keys.len() < 2 {
            return false;
        }
        self.refine();
        let (mut told_apart, mut chosen) = (0, 0);
        loop {
            self.refine();
            for (key, name) in &mut self.keys {
                let [a, b] = self.places[usize::from(*name)].map(|at| mixed(self.colours[at]));
                *key = a.wrapping_add(b);
            }
            self.keys.sort_unstable();
            let alike = |pair: &&[(u64, u8)]| pair[0].0 == pair[1].0;
            let Some(pair) = self.keys.windows(2).find(alike) else { return chosen > 0 };
            let before = told_apart;
            told_apart = self.keys.chunk_by(|a, b| a.0 == b.0).count();
            if told_apart > before {
                continue;
            }
            // Names with equal colours get different ones, one after the other and in any order: most
            // often they are images of each other.
            chosen += 1;
            for at in self.places[usize::from(pair[0].1)] {
                self.colours[at] = kind(FIRST) | mixed(self.colours[at] ^ chosen) >> 2;
            }
        }
    }

    /// Compares places by their neighbours, their boundaries and their regions too, and by the other
    /// place of their vertex.
    fn refine(&mut self) {
        for &region in &self.land {
            let region = &self.regions[region];
            let mut whole = mixed(region.spots as u64 + 1);
            for &(from, to) in &self.boundaries[region.boundaries()] {
                let colours = &self.colours[from..to];
                let next = &mut self.next[from..to];
                let last = colours.len() - 1;
                let mut sum = colours.len() as u64;
                let mut before = colours[last];
                for at in 0..=last {
                    let own = colours[at];
                    let after = colours[if at == last { 0 } else { at + 1 }];
                    let one = mixed(before.wrapping_add(after) ^ own.rotate_left(21));
                    next[at] = one;
                    sum = sum.wrapping_add(one);
                    before = own;
                }
                let sum = mixed(sum);
                next.iter_mut().for_each(|one| *one = one.wrapping_add(sum));
                whole = whole.wrapping_add(mixed(sum));
            }
            for &(from, to) in &self.boundaries[region.boundaries()] {
                for at in from..to {
                    let own = self.next[at].wrapping_add(whole);
                    self.next[at] = own;
                    self.colours[at] = kind(self.vertices[at]) | own >> 2;
                }
            }
        }
        for &(_, name) in &self.keys {
            let places = self.places[usize::from(name)];
            let [a, b] = places.map(|at| self.next[at]);
            let both = a.wrapping_add(b);
            for at in places {
                self.colours[at] = kind(FIRST) | mixed(self.next[at] ^ both) >> 2;
            }
        }
    }

    /// The lesser of the orders of a region and of its mirror image.
    fn order(&self, region: usize, order: &mut Order) {
        let boundaries = &self.boundaries[self.regions[region].boundaries()];
        order.region = region;
        self.turn(boundaries, false, order);
        if boundaries.iter().any(|(from, to)| to - from > 2) {
            let mut mirrored = Order { region, ..Order::default() };
            self.turn(boundaries, true, &mut mirrored);
            if mirrored.compared(order, &self.colours).is_lt() {
                *order = mirrored;
            }
        }
    }

    /// Turns each boundary to be least, and sorts them.
    fn turn(&self, boundaries: &[(usize, usize)], backwards: bool, order: &mut Order) {
        order.rows.clear();
        order.backwards = backwards;
        let both = [backwards; 2];
        for &boundary in boundaries {
            let starts = (boundary.0..boundary.1).map(|start| Row { boundary, start });
            let least = starts.min_by(|a, b| a.compared(*b, both, &self.colours));
            order.rows.extend(least);
        }
        order.rows.sort_by(|a, b| a.compared(*b, both, &self.colours));
    }
}
