//! One parameter is spelled in several ways.
//!
//! ## Why
//!
//! When one tool takes `perPage` and its sibling `per_page`, a model writes the one into the other's call; most servers
//! ignore what they do not know, so nobody sees the mistake. Spellings that differ only between servers are told to
//! those who polish.
//!
//! ## Examples
//!
//! ```json bad
//! {"tools":[{"name":"cari","description":"d","inputSchema":{"type":"object","properties":{"perPage":{"type":"integer"}}}},
//!  {"name":"daftar","description":"d","inputSchema":{"type":"object","properties":{"per_page":{"type":"integer"}}}}]}
//! ```
//!
//! ```json good
//! {"tools":[{"name":"cari","description":"d","inputSchema":{"type":"object","properties":{"per_page":{"type":"integer"}}}},
//!  {"name":"daftar","description":"d","inputSchema":{"type":"object","properties":{"per_page":{"type":"integer"}}}}]}
//! ```
//!
//! ## References
//!
//! arXiv 2602.18914; 10 of 93 popular servers do it.

use std::collections::BTreeMap;

use crate::catalog::similar::name_words;
use crate::lint::cx::Cx;
use crate::lint::finding::Also;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::{Scene, ToolView};
use crate::lint::schema::node::Node;

/// The rule.
pub static RULE: Rule = Rule {
    id: "param-name-drift",
    group: Group::Naming,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("param_name_drift.rs"),
    check: Check::Catalog(check),
};

type Use<'a> = (&'a ToolView<'a>, &'a Node<'a>);
/// By the words of the name: each spelling and where it stands.
type Spellings<'a> = BTreeMap<String, BTreeMap<&'a str, Vec<Use<'a>>>>;

fn check(scene: &Scene<'_>, cx: &mut Cx<'_>) {
    let mut all = Spellings::new();
    for server in &scene.servers {
        let mut own = Spellings::new();
        for view in &server.tools {
            for node in view.parameters() {
                let Some(name) = node.property() else { continue };
                own.entry(meaning(name)).or_default().entry(name).or_default().push((view, node));
            }
        }
        for (meaning, spellings) in own {
            if spellings.len() > 1 {
                report(cx, &spellings, Persona::Regular, "a parameter of this server is");
            } else if let Some((name, uses)) = spellings.into_iter().next() {
                all.entry(meaning).or_default().entry(name).or_default().extend(uses.into_iter().next());
            }
        }
    }
    for spellings in all.values().filter(|spellings| spellings.len() > 1) {
        report(cx, spellings, Persona::Pedantic, "a parameter of these servers is");
    }
}

/// What a name means, however it is spelled.
fn meaning(name: &str) -> String {
    let joined = name_words(name).concat();
    match joined.as_str() {
        "pagesize" | "itemsperpage" | "resultsperpage" => "perpage".to_owned(),
        "q" | "searchquery" => "query".to_owned(),
        _ => joined,
    }
}

fn report(cx: &mut Cx<'_>, spellings: &BTreeMap<&str, Vec<Use<'_>>>, persona: Persona, whose: &str) {
    let Some((rarest, uses)) = spellings.iter().min_by_key(|(_, uses)| uses.len()) else { return };
    let Some((view, node)) = uses.first() else { return };
    let told: Vec<String> = spellings.iter().map(|(name, uses)| format!("{name:?} ({})", uses.len())).collect();
    let mut finding = cx
        .of(view.server_at, Some(view.at), node.pointer.clone())
        .say(format!("{whose} spelled in several ways: {}", told.join(", ")))
        .persona(persona)
        .evidence(*rarest)
        .help("use one spelling");
    let others = spellings.iter().filter(|(name, _)| *name != rarest).filter_map(|(_, uses)| uses.first());
    finding.also.extend(others.map(|(view, node)| Also {
        server: view.server.name.clone(),
        tool: Some(view.tool.name.clone()),
        pointer: node.pointer.clone(),
    }));
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::grade::Persona;
    use crate::lint::judged::findings;

    #[test]
    fn between_servers_it_is_for_those_who_polish() {
        let tool = |name: &str| {
            format!(
                r#"{{"name":"t{name}","description":"d","inputSchema":{{"type":"object","properties":{{"{name}":{{"type":"string"}}}}}}}}"#
            )
        };
        let one = format!(r#"{{"tools":[{},{},{}]}}"#, tool("q"), tool("query"), tool("query"));
        let found = findings("param-name-drift", &one);
        assert_eq!((found.len(), found[0].persona, found[0].evidence.as_str()), (1, Persona::Regular, "q"));
        let (one, two) = (tool("userId"), tool("user_id"));
        let apart = format!(r#"{{"servers":[{{"name":"a","tools":[{one}]}},{{"name":"b","tools":[{two}]}}]}}"#);
        assert_eq!(findings("param-name-drift", &apart)[0].persona, Persona::Pedantic);
        let other = format!(r#"{{"tools":[{},{}]}}"#, tool("userId"), tool("userIds"));
        assert!(findings("param-name-drift", &other).is_empty());
    }
}
