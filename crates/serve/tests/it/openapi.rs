//! The description of the interface for programs is generated from the types.

use serde_json::{Map, Value, json};

/// A request that can be sent by `POST`.
struct Post {
    /// Its name.
    name: String,
    /// The type of its fields, if it has any.
    fields: Option<String>,
    /// Its documentation in the code.
    about: String,
}

/// All requests except those about a sheet that stays open.
fn posts() -> Vec<Post> {
    let schema = upstar_sheet::request_schema();
    let kinds =
        schema["oneOf"].as_array().or_else(|| schema["$defs"]["RequestKind"]["oneOf"].as_array());
    let posts = kinds.into_iter().flatten().filter_map(|kind| {
        let name = kind["properties"]["ask"]["const"].as_str()?.to_owned();
        let fields = kind["$ref"].as_str().and_then(|path| path.rsplit('/').next());
        let about = kind["description"].as_str()?.split(" Answered by").next()?;
        Some(Post { name, fields: fields.map(str::to_owned), about: about.replace('\n', " ") })
    });
    posts.filter(|post| !["rules", "stop"].contains(&post.name.as_str())).collect()
}

/// The description, as OpenAPI 3.1.
fn openapi() -> Value {
    let mut schema = upstar_sheet::request_schema();
    let mut definitions = schema.get_mut("$defs").map(Value::take).unwrap_or_default();
    definitions["Request"] = schema;
    let mut replies = upstar_sheet::reply_schema();
    if let (Some(Value::Object(more)), Some(all)) =
        (replies.get_mut("$defs").map(Value::take), definitions.as_object_mut())
    {
        all.extend(more);
    }
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let answer = |description: &str, schema: Value| json!({ "description": description, "content": { "application/json": { "schema": schema } } });
    let replies = json!({ "type": "array", "items": reference("Reply") });
    let mut paths = Map::new();
    for Post { name: ask, fields, about } in &posts() {
        let mut post = json!({
            "operationId": ask,
            "summary": about,
            "responses": {
                "200": answer("The events, one after another.", replies.clone()),
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

/// Rewrites references to definitions for OpenAPI.
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

/// `SCHEMA=overwrite cargo nextest run -p upstar-serve` regenerates it.
#[test]
fn the_description_is_that_of_the_code() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi.json");
    let made = serde_json::to_string_pretty(&openapi()).unwrap() + "\n";
    if std::env::var_os("SCHEMA").is_some_and(|how| how == "overwrite") {
        std::fs::write(path, &made).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == made, "{path} differs: run this test with SCHEMA=overwrite");
}
