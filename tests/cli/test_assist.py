"""``ludoteca assist``: a game followed by lines that are typed, kept however it ends."""

import io
import re

import pytest

from ludoteca.core.record import GameRecord


@pytest.fixture
def assist(command, monkeypatch, tmp_path):
    """``assist("poker", "KQJ77", "best")``: what is said, with these lines typed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def run(game, *lines, flags=()):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code, out, err = command("assist", game, "--seed", "1", *flags)
        assert code == 0, err
        return out

    return run


def test_the_best_move_and_the_worth_of_the_others_come_with_the_own_turn(assist):
    out = assist("poker", "KQJ77")
    assert "Advice: KQJ" in out
    assert "exchange K Q J: 2.696 (exact)" in out


def test_several_events_are_entered_in_one_line_with_the_seats_they_are_about(assist):
    line = "KQJ77; you: 345; AJJ; other: exchanges 2; stay; they stay; QQKAA"
    out = assist("poker", line)
    assert "Other: second; exchanged 2 cards; A A K Q Q, two pairs" in out
    assert "the deal is over" in out


def test_a_card_that_cannot_be_is_refused_with_what_is_known_of_it(assist):
    out = assist("eras", "AS 2S 3S", "4S 5S 3S")
    assert "3S cannot come: it is in your hand" in out


def test_a_line_that_fails_changes_nothing(assist):
    out = assist("poker", "KQJ77", "345; AJJ; other: 2; QQQ", "stop")
    assert "You: keep all cards" in out


def test_an_empty_line_asks_for_an_event_and_many_are_listed_short(assist):
    out = assist("nim", "", "b1", "help", flags=("--heaps", "1", "--largest", "8"))
    assert "Type one of: a1 … a8\n" in out
    assert "b1 is not what can come here; possible are: a1 … a8\n" in out
    assert re.search(r"^  a1 .*\n  …\n  a8 ", out, re.MULTILINE)


def test_a_slip_is_undone(assist):
    out = assist("poker", "KQJ77", "stop", "undo", "345; AJJ", "table")
    assert "You: first; exchanged K Q J" in out


def test_it_is_said_whose_turn_it_is(assist):
    out = assist("poker", "KQJ77", "other: 2")
    assert "the next to move is You, not Other" in out


def test_own_cards_cannot_be_left_open(assist):
    assert "you alone know" in assist("poker", "KQJ7 ?")


def test_the_end_of_input_keeps_what_was_entered_and_says_how_to_go_on(assist, tmp_path):
    out = assist("poker", "KQJ77; 345")
    assert "continue with: ludoteca assist poker --from " in out
    kept = tmp_path / "ludoteca" / "followed" / "poker.txt"
    record = GameRecord.parse(kept.read_text())
    assert record.seen_by == 0
    again = assist("poker", "AJJ", "table", flags=("--from", str(kept)))
    assert "A, J, J" in again
    assert "exchanged K Q J" in again


def test_advice_reads_what_the_assistant_kept(assist, command, tmp_path):
    assist("poker", "KQJ77")
    kept = tmp_path / "ludoteca" / "followed" / "poker.txt"
    code, out, err = command("advise", "poker", str(kept), "--seed", "1")
    assert code == 0, err
    assert "Advice: KQJ" in out


def test_the_next_deal_begins_with_the_score_of_the_last(assist):
    out = assist("poker", "KQJ77; stop; other: keep; stay; they fold", "next", "keep; KQ", "table")
    assert "Round 2 of 5. You: 3, Other: 0" in out


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("--seat", "3"), "--seat is a whole number from 1 to 2, not 3"),
        (("--position", "my hand"), "my hand is not what can come here"),
        (("--position", "a=" + "1111=" * 40 + "!"), "is not what can come here"),
        (("--position", "seat=3; KQJ77"), "seat is a whole number from 1 to 2, not 3"),
        (("--position", "score=-1,0; KQJ77"), "score is a whole number from 0 to 19602, not -1"),
        (("--standing", "score=x"), "the standing has a part that does not fit: score=x"),
        (("--by", "nobody"), "nobody"),
    ],
)
def test_what_cannot_begin_is_refused_in_one_sentence(command, flags, sentence):
    code, _out, err = command("assist", "poker", "--seed", "1", *flags)
    assert code == 2
    assert sentence in err
    assert err.count("\n") <= 1


@pytest.mark.parametrize("line", ["x", "east", "other:", "; ;", "KQJ77 KQ", "é", "next", "undo"])
def test_a_line_that_means_nothing_gets_one_sentence(assist, line):
    out = assist("poker", line)
    assert out.count("\n") == 4
    assert "stopped" in out
