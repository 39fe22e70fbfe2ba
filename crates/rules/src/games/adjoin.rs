//! Two games on pairs of numbers joined into one: a move is one of either game.

use upstar_core::Player;

use super::piles::Euclid;
use super::products::{Pieces, instead, pieces, pieces_bytes, read, shown, written};
use crate::catalogue::Make;
use crate::catalogue::parse_rules;
use crate::{Arguments, Class, Game, Negated, Picture, Row, RuleError, Rules, Ruleset};

/// The games on pairs that can be joined. Each move makes the first number smaller, or the second
/// one while the first stays, so that play of any two of them ends.
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

/// One of the two games.
struct Part {
    /// As it is written: a name, perhaps with parameters.
    text: String,
    rules: Rules,
}

impl std::fmt::Debug for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl Part {
    /// Reads `wythoff`, `gen_wythoff(2)`, `take_away('2k+1')`.
    fn read(text: &str) -> Result<Self, RuleError> {
        let rules = parse_rules(text)?;
        if !GAMES.contains(&rules.name()) {
            let names = GAMES.join(", ");
            let message = format!("expected a game on pairs of numbers: {names}");
            return Err(RuleError::notation(text, 0..text.len(), message));
        }
        // In single quotes parameters can stand within the text of an argument.
        let parameters = rules.parameters().replace('"', "'");
        let text = match &parameters[..] {
            "" => rules.name().to_owned(),
            parameters => format!("{}({parameters})", rules.name()),
        };
        Ok(Part { text, rules })
    }

    /// The options of a pair, each as the pairs that are left.
    fn options(&self, (a, b): (u64, u64)) -> Result<Vec<Pieces>, RuleError> {
        // Euclid's game has ended.
        if self.rules.downcast::<Euclid>().is_some() && (a == 0 || b == 0) {
            return Ok(Vec::new());
        }
        let game = self.rules.make(&Arguments::numbers(&[a, b]))?;
        let options = game.options(Player::Left)?;
        Ok(options.iter().filter_map(pairs).collect())
    }
}

/// The pairs of numbers that a position of one of the games is.
fn pairs(game: &Game) -> Option<Pieces> {
    if let Some(&pair) = game.position::<(u64, u64)>() {
        return Some(vec![pair]);
    }
    if let Some(&(heap, taken)) = game.position::<(u64, Option<u64>)>() {
        return Some(vec![(heap, taken?)]);
    }
    if let Some(&[a, b]) = game.position::<Vec<u64>>().map(Vec::as_slice) {
        return Some(vec![(a, b)]);
    }
    game.position::<Pieces>().cloned()
}

/// Two games on pairs of numbers; a move is one of either game in one of the pairs.
#[derive(Debug)]
pub struct Adjoined {
    first: Part,
    second: Part,
}

impl Ruleset for Adjoined {
    type Position = Pieces;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, all: &Pieces, _: Player, out: &mut Vec<Pieces>) -> Result<(), RuleError> {
        for (index, &piece) in all.iter().enumerate() {
            for game in [&self.first, &self.second] {
                for parts in game.options(piece)? {
                    debug_assert!(parts.iter().all(|part| *part < piece));
                    out.push(instead(all, index, parts.into_iter()));
                }
            }
        }
        Ok(())
    }

    fn components(&self, all: &Pieces, out: &mut Vec<Pieces>) -> Result<(), RuleError> {
        out.extend(all.iter().map(|&piece| vec![piece]));
        Ok(())
    }

    fn normalize(&self, mut all: Pieces) -> (Pieces, Negated) {
        all.sort_unstable();
        (all, Negated::No)
    }

    fn bytes(&self, all: &Pieces) -> usize {
        pieces_bytes(all)
    }

    fn name(&self) -> &str {
        ROW.name
    }

    fn write(&self, all: &Pieces) -> String {
        written(all)
    }

    fn parse(&self, text: &str) -> Result<Pieces, RuleError> {
        read(text)
    }

    fn call(&self, all: &Pieces) -> String {
        format!("{}({}; {})", self.name(), self.parameters(), shown(all))
    }

    fn parameters(&self) -> String {
        format!("\"{}\",\"{}\"", self.first.text, self.second.text)
    }

    fn picture(&self, all: &Pieces) -> Picture {
        Picture::Heaps(all.iter().flat_map(|&(a, b)| [a, b]).collect())
    }
}

pub(crate) const ROW: Row = Row {
    name: "adjoin",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "adjoin(\"wythoff\",\"take_away('2k+1')\"; a,b)",
    rules: "A pair of numbers and two games on pairs; a move is one of either game. The games:\n\
            acrostic_product('0.3','2'), direct_product('0.3','2'), euclid, fibonacci_nim,\n\
            gen_wythoff(2), mem, take_away('3/2'), wythoff.",
    source: "CGSuite",
    example: ("adjoin(\"mem\",\"fibonacci_nim\"; 7,3)", "*7"),
    make: Make::Whole(|call: &Arguments| {
        if call.before_semicolon() != Some(2) {
            return Err(call.complain(usize::MAX, format!("expected `{}`", ROW.usage)));
        }
        let part =
            |index| Part::read(&call.text(index)?).map_err(|error| call.within(index, error));
        let rules = Adjoined { first: part(0)?, second: part(1)? };
        Ok(Game::new(rules, pieces(call, 2, ROW.usage)?))
    }),
    board: None,
};
