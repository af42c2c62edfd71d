//! The same passage stands in the descriptions of three or more tools of one server.
//!
//! ## Why
//!
//! Every copy is paid for on every turn. What is true for the whole server can be said once, in its instructions.
//!
//! ## Examples
//!
//! ```json bad option:tokens:15
//! {"tools":[
//!  {"name":"a","description":"Membaca. Nomor cabang adalah angka empat digit yang tertulis di sudut kanan atas buku tabungan nasabah."},
//!  {"name":"b","description":"Menulis. Nomor cabang adalah angka empat digit yang tertulis di sudut kanan atas buku tabungan nasabah."},
//!  {"name":"c","description":"Menutup. Nomor cabang adalah angka empat digit yang tertulis di sudut kanan atas buku tabungan nasabah."}]}
//! ```
//!
//! ```json good option:tokens:15
//! {"tools":[{"name":"a","description":"Membaca satu rekening."},{"name":"b","description":"Menulis satu rekening."},
//!  {"name":"c","description":"Menutup satu rekening."}]}
//! ```
//!
//! ## References
//!
//! One popular server explains the same parameter in 23 tools. Some hosts drop instructions: see `toolrent hosts`.

use std::collections::BTreeMap;

use crate::catalog::text::{Kind, Text};
use crate::lint::cx::Cx;
use crate::lint::finding::{Also, Finding};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::knob::{Knob, Setting};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ServerView;
use crate::lint::shared_spans::{self, Shared};
use crate::rent::scale;

/// The rule.
pub static RULE: Rule = Rule {
    id: "repeated-text-across-tools",
    group: Group::Rent,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[
        Knob {
            name: "tokens",
            what: "a shorter passage is not told, in tokens of o200k",
            default: Setting::Number(25),
        },
        Knob { name: "tools", what: "how many tools must have it", default: Setting::Number(3) },
    ],
    file: include_str!("repeated_text_across_tools.rs"),
    check: Check::Server(check),
};

/// How many tools are named in the message.
const NAMED: usize = 4;

fn check(view: &ServerView<'_>, cx: &mut Cx<'_>) {
    let texts: Vec<(usize, &Text<'_>)> = view
        .tools
        .iter()
        .flat_map(|tool| tool.texts.iter().map(|text| (tool.at, &text.text)))
        .filter(|(_, text)| matches!(text.kind, Kind::Description | Kind::SchemaDescription))
        .collect();
    let owned: Vec<(usize, &str)> = texts.iter().map(|(tool, text)| (*tool, text.text)).collect();
    let least = cx.number("tokens");
    // Passages of the same tools are one finding.
    let mut by_tools: BTreeMap<Vec<usize>, Vec<(i64, Shared)>> = BTreeMap::new();
    for shared in shared_spans::shared(&owned, cx.size("tools").max(2)) {
        let passage = owned.get(shared.text).and_then(|(_, text)| text.get(shared.span.clone())).unwrap_or_default();
        let tokens = scale::tokens(passage);
        if tokens >= least {
            let tools = shared.texts.iter().filter_map(|text| Some(texts.get(*text)?.0)).collect();
            by_tools.entry(tools).or_default().push((tokens, shared));
        }
    }
    for (tools, mut passages) in by_tools {
        passages.sort_by_key(|(tokens, shared)| (std::cmp::Reverse(*tokens), shared.text, shared.span.start));
        if let Some(finding) = told(view, cx, &texts, &tools, &passages) {
            cx.report(finding);
        }
    }
}

fn told(
    view: &ServerView<'_>,
    cx: &Cx<'_>,
    texts: &[(usize, &Text<'_>)],
    tools: &[usize],
    passages: &[(i64, Shared)],
) -> Option<Finding> {
    let (_, longest) = passages.first()?;
    let (tool, text) = texts.get(longest.text)?;
    let name = |at: &usize| view.tools.get(*at).map(|tool| tool.tool.name.as_str());
    let mut names: Vec<&str> = tools.iter().take(NAMED).filter_map(name).collect();
    if tools.len() > NAMED {
        names.push("…");
    }
    let tokens: i64 = passages.iter().map(|(tokens, _)| tokens).sum();
    let again = tokens * i64::try_from(tools.len()).unwrap_or(i64::MAX).saturating_sub(1);
    let what = if passages.len() == 1 { "the same passage".to_owned() } else { format!("{} passages", passages.len()) };
    let message =
        format!("{what} of {tokens} tokens in {} tools, {again} tokens too many: {}", tools.len(), names.join(", "));
    let mut finding = cx
        .of(view.at, Some(*tool), text.pointer.clone())
        .say(message)
        .span(longest.span.clone())
        .evidence(text.text)
        .help("say it once, in the server's instructions, where the host shows them");
    let others = longest.texts.iter().filter(|at| **at != longest.text).filter_map(|at| texts.get(*at));
    finding.also = others
        .map(|(tool, text)| Also {
            server: view.server.name.clone(),
            tool: name(tool).map(str::to_owned),
            pointer: text.pointer.clone(),
        })
        .collect();
    Some(finding)
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn passages_of_the_same_tools_are_one_finding() {
        let about = "Nama gudang seperti tercetak pada label rak, dengan huruf besar dan tanpa spasi, misalnya GDG01 atau GDG17";
        let tool = |name: &str, about: &str| {
            format!(
                r#"{{"name":"{name}","description":"Kerja {name}. {about}.","inputSchema":{{"properties":{{"g":{{"description":"{about}"}}}}}}}}"#
            )
        };
        let list =
            |about: &str| format!(r#"{{"tools":[{},{},{}]}}"#, tool("a", about), tool("b", about), tool("c", about));
        let found = findings("repeated-text-across-tools", &list(about));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].message.contains("in 3 tools"), "{}", found[0].message);
        assert!(findings("repeated-text-across-tools", &list("Nama gudang")).is_empty());
    }
}
