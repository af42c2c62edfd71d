//! Names that say that a value is a secret, word by word: `GITHUB_TOKEN` is one, `TOKEN_COUNT` and `AUTHOR` are not.

/// Words that stand for a secret wherever they stand in a name.
const SECRET_WORDS: &str = "\
    accesscode accesskey accesstoken apikey apitoken auth authorization authtoken bearer cookie cookies \
    credential credentials creds dsn jwt mnemonic oauth otp pass passcode passphrase passwd password passwords pat \
    pin privatekey pw pwd secret secrets seedphrase session signature token tokens";

/// Two words that stand for a secret together.
const SECRET_PAIRS: [(&str, &str); 9] = [
    ("access", "code"),
    ("auth", "code"),
    ("pin", "code"),
    ("recovery", "code"),
    ("recovery", "phrase"),
    ("security", "code"),
    ("seed", "phrase"),
    ("seed", "words"),
    ("verification", "code"),
];

/// Words before `token` that make it a place in a list.
const PLACES: &str = "continuation cursor next page pagination start";

/// Ends of words that were written together: `GITHUBTOKEN`.
const SECRET_ENDINGS: &str = "token secret password passwd apikey accesskey privatekey passphrase credentials";

/// Words before `key` that make it one that locks something, whatever follows.
const KEY_MAKERS: &str = "\
    access account admin api app application auth client encryption license master private secret \
    service shared signing subscription webhook";

/// Words before `key` that make it one that everybody may see.
const OPEN_KEYS: &str = "cache composite foreign group hash hot index map object partition primary public sort storage";

/// Words behind a secret's name that make it a fact about the secret.
const FACTS: &str = "\
    address algorithm audience backend budget class cache count counter counts dir directory domain enabled endpoint \
    endpoints expiration expires expiry file folder format host issuer kind length level lifetime limit \
    limits max method min mode name path policy port provider rate realm required scope scopes size sock \
    socket through timeout ttl type uri url usage window";

/// Words before `token` or `tokens` that make it a number.
const QUANTITIES: &str =
    "completion context count input limit max maximum min minimum num number output prompt thinking total";

/// First words of a switch, which holds no secret.
const SWITCHES: &str = "allow disable enable has is no require skip without";

/// Whether a name (of a variable, a flag, a header, a query parameter) says that its value is a secret.
#[must_use]
pub fn is_secret_name(name: &str) -> bool {
    let words = words(name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if words.first().is_some_and(|first| words.len() > 1 && is_among(first, SWITCHES)) {
        return false;
    }
    (0..words.len()).any(|at| is_secret(&words, at)) || is_connection_string(&words)
}

/// Whether a variable says where things are, or who is there: its value is no secret.
#[must_use]
pub fn names_a_place(name: &str) -> bool {
    const NAMES: &str = "\
        APPDATA CLAUDE_PLUGIN_ROOT CLAUDE_PROJECT_DIR COMPUTERNAME HOME HOMEDRIVE HOMEPATH HOSTNAME LANG LANGUAGE \
        LOCALAPPDATA LOGNAME OLDPWD PATH PROGRAMDATA PROGRAMFILES PWD SHELL SYSTEMROOT TEMP TERM TMP TMPDIR TZ USER \
        USERNAME USERPROFILE WINDIR WORKSPACEFOLDER";
    let name = name.to_ascii_uppercase();
    is_among(&name, NAMES) || name.starts_with("XDG_") || name.starts_with("LC_")
}

fn is_secret(words: &[&str], at: usize) -> bool {
    let word = words.get(at).copied().unwrap_or_default();
    let before = words.get(..at).unwrap_or_default();
    let behind = words.get(at + 1..).unwrap_or_default();
    let is_fact = behind.contains(&"per") || behind.last().is_some_and(|last| is_among(last, FACTS));
    if is_fact {
        return false;
    }
    match word {
        "key" | "keys" => match before.last() {
            Some(maker) if is_among(maker, KEY_MAKERS) => true,
            Some(open) if is_among(open, OPEN_KEYS) => false,
            _ => behind.is_empty(),
        },
        "token" => !before.last().is_some_and(|last| is_among(last, QUANTITIES) || is_among(last, PLACES)),
        _ if before.last().is_some_and(|last| SECRET_PAIRS.contains(&(*last, word))) => true,
        "tokens" => !before.iter().any(|word| is_among(word, QUANTITIES)) && !behind.contains(&"in"),
        _ => is_among(word, SECRET_WORDS) || SECRET_ENDINGS.split(' ').any(|ending| word.ends_with(ending)),
    }
}

fn is_among(word: &str, words: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

fn is_connection_string(words: &[&str]) -> bool {
    words.windows(2).any(|pair| matches!(pair, ["connection" | "conn", "string" | "str"]))
        || words.iter().any(|word| matches!(*word, "connectionstring" | "connstring" | "connstr"))
}

/// The words of a name in lower case: split at what is no letter, at numbers, and at humps (`apiKey`, `APIKey`).
fn words(name: &str) -> Vec<String> {
    let characters: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for (at, character) in characters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| characters.get(before));
        let next_is_lower = characters.get(at + 1).is_some_and(|next| next.is_lowercase());
        let hump = character.is_uppercase()
            && before.is_some_and(|before| before.is_lowercase() || before.is_uppercase() && next_is_lower);
        if hump || !character.is_alphabetic() {
            words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
        }
        if character.is_alphabetic() {
            word.extend(character.to_lowercase());
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_told() {
        for name in [
            "GITHUB_TOKEN",
            "token",
            "--token",
            "x-api-key",
            "API_KEY",
            "apiKey",
            "OPENAI_APIKEY",
            "APIKey",
            "api.key",
            "KEY",
            "key",
            "STRIPE_KEY",
            "AWS_ACCESS_KEY_ID",
            "AWS_SECRET_ACCESS_KEY",
            "secret",
            "CLIENT_SECRET",
            "client-secret",
            "password",
            "DB_PASSWORD",
            "passwd",
            "PGPASSWORD",
            "pwd",
            "DB_PASS",
            "Authorization",
            "Proxy-Authorization",
            "auth",
            "BEARER",
            "bearer_token",
            "GOOGLE_CREDENTIALS",
            "credential",
            "Cookie",
            "Set-Cookie",
            "Mcp-Session-Id",
            "SESSION",
            "PRIVATE_KEY",
            "private-key-pem",
            "GITHUB_PAT",
            "SENTRY_DSN",
            "CONNECTION_STRING",
            "connectionString",
            "AZURE_CONN_STR",
            "GITHUBTOKEN",
            "accessToken",
            "refresh_token",
            "API_TOKENS",
            "API_KEY_2",
            "RATE_LIMIT_API_KEY",
            "HOST_PASSWORD",
            "MAX_API_KEY",
            "AccountKey",
            "X-Amz-Security-Token",
            "passphrase",
            "kunci_token",
            "APP_PW",
            "--pw",
            "PIN",
            "MNEMONIC",
            "SEED_PHRASE",
            "ACCESS_CODE",
            "X_SIGNATURE",
        ] {
            assert!(is_secret_name(name), "{name}");
        }
    }

    #[test]
    fn other_names_are_none() {
        for name in [
            "LOG_LEVEL",
            "TOKEN_COUNT",
            "MAX_TOKENS",
            "MAX_OUTPUT_TOKENS",
            "max-tokens",
            "maxTokens",
            "KEYBOARD",
            "MONKEY",
            "AUTHOR",
            "authors",
            "tokenizer",
            "TOKENIZERS_PARALLELISM",
            "PATH",
            "HOME",
            "TOKEN_LIMIT",
            "tokens_per_minute",
            "PASSWORD_LENGTH",
            "KEY_SIZE",
            "PUBLIC_KEY",
            "primary_key",
            "cache-key",
            "keyspace",
            "compass",
            "passthrough",
            "AUTH_TYPE",
            "auth-mode",
            "TOKEN_ENDPOINT",
            "SSH_AUTH_SOCK",
            "no-auth",
            "DISABLE_AUTH",
            "session_timeout",
            "DATABASE_URL",
            "URL",
            "PORT",
            "",
            "_",
            "secretary",
            "PATTERN",
            "key-binding",
            "NODE_ENV",
            "TOTAL_TOKENS",
            "bypass-list",
            "TOKEN_BUDGET",
            "page_token",
            "nextPageToken",
            "--uuid",
            "PINNED",
            "COUNTRY_CODE",
            "SEED",
            "DBUS_SESSION_BUS_ADDRESS",
        ] {
            assert!(!is_secret_name(name), "{name}");
        }
    }
}
