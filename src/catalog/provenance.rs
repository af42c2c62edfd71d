//! How and when a server's lists were had, without secrets.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is known of the gathering itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Provenance {
    /// `stdio`, `http` or `sse`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transport: Option<String>,
    /// When the asking began, in RFC 3339, UTC: no answer is older.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gathered_at: Option<String>,
    /// The file or address that named the server; no arguments, no variables, no headers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// `serverInfo` as the server gives it.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub server_info: Value,
    /// `capabilities` as the server gives them.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub capabilities: Value,
    /// `supportedVersions` of `server/discover`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supported_versions: Vec<String>,
    /// Milliseconds for which the answers may be reused: the least of all lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttl_ms: Option<u64>,
    /// `public` or `private`: whether another credential may reuse them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_scope: Option<String>,
}
