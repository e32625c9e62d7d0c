"""Órdago: a toy match of two, in which one accepted bet ends the juego at any score."""

from ludoteca.core.game import GameInfo

INFO = GameInfo(
    name="ordago",
    title="Órdago",
    sentence="A card each; play for a stone, or bet the whole juego.",
    players=(2, 2),
    minutes=1,
    rules_version=1,
    utility="zero-sum",
    levels=("basic",),
)
