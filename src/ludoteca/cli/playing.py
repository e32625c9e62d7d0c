"""``ludoteca play``: seats people and machines at a table in the terminal, and keeps the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ludoteca.cli.console import compilation_notice, stdout, write
from ludoteca.cli.failures import Stopped
from ludoteca.cli.flags import (
    Flag,
    chosen_options,
    flag,
    option_flags,
    seed_flag,
    single_command,
    switch,
    whole_flag,
)
from ludoteca.cli.groups import game_group
from ludoteca.cli.seeds import new_seed
from ludoteca.core.errors import BadInput
from ludoteca.core.files import check_writable, whole_file
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Options
from ludoteca.core.positions import position_from

if TYPE_CHECKING:
    from ludoteca.cli.table import Table
    from ludoteca.core.match import Match
    from ludoteca.core.state import State

HUMAN = "human"


@dataclass(frozen=True)
class Wishes:
    """What the person asked for. ``seat`` counts from 1; ``against`` are machines by seat order."""

    against: Sequence[str] = ()
    seat: int | None = None
    seed: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    record: Path | None = None
    hints: bool = False
    coach: bool = False
    start: Path | None = None


def play_group() -> typer.Typer:
    """``ludoteca play``, with a command for each game."""
    return game_group(lambda _game: True, _play_command, lambda game: game.name)


def _play_command(game: Game) -> Any:
    with compilation_notice(game.name):
        own = _own_flags(game)
        flags = [*own, *option_flags(game, {f.name for f in own})]

    def function(given: dict[str, Any]) -> None:
        wishes = Wishes(
            against=given["against"] or (),
            seat=given["seat"],
            seed=given["seed"],
            options=chosen_options(game, given),
            record=Path(given["record"]) if given["record"] else None,
            hints=given["hints"],
            coach=given["coach"],
            start=Path(given["start"]) if given["start"] else None,
        )
        play(game, wishes)

    return single_command(function, flags, _(game.info.sentence))


def _own_flags(game: Game) -> list[Flag]:
    from ludoteca.players import available

    against = _("Who sits at the other seats: {levels}; once for all, or once for each.")
    levels = ", ".join(available(game))
    return [
        flag("against", against.format(levels=levels), metavar="WHO", kind=list[str] | None),
        whole_flag("seat", _("Your seat, 1 for the first."), 1),
        seed_flag(),
        flag("record", _("Write the record of the game into this file."), metavar="FILE"),
        flag("start", _("Go on from the record in this file."), metavar="FILE", written="from"),
        switch("hints", _("Show a machine's advice before each of your moves.")),
        switch("coach", _("Say after each of your decisions what it cost.")),
    ]


def play(game: Game, wishes: Wishes) -> None:
    """Play a match of ``game`` in the terminal."""
    from ludoteca.players.threads import cores, use_threads

    seed = new_seed() if wishes.seed is None else wishes.seed
    if wishes.record is not None:
        check_writable(wishes.record)
    use_threads(cores())
    with compilation_notice(game.name):
        _Evening(game, wishes, seed).play()


class _Evening:
    """One match at one table: deals follow each other until it is over or somebody leaves."""

    def __init__(self, game: Game, wishes: Wishes, seed: int) -> None:
        import numpy as np

        from ludoteca.core.match import Match
        from ludoteca.players.coaching import Coach

        self.coach = Coach(game) if wishes.coach else None
        self.game = game
        self.wishes = wishes
        self.seed = seed
        self.seeds = np.random.SeedSequence(seed)
        self.state = _start(game, wishes.start)
        self.options = game.options(wishes.options) if self.state is None else self.state.options
        self.match: Match = Match(game, self.options)
        if self.state is not None:
            self.match.standing = self.state.standing.copy()
        self.specs = _seating(game, self.options, wishes)

    def play(self) -> None:
        from ludoteca.players import Left

        table = self._table()
        title = _(self.game.info.title)
        stdout().print(_("{title}, seed {seed}").format(title=title, seed=self.seed))
        try:
            while True:
                table.play()
                self._keep_record(table)
                self.match.close(table.state)
                if self.match.over:
                    if self.match.deals > 1:
                        stdout().print(self._standing_words())
                    self._sum_up()
                    break
                stdout().print(self._standing_words())
                _next_deal()
                self.state = None
                table = self._table()
        except Left:
            self._sum_up()
            stdout().print(self._keep_record(table))
        except KeyboardInterrupt:
            raise Stopped(self._keep_record(table)) from None
        except BaseException:
            self._keep_record(table)
            raise

    def _table(self) -> Table:
        from ludoteca.cli.table import Table

        return Table(
            self.state if self.state is not None else self.match.new_deal(),
            self.specs,
            self.seeds.spawn(1)[0],
            ask=_read,
            show=self._print,
            advise_always=self.wishes.hints,
            coach=self.coach,
            deal=self.match.deals + 1,
        )

    def _sum_up(self) -> None:
        """What the coach says at the end."""
        if self.coach is not None:
            stdout().print(self.coach.summary(), highlight=False, markup=False)

    def _standing_words(self) -> str:
        """The standing as the game says it, else the names and numbers of its fields."""
        words = getattr(self.game.notation, "standing_words", None)
        if words is None:
            return self.match.standing_text()
        return str(words(self.match.standing[0]))

    def _print(self, text: str) -> None:
        """Print a text of the table, in the colours that the game gives it."""
        from rich.text import Text

        styled = Text(text)
        styles = getattr(self.game.notation, "table_styles", None)
        for start, end, style in styles(text) if styles is not None else ():
            styled.stylize(style, start, end)
        stdout().print(styled)

    def _keep_record(self, table: Table) -> str:
        """Write the record where it was asked for; returns how the game can be gone on with."""
        from ludoteca.core.record import GameRecord

        path = self.wishes.record
        if path is None:
            return _("stopped; with --record FILE a game can be gone on with later")
        if self.match.deals:
            path = path.with_stem(f"{path.stem}-{self.match.deals + 1}")
        text = GameRecord.from_state(table.state, self.specs).to_text()
        try:
            with whole_file(path) as file:
                file.write(text.encode())
        except OSError:
            write(text)  # what no file can hold is kept on the screen
            raise
        return _("stopped; go on with: ludoteca play {game} --from {file}").format(
            game=self.game.name, file=path
        )


def _read(prompt: str) -> str:
    """A line that somebody types; where there is none, what is said next has a line of its own."""
    try:
        return input(prompt)
    except EOFError:
        stdout().print()
        raise


def _next_deal() -> None:
    from ludoteca.players import Left

    try:
        line = _read(_("Enter for the next deal, q to stop: "))
    except EOFError:
        raise Left from None
    if line.strip().casefold() in ("q", "quit"):
        raise Left


def _start(game: Game, path: Path | None) -> State | None:
    """The position at the end of the record in ``path``; raises ``BadInput``."""
    if path is None:
        return None
    state = position_from(game, path)
    if state.is_terminal():
        raise BadInput(_("the game in this record is finished"))
    return state


def _seating(game: Game, options: Options, wishes: Wishes) -> list[str]:
    """Who sits at each seat: ``human`` or a machine; raises ``BadInput``."""
    seats = game.num_players(options)
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
