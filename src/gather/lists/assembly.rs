//! Makes one listing of all that a server said, secrets hidden.

use std::borrow::Cow;
use std::time::SystemTime;

use serde_json::Value;

use crate::catalog::offer::OfferKind;
use crate::catalog::place::Place;
use crate::catalog::provenance::Provenance;
use crate::catalog::saved::parse::value::of_text;
use crate::catalog::tool::Problem;
use crate::gather::contact::Way;
use crate::gather::freshness::Freshness;
use crate::gather::gap::{Gap, Lack};
use crate::gather::listing::Listing;
use crate::gather::lists::collect::{Lists, is_declared};
use crate::gather::lists::items::{Made, made, ordinary};
use crate::gather::lists::paging::Paging;
use crate::gather::note::Severity;
use crate::gather::opening::handshake::Opened;
use crate::gather::scene::Scene;
use crate::gather::secret;
use crate::gather::secret::definition::hide_values;
use crate::gather::wire::carrier::Era;

/// Makes the listing. `gathered_at` is when the first of its answers came, from which `ttlMs` counts.
pub(crate) fn assemble<W>(
    lists: Lists<'_>,
    opened: &Opened<W>,
    scene: &mut Scene<'_>,
    transport: &str,
    gathered_at: SystemTime,
) -> Listing {
    let mut assembly = Assembly {
        scene,
        listing: Listing { gaps: lists.gaps, ..Listing::default() },
        freshness: opened.agreed.greeting.freshness,
        leaks: Vec::new(),
    };
    if let Some(tools) = lists.tools {
        if is_declared(opened, "tools") == Some(false) && !tools.entries.is_empty() {
            let detail = format!("lists {} tools, but declares none", tools.entries.len());
            assembly.scene.remarks.add("gather.undeclared", Severity::Info, detail);
        }
        let made = assembly.take(None, tools);
        assembly.listing.tools = made.items;
        assembly.listing.problems.extend(made.problems);
    }
    for (kind, paging) in lists.offers {
        let made = assembly.take(Some(kind), paging);
        assembly.listing.offers.extend(made.items.into_iter().map(|item| (kind, item)));
        assembly.listing.problems.extend(made.problems);
    }
    let gaps = assembly.listing.gaps.iter().filter(|gap| gap.is_problem());
    let problems: Vec<Problem> = gaps.map(|gap| problem(gap, assembly.scene)).collect();
    assembly.listing.problems.extend(problems);
    assembly.introduce(opened, transport, gathered_at);
    assembly.tell();
    assembly.listing
}

struct Assembly<'a, 's> {
    scene: &'a mut Scene<'s>,
    listing: Listing,
    freshness: Freshness,
    leaks: Vec<&'static str>,
}

impl Assembly<'_, '_> {
    /// Keeps what a walk says of itself; gives its entries.
    fn take(&mut self, offers: Option<OfferKind>, walk: Paging<'_>) -> Made {
        self.freshness = self.freshness.and(walk.freshness);
        if let Some(why) = walk.told_cut() {
            self.listing.incomplete |= offers.is_none();
            self.listing.gaps.push(Gap { offers, lack: Lack::Cut, why: self.scene.remarks.hidden(&why) });
        }
        for (class, severity, detail) in walk.remarks() {
            self.scene.remarks.add(class, severity, detail);
        }
        made(walk, self.scene, true)
    }

    /// Everything but the lists.
    fn introduce<W>(&mut self, opened: &Opened<W>, transport: &str, gathered_at: SystemTime) {
        let greeting = &opened.agreed.greeting;
        let is_modern = matches!(opened.agreed.era, Era::Modern(_));
        if is_modern && !self.freshness.is_told {
            let detail = "not every answer has ttlMs and cacheScope, as protocol 2026-07-28 wants";
            self.scene.remarks.add("gather.ttl_missing", Severity::Info, detail);
        }
        self.listing.instructions = greeting.instructions.as_deref().map(|text| self.hidden(text, "its instructions"));
        let instructions = self.listing.instructions.as_deref().unwrap_or_default();
        if matches!(ordinary(self.scene.contact).hide(instructions), Cow::Owned(_)) {
            let detail = "a secret that it was given is an ordinary text in its instructions; left as it is";
            self.scene.remarks.add("gather.secret_in_definition", Severity::Info, detail);
        }
        self.listing.own_name = greeting.info("name").map(|name| self.hidden(&name, "its server info"));
        self.listing.version = greeting.info("version").map(|version| self.hidden(&version, "its server info"));
        self.listing.era = self.hidden(&greeting.version, "its protocol version");
        let capabilities = greeting.capabilities.as_ref().unwrap_or(&Value::Null);
        self.listing.provenance = Provenance {
            transport: Some(transport.to_owned()),
            gathered_at: Some(humantime::format_rfc3339_seconds(gathered_at).to_string()),
            origin: Some(origin(self.scene)).filter(|origin| !origin.is_empty()),
            server_info: self.hidden_value(&greeting.server_info, "its server info"),
            capabilities: self.hidden_value(capabilities, "its capabilities"),
            supported_versions: greeting.spoken.iter().map(|each| self.hidden(each, "its protocol version")).collect(),
            ttl_ms: is_modern.then_some(self.freshness.ttl_ms),
            cache_scope: is_modern.then(|| self.freshness.scope().to_owned()),
        };
    }

    fn hidden(&mut self, text: &str, what: &'static str) -> String {
        let hidden = self.scene.remarks.known().defined.hide(text).into_owned();
        self.leaked(hidden != text, what);
        hidden
    }

    fn leaked(&mut self, is_leak: bool, what: &'static str) {
        if is_leak && !self.leaks.contains(&what) {
            self.leaks.push(what);
        }
    }

    fn hidden_value(&mut self, value: &Value, what: &'static str) -> Value {
        let text = value.to_string();
        let hidden = hide_values(&text, &self.scene.remarks.known().defined).into_owned();
        self.leaked(hidden != text, what);
        if hidden == text { value.clone() } else { of_text(&hidden).unwrap_or(Value::Null) }
    }

    fn tell(&mut self) {
        for what in std::mem::take(&mut self.leaks) {
            let detail = format!("a secret that it was given stood in {what}; it was hidden");
            self.scene.remarks.add("gather.secret_in_definition", Severity::Warning, detail);
        }
    }
}

/// What a catalog says of a list that is not whole.
fn problem(gap: &Gap, scene: &Scene<'_>) -> Problem {
    let source = scene.remarks.hidden(&scene.contact.origin.source);
    let place = Place { source, server: Some(scene.contact.name.clone()), ..Place::default() };
    Problem { place, message: gap.why.clone(), lost: true }
}

/// The source that named the server. When that is its address, the query and the user in it stay out.
fn origin(scene: &Scene<'_>) -> String {
    let source = &scene.contact.origin.source;
    match &scene.contact.way {
        Way::Http(remote) if remote.url == *source => secret::shown(&scene.contact.way),
        _ => scene.remarks.hidden(source),
    }
}
