//! The sizes of a catalog on one host and model, each counted once and only when a strategy asks for it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::catalog::tool::{Catalog, Server};
use crate::host::deferral::Load;
use crate::host::profile::InstructionsShown;
use crate::meter::shown::Shown;
use crate::rent::column::Column;
use crate::rent::definition;
use crate::rent::share::{self, Entry};
use crate::simulate::catalog_view;
use crate::simulate::strategy::Level;
use crate::simulate::workload::ToolAt;

#[cfg(test)]
mod tests;

/// A way to write one tool, whose tokens are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Its name on a line.
    Name = 0,
    /// Its name and a hint on a line.
    Hint = 1,
    /// Its name and description, rendered as a tool without parameters.
    Described = 2,
    /// Its signature line, everything said.
    Low = 3,
    /// Its signature line with the first sentence.
    Medium = 4,
    /// Its signature line with name and arguments.
    High = 5,
    /// Its signature line with the name.
    Max = 6,
    /// The definition as text.
    Full = 7,
    /// The signature and the schema, indented.
    Indented = 8,
}

const FORMS: usize = 9;

/// The sizes of one tool, in tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Its share of the list of tools, once loaded.
    pub loaded: i64,
    /// Its other forms, by [`Form`].
    pub forms: [i64; FORMS],
}

/// A tool's names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolName {
    /// Its server's.
    pub server: String,
    /// Its own.
    pub tool: String,
    /// The one that the model calls.
    pub shown: String,
}

/// A catalog as numbers, on one host and model.
pub struct Counted<'a> {
    /// The tools' names, by position.
    pub names: Vec<ToolName>,
    /// The positions of each server's tools.
    pub servers: Vec<Range<usize>>,
    /// Tokens that stand once because there are tools.
    pub preamble: i64,
    /// Tokens of all servers' instructions, as the host shows them.
    pub instructions: i64,
    /// The model's context window, when known.
    pub window: Option<u64>,
    /// Tools whose definition asks to be loaded always.
    pub pinned: Vec<bool>,
    loaded: Vec<i64>,
    forms: [OnceLock<Vec<i64>>; FORMS],
    lines: OnceLock<Vec<i64>>,
    cut: Mutex<BTreeMap<usize, Arc<[i64]>>>,
    source: Option<Source<'a>>,
}

struct Source<'a> {
    column: &'a Column<'a>,
    servers: &'a [Server],
    /// By position in the catalog.
    entries: Vec<Entry<'a>>,
}

impl<'a> Counted<'a> {
    /// Counts the definitions; everything else is counted when it is asked for.
    #[must_use]
    pub fn new(catalog: &'a Catalog, column: &'a Column<'a>) -> Counted<'a> {
        let entries = share::entries(catalog, column.host);
        let costs = share::costs(&entries, column);
        let preamble = column.meter.preamble(&share::shown(&entries));
        let mut rows: Vec<(Entry<'a>, i64)> = entries.into_iter().zip(costs.iter().map(|cost| cost.model)).collect();
        rows.sort_by_key(|(entry, _)| entry.at);
        let (entries, loaded): (Vec<Entry<'a>>, Vec<i64>) = rows.into_iter().unzip();
        let name = |entry: &Entry<'_>| ToolName {
            server: catalog.servers[entry.at.0].name.clone(),
            tool: entry.tool.name.clone(),
            shown: entry.definition.shown.name.clone().into_owned(),
        };
        Counted {
            names: entries.iter().map(name).collect(),
            servers: ranges(catalog.servers.iter().map(|server| server.tools.len())),
            preamble,
            instructions: catalog.servers.iter().map(|server| instructions(server, column)).sum(),
            window: column.tariff.context_window,
            pinned: entries.iter().map(|entry| entry.tool.value["_meta"]["anthropic/alwaysLoad"] == true).collect(),
            loaded,
            forms: std::array::from_fn(|_| OnceLock::new()),
            lines: OnceLock::new(),
            cut: Mutex::default(),
            source: Some(Source { column, servers: &catalog.servers, entries }),
        }
    }

    /// A catalog of which only sizes are known: `servers` holds each one's number of tools, `lines` the tokens of its line.
    #[must_use]
    pub fn of_sizes(servers: &[usize], lines: &[i64], sizes: &[Sizes]) -> Counted<'static> {
        let known = |values: Vec<i64>| OnceLock::from(values);
        let name = |at: usize| ToolName { tool: format!("t_{at}"), shown: format!("t_{at}"), ..ToolName::default() };
        Counted {
            names: (0..sizes.len()).map(name).collect(),
            servers: ranges(servers.iter().copied()),
            preamble: 0,
            instructions: 0,
            window: None,
            pinned: vec![false; sizes.len()],
            loaded: sizes.iter().map(|tool| tool.loaded).collect(),
            forms: std::array::from_fn(|form| known(sizes.iter().map(|tool| tool.forms[form]).collect())),
            lines: known(lines.to_vec()),
            cut: Mutex::default(),
            source: None,
        }
    }

    /// Tokens of each definition once loaded.
    #[must_use]
    pub fn loaded(&self) -> &[i64] {
        &self.loaded
    }

    /// The same with descriptions cut at so many bytes. Sizes alone cannot be cut.
    #[must_use]
    pub fn loaded_cut(&self, bytes: Option<usize>) -> Arc<[i64]> {
        let (Some(bytes), Some(source)) = (bytes, &self.source) else { return self.loaded.as_slice().into() };
        let mut counted = self.cut.lock().unwrap_or_else(PoisonError::into_inner);
        counted.entry(bytes).or_insert_with(|| source.cut(bytes, &self.loaded)).clone()
    }

    /// Tokens of each tool in that form.
    #[must_use]
    pub fn form(&self, form: Form) -> &[i64] {
        self.forms[form as usize].get_or_init(|| self.source.as_ref().map_or_else(Vec::new, |source| source.form(form)))
    }

    /// Tokens of each server's line.
    #[must_use]
    pub fn lines(&self) -> &[i64] {
        self.lines.get_or_init(|| self.source.as_ref().map_or_else(Vec::new, Source::lines))
    }

    /// Number of tools.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no tool.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The tool named `name`, alone or as `server.tool`.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<ToolAt> {
        let fits = |tool: &ToolName| {
            tool.tool == name || tool.shown == name || format!("{}.{}", tool.server, tool.tool) == name
        };
        self.names.iter().position(fits).and_then(|at| u32::try_from(at).ok()).map(ToolAt)
    }

    /// The whole catalog measured against a limit.
    #[must_use]
    pub fn load(&self) -> Load {
        Load { tools: self.len(), tokens: self.loaded.iter().sum(), window: self.window }
    }
}

impl Level {
    /// The form of a signature at this level.
    #[must_use]
    pub fn form(self) -> Form {
        match self {
            Level::Low => Form::Low,
            Level::Medium => Form::Medium,
            Level::High => Form::High,
            Level::Max => Form::Max,
        }
    }
}

impl Source<'_> {
    fn form(&self, form: Form) -> Vec<i64> {
        let text = |write: fn(&Shown<'_>) -> String| self.texts(write);
        match form {
            Form::Name => text(catalog_view::name),
            Form::Hint => text(catalog_view::hint),
            Form::Described => self.shares(|shown| Shown { schema: None, ..shown }),
            Form::Low => text(|tool| catalog_view::signature(tool, Level::Low)),
            Form::Medium => text(|tool| catalog_view::signature(tool, Level::Medium)),
            Form::High => text(|tool| catalog_view::signature(tool, Level::High)),
            Form::Max => text(|tool| catalog_view::signature(tool, Level::Max)),
            Form::Full => text(catalog_view::full),
            Form::Indented => text(catalog_view::indented),
        }
    }

    fn texts(&self, write: fn(&Shown<'_>) -> String) -> Vec<i64> {
        let tokens = |entry: &Entry<'_>| match entry.left_out() {
            true => 0,
            false => self.column.meter.text(&write(&entry.definition.shown)),
        };
        self.entries.par_iter().with_min_len(16).map(tokens).collect()
    }

    fn shares<'s>(&'s self, change: impl Fn(Shown<'s>) -> Shown<'s>) -> Vec<i64> {
        let kept = self.entries.iter().filter(|entry| !entry.left_out());
        let shown: Vec<_> = kept.map(|entry| change(entry.definition.shown.clone())).collect();
        let mut shares = self.column.meter.shares(&shown).into_iter();
        let share = |entry: &Entry<'_>| if entry.left_out() { 0 } else { shares.next().unwrap_or(0) };
        self.entries.iter().map(share).collect()
    }

    /// The difference that the cut makes is taken from what was counted, so that further members stay in.
    fn cut(&self, bytes: usize, loaded: &[i64]) -> Arc<[i64]> {
        let whole = self.shares(|shown| shown);
        let short = self.shares(|shown| {
            let description = shown.description.map(|text| match text {
                Cow::Borrowed(text) => Cow::Borrowed(&text[..text.floor_char_boundary(bytes)]),
                Cow::Owned(text) => Cow::Owned(text[..text.floor_char_boundary(bytes)].to_owned()),
            });
            Shown { description, ..shown }
        });
        loaded.iter().zip(whole).zip(short).map(|((loaded, whole), short)| loaded - whole + short).collect()
    }

    fn lines(&self) -> Vec<i64> {
        let line = |server: &Server| catalog_view::server(&server.name, server.instructions.as_deref());
        self.servers.iter().map(|server| self.column.meter.text(&line(server))).collect()
    }
}

fn ranges(sizes: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    let mut start = 0;
    let range = |size: usize| {
        let range = start..start + size;
        start = range.end;
        range
    };
    sizes.map(range).collect()
}

fn instructions(server: &Server, column: &Column<'_>) -> i64 {
    let rule = &column.host.instructions;
    let Some(text) = server.instructions.as_deref().filter(|_| rule.shown != InstructionsShown::No) else { return 0 };
    let cut = definition::cut(rule.cut.as_ref(), text);
    column.meter.text(cut.as_ref().map_or(text, |cut| cut.shown.as_ref()))
}
