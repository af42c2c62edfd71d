//! What a server says about itself when it is asked which protocol it speaks.

use serde_json::Value;

use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::object::Object;
use crate::catalog::saved::parse::scan::{Kind, Raw, space_end};
use crate::catalog::saved::parse::value::of_text;
use crate::gather::freshness::Freshness;
use crate::gather::opening::era;

/// The answer to `server/discover` or `initialize`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Greeting {
    /// The version that was agreed on; empty when the server named none.
    pub(crate) version: String,
    /// `supportedVersions`.
    pub(crate) spoken: Vec<String>,
    /// `capabilities`; `None` when the server was never asked.
    pub(crate) capabilities: Option<Value>,
    /// `instructions`.
    pub(crate) instructions: Option<String>,
    /// `serverInfo`; null when there is none.
    pub(crate) server_info: Value,
    /// What a modern answer allows; a legacy one restricts nothing.
    pub(crate) freshness: Freshness,
    /// A `resultType` that a complete answer may not have.
    pub(crate) odd_type: Option<String>,
}

impl Greeting {
    /// Reads a result of `server/discover`; `None` when its shape is not that of one, as some servers answer any
    /// method with an empty object.
    pub(crate) fn of_discover(result: &str) -> Option<Greeting> {
        let document = Document::new(result);
        let object = Raw::at(&document, space_end(result.as_bytes(), 0))?.object()?;
        let spoken = object.of_kind("supportedVersions", Kind::Array)?;
        let spoken = era::strings(Some(&of_text(spoken.text()).ok()?))?;
        let odd_type = match object.get("resultType").map(|kind| (kind.string(), kind.text())) {
            None | Some((_, "null")) => None,
            Some((Some(kind), _)) => (kind != "complete").then(|| kind.into_owned()),
            Some((None, text)) => Some(text.to_owned()),
        };
        let freshness = Freshness::of(&object);
        Some(Greeting { spoken, freshness, odd_type, ..Greeting::of(&object) })
    }

    /// Reads a result of `initialize`; `None` when it is no object.
    pub(crate) fn of_initialize(result: &str) -> Option<Greeting> {
        let document = Document::new(result);
        let object = Raw::at(&document, space_end(result.as_bytes(), 0))?.object()?;
        let version = object.string("protocolVersion").unwrap_or_default().into_owned();
        Some(Greeting { version, ..Greeting::of(&object) })
    }

    /// What is known of a modern server that has no `server/discover`.
    pub(crate) fn unasked(version: &str) -> Greeting {
        Greeting {
            version: version.to_owned(),
            spoken: Vec::new(),
            capabilities: None,
            instructions: None,
            server_info: Value::Null,
            freshness: Freshness::UNLIMITED,
            odd_type: None,
        }
    }

    /// A member of `serverInfo`, when it is a string.
    pub(crate) fn info(&self, key: &str) -> Option<String> {
        self.server_info.get(key)?.as_str().map(str::to_owned)
    }

    fn of(object: &Object<'_>) -> Greeting {
        let member = |key: &str| object.of_kind(key, Kind::Object).and_then(|value| of_text(value.text()).ok());
        // 2026-07-28 keeps it in `_meta`, where every result may have it.
        let in_meta = |meta: Value| meta.get("io.modelcontextprotocol/serverInfo").cloned();
        Greeting {
            capabilities: Some(member("capabilities").unwrap_or(Value::Null)),
            instructions: object.string("instructions").map(|text| text.into_owned()),
            server_info: member("_meta").and_then(in_meta).or_else(|| member("serverInfo")).unwrap_or(Value::Null),
            ..Greeting::unasked("")
        }
    }
}

/// Whether a result is none yet, as the server asks for something first.
pub(crate) fn wants_input(result: &str) -> bool {
    let document = Document::new(result);
    let object = Raw::at(&document, space_end(result.as_bytes(), 0)).and_then(Raw::object);
    object.is_some_and(|object| object.string("resultType").as_deref() == Some("input_required"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_discover_result_is_told_by_its_versions() {
        for text in ["{}", "[]", "null", "", r#"{"supportedVersions":"2026-07-28"}"#, r#"{"supportedVersions":null}"#] {
            assert_eq!(Greeting::of_discover(text), None, "{text}");
        }
        let text = r#" {"resultType":"complete","supportedVersions":["2026-07-28",5],"capabilities":{"tools":{}},
            "instructions":"Baca dulu.\n","ttlMs":7,"cacheScope":"public",
            "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"peta","version":"1.2"}}}"#;
        let greeting = Greeting::of_discover(text).expect("a result");
        assert_eq!(greeting.spoken, ["2026-07-28"]);
        assert_eq!(greeting.instructions.as_deref(), Some("Baca dulu.\n"));
        assert_eq!(
            (greeting.info("name").as_deref(), greeting.info("version").as_deref()),
            (Some("peta"), Some("1.2"))
        );
        assert_eq!((greeting.freshness.ttl_ms, greeting.freshness.is_public), (7, true));
        assert_eq!(greeting.odd_type, None);
    }

    #[test]
    fn an_odd_result_type_is_kept() {
        let odd = |kind: &str| {
            let text = format!(r#"{{"supportedVersions":[],"resultType":{kind}}}"#);
            Greeting::of_discover(&text).expect("a result").odd_type
        };
        assert_eq!(odd("\"input_required\"").as_deref(), Some("input_required"));
        assert_eq!(odd("7").as_deref(), Some("7"));
        assert_eq!(odd("null"), None);
    }

    #[test]
    fn a_handshake_may_name_no_version() {
        let greeting = Greeting::of_initialize(r#"{"serverInfo":{"name":"jam"}}"#).expect("an object");
        assert_eq!((greeting.version.as_str(), greeting.info("name").as_deref()), ("", Some("jam")));
        assert_eq!(greeting.capabilities, Some(Value::Null));
        assert_eq!(Greeting::of_initialize("[]"), None);
    }
}
