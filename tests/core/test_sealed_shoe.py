"""The sealed shoe: its promise, its algorithm as documented, fairness, nothing dealt twice."""

import hmac
import itertools
import re
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.ids import CHANCE, NO_DRAW
from ludoteca.core.registry import games, load_game
from ludoteca.core.shuffles import sealed_shoe
from ludoteca.core.shuffles.sealed_shoe import Seal, SealedShoe, below, new_key
from ludoteca.core.shuffles.shoe import kinds_of_cards

DOCS = Path(__file__).parents[2] / "docs" / "fair-shuffles.md"
KEY = "00112233445566778899aabbccddeeff" * 2
CHANCY = ["kuhn", "leduc", "minimus", "minirummy", "vangin", "bigpoints"]


def seal_for(game, key=KEY, deal=1):
    seats = game.num_players(game.options())
    return Seal.made("example", deal, key, tuple(f"c0ffee{n}" for n in range(seats)))


def play(game, shoe, rng, moves=None):
    """A deal of random players from ``shoe``, as far as ``moves``."""
    state = game.new_state()
    while not state.is_terminal() and (moves is None or len(state.moves) < moves):
        legal = state.legal_actions()
        state.apply(shoe.draw(state) if state.is_chance() else int(rng.choice(legal)))
    return state


def documented(what):
    """The value that the documentation gives for ``what``."""
    (found,) = re.findall(rf"^\| {re.escape(what)} \| `?([0-9a-f ]+)`? \|$", DOCS.read_text(), re.M)
    return found


# -- the promise ----------------------------------------------------------------------------------


def test_keys_are_32_random_bytes():
    keys = {new_key() for _ in range(100)}
    assert len(keys) == 100
    assert all(len(bytes.fromhex(key)) == 32 for key in keys)


def test_a_commitment_binds_table_deal_key_and_what_was_given():
    moves = [(CHANCE, "K"), (0, "bet")]
    every = [
        ("t", 1, KEY),
        ("u", 1, KEY),
        ("t", 2, KEY),
        ("t", 1, "1" + KEY[1:]),
        ("t", 1, KEY, ("", ""), moves),
        ("t", 1, KEY, ("", ""), moves[:1]),
        ("t", 1, KEY, ("", ""), [(CHANCE, "Q"), moves[1]]),
        ("t", 1, KEY, ("", ""), [moves[0], (1, "bet")]),
    ]
    assert len({Seal.made(*parts).commitment for parts in every}) == len(every)
    assert Seal.made("t", 1, KEY, ("ab", "")).commitment == Seal.made("t", 1, KEY).commitment
    seal = Seal.made("t", 1, KEY, ("", ""))
    assert seal.keeps_its_promise()
    assert not Seal("t", 1, "1" + KEY[1:], ("", ""), seal.commitment).keeps_its_promise()


def test_a_closed_seal_says_nothing_of_its_key_and_deals_nothing():
    game = load_game("kuhn")
    seal = seal_for(game)
    closed = seal.closed()
    assert KEY not in repr(closed) + str(closed.to_json()) + "".join(closed.lines())
    assert closed.to_json()["key"] is None
    given = Seal.made("t", 1, KEY, ("", ""), [(CHANCE, "K")])
    assert given.given_hash
    assert given.closed().to_json()["given_hash"] == "", "with it the card could be guessed"
    assert not closed.keeps_its_promise()
    with pytest.raises(BadInput, match="closed"):
        SealedShoe(game, game.options(), closed)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"table": "a b"}, "table's id"),
        ({"table": ""}, "table's id"),
        ({"table": "a\nb"}, "table's id"),
        ({"key": "xyz"}, "key of a seal"),
        ({"key": KEY.upper()}, "key of a seal"),
        ({"commitment": "12"}, "commitment of a seal"),
        ({"nonces": ("g",)}, "nonce"),
        ({"nonces": ("0" * 65,)}, "nonce"),
        ({"deal": -1}, "number"),
    ],
)
def test_what_cannot_be_a_seal_is_refused_in_a_sentence(change, sentence):
    parts = {"table": "t", "deal": 1, "key": KEY, "nonces": ("", ""), "commitment": "0" * 64}
    with pytest.raises(BadInput, match=sentence):
        Seal(**{**parts, **change})


def test_a_seal_of_version_1_is_what_it_was():
    """The numbers that the documentation gave for version 1."""
    seal = Seal.made("example", 1, KEY, ("c0ffee",), version=1)
    assert seal.commitment == "02675b90b278273bb4566f7a335b14517250421ebe37f55136c67cc56ce21113"
    assert sealed_shoe._seed(seal).hex() == (
        "ea21fd645e7b69ee28a7562cee52518fefa920041c212ddccdb88a91e9d80f45"
    )
    game = load_game("vangin")
    order = SealedShoe(game, game.options(), seal).order(0)
    assert order[:13] == [28, 42, 32, 6, 11, 50, 51, 45, 40, 25, 46, 19, 41]
    bound = Seal.made("example", 1, KEY, ("c0ffee",), [(CHANCE, "K")], version=1)
    assert bound.commitment == seal.commitment, "it does not bind what was given"
    assert seal.lines()[0] == "seal: 1"


def test_a_nonce_is_taken_in_large_and_small_letters():
    assert sealed_shoe.checked_nonce("C0FFEE") == "c0ffee"
    assert sealed_shoe.checked_nonce("") == ""
    for wrong in ("no hex", "0" * 65, "ab\n"):
        with pytest.raises(BadInput, match="nonce"):
            sealed_shoe.checked_nonce(wrong)


# -- the algorithm --------------------------------------------------------------------------------


def test_the_documentation_gives_the_numbers_that_come_out():
    game = load_game("vangin")
    seal = Seal.made("example", 1, KEY, ("c0ffee",))
    assert documented("commitment") == seal.commitment
    seed = sealed_shoe._seed(seal)
    assert documented("seed") == seed.hex()
    for series, count in (("order 0", 3), ("chance 0", 1)):
        numbers = itertools.islice(sealed_shoe._numbers(seed, series), count)
        for c, number in enumerate(numbers):
            assert documented(f"`{series}`, number {c}") == f"{number:016x}"
    shoe = SealedShoe(game, game.options(), seal)
    printed = " ".join(map(str, shoe.order(0)))
    assert printed in " ".join(DOCS.read_text().split())
    shoe.kinds = np.arange(6)
    assert documented("order of 6 cards, source 0") == " ".join(map(str, shoe._shuffle(0)))


# What docs/fair-shuffles.md says of each game's cards, in the words of a program.
DECKS = {
    "poker": lambda o: [r for r in "A7KQJ"[: o["ranks"]] for _copy in range(o["copies"])],
    "eras": lambda o: [
        v + s for v in "A23456789TJQK"[: o["values"]] for s in "CDHS"[4 - o["suits"] :]
    ],
    "bigpoints": lambda o: [
        *(c for c in "12345"[: o["colours"]] for _disc in range(o["discs"])),
        *"W" * o["white"],
        *"B" * o["black"],
    ],
    "vangin": lambda o: o["suits"] * (
        ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][: o["values"]]
        if o["values"] <= 13
        else [str(n + 1) for n in range(o["values"])]
    ),
    "kuhn": lambda _o: list("JQK"),
    "leduc": lambda o: [
        r + (s if o["suits"] == "yes" else "") for r in "JQK"[: o["ranks"]] for s in "sh"
    ],
    "mus": lambda o: [
        kind
        for kind in ("A234567SCR" if o["kings"] == "4" else "A4567SCR")
        for _copy in range(8 if o["kings"] == "8" and kind in "AR" else 4)
    ],
    "buraco": lambda o: [
        *(
            r + s
            for s in "CDHS"[: o["suits"]]
            for r in "A23456789TJQK"[: o["ranks"]]
            for _copy in range(o["copies"])
        ),
        *["**"] * (4 if o["jokers"] == "yes" else 0),
    ],
    "minimus": lambda o: [
        str(n + 1) for n in range(o["ranks"]) for _copy in range(o["copies"])
    ],
    "minirummy": lambda o: [
        f"{s}{n + 1}"
        for s in "ab"[: o["suits"]]
        for n in range(o["ranks"])
        for _copy in range(o["copies"])
    ],
    "tricks": lambda o: [r + s for s in "CDHS" for r in "9TJQKA"[6 - o["ranks"] :]],
}  # fmt: skip
VARIANTS = {
    "poker": {"ranks": 3, "copies": 4, "hand": 2, "most": 1},
    "eras": {"values": 8, "suits": 3, "hand": 4},
    "bigpoints": {"colours": 3, "discs": 4, "white": 1, "black": 2},
    "vangin": {"suits": 3, "values": 17},
    "leduc": {"suits": "no", "ranks": 2},
    "mus": {"kings": "4"},
    "buraco": {"suits": 3, "ranks": 10, "held": 7, "jokers": "yes"},
    "minimus": {"ranks": 3, "copies": 3},
    "minirummy": {"ranks": 4},
    "tricks": {"ranks": 6},
}


def deck_of(game, options):
    """The cards of a game in the order of their numbers, as its records write them."""
    state = game.new_state(options)
    while not state.is_chance() or calls.draw_source(state.record, 0) == NO_DRAW:
        state.apply(state.recorded_actions()[0])
    return [state.action_text(kind) for kind in kinds_of_cards(game, options)]


@pytest.mark.parametrize("name", sorted(DECKS))
def test_the_documentation_lists_the_cards_in_the_order_of_the_rules(name):
    game = load_game(name)
    for given in ({}, VARIANTS.get(name, {})):
        options = game.options(given)
        assert deck_of(game, options) == DECKS[name](options), dict(options)
    assert f"\n| {name} | " in DOCS.read_text()
    for listed in re.findall(rf"^    {name}: (.*)$", DOCS.read_text(), re.M):
        assert listed.split() == deck_of(game, game.options())


def test_the_documentation_lists_the_cards_of_every_game():
    listed = {name for name, game in games().items() if kinds_of_cards(game, game.options())}
    assert listed == set(DECKS)


@pytest.mark.parametrize("span", [7, 16, 60])
def test_rejection_leaves_every_remainder_equally_many_numbers(span):
    for n in range(1, span + 1):
        counts = np.zeros(n, int)
        for first in range(span):
            if first < span - span % n:
                counts[below(n, iter([first]), span)] += 1
            else:
                assert below(n, iter([first, 0]), span) == 0
        assert len(set(counts)) == 1


def test_every_order_of_four_cards_is_equally_likely():
    """24 orders over 12,000 keys; at this seed of keys the threshold is passed once in 10,000."""
    game = load_game("kuhn")
    counts = dict.fromkeys(itertools.permutations(range(4)), 0)
    for key in range(12_000):
        shoe = SealedShoe(game, game.options(), seal_for(game, f"{key:064x}"))
        shoe.kinds = np.arange(4)
        counts[tuple(shoe.order(0))] += 1
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4


@pytest.mark.parametrize("each", [30, pytest.param(100, marks=pytest.mark.soak)])
def test_every_card_is_equally_likely_at_every_place_of_a_large_shoe(each):
    """52 cards in 52 places, ``each`` as often as expected: 51 * 51 degrees of freedom."""
    game = load_game("vangin")
    counts = np.zeros((52, 52))
    for key in range(52 * each):
        order = SealedShoe(game, game.options(), seal_for(game, f"{key:064x}")).order(0)
        counts[np.arange(52), order] += 1
    assert stats.chi2.sf(((counts - each) ** 2 / each).sum(), 51 * 51) > 1e-4


def test_every_part_of_the_seal_enters_the_order():
    game = load_game("vangin")
    seals = [
        Seal.made("example", 1, KEY, ("c0ffee",)),
        Seal.made("examples", 1, KEY, ("c0ffee",)),
        Seal.made("example", 2, KEY, ("c0ffee",)),
        Seal.made("example", 1, "1" + KEY[1:], ("c0ffee",)),
        Seal.made("example", 1, KEY, ("c0ffef",)),
        Seal.made("example", 1, KEY, ("",)),
    ]
    orders = {tuple(SealedShoe(game, game.options(), seal).order(0)) for seal in seals}
    assert len(orders) == len(seals)
    shoe = SealedShoe(game, game.options(), seals[0])
    assert shoe.order(0) != shoe.order(1)


def test_other_chance_comes_as_often_as_its_probability_says():
    """The first sign window of minimus: caught or not, over 4,000 keys."""
    game = load_game("minimus")
    rng = np.random.default_rng(5)
    shoe = SealedShoe(game, game.options(), seal_for(game))
    state = game.new_state()
    while True:
        if state.is_chance():
            outcomes = state.chance_outcomes()
            drawn_by = calls.draw_source(state.record, 0)
            if drawn_by == NO_DRAW and len(outcomes) > 1:
                break
            state.apply(shoe.draw(state))
        else:
            state.apply(int(rng.choice(state.legal_actions())))
        if state.is_terminal():
            state = game.new_state()
    drawn = [
        SealedShoe(game, game.options(), seal_for(game, f"{key:064x}"))._chance(state)
        for key in range(4_000)
    ]
    found = [drawn.count(action) for action, _p in outcomes]
    assert stats.chisquare(found, [4_000 * p for _a, p in outcomes]).pvalue > 1e-4


# -- nothing dealt twice --------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHANCY)
def test_a_restored_table_draws_what_it_would_have_drawn(name):
    """At every move of chance of some deals a shoe made anew draws as the one that dealt."""
    game = load_game(name)
    for deal in range(6):
        seal = seal_for(game, deal=deal)
        rng = np.random.default_rng(deal)
        shoe = SealedShoe(game, game.options(), seal)
        state = game.new_state()
        while not state.is_terminal():
            if state.is_chance():
                action = shoe.draw(state)
                anew = SealedShoe(game, game.options(), seal)
                assert anew.draw(state) == action
                assert anew.drawn == shoe.drawn
            else:
                action = int(rng.choice(state.legal_actions()))
            state.apply(action)


@pytest.mark.parametrize("name", CHANCY)
def test_no_card_is_dealt_twice_between_shuffles(name):
    game = load_game(name)
    shoe = SealedShoe(game, game.options(), seal_for(game))
    play(game, shoe, np.random.default_rng(2))
    for _source, drawn in itertools.groupby(shoe.drawn, key=lambda pair: pair[0]):
        cards = [card for _s, card in drawn]
        assert len(cards) == len(set(cards))


@pytest.mark.parametrize("name", CHANCY)
def test_a_draw_that_was_not_kept_is_drawn_again(name):
    """A journal may refuse a move: then the same chance is asked for once more."""
    game = load_game(name)
    shoe = SealedShoe(game, game.options(), seal_for(game))
    state = game.new_state()
    first = shoe.draw(state)
    following = state.child(first)
    second = shoe.draw(following) if following.is_chance() else None
    assert shoe.draw(state) == first
    if second is not None:
        assert shoe.draw(following) == second


def test_after_moves_were_taken_back_the_same_cards_come():
    game = load_game("minirummy")
    shoe = SealedShoe(game, game.options(), seal_for(game))
    whole = play(game, shoe, np.random.default_rng(3))
    for n, move in enumerate(whole.moves):
        if move.actor == CHANCE:
            state = game.new_state()
            for _actor, action in whole.moves[:n]:
                state.apply(action)
            assert shoe.draw(state) == move.action


def test_moves_dealt_by_another_shoe_are_taken_as_they_are():
    """A table opened from a record: what was dealt is out of the deck, the rest is sealed."""
    game = load_game("minirummy")
    first = SealedShoe(game, game.options(), seal_for(game))
    state = play(game, first, np.random.default_rng(4), 4)
    shoe = SealedShoe(game, game.options(), seal_for(game, "12" * 32))
    given = [int(first.kinds[card]) for _source, card in first.drawn]
    rest = shoe.order(0)
    for kind in given:
        rest.remove(next(c for c in rest if shoe.kinds[c] == kind))
    drawn = shoe.draw(state)
    assert [int(shoe.kinds[card]) for _source, card in shoe.drawn] == [*given, drawn]
    in_order = [c for c in shoe.order(shoe.drawn[-1][0]) if c in rest]
    assert shoe.drawn[-1][1] == in_order[0]


def test_reshuffled_cards_come_in_the_order_of_the_next_source():
    """Of six cards four are dealt and two in the stock; the third exchange is from discards."""
    game = load_game("minimus")
    options = game.options({"ranks": 3, "copies": 2})
    reshuffled = 0
    for key in range(20):
        seal = Seal.made("example", 1, f"{key:064x}", ("",) * 4)
        shoe = SealedShoe(game, options, seal)
        state = game.new_state(options)
        while not state.is_terminal():
            legal = state.legal_actions()
            texts = [state.action_text(a) for a in legal]
            throw = next((a for a, text in zip(legal, texts, strict=True) if text[0] == "x"), None)
            action = throw if throw is not None else (legal or [None])[0]
            action = shoe.draw(state) if state.is_chance() else action
            assert not state.is_chance() or SealedShoe(game, options, seal).draw(state) == action
            state.apply(action)
        again = [card for source, card in shoe.drawn if source == 1]
        reshuffled += bool(again)
        places = [shoe.order(1).index(card) for card in again]
        assert places == sorted(places)
    assert reshuffled


# -- the algorithm once more, with the standard library alone --------------------------------------


def number(seed, label):
    """Number 0 of a series, as the documentation says."""
    digest = hmac.digest(seed, f"{label} 0".encode(), "sha256")
    return int.from_bytes(digest[:8], "big")


def test_nonces_enter_in_the_order_of_the_seats():
    """These two are not in ascending order."""
    game = load_game("kuhn")
    seal = Seal.made("example", 1, KEY, ("ff", "01"))
    text = f"ludoteca shuffle {seal.version}\nexample\n1\nff\n01"
    seed = hmac.digest(bytes.fromhex(KEY), text.encode(), "sha256")
    order = [0, 1, 2]  # no number below 3 is drawn by rejection but once in 2**63
    digests = (hmac.digest(seed, f"order 0 {c}".encode(), "sha256") for c in itertools.count())
    for last, digest in zip((2, 1), digests, strict=False):
        place = int.from_bytes(digest[:8], "big") % (last + 1)
        order[last], order[place] = order[place], order[last]
    shoe = SealedShoe(game, game.options(), seal)
    state = game.new_state()
    for kind in order[:2]:
        assert shoe.draw(state) == kind
        state.apply(kind)


def test_other_chance_is_numbered_by_the_moves_of_chance_before_it():
    """After four cards and a sign, five moves, comes number 4: caught or not, half and half."""
    game = load_game("minimus")
    options = game.options({"catch_percent": 50})
    found = []
    for deal in range(1, 40):
        seal = Seal.made("example", deal, KEY, ("",) * 4)
        shoe = SealedShoe(game, options, seal)
        state = game.new_state(options)
        while state.is_chance():
            state.apply(shoe.draw(state))
        if "sign" not in [state.action_text(a) for a in state.legal_actions()]:
            continue
        state.apply(state.parse("sign"))
        missed = number(sealed_shoe._seed(seal), "chance 4") < 2**63
        assert state.action_text(shoe.draw(state)) == ("missed" if missed else "caught")
        found.append(missed)
    assert len(set(found)) == 2
