"""Guides of games: rules, words, and a guided deal that always has something to say."""

import re
from functools import cache

import numpy as np
import pytest
from drawn import read
from frozen import scene_of

from deals import random_position
from ludoteca.core.errors import BadInput
from ludoteca.core.guide import GuideSection, Term, read_guide, texts_in_guide
from ludoteca.core.i18n import LANGUAGES, _, speaking
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.registry import games
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.table.scene import LESSON_BEGINS
from ludoteca.web.kit.guide import explained, glossary, rules
from ludoteca.web.kit.whole_table import draw

GUIDED = sorted(name for name, game in games().items() if game.has_room("guide"))


def test_the_shipped_games_have_guides():
    assert {"bigpoints", "vangin"} <= set(GUIDED)


@pytest.mark.parametrize("name", GUIDED)
def test_a_guide_states_rules_and_words_once_each(name):
    guide = games()[name].room("guide")
    assert all(isinstance(s, GuideSection) and s.paragraphs for s in guide.RULES)
    assert all(isinstance(t, Term) and t.meaning for t in guide.GLOSSARY)
    words = [t.word.casefold() for t in guide.GLOSSARY]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("name", GUIDED)
def test_every_word_of_the_glossary_is_used_in_the_rules_or_the_lesson(name):
    guide = games()[name].room("guide")
    told = " ".join(p for s in guide.RULES for p in s.paragraphs).casefold()
    said = " ".join(_lessons(name)).casefold()
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


def test_a_comma_stays_with_the_explained_word_before_it():
    shown = str(explained(games()["mus"], "A mano, and the postre.", place="lesson-0"))
    assert shown.count('class="with-mark"') == 2
    assert ",</span>" in shown
    assert ".</span>" in shown


@pytest.mark.parametrize("name", GUIDED)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_before_a_guided_deal_no_word_is_explained(name, lang):
    """The step of Big Points was, in "step by step", and went with the next view."""
    with speaking(lang):
        assert str(explained(games()[name], _(LESSON_BEGINS), place="lesson-0")) == _(LESSON_BEGINS)


WRITTEN = """# Read by nobody

## Aim

Win the
match.

:card: 5H *6H*
*Solomillo*

:term: *vaca*
Some juegos.
"""


def test_a_guide_is_read_from_markdown(tmp_path):
    path = tmp_path / "guide.md"
    path.write_text(WRITTEN, encoding="utf-8")
    (section,), terms = read_guide(path, str)
    assert (section.title, section.paragraphs) == ("Aim", ("Win the match.",))
    assert [(p.pieces, p.caption) for p in section.pictures] == [("5H *6H*", "Solomillo")]
    assert terms == (Term("vaca", "Some juegos."),)


def test_names_in_a_guide_and_pieces_are_not_translated():
    assert list(texts_in_guide(WRITTEN)) == ["Aim", "Win the match.", "Some juegos."]


def test_a_guide_says_what_stands_before_its_first_heading(tmp_path):
    path = tmp_path / "guide.md"
    path.write_text("# Title\n\nLost words.", encoding="utf-8")
    with pytest.raises(BadInput, match=r"guide\.md: “Lost words\.” has no heading"):
        read_guide(path, str)


@cache
def _lessons(name):
    """The sentences for seat 0 at its own decisions and at the end, over whole random deals."""
    return [_said(steps) for _state, steps in _decisions(name, range(10))]


def _decisions(name, seeds, lang="en", most=None):
    """The decisions of seat 0 and the ends of deals, with the steps of the guide.

    Moves are drawn from the first ``most`` legal ones, by default from all.
    """
    game = games()[name]
    guide = game.room("guide")
    for seed in seeds:
        state = game.new_state(guide.lesson_options())
        shoe = Shoe.shuffled(game, state.options, seed)
        rng = np.random.default_rng(seed)
        while True:
            if state.is_chance():
                state.apply_unchecked(shoe.draw(state))
                continue
            if state.is_terminal() or state.current_player() == 0:
                with speaking(lang):
                    steps = guide.lesson(state.view(0))
                yield state, steps
            if state.is_terminal():
                break
            state.apply_unchecked(int(rng.choice(state.legal_actions()[:most])))


def _said(steps):
    return " ".join(step.text for step in steps)


@pytest.mark.parametrize("name", GUIDED)
def test_every_part_that_the_guide_means_is_drawn_on_the_table(name):
    game = games()[name]
    guide = game.room("guide")
    meant = set()
    for moves in (0, 1, 2, 4, 9):
        state = random_position(name, guide.lesson_options(), moves)
        for seat in {0, max(state.current_player(), 0)}:
            steps = tuple(guide.lesson(state.view(seat)))
            keys = {e.attributes.get("data-key") for e in read(draw(scene_of(state, seat))).walk()}
            named = {part for step in steps for part in step.part.split()}
            assert named <= keys
            meant |= named
    assert len(meant) > 1


PRESS = {"en": "press", "pt": "aperte|toque em", "es": "pulsa", "fi": "paina sitten|paina"}
"""Words before those of a button, which begin with a capital letter."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["eras", "mus", "poker"])  # buraco has tests of its own
def test_the_guide_names_a_button_as_it_is_on_the_table(name, lang):
    named = (
        (state, found[1])
        for state, steps in _decisions(name, range(20), lang, most=1)
        if (found := re.search(rf"(?i:\b(?:{PRESS[lang]})) ([A-Z][^.,;]*)", _said(steps)))
    )
    state, words = next(named)
    with speaking(lang):
        root = read(draw(scene_of(state, 0)))
    assert words in {e.text().rstrip("0123456789↵") for e in root.walk() if e.tag == "button"}


@pytest.mark.parametrize("name", GUIDED)
def test_the_guided_deal_has_a_sentence_for_each_decision_and_for_the_end(name):
    said = _lessons(name)
    assert all(said)
    assert not [text for text in said if "{" in text]


@pytest.mark.parametrize("name", GUIDED)
def test_a_guide_can_be_asked_for_somebody_who_watches(name):
    game = games()[name]
    state = game.new_state(game.room("guide").lesson_options())
    assert _said(game.room("guide").lesson(state.view(SPECTATOR))).count("{") == 0


def test_the_lesson_of_big_points_speaks_of_everything_in_it():
    said = " ".join(_lessons("bigpoints"))
    for word in ("free disc", "stair", "white disc", "black disc", "extra move", "worth"):
        assert word in said


def test_the_lesson_of_vangin_promises_no_direction_of_the_chance():
    """A pile taken away may lower the chance: with {3 easy, 1 hard} cards unseen it does."""
    said = " ".join(_lessons("vangin"))
    assert "goes up" not in said
    assert "goes down" not in said
