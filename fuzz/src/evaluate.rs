//! Expressions of the worksheet.

use upstar_core::Budget;

use crate::readers::budget;

/// Evaluates data as lines of the worksheet; what is printed of a game must
/// read back as the same game.
pub fn evaluate(data: &[u8]) {
    use upstar_lang::{Session, Style};
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut session = Session::with_budget(&budget());
    for line in text.lines().take(8) {
        let budget = Budget::unlimited().with_bytes(256 << 20).with_steps(20_000);
        let value = match session.evaluate(line, &budget) {
            Ok(Some(value)) => value,
            Ok(None) => continue,
            Err(error) => {
                let _ = error.render(line);
                continue;
            }
        };
        let Ok(printed) = session.text(&value, Style::Plain, &budget) else { continue };
        let Ok(id) = session.game(&value, &budget) else { continue };
        let large = Budget::unlimited().with_bytes(256 << 20).with_steps(10_000_000);
        let Ok(again) = session.evaluate(&printed, &large) else {
            panic!("{printed} is printed but does not read back")
        };
        let again = again.expect("a value is not a blank line");
        if let Ok(again) = session.game(&again, &large) {
            assert_eq!(id, again, "{printed}");
        }
    }
}
