//! The names of one server are written in several styles.
//!
//! ## Why
//!
//! `get_user` beside `listOrders` makes a model misspell the one it calls less often. Every style is allowed; this is
//! about one server using one of them.
//!
//! ## Examples
//!
//! ```json bad
//! {"tools":[{"name":"cari_barang","description":"d","inputSchema":{"type":"object"}},
//!  {"name":"hapusBarang","description":"d","inputSchema":{"type":"object"}}]}
//! ```
//!
//! ```json good
//! {"tools":[{"name":"cari_barang","description":"d","inputSchema":{"type":"object"}},
//!  {"name":"hapus_barang","description":"d","inputSchema":{"type":"object"}}]}
//! ```
//!
//! ## References
//!
//! MCP 2025-11-25, tool names: every style is allowed.

use std::collections::BTreeMap;

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::{ServerView, ToolView};

/// The rule.
pub static RULE: Rule = Rule {
    id: "name-style-mixed",
    group: Group::Naming,
    severity: Severity::Info,
    confidence: Confidence::Medium,
    persona: Persona::Pedantic,
    status: Status::Stable,
    options: &[],
    file: include_str!("name_style_mixed.rs"),
    check: Check::Server(check),
};

fn check(server: &ServerView<'_>, cx: &mut Cx<'_>) {
    let mut styles: BTreeMap<&str, Vec<&ToolView<'_>>> = BTreeMap::new();
    for view in &server.tools {
        if let Some(style) = style(&view.tool.name) {
            styles.entry(style).or_default().push(view);
        }
    }
    let Some((least, views)) = styles.iter().min_by_key(|(_, views)| views.len()).filter(|_| styles.len() > 1) else {
        return;
    };
    let Some(first) = views.first() else { return };
    let told: Vec<String> = styles.iter().map(|(style, views)| format!("{} in {style}", views.len())).collect();
    let finding = cx
        .of(server.at, Some(first.at), first.tool.body_pointer("name"))
        .say(format!("names of this server are written in several styles: {}", told.join(", ")))
        .evidence(first.tool.name.as_str())
        .help(format!("write the names in {least} as the others are"));
    cx.report(finding);
}

/// The style of a name; `None` for one word, and for names that mix styles themselves, as prefixes do.
fn style(name: &str) -> Option<&'static str> {
    let humps = name.chars().zip(name.chars().skip(1)).any(|(one, next)| one.is_lowercase() && next.is_uppercase());
    match (name.contains('_'), name.contains('-'), name.contains('.'), humps) {
        (true, false, false, false) => Some("snake_case"),
        (false, true, false, false) => Some("kebab-case"),
        (false, false, false, true) => Some("camelCase"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn one_word_has_no_style() {
        let tool = |name: &str| format!(r#"{{"name":"{name}","description":"d","inputSchema":{{"type":"object"}}}}"#);
        let list = |one: &str, two: &str| format!(r#"{{"tools":[{},{}]}}"#, tool(one), tool(two));
        assert_eq!(findings("name-style-mixed", &list("cari-barang", "hapus_barang")).len(), 1);
        assert!(findings("name-style-mixed", &list("cari", "hapus_barang")).is_empty());
        assert!(findings("name-style-mixed", &list("toko_cariBarang", "hapus_barang")).is_empty());
    }
}
