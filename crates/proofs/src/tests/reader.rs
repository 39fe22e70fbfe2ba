//! The checker of `theory/play.v` once more: what it says of a script, right or wrong.

use std::collections::HashMap;

use upstar_core::Player;

use crate::play::{Goal, Play};

/// Whether a script, which must be used up, shows the goals.
pub(super) fn accepts<S: Play>(
    play: &S,
    misere: bool,
    start: &S::Position,
    goals: &[(Goal, Player)],
    (fuel, letters): (usize, &[u8]),
) -> bool {
    let mut reader = Reader { play, misere, letters, known: HashMap::new() };
    let shown = goals
        .iter()
        .all(|&(goal, player)| reader.shows(fuel, goal, false, player, start).is_some());
    shown && reader.letters.is_empty()
}

struct Reader<'a, S: Play> {
    play: &'a S,
    misere: bool,
    letters: &'a [u8],
    known: HashMap<(Player, S::Position), bool>,
}

impl<S: Play> Reader<'_, S> {
    fn number(&mut self) -> Option<usize> {
        let mut sum = 0;
        loop {
            let (&letter, rest) = self.letters.split_first()?;
            self.letters = rest;
            sum += usize::from(letter - b'#');
            if letter != b'~' {
                return Some(sum);
            }
        }
    }

    fn shows(
        &mut self,
        fuel: usize,
        goal: Goal,
        by_parts: bool,
        player: Player,
        position: &S::Position,
    ) -> Option<()> {
        let fuel = fuel.checked_sub(1)?;
        let position = self.play.simpler(position);
        let key = (player, position.clone());
        if let Some(&known) = self.known.get(&key) {
            return (known == (goal == Goal::Win)).then_some(());
        }
        let mut options = Vec::new();
        self.play.moves(player, &position, &mut options);
        let mut parts = self.play.parts(&position);
        if parts.len() < 2 {
            // The theory's list of parts has the only one.
            parts = vec![position.clone()];
        }
        match goal {
            Goal::Win if options.is_empty() => self.misere.then_some(())?,
            Goal::Win => match self.number()? {
                0 => {
                    if self.misere {
                        return None;
                    }
                    let index = self.number()?;
                    if index >= parts.len() {
                        return None;
                    }
                    let part = parts.remove(index);
                    self.shows(fuel, Goal::Win, false, player, &part)?;
                    for part in &parts {
                        self.shows(fuel, Goal::Lose, false, player.opponent(), part)?;
                    }
                }
                k => {
                    let option = options.get((k - 1) / 2)?;
                    self.shows(fuel, Goal::Lose, (k - 1) % 2 == 1, player.opponent(), option)?;
                }
            },
            Goal::Lose if by_parts => {
                if self.misere {
                    return None;
                }
                for part in &parts {
                    self.shows(fuel, Goal::Lose, false, player, part)?;
                }
            }
            Goal::Lose => {
                if self.misere && options.is_empty() {
                    return None;
                }
                for option in &options {
                    self.shows(fuel, Goal::Win, false, player.opponent(), option)?;
                }
            }
        }
        self.known.insert(key, goal == Goal::Win);
        Some(())
    }
}
