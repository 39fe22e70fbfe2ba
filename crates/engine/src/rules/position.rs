//! Positions whose type is forgotten.

use std::any::{Any, TypeId};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use foldhash::fast::FixedState;

use crate::Position;

/// What a position behind a pointer can do.
trait AnyObject: Any + fmt::Debug + Send + Sync {
    /// The order among positions of one type; the types in any order.
    fn order(&self, other: &dyn AnyObject) -> Ordering;
    fn is_equal(&self, other: &dyn AnyObject) -> bool;
    fn bytes(&self) -> usize;
}

impl<P: Position> AnyObject for P {
    fn order(&self, other: &dyn AnyObject) -> Ordering {
        let any: &dyn Any = other;
        match any.downcast_ref::<P>() {
            Some(other) => Position::order(self, other),
            None => TypeId::of::<P>().cmp(&any.type_id()),
        }
    }

    fn is_equal(&self, other: &dyn AnyObject) -> bool {
        let any: &dyn Any = other;
        any.downcast_ref::<P>().is_some_and(|other| self == other)
    }

    fn bytes(&self) -> usize {
        Position::bytes(self)
    }
}

/// A position of some type. Copies share it.
#[derive(Clone)]
pub struct AnyPosition {
    hash: u64,
    object: Arc<dyn AnyObject>,
}

impl AnyPosition {
    /// A position, its type forgotten.
    pub fn new<P: Position>(position: P) -> Self {
        if let Some(same) = (&position as &dyn Any).downcast_ref::<AnyPosition>() {
            return same.clone();
        }
        let hash = FixedState::with_seed(0x6572_6173_6564).hash_one(&position);
        AnyPosition { hash, object: Arc::new(position) }
    }

    /// The position, if it is of this type.
    #[must_use]
    pub fn downcast<P: Position>(&self) -> Option<&P> {
        if let Some(same) = (self as &dyn Any).downcast_ref::<P>() {
            return Some(same);
        }
        let object: &dyn Any = &*self.object;
        object.downcast_ref()
    }

    /// What distinguishes types of positions.
    pub(crate) fn kind(&self) -> TypeId {
        let object: &dyn Any = &*self.object;
        object.type_id()
    }

    pub(super) fn get<P: Position>(&self) -> &P {
        match self.downcast() {
            Some(position) => position,
            None => unreachable!("a ruleset meets positions of its own"),
        }
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.object.fmt(f)
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
            && (Arc::ptr_eq(&self.object, &other.object) || self.object.is_equal(&*other.object))
    }
}

impl Eq for AnyPosition {}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl Position for AnyPosition {
    fn order(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.object, &other.object) {
            return Ordering::Equal;
        }
        self.object.order(&*other.object)
    }

    fn bytes(&self) -> usize {
        // The pointer with the hash, and the counters before the position.
        32 + self.object.bytes()
    }
}
