//! Endpoints as data: who answers a call, found by provider name or network address.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// One row of `endpoints.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    /// Its name.
    pub id: String,
    /// Names that logs give the provider.
    pub providers: Vec<String>,
    /// Network hosts; one that starts with a dot or a dash stands for every host that ends in it.
    pub network: Vec<String>,
    /// The key of a model's `profiles` for each shape of body this endpoint takes.
    #[serde(default)]
    pub by_shape: BTreeMap<String, String>,
    /// The key for each shape when a model has none by `by_shape`: another maker's models at the same endpoint.
    #[serde(default)]
    pub otherwise: BTreeMap<String, String>,
    /// True when it forwards to other providers and may add text of its own.
    #[serde(default)]
    pub gateway: bool,
}

/// What may stand in front of a model id.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ids {
    /// Region prefixes (`us.`).
    pub regions: Vec<String>,
    /// Vendor prefixes (`anthropic.`).
    pub vendors: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    ids: Ids,
    endpoint: Vec<Endpoint>,
}

static FILE: LazyLock<File> =
    LazyLock::new(|| toml::from_str(include_str!("endpoints.toml")).expect("endpoints.toml is checked by a test"));

/// The prefixes of model ids.
#[must_use]
pub fn ids() -> &'static Ids {
    &FILE.ids
}

/// The endpoint that a log calls by this provider name; a name with a dot is taken for a network host.
#[must_use]
pub fn of_provider(provider: &str) -> Option<&'static Endpoint> {
    let fits = |known: &String| known.eq_ignore_ascii_case(provider);
    let named = FILE.endpoint.iter().find(|endpoint| endpoint.providers.iter().any(fits));
    named.or_else(|| of_network(provider.split(':').next().unwrap_or(provider)))
}

/// The endpoint at an address such as `https://api.openai.com/v1/responses`.
#[must_use]
pub fn of_uri(uri: &str) -> Option<&'static Endpoint> {
    let rest = uri.split_once("://").map_or(uri, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    of_network(host.split(':').next().unwrap_or(host))
}

fn of_network(host: &str) -> Option<&'static Endpoint> {
    let host = host.to_ascii_lowercase();
    let fits = |known: &String| host == *known || known.starts_with(['.', '-']) && host.ends_with(known.as_str());
    FILE.endpoint.iter().find(|endpoint| endpoint.network.iter().any(fits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_by_provider_address_and_suffix() {
        assert_eq!(of_provider("vertex").map(|found| found.id.as_str()), Some("vertex"));
        assert_eq!(of_provider("localhost:8787").map(|found| found.gateway), Some(true));
        assert_eq!(
            of_uri("https://asia-aiplatform.googleapis.com/v1/x").map(|found| found.id.as_str()),
            Some("vertex")
        );
        assert_eq!(of_uri("https://user@api.openai.com:443/v1").map(|found| found.id.as_str()), Some("openai"));
        assert_eq!(of_uri("https://API.OpenAI.com/v1").map(|found| found.id.as_str()), Some("openai"));
        assert_eq!(of_provider("OpenAI").map(|found| found.id.as_str()), Some("openai"));
        assert!(of_uri("https://llm.example.org/v1").is_none());
    }
}
