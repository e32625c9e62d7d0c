"""Nim in numbers: the share of random positions that the first player wins; nim sums."""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from operator import xor
from typing import Annotated

from ludoteca.core.answers import Answer, Table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, chance_words, simulated_share
from ludoteca.core.questions import Param, question


@question("odds", N_("The chance that the player who moves first wins with heaps of random sizes."))
def win(
    heaps: Annotated[int, Param(N_("number of heaps"), low=1, high=4)] = 3,
    largest: Annotated[int, Param(N_("objects in a heap are 0 to this"), low=0, high=9)] = 3,
) -> Answer:
    """A position is lost exactly where its nim sum is 0."""
    sums = [reduce(xor, sizes) for sizes in itertools.product(range(largest + 1), repeat=heaps)]
    exact = Fraction(sum(s != 0 for s in sums), len(sums))
    rows = [(s, Fraction(sums.count(s), len(sums))) for s in sorted(set(sums))]

    def why(rng) -> Iterator[str]:
        text = _("{n} positions, {lost} of them with nim sum 0, which are lost")
        yield text.format(n=len(sums), lost=sums.count(0))
        seen = rng.integers(0, largest + 1, (2_000, heaps))
        share = simulated_share(int((np_xor(seen) != 0).sum()), 2_000)
        text = _("{n} random positions: {mean:.4f}, 95% {low:.4f} to {high:.4f}")
        yield text.format(n=share.n, mean=share.mean, low=share.low, high=share.high)

    return Answer(
        {"win": Exact(exact, _("every size is equally likely"))},
        (Table("nim_sums", ("nim_sum", "probability"), rows, chances=("probability",)),),
        why=why,
        chances=("win",),
        headline=_(
            "The player who moves first wins {chance} of such positions with best play."
        ).format(chance=chance_words(float(exact))),
    )


def np_xor(sizes):
    """The nim sum of each row of an int array."""
    import numpy as np

    return np.bitwise_xor.reduce(sizes, axis=1)


@question("odds", N_("The nim sum of given heaps."))
def nim_sum(sizes: Annotated[list[int], Param(N_("the heaps"), low=0)]) -> Answer:
    """The heaps added in binary without carrying."""
    found = reduce(xor, sizes)
    headline = _("The player to move wins.") if found else _("The player to move loses.")
    return Answer({"nim_sum": found}, headline=headline)
