//! A position of any ruleset, with its type erased.

use std::sync::Arc;

use upstar_core::{Budget, GrundyValue, LoopyNimber, Outcome, Player, Run};
use upstar_values::{Id, StopsAndWalls};

use crate::erased::Erased;
use crate::graph::explore;
use crate::{
    Bounds, Class, Convention, Engine, Entailed, GraphForm, GraphOptions, GraphSink, GraphSize,
    Negated, Notation, Picture, RuleError, Store, Stored,
};

/// One position of one ruleset.
pub trait AnyGame: Send + Sync {
    /// The name of the ruleset in the catalogue.
    fn ruleset(&self) -> &'static str;

    /// Impartial or partizan, loop-free or loopy.
    fn class(&self) -> Class;

    /// The position with the name of the game, as [`parse_named`](crate::parse_named)
    /// reads it: `wythoff(20,20)`.
    fn text(&self) -> String;

    /// The position without the name of the game, as the vertices of graphs are
    /// named: `20,20`.
    fn position(&self) -> String;

    /// Reads another position of the same game with the same parameters, as
    /// [`AnyGame::position`] writes it.
    ///
    /// # Errors
    /// [`RuleError::Notation`] with the place of the fault.
    fn parse(&self, position: &str) -> Result<Box<dyn AnyGame>, RuleError>;

    /// Independent summands, in normal play; such without moves may be left out.
    ///
    /// # Errors
    /// As [`AnyGame::options`].
    fn components(&self) -> Result<Vec<Box<dyn AnyGame>>, RuleError> {
        Ok(vec![self.duplicate()])
    }

    /// A representative under the symmetries of the rules, and whether Left and Right
    /// change places on the way.
    fn normalized(&self) -> (Box<dyn AnyGame>, Negated) {
        (self.duplicate(), Negated::No)
    }

    /// The position that this is the [`negative`](crate::negative()) of, if it is one.
    fn negative_of(&self) -> Option<Box<dyn AnyGame>> {
        None
    }

    /// The player that `name` stands for: `L`, `Left`, `R`, `Right`, or the
    /// letters of the game (`B` and `P` for the bandit and the policeman).
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] if it stands for nobody.
    fn player(&self, name: &str) -> Result<Player, RuleError>;

    /// The options of `player`, sorted, without repeats.
    ///
    /// # Errors
    /// [`RuleError::TooLarge`] if there are too many to list.
    fn options(&self, player: Player) -> Result<Vec<Box<dyn AnyGame>>, RuleError>;

    /// The form of graph that this game usually has.
    fn graph_form(&self) -> GraphForm;

    /// Streams the graph of all positions that can be reached, breadth first; the
    /// position itself is vertex 0.
    ///
    /// Without terminal results: a vertex without arcs is lost for whoever has to
    /// move there in normal play.
    ///
    /// # Errors
    /// A used-up budget, more than 2^32 - 1 positions, or what the sink fails with.
    fn graph(
        &self,
        options: GraphOptions,
        sink: &mut dyn GraphSink,
        budget: &Budget,
    ) -> Result<GraphSize, RuleError>;

    /// The rows of the board, if positions are boards.
    fn board(&self) -> Option<Vec<String>>;

    /// What there is to see of the position.
    fn picture(&self) -> Picture {
        Picture::usual(self.board(), &self.position())
    }

    /// A copy.
    fn duplicate(&self) -> Box<dyn AnyGame>;

    /// Who wins: one of the four outcomes where play ends, one of nine in loopy
    /// games. See [`Engine::outcome`].
    ///
    /// # Errors
    /// A used-up budget, or a position too large.
    fn outcome(
        &self,
        engine: &Engine<'_>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Outcome, RuleError>;

    /// The Grundy value, in impartial rulesets whose play ends.
    ///
    /// # Errors
    /// As [`Engine::grundy`].
    fn grundy(&self, engine: &Engine<'_>, budget: &Budget) -> Result<GrundyValue, RuleError>;

    /// The value in normal play: in rulesets whose play ends, and where a position of
    /// another partizan ruleset is found to equal a short game.
    ///
    /// # Errors
    /// As [`Engine::value`].
    fn value(&self, engine: &Engine<'_>, budget: &Budget) -> Result<Id, RuleError>;

    /// The stops and the thermograph, where there is a value; see [`Engine::stops_and_walls`].
    ///
    /// # Errors
    /// As [`AnyGame::value`].
    fn stops_and_walls(
        &self,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<StopsAndWalls, RuleError> {
        let value = self.value(engine, budget)?;
        Ok(StopsAndWalls::of_value(&mut engine.universe().worker(budget), value)?)
    }

    /// What playing the position against integers tells of its value; see [`Engine::bounds`].
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] for games whose play need not end and for such with
    /// entailing moves.
    fn bounds(&self, engine: &Engine<'_>, budget: &Budget) -> Result<Run<Bounds>, RuleError>;

    /// The value, in games with entailing moves only. See [`Ruleset::entailed`].
    ///
    /// [`Ruleset::entailed`]: crate::Ruleset::entailed
    fn entailed(&self, budget: &Budget) -> Option<Result<Entailed, RuleError>> {
        let _ = budget;
        None
    }

    /// The code of the game, if it is one of taking from heaps and breaking them.
    fn heap_code(&self) -> Option<upstar_heaps::Code> {
        None
    }

    /// What tells rulesets apart in a store: the name, version and parameters.
    fn store_key(&self) -> String {
        self.ruleset().to_owned()
    }

    /// Reads what is stored of the ruleset into the engine's tables.
    ///
    /// # Errors
    /// What the store fails with; [`RuleError::NotApplicable`] for games of no ruleset.
    fn load(
        &self,
        engine: &Engine<'_>,
        store: &dyn Store,
        budget: &Budget,
    ) -> Result<Stored, RuleError> {
        let _ = (engine, store, budget);
        Err(RuleError::NotApplicable(format!("{} is not stored", self.ruleset())))
    }

    /// Saves what the engine knows of the ruleset and the store does not.
    ///
    /// # Errors
    /// As [`AnyGame::load`].
    fn save(
        &self,
        engine: &Engine<'_>,
        store: &mut dyn Store,
        stored: &mut Stored,
    ) -> Result<(), RuleError> {
        let _ = (engine, store, stored);
        Err(RuleError::NotApplicable(format!("{} is not stored", self.ruleset())))
    }

    /// The loopy nimber, in impartial rulesets.
    ///
    /// # Errors
    /// As [`Engine::loopy_nimber`].
    fn loopy_nimber(&self, engine: &Engine<'_>, budget: &Budget) -> Result<LoopyNimber, RuleError>;
}

/// A position together with its ruleset.
#[derive(Debug)]
pub struct Placed<R: Notation> {
    /// The ruleset.
    pub rules: Arc<R>,
    /// The position.
    pub position: R::Position,
}

impl<R: Notation> Placed<R> {
    /// A position of `rules`, its type erased.
    ///
    /// It is searched by the copy of the engine that all such positions share, so that a new
    /// ruleset costs little to compile.
    pub fn boxed(rules: R, position: R::Position) -> Box<dyn AnyGame> {
        let (rules, position) = Erased::new(rules, position);
        Placed::specialized(rules, position)
    }

    /// A position of `rules`, searched by an engine that is compiled for this ruleset alone:
    /// up to several times faster where positions are compact, and seconds more to compile.
    pub fn specialized(rules: R, position: R::Position) -> Box<dyn AnyGame> {
        Box::new(Placed { rules: Arc::new(rules), position })
    }

    /// Another position of the same rules.
    fn beside(&self, position: R::Position) -> Box<dyn AnyGame> {
        Box::new(Placed { rules: self.rules.clone(), position })
    }
}

impl<R: Notation> AnyGame for Placed<R> {
    fn ruleset(&self) -> &'static str {
        self.rules.name()
    }

    fn class(&self) -> Class {
        self.rules.class()
    }

    fn text(&self) -> String {
        self.rules.call(&self.position)
    }

    fn position(&self) -> String {
        self.rules.write(&self.position)
    }

    fn parse(&self, position: &str) -> Result<Box<dyn AnyGame>, RuleError> {
        Ok(self.beside(self.rules.parse(position)?))
    }

    fn components(&self) -> Result<Vec<Box<dyn AnyGame>>, RuleError> {
        let mut parts = Vec::new();
        self.rules.components(&self.position, &mut parts)?;
        Ok(parts.into_iter().map(|part| self.beside(part)).collect())
    }

    fn normalized(&self) -> (Box<dyn AnyGame>, Negated) {
        let (position, negated) = self.rules.normalize(self.position.clone());
        (self.beside(position), negated)
    }

    fn player(&self, name: &str) -> Result<Player, RuleError> {
        let letters = Player::BOTH.map(|player| self.rules.letter(player));
        for (player, letter) in Player::BOTH.into_iter().zip(letters) {
            let mut utf8 = [0; 4];
            if name.eq_ignore_ascii_case(letter.encode_utf8(&mut utf8))
                || name.eq_ignore_ascii_case(&player.to_string())
            {
                return Ok(player);
            }
        }
        Err(RuleError::NotApplicable(format!(
            "`{}` is no player of {}; expected {} or {}",
            name.chars().take(20).collect::<String>(),
            self.ruleset(),
            letters[0],
            letters[1]
        )))
    }

    fn options(&self, player: Player) -> Result<Vec<Box<dyn AnyGame>>, RuleError> {
        let mut options = Vec::new();
        self.rules.options(&self.position, player, &mut options)?;
        options.sort_unstable();
        options.dedup();
        Ok(options.into_iter().map(|position| self.beside(position)).collect())
    }

    fn graph_form(&self) -> GraphForm {
        self.rules.graph_form()
    }

    fn graph(
        &self,
        options: GraphOptions,
        sink: &mut dyn GraphSink,
        budget: &Budget,
    ) -> Result<GraphSize, RuleError> {
        explore(&*self.rules, &self.position, options, sink, budget)
    }

    fn board(&self) -> Option<Vec<String>> {
        self.rules.board(&self.position)
    }

    fn picture(&self) -> Picture {
        self.rules.picture(&self.position)
    }

    fn duplicate(&self) -> Box<dyn AnyGame> {
        self.beside(self.position.clone())
    }

    fn outcome(
        &self,
        engine: &Engine<'_>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Outcome, RuleError> {
        engine.outcome(&*self.rules, &self.position, convention, budget)
    }

    fn grundy(&self, engine: &Engine<'_>, budget: &Budget) -> Result<GrundyValue, RuleError> {
        engine.grundy(&*self.rules, &self.position, budget)
    }

    fn value(&self, engine: &Engine<'_>, budget: &Budget) -> Result<Id, RuleError> {
        let class = self.rules.class();
        if class.loopy && !class.is_impartial() {
            return crate::loopy::short_value(self, engine, budget);
        }
        engine.value(&*self.rules, &self.position, budget)
    }

    fn stops_and_walls(
        &self,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<StopsAndWalls, RuleError> {
        if self.class().loopy {
            let value = self.value(engine, budget)?;
            return Ok(StopsAndWalls::of_value(&mut engine.universe().worker(budget), value)?);
        }
        engine.stops_and_walls(&*self.rules, &self.position, budget)
    }

    fn bounds(&self, engine: &Engine<'_>, budget: &Budget) -> Result<Run<Bounds>, RuleError> {
        engine.bounds(&*self.rules, &self.position, budget)
    }

    fn entailed(&self, budget: &Budget) -> Option<Result<Entailed, RuleError>> {
        self.rules.entailed(&self.position, budget)
    }

    fn heap_code(&self) -> Option<upstar_heaps::Code> {
        self.rules.heap_code()
    }

    fn store_key(&self) -> String {
        crate::store::ruleset_key(&*self.rules)
    }

    fn load(
        &self,
        engine: &Engine<'_>,
        store: &dyn Store,
        budget: &Budget,
    ) -> Result<Stored, RuleError> {
        crate::store::load(&*self.rules, engine, store, budget)
    }

    fn save(
        &self,
        engine: &Engine<'_>,
        store: &mut dyn Store,
        stored: &mut Stored,
    ) -> Result<(), RuleError> {
        crate::store::save(&*self.rules, engine, store, stored)
    }

    fn loopy_nimber(&self, engine: &Engine<'_>, budget: &Budget) -> Result<LoopyNimber, RuleError> {
        engine.loopy_nimber(&*self.rules, &self.position, budget)
    }
}
