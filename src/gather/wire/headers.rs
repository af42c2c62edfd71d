//! Which headers a message carries over HTTP, by the era that it follows.

use base64::prelude::{BASE64_STANDARD, Engine};
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

use crate::gather::wire::carrier::{Call, Era, WireError};

/// Names a session, from 2025-03-26 to 2025-11-25.
pub(crate) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// The first version whose clients name it in a header.
const FIRST_WITH_VERSION: &str = "2025-06-18";

/// The headers of a request.
pub(crate) fn of_call(call: &Call<'_>) -> Result<HeaderMap, WireError> {
    let mut headers = of_message(call.era, Some(call.method));
    if let (Era::Modern(_), Some(named)) = (call.era, named(call.method, call.params)) {
        headers.insert(NAME, plain_or_base64(named));
    }
    headers.extend(pairs(call.headers)?);
    Ok(headers)
}

/// The headers of any message; an answer to a server's request has no method.
pub(crate) fn of_message(era: Era, method: Option<&str>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    match era {
        Era::Modern(version) => {
            headers.insert(VERSION, HeaderValue::from_static(version));
            headers.extend(method.map(|method| (METHOD, plain_or_base64(method))));
        }
        Era::Legacy(version) => headers.extend(version_header(version)),
        Era::Handshake => {}
    }
    headers
}

/// The version's header, for versions that have one.
pub(crate) fn version_header(version: &'static str) -> Option<(HeaderName, HeaderValue)> {
    (version >= FIRST_WITH_VERSION).then(|| (VERSION, HeaderValue::from_static(version)))
}

/// Headers that somebody configured. The error names the header and not its value.
pub(crate) fn pairs(pairs: &[(String, String)]) -> Result<HeaderMap, WireError> {
    let mut headers = HeaderMap::new();
    for (name, value) in pairs {
        let unfit = |what: &str| WireError::Network(format!("{what} cannot be sent in a header"));
        let key = HeaderName::try_from(name.trim()).map_err(|_| unfit(&format!("the name {name:?}")))?;
        let mut value = HeaderValue::from_str(value.trim()).map_err(|_| unfit(&format!("the value of {key}")))?;
        value.set_sensitive(true);
        headers.append(key, value);
    }
    Ok(headers)
}

fn named<'v>(method: &str, params: Option<&'v Value>) -> Option<&'v str> {
    let key = match method {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        _ => return None,
    };
    params?.get(key)?.as_str()
}

/// The text, in base64 between sentinels where a header cannot hold it as it is or it could be taken for such.
fn plain_or_base64(text: &str) -> HeaderValue {
    let is_plain =
        text.bytes().all(|byte| matches!(byte, b' '..=b'~')) && text.trim() == text && !text.starts_with("=?base64?");
    let value = match is_plain {
        true => text.to_owned(),
        false => format!("=?base64?{}?=", BASE64_STANDARD.encode(text)),
    };
    HeaderValue::from_str(&value).expect("printable ASCII is a header value")
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tokio::time::Instant;

    use super::*;

    fn sent(era: Era, method: &str, params: Value) -> Vec<String> {
        let call = Call { method, params: Some(&params), era, headers: &[], deadline: Instant::now() };
        let headers = of_call(&call).expect("headers");
        let line = |(name, value): (&HeaderName, &HeaderValue)| format!("{name}: {}", value.to_str().expect("ASCII"));
        headers.iter().skip(2).map(line).collect()
    }

    #[test]
    fn each_era_has_its_headers() {
        let modern = Era::Modern("2026-07-28");
        let expected = ["mcp-protocol-version: 2026-07-28", "mcp-method: tools/list"];
        assert_eq!(sent(modern, "tools/list", json!({"name": "not for a list"})), expected);
        let none: [&str; 0] = [];
        assert_eq!(sent(Era::Handshake, "initialize", json!({})), none);
        assert_eq!(sent(Era::Legacy("2025-03-26"), "tools/list", json!({})), none);
        assert_eq!(sent(Era::Legacy("2024-11-05"), "tools/call", json!({"name": "x"})), none);
        let expected = ["mcp-protocol-version: 2025-06-18"];
        assert_eq!(sent(Era::Legacy("2025-06-18"), "tools/list", json!({})), expected);
    }

    #[test]
    fn a_name_is_plain_where_a_header_can_hold_it() {
        let name = |method: &str, params: Value| sent(Era::Modern("2026-07-28"), method, params).pop();
        let some = |text: &str| Some(format!("mcp-name: {text}"));
        assert_eq!(name("tools/call", json!({"name": "cari"})), some("cari"));
        assert_eq!(name("prompts/get", json!({"name": "dua kata"})), some("dua kata"));
        assert_eq!(name("resources/read", json!({"uri": "file:///a", "name": "b"})), some("file:///a"));
        assert_eq!(name("tools/call", json!({"name": "é"})), some("=?base64?w6k=?="));
        assert_eq!(name("tools/call", json!({"name": " a"})), some("=?base64?IGE=?="));
        assert_eq!(name("tools/call", json!({"name": "a\nb"})), some("=?base64?YQpi?="));
        assert_eq!(name("tools/call", json!({"name": "=?base64?w6k=?="})), some("=?base64?PT9iYXNlNjQ/dzZrPT89?="));
    }

    #[test]
    fn a_header_that_cannot_be_sent_is_named_without_its_value() {
        let error = pairs(&[("X-Kunci".to_owned(), "rahasia\n1".to_owned())]).expect_err("a line break");
        assert_eq!(error.to_string(), "the value of x-kunci cannot be sent in a header");
        assert!(pairs(&[("nama salah".to_owned(), String::new())]).is_err());
    }
}
