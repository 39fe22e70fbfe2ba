//! Endgames of Go in the words of its players: count, gote, sente, reverse sente.

use upstar_core::Player;
use upstar_games::{GoMove, go_moves, go_record};
use upstar_values::{Rational, Thermograph};

use crate::calculator::Calculator;
use crate::fail::Result;
use crate::value::Value;

/// What a player of Go asks of an endgame: the count, what a move is worth, and which move is best
/// at which temperature. Where a ko is fought, nobody is komaster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endgame {
    /// Count, kind and worth of a move in words.
    pub summary: String,
    /// The moves that are best at some temperature, hottest first, with their labels on the board.
    pub moves: Vec<String>,
    /// The rows of the board, with the labels of these moves.
    pub board: Vec<String>,
    labels: Vec<(usize, usize, String)>,
}

/// A move that is best at some temperature.
struct BestMove {
    player: Player,
    row: usize,
    column: usize,
    /// The lowest and the highest such temperature.
    from: Rational,
    to: Rational,
    kind: &'static str,
    count: Rational,
}

/// The labels of points, in order.
const LABELS: &[u8] = b"123456789abcdefghijklmnpqrstuvwyz";

impl Calculator<'_> {
    /// What a player of Go asks of a position with a board; `None` of other games, of boards without
    /// moves, and if there is no thermograph.
    pub(crate) fn endgame(&mut self, value: &Value) -> Result<Option<Endgame>> {
        let Value::Positions(sum) = value else { return Ok(None) };
        let Some(game) = sum.single() else { return Ok(None) };
        // Where play may return, walls are found by area, where each move counts a point more.
        let (game, more) = self.by_area(game)?.unwrap_or_else(|| (game.clone(), 0));
        let (Some(left), Some(right)) =
            (go_moves(&game, Player::Left), go_moves(&game, Player::Right))
        else {
            return Ok(None);
        };
        let moves = [(Player::Left, left), (Player::Right, right)]
            .into_iter()
            .flat_map(|(player, moves)| moves.into_iter().map(move |found| (player, found)))
            .collect::<Vec<_>>();
        let after = moves.iter().map(|(_, found)| found.after.clone());
        let mut walls = self.thermographs_of_moves(&game, after)?.into_iter();
        let Some(Some(own)) = walls.next() else { return Ok(None) };
        let more = Rational::from(more);
        let low = Rational::from(i64::from(game.count().is_some()));
        let kind = Kind::of(&own, &low);
        let found = moves.into_iter().zip(walls);
        let mut best: Vec<BestMove> = found
            .filter_map(|((player, found), next)| {
                best_move(&own, &*next?, kind, &low, player, &found)
            })
            .collect();
        best.sort_by(|a, b| (&b.to, a.row, a.column).cmp(&(&a.to, b.row, b.column)));
        let mut board = game.board().unwrap_or_default();
        let mut labels: Vec<(usize, usize, String)> = Vec::new();
        let mut moves = Vec::new();
        for BestMove { player, row, column, from, to, kind, count } in best {
            let [from, to] = [&from - &more, &to - &more];
            let count = if player == Player::Left { &count - &more } else { &count + &more };
            let known = labels.iter().find(|(r, c, _)| (*r, *c) == (row, column));
            let label = match known.map(|(_, _, label)| label.clone()) {
                Some(label) => label,
                None => {
                    let Some(&label) = LABELS.get(labels.len()) else { continue };
                    let label = char::from(label).to_string();
                    board[row].replace_range(column..=column, &label);
                    labels.push((row, column, label.clone()));
                    label
                }
            };
            let at = if from == to { format!("at {to}") } else { format!("from {to} to {from}") };
            moves.push(format!("{label}: {player} {at} ({kind}, count {count})"));
        }
        let summary = kind.in_words(&own, &low, &more);
        Ok(Some(Endgame { summary, moves, board, labels }))
    }

    /// A position of Go as a game record with its best moves; `None` of other values.
    pub(crate) fn go_record(&mut self, value: &Value) -> Result<Option<String>> {
        let Value::Positions(sum) = value else { return Ok(None) };
        let Some(game) = sum.single() else { return Ok(None) };
        if go_record(game, &[], "").is_none() {
            return Ok(None);
        }
        let (labels, comment) = match self.endgame(value)? {
            Some(Endgame { summary, moves, labels, .. }) => {
                let lines: Vec<String> = std::iter::once(summary).chain(moves).collect();
                (labels, lines.join("\n"))
            }
            None => (Vec::new(), String::new()),
        };
        Ok(go_record(game, &labels, &comment))
    }
}

/// A move, if it is best at some temperature from `low` to that of the position. There the wall
/// is the one that the opponent has after the move, less the temperature for the move.
fn best_move(
    walls: &Thermograph,
    next: &Thermograph,
    kind: Kind,
    low: &Rational,
    player: Player,
    &GoMove { row, column, .. }: &GoMove,
) -> Option<BestMove> {
    let high = walls.temperature();
    if high < low {
        return None;
    }
    let (own, theirs) = (walls.wall(player), next.wall(player.opponent()));
    let is_best = |t: &Rational| {
        let reached = theirs.at(t);
        let reached = if player == Player::Left { &reached - t } else { &reached + t };
        reached == own.at(t)
    };
    let inner = own.critical().iter().chain(theirs.critical());
    let mut corners: Vec<&Rational> = inner.filter(|&t| t > low && t < high).collect();
    corners.extend([low, high]);
    corners.sort();
    corners.dedup();
    // Both are linear between corners.
    let mut pieces = corners.windows(2).filter(|piece| is_best(piece[0]) && is_best(piece[1]));
    let ends = pieces.clone().next().zip(pieces.next_back());
    let (from, to) = match ends {
        Some((first, last)) => (first[0].clone(), last[1].clone()),
        None if low == high && is_best(high) => (low.clone(), high.clone()),
        // The opponent may not take back at once, which the walls after the move do not show.
        None if kind == Kind::Ko && next.temperature() == high => {
            let gain = next.mean() - walls.mean();
            let gain = if player == Player::Left { gain } else { -gain };
            if gain != *high {
                return None;
            }
            (high.clone(), high.clone())
        }
        None => return None,
    };
    let kind = kind.of_move(player, high, next.temperature());
    Some(BestMove { player, row, column, from, to, kind, count: next.mean().clone() })
}

/// The kind of an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Nobody gains by a move.
    Settled,
    /// Neither player's move has to be answered.
    Gote,
    /// This player's move has to be answered.
    Sente(Player),
    /// The walls lean to the same side below the mast.
    Ko,
}

impl Kind {
    /// The kind by the walls just below the mast: the wall of a player with sente is vertical there.
    fn of(walls: &Thermograph, low: &Rational) -> Kind {
        let high = walls.temperature();
        if high < low {
            return Kind::Settled;
        }
        let slope = |player: Player| {
            let wall = walls.wall(player);
            let is_corner = wall.critical().first() == Some(high);
            wall.slopes().get(usize::from(is_corner)).copied().unwrap_or_default()
        };
        match (slope(Player::Left), slope(Player::Right)) {
            (0, right) if right > 0 => Kind::Sente(Player::Left),
            (left, 0) if left < 0 => Kind::Sente(Player::Right),
            (-1, 1) => Kind::Gote,
            _ => Kind::Ko,
        }
    }

    /// The kind of a move that leads to a position of temperature `next`.
    fn of_move(self, player: Player, temperature: &Rational, next: &Rational) -> &'static str {
        match self {
            Kind::Ko if next == temperature => "ko",
            Kind::Sente(other) if other == player && next >= temperature => "sente",
            Kind::Sente(other) if other != player && next <= temperature => "reverse sente",
            _ if next > temperature => "sente",
            _ => "gote",
        }
    }

    /// The count and what a move gains, if each move counts so many points `more` in the walls.
    fn in_words(self, walls: &Thermograph, low: &Rational, more: &Rational) -> String {
        let (count, worth) = (walls.mean(), &(walls.temperature() - more));
        match self {
            Kind::Settled => format!("count {count}, settled"),
            Kind::Gote if walls.temperature() == low => format!("count {count}, dame"),
            Kind::Gote => format!("count {count}, gote, a move gains {worth}"),
            Kind::Sente(player) => {
                format!("count {count}, sente of {player}, reverse sente gains {worth}")
            }
            Kind::Ko => format!("count {count}, ko, a move gains {worth}"),
        }
    }
}
