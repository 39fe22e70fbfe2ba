//! Values of positions kept for the next session.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use upstar_core::Budget;
use upstar_rules::{AnyGame, Engine, Memory, RuleError, Settings, Store, Stored};
use upstar_values::Universe;

/// A store and what of it was read, if there is one.
#[derive(Default)]
pub(crate) struct Kept(Option<Mutex<Open>>);

struct Open {
    store: Box<dyn Store + Send>,
    /// By the keys of rulesets: a position, and what is stored of its ruleset.
    stored: BTreeMap<String, (Arc<dyn AnyGame>, Stored)>,
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kept").field(&self.0.is_some()).finish()
    }
}

impl Kept {
    pub(crate) fn new(store: Box<dyn Store + Send>) -> Self {
        Kept(Some(Mutex::new(Open { store, stored: BTreeMap::new() })))
    }

    /// Reads what is stored of the ruleset of a position, once.
    pub(crate) fn load(
        &self,
        game: &Arc<dyn AnyGame>,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<(), RuleError> {
        let Some(open) = &self.0 else { return Ok(()) };
        let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
        let key = game.store_key();
        if game.class().loopy || open.stored.contains_key(&key) {
            return Ok(());
        }
        match game.load(engine, &*open.store, budget) {
            Ok(stored) => {
                open.stored.insert(key, (game.clone(), stored));
                Ok(())
            }
            // Variants have no tables of their own.
            Err(RuleError::NotApplicable(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Keeps what is known of all rulesets that were read.
    pub(crate) fn save(&self, universe: &Universe, memory: &Memory) -> Result<(), RuleError> {
        let Some(open) = &self.0 else { return Ok(()) };
        let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
        let engine = Engine::with_memory(universe, Settings::default(), memory.clone());
        let Open { store, stored } = &mut *open;
        for (game, stored) in stored.values_mut() {
            game.save(&engine, &mut **store, stored)?;
        }
        Ok(())
    }
}
