//! The texts by which rankers know a tool: which of its words are searched, for each product.

use serde_json::Value;

use crate::catalog::tool::{Catalog, Server, Tool};

/// The text of each tool as Codex indexes it: the name as it shows it, the tool's own name twice (callable and raw), the
/// server, the description, and the names of its parameters in the order of their code points.
#[must_use]
pub fn codex(catalog: &Catalog) -> Vec<String> {
    of_tools(catalog, |server, tool| {
        let shown = format!("mcp__{}__{}", server.name, tool.name);
        let mut parts = vec![shown.as_str(), &tool.name, &tool.name, &server.name, description(tool)];
        let mut names: Vec<&str> = parameters(tool).map(|(name, _)| name).collect();
        names.sort_unstable();
        parts.extend(names);
        parts.join(" ")
    })
}

/// The text of each tool as Anthropic documents its search: names, descriptions, argument names, argument descriptions.
#[must_use]
pub fn anthropic(catalog: &Catalog) -> Vec<String> {
    of_tools(catalog, |_, tool| fields(tool).join(" "))
}

/// The name and the description of each tool.
#[must_use]
pub fn name_and_description(catalog: &Catalog) -> Vec<String> {
    of_tools(catalog, |_, tool| [&tool.name, description(tool)].join(" "))
}

/// The searched fields of each tool, apart: its name, its description, then each parameter's name and description.
#[must_use]
pub fn of_fields(catalog: &Catalog) -> Vec<Vec<String>> {
    catalog.tools().map(|tool| fields(tool).into_iter().map(str::to_owned).collect()).collect()
}

fn of_tools(catalog: &Catalog, text: impl Fn(&Server, &Tool) -> String) -> Vec<String> {
    let texts = catalog.servers.iter().flat_map(|server| server.tools.iter().map(|tool| text(server, tool)));
    texts.collect()
}

fn fields(tool: &Tool) -> Vec<&str> {
    let mut parts = vec![tool.name.as_str(), description(tool)];
    for (name, schema) in parameters(tool).filter(|(_, schema)| schema.is_object()) {
        parts.extend([name, schema["description"].as_str().unwrap_or_default()]);
    }
    parts
}

fn description(tool: &Tool) -> &str {
    tool.description().unwrap_or_default()
}

/// The parameters at the top of the schema, in its order.
fn parameters(tool: &Tool) -> impl Iterator<Item = (&str, &Value)> {
    let properties = tool.input_schema().and_then(|schema| schema.get("properties")?.as_object());
    properties.into_iter().flatten().map(|(name, schema)| (name.as_str(), schema))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::saved;

    #[test]
    fn each_product_reads_its_own_words() {
        let text = br#"[{"name":"kirimSurat","description":"Kirim.","inputSchema":{"type":"object","properties":
            {"tujuan":{"type":"string","description":"Alamat"},"isi":true,"cc":{"type":"string"}}}},{"name":"kosong"}]"#;
        let mut catalog = saved::read("pos.json", text).expect("a list");
        catalog.servers[0].name = "pos".to_owned();
        assert_eq!(codex(&catalog)[0], "mcp__pos__kirimSurat kirimSurat kirimSurat pos Kirim. cc isi tujuan");
        assert_eq!(anthropic(&catalog)[0], "kirimSurat Kirim. tujuan Alamat cc ");
        assert_eq!(name_and_description(&catalog), ["kirimSurat Kirim.", "kosong "]);
        assert_eq!(of_fields(&catalog)[1], ["kosong", ""]);
    }
}
