//! A tool, a server and a catalog, with the text as it came.

use serde_json::Value;

use crate::catalog::offer::Offer;
use crate::catalog::place::Place;
use crate::catalog::provenance::Provenance;

/// Everything read from one or more sources.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    /// The servers, in the order in which they were read.
    pub servers: Vec<Server>,
    /// What could not be read, and where it stands. The rest is in `servers`.
    pub problems: Vec<Problem>,
}

/// One server and the tools it lists.
#[derive(Debug, Clone, Default)]
pub struct Server {
    /// The name a host would give it: from the source, else from its own `serverInfo`, else from the file.
    pub name: String,
    /// Text that the server asks hosts to show to the model, once per request.
    pub instructions: Option<String>,
    /// Where they stand, when a source holds them.
    pub instructions_place: Option<Place>,
    /// The string literal exactly as the source holds it.
    pub instructions_text: Option<Box<str>>,
    /// The tools, in wire order.
    pub tools: Vec<Tool>,
    /// The version that the server gives itself, when the source tells it.
    pub version: Option<String>,
    /// The protocol version it was asked with, when the source tells it.
    pub era: Option<String>,
    /// The source it was read from, as the user named it.
    pub source: String,
    /// True when the list says that it has further pages which the source does not hold.
    pub incomplete: bool,
    /// Its prompts, resources and resource templates.
    pub offers: Vec<Offer>,
    /// How and when the lists were had, when they came from the server itself.
    pub provenance: Option<Provenance>,
}

/// One tool definition: the verbatim text and the ordered value.
#[derive(Debug, Clone)]
pub struct Tool {
    /// The tool's own name, without any host prefix.
    pub name: String,
    /// The definition exactly as the source holds it.
    pub text: Box<str>,
    /// The same as a value, key order and number text kept, unknown fields included.
    pub value: Value,
    /// Which dialect `value` is written in: it says where the schema stands.
    pub dialect: Dialect,
    /// How much of the definition the source holds.
    pub fidelity: Fidelity,
    /// Where it stands.
    pub place: Place,
    /// Why hosts that speak HTTP must drop it: its `x-mcp-header` is invalid.
    pub excluded_by_http_hosts: Option<Box<str>>,
}

/// The dialect of a single tool object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `inputSchema` (MCP; also AI SDK maps).
    Mcp,
    /// `input_schema` (Anthropic, `mcp_list_tools` items).
    Anthropic,
    /// `{"type":"function","function":{…,"parameters"}}` (OpenAI chat, Mistral, Ollama).
    OpenAiChat,
    /// `{"type":"function","name","parameters"}` or the legacy `functions` entry (OpenAI Responses, OTel, LangChain).
    OpenAiFlat,
    /// A Gemini function declaration with `parameters`.
    Gemini,
    /// A Gemini function declaration with `parametersJsonSchema` (or snake case).
    GeminiJsonSchema,
    /// `{"toolSpec":{…,"inputSchema":{"json"}}}` (Bedrock Converse).
    Bedrock,
}

/// How much of the definition a source holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fidelity {
    /// The whole definition.
    Whole,
    /// The schema was rebuilt from an argument list: figures are approximate.
    Approximate,
    /// Names and descriptions only: figures are a lower bound.
    LowerBound,
}

/// Something that could not be read, or was read with a doubt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where it stands.
    pub place: Place,
    /// What is wrong, in one lowercase fragment.
    pub message: String,
    /// True when a tool (or a whole server) is missing from the catalog because of it.
    pub lost: bool,
}

impl Catalog {
    /// All tools of all servers, in order.
    pub fn tools(&self) -> impl Iterator<Item = &Tool> {
        self.servers.iter().flat_map(|server| &server.tools)
    }
}

impl Tool {
    /// The object that holds name, description and schema (`function`, `toolSpec` or the value itself).
    #[must_use]
    pub fn body(&self) -> &Value {
        match self.dialect {
            Dialect::OpenAiChat => &self.value["function"],
            Dialect::Bedrock => &self.value["toolSpec"],
            _ => &self.value,
        }
    }

    /// The description, when it is a string.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.body()["description"].as_str()
    }

    /// The parameters' schema, wherever this dialect keeps it.
    #[must_use]
    pub fn input_schema(&self) -> Option<&Value> {
        let body = self.body();
        match self.dialect {
            Dialect::Mcp => body.get("inputSchema"),
            Dialect::Anthropic => body.get("input_schema"),
            Dialect::OpenAiChat | Dialect::OpenAiFlat | Dialect::Gemini => body.get("parameters"),
            Dialect::GeminiJsonSchema => {
                body.get("parametersJsonSchema").or_else(|| body.get("parameters_json_schema"))
            }
            Dialect::Bedrock => body.get("inputSchema").and_then(|schema| schema.get("json")),
        }
    }

    /// The JSON pointer of the parameters' schema inside the definition.
    #[must_use]
    pub fn input_schema_pointer(&self) -> &'static str {
        match self.dialect {
            Dialect::Mcp => "/inputSchema",
            Dialect::Anthropic => "/input_schema",
            Dialect::OpenAiChat => "/function/parameters",
            Dialect::OpenAiFlat | Dialect::Gemini => "/parameters",
            Dialect::GeminiJsonSchema if self.body().get("parametersJsonSchema").is_some() => "/parametersJsonSchema",
            Dialect::GeminiJsonSchema => "/parameters_json_schema",
            Dialect::Bedrock => "/toolSpec/inputSchema/json",
        }
    }

    /// The JSON pointer of a key of [`Tool::body`], such as `description`.
    #[must_use]
    pub fn body_pointer(&self, key: &str) -> String {
        match self.dialect {
            Dialect::OpenAiChat => format!("/function/{key}"),
            Dialect::Bedrock => format!("/toolSpec/{key}"),
            _ => format!("/{key}"),
        }
    }

    /// The schema of structured results, which only MCP definitions have.
    #[must_use]
    pub fn output_schema(&self) -> Option<&Value> {
        self.body().get("outputSchema")
    }

    /// Whether the definition itself asks for deferred loading (`defer_loading`).
    #[must_use]
    pub fn defer_loading(&self) -> bool {
        self.value["defer_loading"].as_bool().unwrap_or(false)
    }
}
