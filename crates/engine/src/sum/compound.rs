//! Sums that are not disjunctive, as positions of one ruleset.

use upstar_core::{Budget, Outcome, Player};

use super::{Piece, mixed};
use crate::{
    Class, Convention, Engine, Explicit, Game, Options, Result, RuleError, Rules, Ruleset,
};

upstar_core::words! {
    /// How two games are played together, where a move is not simply a move in one of them.
    ///
    /// Most are the compounds of Conway, *On Numbers and Games*, chapter 14. A component has ended for
    /// a player who has no move in it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Compound {
        /// A move is a move in both components; play ends when one of them has ended. Conway's rapid
        /// join.
        Conjunctive = "ConjunctiveSum",
        /// A move is a move in every component that has not ended; play ends when all have ended. A
        /// component that ended for one player stays ended. Conway's slow join.
        ContinuedConjunctive = "ContinuedConjunctiveSum",
        /// A move is a move in one component or in both. Conway's union.
        Selective = "SelectiveSum",
        /// As the selective sum, but play ends when one component has ended.
        ShortenedSelective = "ShortenedSelectiveSum",
        /// A move is a move in one component, but play ends when one of them has ended.
        Diminished = "DiminishedSum",
        /// Play is in the first component until neither player can move there, then in the second
        /// (Stromquist and Ullman, *Sequential compounds of combinatorial games*, 1993).
        Sequential = "SequentialSum",
        /// A move in the first component, the base, removes the second.
        Ordinal = "OrdinalSum",
    }
    /// The word between the components: `g ConjunctiveSum h`.
    pub const fn word
}

impl Compound {
    /// What is written between pictures of the components.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Compound::Conjunctive | Compound::ContinuedConjunctive => "and",
            Compound::Selective | Compound::ShortenedSelective => "and/or",
            Compound::Diminished => "or",
            Compound::Sequential => "then",
            Compound::Ordinal => ":",
        }
    }

    /// The two games, played together.
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] if a turn may go on after a move, or if one of the games is by
    /// its rules of misère play and the other is not.
    ///
    /// # Complexity
    /// A question about the compound may look at all pairs of positions of the components.
    pub fn of(self, first: &Game, second: &Game) -> Result<Game> {
        let games = [first, second];
        let class = Class::of_sum(games.iter().map(|game| game.class()));
        let [a, b] = games.map(|game| game.convention(Convention::Normal));
        if class.entailing || a != b {
            return Err(RuleError::NotApplicable(format!(
                "{} is for games without entailing moves, by one convention",
                self.word()
            )));
        }
        let rules = games.map(|game| game.rules().clone());
        let pieces = games.map(|game| Piece::of(game.clone()));
        Ok(Game::new(
            Compounds { kind: self, class, rules, ended: Piece::of(Explicit::zero()) },
            pieces.into(),
        ))
    }
}

/// The kind and the components of a position of a compound; `None` if it is no compound.
#[must_use]
pub fn compound_parts(game: &Game) -> Option<(Compound, [&Game; 2])> {
    let kind = Compound::ALL.into_iter().find(|kind| kind.word() == game.name())?;
    match &game.position::<Vec<Piece>>()?[..] {
        [first, second] => Some((kind, [first.game(), second.game()])),
        _ => None,
    }
}

/// Who wins a compound by what is known of its components, without looking at their pairs; `None` if no
/// theorem applies, or if `game` is no compound.
///
/// The conjunctive sum lasts as long as the component with the least remoteness, the continued
/// conjunctive sum as long as the one with the greatest suspense number. A selective sum of impartial
/// games is lost in normal play if all components are (ONAG, chapter 14).
pub(crate) fn outcome(
    game: &Game,
    engine: &Engine<'_>,
    convention: Convention,
    budget: &Budget,
) -> Result<Option<Outcome>> {
    let Some((kind, parts)) = compound_parts(game).filter(|_| !game.class().loopy) else {
        return Ok(None);
    };
    let hurries = match kind {
        Compound::Conjunctive => true,
        Compound::ContinuedConjunctive => false,
        Compound::Selective if convention == Convention::Normal && game.class().is_impartial() => {
            for part in parts {
                if part.outcome(engine, convention, budget)? == Outcome::N {
                    return Ok(Some(Outcome::N));
                }
            }
            return Ok(Some(Outcome::P));
        }
        _ => return Ok(None),
    };
    let [a, b] = parts.map(|part| lengths(part, convention, hurries, budget));
    let (a, b) = (a?, b?);
    let lasts = [0, 1].map(|player| match hurries {
        true => a[player].min(b[player]),
        false => a[player].max(b[player]),
    });
    // In normal play the player to move loses after an even number of moves.
    let [left_first, right_first] = Player::BOTH.map(|player| {
        let moves = lasts[usize::from(player == Player::Right)];
        let wins = (moves % 2 == 1) == (convention == Convention::Normal);
        Some(if wins { player } else { player.opponent() })
    });
    Ok(Some(Outcome::from_winners(left_first, right_first)))
}

/// The remoteness of a game if the winner hurries, otherwise its suspense number, with Left and with
/// Right to move.
fn lengths(
    game: &Game,
    convention: Convention,
    hurries: bool,
    budget: &Budget,
) -> Result<[u64; 2]> {
    let mut known: Vec<[u64; 2]> = Vec::new();
    for options in game.options_in_order(budget)? {
        let mut found = [0; 2];
        for (player, options) in options.iter().enumerate() {
            let moves = options.iter().map(|&option| known[option as usize][1 - player]);
            // After such a number of moves, whoever has made the move wins.
            let won = |moves: &u64| moves.is_multiple_of(2) == (convention == Convention::Normal);
            let (wins, losses): (Vec<u64>, Vec<u64>) = moves.partition(won);
            // The winner hurries and the loser delays, or the other way round.
            let best = match (wins.is_empty(), hurries) {
                (false, true) => wins.into_iter().min(),
                (false, false) => wins.into_iter().max(),
                (true, true) => losses.into_iter().max(),
                (true, false) => losses.into_iter().min(),
            };
            found[player] = best.map_or(0, |moves| moves + 1);
        }
        known.push(found);
    }
    Ok(known.last().copied().unwrap_or_default())
}

/// The ruleset of a compound of two games.
struct Compounds {
    kind: Compound,
    class: Class,
    rules: [Rules; 2],
    /// What stands for a component that has ended or was removed.
    ended: Piece,
}

impl Compounds {
    /// The positions after the moves of a player in a component.
    fn moves(piece: &Piece, player: Player, out: &mut Options<Vec<Piece>>) -> Result<Vec<Piece>> {
        let (rules, at) = (piece.game().rules(), piece.game().any_position());
        let found = out.of_type(|list| rules.options(at, player, list))?;
        Ok(found.into_iter().map(|option| Piece::of(piece.game().beside(option))).collect())
    }
}

/// A component as an operand of a word.
fn operand(piece: &Piece) -> String {
    let (game, text) = (piece.game(), piece.game().text());
    let written = text.starts_with(['{', '\'']);
    let simple = text.chars().all(|c| c.is_alphanumeric() || c == '*');
    let is_value = game.name() == Explicit::NAME;
    let several = game.position::<Vec<Piece>>().is_some();
    if several || is_value && !written && !simple || text.starts_with('-') {
        format!("({text})")
    } else {
        text
    }
}

impl Ruleset for Compounds {
    type Position = Vec<Piece>;

    fn name(&self) -> &str {
        self.kind.word()
    }

    fn class(&self) -> Class {
        self.class
    }

    fn convention(&self) -> Convention {
        self.rules[0].convention()
    }

    fn options(
        &self,
        pieces: &Vec<Piece>,
        player: Player,
        out: &mut Options<Vec<Piece>>,
    ) -> Result {
        let [first, second] = &pieces[..] else { return Ok(()) };
        let a = Self::moves(first, player, out)?;
        let b = Self::moves(second, player, out)?;
        let one_has_ended = a.is_empty() || b.is_empty();
        let (in_first, in_second, in_both) = match self.kind {
            Compound::Conjunctive => (false, false, true),
            // The other component has ended, and leaves.
            Compound::ContinuedConjunctive => (b.is_empty(), a.is_empty(), true),
            Compound::Selective => (true, true, true),
            Compound::ShortenedSelective => (!one_has_ended, !one_has_ended, true),
            Compound::Diminished => (!one_has_ended, !one_has_ended, false),
            Compound::Sequential => {
                let over = a.is_empty() && Self::moves(first, player.opponent(), out)?.is_empty();
                (!over, over, false)
            }
            Compound::Ordinal => (true, true, false),
        };
        let leaves = matches!(self.kind, Compound::ContinuedConjunctive);
        if in_first {
            let removed = leaves || self.kind == Compound::Ordinal;
            let second = if removed { &self.ended } else { second };
            a.iter().for_each(|a| out.push(vec![a.clone(), second.clone()]));
        }
        if in_second {
            let first = if leaves { &self.ended } else { first };
            b.iter().for_each(|b| out.push(vec![first.clone(), b.clone()]));
        }
        if in_both {
            for a in &a {
                b.iter().for_each(|b| out.push(vec![a.clone(), b.clone()]));
                out.check()?;
            }
        }
        Ok(())
    }

    fn write(&self, pieces: &Vec<Piece>) -> String {
        let texts: Vec<String> = pieces.iter().map(operand).collect();
        texts.join(&format!(" {} ", self.kind.word()))
    }

    fn call(&self, pieces: &Vec<Piece>) -> String {
        self.write(pieces)
    }

    fn parameters(&self) -> String {
        mixed::parameters(self.class, &self.rules)
    }

    fn encode(&self, pieces: &Vec<Piece>) -> Vec<u8> {
        mixed::encode(pieces, Some(&self.ended))
    }

    fn decode(&self, bytes: &[u8]) -> Option<Vec<Piece>> {
        mixed::decode(&self.rules, Some(&self.ended), bytes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use upstar_values::{Form, Universe};

    use super::*;
    use crate::Settings;

    /// A game by the definition: its options, and nothing else.
    #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    struct Tree([Vec<Tree>; 2]);

    const ZERO: Tree = Tree([vec![], vec![]]);

    impl Tree {
        fn form(&self) -> Form {
            let sides =
                self.0.each_ref().map(|side| side.iter().map(Tree::form).collect::<Vec<_>>());
            let [left, right] = sides.each_ref().map(|side| side.iter().collect::<Vec<_>>());
            Form::new(&left, &right)
        }

        fn wins(&self, player: usize, misere: bool) -> bool {
            let options = &self.0[player];
            if options.is_empty() {
                misere
            } else {
                options.iter().any(|g| !g.wins(1 - player, misere))
            }
        }

        fn is_over(&self) -> bool {
            self.0.iter().all(Vec::is_empty)
        }

        /// The tree of a game by its moves.
        fn of(game: &Game) -> Tree {
            Tree(
                Player::BOTH.map(|player| {
                    sorted(game.options(player).unwrap().iter().map(Tree::of).collect())
                }),
            )
        }
    }

    fn sorted(mut trees: Vec<Tree>) -> Vec<Tree> {
        trees.sort();
        trees.dedup();
        trees
    }

    /// Two games played together, by the words of the definitions.
    fn together(kind: Compound, g: &Tree, h: &Tree) -> Tree {
        Tree([0, 1].map(|player| {
            let (a, b) = (&g.0[player], &h.0[player]);
            let first = |a: &Tree| together(kind, a, h);
            let second = |b: &Tree| together(kind, g, b);
            let both = || a.iter().flat_map(|a| b.iter().map(move |b| together(kind, a, b)));
            let one = || a.iter().map(first).chain(b.iter().map(second));
            let live = !a.is_empty() && !b.is_empty();
            sorted(match kind {
                Compound::Conjunctive => both().collect(),
                Compound::ContinuedConjunctive if live => both().collect(),
                Compound::ContinuedConjunctive => {
                    let alone = |x: &Tree| together(kind, x, &ZERO);
                    a.iter().chain(b).map(alone).collect()
                }
                Compound::Selective => one().chain(both()).collect(),
                Compound::ShortenedSelective if live => one().chain(both()).collect(),
                Compound::Diminished if live => one().collect(),
                Compound::ShortenedSelective | Compound::Diminished => vec![],
                Compound::Sequential if g.is_over() => b.iter().map(second).collect(),
                Compound::Sequential => a.iter().map(first).collect(),
                Compound::Ordinal => a.iter().cloned().chain(b.iter().map(second)).collect(),
            })
        }))
    }

    fn subsets(trees: &[Tree]) -> Vec<Vec<Tree>> {
        let of = |mask: usize| {
            (0..trees.len()).filter(|i| mask >> i & 1 == 1).map(|i| trees[i].clone()).collect()
        };
        (0..1 << trees.len()).map(of).collect()
    }

    /// All forms born by a day.
    fn born_by(day: u32) -> Vec<Tree> {
        if day == 0 {
            return vec![ZERO];
        }
        let sides = subsets(&born_by(day - 1));
        let pairs = sides.iter().flat_map(|l| sides.iter().map(|r| Tree([l.clone(), r.clone()])));
        pairs.map(|Tree(sides)| Tree(sides.map(sorted))).collect()
    }

    fn check(g: &Tree, h: &Tree) {
        let budget = Budget::unlimited();
        let (universe, settings) = (Universe::new(), Settings::default());
        let engine = Engine::new(&universe, settings);
        let [a, b] = [g, h]
            .map(|tree| Explicit::of_form(&mut universe.worker(&budget), &tree.form()).unwrap());
        for kind in Compound::ALL {
            let game = kind.of(&a, &b).unwrap();
            let plain = together(kind, g, h);
            assert_eq!(Tree::of(&game), plain, "{kind:?} {g:?} {h:?}");
            for convention in [Convention::Normal, Convention::Misere] {
                let misere = convention == Convention::Misere;
                let found = game.outcome(&engine, convention, &budget).unwrap();
                for (index, player) in Player::BOTH.into_iter().enumerate() {
                    let winner = if plain.wins(index, misere) { player } else { player.opponent() };
                    assert_eq!(
                        found.winner(player),
                        Some(winner),
                        "{kind:?} {convention:?} {g:?} {h:?}"
                    );
                }
            }
            let bytes = game.rules().encode(game.any_position());
            assert_eq!(game.rules().decode(&bytes).as_ref(), Some(game.any_position()));
        }
    }

    #[test]
    fn compounds_of_all_forms_of_day_2_are_as_defined() {
        let forms = born_by(2);
        assert_eq!(forms.len(), 256);
        for (index, g) in forms.iter().enumerate() {
            for step in [1, 37, 101] {
                check(g, &forms[(index * 7 + step) % forms.len()]);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn compounds_of_forms_of_day_3_are_as_defined(
            picks in proptest::array::uniform4(proptest::collection::vec(0..256_usize, 0..3)),
        ) {
            let forms = born_by(2);
            let [a, b, c, d] = picks.map(|side| sorted(side.iter().map(|&i| forms[i].clone()).collect()));
            check(&Tree([a, b]), &Tree([c, d]));
        }
    }
}
