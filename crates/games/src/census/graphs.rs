//! Graphs whose vertices have letters, up to isomorphism.

/// Graphs or digraphs.
#[derive(Clone, Debug)]
pub(super) struct Graphs {
    pub(super) vertices: usize,
    pub(super) directed: bool,
    pub(super) letters: Vec<u8>,
}

impl Graphs {
    /// The largest number of vertices: the arcs are a set of 64 bits.
    pub(super) fn most(&self) -> usize {
        if self.directed { 8 } else { 11 }
    }

    /// The pairs of vertices, out of `n`, that an arc may join.
    pub(super) fn pairs(&self, n: usize) -> Vec<(usize, usize)> {
        let all = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
        all.filter(|&(a, b)| if self.directed { a != b } else { a < b }).collect()
    }

    /// The position with these vertices and arcs.
    pub(super) fn text(&self, letters: &[u8], arcs: u64) -> String {
        let sign = if self.directed { '>' } else { '-' };
        let pairs = self.pairs(letters.len());
        let there = pairs.iter().enumerate().filter(|(bit, _)| arcs >> bit & 1 == 1);
        let arcs: Vec<String> =
            there.map(|(_, (a, b))| format!("{}{sign}{}", a + 1, b + 1)).collect();
        let letters: String = letters.iter().copied().map(char::from).collect();
        format!("{letters}|{}", arcs.join(","))
    }

    /// Calls `each` with the letters and the arcs of one graph from each isomorphism class.
    pub(super) fn each<E: From<R>, R>(
        &self,
        tick: &mut impl FnMut(u64) -> Result<(), R>,
        each: &mut impl FnMut(Vec<u8>, u64) -> Result<bool, E>,
    ) -> Result<(), E> {
        for n in 1..=self.vertices {
            let pairs = self.pairs(n);
            for letters in sorted_words(n, &self.letters) {
                let images = self.images(&letters, &pairs);
                for arcs in 0..1u64 << pairs.len() {
                    tick(1)?;
                    let least = images.iter().all(|image| arcs <= moved(arcs, image));
                    if least && !each(letters.clone(), arcs)? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// The images of the arcs under the permutations of the vertices that keep the letters.
    fn images(&self, letters: &[u8], pairs: &[(usize, usize)]) -> Vec<Vec<u8>> {
        let place = |a: usize, b: usize| {
            let pair = if self.directed { (a, b) } else { (a.min(b), a.max(b)) };
            pairs.iter().position(|&other| other == pair).unwrap_or(0) as u8
        };
        let mut found = Vec::new();
        permutations(letters, &mut Vec::new(), &mut |order| {
            found.push(pairs.iter().map(|&(a, b)| place(order[a], order[b])).collect());
        });
        found
    }
}

/// The set of arcs after each one moved to its image.
fn moved(arcs: u64, image: &[u8]) -> u64 {
    let (mut left, mut found) = (arcs, 0);
    while left != 0 {
        found |= 1 << image[left.trailing_zeros() as usize];
        left &= left - 1;
    }
    found
}

/// All permutations that keep the letters.
fn permutations(letters: &[u8], order: &mut Vec<usize>, each: &mut impl FnMut(&[usize])) {
    if order.len() == letters.len() {
        return each(order);
    }
    for v in 0..letters.len() {
        if letters[v] == letters[order.len()] && !order.contains(&v) {
            order.push(v);
            permutations(letters, order, each);
            order.pop();
        }
    }
}

/// All words of `n` letters that are sorted as the alphabet.
fn sorted_words(n: usize, alphabet: &[u8]) -> Vec<Vec<u8>> {
    let mut words = vec![Vec::new()];
    for _ in 0..n {
        let mut next = Vec::new();
        for word in words {
            let from = word.last().and_then(|last| alphabet.iter().position(|c| c == last));
            for &letter in &alphabet[from.unwrap_or(0)..] {
                next.push([&word[..], &[letter]].concat());
            }
        }
        words = next;
    }
    words
}
