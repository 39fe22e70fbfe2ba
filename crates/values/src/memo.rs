//! What a worker remembers about single values, exactly and for good.

use std::sync::Arc;

use hashbrown::HashMap;
use num_bigint::BigUint;

use crate::structure::Birthday;
use crate::text::Printed;
use crate::thermal::Walls;
use crate::uptimal::UptimalExpansion;

/// The Left and the Right options, in printed order.
pub(crate) type Sides = (Arc<[u32]>, Arc<[u32]>);

/// Tables by id. A table that has grown beyond [`Memo::MOST`] entries is emptied:
/// what it held is computed again when it is needed.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    pub(crate) birthdays: HashMap<u32, Birthday>,
    pub(crate) stop_counts: HashMap<u32, BigUint>,
    pub(crate) sorted: HashMap<u32, Sides>,
    pub(crate) printed: HashMap<u32, Printed>,
    pub(crate) expansions: HashMap<u32, Option<Arc<UptimalExpansion>>>,
    pub(crate) walls: HashMap<u32, Arc<Walls>>,
}

impl Memo {
    /// The most entries a table keeps from one operation to the next.
    const MOST: usize = 1 << 20;

    /// Empties tables that have grown too large.
    pub(crate) fn trim(&mut self) {
        fn trim<K, V>(table: &mut HashMap<K, V>) {
            if table.len() > Memo::MOST {
                *table = HashMap::new();
            }
        }
        trim(&mut self.birthdays);
        trim(&mut self.stop_counts);
        trim(&mut self.sorted);
        trim(&mut self.printed);
        trim(&mut self.expansions);
        trim(&mut self.walls);
    }
}
