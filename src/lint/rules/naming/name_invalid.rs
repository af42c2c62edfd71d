//! A tool's name breaks the rules of the protocol.
//!
//! ## Why
//!
//! Names should have 1 to 128 characters, all of them ASCII letters, digits, `_`, `-` or `.`. The protocol says SHOULD,
//! so this is a warning; hosts that refuse such a name are named by `host-tool-name`.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"kirim faktur","description":"Mengirim satu faktur.","inputSchema":{"type":"object"}}
//! ```
//!
//! ```json bad
//! {"name":"faktur/kirim","description":"Mengirim satu faktur.","inputSchema":{"type":"object"}}
//! ```
//!
//! ```json good
//! {"name":"faktur.kirim-2","description":"Mengirim satu faktur.","inputSchema":{"type":"object"}}
//! ```
//!
//! ## References
//!
//! MCP 2025-11-25, tools, tool names (SEP-986).

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "name-invalid",
    group: Group::Naming,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("name_invalid.rs"),
    check: Check::Tool(check),
};

/// The longest name the protocol allows.
const LONGEST: usize = 128;

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let name = view.tool.name.as_str();
    let allowed = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '-' | '.');
    let length = name.chars().count();
    let foreign = name.char_indices().find(|&(_, one)| !allowed(one));
    let (span, message) = if let Some((at, one)) = foreign {
        let code = u32::from(one);
        (at..at + one.len_utf8(), format!("{one:?} (U+{code:04X}) may not stand in a name"))
    } else if length == 0 {
        (0..0, "the name is empty".to_owned())
    } else if length > LONGEST {
        (0..name.len(), format!("{length} characters, the protocol allows {LONGEST}"))
    } else {
        return;
    };
    let finding = cx
        .at(view.tool.body_pointer("name"))
        .say(message)
        .span(span)
        .evidence(name)
        .help("use 1 to 128 ASCII letters, digits, _, - and .");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn the_protocol_s_characters_pass() {
        let tool = |name: &str| format!(r#"{{"name":"{name}","description":"d","inputSchema":{{"type":"object"}}}}"#);
        for bad in ["a b", "naïf", "a,b", "cari!", "поиск", &"x".repeat(129)] {
            assert_eq!(findings("name-invalid", &tool(bad)).len(), 1, "{bad}");
        }
        for good in ["a", "A.b-c_9", &"x".repeat(128)] {
            assert!(findings("name-invalid", &tool(good)).is_empty(), "{good}");
        }
    }
}
