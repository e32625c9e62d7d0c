"""The table of all hands: the deals that each wins, in every seat and lance.

It ships for both decks, with each option of *la real*, as whole numbers (NumPy's npz) of which
none can be worked out from another. ``ludoteca census mus`` counts it anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from ludoteca.core.i18n import _
from ludoteca.core.storage import read_arrays, reading, write_arrays

from ..hands import REAL_ANY, REAL_NONE, REAL_SOTA
from ..ids import CHICA, GRANDE, JUEGO, LANCES, PARES, PUNTO, SEATS
from .types import Deck, Ints
from .wins import COUNTS, INDIVIDUAL, INDIVIDUAL_SE_DA, OWN, PAIR, PAIR_SE_DA, RIVALS, SE_DA, count

SHIPPED = Path(__file__).parent / "shipped"
_WINS = (INDIVIDUAL, PAIR)
_STONES = (INDIVIDUAL_SE_DA, PAIR_SE_DA, OWN, RIVALS)


def counted(
    deck: Deck,
    hands: Sequence[int],
    progress: Callable[[int, int], object] = lambda done, of: None,
    lances: Sequence[int] = range(LANCES),
) -> Ints:
    """The rows of these types, of shape (types, seats, lances, columns of ``COUNTS``)."""
    rows = []
    for done, hand in enumerate(hands, 1):
        rows.append(count(deck, hand, lances=lances)[0])
        progress(done, len(hands))
    return np.array(rows)


def write(path: Path, kings: int, whole: Ints, progress: Callable[[int, int], object]) -> None:
    """Write the table ``whole`` of a deck without *la real*, with juego for each option of it."""
    arrays = {
        "wins": whole[:, :, [GRANDE, CHICA, PARES, PUNTO]][..., _WINS],
        "pares": whole[:, :, PARES][..., _STONES],
        "se_da": whole[:, 0, [PARES, JUEGO, PUNTO], SE_DA],
        _juego(REAL_NONE): whole[:, :, JUEGO][..., _WINS + _STONES],
    }
    for real in (REAL_ANY, REAL_SOTA):
        found = counted(Deck.of(kings, real), range(len(whole)), progress, (JUEGO,))
        arrays[_juego(real)] = found[:, :, 0][..., _WINS + _STONES]
    write_arrays(path, {"kings": kings}, arrays)


def _juego(real: int) -> str:
    return f"juego{real}"


@cache
def table(deck: Deck) -> Ints:
    """The table of a deck, as :func:`counted` makes it: shipped, else counted now.

    Raises ``BadInput`` where the file is damaged.
    """
    for kings in (8, 4):
        if deck == Deck.of(kings, deck.real):
            return _read(SHIPPED / f"kings-{kings}.npz", deck)
    return counted(deck, range(len(deck.types)))


def _read(path: Path, deck: Deck) -> Ints:
    with reading(path, _("{path} holds no table of hands")):
        _about, arrays = read_arrays(path)
        wins, se_da = arrays["wins"], arrays["se_da"]
        juego = arrays[_juego(deck.real)]
        whole = np.zeros((len(wins), SEATS, LANCES, len(COUNTS)), np.int64)
        for at, lance in enumerate((GRANDE, CHICA, PARES, PUNTO)):
            whole[:, :, lance, _WINS] = wins[:, :, at]
        whole[:, :, PARES, _STONES] = arrays["pares"]
        whole[:, :, JUEGO, _WINS + _STONES] = juego
        for at, lance in enumerate((PARES, JUEGO, PUNTO)):
            whole[:, :, lance, SE_DA] = se_da[:, at, None]
        for lance in (GRANDE, CHICA, PUNTO):
            played = deck.deals if lance != PUNTO else whole[:, :, PUNTO, SE_DA]
            whole[:, :, lance, SE_DA] = played
            whole[:, :, lance, INDIVIDUAL_SE_DA] = whole[:, :, lance, INDIVIDUAL]
            whole[:, :, lance, PAIR_SE_DA] = whole[:, :, lance, OWN] = whole[:, :, lance, PAIR]
            whole[:, :, lance, RIVALS] = played - whole[:, :, lance, PAIR]
        return whole
