//! Text with control tokens in it, each one token whatever stands around it.

use serde_json::Value;

use crate::meter::tokenizer::Tokenizer;

/// What [`Marked::text`] shows for a control token: how Google's public FunctionGemma template spells the one around
/// strings. Gemini's own spelling is not public.
pub const SHOWN: &str = "<escape>";

/// A text and the places of its control tokens. Text between two of them is tokenised by itself.
#[derive(Debug, Clone, Default)]
pub struct Marked {
    text: String,
    marks: Vec<usize>,
}

impl Marked {
    /// Appends text.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends a control token.
    pub fn mark(&mut self) {
        self.marks.push(self.text.len());
    }

    /// Appends text between two control tokens.
    pub fn quoted(&mut self, text: &str) {
        self.mark();
        self.push(text);
        self.mark();
    }

    /// Tokens of the whole.
    #[must_use]
    pub fn count(&self, tokenizer: &dyn Tokenizer) -> usize {
        self.pieces().filter(|piece| !piece.is_empty()).map(|piece| tokenizer.count(piece)).sum::<usize>()
            + self.marks.len()
    }

    /// The whole, with [`SHOWN`] for every control token.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::with_capacity(self.text.len() + self.marks.len() * SHOWN.len());
        for (at, piece) in self.pieces().enumerate() {
            if at > 0 {
                out.push_str(SHOWN);
            }
            out.push_str(piece);
        }
        out
    }

    fn pieces(&self) -> impl Iterator<Item = &str> {
        let ends = self.marks.iter().copied().chain([self.text.len()]);
        let starts = [0].into_iter().chain(self.marks.iter().copied());
        starts.zip(ends).map(|(start, end)| &self.text[start..end])
    }
}

/// Writes a value the way arguments and results are written: strings between control tokens, everything else bare, keys
/// in alphabetical order.
pub fn value(out: &mut Marked, value: &Value) {
    match value {
        Value::String(text) => out.quoted(text),
        Value::Array(items) => {
            out.push("[");
            for (at, item) in items.iter().enumerate() {
                separate(out, at > 0);
                self::value(out, item);
            }
            out.push("]");
        }
        Value::Object(object) => {
            let mut members: Vec<_> = object.iter().collect();
            members.sort_unstable_by_key(|(key, _)| key.as_str());
            out.push("{");
            for (at, (key, member)) in members.into_iter().enumerate() {
                separate(out, at > 0);
                out.push(key);
                out.push(":");
                self::value(out, member);
            }
            out.push("}");
        }
        bare => out.push(&bare.to_string()),
    }
}

/// A comma where one is needed.
pub(crate) fn separate(out: &mut Marked, needed: bool) {
    if needed {
        out.push(",");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::encodings;

    #[test]
    fn a_control_token_is_one_token_and_cuts_the_text() {
        let mut marked = Marked::default();
        assert_eq!(marked.text(), "");
        marked.mark();
        marked.push("type:");
        marked.quoted("STRING");
        marked.quoted("");
        assert_eq!(marked.text(), "<escape>type:<escape>STRING<escape><escape><escape>");
        let gemma = encodings::named("gemma3").expect("built in");
        assert_eq!(marked.count(gemma), gemma.count("type:") + gemma.count("STRING") + 5);
    }
}
