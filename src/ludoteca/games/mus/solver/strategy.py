"""The strategy of a solved lance for people: by hand, in the situations that come up most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ludoteca.core.answers import Cell, Table
from ludoteca.core.i18n import N_, _
from ludoteca.solve.public_game import Floats
from ludoteca.solve.public_tree import PublicTree

from ..exact.answers import place
from ..ids import ACCEPT, ENVITE, ORDAGO, PASS
from ..notation import lance_hand_text
from .deals import lance_deck

COLUMNS = ("hand", "seat", "situation", "paso", "quiero", "envido", "ordago")

_DIGITS = 4  # of a chance

# Moves from the first speaker on, and whether those who then speak pass on to the last one.
_SITUATIONS = (
    (N_("speaks first"), (), False),
    (N_("speaks last, nobody has bet"), (), True),
    (N_("first to answer 2"), (ENVITE,), False),
    (N_("last to answer 2"), (ENVITE,), True),
    (N_("first to answer an órdago"), (ORDAGO,), False),
    (N_("last to answer an órdago"), (ORDAGO,), True),
)


def strategy_table(lance: int, tree: PublicTree, strategies: Sequence[Floats]) -> Table:
    """A row for each hand and situation, the best hands first."""
    return Table("strategy", COLUMNS, list(_rows(lance, tree, strategies)))


def class_names(lance: int) -> list[str]:
    """The hands of a lance by class, from the worst: RRCA, RR44, 31."""
    types = lance_deck(lance).types
    names: dict[int, str] = {}
    for hand, number in zip(types.hands, types.classes[lance].tolist(), strict=True):
        names.setdefault(number, lance_hand_text(lance, hand))
    return [names[number] for number in sorted(names) if number > 0]


def _rows(lance: int, tree: PublicTree, strategies: Sequence[Floats]) -> Iterator[tuple[Cell, ...]]:
    names = class_names(lance)
    for situation, path, to_last in _SITUATIONS:
        node = _after(tree, 0, path[0]) if path else 0
        if node < 0:
            continue  # no first bet where the leaders lack a single stone
        first = node
        while to_last and (following := _after(tree, node, PASS)) >= 0:
            node = following
        if to_last and node == first:
            continue  # there is a single one
        seat = int(tree.owner[node])
        side = tree.side(seat)
        k = int(np.searchsorted(side.node, node))
        chances = {
            min(action, ENVITE): strategies[seat][:, side.start[k] + i]
            for i, action in enumerate(
                tree.action[tree.first[node] : tree.first[node + 1]].tolist()
            )
        }
        for held in reversed(range(len(names))):
            said = (
                round(float(chances[move][held]), _DIGITS) if move in chances else None
                for move in (PASS, ACCEPT, ENVITE, ORDAGO)
            )
            yield names[held], place(seat), _(situation), *said


def _after(tree: PublicTree, node: int, kind: int) -> int:
    """The node after a move, a bet of any size being ``ENVITE``; -1 where there is none."""
    moves = range(int(tree.first[node]), int(tree.first[node + 1]))
    made = [move for move in moves if min(int(tree.action[move]), ENVITE) == kind]
    after = np.flatnonzero(np.isin(tree.above, made))
    return int(after[0]) if len(after) else -1
