"""What `make frozen` records and how it compares, on small recordings."""

import json

import compare
from commands import every_command, left_out, missing, recorded


def simulated(n, low, high):
    mean = (low + high) / 2
    return {"simulated": mean, "n": n, "interval95": [low, high], "condition": "any deck"}


def document(exact="1/3", **number):
    return json.dumps({"win": {"exact": exact}, "rows": [{"p": simulated(**number)}]})


USUAL = document(n=100, low=0.25, high=0.75)


def test_every_command_and_question_is_recorded_or_left_out_by_name():
    assert missing() == []


def test_what_is_left_out_is_there_and_not_recorded_and_has_a_reason():
    lines = recorded()
    assert set(left_out()) <= set(every_command())
    assert all(left_out().values())
    assert len(set(lines)) == len(lines)
    assert not [name for name in left_out() for line in lines if f"{line} ".startswith(f"{name} ")]


def test_the_hashes_are_of_the_commands_that_are_listed():
    hashes = json.loads((compare.TREE / compare.HASHES).read_text(encoding="utf-8"))
    assert list(hashes) == sorted(hashes)
    kept = {key.removeprefix("command ") for key in hashes if key.startswith("command ")}
    assert kept == set(recorded()), "make frozen-record"


def test_an_exact_number_that_changes_is_found():
    after = document("1/4", n=100, low=0.25, high=0.75)
    assert compare.difference(USUAL, after) == ['-  "exact": "1/3"', '+  "exact": "1/4"']
    assert compare.hash_of(USUAL) != compare.hash_of(after)


def test_a_simulated_number_differs_by_n_or_where_the_intervals_do_not_overlap():
    near = document(n=100, low=0.7, high=0.9)
    assert compare.difference(USUAL, near) == []
    assert compare.hash_of(USUAL) == compare.hash_of(near)
    (apart,) = compare.difference(USUAL, document(n=100, low=0.8, high=0.9))
    assert apart == "simulated: 0.25 to 0.75 before, 0.8 to 0.9 now (n 100)"
    fewer = document(n=99, low=0.25, high=0.75)
    assert [line.split() for line in compare.difference(USUAL, fewer)] == [
        ["-", '"n":', "100,"],
        ["+", '"n":', "99,"],
    ]


def test_the_condition_of_a_simulated_number_is_compared():
    after = USUAL.replace("any deck", "a new deck")
    assert compare.difference(USUAL, after)


def test_texts_are_compared_byte_for_byte_and_shown_by_element():
    before = "<ul><li>one</li><li>two</li></ul>"
    assert compare.difference(before, before) == []
    assert compare.difference(before, before.replace("two", "three")) == [
        "-<li>two</li>",
        "+<li>three</li>",
    ]
    assert compare.difference("{no json", "{no json}")
    assert compare.difference("1.0 ", "1.0")


def test_keys_that_came_or_went_are_told_and_those_alike_stand_together():
    before = {"a": "x", "b": "<p>old</p>", "c": "<p>old</p>", "d": "same"}
    after = {"b": "<p>new</p>", "c": "<p>new</p>", "d": "same", "e": "y"}
    differing = compare.differences(before, after)
    assert sorted(differing) == ["a", "b", "c", "e"]
    assert list(compare.report(differing)) == [
        *("a", "    is gone"),
        *("b", "c", "    -<p>old</p>", "    +<p>new</p>"),
        *("e", "    is new"),
    ]
