//! Fibonacci nim.

use super::take_away::TakeAway;
use crate::prelude::*;

pub(crate) const FIBONACCI_NIM: Row = Row {
    name: "fibonacci_nim",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "fibonacci_nim(n) or fibonacci_nim(n,k)",
    rules: "A heap of n. The first move takes some, not all; each later one at most twice what the\n\
            previous move took. A second number gives how many were taken last.",
    source: "Whinihan, Fibonacci nim (1963)",
    example: ("fibonacci_nim(10,4)", "*5"),
    make: Make::Rules(|| TakeAway::times(FIBONACCI_NIM.name, 2)),
    boards: false,
};
