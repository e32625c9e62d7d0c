"""Exact odds of exchanges: the numbers of Question 2, against brute force over physical cards."""

import itertools
import json
from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from ludoteca.cli.main import main
from ludoteca.core.errors import BadInput
from ludoteca.core.numbers import chance_words
from ludoteca.core.registry import load_game
from ludoteca.games.poker import hands
from ludoteca.games.poker.guide import lesson
from ludoteca.games.poker.hands import ranks_of, read_cards, text_of
from ludoteca.games.poker.odds import outcome, ranked, showdown
from ludoteca.games.poker.rules import STOP
from ludoteca.players.advice.advise import odds_of_choice
from ludoteca.solve.questions import ask

DECK = hands.full_deck()
VALUES = {"A7KQJ": 0, "AAKQJ": 1, "AAKKJ": 2, "AAAQJ": 3, "AAAKK": 5, "AAAAJ": 10, "AAAAA": 50}


def plain_value(cards):
    times = [*sorted(Counter(cards).values(), reverse=True), 0]
    if times[0] in (2, 3) and times[1] == 2:
        return {2: 2, 3: 5}[times[0]]
    return {1: 0, 2: 1, 3: 3, 4: 10, 5: 50}[times[0]]


def found(hand, lot):
    cards = read_cards(hand)
    return outcome(cards, read_cards(lot), hands.minus(DECK, cards))


def brute_force(hand, lot):
    """Values of the new hand over all sets of physical cards that may come."""
    kept, unseen = list(hand), list("A7KQJ" * 5)
    for card in hand:
        unseen.remove(card)
    for card in lot:
        kept.remove(card)
    values = Counter()
    for drawn in itertools.combinations(unseen, len(lot)):
        values[hands.value_of(read_cards("".join(kept) + "".join(drawn)))] += 1
    return values


def test_a_pair_that_exchanges_the_three_others():
    odds = found("AAKQJ", "KQJ")
    assert odds.draws == comb(20, 3) == 1_140
    assert odds.compared == (836, 304, 0)
    assert odds.ways == (0, 304, 354, 324, 106, 51, 1)
    assert odds.mean == Fraction(1537, 570)


@pytest.mark.parametrize(
    ("lot", "compared"),
    [
        ("QJ", (134, 56, 0)), ("K", (11, 9, 0)), ("A", (0, 15, 5)), ("AA", (66, 109, 15)),
        ("AK", (55, 115, 20)),
    ],
)  # fmt: skip
def test_a_pair_that_exchanges_fewer_cards_or_its_own(lot, compared):
    assert found("AAKQJ", lot).compared == compared


def test_every_pair_and_every_choice_of_kickers_has_the_same_odds():
    pairs = [hand for hand in hands.all_hands() if hands.class_of(hand) == hands.PAIR]
    assert len(pairs) == 5 * 4
    for hand in pairs:
        for lot, kept in ((read_cards(text_of(hands.useless(hand))), 3), (None, 2), (None, 1)):
            lots = [lot] if lot else list(hands.multisets(hands.useless(hand), kept))
            answers = {outcome(hand, x, hands.minus(DECK, hand)).compared for x in lots}
            assert answers == {{3: (836, 304, 0), 2: (134, 56, 0), 1: (11, 9, 0)}[kept]}


@pytest.mark.parametrize(
    ("hand", "mean"),
    [
        ("AAAAA", "50"), ("AAAAJ", "12"), ("AAAKK", "5"), ("AAAQJ", "933/190"), ("AAKKJ", "29/10"),
        ("AAKQJ", "1537/570"), ("A7KQJ", "497/285"),
    ],
)  # fmt: skip
def test_the_mean_after_the_greedy_exchange(hand, mean):
    cards = read_cards(hand)
    greedy = outcome(cards, hands.greedy_exchange(cards), hands.minus(DECK, cards))
    assert greedy.mean == Fraction(mean)


def test_the_greedy_exchange_has_the_best_mean_in_every_class():
    for hand in hands.all_hands():
        unseen = hands.minus(DECK, hand)
        best = ranked(hand, hands.MOST, unseen)[0]
        assert outcome(hand, hands.greedy_exchange(hand), unseen).mean == best.mean, text_of(hand)


@pytest.mark.parametrize("hand", list(VALUES))
def test_every_exchange_of_a_hand_of_each_class_agrees_with_brute_force(hand):
    cards = read_cards(hand)
    for lot in hands.exchanges(cards):
        odds = outcome(cards, lot, hands.minus(DECK, cards))
        counted = brute_force(hand, text_of(lot).strip("-"))
        by_value = dict(zip(hands.VALUES, odds.ways, strict=True))
        assert {v: n for v, n in by_value.items() if n} == counted
        assert odds.draws == sum(counted.values())


def test_a_random_exchange_in_dealt_order_keeps_the_mean_1325_759():
    """All orders of the hand equally likely: what the coins choose is a random set of cards."""
    sizes = {0: Fraction(1, 32), 1: Fraction(5, 32), 2: Fraction(10, 32), 3: Fraction(16, 32)}
    total = Fraction(0)
    for hand in hands.all_hands():
        for lot in hands.exchanges(hand):
            chance = sizes[hands.size(lot)] * hands.ways(lot, hand) / comb(5, hands.size(lot))
            mean = outcome(hand, lot, hands.minus(DECK, hand)).mean
            total += hands.ways(hand, DECK) * chance * mean
    assert total / comb(25, 5) == Fraction(1325, 759)


class TestCommand:
    def asked(self, capsys, *arguments):
        code = main(["odds", "poker", *arguments, "--lang", "en"])
        out, err = capsys.readouterr()
        return code, out, err

    def test_an_exchange_as_json(self, capsys):
        arguments = ("AAKQJ", "--exchange", "KQJ", "--format", "json")
        code, out, _err = self.asked(capsys, *arguments)
        answer = json.loads(out)
        assert code == 0
        assert (answer["better"], answer["same"], answer["worse"]) == (836, 304, 0)
        assert answer["mean"]["exact"] == "1537/570"
        shares = {row["value"]: row["probability"]["exact"] for row in answer["distribution"]}
        assert shares[10] == str(Fraction(51, 1140))
        assert sum(map(Fraction, shares.values())) == 1

    def test_without_an_exchange_all_are_ranked(self, capsys):
        _code, out, _err = self.asked(capsys, "AAKQJ", "--format", "json")
        answer = json.loads(out)
        rows = answer["exchanges"]
        assert (answer["best"], len(rows)) == ("KQJ", 19)
        means = [Fraction(row["mean"]["exact"]) for row in rows]
        assert means == sorted(means, reverse=True)

    def test_why_shows_the_sum_and_draws_that_close_in_on_it(self, capsys):
        _code, out, _err = self.asked(capsys, "AAKQJ", "--exchange=KQJ", "--why", "--seed=1")
        assert "C(20, 3) = 1140" in out
        assert "two pairs: 354 x 2 = 708" in out
        assert "3074/1140 = 1537/570" in out
        *_most, last = out.strip().splitlines()
        low, high = last.split("interval ")[1].split(" to ")
        assert float(low) < 1537 / 570 < float(high)

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (("AAKQ",), "A hand has 5 cards; you have chosen 4."),
            (("AAAAAA",), "A hand has 5 cards; you have chosen 6."),
            (("AAXQJ",), "there is no card X; there are: A 7 K Q J"),
            (("AAKQJ", "--exchange", "7"), "you cannot exchange 7: your hand is AAKQJ"),
            (("AAKQJ", "--exchange", "AAKQ"), "at most 3 cards may be exchanged, not 4"),
            (
                ("AAAKQ", "--copies", "2", "--most", "0"),
                "there are 2 of A in the deck, and you have chosen 3",
            ),
            (("AAKKJ", "--ranks", "4"), "there are 0 of J in the deck, and you have chosen 1"),
        ],
    )
    def test_what_is_no_hand_or_no_exchange_is_refused(self, capsys, arguments, sentence):
        code, out, err = self.asked(capsys, *arguments)
        assert (code, out, err.strip()) == (2, "", sentence)


class TestBesideTheCards:
    """``advice.odds_at``: from the seat's view alone."""

    def odds(self, view):
        return load_game("poker").room("odds").odds_at(view, np.random.default_rng(1))

    def test_the_best_exchanges_that_differ_and_none_with_their_means(self, played):
        told = self.odds(played("AAKQJ 77KQJ").view(0))
        assert told[0].name == "exchange K Q J"
        assert told[0].value.value == Fraction(1537, 570)
        assert told[-1].name == "keep all cards"
        assert len(told) == 6
        assert {odd.given for odd in told} == {
            "Points that your hand is worth at the showdown, on average, "
            "if unseen cards are random:"
        }

    def test_an_exchange_that_is_chosen(self, played):
        """The mean of the list; better and the same as the text of the project counts them."""
        view = played("AAKQJ 77KQJ").view(0)
        mean, better, same, worse = odds_of_choice(view, ranks_of(read_cards("KQJ")), 1)
        assert mean.value == self.odds(view)[0].value
        assert mean.name == "exchange K Q J: points on average"  # it also stands without a heading
        assert len({odd.given for odd in (mean, better, same, worse)}) == 1  # said once
        assert [odd.value.value for odd in (better, same, worse)] == [
            Fraction(836, 1140),
            Fraction(304, 1140),
            0,
        ]
        (kept, *_rest) = odds_of_choice(view, [STOP], 1)
        assert (kept.name, kept.value.value) == ("keep all cards: points on average", 1)

    def test_who_keeps_all_is_taken_to_hold_five_cards_that_count(self, played):
        better, tie = self.odds(played("AAKKJ QQQ77", "J stop Q stop").view(0))
        assert better.given == tie.given == "If your opponent kept all because every card counts:"

    def test_within_an_exchange_only_what_can_still_be_done(self, played):
        told = self.odds(played("AAKQJ 77KQJ", "Q").view(0))
        assert [odd.name for odd in told] == ["exchange Q J", "exchange Q"]

    def test_the_showdown_against_a_greedy_player_by_brute_force_over_cards(self, played):
        view = played("AAKKJ AAQJ7", "J stop Q Q J stop K 7").view(0)
        better, tie = self.odds(view)
        unseen = list("A7KQJ" * 5)
        for card in "AAKKJQ":
            unseen.remove(card)
        values = Counter()
        for hand in itertools.combinations(range(len(unseen)), 5):
            times = Counter(unseen[i] for i in hand)
            kept = [unseen[i] for i in hand if times[unseen[i]] > 1]
            if len(kept) == 3:  # a greedy player exchanges the two others
                rest = [card for i, card in enumerate(unseen) if i not in hand]
                for drawn in itertools.combinations(rest, 2):
                    values[plain_value([*kept, *drawn])] += 1
        total = sum(values.values())
        assert (better.value.value, tie.value.value) == (0, 0)
        assert better.given == tie.given == "If your opponent does not bluff:"
        assert set(values) == {3, 5, 10, 50}
        by_class = (
            load_game("poker")
            .room("odds")
            .rival_classes(hands.minus(DECK, read_cards("AAKKJQ")), view, 2)
        )
        counted = {v: n for v, n in zip(hands.VALUES, by_class, strict=True) if n}
        assert {v: Fraction(n, sum(by_class)) for v, n in counted.items()} == {
            v: Fraction(n, total) for v, n in values.items()
        }

    def test_it_needs_only_the_view(self, played):
        one = played("AAKQJ 77KQJ", "K Q J A A 7 7 7").view(1)
        two = played("AAAAA 77KQJ", "A A A 7 7 7 7 7").view(1)
        assert self.odds(one) == self.odds(two)


def test_a_guided_deal_advises_as_the_odds_of_its_showdown_do(played):
    """Who exchanged nothing holds a full house at least: two pairs lose to it, another one ties."""
    for own, stays in (("AAAKK", True), ("AAKKQ", False), ("AA7KQ", False)):
        view = played(f"{own} QQQJJ", "stop stop").view(0)
        chances = showdown(view)
        assert chances.better == 0
        (step,) = lesson(view)
        share = chance_words(float(chances.tie)) if chances.tie else "none"
        assert f"{share} of the showdowns" in step.text
        assert ("press Stay" in step.text) == stays == (chances.mean >= -2)


# -- staying or folding ----------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["first", "second"])
def test_whoever_holds_five_of_a_kind_stays_and_gets_what_its_chances_bring(seat):
    """It is beaten by nothing: the other folds, shows less, or ties."""
    answer = ask("poker", "solve fold", cards=["AAAAA"], seat=seat, own=1, other=3)
    shares = {name: answer.fields[name].value for name in answer.chances}
    assert sum(shares.values()) == 1
    assert shares["your_hand_is_worse"] == 0
    brings = 3 * shares["opponent_folds"] + 50 * shares["your_hand_is_better"]
    assert answer.fields["staying"].value == brings
    assert answer.headline.startswith("Stay: your chance to win is ")
    assert answer.fields["folding"].value == {"first": -2, "second": -3}[seat]


def test_a_pair_folds_to_whoever_exchanged_one_card():
    answer = ask("poker", "solve fold", cards=["AAKQJ"], seat="first", own=3, other=1)
    assert answer.headline.startswith("Fold: if you stay, your chance to win is ")
    assert answer.fields["staying"].value < answer.fields["folding"].value


def test_only_in_a_complete_round_somebody_folds():
    given = {"cards": ["AAKQJ"], "seat": "first", "own": 3, "other": 1}
    with pytest.raises(BadInput, match="nobody folds"):
        ask("poker", "solve fold", options={"round": "estrategica"}, **given)
