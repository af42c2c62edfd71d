//! The rankers by name: what each one is, and how it is made for a catalog or for other documents.

use crate::catalog::tool::Catalog;
use crate::simulate::rank::documents;
use crate::simulate::rank::exact::Exact;
use crate::simulate::rank::lexical::Lexical;
use crate::simulate::rank::pattern::Pattern;
use crate::simulate::rank::ranker::Ranker;
use crate::simulate::rank::splitter::Splitter;
use crate::simulate::rank::substring::Substring;

/// A built-in ranker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The crate `bm25` 2.3.2 over the text that Codex indexes.
    Codex,
    /// The same crate over the fields that Anthropic documents. The ranker of the hosted search is not published.
    Claude,
    /// The same crate over names and descriptions.
    NameDesc,
    /// BM25 over the documented fields with whole words: no stems, no stop words.
    Plain,
    /// The query as a pattern.
    Regex,
    /// Names that stand in the query.
    Exact,
    /// The query as a part of a name or description.
    Substring,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 7] =
        [Kind::Codex, Kind::Claude, Kind::NameDesc, Kind::Plain, Kind::Regex, Kind::Exact, Kind::Substring];

    /// Those that are shown when none is asked for.
    pub const USUAL: [Kind; 3] = [Kind::Codex, Kind::Claude, Kind::Plain];

    /// Its name, as users type it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Codex => "codex",
            Kind::Claude => "claude",
            Kind::NameDesc => "name-desc",
            Kind::Plain => "plain",
            Kind::Regex => "regex",
            Kind::Exact => "exact",
            Kind::Substring => "substring",
        }
    }

    /// The ranker of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A ranker over the tools of a catalog; the documents are the tools by position, servers in order, then their tools.
#[must_use]
pub fn ranker(kind: Kind, catalog: &Catalog) -> Box<dyn Ranker> {
    match kind {
        Kind::Codex => Box::new(Lexical::new(kind.name(), Splitter::english(), &documents::codex(catalog))),
        Kind::Claude => Box::new(Lexical::new(kind.name(), Splitter::english(), &documents::anthropic(catalog))),
        Kind::NameDesc => {
            Box::new(Lexical::new(kind.name(), Splitter::english(), &documents::name_and_description(catalog)))
        }
        Kind::Plain => Box::new(Lexical::new(kind.name(), Splitter::Plain, &documents::anthropic(catalog))),
        Kind::Regex => Box::new(Pattern::new(documents::of_fields(catalog))),
        Kind::Exact => Box::new(Exact::new(catalog.tools().map(|tool| tool.name.clone()).collect())),
        Kind::Substring => {
            let fields = documents::of_fields(catalog).into_iter();
            // Name and description only.
            Box::new(Substring::new(fields.map(|fields| fields.into_iter().take(2).collect()).collect()))
        }
    }
}

/// A ranker over any documents, such as servers or groups of tools. The first line of a document is its name, which
/// [`Kind::Exact`] looks for; which fields a product searches makes no difference here.
#[must_use]
pub fn of_documents(kind: Kind, documents: &[String]) -> Box<dyn Ranker> {
    match kind {
        Kind::Codex | Kind::Claude | Kind::NameDesc => {
            Box::new(Lexical::new(kind.name(), Splitter::english(), documents))
        }
        Kind::Plain => Box::new(Lexical::new(kind.name(), Splitter::Plain, documents)),
        Kind::Regex => Box::new(Pattern::new(documents.iter().map(|text| vec![text.clone()]).collect())),
        Kind::Exact => {
            let names = documents.iter().map(|text| text.lines().next().unwrap_or_default().to_owned());
            Box::new(Exact::new(names.collect()))
        }
        Kind::Substring => Box::new(Substring::new(documents.iter().map(|text| vec![text.clone()]).collect())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::saved;

    #[test]
    fn every_name_is_a_ranker() {
        let text = br#"[{"name":"kirim_surat","description":"Kirim surat lewat pos."},{"name":"baca_surat"}]"#;
        let catalog = saved::read("pos.json", text).expect("a list");
        let servers = ["pos\nKirim dan baca surat; kirim_surat baca_surat".to_owned(), "cuaca\nramalan".to_owned()];
        for kind in Kind::ALL {
            assert_eq!(Kind::named(kind.name()), Some(kind));
            let tools = ranker(kind, &catalog);
            assert_eq!(tools.name(), kind.name());
            assert_eq!(tools.rank("kirim_surat").first().map(|one| one.document), Some(0), "{}", kind.name());
            let groups = of_documents(kind, &servers);
            assert_eq!(groups.rank("cuaca").first().map(|one| one.document), Some(1), "{}", kind.name());
        }
        assert_eq!(Kind::named("bm25"), None);
    }
}
