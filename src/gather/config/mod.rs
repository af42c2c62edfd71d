//! Hosts' config files, each in its own dialect, as entries that can be contacted or say why not.
//!
//! A file is parsed by its syntax (`document`), the dialects are tried on it in turn (`DIALECTS`, by content; a
//! well-known path only breaks ties), each entry's variables are expanded by its dialect's rules (`expand`), and
//! entries of several files are held against each other (`precedence`). A dialect is one file and one line here.

pub mod document;
pub mod entry;
pub mod inputs;
pub mod known;
pub mod precedence;
pub mod surroundings;

pub(crate) mod dialect;
pub(crate) mod draft;
pub(crate) mod fields;

mod claude_code;
mod codex;
mod continue_yaml;
mod docker;
mod entry_keys;
mod env_file;
mod expand;
mod finish;
mod gemini;
mod goose;
mod mcp_servers;
mod mcpb;
mod mcphost;
mod near_miss;
mod opencode;
mod places;
mod reference;
mod registry;
mod sendable;
mod shown;
mod sniff;
mod vscode;
mod zed;

use crate::gather::config::dialect::Dialect;
use crate::gather::config::document::{Broken, Document, Syntax};
use crate::gather::config::draft::Draft;
use crate::gather::config::entry::Config;
use crate::gather::config::expand::Context;
use crate::gather::config::places::Placed;
use crate::gather::config::surroundings::Surroundings;
use crate::gather::contact::Origin;
use crate::gather::note::{Note, Severity};

/// Dialects that their content tells, the stricter ones first.
const DIALECTS: &[Dialect] = &[
    mcpb::DIALECT,
    registry::DIALECT,
    docker::DIALECT,
    codex::DIALECT,
    zed::DIALECT,
    goose::DIALECT,
    opencode::DIALECT,
    continue_yaml::DIALECT,
    mcphost::DIALECT,
    gemini::DIALECT,
    claude_code::DIALECT,
    vscode::DIALECT,
    mcp_servers::GENERIC,
];

/// How to read a file whose path says whose it is, where that differs.
const BY_PATH: &[Dialect] = &[claude_code::BY_PATH, gemini::BY_PATH, mcphost::BY_PATH];

/// Reads a host's config file. `source` is the file as the user named it.
///
/// # Errors
/// [`Broken`] when it cannot be parsed or names no servers. What is wrong with one entry is that entry's state.
pub fn read(source: &str, bytes: &[u8], surroundings: &Surroundings) -> Result<Config, Broken> {
    let placed = places::of(source, surroundings);
    let path = places::absolute(source, surroundings);
    let folder = path.parent().map_or_else(|| surroundings.workspace.clone(), std::path::Path::to_owned);
    let manifest = mcpb::manifest_in_archive(bytes);
    let bytes = manifest.as_deref().unwrap_or(bytes);
    let document = document::parse(source, bytes, folder)?;
    let root = placed.as_ref().and_then(|placed| placed.root.clone()).unwrap_or_else(|| surroundings.workspace.clone());
    let moved = root != surroundings.workspace;
    let surroundings = Surroundings { workspace: root.clone(), ..surroundings.clone() };

    let near_misses = near_miss::notes(&document);
    let read = match dialect_of(&document, placed.as_ref(), &surroundings) {
        Some(read) => read,
        // Told rather than passed over: the host would read no server in it either.
        None if !near_misses.is_empty() => return Ok(Config { notes: near_misses, root, ..Config::default() }),
        None => return Err(Broken::NoServers),
    };
    let is_claude_code = read.host == claude_code::ID;
    let given = if is_claude_code { claude_code::variables(&root) } else { Vec::new() };
    let file = finish::File {
        context: Context { surroundings: &surroundings, folder: &document.folder, forms: read.forms, given: &given },
        origin: Origin {
            source: source.to_owned(),
            host: read.host.to_owned(),
            scope: placed.as_ref().map(|placed| placed.scope).unwrap_or_default(),
        },
        cwd: moved.then_some(root.as_path()),
    };
    let packed = manifest.is_some();
    let unpacked = |draft: Draft| if packed { mcpb::as_packed(draft) } else { draft };
    let entries = read.drafts.into_iter().map(|draft| finish::entry(unpacked(draft), &file)).collect();
    let mut notes = syntax_notes(&document, bytes, read.host);
    notes.extend(near_misses);
    let off = if is_claude_code { claude_code::off_lists(&document, &root, &surroundings) } else { Vec::new() };
    Ok(Config { entries, notes, off, root })
}

/// Whether a file names servers to contact; cheap for what does not.
#[must_use]
pub fn is_config(bytes: &[u8], source: &str) -> bool {
    if !sniff::may_name_servers(bytes) {
        return false;
    }
    let surroundings = Surroundings::default();
    let manifest = mcpb::manifest_in_archive(bytes);
    let bytes = manifest.as_deref().unwrap_or(bytes);
    let Ok(document) = document::parse(source, bytes, std::path::PathBuf::new()) else { return false };
    let placed = places::of(source, &surroundings);
    dialect_of(&document, placed.as_ref(), &surroundings).is_some() || !near_miss::notes(&document).is_empty()
}

/// A document with its dialect found.
struct Recognised {
    host: &'static str,
    forms: &'static [dialect::Form],
    drafts: Vec<Draft>,
}

fn dialect_of(document: &Document, placed: Option<&Placed>, surroundings: &Surroundings) -> Option<Recognised> {
    let read = |dialect: &'static Dialect| {
        let drafts = (dialect.read)(document, surroundings)?;
        Some(Recognised { host: dialect.id, forms: dialect.forms, drafts })
    };
    let own = BY_PATH.iter().chain(mcp_servers::HOSTS).chain(DIALECTS);
    let by_path = placed.and_then(|placed| {
        let mut of_host = own.filter(|dialect| dialect.id == placed.host);
        of_host.find_map(read)
    });
    let by_content = || DIALECTS.iter().find_map(read);
    // A host that is known by its path alone keeps its name where its file has the common shape.
    let named = |recognised: Recognised| match placed {
        Some(placed) if recognised.host == mcp_servers::GENERIC.id => Recognised { host: placed.host, ..recognised },
        _ => recognised,
    };
    by_path.or_else(|| by_content().map(named))
}

fn syntax_notes(document: &Document, bytes: &[u8], host: &str) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut note = |class: &'static str, severity: Severity, detail: String| {
        notes.push(Note { subject: document.source.clone(), class, severity, detail });
    };
    let known = places::host(host);
    if let Syntax::Jsonc(extras) = &document.syntax
        && known.is_none_or(|host| !host.jsonc)
    {
        let reader = known.map_or("hosts that read strict JSON", |host| &host.name);
        let detail = format!("has {}; {reader} may refuse it with every server in it", extras.join(" and "));
        note("config.jsonc", Severity::Info, detail);
    }
    if matches!(document.syntax, Syntax::Json | Syntax::Jsonc(_)) {
        for (line, message) in document::repeated_keys(bytes) {
            note("config.repeated_key", Severity::Warning, format!("line {line}: {message}"));
        }
    }
    notes
}

#[cfg(test)]
mod tests;
