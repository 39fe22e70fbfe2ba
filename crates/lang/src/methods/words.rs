//! Help for the words of the language.

use super::Help;
use upstar_core::plain_name;

/// Words, how they are written, what they mean, and an example with its value.
type Word = (&'static [&'static str], &'static str, &'static str, (&'static str, &'static str));

const WORDS: [Word; 10] = [
    (
        &["for", "from", "to", "by", "in", "where", "do"],
        "for n from 1 to 9 by 2 do ... end, [f(n) for n in list where n > 2]",
        "Evaluates its body for each value of a variable. After an expression in brackets it makes \
         the list of all values.",
        ("[n^2 for n from 1 to 9 by 2]", "[1,9,25,49,81]"),
    ),
    (
        &["while"],
        "while condition do ... end",
        "Evaluates its body as long as the condition holds.",
        ("n := 1; while n < 100 do n := 2*n end; n", "128"),
    ),
    (
        &["if", "then", "else", "elseif"],
        "if condition then g elseif condition then h else k end",
        "The value after the first condition that holds.",
        ("if {1|-1}.IsHot then 1 else 0 end", "1"),
    ),
    (
        &["begin", "end"],
        "begin g := ...; h := ...; g + h end",
        "Evaluates several statements; its value is that of the last one.",
        ("begin var g := {1|-1}; g + g end", "0"),
    ),
    (
        &["var", "let"],
        "begin var x := ...; ... end",
        "Makes a variable that exists within a block.",
        ("begin var x := 3; x + 1 end", "4"),
    ),
    (
        &["def"],
        "def f(n) := ...",
        "Gives a function a name, as `f(n) := ...` does.",
        ("def f(n) := n^2; f(3)", "9"),
    ),
    (
        &["and", "or", "not"],
        "a and b, a or b, not a",
        "Joins conditions, or denies one.",
        ("1 < 2 and not 2 < 1", "true"),
    ),
    (
        &["is", "as"],
        "g is Integer",
        "Whether a value is of a kind, such as Integer, Number, Nimber or List.",
        ("3 is Integer", "true"),
    ),
    (
        &["nothing"],
        "nothing",
        "The value of what has none: of a loop, or of `if` without `else`.",
        ("nothing", "Nothing"),
    ),
    (
        &["ans", "_"],
        "ans, _",
        "The last value of a worksheet in the terminal.",
        ("{3|1}; ans.Mean", "2"),
    ),
];

/// The words, each with one of its names.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(names, ..)| names[0])
}

/// The help for a word.
pub(super) fn help(name: &str) -> Option<Help> {
    let plain = if name == "_" { name.to_owned() } else { plain_name(name) };
    let (names, usage, about, example) =
        WORDS.into_iter().find(|(names, ..)| names.contains(&plain.as_str()))?;
    Some(Help { name: names[0], aliases: &[], usage: usage.to_owned(), about, example })
}
