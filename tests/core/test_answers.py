"""Answers as plain data: tables made of rows, and documents that pages show and keep."""

import json
from fractions import Fraction

import numpy as np

from ludoteca.core.answers import Answer, Name, Rows, Table, document_of, table
from ludoteca.core.i18n import speaking
from ludoteca.core.numbers import Exact


@table("squares", "Squares", "n square")
def squares(most: int) -> Rows:
    """Numbers and their squares."""
    for n in range(most):
        yield n, n * n


def test_a_function_of_rows_makes_a_table():
    assert squares(3) == Table("squares", ("n", "square"), [(0, 0), (1, 1), (2, 4)], "Squares")
    assert squares.__doc__ == "Numbers and their squares."


def test_a_document_is_what_json_has_and_says_which_columns_hold_keys():
    rows = [[Name("lead_changes"), Fraction(1, 3)], [Name("ties"), None]]
    answer = Answer(
        {"win": Exact(Fraction(1, 2), "a fair coin"), "seen": np.int64(3), "of": {"a": (1, 2)}},
        (Table("measures", ("measure", "share"), rows, "Measures"),),
        notes=("beside it",),
        why=lambda rng: iter([f"drawn: {rng.integers(1)}"]),
    )
    with speaking("es"):
        document = document_of(answer, "a sentence", seed=5)
    assert json.loads(json.dumps(document)) == document
    assert document["fields"] == [
        ["win", {"exact": "1/2", "decimal": 0.5, "condition": "a fair coin"}],
        ["seen", 3],
        ["of", {"a": [1, 2]}],
    ]
    (measures,) = document["tables"]
    assert (measures["title"], measures["named"]) == ("Medidas", ["measure"])
    assert measures["rows"] == [
        ["lead_changes", {"exact": "1/3", "decimal": 1 / 3}],
        ["ties", None],
    ]
    assert (document["why"], document["notes"], document["seed"]) == (
        ["drawn: 0"], ["beside it"], 5,
    )  # fmt: skip
