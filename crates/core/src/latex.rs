//! Values and texts as LaTeX.

use std::fmt::Write;

/// A value for LaTeX's math mode, from its text in any style: `{2||1|0}`
/// is `\{2 \parallel 1 \mid 0\}`, `^*` is `\uparrow\ast`, `-1/2` is `-\tfrac{1}{2}`, names stand
/// upright, and texts in quotes as on a typewriter. Tiny and Miny are macros; [`LATEX_MACROS`]
/// defines them.
///
/// ```
/// assert_eq!(upstar_core::latex("{2||1|0}"), r"\{2 \parallel 1 \mid 0\}");
/// assert_eq!(upstar_core::latex("^*3"), r"{\uparrow}{\ast}3");
/// assert_eq!(upstar_core::latex("^[3]*2"), r"{\uparrow}^{[3]}{\ast}2");
/// assert_eq!(upstar_core::latex("+-1/2"), r"{\pm}\tfrac{1}{2}");
/// assert_eq!(upstar_core::latex("Tiny(2)"), r"\Tiny{2}");
/// assert_eq!(upstar_core::latex("go(\"X.\")"), r#"\operatorname{go}(\texttt{"X."})"#);
/// ```
#[must_use]
pub fn latex(text: &str) -> String {
    let mut out = String::with_capacity(2 * text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        let mut taken = letter.len_utf8();
        match letter {
            '0'..='9' => {
                let (number, length) = number(rest);
                out.push_str(&number);
                taken = length;
            }
            '|' => {
                taken = length(|c| c == '|');
                match taken {
                    1 => out.push_str(r" \mid "),
                    2 => out.push_str(r" \parallel "),
                    bars => {
                        _ = write!(out, r" \mathrel{{{}}} ", r"|\mkern-4mu".repeat(bars - 1) + "|")
                    }
                }
            }
            '"' => {
                taken = rest[1..].find('"').map_or(rest.len(), |end| end + 2);
                _ = write!(out, r"\texttt{{{}}}", latex_text(&rest[..taken]));
            }
            '{' => out.push_str(r"\{"),
            '}' => out.push_str(r"\}"),
            '+' if rest.starts_with("+-") => {
                out.push_str(r"{\pm}");
                taken = 2;
            }
            '±' => out.push_str(r"{\pm}"),
            '^' if out.ends_with(r"\omega ") => {
                let (power, length) = argument(&rest[1..]);
                _ = write!(out, "^{{{}}}", latex(power));
                taken = 1 + length;
            }
            '^' | '↑' => {
                let (power, length) = arrow_power(&rest[letter.len_utf8()..]);
                _ = write!(out, r"{{\uparrow}}{power}");
                taken += length;
            }
            '↓' => out.push_str(r"{\downarrow}"),
            '*' | '⋆' => out.push_str(r"{\ast}"),
            '×' => out.push_str(r"\times "),
            '∞' => out.push_str(r"\infty "),
            '→' => out.push_str(r"\to "),
            '●' => out.push_str(r"\bullet "),
            '−' => out.push('-'),
            'ω' => out.push_str(r"\omega "),
            'ε' => out.push_str(r"\varepsilon "),
            '&' | '%' | '$' | '#' | '_' => _ = write!(out, r"\{letter}"),
            '\\' => out.push_str(r"\backslash "),
            '~' => out.push_str(r"\sim "),
            letter if letter.is_alphabetic() => {
                taken = length(|c| c.is_alphanumeric() || c == '_');
                let word = &rest[..taken];
                let is_downs = word.bytes().all(|byte| byte == b'v');
                let is_down = word
                    .strip_prefix('v')
                    .is_some_and(|after| after.bytes().all(|byte| byte.is_ascii_digit()));
                match word {
                    // `v`, `vv`, and `v3*`: down.
                    _ if is_downs => out.push_str(&r"{\downarrow}".repeat(taken)),
                    _ if is_down => _ = write!(out, r"{{\downarrow}}{}", &word[1..]),
                    "omega" => out.push_str(r"\omega "),
                    "Tiny" | "Miny" if rest[taken..].starts_with('(') => {
                        let (inner, length) = argument(&rest[taken..]);
                        _ = write!(out, r"\{word}{{{}}}", latex(inner));
                        taken += length;
                    }
                    _ if taken == 1 => out.push(letter),
                    _ => _ = write!(out, r"\operatorname{{{}}}", word.replace('_', r"\_")),
                }
            }
            other => out.push(other),
        }
        rest = &rest[taken..];
    }
    out
}

/// Defines the macros that [`latex`] uses: Tiny and Miny of a game as bold signs with the game below
/// (Siegel, *Combinatorial Game Theory*, chapter II). LaTeX with `amsmath`, MathJax and KaTeX read it.
pub const LATEX_MACROS: &str = r"\def\Tiny#1{{\pmb{+}}_{#1}}\def\Miny#1{{\pmb{-}}_{#1}}";

/// A value like [`latex`]'s that needs nothing else: with [`LATEX_MACROS`] in front if it uses them.
///
/// ```
/// assert_eq!(upstar_core::latex_with_macros("1/2"), r"\tfrac{1}{2}");
/// assert!(upstar_core::latex_with_macros("Miny(1)").ends_with(r"\Miny{1}"));
/// ```
#[must_use]
pub fn latex_with_macros(text: &str) -> String {
    let value = latex(text);
    let uses = [r"\Tiny{", r"\Miny{"].iter().any(|name| value.contains(name));
    if uses { format!("{LATEX_MACROS}{value}") } else { value }
}

/// A text for LaTeX outside of math mode, on one line: special characters are escaped, symbols are
/// set as maths.
///
/// ```
/// assert_eq!(upstar_core::latex_text("50% of ±1"), r"50\% of \ensuremath{\pm}1");
/// ```
#[must_use]
pub fn latex_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        let command = match letter {
            '\\' => r"\textbackslash{}",
            '^' => r"\textasciicircum{}",
            '~' => r"\textasciitilde{}",
            '|' => r"\textbar{}",
            '<' => r"\textless{}",
            '>' => r"\textgreater{}",
            '{' | '}' | '#' | '%' | '&' | '$' | '_' => {
                out.push('\\');
                out.push(letter);
                continue;
            }
            '⋆' | '↑' | '↓' | '±' | '−' | '→' | '×' | '∞' | 'ω' | 'ε' | '●' => {
                let symbol = latex(letter.encode_utf8(&mut [0; 4]));
                _ = write!(out, r"\ensuremath{{{}}}", symbol.trim_matches(['{', '}', ' ']));
                continue;
            }
            letter if letter.is_control() => " ",
            letter => {
                out.push(letter);
                continue;
            }
        };
        out.push_str(command);
    }
    out
}

/// The exponent of an arrow, `<3>` or `[3]`, and its length; nothing if there is none.
fn arrow_power(text: &str) -> (String, usize) {
    for (open, close, shown) in [('<', '>', false), ('[', ']', true)] {
        let Some(inner) = text.strip_prefix(open) else { continue };
        let Some(end) = inner.find(close) else { continue };
        if end > 0 && inner[..end].bytes().all(|byte| byte.is_ascii_digit()) {
            let number = &inner[..end];
            let power = if shown { format!("^{{[{number}]}}") } else { format!("^{{{number}}}") };
            return (power, end + 2);
        }
    }
    (String::new(), 0)
}

/// What stands in the parentheses at the beginning, or the word there, and its length with them.
fn argument(text: &str) -> (&str, usize) {
    if !text.starts_with('(') {
        let length = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
        return (&text[..length], length);
    }
    let mut open = 0;
    for (place, letter) in text.char_indices() {
        match letter {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return (&text[1..place], place + 1);
        }
    }
    (&text[1..], text.len())
}

/// A number or a fraction at the beginning of a text, and its length there.
fn number(text: &str) -> (String, usize) {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let first = digits(text);
    if let Some(below) = text[first..].strip_prefix('/') {
        let second = digits(below);
        if second > 0 {
            let fraction = format!(r"\tfrac{{{}}}{{{}}}", &text[..first], &below[..second]);
            return (fraction, first + 1 + second);
        }
    }
    (text[..first].to_owned(), first)
}

#[cfg(test)]
mod tests {
    use super::latex;

    #[test]
    fn every_notation_has_its_letters() {
        for (text, wanted) in [
            ("0", "0"),
            ("-3/4", r"-\tfrac{3}{4}"),
            ("vv*", r"{\downarrow}{\downarrow}{\ast}"),
            ("v3*", r"{\downarrow}3{\ast}"),
            ("↓⋆", r"{\downarrow}{\ast}"),
            ("{1|||0||0|-1}", r"\{1 \mathrel{|\mkern-4mu|\mkern-4mu|} 0 \parallel 0 \mid -1\}"),
            ("ω^(1/2)+ω^ω", r"\omega ^{\tfrac{1}{2}}+\omega ^{\omega }"),
            ("over & 0", r"\operatorname{over} \& 0"),
            ("1/x", "1/x"),
            ("3Tiny({2||1|0})*", r"3\Tiny{\{2 \parallel 1 \mid 0\}}{\ast}"),
            ("-Miny(1/2)", r"-\Miny{\tfrac{1}{2}}"),
            ("Tiny", r"\operatorname{Tiny}"),
            (
                "toads_and_frogs(\"t.|_\")+1",
                r#"\operatorname{toads\_and\_frogs}(\texttt{"t.\textbar{}\_"})+1"#,
            ),
        ] {
            assert_eq!(latex(text), wanted, "{text}");
        }
    }

    #[test]
    fn braces_are_balanced() {
        for text in
            ["{2||1|0}", "^*", "ω^(ω^(2", "{{a}", "||||", "1/2/3", "v", "vv", "Tiny(1/2)", "\"{"]
        {
            let found = latex(text).replace(r"\{", "").replace(r"\}", "");
            let count = |brace| found.matches(brace).count();
            assert_eq!(count('{'), count('}'), "{found}");
        }
    }
}
