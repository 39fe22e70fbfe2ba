//! Access control: requests are accepted from this server's own page, and from programs.
//!
//! A page of another site can make a browser send requests here. The header `Origin` reveals this.
//! If the site has made its own name point to this machine, `Host` does.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::shared::Shared;

/// The content security policy: the page may load only its own files.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; \
     manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Rejects requests from other sites, and sets the security headers of every response.
pub(crate) async fn check(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match refusal(&shared, request.uri(), request.headers()) {
        Some(why) => (StatusCode::FORBIDDEN, why).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Why a request is refused, if it is.
fn refusal(shared: &Shared, uri: &Uri, headers: &HeaderMap) -> Option<&'static str> {
    let text = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let host = text(&header::HOST).or_else(|| uri.authority().map(|host| host.as_str()));
    let Some(host) = host else { return Some("a request needs the header Host") };
    if headers.get_all(header::HOST).iter().count() > 1 {
        return Some("a request has one header Host");
    }
    if !shared.hosts.contains(&name_of(host)) {
        return Some("this server does not have this host name: start it with --host-name");
    }
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let origin = origins.next()?;
    let site = origin.to_str().ok().and_then(|origin| {
        origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
    });
    let own = origins.next().is_none() && site.is_some_and(|site| site.eq_ignore_ascii_case(host));
    (!own).then_some("requests from pages of other sites are refused")
}

/// The name in `name:port`, in lower case.
fn name_of(host: &str) -> String {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    name.to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::name_of;

    #[test]
    fn names_have_no_ports() {
        assert_eq!(name_of("LocalHost:80"), "localhost");
        assert_eq!(name_of("[::1]:8017"), "[::1]");
        assert_eq!(name_of("[::1]"), "[::1]");
        assert_eq!(name_of("example.org"), "example.org");
    }
}
