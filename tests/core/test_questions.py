"""A question's signature is all that its command, schema and checks are made of."""

import types
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import pytest

from ludoteca.core.answers import Answer, Table
from ludoteca.core.errors import BadInput
from ludoteca.core.numbers import Exact, simulated_share
from ludoteca.core.questions import Param, Progress, question, questions, quiet


@question("odds", "How many.")
def how_many(
    suits: Annotated[int, Param("number of suits", low=1, high=10)],
    picks: Annotated[int | None, Param("looks")] = None,
    reading: Annotated[Literal["strict", "lenient"], Param("how")] = "strict",
    sizes: Annotated[list[int], Param("sizes", low=0)] = [3],  # noqa: B006
    deep: Annotated[bool, Param("deep")] = False,
    out: Annotated[Path | None, Param("where")] = None,
    seed: int = 0,
    progress: Progress = quiet,
) -> Answer:
    return Answer({"given": [suits, picks, reading, sizes, deep, seed]})


asked = questions(types.SimpleNamespace(how_many=how_many, other=3))["how-many"]


def test_text_becomes_the_types_of_the_signature():
    given = {"suits": "4", "picks": "7", "sizes": "1,2", "deep": "yes", "reading": "lenient"}
    answer = asked.ask(given, seed=9, options={"ignored": 1})
    assert answer.fields["given"] == [4, 7, "lenient", [1, 2], True, 9]
    assert asked.ask({"suits": 4}).fields["given"] == [4, None, "strict", [3], False, 0]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "suits is missing: a whole number from 1 to 10"),
        ({"suits": "many"}, "suits is a whole number from 1 to 10, not many"),
        ({"suits": 11}, "suits is a whole number from 1 to 10, not 11"),
        ({"suits": 2.5}, "not 2.5"),
        ({"suits": 2, "sizes": "1,-1"}, "sizes is a whole number of at least 0, not -1"),
        ({"suits": 2, "reading": "loose"}, "reading is one of strict, lenient, not loose"),
        ({"suits": 2, "deep": "maybe"}, "deep is yes or no, not maybe"),
        ({"suits": 2, "colour": 1}, "has no parameter colour; there are: suits, picks"),
    ],
)
def test_what_is_refused_says_what_would_be_accepted(given, words):
    with pytest.raises(BadInput, match=words):
        asked.ask(given)


def test_schema_states_types_ranges_and_defaults():
    schema = asked.schema()
    assert schema["required"] == ["suits"]
    properties = schema["properties"]
    assert properties["suits"] == {
        "type": "integer", "minimum": 1, "maximum": 10, "description": "number of suits"
    }  # fmt: skip
    assert properties["picks"]["anyOf"] == [{"type": "integer"}, {"type": "null"}]
    assert properties["reading"]["enum"] == ["strict", "lenient"]
    assert properties["sizes"]["type"] == "array"
    assert "seed" in properties
    assert "progress" not in properties


def test_a_parameter_without_a_sentence_is_its_authors_error():
    @question("odds", "No sentence.")
    def bare(x: int = 1) -> Answer:
        return Answer({})

    with pytest.raises(TypeError, match="x needs Annotated"):
        _ = bare.__question__.parameters


def test_json_of_an_answer_labels_every_number():
    answer = Answer(
        {
            "win": Exact(Fraction(1, 4), "all equal"),
            "seen": simulated_share(1, 4),
            "n": np.int64(3),
        },
        (Table("rows", ("k", "p"), [(0, Fraction(1, 2)), (1, None)]),),
        notes=["a note"],
    )
    out = answer.to_json()
    assert out["win"] == {"exact": "1/4", "decimal": 0.25, "condition": "all equal"}
    assert out["seen"]["n"] == 4
    assert out["n"] == 3
    assert out["rows"] == [{"k": 0, "p": {"exact": "1/2", "decimal": 0.5}}, {"k": 1, "p": None}]
    assert out["notes"] == ["a note"]


def test_an_answer_may_not_name_a_field_and_a_table_alike() -> None:
    with pytest.raises(ValueError, match="two things alike: win"):
        Answer(fields={"win": 1}, tables=[Table("win", "Wins", ["n"], [[1]])])
