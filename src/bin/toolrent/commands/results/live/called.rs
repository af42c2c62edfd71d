//! The calls to one server: what it lists is looked at before anything is called, and it is closed behind them.

use serde_json::{Value, json};
use toolrent::catalog::place::Place;
use toolrent::gather::contact::Contact;
use toolrent::gather::limits::Limits;
use toolrent::gather::mirrored;
use toolrent::gather::session::Session;
use toolrent::gather::trouble;
use toolrent::lint::nearest;
use toolrent::session::call::Call;

use crate::commands::results::live::asked::Asked;
use crate::exit::{Exit, Failure};

/// The results in order. An unknown tool, or one that may not be called, is the failure of the whole run: nothing is
/// called then.
pub(crate) async fn server(
    contact: &Contact,
    asked: &[Asked],
    limits: &Limits,
    allow_destructive: bool,
) -> Result<Vec<Result<Call, Failure>>, Failure> {
    let mut session = match Session::open(contact, limits).await {
        Ok(session) => session,
        Err(failure) => return Ok(asked.iter().map(|asked| Err(missing(asked, &failure))).collect()),
    };
    let listing = match session.list().await {
        Ok(listing) => listing,
        Err(failure) => {
            session.close().await;
            return Ok(asked.iter().map(|asked| Err(missing(asked, &failure))).collect());
        }
    };
    let tools: Vec<(&str, Value)> = listing
        .tools
        .iter()
        .map(|item| (item.name.as_str(), serde_json::from_str(&item.text).unwrap_or_default()))
        .collect();
    let definitions: Result<Vec<&Value>, Failure> =
        asked.iter().map(|asked| definition(asked, &tools, allow_destructive)).collect();
    let calls = match definitions {
        Ok(definitions) => {
            let mut calls = Vec::new();
            for (asked, definition) in asked.iter().zip(definitions) {
                calls.push(call(&mut session, asked, definition).await);
            }
            Ok(calls)
        }
        Err(failure) => Err(failure),
    };
    session.close().await;
    calls
}

/// The definition of a tool that may be called.
fn definition<'t>(asked: &Asked, tools: &'t [(&str, Value)], allow_destructive: bool) -> Result<&'t Value, Failure> {
    let Asked { server, tool, .. } = asked;
    let Some((_, definition)) = tools.iter().find(|(name, _)| name == tool) else {
        let near = nearest::nearest(tool, tools.iter().map(|(name, _)| *name));
        let failure = Failure::new(format!("{server} has no tool {tool:?}; nothing was called"));
        return Err(match near.is_empty() {
            true => failure,
            false => failure.help(format!("near it: {}", near.join(", "))),
        });
    };
    if definition["annotations"]["destructiveHint"] == true && !allow_destructive {
        let failure = Failure::new(format!("{server}.{tool} says that it destroys; nothing was called"));
        return Err(failure.help("add --allow-destructive to call it all the same"));
    }
    Ok(definition)
}

async fn call(session: &mut Session, asked: &Asked, definition: &Value) -> Result<Call, Failure> {
    let params = json!({"name": asked.tool, "arguments": asked.arguments});
    let headers = mirrored::headers(&definition["inputSchema"], &asked.arguments);
    let text = session.call("tools/call", params, &headers).await.map_err(|failure| missing(asked, &failure))?;
    let told = |why: &str| Failure::new(format!("{}.{}: {why}", asked.server, asked.tool)).exit(Exit::Partial);
    let result: Value = serde_json::from_str(&text).map_err(|_| told("its result cannot be read"))?;
    if result.get("inputRequests").is_some() {
        return Err(told("it wants something from the user before it answers"));
    }
    Ok(Call {
        server: Some(asked.server.clone()),
        tool: Some(asked.tool.clone()),
        definition: Some(definition.clone()),
        arguments: Some(asked.arguments.clone()),
        result,
        place: Place::default(),
    })
}

fn missing(asked: &Asked, failure: &trouble::Failure) -> Failure {
    let told = Failure::new(format!("{}.{}: {}", asked.server, asked.tool, failure.reason)).exit(Exit::Partial);
    match &failure.help {
        Some(help) => told.help(help.clone()),
        None => told,
    }
}
