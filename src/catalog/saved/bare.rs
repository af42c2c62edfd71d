//! Tools without anything around them: an array, or one to a line.

use crate::catalog::saved::dialect::{DECLARATION_KEYS, SCHEMA_KEYS};
use crate::catalog::saved::parse::join::Page;
use crate::catalog::saved::parse::list::{self, Lot};
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::{Kind, Object, Raw};
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::saved::{Look, Shape, Verdict};

/// Bare tools.
pub(crate) const SHAPE: Shape = Shape { name: "an array or NDJSON of tools", read: Look::AtValue(read) };

fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    match &view.object {
        Some(object) if is_definition(object) => {
            if list::single(reader, view.raw, Lot::default()) {
                Verdict::Read
            } else {
                Verdict::Foreign
            }
        }
        Some(_) => Verdict::Foreign,
        None => array(view.raw, reader),
    }
}

/// An array is a list of tools when most entries are; else each entry may be a document, e.g. in a JSON-RPC batch.
fn array(raw: Raw<'_>, reader: &mut Reader<'_>) -> Verdict {
    if raw.kind() != Kind::Array {
        return Verdict::Foreign;
    }
    let (mut tools, mut others) = (0_usize, 0_usize);
    for item in raw.items().flatten() {
        match item.object() {
            Some(object) if is_definition(&object) || is_group(&object) => tools += 1,
            _ => others += 1,
        }
    }
    if tools > 0 && tools >= others || tools + others == 0 {
        list::list(reader, raw, Lot::default(), Page::default());
        return Verdict::Read;
    }
    let mut verdict = Verdict::Foreign;
    for item in raw.items().flatten().filter(|item| matches!(item.kind(), Kind::Object | Kind::Array)) {
        verdict = verdict.max(reader.value(item));
    }
    verdict
}

/// True for what looks like one definition: a name and a schema, or a dialect's wrapping.
pub(crate) fn is_definition(object: &Object<'_>) -> bool {
    let holds = |key: &str| object.of_kind(key, Kind::Object).is_some();
    let named = object.get("name").is_some();
    let has_schema = object.has_any(&SCHEMA_KEYS) || object.of_kind("arguments", Kind::Array).is_some();
    let described =
        object.has_any(&["description", "annotations", "outputSchema", "args", "schema", "parameter_definitions"])
            && !object.has_any(&["tools", "messages", "content", "version", "command"]);
    holds("function") || holds("toolSpec") || (named && (has_schema || described))
}

fn is_group(object: &Object<'_>) -> bool {
    object.has_any(&DECLARATION_KEYS) || object.string("type").as_deref() == Some("namespace")
}
