"""Time the exact chances of vangin pasianssi; print a Markdown table for benchmarks/results.md.

Run ``python benchmarks/vangin_odds.py``: half a minute, one core. Times are the median of several
runs in this process, fractions in lowest terms included, imports not.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from ludoteca.games.vangin.exact import closed_form, types
from ludoteca.games.vangin.exact.deal import Deal
from ludoteca.games.vangin.exact.simulate import simulate

STANDARD = Deal()
THOUSAND = Deal(suits=10, values=100, board=300, picks=200)
TEN_THOUSAND = Deal(suits=10, values=1000, board=300, picks=3000)
HUNDRED_THOUSAND = Deal(suits=50, values=2000, board=300, picks=30_000)

QUESTIONS: list[tuple[Callable[[Deal], object], list[Deal]]] = [
    (closed_form.win, [STANDARD, THOUSAND, TEN_THOUSAND, HUNDRED_THOUSAND]),
    (closed_form.piles_left, [STANDARD, THOUSAND, TEN_THOUSAND, HUNDRED_THOUSAND]),
    (closed_form.cards_left, [STANDARD, THOUSAND, TEN_THOUSAND]),
    (closed_form.win_by_look, [STANDARD]),
    (types.win_by_types, [STANDARD, Deal(4, 100, 60, 60)]),
    (types.piles_left_by_types, [STANDARD]),
    (types.cards_left_by_types, [STANDARD]),
]


def seconds(question: Callable[[], object]) -> float:
    """Median time of a run: at least three runs, and up to 200 within a second."""
    times: list[float] = []
    while len(times) < 3 or (sum(times) < 1 and len(times) < 200):
        start = time.perf_counter()
        question()
        times.append(time.perf_counter() - start)
    return median(times)


def row(*cells: str) -> None:
    print("| " + " | ".join(cells) + " |")


def main() -> None:
    print(f"Python {platform.python_version()}, {platform.machine()}, one core.\n")
    row("question", "suits x values", "board", "picks", "seconds")
    row("---", "---", "---:", "---:", "---:")
    for question, deals in QUESTIONS:
        for deal in deals:
            size = f"{deal.suits} x {deal.values:,}"
            took = seconds(partial(question, deal))
            row(f"`{question.__name__}`", size, str(deal.board), str(deal.picks), f"{took:.6f}")
    waiting = [3] * 9 + [2] * 2
    took = seconds(lambda: closed_form.chance_to_clear(waiting, others=8, picks=13))
    row("`chance_to_clear`", "4 x 13, 11 piles", "13", "13", f"{took:.6f}")
    simulate(STANDARD, step=3, n=1, seed=0)
    n = 10_000_000
    start = time.perf_counter()
    games = simulate(STANDARD, step=3, n=n, seed=1)
    took = time.perf_counter() - start
    exact = closed_form.win(STANDARD)
    print(
        f"\nReal dealing, three at a time: {n:,} games in {took:.1f} s "
        f"({n / took / 1e6:.2f} million a second); won {games.win.mean:.7f}, 95 % interval "
        f"{games.win.low:.7f} to {games.win.high:.7f}; exact {exact} = {float(exact):.11f}."
    )


if __name__ == "__main__":
    main()
