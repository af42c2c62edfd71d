//! Parameters are explained nowhere, and their names could mean anything.
//!
//! ## Why
//!
//! A model fills a parameter from its description, the tool's description or its name. When all three are silent it
//! guesses: which values `mode` takes, what `a` is, whose `id` is wanted. A name that speaks for itself (`url`, `limit`,
//! `faktur_id`) needs no words, so only the others are counted; one finding names them all.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"atur_pompa","description":"Mengatur pompa air di satu lahan.","inputSchema":{"type":"object",
//!  "properties":{"lahan":{"type":"string"},"mode":{"type":"string"},"k":{"type":"number"}},"required":["mode","k"]}}
//! ```
//!
//! ```json good
//! {"name":"atur_pompa","description":"Mengatur pompa air di satu lahan: mode `hemat` atau `penuh`, debit dalam liter.",
//!  "inputSchema":{"type":"object","properties":{"lahan":{"type":"string"},"mode":{"type":"string"},
//!  "debit":{"type":"number"}},"required":["mode","debit"]}}
//! ```
//!
//! ## References
//!
//! arXiv 2602.14878, "opaque parameters"; Anthropic, "Writing tools for agents": unambiguous parameter names.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::quality::elsewhere::without_links;
use crate::lint::rules::quality::parameters::{self, Clarity, Parameter};
use crate::lint::scene::ToolView;
use crate::lint::words::assessed::length_below;

/// The rule.
pub static RULE: Rule = Rule {
    id: "opaque-parameters",
    group: Group::Quality,
    severity: Severity::Warning,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("opaque_parameters.rs"),
    check: Check::Tool(check),
};

/// A description below this explains no parameter.
const THIN: usize = 40;

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let parameters = parameters::of(view);
    let described = parameters.iter().filter(|one| one.clarity == Clarity::Described).count();
    let few = parameters.len() >= 2 && described * 2 < parameters.len();
    let thin = view.description().is_none_or(|text| length_below(&without_links(text), THIN).is_some());
    let of = |least: Clarity| parameters.iter().filter(|one| one.clarity >= least).collect::<Vec<_>>();
    let opaque = of(Clarity::Opaque);
    let silent = of(Clarity::NameOnly);
    let needed = |found: &[&Parameter<'_>]| found.len() >= 2 || found.iter().any(|one| one.node.required);
    if thin && !opaque.is_empty() || few && needed(&opaque) {
        report(cx, &opaque, parameters.len(), Severity::Warning, Persona::Regular);
        return;
    }
    let bare: Vec<&Parameter<'_>> = silent.iter().copied().filter(|one| one.is_bare()).collect();
    if thin && needed(&bare) {
        report(cx, &bare, parameters.len(), Severity::Warning, Persona::Regular);
        return;
    }
    if few && silent.len() >= 2 {
        report(cx, &silent, parameters.len(), Severity::Info, Persona::Pedantic);
    }
}

/// Names listed in a message; the rest is counted.
const NAMED: usize = 5;

fn report(cx: &mut Cx<'_>, found: &[&Parameter<'_>], of: usize, severity: Severity, persona: Persona) {
    let Some((first, rest)) = found.split_first() else { return };
    let names: Vec<String> = found.iter().take(NAMED).map(|one| format!("{:?}", one.name)).collect();
    let more = found.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message = format!("{} of {of} parameters explained nowhere: {}{more}", found.len(), names.join(", "));
    let finding = cx
        .at(first.node.pointer.clone())
        .say(message)
        .severity(severity)
        .persona(persona)
        .evidence(first.node.value.to_string())
        .help("say in each description what it is, its unit or its values, and where it comes from");
    let finding = rest.iter().fold(finding, |finding, one| finding.and_at(one.node.pointer.clone()));
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::grade::Severity;
    use crate::lint::judged::findings;

    fn tool(description: &str, properties: &str) -> String {
        format!(
            r#"{{"name":"t","description":"{description}","inputSchema":{{"type":"object","properties":{properties}}}}}"#
        )
    }

    #[test]
    fn an_opaque_name_is_named_with_its_place() {
        let long = "Memindahkan satu lembar kerja ke map lain di lemari arsip dan memberi nomor barunya.";
        let found = findings("opaque-parameters", &tool(long, r#"{"a":{"type":"string"},"b":{"type":"integer"}}"#));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].severity, Severity::Warning);
        assert_eq!(found[0].pointer, "/inputSchema/properties/a");
        assert_eq!(found[0].also[0].pointer, "/inputSchema/properties/b");
    }

    #[test]
    fn a_description_that_repeats_the_name_explains_nothing() {
        let echoed = r#"{"mode":{"type":"string","description":"The mode"},"val":{"description":"val"}}"#;
        assert_eq!(findings("opaque-parameters", &tool("Menata baris lembar kerja.", echoed)).len(), 1);
    }

    #[test]
    fn a_name_that_speaks_or_is_spoken_of_passes() {
        for (description, properties) in [
            ("Opens a page.", r#"{"url":{"type":"string"},"limit":{"type":"integer"}}"#),
            ("Fetches one crew by its id.", r#"{"id":{"type":"integer"}}"#),
            ("Adds two numbers, `a` and `b`.", r#"{"a":{"type":"number"},"b":{"type":"number"}}"#),
            ("Sorts rows.", r#"{"mode":{"enum":["up","down"]}}"#),
            ("Sorts rows.", r#"{"mode":{"type":"string","description":"Arah urutan"}}"#),
        ] {
            let json = tool(description, properties);
            assert!(findings("opaque-parameters", &json).is_empty(), "{json}");
        }
    }
}
