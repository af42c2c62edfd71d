//! What a run of `toolrent gather` gave: its report, its catalog, what the servers received.

#![cfg(all(feature = "app", feature = "gather", unix))]

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) document: Value,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// The catalog file; empty when none was written.
    pub(crate) catalog: String,
    pub(crate) took: Duration,
    /// The most memory that the command held, in bytes, where the system tells.
    pub(crate) peak: u64,
    /// What the servers received, by name.
    pub(crate) logs: BTreeMap<String, Vec<Value>>,
}

impl Ran {
    /// The row of a server.
    pub(crate) fn server(&self, name: &str) -> &Value {
        let rows = self.document["servers"].as_array();
        let row = rows.and_then(|rows| rows.iter().find(|row| row["name"] == name));
        row.unwrap_or_else(|| panic!("no row for {name}: {self:#?}"))
    }

    /// Its status.
    pub(crate) fn status(&self, name: &str) -> &str {
        self.server(name)["status"].as_str().expect("a status")
    }

    /// The reason in its row.
    pub(crate) fn reason(&self, name: &str) -> &str {
        self.server(name)["reason"].as_str().unwrap_or_default()
    }

    /// The lines of the catalog, however deep they nest.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Value> {
        self.catalog.lines().map(|line| {
            let mut reader = serde_json::Deserializer::from_str(line);
            reader.disable_recursion_limit();
            Value::deserialize(&mut reader).expect("a line of JSON")
        })
    }

    /// The names of its tools in the catalog, in order.
    pub(crate) fn tools(&self, name: &str) -> Vec<String> {
        let tools = self.lines().filter(|line| line["server"] == name && !line["tool"].is_null());
        tools.map(|line| line["tool"]["name"].as_str().expect("a name").to_owned()).collect()
    }

    /// What the catalog says about it.
    pub(crate) fn about(&self, name: &str) -> Value {
        self.lines().find(|line| line["server"]["name"] == name).map(|line| line["server"].clone()).unwrap_or_default()
    }

    /// The detail of the note of that class about that server (or file).
    pub(crate) fn note(&self, subject: &str, class: &str) -> Option<&str> {
        self.notes(class).into_iter().find(|note| note["server"] == subject).and_then(|note| note["detail"].as_str())
    }

    /// The notes of that class.
    pub(crate) fn notes(&self, class: &str) -> Vec<&Value> {
        self.document["notes"].as_array().into_iter().flatten().filter(|note| note["class"] == class).collect()
    }

    /// What a server received.
    pub(crate) fn log(&self, name: &str) -> &[Value] {
        self.logs.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// The methods that it was asked, in order.
    pub(crate) fn methods(&self, name: &str) -> Vec<&str> {
        self.log(name).iter().filter_map(|call| call["method"].as_str()).filter(|method| !method.is_empty()).collect()
    }

    /// All that somebody could see of the run.
    pub(crate) fn shown(&self) -> String {
        format!("{}\n{}\n{}", self.stdout, self.stderr, self.catalog)
    }

    /// Asserts that a server gave its tools and nothing is missing.
    pub(crate) fn is_ok(&self, name: &str, tools: &[&str]) {
        assert_eq!(self.status(name), "ok", "{self:#?}");
        assert_eq!(self.tools(name), tools, "{self:#?}");
        assert_eq!(self.server(name)["tools_count"], tools.len(), "{self:#?}");
        assert_eq!(self.code, Some(0), "{self:#?}");
    }

    /// Asserts that a server gave nothing, with that status, and that the run says so.
    pub(crate) fn is_lost(&self, name: &str, statuses: &[&str]) {
        assert!(statuses.contains(&self.status(name)), "{self:#?}");
        assert!(!self.reason(name).is_empty() && self.tools(name).is_empty(), "{self:#?}");
        assert_eq!(self.code, Some(3), "{self:#?}");
    }
}
