//! Foreign text in every field, through every writer.

use proptest::prelude::*;
use serde_json::Value;

use super::{all, head};
use crate::catalog::saved;
use crate::catalog::tool::Catalog;
use crate::host::refusal::Blast;
use crate::lint::finding::{Finding, HostSays};
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::Group;
use crate::lint::rules::named;
use crate::lint::run::Outcome;
use crate::lint::unchecked::Unchecked;
use crate::report::escape::unsafe_to_show;
use crate::report::lint::document::{Told, document};

/// An outcome in which everything that can hold foreign text holds that text.
fn hostile(bad: &str, group: Group) -> (Catalog, Outcome) {
    let tool = serde_json::json!({"name": format!("t{bad}"), "description": bad, "inputSchema": {"type": "object"}});
    let list = serde_json::json!({"toolrent": bad, "tools": [tool]}).to_string();
    let catalog = saved::read(&format!("a{bad}.json"), list.as_bytes()).expect("a catalog");
    let says = HostSays {
        host: bad.to_owned(),
        consequence: bad.to_owned(),
        blast: Blast::Request,
        source: bad.to_owned(),
        as_of: "2026-11-30".to_owned(),
    };
    let patch = vec![Change::Replace(format!("/{bad}"), Value::from(bad))];
    let mut finding = Finding {
        group,
        server_at: Some(0),
        tool_at: Some(0),
        server: bad.to_owned(),
        tool: Some(format!("t{bad}")),
        ..named("override-phrase").expect("a rule").blank()
    }
    .say(bad)
    .evidence(bad)
    .span(0..bad.len())
    .decoded(bad)
    .help(bad)
    .host(says)
    .fix(Fix { level: FixLevel::Safe, patch, what: bad.to_owned() })
    .and_at(format!("/{bad}"));
    finding.pointer = format!("/{bad}");
    finding.saves.insert("raw-o200k".to_owned(), 7);
    let left = Unchecked {
        rule: "override-phrase",
        server: bad.to_owned(),
        tool: Some(bad.to_owned()),
        pointer: bad.to_owned(),
        reason: bad.to_owned(),
    };
    let again = Finding { pointer: "/description".to_owned(), ..finding.clone() };
    (catalog, Outcome { findings: vec![finding, again], unchecked: vec![left], tools: 1, ..Outcome::default() })
}

fn all_hostile(bad: &str, group: Group) -> Vec<(&'static str, String)> {
    let (catalog, outcome) = hostile(bad, group);
    all(&document(head(&format!("a{bad}.json")), &catalog, &[], &outcome, Told::default()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]
    #[test]
    fn no_writer_lets_through_what_a_reader_obeys_or_does_not_see(
        noise: String,
        at in 0..16_usize,
        worse in prop::sample::select(vec!["\u{1b}[2J", "\u{202e}", "\u{e0041}", "\n::error::x", "]]>", "\u{9b}", "\r", "\u{2066}", "<script>", "|`*", "%0A", "\u{0}"]),
    ) {
        let at = noise.ceil_char_boundary(at.min(noise.len()));
        let bad = format!("{}{worse}{}", &noise[..at], &noise[at..]);
        for (format, text) in all_hostile(&bad, Group::Injection) {
            let through = text.chars().find(|c| unsafe_to_show(*c) && !matches!(c, '\n') && !(format == "csv" && *c == '\r'));
            prop_assert_eq!(through, None, "{}: {}", format, text);
            if matches!(format, "json" | "sarif" | "gitlab") {
                prop_assert!(serde_json::from_str::<Value>(&text).is_ok());
            }
            if format == "github" {
                prop_assert!(text.lines().all(|line| line.starts_with("::error file=")), "{}", text);
            }
        }
    }
}

#[test]
fn no_format_tells_a_secret() {
    let secret = "rahasia-0123456789-abcdef";
    let (catalog, mut outcome) = hostile(secret, Group::Secrets);
    for finding in &mut outcome.findings {
        // Names and pointers are those of the tool; hosts and patches are ours.
        finding.pointer = "/description".to_owned();
        finding.server = "gudang".to_owned();
        finding.tool = Some("kirim".to_owned());
        finding.hosts.clear();
        finding.also.clear();
        finding.evidence = format!("kunci {secret} ini");
        finding.span = Some(6..6 + secret.len());
    }
    outcome.unchecked.clear();
    let other = Finding { group: Group::Quality, span: Some(0..5), ..outcome.findings[0].clone() };
    outcome.findings.push(other);
    let mut lint = document(head("a.json"), &catalog, &[], &outcome, Told::default());
    lint.judged.clear();
    lint.findings.iter_mut().for_each(|finding| finding.location = None);
    for (format, text) in all(&lint) {
        assert!(!text.contains("0123456789") && !text.contains("abcdef"), "{format}: {text}");
        assert!(
            text.contains("raha••••") || matches!(format, "statistics" | "statistics in markdown"),
            "{format}: {text}"
        );
    }
}
