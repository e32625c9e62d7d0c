"""The belief of eras' expert about hidden cards, from the others' lays, against every history."""

from itertools import product
from math import comb, prod

import numpy as np
import pytest

from deals import by, decisions
from ludoteca.core import calls
from ludoteca.core.ids import CHANCE, HIDDEN
from ludoteca.core.state import observe
from ludoteca.games.eras import inference
from ludoteca.games.eras.inference import ToldLay, read_worlds, told_lays
from ludoteca.games.eras.players import MODELS, expert
from ludoteca.games.eras.policy import ADVANCED, BASIC
from ludoteca.games.eras.rules import LAID, LAYING, NUMBER, NUMBERING
from ludoteca.players.budget import Budget
from ludoteca.players.particles import DOUBT, before_the_deal, unread
from ludoteca.players.policy import PolicyPlayer

SMALL = {"values": 4, "suits": 3, "hand": 2}


def named(eras, options, seed, after=1):
    """A position between advanced machines in which a number is named, after so many tricks."""
    for state in decisions(eras, options, seed, choose=by(PolicyPlayer(eras, "advanced"))):
        s = state.record[0]
        if s.phase == NUMBERING and s.tricks >= after and len(state.legal_actions()) > 1:
            yield state


def lays(record, number, level, made=(), chance=1.0):
    """Every lay of so many cards with a level's chance of it, by the kernel, move by move."""
    phase, mover = int(record["phase"][0]), int(calls.current_player(record, 0))
    if made and (phase != LAYING or mover != made[0]):
        yield record, chance
        return
    ids, prob = np.zeros(64, np.int64), np.zeros(64)
    n = int(calls.policy_probs(record, 0, level, ids, prob))
    told = dict(zip(ids[:n].tolist(), prob[:n].tolist(), strict=True))
    m = int(calls.legal_actions(record, 0, ids))
    for action in [NUMBER + number] if phase == NUMBERING else ids[:m].tolist():
        after = record.copy()
        calls.apply_action(after, 0, action)
        yield from lays(after, number, level, (mover,), chance * told.get(action, 0.0))


def exact_worlds(state, seat, models):
    """Cards and levels of every world by Bayes' rule, all histories enumerated."""
    game = state.game
    first = game.new_state(state.options).record.tobytes()
    own = [{ADVANCED: 1.0} if s == seat else models for s in range(state.num_players)]
    worlds = {
        (first, levels): prod(chances[level] for chances, level in zip(own, levels, strict=True))
        for levels in product(*own)
    }
    ids, prob = np.zeros(64, np.int64), np.zeros(64)
    for actor, token in state.tokens(seat):
        after = {}
        others = actor not in (CHANCE, seat)
        if others and token == LAID:
            # The whole lay was made when its number was named.
            continue
        for (blob, levels), weight in worlds.items():
            record = np.frombuffer(bytearray(blob), game.state_layout.dtype)
            if others:
                held, number = int(record["in_hand"][0][actor]), token - NUMBER
                every = DOUBT / held / comb(held, number)
                made = lays(record, number, levels[actor])
                children = [(w, (1 - DOUBT) * p + every) for w, p in made]
            elif actor == CHANCE:
                n = int(calls.chance_outcomes(record, 0, ids, prob))
                chances = list(zip(ids[:n].tolist(), prob[:n].tolist(), strict=True))
                children = [
                    (moved(record, a), p)
                    for a, p in chances
                    if calls.observed_action(record, 0, a, seat) == token
                ]
            else:
                children = [(moved(record, token), 1.0)]
            for child, p in children:
                key = child.tobytes(), levels
                after[key] = after.get(key, 0.0) + weight * p
        worlds = after
    return by_cards(game, worlds.items())


def moved(record, action):
    after = record.copy()
    calls.apply_action(after, 0, action)
    return after


def by_cards(game, weighed):
    """Shares of worlds by who holds and who laid what, and by everybody's level."""
    shares = {}
    for (blob, levels), weight in weighed:
        record = np.frombuffer(blob, game.state_layout.dtype)[0]
        key = (*record["hand"].tolist(), *record["laid"].tolist(), *levels)
        shares[key] = shares.get(key, 0.0) + weight
    total = sum(shares.values())
    return {key: share / total for key, share in shares.items()}


def apart(game, belief, exact):
    """The total variation between a sample of worlds and the exact shares."""
    both = zip(belief.worlds, belief.levels.tolist(), strict=True)
    found = by_cards(game, (((world.tobytes(), levels), 1.0) for world, levels in both))
    keys = found.keys() | exact.keys()
    return sum(abs(found.get(k, 0.0) - exact.get(k, 0.0)) for k in keys) / 2


@pytest.mark.parametrize(
    ("options", "seed", "models"),
    [
        ({}, 5, {ADVANCED: 1.0}),
        ({"players": 3}, 4, {ADVANCED: 1.0}),
        ({"hand": 3}, 2, {ADVANCED: 1.0}),
        ({}, 5, MODELS),
        ({"players": 3}, 4, {ADVANCED: 0.5, BASIC: 0.5}),
    ],
)
def test_it_believes_what_bayes_rule_says(eras, monkeypatch, options, seed, models):
    monkeypatch.setattr(inference, "HISTORIES", 10_000)
    monkeypatch.setattr(inference, "TRICKS_BACK", 99)
    rng, surprised = np.random.default_rng(3), 0.0
    for state in named(eras, {**SMALL, **options}, seed):
        view = state.view(state.current_player(), remembering=True)
        exact = exact_worlds(state, view.seat, models)
        assert apart(eras, read_worlds(view, 5_000, models, rng), exact) < 0.06
        told_nothing = unread(view, models, 5_000, rng, before_the_deal(view, models))
        surprised = max(surprised, apart(eras, told_nothing, exact))
    assert surprised > 0.12


@pytest.mark.parametrize("players", [2, 4])
def test_its_worlds_agree_with_all_that_the_seat_sees(eras, players, monkeypatch):
    monkeypatch.setattr(inference, "HISTORIES", 100)
    rng, told = np.random.default_rng(1), 0
    for state in named(eras, {"players": players}, seed=2, after=0):
        view = state.view(state.current_player(), remembering=True)
        belief = read_worlds(view, 50, MODELS, rng)
        told += belief.told
        mask = eras.masks(state.options)[view.seat]
        assert {w.tobytes() for w in observe(belief.worlds, mask)} == {view.record.tobytes()}
        assert all(set(eras.rules.count_cards(world)) == {1} for world in belief.worlds)
    assert told > 0


def exchanged(state, seat):
    """The same round with a card that another holds, hidden from ``seat``, exchanged for one of
    the deck; None where there is none."""
    s, twin = state.record[0], state.game.new_state(state.options)
    deck = np.flatnonzero(s.deck)
    for at, (move, token) in enumerate(zip(state.moves, state.tokens(seat), strict=True)):
        held = any(int(hand) >> move.action & 1 for hand in s.hand)
        if token.actor == CHANCE and token.token == HIDDEN and held and len(deck):
            moves = [m.action for m in state.moves]
            moves[at] = int(deck[0])
            for action in moves:
                twin.apply_unchecked(action)
            return twin
    return None


def test_other_cards_where_it_cannot_see_them_change_nothing(eras, monkeypatch):
    monkeypatch.setattr(inference, "HISTORIES", 200)
    compared = 0
    for state in named(eras, {"players": 3}, seed=4):
        seat = state.current_player()
        twin = exchanged(state, seat)
        if twin is None:
            continue
        assert twin.record.tobytes() != state.record.tobytes()
        thoughts = [
            expert(Budget(nodes=5)).think(one.view(seat, remembering=True), generator())
            for one in (state, twin)
        ]
        assert thoughts[0] == thoughts[1]
        compared += 1
    assert compared >= 5


def generator():
    return np.random.default_rng(7)


def test_who_laid_the_whole_hand_drew_another_one(played):
    """Hands of two: seat 0 lays one card, which is turned, and draws one; seat 1 lays both."""
    state = played("AS AH 2S 2H", "+1 AS", "+2", "3S 3H 4H", values=4, suits=2, hand=2)
    laid = ToldLay(at=4, number=1, cards=1 << state.moves[0].action, drawn=1)
    assert told_lays(state.view(1, remembering=True)) == {0: [laid]}
    own = sum(1 << state.moves[k].action for k in (1, 3))
    both = ToldLay(at=6, number=2, cards=own, drawn=2)
    assert told_lays(state.view(0, remembering=True)) == {1: [both]}
    hidden = state.child(state.parse("+2"))
    assert told_lays(hidden.view(0, remembering=True)) == {
        1: [ToldLay(len(state.moves), 2, 0, 0), both]
    }
