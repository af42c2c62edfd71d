//! Asks a provider's own token-count endpoint what a set of tools costs.
//!
//! A count of one tool holds the preamble of all tools, so counts of single tools are never added up: the tools are
//! counted together, and the same request without any is taken off once.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::catalog::tool::Tool;
use crate::gather::wire::client;

/// The user's message in every request that is counted; what it costs is in the baseline too.
const MESSAGE: &str = "Hi";

/// How long one request may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// One row of `token_count.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    /// The provider.
    pub id: String,
    /// Scheme and host.
    pub address: String,
    /// The path; `{model}` stands for the model id.
    pub path: String,
    /// The environment variable that holds the key.
    pub key_variable: String,
    /// The header the key travels in.
    pub key_header: String,
    /// What stands before the key in that header.
    #[serde(default)]
    pub key_prefix: String,
    /// Further headers.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// JSON pointer to the count in the reply.
    pub answer: String,
    /// Where this was read.
    pub source: String,
    /// Day it was true.
    pub as_of: String,
}

/// Why a count could not be had. No message holds the key.
#[derive(Debug, Error)]
pub enum CountError {
    /// The key cannot be sent in a header.
    #[error("the key holds characters that no header may hold")]
    UnusableKey,
    /// No reply.
    #[error("no answer from {address}: {cause}")]
    Unreachable {
        /// Where the request went.
        address: String,
        /// The network's own words.
        cause: String,
    },
    /// A reply that is no count.
    #[error("{address} answered {status}: {message}")]
    Refused {
        /// Where the request went.
        address: String,
        /// The HTTP status.
        status: u16,
        /// The provider's own words, shortened.
        message: String,
    },
    /// The machine's certificates could not be loaded.
    #[error("could not set up the connection: {0}")]
    Setup(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    endpoint: Vec<Endpoint>,
}

static ENDPOINTS: LazyLock<Vec<Endpoint>> = LazyLock::new(|| {
    toml::from_str::<File>(include_str!("token_count.toml")).expect("token_count.toml is checked by a test").endpoint
});

/// The endpoint of a provider.
#[must_use]
pub fn endpoint(provider: &str) -> Option<&'static Endpoint> {
    ENDPOINTS.iter().find(|endpoint| endpoint.id == provider)
}

/// The request body that counts these tools for a model; none of them for the baseline.
#[must_use]
pub fn body(endpoint: &Endpoint, model: &str, tools: &[&Tool]) -> Value {
    let tools: Vec<Value> = tools.iter().map(|tool| definition(endpoint, tool)).collect();
    let mut body = match endpoint.id.as_str() {
        "anthropic" => json!({"model": model, "messages": [{"role": "user", "content": MESSAGE}]}),
        "gemini" => {
            let name = format!("models/{model}");
            json!({"generateContentRequest": {"model": name, "contents": [{"role": "user", "parts": [{"text": MESSAGE}]}]}})
        }
        _ => json!({"model": model, "input": MESSAGE}),
    };
    if !tools.is_empty() {
        match endpoint.id.as_str() {
            "gemini" => body["generateContentRequest"]["tools"] = json!([{"functionDeclarations": tools}]),
            _ => body["tools"] = Value::Array(tools),
        }
    }
    body
}

fn definition(endpoint: &Endpoint, tool: &Tool) -> Value {
    let schema = tool.input_schema().cloned().unwrap_or_else(|| json!({"type": "object", "properties": {}}));
    let mut definition = json!({"name": tool.name});
    if endpoint.id == "openai" {
        definition = json!({"type": "function", "name": tool.name});
    }
    if let Some(description) = tool.description() {
        definition["description"] = description.into();
    }
    let key = match endpoint.id.as_str() {
        "anthropic" => "input_schema",
        "gemini" => "parametersJsonSchema",
        _ => "parameters",
    };
    definition[key] = schema;
    definition
}

/// Counts by request, as remembered from earlier runs: the key is a digest, so no text is kept.
#[derive(Debug, Clone, Default)]
pub struct Remembered(BTreeMap<String, u64>);

impl Remembered {
    /// Reads what [`Remembered::text`] wrote; anything else is forgotten.
    #[must_use]
    pub fn read(text: &str) -> Remembered {
        Remembered(serde_json::from_str(text).unwrap_or_default())
    }

    /// What to keep.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(&self.0).expect("a map of numbers is JSON")
    }
}

/// A connection to one provider.
pub struct Counter {
    client: reqwest::Client,
    endpoint: &'static Endpoint,
    address: String,
    headers: HeaderMap,
}

impl Counter {
    /// Connects with the user's key; `address` replaces the provider's own.
    ///
    /// # Errors
    /// When the key cannot be sent or the connection cannot be set up.
    pub fn new(endpoint: &'static Endpoint, key: &str, address: Option<&str>) -> Result<Counter, CountError> {
        let mut secret = HeaderValue::from_str(&format!("{}{}", endpoint.key_prefix, key.trim()))
            .map_err(|_| CountError::UnusableKey)?;
        secret.set_sensitive(true);
        let mut headers = HeaderMap::new();
        for (name, value) in &endpoint.headers {
            let pair = HeaderName::try_from(name.as_str()).ok().zip(HeaderValue::from_str(value).ok());
            headers.extend(pair);
        }
        headers.insert(HeaderName::try_from(&endpoint.key_header).map_err(|_| CountError::UnusableKey)?, secret);
        let client =
            client::builder().timeout(PATIENCE).build().map_err(|error| CountError::Setup(error.to_string()))?;
        let address = address.unwrap_or(&endpoint.address).trim_end_matches('/').to_owned();
        Ok(Counter { client, endpoint, address, headers })
    }

    /// Tokens of a request with these tools; what is remembered is not asked again.
    ///
    /// # Errors
    /// When the endpoint does not answer with a count.
    pub async fn count(&self, model: &str, tools: &[&Tool], seen: &mut Remembered) -> Result<u64, CountError> {
        let body = body(self.endpoint, model, tools).to_string();
        let key = format!("{} {model} {}", self.endpoint.id, digest(&body));
        if let Some(count) = seen.0.get(&key) {
            return Ok(*count);
        }
        let count = self.ask(model, body).await?;
        seen.0.insert(key, count);
        Ok(count)
    }

    async fn ask(&self, model: &str, body: String) -> Result<u64, CountError> {
        let address = format!("{}{}", self.address, self.endpoint.path.replace("{model}", model));
        let request = self.client.post(&address).headers(self.headers.clone());
        let request = request.header(reqwest::header::CONTENT_TYPE, "application/json").body(body);
        let unreachable =
            |error: reqwest::Error| CountError::Unreachable { address: address.clone(), cause: client::cause(&error) };
        let reply = request.send().await.map_err(unreachable)?;
        let status = reply.status().as_u16();
        let text = reply.text().await.map_err(unreachable)?;
        let value: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        let count =
            value.pointer(&self.endpoint.answer).and_then(Value::as_u64).filter(|_| (200..300).contains(&status));
        count.ok_or_else(|| CountError::Refused { address, status, message: message(&value, &text) })
    }
}

fn message(value: &Value, text: &str) -> String {
    let own = value.pointer("/error/message").and_then(Value::as_str).unwrap_or(text);
    own.chars().take(200).collect()
}

fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::place::Place;
    use crate::catalog::tool::{Dialect, Fidelity};

    fn tool() -> Tool {
        let value = json!({"name": "cari", "description": "Cari barang.", "inputSchema": {"type": "object"}});
        Tool {
            name: "cari".to_owned(),
            text: value.to_string().into_boxed_str(),
            value,
            dialect: Dialect::Mcp,
            fidelity: Fidelity::Whole,
            place: Place::default(),
            excluded_by_http_hosts: None,
        }
    }

    #[test]
    fn each_provider_gets_its_own_form() {
        let tool = tool();
        let of = |provider: &str| body(endpoint(provider).expect(provider), "m", &[&tool]);
        assert_eq!(of("anthropic")["tools"][0]["input_schema"]["type"], "object");
        assert_eq!(of("openai")["tools"][0]["type"], "function");
        let declaration = of("gemini")["generateContentRequest"]["tools"][0]["functionDeclarations"][0].clone();
        assert_eq!(declaration["description"], "Cari barang.");
        assert!(body(endpoint("openai").expect("openai"), "m", &[]).get("tools").is_none());
    }

    #[test]
    fn what_is_remembered_reads_back_and_holds_no_text() {
        let mut seen = Remembered::default();
        seen.0.insert(format!("openai m {}", digest("cari")), 7);
        assert!(!seen.text().contains("cari"));
        assert_eq!(Remembered::read(&seen.text()).0, seen.0);
        assert!(Remembered::read("not JSON").0.is_empty());
    }
}
