//! The page without a server: a folder with the engine as WebAssembly, the package for npm, and
//! their tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread::{self, JoinHandle};

use crate::tools::{self, exe, root, target, timed};
use crate::web;

const TARGET: &str = "wasm32-unknown-unknown";

/// The profile, also the name of the folder in which Cargo keeps its output.
const PROFILE: &str = "wasm";

/// The maximum size of the engine after Brotli compression, which all browsers support.
const MOST_PACKED: usize = 3_000_000;

/// The stack size of the engine. The browser's own stack would overflow first.
const STACK: &str = "-C link-arg=-zstack-size=8388608";

/// Builds `target/site` and `target/npm`.
pub(crate) fn build() -> Result<(), String> {
    let Some(compiler) = Compiler::find()? else {
        return Err(format!("there is no standard library for {TARGET}: {HOW}"));
    };
    if !web::has_node()? {
        return Err("there is no node of version 20 or newer".to_owned());
    }
    make(compiler)
}

fn make(compiler: Compiler) -> Result<(), String> {
    web::install()?;
    engine(compiler)?;
    folder()?;
    package()
}

const HOW: &str = "`rustup target add wasm32-unknown-unknown`, or Debian's packages rustc-web, cargo-web, \
                   rust-web-src and lld-19";

/// The tests of both, or none where they cannot be built.
pub(crate) fn test() -> Result<(), String> {
    if !web::has_node()? {
        return Ok(());
    }
    let Some(compiler) = Compiler::find()? else {
        if tools::in_ci() {
            return Err(format!("there is no standard library for {TARGET}: {HOW}"));
        }
        eprintln!("  skipped: the page without a server is not tested: {HOW}");
        return Ok(());
    };
    make(compiler)?;
    let npm = target().join("npm");
    let module = npm.join("index.js");
    let package = || {
        // Frames have other sizes in code of each compiler, and of both at once.
        ["--wasm-tier-up", "--no-wasm-tier-up", "--no-liftoff"].into_iter().try_for_each(
            |compiler| {
                timed(
                    Command::new("node")
                        // Two thirds of the default: the engine must reach its own limit first, with a
                        // margin.
                        .args(["--stack-size=656", compiler, "--test", "test.mjs"])
                        .env("UPSTAR_NPM", &module)
                        .current_dir(web::folder().join("npm")),
                )
            },
        )
    };
    let native = tools::built(&format!("examples/{}", exe("answers")))?;
    let answers = || {
        let script = ["scripts/answers.mjs"];
        timed(Command::new("node").args(script).args([&npm, &native]).current_dir(web::folder()))
    };
    let has_browser = tools::have("chromium", "chromium")?;
    let page = || match has_browser {
        true => web::in_browser(&[("SITE", target().join("site"))]),
        false => Ok(()),
    };
    tools::at_once([&package, &answers, &page])
}

/// Starts to build the engine, where it can be built; [`test()`] uses what is there then.
pub(crate) fn start_engine() -> Result<Option<JoinHandle<Result<(), String>>>, String> {
    let compiler = if web::has_node()? { Compiler::find()? } else { None };
    Ok(compiler.map(|compiler| thread::spawn(move || engine(compiler))))
}

/// A compiler for WebAssembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compiler {
    /// The default compiler, with the standard library from rustup.
    Own,
    /// Debian's, which compiles the standard library from its source.
    Debian,
}

/// Debian's compiler and source in the newest version, and the linker.
const DEBIAN: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];

/// Names of Debian's linker, newest first.
const LINKERS: [&str; 3] = ["wasm-ld-22", "wasm-ld-19", "wasm-ld"];

impl Compiler {
    /// Installs rustup's library where it is missing; failing that, looks for Debian's packages,
    /// and in continuous integration installs them.
    fn find() -> Result<Option<Compiler>, String> {
        if finds_library() {
            return Ok(Some(Compiler::Own));
        }
        let add = Command::new("rustup").args(["target", "add", TARGET]).status();
        if add.is_ok_and(|status| status.success()) && finds_library() {
            return Ok(Some(Compiler::Own));
        }
        if !has_debian() && tools::in_ci() {
            DEBIAN.into_iter().try_for_each(tools::install)?;
        }
        Ok(has_debian().then_some(Compiler::Debian))
    }

    /// The start of the command that builds for WebAssembly.
    fn cargo(self) -> Command {
        if self == Compiler::Own {
            return Command::new("cargo");
        }
        let mut command = Command::new("/usr/bin/cargo");
        command.env("RUSTC", "/usr/bin/rustc").env("RUSTDOC", "/usr/bin/rustdoc");
        // Debian's compiler is stable, but building the standard library needs an unstable one.
        command.env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTUP_TOOLCHAIN");
        let linker = LINKERS.into_iter().find(|linker| tools::on_path(linker));
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker.unwrap_or("wasm-ld"));
        command
    }

    /// Its additional arguments.
    fn more(self) -> &'static [&'static str] {
        match self {
            Compiler::Own => &[],
            Compiler::Debian => &["-Z", "build-std=std,panic_abort"],
        }
    }
}

/// Whether Debian's compiler and its source are installed.
fn has_debian() -> bool {
    let sysroot = Command::new("/usr/bin/rustc").args(["--print", "sysroot"]).output();
    sysroot.is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        let source = Path::new(&folder).join("lib/rustlib/src/rust/library/std/Cargo.toml");
        source.is_file()
            && Path::new("/usr/bin/cargo").is_file()
            && LINKERS.into_iter().any(tools::on_path)
    })
}

fn finds_library() -> bool {
    let found = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .stderr(Stdio::null())
        .output();
    found.is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success()
            && fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some())
    })
}

/// The folder with the engine and its loader.
fn engine_folder() -> PathBuf {
    target().join("engine")
}

/// Builds the engine, once even if two parts of the tests need it.
fn engine(compiler: Compiler) -> Result<(), String> {
    static IS_DONE: Mutex<bool> = Mutex::new(false);
    let mut is_done = IS_DONE.lock().map_err(|error| error.to_string())?;
    if *is_done {
        return Ok(());
    }
    let build = ["rustc", "--package", "upstar-wasm", "--profile", PROFILE, "--target", TARGET];
    let mut command = compiler.cargo();
    command.args(build).args(compiler.more()).args(["--locked", "--"]).args(STACK.split(' '));
    timed(&mut command)?;
    let bind = root().join("xtask/bind");
    let place = target().join("bind");
    timed(
        Command::new("cargo")
            .args(["build", "--locked"])
            .env("CARGO_TARGET_DIR", &place)
            .current_dir(&bind),
    )?;
    let made = target().join(TARGET).join(PROFILE).join("upstar_wasm.wasm");
    timed(Command::new(place.join("debug").join(exe("bind"))).arg(made).arg(engine_folder()))?;
    let engine = engine_folder().join("engine_bg.wasm");
    let (brotli, gzip) = packed(&engine)?;
    eprintln!("  the engine has {brotli} bytes packed by Brotli, {gzip} by gzip");
    if brotli > MOST_PACKED {
        return Err(format!("{}: more than {MOST_PACKED} bytes, packed", engine.display()));
    }
    *is_done = true;
    Ok(())
}

/// The size of a file compressed by Brotli and by gzip.
fn packed(path: &Path) -> Result<(usize, usize), String> {
    let script = "const zlib=require('node:zlib'),all=require('node:fs').readFileSync(process.argv[1]);\
                  const brotli=zlib.brotliCompressSync(all,{params:\
                  {[zlib.constants.BROTLI_PARAM_QUALITY]:9}});\
                  process.stdout.write(brotli.length+' '+zlib.gzipSync(all,{level:9}).length)";
    let output = Command::new("node").args(["-e", script]).arg(path).output();
    let output = output.map_err(|error| format!("node: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let sizes = text
        .split_once(' ')
        .and_then(|(one, other)| Some((one.parse().ok()?, other.trim().parse().ok()?)));
    sizes.ok_or_else(|| format!("{}: cannot be packed", path.display()))
}

fn folder() -> Result<(), String> {
    let site = target().join("site");
    let _ = fs::remove_dir_all(&site);
    timed(
        Command::new("npm")
            .args(["run", "--silent", "site"])
            .env("ENGINE", engine_folder())
            .env("SITE", &site)
            .current_dir(web::folder()),
    )
}

/// The files of the package besides the engine, and their sources.
const PACKAGE: [(&str, &str); 7] = [
    ("web/npm/package.json", "package.json"),
    ("web/npm/index.js", "index.js"),
    ("web/npm/index.d.ts", "index.d.ts"),
    ("web/npm/README.md", "README.md"),
    ("web/src/protocol.ts", "protocol.d.ts"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
];

fn package() -> Result<(), String> {
    let npm = target().join("npm");
    let _ = fs::remove_dir_all(&npm);
    let told = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(&npm).map_err(|error| told(&npm, error))?;
    let from = PACKAGE.iter().map(|(from, to)| (root().join(from), *to));
    let engine = ["engine.js", "engine_bg.wasm"];
    let engine = engine.into_iter().map(|name| (engine_folder().join(name), name));
    for (from, to) in from.chain(engine) {
        fs::copy(&from, npm.join(to)).map_err(|error| told(&from, error))?;
    }
    Ok(())
}
