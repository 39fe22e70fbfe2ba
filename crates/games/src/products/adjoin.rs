//! Two games on pairs of numbers joined into one: a move is a move of either game.

use crate::catalogue::parse_rules;
use crate::pairs::euclid::Euclid;
use crate::pairs::take_away::Heap;
use crate::prelude::*;
use upstar_engine::positions::pieces::{Pieces, apart, instead, sorted};

/// The games on pairs that can be joined. Each move reduces the first number, or reduces the second
/// while the first stays, so play of any two of them ends.
const GAMES: [&str; 8] = [
    "acrostic_product",
    "direct_product",
    "euclid",
    "fibonacci_nim",
    "gen_wythoff",
    "mem",
    "take_away",
    "wythoff",
];

/// Reads `wythoff`, `gen_wythoff(2)`, `take_away('2k+1')`.
fn read(text: &str) -> Result<Rules> {
    let rules = parse_rules(text)?;
    if !GAMES.contains(&rules.name()) {
        let names = GAMES.join(", ");
        let message = format!("expected a game on pairs of numbers: {names}");
        return Err(RuleError::notation(text, 0..text.len(), message));
    }
    Ok(rules)
}

/// The name of a game and its parameters, in single quotes, which can stand inside a text.
fn written(rules: &Rules) -> String {
    let parameters = rules.parameters().replace('"', "'");
    match &parameters[..] {
        "" => rules.name().to_owned(),
        parameters => format!("{}({parameters})", rules.name()),
    }
}

/// The options of a pair in one of the games, each as a list of pairs.
fn options(rules: &Rules, (a, b): (u64, u64), budget: &Budget) -> Result<Vec<Pieces>> {
    // Euclid's game has ended.
    if rules.downcast::<Euclid>().is_some() && (a == 0 || b == 0) {
        return Ok(Vec::new());
    }
    let game = rules.make(&Arguments::numbers(&[a, b]))?;
    Ok(game.options_within(Player::Left, budget)?.iter().filter_map(pairs).collect())
}

/// The pairs of numbers in a position of one of the games.
fn pairs(game: &Game) -> Option<Pieces> {
    if let Some(&pair) = game.position::<(u64, u64)>() {
        return Some(vec![pair]);
    }
    if let Some(&Heap(heap, taken)) = game.position() {
        return Some(vec![(heap, taken?)]);
    }
    game.position::<Pieces>().cloned()
}

/// Two games on pairs of numbers; a move is a move of either game in one of the pairs.
struct Adjoined([Rules; 2]);

fn rules(parts: &Arguments) -> Result<Rules> {
    if parts.len() != 2 {
        return Err(RuleError::Usage);
    }
    let part = |index| read(&parts.text(index)?).map_err(|error| parts.within(index, error));
    Ok(Rules::new(Adjoined([part(0)?, part(1)?])))
}

impl Ruleset for Adjoined {
    type Position = Pieces;

    as_in!(ADJOIN);

    fn options(&self, all: &Pieces, _: Player, out: &mut Options<Pieces>) -> Result {
        let budget = out.budget().cloned().unwrap_or_default();
        for (index, &piece) in all.iter().enumerate() {
            for game in &self.0 {
                for parts in options(game, piece, &budget)? {
                    debug_assert!(parts.iter().all(|part| *part < piece));
                    out.push(instead(all, index, parts));
                }
            }
        }
        Ok(())
    }

    fn components(&self, all: &Pieces, out: &mut Vec<Pieces>) -> Result {
        apart(all, out)
    }

    fn normalize(&self, all: Pieces) -> (Pieces, Negated) {
        sorted(all)
    }

    fn parameters(&self) -> String {
        let [first, second] = &self.0;
        format!("\"{}\",\"{}\"", written(first), written(second))
    }

    fn picture(&self, all: &Pieces) -> Picture {
        Picture::Heaps(all.iter().flat_map(|&(a, b)| [a, b]).collect())
    }
}

pub(crate) const ADJOIN: Row = Row {
    name: "adjoin",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "adjoin(\"wythoff\",\"take_away('2k+1')\"; a,b)",
    rules: "A pair of numbers and two games on pairs; a move is a move of either game. The games:\n\
            acrostic_product('0.3','2'), direct_product('0.3','2'), euclid, fibonacci_nim,\n\
            gen_wythoff(2), mem, take_away('3/2'), wythoff.",
    source: "CGSuite",
    example: ("adjoin(\"mem\",\"fibonacci_nim\"; 7,3)", "*7"),
    make: Make::With(rules),
    boards: false,
};
