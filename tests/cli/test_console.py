"""Progress on standard error: long work shows that it is under way before it tells anything."""

import io
import threading

import pytest
from rich.console import Console

from ludoteca.cli import console
from ludoteca.cli.console import ShownProgress

HANGS = 60.0  # seconds after which something has hung


@pytest.fixture
def said(monkeypatch):
    """The lines that were said so far, and an event that is set by each."""
    lines, heard = [], threading.Event()

    def say(text, style=""):
        lines.append(text)
        heard.set()

    monkeypatch.setattr(console, "say", say)
    monkeypatch.setattr(console, "_FIRST_SECONDS", 0.0)
    return lines, heard


def test_work_that_has_told_nothing_is_named_and_its_first_step_told_at_once(said):
    lines, heard = said
    with ShownProgress("solve mus grande") as progress:
        assert heard.wait(HANGS)
        assert lines == ["solve mus grande"]
        progress(0, 500, "exploitability 3.9")
        progress(10, 500, "exploitability 0.2")
    assert lines == ["solve mus grande", "exploitability 3.9 0 / 500"]


def test_work_that_has_told_something_says_this(said, monkeypatch):
    lines, _heard = said
    progress = ShownProgress("solve mus grande")
    progress(20, None, "positions")
    assert lines == []
    progress._begin()
    assert lines == ["positions 20"]


def test_work_that_is_done_within_the_first_second_shows_nothing(said, monkeypatch):
    lines, _heard = said
    monkeypatch.setattr(console, "_FIRST_SECONDS", HANGS)
    with ShownProgress("odds vangin win") as progress:
        pass
    progress._begin()  # the timer, which waited while the work ended
    assert lines == []


def test_in_a_terminal_a_bar_is_drawn_and_follows_the_work_from_part_to_part(said, monkeypatch):
    shown = io.StringIO()
    terminal = Console(file=shown, force_terminal=True, width=100)
    monkeypatch.setattr(console, "stderr", lambda: terminal)
    monkeypatch.setattr(console, "_FIRST_SECONDS", HANGS)
    with ShownProgress("solve mus grande") as progress:
        progress._begin()
        assert "solve mus grande" in shown.getvalue()
        progress(30, 500, "exploitability")
        progress(2, None, "hands")
        (task,) = progress._bar.tasks
        assert (task.completed, task.total) == (2, None)
