"""A suit split into games: the document's lists of compositions and organisations.

Faults kept here:

- ``permutações_possiveis`` has the 40 compositions of 14 into two to four parts of at least 3. The
  text asks for parts "greater than 3", and the composition of one part, the whole suit as one
  game, is left out although it is a state of the chain: there are 41.
- ``cartas`` leaves out the 2, so that 13 cards stand for 14 places, and every organisation is one
  card short. The code shortens the *last* game, but the missing 2 belongs to the *first*: the
  first game of (3, 11) becomes A 3 4, which without a wild is no game. :func:`organização_certa`
  puts the 2 in its place.
- ``a``, from which the other half is subtracted, has 12 ones for 13 cards; R repeats them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import TypeAlias, TypeVar, overload

T = TypeVar("T")
Organização: TypeAlias = tuple[tuple[str, ...], ...]


class Lista(Sequence[T]):
    """A list of R too long to keep: its items are made as they are asked for."""

    def __init__(self, length: int, item: Callable[[int], T]) -> None:
        self._length = length
        self._item = item

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self._item(k) for k in range(self._length)[index]]
        return self._item(range(self._length)[index])

    def __iter__(self) -> Iterator[T]:
        return map(self._item, range(self._length))


cartas = ("A", "3", "4", "5", "6", "7", "8", "9", "D", "J", "Q", "K", "A*")

permutações_possiveis = (
    (3, 11), (4, 10), (5, 9), (6, 8), (7, 7), (8, 6), (9, 5), (10, 4), (11, 3),
    (5, 5, 4), (5, 4, 5), (4, 5, 5), (4, 4, 6), (4, 6, 4), (6, 4, 4),
    (3, 3, 8), (3, 8, 3), (8, 3, 3),
    (3, 4, 7), (3, 7, 4), (4, 3, 7), (4, 7, 3), (7, 3, 4), (7, 4, 3),
    (3, 5, 6), (3, 6, 5), (5, 3, 6), (5, 6, 3), (6, 3, 5), (6, 5, 3),
    (3, 3, 3, 5), (3, 3, 5, 3), (3, 5, 3, 3), (5, 3, 3, 3),
    (3, 3, 4, 4), (3, 4, 3, 4), (3, 4, 4, 3), (4, 3, 3, 4), (4, 3, 4, 3), (4, 4, 3, 3),
)  # fmt: skip
"""The ways to split 14 places into games, in the order of the document."""

n_jogos = tuple(len(tamanhos) for tamanhos in permutações_possiveis)
"""The number of games of each; twice its mean is the document's 6.05."""


def _variação(k: int) -> tuple[int, ...]:
    return tuple(k >> carta & 1 for carta in range(len(cartas)))


def _outra(k: int) -> tuple[int, ...]:
    return tuple(1 - deck for deck in _variação(k))


def _marcadas(variação: Sequence[int]) -> tuple[str, ...]:
    """The cards with ``*`` for the second of two alike, else a blank, as ``paste0`` makes them."""
    return tuple(f"{c}{'*' if v else ' '}" for c, v in zip(cartas, variação, strict=True))


def organização(h: Sequence[str], tamanhos: Sequence[int]) -> Organização:
    """The 13 cards ``h`` in order, in games of these sizes; the last is a card short."""
    ends = (0, *accumulate(tamanhos))
    return tuple(
        tuple(h[begin:end]) for begin, end in zip(ends, (*ends[1:-1], len(h)), strict=False)
    )


def organização_certa(tamanhos: Sequence[int]) -> Organização:
    """The 14 places of a suit, the 2 among them, in games of these sizes."""
    return organização((cartas[0], "2", *cartas[1:]), tamanhos)


todas_variações = Lista(2 ** len(cartas), _variação)
"""Which card is from which deck, 0 or 1; the first changes fastest, as in ``expand.grid``."""

todas_combinações = Lista(len(todas_variações), lambda k: _marcadas(todas_variações[k]))
variações_outrametade = Lista(len(todas_variações), _outra)
todas_combinações_outrametade = Lista(
    len(todas_variações), lambda k: _marcadas(variações_outrametade[k])
)


def _organizações(combinações: Sequence[Sequence[str]]) -> Lista[Organização]:
    each = len(permutações_possiveis)
    return Lista(
        len(combinações) * each,
        lambda k: organização(combinações[k // each], permutações_possiveis[k % each]),
    )


organizações_jogos = _organizações([cartas])
"""The organisations of one deck's suit: the document's first list of that name."""

organizações_jogos_metade = _organizações(todas_combinações)
"""Those of half the cards of both decks: the document's second list, which has the same name."""

organizações_jogos_outrametade = _organizações(todas_combinações_outrametade)

organizações_jogos_2metades = Lista(
    len(organizações_jogos_metade),
    lambda k: (organizações_jogos_metade[k], organizações_jogos_outrametade[k]),
)
"""Both halves. The text wants all pairs of organisations; the code pairs each with its equal."""
