//! Claude Code: a project's `.mcp.json`, the scopes within `~/.claude.json`, and lists of servers that are turned off.
//!
//! Source: Claude Code's documentation of MCP scopes and settings, read 2026-11. A remote entry without a `type` is read
//! there as one of a program; it is contacted here and told.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::gather::config::dialect::{Dialect, Form};
use crate::gather::config::document::Document;
use crate::gather::config::draft::Draft;
use crate::gather::config::entry::OffList;
use crate::gather::config::mcp_servers;
use crate::gather::config::surroundings::Surroundings;
use crate::gather::contact::Scope;
use crate::gather::note::{Note, Severity};

/// `~/.claude.json` and Claude Code's settings, by content; `.mcp.json` and `managed-mcp.json` by path.
pub(crate) const DIALECT: Dialect = Dialect { id: ID, read, forms: &[Form::Braces, Form::BracesDefault] };

/// The same for a file that is Claude Code's by its path.
pub(crate) const BY_PATH: Dialect = Dialect { id: ID, read: read_plain, forms: DIALECT.forms };

/// The host's id.
pub(crate) const ID: &str = "claude-code";

/// The variable that it sets for its servers: the project's folder.
pub(crate) const PROJECT_VARIABLE: &str = "CLAUDE_PROJECT_DIR";

/// Lists by which a person turns servers of a project on and off.
const LISTS: [&str; 3] = ["disabledMcpServers", "disabledMcpjsonServers", "enabledMcpjsonServers"];

fn read(document: &Document, surroundings: &Surroundings) -> Option<Vec<Draft>> {
    let object = document.value.as_object()?;
    let projects = object.get("projects").and_then(Value::as_object);
    if projects.is_none() && !LISTS.iter().any(|list| object.contains_key(*list)) {
        return None;
    }
    let mut drafts = match object.get("mcpServers").and_then(Value::as_object) {
        Some(servers) => of_scope(drafts_of(servers), Scope::User),
        None => Vec::new(),
    };
    let local = projects.into_iter().flatten().filter(|(folder, _)| is_around(folder, surroundings));
    for servers in local.filter_map(|(_, project)| project.get("mcpServers")?.as_object()) {
        drafts.extend(of_scope(drafts_of(servers), Scope::Local));
    }
    Some(drafts)
}

fn read_plain(document: &Document, surroundings: &Surroundings) -> Option<Vec<Draft>> {
    read(document, surroundings).or_else(|| mcp_servers::map(document).map(drafts_of))
}

/// The variables that it sets for the programs it starts.
pub(crate) fn variables(root: &Path) -> Vec<(String, String)> {
    vec![(PROJECT_VARIABLE.to_owned(), root.to_string_lossy().into_owned())]
}

/// The lists in a file, each with the project it is for.
pub(crate) fn off_lists(document: &Document, root: &Path, surroundings: &Surroundings) -> Vec<OffList> {
    let projects = document.value.get("projects").and_then(Value::as_object);
    let inner = projects.into_iter().flatten().filter(|(folder, _)| is_around(folder, surroundings));
    let inner = inner.map(|(folder, project)| (PathBuf::from(folder), project));
    let mut lists = Vec::new();
    for (project, value) in std::iter::once((root.to_owned(), &document.value)).chain(inner) {
        for key in LISTS {
            let names = value.get(key).and_then(Value::as_array);
            let names =
                names.map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>());
            if let Some(names) = names.filter(|names| !names.is_empty()) {
                let only_project_file = key != "disabledMcpServers";
                let named_are_on = key == "enabledMcpjsonServers";
                let reason = format!("\"{key}\" in {}", document.source);
                lists.push(OffList { project: project.clone(), names, named_are_on, only_project_file, reason });
            }
        }
    }
    lists
}

/// Whether a project is the workspace or lies around it.
fn is_around(folder: &str, surroundings: &Surroundings) -> bool {
    !folder.is_empty() && surroundings.workspace.starts_with(folder)
}

fn of_scope(drafts: Vec<Draft>, scope: Scope) -> Vec<Draft> {
    drafts.into_iter().map(|draft| Draft { scope: Some(scope), ..draft }).collect()
}

fn drafts_of(servers: &Map<String, Value>) -> Vec<Draft> {
    let mut drafts = mcp_servers::drafts(servers);
    for (draft, entry) in drafts.iter_mut().zip(servers.values()) {
        if draft.url.is_some() && entry.get("type").is_none() {
            draft.notes.push(Note {
                subject: draft.name.clone(),
                class: "config.missing_type",
                severity: Severity::Warning,
                detail: "has an address but no \"type\", which Claude Code reads as a program; add \"type\": \"http\""
                    .to_owned(),
            });
        }
    }
    drafts
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::gather::config::document::Syntax;

    fn document(value: Value) -> Document {
        Document {
            source: "~/.claude.json".to_owned(),
            folder: PathBuf::from("/home/ani"),
            value,
            syntax: Syntax::Json,
        }
    }

    fn in_workspace(folder: &str) -> Surroundings {
        Surroundings { workspace: PathBuf::from(folder), ..Surroundings::default() }
    }

    #[test]
    fn the_scopes_of_a_persons_file_are_told_apart() {
        let file = document(json!({
            "mcpServers": {"toko": {"command": "a"}},
            "projects": {
                "/kerja/toko": {"mcpServers": {"gudang": {"command": "b"}}},
                "/kerja/lain": {"mcpServers": {"lain": {"command": "c"}}},
                "": {"mcpServers": {"kosong": {"command": "d"}}},
            },
        }));
        let names = |folder: &str| -> Vec<(String, Option<Scope>)> {
            let drafts = read(&file, &in_workspace(folder)).expect("its file");
            drafts.into_iter().map(|draft| (draft.name, draft.scope)).collect()
        };
        let user = ("toko".to_owned(), Some(Scope::User));
        let local = ("gudang".to_owned(), Some(Scope::Local));
        assert_eq!(names("/kerja/toko"), [user.clone(), local.clone()]);
        assert_eq!(names("/kerja/toko/dalam"), [user.clone(), local]);
        assert_eq!(names("/kerja/toko-lain"), [user]);
    }

    #[test]
    fn an_address_without_a_type_is_remarked_on() {
        let file = document(json!({"mcpServers": {
            "a": {"url": "https://a.example"}, "b": {"type": "http", "url": "https://b.example"}, "c": {"command": "c"},
        }}));
        let drafts = read_plain(&file, &Surroundings::default()).expect("its file");
        assert_eq!(drafts.iter().map(|draft| draft.notes.len()).collect::<Vec<_>>(), [1, 0, 0]);
        assert_eq!(drafts[0].notes[0].class, "config.missing_type");
    }

    #[test]
    fn lists_are_those_of_the_workspace() {
        let file = document(json!({"projects": {
            "/kerja/toko": {"disabledMcpServers": ["a"], "enabledMcpjsonServers": []},
            "/kerja/lain": {"disabledMcpServers": ["b"]},
        }}));
        let lists = off_lists(&file, Path::new("/kerja/toko"), &in_workspace("/kerja/toko"));
        assert_eq!(lists.iter().map(|list| list.names.join(",")).collect::<Vec<_>>(), ["a"]);
        let settings = document(json!({"disabledMcpjsonServers": ["c"], "permissions": {}}));
        assert_eq!(read(&settings, &Surroundings::default()), Some(vec![]));
        assert_eq!(off_lists(&settings, Path::new("/p"), &Surroundings::default())[0].project, PathBuf::from("/p"));
        assert_eq!(read(&document(json!({"permissions": {}})), &Surroundings::default()), None);
    }
}
