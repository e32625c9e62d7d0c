"""Positions for which no cards of the others are found: players, advice and the assistant go on."""

import numpy as np
import pytest

from ludoteca.cli.advise import odds_lines
from ludoteca.core import calls
from ludoteca.core.errors import BadInput, NoWorld
from ludoteca.games.mus.assist import _missing
from ludoteca.games.mus.hands import KINDS, code_count, copies_of
from ludoteca.games.mus.ids import CUT, DISCARDING, MUS, SHOWING, TALKING
from ludoteca.games.mus.players import Master
from ludoteca.games.mus.signs import TWO_KINGS
from ludoteca.players.advice.advise import advise
from ludoteca.players.advice.coach import Coach
from ludoteca.players.advice.verdicts import judge
from ludoteca.players.budget import Budget
from ludoteca.players.particles import ParticleFilter
from ludoteca.table.assistant import Assistant
from ludoteca.web.kit.odds import odds_bars

SENTENCE = "no cards of the others were found that fit all that is known here"


@pytest.fixture
def asked(played):
    """Seat 0 holds three of four kings and is asked for mus."""
    return played("RRR4 4567 4567 4567", "callo callo callo callo", signs="short", kings="4")


@pytest.fixture
def contradictory(asked):
    """The view of seat 0, but that the partner gave the sign of two kings."""
    view = asked.view(0, remembering=True)
    view.record["signed"][0, 0, 0, 1] = 2 + TWO_KINGS
    return view


@pytest.mark.parametrize("worlds", [1, 100])
def test_a_contradiction_is_told_by_its_own_error(mus, contradictory, worlds):
    out = mus.state_layout.empty(worlds)
    with pytest.raises(NoWorld) as told:
        calls.resample_all(contradictory.record, 0, 0, np.random.default_rng(1), out)
    assert str(told.value) == SENTENCE


def test_a_search_without_worlds_plays_the_move_of_its_policy(contradictory):
    """Four kings but one: expert cuts whatever the others have."""
    master, rng = Master(Budget(nodes=10)), np.random.default_rng(1)
    assert master.choose(contradictory, rng) == CUT
    thought = master.think(contradictory, rng)
    assert (thought.action, thought.reasons) == (CUT, (SENTENCE,))


def test_advice_without_worlds_says_why_there_are_no_odds(contradictory):
    """The move is that of the machine's policy."""
    found = advise(contradictory, 1)
    assert (found.odds, found.action, found.reasons) == ((), CUT, (SENTENCE,))
    line = f"No odds: {SENTENCE}."
    assert odds_lines(found) == [line]
    assert [bar.striptags() for bar in odds_bars(found.odds, found.lacks)] == [line]


def test_the_coach_without_worlds_says_so_in_one_sentence_and_counts_nothing(contradictory):
    told = f"“Mus” was not judged: {SENTENCE}."
    verdict = judge(contradictory, (MUS,))
    assert (verdict.sentence, verdict.clear, verdict.to_json()["cost"]) == (told, False, None)
    coach = Coach(contradictory.game)
    assert coach.summary() == "Coach: no decisions yet."
    coach.watch(contradictory, MUS)
    assert [judged.sentence for judged in coach.judge(1)] == [told]
    assert coach.summary() == "Coach: no decision could be judged."


@pytest.mark.parametrize("where", ["_advance", "ParticleFilter._revive"])
def test_a_belief_that_found_no_worlds_begins_anew(asked, monkeypatch, where):
    """Its worlds of the next view are those of a belief that has followed nothing."""
    beliefs = ParticleFilter(50, {0: 1.0}), ParticleFilter(50, {0: 1.0})
    beliefs[0].follow(asked.view(0, remembering=True), np.random.default_rng(1))
    asked.apply(MUS)
    view = asked.view(0, remembering=True)

    def refuse(*_given):
        raise NoWorld

    with monkeypatch.context() as patched:
        patched.setattr(f"ludoteca.players.particles.{where}", refuse)
        with pytest.raises(NoWorld):
            beliefs[0].follow(view, np.random.default_rng(1))
    found = [belief.follow(view, np.random.default_rng(2)).worlds for belief in beliefs]
    assert found[0].tobytes() == found[1].tobytes()


def test_the_assistant_refuses_what_fits_no_world_and_stays_as_it_was(mus, monkeypatch):
    assistant = Assistant(mus, mus.options({"signs": "none", "corrido": "no"}), 0)
    assistant.enter("reparte-3; RRC4")
    before = assistant.record().to_text(), assistant.wanted()

    def refuse(*_given):
        raise NoWorld

    monkeypatch.setattr(calls, "resample", refuse)
    with pytest.raises(BadInput, match=SENTENCE):
        assistant.enter("mus; right: mus; partner: mus; left: mus; x4; 2; 1; 1; 7")
    assert (assistant.record().to_text(), assistant.wanted()) == before


def test_after_a_shuffle_only_own_cards_thrown_since_are_in_nobodys_hand(mus):
    """Of each kind another hand may have all that the seat neither holds nor has thrown since."""
    rng, compared = np.random.default_rng(1), 0
    for _deal in range(15):
        state = mus.new_state({"signs": "none", "corrido": "no"})
        shuffles, out, thrown_before = 0, np.zeros((4, KINDS), np.int64), False
        while not state.is_terminal() and state.record["phase"][0] != SHOWING:
            s = state.record[0]
            if s["shuffles"] > shuffles:
                shuffles, thrown_before = int(s["shuffles"]), bool(out[0].any())
                out[:] = 0
            legal, held = state.possible_actions(), s["hand"].copy()
            seat, phase = state.current_player(), int(s["phase"])
            move = MUS if phase == TALKING and rng.random() < 0.95 else int(rng.choice(legal))
            if state.is_chance():
                move = state.sample_chance(rng)
            state.apply(move)
            if phase == DISCARDING:
                out[seat] += held[seat] - state.record[0]["hand"][seat]
        s = state.record[0]
        if state.is_terminal() or not shuffles or s["to_move"] == 0 or s["shown"].any():
            continue
        compared += thrown_before
        for kind in range(KINDS):
            left = copies_of(kind, s["kings"], s["ranks"], s["copies"])
            left -= s["hand"][0, kind] + out[0, kind]
            for n in range(1, 9):
                code = n << 4 * kind
                assert code_count(code, kind) == n
                assert (_missing(s, 0, code) == "") == (n <= left), (kind, n)
    assert compared > 3
