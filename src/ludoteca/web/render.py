"""Rendering of scenes, as HTML for the page or JSON for programs, and of records."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from ludoteca.table.refusal import Refusal
from ludoteca.web.kit.whole_table import draw, draw_plain, title

if TYPE_CHECKING:
    from markupsafe import Markup

    from ludoteca.core.record import GameRecord
    from ludoteca.table.proposals import GameTable
    from ludoteca.table.scene import Scene


log = logging.getLogger("ludoteca.web")


class Renderer:
    """Draws the scenes of one table; with the plain face where the game's own fails."""

    def __init__(self) -> None:
        self._told = False

    def draw(self, scene: Scene, side: Markup | None = None) -> Markup:
        """The table, in the language in use; the first failure of its face is logged.

        ``side`` stands in its side panel instead of odds and log.
        """
        try:
            return draw(scene, side)
        except Exception:  # a face is a game author's code: it may raise anything
            if not self._told:
                self._told = True
                log.exception("the face of %s cannot draw %s", scene.game.name, scene.table)
            return draw_plain(scene, side)


def as_json(scene: Scene) -> dict[str, Any]:
    """The message ``view`` of a program."""
    return {**_head(scene), "scene": scene.to_json()}


def as_html(scene: Scene, renderer: Renderer) -> dict[str, Any]:
    """The message ``view`` of the page, in the language in use; its script checks the ``seal``."""
    seal = {} if scene.seal is None else {"seal": scene.seal.to_json()}
    return {**_head(scene), **seal, "title": title(scene), "html": str(renderer.draw(scene))}


def _head(scene: Scene) -> dict[str, Any]:
    return {"type": "view", "seq": scene.seq, "decision": scene.decision}


def record_for(table: GameTable, viewer: int, deal: int | None) -> GameRecord:
    """The record of a deal (by default the last): whole once it is over, else as seen."""
    try:
        return table.record(None, deal)
    except Refusal as refusal:
        if refusal.code != "forbidden":
            raise
        return table.record(viewer, deal)
