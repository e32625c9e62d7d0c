"""A limit of processor time for work that may never end."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

from ludoteca.core.compiling import code_cache

_LOOK_SECONDS = 0.2


class Watchdog:
    """A context that calls ``late(frame)`` when a piece of work takes more than ``seconds``.

    The seconds are processor time. A piece begins with :meth:`begin`, and again whenever a
    function has to be compiled. ``late`` is called in another thread, with the frame that the
    thread in the context is in; it is for ``late`` to end the process, since nothing else ends a
    loop in compiled code.
    """

    def __init__(self, seconds: float, late: Callable[[FrameType | None], None]) -> None:
        self._seconds, self._late = seconds, late
        self._watched = threading.get_ident()
        self._left = threading.Event()

    def __enter__(self) -> Watchdog:
        self.begin()
        self._unlisten = code_cache.listen(lambda _function: self.begin())
        threading.Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._unlisten()
        self._left.set()

    def begin(self) -> None:
        """Begin a piece of work."""
        self._since = time.process_time()

    def _watch(self) -> None:
        while not self._left.wait(_LOOK_SECONDS):
            if time.process_time() - self._since > self._seconds:
                self._late(sys._current_frames().get(self._watched))
                return
