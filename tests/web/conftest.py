"""Tests that are coroutines, and a real PostgreSQL, started once a session from its own package."""

import asyncio
import inspect
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

# Debian keeps the server's programs out of the path, in a folder a version.
_DEBIAN = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name))
_UNPRIVILEGED = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
_INITDB = ["--auth=trust", "--encoding=UTF8", "--no-locale"]
_SERVER = ["-h", "127.0.0.1", "-c", "fsync=on", "-c", "shared_buffers=16MB"]

LONG = 120.0  #: seconds that a busy machine is given for a test


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters

    async def bounded() -> None:
        async with asyncio.timeout(LONG):
            await pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted})

    asyncio.run(bounded())
    return True


def _program(name: str) -> str | None:
    return shutil.which(name) or next(
        (str(folder / name) for folder in reversed(_DEBIAN) if (folder / name).exists()), None
    )


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


class Postgres:
    """A server on a free port of this machine, its files in a folder of its own."""

    def __init__(self, initdb: str, server: str) -> None:
        self._server = server
        # The server refuses to run as root.
        self._prefix = _UNPRIVILEGED if os.geteuid() == 0 else []
        self._folder = Path(tempfile.mkdtemp(prefix="ludoteca-postgres-"))
        self._data = self._folder / "data"
        if self._prefix:
            shutil.chown(self._folder, "postgres", "postgres")
        subprocess.run(
            [*self._prefix, initdb, "-D", self._data, "-U", "ludoteca", *_INITDB],
            check=True,
            capture_output=True,
            cwd="/",
            timeout=120,
        )
        self.port = _free_port()
        self.start()

    def start(self) -> None:
        """Start, and return when it answers."""
        where = ["-D", self._data, "-k", self._folder, "-p", str(self.port)]
        self._process = subprocess.Popen(
            [*self._prefix, self._server, *where, *_SERVER],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
        )
        deadline = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.dsn("postgres"), connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise
                time.sleep(0.05)

    def dsn(self, database: str) -> str:
        """The address of one of its databases."""
        return f"postgresql://ludoteca@127.0.0.1:{self.port}/{database}"

    def run(self, statement: str) -> None:
        """Run a statement outside any transaction."""
        with psycopg.connect(self.dsn("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def stop(self) -> None:
        """Stop at once, without a checkpoint: what was committed comes back from its log."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(timeout=120)

    def remove(self) -> None:
        """Stop for good."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL; where it is not installed the test is skipped, but not in CI."""
    initdb, server = _program("initdb"), _program("postgres")
    if initdb is None or server is None:
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL is not installed")
        pytest.skip("PostgreSQL is not installed")
    running = Postgres(initdb, server)
    try:
        yield running
    finally:
        running.remove()


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """The address of an empty database, dropped after the test."""
    name = f"journal_{uuid.uuid4().hex[:12]}"
    postgres.run(f"CREATE DATABASE {name}")
    yield postgres.dsn(name)
    postgres.run(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty journal, on each of the databases."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'journal.sqlite'}"
    return request.getfixturevalue("postgres_url")
