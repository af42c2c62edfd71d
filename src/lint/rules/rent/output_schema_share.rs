//! The output schema is most of a tool's definition.
//!
//! ## Why
//!
//! Some hosts send it to the model with every request, others never: it is paid for where nobody looks. An envelope with
//! bare items says as much to a model as a description for every column.
//!
//! ## Examples
//!
//! ```json bad option:tokens:60
//! {"name":"tagihan","description":"Mencari tagihan.","inputSchema":{"type":"object"},"outputSchema":{"type":"object",
//!  "properties":{"nomor":{"type":"string","description":"Nomor tagihan seperti tercetak di kertasnya"},
//!  "jatuh_tempo":{"type":"string","description":"Tanggal terakhir untuk membayar tagihan ini"},
//!  "jumlah":{"type":"string","description":"Jumlah yang harus dibayar dalam rupiah"}}}}
//! ```
//!
//! ```json good option:tokens:60
//! {"name":"tagihan","description":"Mencari tagihan.","inputSchema":{"type":"object"},"outputSchema":{"type":"object",
//!  "properties":{"nomor":{"type":"string"},"jumlah":{"type":"string"}}}}
//! ```
//!
//! ## References
//!
//! ConductionNL/openregister#2529, JSONbored/metagraphed#11164 (63 to 80 % of the bytes).

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::knob::{Knob, Setting};
use crate::lint::reading::read::READ;
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::rent::scale;

/// The rule.
pub static RULE: Rule = Rule {
    id: "output-schema-share",
    group: Group::Rent,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[
        Knob {
            name: "tokens",
            what: "an output schema of fewer tokens of o200k is not told",
            default: Setting::Number(150),
        },
        Knob { name: "percent", what: "a smaller share of the definition is not told", default: Setting::Number(50) },
        Knob { name: "warn-percent", what: "from this share on it is a warning", default: Setting::Number(80) },
    ],
    file: include_str!("output_schema_share.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(schema) = view.tool.output_schema() else { return };
    let (least, share) = (cx.number("tokens"), cx.number("percent"));
    let text = schema.to_string();
    // No token is shorter than a byte.
    if i64::try_from(text.len()).is_ok_and(|bytes| bytes < least) {
        return;
    }
    let definition = view.tool.value.to_string();
    if definition.len() > READ {
        cx.unchecked(
            view.tool.body_pointer("outputSchema"),
            format!("a definition of {} bytes is not counted, only up to {READ}", definition.len()),
        );
        return;
    }
    let (part, whole) = (scale::tokens(&text), scale::tokens(&definition));
    // Rounded, as it is told.
    let percent = (part * 200 + whole) / (2 * whole.max(1));
    if part < least || percent < share {
        return;
    }
    let severity = if percent >= cx.number("warn-percent") { Severity::Warning } else { RULE.severity };
    let finding = cx
        .at(view.tool.body_pointer("outputSchema"))
        .say(format!("the output schema is {percent} % of the definition: {part} of {whole} tokens"))
        .severity(severity)
        .evidence(text)
        .help("declare the envelope and leave the items bare, or drop descriptions that restate keys");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::grade::Severity;
    use crate::lint::judged::findings;

    fn tool(columns: usize, about: &str) -> String {
        let column =
            |at| format!(r#""kolom_{at}":{{"type":"string","description":"Isi kolom nomor {at} seperti adanya"}}"#);
        let columns: Vec<String> = (0..columns).map(column).collect();
        let columns = columns.join(",");
        format!(
            r#"{{"name":"a","description":"{about}","outputSchema":{{"type":"object","properties":{{{columns}}}}}}}"#
        )
    }

    #[test]
    fn a_large_share_warns_and_a_small_one_is_silent() {
        let found = findings("output-schema-share", &tool(12, "Membaca."));
        assert_eq!(found.iter().map(|one| one.severity).collect::<Vec<_>>(), [Severity::Warning]);
        assert!(findings("output-schema-share", &tool(2, "Membaca.")).is_empty());
        assert!(findings("output-schema-share", &tool(12, &"Membaca isi tabel. ".repeat(80))).is_empty());
    }
}
