"""Who is told when a function is really compiled, not loaded from the cache.

Light on purpose: listeners are named before any compiler is loaded, and hear from it if it is.
"""

from __future__ import annotations

from collections.abc import Callable

_listeners: list[Callable[[str], None]] = []


def listen(listener: Callable[[str], None]) -> Callable[[], None]:
    """Call ``listener(function_name)`` before each compilation; returns what ends that."""
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)


def tell(function_name: str) -> None:
    """A function of that name, with its module, is about to be compiled."""
    for listener in list(_listeners):
        listener(function_name)
