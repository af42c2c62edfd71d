//! `mcp_list_tools` items of OpenAI's Responses: what a remote server listed when the provider asked it.

use crate::catalog::saved::mcp;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::Kind;
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::saved::{Look, Shape, Verdict};

/// One such item; the bodies around it are read by the shape of provider requests.
pub(crate) const SHAPE: Shape =
    Shape { name: "an OpenAI response with mcp_list_tools items", read: Look::AtValue(read) };

/// Reads one item; foreign when it is another kind of item.
pub(crate) fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    let Some(object) = &view.object else { return Verdict::Foreign };
    if object.string("type").as_deref() != Some("mcp_list_tools") {
        return Verdict::Foreign;
    }
    let label = object.string("server_label");
    reader.under(label.as_deref(), |reader| {
        if let Some(error) = object.get("error").filter(|error| error.kind() != Kind::Null) {
            reader.problem(error, error.start, "the server could not be listed", true);
        }
        mcp::pages(reader, object, None);
    });
    Verdict::Read
}

#[cfg(test)]
mod tests {
    use crate::catalog::saved::read;
    use crate::catalog::tool::Dialect;

    #[test]
    fn each_label_is_a_server() {
        let text = r#"{"object":"response","model":"m","tools":[{"type":"mcp","server_label":"peta"}],"output":[
            {"type":"mcp_list_tools","server_label":"peta","tools":[{"name":"a","input_schema":{"type":"object"}}]},
            {"type":"mcp_list_tools","server_label":"jam","tools":[],"error":{"code":401}},
            {"type":"message","content":[]}]}"#;
        let catalog = read("file.json", text.as_bytes()).expect("a catalog");
        let found: Vec<_> = catalog.servers.iter().map(|server| (server.name.as_str(), server.tools.len())).collect();
        assert_eq!(found, [("peta", 1), ("jam", 0)]);
        assert_eq!(catalog.servers[0].tools[0].dialect, Dialect::Anthropic);
        let lost: Vec<_> = catalog.problems.iter().filter(|problem| problem.lost).collect();
        assert_eq!((lost.len(), lost[0].place.server.as_deref()), (1, Some("jam")));
    }
}
