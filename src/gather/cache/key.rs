//! Under which name an answer is kept: a digest of what was asked and, unless it is public, of who asked.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::gather::contact::{Contact, Launch, Remote, ToolFilter, Way};
use crate::gather::secret::{is_secret_name, shown_command};

/// Who may find an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// Whoever asks the same server in the same way.
    Everybody,
    /// Only who shows the same credentials.
    SameCredentials,
}

/// The digest, in hexadecimal digits.
///
/// Variables and headers that are no credentials belong to what is asked: servers take their sets of tools from them.
pub(crate) fn of(contact: &Contact, sharing: Sharing) -> String {
    let inherited =
        std::env::vars_os().map(|(name, value)| [name, value].map(|text| text.to_string_lossy().into_owned()));
    with(contact, sharing, inherited)
}

/// The same for a process that has these variables.
fn with(contact: &Contact, sharing: Sharing, inherited: impl Iterator<Item = [String; 2]>) -> String {
    let mut key = Key(Sha256::new());
    key.add(if sharing == Sharing::Everybody { "everybody" } else { "same credentials" });
    key.add(contact.way.transport());
    match &contact.way {
        Way::Stdio(launch) => {
            key.launch(launch, sharing);
            if sharing == Sharing::SameCredentials {
                key.inherited(inherited);
            }
        }
        Way::Http(remote) => key.remote(remote, sharing),
    }
    key.filter(&contact.filter);
    let mut digits = String::new();
    for byte in key.0.finalize() {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

struct Key(Sha256);

impl Key {
    /// Adds a text with its length before it, so that no two lists of texts are the same bytes.
    fn add(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
    }

    fn list<'t>(&mut self, texts: impl ExactSizeIterator<Item = &'t str>) {
        self.add(&texts.len().to_string());
        texts.for_each(|text| self.add(text));
    }

    /// Names and values, in the order of the names; for everybody without what is secret about them.
    fn pairs(&mut self, pairs: &[(String, String)], sharing: Sharing) {
        let mut told: Vec<(&str, String)> = match sharing {
            Sharing::SameCredentials => pairs.iter().map(|(name, value)| (name.as_str(), value.clone())).collect(),
            Sharing::Everybody => pairs
                .iter()
                .filter(|(name, _)| !is_secret_name(name))
                .map(|(name, value)| (name.as_str(), shown_command(std::slice::from_ref(value))))
                .collect(),
        };
        told.sort();
        self.list(told.iter().map(|(name, _)| *name));
        self.list(told.iter().map(|(_, value)| value.as_str()));
    }

    fn launch(&mut self, launch: &Launch, sharing: Sharing) {
        self.add(&launch.program);
        self.list(launch.args.iter().map(String::as_str));
        // Arguments may be relative paths.
        let folder = launch.cwd.clone().or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        self.add(&folder.to_string_lossy());
        self.pairs(&launch.env, sharing);
    }

    /// A program has our variables too, and takes credentials from them.
    fn inherited(&mut self, variables: impl Iterator<Item = [String; 2]>) {
        let mut secrets: Vec<[String; 2]> = variables.filter(|[name, _]| is_secret_name(name)).collect();
        secrets.sort();
        self.list(secrets.iter().flatten().map(String::as_str).collect::<Vec<_>>().into_iter());
    }

    /// The fragment is never sent; a user name is a credential.
    fn remote(&mut self, remote: &Remote, sharing: Sharing) {
        match reqwest::Url::parse(&remote.url) {
            Ok(url) => {
                self.add(url.scheme());
                self.add(&url.host_str().unwrap_or_default().to_ascii_lowercase());
                self.add(&url.port_or_known_default().unwrap_or_default().to_string());
                self.add(url.path());
                self.add(url.query().unwrap_or_default());
                if sharing == Sharing::SameCredentials {
                    self.add(url.username());
                    self.add(url.password().unwrap_or_default());
                }
            }
            Err(_) => self.add(&remote.url),
        }
        self.pairs(&remote.headers, sharing);
    }

    fn filter(&mut self, filter: &ToolFilter) {
        self.add(if filter.include.is_some() { "only" } else { "all" });
        self.list(filter.include.iter().flatten().map(String::as_str).collect::<Vec<_>>().into_iter());
        self.list(filter.exclude.iter().map(String::as_str));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gather::contact::{Origin, Speaks};

    #[test]
    fn inherited_credentials_belong_to_who_asks() {
        let keyed = |way: Way, sharing, variables: &[[&str; 2]]| {
            let origin = Origin::default();
            let contact =
                Contact { name: String::new(), way, origin, filter: ToolFilter::default(), secrets: Vec::new() };
            with(&contact, sharing, variables.iter().map(|variable| variable.map(str::to_owned)))
        };
        let program = || Way::Stdio(Launch { program: "peta".to_owned(), ..Launch::default() });
        let address =
            || Way::Http(Remote { url: "https://a.example".to_owned(), headers: Vec::new(), speaks: Speaks::Http });
        let [ani, budi] = [[["PETA_TOKEN", "ani"]], [["PETA_TOKEN", "budi"]]];
        let private = |variables: &[[&str; 2]]| keyed(program(), Sharing::SameCredentials, variables);
        assert_ne!(private(&ani), private(&budi));
        assert_eq!(private(&ani), private(&[["LANG", "id"], ani[0]]));
        assert_eq!(private(&[ani[0], ["A_KEY", "1"]]), private(&[["A_KEY", "1"], ani[0]]));
        assert_eq!(keyed(program(), Sharing::Everybody, &ani), keyed(program(), Sharing::Everybody, &budi));
        let called = |variables: &[[&str; 2]]| keyed(address(), Sharing::SameCredentials, variables);
        assert_eq!(called(&ani), called(&budi));
    }
}
