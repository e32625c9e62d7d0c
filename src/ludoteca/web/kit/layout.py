"""The layout of a table's page; no other module knows its structure."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from ludoteca.core.i18n import _
from ludoteca.web.kit.html import Child, classes, el, kept

_SIDE_ICON = Markup(
    '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">'
    '<path d="M4 20V13M9 20V5M14 20V9" fill="none" stroke="currentColor" stroke-width="3"'
    ' stroke-linecap="round"/><path d="M18.500 20h2M18.500 14.500h2M18.500 9h2" fill="none"'
    ' stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>'
)


def stage(
    *,
    head: Child,
    rivals: Sequence[Markup],
    centre: Child,
    own: Child,
    actions: Child,
    side: Child,
    game: str,
    look: str = "",
) -> Markup:
    """The whole ``<div id="table-root">``, laid out by ``static/css/table.css``.

    Parameters
    ----------
    head : of :func:`stage_head`
    rivals : the other seats, of :func:`~.seat.seat_block`
    centre : the board, or what lies on the table
    own : the viewer's chip and hand; always inside the viewport
    actions : of :func:`~.bids.action_bar`; always inside the viewport
    side : odds, log, phrases: beside the table on wide screens, a sheet on narrow ones
    game : the game's name, as a class for its ``face.css``
    """
    return el(
        "div",
        el("header", head, _side_button(), class_="stage-head", data_key="head"),
        el(
            "div",
            el("div", rivals, class_="rivals", data_key="rivals"),
            el("div", centre, class_="centre", data_key="centre"),
            class_=f"felt rivals-{len(rivals)}",
            role="region",
            aria_label=_("The table"),
            # It scrolls where the screen is small, so keys must reach it.
            tabindex=0,
            data_key="felt",
        ),
        el("div", own, class_="own", data_key="own"),
        el("div", actions, class_="actions", data_key="actions"),
        el(
            "aside",
            side,
            id="side",
            class_="side",
            popover=True,
            aria_label=_("Odds and log"),
            data_key="side",
        ),
        id="table-root",
        class_=classes("stage", f"game-{game}", look),
    )


def stage_head(title: str, scores: Child = None, tools: Child = None) -> list[Markup]:
    """The head of a table: the link to all games, the title, the scores, and buttons."""
    return [
        el(
            "h1",
            el("a", el("span", "‹ ", aria_hidden="true"), title, href="/", title=_("All games")),
            class_="stage-title",
        ),
        el("div", scores, class_="scores", data_key="scores"),
        el("div", tools, class_="tools", data_key="tools"),
    ]


def side_part(title: str, *body: Child, key: str, awaited: bool = False) -> Markup:
    """A titled part of the side panel; ``awaited`` keeps what the page shows of it, greyed."""
    return el(
        "section",
        el("h2", title),
        body,
        class_="side-part",
        data_await=awaited,
        data_key=f"side-{key}",
    )


@kept(256)
def prompt(text: str, detail: str = "") -> Markup:
    """The prompt to the viewer, or the name of who is waited for, in the middle of the felt."""
    # Another detail stands elsewhere: it is another element for the script.
    return el(
        "p",
        text,
        el("small", detail, data_key=detail) if detail else None,
        class_="prompt",
        role="status",
        data_key="prompt",
    )


@kept(8)
def _side_button() -> Markup:
    return el(
        "button",
        _SIDE_ICON,
        el("span", _("Odds and log"), class_="visually-hidden"),
        type="button",
        class_="button quiet side-button",
        popovertarget="side",
        data_key="side-button",
    )
