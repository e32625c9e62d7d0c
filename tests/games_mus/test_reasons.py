"""The line of reason for a move, in a mus player's words."""

import numpy as np
import pytest

from ludoteca.core.numbers import Simulated
from ludoteca.games.mus.exact.table import table
from ludoteca.games.mus.exact.types import deck_of
from ludoteca.games.mus.exact.wins import PAIR_SE_DA, SE_DA
from ludoteca.games.mus.guide import lesson
from ludoteca.games.mus.ids import LANCES, ORDAGO, PASS, SEATS
from ludoteca.games.mus.notation import hand_text
from ludoteca.games.mus.policies.reasons import better_words, reason_words
from ludoteca.players.advice import verdicts
from ludoteca.players.advice.advise import asked
from ludoteca.players.advice.values import Loss

LAST = "no-hay-mus" + 8 * " paso"  # grande and chica in paso


@pytest.mark.parametrize(
    ("hands", "moves", "move", "begins", "ends"),
    [
        ("RRR7 7654 7654 7654", "no-hay-mus", "envido2", "3 kings, as mano: envido;", "always"),
        (
            "7654 RRR7 7654 7654",
            "no-hay-mus paso",
            "paso",
            "3 kings: paso, because worse hands would refuse a bet, and may bet themselves;",
            "always",
        ),
        ("7654 CC55 7654 SS66", "no-hay-mus envido2 paso", "no-quiero", "without a king", "10"),
        (
            "7654 4567 RR7A 7654",
            "no-hay-mus paso paso",
            "órdago",
            "2 kings: órdago, because few",
            "10",
        ),
        (
            "7654 RRR7 7654 7654",
            "no-hay-mus envido2",
            "órdago",
            "3 kings: órdago, because",
            "always",
        ),
        ("RRSA RC55 7654 RR66", LAST, "envido2", "a par (king, king), as mano: envido", "10"),
    ],
)
def test_a_word_is_explained_by_the_hand_the_place_and_the_chance(
    played, hands, moves, move, begins, ends
):
    state = played(hands, moves)
    told = reason_words(state.view(state.current_player()), state.parse(move))
    assert told.startswith(begins)
    assert "going by what was said" in told
    assert " is won by the pair " in told
    assert told.endswith(ends)


@pytest.mark.parametrize(
    ("hands", "moves", "move", "told"),
    [
        (
            "RC54 4567 RR7A 7654",
            "no-hay-mus",
            "órdago",
            "1 king, as mano: órdago, to make them refuse",
        ),
        (
            "RRR7 C654 7654 7654",
            "no-hay-mus envido5",
            "órdago",
            "without a king: órdago, to make them refuse",
        ),
        (
            "S654 RR54 7654 7654",
            "no-hay-mus paso paso paso paso",
            "envido5",
            "without an ace, as mano: a bluff, which rivals who play like Clara (expert) refuse ",
        ),
        (
            "7654 7654 7654 SC45",
            "no-hay-mus paso paso paso",
            "envido2",
            "without a king, as postre: a bluff now and then, so that the rivals cannot trust "
            "every bet",
        ),
        (
            "RRR7 C654 7654 7654",
            "no-hay-mus envido5",
            "quiero",
            "without a king: quiero, because refusing costs 1 stone at once, and the rivals may be "
            "bluffing",
        ),
        (
            "RRR7 C654 7654 7654",
            "no-hay-mus órdago",
            "quiero",
            "without a king: quiero, because the rivals may be bluffing",
        ),
        (
            "7654 4567 7654 RRR7",
            "no-hay-mus envido5 paso",
            "no-quiero",
            "3 kings, as postre: no quiero, because refusing costs 1 stone, and the bet may cost 5",
        ),
    ],
)
def test_a_word_with_the_worse_chance_is_not_explained_by_that_chance(
    played, hands, moves, move, told
):
    """No reason for a word says how seldom the lance is won, or for a refusal how often."""
    state = played(hands, moves)
    reason = reason_words(state.view(state.current_player()), state.parse(move))
    assert reason.startswith(told)
    assert "is won by the pair" not in reason


def test_a_bet_is_accepted_where_the_chance_is_enough_for_what_refusing_costs(played):
    """A bet of 2 stones for 1: a quarter of all is enough, here told in tenths."""
    state = played("RRC4 RC54 7654 S654", "no-hay-mus envido2")
    told = reason_words(state.view(1), state.parse("quiero"))
    assert told.startswith(
        "1 king: quiero, because refusing costs 1 stone at once, and to win 3 times in 10 is "
        "enough; going by what was said, grande is won by the pair "
    )


@pytest.mark.parametrize(
    ("better", "other", "because"),
    [
        ("envido10", "envido2", "a larger bet, because the hand is worth it"),
        ("envido2", "envido10", "a smaller bet, which worse hands may accept"),
        ("envido2", "órdago", "a smaller bet, which worse hands may accept"),
        ("envido2", "paso", "envido"),
    ],
)
def test_a_better_bet_is_compared_with_the_one_that_was_made(played, better, other, because):
    state = played("RRR7 7654 7654 7654", "no-hay-mus")
    told = better_words(state.view(0), (state.parse(better),), (state.parse(other),))
    assert told.startswith(f"3 kings, as mano: {because}; going by what was said, grande is won by")


@pytest.mark.parametrize(
    ("better", "other", "told"),
    [
        (
            "x5A",
            "x5",
            "keep king, king alone: what may come for the others is worth more on average",
        ),
        ("x5", "x5A", "keep king, king, ace: a king or any court card makes 31"),
    ],
)
def test_a_better_discard_is_compared_with_the_one_that_was_made(played, better, other, told):
    state = played("RRA5 7654 7654 7654", "mus mus mus mus")
    assert better_words(state.view(0), (state.parse(better),), (state.parse(other),)) == told


@pytest.mark.parametrize(
    ("theirs", "because"),
    [
        (30, "because the rivals need only 10 more stones"),
        (39, "because the rivals need only 1 more stone"),
        (29, "to make them"),
    ],
)
def test_an_ordago_has_the_score_for_its_reason_where_the_rivals_have_nearly_won(
    played, theirs, because
):
    state = played("RC54 4567 RR7A 7654", "no-hay-mus", score=(9, theirs))
    assert f"órdago, {because}" in reason_words(state.view(0), state.parse("órdago"))


@pytest.mark.parametrize(
    ("hand", "move", "sentence"),
    [
        ("RRSA", "no-hay-mus", "no mus: both a par and juego"),
        ("R777", "no-hay-mus", "no mus: both medias and juego"),
        ("RC74", "no-hay-mus", "no mus: nobody beats 31 of the mano in juego"),
        ("44AA", "no-hay-mus", "no mus: duples are the best pares, and count 3"),
        ("7654", "mus", "mus: other cards are worth 1.5 stones more than these"),
        ("RRC5", "no-hay-mus", "no mus: both a par and juego"),
        ("RC76", "no-hay-mus", "no mus: these cards have juego, which others might not"),
        (
            "7654",
            "no-hay-mus",
            "no mus: more of the deals that were tried were won with these cards",
        ),
    ],
)
def test_mus_and_cuts_are_explained_by_what_the_hand_is(played, hand, move, sentence):
    state = played(f"{hand} CS65 CS65 CS65")
    assert reason_words(state.view(0), state.parse(move)) == sentence


def test_a_cut_that_the_score_decides_is_explained_by_the_score(played):
    """Three kings are worth no cut to the mano at 0-0; at 39-39 grande alone counts."""
    state = played("RRR4 7654 CS76 S554", score=(39, 39))
    told = reason_words(state.view(0), state.parse("no-hay-mus"))
    assert told == "no mus: at 39 to 39 grande counts most, and these cards are better"


@pytest.mark.parametrize(
    ("hand", "move", "sentence"),
    [
        ("RRA5", "x5", "keep king, king, ace: a king or any court card makes 31"),
        ("RCS4", "x4", "keep king, caballo, sota: an ace makes 31"),
        ("RR54", "x54", "keep king, king: kings are good for grande, pares and juego"),
        ("7654", "x7654", "nothing here is worth keeping"),
    ],
)
def test_a_discard_is_explained_by_what_is_kept(played, hand, move, sentence):
    state = played(f"{hand} 7654 7654 7654", "mus mus mus mus")
    assert reason_words(state.view(0), state.parse(move)) == sentence


def test_the_coach_tells_the_better_word_with_a_player_s_reason(played, monkeypatch):
    """A pass where a bet is better by two stones: its verdict ends with the reason for the bet."""
    state = played("RRRA 7654 7654 7654", "no-hay-mus")
    better = (state.parse("envido2"),)
    found = Loss(better, Simulated(2.0, 100, 1.5, 2.5), 0.0, "points", "")
    monkeypatch.setattr(verdicts, "_compared", lambda *_: found)
    verdict = verdicts.judge(state.view(0), (PASS,))
    assert verdict.sentence.endswith(
        "simulated deals). The reason: " + reason_words(state.view(0), *better) + "."
    )


@pytest.mark.parametrize("lance", range(LANCES))
def test_the_lesson_advises_a_bet_where_the_pair_wins_more_often_than_not(played, lance):
    """All hands that take part, from each place; of the deals in which the lance is played."""
    view = played("RRSA 7654 7654 7654", "no-hay-mus").view(0)
    deck = deck_of(view.options)
    view.record["lance"] = lance
    for hand, index in deck.index.items():
        if not deck.types.classes[lance, index]:
            continue
        view.record["hand"][0, 0] = hand
        for place in range(SEATS):
            view.record["dealer"] = SEATS - 1 - place
            won, dealt = table(deck)[index, place, lance, [PAIR_SE_DA, SE_DA]]
            bets = "Envido" in lesson(view)[-1].text
            assert bets == (won / dealt > 0.5), (hand_text(hand), place)


@pytest.mark.parametrize(
    ("hands", "moves", "words"),
    [
        ("RRCA RR54 7654 7654", LAST, "Yours is good: press Envido 2"),
        ("CC54 RR54 7654 7654", LAST, "Yours is good: press Envido 2"),
        ("SS54 RR54 7654 7654", LAST, "Yours is weak here: press Paso"),
        ("7776 C654 CS44 CS4A", LAST, "Yours is good: press Envido 2"),
        ("C764 7654 7654 7654", LAST, "Yours is good: press Envido 2"),
        ("C654 7654 7654 7654", LAST, "Yours is weak here: press Paso"),
        ("RR54 RRCA 7654 7654", LAST + " envido2", "Yours is good: press Quiero"),
    ],
)
def test_the_lesson_finds_a_par_of_caballos_and_27_points_good(played, hands, moves, words):
    state = played(hands, moves)
    assert words in lesson(state.view(state.current_player()))[-1].text


def test_each_word_says_what_it_was_tried_against_and_an_ordago_says_it_otherwise(played):
    view = played("RRR7 7654 7654 7654", "no-hay-mus").view(0, remembering=True)
    player = asked(view.game, "maestro@40n")
    thought = player.think(view, np.random.default_rng(1))
    own = {move.action: move.assumption for move in thought.values if move.assumption}
    assert list(own) == [ORDAGO]
    assert own[ORDAGO].startswith(thought.assumption.partition(";")[0])
    assert "with any hand" in own[ORDAGO]
    assert "órdago" not in thought.assumption
    lost = player.loss(view, (ORDAGO,), np.random.default_rng(1))
    assert lost.assumption == f"{thought.assumption}; {own[ORDAGO]}"


def test_the_share_of_moves_that_is_believed_is_told(played):
    view = played("RRR7 7654 7654 7654", "no-hay-mus paso").view(1, remembering=True)
    thought = asked(view.game, "maestro@40n").think(view, np.random.default_rng(1))
    assert "as they have so far in 20% of moves" in thought.assumption
