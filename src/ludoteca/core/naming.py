"""What machines are called in the language in use, beside the ids by which they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.core.i18n import N_, _

if TYPE_CHECKING:
    from ludoteca.core.game import GameInfo

USUAL = {
    "random": N_("random"),
    "search": N_("search"),
    "mcts": N_("mcts"),
    "belief": N_("belief"),
    "human": N_("human"),
    "basic": N_("basic"),
    "advanced": N_("advanced"),
    "expert": N_("expert"),
    "master": N_("master"),
}


def player_words(info: GameInfo, name: str) -> str:
    """What the player ``name`` of a game is called; by its id where nobody said otherwise."""
    return _(dict(info.called).get(name) or USUAL.get(name, name))


def level_words(info: GameInfo, spec: str) -> str:
    """A machine in words: ``expert@0.5s`` is "expert, 0.5s"; nothing where there is none."""
    name, _at, budget = spec.partition("@")
    words = player_words(info, name) if name else ""
    return f"{words}, {budget}" if budget else words
