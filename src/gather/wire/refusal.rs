//! An HTTP status that is no success, with what its body says for machines and for people.

use std::time::Duration;

use reqwest::header::WWW_AUTHENTICATE;
use tokio::time::Instant;

use crate::gather::secret::hiding::CUT;
use crate::gather::wire::body::{Body, Budget, decode};
use crate::gather::wire::carrier::{Strayed, WireError};
use crate::gather::wire::received;
use crate::gather::wire::redirect::{Arrival, Route, origin};

/// Bytes of the body that are read.
const MOST_READ: usize = 64 << 10;

/// Characters of it that are kept: more than are told, because secrets are hidden before it is cut to that.
const MOST_KEPT: usize = 4 << 10;

/// How long the body is waited for: the status alone says enough.
const PATIENCE: Duration = Duration::from_secs(2);

/// The body of an answer, if it is a success.
pub(crate) async fn check(
    arrival: Arrival,
    route: &Route,
    budget: &Budget,
    deadline: Instant,
) -> Result<Body, WireError> {
    if arrival.response.status().is_success() {
        return Ok(Body::new(arrival.response, budget));
    }
    let status = arrival.response.status().as_u16();
    let lines = arrival.response.headers().get_all(WWW_AUTHENTICATE).iter();
    let challenges: Vec<String> = lines.map(|line| String::from_utf8_lossy(line.as_bytes()).into_owned()).collect();
    let strayed = (!route.is_home(&arrival.at))
        .then(|| Box::new(Strayed { from: origin(route.home()), to: origin(&arrival.at) }));
    let body = Body::new(arrival.response, budget);
    let text = decode(body.beginning(MOST_READ, deadline.min(Instant::now() + PATIENCE)).await).text;
    let error = received::error(&text);
    let body = match &error {
        Some(error) => shortened(&error.message),
        None => shortened(for_people(&text)),
    };
    let challenge = (!challenges.is_empty()).then(|| challenges.join(", "));
    Err(WireError::Http { status, body, challenge, strayed, error: error.map(Box::new) })
}

/// What a person could read: of a web page its title.
pub(crate) fn for_people(text: &str) -> &str {
    if !text.trim_start().starts_with('<') {
        return text;
    }
    let inner = |text| -> Option<&str> {
        let start = find(text, "<title")?;
        let text = text.get(start..)?;
        let (_, text) = text.split_once('>')?;
        text.split('<').next()
    };
    inner(text).unwrap_or_default()
}

/// The first characters, on one line.
pub(crate) fn shortened(text: &str) -> String {
    let mut words = String::new();
    for word in text.split_whitespace().take(MOST_KEPT) {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
        if let Some((cut, _)) = words.char_indices().nth(MOST_KEPT) {
            words.truncate(cut);
            words.push(CUT);
            break;
        }
    }
    words
}

fn find(text: &str, lower: &str) -> Option<usize> {
    text.as_bytes().windows(lower.len()).position(|window| window.eq_ignore_ascii_case(lower.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_page_only_the_title_is_told() {
        let page = "<!doctype html><HTML><Title lang=id>Halaman\n tidak  ada</title><body>panjang</body>";
        assert_eq!(shortened(for_people(page)), "Halaman tidak ada");
        assert_eq!(for_people("<p>tanpa judul"), "");
        assert_eq!(for_people("Not Found"), "Not Found");
    }

    #[test]
    fn long_bodies_are_cut_at_a_character() {
        let told = shortened(&"é".repeat(5_000));
        assert_eq!((told.chars().count(), told.ends_with('…')), (4097, true));
        assert_eq!(shortened(&"é".repeat(4096)).chars().count(), 4096);
        assert_eq!(shortened(" a \n b "), "a b");
    }
}
