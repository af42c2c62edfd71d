//! From the entries of a walk to what is kept of them: secrets hidden, hidden tools left out, exclusions told.

use std::borrow::Cow;
use std::sync::Arc;

use crate::catalog::mirrored_headers::{self, ANNOTATION};
use crate::catalog::saved::parse::value::of_text;
use crate::catalog::tool::Problem;
use crate::gather::contact::Contact;
use crate::gather::listing::Item;
use crate::gather::lists::page::{Entry, List};
use crate::gather::lists::paging::Paging;
use crate::gather::note::Severity;
use crate::gather::scene::Scene;
use crate::gather::secret::definition::hide_values;
use crate::gather::secret::hiding::Hiding;
use crate::gather::secret::is_unlikely;
use crate::gather::secret::known::Known;

/// Bytes of an ordinary secret that is told to stand in definitions: shorter words stand everywhere.
const SHORTEST_TOLD: usize = 6;

/// Names told one by one.
const MOST_TOLD: usize = 5;

/// What is kept.
#[derive(Debug, Default)]
pub(crate) struct Made {
    /// The entries.
    pub(crate) items: Vec<Item>,
    /// Those that were lost or doubtful, with their server and source.
    pub(crate) problems: Vec<Problem>,
}

/// Makes items of entries. What is found on the way is remarked on only when `is_told`.
pub(crate) fn made(walk: Paging<'_>, scene: &mut Scene<'_>, is_told: bool) -> Made {
    let list = walk.list;
    let mut making = Making {
        known: Arc::clone(scene.remarks.known()),
        ordinary: ordinary(scene.contact),
        list,
        leaks: Vec::new(),
        left: Vec::new(),
        excluded: Vec::new(),
        filtered: 0,
    };
    let entries = walk.entries.into_iter();
    let items = entries.filter_map(|entry| making.item(entry, scene)).collect();
    if is_told {
        making.tell(scene);
    }
    let problems = walk.problems.into_iter().map(|problem| placed(problem, scene)).collect();
    Made { items, problems }
}

/// Secrets of a server that may be ordinary text, so that definitions keep them.
pub(crate) fn ordinary(contact: &Contact) -> Hiding {
    let own = contact.secrets.iter();
    Hiding::of(&own.filter(|each| each.len() >= SHORTEST_TOLD && !is_unlikely(each)).collect::<Vec<_>>())
}

struct Making {
    known: Arc<Known>,
    ordinary: Hiding,
    list: List,
    leaks: Vec<String>,
    left: Vec<String>,
    excluded: Vec<String>,
    filtered: usize,
}

impl Making {
    fn item(&mut self, entry: Entry, scene: &Scene<'_>) -> Option<Item> {
        let is_tool = self.list == List::TOOLS;
        if is_tool && !scene.contact.filter.keeps(&entry.name) {
            self.filtered += 1;
            return None;
        }
        let Entry { name, text } = self.without_secrets(entry);
        let excluded = if is_tool { exclusion(&text) } else { None };
        if let Some(why) = &excluded {
            self.excluded.push(format!("{name:?}: {why}"));
        }
        Some(Item { name, text, excluded_by_http_hosts: excluded })
    }

    fn without_secrets(&mut self, entry: Entry) -> Entry {
        let text = hide_values(&entry.text, &self.known.defined);
        let name = self.known.defined.hide(&entry.name).into_owned();
        if matches!(hide_values(&text, &self.ordinary), Cow::Owned(_)) {
            self.left.push(name.clone());
        }
        let Cow::Owned(text) = text else { return entry };
        self.leaks.push(name.clone());
        Entry { name, text: text.into() }
    }

    fn tell(self, scene: &mut Scene<'_>) {
        let Making { list, leaks, left, excluded, filtered, .. } = self;
        if !leaks.is_empty() {
            let names: Vec<String> = leaks.iter().map(|name| format!("{name:?}")).collect();
            let of = list.key;
            let detail = format!("a secret that it was given stood in {of} {}; it was hidden", some(&names));
            scene.remarks.add("gather.secret_in_definition", Severity::Warning, detail);
        }
        if !left.is_empty() {
            let names: Vec<String> = left.iter().map(|name| format!("{name:?}")).collect();
            let of = list.key;
            let detail =
                format!("a secret that it was given is an ordinary text in {of} {}; left as it is", some(&names));
            scene.remarks.add("gather.secret_in_definition", Severity::Info, detail);
        }
        if !excluded.is_empty() {
            let detail = format!("hosts on HTTP must drop {}", some(&excluded));
            scene.remarks.add("gather.excluded_by_http_hosts", Severity::Warning, detail);
        }
        if filtered > 0 {
            let tools = if filtered == 1 { "tool" } else { "tools" };
            let detail = format!("the config hides {filtered} {tools} from the model");
            scene.remarks.add("config.filtered", Severity::Info, detail);
        }
    }
}

fn exclusion(text: &str) -> Option<String> {
    memchr::memmem::find(text.as_bytes(), ANNOTATION.as_bytes())?;
    mirrored_headers::fault(of_text(text).ok()?.get("inputSchema")?)
}

fn placed(mut problem: Problem, scene: &Scene<'_>) -> Problem {
    let place = &mut problem.place;
    place.source = scene.remarks.hidden(&scene.contact.origin.source);
    place.server = Some(scene.contact.name.clone());
    place.tool = place.tool.take().map(|tool| scene.remarks.hidden(&tool));
    Problem { message: scene.remarks.quoted(&problem.message), ..problem }
}

fn some(names: &[String]) -> String {
    let mut text = names.iter().take(MOST_TOLD).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > MOST_TOLD {
        text.push_str(&format!(" and {} more", names.len() - MOST_TOLD));
    }
    text
}
