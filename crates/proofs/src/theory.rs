//! The text of the theory, and a file put together from it.

use crate::component::Need;

const HEAD: &str = include_str!("../theory/head.v");
const GAMES: &str = include_str!("../theory/games.v");
const BOARDS: &str = include_str!("../theory/boards.v");
const LISTS: &str = include_str!("../theory/graphs.v");
const HEAPS: &str = include_str!("../theory/heaps.v");
const PLAY: &str = include_str!("../theory/play.v");
const CLAIMS: &str = include_str!("../theory/claims.v");
const SYMMETRY: &str = include_str!("../theory/symmetry.v");
const JOINED: &str = include_str!("../theory/joined.v");
const STALKS: &str = include_str!("../theory/stalks.v");
const TAKING: &str = include_str!("../theory/taking.v");
const PERIOD: &str = include_str!("../theory/period.v");
const ARCS: &str = include_str!("../theory/arcs.v");
const OUTCOMES: &str = include_str!("../theory/outcomes.v");
const NIMBERS: &str = include_str!("../theory/nimbers.v");
const CANONICAL: &str = include_str!("../theory/canonical.v");

fn ruleset(need: Need) -> &'static str {
    match need {
        Need::Grid => include_str!("../theory/rulesets/grid.v"),
        Need::Domineering => include_str!("../theory/rulesets/domineering.v"),
        Need::Cram => include_str!("../theory/rulesets/cram.v"),
        Need::Clobber => include_str!("../theory/rulesets/clobber.v"),
        Need::ToadsAndFrogs => include_str!("../theory/rulesets/toads_and_frogs.v"),
        Need::Colours => include_str!("../theory/rulesets/colours.v"),
        Need::Hackenbush => include_str!("../theory/rulesets/hackenbush.v"),
        Need::Heaps => HEAPS,
    }
}

/// The parts of the theory that a proof by play needs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Needed {
    /// Rulesets.
    pub(crate) rulesets: Vec<Need>,
    /// Images of boards.
    pub(crate) symmetry: bool,
    /// Sums of boards as one board.
    pub(crate) joined: bool,
    /// Heaps of nim as boards.
    pub(crate) stalks: bool,
    /// Dead digits, independent parts, and parts that cancel.
    pub(crate) taking: bool,
    /// Canonical forms.
    pub(crate) canonical: bool,
}

/// The theory of a proof by play.
pub(crate) fn by_play(needed: &Needed) -> String {
    let mut rulesets = needed.rulesets.clone();
    rulesets.sort_unstable();
    rulesets.dedup();
    let mut parts = vec![HEAD, GAMES];
    if rulesets.contains(&Need::Grid) {
        parts.push(BOARDS);
    }
    parts.extend(rulesets.into_iter().map(ruleset));
    parts.extend([LISTS, PLAY, CLAIMS]);
    let chosen = [
        (needed.symmetry, SYMMETRY),
        (needed.taking, TAKING),
        (needed.joined, JOINED),
        (needed.stalks, STALKS),
        (needed.canonical, CANONICAL),
    ];
    parts.extend(chosen.into_iter().filter(|&(needed, _)| needed).map(|(_, text)| text));
    parts.concat()
}

/// The theory of periods.
pub(crate) fn of_heaps() -> String {
    [HEAD, GAMES, HEAPS, PERIOD].concat()
}

/// The theory of graphs: the values or outcomes of vertices.
pub(crate) fn of_graphs(values: bool) -> String {
    [HEAD, ARCS, if values { NIMBERS } else { OUTCOMES }].concat()
}

/// What the theory imports.
#[cfg(test)]
pub(crate) fn imports() -> String {
    HEAD.lines().take_while(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}

/// The whole theory as two libraries, so that tests need not check it again for each proof.
#[cfg(test)]
pub(crate) fn libraries() -> [(&'static str, String); 2] {
    use Need::{Clobber, Colours, Cram, Domineering, Grid, Hackenbush, Heaps, ToadsAndFrogs};
    let rulesets =
        vec![Grid, Domineering, Cram, Clobber, ToadsAndFrogs, Colours, Hackenbush, Heaps];
    let needed = Needed {
        rulesets,
        symmetry: true,
        joined: true,
        stalks: true,
        taking: true,
        canonical: true,
    };
    let play = by_play(&needed) + PERIOD;
    [("Play", play), ("Graphs", [HEAD, ARCS, OUTCOMES, NIMBERS].concat())]
}

/// Letters in a line of a script.
const LINE: usize = 1000;

/// A script as a list of texts.
pub(crate) fn script(name: &str, letters: &str) -> String {
    // Every letter is one byte, and none of them is a quotation mark.
    let lines = letters.as_bytes().chunks(LINE).map(|line| String::from_utf8_lossy(line));
    let lines: Vec<String> = lines.map(|line| format!("\"{line}\"")).collect();
    format!("Definition {name} : list script := [{}]%script.\n", lines.join(";\n"))
}
