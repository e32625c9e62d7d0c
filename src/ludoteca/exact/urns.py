"""Draws without replacement from an urn of physical cards, all of them equally likely."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from flint import fmpz

from ludoteca.exact.moments import binomial, from_binomial_moments


def hypergeometric(marked: int, cards: int, draws: int) -> tuple[Fraction, ...]:
    """Entry k is the chance that ``draws`` of ``cards`` cards hold k of the ``marked`` ones.

    k runs from 0 to ``draws``.

    Raises
    ------
    ValueError
        Unless ``marked`` and ``draws`` lie in 0..``cards``.

    Examples
    --------
    >>> hypergeometric(marked=1, cards=3, draws=2)
    (Fraction(1, 3), Fraction(2, 3), Fraction(0, 1))
    """
    if not (0 <= marked <= cards and 0 <= draws <= cards):
        raise ValueError(f"cannot draw {draws} cards of {cards} with {marked} marked")
    all_draws = comb(cards, draws)
    return tuple(
        Fraction(comb(marked, k) * comb(cards - marked, draws - k), all_draws)
        for k in range(draws + 1)
    )


def missed_kinds_moments(
    kinds: int, per_kind: int, draws: int, up_to: int | None = None
) -> list[fmpz]:
    """Binomial moments of the number of kinds that a draw misses altogether, as counts.

    The urn holds ``per_kind`` cards of each of ``kinds`` kinds. Entry m is the sum over all
    C(kinds * per_kind, draws) draws of C(missed kinds, m): choose the m kinds, then draw from the
    rest. Entries stop where no draw misses more, and at m = ``up_to``. Empty where the urn holds
    too few cards.
    """
    spare = kinds * per_kind - draws
    if spare < 0:
        return []
    most = spare // per_kind if up_to is None else min(up_to, spare // per_kind)
    return [binomial(kinds, m) * binomial(per_kind * (kinds - m), draws) for m in range(most + 1)]


def missed_kinds(kinds: int, per_kind: int, draws: int) -> list[int]:
    """Entry k is the number of draws that miss exactly k kinds, k = 0..kinds.

    >>> missed_kinds(kinds=2, per_kind=2, draws=2)
    [4, 2, 0]
    """
    moments = missed_kinds_moments(kinds, per_kind, draws)
    return from_binomial_moments(moments, kinds + 1)
