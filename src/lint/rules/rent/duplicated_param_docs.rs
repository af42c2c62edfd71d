//! The description explains parameters that their own descriptions already explain.
//!
//! ## Why
//!
//! A docstring's `Args:` is copied into the schema by the framework and stays in the description too: paid for twice on
//! every turn.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"laporan","description":"Membuat laporan pemakaian.\n\nArgs:\n    kota: Nama kota tanpa provinsi\n    bulan: Bulan sebagai YYYY-MM",
//!  "inputSchema":{"type":"object","properties":{"kota":{"type":"string","description":"Nama kota tanpa provinsi"},
//!  "bulan":{"type":"string","description":"Bulan sebagai YYYY-MM"}}}}
//! ```
//!
//! ```json good
//! {"name":"laporan","description":"Membuat laporan pemakaian.\n\nArgs:\n    kota: Nama kota tanpa provinsi\n    bulan: Bulan sebagai YYYY-MM",
//!  "inputSchema":{"type":"object","properties":{"kota":{"type":"string"},"bulan":{"type":"string"}}}}
//! ```
//!
//! ## References
//!
//! kesslerio/vibe-check-mcp#236, sprawz/gtm-mcp-server#111.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::knob::{Knob, Setting};
use crate::lint::param_docs::{self, Entry};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "duplicated-param-docs",
    group: Group::Rent,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[Knob {
        name: "percent",
        what: "how much of the section must stand in the schema too",
        default: Setting::Number(60),
    }],
    file: include_str!("duplicated_param_docs.rs"),
    check: Check::Tool(check),
};

/// Of an entry's words, how many in a hundred the parameter's own description must have.
const COVERED: usize = 80;

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    // Of a part of a section nothing can be dropped.
    let Some(description) = view.description().filter(|text| !text.is_cut()).map(|text| text.whole) else { return };
    let own: BTreeMap<&str, Option<&str>> =
        view.parameters().filter_map(|node| Some((node.property()?, node.description()))).collect();
    let Some(section) = param_docs::section(description, |name| own.contains_key(name)) else { return };
    let again =
        |entry: &&Entry| own.get(entry.name.as_str()).copied().flatten().is_some_and(|own| covers(own, &entry.text));
    let repeated: Vec<&Entry> = section.entries.iter().filter(again).collect();
    let names: BTreeSet<&str> = repeated.iter().map(|entry| entry.name.as_str()).collect();
    if repeated.is_empty() || repeated.len() * 100 < section.entries.len() * cx.size("percent") {
        return;
    }
    let gone: Vec<Range<usize>> = if repeated.len() == section.entries.len() {
        vec![section.lines]
    } else {
        repeated.iter().map(|entry| entry.lines.clone()).collect()
    };
    let pointer = view.tool.body_pointer("description");
    let short = param_docs::without(description, &gone);
    let names: Vec<&str> = names.into_iter().collect();
    let mut finding = cx
        .at(pointer.clone())
        .say(format!("explained here and in their own descriptions: {}", names.join(", ")))
        .evidence(description)
        .help("leave each explanation at its parameter");
    if !short.trim().is_empty() {
        let patch = vec![Change::Replace(pointer, Value::String(short))];
        let what = "drops the explanations from the description".to_owned();
        finding = finding.fix(Fix { level: FixLevel::Unsafe, patch, what });
    }
    cx.report(finding);
}

/// Whether a parameter's own description says what an entry says.
fn covers(own: &str, entry: &str) -> bool {
    let own_words: BTreeSet<String> = words(own).collect();
    let of_entry: Vec<String> = words(entry).collect();
    let held = of_entry.iter().filter(|word| own_words.contains(*word)).count();
    !of_entry.is_empty() && (held * 100 >= of_entry.len() * COVERED || own.contains(entry.trim()))
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn tool(description: &str, own: [&str; 2]) -> String {
        let [kota, tahun] = own;
        serde_json::json!({"name": "a", "description": description, "inputSchema": {"type": "object",
            "properties": {"kota": {"description": kota}, "tahun": {"description": tahun}}}})
        .to_string()
    }

    #[test]
    fn only_what_stands_twice_is_dropped() {
        let text = "Membaca.\n\nArgs:\n    kota: Nama kota\n    tahun: Tahun anggaran, mulai 2001";
        let found = findings("duplicated-param-docs", &tool(text, ["Nama kota", "Tahun anggaran, mulai 2001."]));
        assert!(found[0].message.ends_with("kota, tahun") && found[0].saves["raw-o200k"] > 15, "{:?}", found[0]);
        assert!(findings("duplicated-param-docs", &tool(text, ["Kode", "Tahun"])).is_empty());
    }

    #[test]
    fn another_script_is_read_too() {
        let text = "読み取り。\n\n引数:\n    kota: 都市の名前\n    tahun: 会計年度";
        assert_eq!(findings("duplicated-param-docs", &tool(text, ["都市の名前", "会計年度"])).len(), 1);
        assert!(findings("duplicated-param-docs", &tool(text, ["地区", "西暦"])).is_empty());
    }
}
