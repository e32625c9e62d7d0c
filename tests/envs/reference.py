"""Vectors of environments beside states that are played one by one, un-compiled where asked.

``python reference.py GAME ...`` compares these games and prints their names.
"""

import sys

import numpy as np

from ludoteca.core import calls, kernel
from ludoteca.core.match import Match
from ludoteca.core.registry import load_game
from ludoteca.players.learned.actions import MOST_REMEMBERED, ActionSpace
from ludoteca.envs.generator import CHANCE_STREAM, begin_deal, generators
from ludoteca.players.learned.observation import ObservationSpace
from ludoteca.envs.vector import VectorEnv

SEED = 7


class Single:
    """One environment: a match, or deals from the first standing, by the rules' own states."""

    def __init__(self, game, number, seed=SEED, matches=False, options=None):
        self.game, self.matches, self.options = game, matches, options
        self.generator = generators(seed, number + 1, CHANCE_STREAM)[number]
        self.ids, self.prob = game.buffers()
        self.deals = -1
        self.rewards, self.points, self.ended = 0.0, 0.0, False
        self.new_match()
        self.rewards, self.points, self.ended = 0.0, 0.0, False

    def new_match(self):
        self.match = Match(self.game, self.options)
        self.new_deal()

    def new_deal(self):
        self.deals += 1
        begin_deal(self.generator, self.deals)
        self.state = self.match.new_deal()
        self.to_decision()

    def to_decision(self):
        while self.state.is_chance():
            record = self.state.record
            a = kernel.sample_chance(record[0], self.generator, self.ids, self.prob)
            self.state.apply(int(a))
        if self.state.is_terminal():
            self.close()

    def close(self):
        returns = np.array(self.state.returns())
        self.points = self.points + returns
        self.match.close(self.state)
        if not self.matches:
            self.rewards = self.rewards + returns
        elif self.match.over:
            sides = self.game.teams(self.match.options)
            shares = self.match.shares() - 1 / len(sides)
            self.rewards = np.array(
                [
                    shares[[seat in side for side in sides].index(True)]
                    for seat in range(len(returns))
                ]
            )
        over = self.match.over or not self.matches
        self.ended |= over
        self.new_match() if over else self.new_deal()

    def step(self, action):
        self.rewards, self.points, self.ended = 0.0, 0.0, False
        self.state.apply(action)
        self.to_decision()


def compare(name, steps=25, number=2, options=None, matches=False, **more):
    """Play both with sampled actions, and raise an ``AssertionError`` where anything differs."""
    game = load_game(name)
    env = VectorEnv(game, number, seed=SEED, options=options, matches=matches, **more)
    batch, actions = env.reset(), ActionSpace(game)
    singles = [Single(game, n, matches=matches, options=options) for n in range(number)]
    told = more.get("observation") == "information_state"
    spaces = ObservationSpace(
        game, options, "float32" if told else more.get("observation", "float32")
    )
    for _step in range(steps):
        for n, single in enumerate(singles):
            seat, legal = single.state.current_player(), single.state.legal_actions()
            assert batch.current_player[n] == seat
            assert batch.num_legal[n] == len(legal)
            assert [actions.ids[a] for a in batch.legal[n, : len(legal)]] == legal
            assert np.array_equal(batch.action_mask[n], actions.mask(tuple(legal)).astype(bool))
            if told:
                tokens = [t.token for t in single.state.tokens(seat)]
                row = batch.observation[n].copy().view(np.int64)
                assert row[0] == len(tokens)
                assert row[1 : len(tokens) + 1].tolist() == tokens
                assert not row[len(tokens) + 1 :].any()
            else:
                view = single.state.view(seat)
                assert np.array_equal(batch.observation[n], spaces.of(view.record, seat))
            assert np.allclose(batch.reward[n], single.rewards)
            assert np.allclose(batch.points[n], single.points)
            assert batch.terminated[n] == single.ended
        chosen = env.sample().copy()
        for n, single in enumerate(singles):
            single.step(int(actions.ids[chosen[n]]))
        batch = env.step(chosen)


def compare_worlds(name, steps=12):
    """Raise an ``AssertionError`` where what a seat sees tells what it may not see."""
    game = load_game(name)
    rng = np.random.default_rng(SEED)
    single = Single(game, 0)
    space, world = ObservationSpace(game), game.state_layout.empty()
    for _step in range(steps):
        record = single.state.record
        for seat in range(single.state.num_players):
            seen = space.of(record, seat)
            assert np.array_equal(seen, space.of(single.state.view(seat).record, seat))
            calls.resample(record, 0, seat, rng, world, 0)
            assert np.array_equal(seen, space.of(world, seat))
            assert (space.low <= seen).all()
            assert (seen <= space.high).all()
        single.step(int(rng.choice(single.state.legal_actions())))


def main():
    for name in sys.argv[1:]:
        game = load_game(name)
        compare(name, steps=12)
        compare(name, steps=6, observation="int8")
        if game.rules.MAX_LENGTH <= MOST_REMEMBERED:
            compare(name, steps=12, observation="information_state")
        compare_worlds(name)
        print(name, flush=True)


if __name__ == "__main__":
    main()
