//! How often a session sends a result: once for the model to read it, and again with every later request until the history
//! is compacted.

use crate::session::turn::Turn;

/// How many requests of a session send the results of each turn. The answer to a turn's calls first goes out with the next
/// request; a compaction before a request keeps everything older out of it.
#[must_use]
pub fn sent(turns: &[Turn]) -> Vec<i64> {
    let mut sent = vec![0; turns.len()];
    let mut until = turns.len();
    for at in (0..turns.len()).rev() {
        let after = at + 1;
        sent[at] = i64::try_from(until.saturating_sub(after)).unwrap_or(i64::MAX);
        if turns[at].compacted {
            until = at;
        }
    }
    sent
}

/// Of these requests, the ones after the first.
#[must_use]
pub fn again(sent: i64) -> i64 {
    (sent - 1).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(compacted: &[usize], count: usize) -> Vec<Turn> {
        (0..count).map(|at| Turn { compacted: compacted.contains(&at), ..Turn::default() }).collect()
    }

    #[test]
    fn a_result_is_sent_until_the_history_is_compacted() {
        assert_eq!(sent(&turns(&[], 4)), [3, 2, 1, 0]);
        assert_eq!(sent(&turns(&[3], 5)), [2, 1, 0, 1, 0]);
        assert_eq!(sent(&turns(&[0, 1], 3)), [0, 1, 0]);
        assert!(sent(&[]).is_empty());
        assert_eq!([again(3), again(1), again(0)], [2, 0, 0]);
    }
}
