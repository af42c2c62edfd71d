//! Credentials for servers, out of the environment: `--bearer-env` and `--header-env`.

use reqwest::header::{HeaderName, HeaderValue};
use toolrent::gather::config::entry::{Entry, State};
use toolrent::gather::contact::{Contact, Remote, Way};
use toolrent::gather::secret;

use crate::args::gather::Connect;
use crate::exit::Failure;

/// Headers to add.
#[derive(Default)]
pub(crate) struct Credentials(Vec<Credential>);

struct Credential {
    /// The flag that named it.
    flag: &'static str,
    /// The server it is for; `None` is the only one that is called over HTTP.
    server: Option<String>,
    header: String,
    /// The header's value.
    value: String,
    /// What of it is a secret.
    secret: String,
}

/// Reads all of them; a variable that is not set is told before anything is contacted.
pub(crate) fn read(connect: &Connect, entries: &[&Entry]) -> Result<Credentials, Failure> {
    let mut all = Vec::new();
    for text in &connect.bearer_env {
        let (server, name) = split_last(text);
        let secret = variable("--bearer-env", name)?;
        let value = format!("Bearer {secret}");
        let header = "Authorization".to_owned();
        all.push(Credential { flag: "--bearer-env", server: server.map(str::to_owned), header, value, secret });
    }
    for text in &connect.header_env {
        let (Some(front), name) = split_last(text) else {
            return Err(Failure::new("--header-env takes [SERVER=]HEADER=VAR")
                .help("for example --header-env X-Api-Key=ACME_KEY; the value is read from the variable"));
        };
        let (server, header) = split_last(front);
        if HeaderName::from_bytes(header.as_bytes()).is_err() {
            return Err(Failure::new("--header-env: what stands before the variable is no name of a header"));
        }
        let value = variable("--header-env", name)?;
        let (server, header) = (server.map(str::to_owned), header.to_owned());
        all.push(Credential { flag: "--header-env", server, header, secret: value.clone(), value });
    }
    for credential in &all {
        known(credential, entries)?;
    }
    Ok(Credentials(all))
}

impl Credentials {
    /// Adds them to the servers they are for. None goes to a server that was not clearly meant.
    pub(crate) fn apply(self, contacts: &mut [Contact]) -> Result<(), Failure> {
        for credential in self.0 {
            let mut remotes: Vec<&mut Contact> =
                contacts.iter_mut().filter(|contact| matches!(contact.way, Way::Http(_))).collect();
            match &credential.server {
                Some(server) => remotes.retain(|contact| contact.name == *server),
                None if remotes.len() > 1 => {
                    let names: Vec<&str> = remotes.iter().map(|contact| contact.name.as_str()).collect();
                    let failure = Failure::new(format!("{} could be for {}", credential.flag, names.join(" or ")));
                    return Err(failure.help(format!("say for which: {} NAME=…", credential.flag)));
                }
                None => {}
            }
            for contact in remotes {
                let Way::Http(Remote { headers, .. }) = &mut contact.way else { continue };
                headers.retain(|(name, _)| !name.eq_ignore_ascii_case(&credential.header));
                headers.push((credential.header.clone(), credential.value.clone()));
                contact.secrets.push(credential.secret.clone());
            }
        }
        Ok(())
    }
}

/// What stands before the last `=`, and what behind it.
fn split_last(text: &str) -> (Option<&str>, &str) {
    text.rsplit_once('=').map_or((None, text), |(front, last)| (Some(front), last))
}

/// The value of a variable, fit for a header.
fn variable(flag: &str, name: &str) -> Result<String, Failure> {
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    // Whoever gives the secret itself must not find it again in a log.
    if !plain || secret::looks_secret(name) {
        let failure = Failure::new(format!("{flag} takes the name of an environment variable, and this is none"));
        return Err(failure.help("secrets are never given as flags: they would stand in the shell's history"));
    }
    let value = std::env::var(name).unwrap_or_default().trim().to_owned();
    if value.is_empty() {
        let failure = Failure::new(format!("{flag}: the environment variable {name} is not set"));
        return Err(failure.help("export it, or set it in front of the command"));
    }
    match HeaderValue::from_str(&value) {
        Ok(_) => Ok(value),
        Err(_) => Err(Failure::new(format!("{flag}: the value of {name} holds characters that no header may hold"))),
    }
}

/// A server that a flag names must be there, and be one that headers can be sent to.
fn known(credential: &Credential, entries: &[&Entry]) -> Result<(), Failure> {
    let Some(name) = &credential.server else { return Ok(()) };
    let flag = credential.flag;
    let called = |entry: &&&Entry| match &entry.state {
        State::Ready(contact) => matches!(contact.way, Way::Http(_)),
        _ => true,
    };
    let mut named = entries.iter().filter(|entry| entry.name == *name).peekable();
    if named.peek().is_none() {
        let names: Vec<&str> = entries.iter().filter(called).map(|entry| entry.name.as_str()).collect();
        let failure = Failure::new(format!("{flag}: no server is named {name}"));
        return Err(failure.help(format!("servers that are called: {}", names.join(", "))));
    }
    if named.any(|entry| called(&entry)) {
        return Ok(());
    }
    Err(Failure::new(format!("{flag}: {name} is a program, and headers go to addresses only"))
        .help("a program reads its secrets from its environment, which it shares with this command"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect::named;

    fn contact(url: &str) -> Contact {
        match named::address(url).expect(url).state {
            State::Ready(contact) => contact,
            other => panic!("{other:?}"),
        }
    }

    fn credential(server: Option<&str>) -> Credentials {
        let [header, value, secret] = ["X-Kunci", "nilai", "nilai"].map(str::to_owned);
        Credentials(vec![Credential { flag: "--header-env", server: server.map(str::to_owned), header, value, secret }])
    }

    fn headers(contact: &Contact) -> &[(String, String)] {
        match &contact.way {
            Way::Http(remote) => &remote.headers,
            Way::Stdio(_) => &[],
        }
    }

    #[test]
    fn a_credential_goes_to_the_server_that_was_meant_and_to_no_other() {
        let mut both = [contact("https://satu.example/mcp"), contact("https://dua.example/mcp")];
        assert!(credential(None).apply(&mut both).is_err(), "two servers, and none is named");
        credential(Some("dua.example")).apply(&mut both).expect("one is named");
        assert!(headers(&both[0]).is_empty());
        assert_eq!(headers(&both[1]), [("X-Kunci".to_owned(), "nilai".to_owned())]);
        assert!(both[1].secrets.contains(&"nilai".to_owned()));
        credential(Some("dua.example")).apply(&mut both).expect("again");
        assert_eq!(headers(&both[1]).len(), 1, "a header of that name is replaced");
        credential(None).apply(&mut both[..1]).expect("only one is called");
        assert_eq!(headers(&both[0]).len(), 1);
    }

    #[test]
    fn a_secret_given_as_a_flag_is_not_repeated() {
        for pasted in ["sk-rahasia-sekali", "rahasia!", ""] {
            let connect = Connect { bearer_env: vec![pasted.to_owned()], ..Connect::default() };
            let failure = read(&connect, &[]).err().expect(pasted);
            assert!(pasted.is_empty() || !failure.message().unwrap_or_default().contains(pasted), "{failure:?}");
        }
    }

    #[test]
    fn a_variable_that_is_not_set_and_a_server_that_is_not_there_are_told() {
        let unset = Connect { bearer_env: vec!["kalender=TOOLRENT_NEVER_SET".to_owned()], ..Connect::default() };
        let message = read(&unset, &[]).err().expect("not set");
        assert!(message.message().unwrap_or_default().contains("TOOLRENT_NEVER_SET"));
        let program = named::server("jam=./jam").expect("a program");
        for (text, words) in [("jam=X-A=PATH", "is a program"), ("lain=X-A=PATH", "no server"), ("PATH", "takes")] {
            let connect = Connect { header_env: vec![text.to_owned()], ..Connect::default() };
            let failure = read(&connect, &[&program]).err().expect(text);
            assert!(failure.message().unwrap_or_default().contains(words), "{text}: {failure:?}");
        }
    }
}
