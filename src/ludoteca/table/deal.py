"""One deal at a table: its moves, its position, its shuffle, and the lines of its log.

Adding moves only collects them; the position is computed when it is first asked for, so that
waking a table replays one deal, once (and for a machine that reads the match, the last ones before
it). Proposed moves are worked out on a copy, which is taken over when the event comes back from the
journal: a move is computed once.

Lines of the log are rendered for a viewer in a language when they are first asked for, and later
only the new ones. A line about moves is made of the tokens that the viewer saw and of the records
as the viewer saw them: by the game, a sentence for a turn or a trick (its ``log_line``), else move
by move (:func:`move_words`).

A move may be taken back where the game has no field of a seat's or a pair's own, and chance has
not moved since: else somebody would keep what they have learned.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import rooms
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, language, wants_plain_words
from ludoteca.core.ids import CHANCE, HIDDEN, SPECTATOR
from ludoteca.core.layout import Visibility
from ludoteca.core.match import Match
from ludoteca.core.options import Options
from ludoteca.core.player_names import seat_called, seat_names
from ludoteca.core.shuffles.look import look_in_use, looking
from ludoteca.core.shuffles.sealed_shoe import Seal, SealedShoe
from ludoteca.core.state import Move, State, observe
from ludoteca.table.events import Closed
from ludoteca.table.refusal import Refusal

Pairs = list[list[int]]

_PRIVATE = (Visibility.SEAT, Visibility.PAIR)


class Step(NamedTuple):
    """A move as it was made: the records before and after it, and the token each viewer saw."""

    action: int
    before: NDArray[np.void]
    after: NDArray[np.void]
    tokens: dict[int, int]


def advance(state: State, action: int) -> Step:
    """Make a move that is known to be possible, in place."""
    before = state.record.copy()
    state.apply_unchecked(action)
    return Step(action, before, state.record.copy(), state.newest_tokens())


def keeps_secrets(game: Game) -> bool:
    """True where seats hold something that others do not see."""
    return any(f.visibility in _PRIVATE for f in game.state_layout)


@dataclass(frozen=True)
class Rules:
    """The game of a table and its rule options, the same in every deal."""

    game: Game
    options: Options


class TableDeal:
    """A deal played from ``standing``; each of the ``moves`` given is an act of its own.

    Attributes
    ----------
    moves : list of :class:`~ludoteca.core.state.Move`, chance included
    earlier : the ends of the deals of the match before it, for players that read them
    """

    def __init__(
        self,
        rules: Rules,
        standing: NDArray[np.void],
        moves: Iterable[Move] = (),
        earlier: Sequence[State] = (),
    ) -> None:
        self.rules = rules
        self.game = rules.game
        self.standing = standing
        self.moves = list(moves)
        self.earlier = earlier
        self._acts = [(move.actor, n) for n, move in enumerate(self.moves)]
        self._state: State | None = None
        self._choices: tuple[int, tuple[int, ...]] = (0, ())

    @property
    def state(self) -> State:
        """The position after the last move; not to be changed."""
        if self._state is None:
            # Kept only when it is whole: records are written in another thread.
            self._state = self.at(len(self.moves))
        return self._state

    def found(self, state: State) -> None:
        """Keep ``state`` if it is the position after the last move, which nobody has asked for."""
        if self._state is None and state.moves == self.moves:
            self._state = state

    def at(self, moves: int) -> State:
        """A new position after the first ``moves`` moves."""
        state = State.initial(self.game, self.rules.options, self.standing, self.earlier)
        for move in self.moves[:moves]:
            state.apply_unchecked(move.action)
        return state

    def choices(self) -> tuple[int, ...]:
        """Numbers of the moves made before each move that a seat chose among several."""
        if self._choices[0] != len(self.moves):
            state, found = self.at(0), list[int]()
            for n, move in enumerate(self.moves):
                if move.actor != CHANCE and len(state.legal_actions()) > 1:
                    found.append(n)
                state.apply_unchecked(move.action)
            self._choices = len(self.moves), tuple(found)
        return self._choices[1]

    def extend(self, moves: Pairs) -> list[Step] | None:
        """Add moves that happened; returns the steps, or None while the position is not needed."""
        self.moves += [Move(*pair) for pair in moves]
        if self._state is None:
            return None
        return [advance(self._state, action) for _actor, action in moves]

    def acted(self, seat: int, moves: Pairs) -> list[Step] | None:
        """Add an act of ``seat`` and what followed it, as :meth:`extend` does."""
        self._acts.append((seat, len(self.moves)))
        return self.extend(moves)

    def cut(self, moves: int) -> None:
        """Go back to the first ``moves`` moves."""
        del self.moves[moves:]
        self._acts = [act for act in self._acts if act[1] < moves]
        self._state = None

    def back_to(self, seat: int) -> int | None:
        """Number of moves that remain when ``seat`` takes its last act back; None if it may not."""
        before = self.last_act(seat)
        if before is None or keeps_secrets(self.game):
            return None
        if any(move.actor == CHANCE for move in self.moves[before:]):
            return None
        return before

    def last_act(self, seat: int) -> int | None:
        """Number of moves before the last act of ``seat`` in this deal, None for none."""
        return next((before for who, before in reversed(self._acts) if who == seat), None)


class _Draft(NamedTuple):
    """Moves proposed from a position, and the position that they lead to."""

    first: int
    moves: Pairs
    state: State
    steps: list[Step]


class SealedDeal(TableDeal):
    """A deal with the shuffle of ``seal`` (open: with its key), which proposes its moves.

    Attributes
    ----------
    returns : points by seat once the deal is closed
    seats : those who played it, as its record names them, once it is closed
    stood_in : the places of the moves that a machine made in the place of a person
    """

    def __init__(
        self, rules: Rules, standing: NDArray[np.void], seal: Seal, moves: Iterable[Move] = ()
    ) -> None:
        super().__init__(rules, standing, moves)
        self.seal = seal
        self.returns: tuple[float, ...] | None = None
        self.seats: tuple[str, ...] = ()
        self.stood_in: tuple[int, ...] = ()
        self._shoe: SealedShoe | None = None
        self._draft: _Draft | None = None

    @property
    def number(self) -> int:
        """1 for the first deal of the table."""
        return self.seal.deal

    def extend(self, moves: Pairs) -> list[Step] | None:
        """Add moves that happened, those that were proposed without computing them again."""
        draft, self._draft = self._draft, None
        if draft is None or (draft.first, draft.moves) != (len(self.moves), moves):
            return super().extend(moves)
        self.moves += [Move(*pair) for pair in moves]
        self._state = draft.state
        return draft.steps

    def cut(self, moves: int) -> None:
        """Go back to the first ``moves`` moves."""
        super().cut(moves)
        self.stood_in = tuple(at for at in self.stood_in if at < moves)
        self._draft = None

    # -- proposing ------------------------------------------------------------------------------

    def opening(self, given: Sequence[Move]) -> Pairs:
        """``given`` and the chance moves up to the first decision."""
        state = self.at(0)
        steps = [advance(state, move.action) for move in given]
        return self._drafted(state, steps)

    def acting(self, actions: Sequence[int]) -> Pairs:
        """``actions`` by the seat to act, and the chance moves that follow.

        They end before the first that is not legal or not of this seat. Those before it are made:
        were they taken back, a person who tries what is possible after a move would learn what
        that move shows without making it. Raises :class:`Refusal` where the first is not legal.
        """
        state = self.state.clone()
        seat = state.current_player()
        steps: list[Step] = []
        for action in actions:
            if state.current_player() != seat or action not in state.legal_actions():
                break
            steps.append(advance(state, action))
        if not steps:
            raise Refusal("illegal", state.why_illegal(actions[0]) or "")
        return self._drafted(state, steps)

    def _drafted(self, state: State, steps: list[Step]) -> Pairs:
        if self._shoe is None:
            self._shoe = SealedShoe(self.game, self.rules.options, self.seal)
        while state.is_chance():
            steps.append(advance(state, self._shoe.draw(state)))
        first = len(self.moves)
        moves = [list(move) for move in state.moves[first:]]
        self._draft = _Draft(first, moves, state, steps)
        return moves

    def ends_turn(self, seat: int) -> bool:
        """True where ``seat`` is not to act again after the proposed moves."""
        assert self._draft is not None
        return self._draft.state.current_player() != seat

    def closing(self, now: float) -> list[Closed]:
        """The event that closes the deal where the proposed moves end it, else nothing."""
        assert self._draft is not None
        state = self._draft.state
        if not state.is_terminal():
            return []
        match = Match(self.game, self.rules.options)
        match.standing = self.standing.copy()
        match.close(state)
        closed = Closed(now, self.number, state.returns(), match.over, match.standing_text())
        return [closed]

    def packed(self) -> PackedDeal:
        """The deal in little memory."""
        numbers = array("q", [x for move in self.moves for x in move])
        about = (self.returns, self.seats, self.stood_in)
        return PackedDeal(self.rules, self.standing, self.seal, numbers, *about)


@dataclass(frozen=True)
class PackedDeal:
    """A finished deal that is only kept for its record."""

    rules: Rules
    standing: NDArray[np.void]
    seal: Seal
    numbers: array[int]
    returns: tuple[float, ...] | None
    seats: tuple[str, ...]
    stood_in: tuple[int, ...]

    def unpacked(self) -> SealedDeal:
        """The deal again."""
        pairs = zip(self.numbers[::2], self.numbers[1::2], strict=True)
        deal = SealedDeal(self.rules, self.standing, self.seal, (Move(*pair) for pair in pairs))
        deal.returns, deal.seats, deal.stood_in = self.returns, self.seats, self.stood_in
        return deal


MOST_LINES = 160
"""Lines of a deal sent to a viewer: with every change of the table all of them are sent again."""

Names = tuple[str, ...]
"""The titles of the seats."""

_RECENT = 24  # entries of which the steps are kept, so that lines go on without a replay


@dataclass(frozen=True)
class LogLine:
    """A line of the table's log; ``number`` grows from line to line of a table.

    It counts what happened, also what this viewer did not see: numbers may be left out. ``actor``
    is a seat, ``CHANCE``, or None for the table itself; ``text`` is in the viewer's language and
    says only what this viewer saw. A ``whole`` line is a sentence that names its actor itself.
    ``at`` moves of the deal were made before the first that it tells; -1 where it tells none.
    ``by`` is the title of the actor where that person has left the seat since.
    """

    number: int
    actor: int | None
    text: str
    whole: bool = False
    at: int = -1
    by: str = ""


def by_machine(line: LogLine, chance_at: int | None = None) -> LogLine:
    """The line of a move that a machine made in the place of a person.

    Of lines written at chance moves, from ``chance_at`` on, only one that tells such a move before
    them is marked.
    """
    if chance_at is not None and (line.actor == CHANCE or not 0 <= line.at < chance_at):
        return line
    return replace(line, text=f"{line.text} ({_('machine')})")


@dataclass(frozen=True)
class Notice:
    """An entry about the table: a message id, and the guest, name and points that it is about.

    ``left`` is the seat that the person named held until now, None where nobody leaves. The person
    at ``seat`` reads the message ``own`` instead.
    """

    number: int
    template: str
    guest: int = 0
    name: str = ""
    actor: int | None = None
    left: int | None = None
    deal: int = 0
    points: tuple[float, ...] = ()
    seat: int | None = None
    own: str = ""


@dataclass(frozen=True)
class MovesEntry:
    """An entry for consecutive moves of one actor, after the first ``before`` of the deal.

    Its lines have ``number`` and the numbers that follow, at most one for each move. A machine that
    ``stood_in`` for a person made them, or the move that these chance moves follow.
    """

    number: int
    actor: int
    before: int
    actions: tuple[int, ...]
    opening: bool
    stood_in: bool


@dataclass
class _Rendered:
    """Lines of the first ``done`` entries, or the last of them, for one viewer in one language."""

    done: int = 0
    lines: list[LogLine] = field(default_factory=list)
    writer: SentenceWriter | None = None


class SentenceWriter:
    """The sentences in which a game tells the moves of a deal to one viewer.

    ``viewer`` is a seat or ``SPECTATOR``; None reads with all cards open, and then ``reader`` is
    the seat that is called "you".
    """

    def __init__(self, rules: Rules, viewer: int | None, reader: int = SPECTATOR) -> None:
        self._tell = rules.game.hook(rooms.log_line)
        self._rules, self.viewer = rules, viewer
        self._reader = reader if viewer is None else viewer
        self._pending: list[tuple[Any, int]] = []
        self._moves = 0
        self._first = 0  # moves before the first pending one
        self._last: Any = None  # the record after the last move, as the viewer saw it

    @property
    def writes(self) -> bool:
        """True where the game tells its moves itself."""
        return self._tell is not None

    def lines(self, before: int, number: int, steps: Sequence[Step]) -> list[LogLine]:
        """The lines of ``steps``, the moves after the first ``before`` of the deal.

        The moves have ``number`` and the numbers that follow; a line has that of its last move.
        """
        look = look_in_use()
        if look is None:
            return list(self._told(before, number, steps))
        with looking(look.seen_by(self._reader)):
            return list(self._told(before, number, steps))

    def _told(self, before: int, number: int, steps: Sequence[Step]) -> Iterator[LogLine]:
        assert self._tell is not None
        if before != self._moves or self._last is None:  # the first, or moves were taken back
            self._pending = []
            self._last = self._seen(steps[0].before)
        for at, step in enumerate(steps, before):
            token = step.action if self.viewer is None else step.tokens[self.viewer]
            if not self._pending:
                self._first = at
            self._pending.append((self._last, token))
            self._last = self._seen(step.after)
            told = self._tell(self._pending, self._last, self._reader)
            if told is not None:
                self._pending = []
                if told[1]:
                    yield LogLine(number, *told, whole=True, at=self._first)
            number += 1
        self._moves = before + len(steps)

    def _seen(self, record: NDArray[np.void]) -> Any:
        return record[0] if self.viewer is None else seen_record(self._rules, self.viewer, record)


class Log:
    """The entries of the present deal, or of the time before the first."""

    def __init__(self) -> None:
        self._entries: list[Notice | MovesEntry] = []
        self._number = 0
        self._steps: OrderedDict[int, list[Step]] = OrderedDict()
        self._rendered: dict[tuple[int, str, Names, bool], _Rendered] = {}

    def begin(self, template: str, deal: int) -> None:
        """Drop the entries of the last deal, but tell again who left in it; numbers continue.

        What was said since its last move, or before the first deal, stays, and who left then.
        """
        told = [entry if isinstance(entry, Notice) else None for entry in self._entries]
        begun = next((at for at, e in enumerate(told) if e and e.deal), 0)
        ended = max((at + 1 for at, e in enumerate(told) if e is None), default=begun)
        left = [e for e in told[begun:ended] if e and e.left is not None]
        since = (e for e in told[ended:] if e and (e.actor is not None or e.left is not None))
        self._entries = list(since)
        self._steps.clear()
        self._rendered.clear()
        self.add_notice(template, deal=deal)
        for notice in left:
            self.add_notice(notice.template, guest=notice.guest, name=notice.name)

    def add_notice(self, template: str, **about: Any) -> None:
        """Add an entry about the table."""
        self._number += 1
        self._entries.append(Notice(self._number, template, **about))

    def add_moves(
        self, moves: Pairs, before: int, steps: list[Step] | None, stood_in: bool = False
    ) -> None:
        """Add moves; ``steps``, where they are known, hold what each viewer saw of them."""
        at = 0
        for actor, row in groupby(moves, key=lambda move: move[0]):
            actions = tuple(action for _actor, action in row)
            opening = actor == CHANCE and before + at == 0
            entry = MovesEntry(self._number + 1, actor, before + at, actions, opening, stood_in)
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

    def lines(self, deal: TableDeal | None, viewer: int, names: Names) -> tuple[LogLine, ...]:
        """The last lines for ``viewer``, in the language in use."""
        with seat_names(names):
            return self._lines(deal, viewer, names)

    def _lines(self, deal: TableDeal | None, viewer: int, names: Names) -> tuple[LogLine, ...]:
        key = (viewer, language(), names, wants_plain_words())
        rendered = self._rendered.get(key) or _Rendered()
        missing = self._entries[rendered.done :]
        if deal is not None and not all(self._is_at_hand(entry) for entry in missing):
            self._render_all(deal, names)
            rendered = self._rendered[key]
            missing = []
        for entry in missing:
            steps = self._steps.get(entry.number, [])
            if rendered.writer is None and deal is not None:
                rendered.writer = SentenceWriter(deal.rules, viewer)
            rendered.lines += self._lines_of(entry, deal, viewer, rendered.writer, steps, names)
        rendered.done = len(self._entries)
        self._rendered[key] = rendered
        return tuple(rendered.lines[-MOST_LINES:])

    def _lines_of(
        self,
        entry: Notice | MovesEntry,
        deal: TableDeal | None,
        viewer: int,
        writer: SentenceWriter | None,
        steps: list[Step],
        names: Names,
    ) -> list[LogLine]:
        """The lines of ``entry``, in which whoever has left since has the seat's name."""
        left: dict[int | None, str] = {
            notice.left: _person(notice)
            for notice in reversed(self._entries)
            if isinstance(notice, Notice)
            and notice.left is not None
            and notice.number > entry.number
        }
        if isinstance(entry, Notice) and entry.seat == viewer and viewer not in left:
            entry = replace(entry, template=entry.own)
        if left:
            with seat_names([left.get(seat, name) for seat, name in enumerate(names)]):
                found = _lines_of(entry, deal, writer, steps)
            lines = [replace(line, by=left.get(line.actor, "")) for line in found]
        else:
            lines = _lines_of(entry, deal, writer, steps)
        if isinstance(entry, MovesEntry) and entry.stood_in:
            chance_at = entry.before if entry.actor == CHANCE else None
            return [by_machine(line, chance_at) for line in lines]
        return lines

    def _is_at_hand(self, entry: Notice | MovesEntry) -> bool:
        return isinstance(entry, Notice) or entry.opening or entry.number in self._steps

    def _render_all(self, deal: TableDeal, names: Names) -> None:
        """Render the last lines for all viewers in the language in use, by one replay."""
        replayed = list(self._replay(deal))
        for viewer in (SPECTATOR, *range(deal.game.num_players(deal.rules.options))):
            writer = SentenceWriter(deal.rules, viewer)
            lines: list[LogLine] = []
            if writer.writes:  # a sentence needs the moves before it
                for entry, steps in replayed:
                    lines += self._lines_of(entry, deal, viewer, writer, steps, names)
            else:
                for entry, steps in reversed(replayed):
                    if len(lines) >= MOST_LINES:
                        break
                    told = self._lines_of(entry, deal, viewer, writer, steps, names)
                    lines += reversed(told)
                lines.reverse()
            key = (viewer, language(), names, wants_plain_words())
            self._rendered[key] = _Rendered(len(replayed), lines, writer)

    def _replay(self, deal: TableDeal) -> Iterator[tuple[Notice | MovesEntry, list[Step]]]:
        state = deal.at(0)
        for entry in self._entries:
            if isinstance(entry, Notice):
                yield entry, []
                continue
            if entry.before != len(state.moves):
                # Moves were taken back since: the deal itself has them no more.
                state = TableDeal(deal.rules, deal.standing, state.moves).at(entry.before)
            yield entry, [advance(state, action) for action in entry.actions]
        deal.found(state)


def _lines_of(
    entry: Notice | MovesEntry,
    deal: TableDeal | None,
    writer: SentenceWriter | None,
    steps: list[Step],
) -> list[LogLine]:
    if isinstance(entry, Notice):
        viewer = SPECTATOR if writer is None else writer.viewer
        return [LogLine(entry.number, entry.actor, _notice_words(entry, deal, viewer))]
    if deal is None or writer is None or entry.opening:
        return []
    if writer.writes:
        return list(writer.lines(entry.before, entry.number, steps))
    lines = []
    number, viewer = entry.number, writer.viewer
    first = entry.number - entry.before
    for actor, row in groupby(steps, lambda step: said_by(deal.rules, viewer, entry.actor, step)):
        consecutive = list(row)
        text = row_words(deal.rules, viewer, actor, consecutive)
        if text:
            lines.append(LogLine(number, actor, text, at=number - first))
        number += len(consecutive)
    return lines


def _notice_words(entry: Notice, deal: TableDeal | None, viewer: int | None) -> str:
    text = _(entry.template).format(name=_person(entry), deal=entry.deal)
    points = _points_words(entry.points, deal, viewer) if deal is not None else ""
    return f"{text} {points}" if points else text


def _person(entry: Notice) -> str:
    return entry.name or _("Guest {n}").format(n=entry.guest)


def _points_words(points: Sequence[float], deal: TableDeal, viewer: int | None) -> str:
    """The points of each side, "" where they are not counted from 0 or there is one side."""
    sides = deal.game.teams(deal.rules.options)
    if not points or len(sides) < 2 or deal.game.info.utility == "zero-sum":
        return ""
    told = (_side_words(points[side[0]], side, viewer) for side in sides)
    return _("Points: {points}.").format(points=", ".join(told))


def _side_words(points: float, side: Sequence[int], viewer: int | None) -> str:
    """``53 for you``, ``5 for you and Ana``, ``40 for Boris + Ana``."""
    text = _("{points:g} for {name}")
    if viewer in side:
        text = _("{points:g} for you and {name}") if len(side) > 1 else _("{points:g} for you")
    name = " + ".join(seat_called(seat) for seat in side if seat != viewer)
    return text.format(points=points, name=name)


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
    """The one record of ``record``, of length 1, as ``viewer`` sees it: a copy, masked."""
    return observe(record, rules.game.masks(rules.options)[viewer])[0]
