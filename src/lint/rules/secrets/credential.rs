//! What the name of a parameter or a field that holds a credential looks like.

/// How the name of a credential ends, without the marks between its words.
pub(crate) const CREDENTIALS: [&str; 17] = [
    "password",
    "passwd",
    "passphrase",
    "apikey",
    "apitoken",
    "accesskey",
    "accesstoken",
    "authtoken",
    "bearertoken",
    "refreshtoken",
    "sessiontoken",
    "privatekey",
    "secretkey",
    "clientsecret",
    "apisecret",
    "secretaccesskey",
    "credentials",
];

/// A name in small letters, without the marks between its words.
pub(crate) fn bare(name: &str) -> String {
    name.chars().filter(|mark| mark.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
