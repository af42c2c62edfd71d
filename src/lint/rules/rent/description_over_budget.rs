//! A tool's description is longer than 300 tokens.
//!
//! ## Why
//!
//! It is paid for on every turn, whether or not the tool is called. In the one study that measured it, longer texts made
//! agents take two thirds more steps for six points more success; purpose and when to use it alone did better.
//!
//! ## Examples
//!
//! ```json bad option:tokens:20
//! {"name":"pesan_kamar","description":"Memesan satu kamar di salah satu hotel mitra kami. Sejarah layanan ini dimulai pada tahun 1998, ketika kami masih berkantor di lantai dua sebuah ruko."}
//! ```
//!
//! ```json good option:tokens:20
//! {"name":"pesan_kamar","description":"Memesan satu kamar di hotel mitra."}
//! ```
//!
//! ## References
//!
//! arXiv 2602.14878 (augmented descriptions: +5.85 points of success, +67 % steps).

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::knob::{Knob, Setting};
use crate::lint::reading::read::shown;
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::rent::scale;

/// The rule.
pub static RULE: Rule = Rule {
    id: "description-over-budget",
    group: Group::Rent,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[Knob {
        name: "tokens",
        what: "the longest description, in tokens of o200k",
        default: Setting::Number(300),
    }],
    file: include_str!("description_over_budget.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let most = cx.size("tokens");
    // No token is shorter than a byte.
    let Some(text) = view.tool.description().filter(|text| text.len() > most) else { return };
    let head = shown(text);
    let tokens = usize::try_from(scale::tokens(head)).unwrap_or_default();
    if tokens > most {
        let more = if head.len() < text.len() { "more than " } else { "" };
        let finding = cx
            .at(view.tool.body_pointer("description"))
            .say(format!("the description has {more}{tokens} tokens; {most} are allowed"))
            .evidence(text)
            .help("keep what it does and when to use it; move manuals to a resource or to results");
        cx.report(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn only_what_is_long_is_told() {
        let tool = |words: usize| format!(r#"{{"name":"a","description":"{}"}}"#, "kata ".repeat(words));
        assert_eq!(findings("description-over-budget", &tool(600)).len(), 1);
        assert!(findings("description-over-budget", &tool(60)).is_empty());
    }
}
