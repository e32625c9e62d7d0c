"""The log of a deal: its entries, and the lines that each viewer reads of them.

Lines are rendered for a viewer in a language when they are first asked for, and later only the new
ones. A line about moves is made of the tokens that the viewer saw and of the records as the viewer
saw them: by the game, a sentence for a turn or a trick (its ``log_line``), else move by move
(:func:`move_words`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ludoteca.core import rooms
from ludoteca.core.i18n import N_, _, language
from ludoteca.core.ids import CHANCE, HIDDEN, SPECTATOR
from ludoteca.core.player_names import seat_called, seat_names
from ludoteca.core.state import observe
from ludoteca.table.deal import Deal, Pairs, Rules, Step, advance
from ludoteca.table.scene import Line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

JOINED = N_("{name} takes a seat.")
LEFT = N_("{name} has left; a machine plays on.")
STOOD_UP = N_("{name} has left.")
SAT_IN = N_("A machine sits in for {name}.")
OUT_OF_TIME = N_("{name} ran out of time; a machine plays on.")
RETURNED = N_("{name} is back.")
DEAL_BEGINS = N_("Deal {deal} begins.")
ROUND_BEGINS = N_("Round {deal} begins.")
GIVEN = N_("The first moves of this deal were supplied with the table, not dealt.")
DEAL_OVER = N_("The deal is over.")
ROUND_OVER = N_("The round is over.")
REMATCH = N_("{name} plays again.")
UNDO_ASKED = N_("{name} asks to take the last move back.")
UNDO_DROPPED = N_("{name} does not want to take the move back after all.")
UNDO_REFUSED = N_("{name} does not agree to that.")
UNDONE = N_("The move is taken back.")

MOST_LINES = 160
"""Lines of a deal sent to a viewer: with every change of the table all of them are sent again."""

Names = tuple[str, ...]
"""The titles of the seats."""

_RECENT = 24  # entries of which the steps are kept, so that lines go on without a replay


@dataclass(frozen=True)
class Notice:
    """An entry about the table: a message id, and the guest, name and points that it is about."""

    number: int
    template: str
    guest: int = 0
    name: str = ""
    actor: int | None = None
    deal: int = 0
    points: tuple[float, ...] = ()


@dataclass(frozen=True)
class Moves:
    """An entry for consecutive moves of one actor, after the first ``before`` of the deal.

    Its lines have ``number`` and the numbers that follow, at most one for each move.
    """

    number: int
    actor: int
    before: int
    actions: tuple[int, ...]
    opening: bool


@dataclass
class _Rendered:
    """Lines of the first ``done`` entries, or the last of them, for one viewer in one language."""

    done: int = 0
    lines: list[Line] = field(default_factory=list)
    writer: SentenceWriter | None = None


class SentenceWriter:
    """The sentences in which a game tells the moves of a deal to one viewer.

    ``viewer`` is a seat or ``SPECTATOR``; None reads with all cards open.
    """

    def __init__(self, rules: Rules, viewer: int | None) -> None:
        self._tell = rules.game.hook(rooms.log_line)
        self._rules, self.viewer = rules, viewer
        self._pending: list[tuple[Any, int]] = []
        self._moves = 0
        self._last: Any = None  # the record after the last move, as the viewer saw it

    @property
    def writes(self) -> bool:
        """True where the game tells its moves itself."""
        return self._tell is not None

    def lines(self, before: int, number: int, steps: Sequence[Step]) -> Iterator[Line]:
        """The lines of ``steps``, the moves after the first ``before`` of the deal.

        The moves have ``number`` and the numbers that follow; a line has that of its last move.
        """
        assert self._tell is not None
        if before != self._moves or self._last is None:  # the first, or moves were taken back
            self._pending = []
            self._last = self._seen(steps[0].before)
        viewer = SPECTATOR if self.viewer is None else self.viewer
        for step in steps:
            token = step.action if self.viewer is None else step.tokens[self.viewer]
            self._pending.append((self._last, token))
            self._last = self._seen(step.after)
            told = self._tell(self._pending, self._last, viewer)
            if told is not None:
                self._pending = []
                if told[1]:
                    yield Line(number, *told, whole=True)
            number += 1
        self._moves = before + len(steps)

    def _seen(self, record: NDArray[np.void]) -> Any:
        return record[0] if self.viewer is None else seen_record(self._rules, self.viewer, record)


class Log:
    """The entries of the present deal, or of the time before the first."""

    def __init__(self) -> None:
        self._entries: list[Notice | Moves] = []
        self._number = 0
        self._steps: OrderedDict[int, list[Step]] = OrderedDict()
        self._rendered: dict[tuple[int, str, Names], _Rendered] = {}

    def clear(self) -> None:
        """Drop the entries of the last deal; numbers continue."""
        self._entries.clear()
        self._steps.clear()
        self._rendered.clear()

    def add_notice(self, template: str, **about: Any) -> None:
        """Add an entry about the table."""
        self._number += 1
        self._entries.append(Notice(self._number, template, **about))

    def add_moves(self, moves: Pairs, before: int, steps: list[Step] | None) -> None:
        """Add moves; ``steps``, where they are known, hold what each viewer saw of them."""
        at = 0
        for actor, row in groupby(moves, key=lambda move: move[0]):
            actions = tuple(action for _actor, action in row)
            opening = actor == CHANCE and before + at == 0
            entry = Moves(self._number + 1, actor, before + at, actions, opening)
            self._number += len(actions)
            self._entries.append(entry)
            if steps is not None and not opening:
                self._remember(entry.number, steps[at : at + len(actions)])
            at += len(actions)

    def _remember(self, number: int, steps: list[Step]) -> None:
        self._steps[number] = steps
        if len(self._steps) > _RECENT:
            self._steps.popitem(last=False)

    # -- rendering ------------------------------------------------------------------------------

    def lines(self, deal: Deal | None, viewer: int, names: Names) -> tuple[Line, ...]:
        """The last lines for ``viewer``, in the language in use."""
        with seat_names(names):
            return self._lines(deal, viewer, names)

    def _lines(self, deal: Deal | None, viewer: int, names: Names) -> tuple[Line, ...]:
        rendered = self._rendered.get((viewer, language(), names)) or _Rendered()
        missing = self._entries[rendered.done :]
        if deal is not None and not all(self._is_at_hand(entry) for entry in missing):
            self._render_all(deal, names)
            rendered = self._rendered[viewer, language(), names]
            missing = []
        for entry in missing:
            steps = self._steps.get(entry.number, [])
            if rendered.writer is None and deal is not None:
                rendered.writer = SentenceWriter(deal.rules, viewer)
            rendered.lines += _lines_of(entry, deal, rendered.writer, steps)
        rendered.done = len(self._entries)
        self._rendered[viewer, language(), names] = rendered
        return tuple(rendered.lines[-MOST_LINES:])

    def _is_at_hand(self, entry: Notice | Moves) -> bool:
        return isinstance(entry, Notice) or entry.opening or entry.number in self._steps

    def _render_all(self, deal: Deal, names: Names) -> None:
        """Render the last lines for all viewers in the language in use, by one replay."""
        replayed = list(self._replay(deal))
        for viewer in (SPECTATOR, *range(deal.game.num_players(deal.rules.options))):
            writer = SentenceWriter(deal.rules, viewer)
            lines: list[Line] = []
            if writer.writes:  # a sentence needs the moves before it
                for entry, steps in replayed:
                    lines += _lines_of(entry, deal, writer, steps)
            else:
                for entry, steps in reversed(replayed):
                    if len(lines) >= MOST_LINES:
                        break
                    lines += reversed(_lines_of(entry, deal, writer, steps))
                lines.reverse()
            self._rendered[viewer, language(), names] = _Rendered(len(replayed), lines, writer)

    def _replay(self, deal: Deal) -> Iterator[tuple[Notice | Moves, list[Step]]]:
        state = deal.at(0)
        for entry in self._entries:
            if isinstance(entry, Notice):
                yield entry, []
                continue
            if entry.before != len(state.moves):
                # Moves were taken back since: the deal itself has them no more.
                state = Deal(deal.rules, deal.standing, state.moves).at(entry.before)
            yield entry, [advance(state, action) for action in entry.actions]
        deal.found(state)


def _lines_of(
    entry: Notice | Moves, deal: Deal | None, writer: SentenceWriter | None, steps: list[Step]
) -> list[Line]:
    if isinstance(entry, Notice):
        return [Line(entry.number, entry.actor, _notice_words(entry, deal))]
    if deal is None or writer is None or entry.opening:
        return []
    if writer.writes:
        return list(writer.lines(entry.before, entry.number, steps))
    lines = []
    number, viewer = entry.number, writer.viewer
    for actor, row in groupby(steps, lambda step: said_by(deal.rules, viewer, entry.actor, step)):
        consecutive = list(row)
        text = row_words(deal.rules, viewer, actor, consecutive)
        if text:
            lines.append(Line(number, actor, text))
        number += len(consecutive)
    return lines


def _notice_words(entry: Notice, deal: Deal | None) -> str:
    name = entry.name or _("Guest {n}").format(n=entry.guest)
    text = _(entry.template).format(name=name, deal=entry.deal)
    points = _points_words(entry.points, deal) if deal is not None else ""
    return f"{text} {points}" if points else text


def _points_words(points: Sequence[float], deal: Deal) -> str:
    """The points of each side, "" where they are not counted from 0 or there is one side."""
    sides = deal.game.teams(deal.rules.options)
    if not points or len(sides) < 2 or deal.game.info.utility == "zero-sum":
        return ""
    one = _("{points:g} for {name}")
    told = (
        one.format(points=points[side[0]], name=" + ".join(map(seat_called, side)))
        for side in sides
    )
    return _("Points: {points}.").format(points=", ".join(told))


def row_words(rules: Rules, viewer: int | None, actor: int, steps: Sequence[Step]) -> str:
    """Consecutive moves of an actor in words, as far as the viewer saw them.

    "" for chance that was not seen, and for moves that were seen but have no words of their own.
    """
    words = [text for step in steps if (text := move_words(rules, viewer, step))]
    if words:
        return ", ".join(words)
    unseen = viewer is not None and any(step.tokens[viewer] == HIDDEN for step in steps)
    return _("a move that is not shown") if unseen and actor != CHANCE else ""


def said_by(rules: Rules, viewer: int | None, actor: int, step: Step) -> int:
    """The seat that a move's line names: its actor, or who says what a chance move reveals."""
    speaker = rules.game.hook(rooms.speaker)
    if actor != CHANCE or speaker is None:
        return actor
    if viewer is None:
        return int(speaker(step.before[0], step.action))
    if step.tokens[viewer] != step.action:
        return actor
    return int(speaker(seen_record(rules, viewer, step.before), step.action))


def move_words(rules: Rules, viewer: int | None, step: Step) -> str:
    """A move in words as ``viewer`` saw it (None: with all cards open); "" where it did not."""
    game = rules.game
    words: Any = game.action_words
    if viewer is None:
        return str(words(step.before[0], step.action))
    token = step.tokens[viewer]
    if token == HIDDEN:
        return ""
    if token != step.action:
        words = game.hook(rooms.token_words) or game.hook(rooms.token_text)
    return str(words(seen_record(rules, viewer, step.before), token)) if words else ""


def seen_record(rules: Rules, viewer: int, record: NDArray[np.void]) -> Any:
    """The record as ``viewer`` sees it."""
    return observe(record, rules.game.masks(rules.options)[viewer])[0]
