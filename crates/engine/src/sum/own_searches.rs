//! The searches of their own that the games of a sum have.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use upstar_core::{Budget, Player, Ticker};

use crate::{AnyPosition, Game, Result, RuleError, WinnerSearch};

/// A search for each kind of rules, if it has one.
type Searches = HashMap<String, Option<Box<dyn WinnerSearch<AnyPosition>>>>;

/// Searches for the positions of several games. Forks share what is known.
pub(super) struct OwnSearches {
    shared: Arc<Mutex<Searches>>,
    /// Forks of the shared ones that were needed here.
    own: Searches,
    bytes: u64,
}

impl OwnSearches {
    pub(super) fn new(bytes: u64) -> Self {
        OwnSearches { shared: Arc::default(), own: HashMap::new(), bytes }
    }
}

fn lock(shared: &Mutex<Searches>) -> MutexGuard<'_, Searches> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl WinnerSearch<Game> for OwnSearches {
    fn takes(&self, game: &Game) -> bool {
        let rules = game.rules();
        let mut shared = lock(&self.shared);
        let search = shared.entry(rules.key()).or_insert_with(|| rules.winner_search(self.bytes));
        search.as_ref().is_some_and(|search| search.takes(game.any_position()))
    }

    fn wins(
        &mut self,
        game: &Game,
        integer: i64,
        player: Player,
        ticker: &mut Ticker,
    ) -> Result<bool> {
        let key = game.rules().key();
        let fork = || lock(&self.shared).get(&key)?.as_ref().map(|search| search.fork());
        let Some(search) = self.own.entry(key.clone()).or_insert_with(fork) else {
            return Err(RuleError::NotApplicable(format!("{} has no such search", game.name())));
        };
        search.wins(game.any_position(), integer, player, ticker)
    }

    fn fork(&self) -> Box<dyn WinnerSearch<Game>> {
        let (shared, own) = (Arc::clone(&self.shared), HashMap::new());
        Box::new(OwnSearches { shared, own, bytes: self.bytes })
    }

    /// Sums of several games are not stored.
    fn write(&mut self, _: &mut dyn FnMut(Vec<u8>) -> Result) -> Result {
        Ok(())
    }

    fn read(&mut self, _: &[u8], _: &Budget) -> bool {
        false
    }
}
