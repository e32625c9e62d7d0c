"""The memory of the house: what Python's collector looks at, and what goes back to the system.

A house holds hundreds of thousands of objects that stay for long, and its tables are made so that
they go by themselves. Were the collector to look at all of them, everybody would wait for it.
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
    """The house is ready for its first visitor: what is there now stays."""
    gc.set_threshold(*_THRESHOLDS)
    tidy()


def tidy() -> None:
    """Nobody waits: look at everything, and give free memory back to the system."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> ctypes._NamedFuncPointer | None:
    """``malloc_trim`` where the C library has it: free memory between used parts is kept else."""
    if sys.platform != "linux":
        return None
    return getattr(ctypes.CDLL(None), "malloc_trim", None)
