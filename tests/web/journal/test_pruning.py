"""Tables that nobody touched for long are removed on both databases, and their records stay."""

import asyncio
import stat
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy import func, select

from ludoteca.cli.flags import period
from ludoteca.cli.main import main
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import use_language
from ludoteca.table.events import Event, Opened, Seated, SeatPlan
from ludoteca.table.proposals import GameTable
from ludoteca.web.engines import reading
from ludoteca.web.journal import Journal, TableHead, open_journal
from ludoteca.web.journal.schema import events, heads, reports, seatings, tokens
from ludoteca.web.pruning import prune
from ludoteca.web.table import head_after, head_of

DAY = 24 * 3600.0


async def played(journal: Journal, name: str, at: float, person: str = "ana") -> TableHead:
    """A running deal of ``nim``, begun by ``person`` at a time."""
    opened = Opened(
        at, "nim", {"heaps": 3, "largest": 5}, [SeatPlan(), SeatPlan("basic")], hints=True
    )
    table = GameTable(name, opened)
    happened: list[Event] = [opened]

    def add(new: Sequence[Event]) -> None:
        for event in new:
            table.apply(table.seq + 1, event)
        happened.extend(new)

    if person:
        add([Seated(at, 0, person, "Ana")])
    else:
        add([Seated(at, 0, "somebody", "")])
    add(table.commit(at))
    add(table.deal(at))
    add(table.act(0, table.decision, [table.view(0).legal[0]], "a", "person", at))
    head = head_after(head_of(name, opened), happened)
    head = TableHead(head.id, head.game, at, at, head.listed, head.over, head.seats)
    await journal.append(name, 1, happened, head)
    await journal.add_token(f"token of {name}", name, 0)
    await journal.report(name, 0, "wrong", "record")
    return head


async def texts(table_id: str, numbered: Sequence[tuple[int, Event]]) -> list[str]:
    return reading.texts(table_id, numbered, "")


def rows(journal: Journal) -> dict[str, int]:
    """The number of rows of each table of the database that knows of tables."""
    with journal._engines.read.begin() as connection:
        return {
            each.name: connection.scalar(select(func.count()).select_from(each)) or 0
            for each in (events, heads, seatings, tokens, reports)
        }


async def test_old_tables_go_with_all_that_is_theirs_and_young_ones_stay(
    journal: Journal, tmp_path: Path
) -> None:
    now = time.time()

    await played(journal, "young", now - 10 * DAY)
    before = rows(journal)
    kept = await journal.events("young")
    await played(journal, "old", now - 100 * DAY)
    folder = tmp_path / "removed"
    done = await prune(journal, now - 90 * DAY, folder, texts, journal.remove_table)
    assert (done.tables, done.records) == (1, 1)
    assert rows(journal) == before
    assert await journal.events("young") == kept
    (record,) = folder.glob("*/*.txt")
    assert record.name == "nim-old-1.txt"
    assert record.read_text().startswith("game: nim ")
    assert stat.S_IMODE(record.parent.stat().st_mode) == 0o700
    again = await prune(journal, now - 90 * DAY, folder, texts, journal.remove_table)
    assert (again.tables, again.records) == (0, 0)


async def test_a_table_that_somebody_comes_back_to_meanwhile_stays(
    journal: Journal, tmp_path: Path
) -> None:
    now = time.time()

    head = await played(journal, "old", now - 100 * DAY)

    async def come_back(table_id: str, numbered: Sequence[tuple[int, Event]]) -> list[str]:
        touched = TableHead(**{**vars(head), "touched_at": now})
        seat = Seated(now, 0, "ana", "Ana")
        await journal.append("old", len(numbered) + 1, [seat], touched)
        return await texts(table_id, numbered)

    done = await prune(journal, now - 90 * DAY, tmp_path, come_back, journal.remove_table)
    assert done.tables == 0
    assert await journal.exists("old")


async def test_a_table_whose_records_cannot_be_written_stays(
    journal: Journal, tmp_path: Path
) -> None:
    await played(journal, "old", 1.0)
    taken = tmp_path / "file"
    taken.write_text("no folder")
    with pytest.raises(OSError, match="file"):
        await prune(journal, time.time(), taken, texts, journal.remove_table)
    assert await journal.exists("old")


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # which pruning sets, and is taken back here
    yield
    use_language("en")


@pytest.mark.usefixtures("english")
def test_the_command_removes_them_from_the_database_that_the_environment_names(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    journal = open_journal(database)
    asyncio.run(played(journal, "old", time.time() - 100 * DAY))
    asyncio.run(played(journal, "young", time.time()))
    monkeypatch.setenv("LUDOTECA_DATABASE", database)
    code = main(("prune", "--keep", "90d", "--export", str(tmp_path / "out")))
    said, errors = capsys.readouterr()
    assert code == 0, errors
    assert "1 table removed" in said
    assert "1 record written to" in said
    assert asyncio.run(journal.exists("young"))
    assert not asyncio.run(journal.exists("old"))
    journal.close()


@pytest.mark.usefixtures("english")
def test_a_time_that_is_none_is_one_sentence(capsys: pytest.CaptureFixture) -> None:
    assert main(("prune", "--keep", "90", "--database", "sqlite:////nowhere/journal.sqlite")) == 2
    assert "--keep is a number of days, weeks or years" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["d", "-1d", "0d", "1.5d", "99999d", "1" * 5000 + "d", "", "٣d"])
def test_a_time_has_a_number_and_a_unit(text: str) -> None:
    with pytest.raises(BadInput, match="--keep"):
        period("--keep")(text)


def test_times_are_read_in_seconds() -> None:
    assert [period("--keep")(text) / DAY for text in ("90d", "2w", "1y")] == [90, 14, 365]
