//! The description of the interface for programs. A test generates it from the types, so that the
//! server is built without the generator.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The description, as OpenAPI 3.1: the text that the server sends.
///
/// ```
/// let description: serde_json::Value = serde_json::from_str(upstar_serve::OPENAPI)?;
/// assert_eq!(description["openapi"], "3.1.0");
/// assert!(description["paths"]["/api/describe"]["post"].is_object());
/// # Ok::<(), serde_json::Error>(())
/// ```
pub const OPENAPI: &str = include_str!("openapi.json");

/// The names of the requests that can be sent by `POST`.
pub(crate) static POSTS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let description: serde_json::Value = serde_json::from_str(OPENAPI).unwrap_or_default();
    let paths = description["paths"].as_object().into_iter().flatten();
    let posts = paths.filter(|(_, path)| path.get("post").is_some());
    posts.filter_map(|(path, _)| path.strip_prefix("/api/").map(str::to_owned)).collect()
});
