//! Reads the section of a description that explains the parameters one by one, such as `Args:` of a docstring.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// The section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its lines, heading included, by number.
    pub lines: Range<usize>,
    /// What it explains.
    pub entries: Vec<Entry>,
}

/// What it says about one parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The parameter's name.
    pub name: String,
    /// The explanation, on one line.
    pub text: String,
    /// Its lines, by number.
    pub lines: Range<usize>,
}

/// What such a section is headed, without marks and in lower case.
const HEADINGS: [&str; 22] = [
    "args",
    "arg",
    "arguments",
    "params",
    "param",
    "parameters",
    "parameter",
    "input",
    "inputs",
    "input parameters",
    "keyword args",
    "argumentos",
    "parámetros",
    "parâmetros",
    "paramètres",
    "argumen",
    "параметры",
    "аргументы",
    "参数",
    "參數",
    "引数",
    "매개변수",
];

static ENTRY: LazyLock<Regex> = LazyLock::new(|| {
    let mark = r#"[`*"']{0,3}"#;
    let pattern = format!(
        r"^\s*(?:[-*•+]\s+|\d+[.)]\s+)?{mark}([\p{{L}}_$][\p{{L}}\p{{N}}_.$-]*){mark}\s*(?:\([^)]*\)|\[[^\]]*\])?{mark}\s*(?:[:：]|\s[-–—]\s){mark}\s*(.*)$"
    );
    Regex::new(&pattern).expect("a fixed pattern")
});

/// The first such section of a description; `is_known` says which names are parameters.
#[must_use]
pub fn section(description: &str, is_known: impl Fn(&str) -> bool) -> Option<Section> {
    let lines: Vec<&str> = description.split('\n').collect();
    let (head, heading) = lines.iter().enumerate().find(|(_, line)| is_heading(line))?;
    let margin = indent(heading);
    let mut section = Section { lines: head..head + 1, entries: Vec::new() };
    for (at, line) in lines.iter().enumerate().skip(head + 1) {
        if line.trim().is_empty() {
            continue;
        }
        let skipped_a_line = section.lines.end < at;
        let deeper = indent(line) > margin;
        let entry = ENTRY.captures(line).and_then(|groups| Some((groups.get(1)?.as_str(), groups.get(2)?.as_str())));
        match (entry, section.entries.last_mut()) {
            (Some((name, text)), _) if is_known(name) => {
                let (name, text) = (name.to_owned(), text.trim().to_owned());
                section.entries.push(Entry { name, text, lines: at..at + 1 });
            }
            (_, Some(last)) if deeper && !skipped_a_line => {
                last.text.push(' ');
                last.text.push_str(line.trim());
                last.lines.end = at + 1;
            }
            _ => break,
        }
        section.lines.end = at + 1;
    }
    (!section.entries.is_empty()).then_some(section)
}

/// The description without the lines in `gone`, which stand in order and apart; one blank line stays where a section is left out.
#[must_use]
pub fn without(description: &str, gone: &[Range<usize>]) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut cut = false;
    for (at, line) in description.split('\n').enumerate() {
        let up_to = gone.partition_point(|lines| lines.start <= at);
        if up_to.checked_sub(1).and_then(|last| gone.get(last)).is_some_and(|lines| at < lines.end) {
            cut = true;
        } else if !(cut && line.trim().is_empty() && kept.last().is_none_or(|line| line.trim().is_empty())) {
            kept.push(line);
            cut = false;
        }
    }
    kept.join("\n").trim_end().to_owned()
}

fn is_heading(line: &str) -> bool {
    let bare = line.trim();
    let marked = bare.ends_with([':', '：', '*']) || bare.starts_with('#');
    let name = bare.trim_matches(|mark: char| "#*:： _".contains(mark)).to_lowercase();
    marked && HEADINGS.contains(&name.as_str())
}

fn indent(line: &str) -> usize {
    line.chars().take_while(|character| character.is_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_ends_where_the_next_one_begins() {
        let text = "Membuat laporan.\n\nArgs:\n    kota: Nama kota,\n        tanpa provinsi\n    tahun (int): Tahun\n\nReturns:\n    Teks.";
        let section = section(text, |name| ["kota", "tahun"].contains(&name)).expect("a section");
        assert_eq!(section.lines, 2..6);
        let told: Vec<_> = section.entries.iter().map(|entry| (entry.name.as_str(), entry.text.as_str())).collect();
        assert_eq!(told, [("kota", "Nama kota, tanpa provinsi"), ("tahun", "Tahun")]);
        assert_eq!(without(text, std::slice::from_ref(&section.lines)), "Membuat laporan.\n\nReturns:\n    Teks.");
    }

    #[test]
    fn bullets_and_marks_are_read_and_prose_is_not() {
        let known = |name: &str| name == "kota";
        let section = section("**Parameters:**\n- `kota` (string): Nama kota\n\nLain: hal", known).expect("a section");
        assert_eq!((section.lines, section.entries[0].text.as_str()), (0..2, "Nama kota"));
        assert_eq!(super::section("Semua parameter: lihat kota: di bawah", known), None);
    }
}
