//! The terms of the field: the glossary of the book, for `upstar help`.

use upstar_core::Outcome;

/// The page of the book.
const PAGE: &str = include_str!("../../glossary.md");

/// The terms, each with its paragraph in Markdown.
pub(super) fn terms() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGE.split("\n\n").filter_map(|paragraph| paragraph.strip_prefix("**")?.split_once(".** "))
}

/// The names of all terms.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    terms().flat_map(|(term, _)| term.split(", "))
}

/// What a term means, as plain text. Letters may be small, and the term in the plural. The first
/// word of several terms is explained by all of them, and an outcome by the term.
pub(super) fn explain(name: &str) -> Vec<String> {
    let wanted = match name.parse::<Outcome>() {
        Ok(_) => "outcome".to_owned(),
        Err(_) => name.to_lowercase(),
    };
    let singular = wanted.strip_suffix('s').unwrap_or(&wanted);
    let explained = |is_meant: &dyn Fn(&str) -> bool| -> Vec<String> {
        terms()
            .filter(|(term, _)| {
                let term = term.to_lowercase();
                is_meant(&term) || term.split(", ").any(is_meant)
            })
            .map(|(term, text)| format!("{term}\n  {}", plain(text)))
            .collect()
    };
    let tries: [&dyn Fn(&str) -> bool; 3] =
        [&|term| term == wanted, &|term| term == singular, &|term| {
            term.split([' ', '-']).next() == Some(&*wanted)
        }];
    tries.into_iter().map(explained).find(|found| !found.is_empty()).unwrap_or_default()
}

/// The text without links and emphasis, in lines of at most 96 letters. What only says where in the
/// book more is to be found is left out.
fn plain(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.split(" See [").next().unwrap_or_default();
    let mut words = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        let Some((shown, after)) =
            link.split_once("](").and_then(|(shown, to)| Some((shown, to.split_once(')')?.1)))
        else {
            break;
        };
        words.push_str(before);
        words.push_str(shown);
        rest = after;
    }
    words.push_str(rest);
    for (book, name) in
        [("*Siegel*", "Siegel"), ("*WW*", "Winning Ways"), ("*ONAG*", "On Numbers and Games")]
    {
        words = words.replace(book, name);
    }
    let mut lines = vec![String::new()];
    for word in words.split(' ') {
        let line = lines.len() - 1;
        if !lines[line].is_empty() && lines[line].chars().count() + word.chars().count() > 95 {
            lines.push(word.to_owned());
        } else {
            if !lines[line].is_empty() {
                lines[line].push(' ');
            }
            lines[line].push_str(word);
        }
    }
    lines.join("\n  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_is_explained_as_plain_text() {
        assert!(terms().count() > 60);
        for (term, _) in terms() {
            let text = explain(term).concat();
            assert!(text.starts_with(term), "{text}");
            assert!(!text.contains("](") && !text.contains("See "), "{text}");
            assert!(text.lines().all(|line| line.chars().count() < 100), "{text}");
        }
        for (name, count) in [("stops", 1), ("Grundy value", 1), ("N", 1), ("loopy", 2), ("no", 0)]
        {
            assert_eq!(explain(name).len(), count, "{name}");
        }
    }
}
