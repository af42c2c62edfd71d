//! Definitions as the linter judges them for the hosts that count when none is asked for.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use toolrent::catalog::saved;
use toolrent::catalog::tool::Catalog;
use toolrent::host::profile::{self, Host};
use toolrent::lint::run::{Config, Outcome, lint};
use toolrent::lint::scene::Input;

/// The hosts that count when none is asked for.
pub(crate) fn hosts() -> Vec<&'static Host> {
    profile::lint_defaults().collect()
}

/// What the linter says to somebody who sets nothing.
pub(crate) fn judged(catalog: &Catalog) -> Outcome {
    let hosts = hosts();
    lint(Input { catalog: Some(catalog), hosts: &hosts, ..Input::default() }, &Config::default())
}

/// A catalog that was read from a file.
pub(crate) fn catalog(file: &Path) -> Catalog {
    let bytes = fs::read(file).expect("readable");
    saved::read(&file.to_string_lossy(), &bytes).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// A catalog that was read from a value.
pub(crate) fn of_value(value: &Value) -> Catalog {
    saved::read("case", value.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}: {value}"))
}

/// The files of the corpus, by name.
pub(crate) fn corpus(shared: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(shared.join("corpus/servers")).expect("the corpus");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}
