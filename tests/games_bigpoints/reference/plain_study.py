"""Small boards gone through by the second text of the rules, in plain Python; rules of thumb too.

Everything is asked of ``printed_rules.Table``: no kernel, no solver.
"""

import copy
import random
from fractions import Fraction

from printed_rules import Table


def start(board, colours):
    return Table(board, 2, colours)


def key(t):
    hands = tuple("".join(sorted(hand)) for hand in t.hands)
    return tuple(t.row), tuple(t.where.items()), tuple(t.stair), hands, t.turn, t.own_move_made


def after(t, text):
    child = copy.deepcopy(t)
    child.play(text)
    return child


class Plain:
    """All positions of a board: values of best play, games and tree nodes below each."""

    def __init__(self, board, colours):
        self.positions = {}
        self.value = {}
        self.games = {}
        self.nodes = {}
        self.children = {}
        self.root = self._visit(start(board, colours))

    def _visit(self, t):
        k = key(t)
        if k in self.value:
            return k
        if t.over():
            self.value[k], self.games[k], self.nodes[k] = t.points(0) - t.points(1), 1, 1
            return k
        below = {text: self._visit(after(t, text)) for text in t.legal()}
        best = max if t.turn == 0 else min
        self.positions[k] = t
        self.children[k] = below
        self.value[k] = best(self.value[c] for c in below.values())
        self.games[k] = sum(self.games[c] for c in below.values())
        self.nodes[k] = 1 + sum(self.nodes[c] for c in below.values())
        return k

    def lost(self, k, text):
        """Points that the mover loses by the move."""
        sign = 1 if self.positions[k].turn == 0 else -1
        return sign * (self.value[k] - self.value[self.children[k][text]])


# -- rules of thumb -----------------------------------------------------------------------------


def to_go(t, c):
    if t.where[c] is None:
        return 0
    return 1 + sum(disc == c for disc in t.row[t.where[c] + 1 :])


def lead(t, kind):
    return t.hands[t.turn].count(kind) - t.hands[1 - t.turn].count(kind)


def worths(t):
    """The worth of discs if pawns arrive in their present order; half a point for equals."""
    n = len(t.colours)
    out = {}
    for c in t.colours:
        if c in t.stair:
            out[c] = Fraction(n - 1 - t.stair.index(c))
            continue
        others = [d for d in t.colours if d != c and d not in t.stair]
        out[c] = sum(
            (Fraction(1) if to_go(t, c) < to_go(t, d) else Fraction(1, 2))
            for d in others
            if to_go(t, c) <= to_go(t, d)
        )
    return out


def taken(t, text):
    """(pawn moved, kind of the disc taken)."""
    c, target, disc = t.legal()[text]
    return (c, c) if target is None else (c, t.row[disc])


def balance(t, text):
    mover, child = t.turn, after(t, text)
    child.turn = mover
    return sum(worth * lead(child, c) for c, worth in worths(child).items())


RULES = {
    "random": lambda t, text: 0,
    "worth": lambda t, text: worths(t)[taken(t, text)[1]],
    "lead": lambda t, text: lead(t, taken(t, text)[1]),
    "deny": lambda t, text: t.hands[1 - t.turn].count(taken(t, text)[1]),
    "push": lambda t, text: lead(t, taken(t, text)[0]),
    "sprint": lambda t, text: -to_go(t, taken(t, text)[0]),
    "stroll": lambda t, text: to_go(t, taken(t, text)[0]),
    "behind": lambda t, text: text.endswith("-"),
    "ahead": lambda t, text: text.endswith("+"),
    "stair": lambda t, text: text.endswith("^"),
    "balance": balance,
}


def liked(t, name):
    scores = {text: RULES[name](t, text) for text in t.legal()}
    top = max(scores.values())
    return [text for text, score in scores.items() if score == top]


def rating(games, name):
    """Decisions, critical ones, share of best moves, of critical ones, points lost a decision."""
    decisions = critical = 0
    best = best_critical = lost = Fraction(0)
    for game in games:
        for k, t in game.positions.items():
            if len(game.children[k]) < 2:
                continue
            picks = liked(t, name)
            share = Fraction(sum(game.lost(k, m) == 0 for m in picks), len(picks))
            decisions += 1
            best += share
            lost += Fraction(sum(game.lost(k, m) for m in picks), len(picks))
            if any(game.lost(k, m) for m in game.children[k]):
                critical += 1
                best_critical += share
    return decisions, critical, best / decisions, best_critical / critical, lost / decisions


def win_share(name, against, colours, discs, rows, seed):
    """The wins of a rule of thumb on random rows, both seats, ties half."""
    rng = random.Random(seed)
    total = 0.0
    for _ in range(rows):
        row = [str(c + 1) for c in range(colours)] * discs
        rng.shuffle(row)
        for seat in (0, 1):
            t = start(row, colours)
            while not t.over():
                t.play(rng.choice(liked(t, name if t.turn == seat else against)))
            own, other = t.points(seat), t.points(1 - seat)
            total += 1.0 if own > other else 0.5 if own == other else 0.0
    return total / (2 * rows)
