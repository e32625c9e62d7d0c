"""Traces: who was asked, what was answered, and who has not."""

import pytest

from ludoteca.workers.trace import FileTracer, Trace, read_trace


def test_a_trace_tells_who_has_not_answered_and_what_was_answered_before(tmp_path):
    path = tmp_path / "trace"
    assert read_trace(path) is None
    with path.open("wb", buffering=0) as file:
        tracer = FileTracer(file, 7)
        assert tracer("1", lambda: 12) == 12
        with pytest.raises(ValueError, match="no"):
            tracer("0", lambda: int("no\nnumber"))
        found = read_trace(path)
        assert (found.task, found.who, found.waiting) == (7, "0", False)
        assert found.answers[0] == "12"
        assert found.answers[1].startswith("!ValueError")
        seen = []
        tracer("1", lambda: seen.append(read_trace(path)) or 3)
        assert seen[0].waiting
        assert len(seen[0].answers) == 2
        FileTracer(file, 8)
        assert read_trace(path) == Trace(8, (), "", waiting=False)
