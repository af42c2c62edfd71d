//! The servers that may be called: those that were named, once somebody agreed to contact them.

use toolrent::gather::contact::Contact;

use crate::args::Global;
use crate::args::gather::Connect;
use crate::connect::draft::{self, Draft};
use crate::connect::{Prefers, credentials, offline, ready, sources};
use crate::exit::Failure;

/// Reads config files and the servers that flags name; contacts nobody.
pub(crate) fn contacts(names: &[String], connect: &Connect, global: &Global) -> Result<Vec<Contact>, Failure> {
    let mut read = sources::read(names, None, connect, Prefers::Config)?;
    // A call is one thing that was asked for: what cannot be read may be what it needs.
    if let Some(failure) = read.unreadable.into_iter().next() {
        return Err(failure);
    }
    let (drafts, _) = draft::merged(std::mem::take(&mut read.found));
    let entries: Vec<_> = drafts.iter().filter_map(Draft::entry).collect();
    let credentials = credentials::read(connect, &entries)?;
    let mut contacts: Vec<Contact> = entries.into_iter().filter_map(ready).cloned().collect();
    if contacts.is_empty() {
        let failure = Failure::new("--call needs a server, and no source names one that can be called");
        return Err(
            failure.help("name it with --server NAME='command args', by its URL, or in a config with --connect")
        );
    }
    if read.has_config && !connect.connect {
        let failure = Failure::new("a config names the servers, and nobody agreed to contact them; nothing was called");
        return Err(failure.help("add --connect to start the programs and call the addresses"));
    }
    credentials.apply(&mut contacts)?;
    offline(&contacts, global)?;
    Ok(contacts)
}
