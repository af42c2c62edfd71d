//! YAML: rewritten as JSON and read as that, so that no other shape has to know it.

use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::{text, to_json};
use crate::catalog::saved::{Look, Shape, Verdict};

/// Any of the other shapes in YAML; cassettes and Docker's catalog are written so.
pub(crate) const SHAPE: Shape = Shape { name: "the same in YAML", read: Look::AtText(read) };

fn read<'a>(document: &'a Document<'a>, reader: &mut Reader<'_>) -> Verdict {
    if reader.is_inside() || !looks_like_yaml(document.text) {
        return Verdict::Foreign;
    }
    let json = to_json::to_json(document.text);
    let rewritten = Document::rewritten(&json.text, json.marks);
    let verdict = text::values(&rewritten, reader);
    if let (Verdict::Read, Some((position, message))) = (verdict, json.error) {
        reader.problem_at(reader.place(position), format!("no valid YAML: {message}"), true);
    }
    verdict
}

/// True when the first line that says something is a key or a list entry.
fn looks_like_yaml(text: &str) -> bool {
    let says_nothing = |line: &&str| line.trim().is_empty() || line.starts_with(['#', '%']) || line.trim_end() == "---";
    let Some(line) = text.lines().find(|line| !says_nothing(line)) else { return false };
    let line = line.strip_prefix("--- ").unwrap_or(line).trim_end();
    let of_a_key =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.' | '"' | '\'');
    let is_key = |key: &str| !key.is_empty() && key.chars().all(of_a_key);
    let key = line.strip_suffix(':').or_else(|| line.split_once(": ").map(|(key, _)| key));
    line.starts_with("- ") || key.is_some_and(is_key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::saved::read;

    #[test]
    fn keys_and_entries_look_like_yaml_and_banners_do_not() {
        for yaml in ["# x\n---\ninteractions:\n", "version: 1\n", "- name: a\n", "'registry':\n"] {
            assert!(looks_like_yaml(yaml), "{yaml}");
        }
        for other in ["Server started\n", "", "{\"a\": 1}", "=> http://x: 1", "[INFO] a: b"] {
            assert!(!looks_like_yaml(other), "{other}");
        }
    }

    #[test]
    fn a_list_of_tools_in_yaml_is_read_up_to_the_break() {
        let yaml = "tools:\n- name: a\n  inputSchema:\n    type: object\n- name: b\n  description: \"cut";
        let catalog = read("x.yaml", yaml.as_bytes()).expect("a catalog");
        let names: Vec<_> = catalog.tools().map(|tool| tool.name.as_str()).collect();
        assert_eq!(names, ["a"]);
        assert!(catalog.problems.iter().any(|problem| problem.lost), "{:?}", catalog.problems);
    }
}
