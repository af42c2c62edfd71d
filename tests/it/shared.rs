//! What several of these tests need: the shared folder of recorded material, and the rent on a host.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use toolrent::catalog::tool::Catalog;
use toolrent::host::model;
use toolrent::host::profile::Host;
use toolrent::host::tariff::{Overrides, Tariff};
use toolrent::meter::meter::Meter;
use toolrent::rent::column::Column;
use toolrent::rent::ledger::{Detail, ledger};
use toolrent::rent::row::Ledger;
use toolrent::rent::wire::Wires;

/// The shared folder, or a loud note that a test did not run.
pub(crate) fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("TOOLRENT_SHARED").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("SKIPPED: TOOLRENT_SHARED does not name the shared folder");
    }
    folder
}

/// The test case of that number.
pub(crate) fn case(number: &str) -> Option<Value> {
    let cases = folder()?.join("cases");
    let files = fs::read_dir(cases).expect("the cases");
    let mut paths = files.map(|file| file.expect("a file").path());
    let path = paths.find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(number)));
    let text = fs::read_to_string(path.expect("a case of that number")).expect("a case");
    Some(serde_json::from_str(&text).expect("JSON"))
}

/// The rent of a catalog on a host, counted by a meter profile, or by that of the host's own model.
pub(crate) fn rent(host: &Host, profile: Option<&str>, catalog: &Catalog, detail: Detail) -> Ledger {
    let model = if profile.is_some() { None } else { model::of_id(&host.model) };
    let name = profile.or_else(|| model.and_then(|model| host.meter_of(model))).unwrap_or(&host.model);
    let meter = Meter::named(name).expect(name);
    let tariff = model.map_or_else(Tariff::default, |model| Overrides::default().tariff(model));
    let column = Column { host, model, tariff, meter: &meter };
    ledger(catalog, &Wires::count(catalog), &column, detail)
}
