"""Many deals at once by ``gymnasium.make_vec``."""

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("ludoteca.envs.vector")

import gymnasium

import ludoteca.envs.gymnasium  # noqa: F401  # registers the games
from ludoteca.envs.gymnasium_vector import LudotecaVectorEnv


@pytest.fixture(scope="module")
def learners():
    return gymnasium.make_vec("ludoteca/Kuhn-v0", num_envs=32, opponents="basic", seat=1)


def rollout(learners, seed):
    """All that is returned by 12 steps of the greatest legal actions."""
    observation, infos = learners.reset(seed=seed)
    steps = [(observation, infos)]
    for _step in range(12):
        assert observation in learners.observation_space
        mask = infos["action_mask"]
        assert mask.dtype == np.int8
        action = mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)
        observation, *told, infos = learners.step(action)
        steps.append((observation, *told, infos))
    return steps


def test_equal_seeds_play_equal_deals(learners):
    assert isinstance(learners.unwrapped, LudotecaVectorEnv)
    one, other, another = (rollout(learners, seed) for seed in (1, 1, 2))
    assert all(np.array_equal(a[0], b[0]) for a, b in zip(one, other, strict=True))
    assert not all(np.array_equal(a[0], b[0]) for a, b in zip(one, another, strict=True))


def test_a_finished_deal_has_its_points_and_its_end(learners):
    for _seen, rewards, terminated, truncated, infos in rollout(learners, 1)[1:]:
        assert not truncated.any()
        assert set(np.abs(rewards[terminated])) <= {1.0, 2.0}
        assert not rewards[~terminated].any()
        assert not infos["illegal"].any()
        assert (infos["_final_obs"] == terminated).all()
        for final in infos["final_obs"][terminated]:
            assert final in learners.single_observation_space
            assert final[:2].tolist() == [0, 1]  # as the learner's seat saw it


def test_what_is_returned_is_not_written_again(learners):
    steps = rollout(learners, 1)
    kept = [step[0].copy() for step in steps]
    rollout(learners, 2)
    assert all(np.array_equal(step[0], copy) for step, copy in zip(steps, kept, strict=True))


def test_an_illegal_action_ends_the_deal_with_the_least_points(learners):
    learners.reset(seed=1)
    _seen, rewards, terminated, _truncated, infos = learners.step(np.full(32, 7))
    assert rewards.tolist() == [-2] * 32
    assert terminated.all()
    assert infos["illegal"].all()
