"""Each player alone: it sees its view, and equal seeds give equal choices."""

import numpy as np
import pytest

from deals import decisions
from ludoteca.core import calls
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.core.state import State
from ludoteca.core.view import SeatView
from ludoteca.players import make_player
from ludoteca.players.play import play_deal


@pytest.mark.parametrize("name", ["kuhn", "leduc", "minimus", "minirummy"])
@pytest.mark.parametrize("spec", ["random", "basic"])
def test_hidden_cards_permuted_give_the_same_choice(name, spec):
    game = load_game(name)
    rng = np.random.default_rng(3)
    player = make_player(game, spec)
    different = 0
    for seed in range(8):
        for state in decisions(game, seed=seed):
            seat = state.current_player()
            other = state.clone()
            calls.resample(state.record, 0, seat, rng, other.record, 0)
            different += other.record.tobytes() != state.record.tobytes()
            choices = {
                player.choose(world.view(seat), np.random.default_rng(seed))
                for world in (state, other)
            }
            assert len(choices) == 1
    assert different > 0


@pytest.mark.parametrize("spec", ["random", "basic", "search@300n"])
def test_equal_seeds_give_equal_deals_and_others_do_not(spec):
    game = load_game("nim")

    def moves(seed):
        shoe = Shoe.shuffled(game, game.options(), 0)
        players = [make_player(game, spec), make_player(game, "random")]
        return play_deal(game, None, players, shoe, np.random.SeedSequence(seed)).moves

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(10)}) > 1


def test_a_policy_is_sampled_with_its_probabilities():
    game = load_game("kuhn")
    state = game.new_state()
    state.apply(state.parse("J"))
    state.apply(state.chance_outcomes()[0][0])
    player, rng = make_player(game, "advanced"), np.random.default_rng(5)
    view = state.view(0)
    bets = sum(player.choose(view, rng) == view.legal[-1] for _ in range(6000))
    # The first player bets a jack one time in three; five standard deviations either way.
    assert abs(bets - 2000) < 5 * np.sqrt(6000 * (1 / 3) * (2 / 3))


def test_random_takes_every_move_equally_often():
    game = load_game("nim")
    view = game.new_state({"heaps": 1, "largest": 4}).view(0)
    player, rng = make_player(game, "random"), np.random.default_rng(0)
    counts = np.bincount([player.choose(view, rng) for _ in range(4000)], minlength=4)
    assert np.all(np.abs(counts - 1000) < 5 * np.sqrt(4000 * 0.25 * 0.75))


def test_search_wins_every_won_nim_against_itself():
    game = load_game("nim")
    player = make_player(game, "search@5000n")
    # Heaps of 4, 3 and 2 xor to 5: the first player wins.
    shoe = Shoe.shuffled(game, game.options(), 0)
    options = {"heaps": 3, "largest": 4}
    end = play_deal(game, options, [player, player], shoe, np.random.SeedSequence(0))
    assert end.returns() == [1.0, -1.0]


def test_a_player_is_asked_only_with_its_own_view():
    game = load_game("minimus")
    asked = []

    class Watcher:
        name = "watcher"

        def __init__(self, seat):
            self.seat = seat

        def choose(self, view, rng):
            assert type(view) is SeatView
            assert not any(isinstance(part, State) for part in vars(view).values())
            assert view.seat == self.seat == view.current_player
            asked.append((self.seat, view.record.tobytes(), view.tokens))
            return view.legal[0]

    shoe = Shoe.shuffled(game, game.options(), 1)
    end = play_deal(
        game, None, [Watcher(seat) for seat in range(4)], shoe, np.random.SeedSequence(2)
    )
    replayed = game.new_state()
    expected = []
    for move in end.moves:
        if move.actor >= 0:
            view = replayed.view(move.actor)
            expected.append((move.actor, view.record.tobytes(), view.tokens))
        replayed.apply(move.action)
    assert asked == expected


def test_search_plays_a_game_that_was_dealt_in_the_open():
    game = load_game("bigpoints")
    options = game.options({"colours": 2, "discs": 2, "white": 0, "black": 0})
    players = [make_player(game, "search@200n"), make_player(game, "basic")]
    shoe = Shoe.shuffled(game, options, 3)
    assert play_deal(game, options, players, shoe, np.random.SeedSequence(0)).is_terminal()


class Drawing:
    """A random player that remembers the first number it drew."""

    def __init__(self):
        self.first = None

    def choose(self, view, rng):
        if self.first is None:
            self.first = int(rng.integers(2**63))
        return int(rng.choice(view.legal))


def test_every_seat_has_luck_of_its_own_whoever_sits_there():
    game = load_game("minimus")

    def drawn(seed, order):
        players = [Drawing() for _seat in range(4)]
        shoe = Shoe.shuffled(game, game.options(), 1)
        play_deal(game, None, [players[k] for k in order], shoe, np.random.SeedSequence(seed))
        return [players[k].first for k in order]

    firsts = drawn(5, (0, 1, 2, 3))
    assert len(set(firsts)) == 4
    assert drawn(5, (2, 0, 3, 1)) == firsts
    assert not set(drawn(6, (0, 1, 2, 3))) & set(firsts)
