"""Errors that people read: the message of each is one clear sentence."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from ludoteca.core.i18n import _, fold


class LudotecaError(Exception):
    """Base of all errors whose message is meant for the person at the keyboard."""


class BadInput(LudotecaError):
    """Input that is not valid; the message says what would be."""


class IllegalMove(BadInput):
    """A move that the rules do not allow here; the message says why and what is legal."""


class NoWorld(BadInput):
    """No cards of the others fit what a seat is said to know, or none were found in many tries.

    Rules raise it, compiled and bare, from ``resample_from_infostate`` and ``resample_many``.
    """

    def __str__(self) -> str:
        return _("no cards of the others were found that fit all that is known here")


class UnknownGame(BadInput):
    """No game of that name is registered."""


class GameDefinitionError(LudotecaError):
    """A game's own files are inconsistent; the message is for its author."""


def alternatives(given: str, known: Iterable[str]) -> str:
    """The end of a refusal of ``given``: the name it may have been meant for, else all ``known``.

    >>> alternatives("bigpoint", ["bigpoints", "poker"])
    'did you mean bigpoints?'
    >>> alternatives("chess", ["bigpoints", "poker"])
    'there are: bigpoints, poker'
    """
    names = list(known)
    folded = {fold(name).lstrip("-"): name for name in names}
    near = get_close_matches(fold(given).lstrip("-"), folded, n=1)
    if near:
        return _("did you mean {name}?").format(name=folded[near[0]])
    return _("there are: {known}").format(known=", ".join(names) or _("none"))
