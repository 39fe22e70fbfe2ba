//! What engines answer, the type of the ruleset forgotten.

use std::sync::Arc;

use upstar_core::{Budget, GrundyValue, LoopyNimber, Outcome, Run};
use upstar_misere::Form;
use upstar_values::{Id, StopsAndWalls};

use super::AnyPosition;
use crate::graph::explore;
use crate::{
    Bounds, Convention, Engine, GraphOptions, GraphSink, GraphSize, RuleError, Ruleset, Store,
    Stored,
};

/// The questions that an engine answers, as compiled for one type of ruleset.
pub(crate) trait Questions: Send + Sync {
    fn outcome(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Outcome, RuleError>;
    fn grundy(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<GrundyValue, RuleError>;
    fn misere_form(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<Form, RuleError>;
    fn value(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<Id, RuleError>;
    fn stops_and_walls(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<StopsAndWalls, RuleError>;
    fn bounds(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<Run<Bounds>, RuleError>;
    fn loopy_nimber(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<LoopyNimber, RuleError>;
    fn graph(
        &self,
        at: &AnyPosition,
        options: GraphOptions,
        sink: &mut dyn GraphSink,
        budget: &Budget,
    ) -> Result<GraphSize, RuleError>;
    fn load(
        &self,
        engine: &Engine<'_>,
        store: &dyn Store,
        budget: &Budget,
    ) -> Result<Stored, RuleError>;
    fn save(
        &self,
        engine: &Engine<'_>,
        store: &mut dyn Store,
        stored: &mut Stored,
    ) -> Result<(), RuleError>;
}

/// A ruleset with the engine that is compiled for its type.
pub(super) struct Engined<R: ?Sized>(pub(super) Arc<R>);

impl<R: Ruleset + ?Sized> Questions for Engined<R> {
    fn outcome(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Outcome, RuleError> {
        engine.outcome(&*self.0, at.get(), convention, budget)
    }

    fn grundy(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<GrundyValue, RuleError> {
        engine.grundy(&*self.0, at.get(), budget)
    }

    fn misere_form(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<Form, RuleError> {
        engine.misere_form(&*self.0, at.get(), budget)
    }

    fn value(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<Id, RuleError> {
        engine.value(&*self.0, at.get(), budget)
    }

    fn stops_and_walls(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<StopsAndWalls, RuleError> {
        engine.stops_and_walls(&*self.0, at.get(), budget)
    }

    fn bounds(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<Run<Bounds>, RuleError> {
        engine.bounds(&*self.0, at.get(), budget)
    }

    fn loopy_nimber(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<LoopyNimber, RuleError> {
        engine.loopy_nimber(&*self.0, at.get(), budget)
    }

    fn graph(
        &self,
        at: &AnyPosition,
        options: GraphOptions,
        sink: &mut dyn GraphSink,
        budget: &Budget,
    ) -> Result<GraphSize, RuleError> {
        explore(&*self.0, at.get(), options, sink, budget)
    }

    fn load(
        &self,
        engine: &Engine<'_>,
        store: &dyn Store,
        budget: &Budget,
    ) -> Result<Stored, RuleError> {
        crate::store::load(&*self.0, engine, store, budget)
    }

    fn save(
        &self,
        engine: &Engine<'_>,
        store: &mut dyn Store,
        stored: &mut Stored,
    ) -> Result<(), RuleError> {
        crate::store::save(&*self.0, engine, store, stored)
    }
}
