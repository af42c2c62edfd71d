//! Each source by its content: a saved list, a host's config, or the address of a server.

use toolrent::catalog::saved::{self, Unreadable};
use toolrent::catalog::tool::Catalog;
use toolrent::gather::config::document::{Broken, is_unmarked_utf16};
use toolrent::gather::config::entry::{Config, Entry};
use toolrent::gather::config::surroundings::{Surroundings, input_variable};
use toolrent::gather::config::{self, inputs};
use toolrent::report::document::Source;

use crate::args::gather::Connect;
use crate::catalogs;
use crate::connect::{Prefers, named};
use crate::exit::Failure;
use crate::source;

/// What all sources hold.
pub(crate) struct Read {
    /// One entry a source; those of servers are summed up later.
    pub(crate) sources: Vec<Source>,
    /// What they hold.
    pub(crate) found: Vec<Found>,
    /// Why the others could not be read.
    pub(crate) unreadable: Vec<Failure>,
    /// Whether one of them is a config that names servers.
    pub(crate) has_config: bool,
}

/// What a source is.
pub(crate) enum Found {
    /// Saved lists.
    Saved(Catalog),
    /// A host's config.
    Config(Config),
    /// A server named by hand.
    Named(Box<Entry>),
}

/// Reads all sources, then the servers that flags name.
pub(crate) fn read(
    names: &[String],
    mut first: Option<Vec<u8>>,
    connect: &Connect,
    prefers: Prefers,
) -> Result<Read, Failure> {
    let mut read = Read { sources: Vec::new(), found: Vec::new(), unreadable: Vec::new(), has_config: false };
    let mut surroundings = Surroundings::of_this_process();
    for input in &connect.inputs {
        let (id, value) = input.split_once('=').ok_or_else(|| Failure::new("--input takes ID=VALUE"))?;
        surroundings.inputs.insert(id.to_owned(), value.to_owned());
    }
    if names.iter().filter(|name| *name == "-").count() > 1 {
        return Err(Failure::new("- is named twice, and standard input can be read once"));
    }
    for name in names {
        if source::is_url(name) {
            read.push_entry(named::address(name)?);
            continue;
        }
        let bytes = first.take().map_or_else(|| source::bytes(name), Ok);
        match bytes.and_then(|bytes| one(name, &bytes, &surroundings, connect.connect, prefers)) {
            Ok(Found::Saved(mut catalog)) => {
                catalogs::note_empty(name, names.len() + connect.servers.len(), &mut catalog);
                read.sources.push(catalogs::status(name, &catalog));
                read.found.push(Found::Saved(catalog));
            }
            Ok(found) => {
                read.has_config |= matches!(&found, Found::Config(config) if !config.entries.is_empty());
                read.sources.push(unsummed(name, "config"));
                read.found.push(found);
            }
            Err(failure) => {
                read.sources.push(catalogs::failed(name, &failure));
                read.unreadable.push(failure);
            }
        }
    }
    for server in &connect.servers {
        read.push_entry(named::server(server)?);
    }
    Ok(read)
}

impl Read {
    fn push_entry(&mut self, entry: Entry) {
        let known = self.sources.iter().any(|source| source.name == entry.origin.source);
        if !known {
            self.sources.push(unsummed(&entry.origin.source, "server"));
        }
        self.found.push(Found::Named(Box::new(entry)));
    }
}

fn unsummed(name: &str, kind: &str) -> Source {
    Source { name: name.to_owned(), kind: kind.to_owned(), status: "ok".to_owned(), detail: None }
}

/// A file by its content. One that is both is what the verb prefers, and a config when its servers may be contacted.
fn one(
    name: &str,
    bytes: &[u8],
    surroundings: &Surroundings,
    connect: bool,
    prefers: Prefers,
) -> Result<Found, Failure> {
    let config_first = connect || prefers == Prefers::Config;
    if config_first && config::is_config(bytes, name) {
        return config(name, bytes, surroundings);
    }
    let unreadable = match saved::read(name, bytes) {
        Ok(catalog) if config_first || catalog.tools().next().is_some() => return Ok(Found::Saved(catalog)),
        Ok(catalog) if !config::is_config(bytes, name) => return Ok(Found::Saved(catalog)),
        Ok(_) => return config(name, bytes, surroundings),
        Err(unreadable) => unreadable,
    };
    if config::is_config(bytes, name) {
        return config(name, bytes, surroundings);
    }
    if is_unmarked_utf16(bytes) {
        let failure = Failure::new(format!("{name}: is UTF-16 without a byte order mark"));
        return Err(failure.help("save it as UTF-8"));
    }
    if !config_first || unreadable == Unreadable::Empty {
        return Err(catalogs::no_list(name, bytes, &unreadable));
    }
    Err(match config::read(name, bytes, surroundings) {
        Err(broken @ Broken::Syntax { .. }) => {
            Failure::new(format!("{name}: {broken}")).help("neither a config nor a saved list can be read here")
        }
        _ => Failure::new(format!("{name}: names no servers, and is no saved list of tools"))
            .help("the README lists every form with an example"),
    })
}

fn config(name: &str, bytes: &[u8], surroundings: &Surroundings) -> Result<Found, Failure> {
    let passwords = inputs::passwords(name, bytes);
    if let Some(id) = surroundings.inputs.keys().find(|id| passwords.contains(id)) {
        let failure = Failure::new(format!("{name}: the input {id} is a password, and a flag would show it"));
        return Err(failure.help(format!("put it into the environment variable {}", input_variable(id))));
    }
    let config = config::read(name, bytes, surroundings);
    config.map(Found::Config).map_err(|broken| Failure::new(format!("{name}: {broken}")))
}
