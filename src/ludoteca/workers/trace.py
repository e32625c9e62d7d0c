"""The trace of a worker: whom it asks and what they answer, in a file that outlives it.

The first line names the task; then comes a line for each call, with its answer once it is there.
The last one asked when a process dies has killed it; the answers before it tell how far the task
was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, Protocol

Death = Literal["ended", "late"]  #: of a process that ended by itself, or that answered too late

FAILED = "!"  #: before the text of an error in the place of an answer


class Tracer(Protocol):
    """A function that makes a call, and may record whom it asks."""

    def __call__(self, who: str, call: Callable[[], int]) -> int:
        """The answer of ``call``; ``who`` is any name without blanks."""


def untraced(who: str, call: Callable[[], int]) -> int:
    """Make a call without recording it."""
    return call()


class FileTracer:
    """Writes the calls of a task into ``file``, unbuffered, from its beginning.

    The file outlives the process, not the machine: no need to wait for the disk.
    """

    def __init__(self, file: IO[bytes], task: int) -> None:
        self._file = file
        file.seek(0)
        file.truncate()
        file.write(f"{task}\n".encode())

    def __call__(self, who: str, call: Callable[[], int]) -> int:
        """See :class:`Tracer`."""
        self._file.write(f"{who} ".encode())
        said = ""
        try:
            answer = call()
            said = str(answer)
        except Exception as error:
            said = f"{FAILED}{type(error).__name__}: {error}"
            raise
        finally:
            self._file.write((said.replace("\n", " ") + "\n").encode())
        return answer


@dataclass(frozen=True)
class Trace:
    """The calls of a task that did not end.

    Attributes
    ----------
    answers : in order, as text
    who : was asked last; empty where nobody was
    waiting : the last one asked has not answered
    death : how the process came to its end
    """

    task: int
    answers: tuple[str, ...]
    who: str
    waiting: bool
    death: Death = "ended"


def read_trace(path: Path) -> Trace | None:
    """The trace in a file; None where there is none yet."""
    text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    task, newline, rest = text.partition("\n")
    if not newline:
        return None
    lines = rest.split("\n")
    calls = [line.partition(" ") for line in lines if line]
    waiting = bool(lines[-1])
    answers = tuple(answer for _who, _blank, answer in (calls[:-1] if waiting else calls))
    who = calls[-1][0] if calls else ""
    return Trace(int(task), answers, who, waiting)
