//! Reads OpenTelemetry GenAI spans: OTLP as JSON, one export a line, or one span a line.
//!
//! By the semantic conventions for generative AI and MCP (read 2026-11: 1.37, 1.41, and the first release of their own
//! repository). A `chat` span is a request; its messages hold the conversation so far. An `execute_tool` span, or a
//! `tools/call` span of MCP, tells of a call again that the messages hold; where messages are not recorded, it is all
//! there is. Spans of one conversation are those of one `gen_ai.conversation.id`, else of one trace.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use crate::session::blocks;
use crate::session::chain::{Chain, Link};
use crate::session::messages::Beside;
use crate::session::names;
use crate::session::otel_messages::{self, unquoted};
use crate::session::otel_span::{self, Kind, Span};
use crate::session::reader::Reader;
use crate::session::request::{Message, Part, Role};
use crate::session::tally::Tally;
use crate::session::turn::{Session, Size};
use crate::session::weave::{Weave, Written};

/// Spans that are looked through for an ancestor that tells of the same call.
const DEEPEST: usize = 16;

/// Reads spans.
#[derive(Debug)]
pub(crate) struct Otel {
    source: String,
    spans: Vec<Span>,
}

/// Whether a row is an export of spans or a span.
pub(crate) fn is_row(row: &Value) -> bool {
    row["resourceSpans"].is_array() || row["scopeSpans"].is_array() || otel_span::is_span(row)
}

impl Otel {
    /// Begins to read a source.
    pub(crate) fn new(source: &str) -> Otel {
        Otel { source: source.to_owned(), spans: Vec::new() }
    }

    fn span(&mut self, at: usize, span: &Value, tally: &mut Tally) {
        let span = otel_span::read(span, at);
        if span.kind == Kind::Other {
            tally.skip(&format!("span {}", span.operation));
        }
        self.spans.push(span);
    }
}

impl Reader for Otel {
    fn row(&mut self, at: usize, row: Value, tally: &mut Tally) {
        let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
        let mut scopes = list(&row, "scopeSpans");
        scopes.extend(list(&row, "resourceSpans").iter().flat_map(|resource| list(resource, "scopeSpans")));
        if scopes.is_empty() && otel_span::is_span(&row) {
            return self.span(at, &row, tally);
        }
        if scopes.is_empty() {
            return tally.skip("entry without spans");
        }
        for span in scopes.iter().flat_map(|scope| list(scope, "spans")) {
            self.span(at, &span, tally);
        }
    }

    fn end(self: Box<Self>, tally: &mut Tally) -> Vec<Session> {
        let Otel { source, mut spans } = *self;
        spans.sort_by_key(|span| span.start);
        let mut conversations: HashMap<String, String> = HashMap::new();
        for span in &spans {
            if let Some(conversation) = span.conversation() {
                conversations.entry(span.trace.clone()).or_insert_with(|| conversation.to_owned());
            }
        }
        let repeated = repeated(&spans);
        let mut groups: Vec<(String, Vec<Span>)> = Vec::new();
        let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
        for (span, repeated) in spans.into_iter().zip(repeated) {
            if repeated {
                tally.skip("span of a call that another span tells");
            }
            if repeated || span.kind == Kind::Other {
                continue;
            }
            let name = span.conversation().map(str::to_owned);
            let name = name.or_else(|| conversations.get(&span.trace).cloned()).unwrap_or_else(|| span.trace.clone());
            let group = *by_name.entry(name.clone()).or_insert_with(|| {
                groups.push((name, Vec::new()));
                groups.len() - 1
            });
            groups[group].1.push(span);
        }
        groups.into_iter().flat_map(|(name, spans)| sessions(&source, name, spans, tally)).collect()
    }
}

/// Whether an ancestor of a tool's span is a tool's span too: agent, MCP client and MCP server each have one of a call.
fn repeated(spans: &[Span]) -> Vec<bool> {
    let by_id: HashMap<(&str, &str), &Span> = spans.iter().map(|span| ((&*span.trace, &*span.id), span)).collect();
    let is_told = |span: &Span| {
        let mut at = span;
        for _ in 0..DEEPEST {
            match by_id.get(&(&*at.trace, &*at.parent)) {
                Some(above) if above.kind == Kind::Tool => return true,
                // What a tool's own agent does is told for itself.
                Some(above) if above.kind == Kind::Other => at = above,
                _ => return false,
            }
        }
        false
    };
    spans.iter().map(|span| span.kind == Kind::Tool && is_told(span)).collect()
}

fn sessions(source: &str, name: String, spans: Vec<Span>, tally: &mut Tally) -> Vec<Session> {
    let told: Vec<_> = spans.iter().map(|span| otel_messages::read(&span.attributes, &span.events)).collect();
    if told.iter().all(|told| told.input.is_empty() && told.output.is_empty()) {
        return bare(source, name, &spans).into_iter().collect();
    }
    let mut chain = Chain::default();
    let mut tools = Vec::new();
    for (span, told) in spans.into_iter().zip(told) {
        if span.kind == Kind::Tool {
            tools.push(span);
            continue;
        }
        let link = Link {
            scope: name.clone(),
            id: name.clone(),
            model: span.model(),
            usage: span.usage(),
            reasoning: span.reasoning(),
            time: span.start,
            at: span.at,
            system: told.system,
            messages: told.input,
            answer: told.output,
            beside: Beside::default(),
            ..Link::default()
        };
        chain.add(link, tally);
    }
    // The results of the last calls stand in no request.
    let open = chain.open_calls();
    for span in tools {
        let id = span.text("gen_ai.tool.call.id");
        match (id.and_then(|id| open.get(id)), span.attributes.get("gen_ai.tool.call.result")) {
            (Some(&told), Some(result)) => {
                let part = otel_messages::result(id.map(str::to_owned), result);
                chain.after(told, Message { role: Role::Tool, name: None, parts: vec![part] });
            }
            _ => tally.skip("span of a call that the messages tell"),
        }
    }
    chain.end(source, tally)
}

/// A conversation whose messages are not recorded: requests by their usage, calls by their spans.
fn bare(source: &str, name: String, spans: &[Span]) -> Option<Session> {
    let mut weave = Weave::new(source, name);
    let requests = spans.iter().any(|span| span.kind == Kind::Chat);
    for span in spans {
        weave.time(span.start);
        if weave.session().model.is_none() {
            weave.session().model = span.model();
        }
        // A call belongs to the request before it; where no requests are recorded, each has one of its own.
        if span.kind == Kind::Chat || !requests {
            weave.say(Size::default());
        }
        let at = weave.answer(None);
        if span.kind == Kind::Chat {
            if let Some(usage) = span.usage() {
                weave.usage(at, usage, span.reasoning());
            }
            continue;
        }
        let name = span.text("gen_ai.tool.name").unwrap_or_default();
        let id = format!("{}/{}", span.trace, span.id);
        let arguments = span.attributes.get("gen_ai.tool.call.arguments").map(unquoted).unwrap_or_default();
        let tool = names::prefixed(name);
        weave.call(at, Written { id: Some(&id), name, tool, arguments, text: None, at: span.at });
        if let Some(Part::Result { value, .. }) =
            span.attributes.get("gen_ai.tool.call.result").map(|result| otel_messages::result(None, result))
        {
            weave.result_within(Some(&id), blocks::read(&value), None);
        }
        if span.failed {
            weave.failed(&id);
        }
    }
    weave.end()
}
