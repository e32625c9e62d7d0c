"""Seats: chips with names, bubbles of speech, the faces of machines, places around the table."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

from markupsafe import Markup

from ludoteca.core.i18n import _
from ludoteca.core.player_names import FIRST_NAMES, MORE_NAMES
from ludoteca.web.kit.html import Child, classes, el, kept

if TYPE_CHECKING:
    from ludoteca.table.scene import SeatScene

_PLACES = {
    0: (),
    1: ("top",),
    2: ("top-left", "top-right"),
    3: ("left", "top", "right"),
    4: ("left", "top-left", "top-right", "right"),
    5: ("left", "top-left", "top", "top-right", "right"),
}


def places(count: int, viewer: int, *, counter_clockwise: bool = False) -> dict[int, str]:
    """The place of each other seat around the table, from the viewer's left to the right.

    The next to play sits at the left; at the right where play goes ``counter_clockwise``. A seat
    below 0 (a spectator) looks from seat 0, which then has the place ``own``. At tables of more
    than six the places from the sixth on are ``top``.
    """
    own = max(viewer, 0)
    step = -1 if counter_clockwise else 1
    others = [(own + step * n) % count for n in range(1, count)]
    found = _PLACES.get(len(others), ("left", *["top"] * (len(others) - 2), "right"))
    return {own: "own", **dict(zip(others, found, strict=True))}


def seat_name(seat: SeatScene) -> str:
    """The name of a seat: a person's, a machine's, or the word for an open one."""
    return seat.title


@kept(512)
def seat_chip(
    seat: SeatScene,
    *,
    level: str | None = None,
    you: bool = False,
    marks: tuple[str, ...] = (),
    side: int | None = None,
) -> Markup:
    """The chip of a seat: its initial, its name, whether it is a machine, whose turn it is.

    ``level`` is the strength of its machine in words (by default its spec); ``marks`` are short
    words on it ("first", "dealer"); ``side`` colours it by partnership (by default by seat). A
    machine says so by its face, and in words where it is not on the ladder.
    """
    name, colour = seat_name(seat), seat.seat if side is None else side
    badge: Child = name[:1].upper() if seat.kind == "person" else "?"
    if seat.kind == "machine" or seat.stood_in:
        badge = portrait(name)
    return el(
        "div",
        el("span", badge, class_="badge", aria_hidden="true"),
        el(
            "span",
            el("span", name, " ", el("em", _("(you)")) if you else None, class_="chip-name"),
            _about(seat, seat.level if level is None else level),
            class_="chip-words",
        ),
        [el("span", word, class_="mark-word") for word in marks],
        _clock(seat.clock, ticking=seat.ticking),
        el("span", _("to move"), class_="hidden-words") if seat.to_move else None,
        class_=classes(
            "chip",
            f"colour-{colour % 6}",
            f"is-{seat.kind}",
            "to-move" if seat.to_move else "",
            "" if seat.present else "away",
            "ready" if seat.ready else "",
        ),
        data_key=f"chip-{seat.seat}",
    )


def bubble(text: str, *, look: str = "", moment: str = "") -> Markup:
    """A bubble over a seat's chip with its last words or move; empty where there are none.

    ``look`` adds classes; the same words said at another ``moment`` are another bubble.
    """
    looks = classes("bubble", look if text else "silent")
    key = " ".join(filter(None, ("bubble", moment, text)))
    return el("p", text, class_=looks, aria_hidden="true", data_key=key)


def seat_block(seat: int, place: str, *parts: Child) -> Markup:
    """A seat at its ``place`` around the table: bubble, chip, cards, what lies before it."""
    return el("section", parts, class_="seat", data_place=place, data_key=f"seat-{seat}")


def _about(seat: SeatScene, level: str) -> Markup | None:
    if seat.kind == "machine":
        return el("small", level) if level else None
    if seat.stood_in:
        late = seat.clock == 0
        words = _("out of time: a machine plays") if late else _("away: a machine plays")
        return el("small", words)
    if seat.ready:
        return el("small", _("ready"))
    away = seat.kind == "person" and not seat.present
    return el("small", _("away")) if away else None


def _clock(seconds: float | None, *, ticking: bool) -> Markup | None:
    if seconds is None:
        return None
    whole = max(0, int(seconds))
    text = f"{whole // 60}:{whole % 60:02d}"
    return el(
        "time",
        text,
        class_=classes("clock", "short" if whole < 10 else ""),
        data_left=seconds if ticking else None,
        aria_label=_("{clock} left").format(clock=text),
    )


# -- the faces of machines ------------------------------------------------------------------------

_KNOWN = (*FIRST_NAMES.values(), *MORE_NAMES)

_TOPS = (
    # an antenna, two of them, a tuft of hair, a cap, a bow
    '<path d="M12 6V2.500M10.500 2.500h3"/>',
    '<path d="M8.500 6 7 2.500M15.500 6 17 2.500"/>',
    '<path d="M9 6c0-2.500 1.500-3 3-3.500M12 6c0-2 1.500-3 3.500-2.500"/>',
    '<path d="M5 7c1-4.500 13-4.500 14 0h3" fill="currentColor"/>',
    '<path d="M12 4.500 8.500 2.500v4zl3.500-2v4z" fill="currentColor"/>',
)
_EYES = (
    # round, of glasses, half closed, wide
    '<circle cx="9" cy="11.500" r="1.700" fill="var(--seat)"/>'
    '<circle cx="15" cy="11.500" r="1.700" fill="var(--seat)"/>',
    '<g stroke="var(--seat)" stroke-width="1.300"><circle cx="8.700" cy="11.500" r="2.300"/>'
    '<circle cx="15.300" cy="11.500" r="2.300"/><path d="M11 11.500h2"/></g>',
    '<path d="M7.200 12h3.600M13.200 12h3.600" stroke="var(--seat)"/>',
    '<rect x="6.500" y="10" width="11" height="3.200" rx="1.600" fill="var(--seat)"/>',
)
_MOUTHS = (
    # a smile, a line, a grin to one side
    '<path d="M9 15.500q3 2.500 6 0" stroke="var(--seat)" stroke-width="1.500"/>',
    '<path d="M9.500 16h5" stroke="var(--seat)" stroke-width="1.500"/>',
    '<path d="M10 16.500q3.500 .500 5-1.500" stroke="var(--seat)" stroke-width="1.500"/>',
)


@kept(256)
def portrait(name: str) -> Markup:
    """The face of the machine called ``name``: in the text's colour, its features in ``--seat``.

    No two of the first names have the same face; others may share one.
    """
    number = _KNOWN.index(name) if name in _KNOWN else crc32(name.encode())
    # Five, four and three have no common factor: of sixty numbers no two choose the same parts.
    parts = (*(few[number % len(few)] for few in (_TOPS, _EYES, _MOUTHS)),)
    return Markup(
        '<svg class="portrait" viewBox="0 0 24 24" aria-hidden="true"'
        ' fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">'
        '<rect x="4" y="6" width="16" height="13" rx="4" fill="currentColor" stroke="none"/>'
        '<path d="M7 22.500v-1.500h10v1.500"/>{}{}{}</svg>'
    ).format(*map(Markup, parts))
