//! What an entry would run or call, for people: as the file writes it, without secrets.

use crate::gather::config::draft::{Draft, Setting};
use crate::gather::config::reference::closing_brace;
use crate::gather::secret::{self, HIDDEN};

/// Defaults within defaults; what lies deeper is hidden.
const NESTING: usize = 8;

/// What would be run or called, as the file writes it.
pub(crate) fn of(draft: &Draft) -> String {
    let text = |text: &str| without_secret_defaults(text, 0);
    if let Some(url) = &draft.url {
        return secret::shown_url(&text(url));
    }
    let word = |setting: &Setting| match setting {
        Setting::Text(written) => text(written),
        Setting::Secret(_) => HIDDEN.to_owned(),
        Setting::Variable(name) | Setting::Inherited(name) => format!("${{{name}}}"),
        Setting::Bearer(name) => format!("Bearer ${{{name}}}"),
        Setting::Asked(id) => format!("<{id}>"),
    };
    let words: Vec<String> = draft.command.iter().map(word).collect();
    if words.is_empty() { String::new() } else { secret::shown_command(&words) }
}

/// A default stands for its value, so that of a variable with a secret's name is hidden.
fn without_secret_defaults(text: &str, level: usize) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        let (before, found) = rest.split_at(at + 2);
        shown.push_str(before);
        let end = closing_brace(found).unwrap_or(found.len());
        let (inner, behind) = found.split_at(end);
        match inner.split_once(":-") {
            Some((name, _)) if level >= NESTING || secret::is_secret_name(name) => shown.extend([name, ":-", HIDDEN]),
            Some((name, default)) => {
                let default = without_secret_defaults(default, level + 1);
                shown.extend([name, ":-", &default]);
            }
            None => shown.push_str(inner),
        }
        rest = behind;
    }
    shown + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_of_secret_variables_are_not_shown() {
        let text = "a ${API_KEY:-rahasia} ${HOST:-solo} ${env:KEY:-rahasia} ${X:-${KEY:-rahasia}} ${tak";
        let expected = "a ${API_KEY:-••••} ${HOST:-solo} ${env:KEY:-••••} ${X:-${KEY:-••••}} ${tak";
        assert_eq!(without_secret_defaults(text, 0), expected);
        let deep = "${A:-".repeat(20_000) + "rahasia" + &"}".repeat(20_000);
        assert!(!without_secret_defaults(&deep, 0).contains("rahasia"));
    }
}
