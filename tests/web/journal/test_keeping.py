"""Heads for the lobby, tokens, people and their deletion, shared records, reports."""

import asyncio

import pytest
from sqlalchemy import text

from ludoteca.table.events import Closed, Seated
from ludoteca.web.journal import HeadSeat, Journal, SeatKey, TableHead, open_journal
from ludoteca.web.journal.heads import FORGOTTEN
from ludoteca.web.journal.keeping import MOST_REPORTS


def head(name: str, at: float, *people: str, **more: bool) -> TableHead:
    seats = tuple(HeadSeat(person, person.upper()) for person in people)
    return TableHead(name, "nim", 1.0, at, seats=(*seats, HeadSeat(machine="basic")), **more)


async def test_heads_are_those_last_given_newest_first(journal: Journal, opened, moved) -> None:
    await journal.append("a", 0, [opened()], head("a", 1.0, listed=True))
    await journal.append("b", 0, [opened()], head("b", 2.0))
    await journal.append("c", 0, [opened()], head("c", 3.0, listed=True, over=True))
    await journal.append("a", 1, [moved(1)], head("a", 4.0, "p", listed=True))
    await journal.append("a", 2, [moved(1)])
    assert await journal.tables() == [
        head("a", 4.0, "p", listed=True),
        head("c", 3.0, listed=True, over=True),
        head("b", 2.0),
    ]
    assert [one.id for one in await journal.tables(listed=True)] == ["a", "c"]
    assert [one.id for one in await journal.tables(listed=True, over=False)] == ["a"]
    assert [one.id for one in await journal.tables(limit=2)] == ["a", "c"]


async def test_a_head_is_kept_only_with_its_events(journal: Journal, opened, moved) -> None:
    await journal.append("a", 0, [opened()], head("a", 1.0))
    await asyncio.gather(
        journal.append("a", 7, [moved(1)], head("a", 9.0)),
        journal.append("b", 0, [opened()], head("b", 2.0)),
        return_exceptions=True,
    )
    assert await journal.tables() == [head("b", 2.0), head("a", 1.0)]


async def test_tables_of_a_person_are_those_where_they_ever_sat(journal: Journal, opened) -> None:
    for name, people in (("a", "pq"), ("b", "q"), ("c", "p")):
        sits = [Seated(1.0, n, person, person.upper()) for n, person in enumerate(people)]
        await journal.append(name, 0, [opened(), *sits], head(name, 1.0, *people))
    # Gone from the seat, not from the table's past.
    await journal.append("c", 2, [Seated(2.0, 0, "q", "Q")], head("c", 2.0, "q"))
    assert [one.id for one in await journal.tables(person="p")] == ["c", "a"]
    assert [one.id for one in await journal.tables(person="q")] == ["c", "a", "b"]
    assert await journal.tables(person="nobody") == []


async def test_tokens_open_their_seat_until_it_is_given_up(journal: Journal) -> None:
    await journal.add_token("h1", "a", 0)
    await journal.add_token("h2", "a", 0)
    await journal.add_token("h3", "a", 1)
    assert await journal.find_token("h1") == SeatKey("a", 0)
    assert await journal.find_token("h") is None
    await journal.drop_tokens("a", 0)
    found = [await journal.find_token(name) for name in ("h1", "h2", "h3")]
    assert found == [None, None, SeatKey("a", 1)]


async def test_a_seat_keeps_the_token_of_who_holds_it_alone(journal: Journal) -> None:
    for name in ("h1", "h2"):
        await journal.add_token(name, "a", 0)
    await journal.drop_tokens("a", 0, but="h2")
    found = [await journal.find_token(name) for name in ("h1", "h2")]
    assert found == [None, SeatKey("a", 0)]


def everything(journal: Journal) -> str:
    """All that the database holds, as text."""
    names = ("events", "heads", "seatings", "tokens", "records", "reports", "tries")
    with journal._engines.read.connect() as connection:
        return "\n".join(
            str(row) for name in names for row in connection.execute(text(f"SELECT * FROM {name}"))
        )


async def test_a_person_who_deletes_themselves_is_gone(journal: Journal, opened, moved) -> None:
    ana, bruno = Seated(1.0, 0, "id-ana", "Ana"), Seated(1.0, 1, "id-bruno", "Bruno")
    both = (HeadSeat("id-ana", "Ana"), HeadSeat("id-bruno", "Bruno"))
    await journal.append(
        "both", 0, [opened(), ana, bruno, moved(1)], TableHead("both", "nim", 1, 1, seats=both)
    )
    alone = TableHead("alone", "nim", 1, 1, seats=both[:1])
    await journal.append("alone", 0, [opened(), ana, moved(1)], alone)
    his = TableHead("his", "nim", 1, 1, seats=both[1:])
    await journal.append("his", 0, [opened(), bruno], his)
    for number, (table, seat) in enumerate([("both", 0), ("both", 1), ("alone", 0)]):
        await journal.add_token(f"token{number}", table, seat)
    await journal.report("alone", 0, "odd", "seat: Ana")
    for person in ("id-ana", "id-bruno"):
        await journal.keep_try(person, "2026-11-23", solved=True)

    shared = [
        await journal.keep_record(f"game: nim 1\nseat: A.\nseal: 1\ntable: {table}\n1. take\n")
        for table in ("alone", "both", "elsewhere")
    ]

    farewell = await journal.delete_person("id-ana")
    assert (farewell.gone, farewell.changed) == (("alone",), ("both",))
    assert [await journal.record(key) is None for key in shared] == [True, True, False]
    left = everything(journal)
    assert "Ana" not in left
    assert "ana" not in left
    assert "Bruno" in left
    assert await journal.tried("id-bruno") == {"2026-11-23": True}
    assert not await journal.exists("alone")
    assert await journal.events("both") == [
        (0, opened()),
        (1, Seated(1.0, 0, FORGOTTEN, "")),
        (2, bruno),
        (3, moved(1)),
    ]
    (kept,) = [one for one in await journal.tables() if one.id == "both"]
    assert kept.seats == (HeadSeat(FORGOTTEN), both[1])
    assert [await journal.find_token(f"token{n}") for n in range(3)] == [
        None,
        SeatKey("both", 1),
        None,
    ]
    # The other plays on; a table that is gone cannot come back by a late move.
    await journal.append("both", 4, [moved(2)])
    answers = await asyncio.gather(journal.append("alone", 3, [moved(2)]), return_exceptions=True)
    assert isinstance(answers[0], Exception)
    assert not await journal.exists("alone")


async def test_deleting_somebody_who_never_played_changes_nothing(journal: Journal, opened) -> None:
    # An id is not a pattern.
    await journal.append("a", 0, [opened(), Seated(1.0, 0, "p_1", "Ana")], head("a", 1.0))
    before = everything(journal)
    farewell = await journal.delete_person("p%")
    assert (farewell.gone, farewell.changed) == ((), ())
    assert everything(journal) == before


async def test_the_same_shared_record_has_the_same_key_also_after_a_restart(database: str) -> None:
    keys = []
    for _time in range(2):
        journal = open_journal(database)
        keys += [await journal.keep_record("game: nim 1\n") for _again in range(2)]
        assert await journal.record(keys[0]) == "game: nim 1\n"
        assert await journal.record("0" * 24) is None
        journal.close()
    assert len(set(keys)) == 1
    assert len(keys[0]) == 24


async def test_every_journal_gives_a_record_a_key_of_its_own(tmp_path) -> None:
    keys = set()
    for name in ("a", "b"):
        journal = open_journal(f"sqlite:///{tmp_path / name}.sqlite")
        keys.add(await journal.keep_record("game: nim 1\n"))
        journal.close()
    assert len(keys) == 2


async def test_the_oldest_shared_records_go_when_the_store_is_full(database: str) -> None:
    journal = open_journal(database, record_store_bytes=1000)

    texts = [f"{n} " + "ç" * 149 for n in range(4)]
    keys = [await journal.keep_record(text) for text in texts]
    # 300 bytes each: three fit. To be shared again makes one new.
    assert [await journal.record(key) is not None for key in keys] == [False, True, True, True]
    await journal.keep_record(texts[1])
    await journal.keep_record("new " + "x" * 296)
    assert [await journal.record(key) is not None for key in keys] == [False, True, False, True]
    # One that is larger than all the room is kept while it is the newest.
    large = await journal.keep_record("y" * 2000)
    assert await journal.record(large) == "y" * 2000
    assert [await journal.record(key) for key in keys] == [None] * 4
    journal.close()


async def test_the_first_try_at_the_puzzle_of_a_day_stays_and_is_counted(journal: Journal) -> None:
    for person, day, solved in (
        ("p", "2026-11-23", False),
        ("p", "2026-11-23", True),
        ("p", "2026-11-24", True),
        ("q", "2026-11-23", True),
    ):
        await journal.keep_try(person, day, solved=solved)
    assert await journal.tried("p") == {"2026-11-23": False, "2026-11-24": True}
    assert await journal.solvers("2026-11-23") == (1, 2)
    assert await journal.solvers("2026-11-25") == (0, 0)


def test_a_report_is_kept_for_the_host(journal: Journal) -> None:
    asyncio.run(journal.report("a", 1, "the odds look wrong", "game: nim 1\n"))
    with journal._engines.read.connect() as connection:
        found = connection.execute(text("SELECT table_id, seat, sentence, record FROM reports"))
        assert [tuple(row) for row in found] == [
            ("a", 1, "the odds look wrong", "game: nim 1\n"),
        ]


@pytest.mark.parametrize("strange", ["'; DROP TABLE events; --", "t\x01", "ö" * 50, ""])
async def test_an_id_is_only_a_text(journal: Journal, opened, strange: str) -> None:
    await journal.append(strange, 0, [opened()], head(strange, 1.0))
    assert await journal.events(strange) == [(0, opened())]
    assert [one.id for one in await journal.tables()] == [strange]


async def test_reports_of_a_seat_are_bounded_and_push_out_nobody_elses(journal: Journal) -> None:
    await journal.report("a", 1, "first of another", "...")
    for number in range(MOST_REPORTS + 3):
        await journal.report("a", 0, f"number {number}.", "...")
    left = everything(journal)
    assert left.count("number ") == MOST_REPORTS
    assert "number 2." not in left
    assert "first of another" in left


async def test_events_of_a_person_are_those_of_the_kinds_asked_for(journal, opened, moved, seated):
    for name, person in (("a", "p"), ("b", "q")):
        happened = [opened(), seated(0, person, "{"), moved(1), Closed(9.0, 1, [1, -1], True)]
        await journal.append(name, 0, happened, head(name, 1.0, person))
    found = await journal.events_of("p", (Seated, Closed))
    assert found == {"a": [seated(0, "p", "{"), Closed(9.0, 1, [1, -1], True)]}
