//! The schema that the page is made from is the one of the code.

#![cfg(feature = "schema")]

/// `SCHEMA=overwrite cargo nextest run -p upstar-sheet --all-features` writes it anew.
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
