//! A small server on the official Rust SDK, over standard streams.

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use rmcp::transport::stdio;
use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Clone)]
struct Pelabuhan {
    tool_router: ToolRouter<Self>,
}

#[derive(Deserialize, JsonSchema)]
struct Berth {
    /// Nama kapal, lengkap dengan awalannya.
    kapal: String,
    /// Length over all, in metres.
    #[schemars(range(min = 1, max = 400))]
    length: u16,
    /// Muatan, kalau ada.
    muatan: Option<Vec<String>>,
}

#[derive(Deserialize, JsonSchema)]
struct Tide {
    /// ISO date.
    day: String,
}

#[tool_router]
impl Pelabuhan {
    #[tool(description = "Memesan tempat sandar untuk satu kapal.")]
    async fn pesan_sandar(&self, Parameters(berth): Parameters<Berth>) -> String {
        format!("{} ({} m), {} muatan", berth.kapal, berth.length, berth.muatan.map_or(0, |list| list.len()))
    }

    #[tool(description = "High and low water of one day.")]
    async fn tide_table(&self, Parameters(tide): Parameters<Tide>) -> String {
        format!("{}: 04:10 1.2 m, 10:25 0.3 m", tide.day)
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Pelabuhan {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("pelabuhan", "0.9.0"))
            .with_instructions("Semua jam dalam WIB. Lengths are in metres.")
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = Pelabuhan { tool_router: Pelabuhan::tool_router() };
    server.serve(stdio()).await?.waiting().await?;
    Ok(())
}
