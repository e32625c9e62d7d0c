"""The law that every value of every option can be played."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.laws import moves, views, whole
from ludoteca.core.options import Options, Parameter, Value

_LONG = 5_000  # moves of a deal
_EVERY = 4  # values of a range that are all tried; of a longer one both ends
_LAWS = (
    whole.deals_end,
    moves.legal_ids_ascend_and_are_unique_in_text,
    moves.chance_probabilities_sum_to_one,
    moves.cards_are_conserved,
    whole.returns_are_what_the_game_declares,
)
_COMPILED_LAWS = (views.resampled_worlds_look_the_same,) if JIT_ENABLED else ()  # else seconds each


def option_values_can_be_played(game: Game, options: Options, seed: int) -> None:
    """With one option changed, deals end, ids and cards are in order, and resampling fits.

    Where deals may be long, the options that are changed are those of the small
    variant, whose deals are short; beside them the given ones, where these go with it.
    """
    if game.rules.MAX_LENGTH > _LONG:
        small = dict(game.info.small)
        try:
            options = game.options({**options, **small})
        except BadInput:
            options = game.options(small)
    for name, value, changed in variants(game, options):
        if changed is None:
            continue
        for law in _LAWS + _COMPILED_LAWS:
            try:
                law(game, changed, seed)
            except Exception as error:
                error.add_note(f"with {name}={value}")
                raise


def variants(game: Game, options: Options) -> Iterator[tuple[str, Value, Options | None]]:
    """Values of each option with all options then; None where the others do not go with it."""
    for option in game.schema:
        for value in _values(option):
            try:
                yield option.name, value, game.options({**options, option.name: value})
            except BadInput:
                yield option.name, value, None


def _values(option: Parameter) -> list[Value]:
    if option.choices:
        return list(option.choices)
    assert option.low is not None
    assert option.high is not None
    low, high = int(option.low), int(option.high)
    if high - low < _EVERY:
        return list(range(low, high + 1))
    return [low, high]
