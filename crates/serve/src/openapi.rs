//! The description of the interface for programs, from the types of the code.

use serde_json::{Map, Value, json};

/// What can be asked by `POST`, each with the type of its fields.
pub(crate) fn asks() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    [
        ("hello", None),
        ("run", Some("RunAsk")),
        ("describe", Some("SubjectAsk")),
        ("explore", Some("SubjectAsk")),
        ("view", Some("ViewAsk")),
        ("compose", Some("ComposeAsk")),
        ("moves", Some("PlayAsk")),
        ("choose", Some("PlayAsk")),
        ("line", Some("PlayAsk")),
        ("review", Some("ReviewAsk")),
        ("graph", Some("GraphAsk")),
        ("sequence", Some("SequenceAsk")),
        ("open", Some("TextAsk")),
        ("save", Some("SaveAsk")),
    ]
    .into_iter()
}

/// The description, as OpenAPI 3.1.
///
/// ```
/// let description = upstar_serve::openapi();
/// assert_eq!(description["openapi"], "3.1.0");
/// assert!(description["paths"]["/api/describe"]["post"].is_object());
/// ```
#[must_use]
pub fn openapi() -> Value {
    let mut schema = upstar_sheet::request_schema();
    let mut definitions = schema.get_mut("$defs").map(Value::take).unwrap_or_default();
    definitions["Request"] = schema;
    let mut told = upstar_sheet::told_schema();
    if let (Some(Value::Object(more)), Some(all)) =
        (told.get_mut("$defs").map(Value::take), definitions.as_object_mut())
    {
        all.extend(more);
    }
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let answer = |description: &str, schema: Value| json!({ "description": description, "content": { "application/json": { "schema": schema } } });
    let told = json!({ "type": "array", "items": reference("Told") });
    let mut paths = Map::new();
    for (ask, fields) in asks() {
        let about = about(&definitions, ask);
        let mut post = json!({
            "operationId": ask,
            "summary": about,
            "responses": {
                "200": answer("What is told, one event after another.", told.clone()),
                "400": answer("The body is no question of this kind.", reference("Fault")),
                "403": { "description": "The request comes from a page of another site." },
                "408": answer("The body did not come in time.", reference("Fault")),
                "413": { "description": "The body is too long." },
                "422": answer("The question has no answer, or none within its limits.", reference("Fault")),
                "503": answer("Too many ask.", reference("Fault")),
            },
        });
        if let Some(fields) = fields {
            post["requestBody"] = json!({
                "required": true,
                "content": { "application/json": { "schema": reference(fields) } },
            });
        }
        paths.insert(format!("/api/{ask}"), json!({ "post": post }));
    }
    let no_page = json!({ "description": "The request comes from a page of another site." });
    let names = json!({ "type": "array", "items": { "type": "string" } });
    let list = json!({
        "operationId": "gallery",
        "summary": "The names of the sheets in the gallery.",
        "responses": { "200": answer("Names.", names), "403": no_page },
    });
    paths.insert("/api/gallery".to_owned(), json!({ "get": list }));
    let sheet = json!({
        "operationId": "gallery_sheet",
        "summary": "The text of a sheet in the gallery: what `open` reads.",
        "parameters": [
            { "name": "name", "in": "path", "required": true, "schema": { "type": "string" } },
        ],
        "responses": {
            "200": {
                "description": "The text.",
                "content": { "text/plain": { "schema": { "type": "string" } } },
            },
            "403": no_page,
            "404": answer("The gallery has no sheet of this name.", reference("Fault")),
        },
    });
    paths.insert("/api/gallery/{name}".to_owned(), json!({ "get": sheet }));
    let mut description = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Upstar",
            "description": "Who wins a combinatorial game, what a position is worth, and which move to make. A page uses the same questions over the socket /api/socket: a Request a text, answered by Events.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": { "schemas": definitions },
    });
    move_references(&mut description);
    description
}

/// What the code says of a question.
fn about(definitions: &Value, ask: &str) -> String {
    let kinds = definitions["Request"]["oneOf"]
        .as_array()
        .or_else(|| definitions["Ask"]["oneOf"].as_array());
    let kind = kinds.into_iter().flatten().find(|kind| kind["properties"]["ask"]["const"] == ask);
    let text = kind.and_then(|kind| kind["description"].as_str()).unwrap_or_default();
    text.split(" Told by").next().unwrap_or_default().replace('\n', " ")
}

/// Makes references to definitions those of OpenAPI.
fn move_references(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref")
                && let Some(name) = reference.strip_prefix("#/$defs/")
            {
                *reference = format!("#/components/schemas/{name}");
            }
            fields.values_mut().for_each(move_references);
        }
        Value::Array(items) => items.iter_mut().for_each(move_references),
        _ => {}
    }
}
