//! Protocol versions, what a request of each era carries, and what a refusal says about the era.

use serde_json::{Map, Value, json};

use crate::gather::wire::carrier::RpcError;

/// Versions without a handshake, newest first. Specification of 2026-07-28, read 2026-11.
pub(crate) const MODERN: [&str; 1] = ["2026-07-28"];

/// Versions with a handshake, newest first.
pub(crate) const LEGACY: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// JSON-RPC's code for a method that is not known.
pub(crate) const METHOD_NOT_FOUND: i64 = -32601;

const HEADER_MISMATCH: i64 = -32020;
const MISSING_CAPABILITY: i64 = -32021;
const UNSUPPORTED_VERSION: i64 = -32022;

/// Which version to go on with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pick {
    /// Without a handshake.
    Modern(&'static str),
    /// With one.
    Legacy(&'static str),
    /// Nothing in common.
    None,
}

/// The newest version that both sides speak.
pub(crate) fn pick(spoken: &[String]) -> Pick {
    let newest = |known: &[&'static str]| known.iter().copied().find(|known| spoken.iter().any(|each| each == known));
    match newest(&MODERN) {
        Some(version) => Pick::Modern(version),
        None => newest(&LEGACY).map_or(Pick::None, Pick::Legacy),
    }
}

/// The rules to follow for a version that a handshake ended with: the version itself, else the newest that is not
/// newer. Versions are dates, so text order is time order.
pub(crate) fn rules_for(version: &str) -> &'static str {
    LEGACY.into_iter().find(|known| *known <= version).unwrap_or("2024-11-05")
}

/// What a refusal of a modern request says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The server is modern but does not speak this version: these it speaks.
    Version(Vec<String>),
    /// The server is modern and refuses for another reason.
    Modern(String),
    /// Nothing that only a modern server would say.
    Other,
}

/// Reads a refusal.
pub(crate) fn refusal(error: &RpcError) -> Refusal {
    match error.code {
        UNSUPPORTED_VERSION => Refusal::Version(supported(error)),
        HEADER_MISMATCH => Refusal::Modern(format!("says that headers and body disagree: {}", error.message)),
        MISSING_CAPABILITY => Refusal::Modern(match wanted(error) {
            Some(wanted) => format!("wants a client with the capability {wanted}, which a gathering does not have"),
            None => format!("wants a capability that a gathering does not have: {}", error.message),
        }),
        _ => Refusal::Other,
    }
}

/// The versions that an error names, whatever its code.
pub(crate) fn supported(error: &RpcError) -> Vec<String> {
    let supported = error.data.get("supported").or_else(|| error.data.get("supportedVersions"));
    strings(supported).unwrap_or_default()
}

/// The strings of an array; `None` for anything else.
pub(crate) fn strings(value: Option<&Value>) -> Option<Vec<String>> {
    Some(value?.as_array()?.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

/// The parameters with the `_meta` that every modern request carries.
pub(crate) fn modern_params(version: &str, params: Map<String, Value>) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": client_info(),
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let mut params = params;
    match (params.get_mut("_meta"), meta) {
        (Some(Value::Object(own)), Value::Object(meta)) => own.extend(meta),
        (_, meta) => {
            params.insert("_meta".to_owned(), meta);
        }
    }
    Value::Object(params)
}

/// The parameters of `initialize`.
pub(crate) fn handshake_params(version: &str) -> Value {
    json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client_info()})
}

fn client_info() -> Value {
    json!({"name": "toolrent", "version": env!("CARGO_PKG_VERSION")})
}

/// `data.requiredCapabilities` is an object by capability; an array of names was seen as well.
fn wanted(error: &RpcError) -> Option<String> {
    let wanted = error.data.get("requiredCapabilities")?;
    let names = match wanted {
        Value::Object(wanted) => wanted.keys().cloned().collect(),
        _ => strings(Some(wanted))?,
    };
    (!names.is_empty()).then(|| names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(code: i64, data: Value) -> RpcError {
        RpcError { code, message: "tidak bisa".to_owned(), data }
    }

    #[test]
    fn the_newest_common_version_is_picked() {
        let pick = |spoken: &[&str]| pick(&spoken.iter().map(|each| (*each).to_owned()).collect::<Vec<_>>());
        assert_eq!(pick(&["2024-11-05", "2026-07-28"]), Pick::Modern("2026-07-28"));
        assert_eq!(pick(&["2024-11-05", "2025-06-18"]), Pick::Legacy("2025-06-18"));
        assert_eq!(pick(&["2030-01-01"]), Pick::None);
        assert_eq!(pick(&[]), Pick::None);
    }

    #[test]
    fn an_unknown_version_follows_the_rules_of_the_one_before() {
        for (version, rules) in [
            ("2025-11-25", "2025-11-25"),
            ("2025-12-31", "2025-11-25"),
            ("2025-05-01", "2025-03-26"),
            ("2024-10-07", "2024-11-05"),
            ("1.0", "2024-11-05"),
            ("", "2024-11-05"),
        ] {
            assert_eq!(rules_for(version), rules, "{version}");
        }
    }

    #[test]
    fn only_three_codes_are_modern() {
        assert_eq!(
            refusal(&error(-32022, json!({"supported": ["2027-01-01", 7]}))),
            Refusal::Version(vec!["2027-01-01".to_owned()])
        );
        assert_eq!(refusal(&error(-32022, Value::Null)), Refusal::Version(Vec::new()));
        assert!(matches!(refusal(&error(-32020, Value::Null)), Refusal::Modern(why) if why.contains("tidak bisa")));
        for data in [json!({"requiredCapabilities": {"sampling": {}}}), json!({"requiredCapabilities": ["sampling"]})] {
            assert!(
                matches!(refusal(&error(-32021, data)), Refusal::Modern(why) if why.contains("capability sampling"))
            );
        }
        for code in [-32019, -32023, -32601, -32000, -32002, 0] {
            assert_eq!(refusal(&error(code, json!({"supported": ["2026-07-28"]}))), Refusal::Other, "{code}");
        }
    }

    #[test]
    fn a_modern_request_says_who_asks() {
        let mut params = Map::new();
        params.insert("cursor".to_owned(), json!(""));
        let params = modern_params("2026-07-28", params);
        assert_eq!(params["cursor"], "");
        let meta = &params["_meta"];
        assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
        assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "toolrent");
        assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], json!({}));
    }
}
