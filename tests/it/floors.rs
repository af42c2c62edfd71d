//! The floors of the house: a module names only modules below it.

use std::fs;
use std::path::{Path, PathBuf};

/// What each module may name, from the ground up.
const MAY_NAME: [(&str, &[&str]); 11] = [
    ("catalog", &[]),
    ("host", &[]),
    ("gather", &["catalog"]),
    ("session", &["catalog"]),
    ("meter", &["catalog", "host", "session"]),
    ("rent", &["catalog", "host", "session", "meter"]),
    ("drift", &["catalog", "host"]),
    ("lint", &["catalog", "host", "session", "rent", "drift"]),
    ("simulate", &["catalog", "host", "session", "meter", "rent"]),
    ("trim", &["catalog", "host", "rent"]),
    ("report", &["catalog", "host", "session", "meter", "rent", "drift", "lint", "simulate", "trim"]),
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("src is readable") {
        let path = entry.expect("src is readable").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

fn named(text: &str) -> Vec<&str> {
    text.split("crate::")
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default())
        .filter(|name| MAY_NAME.iter().any(|(module, _)| module == name))
        .collect()
}

#[test]
fn every_module_names_only_lower_floors() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut checked = 0;
    for (module, allowed) in MAY_NAME {
        let folder = src.join(module);
        if !folder.exists() {
            continue;
        }
        let mut found = Vec::new();
        files(&folder, &mut found);
        for file in found {
            let text = fs::read_to_string(&file).expect("sources are UTF-8");
            for name in named(&text) {
                assert!(
                    name == module || allowed.contains(&name),
                    "{} names crate::{name}, which {module}/ may not",
                    file.display()
                );
            }
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} files were looked at");
}

#[test]
fn only_gathering_touches_the_outside() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (module, _) in MAY_NAME {
        let folder = src.join(module);
        if module == "gather" || !folder.exists() {
            continue;
        }
        let mut found = Vec::new();
        files(&folder, &mut found);
        for file in found {
            let is_test = |part: &std::ffi::OsStr| part == "tests" || part.to_string_lossy().ends_with("tests.rs");
            if file.strip_prefix(&src).expect("under src").iter().any(is_test) {
                continue;
            }
            let text = fs::read_to_string(&file).expect("sources are UTF-8");
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            for outside in ["std::fs", "std::env", "std::net", "std::process", "SystemTime", "Instant::now"] {
                assert!(!text.contains(outside), "{} uses {outside}", file.display());
            }
        }
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    files(&src, &mut found);
    for file in found {
        let text = fs::read_to_string(&file).expect("sources are UTF-8");
        let first = text.lines().next().unwrap_or_default();
        assert!(first.starts_with("//! "), "{} opens without a caption", file.display());
        assert!(!text.contains("#[allow("), "{} allows instead of expecting", file.display());
    }
}
