//! The worksheet in the browser: a server with its page inside.
//!
//! Every open page has its own sheet ([`upstar_sheet::Sheet`]), in a thread or, for unknown clients,
//! in a process ([`ServeSettings::worker`]). Its requests arrive over a socket at `/api/socket`.
//! Programs can send single requests by `POST`; `/api/openapi.json` describes how.

mod api;
mod gallery;
mod guard;
mod lines;
mod openapi;
mod page;
mod places;
mod process;
mod shared;
mod socket;
mod worker;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use thiserror::Error;
use upstar_core::CancelFlag;
use upstar_sheet::{Limits, SheetSettings};

pub use gallery::GallerySheet;
pub use openapi::OPENAPI;
pub use process::WorkerProgram;
use shared::Shared;
pub use worker::answer_lines;

/// The port that is tried first.
pub const PORT: u16 = 8017;

/// How long the last responses may take when the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// The stack size of a thread that answers requests; engines take more where they need it.
const STACK: usize = 8 << 20;

/// Settings of a server.
#[derive(Clone, Debug)]
pub struct ServeSettings {
    /// The address on which the server listens.
    pub address: IpAddr,
    /// The port; `None` is [`PORT`], or any that is free.
    pub port: Option<u16>,
    /// Host names accepted besides its address and `localhost`: those of a proxy in front of it.
    pub hosts: Vec<String>,
    /// Settings of the sheets. A time limit among them holds for every request.
    pub sheet: SheetSettings,
    /// The maximum number of sheets at once; a request from a program counts as one.
    pub clients: usize,
    /// The maximum number of sheets for one client: an IPv4 address, or an IPv6 network of 2^64
    /// addresses. Without a proxy, this machine is exempt.
    pub clients_each: Option<usize>,
    /// Whether the server is behind a proxy that appends the client's address to `X-Forwarded-For`.
    /// Without a proxy, a client could put any address there.
    pub behind_proxy: bool,
    /// How long a client may take to send the head or the body of a request, to read any data sent
    /// to it, and to answer a ping on its socket. A connection that is idle for this long is
    /// closed.
    pub patience: Duration,
    /// Sheets that every page may open.
    pub gallery: Vec<GallerySheet>,
    /// Returns the number of bytes that the process has in use. The memory limit then holds for all
    /// memory that a request uses, whether engines count it or not. With several clients, the
    /// memory of one may stop another.
    pub gauge: Option<fn() -> u64>,
    /// The program that answers the requests of one sheet in a process of its own. A question that
    /// goes on two seconds after its limit ends with its process, and the system bounds the memory
    /// and the CPU time of the process. Without it, sheets are threads of the server.
    pub worker: Option<WorkerProgram>,
}

impl Default for ServeSettings {
    fn default() -> Self {
        ServeSettings {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            hosts: Vec::new(),
            sheet: SheetSettings::default(),
            clients: 256,
            clients_each: None,
            behind_proxy: false,
            patience: Duration::from_secs(30),
            gallery: Vec::new(),
            gauge: None,
            worker: None,
        }
    }
}

impl ServeSettings {
    /// For a public installation: little time and memory for each request, few sheets for each
    /// address, and no custom rules, which would be shared by all clients.
    #[must_use]
    pub fn public() -> Self {
        let limits = Limits { seconds: Some(20.0), bytes: Some(256 << 20), request_bytes: 1 << 20 };
        let sheet = SheetSettings { limits, opened: None, rules: false };
        let patience = Duration::from_secs(15);
        ServeSettings {
            sheet,
            clients: 64,
            clients_each: Some(8),
            patience,
            ..ServeSettings::default()
        }
    }
}

/// Why the server could not start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The server cannot listen on this address.
    #[error("cannot listen on {address}: {error}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// The cause.
        error: std::io::Error,
    },
    /// The system has no threads or sockets for it.
    #[error("cannot serve: {0}")]
    System(#[from] std::io::Error),
}

/// A server that listens but does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    settings: ServeSettings,
}

impl Server {
    /// Begins to listen.
    ///
    /// # Errors
    ///
    /// [`ServeError::Bind`] if the server cannot listen there.
    pub fn bind(settings: ServeSettings) -> Result<Self, ServeError> {
        let bind = |port| {
            let address = SocketAddr::new(settings.address, port);
            TcpListener::bind(address).map_err(|error| ServeError::Bind { address, error })
        };
        let listener = match settings.port {
            Some(port) => bind(port)?,
            None => bind(PORT).or_else(|_| bind(0))?,
        };
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Server { listener, address, settings })
    }

    /// The address on which the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The URL to open in a browser on this machine.
    #[must_use]
    pub fn url(&self) -> String {
        let port = self.address.port();
        match self.address.ip() {
            ip if ip.is_unspecified() => format!("http://127.0.0.1:{port}/"),
            IpAddr::V6(ip) => format!("http://[{ip}]:{port}/"),
            ip => format!("http://{ip}:{port}/"),
        }
    }

    /// Answers requests until the flag is raised; then it stops all work, notifies pages and
    /// returns.
    ///
    /// # Errors
    ///
    /// [`ServeError::System`].
    pub fn run(self, stop: &CancelFlag) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_stack_size(STACK)
            .thread_name("serve")
            .enable_all()
            .build()?;
        let shared = Arc::new(Shared::new(&self.settings, self.address));
        // The first page is not to wait for what can be found before it is there.
        let sheet = self.settings.sheet.clone();
        runtime.spawn_blocking(move || drop(upstar_sheet::welcome(&sheet)));
        let ended = shared.clone();
        let served = runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::spawn(raised(stop.clone(), shared.clone()));
            if let Some(pool) = &shared.pool {
                pool.fill();
            }
            lines::serve(listener, router(shared.clone()), shared).await;
            Ok(())
        });
        ended.stop();
        runtime.shutdown_timeout(FAREWELL);
        served
    }
}

/// Ends when the flag is raised; pages are notified first.
async fn raised(stop: CancelFlag, shared: Arc<Shared>) {
    while !stop.is_cancelled() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    shared.stop();
}

fn router(shared: Arc<Shared>) -> Router {
    let most = usize::try_from(shared.limits.request_bytes).unwrap_or(usize::MAX);
    Router::new()
        .route("/api/socket", get(socket::upgrade))
        .route("/api/openapi.json", get(api::description))
        .route("/api/gallery", get(gallery::list))
        .route("/api/gallery/{name}", get(gallery::sheet))
        .route("/api/{ask}", post(api::answer))
        .fallback(page::file)
        .layer(DefaultBodyLimit::max(most))
        .layer(middleware::from_fn_with_state(shared.clone(), guard::check))
        .with_state(shared)
}
