"""Rounds of simplified poker played from a line of text; small decks as whole trees."""

import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from ludoteca.cli.main import main
from ludoteca.core.i18n import use_language
from ludoteca.core.registry import load_game
from ludoteca.games.poker import hands
from ludoteca.games.poker.rules import FOLDING, STOP
from ludoteca.games.poker.solver.round_paths import FIRST, SEATS, SECOND, paths_of
from ludoteca.games.poker.solver.strategy import Strategy, side_of
from ludoteca.solve.tree import build_tree


@pytest.fixture(scope="session")
def game():
    return load_game("poker")


@pytest.fixture
def played(game):
    """``played("AAAKK 77QQJ", "K K stop", "AJ", ...)``: a round with these cards and moves.

    The first two hands are dealt, that of seat 0 first, whoever is first; then moves and cards
    that come are read in turn, as many as are given. A showdown is made by itself.
    """

    def position(dealt, moves="", standing=None, **options):
        state = game.new_state(options, standing)
        ours, theirs = (list(hand) for hand in dealt.split())
        while state.legal_actions() == [] and ours + theirs:
            state.apply(state.parse((theirs if state.record["to_move"][0] else ours).pop(0)))
        for word in moves.split():
            state.apply(state.parse(word))
        if not state.is_terminal() and state.is_chance() and state.record["to_come"][0] == 0:
            state.apply(state.possible_actions()[0])
        return state

    return position


# -- the structure of a round beside the kernel's whole tree of a small deck ----------------------

SMALL = {
    "three ranks, one card": {"ranks": 3, "copies": 3, "hand": 2, "most": 1},
    "three ranks, two cards": {"ranks": 3, "copies": 3, "hand": 2, "most": 2},
    "no folding": {"ranks": 3, "copies": 3, "hand": 2, "most": 2, "round": "estrategica"},
    "other prizes": {
        "ranks": 2, "copies": 4, "hand": 2, "most": 2, "fold_first": 1, "fold_second": 1,
    },
}  # fmt: skip


@pytest.fixture(params=SMALL.values(), ids=SMALL.keys(), scope="session")
def small(request, game):
    """Rule options of a small deck, completed."""
    return game.options(request.param)


@pytest.fixture(scope="session")
def tree_of(game):
    """``tree_of(options)``: the kernel's tree; what a seat gets is the difference of points."""
    trees = {}

    def build(options):
        key = tuple(options.items())
        if key not in trees:
            tree = build_tree(game, options)
            above = tree.terminal_returns[:, 0] - tree.terminal_returns[:, 1]
            trees[key] = replace(tree, terminal_returns=np.stack((above, -above), axis=1))
        return trees[key]

    return build


@pytest.fixture(scope="session")
def on_tree():
    """``on_tree(strategy, tree)``: a strategy of arrays as probabilities of the kernel's moves."""
    return strategy_on_tree


def strategy_on_tree(strategy, tree):
    paths = paths_of(strategy.deck)
    out = tree.uniform_strategy()
    for k in range(len(tree.infosets)):
        seat = int(tree.infosets["owner"][k])
        s = tree.position(int(tree.infosets["node"][k]))[0]
        side, other = strategy.side(seat), int(s.exchanged[1 - seat])
        dealt, given, hand = (tuple(map(int, lot[seat])) for lot in (s.dealt, s.given, s.hand))
        moves = tree.sequence_action[tree.moves(k)].tolist()
        if s.phase == FOLDING:
            chance = side.fold[other, paths.path_number(dealt, given, hand)] / side.fold_unit
            out[tree.moves(k)] = [chance, 1 - chance]
            continue
        row = side.exchange[other if seat else 0]
        masses = [0] * len(moves)
        for lot in hands.exchanges(dealt, strategy.deck.most):
            for j, move in enumerate(moves):
                if _goes_on(given, lot, move):
                    masses[j] += row[paths.exchange_number(dealt, lot)]
        if sum(masses):
            out[tree.moves(k)] = [mass / sum(masses) for mass in masses]
    return out


def _goes_on(given, lot, move):
    """True if the exchange of ``lot``, so far ``given``, may go on with ``move``."""
    if move == STOP:
        return lot == given
    return lot[:move] == given[:move] and lot[move] > given[move]


@pytest.fixture(scope="session")
def from_choices():
    """``from_choices(name, deck, exchange, fold)``: the strategy of a player that is asked."""
    return _from_choices


def _from_choices(name, deck, exchange, fold=None):
    """The strategy of a player that is asked at every information set.

    ``exchange(seat, hand, other)`` gives the chance of each lot (those missing have none), where
    ``other`` is the number that the first exchanged, None for the first; ``fold(seat, hand, lot,
    final, other)`` the chance to fold (without it, none). Raises ``ValueError`` where the chances
    of a hand do not add up to one, ``KeyError`` for a lot that may not be exchanged.
    """
    paths = paths_of(deck)
    sides = []
    for seat in SEATS:
        contexts = range(paths.sizes) if seat == SECOND else (None,)
        rows = [_asked_exchange(paths, exchange, seat, other) for other in contexts]
        folds = [[Fraction(0)] * len(paths.path_spot)] * paths.sizes
        if fold is not None:
            folds = [_asked_fold(paths, fold, seat, other) for other in range(paths.sizes)]
        sides.append(side_of(paths, *map(_by_number, (rows, folds))))
    return Strategy(name, deck, sides[FIRST], sides[SECOND])


def _by_number(rows):
    return [dict(enumerate(row)) for row in rows]


def _asked_exchange(paths, rule, seat, other):
    row = [Fraction(0)] * len(paths.exchange_hand)
    for hand in range(len(paths.hands)):
        cards = paths.cards(hand)
        for lot, chance in rule(seat, cards, other).items():
            row[paths.exchange_number(cards, lot)] += Fraction(chance)
    return row


def _asked_fold(paths, rule, seat, other):
    every = [paths.cards(hand) for hand in range(len(paths.hands))]
    lots = [paths.lot(number) for number in range(len(paths.lots))]
    hand_of, final_of = paths.path_hand.tolist(), paths.path_final.tolist()
    lot_of = paths.exchange_lot[paths.path_exchange].tolist()
    return [
        rule(seat, every[h], lots[lot], every[f], other)
        for h, lot, f in zip(hand_of, lot_of, final_of, strict=True)
    ]


@pytest.fixture(scope="session")
def some_strategy():
    """``some_strategy(deck, seed)``: a strategy of random probabilities, exact, some of them 0."""

    def make(deck, seed):
        rng = np.random.default_rng(seed)

        def exchange(seat, cards, other):
            lots = hands.exchanges(cards, deck.most)
            weights = rng.integers(0, 4, len(lots)).tolist()
            weights[int(rng.integers(len(lots)))] += 1
            return {lot: Fraction(w, sum(weights)) for lot, w in zip(lots, weights, strict=True)}

        def fold(seat, cards, lot, final, other):
            return Fraction(int(rng.integers(0, 5)), 4)

        return _from_choices("some", deck, exchange, fold)

    return make


# -- players that are evaluated -------------------------------------------------------------------


@pytest.fixture
def english(monkeypatch, tmp_path):
    """Words in English, and folders of the user that are empty."""
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    yield
    use_language("en")


@pytest.fixture
def evaluated(capsys, english):
    """``evaluated("nosso", "blefe", ...)``: what ``ludoteca evaluate poker`` answers, as data."""

    def run(*arguments):
        code = main(["evaluate", "poker", *arguments, "--format", "json"])
        out, err = capsys.readouterr()
        assert code == 0, err
        return json.loads(out)

    return run
