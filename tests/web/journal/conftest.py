"""An open journal on each database, and events to put into it."""

from collections.abc import Callable, Iterator

import pytest

from ludoteca.table.events import Event, Moved, Opened, Seated, SeatPlan
from ludoteca.web.journal import Journal, open_journal


@pytest.fixture
def opened() -> Callable[[str], Opened]:
    return lambda game="nim": Opened(
        1.5, game, {"heaps": 3, "largest": 5}, [SeatPlan(), SeatPlan("basic")], clock=[300.0, 5.0]
    )


@pytest.fixture
def moved() -> Callable[[int], Moved]:
    return lambda number: Moved(2.25, 0, [[0, number], [-1, 3]], "person", f"act-{number}", 12.5)


@pytest.fixture
def seated() -> Callable[[int, str, str], Event]:
    return lambda seat, person, name: Seated(3.0, seat, person, name)


@pytest.fixture
def journal(database: str) -> Iterator[Journal]:
    journal = open_journal(database)
    yield journal
    journal.close()
