"""The docstrings: their examples do what they show, the names that they refer to are there."""

import doctest
import importlib
import pkgutil
import re
from collections import defaultdict

import pytest

from docstring_rules import faults_of, public_files
from ludoteca.core.sources import PACKAGE

REFERENCE = re.compile(r":(?:mod|class|func|meth|data):`(?:[^`<]*<)?~?(ludoteca(?:\.\w+)+)>?`")

MODULES = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(PACKAGE.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_names_that_docstrings_refer_to_are_there():
    for path in PACKAGE.rglob("*.py"):
        for name in REFERENCE.findall(path.read_text(encoding="utf-8")):
            assert pkgutil.resolve_name(name) is not None, f"{path}: {name}"


def test_no_docstring_begins_as_a_question():
    """A noun phrase or an imperative says it: no "What is kept", "Who may see it"."""
    asking = re.compile(r'"""(?:What|Who|Whoever|Where|How|Whether)\b')
    found = [path for path in PACKAGE.rglob("*.py") if asking.search(path.read_text("utf-8"))]
    assert found == []


def test_each_name_of_a_class_stands_for_one():
    homes = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        for name in re.findall(r"^ *class (\w+)", path.read_text("utf-8"), re.M):
            homes[name].append(path)
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


# -- the reference ---------------------------------------------------------------------------------

TOLD = ("core", "exact", "solve", "players", "arena", "envs", "train")
"""Packages of whose public names the docstrings say all that a caller needs."""


@pytest.mark.parametrize("package", TOLD)
def test_the_reference_says_what_a_caller_needs(package):
    faults = [
        fault
        for path in public_files(package)
        for fault in faults_of(
            path.read_text(encoding="utf-8"), str(path.relative_to(PACKAGE.parent))
        )
    ]
    if faults:
        pytest.fail("\n".join([f"{len(faults)} faults", *faults]), pytrace=False)


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("def f(): pass", "has no docstring"),
        ("class C:\n    'A class.'\n    def f(self): pass", "C.f: has no docstring"),
        ("def f(x: NDArray[np.int64]) -> int:\n    'Sum ``x``.'", "x: shape and dtype"),
        ("def f(x: Floats) -> int:\n    'Sum all, float64 [n].'", "not name the array ``x``"),
        ("def f() -> Floats:\n    'Points by seat.'", "it returns: shape and dtype"),
        ("class C:\n    'Arrays.'\n    x: Floats", "x: shape and dtype"),
        ("@njit\ndef f(out):\n    'Fill ``out``.'\n    out[0] = 1", "out: shape and dtype"),
        ("def f(x: float) -> None:\n    'Wait.'", "x: the unit"),
        ("def f() -> tuple[float, int]:\n    'Return two.'", "it returns: the unit"),
        ("def f():\n    'Fail.'\n    raise BadInput(1)", "BadInput: not in a section Raises"),
        ("class C:\n    'A.'\n    def __init__(self): raise KeyError", "KeyError: not in"),
        ("def f():\n    '''Do.\n\n    >>> # f()\n    '''", "runs nothing"),
        (
            "def f(x):\n    '''Do.\n\n    Parameters\n    ----------\n    x : the sum\n    '''",
            "x: no description on a line below",
        ),
    ],
)
def test_a_fault_of_the_reference_is_found(source, fault):
    lines = faults_of(f"'A module.'\nFloats = NDArray[np.float64]\n{source}\n", "here")
    assert len([line for line in lines if fault in line]) == 1


def test_a_function_that_says_all_has_no_fault():
    source = """'A module.'
Floats = NDArray[np.float64]
def f(x: Floats, seconds: float) -> float:
    '''Return the mean of ``x`` in points.

    Parameters
    ----------
    x : float64 [deals]
        Points of each deal.
    seconds
        Seconds at most.

    Raises
    ------
    BadInput
        Where ``x`` is empty.
    '''
    try:
        raise KeyError
    except KeyError as error:
        raise BadInput(1) from error
"""
    assert faults_of(source, "here") == []
