"""Signs and set phrases: which are true, who sees them, who is asked."""

import pytest

from ludoteca.core.i18n import speaking
from ludoteca.core.player_names import seat_names
from ludoteca.games.mus.hands import HAND, juego_points, pares_class
from ludoteca.games.mus.ids import (
    ANSWERING,
    BEFORE_CHICA,
    BEFORE_PUNTO,
    CATCHING,
    SECRET,
    TALKING,
    WINDOW,
)
from ludoteca.games.mus.multisets import COUNTS, STARTS
from ludoteca.games.mus.notation import SIGN_NAMES
from ludoteca.games.mus.signs import BLIND, FEDERATION, SHORT, SIGNS, signs_of

from .conftest import counts

HANDS = "RRC7 RRS6 CCAA SS4A"


def field(state, name):
    return state.record[name][0].tolist()


def names(state, prefix):
    return {t for t in map(state.action_text, state.legal_actions()) if t.startswith(prefix)}


def true_signs(hand, signs_list):
    bits = int(signs_of(counts(hand), signs_list))
    return {SIGN_NAMES[sign] for sign in range(SIGNS) if bits >> sign & 1}


@pytest.mark.parametrize(
    ("hand", "short", "federation"),
    [
        ("RRC7", {"reyes"}, {"reyes", "par", "juego"}),
        ("AA54", {"ases"}, {"ases", "par"}),
        ("RRRA", {"medias", "31"}, {"medias-de-reyes", "31"}),
        ("5AAA", {"medias"}, {"medias-de-ases"}),
        ("C555", {"medias"}, {"otras-medias"}),
        ("RRAA", {"reyes", "ases", "duples"}, {"reyes", "ases", "duples"}),
        ("RC55", {"30"}, {"par", "30"}),
        ("RC54", {"29"}, {"29"}),
        ("C765", {"ciego"}, {"ciego"}),
        ("C776", {"30"}, {"par", "30"}),
        ("S775", {"29"}, {"par", "29"}),
        ("7744", {"duples"}, {"duples"}),
        ("C774", set(), {"par"}),
        ("RCS4", set(), {"juego"}),
        ("RCC7", set(), {"par", "juego"}),
        ("R754", {"ciego"}, {"ciego"}),
    ],
)
def test_signs_are_those_that_are_true_of_the_hand(hand, short, federation):
    assert true_signs(hand, SHORT) == short
    assert true_signs(hand, FEDERATION) == federation


def test_blind_is_no_sign_of_a_hand_with_pares_or_juego():
    for hand in COUNTS[STARTS[HAND] :]:
        for signs_list in (SHORT, FEDERATION):
            if int(signs_of(hand, signs_list)) >> BLIND & 1:
                assert pares_class(hand) == 0
                assert juego_points(hand) < 29, "30 and 29 have signs of their own"


def test_a_hand_that_the_short_list_has_no_sign_for_keeps_quiet(played):
    state = played("C774 RRS6 CCAA SS4A", signs="short")
    assert {state.action_text(action) for action in state.legal_actions()} == {"callo"}


def test_no_sign_is_false(played):
    state = played(HANDS, signs="short")
    assert names(state, "seña-") == {"seña-reyes"}


def test_the_partner_sees_a_sign_and_the_others_nothing(played):
    state = played(HANDS, "seña-reyes", signs="short", stop=True)
    tokens = state.newest_tokens()
    move = state.moves[-1].action
    assert [tokens[seat] for seat in range(4)] == [move, SECRET, move, SECRET]
    assert state.view(2).record["signed"][0, 0, 0].tolist() == [2, 0]
    assert not state.view(1).record["signed"].any()


def test_a_chance_move_follows_whether_somebody_signed_or_not(played):
    for word in ("seña-reyes", "callo"):
        state = played(HANDS, word, signs="short", catch=30, stop=True)
        assert field(state, "phase") == CATCHING
    assert [p for _a, p in state.chance_outcomes()] == [1.0]


def test_each_rival_catches_a_sign_with_the_stated_chance(played):
    state = played(HANDS, "seña-reyes", signs="short", catch=30, stop=True)
    found = {state.action_text(a): p for a, p in state.chance_outcomes()}
    assert found == pytest.approx(
        {"nadie": 0.49, "derecha": 0.21, "izquierda": 0.21, "ambos": 0.09}
    )


def test_a_rival_knows_of_its_own_catch_alone(played):
    state = played(HANDS, "seña-reyes derecha", signs="short")
    assert state.view(1).record["caught"][0, 1, 0].tolist() == [0, 2]
    assert state.view(3).record["caught"][0, 3, 0].tolist() == [1, 0]


def test_who_caught_a_sign_may_ask_and_the_answer_is_true_and_public(played):
    state = played(HANDS, "seña-reyes derecha", signs="short")
    assert names(state, "pregunto") == {"pregunto-izquierda"}
    state.apply(state.parse("pregunto-izquierda"))
    assert field(state, "phase") == ANSWERING
    assert [state.action_text(a) for a, _p in state.chance_outcomes()] == ["era-reyes"]
    state.apply(state.chance_outcomes()[0][0])
    assert field(state, "told")[0] == [1, 0, 0, 0]
    assert state.current_player() == 2


def test_who_caught_nothing_cannot_ask(played):
    state = played(HANDS, "seña-reyes izquierda", signs="short")
    assert names(state, "pregunto") == set()


def test_without_signs_and_talk_there_are_no_windows(played):
    assert field(played(HANDS, signs="none"), "phase") == TALKING


def test_phrases_are_heard_by_all_and_may_lie_but_about_pares_and_juego(played):
    state = played("654A RRS6 CCAA SS4A", signs="none", talk="yes")
    found = names(state, "digo-")
    assert {"digo-grande", "digo-chica", "digo-malas"} <= found
    assert not found & {"digo-pares", "digo-juego"}
    state.apply(state.parse("digo-grande"))
    assert field(state, "said")[0][0] == 1
    assert names(state, "digo-") >= {"digo-pares", "digo-juego"}


def test_one_thing_at_most_in_a_window(played):
    state = played(HANDS, "digo-pares", signs="short", talk="yes")
    assert (field(state, "phase"), state.current_player()) == (WINDOW, 1)


def test_the_federation_has_windows_before_chica_and_before_punto(played):
    silent = "callo callo callo callo"
    state = played(
        "RC55 C76A C444 S766", silent, "no-hay-mus", "paso paso paso paso", signs="federation"
    )
    assert (field(state, "phase"), field(state, "window")) == (WINDOW, BEFORE_CHICA)
    state = played(
        "RC55 C76A C444 S766", silent, "no-hay-mus", "paso paso paso paso", silent,
        "paso paso paso paso", "paso paso paso", signs="federation",
    )  # fmt: skip
    assert (field(state, "phase"), field(state, "window")) == (WINDOW, BEFORE_PUNTO)
    assert "seña-30" in names(state, "seña-")


def test_signs_of_other_medias_and_of_punto_come_late_in_the_list_of_the_federation(played):
    silent = "callo callo"
    state = played("RC55 C76A C444 S766", silent, signs="federation")
    assert names(state, "seña-") == {"seña-corta", "seña-envida"}
    state = played(
        "RC55 C76A C444 S766", silent, silent, "no-hay-mus", "paso paso paso paso", silent,
        signs="federation",
    )  # fmt: skip
    assert names(state, "seña-") == {"seña-otras-medias", "seña-envida"}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "ask Dina: was that a sign?"),
        ("es", "preguntar a Dina: ¿eso ha sido una seña?"),
        ("pt", "perguntar a Dina: isso foi um sinal?"),
        ("fi", "kysy pelaajalta Dina: oliko tuo merkki?"),
    ],
)
def test_the_question_about_a_sign_names_who_is_asked(played, language, words):
    state = played(HANDS, "seña-reyes derecha", signs="short")
    with speaking(language), seat_names(["Dina"]):
        assert state.view(1).action_words(state.parse("pregunto-izquierda")) == words
