"""The assistant on the page: a real game followed by forms, whole in the address."""

import re
import shlex
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from visitors import words

from ludoteca.core.errors import BadInput
from ludoteca.core.registry import games
from ludoteca.web.pages.assist import MOST_BYTES, packed, unpacked


def begun(visitor, game="poker", **fields):
    """The address of a game that is followed from its start."""
    return visitor.form(f"/assist/{game}", seat="1", **fields).headers["location"]


def entered(visitor, address, line, act="enter", status=303):
    """The answer to a line that is entered."""
    path, _query, deal = address.partition("?deal=")
    return visitor.form(path, status, deal=deal, line=line, act=act)


def test_every_game_can_be_followed(visitor):
    for game in games():
        assert f'action="/assist/{game}"' in visitor.page(f"/assist/{game}")
    assert 'name="line"' in visitor.page(begun(visitor, "kuhn"))


def test_a_game_begins_in_a_position_that_is_typed(visitor):
    begin = {"position": "seat=2 score=4,0; QQQ7J; keep"}
    address = visitor.form("/assist/poker", **begin).headers["location"]
    record = unpacked(address.partition("deal=")[2])
    assert "seen-by: 1" in record
    assert "score=4,0" in record


def test_the_commands_of_the_documentation_follow_a_game_of_mus(visitor):
    text = Path(__file__).parents[3].joinpath("docs", "assist.md").read_text(encoding="utf-8")
    deal = ""
    commands = [shlex.split(ln) for ln in text.splitlines() if ln.startswith("    curl ")]
    for command in commands:
        path = urlsplit(command[2]).path
        data = [after for word, after in pairwise(command) if word.startswith(("-d", "--data"))]
        fields = dict(pair.split("=", 1) for pair in data)
        if "deal" in fields:
            fields["deal"] = deal
        location = visitor.form(path, **fields).headers["location"]
        deal = location.partition("?deal=")[2]
        assert location == f"{path}?deal={deal}"
    assert len(commands) == 2
    record = unpacked(deal)
    assert "signs=none" in record
    assert record.splitlines()[-1].endswith(" mus")


def test_own_cards_are_drawn_as_cards(visitor):
    begin = {"position": "hand 3H KC 2C; counts 11 11 11"}
    html = visitor.page(begun(visitor, "buraco", **begin))
    hand = html.partition('class="assist-cards"')[2].partition("<pre>")[0]
    assert re.findall(r"#([2-9TJQKA][CDHS])", hand) == ["3H", "2C", "KC"]


def test_lines_are_entered_and_the_address_holds_all_of_it(visitor):
    address = entered(visitor, begun(visitor), "KQJ77").headers["location"]
    html = visitor.page(address)
    assert "7 7 K Q J a pair" in re.sub(r"\s+", " ", words(html))
    assert "Cards that you have not seen" in html
    record = unpacked(address.partition("deal=")[2])
    assert "seen-by: 0" in record
    assert visitor.page(address) == html


def test_a_line_that_cannot_be_is_refused_and_kept_to_be_mended(visitor):
    address = begun(visitor)
    answer = entered(visitor, address, "KX", status=422)
    assert "KX is not what can come here" in answer.text
    assert 'value="KX"' in answer.text


def test_a_line_is_taken_back(visitor):
    first = entered(visitor, begun(visitor), "KQJ77").headers["location"]
    second = entered(visitor, first, "keep").headers["location"]
    assert entered(visitor, second, "", act="undo").headers["location"] == first


def test_a_game_that_was_kept_goes_on(visitor):
    address = entered(visitor, begun(visitor), "KQJ77").headers["location"]
    record = unpacked(address.partition("deal=")[2])
    assert visitor.form("/assist/poker", record=record).headers["location"] == address


def test_an_address_that_holds_no_game_is_refused_in_a_sentence(visitor):
    for deal in ("x", "AAAA", "%00", packed("game: poker 1\n"), packed("é" * 9)):
        assert visitor.get(f"/assist/poker?deal={deal}").status_code == 422


def test_an_address_cannot_unpack_to_more_than_a_record():
    with pytest.raises(BadInput, match="no game that can be followed"):
        unpacked(packed("x" * (MOST_BYTES + 1)))


def test_the_game_in_the_address_is_that_of_the_page(visitor):
    deal = begun(visitor).partition("deal=")[2]
    assert visitor.get(f"/assist/eras?deal={deal}").status_code == 404


def test_a_beginning_that_is_wrong_is_marked(visitor):
    for fields, sentence in (
        ({"seat": "9"}, "a whole number from 1 to 2"),
        ({"seat": "x"}, "a whole number from 1 to 2"),
        ({"record": "no record"}, "line 1 of the record is no head line"),
        ({"option-rounds": "x"}, "rounds"),
    ):
        answer = visitor.form("/assist/poker", 422, **{"seat": "1", **fields})
        assert sentence in words(answer.text)


def told_beside(visitor, address):
    """The words that come beside the page of a game."""
    deal = address.partition("deal=")[2]
    assert f'data-live="/live/assist/{deal}"' in visitor.page(address)
    hello = {"type": "hello", "form": "html", "lang": "en"}
    with visitor.websocket_connect(f"/live/assist/{deal}", headers={"host": "127.0.0.1"}) as line:
        line.send_json(hello)
        return words(line.receive_json()["html"])


def test_odds_and_the_best_move_come_beside_the_page(visitor):
    address = entered(visitor, begun(visitor), "KQJ77").headers["location"]
    assert told_beside(visitor, address).startswith("Best: exchange 7")


def test_advice_that_fails_unforeseen_does_not_keep_the_page_waiting(visitor, monkeypatch):
    async def broken(*_asked):
        raise ZeroDivisionError

    monkeypatch.setattr(visitor.pool, "advise", broken)
    address = entered(visitor, begun(visitor), "KQJ77").headers["location"]
    assert told_beside(visitor, address) == "An internal error stopped it."
