//! A second implementation of the checker of `theory/play.v`, for right and wrong scripts.

use std::collections::HashMap;

use upstar_core::Player;

use crate::play::{Goal, Play};

/// Whether a script proves the goals. It must be used up.
pub(super) fn accepts<S: Play>(
    play: &S,
    misere: bool,
    start: &S::Position,
    goals: &[(Goal, Player)],
    (fuel, letters, named): (usize, &[u8], &[usize]),
) -> bool {
    let mut reader = Reader { play, misere, letters, named, known: HashMap::new() };
    let shown = goals.iter().all(|&(goal, player)| {
        let goal = if goal == Goal::Win { Way::Win } else { Way::LoseSaid };
        reader.shows(fuel, goal, player, start).is_some()
    });
    shown && reader.letters.is_empty()
}

/// The theory's `goal`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Win,
    Lose,
    LoseByParts,
    LoseAs,
    LoseSaid,
}

fn lost_by(number: usize) -> Option<Way> {
    match number {
        0 => Some(Way::Lose),
        1 => Some(Way::LoseByParts),
        2 => Some(Way::LoseAs),
        _ => None,
    }
}

struct Reader<'a, S: Play> {
    play: &'a S,
    misere: bool,
    letters: &'a [u8],
    /// The images and pairings of the file.
    named: &'a [usize],
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
        goal: Way,
        player: Player,
        position: &S::Position,
    ) -> Option<()> {
        let fuel = fuel.checked_sub(1)?;
        let position = self.play.simpler(position);
        let key = (player, position.clone());
        if let Some(&known) = self.known.get(&key) {
            return (known == (goal == Way::Win)).then_some(());
        }
        let mut options = Vec::new();
        self.play.moves(player, &position, &mut options);
        let mut parts = self.play.parts(&position);
        match goal {
            Way::Win if options.is_empty() => self.misere.then_some(())?,
            Way::Win => match self.number()? {
                0 => {
                    if self.misere {
                        return None;
                    }
                    let index = self.number()?;
                    if index >= parts.len() {
                        return None;
                    }
                    let part = parts.remove(index);
                    self.shows(fuel, Way::Win, player, &part)?;
                    for part in &parts {
                        self.shows(fuel, Way::LoseSaid, player.opponent(), part)?;
                    }
                }
                1 => {
                    let (player, other) = self.another(player, &position)?;
                    self.shows(fuel, Way::Win, player, &other)?;
                }
                k => {
                    let option = options.get((k - 2) / 3)?;
                    self.shows(fuel, lost_by((k - 2) % 3)?, player.opponent(), option)?;
                }
            },
            Way::LoseByParts => {
                if self.misere {
                    return None;
                }
                for part in &parts {
                    self.shows(fuel, Way::LoseSaid, player, part)?;
                }
            }
            Way::LoseAs => {
                let (player, other) = self.another(player, &position)?;
                self.shows(fuel, Way::LoseSaid, player, &other)?;
            }
            Way::LoseSaid => {
                let goal = lost_by(self.number()?)?;
                return self.shows(fuel, goal, player, &position);
            }
            Way::Lose => {
                if self.misere && options.is_empty() {
                    return None;
                }
                for option in &options {
                    self.shows(fuel, Way::Win, player.opponent(), option)?;
                }
            }
        }
        self.known.insert(key, goal == Way::Win);
        Some(())
    }

    /// The position that the script names.
    fn another(&mut self, player: Player, position: &S::Position) -> Option<(Player, S::Position)> {
        let number = *self.named.get(self.number()?)?;
        if self.misere && number >= self.play.images() {
            return None;
        }
        self.play.another(number, player, position)
    }
}
