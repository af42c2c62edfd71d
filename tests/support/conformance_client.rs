//! A client for the official conformance suite: it lists as `toolrent gather` does, and calls where a scenario wants it.
//!
//! The suite starts it with the address as last argument and the scenario's name in the environment. Calling is no
//! business of a gatherer; here it shows that definitions came through whole and that headers are right.

use std::env;
use std::future::pending;
use std::process::ExitCode;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use toolrent::gather::contact::{Contact, Origin, Remote, Speaks, ToolFilter, Way};
use toolrent::gather::limits::Limits;
use toolrent::gather::listing::Item;
use toolrent::gather::outcome::Outcome;
use toolrent::gather::run::{self, Plan};
use toolrent::gather::session::Session;
use toolrent::gather::watch::{Stage, Watch};

fn main() -> ExitCode {
    let url = env::args().next_back().unwrap_or_default();
    let scenario = env::var("MCP_CONFORMANCE_SCENARIO").unwrap_or_default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let ran = runtime.map_err(|cause| cause.to_string()).and_then(|runtime| runtime.block_on(play(&scenario, url)));
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            report(&reason);
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "the suite keeps what its clients say there")]
fn report(reason: &str) {
    eprintln!("{reason}");
}

struct Unwatched;

impl Watch for Unwatched {
    fn stage(&self, _: usize, _: &str, _: Stage) {}
}

async fn play(scenario: &str, url: String) -> Result<(), String> {
    let contact = Contact {
        name: "conformance".to_owned(),
        way: Way::Http(Remote { url, headers: Vec::new(), speaks: Speaks::Http }),
        origin: Origin::default(),
        filter: ToolFilter::default(),
        secrets: Vec::new(),
    };
    let plan = Plan { limits: Limits::default(), twice: false, cache: None };
    let outcomes = run::gather(std::slice::from_ref(&contact), &plan, &Unwatched, pending::<()>()).await;
    let Outcome { listing, reason, .. } = outcomes.into_iter().next().ok_or("no outcome")?;
    let tools = listing.ok_or_else(|| reason.unwrap_or_else(|| "no listing".to_owned()))?.tools;
    if !calls(scenario) {
        return Ok(());
    }
    let session = Session::open(&contact, &plan.limits).await.map_err(|error| format!("{error:?}"))?;
    let mut caller = Caller { session, tools };
    match scenario {
        "tools_call" => caller.tool("add_numbers", json!({"a": 5, "b": 3})).await.map(drop),
        "http-standard-headers" => caller.standard_headers().await,
        "http-custom-headers" => caller.custom_headers().await,
        "http-invalid-tool-headers" => caller.usable_tools().await,
        "json-schema-2020-12-preservation" => caller.echo_schema().await,
        _ => caller.answer_questions().await,
    }
}

/// Whether a scenario wants more than lists.
fn calls(scenario: &str) -> bool {
    let wanting = [
        "tools_call",
        "http-standard-headers",
        "http-custom-headers",
        "http-invalid-tool-headers",
        "json-schema-2020-12-preservation",
        "sep-2322-client-request-state",
    ];
    wanting.contains(&scenario)
}

struct Caller {
    session: Session,
    tools: Vec<Item>,
}

impl Caller {
    /// Calls a tool, with the headers that its schema asks for.
    async fn tool(&mut self, name: &str, arguments: Value) -> Result<Value, String> {
        let mut headers = Vec::new();
        mirror(&self.schema(name)?, &arguments, &mut headers);
        self.call("tools/call", json!({"name": name, "arguments": arguments}), &headers).await
    }

    async fn call(&mut self, method: &str, params: Value, headers: &[(String, String)]) -> Result<Value, String> {
        let text = self.session.call(method, params, headers).await.map_err(|error| format!("{error:?}"))?;
        serde_json::from_str(&text).map_err(|error| format!("{method}: {error}"))
    }

    /// The input schema of a tool as it was listed.
    fn schema(&self, name: &str) -> Result<Value, String> {
        let item = self.tools.iter().find(|item| item.name == name).ok_or_else(|| format!("no tool {name}"))?;
        let tool: Value = serde_json::from_str(&item.text).map_err(|error| error.to_string())?;
        Ok(tool["inputSchema"].clone())
    }

    async fn standard_headers(&mut self) -> Result<(), String> {
        for name in self.tools.iter().map(|item| item.name.clone()).collect::<Vec<_>>() {
            self.tool(&name, json!({})).await?;
        }
        for (list, key, read, part) in [
            ("resources/list", "resources", "resources/read", "uri"),
            ("prompts/list", "prompts", "prompts/get", "name"),
        ] {
            let listed = self.call(list, json!({}), &[]).await?;
            for entry in listed[key].as_array().into_iter().flatten() {
                self.call(read, json!({ part: entry[part] }), &[]).await?;
            }
        }
        Ok(())
    }

    async fn custom_headers(&mut self) -> Result<(), String> {
        let context = env::var("MCP_CONFORMANCE_CONTEXT").map_err(|error| error.to_string())?;
        let context: Value = serde_json::from_str(&context).map_err(|error| error.to_string())?;
        for call in context["toolCalls"].as_array().into_iter().flatten() {
            self.tool(call["name"].as_str().unwrap_or_default(), call["arguments"].clone()).await?;
        }
        Ok(())
    }

    /// Calls each tool that a host on HTTP may use.
    async fn usable_tools(&mut self) -> Result<(), String> {
        let usable = self.tools.iter().filter(|item| item.excluded_by_http_hosts.is_none());
        for name in usable.map(|item| item.name.clone()).collect::<Vec<_>>() {
            self.tool(&name, json!({"region": "Nusa Tenggara"})).await?;
        }
        Ok(())
    }

    async fn echo_schema(&mut self) -> Result<(), String> {
        let schema = self.schema("json_schema_2020_12_tool")?;
        self.tool("json_schema_echo", json!({ "schema": schema })).await.map(drop)
    }

    /// Tools that ask before they answer, with another call in between.
    async fn answer_questions(&mut self) -> Result<(), String> {
        for name in ["test_mrtr_echo_state", "test_mrtr_no_state"] {
            let asked = self.tool(name, json!({})).await?;
            self.tool("test_mrtr_unrelated", json!({})).await?;
            let answer = json!({"confirm": {"action": "accept", "content": {"confirmed": true}}});
            let mut params = json!({"name": name, "arguments": {}, "inputResponses": answer});
            if let Some(state) = asked.get("requestState") {
                params["requestState"] = state.clone();
            }
            self.call("tools/call", params, &[]).await?;
        }
        self.tool("test_mrtr_no_result_type", json!({})).await.map(drop)
    }
}

/// The headers that mirror arguments: `Mcp-Param-<name>` for each property with `x-mcp-header` and a value.
fn mirror(schema: &Value, arguments: &Value, headers: &mut Vec<(String, String)>) {
    for (key, property) in schema["properties"].as_object().into_iter().flatten() {
        let value = match &arguments[key] {
            Value::String(text) => text.clone(),
            Value::Bool(_) | Value::Number(_) => arguments[key].to_string(),
            Value::Null | Value::Array(_) => continue,
            inner @ Value::Object(_) => {
                mirror(property, inner, headers);
                continue;
            }
        };
        if let Some(name) = property["x-mcp-header"].as_str() {
            headers.push((format!("Mcp-Param-{name}"), encoded(&value)));
        }
    }
}

/// A header's value: as it is when it is plain, else in the base64 form that servers decode.
fn encoded(value: &str) -> String {
    let plain = value.bytes().all(|byte| matches!(byte, b' '..=b'~')) && value.trim() == value;
    if plain && !value.starts_with("=?base64?") {
        return value.to_owned();
    }
    format!("=?base64?{}?=", BASE64_STANDARD.encode(value))
}
