"""Moves tried before they are made: cards that are picked, buttons that try, confirm, take back.

The server keeps what is tried (:class:`~ludoteca.table.scene.Draft`) and draws the table after it,
for its seat alone; a face draws from :func:`ahead` instead of the scene's view. Each button holds
all the moves that are tried once it is pressed, so nothing is lost where a message is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from ludoteca.core.i18n import _
from ludoteca.web.kit.card import numbers
from ludoteca.web.kit.html import Child, classes, el

if TYPE_CHECKING:
    from ludoteca.core.view import SeatView
    from ludoteca.table.scene import Scene


def ahead(scene: Scene) -> SeatView:
    """The viewer's view after the moves that they try; their view as it is without any."""
    if scene.draft is not None:
        return scene.draft.view
    assert scene.view is not None
    return scene.view


def tried(scene: Scene) -> tuple[int, ...]:
    """The moves that the viewer tries."""
    return () if scene.draft is None else scene.draft.actions


def picked(scene: Scene) -> tuple[int, ...]:
    """The boxes that the viewer has picked for the next move, by their values."""
    return () if scene.draft is None else scene.draft.picked


def pick_form(name: str, *parts: Child, scene: Scene) -> Markup:
    """A form with the id ``name`` whose boxes tell the server at once what is picked.

    ``parts`` hold boxes of :func:`~.card.card_choice`. The next view shows what can be done with
    them; nothing is sent as a move.
    """
    return el(
        "form",
        parts,
        id=name,
        class_="choose",
        data_picks=numbers(tried(scene)),
        data_key=name,
    )


def try_button(
    actions: Sequence[int], words: Child, shortcut: str = "", *, look: str = "act", key: str
) -> Markup:
    """A button that tries ``actions``, all of them from the position as it is on the table."""
    return el(
        "button",
        el("span", words),
        el("kbd", shortcut, class_="key", aria_hidden="true") if shortcut else None,
        type="button",
        class_=classes("button", look),
        data_try=numbers(actions),
        aria_keyshortcuts=shortcut or None,
        data_key=key,
    )


def take_apart(scene: Scene) -> list[Markup]:
    """The buttons that take back the last move that is tried, or all; none where nothing is."""
    moves = tried(scene)
    if not moves:
        return []
    back = try_button(moves[:-1], _("Take back"), "Backspace", look="act quiet", key="back")
    every = try_button((), _("Take all back"), "Delete", look="act quiet", key="all-back")
    return [back] if len(moves) == 1 else [back, every]
