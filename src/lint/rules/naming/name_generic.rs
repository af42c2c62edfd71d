//! A name is one general word, such as `search` or `run`.
//!
//! ## Why
//!
//! Alone on its server it reads well; among the tools of five servers nothing tells what it searches or runs, and the
//! same word is likely to stand there twice.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"cari","description":"Mencari barang di toko.","inputSchema":{"type":"object"}}
//! ```
//!
//! ```json good
//! {"name":"cari_barang","description":"Mencari barang di toko.","inputSchema":{"type":"object"}}
//! ```
//!
//! ## References
//!
//! Anthropic, "Writing tools for agents": namespacing; microsoft/mcp#1654.

use crate::catalog::similar::name_words;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::words::stems::lists;

/// The rule.
pub static RULE: Rule = Rule {
    id: "name-generic",
    group: Group::Naming,
    severity: Severity::Info,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("name_generic.rs"),
    check: Check::Tool(check),
};

/// Words that say nothing of what a tool works on.
const GENERAL: &str = "get list search find query fetch read write run execute exec call create update delete remove add set \
    put post send show view open close start stop check test help info data process handle manage action tool do invoke \
    request submit save load import export sync apply batch lookup describe status config command ambil daftar cari \
    jalankan buat ubah hapus tambah kirim lihat buka tutup simpan muat proses";

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let words = name_words(&view.tool.name);
    let [word] = words.as_slice() else { return };
    if !lists(GENERAL, word) {
        return;
    }
    let finding = cx
        .at(view.tool.body_pointer("name"))
        .say(format!("{word:?} does not say what it works on"))
        .evidence(view.tool.name.as_str())
        .help("add the object: search_orders rather than search");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn an_object_or_a_word_of_its_own_passes() {
        let tool = |name: &str| format!(r#"{{"name":"{name}","description":"d","inputSchema":{{"type":"object"}}}}"#);
        assert_eq!(findings("name-generic", &tool("Fetch")).len(), 1);
        for good in ["fetch_page", "getUser", "sequentialthinking", "吃饭"] {
            assert!(findings("name-generic", &tool(good)).is_empty(), "{good}");
        }
    }
}
