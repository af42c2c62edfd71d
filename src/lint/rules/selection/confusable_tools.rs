//! Tools say nearly the same, and nothing tells a model which one to take.
//!
//! ## Why
//!
//! Among tools whose names and texts are nearly equal a model picks by chance. Opposite deeds (`start` and `stop`), texts
//! that differ by the very word by which the names differ (`list_users` and `list_groups`) and tools that require
//! different parameters are not confused and pass. One finding names the whole group.
//!
//! ## Examples
//!
//! ```json bad
//! {"tools":[{"name":"telusur_arsip","description":"Menelusuri surat lama di gudang arsip menurut tahun.",
//!  "inputSchema":{"type":"object"}},{"name":"lacak_surat","description":"Menelusuri surat lama di gudang arsip menurut tahun.",
//!  "inputSchema":{"type":"object"}}]}
//! ```
//!
//! ```json bad
//! {"tools":[{"name":"search","description":"Searches parcels.","inputSchema":{"type":"object",
//!  "properties":{"q":{"type":"string"}}}},{"name":"lookup","description":"Lookup parcels.","inputSchema":{"type":"object",
//!  "properties":{"q":{"type":"string"}}}}]}
//! ```
//!
//! ```json good
//! {"tools":[{"name":"mulai_pompa","description":"Memulai pompa air di satu lahan.","inputSchema":{"type":"object"}},
//!  {"name":"henti_pompa","description":"Menghentikan pompa air di satu lahan.","inputSchema":{"type":"object"}}]}
//! ```
//!
//! ## References
//!
//! microsoft/mcp#1654; ondata/ckan-mcp-server#33; arXiv 2602.18914.

use std::collections::{BTreeMap, HashMap};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::catalog::similar::name_likeness;
use crate::lint::cx::Cx;
use crate::lint::finding::Also;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::naming::name_squatting::base;
use crate::lint::rules::selection::groups::Groups;
use crate::lint::rules::selection::said::Said;
use crate::lint::scene::{Scene, ToolView};

/// The rule.
pub static RULE: Rule = Rule {
    id: "confusable-tools",
    group: Group::Selection,
    severity: Severity::Warning,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("confusable_tools.rs"),
    check: Check::Catalog(check),
};

/// Texts at least this alike are compared at all, and confused when the names are alike as well.
const ALIKE: usize = 60;
/// Names this alike are one name to a hasty reader.
const ALIKE_NAMES: usize = 85;
/// Texts this alike say the same, whatever the names.
const SAME: usize = 90;
/// Texts of fewer words say too little to be the same as another's.
const TELLING: usize = 3;
/// Tools that share a rare word and are compared with each other.
const BUCKET: usize = 60;

fn check(scene: &Scene<'_>, cx: &mut Cx<'_>) {
    let tools: Vec<&ToolView<'_>> = scene.tools().collect();
    let said: Vec<Said<'_>> = tools.par_iter().filter_map(|view| Said::of(view)).collect();
    let mut groups = Groups::of(said.len());
    siblings(&said, &mut groups);
    for (one, other) in candidates(&said) {
        let likeness = said[one].grams.likeness(&said[other].grams);
        if likeness >= ALIKE && is_confusable(&said[one], &said[other], likeness) {
            groups.join(one, other, likeness);
        }
    }
    for (members, likeness) in groups.listed() {
        report(cx, &members.iter().map(|&at| said[at].view).collect::<Vec<_>>(), likeness);
    }
}

/// Tools that differ only in the verb by which they look for the same thing.
fn siblings(said: &[Said<'_>], groups: &mut Groups) {
    let mut first = BTreeMap::new();
    for (at, one) in said.iter().enumerate() {
        if let Some(key) = one.sibling_key() {
            let before = *first.entry((one.view.server_at, key)).or_insert(at);
            if before != at && said[before].view.tool.name != one.view.tool.name {
                groups.join(before, at, 100);
            }
        }
    }
}

/// Pairs whose texts may be alike: a text shares one of its rarest n-grams with every text that is alike enough.
fn candidates(said: &[Said<'_>]) -> Vec<(usize, usize)> {
    let mut frequency: HashMap<u64, u32> = HashMap::new();
    for gram in said.iter().flat_map(|one| one.grams.as_slice()) {
        *frequency.entry(*gram).or_default() += 1;
    }
    let mut holders: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut pairs = Vec::new();
    for (at, one) in said.iter().enumerate() {
        let mut grams: Vec<(u32, u64)> = one.grams.as_slice().iter().map(|gram| (frequency[gram], *gram)).collect();
        grams.sort_unstable();
        let prefix = grams.len() - grams.len() * ALIKE / 100 + 1;
        let mut others: Vec<usize> = Vec::new();
        for (_, gram) in grams.into_iter().take(prefix) {
            let holders = holders.entry(gram).or_default();
            others.extend(holders.iter().rev().take(BUCKET));
            holders.push(at);
        }
        others.sort_unstable();
        others.dedup();
        let size = |at: usize| said[at].grams.as_slice().len();
        let fits = |other: &usize| size(*other) * 100 >= size(at) * ALIKE && size(at) * 100 >= size(*other) * ALIKE;
        pairs.extend(others.into_iter().filter(fits).map(|other| (other, at)));
    }
    pairs
}

fn is_confusable(one: &Said<'_>, other: &Said<'_>, likeness: usize) -> bool {
    let (name, other_name) = (one.view.tool.name.as_str(), other.view.tool.name.as_str());
    let same_server = one.view.server_at == other.view.server_at;
    // Equal names, and names with something added, are faults of their own.
    let plain = |said: &Said<'_>| base(&said.view.tool.name).unwrap_or_else(|| said.name.clone());
    if name == other_name || !same_server && (one.name == other.name || plain(one) == plain(other)) {
        return false;
    }
    let names_alike = same_server && name_likeness(name, other_name) >= ALIKE_NAMES;
    let alike = names_alike || likeness >= SAME && one.words.len().min(other.words.len()) >= TELLING;
    alike && one.is_substitutable(other) && !one.is_opposite(other) && !one.is_told_apart(other)
}

/// Members named in a message; the rest is counted.
const NAMED: usize = 6;

fn report(cx: &mut Cx<'_>, members: &[&ToolView<'_>], likeness: usize) {
    let Some((first, rest)) = members.split_first() else { return };
    let names: Vec<&str> = members.iter().take(NAMED).map(|view| view.tool.name.as_str()).collect();
    let more = if members.len() > NAMED { format!(" and {} more", members.len() - NAMED) } else { String::new() };
    let mut finding = cx
        .of(first.server_at, Some(first.at), first.tool.body_pointer("description"))
        .say(format!("{} tools say nearly the same ({likeness} % alike): {}{more}", members.len(), names.join(", ")))
        .evidence(first.tool.description().unwrap_or_default())
        .help("say in each when to use it and not the others, or make one tool of them");
    finding.also.extend(rest.iter().map(|view| Also {
        server: view.server.name.clone(),
        tool: Some(view.tool.name.clone()),
        pointer: view.tool.body_pointer("description"),
    }));
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn groups(tools: &[(&str, &str, &str)]) -> Vec<usize> {
        let tool = |(name, description, parameter): &(&str, &str, &str)| {
            format!(
                r#"{{"name":"{name}","description":"{description}","inputSchema":{{"type":"object","properties":{{"{parameter}":{{"type":"string"}}}},"required":["{parameter}"]}}}}"#
            )
        };
        let list = format!(r#"{{"tools":[{}]}}"#, tools.iter().map(tool).collect::<Vec<_>>().join(","));
        findings("confusable-tools", &list).iter().map(|found| found.also.len() + 1).collect()
    }

    #[test]
    fn a_group_is_told_once() {
        let three =
            [("list", "Lists parcels.", "q"), ("search", "Searches parcels.", "q"), ("find", "Finds parcels.", "q")];
        assert_eq!(groups(&three), [3]);
        assert_eq!(
            groups(&[
                ("a_one", "Weighs the truck at the gate, returns the weight.", "t"),
                ("b_two", "Weigh trucks at the gate and return weight.", "t")
            ]),
            [2]
        );
    }

    #[test]
    fn what_is_told_apart_passes() {
        for pair in [
            [("dock_open", "Update.", "a"), ("gate_paint", "Update.", "a")],
            [
                ("start_pump", "Switches the pump of one field.", "f"),
                ("stop_pump", "Switches the pump of one field.", "f"),
            ],
            [("list_users", "Lists all users of the yard.", "p"), ("list_gates", "Lists all gates of the yard.", "p")],
            [("read_row", "Reads one row of the table.", "id"), ("read_rows", "Reads one row of the table.", "range")],
            [
                ("창고_목록", "창고에 있는 상자를 모두 보여 줍니다", "p"),
                ("트럭_목록", "마당에 있는 트럭을 모두 보여 줍니다", "p"),
            ],
        ] {
            assert!(groups(&pair).is_empty(), "{pair:?}");
        }
    }

    #[test]
    fn a_thousand_equal_texts_take_no_time() {
        let tools: Vec<(String, String)> =
            (0..1000).map(|n| (format!("t{n}"), "Weighs the truck at gate.".to_owned())).collect();
        let tools: Vec<(&str, &str, &str)> =
            tools.iter().map(|(name, text)| (name.as_str(), text.as_str(), "q")).collect();
        assert_eq!(groups(&tools), [1000]);
    }
}
