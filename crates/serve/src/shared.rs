//! What all connections of a server share.

use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use upstar_core::{Budget, CancelFlag};
use upstar_sheet::{Limits, SheetSettings};

use crate::ServeSettings;

/// What all connections share.
pub(crate) struct Shared {
    pub(crate) sheet: SheetSettings,
    pub(crate) limits: Limits,
    /// Names by which this server may be called, in lower case, without ports.
    pub(crate) hosts: Vec<String>,
    clients: usize,
    gauge: Option<fn() -> u64>,
    open: AtomicUsize,
    /// Becomes true when the server stops.
    stopping: watch::Sender<bool>,
    /// The flags of all work that is going on.
    work: Mutex<Vec<(u64, CancelFlag)>>,
    begun: AtomicU64,
}

/// A place among the clients, given back when it is dropped.
pub(crate) struct Place<'a>(&'a Shared);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Shared {
    pub(crate) fn new(settings: &ServeSettings, address: SocketAddr) -> Self {
        let own = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned);
        let ip = match address.ip() {
            std::net::IpAddr::V6(ip) => format!("[{ip}]"),
            ip => ip.to_string(),
        };
        let named = settings.hosts.iter().map(|host| host.to_ascii_lowercase());
        Shared {
            sheet: settings.sheet.clone(),
            limits: settings.sheet.limits,
            hosts: own.into_iter().chain([ip]).chain(named).collect(),
            clients: settings.clients,
            gauge: settings.gauge,
            open: AtomicUsize::new(0),
            stopping: watch::Sender::new(false),
            work: Mutex::new(Vec::new()),
            begun: AtomicU64::new(0),
        }
    }

    /// A place for one more client, if there is one.
    pub(crate) fn enter(&self) -> Option<Place<'_>> {
        let entered = self.open.try_update(Ordering::Relaxed, Ordering::Relaxed, |open| {
            (open < self.clients).then_some(open + 1)
        });
        entered.ok().map(|_| Place(self))
    }

    /// The budget of a question.
    pub(crate) fn budget(&self, cancel: CancelFlag) -> Budget {
        let mut budget = Budget::unlimited().with_cancel(cancel);
        if let Some(seconds) = self.limits.seconds {
            budget = budget.with_time(Duration::from_secs_f64(seconds.clamp(0.0, 1e9)));
        }
        if let Some(bytes) = self.limits.bytes {
            budget = budget.with_bytes(bytes);
            if let Some(gauge) = self.gauge {
                budget = budget.with_gauge(gauge);
            }
        }
        budget
    }

    /// A flag for work that ends with the server, and a number by which it is ended.
    pub(crate) fn begin(&self) -> (u64, CancelFlag) {
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        let flag = CancelFlag::new();
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.push((number, flag.clone()));
        if *self.stopping.borrow() {
            flag.cancel();
        }
        (number, flag)
    }

    /// That the work of this number is over.
    pub(crate) fn end(&self, number: u64) {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.retain(|(one, _)| *one != number);
    }

    /// Stops all work and tells all pages.
    pub(crate) fn stop(&self) {
        self.stopping.send_replace(true);
        for (_, flag) in &*self.work.lock().unwrap_or_else(PoisonError::into_inner) {
            flag.cancel();
        }
    }

    /// Sees when the server stops.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }
}
