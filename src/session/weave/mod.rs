//! Weaves what a recording tells, piece by piece, into the turns of one session.
//!
//! A request in which the model does nothing but search for tools is no turn: how tools are found is what differs
//! between hosts, so its searches and its usage go to the turn that follows.

mod results;

use std::collections::HashMap;
use std::mem;

use serde_json::Value;

use crate::catalog::place::Place;
use crate::session::call::Call;
use crate::session::fold::{Asked, fold};
use crate::session::searching::{argument_text, query};
use crate::session::turn::{Search, Session, Size, ToolRef, Turn, Usage, Used};

/// The tool by which Claude Code searches for tools.
const TOOL_SEARCH: &str = "ToolSearch";

/// Puts one session together.
#[derive(Debug, Default)]
pub(crate) struct Weave {
    session: Session,
    asked: Vec<Asked>,
    /// What was said since the last answer.
    said: Vec<Size>,
    compacted: bool,
    /// Whether anything came in since the last answer, so that the next answer is one of its own.
    heard: bool,
    /// When the last piece was recorded.
    now: Option<i64>,
    by_key: HashMap<String, usize>,
    calls: HashMap<String, Made>,
    /// The request, and the call and the search in it, that are answered next where the recording has no ids.
    open: (usize, usize, usize),
    /// Results and searches' answers whose call the recording does not have.
    pub(crate) orphans: usize,
}

/// Where a call or a search stands.
#[derive(Debug, Clone, Copy)]
enum Made {
    Call(usize, usize),
    Search(usize, usize),
    Hosted(usize, usize),
}

/// Who answers a search for tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Searcher {
    /// The host, in a request of its own.
    Host,
    /// The provider, within the same answer.
    Provider,
}

/// A call as a recording has it.
#[derive(Debug, Default)]
pub(crate) struct Written<'a> {
    /// The recording's id of the call.
    pub(crate) id: Option<&'a str>,
    /// The name as the model wrote it.
    pub(crate) name: &'a str,
    /// The tool it stands for.
    pub(crate) tool: ToolRef,
    /// The arguments.
    pub(crate) arguments: Value,
    /// The arguments' own text, where the recording has it.
    pub(crate) text: Option<&'a str>,
    /// The line or position, from 1.
    pub(crate) at: usize,
}

impl Weave {
    /// Begins a session.
    pub(crate) fn new(source: &str, id: impl Into<String>) -> Weave {
        let session = Session { id: id.into(), source: source.to_owned(), ..Session::default() };
        Weave { session, ..Weave::default() }
    }

    /// The session as far as it is known: its id, model, system prompt and needed tools may be set.
    pub(crate) fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Says when the next pieces were recorded, in milliseconds.
    pub(crate) fn time(&mut self, now: Option<i64>) {
        self.now = now.or(self.now);
    }

    /// Requests so far.
    pub(crate) fn requests(&self) -> usize {
        self.asked.len()
    }

    /// Something is put before the model.
    pub(crate) fn say(&mut self, said: Size) {
        let nothing = said.text.as_deref().is_none_or(str::is_empty) && said.images.is_empty() && said.o200k.is_none();
        if !nothing {
            self.said.push(said);
        }
        self.heard = true;
    }

    /// The history is compacted before the next request.
    pub(crate) fn compact(&mut self) {
        self.compacted = true;
        self.heard = true;
    }

    /// What was said since the last answer belongs to an answer that is told elsewhere.
    pub(crate) fn forget(&mut self) {
        self.said.clear();
        self.compacted = false;
    }

    /// The model begins or goes on to answer; `key` is the recording's id of the answer.
    pub(crate) fn answer(&mut self, key: Option<&str>) -> usize {
        if let Some(&at) = key.and_then(|key| self.by_key.get(key)) {
            return at;
        }
        if self.asked.is_empty() || self.heard || key.is_some() {
            let turn =
                Turn { said: mem::take(&mut self.said), compacted: mem::take(&mut self.compacted), ..Turn::default() };
            self.asked.push(Asked { turn, at: self.now, ..Asked::default() });
            self.heard = false;
        }
        let at = self.asked.len() - 1;
        if let Some(key) = key {
            self.by_key.insert(key.to_owned(), at);
            self.asked[at].ids.push(key.to_owned());
        }
        at
    }

    /// The model writes a text.
    pub(crate) fn text(&mut self, at: usize, text: &str) {
        if !text.is_empty() {
            self.asked[at].written.push(text.to_owned());
        }
    }

    /// The answer is known by its size alone.
    pub(crate) fn sized(&mut self, at: usize, answer: Size) {
        self.asked[at].turn.answer = answer;
    }

    /// The model thinks in words.
    pub(crate) fn thought(&mut self, at: usize, text: &str) {
        if !text.is_empty() {
            self.asked[at].thoughts.push(text.to_owned());
        }
    }

    /// The usage of a request; of several for the same one the last to grow counts.
    pub(crate) fn usage(&mut self, at: usize, usage: Usage, reasoning: Option<i64>) {
        let turn = &mut self.asked[at].turn;
        if turn.usage.is_none_or(|known| known.output <= usage.output) {
            turn.usage = Some(usage);
        }
        turn.reasoning = reasoning.or(turn.reasoning);
    }

    /// Whether a request has its usage.
    pub(crate) fn billed(&self, at: usize) -> bool {
        self.asked.get(at).is_some_and(|asked| asked.turn.usage.is_some())
    }

    /// The model calls a tool, or searches with the tool that is for it.
    pub(crate) fn call(&mut self, at: usize, written: Written<'_>) {
        if written.name == TOOL_SEARCH {
            return self.search(at, written.id, query(&written.arguments), Searcher::Host);
        }
        let arguments = written.text.map_or_else(|| argument_text(&written.arguments), str::to_owned);
        self.asked[at].written.push(format!(
            "{}{}{arguments}",
            written.name,
            if arguments.is_empty() { "" } else { " " }
        ));
        let place = Place {
            source: self.session.source.clone(),
            server: written.tool.server.clone(),
            tool: Some(written.tool.tool.clone()),
            line: u32::try_from(written.at).ok(),
            ..Place::default()
        };
        let call = Call {
            server: written.tool.server,
            tool: Some(written.tool.tool),
            arguments: Some(written.arguments).filter(|arguments| !arguments.is_null()),
            place,
            ..Call::default()
        };
        let calls = &mut self.asked[at].turn.calls;
        calls.push(Used { call, ..Used::default() });
        let made = Made::Call(at, calls.len() - 1);
        self.made(written.id, made);
    }

    /// The model searches for tools.
    pub(crate) fn search(&mut self, at: usize, id: Option<&str>, query: String, searcher: Searcher) {
        let asked = &mut self.asked[at];
        let (searches, hosted) = match searcher {
            Searcher::Host => (&mut asked.searches, false),
            Searcher::Provider => (&mut asked.turn.searches, true),
        };
        searches.push(Search { query, returned: Vec::new() });
        let nth = searches.len() - 1;
        self.made(id, if hosted { Made::Hosted(at, nth) } else { Made::Search(at, nth) });
    }

    fn made(&mut self, id: Option<&str>, made: Made) {
        let Some(id) = id else { return };
        let (Made::Call(at, _) | Made::Search(at, _) | Made::Hosted(at, _)) = made;
        self.calls.insert(id.to_owned(), made);
        self.asked[at].ids.push(id.to_owned());
    }

    /// Whether a call of that id was made.
    pub(crate) fn knows(&self, id: &str) -> bool {
        self.calls.contains_key(id)
    }

    /// Takes out the requests from the nth on: they were given up, and what follows does not know them.
    pub(crate) fn give_up(&mut self, from: usize) -> Option<Session> {
        let id = format!("{}~{}", self.session.id, self.asked.len());
        let given_up = self.asked.split_off(from);
        for id in given_up.iter().flat_map(|asked| &asked.ids) {
            self.calls.remove(id);
            self.by_key.remove(id);
        }
        let session = Session { id, needed: Vec::new(), ..self.session.clone() };
        fold(session, given_up)
    }

    /// The session; `None` when the recording has no request of it.
    pub(crate) fn end(mut self) -> Option<Session> {
        if !self.said.is_empty() && self.heard {
            // Asked, and the answer is not recorded.
            self.answer(None);
        }
        fold(self.session, self.asked)
    }
}
