//! The words around types: titles, descriptions, examples, defaults, as comments.

use serde_json::Value;

use crate::meter::render::typescript::node::Node;
use crate::meter::render::typescript::writer::Writer;

impl<'a> Writer<'a> {
    /// What there is to say about one alternative, behind it.
    pub(super) fn remark(&mut self, node: Node<'a>) {
        let mut separator = " // ";
        if let Some(description) = node.text("description") {
            match &mut self.aside {
                Some(aside) => aside.push(description.to_owned()),
                None => {
                    self.out.push_str(separator);
                    self.between_words(description);
                    separator = ", ";
                }
            }
        }
        if let Some(value) = node.get("default") {
            self.out.push_str(separator);
            self.out.push_str("default: ");
            self.literal(value);
            separator = ", ";
        }
        if let Some(format) = node.text("format") {
            self.out.push_str(separator);
            self.out.push_str("format: ");
            self.between_words(format);
        }
    }

    fn between_words(&mut self, text: &str) {
        for (at, word) in text.split_whitespace().enumerate() {
            if at > 0 {
                self.out.push(' ');
            }
            self.out.push_str(word);
        }
    }

    /// Everything that stands above a property, a bare `//` between the kinds.
    pub(super) fn comments(&mut self, node: Node<'a>) {
        let mut any = self.titles(node);
        if let Some(examples) = node.list("examples") {
            self.part(&mut any);
            self.out.push_str("// Examples:\n");
            for example in examples {
                self.out.push_str("// - ");
                self.literal(example);
                self.out.push('\n');
            }
        }
        if let Some(value) = node.get("default") {
            self.part(&mut any);
            self.out.push_str("// default: ");
            match value {
                Value::String(text) if node.list("enum").is_some() => self.out.push_str(text),
                value => self.literal(value),
            }
            self.out.push('\n');
        }
    }

    /// Title and description; whether anything was written.
    pub(super) fn titles(&mut self, node: Node<'a>) -> bool {
        let words = ["title", "description"].into_iter().filter_map(|key| node.text(key));
        if let Some(aside) = &mut self.aside {
            aside.extend(words.map(str::to_owned));
            return false;
        }
        let mut any = false;
        for word in words {
            self.part(&mut any);
            self.comment(word);
        }
        any
    }

    fn part(&mut self, any: &mut bool) {
        if *any {
            self.out.push_str("//\n");
        }
        *any = true;
    }

    /// A text as comment lines, each stripped; a blank line is a bare `//`.
    pub(super) fn comment(&mut self, text: &str) {
        for line in text.split('\n') {
            let line = line.trim();
            self.out.push_str(if line.is_empty() { "//" } else { "// " });
            self.out.push_str(line);
            self.out.push('\n');
        }
    }

    /// A value as JSON writes it.
    pub(super) fn literal(&mut self, value: &Value) {
        self.out.push_str(&value.to_string());
    }
}
