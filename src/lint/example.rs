//! What a page's example holds, read as the linter's input. For tests.

use serde_json::{Value, json};

use crate::catalog::place::Place;
use crate::catalog::saved;
use crate::catalog::tool::Catalog;
use crate::host::profile::{self, Host};
use crate::host::tariff::Overrides;
use crate::lint::observed::{Observed, Seen};
use crate::lint::scene::Input;
use crate::rent::budget::Budget;
use crate::rent::claimed::{self, Comparison};
use crate::rent::claims;
use crate::rent::column::Column;
use crate::rent::ledger::{Detail, ledger};
use crate::rent::row::Ledger;
use crate::rent::wire::Wires;
use crate::session::call::Call;

/// An example, read.
pub(crate) struct Read {
    catalog: Catalog,
    calls: Vec<Call>,
    again: Vec<Catalog>,
    reviewed: Option<Catalog>,
    observed: Vec<Observed>,
    claims: Vec<Comparison>,
    budgets: Vec<(Budget, Ledger)>,
}

impl Read {
    /// The linter's input, for these hosts.
    pub(crate) fn input<'a>(&'a self, hosts: &'a [&'static Host]) -> Input<'a> {
        Input {
            catalog: Some(&self.catalog),
            hosts,
            calls: &self.calls,
            observed: &self.observed,
            again: &self.again,
            reviewed: self.reviewed.as_ref(),
            claims: &self.claims,
            budgets: &self.budgets,
        }
    }
}

/// Reads an example.
pub(crate) fn read(value: &Value) -> Read {
    let list = |key: &str| value[key].as_array().cloned().unwrap_or_default();
    let tool = &value["tool"];
    let catalog = if tool.is_null() { catalog(value) } else { catalog(tool) };
    let calls = value.get("result").map(|result| call(tool, result)).into_iter().collect();
    let claims = value.get("claims").map(|figures| {
        let named: serde_json::Map<String, Value> = figures.as_object().cloned().unwrap_or_default();
        let claims = claims::read(&json!({ "tools": named }).to_string()).expect("claims");
        claimed::compare(&claims, &counted(&catalog))
    });
    let budget = value.get("budget").map(|limits| {
        let limit = |key: &str| limits[key].as_u64();
        let budget = Budget { tool: limit("tool"), total: limit("total"), ..Budget::default() };
        (budget, counted(&catalog))
    });
    Read {
        calls,
        again: list("again").iter().map(self::catalog).collect(),
        reviewed: value.get("reviewed").map(self::catalog),
        observed: list("observed").iter().map(observed).collect(),
        claims: claims.into_iter().collect(),
        budgets: budget.into_iter().collect(),
        catalog,
    }
}

fn catalog(value: &Value) -> Catalog {
    let list = match (value.get("servers"), value.get("tools")) {
        (Some(servers), _) => json!({ "servers": servers }),
        (None, Some(tools)) => match value.get("instructions") {
            Some(text) => json!({"server": "contoh", "instructions": text, "tools": tools}),
            None => json!({ "tools": tools }),
        },
        (None, None) => json!({ "tools": [value] }),
    };
    saved::read("contoh.json", list.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}: {list}"))
}

fn call(tool: &Value, result: &Value) -> Call {
    Call {
        server: None,
        tool: tool["name"].as_str().map(str::to_owned),
        definition: Some(tool.clone()),
        arguments: None,
        result: result.clone(),
        place: Place::default(),
    }
}

fn observed(value: &Value) -> Observed {
    let what = match value["what"].as_str() {
        Some("list-varies") => Seen::ListVaries,
        Some("order-changed") => Seen::OrderChanged,
        _ => Seen::EnvironmentValue,
    };
    Observed { server: "contoh".to_owned(), what, detail: value["detail"].as_str().unwrap_or_default().to_owned() }
}

fn counted(catalog: &Catalog) -> Ledger {
    let host = profile::named("json").expect("a host");
    let column = Column::new(host, None, &Overrides::default()).expect("a column");
    ledger(catalog, &Wires::count(catalog), &column, Detail::Shares)
}
