"""The centipede for three: take the growing pot, or pass it on."""

from ludoteca.core.game import GameInfo

INFO = GameInfo(
    name="centipede",
    title="Centipede",
    sentence="Take the larger share of the pot, or pass; the pot doubles.",
    players=(3, 3),
    minutes=1,
    rules_version=1,
    utility="general",
)
