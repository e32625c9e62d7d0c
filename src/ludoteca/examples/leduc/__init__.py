"""Leduc hold'em: six cards, two rounds of betting, one public card."""

from ludoteca.core.game import GameInfo
from ludoteca.core.i18n import N_

INFO = GameInfo(
    name="leduc",
    title=N_("Leduc hold'em"),
    sentence=N_("Six cards, two rounds of betting and one public card: a pair wins."),
    players=(2, 2),
    minutes=2,
    rules_version=1,
    utility="zero-sum",
    levels=("basic",),
    small=(("suits", "no"), ("ranks", 2)),
)
