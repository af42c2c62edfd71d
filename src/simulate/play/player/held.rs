//! Which tools a session can call at this point: up front, loaded into the list, loaded into the history.

use std::collections::VecDeque;

/// A set of tools by position.
#[derive(Debug, Clone, Default)]
struct Bits(Box<[u64]>);

/// The tools that stand before the model.
#[derive(Debug, Clone)]
pub(crate) struct Held {
    /// Those that it can call.
    callable: Bits,
    /// Those whose definition has stood in a request.
    stood: Bits,
    ever: usize,
    /// Those whose first use is behind us.
    used: Bits,
    /// Loaded into the history, with their tokens.
    inline: Vec<(u32, i64)>,
    /// Loaded into the list of tools, with their tokens, the one used longest ago first.
    front: VecDeque<(u32, i64)>,
    /// Called though nothing found them.
    given_up: Vec<u32>,
}

impl Held {
    /// With these tools up front.
    pub(crate) fn new(front: &[bool]) -> Held {
        let callable = Bits::of(front);
        Held {
            ever: front.iter().filter(|stands| **stands).count(),
            stood: callable.clone(),
            used: Bits(vec![0; callable.0.len()].into()),
            callable,
            inline: Vec::new(),
            front: VecDeque::new(),
            given_up: Vec::new(),
        }
    }

    pub(crate) fn callable(&self, tool: u32) -> bool {
        self.callable.has(tool)
    }

    pub(crate) fn stood(&self, tool: u32) -> bool {
        self.stood.has(tool)
    }

    /// How many definitions have stood in a request.
    pub(crate) fn ever(&self) -> usize {
        self.ever
    }

    /// Marks a first use; false when the tool was used before.
    pub(crate) fn first_use(&mut self, tool: u32) -> bool {
        self.used.put(tool)
    }

    /// Puts a tool up front for the whole session; false when it stands there already.
    pub(crate) fn stand_in_front(&mut self, tool: u32) -> bool {
        let new = self.callable.put(tool);
        self.stands(tool);
        new
    }

    pub(crate) fn load_inline(&mut self, tool: u32, tokens: i64) {
        self.callable.put(tool);
        self.stands(tool);
        self.inline.push((tool, tokens));
    }

    pub(crate) fn load_front(&mut self, tool: u32, tokens: i64) {
        self.callable.put(tool);
        self.stands(tool);
        self.front.push_back((tool, tokens));
    }

    /// Lets a tool be called that nothing has found.
    pub(crate) fn give_up(&mut self, tool: u32) {
        self.callable.put(tool);
        self.given_up.push(tool);
    }

    /// Marks a tool in the list as used last.
    pub(crate) fn touch(&mut self, tool: u32) {
        if let Some(at) = self.front.iter().position(|(one, _)| *one == tool)
            && let Some(entry) = self.front.remove(at)
        {
            self.front.push_back(entry);
        }
    }

    /// Tools loaded into the list.
    pub(crate) fn in_front(&self) -> usize {
        self.front.len()
    }

    /// Drops those used longest ago until `most` are left; the tokens that this frees.
    pub(crate) fn trim(&mut self, most: usize) -> i64 {
        let mut freed = 0;
        while self.front.len() > most
            && let Some((tool, tokens)) = self.front.pop_front()
        {
            self.callable.take(tool);
            freed += tokens;
        }
        freed
    }

    pub(crate) fn inline_tokens(&self) -> i64 {
        self.inline.iter().map(|(_, tokens)| tokens).sum()
    }

    /// Drops what is loaded into the history; the tokens that this frees.
    pub(crate) fn drop_inline(&mut self) -> i64 {
        let freed = self.inline_tokens();
        for (tool, _) in self.inline.drain(..) {
            self.callable.take(tool);
        }
        freed
    }

    /// Drops what is loaded into the list, and what was given up; the tokens that this frees.
    pub(crate) fn drop_front(&mut self) -> i64 {
        for tool in self.given_up.drain(..) {
            self.callable.take(tool);
        }
        self.trim(0)
    }

    /// The tools loaded into the list.
    pub(crate) fn front(&self) -> impl Iterator<Item = u32> {
        self.front.iter().map(|(tool, _)| *tool)
    }

    fn stands(&mut self, tool: u32) {
        self.ever += usize::from(self.stood.put(tool));
    }
}

impl Bits {
    fn of(flags: &[bool]) -> Bits {
        let word = |flags: &[bool]| flags.iter().rev().fold(0, |word, flag| word << 1 | u64::from(*flag));
        Bits(flags.chunks(64).map(word).collect())
    }

    fn has(&self, at: u32) -> bool {
        self.0.get(at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Puts it in; false when it was there, or is beyond the set.
    fn put(&mut self, at: u32) -> bool {
        let Some(word) = self.0.get_mut(at as usize / 64) else { return false };
        let before = *word;
        *word |= 1 << (at % 64);
        before != *word
    }

    fn take(&mut self, at: u32) {
        if let Some(word) = self.0.get_mut(at as usize / 64) {
            *word &= !(1 << (at % 64));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_loaded_can_be_called_until_it_is_dropped() {
        let mut flags = vec![false; 70];
        (flags[1], flags[65]) = (true, true);
        let mut held = Held::new(&flags);
        assert!(held.callable(65) && !held.callable(64) && !held.callable(900));
        held.load_front(3, 10);
        held.load_front(4, 20);
        held.touch(3);
        assert_eq!((held.trim(1), held.callable(4), held.callable(3)), (20, false, true));
        held.load_inline(5, 7);
        assert_eq!((held.drop_inline(), held.callable(5), held.stood(5)), (7, false, true));
        assert_eq!(held.ever(), 5);
        assert!(held.first_use(5) && !held.first_use(5));
    }
}
