"""A match at the terminal: deal after deal, and what is kept of it however it ends."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import numpy as np
from rich.text import Text

from ludoteca.cli import leaving
from ludoteca.cli.console import stdout, write
from ludoteca.cli.failures import Stopped
from ludoteca.cli.playing import Wishes
from ludoteca.cli.table import Table
from ludoteca.core.errors import BadInput
from ludoteca.core.files import whole_file
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.match import Match
from ludoteca.core.options import Options
from ludoteca.core.positions import record_of
from ludoteca.core.record import GameRecord
from ludoteca.core.state import State
from ludoteca.players import Left
from ludoteca.players.coaching import Coach
from ludoteca.players.factory import HUMAN


class Evening:
    """One match at one table: deals follow each other until it is over or somebody leaves.

    Raises ``BadInput`` where it cannot be played as ``wishes`` say.
    """

    def __init__(self, game: Game, wishes: Wishes, seed: int) -> None:
        record = record_of(game, wishes.start) if wishes.start is not None else None
        state = _to_go_on_with(record) if record is not None else None
        options = game.options(wishes.options) if state is None else state.options
        self.game = game
        self.wishes = wishes
        self.seed = seed
        self._coach = Coach(game) if wishes.coach else None
        self._seeds = np.random.SeedSequence(seed)
        self._match: Match = Match(game, options)
        if state is not None:
            self._match.standing = state.standing.copy()
        self._specs = _seating(game, options, wishes, record)
        self._table = self._table_for(state or self._match.new_deal())

    def play(self) -> None:
        """Play until the match is over; raises ``Stopped`` where the person stops it."""
        title = _(self.game.info.title)
        stdout().print(_("{title}, seed {seed}").format(title=title, seed=self.seed))
        reminder = leaving.reminder(self.game) if self.wishes.start is None else None
        if reminder is not None:
            stdout().print(reminder, style="dim", soft_wrap=True)
        try:
            self._play_deals()
        except Left:
            kept = self._keep()  # before anything is said: the terminal may be gone
            self._sum_up()
            stdout().print(kept, soft_wrap=True)
        except KeyboardInterrupt:
            raise Stopped(self._keep()) from None
        except BaseException:
            self._keep()
            raise

    def _play_deals(self) -> None:
        while True:
            self._table.play()
            if self.wishes.record is not None:
                self._write(self._own_file(self.wishes.record))
            self._match.close(self._table.state)
            if self._match.over:
                break
            self._table = self._table_for(self._match.new_deal())
            stdout().print(self._standing_words())
            _next_deal()
        if self._match.deals > 1:
            stdout().print(self._standing_words())
        self._sum_up()
        self._forget_where_it_began()

    def _table_for(self, state: State) -> Table:
        return Table(
            state,
            self._specs,
            self._seeds.spawn(1)[0],
            ask=_read,
            show=self._print,
            advise_always=self.wishes.hints,
            coach=self._coach,
            deal=self._match.deals + 1,
        )

    # -- what is said ---------------------------------------------------------------------------

    def _sum_up(self) -> None:
        """What the coach says at the end."""
        if self._coach is not None:
            stdout().print(self._coach.summary(), highlight=False, markup=False)

    def _standing_words(self) -> str:
        """The standing as the game says it, else the names and numbers of its fields."""
        words = getattr(self.game.notation, "standing_words", None)
        if words is None:
            return self._match.standing_text()
        return str(words(self._match.standing[0]))

    def _print(self, text: str) -> None:
        """Print a text of the table, in the colours that the game gives it."""
        styled = Text(text)
        styles = getattr(self.game.notation, "table_styles", None)
        for start, end, style in styles(text) if styles is not None else ():
            styled.stylize(style, start, end)
        stdout().print(styled)

    # -- what is kept ---------------------------------------------------------------------------

    def _keep(self) -> str:
        """Keep the game as far as it was played; returns how it can be gone on with.

        Raises ``OSError`` where it cannot be written; then it is on the screen.
        """
        own = self.wishes.record
        if own is None and not self._is_worth_keeping():
            return _("stopped")
        path = self._usual_file if own is None else self._own_file(own)
        try:
            self._write(path)
        except KeyboardInterrupt:  # once more: the terminal is closed while somebody leaves
            self._write(path)
        if path != self.wishes.start:
            self._forget_where_it_began()
        command = leaving.command_to_go_on(self.game, path)
        return _("stopped; go on with: {command}").format(command=command)

    def _is_worth_keeping(self) -> bool:
        played = any(move.actor >= 0 for move in self._table.state.moves)
        return played or self._match.deals > 0 or self.wishes.start is not None

    def _own_file(self, path: Path) -> Path:
        """The file of this deal, where the person asked for records in ``path``."""
        number = self._match.deals + 1
        return path.with_stem(f"{path.stem}-{number}") if number > 1 else path

    @cached_property
    def _usual_file(self) -> Path:
        start = self.wishes.start
        return start if start and leaving.is_kept(start) else leaving.free_place(self.game)

    def _write(self, path: Path) -> None:
        """Write the record; what no file can hold is kept on the screen. Raises ``OSError``."""
        text = GameRecord.from_state(self._table.state, self._specs).to_text()
        try:
            if leaving.is_kept(path):
                path.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(path) as file:
                file.write(text.encode())
        except OSError:
            write(text)
            raise

    def _forget_where_it_began(self) -> None:
        """A game that was left is no longer kept where it stood once it was played on."""
        start = self.wishes.start
        if start is not None and leaving.is_kept(start):
            start.unlink(missing_ok=True)


def _read(prompt: str) -> str:
    """A line that somebody types; where there is none, what is said next has a line of its own."""
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        with suppress(OSError):  # the terminal may be gone
            stdout().print()
        raise


def _next_deal() -> None:
    try:
        line = _read(_("Enter for the next deal, q to stop: "))
    except EOFError:
        raise Left from None
    if line.strip().casefold() in ("q", "quit"):
        raise Left


def _to_go_on_with(record: GameRecord) -> State:
    """The position at the end of ``record``; raises ``BadInput``."""
    state = record.replay()
    if state.is_terminal():
        raise BadInput(_("the game in this record is finished"))
    return state


def _seating(
    game: Game, options: Options, wishes: Wishes, record: GameRecord | None
) -> Sequence[str]:
    """Who sits at each seat: ``human`` or a machine; raises ``BadInput``.

    Where nothing is asked for, those sit down who sat there in a record of this terminal.
    """
    seats = game.num_players(options)
    asked_for = wishes.against or wishes.seat is not None
    sat = record.seats if record is not None else ()
    if len(sat) == seats and HUMAN in sat and not asked_for:
        return sat
    own = 1 if wishes.seat is None else wishes.seat
    if not 1 <= own <= seats:
        raise BadInput(
            _("--seat is a whole number from 1 to {seats}, not {given}").format(
                seats=seats, given=own
            )
        )
    others = list(wishes.against) or [game.info.levels[0]] * (seats - 1)
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
