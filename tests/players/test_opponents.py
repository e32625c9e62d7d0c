"""What earlier deals of a match tell of the others, and that a player gets no more than that."""

import pickle

import numpy as np
import pytest

from deals import exact_weights, policy_of
from ludoteca.arena.duplicate import Contest, play
from ludoteca.core.registry import load_game
from ludoteca.core.state import State
from ludoteca.core.view import EARLIER, Memory
from ludoteca.players import make_local_player
from ludoteca.players.base import memory_of
from ludoteca.players.opponents import CHANGES, before_this_deal
from ludoteca.players.particles import DOUBT
from ludoteca.players.play import play_match

MODELS = {1: 0.7, 0: 0.3}  # levels of kuhn
APART = 0.08  # three standard errors of a share of 400 worlds


def played(game, deals, seed=3):
    players = [make_local_player(game, "random")] * 2
    seeds = [np.random.SeedSequence(seed + n) for n in range(deals)]
    return [play_match(game, None, players, one, max_deals=1)[1][0] for one in seeds]


def following(game, ends):
    """The position before the deal that follows ``ends``."""
    return State.initial(game, earlier=ends)


def test_the_levels_of_the_others_are_those_of_bayes_rule_over_the_deals():
    game, told = load_game("kuhn"), 0
    for seed in range(4):
        ends = played(game, 3, 10 * seed)
        exact = np.array([MODELS[1], MODELS[0]])
        for end in ends:
            likely = [
                sum(exact_weights(end, 0, policy_of(end.game, level)).values()) for level in MODELS
            ]
            exact = exact * likely / np.dot(exact, likely)
            exact = (1 - CHANGES) * exact + CHANGES * np.array([MODELS[1], MODELS[0]])
        view = following(game, ends).view(0, Memory.MATCH)
        found = before_this_deal(view, MODELS, DOUBT)
        assert found[1] == pytest.approx(exact, abs=APART)
        told += abs(exact[0] - MODELS[1]) > APART
    assert told > 0


def test_earlier_deals_are_what_the_seat_saw_of_them_and_come_where_they_are_read():
    game = load_game("minimus")
    players = [make_local_player(game, "random")] * 4
    matches = [play_match(game, None, players, np.random.SeedSequence(n)) for n in range(8)]
    ends = [end for _match, deals in matches for end in deals][: EARLIER + 3]
    state = following(game, ends)
    assert state.view(1, Memory.DEAL).earlier == ()
    view = pickle.loads(pickle.dumps(state.view(1, Memory.MATCH)))
    assert len(view.earlier) == EARLIER
    for deal, end in zip(view.earlier, ends[-EARLIER:], strict=True):
        alone = end.view(1, Memory.DEAL)
        assert deal == alone
        assert deal.record.tobytes() == alone.record.tobytes()
        assert deal.past == alone.past
        assert deal.legal == ()
        assert deal.earlier == ()


class Reader:
    """Random play that keeps how many earlier deals it was shown."""

    name, remembers = "reader", Memory.MATCH

    def __init__(self):
        self.shown = set()

    def choose(self, view, rng):
        self.shown.add(len(view.earlier))
        return view.legal[int(rng.integers(len(view.legal)))]


def test_a_match_shows_each_deal_to_those_who_read_it():
    game, players = load_game("minimus"), [Reader() for _seat in range(4)]
    _match, ends = play_match(game, None, players, np.random.SeedSequence(1))
    assert len(ends) > 1
    assert set().union(*(p.shown for p in players)) == {min(n, EARLIER) for n in range(len(ends))}
    made = []

    def reader():
        made.append(Reader())
        return made[-1]

    options = game.options(None)
    contest = Contest(game, options, (reader, "random"), np.random.SeedSequence(2), matches=True)
    most = max(len(deals) for deals in play(contest, 0).ends)
    assert max(n for one in made for n in one.shown) == min(most - 1, EARLIER)


def test_who_reads_what():
    game = load_game("mus")
    read = {"maestro@50n": 2, "calls:maestro@50n": 2, "experto": 0, "defends:experto": 1}
    for spec, memory in read.items():
        assert memory_of(make_local_player(game, spec)) == memory
    assert memory_of(make_local_player(load_game("kuhn"), "belief@50")) == Memory.DEAL
