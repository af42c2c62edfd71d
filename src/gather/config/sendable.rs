//! What may go over the network: addresses that can be called, headers that are legal.

use reqwest::Url;
use reqwest::header::{HeaderName, HeaderValue};

use crate::gather::config::draft::Setting;
use crate::gather::secret;

/// Whether all of a header is a secret. Behind a `$` in a password stands a part of the password.
pub(crate) fn is_secret_header(name: &str, setting: &Setting) -> bool {
    let is_ordinary = match setting {
        Setting::Text(text) => secret::is_ordinary(text) && (text.contains("${") || !text.contains('$')),
        _ => true,
    };
    !secret::is_harmless_header(name) && (secret::is_secret_name(name) || !is_ordinary)
}

/// `Bearer` with nothing behind it, or nothing at all where a secret belongs.
pub(crate) fn is_empty_credential(header: &str, value: &str) -> bool {
    let header = header.trim();
    let is_authorization =
        ["authorization", "proxy-authorization"].iter().any(|name| header.eq_ignore_ascii_case(name));
    let is_scheme = || ["bearer", "basic", "token"].iter().any(|scheme| value.trim().eq_ignore_ascii_case(scheme));
    match value.trim().is_empty() {
        true => is_authorization || secret::is_secret_name(header),
        false => is_authorization && is_scheme(),
    }
}

/// Whether an address can be called; the reason does not show it.
pub(crate) fn check_url(url: &str) -> Result<(), String> {
    let parsed = Url::parse(url).map_err(|error| format!("its address is no URL: {error}"))?;
    match parsed.scheme() {
        "http" | "https" => Ok(()),
        scheme => Err(format!("its address starts with {scheme}:, where only http: and https: can be called")),
    }
}

/// Whether headers are legal; the reason shows no value.
pub(crate) fn check_headers(headers: &[(String, String)]) -> Result<(), String> {
    for (name, value) in headers {
        HeaderName::from_bytes(name.as_bytes()).map_err(|_| format!("{name:?} is no legal name of a header"))?;
        HeaderValue::from_str(value).map_err(|_| format!("the value of the header {name} is not legal"))?;
    }
    Ok(())
}
