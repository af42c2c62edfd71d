//! What reads one form of transcript: rows in, sessions out.

use serde_json::Value;

use crate::session::tally::Tally;
use crate::session::turn::Session;

/// Reads the rows of one form, one after another.
pub(crate) trait Reader {
    /// Takes the row at that line or position, from 1.
    fn row(&mut self, at: usize, row: Value, tally: &mut Tally);

    /// The sessions of all rows, in order.
    fn end(self: Box<Self>, tally: &mut Tally) -> Vec<Session>;
}
