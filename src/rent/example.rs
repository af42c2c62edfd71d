//! Small catalogs for the tests of this room: a library and a shop.

use serde_json::{Value, json};

use crate::catalog::place::Place;
use crate::catalog::tool::{Catalog, Dialect, Fidelity, Server, Tool};

/// A tool from its definition.
pub(crate) fn tool(value: Value) -> Tool {
    Tool {
        name: value["name"].as_str().unwrap_or_default().to_owned(),
        text: value.to_string().into_boxed_str(),
        dialect: Dialect::Mcp,
        fidelity: Fidelity::Whole,
        place: Place::default(),
        excluded_by_http_hosts: None,
        value,
    }
}

/// A server from its tools' definitions.
pub(crate) fn server(name: &str, instructions: Option<&str>, tools: Vec<Value>) -> Server {
    Server {
        name: name.to_owned(),
        instructions: instructions.map(str::to_owned),
        tools: tools.into_iter().map(tool).collect(),
        source: format!("{name}.json"),
        ..Server::default()
    }
}

/// A catalog of servers.
pub(crate) fn catalog(servers: Vec<Server>) -> Catalog {
    Catalog { servers, problems: Vec::new() }
}

/// A library with two tools and instructions, in Indonesian.
pub(crate) fn library() -> Server {
    let instructions = "Pakai server ini hanya untuk pertanyaan tentang buku. Jangan menebak nomor ISBN.";
    server(
        "perpustakaan",
        Some(instructions),
        vec![
            json!({
                "name": "cari_buku",
                "title": "Cari buku",
                "description": "Mencari buku menurut judul, pengarang, atau ISBN, dan menyebut di rak mana buku itu ada.",
                "inputSchema": {
                    "type": "object",
                    "properties": {
                        "judul": {"type": "string", "description": "Sebagian atau seluruh judul"},
                        "pengarang": {"type": "string"},
                    },
                    "required": ["judul"],
                },
                "annotations": {"readOnlyHint": true},
            }),
            json!({
                "name": "pinjam",
                "description": "Meminjam satu buku.",
                "inputSchema": {"type": "object", "properties": {"isbn": {"type": "string"}}, "required": ["isbn"]},
                "_meta": {"anthropic/alwaysLoad": true},
            }),
        ],
    )
}

/// A shop with three tools, one of them without parameters.
pub(crate) fn shop() -> Server {
    server(
        "shop",
        None,
        vec![
            json!({"name": "ping", "description": "Says whether the shop is open.", "inputSchema": {"type": "object"}}),
            json!({
                "name": "find_item",
                "description": "Searches the shelves for what a customer has in mind, and says what each find costs.",
                "inputSchema": {
                    "type": "object",
                    "properties": {
                        "colours": {"type": "array", "items": {"type": "string"}, "description": "Any of these will do"},
                        "in_stock": {"type": "boolean", "default": true},
                    },
                    "required": ["colours"],
                },
                "defer_loading": true,
            }),
            json!({
                "name": "order",
                "description": "Orders one item.",
                "inputSchema": {
                    "type": "object",
                    "properties": {"item": {"type": "string"}, "count": {"type": "integer", "minimum": 1}},
                    "required": ["item", "count"],
                },
                "defer_loading": true,
            }),
        ],
    )
}
