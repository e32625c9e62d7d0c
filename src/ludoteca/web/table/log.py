"""The log of a deal: what happened, and the lines that each viewer reads of it.

Entries hold what happened; lines are drawn from them for a viewer in a language when they are
first asked for, and then go on from where they were. A line about a move is made of the token that
the viewer saw and of the record as the viewer saw it before the move.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from ludoteca.core.calling import calling
from ludoteca.core.i18n import N_, _, language
from ludoteca.core.ids import CHANCE, HIDDEN, SPECTATOR
from ludoteca.core.state import observe
from ludoteca.web.table.deal import Deal, Pairs, Step, advance
from ludoteca.web.table.scene import Line

JOINED = N_("{name} takes a seat.")
LEFT = N_("{name} has left; a machine plays on.")
STOOD_UP = N_("{name} has left.")
SAT_IN = N_("A machine sits in for {name}.")
RETURNED = N_("{name} is back.")
DEAL_BEGINS = N_("Deal {deal} begins.")
DEAL_OVER = N_("The deal is over.")
UNDO_ASKED = N_("{name} asks to take the last move back.")
UNDO_DROPPED = N_("{name} does not want to take the move back after all.")
UNDO_REFUSED = N_("{name} does not agree to that.")
UNDONE = N_("The move is taken back.")

MOST_LINES = 500
"""Of a deal, that a viewer is told: a deal has fewer, but phrases could be said for hours."""

Names = tuple[str, ...]
"""What the seats are called."""

_RECENT = 24  # entries of which the steps are kept, so that lines go on without a replay


@dataclass(frozen=True)
class Told:
    """Something about the table: a message id, and the seat and name that it is about."""

    number: int
    template: str
    seat: int = 0
    name: str = ""
    actor: int | None = None
    deal: int = 0


@dataclass(frozen=True)
class Played:
    """Moves in a row of one actor, after the first ``before`` moves of the deal."""

    number: int
    actor: int
    before: int
    actions: tuple[int, ...]
    opening: bool


@dataclass
class _Drawn:
    """Lines of the first ``done`` entries for one viewer in one language."""

    done: int = 0
    lines: list[Line] = field(default_factory=list)


class Log:
    """The entries of the deal that is under way, or of the time before the first."""

    def __init__(self) -> None:
        self._entries: list[Told | Played] = []
        self._number = 0
        self._steps: OrderedDict[int, list[Step]] = OrderedDict()
        self._drawn: dict[tuple[int, str, Names], _Drawn] = {}

    def begin(self) -> None:
        """Forget the last deal; numbers go on."""
        self._entries.clear()
        self._steps.clear()
        self._drawn.clear()

    def tell(self, template: str, **about: Any) -> None:
        """Add a line about the table."""
        self._number += 1
        self._entries.append(Told(self._number, template, **about))

    def play(self, moves: Pairs, before: int, steps: list[Step] | None) -> None:
        """Add moves; ``steps``, where they are known, say what each viewer saw of them."""
        at = 0
        for actor, row in groupby(moves, key=lambda move: move[0]):
            actions = tuple(action for _actor, action in row)
            self._number += 1
            opening = actor == CHANCE and before + at == 0
            self._entries.append(Played(self._number, actor, before + at, actions, opening))
            if steps is not None and not opening:
                self._remember(self._number, steps[at : at + len(actions)])
            at += len(actions)

    def _remember(self, number: int, steps: list[Step]) -> None:
        self._steps[number] = steps
        if len(self._steps) > _RECENT:
            self._steps.popitem(last=False)

    # -- drawing --------------------------------------------------------------------------------

    def lines(self, deal: Deal | None, viewer: int, names: Names) -> tuple[Line, ...]:
        """The last lines for ``viewer``, in the language in use: every view carries them."""
        with calling(names):
            return self._lines(deal, viewer, names)

    def _lines(self, deal: Deal | None, viewer: int, names: Names) -> tuple[Line, ...]:
        drawn = self._drawn.get((viewer, language(), names)) or _Drawn()
        missing = self._entries[drawn.done :]
        if deal is not None and not all(self._is_at_hand(entry) for entry in missing):
            self._draw_anew(deal, names)
            drawn = self._drawn[viewer, language(), names]
            missing = []
        for entry in missing:
            self._draw(drawn, deal, viewer, entry, self._steps.get(entry.number, []))
        self._drawn[viewer, language(), names] = drawn
        return tuple(drawn.lines[-MOST_LINES:])

    def _is_at_hand(self, entry: Told | Played) -> bool:
        return isinstance(entry, Told) or entry.opening or entry.number in self._steps

    def _draw_anew(self, deal: Deal, names: Names) -> None:
        """Draw all lines for all viewers in the language in use, by one replay."""
        viewers = (SPECTATOR, *range(deal.game.num_players(deal.rules.options)))
        fresh = {viewer: _Drawn() for viewer in viewers}
        for entry, steps in self._replay(deal):
            for viewer, drawn in fresh.items():
                self._draw(drawn, deal, viewer, entry, steps)
        for viewer, drawn in fresh.items():
            self._drawn[viewer, language(), names] = drawn

    def _replay(self, deal: Deal) -> Iterator[tuple[Told | Played, list[Step]]]:
        state = deal.start()
        for entry in self._entries:
            if isinstance(entry, Told):
                yield entry, []
                continue
            if entry.before != len(state.moves):
                kept = state.moves[: entry.before]
                state = deal.start()
                for move in kept:
                    state.apply_unchecked(move.action)
            yield entry, [advance(state, action) for action in entry.actions]

    @staticmethod
    def _draw(
        drawn: _Drawn, deal: Deal | None, viewer: int, entry: Told | Played, steps: list[Step]
    ) -> None:
        drawn.done += 1
        if isinstance(entry, Told):
            drawn.lines.append(Line(entry.number, entry.actor, _told(entry)))
        elif deal is not None and not entry.opening:
            text = _played(deal, viewer, entry.actor, steps)
            if text:
                drawn.lines.append(Line(entry.number, entry.actor, text))


def _told(entry: Told) -> str:
    name = entry.name or _("Guest {n}").format(n=entry.seat + 1)
    return _(entry.template).format(name=name, deal=entry.deal)


def _played(deal: Deal, viewer: int, actor: int, steps: list[Step]) -> str:
    """The moves in words, those that were not seen left out; "" for chance that was not seen.

    And "" for what was seen, but has no words of its own.
    """
    words = [text for step in steps if (text := _words(deal, viewer, step))]
    if words:
        return ", ".join(words)
    unseen = any(step.tokens[viewer] == HIDDEN for step in steps)
    return _("a move that is not shown") if unseen and actor != CHANCE else ""


def _words(deal: Deal, viewer: int, step: Step) -> str:
    token, notation = step.tokens[viewer], deal.game.notation
    if token == HIDDEN:
        return ""
    mask = deal.game.masks(deal.rules.options)[viewer]
    seen = observe(step.before, mask)[0]
    if token != step.action:
        coarse = getattr(notation, "token_words", getattr(notation, "token_text", None))
        return str(coarse(seen, token)) if coarse else ""
    words = getattr(notation, "action_words", notation.action_text)
    return str(words(seen, step.action))
