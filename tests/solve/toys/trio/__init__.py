"""A toy of three seats, and the faults that a tree walk must notice."""

from ludoteca.core.game import GameInfo

INFO = GameInfo(
    name="trio",
    title="Trio",
    sentence="Three seats choose in secret; a coin says who is paid.",
    players=(3, 3),
    minutes=1,
    rules_version=1,
    utility="general",
)
