//! Numbers as long as they may be: they are computed or refused, never for minutes. (The binary
//! algorithm for common divisors would take these tests past any patience.)

use upstar_core::Budget;
use upstar_lang::{Session, Style};

fn line(text: &str) -> String {
    let budget = Budget::unlimited().with_steps(20_000_000);
    match Session::new().line(text, Style::Plain, &budget) {
        Ok(found) => found,
        Err(error) => format!("error: {}", error.render(text).lines().next().unwrap_or_default()),
    }
}

#[test]
fn fractions_of_half_a_million_bits() {
    for (text, expected) in [
        ("(2^500000+1)/(3^250000) == (2^500000+1)/(3^250000)", "true"),
        ("(2^200000*3^150000)/(3^150000*2^199990)", "1024"),
        ("(2^500000-1).Gcd(3^300000)", "3"),
        // Their continued fractions are the same for long.
        ("2^400000/3^200000 < 2^400000/3^200000 + 1/2^200000", "true"),
        ("{2^300000/3^200000, 2^300000/3^200000}.Length", "1"),
        ("((*400000).StopCount/7*7 - (*400000).StopCount)", "0"),
        ("(2^1000000+1) - 2^1000000", "1"),
        ("1/2^1000000 - 1/2^999999 < 0", "true"),
    ] {
        assert_eq!(line(text), expected, "{text}");
    }
}

#[test]
fn what_is_longer_is_refused() {
    let fraction = "error: a number of about 1792485 bits is too large: the limit is 1048576 bits";
    for (text, expected) in [
        ("(2^1000000+1)/3^500000", fraction),
        (
            "3^2097153",
            "error: a number of about 4194306 bits is too large: the limit is 4194304 bits",
        ),
        (
            "w*2^100000",
            "error: a coefficient of an infinite number is too large: at most 65536 bits",
        ),
    ] {
        assert_eq!(line(text), expected, "{text}");
    }
}

/// The walls of a number below its mast are as many as its denominator has bits.
#[test]
fn a_thermograph_of_long_numbers_is_stopped() {
    let found = line("(3^300000/2^400000 + *).Thermograph");
    assert!(found.starts_with("error: stopped: the step budget is used up"), "{found}");
}
