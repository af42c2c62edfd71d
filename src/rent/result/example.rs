//! Calls and results for tests.

use serde_json::Value;

use crate::catalog::place::Place;
use crate::session::call::Call;
use crate::session::turn::{Size, Turn, Used};

/// A call of a server's tool that brought this result.
pub(crate) fn used(server: &str, tool: &str, result: Value) -> Used {
    let named = |name: &str| (!name.is_empty()).then(|| name.to_owned());
    let call = Call {
        server: named(server),
        tool: named(tool),
        definition: None,
        arguments: None,
        result,
        place: Place::default(),
    };
    Used { call, result: Size::default(), failed: false }
}

/// A turn with these calls.
pub(crate) fn turn(calls: Vec<Used>) -> Turn {
    Turn { calls, ..Turn::default() }
}
