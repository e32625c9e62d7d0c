"""Kuhn poker: the smallest poker, and a model of a game's folder."""

from ludoteca.core.game import GameInfo
from ludoteca.core.i18n import N_

INFO = GameInfo(
    name="kuhn",
    title=N_("Kuhn poker"),
    sentence=N_("Three cards, two players, one bet: the smallest poker."),
    players=(2, 2),
    minutes=1,
    rules_version=1,
    utility="zero-sum",
    levels=("basic", "advanced"),
)
