//! Collects what is worth knowing about one server; nothing passes with a secret in it.

use std::sync::Arc;

use crate::gather::contact::Contact;
use crate::gather::note::{Note, Severity};
use crate::gather::secret::hiding::CUT;
use crate::gather::secret::known::Known;
use crate::gather::wire::carrier::Heard;

/// Characters of a server's own words in a report.
const LONGEST: usize = 300;

/// Characters of a line of its standard error.
const LONGEST_LINE: usize = 500;

/// Characters of what it wrote among its messages.
const LONGEST_NOISE: usize = 80;

/// The remarks about one server so far.
#[derive(Debug)]
pub(crate) struct Remarks {
    subject: String,
    known: Arc<Known>,
    notes: Vec<Note>,
    heard: Heard,
    /// Requests whose answers nobody waits for any more: that many stray answers are our own doing.
    pub(crate) left_open: usize,
}

impl Remarks {
    /// None yet.
    pub(crate) fn new(contact: &Contact, known: Arc<Known>) -> Self {
        Remarks { subject: contact.name.clone(), known, notes: Vec::new(), heard: Heard::default(), left_open: 0 }
    }

    /// Adds one.
    pub(crate) fn add(&mut self, class: &'static str, severity: Severity, detail: impl AsRef<str>) {
        let detail = self.hidden(detail.as_ref());
        self.notes.push(Note { subject: self.subject.clone(), class, severity, detail });
    }

    /// What must not be shown.
    pub(crate) fn known(&self) -> &Arc<Known> {
        &self.known
    }

    /// A text as it may be shown.
    pub(crate) fn hidden(&self, text: &str) -> String {
        self.known.told.hide(text).into_owned()
    }

    /// A server's own words as they may be shown: a few hundred characters of them.
    pub(crate) fn quoted(&self, text: &str) -> String {
        self.shortened(text, LONGEST)
    }

    /// A line of a server's standard error as it may be shown.
    pub(crate) fn line(&self, text: &str) -> String {
        self.shortened(text, LONGEST_LINE)
    }

    /// Hidden first and cut then: of a secret that is cut, nobody would know the beginning.
    fn shortened(&self, text: &str, longest: usize) -> String {
        let hidden = self.hidden(text);
        match hidden.char_indices().nth(longest) {
            Some((end, _)) => format!("{}{CUT}", hidden.get(..end).unwrap_or_default()),
            None => hidden,
        }
    }

    /// Keeps what a wire heard. Gives the methods of the lists that were announced to have changed.
    pub(crate) fn hear(&mut self, heard: Heard) -> Vec<String> {
        let Heard { changed, noise, stray, bad_bytes, remarks } = heard;
        self.heard.stray += stray;
        self.heard.bad_bytes += bad_bytes;
        self.heard.remarks.extend(remarks);
        if let Some((lines, first)) = noise {
            self.heard.noise.get_or_insert((0, first)).0 += lines;
        }
        changed
    }

    /// All of them, what the wires heard included.
    pub(crate) fn finish(mut self) -> Vec<Note> {
        let Heard { noise, stray, bad_bytes, remarks, .. } = std::mem::take(&mut self.heard);
        if let Some((lines, first)) = noise {
            let (lines, verb) = counted(lines, "line", ["is", "are"]);
            let detail =
                format!("{lines} on standard output {verb} no message: {:?}", self.shortened(&first, LONGEST_NOISE));
            self.add("gather.stdout_noise", Severity::Warning, detail);
        }
        let stray = stray.saturating_sub(self.left_open);
        if stray > 0 {
            let (answers, verb) = counted(stray, "answer", ["belongs", "belong"]);
            let detail = format!("{answers} {verb} to nothing that was asked");
            self.add("gather.stray_answer", Severity::Warning, detail);
        }
        if bad_bytes > 0 {
            let (places, verb) = counted(bad_bytes, "place", ["holds", "hold"]);
            let detail = format!("{places} in its messages {verb} bytes that are no UTF-8; they were replaced");
            self.add("gather.bad_bytes", Severity::Warning, detail);
        }
        for (class, detail) in remarks {
            let detail = self.quoted(&detail);
            self.add(class, Severity::Info, detail);
        }
        self.notes
    }
}

/// A number with its noun, and the verb that fits.
fn counted<'v>(number: usize, noun: &str, [one, many]: [&'v str; 2]) -> (String, &'v str) {
    if number == 1 { (format!("1 {noun}"), one) } else { (format!("{number} {noun}s"), many) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gather::contact::{Launch, Origin, ToolFilter, Way};

    fn remarks() -> Remarks {
        let contact = Contact {
            name: "peta".to_owned(),
            way: Way::Stdio(Launch::default()),
            origin: Origin::default(),
            filter: ToolFilter::default(),
            secrets: vec!["kunci-rahasia".to_owned()],
        };
        Remarks::new(&contact, Arc::new(Known::of(std::slice::from_ref(&contact))))
    }

    #[test]
    fn what_was_heard_is_told_once_and_without_secrets() {
        let mut remarks = remarks();
        let changed = vec!["notifications/tools/list_changed".to_owned()];
        let noise = |first: &str| Heard { noise: Some((1, first.to_owned())), stray: 1, ..Heard::default() };
        assert_eq!(remarks.hear(Heard { changed: changed.clone(), ..noise("mulai kunci-rahasia") }), changed);
        remarks.hear(Heard { bad_bytes: 1, ..noise("lagi") });
        remarks.left_open = 1;
        remarks.hear(Heard { remarks: vec![("gather.redirected", "ke kunci-rahasia".to_owned())], ..Heard::default() });
        let notes: Vec<_> = remarks.finish().into_iter().map(|note| (note.class, note.detail)).collect();
        let told = [
            ("gather.stdout_noise", "2 lines on standard output are no message: \"mulai ••••\""),
            ("gather.stray_answer", "1 answer belongs to nothing that was asked"),
            ("gather.bad_bytes", "1 place in its messages holds bytes that are no UTF-8; they were replaced"),
            ("gather.redirected", "ke ••••"),
        ];
        assert_eq!(notes, told.map(|(class, detail)| (class, detail.to_owned())));
    }

    #[test]
    fn an_answer_that_we_left_open_is_not_stray() {
        let mut remarks = remarks();
        remarks.left_open = 1;
        remarks.hear(Heard { stray: 1, ..Heard::default() });
        assert_eq!(remarks.finish(), []);
    }

    #[test]
    fn long_words_are_cut_between_characters() {
        assert_eq!(remarks().quoted(&"é".repeat(400)), "é".repeat(300) + "…");
        assert_eq!(remarks().quoted(&("é".repeat(295) + "kunci-rahasia")), "é".repeat(295) + "••••");
        assert_eq!(remarks().line(&("é".repeat(495) + "kunci-rah…")), "é".repeat(495) + "••••…");
    }
}
