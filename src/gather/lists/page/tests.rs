//! One page: what is read, what is lost, what is told.

use super::*;

fn page(text: &str) -> Page {
    read(text, List::TOOLS).expect(text)
}

fn names(page: &Page) -> Vec<&str> {
    page.entries.iter().map(|entry| entry.name.as_str()).collect()
}

#[test]
fn entries_keep_their_text() {
    let text = r#" {"tools" : [ {"zz":1.50,"name":"cari","inputSchema":{"maximum":1e400},"zz":2}, {"name":"b"} ]}"#;
    let page = page(text);
    assert_eq!(names(&page), ["cari", "b"]);
    assert_eq!(&*page.entries[0].text, r#"{"zz":1.50,"name":"cari","inputSchema":{"maximum":1e400},"zz":2}"#);
    assert_eq!((page.faults.as_slice(), page.next, page.broken), ([].as_slice(), Next::End, None));
}

#[test]
fn what_is_no_list_is_no_page() {
    for (text, why) in [
        (r#"{"tools":null}"#, "\"tools\" is null, not an array"),
        (r#"{"tools":{}}"#, "\"tools\" is an object, not an array"),
        ("{}", "\"tools\" is missing"),
        ("null", "the result is null, not an object"),
        ("[]", "the result is an array, not an object"),
        ("", "the result is empty"),
        (r#"{"resultType":"partial","tools":[]}"#, "the result is of the unknown type \"partial\""),
        (r#"{"resultType":1,"tools":[]}"#, "\"resultType\" is a number, not a string"),
    ] {
        assert_eq!(read(text, List::TOOLS).expect_err(text), NoPage::Malformed(why.to_owned()), "{text}");
    }
    assert_eq!(read(r#"{"resultType":"input_required"}"#, List::TOOLS).expect_err("asks"), NoPage::InputRequired);
    for text in [r#"{"tools":[]}"#, r#"{"resultType":null,"tools":[]}"#, r#"{"resultType":"complete","tools":[]}"#] {
        assert!(page(text).entries.is_empty(), "{text}");
    }
}

#[test]
fn a_bad_entry_is_lost_alone() {
    let page =
        page(r#"{"tools":[null,{"description":"x"},{"name":""},{"name":7},{"name":"ok"},{"name":"a","n":+1},[],7]}"#);
    assert_eq!(names(&page), ["ok"]);
    let faults: Vec<_> = page.faults.iter().map(|fault| (fault.number, fault.message.as_str())).collect();
    let wanted = [
        (1, "is null, not an object"),
        (2, "has no name"),
        (3, "has an empty name"),
        (4, "has a number for a name"),
        (6, "no valid JSON: expected a value"),
        (7, "is an array, not an object"),
        (8, "is a number, not an object"),
    ];
    assert_eq!(faults, wanted);
    assert!(page.faults.iter().all(|fault| fault.lost));
}

#[test]
fn an_odd_entry_that_can_be_read_is_kept_and_told() {
    let page = page("{\"tools\":[{\"name\":\"a\",\"description\":\"dua\nbaris\"}]}");
    assert_eq!(names(&page), ["a"]);
    assert_eq!((page.faults.len(), page.faults[0].lost, page.faults[0].name.as_deref()), (1, false, Some("a")));
    assert!(page.faults[0].message.contains("control character"), "{:?}", page.faults);
}

#[test]
fn deep_nesting_is_read_or_lost_without_recursion() {
    let deep = |levels: usize| {
        let schema = r#"{"a":"#.repeat(levels) + "1" + &"}".repeat(levels);
        format!(r#"{{"tools":[{{"name":"dalam","inputSchema":{schema}}},{{"name":"b"}}]}}"#)
    };
    let (shallow, deepest) = (deep(205), deep(100_000));
    assert_eq!(names(&page(&shallow)), ["dalam", "b"]);
    let page = page(&deepest);
    assert_eq!(names(&page), ["b"]);
    assert!(page.faults[0].lost && page.faults[0].message.contains("100001 levels"), "{:?}", page.faults);
}

#[test]
fn a_cursor_is_told_by_presence() {
    let next = |cursor: &str| page(&format!(r#"{{"tools":[],"nextCursor":{cursor}}}"#)).next;
    assert_eq!(next("\"\""), Next::Cursor(String::new()));
    assert_eq!(next("\"a\\n\""), Next::Cursor("a\n".to_owned()));
    assert_eq!(next("null"), Next::End);
    assert_eq!(next("7"), Next::Odd("a number"));
    assert_eq!(next("{}"), Next::Odd("an object"));
}

#[test]
fn a_missing_comma_costs_nothing_and_a_break_is_told() {
    let page = page(r#"{"tools":[{"name":"a"} {"name":"b"}]}"#);
    assert_eq!((names(&page), page.faults.len(), page.broken), (vec!["a", "b"], 1, None));
    assert!(!page.faults[0].lost);
    let page = self::page(r#"{"tools":[{"name":"a"},:]}"#);
    assert_eq!((names(&page), page.broken), (vec!["a"], Some("expected a value")));
}

#[test]
fn other_lists_have_other_keys() {
    let text = r#"{"resources":[{"uri":"peta://jakarta","name":"x"},{"name":"tanpa alamat"}]}"#;
    let page = read(text, List::of(OfferKind::Resource)).expect("a page");
    assert_eq!(names(&page), ["peta://jakarta"]);
    assert_eq!(page.faults[0].message, "has no uri");
}
