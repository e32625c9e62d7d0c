"""A table without a server: events are applied at once and kept, as a journal would."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from ludoteca.core.registry import games, load_game
from ludoteca.table.events import Event, Opened, SeatPlan, event_from_json
from ludoteca.table.proposals import GameTable
from ludoteca.table.refusal import Refusal
from ludoteca.table.setup import TableRequest

ALL_GAMES = sorted(games())
KEY = "0123456789abcdef" * 4


def opened(
    game: str,
    options: dict[str, int | str],
    machines: list[str],
    now: float,
    sit_in: float = 60.0,
    **wishes: Any,
) -> Opened:
    """The event that opens a table; ``machines`` has a spec or, for a person, "" for each seat."""
    known, plans = load_game(game), [SeatPlan(machine) for machine in machines]
    return TableRequest(known, known.options(options), plans, **wishes).checked_settings(
        now, sit_in
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", ALL_GAMES)


class Rig:
    """A table, the events that made it, and a clock that ticks once an event."""

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        machines: Sequence[str] | None = None,
        seed: int = 0,
        **wishes: Any,
    ) -> None:
        known = load_game(game)
        options = dict(options or {})
        if machines is None and not wishes.get("start"):
            machines = [""] * known.num_players(known.options(options))
        self.rng = np.random.default_rng(seed)
        self.now = 1000.0
        event = opened(game, options, machines or [""] * known.info.players[0], 1000.0, **wishes)
        self.table = GameTable("table1", event)
        self.events: list[Event] = [event]

    @property
    def people(self) -> list[int]:
        return [c.seat for c in self.table.chairs if not c.machine]

    def do(self, proposed: Sequence[Event]) -> Sequence[Event]:
        """Take the events in, as they come back from a journal in JSON."""
        for event in proposed:
            read = event_from_json(json.loads(json.dumps(event.to_json())))
            assert read == event
            self.events.append(read)
            self.table.apply(self.table.seq + 1, read)
        self.now += 1.0
        return proposed

    def seat_all(self) -> Rig:
        for seat in self.people:
            self.do(self.table.take_seat(seat, f"person{seat}", f"Name{seat}", self.now))
        return self

    def deal(self) -> Rig:
        """Commit and deal, people ready."""
        if self.table.due == "commit":
            self.do(self.table.commit(self.now, key=KEY))
        if self.table.phase == "dealt out":
            for chair in self.table.chairs:
                if chair.attended and not chair.ready:
                    self.do(self.table.ready(chair.seat, self.now))
        self.do(self.table.deal(self.now))
        return self

    def act(self, *actions: int, name: str = "") -> Sequence[Event]:
        """The seat to act makes these moves, or a random one."""
        turn = self.table.turn()
        assert turn is not None
        by = "machine" if turn.machine else "person"
        return self.do(
            self.table.act(
                turn.seat, turn.decision, list(actions) or [self.any_move()], name, by, self.now
            )
        )

    def any_move(self) -> int:
        turn = self.table.turn()
        assert turn is not None
        view = self.table.view(turn.seat)
        assert view is not None
        return int(self.rng.choice(view.legal))

    def play(self, acts: int = 10_000, deals: int = 1) -> Rig:
        """Random play until so many acts are made, or so many deals are over."""
        done = 0
        while done < deals and self.table.phase != "over":
            if self.table.phase != "playing":
                self.deal()
            while self.table.phase == "playing" and acts > 0:
                self.act(name=f"act{self.table.seq}")
                acts -= 1
            if self.table.phase == "playing":
                break
            done += 1
        return self

    def replayed(self) -> GameTable:
        """The table that its events alone make."""
        table = GameTable("table1", self.events[0])
        for seq, event in enumerate(self.events[1:], 2):
            table.apply(seq, event)
        return table

    def told(self, viewer: int, table: GameTable | None = None) -> str:
        """The viewer's scene, all of it, as text."""
        scene = (table or self.table).scene(viewer, {0}, self.now)
        return json.dumps(scene.to_json(), sort_keys=True)

    def refused(self, propose: Callable[..., Any], *given: Any) -> str:
        """The code with which a proposal is refused; nothing may have changed."""
        before = (self.table.seq, [self.told(v) for v in (-1, *range(len(self.table.chairs)))])
        with pytest.raises(Refusal) as refusal:
            propose(*given)
        assert str(refusal.value)
        after = (self.table.seq, [self.told(v) for v in (-1, *range(len(self.table.chairs)))])
        assert before == after
        return refusal.value.code


@pytest.fixture
def rig() -> type[Rig]:
    return Rig


@pytest.fixture
def playing() -> Callable[..., Rig]:
    """A table at which the first deal has begun."""
    return lambda *given, **wishes: Rig(*given, **wishes).seat_all().deal()


@pytest.fixture
def open_table() -> Callable[..., Opened]:
    """See :func:`opened`."""
    return opened
