//! What came back: results to their calls, found tools to their searches.

use serde_json::Value;

use crate::session::blocks::Content;
use crate::session::names;
use crate::session::searching::{listed, query};
use crate::session::turn::{Search, Size, Spilled, ToolRef};
use crate::session::weave::{Made, Weave};

impl Weave {
    /// What a search found.
    pub(crate) fn found(&mut self, id: Option<&str>, returned: Vec<ToolRef>) {
        let found = match id {
            Some(id) => self.calls.get(id).copied(),
            None => self.next_search(),
        };
        match found {
            Some(Made::Search(at, nth)) => self.asked[at].searches[nth].returned = returned,
            Some(Made::Hosted(at, nth)) => {
                self.asked[at].turn.searches[nth].returned = returned;
                return;
            }
            _ => self.orphans += 1,
        }
        self.heard = true;
    }

    /// The search of the last request that is to be answered next.
    fn next_search(&mut self) -> Option<Made> {
        let at = self.last()?;
        let (nth, hosted) = (self.open.2, self.asked[at].turn.searches.len());
        let here = hosted + self.asked[at].searches.len();
        self.open.2 += usize::from(nth < here);
        (nth < here).then(|| if nth < hosted { Made::Hosted(at, nth) } else { Made::Search(at, nth - hosted) })
    }

    /// The call of the last request that is to be answered next.
    fn next_call(&mut self) -> Option<Made> {
        let at = self.last()?;
        let nth = self.open.1;
        let here = self.asked[at].turn.calls.len();
        self.open.1 += usize::from(nth < here);
        (nth < here).then_some(Made::Call(at, nth))
    }

    fn last(&mut self) -> Option<usize> {
        let at = self.asked.len().checked_sub(1)?;
        if self.open.0 != at {
            self.open = (at, 0, 0);
        }
        Some(at)
    }

    /// What a call gave.
    pub(crate) fn result(&mut self, id: Option<&str>, content: Content, spilled: Option<(String, Option<Box<str>>)>) {
        self.heard = true;
        self.result_within(id, content, spilled);
    }

    /// What a call gave that the provider made itself, so that the answer goes on.
    pub(crate) fn result_within(
        &mut self,
        id: Option<&str>,
        content: Content,
        spilled: Option<(String, Option<Box<str>>)>,
    ) {
        let made = match id {
            Some(id) => self.calls.get(id).copied(),
            None => self.next_call(),
        };
        match made {
            Some(Made::Call(at, nth)) if content.references.is_empty() => {
                let used = &mut self.asked[at].turn.calls[nth];
                used.result = content.size;
                used.failed |= content.failed;
                used.call.result = content.mcp;
                if let Some((file, text)) = spilled {
                    self.asked[at].spilled.push(Spilled { turn: 0, call: nth, file, text });
                }
            }
            Some(Made::Call(at, nth)) => self.was_search(id, at, nth, &content.references),
            Some(Made::Search(..) | Made::Hosted(..)) => {
                let named = if content.references.is_empty() { listed(&content.size) } else { content.references };
                self.found(id, named.iter().map(|name| names::prefixed(name)).collect());
            }
            None => self.orphans += 1,
        }
    }

    /// A call that was answered with tools was a search, whatever its name.
    fn was_search(&mut self, id: Option<&str>, at: usize, nth: usize, references: &[String]) {
        let asked = &mut self.asked[at];
        let used = &mut asked.turn.calls[nth];
        let returned = references.iter().map(|name| names::prefixed(name)).collect();
        asked.searches.push(Search { query: query(used.call.arguments.as_ref().unwrap_or(&Value::Null)), returned });
        // It keeps its place until the end, so that the places of the other calls hold.
        used.call.tool = None;
        used.call.server = None;
        used.call.result = Value::Null;
        if let Some(id) = id {
            self.calls.insert(id.to_owned(), Made::Search(at, asked.searches.len() - 1));
        }
    }

    /// A call failed, as the recording says beside its result.
    pub(crate) fn failed(&mut self, id: &str) {
        if let Some(Made::Call(at, nth)) = self.calls.get(id) {
            self.asked[*at].turn.calls[*nth].failed = true;
        }
    }

    /// What is known of a call beside what the model wrote and read: its server and tool, and its result in MCP's form.
    pub(crate) fn know(&mut self, id: &str, tool: Option<ToolRef>, content: Option<Content>) {
        let Some(Made::Call(at, nth)) = self.calls.get(id).copied() else { return };
        let used = &mut self.asked[at].turn.calls[nth];
        if let Some(tool) = tool {
            used.call.place.server.clone_from(&tool.server);
            used.call.place.tool = Some(tool.tool.clone());
            (used.call.server, used.call.tool) = (tool.server, Some(tool.tool));
        }
        if let Some(content) = content {
            used.failed |= content.failed;
            used.call.result = content.mcp;
            if used.result == Size::default() {
                used.result = content.size;
            }
        }
    }
}
