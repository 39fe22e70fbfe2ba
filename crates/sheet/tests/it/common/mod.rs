//! A sheet, and the events it reports.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use upstar_core::Budget;
use upstar_sheet::{Listener, Request, Sheet, SheetSettings};

/// A sheet with a counter for request numbers.
pub(crate) struct Asked(Sheet);

impl Asked {
    /// A sheet without limits.
    pub(crate) fn new() -> Self {
        Self::with(SheetSettings::default())
    }

    /// A sheet with these settings.
    pub(crate) fn with(settings: SheetSettings) -> Self {
        Asked(Sheet::new(settings))
    }

    /// All events of a request, as JSON.
    pub(crate) fn ask_within(&mut self, request: Value, budget: Budget) -> Vec<Value> {
        let mut request = request;
        request["id"] = 7.into();
        let request: Request = serde_json::from_value(request).unwrap();
        let told = Arc::new(Mutex::new(Vec::new()));
        let listener: Listener = {
            let told = told.clone();
            Arc::new(move |event| told.lock().unwrap().push(serde_json::to_value(event).unwrap()))
        };
        self.0.answer(&request, budget, &listener);
        let told = told.lock().unwrap().clone();
        assert!(told.iter().all(|event| event["id"] == 7), "{told:?}");
        told
    }

    /// All events of a request without limits.
    pub(crate) fn ask(&mut self, request: Value) -> Vec<Value> {
        self.ask_within(request, Budget::unlimited())
    }

    /// The last event of a kind; the request must have succeeded.
    #[allow(dead_code, reason = "not every test needs it")]
    pub(crate) fn last(&mut self, request: Value, kind: &str) -> Value {
        let told = self.ask(request);
        assert_eq!(told.last().unwrap()["event"], "done", "{told:?}");
        told.into_iter().rfind(|event| event["event"] == kind).unwrap()
    }

    /// Computes cells, each identified by its index; returns the reported results, as `0: 1/2` or
    /// `1? message`.
    #[allow(dead_code, reason = "not every test needs it")]
    pub(crate) fn run(&mut self, cells: &[&str], run: Option<&[usize]>) -> Vec<String> {
        let names: Vec<Value> =
            run.unwrap_or_default().iter().map(|at| at.to_string().into()).collect();
        let cells: Vec<Value> = cells
            .iter()
            .enumerate()
            .map(|(at, source)| json!({ "cell": at.to_string(), "source": source }))
            .collect();
        let run = if run.is_some() { Value::from(names) } else { Value::Null };
        let told = self.ask(json!({ "ask": "run", "cells": cells, "run": run }));
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let settled = told.iter().filter_map(|event| {
            let cell = text(&event["cell"]);
            let answers = event["answers"].as_array().cloned().unwrap_or_default();
            let answers: Vec<String> = answers.iter().map(|answer| text(&answer["text"])).collect();
            match event["state"].as_str()? {
                "done" => Some(format!("{cell}: {}", answers.join("; "))),
                "wrong" | "stopped" => {
                    Some(format!("{cell}? {}", text(&event["fault"]["message"])))
                }
                _ => None,
            }
        });
        settled.collect()
    }
}
