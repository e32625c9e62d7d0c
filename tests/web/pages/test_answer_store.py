"""Answers on disk: whole or not there, the oldest make room, a full disk is said."""

import os

import pytest

from ludoteca.core.errors import LudotecaError
from ludoteca.web.pages.study.answer_store import AnswerStore, Head


def head_of(letter):
    return Head(letter * 24, "vangin", "odds", "win", {}, "en")


def test_a_disk_without_room_is_said_in_one_sentence_and_the_older_answer_stays(tmp_path, no_room):
    shelf, head = AnswerStore(tmp_path), head_of("a")
    shelf.put(head, {"fields": ["old"]})
    with no_room(100), pytest.raises(LudotecaError, match="cannot be kept: File too large"):
        shelf.put(head, {"fields": ["new"] * 1000})
    assert shelf.get(head.key).document == {"fields": ["old"]}
    assert sorted(p.suffix for p in tmp_path.iterdir()) == [".head", ".json"]


def test_the_oldest_answers_make_room_and_never_the_newest(tmp_path):
    shelf = AnswerStore(tmp_path, most_bytes=250)
    for n, letter in enumerate("abc"):
        shelf.put(head_of(letter), {"fields": ["x" * 100]})
        os.utime(tmp_path / f"{letter * 24}.json", (n, n))
    assert [shelf.has(letter * 24) for letter in "abc"] == [False, True, True]
    AnswerStore(tmp_path, most_bytes=1).put(head_of("d"), {"fields": []})
    assert [shelf.has(letter * 24) for letter in "abcd"] == [False, False, False, True]
