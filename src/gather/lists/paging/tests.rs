//! Walks over pages: cursors, circles, caps, entries that come again.

use super::*;
use crate::gather::lists::page;

/// Walks over pages until one has no successor; the last page is given again and again.
fn walked<'l>(pages: &[&str], is_legacy: bool, limits: &'l Limits) -> (Paging<'l>, usize) {
    let mut paging = Paging::new(List::TOOLS, limits, is_legacy);
    let mut asked = 0;
    loop {
        let text = pages.get(asked).or(pages.last()).expect("a page");
        asked += 1;
        assert!(asked < 5_000, "the walk does not end");
        if paging.take(page::read(text, List::TOOLS).expect(text), text.len()).is_none() {
            return (paging, asked);
        }
    }
}

fn page_of(names: &[&str], next: &str) -> String {
    let tools: Vec<String> = names.iter().map(|name| format!(r#"{{"name":"{name}"}}"#)).collect();
    format!(r#"{{"tools":[{}]{next}}}"#, tools.join(","))
}

fn walk(pages: &[(&[&str], &str)], is_legacy: bool) -> (Vec<String>, usize, Vec<&'static str>, bool) {
    let pages: Vec<String> = pages.iter().map(|(names, next)| page_of(names, next)).collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let limits = Limits::default();
    let (paging, asked) = walked(&pages, is_legacy, &limits);
    let names = paging.entries.iter().map(|entry| entry.name.clone()).collect();
    (names, asked, paging.remarks().iter().map(|(class, ..)| *class).collect(), paging.cut.is_some())
}

const EMPTY: &str = r#","nextCursor":"""#;
const SAME: &str = r#","nextCursor":"H""#;

#[test]
fn the_empty_cursor_is_a_cursor() {
    let pages: [(&[&str], &str); 2] = [(&["a"], EMPTY), (&["b"], "")];
    for is_legacy in [true, false] {
        assert_eq!(walk(&pages, is_legacy), (vec!["a".to_owned(), "b".to_owned()], 2, vec![], false));
    }
}

#[test]
fn a_second_empty_cursor_ends_an_older_list() {
    let pages: [(&[&str], &str); 3] = [(&["a"], EMPTY), (&["b"], EMPTY), (&["c"], "")];
    assert_eq!(walk(&pages, true).0, ["a", "b"]);
    assert_eq!(walk(&pages, false).0, ["a", "b", "c"]);
}

#[test]
fn a_cursor_that_repeats_with_nothing_new_ends_the_walk_once() {
    let pages: [(&[&str], &str); 2] = [(&["a", "b"], SAME), (&["a", "b"], SAME)];
    assert_eq!(walk(&pages, false), (vec!["a".to_owned(), "b".to_owned()], 2, vec!["gather.cursor_loop"], false));
    let in_turns: [(&[&str], &str); 3] =
        [(&["a"], r#","nextCursor":"1""#), (&["b"], r#","nextCursor":"2""#), (&["a"], r#","nextCursor":"1""#)];
    assert_eq!(walk(&in_turns, false).1, 3);
}

#[test]
fn a_constant_cursor_with_new_tools_is_legal() {
    let pages: [(&[&str], &str); 3] = [(&["a"], SAME), (&["b"], SAME), (&["c"], "")];
    let (names, asked, remarks, is_cut) = walk(&pages, false);
    assert_eq!((names.len(), asked, remarks, is_cut), (3, 3, vec![], false));
}

#[test]
fn caps_cut_the_walk_and_say_so() {
    let endless: Vec<String> = (0..100)
        .map(|page| page_of(&[&format!("a{page}"), &format!("b{page}")], &format!(r#","nextCursor":"{page}""#)))
        .collect();
    let endless: Vec<&str> = endless.iter().map(String::as_str).collect();
    for (limits, entries, asked, what) in [
        (Limits { pages: 3, ..Limits::default() }, 6, 3, "3 pages"),
        (Limits { entries: 5, ..Limits::default() }, 5, 3, "5 entries"),
        (Limits { total_bytes: 100, ..Limits::default() }, 4, 2, "100 bytes"),
    ] {
        let (paging, pages) = walked(&endless, false, &limits);
        assert_eq!((paging.entries.len(), pages), (entries, asked), "{what}");
        assert!(paging.cut.as_deref().is_some_and(|cut| cut.contains(what)), "{:?}", paging.cut);
        assert_eq!(paging.remarks()[0].0, "gather.cut");
    }
    let limits = Limits { entries: 2, ..Limits::default() };
    let (paging, _) = walked(&[&page_of(&["a", "b"], "")], false, &limits);
    assert_eq!(paging.cut, None);
}

#[test]
fn an_odd_cursor_or_a_break_cuts_the_walk() {
    let limits = Limits::default();
    let (paging, _) = walked(&[r#"{"tools":[{"name":"a"}],"nextCursor":7}"#], false, &limits);
    assert_eq!(paging.cut.as_deref(), Some("the cursor of tools/list is a number, not a string"));
    let (paging, _) = walked(&[r#"{"tools":[{"name":"a"},:]}"#], false, &limits);
    assert_eq!(paging.cut.as_deref(), Some("page 1 of tools/list breaks off: expected a value"));
}

#[test]
fn only_the_same_text_on_a_later_page_is_dropped() {
    let limits = Limits::default();
    let pages = [
        r#"{"tools":[{"name":"a"},{"name":"a"},{"name":"b","v":1}],"nextCursor":"1"}"#,
        r#"{"tools":[{"name":"a"},{"name":"b","v":2},{"name":"c"}]}"#,
    ];
    let (paging, _) = walked(&pages, false, &limits);
    let names: Vec<_> = paging.entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["a", "a", "b", "b", "c"]);
    let details: Vec<_> = paging.remarks().into_iter().map(|(class, _, detail)| (class, detail)).collect();
    let told = [
        "1 of tools/list came again on a later page and count once",
        "tools/list has several entries by the name \"a\", \"b\"",
    ];
    assert_eq!(details, told.map(|detail| ("gather.duplicate_tool", detail.to_owned())));
}

#[test]
fn a_problem_names_the_entry_and_its_page() {
    let limits = Limits::default();
    let pages = [r#"{"tools":[null],"nextCursor":"1"}"#, r#"{"tools":[{"name":"a"},{"name":""}]}"#];
    let (paging, _) = walked(&pages, false, &limits);
    let messages: Vec<_> = paging.problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(
        messages,
        ["entry 1 of tools/list: is null, not an object", "entry 2 of page 2 of tools/list: has an empty name"]
    );
}

#[test]
fn a_list_of_junk_is_told_in_part_and_counted_whole() {
    let junk = format!(r#"{{"tools":[{{"name":"baik"}}{}]}}"#, ",1".repeat(5_000));
    let limits = Limits::default();
    let (paging, _) = walked(&[&junk], false, &limits);
    assert_eq!((paging.entries.len(), paging.problems.len()), (1, MOST_FAULTS));
    let told = "4000 more entries of tools/list are lost or doubtful";
    assert!(paging.remarks().iter().any(|(class, _, text)| *class == "gather.bad_entries" && text == told));
}
