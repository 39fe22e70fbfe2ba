//! A code in words.

use crate::code::{Code, Digit, Relation};

impl Code {
    /// The moves that the code allows, one sentence for each line, generated from its digits.
    ///
    /// ```
    /// use upstar_heaps::Code;
    /// let code: Code = "0.016".parse()?;
    /// assert_eq!(
    ///     code.explain(),
    ///     [
    ///         "Take 2 tokens: leaving nothing, so the heap must have exactly 2.",
    ///         "Take 3 tokens: leaving one heap or two heaps.",
    ///     ]
    /// );
    /// # Ok::<(), upstar_heaps::HeapsError>(())
    /// ```
    pub fn explain(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let first_of_tail = self.digits().len() as i64;
        let step = self.tail().len() as i64;
        for (taken, digit) in self.some_digits() {
            let (subject, exact) = match taken {
                _ if taken >= first_of_tail => {
                    let mut shown: Vec<String> =
                        (0..3).map(|k| (taken + k * step).to_string()).collect();
                    shown.push("... tokens".to_owned());
                    (format!("Take {}", shown.join(", ")), "exactly that many".to_owned())
                }
                0 => ("Take nothing".to_owned(), "none".to_owned()),
                1 => ("Take 1 token".to_owned(), "exactly 1".to_owned()),
                -1 => ("Add 1 token".to_owned(), String::new()),
                _ if taken < 0 => (format!("Add {} tokens", -taken), String::new()),
                _ => (format!("Take {taken} tokens"), format!("exactly {taken}")),
            };
            lines.push(format!("{subject}: leaving {}.", left(digit, &exact)));
        }
        if lines.is_empty() {
            lines.push("No move is allowed.".to_owned());
        }
        lines
    }
}

/// The alternatives that a digit allows, in words.
fn left(digit: Digit, exact: &str) -> String {
    let mut counts: Vec<String> = (0..64)
        .filter(|count| digit.bits() >> count & 1 == 1)
        .map(|count| match count {
            0 => "nothing".to_owned(),
            1 => "one heap".to_owned(),
            2 => "two heaps".to_owned(),
            3 => "three heaps".to_owned(),
            _ => format!("{count} heaps"),
        })
        .collect();
    match digit.from() {
        Some(0) => counts.push("any number of heaps".to_owned()),
        Some(from) => counts.push(format!("{from} or more heaps")),
        None => {}
    }
    let mut text = match &counts[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    };
    if digit.allows(0) && digit.bits() == 1 && digit.from().is_none() {
        text.push_str(&format!(", so the heap must have {exact}"));
    }
    let several = digit.largest().is_none_or(|most| most >= 2);
    text.push_str(match digit.relation() {
        Relation::AllDifferent if several => ", of sizes that all differ",
        Relation::NotAllEqual if several => ", of sizes that are not all equal",
        Relation::NotAllEqual => ", of sizes that are not all equal (impossible)",
        Relation::AllEqual if several => ", all of the same size",
        _ => "",
    });
    text
}
