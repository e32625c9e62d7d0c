"""The words over the seats of mus: the last one of each, said in several ways, telling no card."""

from drawn import read
from frozen import scene_of

from deals import positions
from ludoteca.core.ids import SPECTATOR
from ludoteca.games.mus import face
from ludoteca.games.mus.ids import BETTING, DECLARING, DISCARDING, SEATS, TALKING
from ludoteca.games.mus.notation import log_line

from .dealing import dealt, later, word


def test_bubbles_say_the_last_word_of_each_seat():
    cards = "RRCA 7654 RRAA S775"
    assert word(dealt(cards, "mus"), 0) == "Mus"
    cut = dealt(cards, "mus", "no-hay-mus")
    assert word(cut, 1) == "No hay mus"
    passed = dealt(cards, "no-hay-mus", "paso")
    assert (word(passed, 0), word(passed, 1)) == ("Paso", "")
    bet = dealt(cards, "no-hay-mus", "envido2", "reenvido3")
    assert (word(bet, 0), word(bet, 1)) == ("", "Tres más")
    assert word(dealt(cards, "no-hay-mus", "envido2"), 0) == "Envido"
    assert word(dealt(cards, "no-hay-mus", "envido5"), 0) == "Envido cinco"
    assert word(dealt(cards, "no-hay-mus", "envido2", "quiero"), 1) == "¡Quiero!"
    refused = dealt(cards, "no-hay-mus", "envido2", "paso", "no-quiero")
    assert word(refused, 3) == "No quiero"
    assert word(dealt(cards, "no-hay-mus", "órdago"), 0) == "¡Órdago!"


def test_what_is_said_is_the_same_for_all_at_the_table_and_whatever_cards_they_hold():
    held = ("RRCA 7654 RRAA S775", "SS54 RC77 4456 RCA4", "RRR4 7765 CCAA S754")
    for n in range(12):
        at = later(score=(n, 2 * n))
        for moves in (
            ("mus", "mus"),
            ("mus", "no-hay-mus"),
            ("no-hay-mus", "paso", "paso"),
            ("no-hay-mus", "envido5", "paso"),
            ("no-hay-mus", "envido2", "reenvido3", "órdago"),
            ("no-hay-mus", "envido2", "quiero"),
            ("no-hay-mus", "envido6", "paso", "no-quiero"),
            ("no-hay-mus", *["paso"] * 4),
        ):
            states = [dealt(cards, *moves, standing=at) for cards in held]
            heard = {
                tuple(word(state, seat, viewer, ()) for seat in range(SEATS))
                for state in states
                for viewer in (*range(SEATS), SPECTATOR)
            }
            assert len(heard) == 1, (moves, heard)


def test_the_log_has_the_words_of_the_bubbles():
    compared = set()
    for seed in range(12):
        *_earlier, end = positions("mus", {"signs": "none"}, seed)
        state = end.game.new_state(end.options)
        for _actor, token in end.moves:
            before = state.record[0].copy()
            state.apply_unchecked(token)
            if before.phase not in (TALKING, DECLARING, BETTING):
                continue
            actor, line = log_line([(before, token)], state.record[0], SPECTATOR)
            said = word(state, actor, SPECTATOR, ())
            if said and said != "A la falta" and state.record[0].phase != DISCARDING:
                assert f"“{said}”" in line, (seed, said, line)
                compared.add(said)
    assert len(compared) > 20


def test_words_of_bets_are_said_in_several_ways_and_never_hide_what_was_bet():
    cards, ways = "RRCA 7654 RRAA S775", {}
    kinds = {
        "mus": ("mus",),
        "cut": ("mus", "no-hay-mus"),
        "paso": ("no-hay-mus", "paso"),
        "two": ("no-hay-mus", "envido2"),
        "five": ("no-hay-mus", "envido5"),
        "more": ("no-hay-mus", "envido2", "reenvido3"),
        "órdago": ("no-hay-mus", "órdago"),
        "quiero": ("no-hay-mus", "envido2", "quiero"),
        "no quiero": ("no-hay-mus", "envido6", "paso", "no-quiero"),
        "has": ("no-hay-mus", *["paso"] * 8),
    }
    for n in range(60):
        for kind, moves in kinds.items():
            state = dealt(cards, *moves, standing=later(score=(n % 30, n % 7)))
            seat = {"has": 0}.get(kind, state.moves[last_by_a_seat(state)].actor)
            ways.setdefault(kind, set()).add(word(state, seat, 0, ()))
    assert all(len(said) > 2 for said in ways.values()), ways
    assert all("mus" in said.casefold() for said in ways["mus"])
    assert "A la mano con un pimiento" in ways["cut"], "the mano is a rival"
    assert all("cinco" in said.casefold() for said in ways["five"])
    assert all("tres" in said.casefold() for said in ways["more"])
    assert all("dos" in said.casefold() or said.startswith("Envido") for said in ways["two"])
    assert all("pas" in said.casefold() for said in ways["paso"])
    assert all("pares" in said.casefold() for said in ways["has"])
    assert not ways["quiero"] & ways["no quiero"]


def last_by_a_seat(state):
    return max(n for n, move in enumerate(state.moves) if move.actor >= 0)


def test_the_mano_cuts_without_a_word_against_the_mano():
    for n in range(60):
        state = dealt("RRCA 7654 RRAA S775", "no-hay-mus", standing=later(score=(n, 0)))
        assert "mano" not in word(state, 0, 0, ())


def test_a_bet_stays_until_it_is_answered_and_an_ordago_is_large():
    cards = "RRCA 7654 RRAA S775"

    def looks(state, seat):
        (bubble,) = read(face.before(scene_of(state, 0), seat)).all("bubble")
        return set(bubble.attributes["class"].split()) - {"bubble", "long"}

    bet = dealt(cards, "no-hay-mus", "envido2", "paso")
    assert (looks(bet, 0), looks(bet, 1)) == (set(), {"passing"})
    assert looks(dealt(cards, "no-hay-mus", "órdago"), 0) == {"loud"}


def test_the_same_word_in_another_lance_is_another_bubble():
    def key(*moves):
        state = dealt("RRCA 7654 RRAA S775", "no-hay-mus", *moves)
        (bubble,) = read(face.before(scene_of(state, 0), 0)).all("bubble")
        return bubble.attributes["data-key"]

    assert key("paso") != key(*["paso"] * 5)
