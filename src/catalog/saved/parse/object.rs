//! What stands inside a value: members, items, and the pointer that leads to one of them.

use std::borrow::Cow;

use crate::catalog::saved::parse::scan::{Kind, Raw, escaped};
use crate::catalog::saved::parse::walk::{Broken, Items, Members};

impl<'a> Raw<'a> {
    /// The members of an object, in order; nothing for any other kind.
    pub(crate) fn members(self) -> Members<'a> {
        Members::of(self)
    }

    /// The items of an array, in order; nothing for any other kind.
    pub(crate) fn items(self) -> Items<'a> {
        Items::of(self)
    }

    /// The JSON pointer from here to the innermost value around an offset of the document, at most `levels` long.
    pub(crate) fn pointer_to(self, offset: usize, levels: usize) -> String {
        let mut pointer = String::new();
        let mut current = self;
        let around = |value: &Raw<'_>| value.start <= offset && offset < value.end.max(value.start + 1);
        for _ in 0..levels {
            let step = match current.kind() {
                _ if current.start == offset => None,
                Kind::Object => current
                    .members()
                    .flatten()
                    .find(|(_, value)| around(value))
                    .map(|(key, value)| (escaped(&key), value)),
                Kind::Array => {
                    let mut items = current.items().flatten().enumerate();
                    items.find(|(_, item)| around(item)).map(|(index, item)| (index.to_string(), item))
                }
                _ => None,
            };
            let Some((name, value)) = step else { break };
            pointer.push('/');
            pointer.push_str(&name);
            current = value;
        }
        pointer
    }

    /// The members as a table; `None` for any other kind.
    pub(crate) fn object(self) -> Option<Object<'a>> {
        if self.kind() != Kind::Object {
            return None;
        }
        let mut object = Object { members: Vec::new(), broken: None };
        for member in self.members() {
            match member {
                Ok(member) => object.members.push(member),
                Err(broken) => object.broken = Some(broken),
            }
        }
        Some(object)
    }
}

/// The members of one object.
#[derive(Debug)]
pub(crate) struct Object<'a> {
    /// Keys and values, in order, repeated keys included.
    pub(crate) members: Vec<(Cow<'a, str>, Raw<'a>)>,
    /// Where the object breaks off.
    pub(crate) broken: Option<Broken>,
}

impl<'a> Object<'a> {
    /// The first value under a key.
    pub(crate) fn get(&self, key: &str) -> Option<Raw<'a>> {
        self.all(key).next()
    }

    /// Every value under a key.
    pub(crate) fn all<'o>(&'o self, key: &'o str) -> impl Iterator<Item = Raw<'a>> + 'o {
        self.members.iter().filter(move |(name, _)| name == key).map(|(_, value)| *value)
    }

    /// The decoded string under a key.
    pub(crate) fn string(&self, key: &str) -> Option<Cow<'a, str>> {
        self.get(key)?.string()
    }

    /// The value under a key when it is of that kind.
    pub(crate) fn of_kind(&self, key: &str, kind: Kind) -> Option<Raw<'a>> {
        self.get(key).filter(|value| value.kind() == kind)
    }

    /// True when one of the keys is there.
    pub(crate) fn has_any(&self, keys: &[&str]) -> bool {
        self.members.iter().any(|(name, _)| keys.contains(&name.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::saved::parse::document::Document;

    #[test]
    fn a_pointer_leads_to_the_value_around_an_offset() {
        let text = r#"{"result":{"tools":[{"name":"a"},{"na/me":7}]}}"#;
        let offset = text.find('7').expect("a digit");
        let document = Document::new(text);
        let raw = Raw::at(&document, 0).expect("a value");
        assert_eq!(raw.pointer_to(offset, 64), "/result/tools/1/na~1me");
        assert_eq!(raw.pointer_to(offset, 3), "/result/tools/1");
        assert_eq!(raw.pointer_to(0, 3), "");
    }
}
