"""Seats: chips with names, bubbles of speech, the faces of machines, places around the table."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

from markupsafe import Markup

from ludoteca.core.i18n import _, ngettext
from ludoteca.core.player_names import FIRST_NAMES, MORE_NAMES
from ludoteca.web.kit.html import Child, classes, el, kept

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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


def names_words(names: Sequence[str]) -> str:
    """Names in a line: ``Ana``, ``Ana and Bea``, ``Ana, Bea and Carl``."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def open_words(seats: Iterable[SeatScene]) -> str:
    """The number of open seats in a sentence, or that there is none."""
    still_open = sum(seat.kind == "open" for seat in seats)
    told = ngettext("{n} seat is still open.", "{n} seats are still open.", still_open)
    return told.format(n=still_open) if still_open else _("All seats are taken.")


@kept(512)
def seat_chip(
    seat: SeatScene,
    *,
    level: str | None = None,
    you: bool = False,
    marks: tuple[str, ...] = (),
    side: int | None = None,
    said: tuple[int, str] | None = None,
) -> Markup:
    """The chip of a seat: its initial, its name, whether it is a machine, whose turn it is.

    ``level`` is the strength of its machine in words (by default its spec); ``marks`` are short
    words on it ("first", "dealer"); ``side`` colours it by partnership (by default by seat). A
    machine says so by its face, and in words where it is not on the ladder. ``said`` is what the
    person has just said, with the number of its line: shown for a while, and read out in the log.
    """
    name, colour = seat_name(seat), seat.seat if side is None else side
    nameless = you and seat.kind == "person" and not seat.name
    if nameless:
        name = _("You")
    badge: Child = name[:1].upper() if seat.kind == "person" else "?"
    if seat.kind == "machine" or seat.stood_in:
        badge = portrait(name)
    return el(
        "div",
        el("span", badge, class_="badge", aria_hidden="true"),
        el(
            "span",
            el(
                "span",
                name,
                " ",
                el("em", _("(you)")) if you and not nameless else None,
                class_="chip-name",
                title=name,
            ),
            _about(seat, seat.level if level is None else level),
            class_="chip-words",
        ),
        [el("span", word, class_="mark-word") for word in marks],
        _clock(seat.clock, ticking=seat.ticking),
        el("span", _("to move"), class_="hidden-words") if seat.to_move else None,
        el("span", said[1], class_="said", aria_hidden="true", data_key=f"said-{said[0]}")
        if said
        else None,
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


def bubble(text: str, *, look: str = "", moment: str = "", lang: str = "") -> Markup:
    """A bubble over a seat's chip with its last words or move; empty where there are none.

    ``look`` adds classes; the same words said at another ``moment`` are another bubble. ``lang`` is
    the language of the words, where it is not that of the page: a voice may say them.
    """
    looks = classes("bubble", look if text else "silent")
    key = " ".join(filter(None, ("bubble", moment, text)))
    return el("p", text, lang=lang or None, class_=looks, aria_hidden="true", data_key=key)


def seat_block(seat: int, place: str, *parts: Child) -> Markup:
    """A seat at its ``place`` around the table: bubble, chip, cards, what lies before it."""
    return el("section", parts, class_="seat", data_place=place, data_key=f"seat-{seat}")


def _about(seat: SeatScene, level: str) -> Markup | None:
    if seat.kind == "machine":
        return el("small", level) if level else None
    if seat.stood_in:
        words = _("out of time") if seat.clock == 0 else _("away: a machine plays")
        return el("small", words)
    if seat.ready:
        return el("small", _("ready"))
    away = seat.kind == "person" and not seat.present
    return el("small", _("away")) if away else None


def _clock(seconds: float | None, *, ticking: bool) -> Markup | None:
    if seconds is None:
        return None
    whole = max(0, int(seconds))
    text = f"{whole // 60}:{whole % 60:02d}" if whole < 3600 else f"{whole / 3600:.0f} h"
    return el(
        "time",
        text,
        class_=classes("clock", "soon" if whole < 30 else "", "short" if whole < 10 else ""),
        data_left=seconds if ticking else None,
        aria_label=_("{clock} left").format(clock=text),
    )


# -- the faces of machines ------------------------------------------------------------------------

_KNOWN = (*FIRST_NAMES.values(), *MORE_NAMES)

_HEADS = (
    # round, square, with the ears of a cat, six-cornered, an egg with an antenna, with the ears
    # of a bear, three-cornered
    '<circle cx="12" cy="13" r="9"/>',
    '<rect x="3" y="5" width="18" height="16.500" rx="3"/>',
    '<path d="M3.500 3l5.500 4h6l5.500-4v12c0 4-3.500 7-8.500 7s-8.500-3-8.500-7z"/>',
    '<path d="M12 2.500 21 7.500v10L12 22.500l-9-5v-10z"/>',
    '<path d="M12 5V2.500"/><circle cx="12" cy="2" r="1"/>'
    '<path d="M12 5c5.500 0 7.500 4.500 7.500 9.500S16.500 22.500 12 22.500 4.500 19.500'
    ' 4.500 14.500 6.500 5 12 5z"/>',
    '<circle cx="5.500" cy="6" r="3.500"/><circle cx="18.500" cy="6" r="3.500"/>'
    '<circle cx="12" cy="14" r="8.500"/>',
    '<path d="M12 2.500c1.500 0 2 .8 2.700 2L22 19c1 2 0 3-2 3H4c-2 0-3-1-2-3L9.300 4.500'
    'c.7-1.200 1.200-2 2.700-2z"/>',
)
_SKINS = ("#c8452f", "#2b62ad", "#6b3fa0", "#24764a", "#3b4656")
_EYES = (
    # two, a single one, a visor, closed ones
    '<circle cx="8.500" cy="13" r="2.800"/><circle cx="15.500" cy="13" r="2.800"/>'
    '<g fill="#1c242d"><circle cx="9" cy="13.300" r="1.300"/>'
    '<circle cx="15" cy="13.300" r="1.300"/></g>',
    '<circle cx="12" cy="13.500" r="4.300"/><circle cx="12" cy="14" r="2.100" fill="#1c242d"/>',
    '<rect x="5.500" y="11" width="13" height="4.500" rx="2.200"/>'
    '<g fill="#1c242d"><circle cx="9" cy="13.200" r="1.300"/>'
    '<circle cx="15" cy="13.200" r="1.300"/></g>',
    '<path d="M6.500 14q2-3 4 0M13.500 14q2-3 4 0" fill="none" stroke="#fff"'
    ' stroke-width="1.700"/>',
)


@kept(256)
def portrait(name: str) -> Markup:
    """The face of the machine called ``name``: the shape of its head, its colour, its eyes.

    No two of the first names have the same face; others may share one.
    """
    number = _KNOWN.index(name) if name in _KNOWN else crc32(name.encode())
    # Seven, five and four have no common factor: of 140 numbers no two choose the same parts.
    head, skin, eyes = (few[number % len(few)] for few in (_HEADS, _SKINS, _EYES))
    return Markup(
        '<svg class="portrait" viewBox="0 0 24 24" aria-hidden="true" stroke-linecap="round">'
        '<g fill="{}" stroke="#1c242d" stroke-width="1.500" stroke-linejoin="round">{}</g>'
        '<g fill="#fff">{}<path d="M10 18.500h4" stroke="#fff" stroke-width="1.500"/></g></svg>'
    ).format(skin, Markup(head), Markup(eyes))
