//! Goes from member to member and from item to item, and says where that ends.

use std::borrow::Cow;

use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::scan::{Kind, Raw, decode, space_end};

/// Where a walk had to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Broken {
    /// Byte offset in the document.
    pub(crate) at: usize,
    /// What is wrong there.
    pub(crate) what: &'static str,
}

/// Iterates the members of an object; a [`Broken`] is the last item unless only a comma is missing.
pub(crate) struct Members<'a> {
    walk: Walk<'a>,
}

impl<'a> Members<'a> {
    /// The members of an object; nothing for any other kind.
    pub(crate) fn of(raw: Raw<'a>) -> Self {
        Members { walk: Walk::new(raw, Kind::Object) }
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = Result<(Cow<'a, str>, Raw<'a>), Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        self.walk.step(|walk| {
            let key = walk.value("the text ends where a key should stand")?;
            if key.kind() != Kind::String {
                return Err(Broken { at: key.start, what: "expected a key in double quotes" });
            }
            walk.expect_colon(key)?;
            let value = walk.value("the text ends where a value should stand")?;
            Ok((decode(key.text()), value))
        })
    }
}

/// Iterates the items of an array; ends after the first [`Broken`].
pub(crate) struct Items<'a> {
    walk: Walk<'a>,
}

impl<'a> Items<'a> {
    /// The items of an array; nothing for any other kind.
    pub(crate) fn of(raw: Raw<'a>) -> Self {
        Items { walk: Walk::new(raw, Kind::Array) }
    }

    /// True when more may follow, also behind a [`Broken`].
    pub(crate) fn goes_on(&self) -> bool {
        self.walk.state != State::Done
    }

    /// Goes on at another offset, for a caller that found a better place to continue behind a broken item.
    pub(crate) fn resume_at(&mut self, offset: usize) {
        self.walk.position = offset;
        self.walk.state = State::First;
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Result<Raw<'a>, Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        self.walk.step(|walk| walk.value("the text ends where a value should stand"))
    }
}

struct Walk<'a> {
    document: &'a Document<'a>,
    position: usize,
    close: u8,
    state: State,
}

#[derive(PartialEq, Eq)]
enum State {
    First,
    AfterValue,
    Done,
}

impl<'a> Walk<'a> {
    fn new(raw: Raw<'a>, kind: Kind) -> Self {
        let close = if kind == Kind::Object { b'}' } else { b']' };
        let state = if raw.kind() == kind { State::First } else { State::Done };
        Walk { document: raw.document, position: raw.start + 1, close, state }
    }

    /// One member or item: the separator before it, then what `read` takes.
    fn step<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Broken>) -> Option<Result<T, Broken>> {
        if self.state == State::Done {
            return None;
        }
        match self.separator() {
            Ok(true) => {}
            Ok(false) => {
                self.state = State::Done;
                return None;
            }
            Err(broken) => {
                // A comma is missing between two values: told, and no reason to lose what follows.
                let goes_on = self.state == State::AfterValue && matches!(self.byte(), Some(b'"' | b'{' | b'['));
                self.state = if goes_on { State::First } else { State::Done };
                return Some(Err(broken));
            }
        }
        let read = read(self);
        self.state = if read.is_err() { State::Done } else { State::AfterValue };
        Some(read)
    }

    /// True when another value follows. A comma before the closing bracket is let pass: it loses nothing.
    fn separator(&mut self) -> Result<bool, Broken> {
        self.skip_space();
        if self.state == State::AfterValue {
            match self.byte() {
                Some(b',') => self.position += 1,
                Some(byte) if byte == self.close => return Ok(false),
                Some(_) => return Err(self.broken("expected a comma")),
                None => return Err(self.broken("the text ends before the closing bracket")),
            }
            self.skip_space();
        }
        match self.byte() {
            Some(byte) if byte == self.close => Ok(false),
            Some(_) => Ok(true),
            None => Err(self.broken("the text ends before the closing bracket")),
        }
    }

    fn value(&mut self, missing: &'static str) -> Result<Raw<'a>, Broken> {
        self.skip_space();
        let value = Raw::at(self.document, self.position).ok_or_else(|| self.broken(missing))?;
        if value.start == value.end {
            return Err(self.broken("expected a value"));
        }
        self.position = value.end;
        Ok(value)
    }

    fn expect_colon(&mut self, key: Raw<'_>) -> Result<(), Broken> {
        if !key.whole {
            return Err(Broken { at: key.start, what: "the text ends inside a key" });
        }
        self.skip_space();
        match self.byte() {
            Some(b':') => self.position += 1,
            Some(_) => return Err(self.broken("expected a colon")),
            None => return Err(self.broken("the text ends behind a key")),
        }
        Ok(())
    }

    fn byte(&self) -> Option<u8> {
        self.document.text.as_bytes().get(self.position).copied()
    }

    fn broken(&self, what: &'static str) -> Broken {
        Broken { at: self.position, what }
    }

    fn skip_space(&mut self) {
        self.position = space_end(self.document.text.as_bytes(), self.position);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> (Vec<String>, Option<Broken>) {
        let document = Document::new(text);
        let object = Raw::at(&document, 0).and_then(Raw::object).expect("an object");
        let keys = object.members.iter().map(|(key, value)| format!("{key}={}", value.text())).collect();
        (keys, object.broken)
    }

    #[test]
    fn members_are_handed_out_as_slices() {
        let (keys, broken) = keys(r#"{ "a" : [1, {"x":"]"}] , "b\u0041":"q\"}" ,"c":-1.50e3}"#);
        assert_eq!(keys, [r#"a=[1, {"x":"]"}]"#, r#"bA="q\"}""#, "c=-1.50e3"]);
        assert_eq!(broken, None);
    }

    #[test]
    fn what_stands_before_a_break_is_kept() {
        let (keys, broken) = keys(r#"{"a":1,"b":[2,3"#);
        assert_eq!(keys, ["a=1", "b=[2,3"]);
        assert_eq!(broken, Some(Broken { at: 15, what: "the text ends before the closing bracket" }));
    }

    #[test]
    fn a_break_names_its_offset() {
        let (_, broken) = keys(r#"{"a":1 "b":2}"#);
        assert_eq!(broken, Some(Broken { at: 7, what: "expected a comma" }));
    }

    #[test]
    fn a_missing_comma_loses_nothing() {
        let document = Document::new("[{} {},{}]");
        let items: Vec<_> = Raw::at(&document, 0).expect("a value").items().collect();
        assert_eq!(items.iter().filter(|item| item.is_ok()).count(), 3);
        assert_eq!(items.iter().filter(|item| item.is_err()).count(), 1);
    }
}
