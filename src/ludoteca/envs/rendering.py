"""Rendering of environments: the table as text, or a page that an upper layer draws.

An entry point of the group ``ludoteca.renderers``, named as a mode, is a class without arguments
that has the methods of :class:`PositionRenderer`. This library registers the mode ``human``, the
table in the browser (``ludoteca.web.window``). Nothing of it is imported before it is asked for.
"""

from __future__ import annotations

from typing import Any, Protocol

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.state import State
from ludoteca.envs.arguments import one_of

RENDERERS = "ludoteca.renderers"  #: the group of entry points that show a table, by mode
MODES = ("human", "ansi")


class PositionRenderer(Protocol):
    """Shows one table to a person."""

    def show(self, state: State, viewer: int) -> None:
        """Show the position, of which only what ``viewer`` (a seat or ``SPECTATOR``) may see."""

    def close(self) -> None:
        """Stop showing it."""


class Display:
    """Shows positions in ``mode``, one of ``MODES``.

    Raises
    ------
    BadInput
        for another mode
    """

    def __init__(self, mode: str) -> None:
        self._mode = one_of("render_mode", mode, *MODES)
        self._renderer: PositionRenderer | None = None

    def show(self, state: State, viewer: int) -> str | None:
        """The table as text in the mode ``ansi``; else it is shown, and None is returned.

        Raises
        ------
        BadInput
            where nothing is installed that shows it
        """
        if self._mode == "ansi":
            return state.view(viewer).table_text()
        if self._renderer is None:
            self._renderer = registered(self._mode)
        self._renderer.show(state, viewer)
        return None

    def close(self) -> None:
        """Close what was opened."""
        if self._renderer is not None:
            self._renderer.close()
            self._renderer = None

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_renderer": None}  # a copy opens a page of its own


def registered(mode: str) -> PositionRenderer:
    """A new renderer of ``mode``.

    Raises
    ------
    BadInput
        where no package has registered one
    """
    from importlib.metadata import entry_points  # imported here: few environments are shown

    for entry in entry_points(group=RENDERERS, name=mode):
        return entry.load()()
    raise BadInput(_("nothing is installed that shows the mode {mode}").format(mode=mode))
