"""What the documents show is what happens."""

import doctest
import re
import textwrap
from fractions import Fraction
from pathlib import Path

from ludoteca.core.i18n import speaking

ROOT = Path(__file__).resolve().parent.parent


def test_the_page_for_python_shows_what_happens():
    with speaking("en"):
        failed, tried = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert tried > 20
    assert failed == 0


def test_the_readme_runs_in_python():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.split("### From Python\n")[1].split("\n## ")[0]
    code = textwrap.dedent("".join(re.findall(r"^(?: {4}.*)?\n", section, re.M)))
    known: dict = {}
    exec(code, known)
    assert known["win"](known["Deal"](4, 13, 13, 13)) == Fraction(964444044208, 262190765217675)
    assert known["view"].seat == 0
