//! Plays one session under one strategy, request by request: searches, loads, calls, and what each pass is billed.

mod finding;
mod held;

use crate::simulate::billing::Charge;
use crate::simulate::context::{Context, Part, Parts};
use crate::simulate::discover::{Discover, Pass, When};
use crate::simulate::play::plan::Plan;
use crate::simulate::play::player::held::Held;
use crate::simulate::strategy::{Order, Persist, Place, Upfront};
use crate::simulate::workload::{Run, Step, ToolAt};

/// What one session came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Played {
    /// Input tokens of the first pass.
    pub first: i64,
    /// Those of the largest pass.
    pub peak: i64,
    /// Those of all passes.
    pub cumulative: i64,
    /// The prefix of every pass, and everything behind it once.
    pub once: i64,
    /// The input of all passes, by what the cache does with it.
    pub charge: Charge,
    /// Tokens that the model writes.
    pub output: i64,
    /// Passes.
    pub passes: usize,
    /// Round trips beyond the recorded requests.
    pub extra_round_trips: usize,
    /// First searches for a tool.
    pub searches: usize,
    /// Those of them whose answer did not hold it.
    pub misses: usize,
    /// Searches after a miss.
    pub retries: usize,
    /// The tools of these misses, in order.
    pub missed: Vec<ToolAt>,
    /// Distinct tools that are used.
    pub needed: usize,
    /// Those of them that are not up front.
    pub held_back: usize,
    /// Those of the latter that the first k answers to their query hold.
    pub recalled: usize,
    /// Tools that were used and neither up front nor found.
    pub not_found: usize,
    /// Definitions that stood in a request and were never used.
    pub unused: usize,
    /// How often a cached prefix was lost whole.
    pub busts: usize,
    /// Input by recorded request, all of its passes together.
    pub per_turn: Vec<Charge>,
    /// Input tokens by where they come from.
    pub parts: Parts,
}

/// A session on its way through a strategy.
pub struct Player<'a> {
    plan: &'a Plan<'a>,
    run: &'a Run,
    /// Its position among the runs.
    number: usize,
    context: Context,
    held: Held,
    /// Time since the pass before, in milliseconds.
    gap: u64,
    listed: bool,
    /// Tokens appended since the last pass.
    pending: i64,
    /// What is appended after the pass of this step, by part.
    later: Parts,
    /// The tools of the last answer.
    answer: Vec<u32>,
    played: Played,
}

impl<'a> Player<'a> {
    /// The player of a run, which stands at that position of its workload.
    #[must_use]
    pub fn new(plan: &'a Plan<'a>, run: &'a Run, number: usize) -> Player<'a> {
        Player {
            plan,
            run,
            number,
            context: Context::default(),
            held: Held::new(&plan.front),
            gap: 0,
            listed: false,
            pending: 0,
            later: Parts::default(),
            answer: Vec::new(),
            played: Played::default(),
        }
    }

    /// Plays the run to its end.
    #[must_use]
    pub fn play(mut self) -> Played {
        self.open();
        for step in &self.run.steps {
            self.step(step);
        }
        let used = self.run.used();
        let in_use = used.iter().filter(|tool| self.held.stood(tool.0)).count();
        self.played.unused = self.held.ever().saturating_sub(in_use);
        self.played.busts = self.context.busts();
        self.played
    }

    fn open(&mut self) {
        let plan = self.plan;
        self.context.open(Part::System, self.run.system + plan.base);
        self.context.open(Part::Catalog, plan.preamble + plan.strategy.fixed_tokens);
        self.context.open(Part::Definitions, plan.front_tokens);
        let mut view = plan.view_tokens;
        if plan.strategy.upfront == Upfront::Used {
            for tool in self.run.used() {
                if plan.offers(tool.0) && self.held.stand_in_front(tool.0) {
                    self.context.open(Part::Definitions, plan.loaded[tool.0 as usize]);
                    view -= plan.view.map_or(0, |view| view[tool.0 as usize]);
                }
            }
        }
        match plan.strategy.place {
            Place::Prefix => self.context.open(Part::Catalog, view),
            Place::Message => self.append(Part::Catalog, view, u32::from(view > 0)),
            Place::Listed => {}
        }
    }

    fn step(&mut self, step: &Step) {
        self.gap = step.gap_ms.unwrap_or(0);
        let before = self.played.charge;
        self.compact_if_due(step);
        self.append(Part::Conversation, step.said, u32::from(step.said > 0));
        if let Some(words) = step.asked {
            self.new_turn(words);
        }
        for call in &step.calls {
            if let Some(tool) = call.tool.filter(|tool| self.plan.offers(tool.0)) {
                self.want(tool, step);
            }
        }
        self.pass();
        let calls = i64::try_from(step.calls.len()).unwrap_or(i64::MAX);
        let blocks = u32::try_from(step.calls.len()).unwrap_or(u32::MAX / 4);
        let wrapped = step.answer + calls * self.plan.strategy.call_wrapper_tokens;
        self.played.output += wrapped;
        let results: i64 = step.calls.iter().map(|call| call.result).sum();
        self.append(Part::Conversation, wrapped + results, 1 + 2 * blocks);
        let later = std::mem::take(&mut self.later);
        self.append(Part::Discovery, later[Part::Discovery as usize], 0);
        self.append(Part::Definitions, later[Part::Definitions as usize], 0);
        self.played.per_turn.push(self.played.charge.less(before));
    }

    /// The user speaks: what was loaded for the last turn goes, and what the host finds for this one comes.
    fn new_turn(&mut self, words: usize) {
        if self.plan.strategy.persist == Persist::Turn && self.discover().is_some_and(|one| one.when == When::Wanted) {
            let gone = self.held.drop_inline();
            self.context.take_out(Part::Definitions, gone);
            let gone = self.held.drop_front();
            if gone > 0 {
                self.context.change_tools(-gone);
            }
        }
        if self.discover().is_some_and(|one| one.when == When::EachTurn) {
            self.host_finds(words);
        }
    }

    fn compact_if_due(&mut self, step: &Step) {
        let strategy = &self.plan.strategy;
        let due = strategy.compaction_at.is_some_and(|most| self.context.total() + step.said > most);
        // A recorded compaction has its summary among what is said.
        let summary = match (step.compacted, due && self.played.passes > 0) {
            (true, _) => 0,
            (false, true) => strategy.summary_tokens,
            (false, false) => return,
        };
        let kept = if strategy.persist == Persist::Session { self.held.inline_tokens() } else { 0 };
        if kept == 0 {
            self.held.drop_inline();
        }
        self.context.compact(summary, kept);
        self.pending = summary + kept;
        self.listed = false;
        if strategy.place == Place::Message {
            self.append(Part::Catalog, self.plan.view_tokens, 1);
        }
    }

    fn append(&mut self, part: Part, tokens: i64, blocks: u32) {
        self.context.append(part, tokens, blocks);
        self.pending += tokens;
    }

    /// Sends everything once.
    fn pass(&mut self) {
        if self.plan.strategy.order == Order::Shuffled {
            self.context.lose_prefix();
        }
        let total = self.context.total();
        let charge = self.context.pass(self.plan.billing, std::mem::take(&mut self.gap));
        let played = &mut self.played;
        if played.passes == 0 {
            played.first = total;
        }
        played.passes += 1;
        played.peak = played.peak.max(total);
        played.cumulative += total;
        played.once += self.context.prefix() + std::mem::take(&mut self.pending);
        played.charge = played.charge.plus(charge);
        played.parts.iter_mut().zip(self.context.parts()).for_each(|(sum, part)| *sum += part);
    }

    /// The pass in which the model asks for something and does not call yet.
    fn ask(&mut self, discover: &Discover, output: i64) {
        self.played.output += output;
        match discover.pass {
            Pass::Within => {}
            Pass::Internal => self.pass(),
            Pass::RoundTrip => {
                self.pass();
                self.played.extra_round_trips += 1;
            }
        }
    }

    /// Appends what an answer holds: now, or after this step's own pass where that asked for it.
    fn answered(&mut self, discover: &Discover, part: Part, tokens: i64, blocks: u32) {
        match discover.pass {
            Pass::Within => self.later[part as usize] += tokens,
            Pass::Internal | Pass::RoundTrip => self.append(part, tokens, blocks),
        }
    }

    fn discover(&self) -> Option<&'a Discover> {
        self.plan.strategy.discover.as_ref()
    }
}
