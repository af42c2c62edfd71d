//! Docker's catalog of MCP servers: tools by name, sometimes with a description or arguments.
//!
//! The registry's `tools.json` is an array of tools with `arguments`, and is read as bare tools.

use crate::catalog::saved::parse::join::Page;
use crate::catalog::saved::parse::list::{self, Lot};
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::Kind;
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::saved::{Look, Shape, Verdict};
use crate::catalog::tool::Fidelity;

/// `registry: {name: {tools: […]}}`.
pub(crate) const SHAPE: Shape = Shape { name: "a Docker catalog or registry tools.json", read: Look::AtValue(read) };

fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    let registry = view.object.as_ref().and_then(|object| object.of_kind("registry", Kind::Object));
    let Some(registry) = registry.and_then(|registry| reader.object(registry)) else { return Verdict::Foreign };
    for (name, entry) in &registry.members {
        let Some(entry) = reader.object(*entry) else { continue };
        reader.under(Some(name), |reader| {
            if let Some(tools) = entry.of_kind("tools", Kind::Array) {
                let lot = Lot { without_schema: Fidelity::LowerBound, ..Lot::default() };
                list::list(reader, tools, lot, Page::default());
            }
        });
    }
    Verdict::Read
}

#[cfg(test)]
mod tests {
    use crate::catalog::saved::read;
    use crate::catalog::tool::Fidelity;

    #[test]
    fn a_catalog_names_tools_and_a_registry_file_their_arguments() {
        let yaml = "version: 2\nname: kecil\nregistry:\n  peta:\n    type: server\n    image: contoh/peta\n    tools:\n      \
                    - name: cari\n      - name: rute\n        description: Cari rute.\n  jam:\n    tools: []\n";
        let catalog = read("catalog.yaml", yaml.as_bytes()).expect("a catalog");
        let found: Vec<_> = catalog.servers.iter().map(|server| (server.name.as_str(), server.tools.len())).collect();
        assert_eq!(found, [("peta", 2), ("jam", 0)]);
        assert!(catalog.tools().all(|tool| tool.fidelity == Fidelity::LowerBound));
        assert_eq!(catalog.servers[0].tools[1].place.line, Some(9));

        let json =
            r#"[{"name":"cari","description":"Cari.","arguments":[{"name":"kata","type":"string","desc":"Kata."}]}]"#;
        let catalog = read("tools.json", json.as_bytes()).expect("a catalog");
        let tool = &catalog.servers[0].tools[0];
        assert_eq!(tool.fidelity, Fidelity::Approximate);
        assert_eq!(tool.input_schema().expect("a schema")["required"][0], "kata");
        assert!(tool.text.contains("\"desc\""));
    }
}
