"""The rounds of the document's 30 games, and the time that its algorithm would take.

Faults kept here: :func:`anos` divides seconds by the minutes of a year, and is 60 times too large;
C(93, 12) is printed from a float, 13 below the exact number; the rounds left are 13 less those
played, whatever the state of play, and below 0 in the longer games.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from .organisations import n_jogos

n_rodadas = (
    12, 12, 15, 11, 13, 12, 10, 16, 18, 11, 12, 11, 11, 8, 16,
    18, 13, 9, 15, 14, 14, 12, 12, 11, 13, 12, 16, 18, 18, 10,
)  # fmt: skip
"""Rounds of 30 games, as printed."""

MÃOS = 416_579_843_773_626  #: C(93, 12) as printed
CORINGAS = comb(24, 8)  #: wilds put into 24 games
SEGUNDOS = 9  #: for the expected points of a game


def t_n(n: int) -> int:
    """Rounds left after ``n``."""
    return 13 - n


def segundos() -> Fraction:
    """The seconds of a move, as the document multiplies them."""
    jogos = Fraction(2 * sum(n_jogos), len(n_jogos))
    organisations = 40 * 2**13 * 40 * 12 * jogos * 4 * CORINGAS
    return (MÃOS + 92) * organisations * SEGUNDOS


def anos() -> Fraction:
    """The document's years, by the minutes of a year."""
    return segundos() / (60 * 24 * 365)


def anos_certos() -> Fraction:
    """The same in years."""
    return segundos() / (60 * 60 * 24 * 365)
