//! Values a second, by CPU time of the process, of the engines of `upstar-heaps`; beside them,
//! in the same run, the program `ogsolve` (`cargo install ogsolve`, GPL, never linked) where it is
//! on the path and can play the game.
//!
//! `cargo run --profile dist -p bench-heaps -- GAME TO [THREADS]`; without arguments some games in
//! small sizes.

use std::process::{Command, Stdio};
use std::time::Instant;

use upstar_core::Budget;
use upstar_heaps::{Code, EngineChoice, Sequence, Settings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [] => {
            for (code, to) in [
                ("0.6", 1_000_000),
                ("4!.0", 1_000_000),
                ("0.16", 10_000_000),
                ("0.106", 10_000_000),
                ("0.007", 100_000),
            ] {
                compare(code, to, 1)?;
            }
            Ok(())
        }
        [code, to] => compare(code, to.parse()?, 1),
        [code, to, threads] => compare(code, to.parse()?, threads.parse()?),
        _ => Err("arguments: GAME TO [THREADS]".into()),
    }
}

fn compare(text: &str, to: u64, threads: usize) -> Result<(), Box<dyn std::error::Error>> {
    let code: Code = text.parse()?;
    let settings = Settings { threads, ..Settings::default() };
    let ours = ours(&code, to, settings)?;
    println!("{text} to {to}: {ours}");
    // The definition is quadratic: a size at which it ends.
    if std::env::var_os("ONLY_OURS").is_some() {
        return Ok(());
    }
    let few = to.min(50_000);
    let plain = Settings { engine: EngineChoice::Plain, ..settings };
    println!("{text} to {few}, plain: {}", self::ours(&code, few, plain)?);
    for (method, to) in [("naive", few), ("rc2", to.min(400_000))] {
        if let Some(cpu) = ogsolve(text, method, to) {
            let rate = to as f64 / cpu / 1e6;
            println!("{text} to {to}, ogsolve {method}: {cpu:.2} s CPU, {rate:.3} M/s");
        }
    }
    Ok(())
}

fn ours(code: &Code, to: u64, settings: Settings) -> Result<String, Box<dyn std::error::Error>> {
    // The digest, a chain of multiplications, takes longer than many a value.
    let mut digest = 0xcbf2_9ce4_8422_2325u64;
    Sequence::new(code, settings)?.run(to, &Budget::unlimited(), &mut |_, values| {
        for &value in values {
            digest = (digest ^ u64::from(value)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    })?;
    let (cpu, wall) = (seconds(libc::RUSAGE_SELF), Instant::now());
    let mut sequence = Sequence::new(code, settings)?;
    let mut half = (cpu, 0);
    sequence.run(to, &Budget::unlimited(), &mut |heap, values| {
        std::hint::black_box(values);
        if heap < to / 2 {
            half = (seconds(libc::RUSAGE_SELF), heap + values.len() as u64);
        }
        Ok(())
    })?;
    let end = seconds(libc::RUSAGE_SELF);
    Ok(format!(
        "{} engine, {} kernel, {:.2} s CPU, {:.2} s, {:.3} M/s CPU, {:.3} in the second half, \
         digest {digest:016x}",
        sequence.engine(),
        sequence.kernel(),
        end - cpu,
        wall.elapsed().as_secs_f64(),
        to as f64 / (end - cpu) / 1e6,
        (to - half.1) as f64 / (end - half.0) / 1e6,
    ))
}

/// CPU seconds of a run of `ogsolve`, if it is there and plays the game.
fn ogsolve(code: &str, method: &str, to: u64) -> Option<f64> {
    let before = seconds(libc::RUSAGE_CHILDREN);
    let status = Command::new("ogsolve")
        .args(["-m", method, "-n", &to.to_string(), code])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .ok()?;
    status.success().then(|| seconds(libc::RUSAGE_CHILDREN) - before)
}

/// CPU seconds so far.
fn seconds(who: i32) -> f64 {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the call fills the structure it is given, which is plain numbers.
    let usage = unsafe {
        libc::getrusage(who, usage.as_mut_ptr());
        usage.assume_init()
    };
    let of = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    of(usage.ru_utime) + of(usage.ru_stime)
}
