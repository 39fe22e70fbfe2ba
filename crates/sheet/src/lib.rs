//! A worksheet of combinatorial games as requests and events.
//!
//! This crate does not depend on the transport: a page uses a socket, a worker in a page messages,
//! a notebook calls. A [`Sheet`] answers one [`Request`] after another with [`Event`]s. The
//! [`Budget`](upstar_core::Budget) passed with a request limits its time and can stop it.

mod answers;
mod cells;
mod desk;
mod explore;
mod faults;
mod graphs;
mod lines;
mod play;
mod protocol;
mod sequences;
mod sheet;
mod views;
mod welcome;

pub use desk::SheetSettings;
pub use lines::{HEADER, Statement, goes_on, read_cells, rules_in, statements, write_cells};
pub use protocol::*;
pub use sheet::{Listener, Sheet};
pub use welcome::welcome;

/// The JSON Schema (draft 2020-12) of requests and events: an object with the properties `request`
/// and `event`.
#[cfg(feature = "schema")]
#[must_use]
pub fn protocol_schema() -> serde_json::Value {
    /// What goes over the wire.
    #[derive(schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its schema is of interest")]
    struct Protocol {
        /// From the page.
        request: Request,
        /// To the page.
        event: Event,
    }
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<Protocol>().to_value()
}

/// The JSON Schema (draft 2020-12) of a request as input: optional properties are not required.
#[cfg(feature = "schema")]
#[must_use]
pub fn request_schema() -> serde_json::Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_deserialize();
    settings.into_generator().into_root_schema_for::<Request>().to_value()
}

/// The JSON Schema (draft 2020-12) of a list of results: events without request numbers.
#[cfg(feature = "schema")]
#[must_use]
pub fn reply_schema() -> serde_json::Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<Vec<Reply>>().to_value()
}
