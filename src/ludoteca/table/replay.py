"""A record as positions to step through, with the scenes and log words of a table in play."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby, takewhile
from typing import Any

from ludoteca.core import calls, rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _, fold, language
from ludoteca.core.ids import CHANCE, SPECTATOR, TERMINAL
from ludoteca.core.match import standing_text
from ludoteca.core.player_names import first_names, seat_names
from ludoteca.core.record import GameRecord
from ludoteca.core.shuffles.look import Look, looking
from ludoteca.core.state import observe
from ludoteca.core.view import Past, SeatView
from ludoteca.players.factory import HUMAN, available
from ludoteca.players.turns import lists_turns, turn_words
from ludoteca.table.chairs import guest_numbers
from ludoteca.table.deal import (
    LogLine,
    Rules,
    SentenceWriter,
    Step,
    TableDeal,
    advance,
    by_machine,
    move_words,
    said_by,
    seen_record,
)
from ludoteca.table.scene import Scene, SeatScene, look_of

MOST_MOVES = 5_000
MOST_STEPS = 3_000  #: of the search for a deal that fits a record with unseen moves


class Replay:
    """The positions of the record ``text``, which ``key`` names.

    Raises :class:`BadInput` with one sentence where the record does not replay.

    Attributes
    ----------
    deal : the deal of the record, or one that fits it where some of its moves were not seen
    positions : the kernel's record after each number of moves
    stops : numbers of moves after which a seat is to move, or the deal is over or broken off; a
        set of cards that the others do not see, moved one after the other, is one
    choices : True where somebody had more than one legal move
    viewers : the seats, or ``SPECTATOR``, from which the record can be viewed
    """

    def __init__(self, key: str, text: str) -> None:
        record = GameRecord.parse(text)
        if len(record.moves) > MOST_MOVES:
            raise BadInput(
                _("the record has more than {n} moves, too many to be shown").format(n=MOST_MOVES)
            )
        self.key, self.record = key, record
        self.game, self.options = record.game, record.options
        end = record.replay(MOST_STEPS)
        self.deal = TableDeal(Rules(self.game, self.options), end.standing, end.moves)
        state = self.deal.at(0)
        self.positions = Past(state.record)
        for move in self.deal.moves:
            state.apply_unchecked(move.action)
            self.positions.append(state.record)
        self._tokens = {viewer: state.tokens(viewer) for viewer in (SPECTATOR, *self._seats)}
        stops = [n for n, move in enumerate(self.deal.moves) if move.actor != CHANCE]
        self.choices = any(self.has_choice(n) for n in stops)
        seen_by = record.seen_by
        self.viewers = (SPECTATOR, *self._seats) if seen_by is None else (seen_by,)
        machines = [self.machine(n) for n in self._seats]
        self._first_names = first_names(self.game.info, machines)
        self._guests = guest_numbers(machines)
        self._lines: dict[tuple[int | None, int, str], tuple[LogLine, ...]] = {}
        self._told_if: dict[tuple[int, tuple[int, ...], int, str], str] = {}
        self._parts: dict[
            tuple[int | None, int, str], tuple[tuple[str, tuple[LogLine, ...]], ...]
        ] = {}
        self.stops = (*(n for n in stops if not self._goes_on(n)), len(self.deal.moves))

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Load the rules where the replay is unpickled: its records are of no use without them."""
        vars(self).update(state)
        _loaded = self.game.rules

    @property
    def _seats(self) -> range:
        return range(self.game.num_players(self.options))

    def has_choice(self, at: int) -> bool:
        """True where more than one move was legal after ``at`` moves."""
        ids, _prob = self.game.buffers()
        return int(calls.legal_actions(self.positions[at], 0, ids)) > 1

    def _goes_on(self, at: int) -> bool:
        """True where the move after ``at`` moves is a further one of the same set of cards."""
        before, after = self.deal.moves[max(at - 1, 0)], self.deal.moves[at]
        seen = self._tokens[SPECTATOR]
        face_down = any(seen[n].token != self.deal.moves[n].action for n in (at - 1, at))
        return at > 0 and before.actor == after.actor and face_down

    @property
    def first(self) -> int:
        """Number of chance moves that opened the deal: the replay begins after them."""
        return self.stops[0]

    @property
    def last(self) -> int:
        """Number of moves in all."""
        return self.stops[-1]

    @property
    def finished(self) -> bool:
        """True where the deal was played to its end."""
        return self.mover(self.last) == TERMINAL

    def stop(self, at: int) -> int:
        """The index of the first stop with at least ``at`` moves made."""
        return min(bisect_left(self.stops, at), len(self.stops) - 1)

    def place(self, at: int) -> int:
        """The first stop after ``at`` moves, as a number of moves."""
        return self.stops[self.stop(at)]

    def mover(self, at: int) -> int:
        """The seat to move after ``at`` moves, or ``CHANCE`` or ``TERMINAL``."""
        return int(calls.current_player(self.positions[at], 0))

    def machine(self, seat: int) -> str:
        """Spec of the machine that held ``seat``, as the record names it; "" for a person."""
        name = self._name(seat)
        return name if self._is_machine(name) else ""

    def _is_machine(self, name: str) -> bool:
        known = {fold(machine) for machine in available(self.game) if machine != HUMAN}
        return fold(name.partition("@")[0]) in known

    def _person(self, seat: int) -> str:
        """The name of a person, without the machine that stood in, which its moves tell."""
        name = self._name(seat)
        stood_in = re.fullmatch(r"(.*?) ?\(([^()]*)\)", name)
        return stood_in[1] if stood_in and self._is_machine(stood_in[2]) else name

    def person(self, viewer: int) -> int | None:
        """The seat of ``viewer``, for a ``SPECTATOR`` that of the only person of the record.

        None where it names several people, or none.
        """
        if viewer != SPECTATOR:
            return viewer
        people = [seat for seat in self._seats if not self.machine(seat)]
        return people[0] if len(people) == 1 else None

    def _name(self, seat: int) -> str:
        names = self.record.seats
        return names[seat] if 0 <= seat < len(names) else ""

    def until(self, at: int) -> GameRecord:
        """The record of the first ``at`` moves, to be played on."""
        state = self.deal.at(at)
        return GameRecord.from_state(state, self.record.seats, look=self._mark)

    def seen(self, at: int) -> SeatView:
        """The view of the seat that moved after ``at`` moves, with its past."""
        view = self.deal.at(at).view(self.mover(at), remembering=True)
        return replace(view, look=self.look(SPECTATOR))

    # -- scenes ---------------------------------------------------------------------------------

    def is_open(self, viewer: int) -> bool:
        """True where ``viewer`` is shown all cards: a ``SPECTATOR`` of a whole record."""
        return self.record.seen_by is None and viewer == SPECTATOR

    def scene(self, at: int, viewer: int, reader: int = SPECTATOR) -> Scene:
        """The table after ``at`` moves as ``viewer`` saw it.

        To a ``SPECTATOR`` of a whole record everything is shown, from the seat of ``reader``, who
        is called "you", where it is one.
        """
        whole = self.is_open(viewer)
        eyes = reader if whole else viewer
        over = self.mover(at) == TERMINAL
        result = tuple(self.deal.state.returns()) if over else None
        return Scene(
            table=self.key,
            game=self.game,
            options=self.options,
            viewer=eyes,
            seq=at,
            decision=at,
            phase="playing",
            seats=self.seats(at),
            view=SeatView(
                game=self.game,
                options=self.options,
                seat=eyes,
                record=observe(self.positions[at], self.game.masks(self.options)[eyes]),
                tokens=tuple(self._tokens[eyes][:at]),
                current_player=self.mover(at),
                legal=(),
                look=self.look(eyes),
            ),
            revealed=self.positions[at] if whole or over else None,
            deal=self._deal_number,
            standing=self._standing(over),
            result=result,
            commitment="" if self.record.seal is None else self.record.seal.commitment,
            given=0 if self.record.seal is None else self.record.seal.given,
            log=tuple(n for n in self.lines(None if whole else viewer, reader) if n.number <= at),
        )

    def _standing(self, over: bool) -> str:
        """The standing that the record has and, once the deal is over, the one after it."""
        standing = self.deal.standing.copy()
        if over:
            calls.next_standing(self.positions[self.last], 0, standing)
        return standing_text(standing)

    def look(self, viewer: int) -> Look:
        """The look of the cards to ``viewer``, as in the scenes."""
        return look_of(self._mark, self.seats(0), viewer)

    @property
    def _mark(self) -> str:
        return self.record.mark or f"{self.key} {self._deal_number}"

    @property
    def _deal_number(self) -> int:
        """No record says which deal it is, but with anything in its standing not the first."""
        return 2 if any(self.deal.standing.tobytes()) else 1

    def seats(self, at: int) -> tuple[SeatScene, ...]:
        """The seats, and which of them is to move after ``at`` moves."""
        mover = self.mover(at)
        return tuple(self._seat(seat, mover == seat) for seat in self._seats)

    def _seat(self, seat: int, to_move: bool) -> SeatScene:
        machine = self.machine(seat)
        if machine:
            name = self._first_names[seat]
            return SeatScene(seat, "machine", name, level=machine, to_move=to_move)
        return SeatScene(seat, "person", self._person(seat), self._guests[seat], to_move=to_move)

    @contextmanager
    def _telling(self, viewer: int) -> Iterator[None]:
        """Call seats and cards as the table shows them to ``viewer``."""
        with seat_names([seat.title for seat in self.seats(0)]), looking(self.look(viewer)):
            yield

    # -- log ------------------------------------------------------------------------------------

    def words_after(self, at: int) -> str:
        """The move made after ``at`` moves, or the set of cards, in words; "" at the end."""
        if at >= len(self.deal.moves):
            return ""
        with self._telling(SPECTATOR):
            if at + 1 < len(self.deal.moves) and self._goes_on(at + 1):
                return turn_words(self.seen(at), self.moves_after(at))
            return move_words(self.deal.rules, None, self._steps()[at])

    def moves_after(self, at: int) -> list[int]:
        """The move made after ``at`` moves, or all of a set of cards that it begins."""
        moves = self.deal.moves
        following = takewhile(self._goes_on, range(at + 1, len(moves)))
        return [moves[n].action for n in (at, *following)]

    def turn_after(self, at: int) -> list[int]:
        """The moves of the turn that goes on after ``at`` moves, where the game lists turns.

        Elsewhere they are those of :meth:`moves_after`.
        """
        made = self.moves_after(at)
        if lists_turns(self.game):
            seat = self.mover(at)
            rest = takewhile(lambda n: self.mover(n) == seat, range(at + len(made), self.last))
            made += [self.deal.moves[n].action for n in rest]
        return made

    def told_if(self, at: int, moves: Sequence[int], reader: int = SPECTATOR) -> str:
        """The sentence of the log if ``moves`` were made after ``at`` moves, all cards open.

        It is "" where the log would have none yet: the game tells whole tricks, or no sentences.
        Each is kept: while a review goes on its sentences are told again and again.
        """
        key = (at, tuple(moves), reader, language())
        if key not in self._told_if:
            self._told_if[key] = self._sentence_if(at, moves, reader)
        return self._told_if[key]

    def _sentence_if(self, at: int, moves: Sequence[int], reader: int) -> str:
        writer = SentenceWriter(self.deal.rules, None, reader)
        if not writer.writes or at < self.first:
            return ""
        state = self.deal.at(at)
        made = [advance(state, move) for move in moves]
        steps = self._steps()[self.first : at] + made
        with seat_names([seat.title for seat in self.seats(0)]):
            lines = writer.lines(self.first, self.first + 1, steps)
            return " ".join(line.text for line in lines if line.number > at)

    def _steps(self) -> list[Step]:
        records = list(self.positions)
        return [
            Step(
                move.action,
                records[n],
                records[n + 1],
                {viewer: tokens[n].token for viewer, tokens in self._tokens.items()},
            )
            for n, move in enumerate(self.deal.moves)
        ]

    def lines(self, viewer: int | None, reader: int = SPECTATOR) -> tuple[LogLine, ...]:
        """The lines that ``viewer`` reads (None: with all cards open), after the opening.

        Each has the number of the moves made when it was written. With all cards open the seat of
        ``reader`` is called "you".
        """
        key = (viewer, reader if viewer is None else viewer, language())
        if key not in self._lines:
            with self._telling(SPECTATOR if viewer is None else viewer):
                self._lines[key] = tuple(
                    by_machine(line) if self._tells_stood_in(line) else line
                    for line in self._told(viewer, reader)
                )
        return self._lines[key]

    def _tells_stood_in(self, line: LogLine) -> bool:
        """True where a line tells a move that a machine made in the place of a person."""
        made, last = set(self.record.stood_in), line.number - 1
        first = last if line.at < 0 else line.at
        told = range(first, last)  # cards that come may end the line of a move
        return last in made or any(
            n in made and self.deal.moves[n].actor == line.actor for n in told
        )

    def parts(
        self, viewer: int | None, reader: int = SPECTATOR
    ) -> tuple[tuple[str, tuple[LogLine, ...]], ...]:
        """The same lines by parts of the deal, tricks or lances, with the name of each part.

        It is "" where the game names no parts.
        """
        key = (viewer, reader if viewer is None else viewer, language())
        if key not in self._parts:
            grouped = groupby(self.lines(viewer, reader), key=self._part)
            self._parts[key] = tuple((part, tuple(lines)) for part, lines in grouped)
        return self._parts[key]

    def end_of(self, part: str) -> int:
        """The index of the stop at the end of a part; of the deal where it has no part so named."""
        everywhere = self.parts(None if self.is_open(self.viewers[0]) else self.viewers[0])
        ends = [lines[-1].number for name, lines in everywhere if part and name == part]
        return self.stop(max(ends, default=self.last))

    def _part(self, line: LogLine) -> str:
        tell = self.game.hook(rooms.deal_part)
        if tell is None:
            return ""
        before = self.positions[line.number - 1]
        return tell(seen_record(self.deal.rules, SPECTATOR, before))

    def _told(self, viewer: int | None, reader: int) -> Iterator[LogLine]:
        rules, steps = self.deal.rules, self._steps()[self.first :]
        writer = SentenceWriter(rules, viewer, reader)
        if not steps:  # a record that ends at its first decision
            return
        if writer.writes:
            yield from writer.lines(self.first, self.first + 1, steps)
            return
        moves = self.deal.moves[self.first :]
        for number, (move, step) in enumerate(zip(moves, steps, strict=True), self.first + 1):
            text = move_words(rules, viewer, step)
            if text:
                yield LogLine(number, said_by(rules, viewer, move.actor, step), text)
