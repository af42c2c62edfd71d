//! Why a warning of the injection group about a real definition may stand: `argued.toml`, one row a kind of place.

use std::sync::LazyLock;

use serde::Deserialize;
use toolrent::lint::finding::Finding;

#[derive(Deserialize)]
struct Row {
    rule: String,
    server: String,
    tool: String,
    pointer: String,
    why: String,
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    row: Vec<Row>,
}

static ROWS: LazyLock<Vec<Row>> =
    LazyLock::new(|| toml::from_str::<File>(include_str!("argued.toml")).expect("argued.toml is TOML").row);

/// Why that finding may stand.
pub(crate) fn why(finding: &Finding) -> Option<&'static str> {
    let fits = |row: &&Row| {
        let tool = finding.tool.as_deref().unwrap_or_default();
        row.rule == finding.rule
            && is_like(&row.server, &finding.server)
            && is_like(&row.tool, tool)
            && is_like(&row.pointer, &finding.pointer)
    };
    ROWS.iter().find(fits).map(|row| row.why.as_str())
}

/// Whether a text is what a row names, `*` at its end standing for any rest.
fn is_like(written: &str, text: &str) -> bool {
    match written.strip_suffix('*') {
        Some(beginning) => text.starts_with(beginning),
        None => written == text,
    }
}
