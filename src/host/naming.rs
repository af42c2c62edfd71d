//! How a host names a tool to the model: a pattern, a set of characters, a longest name.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

/// The naming of one host, as data.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Naming {
    /// The name, with `{server}` and `{tool}` standing for theirs.
    pub pattern: String,
    /// Characters written as others in both parts, before `keep` (`-` as `___`).
    #[serde(default)]
    pub encode: BTreeMap<char, String>,
    /// The characters that may stand in the name, single ones and ranges (`A-Za-z0-9_-`); all when absent.
    pub keep: Option<String>,
    /// What each other character becomes.
    #[serde(default)]
    pub replace: String,
    /// The most characters of the server's name that are used.
    pub server_max: Option<usize>,
    /// True when the server's name is written in lower case.
    #[serde(default)]
    pub server_lowercase: bool,
    /// The longest name, in characters.
    pub max: Option<usize>,
    /// What becomes of a longer name.
    #[serde(default)]
    pub over: Over,
    /// Where the naming was read.
    pub source: String,
    /// Day the naming was true.
    pub as_of: String,
}

/// What becomes of a name that is too long.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Over {
    /// It is refused, often with the whole request.
    #[default]
    Refused,
    /// The host leaves the tool out.
    Dropped,
    /// The host shortens it.
    Shortened {
        /// Characters kept at the front.
        head: usize,
        /// What stands in the middle.
        #[serde(default)]
        marker: String,
        /// Characters kept at the end.
        #[serde(default)]
        tail: usize,
    },
}

/// A name as the model sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name<'a> {
    /// The name.
    pub text: Cow<'a, str>,
    /// True when it was longer than the host takes; [`Naming::over`] says what became of it.
    pub too_long: bool,
}

impl Naming {
    /// The name the model calls this tool by.
    #[must_use]
    pub fn apply<'a>(&self, server: &str, tool: &'a str) -> Name<'a> {
        let tool = self.clean(tool);
        let full = if self.pattern == "{tool}" {
            tool
        } else {
            let cased = if self.server_lowercase { Cow::Owned(server.to_lowercase()) } else { Cow::Borrowed(server) };
            let server = self.clean(&cased);
            let server: String = server.chars().take(self.server_max.unwrap_or(usize::MAX)).collect();
            Cow::Owned(fill(&self.pattern, &server, &tool))
        };
        let length = full.chars().count();
        match (self.max, &self.over) {
            (Some(max), Over::Shortened { head, marker, tail }) if length > max => {
                let front = full.chars().take(*head);
                let end = full.chars().skip(length.saturating_sub(*tail).max(*head));
                Name { text: Cow::Owned(front.chain(marker.chars()).chain(end).collect()), too_long: true }
            }
            (max, _) => Name { text: full, too_long: max.is_some_and(|max| length > max) },
        }
    }

    fn clean<'a>(&self, part: &'a str) -> Cow<'a, str> {
        let stays = |c: char| !self.encode.contains_key(&c) && self.keep.as_ref().is_none_or(|keep| among(keep, c));
        if part.chars().all(stays) {
            return Cow::Borrowed(part);
        }
        let mut out = String::with_capacity(part.len());
        for c in part.chars() {
            match self.encode.get(&c) {
                Some(encoded) => out.push_str(encoded),
                None if stays(c) => out.push(c),
                None => out.push_str(&self.replace),
            }
        }
        Cow::Owned(out)
    }
}

/// Fills the pattern in one pass, so that a name that holds `{tool}` itself stays as it is.
fn fill(pattern: &str, server: &str, tool: &str) -> String {
    let mut out = String::with_capacity(pattern.len() + server.len() + tool.len());
    let mut rest = pattern;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix("{server}") {
            out.push_str(server);
            rest = after;
        } else if let Some(after) = rest.strip_prefix("{tool}") {
            out.push_str(tool);
            rest = after;
        } else {
            out.push('{');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}

/// Whether `c` is in a set written as `A-Za-z0-9_-`; a dash at either end is a dash.
fn among(set: &str, c: char) -> bool {
    let mut chars = set.chars();
    while let Some(low) = chars.next() {
        let mut ahead = chars.clone();
        if ahead.next() == Some('-')
            && let Some(high) = ahead.next()
        {
            if (low..=high).contains(&c) {
                return true;
            }
            chars = ahead;
        } else if low == c {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naming(toml: &str) -> Naming {
        toml::from_str(&format!("{toml}\nsource = \"\"\nas_of = \"\"")).expect("naming")
    }

    #[test]
    fn prefixes_and_replaces() {
        let naming = naming("pattern = 'mcp__{server}__{tool}'\nkeep = 'A-Za-z0-9_-'\nreplace = '_'\nmax = 20");
        assert_eq!(naming.apply("gudang kota", "cari.stok").text, "mcp__gudang_kota__cari_stok");
        assert!(naming.apply("gudang kota", "cari.stok").too_long);
        assert!(!naming.apply("toko", "cari").too_long);
    }

    #[test]
    fn encodes_hyphens() {
        let naming = naming("pattern = 'mcp--{server}--{tool}'\nencode = { '-' = '___' }");
        assert_eq!(naming.apply("my-notes", "add-note").text, "mcp--my___notes--add___note");
    }

    #[test]
    fn shortens_in_the_middle() {
        let naming =
            naming("pattern = '{tool}'\nmax = 10\nover = { shortened = { head = 3, marker = '__', tail = 4 } }");
        assert_eq!(naming.apply("s", "abcdefghijklm").text, "abc__jklm");
        assert_eq!(naming.apply("s", "abcdefghij").text, "abcdefghij");
    }

    #[test]
    fn cuts_and_lowers_the_server() {
        let naming = naming("pattern = 'mcp_{server}_{tool}'\nserver_max = 5\nserver_lowercase = true");
        assert_eq!(naming.apply("Perpustakaan", "Cari").text, "mcp_perpu_Cari");
    }

    #[test]
    fn braces_in_names_are_names() {
        let naming = naming("pattern = '{server}-{tool}'");
        assert_eq!(naming.apply("{tool}", "{server}").text, "{tool}-{server}");
    }

    #[test]
    fn sets_hold_ranges_and_single_characters() {
        assert!(among("A-Za-z0-9_-", 'q') && among("A-Za-z0-9_-", '-') && among("A-Za-z0-9_-", '_'));
        assert!(!among("A-Za-z0-9_-", '.') && !among("A-Za-z0-9_-", 'é'));
    }
}
