//! Contents of messages and results in every provider's form: as MCP has them, and what of them a model reads.

use serde_json::{Value, json};

use crate::session::image;
use crate::session::turn::{Image, Size};

/// A content, read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Content {
    /// The same as a `tools/call` result.
    pub(crate) mcp: Value,
    /// What a model reads: the texts, one below the other, and the images.
    pub(crate) size: Size,
    /// Names of tools that it points at (`tool_reference`), as written.
    pub(crate) references: Vec<String>,
    /// True when it says itself that the call failed.
    pub(crate) failed: bool,
}

/// One block.
enum Piece {
    Text(String),
    Picture(Image, Value),
    Reference(String),
    /// Something that is neither text nor an image: sound, files of other kinds.
    Other(Value),
}

/// Reads a content: a text, a list of blocks, one block, an MCP result, or any other value, which is read as its JSON.
pub(crate) fn read(content: &Value) -> Content {
    match content {
        Value::Null => of_blocks(&[]),
        Value::String(text) => of_text(text),
        Value::Array(blocks) if blocks.iter().all(is_block) => of_blocks(blocks),
        Value::Object(_) if content["content"].is_array() || content.get("structuredContent").is_some() => {
            of_result(content)
        }
        Value::Object(_) if is_block(content) && content.get("type").is_some() => {
            of_blocks(std::slice::from_ref(content))
        }
        other => of_text(&other.to_string()),
    }
}

/// A text alone.
pub(crate) fn of_text(text: &str) -> Content {
    Content { mcp: json!({"content": [{"type": "text", "text": text}]}), size: Size::of(text), ..Content::default() }
}

/// A `tools/call` result. Without any text a model reads the structured content as JSON.
fn of_result(result: &Value) -> Content {
    let blocks = result["content"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut content = of_blocks(blocks);
    let structured = result.get("structuredContent").filter(|structured| !structured.is_null());
    if let Some(structured) = structured
        && content.size.text.as_deref().is_none_or(str::is_empty)
    {
        content.size.text = Some(structured.to_string().into());
    }
    content.failed = ["isError", "is_error"].iter().any(|key| result[*key] == true);
    content.mcp = result.clone();
    content
}

fn of_blocks(blocks: &[Value]) -> Content {
    let mut content = Content::default();
    let (mut texts, mut mcp) = (Vec::new(), Vec::new());
    for block in blocks {
        match piece(block) {
            Piece::Text(text) => {
                mcp.push(json!({"type": "text", "text": text}));
                texts.push(text);
            }
            Piece::Picture(image, block) => {
                content.size.images.push(image);
                mcp.push(block);
            }
            Piece::Reference(name) => content.references.push(name),
            Piece::Other(block) => mcp.push(block),
        }
    }
    content.size.text = Some(texts.join("\n").into());
    content.mcp = json!({ "content": mcp });
    content
}

/// Whether a value is a block of some provider: Bedrock's and Gemini's name their kind by a key.
fn is_block(value: &Value) -> bool {
    value["type"].is_string() || value["text"].is_string() || value.get("json").is_some() || value["image"].is_object()
}

fn piece(block: &Value) -> Piece {
    let kind = block["type"].as_str().unwrap_or_default();
    match kind {
        "" | "text" | "input_text" | "output_text" | "refusal" => plain(block),
        "tool_reference" => Piece::Reference(block["tool_name"].as_str().unwrap_or_default().to_owned()),
        "image" | "input_image" | "image_url" => picture(block),
        "blob" if block["modality"] == "image" => of_data(block["content"].as_str().unwrap_or_default(), block),
        "resource" => resource(block),
        "audio" | "blob" | "file" | "input_file" => Piece::Other(block.clone()),
        "document" => match block["source"]["data"].as_str().filter(|_| block["source"]["type"] == "text") {
            Some(text) => Piece::Text(text.to_owned()),
            None => Piece::Other(block.clone()),
        },
        _ => Piece::Text(block.to_string()),
    }
}

fn plain(block: &Value) -> Piece {
    let text = ["text", "content", "refusal"].iter().find_map(|key| block[*key].as_str());
    match text {
        Some(text) => Piece::Text(text.to_owned()),
        None if block["image"].is_object() => picture(&block["image"]),
        None => Piece::Text(block.get("json").unwrap_or(block).to_string()),
    }
}

/// An image block: MCP's `data`, Anthropic's and Bedrock's `source`, OpenAI's address.
fn picture(block: &Value) -> Piece {
    let source = &block["source"];
    let data = ["/data", "/source/data", "/source/bytes"].iter().find_map(|at| block.pointer(at)?.as_str());
    if let Some(data) = data {
        return of_data(data, block);
    }
    let address = ["/image_url/url", "/image_url", "/source/url", "/url", "/uri"];
    let address = address.iter().find_map(|at| block.pointer(at)?.as_str()).unwrap_or_default();
    match address.split_once(";base64,") {
        Some((kind, data)) => Piece::Picture(
            image::of_address(address),
            json!({"type": "image", "data": data, "mimeType": kind.trim_start_matches("data:")}),
        ),
        None if source.is_object() => Piece::Picture(Image::default(), block.clone()),
        None => Piece::Picture(Image::default(), json!({"type": "image", "url": address})),
    }
}

fn of_data(data: &str, block: &Value) -> Piece {
    let kind = ["/mimeType", "/mime_type", "/source/media_type", "/format"];
    let kind = kind.iter().find_map(|at| block.pointer(at)?.as_str()).unwrap_or_default();
    Piece::Picture(image::of_base64(data), json!({"type": "image", "data": data, "mimeType": kind}))
}

/// An embedded resource is read when it is a text, and looked at when it is an image.
fn resource(block: &Value) -> Piece {
    let resource = &block["resource"];
    let pictured = resource["mimeType"].as_str().is_some_and(|kind| kind.starts_with("image/"));
    match (resource["text"].as_str(), resource["blob"].as_str()) {
        (Some(text), _) => Piece::Text(text.to_owned()),
        (None, Some(data)) if pictured => of_data(data, resource),
        _ => Piece::Other(block.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(content: &Value) -> Option<String> {
        read(content).size.text.map(String::from)
    }

    #[test]
    fn a_model_reads_the_texts() {
        for content in [
            json!("ada\ndua"),
            json!([{"type": "text", "text": "ada"}, {"type": "text", "text": "dua"}]),
            json!([{"type": "input_text", "text": "ada"}, {"type": "output_text", "text": "dua"}]),
            json!([{"text": "ada"}, {"text": "dua"}]),
            json!({"content": [{"type": "text", "text": "ada\ndua"}], "structuredContent": {"n": 1}}),
            json!([{"type": "resource", "resource": {"uri": "a:b", "text": "ada\ndua"}}]),
        ] {
            assert_eq!(text(&content).as_deref(), Some("ada\ndua"), "{content}");
        }
        assert_eq!(text(&json!({"content": [], "structuredContent": {"n": 1}})).as_deref(), Some("{\"n\":1}"));
        assert_eq!(text(&json!([1, 2])).as_deref(), Some("[1,2]"));
        assert_eq!(text(&json!([{"json": {"n": 1}}])).as_deref(), Some("{\"n\":1}"));
        assert_eq!(text(&json!(null)).as_deref(), Some(""));
        assert!(read(&json!({"content": [], "isError": true})).failed);
    }

    #[test]
    fn an_image_is_no_text() {
        let data = "R0lGODlhQAHIAAAAAAA=";
        for block in [
            json!({"type": "image", "data": data, "mimeType": "image/gif"}),
            json!({"type": "image", "source": {"type": "base64", "media_type": "image/gif", "data": data}}),
            json!({"type": "input_image", "image_url": format!("data:image/gif;base64,{data}")}),
            json!({"type": "image_url", "image_url": {"url": format!("data:image/gif;base64,{data}")}}),
            json!({"image": {"format": "gif", "source": {"bytes": data}}}),
        ] {
            let content = read(&json!([block]));
            assert_eq!(content.size.text.as_deref(), Some(""), "{block}");
            assert_eq!(content.size.images, [Image { pixels: Some((320, 200)), bytes: 14 }], "{block}");
            assert_eq!(content.mcp["content"][0]["data"], data, "{block}");
        }
    }

    #[test]
    fn tools_that_a_search_names_are_kept_apart() {
        let content = read(&json!([{"type": "tool_reference", "tool_name": "mcp__toko__cari"}]));
        assert_eq!((content.references.len(), content.size.text.as_deref()), (1, Some("")));
    }
}
