"""A match at the terminal: deal after deal, and the record that is kept however it ends."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.text import Text

from ludoteca.cli import signals
from ludoteca.cli.console import ShownProgress, stdout
from ludoteca.cli.errors import Stopped
from ludoteca.cli.terminal import saved_games
from ludoteca.cli.terminal.deal import TerminalDeal
from ludoteca.cli.terminal.saved_games import write_record
from ludoteca.core import rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.match import Match
from ludoteca.core.options import Options
from ludoteca.core.player_names import first_names, seat_names
from ludoteca.core.record import GameRecord, record_of
from ludoteca.core.state import State
from ludoteca.players import PersonLeft
from ludoteca.players.advice.coach import Coach
from ludoteca.players.factory import HUMAN
from ludoteca.table.setup import unfinished


@dataclass(frozen=True)
class MatchRequest:
    """A match as asked for: ``seat`` counts from 1, ``against`` has the machines by seat."""

    against: Sequence[str] = ()
    seat: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    record: Path | None = None
    hints: bool = False
    coach: bool = False
    start: Path | None = None


class TerminalMatch:
    """One match: deals follow each other until it is over or a person leaves.

    Raises ``BadInput`` where it cannot be played as requested.
    """

    def __init__(self, game: Game, request: MatchRequest, seed: int) -> None:
        record = record_of(game, request.start) if request.start is not None else None
        state = unfinished(record) if record is not None else None
        options = game.options(request.options) if state is None else state.options
        self.game = game
        self.request = request
        self.seed = seed
        self._coach = Coach(game) if request.coach else None
        self._seeds = np.random.SeedSequence(seed)
        self._match: Match = Match(game, options)
        if state is not None:
            self._match.standing = state.standing.copy()
        self._specs = _seating(game, options, request, record)
        self._begin_deal(state or self._match.new_deal())

    def play(self) -> None:
        """Play until the match is over; raises ``Stopped`` where the person stops it."""
        title = _(self.game.info.title)
        _say(_("{title}, seed {seed}").format(title=title, seed=self.seed))
        reminder = saved_games.reminder(self.game) if self.request.start is None else None
        if reminder is not None:
            _say(reminder, style="dim")
        machines = ["" if spec == HUMAN else spec for spec in self._specs]
        try:
            with (
                signals.failure_after_interrupt_is_one(),
                seat_names(first_names(self.game.info, machines)),
            ):
                self._play_deals()
        except PersonLeft:
            kept = self._keep(self._record())  # before anything is said: the terminal may be gone
            self._sum_up()
            _say(kept)
        except BaseException as error:
            # Code that is half compiled must not be called: then as it stood for the person.
            kept = self._keep(self._text if _was_compiling(error) else self._record())
            if isinstance(error, KeyboardInterrupt):
                raise Stopped(kept) from None
            raise

    def _play_deals(self) -> None:
        while True:
            self._deal.play()
            if self.request.record is not None:
                write_record(self._own_file(self.request.record), self._record())
            self._match.close(self._deal.state)
            if self._match.over:
                break
            self._begin_deal(self._match.new_deal())
            _say(self._standing_words())
            _next_deal()
        if self._match.deals > 1:
            _say(self._standing_words())
        self._sum_up()
        self._forget_start()

    def _begin_deal(self, start: State) -> None:
        self._deal = TerminalDeal(
            start,
            self._specs,
            self._seeds.spawn(1)[0],
            ask=self._ask,
            show=self._print,
            advise_always=self.request.hints,
            coach=self._coach,
            number=self._match.deals + 1,
            moved=self._remember,
            waiting=partial(ShownProgress, _("thinking")),
        )
        self._remember()

    def _remember(self) -> None:
        """Write down how the deal stands, for when no compiled code may be called."""
        self._text = self._record()

    # -- input and output -----------------------------------------------------------------------

    def _ask(self, prompt: str) -> str:
        self._remember()
        return _read(prompt)

    def _print(self, text: str) -> None:
        """Print a text of the deal, in the colours that the game gives it."""
        styled = Text(text)
        styles = self.game.hook(rooms.table_styles)
        for start, end, style in styles(text) if styles is not None else ():
            styled.stylize(style, start, end)
        with signals.closed_terminal_is_a_hangup():
            stdout().print(styled)

    def _sum_up(self) -> None:
        """Print the coach's summary."""
        if self._coach is not None:
            _say(self._coach.summary())

    def _standing_words(self) -> str:
        """The standing in the game's words, else the names and numbers of its fields."""
        words = self.game.hook(rooms.standing_words)
        if words is None:
            return self._match.standing_text()
        return words(self._match.standing[0])

    # -- records --------------------------------------------------------------------------------

    def _record(self) -> str:
        return GameRecord.from_state(self._deal.state, self._specs).to_text()

    def _keep(self, text: str) -> str:
        """Keep the game, of which ``text`` is the record; returns how to continue it.

        Raises ``OSError`` where it cannot be written; then it is on the screen.
        """
        own = self.request.record
        if own is None and not self._is_worth_keeping():
            return _("stopped")
        path = self._usual_file if own is None else self._own_file(own)
        try:
            write_record(path, text)
        except KeyboardInterrupt:  # once more: the terminal is closed while somebody leaves
            write_record(path, text)
        if path != self.request.start:
            self._forget_start()
        command = saved_games.command_to_go_on(self.game, path)
        return _("stopped; continue with: {command}").format(command=command)

    def _is_worth_keeping(self) -> bool:
        played = any(move.actor >= 0 for move in self._deal.deal.moves)
        return played or self._match.deals > 0 or self.request.start is not None

    def _own_file(self, path: Path) -> Path:
        """The file of this deal, where the person asked for records in ``path``."""
        number = self._match.deals + 1
        return path.with_stem(f"{path.stem}-{number}") if number > 1 else path

    @cached_property
    def _usual_file(self) -> Path:
        start = self.request.start
        return start if start and saved_games.is_kept(start) else saved_games.free_place(self.game)

    def _forget_start(self) -> None:
        """Remove the saved game that was played on, which is kept elsewhere or over now."""
        start = self.request.start
        if start is not None and saved_games.is_kept(start):
            start.unlink(missing_ok=True)


def _was_compiling(error: BaseException | None) -> bool:
    """True where ``error``, or what it comes of, was raised inside the compiler."""
    if error is None:
        return False
    frames = traceback.walk_tb(error.__traceback__)
    inside = any(str(f.f_globals.get("__name__")).startswith("numba.") for f, _line in frames)
    return inside or _was_compiling(error.__cause__)


def _say(text: str, style: str | None = None) -> None:
    with signals.closed_terminal_is_a_hangup():
        stdout().print(text, style=style, soft_wrap=True)


def _read(prompt: str) -> str:
    """A line that somebody types; at the end of input the next output begins a new line."""
    try:
        with signals.closed_terminal_is_a_hangup():
            return input(prompt)
    except (EOFError, KeyboardInterrupt):
        with suppress(OSError):  # the terminal may be gone
            stdout().print()
        raise


def _next_deal() -> None:
    try:
        line = _read(_("Enter for the next deal, q to stop: "))
    except EOFError:
        raise PersonLeft from None
    if line.strip().casefold() in ("q", "quit"):
        raise PersonLeft


def _seating(
    game: Game, options: Options, request: MatchRequest, record: GameRecord | None
) -> Sequence[str]:
    """The spec of each seat's player, ``human`` or a machine; raises ``BadInput``.

    By default, in a record of this terminal, the players are those who sat there.
    """
    seats = game.num_players(options)
    asked_for = request.against or request.seat is not None
    sat = record.seats if record is not None else ()
    if len(sat) == seats and HUMAN in sat and not asked_for:
        return sat
    own = 1 if request.seat is None else request.seat
    if not 1 <= own <= seats:
        raise BadInput(
            _("--seat is a whole number from 1 to {seats}, not {given}").format(
                seats=seats, given=own
            )
        )
    others = list(request.against) or [game.info.levels[0]] * (seats - 1)
    if len(others) == 1 and seats > 1:
        others *= seats - 1
    if len(others) != seats - 1:
        raise BadInput(
            _("--against is given once for all or {n} times, not {given}").format(
                n=seats - 1, given=len(others)
            )
        )
    others.insert(own - 1, HUMAN)
    return others
