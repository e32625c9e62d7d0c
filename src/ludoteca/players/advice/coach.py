"""The coach of a match at one keyboard: a review of each decision as soon as it is made."""

from __future__ import annotations

from typing import NamedTuple

from ludoteca.core.game import Game
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.numbers import Exact
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.view import SeatView
from ludoteca.players.advice.verdicts import Verdict, judge, takes_several_moves

_WORST = 3


class _Made(NamedTuple):
    view: SeatView
    action: int


class _Told(NamedTuple):
    deal: int
    verdict: Verdict


class Coach:
    """Watches the moves of a match and remembers their costs.

    Each is found as :func:`~ludoteca.players.advice.verdicts.judge` finds it.
    """

    def __init__(self, game: Game) -> None:
        self._several = takes_several_moves(game)
        self._made: list[_Made] = []
        self._told: list[_Told] = []
        self._asked = False

    def watch(self, view: SeatView, action: int) -> None:
        """Note a move of the seat of ``view``."""
        self._made.append(_Made(view, action))

    def judge(self, deal: int, progress: Progress = quiet) -> list[Verdict]:
        """The costs of the decisions noted since the last call; ``deal`` counts from 1."""
        made = self._made
        self.forget()
        rows = list[list[_Made]]()
        for move in made:
            if self._several and rows and _continues(rows[-1][-1], move):
                rows[-1].append(move)
            else:
                rows.append([move])
        verdicts = [
            judge(row[0].view, [move.action for move in row], progress=progress)
            for row in rows
            if len(row) > 1 or len(row[0].view.legal) > 1
        ]
        self._asked |= bool(verdicts)
        found = [verdict for verdict in verdicts if verdict is not None]
        self._told += [_Told(deal, verdict) for verdict in found if not verdict.lacks]
        return found

    def forget(self) -> None:
        """Drop the moves noted since the last call of :meth:`judge`: they are taken back."""
        self._made = []

    def summary(self) -> str:
        """The costs of all decisions in sum, and the worst of them with what was better."""
        if not self._told:
            if self._asked:
                return _("Coach: no decision could be judged.")
            return _("Coach: no decisions yet.")
        verdicts = [told.verdict for told in self._told]
        assumptions = list(dict.fromkeys(verdict.assumption for verdict in verdicts))
        if all(isinstance(verdict.cost, Exact) for verdict in verdicts):
            exact = _("Exact: {condition}.").format(condition=assumptions[0])
            lines = [f"{_total(verdicts)} {exact}"]
        else:
            text = ngettext(
                "Coach: {n} decision looked at, {clear} clearly not the best.",
                "Coach: {n} decisions looked at, {clear} of them clearly not the best.",
                len(verdicts),
            )
            clear = sum(verdict.clear for verdict in verdicts)
            lines = [text.format(n=len(verdicts), clear=clear)]
            holds = _("This holds {assumption}.")
            lines += ["  " + holds.format(assumption=assumption) for assumption in assumptions]
        worst = sorted(self._told, key=lambda told: -told.verdict.size)[:_WORST]
        lines += [
            _("  Deal {deal}: {sentence}").format(deal=told.deal, sentence=told.verdict.sentence)
            for told in worst
            if told.verdict.costly
        ]
        return "\n".join(lines)


def _continues(one: _Made, other: _Made) -> bool:
    """True where nothing came between two moves of a seat."""
    return other.view.tokens == (*one.view.tokens, (one.view.seat, one.action))


def _total(verdicts: list[Verdict]) -> str:
    """The sum of exact costs."""
    n, total = len(verdicts), sum(verdict.size for verdict in verdicts)
    return ngettext(
        "Coach: {n} decision cost {total:.1f} points.",
        "Coach: {n} decisions cost {total:.1f} points in all.",
        n,
    ).format(n=n, total=float(total))
