import copy
import pickle
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import reference

from ludoteca.cli.new import new_files
from ludoteca.core import calls, rooms
from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.registry import games, load_game
from ludoteca.envs import VectorEnv
from ludoteca.envs.generator import ACTION_STREAM, generators, philox
from ludoteca.players.learned.actions import ActionSpace
from ludoteca.players.learned.observation import ObservationSpace

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def kuhn():
    return VectorEnv("kuhn", 4, seed=3)


# -- generator -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ([0] * 4, [0] * 2, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
        ([0xFFFFFFFF] * 4, [0xFFFFFFFF] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
        (
            [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
            [0xA4093822, 0x299F31D0],
            [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
        ),
    ],
)
def test_the_generator_gives_the_known_answers_of_random123(counter, key, words):
    assert list(philox(*counter, *key)) == words
    assert list(getattr(philox, "py_func", philox)(*counter, *key)) == words


# -- beside states that are played one by one ------------------------------------------------------


def test_every_game_un_compiled_is_as_its_states_are(uncompiled, tmp_path):
    """A user's own game too."""
    mine = tmp_path / "games" / "my_partners"
    mine.mkdir(parents=True)
    for file, text in new_files("my_partners", "partners").items():
        (mine / file).write_text(text, "utf-8")
    names = [*games(), "my_partners"]
    told = uncompiled("-W", "error", reference.__file__, *names, LUDOTECA_GAMES=str(mine.parent))
    assert told.split() == names


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("kuhn", {}),
        ("kuhn", {"observation": "information_state"}),
        ("mus", {"steps": 60}),
        ("minimus", {"matches": True, "steps": 200, "options": {"target": 3}}),
    ],
)
def test_compiled_it_is_as_its_states_are(name, more):
    reference.compare(name, **more)


def test_a_match_begins_again_when_its_standing_says_that_it_is_over():
    game = load_game("minimus")
    env = VectorEnv(game, 8, matches=True, options={"target": 3}, seed=1)
    batch, ends = env.reset(), 0
    for _ in range(300):
        batch = env.step(env.sample())
        for n in np.flatnonzero(batch.terminated):
            ends += 1
            assert sorted(batch.reward[n]) == [-0.5, -0.5, 0.5, 0.5]
            assert batch.reward[n, 0] == batch.reward[n, 2]
        assert not batch.reward[~batch.terminated].any()
    assert ends > 8


# -- the same deals, however they are played -------------------------------------------------------


def _rows(env, steps=20):
    batch, rows = env.reset(), []
    for _ in range(steps):
        rows.append([np.array(array).tobytes() for array in batch if array is not None])
        batch = env.step(env.sample())
    return rows


def test_one_thread_plays_what_eight_play():
    alone = _rows(VectorEnv("kuhn", 50, seed=9))
    for threads in (2, 8):
        env = VectorEnv("kuhn", 50, seed=9, threads=threads)
        assert _rows(env) == alone
        env.close()
    assert _rows(VectorEnv("kuhn", 50, seed=10)) != alone


def test_a_deal_has_the_same_cards_whatever_was_played_before():
    holds = [ObservationSpace(load_game("kuhn")).names.index("hand")]
    cards = []
    for action in (0, 1):  # to pass or fold, to bet or call
        env = VectorEnv("kuhn", 6, seed=2)
        batch, dealt = env.reset(), []
        first = np.ones(6, bool)
        for _ in range(12):
            dealt.append([(n, *batch.observation[n, holds]) for n in np.flatnonzero(first)])
            batch = env.step(np.full(6, action))
            first = batch.terminated.copy()
        cards.append({n: [card for row in dealt for m, card in row if m == n] for n in range(6)})
    for n in range(6):
        both = min(len(cards[0][n]), len(cards[1][n]))
        assert both > 2
        assert cards[0][n][:both] == cards[1][n][:both]


def test_the_arrays_are_always_the_same_and_begin_at_64_bytes(kuhn):
    batch = kuhn.reset()
    places = [array.ctypes.data for array in batch if array is not None]
    assert all(place % 64 == 0 for place in places)
    again = kuhn.step(kuhn.sample())
    assert [array.ctypes.data for array in again if array is not None] == places


def test_other_libraries_take_the_arrays_without_a_copy(kuhn):
    batch = kuhn.reset()
    for array in batch:
        if array is not None:
            assert np.shares_memory(np.from_dlpack(array), array)


# -- observations and actions ----------------------------------------------------------------------


def test_the_names_say_what_each_number_is():
    env = VectorEnv("mus", 2)
    row = dict(zip(env.observation_names, env.reset().observation[0], strict=True))
    record = env._processor.tables.states[0]
    seat = int(env.batch.current_player[0])
    assert row[f"seat[{seat}]"] == 1
    for kind in range(record.hand.shape[1]):
        assert row[f"hand[{kind}]"] == record.hand[seat, kind]
    told = sum(int(row[f"shown[0].{bit}"]) << bit for bit in range(40))
    assert told == record.shown[0]


def test_a_row_of_bytes_spreads_what_a_byte_does_not_hold():
    game = load_game("poker")
    wide, narrow = ObservationSpace(game), ObservationSpace(game, kind="int8")
    assert "score[0]" in wide.names
    assert [name for name in narrow.names if name.startswith("score[0]")] == [
        f"score[0].{bit}" for bit in range(15)
    ]
    assert narrow.high.max() <= 127


def test_actions_are_named_apart_in_every_game():
    for game in games().values():
        actions = ActionSpace(game)
        names = [actions.text(n) for n in range(actions.num_actions)]
        assert len(set(names)) == len(names) == game.moves.number
        assert list(actions.places[actions.ids]) == list(range(len(names)))


def test_an_action_is_written_as_in_the_position_of_an_environment(kuhn):
    kuhn.reset()
    assert kuhn.action_text(0) == "fold|pass"
    assert kuhn.action_text(0, env=1) == "pass"


def test_the_example_learns_leduc():
    """Proximal policy optimisation wins from random opponents in both seats."""
    lines = (EXAMPLES / "ppo_leduc.py").read_text("utf-8").splitlines()
    assert len(lines) < 60
    done = subprocess.run(
        [sys.executable, EXAMPLES / "ppo_leduc.py"],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    seats = re.findall(r"seat \d: ([-+.\d]+) ± ([.\d]+) in \d+ deals", done.stdout)
    assert len(seats) == 2
    assert all(float(mean) > 3 * float(error) for mean, error in seats)


# -- illegal actions -------------------------------------------------------------------------------


def test_an_illegal_action_is_refused_before_anything_is_played():
    env = VectorEnv("nim", 3)
    before = [array.copy() for array in env.reset() if array is not None]
    legal = env.batch.legal[:, 0].copy()
    for wrong in (44, 99, -1):  # no heap has as many
        with pytest.raises(
            IllegalMove, match=rf"environment 2: {wrong} is not legal.* legal are: "
        ):
            env.step([*legal[:2], wrong])
    after = [array for array in env.batch if array is not None]
    assert all(map(np.array_equal, before, after))


def test_what_is_written_in_the_arrays_makes_no_action_legal():
    env = VectorEnv("nim", 1)
    batch = env.reset()
    legal = batch.legal[0, 0].copy()
    batch.action_mask[:], batch.legal[:], batch.current_player[:] = True, 44, 99
    with pytest.raises(IllegalMove):
        env.step([44])
    env.step([legal])


def test_an_illegal_action_may_forfeit_the_deal_with_the_least_points():
    env = VectorEnv("kuhn", 3, illegal="forfeit")
    env.reset()
    batch = env.step([7, 0, -5])
    assert batch.illegal.tolist() == [True, False, True]
    assert batch.terminated.tolist() == [True, False, True]
    assert batch.reward.tolist() == [[-2, 2], [0, 0], [-2, 2]]


def test_partners_share_what_an_illegal_action_costs():
    env = VectorEnv("mus", 2, illegal="forfeit")
    seat = env.reset().current_player[0]
    least, most = load_game("mus").hook(rooms.RETURNS)
    batch = env.step([86, int(env.batch.legal[1, 0])])
    assert batch.terminated.tolist() == [True, False]
    assert batch.reward[0, [seat, (seat + 2) % 4]].tolist() == [least] * 2
    assert batch.reward[0, [(seat + 1) % 4, (seat + 3) % 4]].tolist() == [most] * 2
    assert not batch.reward[1].any()


def test_an_illegal_action_loses_the_match():
    env = VectorEnv("minimus", 1, illegal="forfeit", matches=True)
    seat = env.reset().current_player[0]
    batch = env.step([-1])
    assert batch.terminated[0]
    assert batch.reward[0].tolist() == [-0.5 if n % 2 == seat % 2 else 0.5 for n in range(4)]


# -- opponents, caps, refusals ---------------------------------------------------------------------


def test_opponents_play_as_their_policy_does():
    env = VectorEnv("kuhn", 5000, opponents="advanced", seat=1, seed=4)
    batch = env.reset()
    assert (batch.current_player == 1).all()
    has_bet = batch.observation[:, env.observation_names.index("first_bet")] > 0
    card = batch.observation[:, env.observation_names.index("hand")]
    # It bets with the king, with the jack one time in three, and never with the queen.
    for held, expected in ((1, (0 + 1) / 2), (2, (1 / 3 + 1) / 2), (3, (1 / 3 + 0) / 2)):
        assert abs(has_bet[card == held].mean() - expected) < 0.05


def test_the_chances_of_a_level_are_those_of_its_policy():
    env = VectorEnv("leduc", 6, seed=3)
    env.reset()
    batch = env.step(env.sample())
    found = env.level_chances("basic")
    assert found.shape == batch.action_mask.shape
    assert found.sum(1) == pytest.approx(1.0)
    assert not found[~batch.action_mask].any()
    game, ids, prob = env.game, *env.game.buffers()
    level = game.info.levels.index("basic")
    for i in range(6):
        record = env._processor.of_environment(i)[0]
        n = calls.policy_probs(record, 0, level, ids, prob)
        usual = np.zeros(env.num_actions)
        np.add.at(usual, env.actions.places[ids[:n]], prob[:n])
        assert found[i] == pytest.approx(usual)


def test_a_deal_that_ends_before_the_seat_is_asked_counts_nowhere():
    options = {"heaps": 1, "largest": 3}
    env = VectorEnv("nim", 200, options=options, opponents="random", seat=1, final_observation=True)
    for batch in (env.reset(), env.reset()):
        assert not batch.terminated.any()
        assert not batch.reward.any()
        assert not batch.points.any()
    for _ in range(10):
        batch = env.step(env.sample())
        assert set(batch.reward[batch.terminated, 1]) == {-1, 1}
        left = batch.final_observation[:, env.observation_names.index("heap[0]")]
        assert not left[batch.terminated].any()


def test_deals_are_cut_off_where_asked():
    env = VectorEnv("nim", 5, max_moves=3)
    env.reset()
    cut = []
    for _ in range(6):
        batch = env.step(env.sample())
        assert not batch.terminated.any()
        cut.append(batch.truncated.all())
    assert cut == [False, False, True] * 2


def test_the_end_of_a_deal_is_kept_where_asked():
    env = VectorEnv("nim", 1, options={"heaps": 1, "largest": 2}, final_observation=True)
    heap = env.observation_names.index("heap[0]")
    assert env.reset().observation[0, heap] > 0
    batch = env.step([env.batch.legal[0, env.batch.num_legal[0] - 1]])  # all of it
    assert batch.terminated[0]
    assert batch.final_observation[0, heap] == 0
    assert batch.observation[0, heap] > 0


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"device": "tpu"}, "device is one of cpu, cuda, not tpu"),
        ({"observation": "pixels"}, "observation is one of float32, int8"),
        ({"illegal": "ignore"}, "illegal is one of raise, forfeit"),
        ({"num_envs": 0}, "num_envs is a whole number of at least 1, not 0"),
        ({"num_envs": 2.5}, "num_envs is a whole number of at least 1, not 2.5"),
        ({"num_envs": None}, "num_envs is a whole number of at least 1, not None"),
        ({"threads": 0}, "threads is a whole number of at least 1, not 0"),
        ({"max_moves": 0}, "max_moves is a whole number of at least 1, not 0"),
        ({"seed": 1.5}, "seed is a whole number, not 1.5"),
        ({"seat": 0}, "opponents and seat are given together"),
        ({"opponents": "basic", "seat": 2}, "seat is a whole number from 0 to 1, not 2"),
        ({"opponents": "expert", "seat": 0}, "has no player expert"),
        ({"opponents": "belief", "seat": 0}, "belief is played by no compiled policy"),
        ({"game": "buraco", "observation": "information_state"}, "10260 moves"),
        ({"matches": True, "observation": "information_state"}, "without the score"),
        ({"game": "chess"}, "there is no game chess"),
        ({"options": {"cards": 3}}, "cards"),
    ],
)
def test_what_cannot_be_is_one_sentence(more, sentence):
    given = {"game": "kuhn", "num_envs": 2} | more
    with pytest.raises(BadInput, match=sentence):
        VectorEnv(given.pop("game"), given.pop("num_envs"), **given)


@pytest.mark.parametrize(
    "actions", [[0.9] * 4, 0, [0], [[0] * 4], [0] * 5, ["a"] * 4, None, [float("nan")] * 4]
)
def test_what_are_no_actions_is_one_sentence(kuhn, actions):
    kuhn.reset()
    with pytest.raises(BadInput, match="actions are 4 whole numbers, one for each environment"):
        kuhn.step(actions)


def test_what_is_asked_before_a_reset_or_after_the_end_is_one_sentence(kuhn):
    for ask in (kuhn.sample, lambda: kuhn.step([0] * 4)):
        with pytest.raises(BadInput, match="call reset first"):
            ask()
    kuhn.reset()
    kuhn.close()
    with pytest.raises(BadInput, match="call reset first"):
        kuhn.sample()


def test_a_seat_that_is_never_asked_is_one_sentence():
    game, options = load_game("nim"), {"heaps": 1, "largest": 1}
    env = VectorEnv(game, 1, options=options, opponents="random", seat=1)
    with pytest.raises(BadInput, match="nobody was asked for a move in 10000 deals"):
        env.reset()


# -- copies ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_as_the_original_does(copied):
    env = VectorEnv("kuhn", 20, threads=2, final_observation=True)
    env.reset()
    for _ in range(5):
        env.step(env.sample())
    other = copied(env)
    for _ in range(10):
        assert all(map(np.array_equal, env.batch, other.batch))
        env.step(env.sample())
        other.step(other.sample())


def test_a_reset_goes_on_with_the_deals_that_follow(kuhn):
    first = kuhn.reset(seed=np.int32(5)).observation.copy()
    others = [kuhn.reset().observation.copy() for _ in range(5)]
    assert not all(np.array_equal(first, other) for other in others)
    assert np.array_equal(kuhn.reset(5).observation, first)


_LATE = """
import numpy as np
from ludoteca.core.jit import njit

@njit
def one():
    return 1

one()  # the compiler is loaded, and knows records, before it hears of generators
from ludoteca.envs.generator import ACTION_STREAM, generators

@njit
def draw(rngs):
    return rngs[0].random()

print(draw(generators(1, 1, ACTION_STREAM)))
"""


def test_generators_compile_where_something_was_compiled_before_they_were_imported(tmp_path):
    script = tmp_path / "late.py"
    script.write_text(_LATE, encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    expected = generators(1, 1, ACTION_STREAM)[0].random()
    assert done.stdout.strip() == str(expected), done.stderr[-300:]
