//! Waste by kind, what it never exceeds, and how much is counted to find it.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::rent::result::image;
use crate::rent::scale;

fn weighed(texts: &[&str], structured: Option<&Value>) -> Waste {
    waste(texts, structured, &Balance { count: &scale::tokens, images: image::usual() })
}

fn only(kind: Kind, waste: &Waste) -> i64 {
    assert_eq!(waste.total(), waste.of(kind), "{waste:?}");
    waste.of(kind)
}

#[test]
fn indentation_is_what_compact_json_saves() {
    let value = json!({"kota": "Solo", "warga": {"dewasa": 3, "anak": 2}});
    let pretty = serde_json::to_string_pretty(&value).expect("JSON");
    let saved = scale::tokens(&pretty) - scale::tokens(&value.to_string());
    assert!(saved > 0);
    assert_eq!(only(Kind::Indent, &weighed(&[&pretty], None)), saved);
    assert_eq!(weighed(&[&value.to_string()], None), Waste::default());
}

#[test]
fn a_repeat_is_waste_once_and_a_summary_is_none() {
    let structured = json!({"result": "Pekan 1: himpunan. Pekan 2: peta."});
    let text = "Pekan 1: himpunan. Pekan 2: peta.";
    let found = weighed(&[text], Some(&structured));
    assert_eq!(found.of(Kind::DuplicateStructured), scale::tokens(text));
    assert!(found.of(Kind::Wrapped) > 0 && found.of(Kind::Indent) == 0);
    let orders = json!({"pesanan": [{"id": 1, "rp": 20500}, {"id": 2, "rp": 40000}]});
    assert_eq!(weighed(&["2 pesanan."], Some(&orders)).of(Kind::DuplicateStructured), 0);
}

#[test]
fn an_indented_repeat_is_not_counted_as_indentation_too() {
    let structured = json!({"kota": "Solo", "warga": 5});
    let pretty = serde_json::to_string_pretty(&structured).expect("JSON");
    assert_eq!(only(Kind::DuplicateStructured, &weighed(&[&pretty], Some(&structured))), scale::tokens(&pretty));
}

#[test]
fn escapes_of_json_in_a_string_are_paid_twice() {
    let inner = json!({"nama": "Sari \"Ayu\"", "desa": "Wedi"}).to_string();
    let wrapped = json!({ "result": inner }).to_string();
    let saved = scale::tokens(&wrapped) - scale::tokens(&inner);
    assert_eq!(only(Kind::Wrapped, &weighed(&[&wrapped], None)), saved);
    let inside = json!({"status": 200, "body": inner}).to_string();
    assert!(only(Kind::Wrapped, &weighed(&[&inside], None)) > 0);
}

#[test]
fn nulls_are_told_apart_from_the_rows_they_stand_in() {
    let rows: Vec<Value> = (0..6).map(|id| json!({"id": id, "nama": format!("n{id}"), "pemilik": null})).collect();
    let text = Value::from(rows.clone()).to_string();
    let without: Vec<Value> = (0..6).map(|id| json!({"id": id, "nama": format!("n{id}")})).collect();
    let without = Value::from(without).to_string();
    let found = weighed(&[&text], None);
    assert_eq!(found.of(Kind::Nulls), scale::tokens(&text) - scale::tokens(&without));
    let csv = "id,nama\n0,n0\n1,n1\n2,n2\n3,n3\n4,n4\n5,n5";
    assert_eq!(found.of(Kind::Rows), scale::tokens(&without) - scale::tokens(csv));
}

#[test]
fn an_image_as_text_costs_more_than_its_block() {
    // A header of 2,000 x 1,000 pixels, and as much data as such an image has.
    let image = format!("iVBORw0KGgoAAAANSUhEUgAAB9AAAAPo{}", "kQ7x".repeat(2_000));
    let text = json!({"mime": "image/png", "data": image}).to_string();
    let found = weighed(&[&text], None);
    let (rest, block) = (scale::tokens(r#"{"mime":"image/png","data":""}"#), image::usual().tokens((2_000, 1_000)));
    assert_eq!(found.of(Kind::Base64), scale::tokens(&text) - rest - block);
    assert!(found.total() <= scale::tokens(&text) - block);
}

#[test]
fn a_limit_takes_from_the_last_kinds_first() {
    let waste = Waste([10, 0, 5, 0, 0, 7]);
    assert_eq!(waste.within(12), Waste([10, 0, 2, 0, 0, 0]));
    assert_eq!(waste.within(99), waste);
    assert_eq!(waste.within(-1), Waste::default());
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        Just(json!([{"a": 1, "b": null}, {"a": 2, "b": ""}, {"a": 3, "b": []}])),
        Just(Value::from(r#"{"dalam": [1, 2, {"x": "\"y\""}]}"#)),
        "[A-Za-z0-9+/]{90,120}".prop_map(|tail| Value::from(format!("iVBORw0KGgo{tail}"))),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::vec((".{0,6}", inner), 0..5)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn waste_never_exceeds_the_tokens(value in any_json(), other in any_json(), pretty: bool, both: bool) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
        let text = text.expect("JSON");
        let structured = both.then_some(if pretty { &value } else { &other });
        let total = scale::tokens(&text) + structured.map_or(0, |value| scale::tokens(&value.to_string()));
        let found = weighed(&[&text], structured);
        prop_assert!(found.total() <= total, "{found:?} of {total}: {text}");
        prop_assert!(Kind::ALL.iter().all(|kind| found.of(*kind) >= 0));
        prop_assert_eq!(found, weighed(&[&text], structured));
    }
}

/// Counting is what takes time, so what is counted must stay a few times the text.
#[test]
fn a_large_result_is_counted_a_few_times_and_no_more() {
    let rows: Vec<Value> =
        (0..2_000).map(|id| json!({"id": id, "nama": format!("Warung {id}"), "catatan": null})).collect();
    let inner = json!({"baris": rows, "mentah": "A".repeat(9_000)});
    let text = serde_json::to_string_pretty(&json!({"result": inner.to_string()})).expect("JSON");
    let weighed = std::sync::atomic::AtomicUsize::new(0);
    let count = |text: &str| {
        weighed.fetch_add(text.len(), std::sync::atomic::Ordering::Relaxed);
        i64::try_from(text.len()).unwrap_or(i64::MAX)
    };
    let found = waste(&[&text], None, &Balance { count: &count, images: image::usual() });
    assert!(Kind::ALL.iter().filter(|kind| found.of(**kind) > 0).count() >= 4, "{found:?}");
    assert!(weighed.into_inner() <= 6 * text.len());
}
