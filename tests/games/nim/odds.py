"""Nim's one question: how often is a random position won for the player who moves first?"""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from operator import xor
from typing import Annotated

from ludoteca.core.numbers import Exact, simulated_share
from ludoteca.core.questions import Answer, Param, Table, question


@question("odds", "The chance that heaps of random sizes are won for who moves first.")
def win(
    heaps: Annotated[int, Param("number of heaps", low=1, high=4)] = 3,
    largest: Annotated[int, Param("objects in a heap are 0 to this", low=0, high=9)] = 3,
) -> Answer:
    sums = [reduce(xor, sizes) for sizes in itertools.product(range(largest + 1), repeat=heaps)]
    exact = Fraction(sum(s != 0 for s in sums), len(sums))
    rows = [(s, Fraction(sums.count(s), len(sums))) for s in sorted(set(sums))]

    def why(rng) -> Iterator[str]:
        yield f"{len(sums)} positions, {sums.count(0)} of them with nim sum 0, which are lost"
        seen = rng.integers(0, largest + 1, (2_000, heaps))
        share = simulated_share(int((np_xor(seen) != 0).sum()), 2_000)
        yield f"2000 random positions: {share.mean} in {share.low:.4f} to {share.high:.4f}"

    return Answer(
        {"win": Exact(exact, "every size equally likely")},
        (Table("nim_sums", ("nim_sum", "probability"), rows),),
        why=why,
    )


def np_xor(sizes):
    """Nim sum of each row of an int array."""
    import numpy as np

    return np.bitwise_xor.reduce(sizes, axis=1)


@question("odds", "The nim sum of given heaps.")
def nim_sum(sizes: Annotated[list[int], Param("the heaps", low=0)]) -> Answer:
    return Answer({"nim_sum": reduce(xor, sizes)})
