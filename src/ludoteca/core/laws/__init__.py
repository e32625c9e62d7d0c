"""The laws that every game obeys, as a suite that anybody can run on a game.

``check(game)`` runs them; :data:`LAWS` lists them. Each law plays one seeded random deal or more,
raises :class:`LawBroken` with one sentence, and is a pure function of game, options and seed, so
that the seed of a failure shows it again. Before the laws the game's definition is compared with
the contract (:mod:`ludoteca.core.definition`): without that no law means anything.

===============  ===================================================================================
``moves``        laws of moves, chance and cards
``views``        laws of the views of seats, and of resampling
``texts``        the law of texts
``whole``        laws of copies, records, returns, matches and shoes
``variants``     the law of the values of options
``uncompiled``   the law that compiled and un-compiled rules play alike
``referee``      all worlds that a seat cannot tell apart, by brute force
``deals``        the random deals on which laws are checked
``unreached``    what these deals never reached
``watchdog``     a limit of processor time for what may never end
``playthrough``  one deal written out for people
===============  ===================================================================================
"""

from __future__ import annotations

import linecache
import math
import re
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from ludoteca.core.definition import faults
from ludoteca.core.errors import BadInput, GameDefinitionError
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, fold
from ludoteca.core.laws import moves, texts, uncompiled, variants, views, whole
from ludoteca.core.laws.deals import DEALS, LawBroken, random_deal
from ludoteca.core.options import Options

__all__ = [
    "DEFINITION", "LAWS", "Law", "LawBroken", "LawResult", "check", "named", "own_line",
    "random_deal",
]  # fmt: skip

DEFINITION = "definition"  #: the name of a result that is about the game's definition


@dataclass(frozen=True)
class LawResult:
    """The result of a law: its name and, where it is broken, a sentence, the seed, a traceback."""

    name: str
    ok: bool
    sentence: str
    seed: int
    traceback: str = ""


Law = Callable[[Game, Options, int], None]

LAWS: dict[str, Law] = {
    law.__name__.replace("_", " "): law
    for law in (
        whole.deals_end,
        whole.fields_keep_their_bounds,
        moves.legal_ids_ascend_and_are_unique_in_text,
        moves.moves_change_the_record,
        moves.chance_probabilities_sum_to_one,
        moves.draws_are_proportional_to_the_deck,
        moves.chance_is_sampled_with_its_probabilities,
        moves.cards_are_conserved,
        whole.clones_are_equal_and_independent,
        whole.records_replay,
        whole.returns_are_what_the_game_declares,
        views.own_moves_are_seen,
        views.views_show_what_their_seat_may_know,
        views.legality_needs_only_what_the_seat_sees,
        moves.policies_are_distributions_over_legal_moves,
        moves.turns_are_moves_of_the_policy,
        moves.listed_turns_are_whole,
        views.tokens_determine_the_view,
        views.resampled_worlds_look_the_same,
        views.resample_has_the_right_frequencies,
        moves.equal_keys_have_equal_moves,
        texts.texts_answer_for_every_viewer,
        whole.forfeits_end_the_deal,
        whole.matches_end_as_declared,
        whole.a_shoe_gives_every_seating_the_same_cards,
        variants.option_values_can_be_played,
        uncompiled.uncompiled_rules_play_the_same,
    )
}


_DEALS_OF_A_CALL: dict[Law, int | None] = {
    variants.option_values_can_be_played: None,
    uncompiled.uncompiled_rules_play_the_same: None,
    views.tokens_determine_the_view: DEALS,
    moves.equal_keys_have_equal_moves: DEALS,
}
"""Seeds that one call of a law looks at: None where it need not be called for another seed."""


def named(name: str) -> str:
    """The law that ``name`` names, in any case, with ``-`` or ``_`` for a space.

    Raises
    ------
    BadInput
        Where there is no such law.
    """
    known = fold(re.sub("[-_]", " ", name))
    if known not in LAWS:
        raise BadInput(
            _("there is no law {name}; there are: {known}").format(name=name, known=", ".join(LAWS))
        )
    return known


def check(
    game: Game,
    options: Options | None = None,
    seed: int = 1,
    deals: int = 1,
    names: Iterable[str] = LAWS,
    begin: Callable[[str, int], None] = lambda _name, _seed: None,
    seconds: float = math.inf,
) -> Iterator[LawResult]:
    """Run laws on the deals of ``seed`` and of those after it, all laws on one deal after another.

    A law that raises anything is broken, and says what it raised and where in the game. It is not
    run on further seeds. Results are given as soon as they are known: in the order of ``names``
    within a deal. ``begin(law, seed)`` is called before each call of a law. No deal but the first
    is begun after ``seconds`` of processor time on those behind it. Where the game is not defined
    as the contract has it, all ends with a result called :data:`DEFINITION`.
    """
    wrong = faults(game)
    if wrong:
        yield LawResult(DEFINITION, False, "; ".join(wrong), seed)
        return
    complete = game.options(options)
    # The first deal of a match: where others precede one, they are played out unchecked.
    undefined = _broken("deals end", game, complete, 0, {})
    if undefined is not None and undefined.name == DEFINITION:
        yield undefined
        return
    told: dict[str, str] = {}
    left = list(names)
    begun = math.inf
    for first in range(seed, seed + deals):
        if time.process_time() - begun > seconds:
            break
        for name in list(left):
            at_once = _DEALS_OF_A_CALL.get(LAWS[name], 1) or deals
            if (first - seed) % at_once:
                continue
            begin(name, first)
            broken = _broken(name, game, complete, first, told)
            if broken is not None and broken.name == DEFINITION:
                yield broken
                return
            if broken is not None or first + at_once >= seed + deals:
                left.remove(name)
                yield broken or LawResult(name, True, "", seed)
        if first == seed:
            begun = time.process_time()
    yield from (LawResult(name, True, "", seed) for name in left)


def _broken(
    name: str, game: Game, options: Options, seed: int, told: dict[str, str]
) -> LawResult | None:
    """The result of a law that is broken; ``told`` has the law of each sentence told so far."""
    try:
        LAWS[name](game, options, seed)
    except Exception as error:
        sentence = str(error)
        if not isinstance(error, LawBroken | GameDefinitionError):
            sentence = f"{type(error).__name__}: {error}{_where(error, game)}"
        sentence = ", ".join([sentence, *getattr(error, "__notes__", [])])
        where = "".join(traceback.format_exception(error))
        if isinstance(error, GameDefinitionError):
            return LawResult(DEFINITION, False, sentence, seed, where)
        shown = f"as in: {told[sentence]}" if sentence in told else sentence
        told.setdefault(sentence, name)
        return LawResult(name, False, shown, seed, where)
    return None


def _where(error: BaseException, game: Game) -> str:
    """The innermost line of the game's own files that raised ``error``."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if Path(f.filename).is_relative_to(game.folder)]
    return f" ({line_text(own[-1].filename, own[-1].lineno or 0, game)})" if own else ""


def line_text(file: str, number: int, game: Game) -> str:
    """A line of the game's files, with its number."""
    inside = Path(file).relative_to(game.folder).as_posix()
    return f"{inside}, line {number}: {linecache.getline(file, number).strip()}"


def own_line(frame: FrameType | None, game: Game) -> str | None:
    """The line of the game's files that ``frame`` is in, or was called from."""
    while frame is not None:
        if Path(frame.f_code.co_filename).is_relative_to(game.folder):
            return line_text(frame.f_code.co_filename, frame.f_lineno, game)
        frame = frame.f_back
    return None
