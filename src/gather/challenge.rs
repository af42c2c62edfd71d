//! Why a server turned us away, and what would help, out of its status and its `WWW-Authenticate`.

use crate::gather::secret::hiding::CUT;

/// Characters of a server's own words that are kept. A report tells fewer, once secrets are hidden in them.
const MOST_KEPT: usize = 4 << 10;

/// How a bearer token is given.
const BEARER: &str = "--bearer-env NAME=VARIABLE";

/// How any other header is given.
const HEADER: &str = "--header-env NAME=HEADER=VARIABLE";

/// One challenge (RFC 9110, section 11.6.1).
#[derive(Debug, PartialEq, Eq)]
struct Challenge {
    scheme: String,
    parameters: Vec<(String, String)>,
}

/// Whether credentials went with the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given<'a> {
    /// An `Authorization` header.
    Credentials,
    /// None.
    Nothing,
    /// None, because a redirect led to another origin.
    Withheld {
        /// The origin that was named.
        from: &'a str,
        /// The one that answered.
        to: &'a str,
    },
}

/// The reason, and what would help, both for a person.
#[must_use]
pub fn explain(status: u16, challenge: Option<&str>, given: Given<'_>) -> (String, String) {
    let challenges = parse(challenge.unwrap_or_default());
    let of = |scheme: &str| challenges.iter().find(|challenge| challenge.scheme.eq_ignore_ascii_case(scheme));
    if let Given::Withheld { from, to } = given {
        let reason = format!("{status}: {to} wants credentials, and none were sent there: {from} redirects to it");
        return (reason, format!("name {to} itself if you trust it, and give a token for it with {BEARER}"));
    }
    match (status, of("Bearer"), of("Basic")) {
        (401, Some(bearer), _) => unauthorized(bearer, given),
        (401, None, Some(basic)) => {
            let realm = basic.get("realm").map(|realm| format!(" ({realm})")).unwrap_or_default();
            let help =
                format!("give `Basic` and the base64 of both in a variable, with {HEADER}, HEADER=Authorization");
            (format!("401: wants a user name and a password{realm}"), help)
        }
        (401, None, None) => match challenges.first() {
            Some(other) => {
                let reason = format!("401: wants credentials of the kind {}", shortened(&other.scheme));
                (reason, format!("give them with {HEADER}"))
            }
            None => {
                let help = format!("give a token with {BEARER}, or another header with {HEADER}");
                ("401: wants credentials and does not say which".to_owned(), help)
            }
        },
        (403, Some(bearer), _) => forbidden(bearer),
        (403, None, _) => {
            let help = format!("check what the credentials allow ({BEARER}), and who may call this address from where");
            ("403: refuses access".to_owned(), help)
        }
        _ => (format!("HTTP {status}"), format!("if it wants credentials, give a token with {BEARER}")),
    }
}

fn unauthorized(bearer: &Challenge, given: Given<'_>) -> (String, String) {
    let scope = bearer.scope();
    // Some say `invalid_token` of a token that was never sent.
    let error = bearer.get("error").filter(|_| given == Given::Credentials);
    let reason = match &error {
        None => format!("401: wants a token{scope}"),
        Some(error) => format!("401: does not accept the token ({}){scope}", bearer.said(error)),
    };
    let help = match (error, bearer.get("resource_metadata")) {
        (Some(_), _) => format!("give a fresh one with {BEARER}"),
        (None, None) => format!("give one with {BEARER}"),
        (None, Some(_)) => {
            format!("it hands tokens out by OAuth, where toolrent does not log in: get one and give it with {BEARER}")
        }
    };
    (reason, help)
}

fn forbidden(bearer: &Challenge) -> (String, String) {
    match bearer.get("error") {
        Some(error) if error == "insufficient_scope" => {
            let scope = bearer.scope();
            let reason = format!("403: the token does not reach far enough{scope}");
            (reason, format!("give a token of a wider scope with {BEARER}"))
        }
        Some(error) => {
            (format!("403: refuses the token ({})", bearer.said(&error)), format!("give another one with {BEARER}"))
        }
        None => {
            (format!("403: refuses the token{}", bearer.scope()), format!("give one that is allowed to, with {BEARER}"))
        }
    }
}

impl Challenge {
    fn get(&self, name: &str) -> Option<String> {
        let found = self.parameters.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| shortened(value)).filter(|value| !value.is_empty())
    }

    fn scope(&self) -> String {
        self.get("scope").map(|scope| format!(" (scope {scope})")).unwrap_or_default()
    }

    fn said(&self, error: &str) -> String {
        match self.get("error_description") {
            Some(description) => format!("{error}: {description}"),
            None => error.to_owned(),
        }
    }
}

fn parse(header: &str) -> Vec<Challenge> {
    let mut challenges: Vec<Challenge> = Vec::new();
    for item in items(header) {
        let (left, value) = match item.split_once('=') {
            // `scheme token68`, which may end in `=`.
            Some((left, value)) if left.contains(' ') && value.chars().all(|character| character == '=') => {
                (item, None)
            }
            Some((left, value)) => (left.trim(), Some(value.trim())),
            None => (item, None),
        };
        let (scheme, name) = match (left.split_once(char::is_whitespace), value) {
            (Some((scheme, name)), _) => (Some(scheme), name.trim()),
            (None, Some(_)) => (None, left),
            (None, None) => (Some(left), ""),
        };
        if let Some(scheme) = scheme {
            challenges.push(Challenge { scheme: scheme.to_owned(), parameters: Vec::new() });
        }
        if let (Some(value), Some(challenge)) = (value, challenges.last_mut()) {
            challenge.parameters.push((name.to_owned(), unquoted(value)));
        }
    }
    challenges
}

/// The parts between commas that stand outside quotes.
fn items(header: &str) -> Vec<&str> {
    let (mut items, mut start, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (at, byte) in header.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b',' if !quoted => {
                items.push(header.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(header.get(start..));
    items.into_iter().flatten().map(str::trim).filter(|item| !item.is_empty()).collect()
}

fn unquoted(value: &str) -> String {
    let Some(inner) = value.strip_prefix('"') else { return value.to_owned() };
    let (mut text, mut characters) = (String::new(), inner.chars());
    while let Some(character) = characters.next() {
        match character {
            '"' => break,
            '\\' => text.extend(characters.next()),
            other => text.push(other),
        }
    }
    text
}

fn shortened(text: &str) -> String {
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((cut, _)) = text.char_indices().nth(MOST_KEPT) {
        text.truncate(cut);
        text.push(CUT);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(status: u16, challenge: &str) -> String {
        explain(status, Some(challenge), Given::Credentials).0
    }

    #[test]
    fn a_token_is_asked_for_with_its_scope() {
        let (reason, help) = explain(401, Some(r#"Bearer realm="a, b", scope="calendar.read""#), Given::Nothing);
        assert_eq!(reason, "401: wants a token (scope calendar.read)");
        assert_eq!(help, "give one with --bearer-env NAME=VARIABLE");
        let (_, help) =
            explain(401, Some(r#"bearer resource_metadata="https://a.example/.well-known/x""#), Given::Nothing);
        assert!(help.contains("OAuth") && help.contains("--bearer-env NAME=VARIABLE"), "{help}");
    }

    #[test]
    fn a_refused_token_is_told_from_a_missing_one() {
        let challenge = r#"Bearer error="invalid_token", error_description="kata \"kunci\" basi""#;
        assert_eq!(reason(401, challenge), r#"401: does not accept the token (invalid_token: kata "kunci" basi)"#);
        let scope = r#"Bearer error="insufficient_scope", scope="a b""#;
        assert_eq!(reason(403, scope), "403: the token does not reach far enough (scope a b)");
        assert_eq!(reason(403, "Bearer error=lain"), "403: refuses the token (lain)");
        assert_eq!(explain(403, None, Given::Nothing).0, "403: refuses access");
    }

    #[test]
    fn other_kinds_are_named() {
        assert_eq!(reason(401, r#"Basic realm="Rumah""#), "401: wants a user name and a password (Rumah)");
        assert_eq!(reason(401, "Negotiate YWJj=="), "401: wants credentials of the kind Negotiate");
        assert_eq!(reason(401, "Negotiate"), "401: wants credentials of the kind Negotiate");
        assert_eq!(explain(401, None, Given::Nothing).0, "401: wants credentials and does not say which");
        assert_eq!(explain(401, Some(" ,, "), Given::Nothing).0, "401: wants credentials and does not say which");
    }

    #[test]
    fn several_challenges_are_kept_apart() {
        let header = r#"Basic realm="x=y, Bearer scope=z" , Digest a=1,nonce = "q", Bearer scope = "s" "#;
        let parsed = parse(header);
        let schemes: Vec<&str> = parsed.iter().map(|challenge| challenge.scheme.as_str()).collect();
        assert_eq!(schemes, ["Basic", "Digest", "Bearer"]);
        assert_eq!(parsed[0].get("REALM").as_deref(), Some("x=y, Bearer scope=z"));
        assert_eq!(parsed[1].parameters.len(), 2);
        assert_eq!(reason(401, header), "401: wants a token (scope s)");
    }

    #[test]
    fn broken_and_endless_headers_are_survived() {
        for broken in ["=", "\"", "Bearer scope=\"open", "a\\", ",=,", "Bearer =x", "é=\"\\"] {
            let _ = explain(401, Some(broken), Given::Nothing);
        }
        let long = format!(r#"Bearer scope="{}""#, "é ".repeat(10_000));
        assert!(reason(401, &long).chars().count() < 5_000);
    }

    #[test]
    fn a_redirect_explains_why_the_token_was_not_seen() {
        let given = Given::Withheld { from: "https://a.example", to: "https://b.example" };
        let (reason, help) = explain(401, Some("Bearer scope=x"), given);
        assert!(reason.contains("none were sent there: https://a.example redirects"), "{reason}");
        assert!(help.starts_with("name https://b.example itself"), "{help}");
    }
}
