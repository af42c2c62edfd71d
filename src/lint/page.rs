//! A rule's page, read from the head of the rule's own file: summary, why, examples, references.
//!
//! An example is a fenced block of JSON: ```` ```json bad ```` is found by the rule, ```` ```json good ```` is not. It
//! holds a tool object, or `{"tools":…}`, or `{"servers":[{"name","tools"}]}`, or `{"tool":…,"result":…}` of a call.
//! Beside `tools` may stand `again` (further listings), `reviewed`, `observed`, `claims`, `budget`, and `allow` (entries
//! of the settings).
//! `host:ID` after `bad` or `good` judges it for that host, `option:NAME:VALUE` with that setting.

use std::collections::BTreeMap;

/// A page.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// The first sentence.
    pub summary: String,
    /// The whole page as markdown.
    pub markdown: String,
    /// The examples, in order.
    pub examples: Vec<Example>,
}

/// An example of a page.
#[derive(Debug, Clone)]
pub struct Example {
    /// Whether the rule must find something in it.
    pub bad: bool,
    /// What stands behind `bad` or `good`: `host:ID`, `option:NAME:VALUE`; an option stands under `option.NAME`.
    pub with: BTreeMap<String, String>,
    /// The JSON.
    pub text: String,
}

/// Reads the page of a rule's file.
#[must_use]
pub fn read(file: &str) -> Page {
    let head: Vec<&str> = file
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    let summary = head.iter().take_while(|line| !line.is_empty()).copied().collect::<Vec<_>>().join(" ");
    Page { summary, markdown: head.join("\n"), examples: examples(&head) }
}

fn examples(head: &[&str]) -> Vec<Example> {
    let mut found = Vec::new();
    let mut open: Option<Example> = None;
    for line in head {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => open = example(info),
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(example), None) => {
                example.text.push_str(line);
                example.text.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}

fn example(info: &str) -> Option<Example> {
    let mut words = info.split_ascii_whitespace().flat_map(|word| word.split(','));
    let bad = match (words.next()?, words.next()?) {
        ("json", "bad") => true,
        ("json", "good") => false,
        _ => return None,
    };
    let with = words.filter_map(|word| match word.strip_prefix("option:") {
        Some(option) => option.split_once(':').map(|(name, value)| (format!("option.{name}"), value.to_owned())),
        None => word.split_once(':').map(|(key, value)| (key.to_owned(), value.to_owned())),
    });
    Some(Example { bad, with: with.collect(), text: String::new() })
}
