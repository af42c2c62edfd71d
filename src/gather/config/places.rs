//! Where hosts keep their config files, and which host a path belongs to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::gather::config::surroundings::Surroundings;
use crate::gather::contact::Scope;

/// A host that reads config files.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Host {
    /// Its id.
    pub(crate) id: String,
    /// The name people know.
    pub(crate) name: String,
    /// Whether it reads comments and trailing commas.
    pub(crate) jsonc: bool,
}

/// A path of a host.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    /// The host's id.
    pub(crate) host: String,
    /// On which systems.
    pub(crate) os: Os,
    path: String,
    #[serde(deserialize_with = "scope")]
    /// Whom the file is for.
    pub(crate) scope: Scope,
    tail: Option<String>,
    /// Other hosts that read the same file.
    #[serde(default)]
    pub(crate) also: Vec<String>,
    /// Where it was read.
    pub(crate) source: String,
    /// Day it was true.
    pub(crate) as_of: String,
    /// True when no page of the vendor was read for it.
    #[serde(default)]
    pub(crate) inferred: bool,
}

/// An operating system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Os {
    /// All of them.
    Any,
    /// Linux and what is like it.
    Linux,
    /// macOS.
    Macos,
    /// Windows.
    Windows,
}

impl Os {
    /// That of this machine.
    pub(crate) fn here() -> Os {
        match std::env::consts::OS {
            "macos" => Os::Macos,
            "windows" => Os::Windows,
            _ => Os::Linux,
        }
    }

    /// Whether a place on this system counts on that machine.
    pub(crate) fn includes(self, machine: Os) -> bool {
        self == Os::Any || self == machine
    }
}

/// What a file's path says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Placed {
    /// The host's id.
    pub(crate) host: &'static str,
    /// Other hosts that read it.
    pub(crate) also: &'static [String],
    /// Whom it is for.
    pub(crate) scope: Scope,
    /// The project's folder, for a file in a project.
    pub(crate) root: Option<PathBuf>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    variable: BTreeMap<String, String>,
    host: Vec<Host>,
    place: Vec<Place>,
}

static TABLE: LazyLock<Table> =
    LazyLock::new(|| toml::from_str(include_str!("places.toml")).expect("places.toml is checked by a test"));

/// All places, in the order of the table.
pub(crate) fn all() -> &'static [Place] {
    &TABLE.place
}

/// A host by its id.
pub(crate) fn host(id: &str) -> Option<&'static Host> {
    TABLE.host.iter().find(|host| host.id == id)
}

/// The host and the scope of a file by where it lies; the longest known end of a path counts.
pub(crate) fn of(source: &str, surroundings: &Surroundings) -> Option<Placed> {
    let parts = parts(source);
    let at_home = is_at_home(source, surroundings);
    let fits = |place: &&Place| place.ends(&parts);
    // `.cursor/mcp.json` is a person's in the home folder and a project's anywhere else.
    let rank = |place: &&Place| {
        let tail = place.tail_parts();
        let folder = parts.get(..parts.len().saturating_sub(tail.len())).unwrap_or_default();
        (tail.len(), (place.scope == Scope::User) == at_home(folder))
    };
    let mut best: Option<&'static Place> = None;
    for place in all().iter().filter(fits) {
        if best.is_none_or(|best| rank(&place) > rank(&best)) {
            best = Some(place);
        }
    }
    let place = best?;
    let root = place.is_of_a_project().then(|| root(source, place.tail_parts().len(), surroundings));
    Some(Placed { host: &place.host, also: &place.also, scope: place.scope, root })
}

/// A source as an absolute path: `~` is the home folder, a relative path starts in the workspace.
pub(crate) fn absolute(source: &str, surroundings: &Surroundings) -> PathBuf {
    surroundings.resolve(&surroundings.workspace, source)
}

impl Place {
    /// The path on this machine; `None` when nobody says where its start is. A `*` stays.
    pub(crate) fn on_this_machine(&self, surroundings: &Surroundings) -> Option<PathBuf> {
        expanded(&self.path, surroundings)
    }

    /// Whether it lies in the folder of a project.
    pub(crate) fn is_of_a_project(&self) -> bool {
        self.path.starts_with("{workspace}")
    }

    /// Whether the last part of the path is a pattern.
    pub(crate) fn is_pattern(&self) -> bool {
        self.path.contains('*')
    }

    /// Whether a path, given by its parts, ends as this place does.
    pub(crate) fn ends(&self, path: &[&str]) -> bool {
        let tail = self.tail_parts();
        let start = path.len().checked_sub(tail.len());
        let end = start.and_then(|start| path.get(start..)).filter(|end| !end.is_empty());
        end.is_some_and(|end| end.iter().zip(&tail).all(|(part, pattern)| fits(part, pattern)))
    }

    fn tail_parts(&self) -> Vec<&str> {
        if let Some(tail) = &self.tail {
            return tail.split('/').collect();
        }
        let (start, rest) = self.path.split_once('/').unwrap_or((&self.path, ""));
        let default = start.strip_prefix('$').and_then(|name| TABLE.variable.get(name)).map_or("", String::as_str);
        default.split('/').chain(rest.split('/')).filter(|part| !part.is_empty() && *part != "~").collect()
    }
}

fn expanded(path: &str, surroundings: &Surroundings) -> Option<PathBuf> {
    let (start, rest) = path.split_once('/').unwrap_or((path, ""));
    let folder = match start.strip_prefix('$') {
        Some(name) => match surroundings.variable(name).filter(|value| !value.is_empty()) {
            Some(folder) => PathBuf::from(folder),
            None => {
                let default = TABLE.variable.get(name).filter(|default| !default.is_empty())?;
                expanded(default, surroundings)?
            }
        },
        None if start == "~" => surroundings.home.clone()?,
        None if start == "{workspace}" => surroundings.workspace.clone(),
        None => return Some(PathBuf::from(path)),
    };
    Some(if rest.is_empty() { folder } else { folder.join(rest) })
}

/// A `*` in a pattern stands for any text.
fn fits(part: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        Some((start, end)) => part.len() > start.len() + end.len() && part.starts_with(start) && part.ends_with(end),
        None => part == pattern,
    }
}

/// The parts of a path; a Windows path on another system has backslashes too.
pub(crate) fn parts(path: &str) -> Vec<&str> {
    path.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".").collect()
}

/// Tells whether the folder behind which a known end begins is the home folder.
fn is_at_home<'s>(source: &'s str, surroundings: &'s Surroundings) -> impl Fn(&[&str]) -> bool + 's {
    let home = surroundings.home.as_ref().map(|home| home.to_string_lossy().into_owned());
    let absolute = absolute(source, surroundings).to_string_lossy().into_owned();
    move |folder: &[&str]| {
        if source.starts_with("~/") {
            return folder == ["~"];
        }
        let Some(home) = &home else { return false };
        let missing = parts(source).len() - folder.len();
        let absolute = parts(&absolute);
        absolute.get(..absolute.len().saturating_sub(missing)) == Some(parts(home).as_slice())
    }
}

fn root(source: &str, tail: usize, surroundings: &Surroundings) -> PathBuf {
    let absolute = absolute(source, surroundings);
    absolute.ancestors().nth(tail).unwrap_or(Path::new("")).to_owned()
}

fn scope<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Scope, D::Error> {
    let name = String::deserialize(deserializer)?;
    let scopes = [Scope::User, Scope::Project, Scope::Local, Scope::Managed];
    let found = scopes.into_iter().find(|scope| scope.name() == name);
    found.ok_or_else(|| serde::de::Error::custom(format!("no scope {name}")))
}

#[cfg(test)]
mod tests;
