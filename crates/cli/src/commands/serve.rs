//! `upstar serve`: the worksheet in the browser.

use std::ffi::OsString;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use upstar_core::Budget;
use upstar_files::Source;
use upstar_serve::{GallerySheet, ServeSettings, Server, WorkerProgram};

use crate::support::{
    Answer, Failure, Limits, Outcome, Result, available_memory, cancel_on_interrupt, memory_in_use,
    parse_limits,
};

/// The maximum size of a worksheet.
const MOST_BYTES: u64 = 16 << 20;

/// The maximum number of sheets in a gallery, and their maximum total size in bytes.
const MOST_SHEETS: usize = 1000;
const MOST_GALLERY: usize = 64 << 20;

/// The extension of worksheet files.
const ENDING: &str = "upstar";

/// Open the worksheet in the browser: cells, boards, explorer, play
///
/// The page is part of this program and contacts no other machine. By default only this machine can
/// open it; --address changes this. Ctrl-C ends the server; when it is started again, an open page
/// reconnects and keeps all its cells.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// A worksheet to open, written by the page or by `:save` in `upstar repl`
    #[arg(value_name = "FILE")]
    sheet: Option<PathBuf>,

    /// The port [default: 8017, or any free port]
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Do not open a browser
    #[arg(long)]
    no_open: bool,

    /// The address to listen on; `0.0.0.0` means all addresses of this machine
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,

    /// A host name of the server besides its address, such as that of a proxy in front of it. May
    /// be repeated
    #[arg(long, value_name = "NAME")]
    host_name: Vec<String>,

    /// Set limits for unknown users: 20 seconds and 256 MB for each request (or as --budget says),
    /// 64 sheets, 8 of them for one address, short requests, no custom rules. Each sheet has a
    /// process of its own, which ends with a question that does not keep to its limits
    #[arg(long)]
    public: bool,

    /// The number of sheets that may be open at once [default: 256, with --public 64]
    #[arg(long, value_name = "N")]
    clients: Option<usize>,

    /// The number of sheets that one address may have [default: all, with --public 8]. Addresses of
    /// this machine may have all
    #[arg(long, value_name = "N")]
    clients_each: Option<usize>,

    /// The server is behind a proxy that nobody can bypass: clients are distinguished by the last
    /// address in its header X-Forwarded-For
    #[arg(long)]
    behind_proxy: bool,

    /// A folder of worksheets (`*.upstar`) that every page may open. They are read once, at the
    /// start; links are passed over
    #[arg(long, value_name = "DIR")]
    gallery: Option<PathBuf>,

    /// The rules files of the command line, which each process of a public server reads
    #[arg(skip)]
    pub(crate) rules: Vec<PathBuf>,

    /// Answer the requests of one sheet, which a public server sends
    #[arg(long, hide = true)]
    worker: bool,

    /// Limits for each request, separated by commas: a time (`10s`, `5m`), a memory size for each
    /// sheet (`500MB`, `8GB`; by default nine tenths of the free memory)
    #[arg(long, value_name = "BOUNDS", value_parser = parse_limits)]
    budget: Option<Limits>,
}

impl Serve {
    pub(crate) fn run(self) -> Outcome {
        if self.worker {
            let answered = upstar_serve::answer_lines();
            return answered.map(|()| Answer::Yes).map_err(Failure::input);
        }
        let mut settings =
            if self.public { ServeSettings::public() } else { ServeSettings::default() };
        settings.address = self.address;
        settings.port = self.port;
        settings.hosts.clone_from(&self.host_name);
        if let Some(clients) = self.clients {
            settings.clients = clients;
        }
        settings.clients_each = self.clients_each.or(settings.clients_each);
        settings.behind_proxy = self.behind_proxy;
        if let Some(folder) = &self.gallery {
            settings.gallery = gallery(folder)?;
        }
        if let Some(budget) = &self.budget {
            if budget.steps().is_some() {
                return Err(Failure::input("--budget of `serve` is a time and a memory size"));
            }
            let limits = &mut settings.sheet.limits;
            limits.seconds = budget.time().map(|time| time.as_secs_f64()).or(limits.seconds);
            limits.bytes = budget.bytes().or(limits.bytes);
        }
        if self.public {
            let path = std::env::current_exe().map_err(Failure::input)?;
            let mut arguments = ["serve", "--worker"].map(OsString::from).to_vec();
            for file in self.rules {
                arguments.extend(["--rules".into(), file.into_os_string()]);
            }
            settings.worker = Some(WorkerProgram { path, arguments });
        } else {
            let limits = &mut settings.sheet.limits;
            limits.bytes = limits.bytes.or_else(available_memory);
            settings.gauge =
                memory_in_use().map(|_| -> fn() -> u64 { || memory_in_use().unwrap_or(0) });
        }
        settings.sheet.opened = self.sheet.as_deref().map(read).transpose()?;
        let server = Server::bind(settings).map_err(Failure::input)?;
        let url = server.url();
        let mut out = std::io::stdout().lock();
        writeln!(out, "{url}").and_then(|()| out.flush()).map_err(Failure::output)?;
        drop(out);
        tell!("upstar: the worksheet is at {url}; Ctrl-C ends it");
        if !self.no_open {
            open(&url);
        }
        server.run(&cancel_on_interrupt()).map_err(Failure::input)?;
        Ok(Answer::Yes)
    }
}

/// The worksheets of a folder, by name.
fn gallery(folder: &Path) -> Result<Vec<GallerySheet>> {
    let cannot = |error: std::io::Error| {
        Failure::input(format!("cannot read the gallery {}: {error}", folder.display()))
    };
    let mut paths = Vec::new();
    for entry in folder.read_dir().map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let path = entry.path();
        // A link could lead to a private file.
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if path.extension().is_some_and(|ending| ending == ENDING) && is_file {
            paths.push(path);
        }
    }
    paths.sort();
    let too_large = |what: String| {
        Failure::input(format!("the gallery {} has more than {what}", folder.display()))
    };
    if paths.len() > MOST_SHEETS {
        return Err(too_large(format!("{MOST_SHEETS} worksheets")));
    }
    let mut sheets = Vec::with_capacity(paths.len());
    let mut bytes = 0;
    for path in paths {
        let text = text(&path)?;
        cells(&path, &text)?;
        bytes += text.len();
        if bytes > MOST_GALLERY {
            return Err(too_large(format!("{MOST_GALLERY} bytes")));
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        sheets.push(GallerySheet { name, text });
    }
    Ok(sheets)
}

/// The cells of a file.
fn read(path: &Path) -> Result<Vec<String>> {
    cells(path, &text(path)?)
}

/// The text of a worksheet file.
fn text(path: &Path) -> Result<String> {
    let budget = Budget::unlimited().with_cancel(cancel_on_interrupt());
    Ok(Source::Path(path.to_owned()).read_text(MOST_BYTES, &budget)?)
}

/// The cells in the text of a file.
fn cells(path: &Path, text: &str) -> Result<Vec<String>> {
    let wrong = |error| Failure::input(format!("{}: {error}", path.display()));
    upstar_sheet::read_cells(text).map_err(wrong)
}

/// Asks the system to open a browser. On failure the user still has the printed address.
fn open(url: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(target_os = "windows") {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(url);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // Waits for the child, so that it does not become a zombie.
        std::thread::spawn(move || drop(child.wait()));
    }
}
