"""The docstrings: their examples do what they show, the names that they refer to are there."""

import doctest
import importlib
import pkgutil
import re
from collections import defaultdict

import pytest

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
