//! The sizes of two tools on two hosts.

use super::*;
use crate::catalog::saved;
use crate::host::profile;
use crate::host::tariff::Overrides;

const TOOLS: &str = r#"{"tools":[
    {"name":"cari","description":"Cari barang di gudang. Panjang sekali.","inputSchema":{"type":"object","properties":{"kata":{"type":"string"}}}},
    {"name":"hapus","description":"Delete an item.","inputSchema":{"type":"object"},"_meta":{"anthropic/alwaysLoad":true}}]}"#;

fn counted<T>(host: &str, look: impl FnOnce(&Counted<'_>) -> T) -> T {
    let catalog = saved::read("gudang.json", TOOLS.as_bytes()).expect("a catalog");
    let column = Column::new(profile::named(host).expect(host), None, &Overrides::default()).expect("a column");
    look(&Counted::new(&catalog, &column))
}

#[test]
fn each_form_is_shorter_than_the_definition() {
    counted("claude-code", |counted| {
        assert_eq!((counted.len(), counted.servers.len(), counted.servers[0].clone()), (2, 1, 0..2));
        assert_eq!(counted.pinned, [false, true]);
        for form in [Form::Name, Form::Hint, Form::Described, Form::High] {
            let sums = (counted.form(form).iter().sum::<i64>(), counted.loaded().iter().sum::<i64>());
            assert!(0 < sums.0 && sums.0 < sums.1, "{form:?}: {sums:?}");
        }
        assert_eq!(counted.named("hapus"), Some(ToolAt(1)));
        assert_eq!(counted.named(&counted.names[0].shown), Some(ToolAt(0)));
    });
}

#[test]
fn a_cut_takes_words_away() {
    counted("json", |counted| {
        let (whole, cut) = (counted.loaded(), counted.loaded_cut(Some(10)));
        assert!(cut[0] < whole[0], "{cut:?} of {whole:?}");
        assert_eq!(&*counted.loaded_cut(Some(4_000)), whole);
        assert_eq!(&*counted.loaded_cut(None), whole);
    });
}
