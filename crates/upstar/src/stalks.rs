//! Bamboo stalks: their values, sums of them, and their tree.

use upstar_core::{Budget, Outcome, Place, Player};
use upstar_draw::{Rgb, Scene, Style};
use upstar_values::surreal::{Number, Ordinal, RootReal, Stalk, StalkSum, SumMove, tree};
use upstar_values::{Error, Id, Result, Universe};

use crate::analysis::{Analysis, MoveResult, Play, Property, Table, WinningMove};
use crate::surreals::{SHOWN_SIGNS, first_letters, number_kind};

/// A stalk, or the stalk of a number: `(LR)^w`, `22/7`.
///
/// # Errors
///
/// [`Error::Parse`] with the position; [`Error::NoSuchNumber`] for a number whose stalk cannot be
/// written; the budget.
pub fn read_stalk(text: &str, budget: &Budget) -> Result<Stalk> {
    match read_any(text, budget)? {
        AnyStalk::Coded(stalk) => Ok(stalk),
        AnyStalk::Irrational(root) => {
            Err(Error::NoSuchNumber { what: format!("a finite code of the signs of {root}") })
        }
    }
}

/// A stalk with a finite code, or that of an irrational number, any part of which can be written.
enum AnyStalk {
    Coded(Stalk),
    Irrational(RootReal),
}

fn read_any(text: &str, budget: &Budget) -> Result<AnyStalk> {
    // Without edges it is the stalk of 0.
    if text.contains(['L', 'R']) || text.trim().is_empty() {
        return text.parse().map(AnyStalk::Coded);
    }
    let written = text.trim().trim_start_matches('(');
    if written.starts_with(['l', 'r']) {
        return Err(Error::Parse {
            place: Box::new(Place::in_text(text, 0..text.len())),
            expected: "expected capital letters L and R, or a number".to_owned(),
        });
    }
    match Number::parse(text, budget)? {
        Number::Surreal(number) => Stalk::of(&number, budget).map(AnyStalk::Coded),
        Number::Root(root) => Ok(AnyStalk::Irrational(root)),
    }
}

/// As [`analyze_stalk`], for the stalk in a text; also for stalks of irrational numbers, which have
/// no finite code: their first signs are written.
///
/// With a position, the edge there is cut; `None` if there is no such edge.
///
/// ```
/// use upstar::core::Budget;
///
/// let budget = Budget::unlimited();
/// let found = upstar::analyze_stalk_text("sqrt(2)", None, &budget)?.unwrap();
/// assert_eq!(found.subject, "LLRRLLRLRLRRRRRLRRLLLLRRLLRRLLRR ...");
/// let cut = upstar::analyze_stalk_text("sqrt(2)", Some(&5u64.into()), &budget)?.unwrap();
/// assert_eq!(cut.value.as_deref(), Some("11/8"));
/// # Ok::<(), upstar::values::Error>(())
/// ```
///
/// # Errors
///
/// As [`read_stalk`] and [`analyze_cut`].
pub fn analyze_stalk_text(
    text: &str,
    cut: Option<&Ordinal>,
    budget: &Budget,
) -> Result<Option<Analysis>> {
    let root = match (read_any(text, budget)?, cut) {
        (AnyStalk::Coded(stalk), Some(position)) => return analyze_cut(&stalk, position),
        (AnyStalk::Coded(stalk), None) => return Ok(Some(analyze_stalk(&stalk))),
        (AnyStalk::Irrational(root), Some(position)) => {
            // The edges are numbered by the finite ordinals.
            let Some(position) = position.to_u64() else { return Ok(None) };
            let count = usize::try_from(position).unwrap_or(usize::MAX);
            let word = root.signs(count.saturating_add(1), budget)?;
            return analyze_cut(&Stalk::of_word(&word), &position.into());
        }
        (AnyStalk::Irrational(root), None) => root,
    };
    let mut analysis = Analysis::new(format!("{} ...", first_letters(&root, SHOWN_SIGNS, budget)?));
    analysis.kind = Some("irrational number".to_owned());
    analysis.value = Some(root.to_string());
    analysis.outcome = Some(if root.is_positive()? { Outcome::L } else { Outcome::R });
    analysis.properties = vec![Property::Birthday("ω".to_owned()), Property::Finite(false)];
    Ok(Some(analysis))
}

/// The value of a stalk, its outcome, its birthday, and whether it is finite. If the value has no
/// finite normal form, the bounds give the reason.
///
/// ```
/// let stalk = upstar::read_stalk("(LR)^w", &upstar::core::Budget::unlimited())?;
/// let analysis = upstar::analyze_stalk(&stalk);
/// assert_eq!(analysis.value.as_deref(), Some("2/3"));
/// assert_eq!(upstar::property!(analysis, Birthday), Some(&"ω".to_owned()));
/// # Ok::<(), upstar::values::Error>(())
/// ```
#[must_use]
pub fn analyze_stalk(stalk: &Stalk) -> Analysis {
    let mut analysis = Analysis::new(stalk.to_string());
    match stalk.value() {
        Ok(value) => {
            analysis.kind = Some(number_kind(&value).to_owned());
            analysis.value = Some(value.to_string());
        }
        Err(error) => analysis.bounds.push(error.to_string()),
    }
    // The sign of a number is that of its first edge.
    analysis.outcome = stalk.edge(&Ordinal::zero()).ok().map(|ground| match ground {
        None => Outcome::P,
        Some(Player::Left) => Outcome::L,
        Some(Player::Right) => Outcome::R,
    });
    analysis.properties =
        vec![Property::Birthday(stalk.length().to_string()), Property::Finite(stalk.is_finite())];
    analysis
}

/// The remainder of a stalk after the edge at a position is cut (0 is the edge on the ground), and
/// the player who may cut it. `None` if there is no such edge.
///
/// # Errors
///
/// [`Error::OverLimit`].
pub fn analyze_cut(stalk: &Stalk, position: &Ordinal) -> Result<Option<Analysis>> {
    let Some(player) = stalk.edge(position)? else { return Ok(None) };
    let mut analysis = analyze_stalk(&stalk.below(position)?);
    analysis.properties.insert(0, Property::CutBy(player));
    Ok(Some(analysis))
}

/// The value of a sum of stalks, its outcome, and the winning cuts.
///
/// A winning move is written `stalk at edge: what is left of it`, with stalks counted from 1 and
/// edges from 0. It is the lowest one: the player's own edges above it win too.
///
/// ```
/// use upstar::core::{Budget, Outcome};
///
/// let budget = Budget::unlimited();
/// let stalks = ["L^w", "RRRL"].map(|text| upstar::read_stalk(text, &budget).unwrap());
/// let analysis = upstar::analyze_stalks(stalks.to_vec(), &budget)?;
/// assert_eq!(analysis.value.as_deref(), Some("ω-5/2"));
/// assert_eq!(analysis.outcome, Some(Outcome::L));
/// let moves: Vec<String> = analysis.play[0].winning_moves.iter().map(|m| m.to_string()).collect();
/// assert_eq!(moves, ["1 at 3: LLL", "2 at 3: RRR"]);
/// # Ok::<(), upstar::values::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::NoSuchNumber`], [`Error::Infinite`] or [`Error::OverLimit`] if a value cannot be
/// written; the budget.
pub fn analyze_stalks(stalks: Vec<Stalk>, budget: &Budget) -> Result<Analysis> {
    let texts: Vec<String> = stalks.iter().map(Stalk::to_string).collect();
    let mut analysis = Analysis::new(texts.join(" + "));
    let universe = Universe::new();
    let mut worker = universe.worker(budget);
    let sum = StalkSum::new(stalks, Id::ZERO)?;
    let outcome = sum.outcome(&mut worker)?;
    analysis.value = Some(sum.number().to_string());
    analysis.kind = Some(number_kind(sum.number()).to_owned());
    analysis.outcome = Some(outcome);
    for player in Player::BOTH {
        let moves = sum.winning_moves(player, &mut worker)?.into_iter().filter_map(|found| {
            let SumMove::Cut { stalk, position, below } = found else { return None };
            let from = Some(position.to_string());
            Some(WinningMove { from, ..WinningMove::within(stalk + 1, below.to_string()) })
        });
        analysis.play.push(Play {
            mover: Some(player),
            result: Some(MoveResult::of_winner(outcome.winner(player), player)),
            winning_moves: moves.collect(),
            ..Play::default()
        });
    }
    Ok(analysis)
}

/// All stalks with up to `edges` edges and their values, shorter ones first; those of the same
/// length by value.
///
/// # Errors
///
/// [`Error::OverLimit`] for more than 20 edges; the memory.
pub fn analyze_stalk_tree(edges: u32, budget: &Budget) -> Result<Analysis> {
    let rows = tree(edges)?;
    // Two short texts and a list of them.
    budget.reserve(200 << (edges + 1))?;
    let mut table = Table::new(["stalk", "value"]);
    for node in rows.iter().flatten() {
        table.rows.push(vec![Stalk::of_word(&node.word).to_string(), node.value.to_string()]);
    }
    let mut analysis = Analysis::new(format!("stalks with up to {edges} edges"));
    analysis.table = Some(table);
    Ok(analysis)
}

/// The largest depth of [`tree_scene`].
pub const MOST_DEPTH: u32 = 8;

/// The tree of the values of all stalks up to a number of edges: blue lines lead to
/// stalks with one more blue edge on top, red lines to those with a red one, and
/// values grow from left to right.
///
/// # Errors
///
/// [`Error::OverLimit`] for a depth above [`MOST_DEPTH`].
///
/// ```
/// let svg = upstar_draw::svg(&upstar::tree_scene(3)?);
/// assert!(svg.contains(">3/4<"));
/// # Ok::<(), upstar_values::Error>(())
/// ```
pub fn tree_scene(depth: u32) -> Result<Scene> {
    if depth > MOST_DEPTH {
        return Err(Error::OverLimit {
            what: "the depth of the picture".to_owned(),
            limit: MOST_DEPTH.to_string(),
        });
    }
    const SIZE: f64 = 13.0;
    let rows = tree(depth)?;
    let label = |text: &str| Scene::text_width(text, SIZE);
    let texts = rows.last().into_iter().flatten().map(|node| node.value.to_string());
    let widest = texts.map(|text| label(&text)).fold(label("-1"), f64::max);
    // Nodes are placed side by side in increasing order of their values.
    let step = (widest + 10.0) / if depth > 3 { 1.5 } else { 1.0 };
    let count = f64::from((1u32 << (depth + 1)) - 1);
    let gap = 46.0;
    let (width, height) = (count * step + 20.0, f64::from(depth) * gap + 44.0);
    let mut scene = Scene::new(width, height);
    let place = |level: u32, index: u32| {
        // Each node is in the middle of its half of its parent's span.
        let position = f64::from((2 * index + 1) << (depth - level)) - 1.0;
        (10.0 + (position + 0.5) * step, 22.0 + f64::from(level) * gap)
    };
    for (level, row) in (0u32..).zip(&rows).skip(1) {
        for (index, node) in (0u32..).zip(row) {
            let colour = if node.word.last() == Some(&Player::Left) { Rgb::BLUE } else { Rgb::RED };
            let (from, to) = (place(level - 1, index / 2), place(level, index));
            scene.line((from.0, from.1 + 10.0), (to.0, to.1 - 10.0), Style::line(colour, 2.0));
        }
    }
    for (level, row) in (0u32..).zip(&rows) {
        for (index, node) in (0u32..).zip(row) {
            let word: String = node
                .word
                .iter()
                .map(|&player| if player == Player::Left { 'L' } else { 'R' })
                .collect();
            let text = node.value.to_string();
            let (x, y) = place(level, index);
            scene.text((x, y + 0.35 * SIZE), &text, SIZE).with_id(word.clone()).with_title(word);
        }
    }
    Ok(scene)
}
