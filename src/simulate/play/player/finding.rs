//! How a session comes by a tool that it wants to call and does not have: searches, misses, retries, loads.

use crate::simulate::context::Part;
use crate::simulate::discover::{Discover, OnMiss, Returns, When};
use crate::simulate::play::plan::{Answers, Units};
use crate::simulate::play::player::Player;
use crate::simulate::strategy::{Load, Persist, Place, Upfront};
use crate::simulate::workload::{Step, ToolAt};

/// Whether an answer held the tool, or the last one is only played as if it had.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Not,
    Searched,
    Assumed,
}

impl Player<'_> {
    /// Sees to it that the tool can be called.
    pub(crate) fn want(&mut self, tool: ToolAt, step: &Step) {
        let first = self.held.first_use(tool.0);
        let in_front = self.in_front_always(tool);
        if first {
            self.played.needed += 1;
            self.recall(tool, step, in_front);
        }
        if self.held.callable(tool.0) {
            let each_turn = self.discover().is_some_and(|discover| discover.when == When::EachTurn);
            self.played.searches += usize::from(first && each_turn && !in_front);
            if matches!(self.plan.strategy.persist, Persist::Lru { .. }) {
                self.held.touch(tool.0);
            }
            return;
        }
        match self.discover() {
            None => self.not_found(tool),
            Some(discover) if discover.when == When::EachTurn => {
                self.played.searches += 1;
                self.missed(tool);
                self.give_up_or_load_all(discover, tool);
            }
            Some(discover) => {
                let assumed = self.search(discover, tool, step) == Found::Assumed;
                self.played.not_found += usize::from(assumed && first);
            }
        }
    }

    /// What the host finds for the user's words takes the place of what it found before.
    pub(crate) fn host_finds(&mut self, words: usize) {
        let Some(discover) = self.discover() else { return };
        self.fill(discover, Some(words), None);
        let found = std::mem::take(&mut self.answer);
        if self.held.front().eq(found.iter().copied()) {
            self.answer = found;
            return;
        }
        let gone = self.held.drop_front();
        let came: i64 = found.iter().map(|tool| self.plan.loaded[*tool as usize]).sum();
        found.iter().for_each(|tool| self.held.load_front(*tool, self.plan.loaded[*tool as usize]));
        self.context.change_tools(came - gone);
        self.answer = found;
    }

    fn search(&mut self, discover: &Discover, tool: ToolAt, step: &Step) -> Found {
        self.list(discover);
        self.played.searches += 1;
        let recovers = matches!(discover.on_miss, OnMiss::Retry | OnMiss::Name);
        let retries = if recovers { discover.retries.max(1) } else { discover.retries };
        let mut found = Found::Not;
        for attempt in 0..=retries {
            // The query that led to the call comes first, then what was written before it.
            let query = step.queries.len().checked_sub(attempt + 1).map(|at| step.queries[at]);
            let query = query.or(step.queries.first().copied());
            if self.fill(discover, query, Some(tool)) {
                found = Found::Searched;
            } else if attempt == 0 {
                self.missed(tool);
            }
            self.played.retries += usize::from(attempt > 0);
            if found == Found::Not && attempt == retries && recovers {
                self.assume_found(discover, tool);
                found = Found::Assumed;
            }
            self.asked(discover, query, tool);
            if found != Found::Not {
                break;
            }
        }
        match found {
            Found::Not => self.give_up_or_load_all(discover, tool),
            Found::Searched | Found::Assumed => self.describe(discover, tool),
        }
        found
    }

    /// The listing that the model asks for before its first search, where the view stands in one.
    fn list(&mut self, discover: &Discover) {
        if self.plan.strategy.place != Place::Listed || self.listed {
            return;
        }
        self.listed = true;
        self.ask(discover, 0);
        self.answered(discover, Part::Catalog, self.plan.view_tokens + discover.call_tokens, 2);
    }

    /// One search: the pass that asks, the query, and what the answer brings.
    fn asked(&mut self, discover: &Discover, query: Option<usize>, tool: ToolAt) {
        let written = match self.plan.answers {
            Answers::Ranked(_) => query.map_or(0, |query| self.plan.workload.query_tokens[query]),
            _ => self.plan.name[tool.0 as usize],
        };
        self.ask(discover, written);
        let answer = std::mem::take(&mut self.answer);
        let text: i64 = self.plan.answer_form.map_or(0, |form| answer.iter().map(|tool| form[*tool as usize]).sum());
        let text = if self.plan.strategy.duplicated { 2 * text } else { text };
        self.answered(discover, Part::Discovery, written + discover.call_tokens, 2);
        match discover.returns {
            Returns::Reference => self.load(discover, &answer),
            Returns::Full => {
                let share = |tool: u32| self.plan.answer_form.map_or(0, |form| form[tool as usize]);
                let times = if self.plan.strategy.duplicated { 2 } else { 1 };
                for tool in &answer {
                    if !self.held.callable(*tool) {
                        self.held.load_inline(*tool, times * share(*tool));
                    }
                }
                self.answered(discover, Part::Definitions, text, 0);
            }
            Returns::NameHint | Returns::NameDescription => self.answered(discover, Part::Discovery, text, 0),
        }
        self.answer = answer;
    }

    /// The call that fetches the schema, where one is made; without it a found name can be called.
    fn describe(&mut self, discover: &Discover, tool: ToolAt) {
        if self.held.callable(tool.0) {
            return;
        }
        let mut tokens = 0;
        if let Some(form) = self.plan.describe_form {
            self.ask(discover, self.plan.name[tool.0 as usize]);
            tokens = if self.plan.strategy.duplicated { 2 * form[tool.0 as usize] } else { form[tool.0 as usize] };
            self.answered(discover, Part::Discovery, self.plan.name[tool.0 as usize] + discover.call_tokens, 2);
            self.answered(discover, Part::Definitions, tokens, 0);
        }
        self.held.load_inline(tool.0, tokens);
    }

    /// Loads those of the tools that are not loaded yet.
    fn load(&mut self, discover: &Discover, tools: &[u32]) {
        let mut tokens = 0;
        let front = self.plan.strategy.load == Load::Prefix;
        for tool in tools.iter().copied() {
            let size = self.plan.loaded[tool as usize];
            if self.held.callable(tool) {
                continue;
            }
            tokens += size;
            if front { self.held.load_front(tool, size) } else { self.held.load_inline(tool, size) }
        }
        if front && tokens != 0 {
            let freed = self.trim();
            self.context.change_tools(tokens - freed);
        } else {
            self.answered(discover, Part::Definitions, tokens, 0);
        }
    }

    /// Drops what was used longest ago where more is loaded than the host takes; what was loaded last stays.
    fn trim(&mut self) -> i64 {
        match self.plan.strategy.persist {
            Persist::Lru { cap, trim } if self.plan.front_tools + self.held.in_front() > cap => {
                self.held.trim(trim.saturating_sub(self.plan.front_tools).max(1))
            }
            _ => 0,
        }
    }

    fn give_up_or_load_all(&mut self, discover: &Discover, tool: ToolAt) {
        if discover.on_miss == OnMiss::LoadAll {
            let all: Vec<u32> = (0u32..).take(self.plan.loaded.len()).filter(|tool| self.plan.offers(*tool)).collect();
            self.load(discover, &all);
        }
        if !self.held.callable(tool.0) {
            self.not_found(tool);
        }
    }

    fn not_found(&mut self, tool: ToolAt) {
        self.played.not_found += 1;
        self.held.give_up(tool.0);
    }

    fn missed(&mut self, tool: ToolAt) {
        self.played.misses += 1;
        self.played.missed.push(tool);
    }

    /// Counts a first use towards recall.
    fn recall(&mut self, tool: ToolAt, step: &Step, in_front: bool) {
        if in_front {
            return;
        }
        self.played.held_back += 1;
        let Some(discover) = self.discover() else { return };
        let query = match discover.when {
            When::Wanted => step.queries.last().copied(),
            When::EachTurn => step.asked.or(step.queries.first().copied()),
        };
        self.played.recalled += usize::from(self.fill(discover, query, Some(tool)));
    }

    fn in_front_always(&self, tool: ToolAt) -> bool {
        let used = self.plan.strategy.upfront == Upfront::Used;
        used || self.plan.front.get(tool.0 as usize).copied().unwrap_or(true)
    }

    /// Fills the answer of one search; whether it holds what is wanted.
    fn fill(&mut self, discover: &Discover, query: Option<usize>, wanted: Option<ToolAt>) -> bool {
        self.answer.clear();
        match &self.plan.answers {
            Answers::None => {}
            Answers::Wanted => self.answer_with(wanted),
            Answers::Percent(percent) => {
                if wanted.is_some_and(|tool| draw(self.number, tool) < *percent) {
                    self.answer_with(wanted);
                }
            }
            Answers::Ranked(by) => {
                if let Some(ranked) = query.and_then(|query| by.get(query)) {
                    self.take_best(ranked, discover.k);
                }
            }
        }
        wanted.is_some_and(|tool| self.holds(tool))
    }

    /// The first k tools, or all tools of the first k units, those up front left out.
    fn take_best(&mut self, ranked: &[u32], k: usize) {
        let plan = self.plan;
        let searched = |tool: &&u32| plan.offers(**tool) && !plan.front.get(**tool as usize).copied().unwrap_or(true);
        let tools = ranked.iter().filter(searched);
        match &plan.units {
            Units::Tools => self.answer.extend(tools.take(k)),
            Units::Sets { of, members } => {
                let mut taken: Vec<u32> = Vec::new();
                for unit in tools.map(|tool| of[*tool as usize]) {
                    if taken.len() == k {
                        break;
                    }
                    if !taken.contains(&unit) {
                        taken.push(unit);
                        self.answer.extend(&members[unit as usize]);
                    }
                }
            }
        }
    }

    fn answer_with(&mut self, wanted: Option<ToolAt>) {
        let Some(tool) = wanted else { return };
        match &self.plan.units {
            Units::Tools => self.answer.push(tool.0),
            Units::Sets { of, members } => {
                let unit = of[tool.0 as usize];
                self.answer.extend(members.get(unit as usize).into_iter().flatten());
            }
        }
    }

    /// The wanted tool in front of what the search found, cut to the same length; alone where the model names it.
    fn assume_found(&mut self, discover: &Discover, tool: ToolAt) {
        let others = std::mem::take(&mut self.answer);
        self.answer_with(Some(tool));
        let room = match &self.plan.units {
            Units::Tools if discover.on_miss == OnMiss::Retry => discover.k.saturating_sub(1).min(others.len()),
            _ => 0,
        };
        self.answer.extend(&others[..room]);
    }

    /// Whether the answer holds the tool, or one that the task says is as good.
    fn holds(&self, tool: ToolAt) -> bool {
        let has = |tool: &ToolAt| self.answer.contains(&tool.0);
        let as_good = self.run.needed.iter().find(|any| any.first() == Some(&tool));
        has(&tool) || as_good.is_some_and(|any| any.iter().any(has))
    }
}

/// A number below a hundred, the same for a run and a tool every time.
fn draw(run: usize, tool: ToolAt) -> u32 {
    let seed = (run as u64) << 32 | u64::from(tool.0);
    // The mixing steps of SplitMix64, which spread neighbouring seeds.
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    u32::try_from((mixed ^ (mixed >> 31)) % 100).unwrap_or(0)
}
