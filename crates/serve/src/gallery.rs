//! The gallery: read-only sheets that every page may open.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::api::{failed, json};
use crate::shared::Shared;

/// A sheet of the gallery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GallerySheet {
    /// The unique name of the sheet in the gallery.
    pub name: String,
    /// What its file holds; [`upstar_sheet::read_cells`] reads it.
    pub text: String,
}

/// The names of the sheets.
pub(crate) async fn list(State(shared): State<Arc<Shared>>) -> Response {
    let names: Vec<&str> = shared.gallery.iter().map(|sheet| sheet.name.as_str()).collect();
    json(StatusCode::OK, serde_json::to_string(&names).unwrap_or_default())
}

/// The text of a sheet. Names are looked up among the sheets read at the start; no file is opened.
pub(crate) async fn sheet(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Response {
    match shared.gallery.iter().find(|sheet| sheet.name == name) {
        Some(sheet) => {
            let about = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
            (about, sheet.text.clone()).into_response()
        }
        None => failed(StatusCode::NOT_FOUND, "the gallery has no sheet of this name"),
    }
}
