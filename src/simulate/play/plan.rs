//! A strategy made ready for one catalog: who stands up front, what stands for the others, what each find brings in.

use std::sync::Arc;

use crate::simulate::activation::{Decision, Verdict};
use crate::simulate::billing::Billing;
use crate::simulate::count::Form;
use crate::simulate::discover::{Discover, Finder, Returns, Unit};
use crate::simulate::play::Scene;
use crate::simulate::strategy::{Strategy, Upfront, View};
use crate::simulate::workload::Workload;

/// Why a strategy cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadStrategy {
    /// No ranker of that name has ranked the queries.
    #[error("strategy {strategy:?} asks for the ranker {asked:?}, known are {}", known.join(", "))]
    Ranker {
        /// The strategy.
        strategy: String,
        /// What it asks for.
        asked: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The catalog has no tool of that name.
    #[error("strategy {strategy:?} names the tool {asked:?}, which the catalog does not hold")]
    Tool {
        /// The strategy.
        strategy: String,
        /// What it names.
        asked: String,
    },
}

/// A strategy for one catalog.
pub struct Plan<'a> {
    /// The strategy as played: `full` where it does not hold tools back.
    pub(crate) strategy: Strategy,
    /// What the catalog's size means for it.
    pub verdict: Verdict,
    pub(crate) billing: &'a Billing,
    pub(crate) workload: &'a Workload,
    /// Tokens of each definition, 0 for tools that are not offered.
    pub(crate) loaded: Arc<[i64]>,
    /// Tools up front in every run.
    pub(crate) front: Vec<bool>,
    /// Tools up front, as a number of them and their tokens.
    pub(crate) front_tools: usize,
    pub(crate) front_tokens: i64,
    /// What stands for each tool that is not up front.
    pub(crate) view: Option<&'a [i64]>,
    /// The whole of it.
    pub(crate) view_tokens: i64,
    /// System text and the like that every strategy has.
    pub(crate) base: i64,
    pub(crate) preamble: i64,
    pub(crate) answers: Answers<'a>,
    /// The text of an answer, by tool.
    pub(crate) answer_form: Option<&'a [i64]>,
    /// The text of a description, by tool.
    pub(crate) describe_form: Option<&'a [i64]>,
    /// Tokens of each tool's name, as a query.
    pub(crate) name: &'a [i64],
    pub(crate) units: Units,
    pub(crate) offered: Option<&'a [bool]>,
}

/// Who answers searches.
pub(crate) enum Answers<'a> {
    /// Nobody.
    None,
    /// The tool that is wanted, alone.
    Wanted,
    /// The tool in so many of a hundred cases.
    Percent(u32),
    /// A ranker's, by query.
    Ranked(&'a [Box<[u32]>]),
}

/// The units that finds bring in.
pub(crate) enum Units {
    /// Each tool is its own.
    Tools,
    /// The unit of each tool, and the tools of each unit.
    Sets { of: Vec<u32>, members: Vec<Vec<u32>> },
}

impl<'a> Plan<'a> {
    /// The strategy on that scene.
    ///
    /// # Errors
    /// When it names a tool or a ranker that is not there.
    pub fn new(scene: Scene<'a>, strategy: &Strategy) -> Result<Plan<'a>, BadStrategy> {
        let counted = scene.counted;
        let (strategy, verdict) = active(scene, strategy);
        let loaded = offered_only(counted.loaded_cut(strategy.cut_bytes), scene.offered);
        let units = Units::of(scene, strategy.discover.as_ref());
        let front = front(scene, &strategy, &units)?;
        let answers = answers(scene, &strategy)?;
        let (view, view_tokens) = view(scene, &strategy, &front, &units);
        let chosen = |form: Option<Form>| form.map(|form| counted.form(form));
        let indented = matches!(strategy.view, View::Signature(_));
        let definition = if indented { Form::Indented } else { Form::Full };
        let discover = strategy.discover.as_ref();
        Ok(Plan {
            verdict,
            billing: scene.billing,
            workload: scene.workload,
            front_tools: front.iter().filter(|stands| **stands).count(),
            front_tokens: loaded.iter().zip(&front).filter(|(_, stands)| **stands).map(|(tokens, _)| tokens).sum(),
            loaded,
            front,
            view,
            view_tokens,
            base: counted.instructions,
            preamble: counted.preamble,
            answers,
            answer_form: chosen(discover.and_then(|discover| match discover.returns {
                Returns::Reference => None,
                Returns::NameHint => Some(Form::Hint),
                Returns::NameDescription => Some(Form::Described),
                Returns::Full => Some(definition),
            })),
            describe_form: chosen(discover.filter(|discover| discover.describe).map(|_| definition)),
            name: if discover.is_some() { counted.form(Form::Name) } else { &[] },
            units,
            offered: scene.offered,
            strategy,
        })
    }

    /// Whether the catalog holds a tool.
    pub(crate) fn offers(&self, tool: u32) -> bool {
        offers(self.offered, tool as usize)
    }
}

impl Units {
    fn of(scene: Scene<'_>, discover: Option<&Discover>) -> Units {
        let servers = || scene.counted.servers.iter().map(|tools| tools.clone().map(index));
        let offered = |tools: &mut dyn Iterator<Item = u32>| -> Vec<u32> {
            tools.filter(|tool| offers(scene.offered, *tool as usize)).collect()
        };
        let members: Vec<Vec<u32>> = match discover.map(|discover| discover.unit) {
            None | Some(Unit::Tool) => return Units::Tools,
            Some(Unit::Server) => servers().map(|mut tools| offered(&mut tools)).collect(),
            Some(Unit::Group { slots }) => groups(servers().map(|mut tools| offered(&mut tools)).collect(), slots),
        };
        let mut of = vec![u32::MAX; scene.counted.len()];
        for (unit, tools) in (0u32..).zip(&members) {
            tools.iter().for_each(|tool| of[*tool as usize] = unit);
        }
        Units::Sets { of, members }
    }
}

/// Each server's tools in as many groups as its share of the slots, one at least, in catalog order: the host's clusters
/// are by meaning, which is not known here.
fn groups(servers: Vec<Vec<u32>>, slots: usize) -> Vec<Vec<u32>> {
    let servers: Vec<Vec<u32>> = servers.into_iter().filter(|tools| !tools.is_empty()).collect();
    let all: usize = servers.iter().map(Vec::len).sum();
    let spare = slots.saturating_sub(servers.len());
    let share = |tools: &Vec<u32>| (1 + spare * tools.len() / all.max(1)).min(tools.len());
    let chunks = |tools: &Vec<u32>| -> Vec<Vec<u32>> {
        let size = tools.len().div_ceil(share(tools));
        tools.chunks(size).map(<[u32]>::to_vec).collect()
    };
    servers.iter().flat_map(chunks).collect()
}

/// The strategy as it is played, and why.
fn active(scene: Scene<'_>, strategy: &Strategy) -> (Strategy, Verdict) {
    let verdict = strategy.activate.of(scene.counted.load());
    if verdict.decision != Decision::Loaded {
        return (strategy.clone(), verdict);
    }
    let full = Strategy {
        title: strategy.title.clone(),
        upfront: Upfront::All,
        compaction_at: strategy.compaction_at,
        summary_tokens: strategy.summary_tokens,
        cut_bytes: strategy.cut_bytes,
        order: strategy.order,
        ..Strategy::named(&strategy.name)
    };
    (full, verdict)
}

fn offered_only(loaded: Arc<[i64]>, offered: Option<&[bool]>) -> Arc<[i64]> {
    match offered {
        None => loaded,
        Some(_) => {
            loaded.iter().enumerate().map(|(at, tokens)| if offers(offered, at) { *tokens } else { 0 }).collect()
        }
    }
}

fn offers(offered: Option<&[bool]>, tool: usize) -> bool {
    offered.is_none_or(|offered| offered.get(tool).copied().unwrap_or(false))
}

/// The tools up front in every run.
fn front(scene: Scene<'_>, strategy: &Strategy, units: &Units) -> Result<Vec<bool>, BadStrategy> {
    let counted = scene.counted;
    let mut front = vec![strategy.upfront == Upfront::All; counted.len()];
    match &strategy.upfront {
        Upfront::Nothing | Upfront::Used | Upfront::All => {}
        Upfront::Hot(tools) => {
            let hottest = scene.workload.hottest(counted.len());
            hottest.iter().take(*tools).for_each(|tool| front[tool.0 as usize] = true);
        }
        Upfront::Tools(names) => {
            for name in names {
                let bad = || BadStrategy::Tool { strategy: strategy.name.clone(), asked: name.clone() };
                front[counted.named(name).ok_or_else(bad)?.0 as usize] = true;
            }
        }
    }
    if strategy.always_load {
        front.iter_mut().zip(&counted.pinned).for_each(|(front, pinned)| *front |= pinned);
    }
    if let (Units::Sets { members, .. }, Some(Unit::Group { .. })) =
        (units, strategy.discover.as_ref().map(|discover| discover.unit))
    {
        // A group of one is the tool itself.
        let alone = members.iter().filter(|tools| tools.len() == 1).flatten();
        alone.for_each(|tool| front[*tool as usize] = true);
    }
    front.iter_mut().enumerate().for_each(|(at, front)| *front &= offers(scene.offered, at));
    Ok(front)
}

fn answers<'a>(scene: Scene<'a>, strategy: &Strategy) -> Result<Answers<'a>, BadStrategy> {
    let Some(discover) = &strategy.discover else { return Ok(Answers::None) };
    Ok(match &discover.ranker {
        Finder::Exact | Finder::Oracle => Answers::Wanted,
        Finder::Percent(percent) => Answers::Percent(*percent),
        Finder::Ranker(name) => Answers::Ranked(scene.rankings.named(name).ok_or_else(|| BadStrategy::Ranker {
            strategy: strategy.name.clone(),
            asked: name.clone(),
            known: scene.rankings.names().map(str::to_owned).collect(),
        })?),
    })
}

/// What stands for the tools that are not up front: by tool, and all of it.
fn view<'a>(scene: Scene<'a>, strategy: &Strategy, front: &[bool], units: &Units) -> (Option<&'a [i64]>, i64) {
    let counted = scene.counted;
    let held = |at: usize| !front[at] && offers(scene.offered, at);
    let entry = strategy.discover.as_ref().map_or(0, |discover| discover.unit_tokens);
    let form = match strategy.view {
        View::Nothing => return (None, 0),
        View::Servers => {
            let of = |server: usize| counted.lines().get(server).copied().unwrap_or(0) + entry;
            let shown = |server: usize| match units {
                Units::Sets { members, .. }
                    if matches!(strategy.discover, Some(Discover { unit: Unit::Group { .. }, .. })) =>
                {
                    let inside =
                        |tools: &&Vec<u32>| tools.len() > 1 && counted.servers[server].contains(&(tools[0] as usize));
                    members.iter().filter(inside).count()
                }
                _ => usize::from(counted.servers[server].clone().any(held)),
            };
            let lines = (0..counted.servers.len()).map(|server| of(server) * length(shown(server)));
            return (None, lines.sum());
        }
        View::Names => Form::Name,
        View::NamesHints => Form::Hint,
        View::NameDescription => Form::Described,
        View::Signature(level) => level.form(),
    };
    let tokens = counted.form(form);
    (Some(tokens), tokens.iter().enumerate().filter(|(at, _)| held(*at)).map(|(_, tokens)| tokens).sum())
}

fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn length(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_go_to_servers_by_their_size() {
        let servers = vec![(0..60).collect(), (60..160).collect(), vec![160], vec![]];
        let groups = groups(servers, 88);
        assert!(groups.len() <= 88, "{}", groups.len());
        assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), 161);
        assert!(groups.contains(&vec![160]));
        assert!(groups.iter().all(|group| group.len() <= 3));
    }
}
