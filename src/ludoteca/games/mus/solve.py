"""``ludoteca solve mus grande``: the betting of a lance solved, and how near to the best it is."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from ludoteca.core.answers import Answer, Table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Simulated
from ludoteca.core.questions import Param, Progress, in_parts, question, quiet
from ludoteca.core.storage import Parts, cache_folder, files_digest, sources_digest

from .ids import CHICA, GRANDE, JUEGO, MOST_STONES, PARES, PUNTO
from .notation import LANCE_NAMES

if TYPE_CHECKING:
    from ludoteca.solve.public_game import Gain

    from .solver.tables import Figures

Lacked: TypeAlias = Annotated[
    int, Param(N_("stones that the mano's pair still needs"), low=1, high=MOST_STONES)
]
LackedByRivals: TypeAlias = Annotated[
    int, Param(N_("stones that the other pair still needs"), low=1, high=MOST_STONES)
]
Worth: TypeAlias = Annotated[
    Literal["stones", "juego"],
    Param(N_("what is played for: stones, or the chance to win the juego")),
]
Target: TypeAlias = Annotated[
    float, Param(N_("gain of a seat to come down to, in stones at this score"), low=0.0)
]
PairTarget: TypeAlias = Annotated[
    float, Param(N_("gain of a pair to come down to, in stones at this score"), low=0.0)
]
Iterations: TypeAlias = Annotated[int, Param(N_("most iterations"), low=1)]
Holders: TypeAlias = Annotated[
    Literal["1111", "1110", "1101", "1011", "0111", "1100", "1001", "0110", "0011"],
    Param(
        N_("who has declared it"),
        labels=(
            N_("all four"),
            N_("all but the postre"),
            N_("all but the third"),
            N_("all but the second"),
            N_("all but the mano"),
            N_("the mano and the second"),
            N_("the mano and the postre"),
            N_("the second and the third"),
            N_("the third and the postre"),
        ),
    ),
]


def _betting(lance: int, sentence: str, minutes: int = 0) -> Callable[..., Answer]:
    """The question about the betting of a lance; ``sentence`` says what it answers."""

    @question("solve", sentence, resumable=True, minutes=minutes)
    def ask(
        holders: Holders = "1111",
        lacks: Lacked = MOST_STONES,
        rivals_lack: LackedByRivals = MOST_STONES,
        worth: Worth = "stones",
        target: Target = 0.02,
        pair_target: PairTarget = 0.16,
        iterations: Iterations = 500,
        progress: Progress = quiet,
    ) -> Answer:
        """Value, exploitability and strategy."""
        from ludoteca.solve.cfr import shown_by
        from ludoteca.solve.pairs import MOST_STEPS, solve_for_pairs
        from ludoteca.solve.public_cfr import PublicCfr

        from .solver.lances import Spot, lance_game, stone_worth
        from .solver.strategy import strategy_table
        from .solver.tables import figures_of

        missing = (lacks, rivals_lack)
        spot = Spot(lance, tuple(c == "1" for c in holders), missing)
        game = lance_game(spot, worth)
        file = cache_folder("solve") / f"mus-{game.digest}.npz"
        run = PublicCfr.going_on(game, file)
        before = run.iterations

        iterated, paired, measured = in_parts(progress, 2, 2, 1)

        def descended(steps: int, gain: float) -> None:
            paired(steps, MOST_STEPS, _("gain of a pair {x:.2g}").format(x=gain))

        stone = stone_worth(missing) if worth == "juego" else 1.0
        run.reach(target * stone, iterations, shown_by(iterated, iterations), file)
        strategies = run.average()
        began = time.perf_counter()
        if game.is_counted:
            strategies = solve_for_pairs(game, strategies, pair_target * stone, descended)
        seconds = run.seconds + time.perf_counter() - began
        figures = figures_of(game, strategies, run.iterations, measured)
        return Answer(
            {
                "value": figures.value,
                **_gains(figures),
                "iterations": figures.iterations,
                "seconds": seconds,
                "resumed_at": before or None,
            },
            (strategy_table(lance, game.tree, strategies),),
            notes=_notes(worth, missing),
            headline=_told(lance, worth, figures),
        )

    if lance not in (PARES, JUEGO):  # nobody declares it: all four may bet
        signature = inspect.signature(ask)
        asked = [p for p in signature.parameters.values() if p.name != "holders"]
        ask.__signature__ = signature.replace(parameters=asked)  # type: ignore[attr-defined]
    ask.__name__ = LANCE_NAMES[lance]
    return ask


grande = _betting(GRANDE, N_("How to bet in grande, and what it is worth to the mano."), minutes=1)
chica = _betting(CHICA, N_("How to bet in chica, and what it is worth to the mano."), minutes=1)
pares = _betting(PARES, N_("How to bet in pares, by who has declared them."))
juego = _betting(JUEGO, N_("How to bet in juego, by who has declared it."), minutes=3)
punto = _betting(PUNTO, N_("How to bet in punto, when nobody has juego."))


@question(
    "solve", N_("The tables that the player master bets by, for every lance and score."),
    resumable=True, local=True,
)  # fmt: skip
def tables(
    file: Annotated[
        Path | None, Param(N_("file to write; without it, the one that is shipped"))
    ] = None,
    progress: Progress = quiet,
) -> Answer:
    """All spots solved and written."""
    from .solver import tables as store

    parts = Parts(
        cache_folder("mus-tables"),
        sources_digest(Path(store.__file__).parent, skip=("tables", "reader", "strategy"))
        + files_digest(
            [
                Path(__file__).parent / name
                for name in ("exact/types.py", "exact/wins.py", "hands.py")
            ]
        ),
    )
    found = store.compute(parts, store.every_spot(), progress)
    path = file or store.SHIPPED
    store.write(path, found)
    parts.remove()
    rows = [
        (store.name_of(table.spot), table.figures.value, *_gains(table.figures).values())
        for table in found
    ]
    columns = ("spot", "value", *_gains(found[0].figures))
    headline = _(
        "Solved: {n} lances. A player who alone plays otherwise gains a chance of {gain:.2g} of "
        "the juego at most; a pair that changes both its plans gains {pair:.2g} or more in one of "
        "them, and {most:.2g} at most."
    ).format(
        n=len(found),
        gain=max(table.figures.seat.most for table in found),
        pair=max(table.figures.pair.gain for table in found),
        most=max(table.figures.pair.most for table in found),
    )
    return Answer(
        {"spots": len(found), "bytes": path.stat().st_size, "saved": str(path)},
        (Table("solved", columns, rows),),
        notes=_notes("juego", store.CELLS[0]),
        headline=headline,
    )


def _told(lance: int, worth: Literal["stones", "juego"], figures: Figures) -> str:
    """The value, and the most that a player alone and a pair can gain, in a sentence."""
    if worth == "stones":
        text = _(
            "{lance} is worth {value:+.3f} stones to the mano's pair. A player who alone plays "
            "otherwise gains {gain:.2g} stones at most; a pair that changes both its plans, each "
            "by its own hand, gains {pair:.2g} or more, and {most:.2g} at most."
        )
    else:
        text = _(
            "{lance} is worth a chance of {value:+.4f} of the juego to the mano's pair. A player "
            "who alone plays otherwise gains {gain:.2g} at most; a pair that changes both its "
            "plans, each by its own hand, gains {pair:.2g} or more, and {most:.2g} at most."
        )
    return text.format(
        lance=LANCE_NAMES[lance].capitalize(),
        value=figures.value,
        gain=figures.seat.most,
        pair=figures.pair.gain,
        most=figures.pair.most,
    )


def _gains(figures: Figures) -> dict[str, float | Simulated]:
    """The gains of deviations as fields."""
    return {
        "seat_gains": _shown(figures.seat, figures.seat.gain),
        "seat_gains_at_most": _shown(figures.seat, figures.seat.most),
        "pair_gains": _shown(figures.pair, figures.pair.gain),
        "pair_gains_at_most": _shown(figures.pair, figures.pair.most),
    }


def _shown(gain: Gain, figure: float) -> float | Simulated:
    if gain.samples is None:
        return figure
    return Simulated(figure, gain.samples, figure - gain.margin, figure + gain.margin)


def _notes(worth: Literal["stones", "juego"], missing: tuple[int, int]) -> list[str]:
    from .solver.lances import stone_worth

    if worth == "stones":
        value = _(
            "value: stones of the mano's pair less those of the other, cuenta included; an órdago "
            "that is accepted pays what its winner lacks"
        )
    else:
        value = _(
            "value: change in the chance of the mano's pair to win the juego, where stones are "
            "taken to be won in lumps of 1, 2, 3 or 5 by either pair alike"
        )
    stone = _("where the pairs lack {mine} and {theirs} a stone is worth {stone:.2g} of the juego")
    return [
        value,
        stone.format(mine=missing[0], theirs=missing[1], stone=stone_worth(missing)),
        _(
            "hands are those of the first deal, with eight kings; first bets are of 2, there is "
            "one raise of 3, and órdago"
        ),
        _(
            "seat gains: of the best single seat that deviates; pair gains: of the better pair "
            "that changes both its plans, each partner seeing its own hand: what the best plans "
            "that were found gain, and what no two plans gain more than"
        ),
        _(
            "gains without an interval are exact, of all deals; of a sample, the gain of the best "
            "answer to it on another one is at most the true gain, and on its own at least that"
        ),
    ]
