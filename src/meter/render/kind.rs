//! JSON's types, as schemas of several dialects name them.

use serde_json::Value;

/// A JSON type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are JSON's types")]
pub enum Kind {
    String,
    Number,
    Integer,
    Boolean,
    Array,
    Object,
    Null,
}

impl Kind {
    /// The type a schema names in either case, or by its number in Google's `Type` enumeration.
    #[must_use]
    pub fn of(value: &Value) -> Option<Kind> {
        const KINDS: [(&str, Kind); 7] = [
            ("string", Kind::String),
            ("number", Kind::Number),
            ("integer", Kind::Integer),
            ("boolean", Kind::Boolean),
            ("array", Kind::Array),
            ("object", Kind::Object),
            ("null", Kind::Null),
        ];
        if let Some(number) = value.as_u64() {
            return KINDS.get(usize::try_from(number).ok()?.checked_sub(1)?).map(|(_, kind)| *kind);
        }
        let name = value.as_str()?;
        KINDS.iter().find(|(known, _)| name.eq_ignore_ascii_case(known)).map(|(_, kind)| *kind)
    }
}
