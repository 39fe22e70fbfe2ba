//! The states of a game with kos.

use std::collections::HashMap;

use upstar_core::{Lease, Player};
use upstar_values::{Rational, Worker};

use super::base::Stop;
use super::{KoGame, Place};
use crate::Result;

/// A position with a player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) place: u32,
    pub(super) mover: Player,
    /// The place to which the mover may not go, because the opponent has just come from there.
    pub(super) ban: Option<u32>,
    /// Whether the komaster has broken a ban and must play here.
    pub(super) bound: bool,
}

/// The moves in a state.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    /// States after a move.
    pub(super) moves: Vec<u32>,
    /// The state after a move elsewhere, if one is allowed.
    pub(super) elsewhere: Option<u32>,
}

/// All states, with their moves.
pub(super) struct States<'a> {
    pub(super) game: &'a KoGame,
    pub(super) list: Vec<State>,
    pub(super) turns: Vec<Turn>,
    /// The states of the same position without ban and duty, for Left and for Right.
    pub(super) free: Vec<[u32; 2]>,
    /// The states, most of them after the states that their moves lead to.
    pub(super) order: Vec<u32>,
    _lease: Lease,
}

/// About how many bytes a state takes, with its moves and its values.
const BYTES: u64 = 256;

impl<'a> States<'a> {
    pub(super) fn of(
        game: &'a KoGame,
        komaster: Option<Player>,
        worker: &mut Worker<'_>,
    ) -> Result<Self> {
        let free = |place, mover| State { place, mover, ban: None, bound: false };
        let mut known: HashMap<State, u32> = HashMap::new();
        let mut list: Vec<State> = Vec::new();
        let mut lease = Lease::new(worker.budget());
        let mut number = |state: State, list: &mut Vec<State>| {
            *known.entry(state).or_insert_with(|| {
                list.push(state);
                list.len() as u32 - 1
            })
        };
        for player in Player::BOTH {
            number(free(0, player), &mut list);
        }
        let mut states = States {
            game,
            list: Vec::new(),
            turns: Vec::new(),
            free: Vec::new(),
            order: Vec::new(),
            _lease: Lease::new(worker.budget()),
        };
        while let Some(&state) = list.get(states.turns.len()) {
            lease.spend(BYTES, 1 << 16)?;
            states
                .free
                .push(Player::BOTH.map(|player| number(free(state.place, player), &mut list)));
            let mut turn = Turn::default();
            if let Place::Open(options, _) = &game.places[state.place as usize] {
                let mine = &options[state.mover as usize];
                worker.tick(1 + mine.len() as u64)?;
                for &option in mine {
                    let breaks = state.ban == Some(option);
                    if breaks && komaster != Some(state.mover) {
                        continue;
                    }
                    let next = State {
                        place: option,
                        mover: state.mover.opponent(),
                        ban: game.can_return(option, state.place, state.mover.opponent()),
                        bound: (state.bound || breaks) && game.same_loop(state.place, option),
                    };
                    turn.moves.push(number(next, &mut list));
                }
                // The duty ends if no move is possible.
                let held = state.bound && komaster == Some(state.mover);
                let elsewhere = State {
                    place: state.place,
                    mover: state.mover.opponent(),
                    ban: None,
                    bound: state.bound && !held,
                };
                if !held || turn.moves.is_empty() {
                    turn.elsewhere = Some(number(elsewhere, &mut list));
                }
            }
            states.turns.push(turn);
        }
        (states.list, states._lease) = (list, lease);
        states.sort(worker)?;
        Ok(states)
    }

    /// Whether a state has neither ban nor duty. Then a move elsewhere only changes the player to
    /// move.
    pub(super) fn is_free(&self, state: u32) -> bool {
        let state = &self.list[state as usize];
        state.ban.is_none() && !state.bound
    }

    /// The states reached without a coupon of another temperature: by moves, and by a move
    /// elsewhere that the bound komaster must answer here.
    pub(super) fn at_once(&self, state: u32) -> impl Iterator<Item = u32> + '_ {
        let turn = &self.turns[state as usize];
        let bound = self.list[state as usize].bound;
        let answer = turn.elsewhere.filter(|&next| bound && !self.is_free(next));
        turn.moves.iter().copied().chain(answer)
    }

    /// Removes the states in which infinite play is won, and the moves to them, which no player who
    /// can choose makes. The result is the scores of the states, zero where there is none.
    pub(super) fn without_endless(&mut self, stops: Vec<Stop>) -> Vec<Rational> {
        let is_endless = |state: u32| matches!(stops[state as usize], Stop::Endless(_));
        for (state, turn) in (0..).zip(&mut self.turns) {
            if is_endless(state) {
                *turn = Turn::default();
            }
            turn.moves.retain(|&next| !is_endless(next));
            turn.elsewhere = turn.elsewhere.filter(|&next| !is_endless(next));
        }
        self.order.retain(|&state| !is_endless(state));
        let score = |stop| match stop {
            Stop::Score(score) => score,
            Stop::Endless(_) => Rational::from(0),
        };
        stops.into_iter().map(score).collect()
    }

    /// Sorts the states in depth-first order. A state comes before one that it leads to only if
    /// play returns without a move elsewhere.
    fn sort(&mut self, worker: &mut Worker<'_>) -> Result {
        let mut seen = vec![false; self.list.len()];
        for start in 0..self.list.len() as u32 {
            if std::mem::replace(&mut seen[start as usize], true) {
                continue;
            }
            let mut stack = vec![(start, self.at_once(start).collect::<Vec<u32>>())];
            while let Some((state, open)) = stack.last_mut() {
                worker.tick(1)?;
                match open.pop() {
                    None => {
                        self.order.push(*state);
                        stack.pop();
                    }
                    Some(next) => {
                        if !std::mem::replace(&mut seen[next as usize], true) {
                            let after = self.at_once(next).collect();
                            stack.push((next, after));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

impl KoGame {
    /// The ban on a move back, if there is such a move.
    fn can_return(&self, from: u32, to: u32, player: Player) -> Option<u32> {
        match &self.places[from as usize] {
            Place::Open(options, _) => options[player as usize].contains(&to).then_some(to),
            Place::Known(_) => None,
        }
    }

    fn same_loop(&self, from: u32, to: u32) -> bool {
        self.loops[from as usize] == self.loops[to as usize]
    }
}
