//! What the figures of results assume or leave out, in words.

use crate::rent::figures::grouped;
use crate::rent::result::costs::{Costs, Input};
use crate::rent::result::measure::Yardstick;

/// The notes, most important first.
#[must_use]
pub fn notes(costs: &Costs, yardstick: &Yardstick<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    let total = &costs.total;
    if total.unread > 0 {
        notes.push(format!(
            "the recording gives only the tokens of {}: they stand as o200k, and no waste is known of them",
            number(total.unread, "result")
        ));
    }
    if total.unanswered > 0 {
        notes.push(format!("the recording has no result of {}", number(total.unanswered, "call")));
    }
    if total.spilled > 0 {
        let tokens = match total.spilled_tokens {
            0 => "not at hand".to_owned(),
            tokens => format!("{} tokens at hand", grouped(tokens)),
        };
        let of = number(total.spilled, "result");
        notes.push(format!("{of} stood in files instead ({tokens}); counted is the note that the model read"));
    }
    if total.structured_added > 0 {
        notes.push(format!(
            "structured content of {} is counted beside the text, as a host shows it that passes on both",
            number(total.structured_added, "result")
        ));
    }
    if total.images.count > 0 || total.waste.of(crate::rent::result::waste::Kind::Base64) > 0 {
        notes.push(images(costs, yardstick));
    }
    let unknown = costs.sessions.iter().filter(|session| session.input.is_none() && session.sums.calls > 0).count();
    if unknown > 0 {
        let of = number(unknown, "recording");
        notes.push(format!("no requests are known of {of}: nothing of it is counted as sent again or as a share"));
    }
    let recorded = |session: &&_| matches!(input(session), Some(Input::Recorded(_)));
    let recorded = costs.sessions.iter().filter(recorded).count();
    if recorded > 0 {
        let of = number(recorded, "session");
        notes.push(format!("{of} without billed usage: the share is of the texts in the recording, no definitions"));
    }
    notes
}

fn input(session: &crate::rent::result::costs::SessionCosts) -> Option<Input> {
    session.input
}

fn images(costs: &Costs, yardstick: &Yardstick<'_>) -> String {
    let images = &costs.total.images;
    let formula = yardstick.images;
    let what = match images.count {
        0 => "base64 is held against image blocks".to_owned(),
        count => number(count, "image"),
    };
    let mut line = format!("{what} by {} ({})", formula.id, formula.as_of);
    if !yardstick.knows_images() {
        line.push_str(", as no formula is known for this column");
    }
    if images.unknown > 0 {
        let (low, high) = formula.range();
        line.push_str(&format!(
            "; {} of unknown size counted as the largest: {} tokens each, at least {low}",
            images.unknown,
            grouped(high)
        ));
    }
    line
}

/// A number of things.
#[must_use]
pub fn number(n: usize, one: &str) -> String {
    let n = i64::try_from(n).unwrap_or(i64::MAX);
    if n == 1 { format!("1 {one}") } else { format!("{} {one}s", grouped(n)) }
}
