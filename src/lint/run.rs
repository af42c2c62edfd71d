//! Runs every rule that speaks over the scene; no rule sees what another found.

use std::collections::BTreeMap;
use std::ops::Range;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::lint::cx::{Cx, Where};
use crate::lint::finding::Finding;
use crate::lint::hit::Hit;
use crate::lint::knob::Options;
use crate::lint::levels::Levels;
use crate::lint::reading::read::{How, Reading, shown};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::{self, RULES};
use crate::lint::saving;
use crate::lint::scene::{CallView, Input, Scene, ServerView, TextView, ToolView};
use crate::lint::unchecked::Unchecked;

/// What a user sets.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// How loudly each rule speaks.
    pub levels: Levels,
    /// The settings of rules, by id.
    pub options: BTreeMap<String, Options>,
}

/// What was found.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// The findings, by server, tool, pointer, rule and span.
    pub findings: Vec<Finding>,
    /// Findings for another persona, in no order.
    pub hidden: Vec<Finding>,
    /// What was not judged.
    pub unchecked: Vec<Unchecked>,
    /// How many tools were judged.
    pub tools: usize,
}

/// Judges the input.
#[must_use]
pub fn lint(input: Input<'_>, config: &Config) -> Outcome {
    let scene = Scene::new(input, rules::word_rules());
    let none = Options::default();
    let run = Run { scene: &scene, rules: Speaking::of(&config.levels), config, none: &none };
    let mut parts = vec![run.catalog()];
    parts.extend(scene.servers.par_iter().map(|server| run.server(server)).collect::<Vec<_>>());
    let tools: Vec<(&ServerView<'_>, &ToolView<'_>)> =
        scene.servers.iter().flat_map(|server| server.tools.iter().map(move |tool| (server, tool))).collect();
    parts.extend(tools.par_iter().map(|(server, tool)| run.tool(server, tool)).collect::<Vec<_>>());
    parts.extend(scene.calls.par_iter().enumerate().map(|(at, call)| run.call(at, call)).collect::<Vec<_>>());
    let mut outcome = Outcome { tools: tools.len(), ..Outcome::default() };
    outcome.unchecked.extend(unread(&scene));
    for (findings, unchecked) in parts {
        let (hidden, heard): (Vec<_>, Vec<_>) = findings.into_iter().partition(|one| config.levels.hides(one));
        outcome.hidden.extend(hidden);
        outcome.findings.extend(heard.into_iter().filter_map(|finding| config.levels.apply(finding)));
        outcome.unchecked.extend(unchecked);
    }
    if let Some(catalog) = input.catalog {
        saving::fill(&mut outcome.findings, catalog);
    }
    outcome.findings.sort_by(|one, other| order(one).cmp(&order(other)));
    outcome.unchecked.sort();
    outcome
}

/// How many places of one string a rule about words tells.
const MOST: usize = 20;

/// What stands in place of a rule's id where no rule about words could read.
const READING: &str = "reading";

impl Outcome {
    /// Puts the findings into their order.
    pub(crate) fn sort(&mut self) {
        self.findings.sort_by(|one, other| order(one).cmp(&order(other)));
    }
}

type Part = (Vec<Finding>, Vec<Unchecked>);

fn order(finding: &Finding) -> impl Ord + '_ {
    let span = finding.span.as_ref().map(|span| (span.start, span.end));
    let at = (finding.server_at.map_or(0, |at| at + 1), finding.tool_at.map_or(0, |at| at + 1));
    (at, finding.call_at, finding.pointer.as_str(), finding.rule, span, finding.message.as_str())
}

/// The rules that speak, by what they are handed.
#[derive(Default)]
struct Speaking {
    catalog: Vec<&'static Rule>,
    server: Vec<&'static Rule>,
    tool: Vec<&'static Rule>,
    text: Vec<&'static Rule>,
    call: Vec<&'static Rule>,
}

impl Speaking {
    fn of(levels: &Levels) -> Speaking {
        let mut speaking = Speaking::default();
        for rule in RULES.iter().copied().filter(|rule| levels.speaks(rule.id, rule.group, rule.is_nursery())) {
            match rule.check {
                Check::Catalog(_) => speaking.catalog.push(rule),
                Check::Server(_) => speaking.server.push(rule),
                Check::Tool(_) | Check::Node(_) => speaking.tool.push(rule),
                Check::Text(_) | Check::Reading(_) => speaking.text.push(rule),
                Check::Call(_) => speaking.call.push(rule),
                Check::Allow(_) => {}
            }
        }
        speaking
    }
}

struct Run<'a> {
    scene: &'a Scene<'a>,
    rules: Speaking,
    config: &'a Config,
    none: &'a Options,
}

impl<'a> Run<'a> {
    /// Runs `judge` with each of these rules.
    fn each<'r>(
        &self,
        rules: impl IntoIterator<Item = &'r &'static Rule>,
        at: Where,
        judge: impl Fn(&'static Rule, &mut Cx<'a>),
    ) -> Part {
        let mut part = Part::default();
        for rule in rules {
            let options = self.config.options.get(rule.id).unwrap_or(self.none);
            let mut cx = Cx::new(self.scene, rule, options, at);
            judge(rule, &mut cx);
            let (findings, unchecked) = cx.into_parts();
            part.0.extend(findings);
            part.1.extend(unchecked);
        }
        part
    }

    fn catalog(&self) -> Part {
        self.each(&self.rules.catalog, (None, None), |rule, cx| {
            if let Check::Catalog(check) = rule.check {
                check(self.scene, cx);
            }
        })
    }

    fn server(&self, server: &'a ServerView<'a>) -> Part {
        let rules = self.rules.server.iter().chain(&self.rules.text);
        self.each(rules, (Some(server.at), None), |rule, cx| match rule.check {
            Check::Server(check) => check(server, cx),
            _ => server.texts.iter().for_each(|view| text(rule, cx, view)),
        })
    }

    fn tool(&self, server: &'a ServerView<'a>, tool: &'a ToolView<'a>) -> Part {
        let rules = self.rules.tool.iter().chain(&self.rules.text);
        self.each(rules, (Some(server.at), Some(tool.at)), |rule, cx| match rule.check {
            Check::Tool(check) => check(tool, cx),
            Check::Node(check) => {
                tool.nodes.iter().for_each(|node| check(node, tool, cx));
                if let Some(cut) = &tool.cut {
                    cx.unchecked(cut.pointer.clone(), cut.reason.clone());
                }
            }
            _ => tool.texts.iter().for_each(|view| text(rule, cx, view)),
        })
    }

    fn call(&self, number: usize, call: &'a CallView<'a>) -> Part {
        let at = call.tool_at.map_or((None, None), |(server, tool)| (Some(server), Some(tool)));
        let known = call.tool_at.is_some_and(|(server, tool)| {
            self.scene.servers.get(server).is_some_and(|view| view.tools.get(tool).is_some())
        });
        let rules = self.rules.call.iter().chain(&self.rules.text);
        let mut part = self.each(rules, at, |rule, cx| match rule.check {
            Check::Call(check) => check(call, cx),
            _ => call.texts.iter().for_each(|view| text(rule, cx, view)),
        });
        for finding in &mut part.0 {
            finding.call_at = Some(number);
            if !known {
                finding.server = call.call.server.clone().unwrap_or_default();
                finding.tool.clone_from(&call.call.tool);
            }
        }
        part
    }
}

/// Judges one string with a rule about texts.
fn text<'a>(rule: &'static Rule, cx: &mut Cx<'a>, view: &'a TextView<'a>) {
    match rule.check {
        Check::Text(check) => check(view, cx),
        Check::Reading(check) => {
            let around = cx.around(&view.text);
            let mut found: Vec<Range<usize>> = Vec::new();
            for reading in view.readings.iter().filter(|reading| !matches!(reading.how, How::Decoded { .. })) {
                let mut hits = Vec::new();
                check(reading, &around, &mut hits);
                hits.sort_by_key(|hit| std::cmp::Reverse(hit.severity));
                // What the plain reading said is not said again by another one.
                let before = found.len();
                for hit in hits {
                    if found.len() >= MOST {
                        cx.unchecked(view.text.pointer.clone(), format!("only the first {MOST} places are told"));
                        return;
                    }
                    let span = reading.raw_span(&hit.span);
                    if !found[..before].iter().any(|one| one.start < span.end && span.start < one.end) {
                        found.push(span);
                        let finding = of_hit(cx, view, reading, hit);
                        cx.report(finding);
                    }
                }
            }
        }
        _ => {}
    }
}

/// What no rule about words could read, said once for each string.
fn unread(scene: &Scene<'_>) -> Vec<Unchecked> {
    let of = |server: &str, tool: Option<&str>, views: &[TextView<'_>]| -> Vec<Unchecked> {
        let reasons = views.iter().filter_map(|view| Some((view, view.plain()?)));
        let each = reasons.flat_map(|(view, plain)| plain.unread.iter().map(move |reason| (view, reason)));
        each.map(|(view, reason)| Unchecked {
            rule: READING,
            server: server.to_owned(),
            tool: tool.map(str::to_owned),
            pointer: view.text.pointer.clone(),
            reason: reason.clone(),
        })
        .collect()
    };
    let servers = scene.servers.iter().flat_map(|view| of(&view.server.name, None, &view.texts));
    let tools = scene.tools().flat_map(|view| of(&view.server.name, Some(&view.tool.name), &view.texts));
    let calls = scene
        .calls
        .iter()
        .flat_map(|view| of(view.call.server.as_deref().unwrap_or_default(), view.call.tool.as_deref(), &view.texts));
    servers.chain(tools).chain(calls).collect()
}

/// The finding of a hit in one reading of a string.
fn of_hit(cx: &Cx<'_>, view: &TextView<'_>, reading: &Reading<'_>, hit: Hit) -> Finding {
    let span = reading.raw_span(&hit.span);
    cx.at(view.text.pointer.clone())
        .say(hit.message)
        .severity(hit.severity)
        .confidence(hit.confidence)
        .persona(hit.persona)
        .span(span)
        .evidence(shown(view.text.text))
}
