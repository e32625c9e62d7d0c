"""The court: busts on 100 by 104, which nothing leaves, in the tints of what they are drawn in.

``currentColor`` is the robe, the inherited fill the hair.
"""

from __future__ import annotations

from ludoteca.web.kit.decks.shapes import (
    DARK_GOLD,
    GOLD,
    INK,
    MOUTH,
    ROSE,
    SKIN,
    Drawing,
    Pips,
    disc,
    discs,
    line,
    oval,
    path,
)

ROBE = "currentColor"
WHITE = "#fffdf6"
THIN = 1.6


def king() -> Drawing:
    """Crown, beard and ermine."""
    return (
        _shoulders()
        + path(
            "M24 81C32 99 68 99 76 81L90 87C87 95 81 100 74 104H26C19 100 13 95 10 87z",
            WHITE,
            INK,
            THIN,
        )
        + discs(((23, 92), (35, 98.5), (65, 98.5), (77, 92)), 1.7, INK)
        + path("M26 36C19 54 22 74 29 84H71C78 74 81 54 74 36z", None, INK, THIN)
        + _head(brow=INK)
        + path(
            "M31 50C29 78 39 91 50 96 61 91 71 78 69 50 67 60 62 64 57 63 53 61 47 61 43 63"
            " 38 64 33 60 31 50z",
            None,
            INK,
            THIN,
        )
        + line("M45 69q5 3.500 10 0", MOUTH, 3)
        + path("M25 37L18 9 35 22 50 3 65 22 82 9 75 37z", GOLD, DARK_GOLD, 2)
        + path("M24 31H76V39H24z", ROBE, DARK_GOLD, 1.6)
        + _jewels(((18, 9), (50, 4), (82, 9)), MOUTH, 4)
        + _jewels(((37, 35), (50, 35), (63, 35)), GOLD, 2.2)
    )


def queen() -> Drawing:
    """Long hair, a round crown, a necklace and a flower."""
    return (
        path(
            "M24 34C8 56 12 82 22 100 34 104 38 92 40 84H60C62 92 66 104 78 100 88 82 92 56 76 34z"
        )
        + _shoulders()
        + path("M24 34C12 54 14 78 24 92 34 92 38 84 40 78H60C62 84 66 92 76 92 86 78 88 54 76 34z")
        + path("M41 66H59V80C64 84 62 92 50 94 38 92 36 84 41 80z", SKIN)
        + path("M30 84C36 98 64 98 70 84L78 88C68 108 32 108 22 88z", WHITE, INK, 1.2)
        + _head(brow="#7a4a1c")
        + discs(((36.5, 58), (63.5, 58)), 3.6, ROSE)
        + path("M44 64Q47 62 50 63.500 53 62 56 64 50 70 44 64z", MOUTH)
        + path("M32 40C34 26 44 22 50 22S66 26 68 40C60 31 40 31 32 40z")
        + path(
            "M27 32C26 22 24 16 22 10L36 19C39 13 44 8 50 3 56 8 61 13 64 19L78 10"
            "C76 16 74 22 73 32 60 24 40 24 27 32z",
            GOLD,
            DARK_GOLD,
            2,
        )
        + _jewels(((22, 10), (50, 4), (78, 10)), WHITE, 3.4)
        + disc(50, 18, 3.4, ROBE, DARK_GOLD, 1.2)
        + line("M38 88Q50 96 62 88", GOLD, 3)
        + disc(50, 94, 3.6, MOUTH, DARK_GOLD, 1.2)
        + _flower(88, 72)
    )


def jack() -> Drawing:
    """A page with a feathered cap and a white collar."""
    return (
        path("M26 36C19 54 21 70 28 78H72C79 70 81 54 74 36z", None, INK, THIN)
        + _shoulders()
        + path("M41 66H59V82Q50 90 41 82z", SKIN)
        + path("M50 88L36 79 24 88 40 102zM50 88L64 79 76 88 60 102z", WHITE, INK, 1.4)
        + line("M50 92V102", GOLD, 3)
        + _head(brow=INK)
        + line("M44 66q6 4 12-.5", MOUTH, 2.8)
        + path("M72 24C78 6 90 1 99 0 100 16 92 31 74 34z", GOLD, DARK_GOLD, 1.8)
        + line("M76 30C82 18 90 9 96 4", DARK_GOLD, 1.4)
        + path("M18 38C12 16 36 5 56 7 80 9 86 24 82 39 64 29 38 29 18 38z", ROBE, INK, 2)
        + path("M17 41C36 30 64 30 83 41L82 33C64 22 36 22 18 33z", WHITE, INK, 1.4)
        + disc(30, 31.5, 3.4, GOLD, DARK_GOLD, 1.2)
    )


def knight() -> Drawing:
    """The head of a bridled horse with a plume."""
    return (
        path("M46 12C84 12 100 46 98 104H84C90 66 74 36 48 26z", None, INK, 1.8)
        + path(
            "M18 104C22 88 38 80 43 64 37 69 31 70 26 76 20 84 8 82 5 73 3 67 6 61 11 56"
            "L30 27 28 6 41 17C70 20 92 52 90 104z",
            WHITE,
            INK,
            2.2,
        )
        + path("M41 17C33 12 30 8 28 6L30 22z", "#e7dcc6", INK, 1.4)
        + path("M36 14C40 2 56-2 66 3 58 6 52 12 50 20 45 18 40 16 36 14z", ROBE, INK, 1.4)
        + oval(37.5, 38, 3.8, 4.6, INK)
        + disc(36.3, 36.4, 1.3, "#fff")
        + oval(12, 66, 2.4, 3.2, INK)
        + line("M9 76q8-.5 13-7", INK, 2)
        + line("M18 45L33 69M25.500 57L60 36M33 69C46 76 58 66 62 54", ROBE, 4.2)
        + disc(25.5, 57, 4.4, GOLD, DARK_GOLD, 1.5)
        + path("M27 88C46 97 72 95 89 84L90 97C72 105 42 106 22 100z", ROBE, INK, 1.6)
        + _jewels(((44, 98), (58, 98.5), (72, 95.5)), GOLD, 3.4)
    )


def jester() -> Drawing:
    """A cap with bells, for the jokers."""
    return (
        _shoulders()
        + path("M50 82L30 104H42L50 94 58 104H70z", GOLD, DARK_GOLD, 1.4)
        + path("M41 66H59V82Q50 90 41 82z", SKIN)
        + _head(brow=INK)
        + discs(((36.5, 58), (63.5, 58)), 3.4, ROSE)
        + path("M41 62Q50 73 59 62 50 66 41 62z", MOUTH)
        + path(
            "M30 46C22 32 16 30 8 44 2 24 18 8 36 12 42 6 50 22 50 30 40 32 34 38 30 46z",
            ROBE,
            INK,
            1.8,
        )
        + path(
            "M70 46C78 32 84 30 92 44 98 24 82 8 64 12 58 6 50 22 50 30 60 32 66 38 70 46z",
            GOLD,
            INK,
            1.8,
        )
        + path("M30 46C32 32 40 24 50 2 60 24 68 32 70 46 60 34 40 34 30 46z", None, INK, 1.8)
        + _jewels(((8, 46), (92, 46), (50, 4)), GOLD, 4.4)
    )


def _shoulders() -> Drawing:
    return path("M0 104C1 88 18 79 50 79S99 88 100 104z", ROBE, INK, 2)


def _head(brow: str) -> Drawing:
    return (
        path("M31 40C31 27 69 27 69 40V56C69 79 31 79 31 56z", SKIN, INK, THIN)
        + discs(((42, 50), (58, 50)), 2.6, INK)
        + line("M37.500 44q4.500-3 9-.5M53.500 43.500q4.500-2.500 9 .5", brow, 2.2)
        + line("M50.500 50L47.500 59.500H51.500", "#b07a52", 1.8)
    )


def _jewels(places: Pips, fill: str, r: float) -> Drawing:
    return discs(places, r, fill, DARK_GOLD, 1.2)


def _flower(x: float, y: float) -> Drawing:
    petals = ((0, -6), (5.7, -1.9), (3.5, 4.9), (-3.5, 4.9), (-5.7, -1.9))
    return (
        line(f"M{x} {y}C{x + 3} 84 {x - 4} 92 {x - 8} 104", "#2d6b24", 3)
        + discs(tuple((x + dx, y + dy) for dx, dy in petals), 4.4, ROBE, INK, 0.9)
        + disc(x, y, 3.2, GOLD)
    )
