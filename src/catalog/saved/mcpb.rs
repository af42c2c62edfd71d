//! Manifests of MCPB (DXT) bundles: names and descriptions of tools, no schemas.

use std::borrow::Cow;

use crate::catalog::saved::parse::join::Page;
use crate::catalog::saved::parse::list::{self, Lot};
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::Kind;
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::saved::{Look, Shape, Verdict};
use crate::catalog::tool::Fidelity;

/// A bundle's `manifest.json`.
pub(crate) const SHAPE: Shape = Shape { name: "an MCPB manifest", read: Look::AtValue(read) };

fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    let Some(object) = &view.object else { return Verdict::Foreign };
    let is_manifest = object.has_any(&["manifest_version", "dxt_version"]) && object.get("server").is_some();
    if !is_manifest {
        return Verdict::Foreign;
    }
    let name = object.string("name");
    reader.under(name.as_deref(), |reader| {
        reader.server().version = object.string("version").map(Cow::into_owned);
        if let Some(tools) = object.of_kind("tools", Kind::Array) {
            let lot = Lot { without_schema: Fidelity::LowerBound, ..Lot::default() };
            list::list(reader, tools, lot, Page::default());
        }
        if let Some(generated) = object.get("tools_generated").filter(|flag| flag.text() == "true") {
            let message = "the server makes further tools when it starts; the manifest does not hold them";
            reader.problem(generated, generated.start, message, true);
        }
    });
    Verdict::Read
}

#[cfg(test)]
mod tests {
    use crate::catalog::saved::read;
    use crate::catalog::tool::Fidelity;

    #[test]
    fn a_manifest_gives_a_lower_bound() {
        let text = r#"{"manifest_version":"0.3","name":"peta","version":"1.2.0","server":{"type":"node"},
            "tools":[{"name":"cari","description":"Cari tempat."}],"tools_generated":true}"#;
        let catalog = read("manifest.json", text.as_bytes()).expect("a catalog");
        let server = &catalog.servers[0];
        assert_eq!((server.name.as_str(), server.version.as_deref()), ("peta", Some("1.2.0")));
        assert_eq!(server.tools[0].fidelity, Fidelity::LowerBound);
        assert!(catalog.problems[0].message.contains("further tools"), "{:?}", catalog.problems);
    }
}
