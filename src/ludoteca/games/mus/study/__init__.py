"""``ludoteca study mus``: the thesis' tables beside exact ones, and what it left open.

===================  ===============================================================================
``document``         tables 2.1 to 2.14 and the errata
``frequencies``      table 3.1, and its simulation anew
``win_chances``      chances of every hand and place, and what the mano is worth
``approximations``   the document's short cuts to the chance to win
``stones``           the gain R in its readings, and a deal without bets
``declared``         the rival with juego and without pares
``signs``            what a sign is worth
``rounds``           the hands after rounds of mus
``cutting``          when to cut, by hand, place and score
``four_kings``       the other deck
``levels``           the levels as flow charts, and their cuts and discards as tables
``dealing``          deals and rounds of mus in compiled code
===================  ===============================================================================
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

from ludoteca.core.answers import Answer, Cell
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.core.questions import (
    QUICK,
    THOROUGH,
    USUAL,
    Interim,
    Param,
    Progress,
    in_parts,
    question,
    quiet,
    unheard,
)
from ludoteca.core.storage import Parts, remove, sources_digest, unfinished_folder
from ludoteca.lab.study import Section, study_answer

from ..exact import counts
from ..exact.types import Deck
from ..ids import JUEGO, PARES, PUNTO
from . import (
    approximations,
    cutting,
    dealing,
    declared,
    document,
    four_kings,
    frequencies,
    levels,
    rounds,
    signs,
    stones,
    win_chances,
)

TITLE = N_("Mus: every chance, and when to cut")
DECK = Deck.of(8)

_IN_MUS = 5  #: a deal with rounds of mus takes so many times as long as one without


@question(
    "study",
    N_("Every table of the thesis beside exact ones, what the mano is worth, and when to cut."),
    resumable=True,
    played=((N_("What is it worth to be mano, and when should you cut?"), {}),),
)
def report(
    deals: Annotated[
        int,
        Param(
            N_("deals simulated; those with rounds of mus are a fifth"),
            low=1_000,
            high=10**10,
            efforts=((100_000, QUICK), (10_000_000, USUAL), (10**9, THOROUGH)),
        ),
    ] = 10_000_000,
    folder: Annotated[
        Path | None, Param(N_("keep finished parts here; without it, until the study is done"))
    ] = None,
    seed: int = 1,
    progress: Progress = quiet,
    interim: Interim = unheard,
) -> Answer:
    """The thesis' chapters 2 and 3, and what follows from them."""
    version = sources_digest(
        Path(__file__).parents[1], skip=("face", "guide", "leaderboard", "locale")
    )
    kept = folder or unfinished_folder("study", "mus", deals, seed)
    found = sections_of(deals, seed, Parts(kept, version), progress)
    fields: dict[str, Cell] = _fields() | {"deals": deals, "seed": seed}
    asked, chances = ("win_chances", "cutting"), ("pares_se_da", "juego_se_da", "punto_se_da")
    answer = study_answer(fields, found, _(TITLE), asked=asked, chances=chances, interim=interim)
    if folder is None:
        remove(kept)
    return answer


def _fields() -> dict[str, Cell]:
    """The few numbers that say most."""
    played = counts.chance_of_lances(DECK)
    condition = _("all deals of four hands are equally likely")
    return {
        "pares_se_da": Exact(played[PARES], condition),
        "juego_se_da": Exact(played[JUEGO], condition),
        "punto_se_da": Exact(played[PUNTO], condition),
        "stones_of_being_mano": Exact(win_chances.stones_of_being_mano(DECK), _("nobody bets")),
    }


def sections_of(
    deals: int, seed: int, parts: Parts, progress: Progress = quiet
) -> Iterator[Section]:
    """All sections; ``deals`` as in :func:`report`, ``parts`` keeps what takes time."""
    in_mus = max(deals // _IN_MUS, 1)
    many = in_mus / 10**6
    # The seconds that each takes on a core, about: estimates take the same for any number of deals.
    playing = (4 * many for _level in levels.NAMES)
    times = (many / 2, 5, 14, 22 * many, *playing, 15 * many, 40 * many)
    shown = iter(in_parts(progress, *times))
    yield document.of_document()
    yield win_chances.of_win_chances(DECK)
    dealt = partial(dealing.frequencies, DECK, deals, seed, next(shown))
    yield frequencies.of_frequencies(parts.part(dealt, "frequencies", deals, seed))
    cubes = parts.part(partial(approximations.cubes, DECK, next(shown)), "cubes")
    sums = parts.part(partial(approximations.cut_sums, DECK, next(shown)), "sums")
    yield approximations.of_approximations(DECK, cubes, sums)
    yield stones.of_stones(DECK)
    yield declared.of_declared(DECK)
    known = partial(signs.worth_of_signs, DECK, in_mus, seed, next(shown))
    yield signs.of_signs(DECK, parts.part(known, "signs", in_mus, seed))
    by_name = {name: levels.level_tables(DECK, number) for number, name in enumerate(levels.NAMES)}
    played = {}
    for name, level in by_name.items():
        play = partial(dealing.play_rounds, DECK, level, in_mus, seed, next(shown))
        played[name] = parts.part(play, "rounds", name, in_mus, seed)
    yield rounds.of_rounds(DECK, played)
    expert = list(by_name.values())[-1]
    weigh = partial(dealing.weigh_cutting, DECK, expert, cutting.SCORES, in_mus, seed, next(shown))
    steps = partial(cutting.unravelling, DECK, expert, in_mus, seed, next(shown))
    yield cutting.of_cutting(
        DECK,
        parts.part(weigh, "cutting", in_mus, seed),
        by_name,
        parts.part(steps, "unravelling", in_mus, seed),
        in_mus,
    )
    yield levels.of_flow()
    yield four_kings.of_four_kings()
