//! The immutable input as rules see it: servers, tools, texts and schemas, prepared once for all of them.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::catalog::text::{self, Kind, Text};
use crate::catalog::tool::{Catalog, Server, Tool};
use crate::host::profile::Host;
use crate::host::refusal::{Condition, Refusal};
use crate::lint::hit::Hit;
use crate::lint::names::{Names, Owner};
use crate::lint::observed::Observed;
use crate::lint::reading::read::{self, Reading};
use crate::lint::reading::shelf::Shelf;
use crate::lint::schema::node::{self, Cut, Node, Nodes, Which};
use crate::lint::words::assessed::{Assessed, language_of};
use crate::rent::budget::Budget;
use crate::rent::claimed::Comparison;
use crate::rent::row::Ledger;
use crate::session::call::Call;

/// All that is judged.
#[derive(Clone, Copy, Default)]
pub struct Input<'a> {
    /// The servers and their tools.
    pub catalog: Option<&'a Catalog>,
    /// The hosts that count.
    pub hosts: &'a [&'static Host],
    /// Recorded calls and their results.
    pub calls: &'a [Call],
    /// What was seen while the servers were asked.
    pub observed: &'a [Observed],
    /// Further listings of the same servers, in the order in which they were taken.
    pub again: &'a [Catalog],
    /// What was reviewed, to be held against the catalog.
    pub reviewed: Option<&'a Catalog>,
    /// A host's own figures beside ours.
    pub claims: &'a [Comparison],
    /// Budgets, each with the ledger it is held against.
    pub budgets: &'a [(Budget, Ledger)],
}

/// The input, prepared.
pub struct Scene<'a> {
    /// What it was made of.
    pub input: Input<'a>,
    /// The servers.
    pub servers: Vec<ServerView<'a>>,
    /// The recorded calls.
    pub calls: Vec<CallView<'a>>,
    /// The tool names of all servers that cannot be ordinary words.
    pub names: Names,
    /// The rules about words that order a model about.
    pub word_rules: Vec<WordRule>,
}

/// A rule about words, as far as rules need it that decode, join or compare texts: rules do not know each other.
#[derive(Clone, Copy)]
pub struct WordRule {
    /// Its id.
    pub id: &'static str,
    /// Its judgement of one reading.
    pub check: fn(&Reading<'_>, &Around<'_>, &mut Vec<Hit>),
}

/// One server, prepared.
pub struct ServerView<'a> {
    /// Its number in the catalog.
    pub at: usize,
    /// The server.
    pub server: &'a Server,
    /// Its tools.
    pub tools: Vec<ToolView<'a>>,
    /// Its instructions and the strings of its prompts and resources.
    pub texts: Vec<TextView<'a>>,
}

/// One tool, prepared.
pub struct ToolView<'a> {
    /// Number of its server in the catalog.
    pub server_at: usize,
    /// Its number in its server.
    pub at: usize,
    /// Its server.
    pub server: &'a Server,
    /// The tool.
    pub tool: &'a Tool,
    /// Every string of the tool.
    pub texts: Vec<TextView<'a>>,
    /// Every node of its input schema, then of its output schema; parents before children.
    pub nodes: Vec<Node<'a>>,
    /// Where a schema is too large to be judged to its end.
    pub cut: Option<Cut>,
}

/// One string, prepared.
pub struct TextView<'a> {
    /// The string and where it stands; of a very long one the part that is read.
    pub text: Text<'a>,
    /// The string to its end.
    pub whole: &'a str,
    /// The ways in which a model may read it, the plain one first. Empty for strings that nobody reads as words.
    pub readings: Arc<[Reading<'a>]>,
    language: OnceLock<Assessed>,
}

/// One recorded call, prepared.
pub struct CallView<'a> {
    /// The call.
    pub call: &'a Call,
    /// Server and tool it called, as numbered in the catalog, when they stand there.
    pub tool_at: Option<(usize, usize)>,
    /// Every string of its result.
    pub texts: Vec<TextView<'a>>,
}

/// What a reading stands in.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// Everything.
    pub scene: &'a Scene<'a>,
    /// The server.
    pub server: Option<&'a ServerView<'a>>,
    /// The tool; `None` for what belongs to a server.
    pub tool: Option<&'a ToolView<'a>>,
    /// The string.
    pub text: &'a Text<'a>,
}

impl<'a> Scene<'a> {
    /// Prepares the input. Rules that look at what hides words hand it to `word_rules`.
    #[must_use]
    pub fn new(input: Input<'a>, word_rules: Vec<WordRule>) -> Scene<'a> {
        let servers = input.catalog.map_or(&[][..], |catalog| &catalog.servers);
        let numbered: Vec<(usize, &Server)> = servers.iter().enumerate().collect();
        let shelf = Shelf::default();
        let servers: Vec<ServerView<'_>> =
            numbered.par_iter().map(|&(at, server)| server_view(at, server, &shelf)).collect();
        let calls = input.calls.par_iter().map(|call| call_view(call, &servers, &shelf)).collect();
        let names = Names::of(&servers.iter().map(owner).collect::<Vec<_>>());
        Scene { input, servers, calls, names, word_rules }
    }

    /// All tools of all servers, in order.
    pub fn tools(&self) -> impl Iterator<Item = &ToolView<'a>> {
        self.servers.iter().flat_map(|server| &server.tools)
    }

    /// What the hosts that count do under a condition, hosts in the order in which they were asked for.
    pub fn refusals(&self, when: Condition) -> impl Iterator<Item = (&'static Host, &'static Refusal)> {
        let of = move |host: &'static Host| {
            host.refuses.iter().filter(move |row| row.when == when).map(move |row| (host, row))
        };
        self.input.hosts.iter().copied().flat_map(of)
    }
}

impl<'a> ToolView<'a> {
    /// The description as it came, with its readings.
    #[must_use]
    pub fn description(&self) -> Option<&TextView<'a>> {
        self.texts.iter().find(|view| view.text.kind == Kind::Description)
    }

    /// The root of the input schema, when it is an object or a boolean.
    #[must_use]
    pub fn input_root(&self) -> Option<&Node<'a>> {
        self.nodes.iter().find(|node| node.which == Which::Input && node.is_root())
    }

    /// The plain reading of what a node's own description says.
    #[must_use]
    pub fn reading_of(&self, node: &Node<'_>) -> Option<&Reading<'a>> {
        self.texts.get(node.told?)?.readings.first()
    }

    /// The nodes of the parameters: the properties of the input schema's root.
    pub fn parameters(&self) -> impl Iterator<Item = &Node<'a>> {
        self.nodes.iter().filter(|node| node.is_parameter())
    }
}

impl<'a> TextView<'a> {
    /// A string with its readings.
    #[must_use]
    pub fn of(text: Text<'a>, shelf: &Shelf<'a>) -> TextView<'a> {
        let readings = shelf.readings(&text);
        TextView {
            whole: text.text,
            text: Text { text: read::shown(text.text), ..text },
            readings,
            language: OnceLock::new(),
        }
    }

    /// The language it is written in.
    #[must_use]
    pub fn language(&self) -> Assessed {
        *self.language.get_or_init(|| language_of(self.text.text))
    }

    /// Whether there is more of it than is read.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.text.text.len() < self.whole.len()
    }

    /// The plain reading.
    #[must_use]
    pub fn plain(&self) -> Option<&Reading<'_>> {
        self.readings.first()
    }
}

fn owner<'a>(view: &'a ServerView<'a>) -> Owner<'a> {
    Owner {
        at: view.at,
        name: &view.server.name,
        tools: view.tools.iter().map(|tool| tool.tool.name.as_str()).collect(),
        texts: view.tools.iter().flat_map(|tool| &tool.texts).map(|view| &view.text).collect(),
    }
}

fn server_view<'a>(at: usize, server: &'a Server, shelf: &Shelf<'a>) -> ServerView<'a> {
    let numbered: Vec<(usize, &Tool)> = server.tools.iter().enumerate().collect();
    let tools = numbered.par_iter().map(|&(number, tool)| tool_view((at, number), server, tool, shelf)).collect();
    let texts = text::of_server(server).into_iter().map(|text| TextView::of(text, shelf)).collect();
    ServerView { at, server, tools, texts }
}

fn tool_view<'a>(
    (server_at, at): (usize, usize),
    server: &'a Server,
    tool: &'a Tool,
    shelf: &Shelf<'a>,
) -> ToolView<'a> {
    let texts: Vec<TextView<'_>> = text::of_tool(tool).into_iter().map(|text| TextView::of(text, shelf)).collect();
    let Nodes { list: mut nodes, cut } = node::of_tool(tool);
    let about = texts.iter().enumerate().filter(|(_, view)| view.text.kind == Kind::SchemaDescription);
    let about: HashMap<&str, usize> =
        about.filter_map(|(at, view)| Some((view.text.pointer.strip_suffix("/description")?, at))).collect();
    nodes.iter_mut().for_each(|node| node.told = about.get(node.pointer.as_str()).copied());
    drop(about);
    ToolView { server_at, at, server, tool, texts, nodes, cut }
}

fn call_view<'a>(call: &'a Call, servers: &[ServerView<'_>], shelf: &Shelf<'a>) -> CallView<'a> {
    let fits = |view: &&ServerView<'_>| call.server.as_deref().is_none_or(|name| name == view.server.name);
    let tool_at = servers.iter().filter(fits).find_map(|view| {
        let tool = view.tools.iter().find(|tool| Some(tool.tool.name.as_str()) == call.tool.as_deref())?;
        Some((view.at, tool.at))
    });
    let texts = text::of_value(&call.result, "", Kind::Result);
    let texts = texts.into_iter().map(|text| TextView::of(text, shelf)).collect();
    CallView { call, tool_at, texts }
}
