//! Who wins, by searching for a winning move and for nothing more.

use std::cmp::Ordering;

use upstar_core::{Player, Ticker};

use crate::search::{BYTES_A_STEP, Use};
use crate::table::Table;
use crate::{Convention, Negated, Position, RuleError, Ruleset};

/// A sum of positions, each perhaps with Left and Right exchanged, and of an integer (moves of
/// Left, or of Right if it is negative), and whose turn it is. In misère play there is one
/// summand: the whole position.
pub(crate) type State<P> = (Vec<(P, Negated)>, i64, Player);

/// A search for who wins.
pub(crate) struct OutcomeSearch<'a, R: Ruleset + ?Sized> {
    rules: &'a R,
    convention: Convention,
    options: Use,
    table: &'a Table<State<R::Position>, bool>,
    ticker: Ticker,
}

struct Frame<P> {
    state: State<P>,
    hash: u64,
    open: Vec<State<P>>,
}

/// The order of summands: that of positions, then without exchange first.
fn order_of_parts<P: Position>(a: &(P, Negated), b: &(P, Negated)) -> Ordering {
    a.0.order(&b.0).then(a.1.cmp(&b.1))
}

fn order_of_states<P: Position>(a: &State<P>, b: &State<P>) -> Ordering {
    let pairs = a.0.iter().zip(&b.0);
    pairs
        .map(|(a, b)| order_of_parts(a, b))
        .find(|order| order.is_ne())
        .unwrap_or(a.0.len().cmp(&b.0.len()))
        .then(a.1.cmp(&b.1))
        .then(a.2.cmp(&b.2))
}

fn exchanged(player: Player, negated: Negated) -> Player {
    match negated {
        Negated::No => player,
        Negated::Yes => player.opponent(),
    }
}

fn opposite(negated: Negated) -> Negated {
    match negated {
        Negated::No => Negated::Yes,
        Negated::Yes => Negated::No,
    }
}

impl<'a, R: Ruleset + ?Sized> OutcomeSearch<'a, R> {
    pub(crate) fn new(
        rules: &'a R,
        convention: Convention,
        options: Use,
        table: &'a Table<State<R::Position>, bool>,
        ticker: Ticker,
    ) -> Self {
        OutcomeSearch { rules, convention, options, table, ticker }
    }

    /// Whether `player` wins, moving first.
    pub(crate) fn wins(
        &mut self,
        position: &R::Position,
        player: Player,
    ) -> Result<bool, RuleError> {
        self.wins_beside(position, 0, player)
    }

    /// Whether `player` wins the position plus an integer, moving first; in normal play and of
    /// a partizan game, or the integer is 0.
    pub(crate) fn wins_beside(
        &mut self,
        position: &R::Position,
        integer: i64,
        player: Player,
    ) -> Result<bool, RuleError> {
        let mut parts = Vec::new();
        self.split(position.clone(), Negated::No, &mut parts)?;
        let mut asked = Some(self.tidy(parts, integer, player));
        let mut stack: Vec<Frame<R::Position>> = Vec::new();
        // Whether the player to move wins in the state that was asked for last.
        let mut wins = false;
        loop {
            if let Some(state) = asked.take() {
                let hash = self.table.hash(&state);
                if state.0.is_empty() && state.1 != 0 {
                    wins = (state.1 > 0) == (state.2 == Player::Left);
                } else if let Some(known) = self.table.get(&state, hash) {
                    wins = known;
                } else {
                    let open = self.children(&state)?;
                    self.ticker.tick(1 + open.len() as u64)?;
                    if open.is_empty() {
                        wins = self.convention == Convention::Misere;
                        self.remember(state, hash, wins);
                    } else if open.iter().any(|child| self.is_lost(child)) {
                        wins = true;
                        self.remember(state, hash, wins);
                    } else {
                        let mut frame = Frame { state, hash, open };
                        asked = frame.open.pop();
                        stack.push(frame);
                        continue;
                    }
                }
            }
            let Some(frame) = stack.last_mut() else { return Ok(wins) };
            if wins && let Some(next) = frame.open.pop() {
                asked = Some(next);
            } else {
                // An option that the opponent loses, or none left to try.
                wins = !wins;
                if let Some(frame) = stack.pop() {
                    self.remember(frame.state, frame.hash, wins);
                }
            }
        }
    }

    fn is_lost(&self, child: &State<R::Position>) -> bool {
        self.table.get(child, self.table.hash(child)) == Some(false)
    }

    fn remember(&self, state: State<R::Position>, hash: u64, wins: bool) {
        let parts = state.0.iter().map(|(part, _)| self.rules.bytes(part) + 8);
        let bytes = 40 + parts.sum::<usize>();
        self.table.insert(state, hash, wins, bytes);
    }

    /// Appends the summands of a position: in normal play the components under the
    /// symmetries, in misère play the position whole.
    fn split(
        &self,
        position: R::Position,
        negated: Negated,
        out: &mut Vec<(R::Position, Negated)>,
    ) -> Result<(), RuleError> {
        let mut components = Vec::new();
        if self.convention == Convention::Normal && self.options.components {
            self.rules.components(&position, &mut components)?;
        } else {
            components.push(position);
        }
        for component in components {
            out.push(if self.options.symmetry {
                let (key, change) = self.rules.normalize(component);
                (key, if change == Negated::Yes { opposite(negated) } else { negated })
            } else {
                (component, negated)
            });
        }
        Ok(())
    }

    /// The same state in a standard form: sorted, without pairs that add up to
    /// zero, and with Left and Right exchanged in all summands if that is smaller.
    fn tidy(
        &self,
        mut parts: Vec<(R::Position, Negated)>,
        integer: i64,
        player: Player,
    ) -> State<R::Position> {
        let impartial = self.rules.class().is_impartial();
        if impartial {
            parts.iter_mut().for_each(|part| part.1 = Negated::No);
        }
        parts.sort_unstable_by(order_of_parts);
        if self.convention == Convention::Normal && parts.len() > 1 {
            // Left-over copies of one position have one sign (any in an impartial game).
            let mut kept: Vec<(R::Position, Negated)> = Vec::with_capacity(parts.len());
            for part in parts {
                match kept.last() {
                    Some(last) if last.0 == part.0 && (impartial || last.1 != part.1) => {
                        kept.pop();
                    }
                    _ => kept.push(part),
                }
            }
            parts = kept;
        }
        if impartial {
            return (parts, integer, Player::Left);
        }
        if player == Player::Right && self.options.symmetry {
            // Sorting by position first: the order stays when the signs change.
            parts.iter_mut().for_each(|part| part.1 = opposite(part.1));
            parts.sort_unstable_by(order_of_parts);
            return (parts, -integer, Player::Left);
        }
        (parts, integer, player)
    }

    /// The states after a move, the most promising ones last.
    fn children(
        &mut self,
        (parts, integer, player): &State<R::Position>,
    ) -> Result<Vec<State<R::Position>>, RuleError> {
        let mut children = Vec::new();
        let mut moves = Vec::new();
        for (index, (part, negated)) in parts.iter().enumerate() {
            if index > 0 && parts[index - 1] == parts[index] {
                continue;
            }
            moves.clear();
            self.rules.options(part, exchanged(*player, *negated), &mut moves)?;
            for option in moves.drain(..) {
                // Sums of thousands of parts are long to write.
                let bytes = self.rules.bytes(&option) as u64;
                self.ticker.tick((parts.len() as u64 >> 6) + bytes / BYTES_A_STEP)?;
                let mut after = Vec::with_capacity(parts.len() + 1);
                after.extend_from_slice(&parts[..index]);
                after.extend_from_slice(&parts[index + 1..]);
                self.split(option, *negated, &mut after)?;
                children.push(self.tidy(after, *integer, player.opponent()));
            }
        }
        if *integer != 0 && (*integer > 0) == (*player == Player::Left) {
            let less = *integer - integer.signum();
            children.push(self.tidy(parts.clone(), less, player.opponent()));
        }
        children.sort_unstable_by(order_of_states);
        children.dedup();
        if children.len() > 1 && !self.rules.class().is_impartial() {
            let mut scored = Vec::with_capacity(children.len());
            for child in children {
                let theirs = self.mobility(&child, child.2, &mut moves)?;
                let ours = self.mobility(&child, child.2.opponent(), &mut moves)?;
                scored.push((ours as i64 - theirs as i64, child));
            }
            scored.sort_by_key(|(score, _)| *score);
            children = scored.into_iter().map(|(_, child)| child).collect();
        }
        Ok(children)
    }

    fn mobility(
        &mut self,
        (parts, integer, _): &State<R::Position>,
        player: Player,
        moves: &mut Vec<R::Position>,
    ) -> Result<u64, RuleError> {
        let own = if player == Player::Left { integer.max(&0) } else { integer.min(&0) };
        let mut count = own.unsigned_abs();
        self.ticker.tick(parts.len() as u64 >> 4)?;
        for (part, negated) in parts {
            moves.clear();
            self.rules.options(part, exchanged(player, *negated), moves)?;
            count += moves.len() as u64;
            // Long lists of options take their time.
            self.ticker.tick(moves.len() as u64 >> 6)?;
        }
        Ok(count)
    }
}
