//! Positions of the engine's rulesets as components of the theory.

use upstar_core::{Budget, Player};
use upstar_engine::{Explicit, Game, Solver, Sum, Summand};
use upstar_games::Coloured;
use upstar_heaps::HeapGame;
use upstar_values::Worker;

use crate::Result;
use crate::board::{Board, Rule, bits};
use crate::component::{Component, Kind, Need, Piece, Side, Signed};
use crate::error::ProofError;
use crate::heaps::{HeapRules, coq_list};

/// The games with proofs.
pub const GAMES: &[&str] = &[
    "domineering",
    "cram",
    "clobber",
    "toads_and_frogs",
    "col",
    "snort",
    "hackenbush",
    "nim",
    "subtraction",
    "take_and_break",
];

/// A sum in the representation of the theory.
///
/// # Errors
/// [`ProofError::Unsupported`] for games whose rules are not in the theory.
pub(crate) fn side_of(sum: &Sum, solver: &Solver, budget: &Budget) -> Result<Side> {
    let mut worker = solver.worker(budget);
    let mut side = Side::default();
    for summand in sum.summands() {
        let mut negated = false;
        let component = match summand {
            Summand::Position(game) => match game.negative_of() {
                Some(game) => {
                    negated = true;
                    position(&game)?
                }
                None => position(game)?,
            },
            Summand::Value(id) => {
                if worker.as_integer(*id).is_some_and(|n| n == 0.into()) {
                    continue;
                }
                value(&Explicit::of_value(&mut worker, *id)?, budget)?
            }
            Summand::Number(_) => {
                return Err(ProofError::unsupported(
                    "proofs are of short games; this number has infinitely many options",
                ));
            }
        };
        side.terms.push(Signed { component, negated });
    }
    Ok(side)
}

/// A value, which must be in canonical form, as a list.
pub(crate) fn value_of(
    worker: &mut Worker<'_>,
    id: upstar_values::Id,
    budget: &Budget,
) -> Result<Component> {
    value(&Explicit::of_value(worker, id)?, budget)
}

/// The maximum number of positions of a value: the kernel reads them all.
const MOST_ROWS: u32 = 20_000;

fn value(game: &Game, budget: &Budget) -> Result<Component> {
    let mut ticker = budget.ticker();
    // Rows in the order of the explicit game: options before their parents.
    let last = *game.position::<u32>().ok_or_else(|| ProofError::unsupported("no value"))?;
    if last >= MOST_ROWS {
        return Err(ProofError::unsupported(format!(
            "proofs are of values with at most {MOST_ROWS} positions, and this one has {}",
            u64::from(last) + 1
        )));
    }
    let mut rows: Vec<[Vec<u32>; 2]> = Vec::new();
    for node in 0..=last {
        let game = game.rules().at(node);
        let mut row = [Vec::new(), Vec::new()];
        for (side, player) in Player::BOTH.into_iter().enumerate() {
            for option in game.options_within(player, ticker.budget())? {
                ticker.tick(1)?;
                let to = option.position::<u32>().copied().unwrap_or(0);
                row[side].push(to + 1);
            }
        }
        rows.push(row);
    }
    let row = |options: &[u32]| {
        let numbers: Vec<u64> = options.iter().map(|&to| to.into()).collect();
        coq_list(&numbers)
    };
    let texts: Vec<String> =
        rows.iter().map(|[left, right]| format!("({}, {})", row(left), row(right))).collect();
    let coq = format!("node (rows [{}]%positive) {}", texts.join("; "), last + 1);
    Ok(Component { kind: Kind::Listed(rows), start: Piece::Node(last + 1), coq, needs: Vec::new() })
}

/// A position in the representation of the theory.
pub(crate) fn position(game: &Game) -> Result<Component> {
    let text = game.position_text();
    match game.name() {
        "domineering" => grid(&text, Need::Domineering),
        "cram" => grid(&text, Need::Cram),
        "clobber" => grid(&text, Need::Clobber),
        "toads_and_frogs" => toads(&text),
        "col" => colours(&graph_text(game), false),
        "snort" => colours(&graph_text(game), true),
        "hackenbush" => hackenbush(&text),
        name => heaps(game, name, &text),
    }
}

/// The graph of the vertices that may still be taken, without the board that it is played on.
fn graph_text(game: &Game) -> String {
    match game.position::<Coloured>() {
        Some(position) => game.rules().at(Coloured::from(position.graph.clone())).position_text(),
        None => game.position_text(),
    }
}

fn fits(digits: usize) -> Result {
    if digits > Board::MOST_DIGITS {
        return Err(ProofError::unsupported(format!(
            "proofs are of positions of at most {} digits, and this one has {digits}",
            Board::MOST_DIGITS
        )));
    }
    Ok(())
}

/// The cells with one of the letters.
fn marked(text: &str, letter: char) -> Vec<usize> {
    let cells = text.chars().filter(|&c| c != '|').enumerate();
    cells.filter(|&(_, c)| c.eq_ignore_ascii_case(&letter)).map(|(index, _)| index).collect()
}

/// The pairs of cells of a board, the second one offset by that many rows down and columns right.
fn pairs(rows: usize, columns: usize, down: usize, right: usize) -> Vec<[usize; 2]> {
    let mut found = Vec::new();
    for r in 0..rows.saturating_sub(down) {
        for c in 0..columns.saturating_sub(right) {
            found.push([r * columns + c, (r + down) * columns + c + right]);
        }
    }
    found
}

fn grid(text: &str, need: Need) -> Result<Component> {
    let lines: Vec<&str> = text.split('|').collect();
    let (rows, columns) = (lines.len(), lines[0].len());
    let n = rows * columns;
    fits(if need == Need::Clobber { 2 * n } else { n })?;
    let (upright, lying) = (pairs(rows, columns, 1, 0), pairs(rows, columns, 0, 1));
    let both = [&upright[..], &lying[..]].concat();
    let dominoes = |pairs: &[[usize; 2]]| pairs.iter().map(|pair| Rule::take(pair)).collect();
    let quoted: Vec<String> = lines.iter().map(|line| format!("\"{line}\"")).collect();
    let board = format!("[{}]%string", quoted.join("; "));
    let (board, start, coq) = match need {
        Need::Clobber => {
            let back = both.iter().map(|&[a, b]| [b, a]);
            let ways: Vec<[usize; 2]> = both.iter().copied().chain(back).collect();
            let rule = |from: usize, to: usize, put: usize| Rule {
                put: 1 << put,
                ..Rule::take(&[from, to])
            };
            let left = ways.iter().map(|&[a, b]| rule(a, n + b, b)).collect();
            let right = ways.iter().map(|&[a, b]| rule(n + a, b, n + b)).collect();
            let men = bits(&marked(text, 'x')) | bits(&marked(text, 'o')) << n;
            let coq = format!("on (clobber {rows} {columns}) (men {rows} {columns} {board})");
            (Board { rules: [left, right] }, men, coq)
        }
        Need::Cram => {
            let coq = format!("on (cram {rows} {columns}) (free {board})");
            let rules = [dominoes(&both), dominoes(&both)];
            (Board { rules }, bits(&marked(text, '.')), coq)
        }
        _ => {
            let coq = format!("on (domineering {rows} {columns}) (free {board})");
            let rules = [dominoes(&upright), dominoes(&lying)];
            (Board { rules }, bits(&marked(text, '.')), coq)
        }
    };
    Ok(Component {
        kind: Kind::Board(board),
        start: Piece::Bits(start),
        coq,
        needs: vec![Need::Grid, need],
    })
}

fn toads(text: &str) -> Result<Component> {
    if text.contains('|') {
        return Err(ProofError::unsupported(
            "proofs are of one strip of toads and frogs; write several as a sum",
        ));
    }
    let n = text.len();
    fits(3 * n)?;
    let way = |own: usize, other: usize, from: usize, over: usize, to: usize| {
        let taken = bits(&[own + from, 2 * n + to]);
        let jumped = if from == over { 0 } else { 1 << (other + over) };
        let put = bits(&[2 * n + from, own + to]);
        Rule { need: taken | jumped, clear: taken, put }
    };
    let (slides, jumps) = (0..n.saturating_sub(1), 0..n.saturating_sub(2));
    let left_slides = slides.clone().map(|i| way(0, n, i, i, i + 1));
    let left = left_slides.chain(jumps.clone().map(|i| way(0, n, i, i + 1, i + 2))).collect();
    let right_slides = slides.map(|i| way(n, 0, i + 1, i + 1, i));
    let right = right_slides.chain(jumps.map(|i| way(n, 0, i + 2, i + 1, i))).collect();
    let start = bits(&marked(text, 't'))
        | bits(&marked(text, 'f')) << n
        | bits(&marked(text, '.')) << (2 * n);
    Ok(Component {
        kind: Kind::Board(Board { rules: [left, right] }),
        start: Piece::Bits(start),
        coq: format!("on (toads_and_frogs {n}) (strip_of {n} \"{text}\")"),
        needs: vec![Need::Grid, Need::ToadsAndFrogs],
    })
}

/// `.LR|1-2,2-3`: in Col, the letter of a vertex is the adjacent colour, which may not be used.
fn colours(text: &str, snort: bool) -> Result<Component> {
    let (vertices, edges) = text.split_once('|').unwrap_or((text, ""));
    let n = vertices.len();
    fits(2 * n)?;
    let open: String = vertices.chars().map(|letter| open_letter(letter, snort)).collect();
    let edges: Vec<[usize; 2]> =
        edges.split(',').filter_map(ends).map(|[a, b]| [a - 1, b - 1]).collect();
    let beside = |v: usize| {
        edges.iter().flat_map(move |&[a, b]| {
            [(a == v).then_some(b), (b == v).then_some(a)].into_iter().flatten()
        })
    };
    let rule = |mine: usize, lost: usize, v: usize| {
        let lost: Vec<usize> = beside(v).map(|u| lost + u).collect();
        Rule { need: 1 << (mine + v), clear: bits(&[v, n + v]) | bits(&lost), put: 0 }
    };
    let (left_lost, right_lost) = if snort { (n, 0) } else { (0, n) };
    let left = (0..n).map(|v| rule(0, left_lost, v)).collect();
    let right = (0..n).map(|v| rule(n, right_lost, v)).collect();
    let start = bits(&marked(&open, 'B'))
        | bits(&marked(&open, 'l'))
        | (bits(&marked(&open, 'B')) | bits(&marked(&open, 'r'))) << n;
    let list: Vec<String> = edges.iter().map(|[a, b]| format!("({a}, {b})")).collect();
    let name = if snort { "snort" } else { "col" };
    Ok(Component {
        kind: Kind::Board(Board { rules: [left, right] }),
        start: Piece::Bits(start),
        coq: format!("on ({name} {n} [{}]) (open_to \"{open}\")", list.join("; ")),
        needs: vec![Need::Grid, Need::Colours],
    })
}

/// The players who may take a vertex: B both, l Left, r Right.
fn open_letter(letter: char, snort: bool) -> char {
    match (letter, snort) {
        ('L', true) | ('R', false) => 'l',
        ('R', true) | ('L', false) => 'r',
        _ => 'B',
    }
}

/// `3-4` as numbers; letters may follow the first.
fn ends(text: &str) -> Option<[usize; 2]> {
    let (a, b) = text.split_once('-')?;
    Some([a.trim().parse().ok()?, b.trim().parse().ok()?])
}

fn hackenbush(text: &str) -> Result<Component> {
    let wrong = || {
        ProofError::unsupported("proofs of hackenbush are of trees: each joint hangs on one edge")
    };
    let mut rest: Vec<(usize, usize, char)> = Vec::new();
    for edge in text.split(',').filter(|edge| !edge.is_empty()) {
        let colour = edge.chars().last().unwrap_or('e');
        let [a, b] =
            ends(edge.trim_end_matches(|c: char| c.is_ascii_alphabetic())).ok_or_else(wrong)?;
        rest.push((a, b, colour));
    }
    fits(rest.len())?;
    // From the ground up: the lower end of an edge is a joint already reached.
    let mut joints = vec![0];
    let mut edges: Vec<(usize, usize, char)> = Vec::new();
    let mut next = 0;
    while next < joints.len() {
        let joint = joints[next];
        next += 1;
        let (here, others): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|&(a, b, _)| a == joint || b == joint);
        rest = others;
        for (a, b, colour) in here {
            let upper = if a == joint { b } else { a };
            if joints.contains(&upper) {
                return Err(wrong());
            }
            joints.push(upper);
            edges.push((joint, upper, colour));
        }
    }
    if !rest.is_empty() {
        return Err(wrong());
    }
    let mut falls = vec![0u128; edges.len()];
    for (index, &(_, upper, _)) in edges.iter().enumerate().rev() {
        let above = edges.iter().enumerate().filter(|&(_, &(lower, ..))| lower == upper);
        falls[index] = above.fold(1 << index, |all, (other, _)| all | falls[other]);
    }
    let cuts = |mine: char| {
        let mine = edges.iter().enumerate().filter(move |&(_, &(_, _, c))| c == mine || c == 'e');
        mine.map(|(index, _)| Rule { need: 1 << index, clear: falls[index], put: 0 }).collect()
    };
    let list: Vec<String> = edges
        .iter()
        .map(|&(lower, upper, colour)| {
            let colour = match colour {
                'l' => "Blue",
                'r' => "Red",
                _ => "Green",
            };
            format!("({lower}, {upper}, {colour})")
        })
        .collect();
    let list = format!("[{}]", list.join("; "));
    Ok(Component {
        start: Piece::Bits(if edges.len() == 128 { u128::MAX } else { (1 << edges.len()) - 1 }),
        kind: Kind::Board(Board { rules: [cuts('l'), cuts('r')] }),
        coq: format!("on (hackenbush {list}) (standing {list})"),
        needs: vec![Need::Grid, Need::Hackenbush],
    })
}

/// The maximum size of a heap: its options are listed.
const MOST_TOKENS: u64 = 10_000;

fn heaps(game: &Game, name: &str, text: &str) -> Result<Component> {
    let unknown = || {
        ProofError::unsupported(format!(
            "no proofs of {name}: its rules are not in the theory; there are proofs of {}, and of \
             take-and-break games with a name",
            GAMES.join(", ")
        ))
    };
    let call = game.text();
    let parameters = call
        .strip_prefix(name)
        .and_then(|rest| rest.strip_prefix('('))
        .and_then(|rest| rest.rsplit_once(';'))
        .map(|(parameters, _)| parameters.trim().trim_matches('"').to_owned());
    let rules = match (name, parameters) {
        ("nim", _) => HeapRules::Nim,
        ("subtraction", Some(set)) => {
            let numbers: Result<Vec<u64>, _> = set.split(',').map(|n| n.trim().parse()).collect();
            HeapRules::Subtraction(numbers.map_err(|_| {
                ProofError::unsupported("proofs are of finite subtraction sets, as in `1,2,5`")
            })?)
        }
        ("take_and_break", Some(code)) => HeapRules::read_octal(&code)?,
        (_, None) => {
            let game = HeapGame::find(name).map_err(|_| unknown())?;
            HeapRules::read_octal(&game.rules_text())?
        }
        _ => return Err(unknown()),
    };
    let numbers: Result<Vec<u64>, _> =
        text.split(',').filter(|n| !n.trim().is_empty()).map(|n| n.trim().parse::<u64>()).collect();
    let numbers = numbers.map_err(|_| unknown())?;
    if let Some(large) = numbers.iter().find(|&&n| n > MOST_TOKENS) {
        return Err(ProofError::unsupported(format!(
            "proofs are of heaps of at most {MOST_TOKENS} tokens, and this one has {large}"
        )));
    }
    let coq = format!("heaps {} {}", rules.name(), coq_list(&numbers));
    Ok(Component {
        kind: Kind::Heaps(rules),
        start: Piece::Heaps(numbers),
        coq,
        needs: vec![Need::Heaps],
    })
}
