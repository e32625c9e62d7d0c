"""Every game in OpenSpiel: its tests, its algorithms, and players of each library for the other."""

import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ludoteca.arena.round_robin import RoundRobin
from ludoteca.arena.tournament import Terms, play
from ludoteca.cli.new import new_files
from ludoteca.core import rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.ids import HIDDEN
from ludoteca.core.registry import games, load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.core.view import Token
from ludoteca.players.base import PlayerFailed
from ludoteca.players.factory import make_local_player
from ludoteca.players.play import deal_seeds, play_deal
from ludoteca.solve.best_response import nash_conv
from ludoteca.solve.tree import build_tree
from ludoteca.workers.backend import Backend

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from ludoteca.envs import openspiel  # noqa: E402
from ludoteca.envs.openspiel import observers  # noqa: E402
from ludoteca.envs.openspiel.bots import openspiel_player  # noqa: E402

ROOT = Path(__file__).parents[2]
NAMES = sorted(games())
LONG = ("buraco",)  # OpenSpiel's tests of a whole deal take seconds


def load(name, **parameters):
    return pyspiel.load_game(f"ludoteca_{name}", parameters)


def random_deal(game, seed):
    """The states of a random deal, each a copy, its end the last."""
    rng, state = np.random.default_rng(seed), game.new_initial_state()
    yield state.clone()
    while not state.is_terminal():
        state.apply_action(int(rng.choice(possible(state))))
        yield state.clone()


def possible(state):
    if state.is_chance_node():
        return [outcome for outcome, _chance in state.chance_outcomes()]
    return state.legal_actions()


# -- OpenSpiel's own tests -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.soak] if n in LONG else []) for n in NAMES]
)
def test_openspiels_tests_of_whole_deals_pass(name):
    np.random.seed(7)  # theirs draw from it
    game = load(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    games_sim_test.GamesSimTest().sim_game(game)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_declared_is_so(name):
    game, ours = load(name), load_game(name)
    kind = game.get_type()
    least, most = ours.hook(rooms.RETURNS)
    assert (game.min_utility(), game.max_utility()) == (least, most)
    assert (game.utility_sum() == 0) == (kind.utility == pyspiel.GameType.Utility.ZERO_SUM)
    chance = moves = 0
    for state in random_deal(game, 3):
        if state.is_chance_node():
            chance += 1
            assert max(possible(state)) < game.max_chance_outcomes()
            assert len({state.action_to_string(a) for a in possible(state)}) == len(possible(state))
        elif not state.is_terminal():
            moves += 1
            assert max(state.legal_actions()) < game.num_distinct_actions()
    assert chance + moves <= game.max_game_length()
    stochastic = kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert (chance > 0) == stochastic == (game.max_chance_nodes_in_history() > 0)
    told = all(
        token.token == move.action
        for seat in range(game.num_players())
        for token, move in zip(state.position.tokens(seat), state.position.moves, strict=True)
    )
    assert told == (kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION)
    assert state.history() == [move.action for move in state.full_history()]
    assert [m.player for m in state.full_history()] == [m.actor for m in state.position.moves]


def test_rule_options_are_parameters():
    game = load("mus", kings=4, stones=30, signs="none")
    assert (game.options["kings"], game.options["stones"]) == ("4", "30")
    assert game.get_parameters()["kings"] == 4
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.options == game.options
    assert load("eras", players=5).num_players() == 5
    with pytest.raises(BadInput, match="signs is one of none, short, federation, not winks"):
        load("mus", signs="winks")
    with pytest.raises(BadInput, match="players need at least a card each"):
        load("eras", values=1, suits=1)


def test_a_users_game_is_registered_with_no_line_of_its_own_and_a_broken_one_is_named(tmp_path):
    for name in ("mine", "torn"):
        (tmp_path / name).mkdir()
        for file, text in new_files(name, "open").items():
            (tmp_path / name / file).write_text(text.replace("zero-sum", "constant-sum"), "utf-8")
    (tmp_path / "torn" / "rules.py").write_text("STATE = 1 +", "utf-8")
    program = (
        "import pyspiel, ludoteca.envs.openspiel\n"
        "game = pyspiel.load_game('ludoteca_mine')\n"
        "pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)\n"
        "print('played', game, game.get_type().utility, game.utility_sum())\n"
    )
    env = os.environ | {"LUDOTECA_GAMES": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True)
    assert "played ludoteca_mine(" in done.stdout, done.stderr
    assert "Utility.CONSTANT_SUM 0.0" in done.stdout
    assert "not registered with OpenSpiel: the game in ludoteca_games.torn cannot be" in done.stderr
    assert done.returncode == 0  # and Python ends in peace


# -- what a seat knows -----------------------------------------------------------------------------


def knowledge(state, seat):
    """All that OpenSpiel tells of a seat in a state."""
    tensor = state.get_game().get_type().provides_information_state_tensor
    return (
        state.information_state_string(seat),
        state.information_state_tensor(seat) if tensor else None,
        state.observation_string(seat),
        state.observation_tensor(seat),
        state.current_player(),
        state.legal_actions(seat) if state.is_player_node() else (),
        state.move_number(),
        [move.player for move in state.full_history()],
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_is_the_same_to_its_seat_and_can_be_played_on(name):
    game, sampler = load(name), pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
    rng, others = np.random.default_rng(2), 0
    states = [state for state in random_deal(game, 11) if state.is_player_node()]
    for state in states[:: max(1, len(states) // 8)]:
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, sampler)
            assert knowledge(other, seat) == knowledge(state, seat)
            tokens = state.position.tokens(seat)
            for theirs, ours, move, token in zip(
                other.history(), state.history(), state.position.moves, tokens, strict=True
            ):
                by_place = move.actor < 0 and move.action >= game.max_chance_outcomes()
                seen = token.token == move.action and not by_place
                assert theirs == (ours if seen else pyspiel.INVALID_ACTION)
            again = pickle.loads(pickle.dumps(other))
            assert str(again) == str(other)
            others += str(other) != str(state)
            for copy in (other, again):
                assert knowledge(copy.clone(), seat) == knowledge(state, seat)
        while not other.is_terminal() and other.move_number() < state.move_number() + 60:
            other.apply_action(int(rng.choice(possible(other))))
            other.information_state_string(0)
    imperfect = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert others > 0 or game.get_type().information != imperfect


def test_other_seats_of_a_resampled_state_are_told_apart_by_what_they_hold():
    game = load("kuhn")
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    state = game.new_initial_state()
    for card in (0, 1):
        state.apply_action(card)
    drawn = [state.resample_from_infostate(0, sampler) for _world in range(20)]
    assert {other.history()[0] for other in drawn} == {0}
    assert {other.history()[1] for other in drawn} == {pyspiel.INVALID_ACTION}
    assert {int(other.position.record["hand"][0][1]) for other in drawn} == {2, 3}  # 1 + card
    assert len({other.information_state_string(1) for other in drawn}) == 2
    assert len({other.information_state_string(0) for other in drawn}) == 1


def test_a_tensor_with_perfect_recall_has_every_token_exactly():
    rng = np.random.default_rng(4)
    extremes = [0, 1, -1, 2**24, -(2**24), 2**48 - 1, 2**62, 2**63 - 1, -(2**63) + 1, HIDDEN]
    tokens = [int(t) for t in rng.integers(-(2**63), 2**63 - 1, 200)] + extremes
    seen = [Token(n % 5 - 1, token) for n, token in enumerate(tokens)]
    out = np.zeros((len(seen) + 3, 4), np.float32)
    observers.write_tokens(seen, out)
    assert not out[len(seen) :].any()
    for (actor, token), row in zip(seen, out.tolist(), strict=False):
        who, low, middle, high = map(int, row)
        folded = low | middle << 24 | high << 48
        assert (who, folded >> 1 ^ -(folded & 1)) == (actor + 2, token)


def test_a_game_of_long_deals_says_why_it_has_no_information_state_as_a_tensor():
    game = load("buraco")
    assert not game.get_type().provides_information_state_tensor
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    assert observer.tensor is None
    with pytest.raises(ValueError, match="a deal may have 10260 moves, and the most are 600"):
        observer.set_from(game.new_initial_state(), 0)


def test_observations_have_a_public_part_and_a_private_one():
    kind, who = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    game = load("kuhn")
    public = game.make_py_observer(kind(perfect_recall=False, private_info=who.NONE))
    own = game.make_py_observer(kind(public_info=False, perfect_recall=False))
    *_, state = random_deal(game, 1)
    hands = [own.string_from(state, seat) for seat in range(2)]
    assert hands[0] != hands[1]
    assert all(hand.startswith("hand=") for hand in hands)
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert " hand=" not in " " + public.string_from(state, 0)
    assert game.make_py_observer(kind(perfect_recall=True, private_info=who.ALL_PLAYERS)) is None
    assert load("nim").make_py_observer(kind(public_info=False, perfect_recall=False)) is None


# -- its algorithms --------------------------------------------------------------------------------


def test_openspiels_cfr_finds_the_value_of_our_kuhn():
    game = load("kuhn")
    solver = pyspiel.CFRPlusSolver(game)
    for _iteration in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    bound = pyspiel.exploitability(game, policy)
    assert bound < 1e-3
    values = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)
    assert values == pytest.approx([-1 / 18, 1 / 18], abs=2 * bound)


@pytest.mark.parametrize(
    "options",
    [{"suits": "no", "ranks": 2}, pytest.param({}, marks=pytest.mark.soak)],
    ids=["small", "leduc"],
)
def test_exploitability_on_leduc_is_the_same_in_both_libraries(options):
    tree, game = build_tree(load_game("leduc"), options), load("leduc", **options)
    rng = np.random.default_rng(6)
    strategy = np.ones(tree.n_sequences)
    for k in range(len(tree.infosets)):
        moves = tree.moves(k)
        strategy[moves] = rng.dirichlet(np.ones(moves.stop - moves.start))
    policy, states = {}, {0: game.new_initial_state()}
    for node, parent in enumerate(tree.nodes["parent"].tolist()):
        if parent >= 0:
            states[node] = states[parent].child(int(tree.nodes["action"][node]))
        state, k = states[node], int(tree.nodes["infoset"][node])
        if state.is_player_node():
            chances = strategy[tree.moves(k)].tolist()
            told = list(zip(state.legal_actions(), chances, strict=True))
            name = state.information_state_string()
            assert policy.setdefault(name, told) == told
    assert len(policy) == len(tree.infosets)
    assert pyspiel.nash_conv(game, policy) == pytest.approx(nash_conv(tree, strategy), abs=1e-9)


@pytest.mark.parametrize(
    ("name", "searches"),
    [("mus", 40), ("buraco", 3), pytest.param("buraco", 400, marks=[pytest.mark.soak])],
)
def test_openspiels_information_set_search_plays(name, searches):
    game, rng = load(name), np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    search = ismcts.ISMCTSBot(game, evaluator, 2.0, 3, random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal() and searches > 0:
        legal = possible(state)
        if state.current_player() == 0 and len(legal) > 1:
            action = search.step(state)
            assert action in legal
            searches -= 1
        else:
            action = rng.choice(legal)
        state.apply_action(int(action))
    assert searches == 0 or state.is_terminal()


# -- players of each library for the other ---------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players"), [("leduc", ("belief@50", "random")), ("mus", ("basic",) * 4)]
)
def test_our_machines_are_bots_there(name, players):
    game = load(name)

    def deal(seed):
        bots = [openspiel.bot(game, who, seat, seed + seat) for seat, who in enumerate(players)]
        state = game.new_initial_state()
        points = pyspiel.evaluate_bots(state, bots, seed)
        return state.history(), points

    assert deal(5) == deal(5)
    assert deal(5) != deal(6)
    with pytest.raises(BadInput, match="has no player nobody"):
        openspiel.bot(game, "nobody", 0)


def test_openspiels_bots_sit_in_our_arena(metadata, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(metadata)
    game = load_game("leduc")
    pair = "openspiel:uniform_random", "basic"
    run = play(
        RoundRobin(game, game.options(), pair, 3), Terms(20, folder=tmp_path, backend=Backend(1))
    )
    assert len(run.found) > 0
    assert make_local_player(game, pair[0]).name == pair[0]
    with pytest.raises(BadInput, match="OpenSpiel has no bot uniform; "):
        make_local_player(game, "openspiel:uniform")


def test_who_lacks_openspiel_is_told_so(uncompiled):
    program = (
        "import sys; sys.modules['pyspiel'] = None\n"
        "from ludoteca import load_game\n"
        "from ludoteca.players import make_local_player\n"
        "try: make_local_player(load_game('nim'), 'openspiel:uniform_random')\n"
        "except Exception as error: print(error)\n"
    )
    said = uncompiled("-c", program)
    assert said == "openspiel: players need the package open_spiel, which is not installed\n"


WATCHER = """
import pyspiel

seen, made = [], []

class Watcher(pyspiel.Bot):
    def __init__(self, seat):
        super().__init__()
        self.seat = seat

    def step(self, state):
        seen.append((self.seat, state.clone()))
        return state.legal_actions()[0]

    def restart(self):
        pass

def make(game, seat, seed):
    made.append(seat)
    assert game.get_type().short_name.startswith("ludoteca_")
    return Watcher(seat)

def wrong(game, seat, seed):
    bot = Watcher(seat)
    bot.step = lambda state: -1
    return bot
"""


def test_a_bot_at_our_table_sees_what_its_seat_sees_and_guesses_the_rest(tmp_path):
    path = tmp_path / "watcher.py"
    path.write_text(WATCHER)
    game = load_game("mus")
    seeds = deal_seeds(np.random.SeedSequence(8), 0)

    def deal(factory):
        players = [openspiel_player(game, f"{path}:{factory}") for _seat in range(4)]
        options = {"kings": "4", "signs": "none"}
        shoe = Shoe.shuffled(game, game.options(options), seeds[0])
        return play_deal(game, options, players, shoe, seeds[1])

    end = deal("make")
    module = next(m for n, m in sys.modules.items() if n.startswith("ludoteca_bot_watcher"))
    assert sorted(module.made) == sorted({seat for seat, _state in module.seen})  # one for a deal
    replayed, guessed = game.new_state(end.options), 0
    watched = iter(module.seen)
    for move in end.moves:
        if move.actor >= 0:
            seat, state = next(watched)
            view = replayed.view(seat)
            assert seat == move.actor == state.current_player()
            assert state.get_game().options == end.options
            assert state.position.view(seat).record.tobytes() == view.record.tobytes()
            assert tuple(state.position.tokens(seat)) == view.tokens
            known = [token.token for token in view.tokens]
            for past, token, (_actor, action) in zip(
                state.history(), known, replayed.moves, strict=True
            ):
                assert token == action or past == pyspiel.INVALID_ACTION
            guessed += state.position.record.tobytes() != replayed.record.tobytes()
        replayed.apply_unchecked(move.action)
    assert next(watched, None) is None
    assert guessed > 0
    assert end.moves == deal("make").moves
    with pytest.raises(PlayerFailed, match="the bot answered -1 where one of "):
        deal("wrong")


def test_the_example_plays_in_both_libraries():
    example = ROOT / "examples" / "openspiel_eras.py"
    done = subprocess.run(
        [sys.executable, example, "4"], capture_output=True, text=True, timeout=300
    )
    assert re.fullmatch(r"[+-]\d+\.\d\d points, 95 % ±\d+\.\d\d, 4 rounds\n", done.stdout), (
        done.stderr
    )
    assert example.read_text("utf-8").count("\n") < 60
    game = load_game("eras")
    options = {"values": 3, "suits": 2, "hand": 2}
    shoe = Shoe.shuffled(game, game.options(options), np.random.SeedSequence(1))
    players = [openspiel_player(game, f"{example}:make"), make_local_player(game, "basic")]
    assert play_deal(game, options, players, shoe, np.random.SeedSequence(2)).is_terminal()


def test_the_example_of_the_page_runs(capsys):
    page = (ROOT / "docs" / "environments.md").read_text("utf-8")
    (text,) = re.findall(r"^```python\n(import pyspiel\n.*?)^```", page, re.M | re.S)
    exec(text, {})
    assert 0 < float(capsys.readouterr().out) < 10
