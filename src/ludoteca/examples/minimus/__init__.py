"""Minimus: a mus of eight cards; every difficulty of mus once."""

from ludoteca.core.game import GameInfo
from ludoteca.core.i18n import N_

INFO = GameInfo(
    name="minimus",
    title=N_("Minimus"),
    sentence=N_("Two pairs, eight cards: discard, sign to your partner, bet on the best card."),
    players=(4, 4),
    minutes=5,
    rules_version=1,
    utility="general",
    levels=("basic", "advanced"),
    teams=((0, 2), (1, 3)),
    small=(("ranks", 3), ("copies", 2), ("exchanges", 1)),
)
