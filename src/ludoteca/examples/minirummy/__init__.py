"""Minirummy: a buraco of twenty cards; every difficulty of buraco once."""

from ludoteca.core.game import GameInfo
from ludoteca.core.i18n import N_

INFO = GameInfo(
    name="minirummy",
    title=N_("Minirummy"),
    sentence=N_("Draw or take the whole pile, lay runs with a wild card, pick up a second hand."),
    players=(2, 2),
    minutes=5,
    rules_version=1,
    utility="general",
    levels=("basic", "advanced"),
    small=(("suits", 1), ("ranks", 5), ("copies", 2), ("held", 2)),
)
