//! Reads the lines of our own file; also rows of data sets that pair a tool with the name of its server.

use std::borrow::Cow;

use crate::catalog::offer::OfferKind;
use crate::catalog::place::Place;
use crate::catalog::saved::dialect::Setting;
use crate::catalog::saved::mcp;
use crate::catalog::saved::offering;
use crate::catalog::saved::own::row::{About, Row, Told};
use crate::catalog::saved::own::{DIALECTS, FIDELITIES, VERSION};
use crate::catalog::saved::parse::list::{self, Lot};
use crate::catalog::saved::parse::object::Object;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::Raw;
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::saved::parse::value::NoValue;
use crate::catalog::saved::{Look, Shape, Verdict};
use crate::catalog::tool::Tool;

/// Lines of our own file.
pub(crate) const SHAPE: Shape = Shape { name: "a toolrent catalog", read: Look::AtValue(read) };

fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    let Some(line) = &view.object else { return Verdict::Foreign };
    let Some(row) = Row::of(line) else { return Verdict::Foreign };
    match row {
        Row::Version(version) => read_version(reader, version),
        Row::Server(about) => read_server(reader, *about),
        Row::Tool { server, tool, excluded } => {
            reader.under(server.as_deref(), |reader| read_tool(reader, line, tool, excluded.as_deref()));
        }
        Row::Offer { server, kind, offer } => {
            reader.under(Some(&server), |reader| read_offer(reader, kind, offer));
        }
        Row::Problem(told) => read_problem(reader, view.raw, told),
    }
    Verdict::Read
}

fn read_version(reader: &mut Reader<'_>, version: Raw<'_>) {
    reader.doubts_told = true;
    if version.text().parse().is_ok_and(|version: u64| version > VERSION) {
        let message = "a catalog of a newer version than this program knows; what it does not know is left out";
        reader.problem(version, version.start, message, false);
    }
}

/// A section about a server starts that server, even if another one of that name came before.
fn read_server(reader: &mut Reader<'_>, about: About<'_>) {
    reader.under(None, |reader| {
        reader.enter_new(&about.name);
        mcp::instructions(reader, &about.members);
        let draft = reader.server();
        draft.version = about.members.string("version").map(Cow::into_owned);
        draft.era = about.members.string("era").map(Cow::into_owned);
        draft.incomplete = about.incomplete;
        draft.provenance = about.gathered;
    });
}

fn read_tool(reader: &mut Reader<'_>, line: &Object<'_>, tool: Raw<'_>, excluded: Option<&str>) {
    let named = |key: &str| line.string(key);
    let dialect = named("dialect").and_then(|name| DIALECTS.iter().find(|(known, _)| *known == name));
    let fidelity = named("fidelity").and_then(|name| FIDELITIES.iter().find(|(known, _)| *known == name));
    let setting = dialect.map_or(Setting::Anywhere, |(_, dialect)| Setting::Of(*dialect));
    let adjust = |tool: &mut Tool| {
        tool.fidelity = fidelity.map_or(tool.fidelity, |(_, fidelity)| *fidelity);
        tool.excluded_by_http_hosts = excluded.map(Box::from);
    };
    list::one(reader, tool, Lot { setting, ..Lot::default() }, adjust);
}

fn read_offer(reader: &mut Reader<'_>, kind: OfferKind, raw: Raw<'_>) {
    let place = reader.place(raw.position());
    match offering::offer(kind, raw, place) {
        Ok(offer) => reader.server().offers.push(offer),
        Err(NoValue { message, offset }) => reader.problem(raw, raw.start + offset, message, true),
    }
}

fn read_problem(reader: &mut Reader<'_>, line: Raw<'_>, told: Told<'_>) {
    let place = Place {
        server: told.server.map(Cow::into_owned),
        tool: told.tool.map(Cow::into_owned),
        pointer: told.pointer.into_owned(),
        ..reader.place(line.position())
    };
    reader.problem_at(place, told.message.into_owned(), told.lost);
}
