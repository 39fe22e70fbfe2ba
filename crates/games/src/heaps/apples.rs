//! The bag of apples of the hungry knight.

use super::few_enough;
use crate::prelude::*;

/// A bag of apples: a move eats any number of them.
struct Apples;

impl Ruleset for Apples {
    type Position = u64;

    as_in!(APPLES);

    fn options(&self, apples: &u64, _: Player, out: &mut Options<u64>) -> Result {
        few_enough(*apples)?;
        out.extend(0..*apples);
        Ok(())
    }

    fn known(&self, apples: &u64, convention: Convention) -> Option<Known> {
        Known::grundy(convention, *apples, "a bag of n apples is a heap of nim")
    }
}

pub(crate) const APPLES: Row = Row {
    name: "apples",
    aliases: &["bag_of_apples"],
    class: Class::IMPARTIAL,
    usage: "apples(n)",
    rules: "A bag of n apples; a move eats any number of them. The bag of the hungry knight:\n\
            knight(3,6) + apples(4).",
    source: "Dehornoy, Combinatorial game theory, section 2.3",
    example: ("apples(4)", "*4"),
    make: Make::Rules(|| Rules::new(Apples)),
    boards: false,
};
