"""The machine master, and what it plays for."""

import numpy as np
import pytest

from ludoteca.core.registry import load_game
from ludoteca.games.mus.hands import KING
from ludoteca.games.mus.ids import ACCEPT, BETTING, ENVITE, PASS, TALKING
from ludoteca.games.mus.players import STONES, Master, chance_at, narrowed, search_over
from ludoteca.games.mus.policies.juegos import score_chance
from ludoteca.games.mus.policies.levels import CALLER, EXPERT, LEVELS
from ludoteca.games.mus.policies.stone_worth import juego_chance
from ludoteca.games.mus.policies.tables import JUEGO_CHANCE
from ludoteca.players import make_player
from ludoteca.players.budget import Budget, WorldBudget
from ludoteca.players.equity import Equity
from ludoteca.players.particles import ParticleFilter, chance_worlds
from ludoteca.players.rollout import Ends
from ludoteca.table.assistant import Assistant


@pytest.fixture(scope="module")
def mus():
    return load_game("mus")


def ends(mus, score=(0, 0), juegos=(0, 0), vacas=(0, 0), over=False, dealer=3):
    """One end of a deal, closed into this standing; the mano is next to the dealer."""
    standings = np.zeros(1, mus.standing_layout.dtype)
    standings["dealer"] = dealer
    standings["score"], standings["juegos_won"], standings["vacas_won"] = [score], [juegos], [vacas]
    return Ends(np.zeros((1, 4)), standings, np.array([over]))


BEST_OF_3 = (0, 40, 1, 0)


@pytest.mark.parametrize(
    ("juegos", "chance"), [((0, 0), 1 / 2), ((1, 0), 3 / 4), ((0, 1), 1 / 4), ((1, 1), 1 / 2)]
)
def test_even_juegos_make_the_match(mus, juegos, chance):
    """Best of three: one juego ahead at 0 to 0, one of two even juegos is enough."""
    both = [chance_at(*BEST_OF_3, ends(mus, juegos=juegos, dealer=dealer)) for dealer in (3, 0)]
    assert np.mean(both) == pytest.approx(chance)


@pytest.mark.parametrize(("dealer", "mano"), [(3, True), (0, False), (1, True), (2, False)])
def test_the_last_juego_is_the_match(mus, dealer, mano):
    """At one juego each the chance of the juego is that of the match, by who is mano."""
    found = chance_at(*BEST_OF_3, ends(mus, score=(30, 20), juegos=(1, 1), dealer=dealer))
    expected = JUEGO_CHANCE[10, 20] if mano else 1 - JUEGO_CHANCE[20, 10]
    assert found == pytest.approx(expected)


def test_the_juego_table_knows_what_the_last_stones_are_worth():
    """Who lacks 4 against 1 wins more than the 27 % of a closed form: a deal may bring as many."""
    assert JUEGO_CHANCE[4, 1] > juego_chance(4, 1, LEVELS[EXPERT].pull) + 0.03
    assert abs(JUEGO_CHANCE[40, 40] - 0.5) < 0.03
    assert (JUEGO_CHANCE[1:, 20] > JUEGO_CHANCE[1:, 5]).all()


@pytest.mark.parametrize(("own", "rivals"), [(1, 1), (8, 3), (30, 33)])
def test_the_command_that_makes_the_juego_table_makes_this_one(own, rivals):
    """Scores played again, from the table where a pair lacks less."""
    assert score_chance(own, rivals, JUEGO_CHANCE) == pytest.approx(JUEGO_CHANCE[own, rivals])


@pytest.mark.parametrize(("vacas", "won"), [((1, 0), 1), ((0, 1), 0)])
def test_a_match_that_is_over_is_won_or_lost(mus, vacas, won):
    assert chance_at(*BEST_OF_3, ends(mus, vacas=vacas, over=True)) == won


def test_both_pairs_share_the_chance(mus):
    at = ends(mus, score=(12, 31), juegos=(1, 0))
    own, theirs = (chance_at(team, 40, 1, 0, at)[0] for team in (0, 1))
    assert own + theirs == pytest.approx(1)


def test_master_plays_a_legal_deal_and_says_why(mus):
    """Every move of two of the seats is searched; words and cuts come with a reason."""
    standing = mus.standing_layout.empty()
    standing["begun"] = 1
    state = mus.new_state(mus.options({"corrido": "no"}), standing)
    rng, master, said = np.random.default_rng(5), Master(Budget(nodes=10)), 0
    while not state.is_terminal():
        if state.is_chance():
            state.apply(state.sample_chance(rng))
            continue
        view = state.view(state.current_player(), remembering=True)
        assert set(narrowed(view).legal) <= set(view.legal)
        thought = master.think(view, rng)
        if view.record[0].phase in (BETTING, TALKING) and thought.values:
            said += 1
            assert thought.because in thought.reasons
            assert len(thought.points) == len(thought.values)
            assert all(m.action < ENVITE or m.action - ENVITE in STONES for m in thought.values)
        state.apply(thought.action)
    assert said > 0


def test_master_believes_bets_less_than_who_trusts_every_word(mus, played):
    """After a bet the mano has no king in fewer worlds than before, in more than expert says."""
    view = played("RRC4 7654 CS76 S554", "no-hay-mus envido2").view(1, remembering=True)
    rng = np.random.default_rng(3)

    def without_king(worlds):
        return (worlds["hand"][:, 0, KING] == 0).mean()

    unread = without_king(chance_worlds(view, 1_000, rng))
    trusted = without_king(ParticleFilter(1_000, {EXPERT: 1.0}).follow(view, rng).worlds)
    found = without_king(Master(Budget(nodes=1_000))._believed(view, EXPERT, rng).worlds)
    assert trusted + 0.03 < found < unread - 0.03


def test_a_raise_of_junk_pays_on_who_believes_it_alone(mus, played):
    """17 points of the postre in punto: rivals who know that such a hand raises are not afraid."""
    passes = "no-hay-mus" + 8 * " paso" + 3 * " paso"
    view = played("S774 6654 CC55 754A", passes, "envido2 paso").view(3, remembering=True)
    thought = Master(Budget(nodes=100)).think(view, np.random.default_rng(4))
    worth = {view.action_text(m.action): m.value.mean for m in thought.values}
    assert worth["reenvido1"] < worth["no-quiero"]


def after_two_bets(played, answers):
    """The mano with 22 points has the word in punto; its bets in grande and chica were answered."""
    bets = " ".join(["no-hay-mus", *(f"envido2 {answer}" for answer in answers)])
    return played("7654 SC54 764A RC54", bets).view(0, remembering=True)


SEEN, LEFT_AND_SEEN, REFUSED = ("quiero",) * 2, ("paso quiero",) * 2, ("paso no-quiero",) * 2


@pytest.mark.parametrize(
    ("answers", "least", "most"), [(SEEN, 0.6, 1), (LEFT_AND_SEEN, 0.6, 1), (REFUSED, 0, 0.1)]
)
def test_rivals_who_saw_bets_are_believed_to_see_the_next(played, answers, least, most):
    """More than by the hands that they may have: two bets were seen, or refused, without pares."""
    view = after_two_bets(played, answers)
    found = Master(Budget(nodes=1_000))._believed(view, EXPERT, np.random.default_rng(3)).levels
    assert (found[:, 2] == EXPERT).all()
    assert (found[:, 1] == found[:, 3]).all()
    assert least <= (found[:, 1] == CALLER).mean() <= most


def test_a_search_answers_one_who_never_refuses_with_fewer_bluffs(played):
    """A bet of 2 with the worst punto is worth more than a pass on who refused two, else less."""
    gain = []
    for answers in (REFUSED, SEEN):
        view = narrowed(after_two_bets(played, answers))
        thought = Master(Budget(nodes=400)).think(view, np.random.default_rng(4))
        worth = {view.action_text(m.action): m.value.mean for m in thought.values}
        gain.append(worth["envido2"] - worth["paso"])
    assert gain[0] > 0 > gain[1]


def test_what_loses_the_match_in_every_world_is_not_played_whatever_was_learned(mus):
    """At 39 to 39 to refuse an órdago loses for certain; the learned policy does so."""
    options = mus.options({"signs": "none", "corrido": "no", "juegos": "1"})
    line = "seat=4 begun=1 dealer=3 score=39,39; 7654; no-hay-mus; órdago; paso"
    view = Assistant.from_position(mus, options, line).deal.view()
    learned = make_player(mus, "autodidacta")
    assert learned.chances(view)[PASS] > 0.5
    search = search_over(WorldBudget(40), learned)
    assert {search.choose(view, np.random.default_rng(seed)) for seed in range(5)} == {ACCEPT}


@pytest.mark.soak
def test_the_equity_table_and_that_of_the_juego_agree(mus):
    """Chances of a single juego at scores of both, within 0.06 (the former's step is coarse)."""
    options = mus.options({"juegos": "1", "corrido": "no"})
    table = Equity(mus, options, EXPERT)
    scores = [(0, 0), (10, 20), (20, 10), (30, 12)]
    at = np.concatenate([ends(mus, score=score).standings for score in scores])
    at["begun"] = 1
    found = table.chances(at, np.zeros(len(at), np.bool_))
    assert found.sum(axis=1) == pytest.approx(np.ones(len(at)))
    for score, chance in zip(scores, found[:, 0], strict=True):
        lacks = [40 - stones for stones in score]
        assert chance == pytest.approx(JUEGO_CHANCE[tuple(lacks)], abs=0.06)
