//! Simplest forms.

use super::{Forms, Id, Result, Universe};

impl Forms {
    /// The simplest form of g modulo the universe. Two games of the universe are equal modulo it if
    /// and only if they have the same simplest form.
    ///
    /// In it and in all followers, no option is dominated or reversible, and no tombstone can be
    /// erased (Siegel, "On the general dead-ending universe of partizan games", Definition 5.19). A
    /// simplest form may have tombstones, and need not be a game of the universe.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](super::Error::Exhausted).
    pub fn simplest(&mut self, universe: Universe, g: Id) -> Result<Id> {
        self.simplest_of(universe, g.0).map(Id)
    }

    fn simplest_of(&mut self, universe: Universe, g: u32) -> Result<u32> {
        if let Some(&found) = self.known[universe.index()].simplest.get(&g) {
            return Ok(found);
        }
        let mut options = self.sides(g);
        for option in options.iter_mut().flatten() {
            *option = self.simplest_of(universe, *option)?;
        }
        let tombstones = self.node(g).tombstones;
        let made = self.make_with(options, tombstones)?;
        let mut found = made;
        while let Some(smaller) = self.smaller(universe, found)? {
            found = smaller;
        }
        for same in [g, made, found] {
            self.pay(2 * size_of::<[u32; 2]>())?;
            self.known[universe.index()].simplest.insert(same, found);
        }
        Ok(found)
    }

    /// A smaller form equal to g, whose options are in simplest form; `None` if there is none.
    fn smaller(&mut self, universe: Universe, g: u32) -> Result<Option<u32>> {
        for player in [0, 1] {
            if let Some(found) = self.without_reversible(universe, g, player)? {
                return Ok(Some(found));
            }
            if let Some(found) = self.without_dominated(universe, g, player)? {
                return Ok(Some(found));
            }
        }
        for player in [0, 1] {
            // Siegel, Lemma 5.16.
            let mut tombstones = self.node(g).tombstones;
            if std::mem::take(&mut tombstones[player]) {
                let options = self.sides(g);
                let erased = self.make_with(options, tombstones)?;
                if self.strong(universe, erased, player) {
                    return Ok(Some(erased));
                }
            }
        }
        Ok(None)
    }

    /// a ≥ b for Left (0), a ≤ b for Right (1).
    fn better(&mut self, universe: Universe, player: usize, a: u32, b: u32) -> Result<bool> {
        if player == 0 { self.at_least(universe, a, b) } else { self.at_least(universe, b, a) }
    }

    /// The options with each option that reverses through an option of the opponent replaced by the
    /// player's options there, plus a tombstone if there is one or if there are no options (Siegel,
    /// Lemmas 5.13 and 5.14).
    fn without_reversible(
        &mut self,
        universe: Universe,
        g: u32,
        player: usize,
    ) -> Result<Option<u32>> {
        for option in self.side(g, player).to_vec() {
            for through in self.side(option, 1 - player).to_vec() {
                if !self.better(universe, player, g, through)? {
                    continue;
                }
                let mut options = self.sides(g);
                options[player].retain(|&x| x != option);
                options[player].extend_from_slice(self.side(through, player));
                let mut tombstones = self.node(g).tombstones;
                tombstones[player] |= self.node(through).flags.end_like[player];
                return self.make_with(options, tombstones).map(Some);
            }
        }
        Ok(None)
    }

    /// The options without those that are at most as good as another one (Siegel, Lemma 5.12).
    fn without_dominated(
        &mut self,
        universe: Universe,
        g: u32,
        player: usize,
    ) -> Result<Option<u32>> {
        let all = self.side(g, player).to_vec();
        let mut kept = all.clone();
        for &option in &all {
            let mut dominated = false;
            for &other in kept.iter().filter(|&&other| other != option) {
                dominated = dominated || self.better(universe, player, other, option)?;
            }
            if dominated {
                kept.retain(|&x| x != option);
            }
        }
        if kept.len() == all.len() {
            return Ok(None);
        }
        let mut options = self.sides(g);
        options[player] = kept;
        let tombstones = self.node(g).tombstones;
        self.make_with(options, tombstones).map(Some)
    }
}
