//! The HTTP client: no redirects by itself, no proxy to this machine, and a second try on a connection gone stale.

use std::error::Error;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, OnceLock};

use reqwest::{Body, Request, Response, Url};
use rustls::ClientConfig;
use rustls_platform_verifier::BuilderVerifierExt;

use crate::gather::wire::carrier::WireError;

/// The connections to one server.
#[derive(Debug, Default)]
pub(crate) struct Client {
    /// Through the system's proxies.
    outward: OnceLock<reqwest::Client>,
    /// Never through one.
    inward: OnceLock<reqwest::Client>,
    answered: AtomicBool,
}

impl Client {
    /// Sends a request and waits for the head of the answer.
    pub(crate) async fn send(&self, request: Request) -> Result<Response, WireError> {
        let address = shown(request.url());
        let client = self.towards(request.url())?;
        let again = if calls_a_tool(&request) { None } else { request.try_clone() };
        let first = client.execute(request).await;
        let reply = match (first, again) {
            // The server may have closed a kept connection just when it was used again; that is no answer to this
            // request, and what only lists may be asked twice.
            (Err(error), Some(again)) if self.is_stale(&error) => client.execute(again).await,
            (first, _) => first,
        };
        self.answered.fetch_or(reply.is_ok(), Ordering::Relaxed);
        reply.map_err(|error| WireError::Network(format!("no answer from {address}: {}", cause(&error))))
    }

    /// The client for a URL.
    pub(crate) fn towards(&self, url: &Url) -> Result<&reqwest::Client, WireError> {
        let (place, builder) = match is_loopback(url) {
            true => (&self.inward, builder().no_proxy()),
            false => (&self.outward, builder()),
        };
        if let Some(client) = place.get() {
            return Ok(client);
        }
        let failed = |error| WireError::Network(format!("could not set up the connection: {}", cause(&error)));
        let client = builder.build().map_err(failed)?;
        Ok(place.get_or_init(|| client))
    }

    fn is_stale(&self, error: &reqwest::Error) -> bool {
        self.answered.load(Ordering::Relaxed) && error.is_request() && !error.is_connect() && !error.is_timeout()
    }
}

/// Whether the request calls a tool: it may have been carried out although no answer came.
fn calls_a_tool(request: &Request) -> bool {
    let sent = request.body().and_then(Body::as_bytes).unwrap_or_default();
    memchr::memmem::find(sent, br#""method":"tools/call""#).is_some()
}

/// What all our clients have in common.
pub(crate) fn builder() -> reqwest::ClientBuilder {
    // Fails only when a provider is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = reqwest::Client::builder()
        // A key must not follow a redirect to another host.
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("toolrent/", env!("CARGO_PKG_VERSION")));
    match TLS.as_ref() {
        Some(tls) => builder.tls_backend_preconfigured(tls.clone()),
        // It finds the same fault again and tells it.
        None => builder,
    }
}

/// Reading the system's certificates takes longer than all else that a new client needs.
static TLS: LazyLock<Option<ClientConfig>> = LazyLock::new(|| {
    let mut tls = ClientConfig::builder().with_platform_verifier().ok()?.with_no_client_auth();
    tls.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Some(tls)
});

/// The innermost cause: the outer ones only repeat the address, which may hold secrets.
pub(crate) fn cause(error: &reqwest::Error) -> String {
    let mut inner: &dyn Error = error;
    while let Some(next) = inner.source() {
        inner = next;
    }
    match inner.downcast_ref::<reqwest::Error>() {
        // It has no cause inside, and its own words name the address.
        Some(_) => "the request could not be made".to_owned(),
        None => inner.to_string(),
    }
}

/// A URL for people: no user-info, no query, no fragment.
pub(crate) fn shown(url: &Url) -> String {
    format!("{}{}", url.origin().ascii_serialization(), url.path())
}

/// Whether a URL names this machine.
pub(crate) fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_end_matches('.');
    match host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
        Ok(address) => address.to_canonical().is_loopback() || address.is_unspecified(),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_known_by_all_its_names() {
        let is = |url: &str| is_loopback(&Url::parse(url).expect("a URL"));
        for url in ["http://127.0.0.1:1/", "http://127.9.9.9", "http://[::1]:8/x", "http://LOCALHOST./", "http://0/"] {
            assert!(is(url), "{url}");
        }
        assert!(is("http://a.localhost/") && is("http://[::ffff:127.0.0.1]/"));
        for url in ["http://10.0.0.1/", "http://localhost.example/", "http://notlocalhost/", "http://[fe80::1]/"] {
            assert!(!is(url), "{url}");
        }
    }

    #[test]
    fn a_shown_url_has_no_secrets() {
        let url = Url::parse("https://ana:rahasia@kalender.example:8443/mcp?kunci=rahasia#rahasia").expect("a URL");
        assert_eq!(shown(&url), "https://kalender.example:8443/mcp");
    }
}
