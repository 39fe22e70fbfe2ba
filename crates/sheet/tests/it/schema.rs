//! The schema used to build the page matches the code.

#![cfg(feature = "schema")]

/// `SCHEMA=overwrite cargo nextest run -p upstar-sheet --all-features` regenerates it.
#[test]
fn the_page_knows_the_protocol() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/protocol.schema.json");
    let schema = serde_json::to_string_pretty(&upstar_sheet::protocol_schema()).unwrap() + "\n";
    if std::env::var_os("SCHEMA").is_some_and(|how| how == "overwrite") {
        std::fs::write(path, &schema).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == schema, "{path} differs: run this test with SCHEMA=overwrite");
}
