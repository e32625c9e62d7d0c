"""Settings of the garbage collector, and memory returned to the system.

A server holds hundreds of thousands of long-lived objects, and its tables form no reference cycles.
A full collection would only make everybody wait.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from functools import cache

_THRESHOLDS = (2_000, 2_000, 10)
"""The collector looks at new objects often, for some milliseconds, and at older ones hardly ever:
what goes round in circles here, an exception say, is young."""


def settle() -> None:
    """Exclude the objects made before the first visitor from collections: they stay."""
    gc.set_threshold(*_THRESHOLDS)
    tidy()


def tidy() -> None:
    """Collect everything and return free memory to the system, when nobody waits."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> ctypes._NamedFuncPointer | None:
    """Call ``malloc_trim`` where the C library has it; else memory between used parts stays."""
    if sys.platform != "linux":
        return None
    return getattr(ctypes.CDLL(None), "malloc_trim", None)
