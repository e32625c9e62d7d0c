"""Deals, matches and comparisons: duplicates, seeds, failures."""

import json

import numpy as np
import pytest

from ludoteca.arena.duplicate import seatings
from ludoteca.arena.tournament import compare
from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.players import PlayerFailed, make_player
from ludoteca.players.play import deal_seeds, play_deal, play_match

pytestmark = pytest.mark.usefixtures("uncompiled_workers")


class Crashing:
    name = "crashing"

    def choose(self, view, rng):
        raise RuntimeError("no idea")


class Cheating:
    name = "cheating"

    def choose(self, view, rng):
        return 10_000


class Lowest:
    name = "lowest"

    def choose(self, view, rng):
        return view.legal[0]


class Highest:
    name = "highest"

    def choose(self, view, rng):
        return view.legal[-1]


def test_seatings_of_one_two_and_three_sides():
    assert seatings(1) == [(0,), (1,)]
    assert seatings(2) == [(0, 1), (1, 0)]
    assert seatings(3) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]


MORE = (pytest.param(n, marks=pytest.mark.soak) for n in ("nim", "leduc", "minimus", "minirummy"))


@pytest.mark.parametrize("name", ["kuhn", "vangin", *MORE])
@pytest.mark.parametrize("spec", ["basic", "random"])
def test_a_player_against_itself_differs_by_exactly_0_in_every_deal(name, spec):
    found = compare(load_game(name), None, spec, spec, deals=6, seed=11)
    assert found.differences == (0.0,) * 6
    assert (found.difference.mean, found.difference.low, found.difference.high) == (0.0, 0.0, 0.0)
    assert found.a.wins == found.b.wins


def test_one_against_two_of_the_same_differs_by_exactly_0():
    options = {"players": 3, "colours": 2, "discs": 2}
    found = compare(load_game("bigpoints"), options, "basic", "basic", deals=4, seed=2)
    assert found.seatings == 3
    assert found.differences == (0.0,) * 4


def test_search_beats_random_at_nim_by_an_interval_that_excludes_zero():
    options = {"heaps": 3, "largest": 4}
    found = compare(load_game("nim"), options, "search@2000n", "random", deals=40, seed=5)
    assert found.difference.low > 0
    assert found.a.wins + found.b.wins + found.ties == 80
    # 4, 3, 2 is won by the first player, so whoever searches loses nothing when it begins.
    assert found.a.wins >= 40


def test_all_seatings_of_a_deal_get_the_same_cards():
    game = load_game("kuhn")
    cards, luck = deal_seeds(np.random.SeedSequence(4), 0)
    shoe = Shoe.shuffled(game, game.options(), cards)
    dealt = []
    for players in ([Lowest(), Highest()], [Highest(), Lowest()]):
        again = shoe.again()
        play_deal(game, None, players, again, luck)
        dealt.append(again.drawn)
    assert dealt[0] == dealt[1]


def test_the_interval_covers_the_exact_difference_of_two_kuhn_players():
    """Exact by hand: the mean over the six deals of Kuhn, both seatings.

    Lowest always passes, Highest always bets or calls. With Lowest first: pass, bet, pass (fold):
    it loses its ante. With Highest first: bet, fold: it wins the ante. So Highest wins 1 always:
    every duplicate deal differs by 1 - (-1) = 2.
    """
    found = compare(load_game("kuhn"), None, Highest, Lowest, deals=20, seed=1)
    assert found.differences == (2.0,) * 20
    assert (found.a.wins, found.b.wins, found.ties) == (40, 0, 0)


def expected_returns(state, specs):
    """Exact expected points of seat 0: seat ``i`` plays Kuhn's ``specs[i]``, a level or random."""
    if state.is_terminal():
        return state.returns()[0]
    seat = state.current_player()
    if state.is_chance():
        outcomes = state.chance_outcomes()
    elif specs[seat] == "random":
        legal = state.legal_actions()
        outcomes = [(a, 1 / len(legal)) for a in legal]
    else:
        ids, prob = state.game.buffers()
        level = state.game.info.levels.index(specs[seat])
        n = calls.policy_probs(state.record, 0, level, ids, prob)
        outcomes = [(int(a), float(p)) for a, p in zip(ids[:n], prob[:n], strict=True) if p > 0]
    return sum(p * expected_returns(state.child(a), specs) for a, p in outcomes)


@pytest.mark.parametrize(("a", "b"), [("advanced", "random"), ("basic", "random")])
@pytest.mark.soak
def test_the_mean_difference_lands_on_the_exact_one(a, b):
    """The exact difference from the whole tree of Kuhn, the other from 1,500 deals."""
    game = load_game("kuhn")
    start = game.new_state()
    # Zero-sum: over both seatings B has what A has with its sign turned.
    exact = expected_returns(start, (a, b)) - expected_returns(start, (b, a))
    found = compare(game, None, a, b, deals=1500, seed=8)
    error = (found.difference.high - found.difference.low) / 2 / 1.96
    assert exact > 0
    assert abs(found.difference.mean - exact) < 5 * error


def test_equal_seeds_give_equal_results_and_the_number_of_workers_does_not_matter():
    game = load_game("kuhn")
    first = compare(game, None, "basic", "random", deals=12, seed=3)
    again = compare(game, None, "basic", "random", deals=12, seed=3)
    other = compare(game, None, "basic", "random", deals=12, seed=4)
    shared = compare(game, None, "basic", "random", deals=12, seed=3, workers=2)
    assert first == again == shared
    assert first.differences != other.differences


def test_more_deals_begin_with_the_same_ones():
    game = load_game("kuhn")
    few = compare(game, None, "basic", "random", deals=5, seed=3)
    many = compare(game, None, "basic", "random", deals=9, seed=3)
    assert many.differences[:5] == few.differences


@pytest.mark.parametrize(
    ("player", "what"),
    [(Crashing, "RuntimeError: no idea"), (Cheating, "chose 10000")],
)
def test_a_player_that_fails_is_named_with_what_it_was_asked(player, what):
    game = load_game("nim")
    options = {"heaps": 1, "largest": 2}
    shoe = Shoe.shuffled(game, game.options(options), 0)
    with pytest.raises(PlayerFailed) as failure:
        play_deal(game, options, [player(), Lowest()], shoe, np.random.SeedSequence(0))
    assert str(failure.value) == (
        f"{player.name}, seat 1 of Nim, was asked for one of a1 a2: {what}"
    )
    assert failure.value.seat == 0


@pytest.mark.parametrize("player", [Crashing, Cheating])
def test_a_player_that_fails_forfeits_the_deal_and_the_run_goes_on(player):
    found = compare(load_game("nim"), None, "random", player, deals=5, seed=0)
    assert (found.a.wins, found.b.wins, found.ties) == (10, 0, 0)
    assert (found.a.forfeits, found.b.forfeits) == (0, 5)
    assert found.difference is None
    assert found.differences == (None,) * 5
    assert player.name in found.failures[0]


def test_a_forfeited_deal_leaves_the_others_their_interval():
    class Sometimes:
        name = "sometimes"

        def choose(self, view, rng):
            if rng.random() < 0.3:
                raise RuntimeError("not today")
            return view.legal[0]

    found = compare(load_game("kuhn"), None, "random", Sometimes, deals=30, seed=2)
    counted = [x for x in found.differences if x is not None]
    assert 0 < found.b.forfeits < 30
    assert found.difference.n == len(counted) == 30 - found.b.forfeits
    assert found.difference.mean == pytest.approx(np.mean(counted))


def test_the_interval_is_students_over_deals():
    from scipy.stats import t

    found = compare(load_game("kuhn"), None, "basic", "random", deals=25, seed=9)
    sample = np.array(found.differences)
    low, high = t.interval(0.95, 24, loc=sample.mean(), scale=sample.std(ddof=1) / 5)
    assert (found.difference.low, found.difference.high) == pytest.approx((low, high))


def test_the_comparison_is_plain_data():
    found = compare(load_game("nim"), None, "basic", "random", deals=3, seed=0)
    data = json.loads(json.dumps(found.to_json()))
    assert data["win"] + data["tie"] + data["loss"] == 1.0
    assert data["difference"]["n"] == 3
    assert data["a"]["name"] == "basic"
    assert data["b"]["seconds_per_move"] > 0


def test_progress_counts_the_deals():
    seen = []
    compare(
        load_game("nim"), None, "basic", "random", 4, 0, lambda done, of: seen.append((done, of))
    )
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_one_deal_is_too_few_for_an_interval():
    with pytest.raises(BadInput, match="at least 2 deals"):
        compare(load_game("nim"), None, "basic", "random", deals=1, seed=0)


def test_a_match_is_played_until_its_standing_says_so():
    game = load_game("minimus")
    players = [make_player(game, "basic") for _ in range(4)]
    match, ends = play_match(game, None, players, np.random.SeedSequence(6))
    again, _ends = play_match(game, None, players, np.random.SeedSequence(6))
    assert match.over
    assert match.deals == len(ends) > 1
    assert match.standing == again.standing
    assert list(match.totals) == list(np.sum([end.returns() for end in ends], axis=0))
    part, _ends = play_match(game, None, players, np.random.SeedSequence(6), max_deals=1)
    assert part.deals == 1
