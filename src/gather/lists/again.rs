//! Compares two listings of one server: a prompt cache holds only when they are equal to the byte.

use std::collections::BTreeMap;

use crate::gather::listing::Item;
use crate::gather::lists::paging::Remark;
use crate::gather::note::Severity;

/// Names told one by one.
const MOST_TOLD: usize = 5;

/// What differs between two listings of tools, one right after the other; `None` when nothing does.
pub(crate) fn difference(first: &[Item], second: &[Item]) -> Option<Remark> {
    let (gone, new) = (missing(first, second), missing(second, first));
    if !gone.is_empty() || !new.is_empty() {
        let parts = [("without", gone), ("with", new)];
        let parts: Vec<String> = parts
            .iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(how, names)| format!("{how} {}", told(names)))
            .collect();
        let detail = format!("a second listing right after the first came {}", parts.join(" and "));
        return Some(("gather.list_varies", Severity::Warning, detail));
    }
    let at = first.iter().zip(second).position(|(first, second)| first != second)?;
    let (one, other) = (first.get(at)?, second.get(at)?);
    // Behind the opening bracket, and a comma behind each tool before it.
    let before: usize = 1 + first.iter().take(at).map(|item| item.text.len() + 1).sum::<usize>();
    let same = one.text.bytes().zip(other.text.bytes()).take_while(|(one, other)| one == other).count();
    let offset = before + same;
    let detail = if first.iter().zip(second).all(|(first, second)| first.name == second.name) {
        format!(
            "a second listing has other bytes for the tool {:?}, from byte {offset} of the list on; \
             each such change empties a model's prompt cache",
            one.name
        )
    } else {
        format!(
            "a second listing has the same tools in another order, from byte {offset} of the list on; \
             each such change empties a model's prompt cache; sort the tools by name"
        )
    };
    Some(("cache.order_changed", Severity::Warning, detail))
}

/// Names that are more often in the one than in the other.
fn missing<'i>(here: &'i [Item], there: &[Item]) -> Vec<&'i str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for item in there {
        *counts.entry(&item.name).or_default() += 1;
    }
    let mut missing = Vec::new();
    for item in here {
        match counts.get_mut(item.name.as_str()) {
            Some(count) if *count > 0 => *count -= 1,
            _ => missing.push(item.name.as_str()),
        }
    }
    missing
}

fn told(names: &[&str]) -> String {
    let mut text: Vec<String> = names.iter().take(MOST_TOLD).map(|name| format!("{name:?}")).collect();
    if names.len() > MOST_TOLD {
        text.push(format!("{} more", names.len() - MOST_TOLD));
    }
    text.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(texts: &[(&str, &str)]) -> Vec<Item> {
        texts
            .iter()
            .map(|(name, text)| Item { name: (*name).to_owned(), text: (*text).into(), excluded_by_http_hosts: None })
            .collect()
    }

    #[test]
    fn equal_lists_differ_in_nothing() {
        let list = items(&[("a", "{1}"), ("b", "{2}")]);
        assert_eq!(difference(&list, &list), None);
        assert_eq!(difference(&[], &[]), None);
    }

    #[test]
    fn another_order_names_the_first_byte() {
        let first = items(&[("a", "{\"name\":\"a\"}"), ("b", "{\"name\":\"b\"}"), ("c", "{\"name\":\"c\"}")]);
        let second = items(&[("a", "{\"name\":\"a\"}"), ("c", "{\"name\":\"c\"}"), ("b", "{\"name\":\"b\"}")]);
        let (class, _, detail) = difference(&first, &second).expect("a difference");
        assert_eq!(class, "cache.order_changed");
        let json = format!("[{}]", first.iter().map(|item| &*item.text).collect::<Vec<_>>().join(","));
        let offset = json.find("\"b\"").expect("the second tool") + 1;
        assert!(detail.contains(&format!("from byte {offset} of")), "{detail} wants {offset}");
        assert!(detail.contains("sort the tools by name"), "{detail}");
    }

    #[test]
    fn other_bytes_name_the_tool() {
        let (class, _, detail) =
            difference(&items(&[("a", "{1}"), ("b", "{1,2}")]), &items(&[("a", "{1}"), ("b", "{1,3}")])).expect("one");
        assert_eq!(class, "cache.order_changed");
        assert!(detail.contains("the tool \"b\", from byte 8 of"), "{detail}");
    }

    #[test]
    fn another_set_names_what_came_and_went() {
        let first = items(&[("a", "1"), ("a", "1"), ("b", "2")]);
        let second = items(&[("a", "1"), ("c", "3")]);
        let (class, _, detail) = difference(&first, &second).expect("a difference");
        assert_eq!(class, "gather.list_varies");
        assert!(detail.ends_with("came without \"a\", \"b\" and with \"c\""), "{detail}");
        let many: Vec<(String, &str)> = (0..8).map(|n| (format!("t{n}"), "1")).collect();
        let many: Vec<(&str, &str)> = many.iter().map(|(name, text)| (name.as_str(), *text)).collect();
        let (_, _, detail) = difference(&[], &items(&many)).expect("a difference");
        assert!(detail.ends_with("\"t4\", 3 more"), "{detail}");
    }
}
