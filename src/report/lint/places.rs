//! Where each finding stands in its source. What is judged in one text is looked up in one walk over it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::catalog::locate::{Literal, Located, Ruler, Spot};
use crate::catalog::place::Place;
use crate::catalog::saved::parse::scan::decode;
use crate::catalog::text;
use crate::catalog::tool::{Catalog, Server};
use crate::lint::finding::Finding;
use crate::report::lint::found::{Location, Region};
use crate::session::call::Call;

/// A text of a source in which findings stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Home {
    /// A tool, by its number.
    Tool(usize),
    /// A prompt, resource or template, by its number.
    Offer(usize),
    /// The server's instructions.
    Instructions,
    /// The server as a whole.
    Server,
}

/// The location of each finding, in their order; none for what is about no server, or about one without a source.
pub(crate) fn locations(findings: &[Finding], catalog: &Catalog, calls: &[Call]) -> Vec<Option<Location>> {
    let mut homes: BTreeMap<(usize, Home), Vec<usize>> = BTreeMap::new();
    let mut locations = vec![None; findings.len()];
    for (at, finding) in findings.iter().enumerate() {
        if let Some(call) = finding.call_at {
            locations[at] = calls.get(call).and_then(|call| start(&call.place));
            continue;
        }
        let Some(server_at) = finding.server_at else { continue };
        let Some(server) = catalog.servers.get(server_at) else { continue };
        homes.entry((server_at, home(finding, server))).or_default().push(at);
    }
    for ((server_at, home), members) in homes {
        let Some(server) = catalog.servers.get(server_at) else { continue };
        for (at, location) in in_home(server, home, &members, findings) {
            locations[at] = location;
        }
    }
    locations
}

/// Where a place starts: a capture keeps no more of a call.
fn start(place: &Place) -> Option<Location> {
    let region = place.line.zip(place.column).map(|(line, column)| {
        let utf16 = place.utf16_column.unwrap_or(column);
        Region { line, column, end_line: line, end_column: column + 1, utf16: [utf16, utf16 + 1] }
    });
    (!place.source.is_empty()).then(|| Location { source: place.source.clone(), region })
}

fn home(finding: &Finding, server: &Server) -> Home {
    if let Some(at) = finding.tool_at {
        return Home::Tool(at);
    }
    if finding.pointer == "/instructions" {
        return Home::Instructions;
    }
    let holds =
        |base: &str| finding.pointer.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    server.offers.iter().position(|offer| holds(&text::base(offer))).map_or(Home::Server, Home::Offer)
}

fn in_home(server: &Server, home: Home, members: &[usize], findings: &[Finding]) -> Vec<(usize, Option<Location>)> {
    let nowhere = |source: &str| {
        let location = (!source.is_empty()).then(|| Location { source: source.to_owned(), region: None });
        members.iter().map(|&at| (at, location.clone())).collect()
    };
    let (text, place, base): (&str, &Place, String) = match home {
        Home::Tool(at) => match server.tools.get(at) {
            Some(tool) => (&tool.text, &tool.place, String::new()),
            None => return nowhere(&server.source),
        },
        Home::Offer(at) => match server.offers.get(at) {
            Some(offer) => (&offer.text, &offer.place, text::base(offer)),
            None => return nowhere(&server.source),
        },
        Home::Instructions => match (&server.instructions_text, &server.instructions_place) {
            (Some(text), Some(place)) => (text, place, "/instructions".to_owned()),
            _ => return nowhere(&server.source),
        },
        // The first tool is the nearest thing that has a place.
        Home::Server => match server.tools.first() {
            Some(tool) => ("", &tool.place, String::new()),
            None => return nowhere(&server.source),
        },
    };
    let source = if place.source.is_empty() { &server.source } else { &place.source };
    let Some(ruler) = Ruler::new(text, place) else { return nowhere(source) };
    let pointer = |at: usize| findings[at].pointer.strip_prefix(&base).unwrap_or_default();
    let located =
        Located::new(text, members.iter().map(|&at| pointer(at)).chain(["/name", "/function/name", "/toolSpec/name"]));
    let mut literals = Literals { text, last: None };
    let ranges: Vec<Range<usize>> =
        members.iter().map(|&at| range(&findings[at], pointer(at), &located, &mut literals)).collect();
    let spots = spots(&ruler, &ranges);
    let region = |range: &Range<usize>| region(spots.get(&range.start)?, spots.get(&range.end)?);
    let whole = |range| Some(Location { source: source.clone(), region: region(range) });
    members.iter().zip(&ranges).map(|(&at, range)| (at, whole(range))).collect()
}

/// Each end of a range as a line and a column, looked up in ascending order.
fn spots(ruler: &Ruler<'_>, ranges: &[Range<usize>]) -> BTreeMap<usize, Spot> {
    let ends: BTreeSet<usize> = ranges.iter().flat_map(|range| [range.start, range.end]).collect();
    ends.into_iter().map(|end| (end, ruler.spot(end))).collect()
}

fn region(start: &Spot, end: &Spot) -> Option<Region> {
    Some(Region {
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        utf16: [start.utf16_column, end.utf16_column],
    })
}

/// The string literals of one text, the last one read.
struct Literals<'t> {
    text: &'t str,
    last: Option<(Range<usize>, String, Literal)>,
}

impl Literals<'_> {
    /// What a literal says, and where its bytes come from; nothing when no string stands there.
    fn read(&mut self, range: &Range<usize>) -> Option<(&str, &Literal)> {
        let literal = self.text.get(range.clone()).filter(|text| text.starts_with('"'))?;
        if self.last.as_ref().is_none_or(|(known, ..)| known != range) {
            self.last = Some((range.clone(), decode(literal).into_owned(), Literal::new(literal)));
        }
        self.last.as_ref().map(|(_, said, literal)| (said.as_str(), literal))
    }

    /// The bytes of a finding's span in the literal there, when that is the string that was judged.
    fn judged(&mut self, range: &Range<usize>, finding: &Finding) -> Option<Range<usize>> {
        let (_, literal) = self.read(range).filter(|(said, _)| *said == finding.evidence)?;
        let inside = finding.span.as_ref().map(|span| literal.raw(span));
        Some(inside.map_or(range.clone(), |span| range.start + span.start..range.start + span.end))
    }
}

/// The bytes of a text that a finding is about: the judged part of a string; a key; the whole value of what has no key.
fn range(finding: &Finding, pointer: &str, located: &Located<'_>, literals: &mut Literals<'_>) -> Range<usize> {
    let Some(found) = located.nearest(pointer) else { return 0..0 };
    let is_there = found.steps == pointer.matches('/').count();
    if is_there {
        let keys = found.key.iter();
        if let Some(judged) = [&found.value].into_iter().chain(keys).find_map(|range| literals.judged(range, finding)) {
            return judged;
        }
        // A container is told by its key, and a tool by its name: an editor would mark hundreds of lines.
        let is_container = literals.text.get(found.value.clone()).is_some_and(|text| text.starts_with(['{', '[']));
        return match found.key {
            Some(key) if is_container => key,
            None if found.steps == 0 => name(located).unwrap_or(found.value),
            _ => found.value,
        };
    }
    match found.key {
        Some(key) => key,
        None if found.steps > 0 => found.value,
        None => name(located).unwrap_or(found.value.start..found.value.start + usize::from(!found.value.is_empty())),
    }
}

/// The literal of the tool's name, which stands for the whole.
fn name(located: &Located<'_>) -> Option<Range<usize>> {
    ["/name", "/function/name", "/toolSpec/name"].into_iter().find_map(|pointer| {
        let found = located.nearest(pointer)?;
        (found.steps == pointer.matches('/').count()).then_some(found.value)
    })
}
