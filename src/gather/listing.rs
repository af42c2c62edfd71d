//! What one server answered: texts as they came, not yet values, so that a large list costs little more than its text.

use std::io;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde_json::Value;

use crate::catalog::offer::{Offer, OfferKind};
use crate::catalog::place::Place;
use crate::catalog::provenance::Provenance;
use crate::catalog::saved::definition;
use crate::catalog::saved::own::{ServerHead, Writer};
use crate::catalog::tool::{Problem, Server, Tool};
use crate::gather::gap::{Gap, Lack};

/// All lists of one server.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    /// What the server asks hosts to tell the model.
    pub instructions: Option<String>,
    /// Its own name, from `serverInfo`.
    pub own_name: Option<String>,
    /// Its own version.
    pub version: Option<String>,
    /// The protocol version in use.
    pub era: String,
    /// How and when this was had.
    pub provenance: Provenance,
    /// Tools in the order in which they came, without those that the config hides.
    pub tools: Vec<Item>,
    /// Prompts, resources and resource templates.
    pub offers: Vec<(OfferKind, Item)>,
    /// Entries that were lost or doubtful.
    pub problems: Vec<Problem>,
    /// True when the walk over the pages of the tools was cut.
    pub incomplete: bool,
    /// Lists that are not whole. A catalog has them as problems.
    pub gaps: Vec<Gap>,
}

/// One entry of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its name (for a resource: its URI).
    pub name: String,
    /// The object as it came.
    pub text: Box<str>,
    /// Why hosts that speak HTTP must drop this tool.
    pub excluded_by_http_hosts: Option<String>,
}

/// The capabilities object, when the server declares one of that name.
#[must_use]
pub fn declares(capabilities: &Value, name: &str) -> bool {
    capabilities.get(name).is_some_and(|value| !value.is_null() && *value != Value::Bool(false))
}

impl Listing {
    /// Whether all lists came, each to its end and with all its entries.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !self.incomplete && self.gaps.is_empty() && self.lost_entries() == 0
    }

    /// Whether a list came short that the server meant to give: it was cut, out of date, or not to be had in time.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.incomplete || self.gaps.iter().any(|gap| gap.lack != Lack::Refused)
    }

    /// Entries that were lost alone.
    #[must_use]
    pub fn lost_entries(&self) -> usize {
        let of_gap = |problem: &Problem| self.gaps.iter().any(|gap| gap.why == problem.message);
        self.problems.iter().filter(|problem| problem.lost && !of_gap(problem)).count()
    }

    /// Writes all of it to a catalog file, as the server of that name. No value is built.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, name: &str, writer: &mut Writer<'_>) -> io::Result<()> {
        writer.server(&ServerHead {
            name,
            instructions: self.instructions.as_deref(),
            version: self.version.as_deref(),
            era: Some(self.era.as_str()).filter(|era| !era.is_empty()),
            incomplete: self.incomplete,
            gathered: Some(&self.provenance),
        })?;
        for Item { text, excluded_by_http_hosts, .. } in &self.tools {
            writer.tool(name, text, excluded_by_http_hosts.as_deref())?;
        }
        self.offers.iter().try_for_each(|(kind, item)| writer.offer(name, *kind, &item.text))?;
        self.problems.iter().try_for_each(|problem| writer.problem(&placed(problem.clone(), name, "")))
    }

    /// The same as values: the server of that name, and what could not be read of it. `source` stands in every place.
    #[must_use]
    pub fn into_server(self, name: &str, source: &str) -> (Server, Vec<Problem>) {
        let mut problems: Vec<Problem> =
            self.problems.into_iter().map(|problem| placed(problem, name, source)).collect();
        let place = || Place { source: source.to_owned(), server: Some(name.to_owned()), ..Place::default() };
        let tools: Vec<Result<Tool, Box<Problem>>> =
            self.tools.into_par_iter().map(|item| tool(item, place())).collect();
        let mut server = Server {
            name: name.to_owned(),
            instructions: self.instructions,
            version: self.version,
            era: Some(self.era).filter(|era| !era.is_empty()),
            source: source.to_owned(),
            incomplete: self.incomplete,
            provenance: Some(self.provenance),
            ..Server::default()
        };
        for tool in tools {
            match tool {
                Ok(tool) => server.tools.push(tool),
                Err(problem) => problems.push(*problem),
            }
        }
        for (kind, item) in self.offers {
            match offer(kind, item, place()) {
                Ok(offer) => server.offers.push(offer),
                Err(problem) => problems.push(*problem),
            }
        }
        (server, problems)
    }
}

fn tool(item: Item, place: Place) -> Result<Tool, Box<Problem>> {
    let read = definition::tool(&item.text, place.clone());
    let mut tool = read.map_err(|error| {
        let place = Place { tool: Some(item.name), ..place };
        Box::new(Problem { place, message: error.to_string(), lost: true })
    })?;
    tool.text = item.text;
    tool.excluded_by_http_hosts = item.excluded_by_http_hosts.map(String::into_boxed_str);
    Ok(tool)
}

fn offer(kind: OfferKind, item: Item, place: Place) -> Result<Offer, Box<Problem>> {
    match definition::json(&item.text) {
        Ok(value) => Ok(Offer { kind, name: item.name, text: item.text, value, place }),
        Err(why) => {
            let message = format!("{} {:?}: {why}", kind.key(), item.name);
            Err(Box::new(Problem { place, message, lost: true }))
        }
    }
}

/// A problem says of which server it is, whoever noted it.
fn placed(mut problem: Problem, name: &str, source: &str) -> Problem {
    problem.place.server = Some(name.to_owned());
    if problem.place.source.is_empty() {
        problem.place.source = source.to_owned();
    }
    problem
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::catalog::saved;

    fn item(name: &str, text: &str, excluded: Option<&str>) -> Item {
        Item { name: name.to_owned(), text: text.into(), excluded_by_http_hosts: excluded.map(str::to_owned) }
    }

    fn listing() -> Listing {
        let provenance = Provenance {
            transport: Some("http".to_owned()),
            gathered_at: Some("2026-11-30T08:00:00Z".to_owned()),
            server_info: json!({"name": "peta-asli", "version": "2"}),
            ..Provenance::default()
        };
        let problem = Problem { place: Place::default(), message: "entry 3 has no name".to_owned(), lost: true };
        Listing {
            instructions: Some("Baca dulu.".to_owned()),
            own_name: Some("peta-asli".to_owned()),
            version: Some("2".to_owned()),
            era: "2026-07-28".to_owned(),
            provenance,
            tools: vec![
                item("cari", r#"{ "name": "cari", "z": 1.50, "inputSchema": {} }"#, None),
                item("rute", r#"{"name":"rute","inputSchema":{}}"#, Some("the header name is empty")),
                item("rusak", r#"{"name":"rusak","inputSchema":{"a":nope}}"#, None),
            ],
            offers: vec![
                (OfferKind::Prompt, item("sapa", r#"{"name":"sapa"}"#, None)),
                (OfferKind::Resource, item("file:///a", r#"{"uri":"file:///a""#, None)),
            ],
            problems: vec![problem],
            incomplete: true,
            gaps: Vec::new(),
        }
    }

    fn told(server: &Server) -> Vec<(&str, String, Option<&str>)> {
        let tools = server.tools.iter();
        tools.map(|tool| (&*tool.name, tool.value.to_string(), tool.excluded_by_http_hosts.as_deref())).collect()
    }

    #[test]
    fn a_listing_becomes_a_server_tool_by_tool() {
        let (server, problems) = listing().into_server("peta", "servers.json");
        let tools = told(&server);
        assert_eq!(tools[0], ("cari", r#"{"name":"cari","z":1.50,"inputSchema":{}}"#.to_owned(), None));
        assert_eq!((tools.len(), tools[1].2), (2, Some("the header name is empty")));
        assert_eq!(&*server.tools[0].text, r#"{ "name": "cari", "z": 1.50, "inputSchema": {} }"#);
        let place = Place {
            source: "servers.json".to_owned(),
            server: Some("peta".to_owned()),
            tool: Some("cari".to_owned()),
            ..Place::default()
        };
        assert_eq!(server.tools[0].place, place);
        assert_eq!((server.offers.len(), server.offers[0].name.as_str()), (1, "sapa"));
        assert!(server.incomplete && server.provenance.is_some());
        let lost: Vec<_> = problems.iter().map(|problem| (problem.place.tool.as_deref(), problem.lost)).collect();
        assert_eq!(lost, [(None, true), (Some("rusak"), true), (None, true)], "{problems:?}");
        assert!(problems.iter().all(|problem| problem.place.server.as_deref() == Some("peta")));
    }

    #[test]
    fn written_and_read_again_it_is_the_same_server() {
        let mut file = Vec::new();
        listing().write("peta", &mut Writer::new(&mut file).expect("memory")).expect("memory");
        let catalog = saved::read("servers.json", &file).expect("a catalog");
        let (server, problems) = listing().into_server("peta", "servers.json");
        let [read] = &catalog.servers[..] else { panic!("one server") };
        assert_eq!(told(read), told(&server));
        let about = |server: &Server| (server.instructions.clone(), server.version.clone(), server.era.clone());
        assert_eq!((about(read), &read.provenance), (about(&server), &server.provenance));
        assert_eq!((read.offers.len(), catalog.problems.len()), (1, problems.len()), "{:?}", catalog.problems);
    }
}
