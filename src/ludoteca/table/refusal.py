"""The exception for an action that a table does not allow."""

from __future__ import annotations

from typing import Literal

from ludoteca.core.errors import LudotecaError

Code = Literal[
    "stale", "not-your-turn", "illegal", "no-such-seat", "taken", "over", "not-now", "repeated",
    "unsaved", "too-fast", "malformed", "forbidden",
]  # fmt: skip


class Refusal(LudotecaError):
    """An action is refused, and nothing has changed.

    Attributes
    ----------
    code : for programs; ``repeated`` means that it was done before, and may be taken as done
    """

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self._sentence = sentence

    @property
    def sentence(self) -> str:
        """For people, in the language that was in use."""
        return self._sentence

    def __reduce__(self) -> tuple[type[Refusal], tuple[Code, str]]:
        return (Refusal, (self.code, self.sentence))
