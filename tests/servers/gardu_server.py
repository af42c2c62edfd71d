"""A small server on the official Python SDK: `python gardu_server.py stdio|http`."""

import sys
from typing import Annotated, Literal

from mcp.server.mcpserver import MCPServer
from pydantic import Field

server = MCPServer(
    "gardu-listrik",
    version="2.1.0",
    instructions="Tanyakan kode gardu dahulu; beban dihitung dalam kVA. Ask for the substation code first.",
)


@server.tool()
def baca_beban(
    gardu: Annotated[str, Field(description="Kode gardu, misalnya JKT-014")],
    jam: Annotated[int, Field(ge=0, le=23, description="Jam pengukuran")] = 19,
) -> str:
    """Membaca beban sebuah gardu pada jam tertentu, dalam kVA."""
    return f"{gardu} pukul {jam}: 412 kVA"


@server.tool(title="Report an outage")
def report_outage(
    gardu: str,
    severity: Literal["partial", "full"],
    streets: Annotated[list[str], Field(description="Streets without power, e.g. Jalan Züriç 5")],
) -> str:
    """Files an outage report and returns its number."""
    return f"{severity} at {gardu}, {len(streets)} streets"


@server.tool()
def daftar_petugas() -> list[str]:
    """Menyebut petugas jaga malam ini."""
    return ["Sari", "Wayan"]


if __name__ == "__main__":
    if sys.argv[1:] == ["http"]:
        import loopback

        loopback.serve(server.streamable_http_app())
    else:
        server.run("stdio")
