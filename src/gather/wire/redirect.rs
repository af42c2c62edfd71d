//! Takes a message where redirects lead, and credentials no further than the origin they were configured for.

use std::sync::Arc;

use reqwest::header::{AUTHORIZATION, CONNECTION, CONTENT_LENGTH, HeaderMap, HeaderValue, LOCATION, TRANSFER_ENCODING};
use reqwest::{Method, Request, Response, StatusCode, Url};

use crate::gather::contact::Remote;
use crate::gather::wire::carrier::WireError;
use crate::gather::wire::client::{Client, is_loopback, shown};
use crate::gather::wire::headers::{self, SESSION};

/// Redirects that are followed in a row.
const MOST: usize = 5;

/// The way to one server: its address, and what is sent to that origin alone.
#[derive(Debug, Clone)]
pub(crate) struct Route {
    client: Arc<Client>,
    home: Url,
    configured: HeaderMap,
}

/// What is to be sent.
#[derive(Debug, Clone)]
pub(crate) struct Parcel {
    /// The HTTP method; a redirect never changes it, for an MCP endpoint takes messages by POST alone.
    pub(crate) method: Method,
    /// Headers for whoever gets it.
    pub(crate) headers: HeaderMap,
    /// A session, for the origin that gave it.
    pub(crate) session: Option<Session>,
    /// The message.
    pub(crate) body: Option<String>,
}

/// A session id and the origin that gave it.
#[derive(Debug, Clone)]
pub(crate) struct Session {
    id: HeaderValue,
    origin: String,
}

/// The head of an answer, and where it came from.
#[derive(Debug)]
pub(crate) struct Arrival {
    /// The answer.
    pub(crate) response: Response,
    /// The address that gave it.
    pub(crate) at: Url,
    /// Origins that it was sent to on the way, as they are shown.
    through: Vec<String>,
}

impl Route {
    /// The way to a configured address. User-info in it is sent as a header, as browsers do, and shown nowhere.
    pub(crate) fn new(remote: &Remote) -> Result<Route, WireError> {
        let mut home = Url::parse(remote.url.trim())
            .map_err(|error| WireError::Network(format!("the address is no URL: {error}")))?;
        if !matches!(home.scheme(), "http" | "https") {
            return Err(WireError::Network(format!("an address of the kind {}: cannot be called", home.scheme())));
        }
        home.set_fragment(None);
        let mut configured = headers::pairs(&remote.headers)?;
        for ours in [CONTENT_LENGTH, TRANSFER_ENCODING, CONNECTION] {
            configured.remove(ours);
        }
        // The client takes user-info out of the URL and makes Basic credentials of it.
        let client = Client::default();
        let unfit = |_| WireError::Network("the address cannot be called".to_owned());
        let probe = client.towards(&home)?.get(home).build().map_err(unfit)?;
        if let Some(basic) = probe.headers().get(AUTHORIZATION).filter(|_| !configured.contains_key(AUTHORIZATION)) {
            configured.insert(AUTHORIZATION, basic.clone());
        }
        Ok(Route { client: Arc::new(client), home: probe.url().clone(), configured })
    }

    /// The configured address, without user-info.
    pub(crate) fn home(&self) -> &Url {
        &self.home
    }

    /// Sends a parcel to an address and on to where it redirects.
    pub(crate) async fn send(&self, to: &Url, parcel: &Parcel) -> Result<Arrival, WireError> {
        let mut at = to.clone();
        let mut through = Vec::new();
        for _ in 0..=MOST {
            let response = self.client.send(self.request(&at, parcel)).await?;
            match target(&response) {
                Some(location) => {
                    at = allowed(&at, &location)?;
                    through.push(origin(&at));
                }
                None => return Ok(Arrival { response, at, through }),
            }
        }
        Err(WireError::Network(format!("{} redirects more than {MOST} times", shown(to))))
    }

    /// Whether an address is of the origin that configured headers are for.
    pub(crate) fn is_home(&self, at: &Url) -> bool {
        at.origin() == self.home.origin()
    }

    /// Where a message went, in words, when that was another origin than was configured.
    pub(crate) fn strayed(&self, arrival: &Arrival) -> Option<String> {
        let (home, at) = (origin(&self.home), origin(&arrival.at));
        let mut others: Vec<&str> = Vec::new();
        for other in arrival.through.iter().filter(|other| **other != home && **other != at) {
            if !others.contains(&other.as_str()) {
                others.push(other);
            }
        }
        let by_way = if others.is_empty() { String::new() } else { format!(" by way of {}", others.join(" and ")) };
        let kept = if self.configured.is_empty() { "" } else { ", which gets no configured headers" };
        match (at == home, others.is_empty()) {
            (true, true) => None,
            (true, false) => Some(format!("{home} redirects to itself{by_way}{kept}")),
            (false, _) => Some(format!("{home} redirects to {at}{by_way}{kept}")),
        }
    }

    fn request(&self, at: &Url, parcel: &Parcel) -> Request {
        let mut request = Request::new(parcel.method.clone(), at.clone());
        let headers = request.headers_mut();
        if self.is_home(at) {
            headers.extend(self.configured.clone());
        }
        // Not `extend`: ours take the place of configured ones.
        for (name, value) in &parcel.headers {
            headers.insert(name, value.clone());
        }
        if let Some(session) = parcel.session.as_ref().filter(|session| session.origin == origin(at)) {
            headers.insert(SESSION, session.id.clone());
        }
        *request.body_mut() = parcel.body.clone().map(Into::into);
        request
    }
}

impl Arrival {
    /// The session that the answer opens.
    pub(crate) fn session(&self) -> Option<Session> {
        let id = self.response.headers().get(SESSION)?.clone();
        Some(Session { id, origin: origin(&self.at) })
    }
}

/// Scheme, host and port.
pub(crate) fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}

fn target(response: &Response) -> Option<String> {
    let follows = matches!(
        response.status(),
        StatusCode::MOVED_PERMANENTLY
            | StatusCode::FOUND
            | StatusCode::SEE_OTHER
            | StatusCode::TEMPORARY_REDIRECT
            | StatusCode::PERMANENT_REDIRECT
    );
    let location = response.headers().get(LOCATION).filter(|_| follows)?;
    Some(String::from_utf8_lossy(location.as_bytes()).into_owned())
}

fn allowed(from: &Url, location: &str) -> Result<Url, WireError> {
    let refused = |why: &str| WireError::Network(format!("{} redirects to {why}: not followed", origin(from)));
    let mut to = from.join(location).map_err(|_| refused("something that is no URL"))?;
    match (from.scheme(), to.scheme()) {
        ("https", "http") => return Err(refused(&format!("{} without encryption", origin(&to)))),
        (_, "http" | "https") => {}
        _ => return Err(refused("an address that is not of the web")),
    }
    if is_loopback(&to) && !is_loopback(from) {
        return Err(refused("this machine"));
    }
    // These fail only for URLs that have no host.
    let _ = to.set_username("");
    let _ = to.set_password(None);
    to.set_fragment(None);
    Ok(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follow(from: &str, location: &str) -> Result<String, String> {
        let from = Url::parse(from).expect("a URL");
        allowed(&from, location).map(String::from).map_err(|error| error.to_string())
    }

    #[test]
    fn a_redirect_may_not_lose_encryption_or_reach_into_this_machine() {
        assert_eq!(follow("https://a.example/mcp", "/baru"), Ok("https://a.example/baru".to_owned()));
        assert_eq!(follow("http://a.example/mcp", "https://x:y@a.example/z#q"), Ok("https://a.example/z".to_owned()));
        let error = follow("https://a.example/mcp?kunci=rahasia", "http://b.example/?rahasia").expect_err("refused");
        assert_eq!(error, "https://a.example redirects to http://b.example without encryption: not followed");
        for bad in ["https://127.0.0.1/", "http://[::1]:9", "ftp://b.example/", "file:///etc/passwd", "http://["] {
            let from = if bad.starts_with("https") { "https://a.example" } else { "http://a.example" };
            assert!(follow(from, bad).is_err(), "{bad}");
        }
        assert!(follow("http://localhost:1/", "http://127.0.0.1:2/").is_ok());
    }

    #[test]
    fn user_info_becomes_a_header_and_leaves_the_address() {
        let remote = |url: &str, headers: Vec<(String, String)>| Remote {
            url: url.to_owned(),
            headers,
            speaks: Default::default(),
        };
        let route = Route::new(&remote("https://ana:p%40ss@a.example/mcp?q=1#f", Vec::new())).expect("a route");
        assert_eq!(route.home().as_str(), "https://a.example/mcp?q=1");
        assert_eq!(route.configured[AUTHORIZATION], "Basic YW5hOnBAc3M=");
        let bearer = vec![("authorization".to_owned(), "Bearer x".to_owned())];
        let route = Route::new(&remote("https://ana:p@a.example/", bearer)).expect("a route");
        assert_eq!(route.configured[AUTHORIZATION], "Bearer x");
        for bad in ["bukan url", "ftp://a.example/", "unix:/tmp/x", "http://"] {
            assert!(Route::new(&remote(bad, Vec::new())).is_err(), "{bad}");
        }
    }
}
