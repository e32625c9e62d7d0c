"""Seats: chips with names, bubbles of speech, places around the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from ludoteca.core.i18n import _
from ludoteca.web.kit.html import Child, classes, el, kept
from ludoteca.web.kit.portrait import portrait

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


def side_name(seats: Sequence[SeatScene], team: Iterable[int]) -> str:
    """The name of a side: those of its seats."""
    return " + ".join(seat_name(seats[seat]) for seat in team)


def seat_chip(
    seat: SeatScene,
    *,
    level: str | None = None,
    you: bool = False,
    marks: Iterable[str] = (),
    side: int | None = None,
) -> Markup:
    """The chip of a seat: its initial, its name, whether it is a machine, whose turn it is.

    ``level`` is the strength of its machine in words (by default its spec); ``marks`` are short
    words on it ("first", "dealer"); ``side`` colours it by partnership (by default by seat). A
    machine says so by its face, and in words where it is not on the ladder.
    """
    words = seat.level if level is None else level
    return _chip(seat, words, you, tuple(marks), seat.seat if side is None else side)


@kept(512)
def _chip(seat: SeatScene, level: str, you: bool, marks: tuple[str, ...], colour: int) -> Markup:
    name = seat_name(seat)
    return el(
        "div",
        el("span", _badge(seat, name), class_="badge", aria_hidden="true"),
        el(
            "span",
            el("span", name, " ", el("em", _("(you)")) if you else None, class_="chip-name"),
            _about(seat, level),
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


def bubble(text: str) -> Markup:
    """A bubble over a seat's chip with its last words or move; empty where there are none."""
    look = classes("bubble", "" if text else "silent")
    return el("p", text, class_=look, aria_hidden="true", data_key=f"bubble {text}")


def seat_block(seat: int, place: str, *parts: Child) -> Markup:
    """A seat at its ``place`` around the table: bubble, chip, cards, what lies before it."""
    return el("section", parts, class_="seat", data_place=place, data_key=f"seat-{seat}")


def _badge(seat: SeatScene, name: str) -> Child:
    if seat.kind == "machine" or seat.stood_in:
        return portrait(name)
    return name[:1].upper() if seat.kind == "person" else "?"


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
