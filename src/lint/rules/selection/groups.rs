//! Groups of tools that belong together, from pairs.

use std::collections::BTreeMap;

/// Which tools belong together.
pub(crate) struct Groups {
    /// For each tool one of its group, itself for the first.
    of: Vec<usize>,
    /// By a group's first tool: how alike its least alike pair is.
    alike: BTreeMap<usize, usize>,
}

impl Groups {
    /// So many tools, each on its own.
    pub(crate) fn of(count: usize) -> Groups {
        Groups { of: (0..count).collect(), alike: BTreeMap::new() }
    }

    fn first(&mut self, mut at: usize) -> usize {
        while self.of[at] != at {
            self.of[at] = self.of[self.of[at]];
            at = self.of[at];
        }
        at
    }

    /// Says that two tools belong together, and how alike they are.
    pub(crate) fn join(&mut self, one: usize, other: usize, likeness: usize) {
        let (one, other) = (self.first(one), self.first(other));
        let (into, from) = (one.min(other), one.max(other));
        let least = [into, from].iter().filter_map(|at| self.alike.remove(at)).chain([likeness]).min();
        self.of[from] = into;
        self.alike.insert(into, least.unwrap_or(likeness));
    }

    /// Groups of two and more, with how alike their least alike pair is.
    pub(crate) fn listed(mut self) -> Vec<(Vec<usize>, usize)> {
        let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for at in 0..self.of.len() {
            let first = self.first(at);
            members.entry(first).or_default().push(at);
        }
        let alike = self.alike;
        members.into_iter().filter_map(|(first, members)| Some((members, *alike.get(&first)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_make_groups() {
        let mut groups = Groups::of(5);
        groups.join(3, 1, 80);
        groups.join(4, 3, 95);
        assert_eq!(groups.listed(), [(vec![1, 3, 4], 80)]);
    }
}
