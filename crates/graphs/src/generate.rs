//! Random graphs and families of graphs, for tests and measurements. The same
//! arguments give the same graph on every machine.

/// A small generator of pseudo-random numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator that starts from `seed`.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.next_u64() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// Whether an event with a probability of `percent` per cent happens.
    #[inline]
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// A Poisson-distributed number with mean `tenths / 10`, by counting arrivals. It is exact
    /// enough for graphs, and the same on every machine because only integers are compared.
    pub fn poisson(&mut self, tenths: u32) -> u32 {
        // A sum of many rare events, 1000 trials of probability mean / 1000, would be slow. So the
        // distribution function, tabulated once per mean in units of 2^-32, is inverted.
        let mut u = (self.next_u64() >> 32) as f64 / 4_294_967_296.0;
        let mean = f64::from(tenths) / 10.0;
        let mut probability = (-mean).exp();
        let mut k = 0;
        while u >= probability && k < 1000 {
            u -= probability;
            k += 1;
            probability *= mean / f64::from(k);
        }
        k
    }
}

/// Arcs of a random graph with Poisson out-degrees of mean `tenths / 10` and
/// uniform targets (parallel arcs and loops occur).
pub fn random(vertices: u32, tenths: u32, seed: u64) -> impl Iterator<Item = (u32, u32)> {
    let mut random = Random::new(seed);
    (0..vertices).flat_map(move |v| {
        let degree = random.poisson(tenths);
        let targets: Vec<u32> = (0..degree).map(|_| random.below(vertices)).collect();
        targets.into_iter().map(move |to| (v, to))
    })
}

/// Arcs of a random acyclic graph: as [`random`], but all arcs go to smaller vertices.
pub fn acyclic(vertices: u32, tenths: u32, seed: u64) -> impl Iterator<Item = (u32, u32)> {
    let mut random = Random::new(seed);
    (0..vertices).flat_map(move |v| {
        let degree = if v == 0 { 0 } else { random.poisson(tenths) };
        let targets: Vec<u32> = (0..degree).map(|_| random.below(v)).collect();
        targets.into_iter().map(move |to| (v, to))
    })
}

/// Arcs of a skewed random graph. Targets concentrate on low vertices, because a uniform number is
/// squared twice. So a few vertices have very many predecessors, as in graphs of links.
pub fn skewed(vertices: u32, tenths: u32, seed: u64) -> impl Iterator<Item = (u32, u32)> {
    let mut random = Random::new(seed);
    (0..vertices).flat_map(move |v| {
        let degree = random.poisson(tenths);
        let targets: Vec<u32> = (0..degree)
            .map(|_| {
                let scaled = |x: u32| ((u64::from(x) * u64::from(x)) >> 32) as u32;
                let x = scaled(scaled((random.next_u64() >> 32) as u32));
                ((u64::from(x) * u64::from(vertices)) >> 32) as u32
            })
            .collect();
        targets.into_iter().map(move |to| (v, to))
    })
}

/// Arcs of a small random graph for tests: each ordered pair is an arc with
/// probability `percent` if it goes down and `back_percent` otherwise.
pub fn small(
    vertices: u32,
    percent: u32,
    back_percent: u32,
    random: &mut Random,
) -> Vec<(u32, u32)> {
    let mut arcs = Vec::new();
    for from in 0..vertices {
        for to in 0..vertices {
            if random.percent(if to < from { percent } else { back_percent }) {
                arcs.push((from, to));
            }
        }
    }
    arcs
}

/// Arcs of a graph that is hard for [`loopy_values`](crate::loopy_values): a
/// nim-heap of `size`, `size` vertices with a loop and moves to every smaller
/// heap, and `size` vertices with moves to each of those and to every smaller
/// heap. The time is proportional to `size`³, the number of arcs to `size`².
pub fn hard_for_values(size: u32) -> impl Iterator<Item = (u32, u32)> {
    let heap = (0..size).flat_map(|n| (0..n).map(move |k| (n, k)));
    let looped = (0..size).flat_map(move |i| {
        let v = size + i;
        (0..size).map(move |k| (v, k)).chain([(v, v)])
    });
    let before = (0..size).flat_map(move |i| {
        let u = 2 * size + i;
        (0..size).map(move |k| (u, k)).chain((0..size).map(move |j| (u, size + j)))
    });
    heap.chain(looped).chain(before)
}
