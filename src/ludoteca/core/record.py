"""Game records: one text notation for every game, which replays move for move.

::

    game: nim 1
    options: heaps=3 largest=5
    standing: deals=0
    seat: Ana
    seat: basic
    result: -1 1

    0 a2
    1 b4
    0 a1 ...

After the head, each line is what one actor did in a row: a seat's number, or ``*`` for chance, then
its moves in the game's notation; a long row takes several lines. A record as one seat saw it says
``seen-by: 1`` and has ``?`` (or the game's own coarser text) where the seat did not see the move.
What it could have seen and nobody noted is ``??`` (:mod:`ludoteca.table.followed`), and a deal that
was noted from its middle on has a head line ``position``, as somebody typed it.
Lines that begin with ``;`` are comments. An unfinished deal has no result and can be played on.

A deal from a sealed shoe (:mod:`ludoteca.core.shuffles.sealed_shoe`) has its seal in the head: the
lines ``seal: 2`` (the version), ``table``, ``deal``, ``commitment``, ``nonce`` for each seat (``-``
where it added nothing), ``given`` where moves were taken over, and, once the deal (or the day of a
deal of the day) is over, ``key``. A deal that goes on from another has its ``look``. The line
``stood-in: 4 7`` counts from 0 the moves that a machine made in the place of a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ludoteca.core import rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, HIDDEN, SPECTATOR
from ludoteca.core.match import parse_standing, standing_text
from ludoteca.core.options import Options
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.sealed_shoe import Seal, seal_from_lines
from ludoteca.core.state import State, observe

UNSEEN = "?"
_CHANCE_MARK = "*"
_SEARCH_LIMIT = 200_000
_LINE_LENGTH = 96
_SEAT_DIGITS = 3
_SHOWN_LETTERS = 96  #: of a line that is wrong


@dataclass(frozen=True)
class GameRecord:
    """The record of one deal.

    Attributes
    ----------
    moves
        Pairs of actor (a seat or ``CHANCE``) and the text of its move.
    result
        Points by seat, None while the deal is unfinished.
    seen_by
        None for a full record, else the seat (or ``SPECTATOR``) that saw it so.
    seal
        What binds the shuffle; its key is never kept while the deal is unfinished, but for a deal
        of the day, whose key is shown when the day is over.
    position
        The position, as somebody typed it, in which ``moves`` begin; "" for the deal's start.
    look
        The mark by which cards of one kind look different (:mod:`~ludoteca.core.shuffles.look`),
        where it is not the commitment of the seal: that of the record that the deal goes on from.
    stood_in
        The places in ``moves`` of those that a machine made in the place of a person.
    """

    game: Game
    options: Options
    standing: str = ""
    seats: tuple[str, ...] = ()
    moves: tuple[tuple[int, str], ...] = ()
    result: tuple[float, ...] | None = None
    seen_by: int | None = None
    rules_version: int = field(default=0)
    seal: Seal | None = None
    position: str = ""
    look: str = ""
    stood_in: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.seal is not None and self.result is None and not self.seal.of_a_day:
            object.__setattr__(self, "seal", self.seal.closed())

    @classmethod
    def from_state(
        cls,
        state: State,
        seats: Iterable[str] = (),
        seal: Seal | None = None,
        viewer: int | None = None,
        look: str = "",
    ) -> GameRecord:
        """The record of a deal as far as it was played; full, or as ``viewer`` saw it."""
        return cls(
            game=state.game,
            options=state.options,
            standing=standing_text(state.standing),
            seats=tuple(seats),
            moves=tuple(move_texts(state, viewer)),
            result=tuple(state.returns()) if state.is_terminal() else None,
            seen_by=viewer,
            rules_version=state.game.info.rules_version,
            seal=seal,
            look=look,
        )

    @classmethod
    def seen_from(
        cls,
        state: State,
        viewer: int,
        seats: Iterable[str] = (),
        seal: Seal | None = None,
        look: str = "",
    ) -> GameRecord:
        """The record as ``viewer`` (a seat or ``SPECTATOR``) saw the deal."""
        return cls.from_state(state, seats, seal, viewer, look)

    @property
    def mark(self) -> str:
        """The mark of the look of its cards; "" where it has none."""
        return self.look or ("" if self.seal is None else self.seal.commitment)

    # -- text out and in ------------------------------------------------------------------------

    def to_text(self) -> str:
        """The record as text; :meth:`parse` reads it back."""
        head = [f"game: {self.game.name} {self.rules_version}"]
        if self.options:
            head.append("options: " + " ".join(f"{k}={v}" for k, v in self.options.items()))
        head.append(f"standing: {self.standing}")
        head += [f"seat: {name}" for name in self.seats]
        if self.seal is not None:
            head += self.seal.lines()
        if self.look:
            head.append(f"look: {self.look}")
        if self.stood_in:
            head.append("stood-in: " + " ".join(map(str, self.stood_in)))
        if self.seen_by is not None:
            head.append(f"seen-by: {'spectator' if self.seen_by == SPECTATOR else self.seen_by}")
        if self.position:
            head.append(f"position: {self.position}")
        if self.result is not None:
            head.append("result: " + " ".join(map(_number_text, self.result)))
        return "\n".join([*head, "", *_move_lines(self.moves)]) + "\n"

    @classmethod
    def parse(cls, text: str) -> GameRecord:
        """Read a record.

        Raises
        ------
        BadInput
            With one sentence that names the line, where the text is no record.
        """
        lines = text.splitlines()
        head, lists, body = _read_head(lines)
        if "game" not in head:
            raise BadInput(_("this is no game record: it has no line 'game: NAME VERSION'"))
        name, _space, version = head["game"].partition(" ")
        game = load_game(name)
        pairs = dict(part.partition("=")[::2] for part in head.get("options", "").split())
        options = game.options(pairs)
        try:
            result = tuple(float(x) for x in head["result"].split()) if "result" in head else None
            seen_by = _viewer(head.get("seen-by"), game.num_players(options))
            rules_version = int(version)
            stood_in = tuple(map(int, head.get("stood-in", "").split()))
        except ValueError:
            raise BadInput(_("the head of the record has a number that cannot be read")) from None
        return cls(
            game=game,
            options=options,
            standing=head.get("standing", ""),
            seats=tuple(lists["seat"]),
            moves=tuple(_read_moves(lines, body)),
            result=result,
            seen_by=seen_by,
            rules_version=rules_version,
            seal=seal_from_lines(head, lists["nonce"]),
            position=head.get("position", ""),
            look=head.get("look", ""),
            stood_in=stood_in,
        )

    # -- replay ---------------------------------------------------------------------------------

    def check_version(self) -> None:
        """Refuse a record of other rules.

        Raises
        ------
        BadInput
            Where the record was written under another version of the rules.
        """
        if self.rules_version != self.game.info.rules_version:
            raise BadInput(
                _("the record is of rules version {old} of {game}; this is version {new}").format(
                    old=self.rules_version,
                    game=self.game.name,
                    new=self.game.info.rules_version,
                )
            )

    def start(self) -> State:
        """The position before the first move.

        Raises
        ------
        BadInput
            Where the record begins at a position that was typed.
        """
        if self.position:
            raise BadInput(_("the record begins in the middle of a deal, as one seat saw it"))
        return self.game.new_state(self.options, parse_standing(self.game, self.standing))

    def replay(self, steps: int = _SEARCH_LIMIT) -> State:
        """The position after the last move.

        A full record gives the very position. A record with unseen moves gives one world that fits
        all that was seen, found by a search of at most ``steps`` with backtracking. Raises
        :class:`BadInput` where a move is not possible, the rules are of another version, or the
        result does not agree.

        Raises
        ------
        BadInput
            Where a move is not possible, the rules are of another version, or the result does
            not agree.
        """
        self.check_version()
        state = self.start()
        if self.seen_by is not None:
            return self._fit(state, steps)
        for number, (actor, text) in enumerate(self.moves, 1):
            apply_text(state, actor, text, number)
        ended = state.is_terminal()
        if self.result is not None and not (ended and tuple(state.returns()) == self.result):
            raise BadInput(_("the record's result is not the result of its moves"))
        return state

    def positions(self) -> Iterator[State]:
        """The position before the first move and after each move of a full record."""
        state = self.start()
        yield state.clone()
        for number, (actor, text) in enumerate(self.moves, 1):
            apply_text(state, actor, text, number)
            yield state.clone()

    def _fit(self, start: State, steps: int) -> State:
        """A world that fits what was seen: depth first, chronological backtracking."""
        viewer = self.seen_by
        assert viewer is not None
        rng = np.random.default_rng(0)
        stack = [(start, 0)]
        for _step in range(steps):
            if not stack:
                raise BadInput(_("the record contradicts itself: no deal fits what it shows"))
            state, depth = stack.pop()
            if depth == len(self.moves):
                return state
            actor, text = self.moves[depth]
            if state.current_player() != actor:
                continue
            possible = rng.permutation(state.recorded_actions())
            fitting = [int(a) for a in possible if seen_text(state, int(a), viewer) == text]
            stack += [(_after(state, action), depth + 1) for action in fitting]
        raise BadInput(_("no deal that fits this record was found: too much of it is unseen"))


def _after(state: State, action: int) -> State:
    """The position after an action that a record may hold."""
    after = state.clone()
    after.apply_unchecked(action)
    return after


def move_texts(state: State, viewer: int | None) -> Iterator[tuple[int, str]]:
    """Actor and text of every move of ``state``: in full, or as ``viewer`` saw it."""
    replayed = state.game.new_state(state.options, state.standing)
    for actor, action in state.moves:
        if viewer is None:
            yield actor, replayed.action_text(action)
        else:
            yield actor, seen_text(replayed, action, viewer)
        replayed.apply_unchecked(action)


def seen_text(state: State, action: int, viewer: int) -> str:
    """The text of ``action``, about to be made in ``state``, in the record of ``viewer``."""
    from ludoteca.core import calls

    token = int(calls.observed_action(state.record, 0, action, viewer))
    if token == HIDDEN:
        return UNSEEN
    view = observe(state.record, state.game.masks(state.options)[viewer])
    if token != action:
        coarse = state.game.hook(rooms.token_text)
        return coarse(view[0], token) if coarse else UNSEEN
    return str(state.game.action_text(view[0], action))


def apply_text(state: State, actor: int, text: str, number: int) -> None:
    """Make move ``number`` of a record; raises :class:`BadInput` that names it."""
    try:
        action = state.parse(text, state.recorded_actions())
        if state.current_player() != actor:
            raise BadInput(_("the record contradicts itself: no deal fits what it shows"))
        state.apply_unchecked(action)
    except BadInput as error:
        raise BadInput(_("move {n}: {reason}").format(n=number, reason=error)) from None


def _move_lines(moves: Iterable[tuple[int, str]]) -> list[str]:
    lines: list[str] = []
    last: int | None = None
    for actor, text in moves:
        if actor == last and len(lines[-1]) + len(text) < _LINE_LENGTH:
            lines[-1] += f" {text}"
        else:
            lines.append(f"{_CHANCE_MARK if actor == CHANCE else actor} {text}")
        last = actor
    return lines


def _number_text(x: float) -> str:
    """``x`` as :meth:`GameRecord.parse` reads it back to the last digit."""
    return str(int(x)) if x.is_integer() else repr(float(x))


def _viewer(text: str | None, seats: int) -> int | None:
    """The viewer of a record; raises ``ValueError`` for a seat that the table does not have."""
    if text is None:
        return None
    seat = SPECTATOR if text == "spectator" else int(text)
    if text != "spectator" and not 0 <= seat < seats:
        raise ValueError(text)
    return seat


def _read_head(lines: list[str]) -> tuple[dict[str, str], dict[str, list[str]], int]:
    """Head entries, those that have a line for each seat, and the index of the first move line."""
    head: dict[str, str] = {}
    lists: dict[str, list[str]] = {"seat": [], "nonce": []}
    for number, line in enumerate(lines):
        if line.startswith(";"):
            continue
        if not line.strip():
            if head:
                return head, lists, number + 1
            continue
        name, colon, value = line.partition(":")
        if not colon:
            raise BadInput(
                _("line {n} of the record is no head line 'name: value': {line}").format(
                    n=number + 1, line=line.strip()[:_SHOWN_LETTERS]
                )
            )
        if name.strip() in lists:
            lists[name.strip()].append(value.strip())
        else:
            head[name.strip()] = value.strip()
    return head, lists, len(lines)


def _read_moves(lines: list[str], start: int) -> Iterator[tuple[int, str]]:
    for number in range(start, len(lines)):
        line = lines[number].strip()
        if not line or line.startswith(";"):
            continue
        who, *texts = line.split()
        if who != _CHANCE_MARK and not (who.isdecimal() and len(who) <= _SEAT_DIGITS):
            raise BadInput(
                _("line {n} of the record does not begin with a seat or *: {line}").format(
                    n=number + 1, line=line[:_SHOWN_LETTERS]
                )
            )
        actor = CHANCE if who == _CHANCE_MARK else int(who)
        yield from ((actor, text) for text in texts)


# -- records in files ---------------------------------------------------------------------------


def read_record(path: Path) -> GameRecord:
    """The record in the file ``path``.

    Raises
    ------
    BadInput
        Where it is none.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput(_("{file} is not a record: it is not text").format(file=path)) from None
    return GameRecord.parse(text)


def record_of(game: Game, path: Path) -> GameRecord:
    """The record of ``game`` in the file ``path``.

    Raises
    ------
    BadInput
        Where it is none, or one of another game.
    """
    record = read_record(path)
    if record.game.name != game.name:
        raise BadInput(
            _("the record is of {found}, not of {wanted}").format(
                found=record.game.name, wanted=game.name
            )
        )
    return record


def position_from(game: Game, path: Path) -> State:
    """The position at the end of the record of ``game`` in ``path``; raises ``BadInput``."""
    return record_of(game, path).replay()
