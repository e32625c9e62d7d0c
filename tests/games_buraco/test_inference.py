"""The reader of hands: turns are found and undone exactly, and what it believes can be."""

import numpy as np
import pytest

from ludoteca.core.registry import load_game
from ludoteca.core.state import observe
from ludoteca.games.buraco.ids import DEALING, MORTO
from ludoteca.games.buraco.inference import TURNS_BACK, read_worlds, told_turns
from ludoteca.games.buraco.players import MODELS
from ludoteca.games.buraco.policy import ADVANCED, BASIC
from ludoteca.players.particles import chance_worlds
from ludoteca.players.policy import PolicyPlayer

SIZE = 200


def positions(options, seed, deals=1, every=1, level="advanced"):
    """Positions of deals of players of a level, with the position before each move so far."""
    game = load_game("buraco")
    player, rng, n = PolicyPlayer(game, level), np.random.default_rng(seed), 0
    for _deal in range(deals):
        state, before = game.new_state(options), []
        while not state.is_terminal():
            if state.is_chance():
                action = state.sample_chance(rng)
            else:
                n += 1
                if n % every == 0:
                    yield state, before
                action = player.choose(state.view(state.current_player()), rng)
            before.append(state.record.copy())
            state.apply_unchecked(action)


def test_the_last_turns_of_the_others_are_found_newest_first():
    looked = 0
    for state, before in positions({}, seed=1, every=9):
        seat = state.current_player()
        for other, turns in told_turns(state.view(seat, remembering=True)).items():
            assert len(turns) <= TURNS_BACK
            assert [t.at for t in turns] == sorted((t.at for t in turns), reverse=True)
            for turn in turns:
                made = [before[turn.at + k]["to_move"][0] for k in range(len(turn.moves))]
                assert set(made) == {other}
                assert state.tokens(seat)[turn.at + len(turn.moves) - 1].token == turn.moves[-1]
                looked += 1
    assert looked > 50


def test_nothing_is_read_from_before_a_morto_was_picked_up():
    cut = 0
    for state, before in positions({}, seed=2, every=5):
        seat = state.current_player()
        phases = [int(record["phase"][0]) for record in before]
        movers = [int(record["to_move"][0]) for record in before]
        for other, turns in told_turns(state.view(seat, remembering=True)).items():
            pairs = zip(phases, movers, strict=True)
            picked = [k for k, at in enumerate(pairs) if at == (MORTO, other)]
            if picked:
                cut += 1
                assert all(turn.at > picked[-1] for turn in turns)
            assert all(phases[turn.at] != DEALING for turn in turns)
    assert cut > 0


@pytest.mark.parametrize("profile", ["thesis", "fechado"])
def test_no_world_contradicts_what_the_seat_sees(profile):
    game, told = load_game("buraco"), 0
    for state, _before in positions({"profile": profile}, seed=3, every=25):
        seat = state.current_player()
        view = state.view(seat, remembering=True)
        belief = read_worlds(view, SIZE, MODELS, np.random.default_rng(1))
        told += belief.told
        assert len(belief.worlds) == SIZE
        assert {w.tobytes() for w in observe(belief.worlds, game.masks(state.options)[seat])} == {
            view.record[0].tobytes()
        }
    assert told > 0


def test_the_turns_of_the_rivals_tell_their_level():
    """Partners play alike, and the own pair is taken for advanced whatever it did."""
    share = {}
    for level in ("basic", "advanced"):
        basic = []
        for state, before in positions({}, seed=3, every=30, level=level):
            seat = state.current_player()
            view = state.view(seat, remembering=True)
            if len(before) > 60:
                levels = read_worlds(view, SIZE, MODELS, np.random.default_rng(1)).levels
                assert (levels[:, [seat, seat ^ 2]] == ADVANCED).all()
                assert (levels[:, seat ^ 1] == levels[:, seat ^ 3]).all()
                basic.append(np.mean(levels[:, seat ^ 1] == BASIC))
        share[level] = np.mean(basic)
    assert share["advanced"] < MODELS[BASIC] / 2 < 2 * MODELS[BASIC] < share["basic"]


def missed(worlds, state, seat):
    """The squared error of the cards believed in the others' hands, in the mean."""
    others = [other for other in range(4) if other != seat]
    believed = worlds["hand"][:, others].astype(float).mean(axis=0)
    return float(((believed - state.record["hand"][0, others]) ** 2).sum(axis=1).mean())


@pytest.mark.soak
def test_hands_of_the_advanced_player_are_read_better_than_by_chance():
    """The bound is three standard errors of the gain."""
    gains = []
    for state, before in positions({}, seed=4, deals=3, every=17):
        if len(before) > 120:
            seat = state.current_player()
            view = state.view(seat, remembering=True)
            read = read_worlds(view, SIZE, MODELS, np.random.default_rng(1)).worlds
            plain = chance_worlds(view, SIZE, np.random.default_rng(1))
            gains.append(missed(plain, state, seat) - missed(read, state, seat))
    assert np.mean(gains) > 3 * np.std(gains, ddof=1) / np.sqrt(len(gains))


def test_equal_views_and_generators_give_equal_worlds():
    state = next(state for state, before in positions({}, seed=5) if len(before) > 90)
    view = state.view(state.current_player(), remembering=True)
    one, other = (read_worlds(view, 60, MODELS, np.random.default_rng(3)) for _time in range(2))
    assert one.worlds.tobytes() == other.worlds.tobytes()
