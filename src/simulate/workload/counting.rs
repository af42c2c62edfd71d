//! Turns recorded sessions into a workload: counts their texts, finds their tools, gathers their queries.

use std::collections::{BTreeMap, HashMap};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::meter::encodings;
use crate::meter::meter::Meter;
use crate::rent::column::Column;
use crate::session::turn::{Session, Size, ToolRef, Turn, Used};
use crate::simulate::count::Counted;
use crate::simulate::workload::names::Names;
use crate::simulate::workload::{Notes, Run, Step, ToolAt, Use, Workload};

impl Workload {
    /// The sessions as numbers, over the tools of `counted`, on the meter of `column`.
    #[must_use]
    pub fn of(sessions: &[Session], counted: &Counted<'_>, column: &Column<'_>) -> Workload {
        let names = Names::new(&counted.names);
        let per_o200k = per_o200k(sessions, &column.meter);
        let count = Count { names: &names, meter: &column.meter, per_o200k: per_o200k.unwrap_or(1.0) };
        let parts: Vec<Part> = sessions.par_iter().map(|session| count.session(session)).collect();
        let mut workload = Workload { notes: Notes { per_o200k, ..Notes::default() }, ..Workload::default() };
        let mut queries = Queries::default();
        for part in parts {
            workload.take(part, &mut queries);
        }
        workload.query_tokens = queries.texts.par_iter().map(|query| column.meter.text(query)).collect();
        workload.queries = queries.texts;
        workload
    }

    fn take(&mut self, part: Part, queries: &mut Queries) {
        for (name, calls) in part.unknown {
            *self.notes.unknown.entry(name).or_default() += calls;
        }
        self.notes.images += part.images;
        let mut run = part.run;
        if part.needs_unknown {
            self.notes.left_out.push(run.id);
            return;
        }
        if run.steps.is_empty() {
            self.notes.empty += 1;
            return;
        }
        let mut words = None;
        let mut said = part.said.into_iter();
        for step in &mut run.steps {
            let said = said.next().unwrap_or_default();
            step.asked = said.asked.map(|words| queries.of(words));
            words = step.asked.or(words);
            step.queries = said.searched.into_iter().map(|query| queries.of(query)).collect();
            if step.queries.is_empty() {
                step.queries.extend(words);
                self.notes.from_words += usize::from(!step.calls.is_empty() && words.is_some());
            } else {
                self.notes.from_searches += 1;
            }
        }
        self.runs.push(run);
    }
}

/// Queries by their first appearance.
#[derive(Default)]
struct Queries {
    texts: Vec<String>,
    known: HashMap<String, usize>,
}

impl Queries {
    fn of(&mut self, query: String) -> usize {
        if let Some(known) = self.known.get(&query) {
            return *known;
        }
        self.texts.push(query.clone());
        self.known.insert(query, self.texts.len() - 1);
        self.texts.len() - 1
    }
}

/// One session, counted on its own.
struct Part {
    run: Run,
    said: Vec<Said>,
    unknown: BTreeMap<String, usize>,
    needs_unknown: bool,
    images: usize,
}

/// The words of one turn that can be searched for.
#[derive(Default)]
struct Said {
    asked: Option<String>,
    searched: Vec<String>,
}

struct Count<'a> {
    names: &'a Names<'a>,
    meter: &'a Meter,
    per_o200k: f64,
}

impl Count<'_> {
    fn session(&self, session: &Session) -> Part {
        let mut unknown = BTreeMap::new();
        let mut find = |named: &ToolRef| {
            let found = self.names.find(named);
            if found.is_none() {
                *unknown.entry(shown(named)).or_default() += 1;
            }
            found
        };
        let needed: Vec<Vec<ToolAt>> =
            session.needed.iter().map(|any| any.iter().filter_map(&mut find).collect()).collect();
        let mut steps: Vec<Step> = session.turns.iter().map(|turn| self.step(turn, &mut find)).collect();
        if steps.iter().all(|step| step.calls.is_empty()) {
            steps = as_needed(steps, &needed);
        }
        let system = session.system.as_ref().map_or(0, |system| self.size(system));
        Part {
            needs_unknown: needed.iter().any(Vec::is_empty),
            run: Run { id: session.id.clone(), system, steps, needed },
            said: session.turns.iter().map(said).collect(),
            images: sizes(session).map(|size| size.images.len()).sum(),
            unknown,
        }
    }

    fn step(&self, turn: &Turn, find: &mut impl FnMut(&ToolRef) -> Option<ToolAt>) -> Step {
        let mut used = |used: &Used| Use {
            tool: used
                .call
                .tool
                .as_ref()
                .and_then(|tool| find(&ToolRef { server: used.call.server.clone(), tool: tool.clone() })),
            result: self.size(&used.result),
        };
        Step {
            said: turn.said.iter().map(|said| self.size(said)).sum(),
            answer: self.size(&turn.answer) + turn.reasoning.unwrap_or(0),
            calls: turn.calls.iter().map(&mut used).collect(),
            queries: Vec::new(),
            asked: None,
            gap_ms: turn.gap_ms,
            compacted: turn.compacted,
        }
    }

    fn size(&self, size: &Size) -> i64 {
        match (&size.text, size.o200k) {
            (Some(text), _) => self.meter.text(text),
            (None, Some(tokens)) => scaled(tokens, self.per_o200k),
            (None, None) => 0,
        }
    }
}

/// A task's requests: one for each tool that it needs, of which nothing but the tool is known, then its own last one.
fn as_needed(mut steps: Vec<Step>, needed: &[Vec<ToolAt>]) -> Vec<Step> {
    let calls = needed.iter().filter_map(|any| any.first()).map(|tool| vec![Use { tool: Some(*tool), result: 0 }]);
    let calls: Vec<Vec<Use>> = calls.collect();
    if calls.is_empty() || steps.is_empty() {
        return steps;
    }
    let open = steps.len() - 1;
    steps.resize(steps.len() + calls.len(), Step::default());
    steps.iter_mut().skip(open).zip(calls).for_each(|(step, calls)| step.calls = calls);
    steps
}

fn said(turn: &Turn) -> Said {
    let words: Vec<&str> = turn.said.iter().filter_map(|said| said.text.as_deref()).collect();
    Said {
        asked: (!words.is_empty()).then(|| words.join("\n")),
        searched: turn.searches.iter().map(|search| search.query.clone()).collect(),
    }
}

fn shown(named: &ToolRef) -> String {
    match &named.server {
        Some(server) => format!("{server}.{}", named.tool),
        None => named.tool.clone(),
    }
}

fn sizes(session: &Session) -> impl Iterator<Item = &Size> {
    session.system.iter().chain(session.turns.iter().flat_map(|turn| {
        turn.said.iter().chain(std::iter::once(&turn.answer)).chain(turn.calls.iter().map(|used| &used.result))
    }))
}

/// What one token of o200k comes to on `meter`, over the texts of these sessions; `None` when no size is given in o200k.
fn per_o200k(sessions: &[Session], meter: &Meter) -> Option<f64> {
    let all = || sessions.iter().flat_map(sizes);
    if !all().any(|size| size.text.is_none() && size.o200k.is_some()) {
        return None;
    }
    let o200k = encodings::named("o200k")?;
    let texts: Vec<&str> = all().filter_map(|size| size.text.as_deref()).collect();
    let both = |text: &&str| (meter.text(text), i64::try_from(o200k.count(text)).unwrap_or(i64::MAX));
    let (own, theirs) = texts.par_iter().map(both).reduce(|| (0, 0), |one, other| (one.0 + other.0, one.1 + other.1));
    #[expect(clippy::cast_precision_loss, reason = "token counts stay far below 2^53")]
    Some(if theirs == 0 { 1.0 } else { own as f64 / theirs as f64 })
}

#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "token counts stay far below 2^53")]
fn scaled(tokens: i64, ratio: f64) -> i64 {
    (tokens as f64 * ratio).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::profile;
    use crate::host::tariff::Overrides;
    use crate::session::call::Call;
    use crate::session::turn::Search;
    use crate::simulate::count::{Sizes, ToolName};

    fn column() -> Column<'static> {
        Column::new(profile::named("json").expect("json"), None, &Overrides::default()).expect("a column")
    }

    fn counted() -> Counted<'static> {
        let name = |tool: &str| ToolName { server: "toko".into(), tool: tool.into(), shown: tool.into() };
        let mut counted = Counted::of_sizes(&[2], &[5], &[Sizes::default(); 2]);
        counted.names = vec![name("cari"), name("beli")];
        counted
    }

    fn used(tool: &str, result: Size) -> Used {
        let call = Call {
            server: Some("toko".into()),
            tool: Some(tool.into()),
            definition: None,
            arguments: None,
            result: serde_json::Value::Null,
            place: crate::catalog::place::Place::default(),
        };
        Used { call, result, failed: false }
    }

    fn asking(words: &str) -> Turn {
        Turn { said: vec![Size::of(words)], ..Turn::default() }
    }

    #[test]
    fn queries_are_what_the_model_wrote_else_what_the_user_said() {
        let searches = vec![Search { query: "find an item".into(), returned: Vec::new() }];
        let calls = || vec![used("cari", Size::of("ok")), used("lain", Size::of("ok"))];
        let session = Session {
            turns: vec![
                Turn { calls: calls(), ..asking("carikan sepatu") },
                Turn { calls: calls(), searches, ..Turn::default() },
            ],
            ..Session::default()
        };
        let workload = Workload::of(&[session, Session::default()], &counted(), &column());
        assert_eq!(workload.queries, ["carikan sepatu", "find an item"]);
        let steps = &workload.runs[0].steps;
        assert_eq!((&steps[0].queries, &steps[1].queries, steps[1].asked), (&vec![0], &vec![1], None));
        assert_eq!((steps[0].calls[0].tool, steps[0].calls[1].tool), (Some(ToolAt(0)), None));
        let notes = &workload.notes;
        assert_eq!((notes.from_searches, notes.from_words, notes.empty), (1, 1, 1));
        assert_eq!(notes.unknown.get("toko.lain"), Some(&2));
    }

    #[test]
    fn a_task_plays_what_it_needs_or_is_left_out() {
        let needs = |tool: &str| vec![ToolRef { server: None, tool: tool.into() }];
        let task = |id: &str, needed: Vec<Vec<ToolRef>>| Session {
            id: id.into(),
            turns: vec![asking("beli sepatu")],
            needed,
            ..Session::default()
        };
        let tasks = [task("satu", vec![needs("beli"), needs("cari")]), task("dua", vec![needs("beli"), needs("jual")])];
        let workload = Workload::of(&tasks, &counted(), &column());
        assert_eq!(workload.notes.left_out, ["dua"]);
        let called: Vec<usize> = workload.runs[0].steps.iter().map(|step| step.calls.len()).collect();
        assert_eq!(called, [1, 1, 0]);
        assert!(workload.runs[0].steps[..2].iter().all(|step| step.queries == [0]));
    }

    #[test]
    fn sizes_in_o200k_follow_the_texts_at_hand() {
        let claude = Column::new(profile::named("claude-api").expect("a host"), None, &Overrides::default());
        let claude = claude.expect("a column");
        let words = "Tolong carikan sepatu lari yang murah, then book a courier.";
        let session = |answer| Session { turns: vec![Turn { answer, ..asking(words) }], ..Session::default() };
        let o200k = i64::try_from(encodings::named("o200k").expect("built in").count(words)).expect("small");
        let workload = Workload::of(&[session(Size::tokens(o200k))], &counted(), &claude);
        let step = &workload.runs[0].steps[0];
        assert!((step.said - step.answer).abs() <= 1, "{} and {}", step.said, step.answer);
        assert!(workload.notes.per_o200k.is_some_and(|ratio| ratio > 1.0));
        assert_eq!(Workload::of(&[session(Size::of(words))], &counted(), &claude).notes.per_o200k, None);
    }
}
