"""``verify``: an honest record agrees; whatever is changed is found, in one sentence."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.ids import CHANCE
from ludoteca.core.record import GameRecord, move_texts
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.sealed_shoe import Seal, SealedShoe, shuffle_of
from ludoteca.core.shuffles.shoe import kinds_of_cards
from ludoteca.core.shuffles.verify import SealBroken, verify

EXAMPLE = Path(__file__).parents[2] / "examples" / "verify_shuffle.py"
KEY = "00112233445566778899aabbccddeeff" * 2
ALL = ["kuhn", "leduc", "minimus", "minirummy", "nim", "vangin", "bigpoints"]


def played(name, key=KEY, moves=None, version=2, table="example"):
    """A deal of random players from a sealed shoe, and its seal."""
    game = load_game(name)
    seats = game.num_players(game.options())
    nonces = tuple(f"c0ffee{n}" for n in range(seats))
    seal = Seal.made(table, 1, key, nonces, version=version)
    shoe = SealedShoe(game, game.options(), seal)
    state, rng = game.new_state(), np.random.default_rng(int(key, 16) % 1000)
    while not state.is_terminal() and (moves is None or len(state.moves) < moves):
        legal = state.legal_actions()
        state.apply(shoe.draw(state) if state.is_chance() else int(rng.choice(legal)))
    return state, seal


def text_of(name, **how):
    state, seal = played(name, **how)
    return GameRecord.from_state(state, ["Ana", "basic"], seal).to_text()


# -- the seal in the record -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_a_sealed_record_reads_back(name):
    text = text_of(name)
    record = GameRecord.parse(text)
    assert record.seal == played(name)[1]
    assert record.to_text() == text


@pytest.mark.parametrize("name", ALL)
def test_the_record_of_a_running_deal_never_has_the_key(name):
    """At no moment of a deal, for no viewer, and not even where it is handed in."""
    whole, seal = played(name)
    for n in range(len(whole.moves)):
        state, _seal = played(name, moves=n)
        seats = range(-1, state.num_players)
        records = [GameRecord.from_state(state, (), seal)]
        records += [GameRecord.seen_from(state, viewer, (), seal) for viewer in seats]
        for record in records:
            assert KEY not in record.to_text() + repr(record)
            assert seal.commitment in record.to_text()
    leaked = GameRecord.from_state(played(name, moves=0)[0], (), seal).to_text()
    assert GameRecord.parse(leaked.replace("nonce:", f"key: {KEY}\nnonce:", 1)).seal.key == ""
    assert KEY in GameRecord.from_state(whole, (), seal).to_text()


def test_a_record_without_a_seal_is_as_before():
    state, _seal = played("leduc")
    record = GameRecord.from_state(state)
    assert record.seal is None
    assert GameRecord.parse(record.to_text()).seal is None


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("seal: 2\n", "", "no line 'seal'"),
        ("deal: 1\n", "", "no line 'deal'"),
        ("seal: 2", "seal: 3", "of version 3; this program knows 1 and 2"),
        ("deal: 1", "deal: one", "number that cannot be read"),
        ("deal: 1", "deal: -1", "number that cannot be read"),
        ("table: example", "table: an example", "table's id"),
        ("nonce: c0ffee0", "nonce: hello", "nonce"),
        (f"key: {KEY}", "key: 12", "the key of a seal"),
    ],
)
def test_a_seal_that_cannot_be_read_is_refused_in_a_sentence(old, new, sentence):
    text = text_of("kuhn")
    assert old in text
    with pytest.raises(BadInput, match=sentence):
        GameRecord.parse(text.replace(old, new, 1))


# -- what agrees, and what does not ---------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_an_honest_record_agrees(name):
    for deal in range(3):
        record = GameRecord.parse(text_of(name, key=f"{deal:064x}"))
        verified = verify(record)
        assert verified.chance_moves == sum(actor == CHANCE for actor, _text in record.moves)
        for source in verified.orders.values():
            assert len(source) == len(kinds_of_cards(record.game, record.options))


@pytest.mark.parametrize(
    "name",
    # 52 cards at each of 52 places are many.
    [pytest.param(n, marks=pytest.mark.soak if n == "vangin" else ()) for n in ALL if n != "nim"],
)
def test_every_other_card_at_every_place_is_found(name):
    """Each move of chance is replaced by every other outcome that was possible there."""
    state, seal = played(name)
    record = GameRecord.from_state(state, (), seal)
    changed = 0
    for n, before in enumerate(record.positions()):
        if not before.is_chance():
            continue
        texts = [before.action_text(a) for a, _p in before.chance_outcomes()]
        for text in set(texts) - {record.moves[n][1]}:
            moves = (*record.moves[:n], (CHANCE, text), *record.moves[n + 1 :])
            with pytest.raises(SealBroken, match=f"move {n + 1}: the sealed shoe gives"):
                verify(replace(record, moves=moves))
            changed += 1
    assert changed


@pytest.mark.parametrize("part", ["key", "commitment", "nonce"])
@pytest.mark.parametrize("name", ["minirummy", "vangin", "bigpoints"])
def test_every_changed_digit_of_key_commitment_and_nonce_is_found(name, part):
    state, seal = played(name)
    record = GameRecord.from_state(state, (), seal)
    value = seal.nonces[0] if part == "nonce" else getattr(seal, part)
    for place in range(len(value)):
        other = value[:place] + ("0" if value[place] != "0" else "1") + value[place + 1 :]
        if part == "nonce":
            broken = replace(seal, nonces=(other, *seal.nonces[1:]))
        else:
            broken = replace(seal, **{part: other})
        with pytest.raises(SealBroken):
            verify(replace(record, seal=broken))


def test_another_key_with_its_own_commitment_does_not_give_the_cards():
    state, seal = played("vangin")
    other = Seal.made(seal.table, seal.deal, "12" * 32, seal.nonces)
    with pytest.raises(SealBroken, match="move 1: the sealed shoe gives"):
        verify(GameRecord.from_state(state, (), other))


@pytest.mark.parametrize("change", ["missing", "added", "other result", "cut off"])
def test_a_record_that_was_cut_or_added_to_is_found(change):
    state, seal = played("minirummy")
    record = GameRecord.from_state(state, (), seal)
    changed = {
        "missing": replace(record, seal=replace(seal, nonces=seal.nonces[:1])),
        "added": replace(record, moves=(*record.moves, record.moves[-1])),
        "other result": replace(record, result=tuple(x + 1 for x in record.result)),
        "cut off": replace(record, moves=record.moves[:-1]),
    }[change]
    with pytest.raises(SealBroken):
        verify(changed)


def continued(name, moves, version=2, key=KEY):
    """The record of a deal whose first moves came from one shoe, the rest from another."""
    state, _seal = played(name, key, moves)
    given = list(move_texts(state, None))
    seal = Seal.made("example", 2, "12" * 32, ("", ""), given, version)
    shoe = SealedShoe(state.game, state.options, seal)
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply(shoe.draw(state) if state.is_chance() else legal[0])
    return GameRecord.parse(GameRecord.from_state(state, (), seal).to_text())


@pytest.mark.parametrize("version", [1, 2])
def test_what_follows_moves_that_were_taken_over_is_checked(version):
    record = continued("minirummy", 10, version)
    dealt = sum(actor == CHANCE for actor, _text in record.moves[10:])
    assert verify(record).chance_moves == dealt > 0
    with pytest.raises(SealBroken):
        verify(replace(record, seal=replace(record.seal, given=0)))


def with_other_cards(record):
    """The record with two different cards of one hand exchanged: it plays on as before."""
    moves = list(record.moves)
    other = next(n for n in range(2, 8, 2) if moves[n] != moves[0])
    assert moves[0][0] == moves[other][0] == CHANCE
    moves[0], moves[other] = moves[other], moves[0]
    return replace(record, moves=tuple(moves))


@pytest.mark.parametrize("given", [10, 99_999])
def test_cards_that_were_forged_are_not_excused_by_a_line_that_they_were_given(given):
    """A seal of version 2 binds how many moves were given, and which."""
    state, seal = played("minirummy")
    forged = with_other_cards(GameRecord.from_state(state, (), seal))
    with pytest.raises(SealBroken):
        verify(replace(forged, seal=replace(seal, given=given)))
    with pytest.raises(SealBroken, match="does not open the commitment"):
        verify(with_other_cards(continued("minirummy", 10)))


def test_the_command_warns_of_moves_that_were_given(command, tmp_path):
    path = tmp_path / "evening.txt"
    path.write_text(continued("minirummy", 10).to_text())
    code, out, err = command("verify", str(path))
    assert code == 3
    assert "opens the commitment" in out
    assert "The first 10 moves, with their cards, were supplied" in err
    path.write_text(continued("minirummy", 10, version=1).to_text())
    code, _out, err = command("verify", str(path))
    assert code == 3
    assert "The first 10 moves were not checked: a seal of version 1" in err


def test_a_showdown_that_draws_nothing_is_no_card_from_the_shoe():
    """All is given but the showdown of poker, which is chance and no card."""
    keys = (f"{n:064x}" for n in range(100))
    key, moves = next(
        (k, m) for k in keys if (m := played("poker", k)[0].moves)[-1].actor == CHANCE
    )
    verified = verify(continued("poker", len(moves) - 1, key=key))
    assert (verified.chance_moves, verified.cards, verified.orders) == (1, 0, {})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("no seal", "has no seal"),
        ("unfinished", "not finished"),
        ("no key", "has no key"),
        ("version", "rules version 99"),
        ("seen", "what one seat saw"),
    ],
)
def test_what_cannot_be_checked_is_said(change, sentence):
    state, seal = played("leduc")
    record = GameRecord.from_state(state, (), seal)
    changed = {
        "no seal": replace(record, seal=None),
        "unfinished": replace(record, result=None, moves=record.moves[:-1]),
        "no key": replace(record, seal=seal.closed()),
        "version": replace(record, rules_version=99),
        "seen": GameRecord.seen_from(state, 0, (), seal),
    }[change]
    with pytest.raises(BadInput, match=sentence):
        verify(changed)


def test_a_deal_of_the_day_that_nobody_played_out_is_checked_once_its_key_is_open():
    state, seal = played("minirummy", moves=10, table=shuffle_of("2026-11-28-minirummy"))
    text = GameRecord.from_state(state, (), seal).to_text()
    assert KEY in text
    assert verify(GameRecord.parse(text)).chance_moves > 0
    assert KEY not in GameRecord.from_state(state, (), seal.closed()).to_text()


@pytest.mark.parametrize(
    ("table", "error"), [("example", BadInput), (shuffle_of("2026-11-28-minirummy"), SealBroken)]
)
def test_a_record_whose_result_alone_was_removed_is_refused(table, error):
    state, seal = played("minirummy", table=table)
    record = GameRecord.from_state(state, (), seal)
    verify(record)
    with pytest.raises(error):
        verify(replace(record, result=None))


# -- the command, and the second way --------------------------------------------------------------


def test_the_command_says_what_it_checked_and_prints_the_shoe(command, tmp_path):
    path = tmp_path / "evening.txt"
    path.write_text(text_of("vangin"))
    code, out, err = command("verify", str(path))
    assert (code, err) == (0, "")
    assert "opens the commitment" in out
    assert "52 random steps were redrawn, 52 of them from the shoe: all match." in out
    assert "1 seat added random digits" in out
    cards = GameRecord.parse(path.read_text()).moves
    dealt = [text for actor, text in cards if actor == CHANCE]
    assert out.split("from the top:")[1].split() == dealt


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("c0ffee0", "c0ffee1", 1),
        (KEY, "1" + KEY[1:], 1),
        ("commitment: ", "commitment: f", 2),
        ("result: ", "results: ", 2),
        ("seal: 2", "seal: 3", 2),
        ("seal: 2", "seal: 1", 1),
        ("game: vangin 1", "game: vangin 9", 2),
    ],
)
def test_the_command_fails_with_one_sentence(command, tmp_path, old, new, code):
    path = tmp_path / "evening.txt"
    path.write_text(text_of("vangin").replace(old, new, 1))
    found, out, err = command("verify", str(path))
    assert (found, out) == (code, "")
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_a_file_that_is_not_there_or_no_record_is_said(command, tmp_path):
    path = tmp_path / "picture.png"
    assert command("verify", str(path))[0] == 2
    path.write_bytes(b"\x89PNG\xff\xfe")
    code, _out, err = command("verify", str(path))
    assert code == 2
    assert "is not a record" in err


def check_alone(path):
    """The example, in an interpreter that finds nothing but the standard library."""
    command = [sys.executable, "-S", "-I", str(EXAMPLE), str(path)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_forty_lines_that_share_no_code_agree(tmp_path):
    """The second way: the example against the sealed shoe, for honest and for changed records."""
    path = tmp_path / "evening.txt"
    for deal in range(3):
        text = text_of("vangin", key=f"{deal + 7:064x}", version=1 if deal == 1 else 2)
        path.write_text(text)
        honest = check_alone(path)
        assert honest.returncode == 0, honest.stderr
        orders = verify(GameRecord.parse(text)).orders
        assert honest.stdout.split("the shoe: ")[1].split() == orders[0]
    changes = [("c0ffee0", "c0ffee1"), ("deal: 1", "deal: 2"), ("\n* ", "\n* A K ")]
    for old, new in (*changes, ("seal: 2", "seal: 1"), ("key:", "given: 52\nkey:")):
        path.write_text(text.replace(old, new, 1))
        changed = check_alone(path)
        assert changed.returncode == 1
        assert changed.stdout == ""


def test_the_example_is_short_and_stands_alone():
    text = EXAMPLE.read_text()
    assert len(text.splitlines()) <= 40
    assert "import ludoteca" not in text
    assert "from ludoteca" not in text
