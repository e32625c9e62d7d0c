"""Averages of advice over several guesses of what is not known of a position."""

from __future__ import annotations

from dataclasses import replace

from ludoteca.core.numbers import Estimate, Number, Odd, Simulated
from ludoteca.core.view import SeatView
from ludoteca.players.advice.advise import Advice
from ludoteca.players.turns import turn_notation, turn_words


def averaged(view: SeatView, told: list[Advice]) -> Advice:
    """The average of the advice for equally likely positions, the first that of ``view``.

    Odds and moves that are not told of all positions are left out. ``told`` is not empty.
    """
    first = told[0]
    if len(told) == 1:
        return first
    odds = tuple(
        Odd(odd.name, _mean(values), odd.chance)
        for odd in first.odds
        if len(values := [o.value for a in told for o in a.odds if o.name == odd.name]) == len(told)
    )
    lacks = "" if odds else next((a.lacks for a in told if a.lacks), "")
    moves = []
    for move in first.values:
        same = [(a, n) for a in told for n, v in enumerate(a.values) if v.moves == move.moves]
        if len(same) == len(told):
            value = _mean([a.values[n].value for a, n in same])
            points = [_mean([a.points[n] for a, n in same])] if all(a.points for a in told) else []
            alike = all(a.values[n].alike or n == 0 for a, n in same)
            moves.append((replace(move, value=value, alike=alike), points))
    if not moves:
        return replace(first, odds=odds, lacks=lacks)
    # Those that no guess tells apart come first, in the order of the first guess, which is that of
    # preference; the best of them is advised.
    moves.sort(key=lambda move: (not move[0].alike, 0 if move[0].alike else -move[0].value.decimal))
    moves[0] = (replace(moves[0][0], alike=False), moves[0][1])
    best = moves[0][0].moves
    chosen = next((a for a in told if best == (a.turn or (a.action,))), None)
    if chosen is None:
        line, words = turn_notation(view, best), turn_words(view, best)
        chosen = replace(first, action=best[0], turn=best, line=line, words=words, reasons=())
    return replace(
        chosen,
        odds=odds,
        lacks=lacks,
        values=tuple(move for move, _points in moves),
        points=tuple(n for _move, points in moves for n in points if isinstance(n, Simulated)),
    )


def _mean(numbers: list[Number]) -> Number:
    """The mean; its interval includes those of all, as nobody knows which guess is right."""
    first = numbers[0]
    if len(set(numbers)) == 1:
        return first
    if isinstance(first, Estimate):
        return Estimate(sum(n.decimal for n in numbers) / len(numbers), first.ahead)
    simulated = [
        n if isinstance(n, Simulated) else Simulated(n.decimal, 1, n.decimal, n.decimal)
        for n in numbers
    ]
    k = len(simulated)
    return Simulated(
        sum(n.mean for n in simulated) / k,
        sum(n.n for n in simulated),
        min(n.low for n in simulated),
        max(n.high for n in simulated),
        simulated[0].condition,
    )
