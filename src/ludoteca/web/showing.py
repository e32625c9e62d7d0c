"""What leaves the house: scenes as HTML for the page or JSON for programs, and records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludoteca.web.kit.table import draw, title
from ludoteca.web.table.refusal import Refusal

if TYPE_CHECKING:
    from ludoteca.core.record import GameRecord
    from ludoteca.web.table.scene import Scene
    from ludoteca.web.table.table import Table


def as_json(scene: Scene) -> dict[str, Any]:
    """The message ``view`` of a program."""
    return {**_head(scene), "scene": scene.to_json()}


def as_html(scene: Scene) -> dict[str, Any]:
    """The message ``view`` of the page, in the language in use."""
    return {**_head(scene), "title": title(scene), "html": str(draw(scene))}


def _head(scene: Scene) -> dict[str, Any]:
    return {"type": "view", "seq": scene.seq, "decision": scene.decision}


def record_for(table: Table, viewer: int, deal: int | None) -> GameRecord:
    """The record of a deal (by default the last): whole once it is over, else as seen."""
    try:
        return table.record(None, deal)
    except Refusal as refusal:
        if refusal.code != "forbidden":
            raise
        return table.record(viewer, deal)
