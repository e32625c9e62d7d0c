"""Budgets: the effort of a machine for one move, in positions, worlds or seconds."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _

_WRITTEN = re.compile(r"(\d+(?:\.\d+)?)\s*([sn])", re.IGNORECASE)


@dataclass(frozen=True)
class Budget:
    """Positions, seconds, or (neither) what the player takes by itself; per move.

    Only a budget of nodes gives the same choice on every machine and at every load.

    Parameters
    ----------
    nodes
        positions at most, from 1 up
    seconds
        seconds of wall-clock time, more than 0
    """

    nodes: int | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Read ``0.5s`` or ``2000n``.

        Raises
        ------
        BadInput
            for anything else, 0 and parts of a position among it; one sentence says what is
            expected

        Examples
        --------
        >>> Budget.parse("0.5s"), Budget.parse("2000n")
        (Budget(nodes=None, seconds=0.5), Budget(nodes=2000, seconds=None))
        """
        match = _WRITTEN.fullmatch(text.strip())
        number = float(match[1]) if match else 0.0
        nodes = match is not None and match[2].lower() == "n"
        if number <= 0 or (nodes and not number.is_integer()):
            raise BadInput(
                _(
                    "a budget is seconds or positions a move, such as 0.5s or 2000n, not {text}"
                ).format(text=text.strip() or _("nothing"))
            )
        return cls(nodes=int(number)) if nodes else cls(seconds=number)

    def __bool__(self) -> bool:
        return self.nodes is not None or self.seconds is not None

    def __str__(self) -> str:
        if self.nodes is not None:
            return f"{self.nodes}n"
        return f"{self.seconds:g}s" if self.seconds is not None else ""


_WORLDS = re.compile(r"(\d+)|(\d+(?:\.\d+)?)\s*s", re.IGNORECASE)


@dataclass(frozen=True)
class WorldBudget:
    """Worlds that each move is tried in at most, or seconds; per move.

    Only worlds give the same choice on every machine and at every load.

    Parameters
    ----------
    worlds
        from 2 up
    seconds
        seconds of wall-clock time, more than 0
    """

    worlds: int | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> WorldBudget:
        """Read ``200`` or ``0.5s``.

        Raises
        ------
        BadInput
            for anything else, fewer than 2 worlds among it; one sentence says what is expected

        Examples
        --------
        >>> WorldBudget.parse("200"), WorldBudget.parse("0.5s")
        (WorldBudget(worlds=200, seconds=None), WorldBudget(worlds=None, seconds=0.5))
        """
        match = _WORLDS.fullmatch(text.strip())
        worlds = int(match[1]) if match and match[1] else None
        seconds = float(match[2]) if match and match[2] else None
        if not (seconds or (worlds is not None and worlds >= 2)):
            raise BadInput(
                _(
                    "a budget is a number of worlds from 2 up, or seconds, such as 200 or 0.5s, "
                    "not {text}"
                ).format(text=text.strip() or _("nothing"))
            )
        return cls(worlds, seconds)

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.seconds is not None else str(self.worlds)


def in_worlds(budget: Budget, usual: WorldBudget) -> WorldBudget:
    """The budget of a search of worlds, a position being a world; ``usual`` where there is none.

    Examples
    --------
    >>> usual = WorldBudget(200)
    >>> str(in_worlds(Budget(nodes=40), usual)), str(in_worlds(Budget(), usual))
    ('40', '200')
    """
    return WorldBudget(budget.nodes and max(2, budget.nodes), budget.seconds) if budget else usual


def spec_of(level: str, budget: Budget) -> str:
    """The spec of a machine that takes a budget: ``expert@40n``, or the level alone."""
    return f"{level}@{budget}" if budget else level
