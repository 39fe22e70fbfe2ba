//! The part of a possibly infinite stalk that a picture shows.

use num_traits::ToPrimitive;
use upstar_core::Player;

use super::stalk::{Piece, Run};
use super::{Ordinal, Stalk};

/// The number of edges of an infinite part that are shown below the dots.
const BEFORE_DOTS: usize = 3;

/// The longest finite run and the longest period that are shown without dots.
const LONGEST: usize = 20;

impl Stalk {
    /// The edges from the ground up that a picture shows. `None` stands for dots: infinitely or
    /// very many more edges like those below them. At most `most` edges and dots together.
    ///
    /// ```
    /// use upstar_core::Player::{Left, Right};
    /// use upstar_values::surreal::Stalk;
    ///
    /// let stalk: Stalk = "L^w R".parse()?;
    /// let shown = [Some(Left), Some(Left), Some(Left), None, Some(Right)];
    /// assert_eq!(stalk.sketch(20), shown);
    /// # Ok::<(), upstar_values::Error>(())
    /// ```
    #[must_use]
    pub fn sketch(&self, most: usize) -> Vec<Option<Player>> {
        let mut shown = Vec::new();
        pieces(self.pieces(), most, &mut shown);
        if shown.len() > most {
            shown.truncate(most);
            shown.push(None);
        }
        shown
    }
}

fn pieces(pieces: &[Piece], most: usize, shown: &mut Vec<Option<Player>>) {
    for piece in pieces {
        if shown.len() > most {
            return;
        }
        match piece {
            Piece::Run(run) => of_run(run, most, shown),
            Piece::Period { word, unit } => {
                // A short word is shown twice.
                let times = if 2 * word.len() <= LONGEST { 2 } else { 1 };
                for &player in word.iter().cycle().take(times * word.len().min(LONGEST)) {
                    letter(player, unit, shown);
                }
                shown.push(None);
            }
            Piece::Repeat { body, .. } => {
                self::pieces(body, most, shown);
                shown.push(None);
            }
        }
    }
}

fn of_run(run: &Run, most: usize, shown: &mut Vec<Option<Player>>) {
    for (exponent, count) in run.length.terms() {
        let count = count.to_usize().unwrap_or(usize::MAX);
        if exponent.is_zero() && count > LONGEST {
            shown.extend([Some(run.player); BEFORE_DOTS]);
            shown.push(None);
            shown.push(Some(run.player));
            continue;
        }
        for _ in 0..count {
            if shown.len() > most {
                return;
            }
            letter(run.player, &exponent, shown);
        }
    }
}

/// `ω^exponent` edges.
fn letter(player: Player, exponent: &Ordinal, shown: &mut Vec<Option<Player>>) {
    if exponent.is_zero() {
        shown.push(Some(player));
    } else {
        shown.extend([Some(player); BEFORE_DOTS]);
        shown.push(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_show_the_beginning_of_each_part() {
        for (text, expected) in [
            ("0", ""),
            ("LRR", "LRR"),
            // Figure 10, figure 11 and figures 12 and 13.
            ("(LR)^w", "LRLR."),
            ("L^w", "LLL."),
            ("LR^w", "LRRR."),
            ("L^w L", "LLL.L"),
            ("L^w R", "LLL.R"),
            ("L^(w*2)", "LLL.LLL."),
            ("L^w R^w", "LLL.RRR."),
            ("L^(w^2)", "LLL."),
            ("L^1000000000000 R", "LLL.LR"),
        ] {
            let stalk: Stalk = text.parse().unwrap();
            let shown: String = stalk
                .sketch(100)
                .into_iter()
                .map(|edge| match edge {
                    Some(Player::Left) => 'L',
                    Some(Player::Right) => 'R',
                    None => '.',
                })
                .collect();
            assert_eq!(shown, expected, "{text}");
        }
        let stalk: Stalk = "L^(w*1000000)".parse().unwrap();
        assert!(stalk.sketch(40).len() <= 45);
    }
}
