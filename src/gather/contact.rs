//! A server that can be contacted: the program to start or the address to call, and where that was said.

use std::fmt;
use std::path::PathBuf;

/// One server to contact. It holds secrets as they will be sent; its `Debug` form shows none.
#[derive(Clone, PartialEq, Eq)]
pub struct Contact {
    /// The name a host would give it.
    pub name: String,
    /// How to reach it.
    pub way: Way,
    /// Where it was named.
    pub origin: Origin,
    /// Which of its tools the config lets a model see.
    pub filter: ToolFilter,
    /// Texts that must never be shown: values of secret variables, headers and inputs, each as it is sent.
    pub secrets: Vec<String>,
}

/// How to reach a server.
#[derive(Clone, PartialEq, Eq)]
pub enum Way {
    /// A program that speaks over its standard streams.
    Stdio(Launch),
    /// An address.
    Http(Remote),
}

/// A program to start.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Launch {
    /// The program, found on `PATH` unless it is a path.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Variables added to the environment of this process.
    pub env: Vec<(String, String)>,
    /// The working directory; `None` is this process's own.
    pub cwd: Option<PathBuf>,
}

/// An address to call.
#[derive(Clone, PartialEq, Eq)]
pub struct Remote {
    /// The URL.
    pub url: String,
    /// Headers sent to this origin and no other.
    pub headers: Vec<(String, String)>,
    /// What it speaks.
    pub speaks: Speaks,
}

/// What an address speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Speaks {
    /// Streamable HTTP, else the older HTTP+SSE.
    #[default]
    Http,
    /// HTTP+SSE of 2024-11-05 alone: the config says so.
    Sse,
}

/// Where a server was named.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origin {
    /// The config file, the URL, or `--server`, as the user would recognise it.
    pub source: String,
    /// Whose config it is, an id such as `claude-code`; empty when no config named it.
    pub host: String,
    /// Whom the file is for.
    pub scope: Scope,
}

/// Whom a config file is for; the later one outranks the earlier on the same host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Scope {
    /// All projects of a person.
    #[default]
    User,
    /// Everybody in a project.
    Project,
    /// One person in one project.
    Local,
    /// Set by an administrator: nothing outranks it.
    Managed,
}

impl Scope {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Scope::User => "user",
            Scope::Project => "project",
            Scope::Local => "local",
            Scope::Managed => "managed",
        }
    }
}

/// Which tools of a server its config lets a model see. Exclusion wins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ToolFilter {
    /// Only these; `None` is all.
    pub include: Option<Vec<String>>,
    /// Not these.
    pub exclude: Vec<String>,
}

impl ToolFilter {
    /// Whether a tool of that name is seen.
    #[must_use]
    pub fn keeps(&self, tool: &str) -> bool {
        let named = |names: &[String]| names.iter().any(|name| name == tool || name == "*");
        self.include.as_deref().is_none_or(named) && !named(&self.exclude)
    }
}

impl Way {
    /// The transport's name in reports: `stdio`, `http`, `sse`.
    #[must_use]
    pub fn transport(&self) -> &'static str {
        match self {
            Way::Stdio(_) => "stdio",
            Way::Http(Remote { speaks: Speaks::Http, .. }) => "http",
            Way::Http(Remote { speaks: Speaks::Sse, .. }) => "sse",
        }
    }
}

impl fmt::Debug for Contact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contact { name, way, origin, filter, secrets } = self;
        let mut shown = f.debug_struct("Contact");
        shown.field("name", name).field("way", way).field("origin", origin).field("filter", filter);
        shown.field("secrets", &secrets.len()).finish()
    }
}

impl fmt::Debug for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(self.transport()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_secret_is_in_the_debug_form() {
        let launch = Launch { args: vec!["rahasia".to_owned()], ..Launch::default() };
        let contact = Contact {
            name: "toko".to_owned(),
            way: Way::Stdio(launch),
            origin: Origin::default(),
            filter: ToolFilter::default(),
            secrets: vec!["rahasia".to_owned()],
        };
        let shown = format!("{contact:?}");
        assert!(shown.contains("toko") && !shown.contains("rahasia"), "{shown}");
    }

    #[test]
    fn exclusion_wins_and_a_star_is_all() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let filter = ToolFilter { include: Some(names(&["a", "b"])), exclude: names(&["b"]) };
        assert_eq!(["a", "b", "c"].map(|tool| filter.keeps(tool)), [true, false, false]);
        let all = ToolFilter { include: Some(names(&["*"])), exclude: Vec::new() };
        assert!(all.keeps("anything") && ToolFilter::default().keeps("anything"));
    }
}
