//! The page, which is embedded in the program.

use std::io::Write;
use std::sync::LazyLock;

use axum::http::header;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use xxhash_rust::xxh3::xxh3_64;

mod table;

use table::FILES;

/// The media type of a file, by the extension of its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A file of the page. Names are looked up in a table; no file is opened.
pub(crate) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let allowed = [(header::ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed).into_response();
    }
    let name = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some(at) = FILES.iter().position(|(known, _)| *known == name) else {
        return (StatusCode::NOT_FOUND, "there is no such page").into_response();
    };
    let (name, content) = FILES[at];
    let packed = PACKED[at].as_deref().filter(|_| takes_gzip(&headers));
    let tag =
        format!("\"{:016x}{}\"", xxh3_64(content), if packed.is_some() { "-gzip" } else { "" });
    let same =
        headers.get(header::IF_NONE_MATCH).is_some_and(|seen| seen.as_bytes() == tag.as_bytes());
    let about = [
        (header::CONTENT_TYPE, kind(name).to_owned()),
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    if same {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    match packed {
        Some(packed) => (about, [(header::CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => (about, content).into_response(),
    }
}

/// The files compressed by gzip, where that makes them smaller.
static PACKED: LazyLock<Vec<Option<Vec<u8>>>> = LazyLock::new(|| {
    let packed = |(_, content): &(&str, &[u8])| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(content).ok()?;
        encoder.finish().ok().filter(|packed| packed.len() < content.len())
    };
    FILES.iter().map(packed).collect()
});

/// Whether a browser accepts gzip.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut codings = accepted.filter_map(|one| one.to_str().ok()).flat_map(|one| one.split(','));
    codings.any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        let zero = |quality: &str| quality.trim().chars().all(|c| matches!(c, '0' | '.'));
        let refused = quality.trim().strip_prefix("q=").is_some_and(zero);
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::path::Path;

    fn files(folder: &Path, prefix: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.file_type().unwrap().is_dir() {
                files(&entry.path(), &format!("{name}/"), found);
            } else {
                found.push(name);
            }
        }
    }

    /// `PAGE=overwrite cargo nextest run -p upstar-serve` writes the table anew.
    #[test]
    fn every_file_of_the_page_is_in_the_table() {
        let mut found = Vec::new();
        files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/page")), "", &mut found);
        found.sort();
        let mut text = String::from("//! The files of the page: made by the test beside it.\n\n");
        text.push_str("/// Names and contents.\n#[rustfmt::skip]\n");
        text.push_str("pub(super) const FILES: &[(&str, &[u8])] = &[\n");
        for name in &found {
            writeln!(text, "    ({name:?}, include_bytes!(\"../../page/{name}\")),").unwrap();
        }
        text.push_str("];\n");
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/page/table.rs");
        if std::env::var_os("PAGE").is_some_and(|how| how == "overwrite") {
            std::fs::write(path, &text).unwrap();
        }
        let written = std::fs::read_to_string(path).unwrap();
        assert!(written == text, "{path} differs: run this test with PAGE=overwrite");
    }
}
