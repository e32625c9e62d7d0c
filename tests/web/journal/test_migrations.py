"""Layouts of the journal: older ones are migrated, whole or not at all; newer ones are refused."""

import asyncio
import signal
import sqlite3
import stat
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, create_engine, inspect, text

from ludoteca.core.errors import BadInput
from ludoteca.table.events import Moved
from ludoteca.web.journal import JournalFailed, migrations, open_journal

FIXTURES = Path(__file__).with_name("layout_1")
TABLE = "AAAAAAAAAAAA"


@pytest.fixture
def old(database: str) -> str:
    """A journal of layout 1, in which a game of nim is under way."""
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
            connection.executescript((FIXTURES / "sqlite.sql").read_text())
    else:
        with psycopg.connect(database) as connection:
            connection.execute((FIXTURES / "postgresql.sql").read_bytes())
    return database


def contents(database: str) -> dict[str, Any]:
    """The columns, the indexes and the rows of every table."""
    engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    found = {}
    with engine.connect() as connection:
        seen = inspect(connection)
        for table in seen.get_table_names():
            columns = [(c["name"], str(c["type"]), c["nullable"]) for c in seen.get_columns(table)]
            keys = seen.get_pk_constraint(table)["constrained_columns"]
            indexes = sorted((i["name"], *i["column_names"]) for i in seen.get_indexes(table))
            rows = connection.execute(text(f"SELECT * FROM {table}")).all()
            found[table] = columns, keys, indexes, sorted(map(str, rows))
    engine.dispose()
    return found


def shape(database: str) -> dict[str, Any]:
    """The columns and indexes of every table."""
    return {table: kinds[:3] for table, kinds in contents(database).items()}


def add_mood(connection: Connection) -> None:
    """A migration in several statements, which also changes what is there."""
    connection.execute(text("ALTER TABLE heads ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'"))
    connection.execute(text("CREATE TABLE moods (name TEXT PRIMARY KEY)"))
    connection.execute(text("INSERT INTO moods SELECT DISTINCT mood FROM heads"))
    connection.execute(text("UPDATE heads SET mood = 'merry'"))


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "MIGRATIONS", (add_mood,))


def test_a_journal_of_todays_layout_opens_unchanged(old: str) -> None:
    before = contents(old)
    journal = open_journal(old)
    events = asyncio.run(journal.events(TABLE))
    journal.close()
    assert contents(old) == before
    assert isinstance(events[-1][1], Moved)


def test_a_table_that_came_without_a_new_number_is_made_in_an_early_journal(old: str) -> None:
    before = contents(old)
    with create_engine(old.replace("postgresql://", "postgresql+psycopg://")).begin() as connection:
        connection.execute(text("DROP TABLE tries"))
    open_journal(old).close()
    assert contents(old) == before


def test_who_changes_a_table_writes_a_migration(old: str) -> None:
    """Layout 1 and all migrations make the tables that an empty journal gets."""
    open_journal(old, backed_up=True).close()
    migrated = shape(old)
    if old.startswith("sqlite"):
        fresh = old.replace("journal.sqlite", "fresh.sqlite")
    else:
        fresh = old
        with psycopg.connect(old) as connection:
            connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    open_journal(fresh).close()
    assert shape(fresh) == migrated


@pytest.mark.usefixtures("planned")
def test_an_older_layout_is_migrated_once(old: str) -> None:
    for _time in range(2):
        journal = open_journal(old, backed_up=True)
        assert len(asyncio.run(journal.events(TABLE))) == 3
        journal.close()
    now = contents(old)
    assert now["layout"][3] == ["(2,)"]
    assert now["moods"][3] == ["('calm',)"]
    assert "'merry'" in now["heads"][3][0]


@pytest.mark.usefixtures("planned")
def test_a_new_journal_has_the_newest_layout_and_is_not_migrated(database: str) -> None:
    open_journal(database).close()
    now = contents(database)
    assert now["layout"][3] == ["(2,)"]
    assert "moods" not in now, "the tables of a new journal are those of the schema"


@pytest.mark.usefixtures("planned")
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_sqlite_is_copied_before_it_is_migrated(old: str, tmp_path: Path) -> None:
    before = contents(old)
    open_journal(old).close()
    (copy,) = (file for file in tmp_path.iterdir() if ".layout-1." in file.name)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert contents(f"sqlite:///{copy}") == before
    open_journal(old).close()
    assert len([file for file in tmp_path.iterdir() if ".layout-" in file.name]) == 1


@pytest.mark.usefixtures("planned")
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_without_room_for_the_copy_sqlite_is_not_migrated(
    old: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(self: Path, *_args: Any) -> None:
        raise OSError(28, "No space left on device")

    before = contents(old)
    with monkeypatch.context() as trouble:
        trouble.setattr(Path, "replace", full)
        with pytest.raises(BadInput, match=r"backup .*layout-1.* failed: .*No space left"):
            open_journal(old)
    assert contents(old) == before
    assert not [file for file in tmp_path.iterdir() if ".layout-" in file.name]


@pytest.mark.usefixtures("planned")
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_postgresql_is_migrated_only_where_it_is_backed_up_and_no_server_uses_it(old: str) -> None:
    before = contents(old)
    with pytest.raises(BadInput, match="pg_dump, and then run: ludoteca migrate"):
        open_journal(old)
    assert contents(old) == before
    with psycopg.connect(old, autocommit=True) as connection:
        connection.execute("INSERT INTO servers VALUES ('a', 'host:1', 1e12)")
        with pytest.raises(BadInput, match="stop all of them first"):
            open_journal(old, backed_up=True)
        connection.execute("DELETE FROM servers")
    assert contents(old) == before
    open_journal(old, backed_up=True).close()
    assert "moods" in contents(old)


@pytest.mark.parametrize("statement", ["CREATE TABLE heads (id TEXT)", None])
def test_a_migration_that_fails_leaves_the_journal_as_it_was_and_says_where_its_backup_is(
    old: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, statement: str | None
) -> None:
    """Where the database refuses a statement, and where the program has a mistake."""

    def broken(connection: Connection) -> None:
        connection.execute(text("DELETE FROM events"))
        if statement is None:
            raise RuntimeError("a mistake")
        connection.execute(text(statement))

    before = contents(old)
    with monkeypatch.context() as trouble:
        trouble.setattr(migrations, "MIGRATIONS", (add_mood, broken))
        with pytest.raises(JournalFailed) as failed:
            open_journal(old, backed_up=True)
    assert contents(old) == before
    told, _its, place = str(failed.value).partition("); it is as it was, and its backup is ")
    assert told.startswith("The journal could not be migrated from layout 1 (")
    copies = [str(file) for file in tmp_path.iterdir() if ".layout-1." in file.name]
    assert place.removesuffix(".") in (copies or ["the one that you made"])
    open_journal(old).close()


_KILLED = """
    import os, signal, sys
    from ludoteca.web.journal import migrations, open_journal
    from sqlalchemy import text

    def killed(connection):
        connection.execute(text("CREATE TABLE moods (name TEXT PRIMARY KEY)"))
        connection.execute(text("DELETE FROM events"))
        connection.execute(text("DROP TABLE heads"))
        os.kill(os.getpid(), signal.SIGKILL)

    migrations.MIGRATIONS = (killed,)
    open_journal(sys.argv[1], backed_up=True)
"""


def test_a_migration_that_is_killed_leaves_the_journal_as_it_was(old: str) -> None:
    before = contents(old)
    ran = subprocess.run([sys.executable, "-c", textwrap.dedent(_KILLED), old], timeout=60)
    assert ran.returncode == -signal.SIGKILL
    assert contents(old) == before
    open_journal(old).close()


def test_a_journal_of_a_newer_layout_is_refused_and_left_alone(
    old: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as newer:
        newer.setattr(migrations, "MIGRATIONS", (add_mood,))
        open_journal(old, backed_up=True).close()
    with create_engine(old.replace("postgresql://", "postgresql+psycopg://")).begin() as connection:
        connection.execute(text("DROP TABLE reports"))  # which a newer program does without
    before = contents(old)
    with pytest.raises(BadInput, match="layout 2, made by a newer program"):
        open_journal(old)
    assert contents(old) == before
