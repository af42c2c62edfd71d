//! What a tool's name and description say that it does to what is there.

use crate::catalog::similar::name_words;
use crate::lint::scene::ToolView;
use crate::lint::words::concept::Concept;
use crate::lint::words::stems::lists;

/// Verbs that destroy whatever they are said of.
const DESTROYS: &str = "delete deletes purge erase wipe destroy drop truncate hapus hapuskan musnahkan hancurkan eliminar borrar \
    excluir apagar supprimer loeschen";

/// What `drop` and `truncate` destroy; said of anything else they may be about text, pins or files dragged.
const STORES: &str = "table tables database databases db collection schema index column view keyspace";

/// Words that turn the deed into talk about it, or into its opposite.
const TAMES: &str = "preview dry check can is get list search find count show restore undelete undo cancel recover plan simulate \
    validate estimate explain suggest read view describe confirm prepare request status background noise \
    duplicates silence watermark object blur pratinjau latar";

/// The verb in a tool's name that destroys something.
pub(crate) fn destruction(view: &ToolView<'_>) -> Option<String> {
    let words = name_words(&view.tool.name);
    let last = words.len().checked_sub(1)?;
    let deed = |(at, word): (usize, &String)| {
        let stands = at <= 1 || at == last;
        let store = |next: Option<&String>| next.is_some_and(|next| lists(STORES, next));
        let weak = matches!(word.as_str(), "drop" | "truncate");
        (stands && lists(DESTROYS, word) && (!weak || store(words.get(at + 1)))).then(|| word.clone())
    };
    if words.iter().any(|word| lists(TAMES, word)) {
        return None;
    }
    words.iter().enumerate().find_map(deed)
}

/// Where the description's first deed is said to destroy for good, in bytes of the raw text.
pub(crate) fn stated_destruction(view: &ToolView<'_>) -> Option<std::ops::Range<usize>> {
    let reading = view.description()?.plain()?;
    let text = reading.text();
    let lead = text.len() - text.trim_start_matches(|one: char| !one.is_alphanumeric()).len();
    let rest = text.get(lead..)?;
    let skipped = FOR_GOOD.iter().find_map(|word| rest.strip_prefix(word)).map_or(lead, |rest| text.len() - rest.len());
    let cue = reading.cues.iter().take_while(|cue| cue.start <= skipped).find(|cue| {
        cue.start == skipped && cue.concept == Concept::Destroy && !text[cue.start..cue.end].ends_with("ed")
    })?;
    Some(reading.raw_span(&(lead..cue.end)))
}

/// Words that may stand before the deed.
const FOR_GOOD: &[&str] = &["permanently ", "irreversibly ", "irrevocably ", "completely ", "secara permanen "];
