"""Errors that people read: the message of each is one clear sentence."""

from __future__ import annotations


class LudotecaError(Exception):
    """Base of all errors whose message is meant for the person at the keyboard."""


class BadInput(LudotecaError):
    """Input that is not valid; the message says what would be."""


class IllegalMove(BadInput):
    """A move that the rules do not allow here; the message says why and what is legal."""


class UnknownGame(BadInput):
    """No game of that name is registered."""


class GameDefinitionError(LudotecaError):
    """A game's own files are inconsistent; the message is for its author."""
