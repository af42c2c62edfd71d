//! What stands before the model in one request, by part, and how much of it the prompt cache still holds.

use crate::simulate::billing::{Billing, Charge};

/// Where tokens of a request come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The system prompt and servers' instructions.
    System = 0,
    /// Search and meta tools, and what stands for the tools that are held back.
    Catalog = 1,
    /// Definitions.
    Definitions = 2,
    /// Searches, descriptions, and their answers.
    Discovery = 3,
    /// What user and model say, calls and their results.
    Conversation = 4,
}

/// Tokens by [`Part`].
pub type Parts = [i64; 5];

/// The state of a conversation between two requests.
#[derive(Debug, Clone, Default)]
pub struct Context {
    /// All tokens, by part.
    parts: Parts,
    /// Those of them that stand in front of the messages: tools, then the system prompt.
    front: Parts,
    /// How many of the tokens, from the start, the cache holds unchanged.
    cached: i64,
    /// Blocks since the last request.
    blocks: u32,
    /// How often a cached prefix was lost whole.
    busts: usize,
}

impl Context {
    /// Puts tokens into the prefix before the first request.
    pub fn open(&mut self, part: Part, tokens: i64) {
        self.parts[part as usize] += tokens;
        self.front[part as usize] += tokens;
    }

    /// Changes the list of tools by so many tokens. It stands before everything else, so nothing behind it is found again.
    pub fn change_tools(&mut self, tokens: i64) {
        self.parts[Part::Definitions as usize] += tokens;
        self.front[Part::Definitions as usize] += tokens;
        self.lose_prefix();
    }

    /// Forgets what is cached.
    pub fn lose_prefix(&mut self) {
        self.busts += usize::from(self.cached > 0);
        self.cached = 0;
    }

    /// Appends tokens to the messages, as so many blocks.
    pub fn append(&mut self, part: Part, tokens: i64, blocks: u32) {
        self.parts[part as usize] += tokens;
        self.blocks += blocks;
    }

    /// Takes tokens out of the messages; what stands behind them is not found again, and they may stand anywhere.
    pub fn take_out(&mut self, part: Part, tokens: i64) {
        if tokens > 0 {
            self.parts[part as usize] -= tokens;
            self.cached = self.cached.min(self.prefix());
        }
    }

    /// Replaces the messages by a summary. `kept` are definitions in the messages that are put in again.
    pub fn compact(&mut self, summary: i64, kept: i64) {
        self.parts = self.front;
        self.parts[Part::Conversation as usize] += summary;
        self.parts[Part::Definitions as usize] += kept;
        self.cached = self.cached.min(self.prefix());
        self.blocks = 0;
    }

    /// Sends everything once and says what the cache does with it. `gap_ms` is the time since the request before.
    pub fn pass(&mut self, billing: &Billing, gap_ms: u64) -> Charge {
        let total = self.total();
        let found = if billing.caching.is_some() && gap_ms < billing.ttl_ms { self.found(billing) } else { 0 };
        let hit = floor(found.min(total), billing.step);
        let hit = if hit < billing.min_prefix { 0 } else { hit };
        let cacheable = if total < billing.min_prefix { 0 } else { floor(total, billing.step) };
        self.cached = cacheable;
        self.blocks = 0;
        Charge { uncached: total - cacheable, written: cacheable - hit, read: hit }
    }

    /// What is found again: with breakpoints one stands behind the prefix and one at the end, and the latter looks back
    /// over so many blocks only.
    fn found(&self, billing: &Billing) -> i64 {
        match billing.lookback {
            Some(lookback) if self.blocks > lookback => self.cached.min(self.prefix()),
            _ => self.cached,
        }
    }

    /// All tokens.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.parts.iter().sum()
    }

    /// All tokens, by part.
    #[must_use]
    pub fn parts(&self) -> Parts {
        self.parts
    }

    /// Tokens in front of the messages.
    #[must_use]
    pub fn prefix(&self) -> i64 {
        self.front.iter().sum()
    }

    /// How often a cached prefix was lost whole.
    #[must_use]
    pub fn busts(&self) -> usize {
        self.busts
    }
}

fn floor(tokens: i64, step: i64) -> i64 {
    tokens / step * step
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::caching;
    use crate::host::tariff::Tariff;

    fn billing(row: &str) -> Billing {
        Billing::new(caching::named(row), &Tariff::default())
    }

    fn opened(tokens: i64) -> Context {
        let mut context = Context::default();
        context.open(Part::System, tokens);
        context
    }

    fn charge(uncached: i64, written: i64, read: i64) -> Charge {
        Charge { uncached, written, read }
    }

    #[test]
    fn a_prompt_is_written_once_and_then_read() {
        let claude = billing("anthropic-5m");
        let mut context = opened(2_000);
        assert_eq!(context.pass(&claude, 0), charge(0, 2_000, 0));
        context.append(Part::Conversation, 100, 2);
        assert_eq!(context.pass(&claude, 299_999), charge(0, 100, 2_000));
        assert_eq!(context.pass(&claude, 300_000), charge(0, 2_100, 0));
    }

    #[test]
    fn short_prompts_are_neither_written_nor_read() {
        let claude = billing("anthropic-5m");
        let mut context = opened(1_000);
        assert_eq!(context.pass(&claude, 0), charge(1_000, 0, 0));
        context.append(Part::Conversation, 24, 1);
        assert_eq!(context.pass(&claude, 0), charge(0, 1_024, 0));
    }

    #[test]
    fn openai_counts_in_steps() {
        let gpt = billing("openai-5");
        let mut context = opened(1_100);
        assert_eq!(context.pass(&gpt, 0), charge(76, 1_024, 0));
        context.append(Part::Conversation, 100, 1);
        assert_eq!(context.pass(&gpt, 0), charge(48, 128, 1_024));
    }

    #[test]
    fn a_changed_list_of_tools_loses_everything() {
        let claude = billing("anthropic-5m");
        let mut context = opened(2_000);
        context.pass(&claude, 0);
        context.change_tools(50);
        assert_eq!((context.pass(&claude, 0), context.busts()), (charge(0, 2_050, 0), 1));
    }

    #[test]
    fn many_blocks_leave_only_the_prefix() {
        let claude = billing("anthropic-5m");
        let mut context = opened(2_000);
        context.append(Part::Conversation, 500, 1);
        context.pass(&claude, 0);
        context.append(Part::Conversation, 210, 21);
        assert_eq!(context.pass(&claude, 0), charge(0, 710, 2_000));
    }
}
