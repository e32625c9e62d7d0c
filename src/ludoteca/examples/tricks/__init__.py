"""Small whist: partners, trumps and tricks with twenty cards."""

from ludoteca.core.game import GameInfo
from ludoteca.core.i18n import N_

INFO = GameInfo(
    name="tricks",
    title=N_("Small whist"),
    sentence=N_("Two pairs, twenty cards, trumps: follow suit, and win three tricks of five."),
    players=(4, 4),
    minutes=5,
    rules_version=1,
    utility="general",
    levels=("basic", "advanced"),
    teams=((0, 2), (1, 3)),
    small=(("ranks", 2),),
)
