//! Places for clients: their total number, and the maximum for one client.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A client, identified so that none can take all places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Client {
    /// This machine: a local page, or a proxy.
    Here,
    /// An IPv4 address, or the network half of an IPv6 address: a client may choose the other half
    /// freely.
    There(IpAddr),
}

impl Client {
    pub(crate) fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            ip if ip.is_loopback() => Client::Here,
            IpAddr::V6(ip) => {
                let network = ip.to_bits() & !u128::from(u64::MAX);
                Client::There(IpAddr::V6(Ipv6Addr::from_bits(network)))
            }
            ip => Client::There(ip),
        }
    }
}

/// Places.
#[derive(Debug)]
pub(crate) struct Places {
    most: usize,
    most_each: Option<usize>,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    each: HashMap<Client, usize>,
}

/// A place that is taken and released when dropped.
#[derive(Debug)]
pub(crate) struct Place(Arc<Places>, Client);

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.0.lock();
        taken.all -= 1;
        if let Some(count) = taken.each.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                taken.each.remove(&self.1);
            }
        }
    }
}

impl Places {
    pub(crate) fn new(most: usize, most_each: Option<usize>) -> Arc<Self> {
        Arc::new(Places { most, most_each, taken: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of places taken.
    pub(crate) fn taken(&self) -> usize {
        self.lock().all
    }

    /// Takes a place for a client, if one is free.
    pub(crate) fn enter(self: &Arc<Self>, client: Client) -> Option<Place> {
        let mut taken = self.lock();
        let own = taken.each.get(&client).copied().unwrap_or(0);
        let most_each = self.most_each.filter(|_| client != Client::Here);
        if taken.all >= self.most || most_each.is_some_and(|most| own >= most) {
            return None;
        }
        taken.all += 1;
        taken.each.insert(client, own + 1);
        Some(Place(self.clone(), client))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str) -> Client {
        Client::of(address.parse().unwrap())
    }

    #[test]
    fn clients_are_distinguished() {
        assert_eq!(client("127.0.0.9"), Client::Here);
        assert_eq!(client("::1"), Client::Here);
        assert_eq!(client("::ffff:127.0.0.1"), Client::Here);
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert_ne!(client("192.0.2.2"), client("192.0.2.1"));
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:0:0:2"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
    }

    #[test]
    fn nobody_takes_all_places() {
        let places = Places::new(4, Some(2));
        let (one, other) = (client("192.0.2.1"), client("192.0.2.2"));
        let mut taken: Vec<Place> = (0..2).map(|_| places.enter(one).unwrap()).collect();
        assert!(places.enter(one).is_none());
        taken.push(places.enter(other).unwrap());
        taken.push(places.enter(Client::Here).unwrap());
        assert!(places.enter(other).is_none());
        assert_eq!(places.taken(), 4);
        taken.remove(0);
        taken.push(places.enter(one).unwrap());
        drop(taken);
        assert_eq!(places.taken(), 0);
        assert!(places.lock().each.is_empty());
        // Only the total number of places bounds this machine.
        let taken: Vec<_> = (0..5).map(|_| places.enter(Client::Here)).collect();
        assert_eq!(taken.iter().flatten().count(), 4);
    }
}
