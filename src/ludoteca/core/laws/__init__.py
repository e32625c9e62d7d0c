"""The laws that every game obeys, as a suite that anybody can run on a game.

``check(game)`` runs them all; :data:`LAWS` lists them. Each law plays seeded random deals, raises
:class:`LawBroken` with one sentence, and is a pure function of game, options and seed, so that the
seed of a failure shows it again.

===============  ===================================================================================
``moves``        laws of moves, chance and cards
``views``        laws of the views of seats, and of resampling
``whole``        laws of hooks, copies, records, returns, matches and shoes
``uncompiled``   the law that compiled and un-compiled rules play alike
``referee``      all worlds that a seat cannot tell apart, by brute force
``deals``        the random deals on which laws are checked
``playthrough``  one deal written out for people
===============  ===================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludoteca.core.game import Game
from ludoteca.core.laws import moves, uncompiled, views, whole
from ludoteca.core.laws.deals import LawBroken, random_deal
from ludoteca.core.options import Options

__all__ = ["LAWS", "Law", "LawBroken", "LawResult", "check", "random_deal"]


@dataclass(frozen=True)
class LawResult:
    """The result of a law: its name and, where it is broken, a sentence and the seed."""

    name: str
    ok: bool
    sentence: str
    seed: int


Law = Callable[[Game, Options, int], None]

LAWS: dict[str, Law] = {
    law.__name__.replace("_", " "): law
    for law in (
        whole.hooks_are_those_of_the_contract,
        moves.legal_ids_ascend_and_are_unique_in_text,
        moves.chance_probabilities_sum_to_one,
        moves.draws_are_proportional_to_the_deck,
        moves.chance_is_sampled_with_its_probabilities,
        moves.cards_are_conserved,
        whole.clones_are_equal_and_independent,
        whole.records_replay,
        whole.returns_are_what_the_game_declares,
        views.own_moves_are_seen,
        views.legality_needs_only_what_the_seat_sees,
        moves.policies_are_distributions_over_legal_moves,
        moves.turns_are_moves_of_the_policy,
        views.tokens_determine_the_view,
        views.resampled_worlds_look_the_same,
        views.resample_has_the_right_frequencies,
        moves.equal_keys_have_equal_moves,
        whole.matches_end,
        whole.a_shoe_gives_every_seating_the_same_cards,
        uncompiled.uncompiled_rules_play_the_same,
    )
}


def check(game: Game, options: Options | None = None, seed: int = 1) -> Iterator[LawResult]:
    """Run every law on ``game``; a law that raises anything is broken, and says what it raised."""
    complete = game.options(options)
    for name, law in LAWS.items():
        try:
            law(game, complete, seed)
        except LawBroken as broken:
            yield LawResult(name, False, str(broken), seed)
        except Exception as error:
            yield LawResult(name, False, f"{type(error).__name__}: {error}", seed)
        else:
            yield LawResult(name, True, "", seed)
