"""The suits of the Spanish deck on 100 by 100: oros, copas, espadas, bastos."""

from __future__ import annotations

from math import cos, degrees, radians, sin

from ludoteca.web.kit.decks.shapes import (
    DARK_GOLD,
    GOLD,
    Drawing,
    dashes,
    disc,
    line,
    oval,
    ovals,
    path,
)

_RED, _DARK_RED = "#c4302b", "#7c1512"
_BARK, _DARK_BARK, _LIGHT_BARK = "#4c8f3a", "#1f4d18", "#9ccf6d"
_WOOD, _RING = "#f0cf96", "#b98a4a"


def oros() -> Drawing:
    """A coin with a rosette."""
    turns = [radians(turn) for turn in range(0, 360, 45)]
    petals = [(50 + 20 * sin(t), 50 - 20 * cos(t), 6.4, 11, degrees(t)) for t in turns]
    return (
        disc(50, 50, 46, GOLD, DARK_GOLD, 4)
        + dashes(50, 50, 38, DARK_GOLD, 2.4, "3.3 4")
        + ovals(petals, _RED)
        + disc(50, 50, 11, "#fff3c4", DARK_GOLD, 2.4)
        + disc(50, 50, 4.5, _RED)
    )


def copas() -> Drawing:
    """A goblet."""
    return (
        path(
            "M13 20C13 48 26 62 42 66V76C29 79 20 86 19 97H81C80 86 71 79 58 76V66"
            "C74 62 87 48 87 20z",
            _RED,
            _DARK_RED,
            3,
        )
        + oval(50, 20, 37, 12.5, _DARK_RED, _DARK_RED, 3)
        + oval(50, 20, 29, 7.5, "#e9635c")
        + path("M16 38C30 48 70 48 84 38L82 48C68 57 32 57 18 48z", GOLD)
        + path("M37 66H63V74H37zM21 90H79L81 97H19z", GOLD)
    )


def espadas() -> Drawing:
    """A sword, point upwards."""
    return (
        path("M50 1L59 13V68H41V13z", "#4f8fd0", "#1c4677", 3)
        + line("M50 10V64", "#d5e8fa", 3.6)
        + path("M25 63C32 71 68 71 75 63L78 71C68 81 32 81 22 71z", GOLD, DARK_GOLD, 2.4)
        + path("M45 77H55V90H45z", _RED, _DARK_RED, 2.4)
        + disc(50, 93.5, 5.5, GOLD, DARK_GOLD, 2.4)
    )


def bastos() -> Drawing:
    """A rough club, cut at the top, with three stubs of branches and a leaf."""
    return (
        path(
            "M63 27L77 18 82 27 66 38zM36 45L22 38 18 47 36 57zM62 57L72 53 75 61 61 68z",
            _BARK,
            _DARK_BARK,
            3,
        )
        + path(
            "M32 13C34 24 37 32 35 42 33 52 38 58 39 68L43 93C44 100 56 100 57 93L61 68"
            "C62 58 67 50 65 40 63 32 66 24 68 13z",
            _BARK,
            _DARK_BARK,
            3,
        )
        + line("M42 28C44 40 42 48 45 58M57 33C55 42 58 50 55 60M48 66L49 84", _LIGHT_BARK, 3)
        + oval(50, 13, 18, 8.5, _WOOD, _DARK_BARK, 3)
        + oval(50, 13, 9.5, 4, "none", _RING, 2.2)
        + ovals(
            ((79.5, 22.5, 3.6, 5.4, -32), (20, 42.5, 3.6, 5.4, 25), (73.5, 57, 3, 4.4, -22)),
            _WOOD,
            _DARK_BARK,
            2.4,
        )
    )
