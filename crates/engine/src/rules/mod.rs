//! Rulesets as values.
//!
//! One copy of the engine serves nearly all games: it works on positions behind a pointer
//! ([`Rules::new`]). Another one is compiled for small boards ([`Rules::on_small_boards`]). A library
//! can have one compiled for its own type of positions ([`Rules::compiled`]).

mod erased;
mod position;
mod questions;

use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use upstar_core::{Budget, Player};

use crate::{
    Arguments, Engine, Game, Position, Result, RuleError, Ruleset, SmallBoard, Store, Stored,
};
use erased::Erased;
pub(crate) use erased::forwarded;
pub use position::AnyPosition;
use questions::Engined;
pub(crate) use questions::{Questions, TierQuestions};

/// A ruleset with its parameters, as a value: the result of `upstar_games::find_game` and of
/// custom games, and the material of negatives, variants and products. Copies share it.
///
/// It dereferences to its [`Ruleset`], whose positions are of any type.
///
/// ```
/// use upstar_engine::Arguments;
/// use upstar_games::rules;
///
/// let wythoff = rules("wythoff", &Arguments::default())?;
/// assert!(wythoff.class().is_impartial());
/// assert_eq!(wythoff.make(&Arguments::numbers(&[3, 5]))?.text(), "wythoff(3,5)");
/// assert_eq!(wythoff.read("3,5")?.text(), "wythoff(3,5)");
/// # Ok::<(), upstar_engine::RuleError>(())
/// ```
#[derive(Clone)]
pub struct Rules {
    ruleset: Arc<AnyRuleset>,
    questions: Arc<dyn Questions>,
    tiers: Arc<dyn TierQuestions>,
    /// The ruleset by its own type.
    any: Arc<dyn Any + Send + Sync>,
}

/// A ruleset for positions behind a pointer.
type AnyRuleset = dyn Ruleset<Position = AnyPosition>;

/// A ruleset of which only the type of its positions is known, so that those with the same
/// positions share all code around them.
type Typed<P> = dyn Ruleset<Position = P>;

impl Deref for Rules {
    type Target = AnyRuleset;

    fn deref(&self) -> &AnyRuleset {
        &*self.ruleset
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({} {})", self.ruleset.name(), self.ruleset.parameters())
    }
}

impl PartialEq for Rules {
    /// The same game with the same parameters.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.ruleset, &other.ruleset) || self.key() == other.key()
    }
}

impl Eq for Rules {}

impl Rules {
    /// Rules whose positions are searched by the copy of the engine that all such rules share, so
    /// that a new game costs little to compile.
    pub fn new<R: Ruleset>(ruleset: R) -> Self {
        Self::erased(&Arc::new(ruleset))
    }

    fn erased<R: Ruleset>(any: &Arc<R>) -> Self {
        let typed: Arc<Typed<R::Position>> = any.clone();
        Self::of(Arc::new(Erased(typed)), any.clone())
    }

    /// Not generic, so that the shared copy of the engine is compiled in this crate alone.
    #[inline(never)]
    fn of(ruleset: Arc<AnyRuleset>, any: Arc<dyn Any + Send + Sync>) -> Self {
        let engined = Arc::new(Engined(ruleset.clone()));
        Rules { ruleset, questions: engined.clone(), tiers: engined, any }
    }

    /// Rules whose values and winners are found by an engine that is compiled for the type of
    /// their positions, which all rules with such positions share: up to several times faster
    /// where positions are compact, and seconds more to compile.
    pub fn compiled<R: Ruleset>(ruleset: R) -> Self {
        let any = Arc::new(ruleset);
        let typed: Arc<Typed<R::Position>> = any.clone();
        Rules { questions: Arc::new(Engined(typed)), ..Self::erased(&any) }
    }

    /// The same for positions that are small boards: a copy of the engine that is compiled in this crate
    /// alone.
    pub fn on_small_boards<R: Ruleset<Position = SmallBoard>>(ruleset: R) -> Self {
        #[inline(never)]
        fn questions(ruleset: Arc<Typed<SmallBoard>>) -> Arc<dyn Questions> {
            Arc::new(Engined(ruleset))
        }
        let any = Arc::new(ruleset);
        Rules { questions: questions(any.clone()), ..Self::erased(&any) }
    }

    /// Rules whose tiers are solved by an engine that is compiled for the type of their positions.
    pub fn compiled_for_tiers<R: Ruleset>(ruleset: R) -> Self {
        let any = Arc::new(ruleset);
        let typed: Arc<Typed<R::Position>> = any.clone();
        Rules { tiers: Arc::new(Engined(typed)), ..Self::erased(&any) }
    }

    pub(crate) fn questions(&self) -> &dyn Questions {
        &*self.questions
    }

    pub(crate) fn tier_questions(&self) -> &dyn TierQuestions {
        &*self.tiers
    }

    /// The ruleset, if it is of this type.
    #[must_use]
    pub fn downcast<R: Ruleset>(&self) -> Option<&R> {
        self.any.downcast_ref()
    }

    /// What distinguishes rulesets in a store: the name, version and parameters.
    #[must_use]
    pub fn key(&self) -> String {
        crate::store::ruleset_key(&*self.ruleset)
    }

    /// A position of these rules, of the type of their positions.
    #[must_use]
    pub fn at<P: Position>(&self, position: P) -> Game {
        Game::from_parts(self.clone(), AnyPosition::new(position))
    }

    /// A game from typed arguments: numbers, lists, a board.
    ///
    /// # Errors
    /// [`RuleError::Argument`] that says which argument is wrong, and what would be right.
    pub fn make(&self, arguments: &Arguments) -> Result<Game> {
        self.ruleset.game(self, arguments)
    }

    /// A position from its text, as [`Game::position_text`] writes it.
    ///
    /// # Errors
    /// [`RuleError::Notation`] with the place of the fault.
    pub fn read(&self, text: &str) -> Result<Game> {
        Ok(self.at(self.ruleset.parse(text)?))
    }

    /// Reads what is stored of these rules into the engine's tables.
    ///
    /// # Errors
    /// What the store fails with.
    pub fn load(&self, engine: &Engine<'_>, store: &dyn Store, budget: &Budget) -> Result<Stored> {
        self.questions().load(engine, store, budget)
    }

    /// Saves what the engine knows of these rules and the store does not.
    ///
    /// # Errors
    /// As [`Rules::load`].
    pub fn save(&self, engine: &Engine<'_>, store: &mut dyn Store, stored: &mut Stored) -> Result {
        self.questions().save(engine, store, stored)
    }

    /// The player that `name` stands for: `L`, `Left`, `R`, `Right`, or the
    /// letters of the game (`B` and `P` for the bandit and the policeman).
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] if it stands for nobody.
    pub fn player(&self, name: &str) -> Result<Player> {
        let letters = Player::BOTH.map(|player| self.ruleset.letter(player));
        for (player, letter) in Player::BOTH.into_iter().zip(letters) {
            let mut utf8 = [0; 4];
            if name.eq_ignore_ascii_case(letter.encode_utf8(&mut utf8))
                || name.eq_ignore_ascii_case(&player.to_string())
            {
                return Ok(player);
            }
        }
        Err(RuleError::NotApplicable(format!(
            "`{}` is not a player of {}; expected left ({}) or right ({})",
            name.chars().take(20).collect::<String>(),
            self.name(),
            letters[0],
            letters[1]
        )))
    }
}
