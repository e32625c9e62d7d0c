"""The log stays short whatever visitors or the database do."""

import io
import logging
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.web.server import MOST_A_WINDOW, RepeatFilter


class Clock:
    """A clock that a test sets."""

    time = 0.0


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def written(clock: Clock) -> Iterator[io.StringIO]:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(RepeatFilter(lambda: clock.time))
    root = logging.getLogger()
    root.addHandler(handler)
    yield stream
    root.removeHandler(handler)


def fail(number: int) -> None:
    """Log a failure of the database."""
    try:
        raise ConnectionError("away")
    except ConnectionError:
        logging.getLogger("ludoteca.test").error("write %d failed", number, exc_info=True)


def test_what_repeats_is_written_a_few_times_and_its_trace_once(
    written: io.StringIO, clock: Clock
) -> None:
    for number in range(1000):
        fail(number)
    text = written.getvalue()
    assert len(re.findall(r"write \d+ failed", text)) == MOST_A_WINDOW
    assert text.count("Traceback") == 1
    clock.time = 61.0
    fail(1000)
    assert f"write 1000 failed (and {1000 - MOST_A_WINDOW} more like it before)" in (
        written.getvalue()
    )
    assert written.getvalue().count("Traceback") == 2


def test_what_is_said_once_is_written_whatever_else_repeats(written: io.StringIO) -> None:
    for number in range(100):
        fail(number)
    logging.getLogger("ludoteca.test").error("the disk is full")
    logging.getLogger("ludoteca.test").warning("write %d failed", 7)
    assert "the disk is full" in written.getvalue()
    assert "write 7 failed" in written.getvalue()


def test_invalid_requests_do_not_fill_the_log_of_a_server(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ludoteca", "serve", "--no-browser", "--port", "0"]
    command += ["--workers", "1", "--database", f"sqlite:///{tmp_path / 'journal.sqlite'}"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "LANGUAGE": "en", "LC_ALL": "C"},
    ) as process:  # fmt: skip
        try:
            found = re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline())
            for _request in range(60):
                with socket.create_connection(("127.0.0.1", int(found[1])), timeout=120) as own:
                    own.sendall(b"nonsense\r\n\r\n")
                    assert own.recv(20).startswith(b"HTTP/1.1 400")
        finally:
            process.terminate()
        errors = process.stderr.read()
    assert errors.count("Invalid HTTP request") == MOST_A_WINDOW
