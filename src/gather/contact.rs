//! A server that can be contacted: the program to start or the address to call, and where that was said.

use std::fmt;
use std::path::PathBuf;

/// Names told before the rest is only counted.
const SHOWN: usize = 8;

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

    /// What it does, for a person; nothing when it hides no tool.
    #[must_use]
    pub fn told(&self) -> Option<String> {
        let tools = |names: &[String]| match names {
            [only] => format!("the tool {only}"),
            several => format!("the tools {}", listed(several)),
        };
        let include = self.include.as_deref().filter(|names| !names.iter().any(|name| name == "*"));
        match (include, self.exclude.as_slice()) {
            (None, []) => None,
            (Some([]), _) => Some("none of its tools".to_owned()),
            (Some(names), []) => Some(format!("only {}", tools(names))),
            (None, names) => Some(format!("without {}", tools(names))),
            (Some(names), without) => Some(format!("only {}, without {}", tools(names), tools(without))),
        }
    }

    /// Names of its list of tools to show that fit none of these, which are the tools it lets through.
    #[must_use]
    pub fn names_nothing<'f>(&'f self, kept: &[&str]) -> Vec<&'f str> {
        let include = self.include.iter().flatten().map(String::as_str);
        let is_hidden = |name: &str| self.exclude.iter().any(|hidden| hidden == name || hidden == "*");
        include.filter(|name| *name != "*" && !kept.contains(name) && !is_hidden(name)).collect()
    }
}

/// Some names, and how many more.
pub(crate) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let shown: Vec<&str> = names.iter().take(SHOWN).map(AsRef::as_ref).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        rest => format!("{} and {rest} more", shown.join(", ")),
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
        assert_eq!(filter.told().as_deref(), Some("only the tools a, b, without the tool b"));
        assert_eq!((all.told(), ToolFilter::default().told()), (None, None));
        assert_eq!(filter.names_nothing(&["c"]), ["a"]);
        assert_eq!(filter.names_nothing(&["a"]), [""; 0]);
    }
}
