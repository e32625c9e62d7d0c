"""The ultimatum: one seat offers part of ten coins, the other accepts or nobody gets any."""

from ludoteca.core.game import GameInfo

INFO = GameInfo(
    name="ultimatum",
    title="Ultimatum",
    sentence="Offer a share; if it is refused nobody gets any.",
    players=(2, 2),
    minutes=1,
    rules_version=1,
    utility="general",
)
