//! What all connections of a server share.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use upstar_core::{Budget, CancelFlag};
use upstar_sheet::{Limits, SheetSettings};

use crate::places::{Client, Place, Places};
use crate::process::Pool;
use crate::{GallerySheet, ServeSettings};

/// What all connections share.
pub(crate) struct Shared {
    pub(crate) sheet: SheetSettings,
    pub(crate) limits: Limits,
    /// Host names accepted by this server, in lower case, without ports.
    pub(crate) hosts: Vec<String>,
    pub(crate) behind_proxy: bool,
    pub(crate) patience: Duration,
    pub(crate) gallery: Vec<GallerySheet>,
    /// Places for connections.
    pub(crate) lines: Arc<Places>,
    /// Places for connections that have not sent a request yet.
    pub(crate) silent: Arc<Places>,
    /// Places for sheets.
    sheets: Arc<Places>,
    /// Places for worker threads or processes: one may go on for a while after its client has
    /// disconnected.
    threads: Arc<Places>,
    /// The processes of the sheets, if these are not in this process.
    pub(crate) pool: Option<Arc<Pool>>,
    gauge: Option<fn() -> u64>,
    /// Becomes true when the server stops.
    stopping: watch::Sender<bool>,
    /// The flags of all running requests.
    work: Mutex<Vec<(u64, CancelFlag)>>,
    begun: AtomicU64,
}

/// How many connections one client may open before it sends a request; browsers open a few in
/// advance.
const MOST_SILENT: usize = 32;

/// The number of connections needed for that many sheets: a browser opens several to fetch a page.
fn lines(sheets: usize) -> usize {
    sheets.saturating_mul(2).saturating_add(64)
}

/// The number of threads for that many sheets: some still work for clients that have disconnected.
fn threads(sheets: usize) -> usize {
    sheets.saturating_add(sheets.div_ceil(4))
}

impl Shared {
    pub(crate) fn new(settings: &ServeSettings, address: SocketAddr) -> Self {
        let own = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned);
        let ip = match address.ip() {
            std::net::IpAddr::V6(ip) => format!("[{ip}]"),
            ip => ip.to_string(),
        };
        // All connections of a proxy come from one client.
        let each = settings.clients_each.filter(|_| !settings.behind_proxy);
        let named = settings.hosts.iter().map(|host| host.to_ascii_lowercase());
        Shared {
            sheet: settings.sheet.clone(),
            limits: settings.sheet.limits,
            hosts: own.into_iter().chain([ip]).chain(named).collect(),
            behind_proxy: settings.behind_proxy,
            patience: settings.patience,
            gallery: settings.gallery.clone(),
            lines: Places::new(lines(settings.clients), each.map(lines)),
            silent: Places::new(
                lines(settings.clients),
                (!settings.behind_proxy).then_some(MOST_SILENT),
            ),
            sheets: Places::new(settings.clients, settings.clients_each),
            threads: Places::new(threads(settings.clients), settings.clients_each.map(threads)),
            pool: settings.worker.clone().map(|program| Pool::new(program, settings.sheet.limits)),
            gauge: settings.gauge,
            stopping: watch::Sender::new(false),
            work: Mutex::new(Vec::new()),
            begun: AtomicU64::new(0),
        }
    }

    /// Places for another sheet of a client and for its thread, if both are free. The first is
    /// released when the client disconnects, the second when the thread ends.
    pub(crate) fn enter(&self, client: Client) -> Option<(Place, Place)> {
        Some((self.sheets.enter(client)?, self.threads.enter(client)?))
    }

    /// The budget of a request.
    pub(crate) fn budget(&self, cancel: CancelFlag) -> Budget {
        let budget = self.limits.budget(cancel);
        match self.gauge.filter(|_| self.limits.bytes.is_some()) {
            Some(gauge) => budget.with_gauge(gauge),
            None => budget,
        }
    }

    /// A flag for work that ends with the server, and the number to pass to `end`.
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

    /// Marks the work with this number as finished.
    pub(crate) fn end(&self, number: u64) {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.retain(|(one, _)| *one != number);
    }

    /// Stops all work and notifies all pages.
    pub(crate) fn stop(&self) {
        self.stopping.send_replace(true);
        if let Some(pool) = &self.pool {
            pool.clear();
        }
        for (_, flag) in &*self.work.lock().unwrap_or_else(PoisonError::into_inner) {
            flag.cancel();
        }
    }

    /// A receiver that is notified when the server stops.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_client_opens_only_so_many_connections_without_a_request() {
        let client = |address: &str| Client::of(address.parse().unwrap());
        let shared = |behind_proxy| {
            let settings = ServeSettings { behind_proxy, ..ServeSettings::default() };
            Shared::new(&settings, SocketAddr::from(([127, 0, 0, 1], 1))).silent
        };
        let silent = shared(false);
        let mut open: Vec<Place> = Vec::new();
        open.extend(std::iter::from_fn(|| silent.enter(client("192.0.2.1"))));
        assert_eq!(open.len(), MOST_SILENT);
        assert!(silent.enter(client("192.0.2.2")).is_some());
        drop(open.pop());
        assert!(silent.enter(client("192.0.2.1")).is_some());
        // A proxy opens connections for all its clients.
        let silent = shared(true);
        let open: Vec<_> =
            (0..2 * MOST_SILENT).map(|_| silent.enter(client("192.0.2.1"))).collect();
        assert!(open.iter().all(Option::is_some));
    }
}
