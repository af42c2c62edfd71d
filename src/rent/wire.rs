//! How large definitions are as their servers send them, whoever shows them to a model.

use std::iter::Sum;
use std::ops::Add;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::catalog::tool::{Catalog, Tool};
use crate::meter::encodings;
use crate::meter::render::style;
use crate::meter::tokenizer::Tokenizer;

/// The vocabulary that counts every wire figure, so that they can be compared whatever the model.
pub const VOCABULARY: &str = "o200k";

/// Size of one or several definitions: the whole compact object, key order kept, non-ASCII unescaped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wire {
    /// Tokens of [`VOCABULARY`].
    pub tokens: i64,
    /// UTF-8 bytes.
    pub bytes: u64,
}

/// The size of every tool of a catalog, counted once for all columns.
#[derive(Debug, Clone, Default)]
pub struct Wires(Vec<Vec<Wire>>);

impl Wires {
    /// Counts every tool.
    #[must_use]
    pub fn count(catalog: &Catalog) -> Wires {
        let tokenizer = encodings::named(VOCABULARY).expect("o200k is always built in");
        let tools: Vec<&Tool> = catalog.servers.iter().flat_map(|server| &server.tools).collect();
        let sizes: Vec<Wire> = tools.par_iter().map(|tool| of(tokenizer, tool)).collect();
        let mut rest = sizes.into_iter();
        Wires(catalog.servers.iter().map(|server| rest.by_ref().take(server.tools.len()).collect()).collect())
    }

    /// The size of a tool, by the number of its server and its own number there; nothing for a tool that is not there.
    #[must_use]
    pub fn of(&self, (server, tool): (usize, usize)) -> Wire {
        self.0.get(server).and_then(|tools| tools.get(tool)).copied().unwrap_or_default()
    }
}

fn of(tokenizer: &dyn Tokenizer, tool: &Tool) -> Wire {
    let text = style::compact(&tool.value);
    Wire { tokens: i64::try_from(tokenizer.count(&text)).unwrap_or(i64::MAX), bytes: text.len() as u64 }
}

impl Add for Wire {
    type Output = Wire;

    fn add(self, other: Wire) -> Wire {
        Wire { tokens: self.tokens + other.tokens, bytes: self.bytes + other.bytes }
    }
}

impl Sum for Wire {
    fn sum<I: Iterator<Item = Wire>>(sizes: I) -> Wire {
        sizes.fold(Wire::default(), Add::add)
    }
}
