"""A server as people write it with FastMCP, with every kind of list: `python museum_server.py stdio|http`."""

import sys
from typing import Annotated

from fastmcp import FastMCP
from pydantic import BaseModel, Field

museum = FastMCP("museum-batik", instructions="Katalog museum batik. Quote the inventory number of every piece.")


class Piece(BaseModel):
    number: str
    region: str
    dyed_in: int | None = None


@museum.tool(tags={"katalog"})
def cari_motif(
    motif: Annotated[str, Field(description="Nama motif: kawung, parang, mega mendung")],
    region: str | None = None,
    limit: Annotated[int, Field(ge=1, le=50)] = 10,
) -> list[Piece]:
    """Mencari kain menurut motif."""
    return [Piece(number="B-17", region=region or "Cirebon")][:limit]


@museum.tool(annotations={"readOnlyHint": True, "openWorldHint": False})
def piece_history(number: str) -> str:
    """Tells who owned a piece, and when."""
    return f"{number}: 1931 Pekalongan"


@museum.tool
def pinjamkan(piece: Piece, to: str, weeks: int = 4) -> str:
    """Lends a piece to another museum."""
    return f"{piece.number} to {to} for {weeks} weeks"


@museum.resource("museum://jam-buka")
def opening_hours() -> str:
    """Jam buka museum."""
    return "Selasa sampai Minggu, 9-16"


@museum.resource("museum://floor-plan", mime_type="text/plain")
def floor_plan() -> str:
    """The rooms and what hangs in them."""
    return "1: kawung; 2: parang"


@museum.resource("museum://kain/{number}")
def piece(number: str) -> str:
    """One piece by its inventory number."""
    return number


@museum.prompt
def panduan(bahasa: str = "id") -> str:
    """Panduan keliling museum dalam satu bahasa."""
    return f"Pandu saya dalam bahasa {bahasa}."


@museum.prompt
def compare(first: str, second: str) -> str:
    """Compares two pieces."""
    return f"Compare {first} with {second}."


if __name__ == "__main__":
    if sys.argv[1:] == ["http"]:
        import loopback

        loopback.serve(museum.http_app())
    else:
        museum.run("stdio", show_banner=False)
