//! Servers named by hand: `--server NAME='command args'`, and addresses among the sources.

use reqwest::Url;
use toolrent::gather::config::entry::{Entry, State};
use toolrent::gather::contact::{Contact, Launch, Origin, Remote, Scope, Speaks, ToolFilter, Way};
use toolrent::gather::secret;

use crate::exit::Failure;
use crate::source;

/// The last segments of addresses that say nothing about the server.
const USUAL_SEGMENTS: [&str; 7] = ["mcp", "sse", "message", "messages", "http", "api", "v1"];

/// The entry of `--server`. What was typed may hold secrets, so that no message repeats it.
pub(crate) fn server(text: &str) -> Result<Entry, Failure> {
    let wrong = |what: &str| {
        let failure = Failure::new(format!("--server {what}"));
        failure.help("for example --server notes='npx -y @acme/notes --folder ~/notes'")
    };
    let (name, command) = text.split_once('=').ok_or_else(|| wrong("takes NAME='command args'"))?;
    let name = name.trim();
    if name.is_empty() || name.contains(char::is_whitespace) {
        return Err(wrong("takes NAME='command args': a name without spaces, then `=`"));
    }
    if source::is_url(command.trim()) {
        return Ok(entry(name, remote(command.trim())?, "--server"));
    }
    let words = words(command).ok_or_else(|| wrong(&format!("{name}: a quote is not closed")))?;
    let assigned = words.iter().take_while(|word| assignment(word).is_some()).count();
    let (env, command) = words.split_at(assigned);
    let [program, args @ ..] = command else { return Err(wrong(&format!("{name}: names no command"))) };
    let env = env.iter().filter_map(|word| assignment(word)).collect();
    let launch = Launch { program: home(program), args: args.to_vec(), env, cwd: None };
    Ok(entry(name, Way::Stdio(launch), "--server"))
}

/// The entry of an address among the sources, named after its host.
pub(crate) fn address(url: &str) -> Result<Entry, Failure> {
    let way = remote(url)?;
    let shown = secret::shown_url(url);
    Ok(entry(&name_of(&shown), way, &shown))
}

fn entry(name: &str, way: Way, source: &str) -> Entry {
    let origin = Origin { source: source.to_owned(), host: String::new(), scope: Scope::User };
    let shown = secret::shown(&way);
    let secrets = secret::secrets_of(&way);
    let contact =
        Contact { name: name.to_owned(), way, origin: origin.clone(), filter: ToolFilter::default(), secrets };
    let state = State::Ready(contact);
    Entry { name: name.to_owned(), origin, state, shown, filter: ToolFilter::default(), notes: Vec::new() }
}

fn remote(url: &str) -> Result<Way, Failure> {
    match Url::parse(url) {
        Ok(parsed) if parsed.has_host() => {
            Ok(Way::Http(Remote { url: url.to_owned(), headers: Vec::new(), speaks: Speaks::Http }))
        }
        Ok(_) => Err(Failure::new(format!("{}: names no host", secret::shown_url(url)))),
        Err(error) => Err(Failure::new(format!("{}: {error}", secret::shown_url(url)))),
    }
}

/// The host, and the last segment of the path where that tells more. Nothing hidden becomes part of a name.
fn name_of(shown: &str) -> String {
    let Ok(url) = Url::parse(shown) else { return "server".to_owned() };
    let host = url.host_str().unwrap_or("server").to_owned();
    let telling = |segment: &&str| {
        let usual = USUAL_SEGMENTS.contains(&segment.to_ascii_lowercase().as_str());
        let plain = segment.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
        !segment.is_empty() && !usual && plain && !secret::looks_secret(segment)
    };
    match url.path_segments().and_then(|segments| segments.rev().find(|segment| !segment.is_empty())) {
        Some(last) if telling(&last) => format!("{host}-{last}"),
        _ => host,
    }
}

/// The words of a command as a POSIX shell splits them; a backslash is part of a path on Windows.
fn words(command: &str) -> Option<Vec<String>> {
    match cfg!(windows) {
        true => shlex::split(&command.replace('\\', "\\\\")),
        false => shlex::split(command),
    }
}

/// `NAME=value` before the command, as a shell has it.
fn assignment(word: &str) -> Option<(String, String)> {
    let (name, value) = word.split_once('=')?;
    let mut characters = name.chars();
    let starts = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    (starts && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')).then(|| (name.to_owned(), value.to_owned()))
}

/// A program in the home folder; a shell would have found it there.
fn home(program: &str) -> String {
    match (program.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest).display().to_string(),
        _ => program.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch(text: &str) -> (String, Launch) {
        let entry = server(text).expect(text);
        match entry.state {
            State::Ready(Contact { way: Way::Stdio(launch), .. }) => (entry.name, launch),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let (name, launch) = launch(r#"stok=node 'dua kata.js' --x="a=b" ''"#);
        assert_eq!((name.as_str(), launch.program.as_str()), ("stok", "node"));
        assert_eq!(launch.args, ["dua kata.js", "--x=a=b", ""]);
        let (_, launch) = super::tests::launch("stok=MODE=uji _A=1 ./server --B=2");
        assert_eq!(launch.env, [("MODE".to_owned(), "uji".to_owned()), ("_A".to_owned(), "1".to_owned())]);
        assert_eq!((launch.program.as_str(), launch.args), ("./server", vec!["--B=2".to_owned()]));
    }

    #[test]
    fn what_was_typed_wrongly_is_not_repeated() {
        for wrong in ["npx -y x --token=rahasia", "rahasia", "=rahasia", "a=", "a='rahasia", "a=X=rahasia"] {
            let failure = server(wrong).expect_err(wrong);
            assert!(!failure.message().unwrap_or_default().contains("rahasia"), "{wrong}: {failure:?}");
        }
    }

    #[test]
    fn addresses_are_named_after_their_host() {
        let name = |url: &str| address(url).expect(url).name;
        assert_eq!(name("https://mcp.example.com/mcp"), "mcp.example.com");
        assert_eq!(name("https://mcp.example.com/"), "mcp.example.com");
        assert_eq!(name("HTTP://Example.com/tools/kalender/"), "example.com-kalender");
        assert_eq!(name("http://127.0.0.1:8080/sse?key=1"), "127.0.0.1");
        assert!(address("https:///x y").is_err());
        let named = server("kalender=https://example.com/mcp").expect("an address");
        assert!(matches!(named.state, State::Ready(Contact { way: Way::Http(_), .. })));
    }
}
