//! What a tool says of itself, in the form in which tools are compared.

use std::collections::BTreeSet;

use unicode_segmentation::UnicodeSegmentation;

use crate::catalog::similar::{Grams, name_words};
use crate::lint::rules::quality::empty::is_empty;
use crate::lint::scene::ToolView;
use crate::lint::words::stems::{lists, root};

/// A tool as it is compared.
pub(crate) struct Said<'a> {
    /// The tool.
    pub(crate) view: &'a ToolView<'a>,
    /// The words of its name.
    pub(crate) name: Vec<String>,
    /// The words of its description.
    pub(crate) words: Vec<String>,
    /// Their n-grams.
    pub(crate) grams: Grams,
    /// Its parameters.
    pub(crate) parameters: BTreeSet<&'a str>,
    /// Those it requires.
    pub(crate) required: BTreeSet<&'a str>,
}

impl<'a> Said<'a> {
    /// The tool as it is compared; `None` when it says nothing.
    pub(crate) fn of(view: &'a ToolView<'a>) -> Option<Said<'a>> {
        let words = words_of(view);
        if words.is_empty() {
            return None;
        }
        let name = name_words(&view.tool.name).iter().map(|word| root(word)).collect();
        let parameters = view.parameters().filter_map(|node| node.property()).collect();
        let required = view.parameters().filter(|node| node.required).filter_map(|node| node.property()).collect();
        Some(Said { view, name, grams: Grams::of(&words), words, parameters, required })
    }

    /// Whether the two names say opposite deeds.
    pub(crate) fn is_opposite(&self, other: &Said<'_>) -> bool {
        let says = |said: &Said<'_>, word: &str| said.name.iter().any(|one| one == word);
        OPPOSITES.iter().any(|(one, two)| {
            let (ones, twos) = (
                |said: &Said<'_>| one.split(' ').any(|w| says(said, w)),
                |said: &Said<'_>| two.split(' ').any(|w| says(said, w)),
            );
            ones(self) && twos(other) && !ones(other) || ones(other) && twos(self) && !ones(self)
        })
    }

    /// Whether a call to the one could be a call to the other: the same required parameters, and most of the rest.
    pub(crate) fn is_substitutable(&self, other: &Said<'_>) -> bool {
        let shared = self.parameters.intersection(&other.parameters).count();
        self.required == other.required && shared * 2 >= self.parameters.len().max(other.parameters.len())
    }

    /// Whether the descriptions differ by the very words by which the names differ.
    pub(crate) fn is_told_apart(&self, other: &Said<'_>) -> bool {
        let tells = |one: &Said<'_>, two: &Said<'_>| {
            let own = one.name.iter().filter(|word| !two.name.contains(word));
            let two_words: BTreeSet<&String> = two.words.iter().collect();
            let one_words: BTreeSet<&String> = one.words.iter().filter(|word| !two_words.contains(word)).collect();
            // `hist` in a name is `historical` in the text.
            let same = |word: &str, said: &str| said == word || word.len() >= 4 && said.starts_with(word);
            own.into_iter().any(|word| one_words.iter().any(|said| same(word, said)))
        };
        tells(self, other) || tells(other, self)
    }

    /// What remains of name and text when every verb of looking for things is the same verb.
    pub(crate) fn sibling_key(&self) -> Option<(Vec<&str>, Vec<&str>, &BTreeSet<&'a str>)> {
        self.name
            .iter()
            .any(|word| lists(FINDS, word))
            .then(|| (same_verb(&self.name), same_verb(&self.words), &self.parameters))
    }
}

/// Verbs of looking for things.
const FINDS: &str = "list search find query lookup get fetch retrieve show browse cari daftar temukan ambil lihat tampilkan \
    mencari menemukan mengambil menampilkan";

fn same_verb(words: &[String]) -> Vec<&str> {
    words.iter().map(|word| if lists(FINDS, word) { "find" } else { word.as_str() }).collect()
}

/// Deeds that are each other's opposite; a model does not take one for the other.
const OPPOSITES: &[(&str, &str)] = &[
    ("get list read fetch retrieve show describe", "set create update delete write add remove put post send patch"),
    ("create add insert new", "delete remove update edit destroy drop modify patch"),
    ("update edit modify patch", "delete remove destroy"),
    ("start resume run", "stop pause cancel halt"),
    ("enable activate", "disable deactivate"),
    ("next first", "previous prev last"),
    ("open", "close"),
    ("lock", "unlock"),
    (
        "subscribe follow join star like pin mute archive publish assign attach link connect",
        "unsubscribe unfollow leave unstar unlike unpin unmute unarchive unpublish unassign detach unlink disconnect",
    ),
    ("upload push export send encode encrypt", "download pull import receive decode decrypt"),
    ("increase up left min before source input", "decrease down right max after target output"),
    ("approve accept grant allow show", "reject decline revoke deny hide"),
    ("baca lihat ambil", "tulis ubah hapus kirim tambah buat"),
    ("buat tambah", "hapus ubah"),
    ("buka mulai aktifkan", "tutup henti hentikan nonaktifkan"),
    ("naik maju", "turun mundur"),
];

/// The words of a tool's description: without what carries no meaning, in one form each.
pub(crate) fn words_of(view: &ToolView<'_>) -> Vec<String> {
    let Some(reading) = view.description().and_then(|text| text.plain()) else { return Vec::new() };
    let words = reading.text().unicode_word_indices().take(LONGEST);
    words.filter(|&(at, word)| !is_empty(reading, at, word)).map(|(_, word)| root(word)).collect()
}

/// Words of a description that are compared; what is longer differs or agrees before.
const LONGEST: usize = 300;
