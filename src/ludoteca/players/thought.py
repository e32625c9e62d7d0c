"""A choice of a search with what it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.numbers import Simulated
from ludoteca.players.advice import MoveValue

_SHOWN = 5

IN_WORLDS = N_("{move}: {mean:.2f}, {low:.2f} to {high:.2f} (95 %, {n} worlds)")
CHANCE_IN_WORLDS = N_("{move}: {mean:.1%}, {low:.1%} to {high:.1%} (95 %, {n} worlds)")
IN_PLAYOUTS = N_("{move}: {mean:.2f}, {low:.2f} to {high:.2f} (95 %, tried {n} times)")


@dataclass(frozen=True)
class Thought:
    """A move and why.

    Attributes
    ----------
    action : the move
    values : what each legal move is worth, best first; ``n`` is the worlds or simulated deals that
        it was tried in; empty where there is only one move
    words : the moves of ``values`` in words
    unit : what the values count, in words
    assumption : what they rest on, in words
    line : the sentence that tells a value: ``IN_WORLDS``, ``CHANCE_IN_WORLDS`` or ``IN_PLAYOUTS``
    """

    action: int
    values: tuple[MoveValue, ...] = ()
    words: tuple[str, ...] = ()
    unit: str = ""
    assumption: str = ""
    line: str = IN_WORLDS

    @property
    def reasons(self) -> tuple[str, ...]:
        """The best moves with their values, a sentence each, and what they rest on."""
        if not self.values:
            return (_("it is the only move"),)
        lines = [
            _(self.line).format(
                move=words,
                mean=move.value.mean,
                low=move.value.low,
                high=move.value.high,
                n=move.value.n,
            )
            for words, move in zip(self.words, self.values, strict=True)
            if isinstance(move.value, Simulated)
        ]
        shown, rest = lines[:_SHOWN], len(lines) - _SHOWN
        if rest > 0:
            more = ngettext("and {n} move that is worse", "and {n} moves that are worse", rest)
            shown.append(more.format(n=rest))
        if self.action != self.values[0].action:
            shown.append(_("no other move is clearly better"))
        return (_("in {unit}:").format(unit=self.unit), *shown, self.assumption)
