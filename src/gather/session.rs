//! One server from the first word to the last: agrees on a version, lists, calls, closes.

use std::time::SystemTime;

use serde_json::{Map, Value};

use crate::gather::contact::{Contact, Launch, Way};
use crate::gather::halt::Halt;
use crate::gather::limits::Limits;
use crate::gather::listing::Listing;
use crate::gather::lists::assembly::assemble;
use crate::gather::lists::collect::{collect, compare};
use crate::gather::note::{Note, Severity};
use crate::gather::opening::handshake::{Opened, params_for};
use crate::gather::opening::{http, stdio};
use crate::gather::scene::{Scene, result_of};
use crate::gather::trouble::{Failure, Phase, Trouble, program_name};
use crate::gather::wire::carrier::{Call, Ending, Wire};
use crate::gather::wire::stdio::Stdio;
use crate::gather::wire::transport::{Address, Transport};

/// A server with which a version was agreed on.
#[derive(Debug)]
pub struct Session {
    contact: Contact,
    limits: Limits,
    halt: Halt,
    opened: Opened<Transport>,
    notes: Vec<Note>,
}

impl Session {
    /// Starts or calls the server and agrees with it on a version.
    ///
    /// # Errors
    /// Whatever kept it from agreeing; no process and no connection is left behind.
    pub async fn open(contact: &Contact, limits: &Limits) -> Result<Session, Failure> {
        let halt = Halt::new(limits.run, None);
        let mut scene = Scene::new(contact, limits, halt.clone(), &|_| {});
        let opened = open(&mut scene).await?;
        let notes = scene.remarks.finish();
        Ok(Session { contact: contact.clone(), limits: limits.clone(), halt, opened, notes })
    }

    /// The version that was agreed on.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.opened.agreed.greeting.version
    }

    /// What was worth knowing so far.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Fetches all lists.
    ///
    /// # Errors
    /// Whatever kept the tools from coming.
    pub async fn list(&mut self) -> Result<Listing, Failure> {
        let mut scene = Scene::new(&self.contact, &self.limits, self.halt.clone(), &|_| {});
        let listing = listing(&mut self.opened, &mut scene, false).await;
        let listing =
            listing.map_err(|trouble| Failure::of(&trouble, Phase::Request, Ending::default(), &scene.circumstances()));
        self.notes.extend(scene.remarks.finish());
        listing
    }

    /// Asks anything else; gives the text of the result. Headers go with it over HTTP.
    ///
    /// # Errors
    /// Whatever kept a result from coming, a refusal by the server included.
    pub async fn call(&mut self, method: &str, params: Value, headers: &[(String, String)]) -> Result<String, Failure> {
        let scene = Scene::new(&self.contact, &self.limits, self.halt.clone(), &|_| {});
        let era = self.opened.agreed.era;
        let params = params_for(era, if let Value::Object(params) = params { params } else { Map::new() });
        let deadline = self.halt.within(self.limits.request);
        let call = Call { method, params: Some(&params), era, headers, deadline };
        let answer = self.opened.wire.request(call).await.map_err(Trouble::Wire);
        let answer = answer.and_then(|answer| result_of(method, answer));
        let answer = answer
            .map_err(|trouble| Failure::of(&trouble, Phase::Request, Ending::default(), &scene.circumstances()))?;
        Ok(answer.result().unwrap_or_default().to_owned())
    }

    /// Ends it: no process and no connection is left behind.
    pub async fn close(self) {
        self.opened.wire.close().await;
    }
}

/// Starts or calls the server of a scene and agrees with it on a version.
pub(crate) async fn open(scene: &mut Scene<'_>) -> Result<Opened<Transport>, Failure> {
    let (contact, limits) = (scene.contact, scene.limits);
    match &contact.way {
        Way::Stdio(launch) => {
            if may_prompt(launch) {
                let detail = "npx without -y asks before it installs, and nobody answers";
                scene.remarks.add("gather.npx_prompt", Severity::Info, detail);
            }
            let opened = stdio::open(|| Stdio::start(launch, limits), scene).await?;
            Ok(opened.map(|wire| Transport::Stdio(Box::new(wire))))
        }
        Way::Http(remote) => http::open(&mut Address { remote, limits }, remote.speaks, scene).await,
    }
}

/// Fetches all lists over an open wire; a second time when `is_twice`, to compare.
pub(crate) async fn listing(
    opened: &mut Opened<Transport>,
    scene: &mut Scene<'_>,
    is_twice: bool,
) -> Result<Listing, Trouble> {
    let gathered_at = SystemTime::now();
    let lists = collect(opened, scene).await?;
    let mut listing = assemble(lists, opened, scene, opened.wire.name(), gathered_at);
    if is_twice {
        listing.gaps.extend(compare(&listing, opened, scene).await);
    }
    Ok(listing)
}

/// Whether this is `npx` that was not told to install without asking. Its own options come before the package.
fn may_prompt(launch: &Launch) -> bool {
    let mut options = launch.args.iter().take_while(|arg| arg.starts_with('-'));
    let is_told = options.any(|arg| matches!(arg.as_str(), "-y" | "--yes" | "--yes=true" | "--no" | "--no-install"))
        || launch.env.iter().any(|(name, value)| name.eq_ignore_ascii_case("npm_config_yes") && value == "true");
    program_name(&launch.program) == "npx" && !is_told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_npx_without_yes_may_prompt() {
        let launch = |line: &str| {
            let mut words = line.split(' ').map(str::to_owned);
            let program = words.next().unwrap_or_default();
            Launch { program, args: words.collect(), ..Launch::default() }
        };
        for (line, prompts) in [
            ("npx @peta/server", true),
            ("/usr/bin/npx @peta/server -y", true),
            (r"C:\node\npx.cmd @peta/server", true),
            ("npx -y @peta/server", false),
            ("npx --yes @peta/server", false),
            ("npx --quiet -y @peta/server", false),
            ("node npx", false),
            ("uvx peta", false),
        ] {
            assert_eq!(may_prompt(&launch(line)), prompts, "{line}");
        }
        let told = Launch { env: vec![("npm_config_yes".to_owned(), "true".to_owned())], ..launch("npx peta") };
        assert!(!may_prompt(&told));
    }
}
