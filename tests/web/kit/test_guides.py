"""Guides of games: rules, words, and a guided deal that always has something to say."""

import numpy as np
import pytest
from drawn import read
from frozen import played, scene_of

from ludoteca.core.i18n import LANGUAGES, speaking
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.registry import games
from ludoteca.core.shoe import Shoe
from ludoteca.web.kit.guide import Section, Term, glossary, rules
from ludoteca.web.kit.table import draw

GUIDED = sorted(name for name, game in games().items() if game.has_room("guide"))


def test_the_shipped_games_have_guides():
    assert {"bigpoints", "vangin"} <= set(GUIDED)


@pytest.mark.parametrize("name", GUIDED)
def test_a_guide_states_rules_and_words_once_each(name):
    guide = games()[name].room("guide")
    assert all(isinstance(s, Section) and s.paragraphs for s in guide.RULES)
    assert all(isinstance(t, Term) and t.meaning for t in guide.GLOSSARY)
    words = [t.word.casefold() for t in guide.GLOSSARY]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("name", GUIDED)
def test_every_word_of_the_glossary_is_used_in_the_rules_or_the_lesson(name):
    guide = games()[name].room("guide")
    told = " ".join(p for s in guide.RULES for p in s.paragraphs).casefold()
    said = " ".join(_lessons(name, range(12))).casefold()
    for term in guide.GLOSSARY:
        assert term.word.casefold() in told or term.word.casefold() in said, term.word


@pytest.mark.parametrize("name", GUIDED)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_and_words_are_drawn_in_every_language(name, lang):
    guide = games()[name].room("guide")
    with speaking(lang):
        assert str(rules(guide.RULES)).count("<h2") == len(guide.RULES)
        shown = [picture for section in guide.RULES for picture in section.pictures]
        assert str(rules(guide.RULES)).count("<figure") == len(shown) > 0
        assert str(glossary(guide.GLOSSARY)).count("<dt") == len(guide.GLOSSARY)


def _lessons(name, seeds):
    """The sentences for seat 0 at its own decisions and at the end, over whole random deals."""
    game = games()[name]
    guide = game.room("guide")
    for seed in seeds:
        state = game.new_state(guide.lesson_options())
        shoe = Shoe.shuffled(game, state.options, seed)
        rng = np.random.default_rng(seed)
        while not state.is_terminal():
            if state.is_chance():
                state.apply_unchecked(shoe.draw(state))
                continue
            if state.current_player() == 0:
                yield _said(guide.lesson(state.view(0)))
            state.apply_unchecked(int(rng.choice(state.legal_actions())))
        yield _said(guide.lesson(state.view(0)))


def _said(steps):
    return " ".join(step.text for step in steps)


@pytest.mark.parametrize("name", GUIDED)
def test_every_part_that_the_guide_means_is_drawn_on_the_table(name):
    game = games()[name]
    guide = game.room("guide")
    meant = set()
    for moves in (0, 1, 2, 4, 9):
        state = played(name, guide.lesson_options(), moves)
        for seat in {0, max(state.current_player(), 0)}:
            steps = tuple(guide.lesson(state.view(seat)))
            keys = {e.attributes.get("data-key") for e in read(draw(scene_of(state, seat))).walk()}
            assert {step.part for step in steps} <= {"", *keys}
            meant |= {step.part for step in steps}
    assert len(meant) > 1


@pytest.mark.parametrize("name", GUIDED)
def test_the_guided_deal_has_a_sentence_for_each_decision_and_for_the_end(name):
    said = list(_lessons(name, range(20)))
    assert all(said)
    assert not [text for text in said if "{" in text]


@pytest.mark.parametrize("name", GUIDED)
def test_a_guide_can_be_asked_for_somebody_who_watches(name):
    game = games()[name]
    state = game.new_state(game.room("guide").lesson_options())
    assert _said(game.room("guide").lesson(state.view(SPECTATOR))).count("{") == 0


def test_the_lesson_of_big_points_speaks_of_everything_in_it():
    said = " ".join(_lessons("bigpoints", range(20)))
    for word in ("free disc", "stair", "white disc", "black disc", "extra move", "worth"):
        assert word in said


def test_the_lesson_of_vangin_promises_no_direction_of_the_chance():
    """A pile taken away may lower the chance: with {3 easy, 1 hard} cards unseen it does."""
    said = " ".join(_lessons("vangin", range(20)))
    assert "goes up" not in said
    assert "goes down" not in said
