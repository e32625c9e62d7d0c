"""``study eras``: its numbers from the deals themselves; what it concludes from made-up ones."""

import json

import numpy as np
import pytest

from ludoteca.arena.balance import Played
from ludoteca.arena.round_robin import RoundRobin
from ludoteca.arena.run_log import read_records
from ludoteca.arena.variants import Variant
from ludoteca.cli.main import main
from ludoteca.core.answers import Answer
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.games.eras import study
from ludoteca.games.eras.study_changes import changes_of, of_suggestions

pytestmark = pytest.mark.soak

LEVEL = "advanced"


def line(points, decisions=40, lead_changes=1, settled=0.25):
    facts = {"decisions": decisions, "choices": 4.0, "lead_changes": lead_changes}
    return {"points": list(points), "settled": settled, **facts}


def played(eras, name, lines, **options):
    variant = Variant(name, eras.options(options))
    return Played(variant, {LEVEL: lines}, RoundRobin(eras, variant.options, (LEVEL,), 1), [])


@pytest.fixture
def pair(eras):
    """A variant in which nobody is without points, decided later and half as long."""
    before = [line((60 + n % 2, 50, 0), settled=0.2 + n % 2 / 10) for n in range(40)]
    after = [line((60, 50, 20), 20, settled=0.7 + n % 3 / 10) for n in range(40)]
    return (
        played(eras, "players=3", before, players=3),
        played(eras, "players=3 hand=5", after, players=3, hand=5),
    )


def test_what_is_surely_better_is_advised_and_said(pair):
    found = changes_of([pair], LEVEL)
    by_name = {c.measure: c for c in found}
    assert by_name["without_points"].before.mean == pytest.approx(1 / 3)
    assert by_name["without_points"].by.mean == pytest.approx(-1 / 3)
    was, will_be = by_name["decisiveness"].before, by_name["decisiveness"].after
    assert (was.mean, will_be.mean) == pytest.approx((0.75, np.mean([0.3, 0.2, 0.1])), abs=0.01)
    assert {c.measure for c in found if c.better} == {"without_points", "decisiveness"}
    assert not any(c.worse for c in found)
    section = of_suggestions([pair[0]], found, LEVEL)
    ((variant, players, _better, worse, times, advice),) = section.tables[0].rows
    assert (variant, players, worse, advice) == ("hand=5", 3, "–", "take it")
    assert times == pytest.approx(0.5)
    assert "hand=5: decided later with 3 players; fewer seats without a card" in section.answer
    assert "Seats are uneven with 3 players" in section.answer
    assert "With 3 players 33% of the seats" in section.answer


def test_the_other_way_round_it_is_not_advised(pair):
    found = changes_of([pair[::-1]], LEVEL)
    assert {c.measure for c in found if c.worse} == {"without_points", "decisiveness"}
    assert of_suggestions([pair[1]], found, LEVEL).tables[0].rows[0][-1] == "leave it"


def test_between_alike_rules_nothing_is_sure_in_hundreds_of_changes(eras):
    """Two halves of the same made-up deals, ten times over: at 5 % for all, one time in twenty."""
    rng = np.random.default_rng(1)
    wrong = 0
    for _study in range(40):
        pairs = []
        for players in range(2, 6):
            both = [
                [
                    line(
                        rng.integers(0, 3, players),
                        int(rng.integers(20, 60)),
                        int(rng.integers(0, 3)),
                    )
                    for _deal in range(40)
                ]
                for _variant in range(2)
            ]
            names = (f"players={players}", f"players={players} values=10")
            pairs.append(
                tuple(played(eras, n, x, players=players) for n, x in zip(names, both, strict=True))
            )
        wrong += any(c.sure for c in changes_of(pairs, LEVEL))
    assert wrong <= 7


# -- played ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def sections(kept):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "cores", lambda: 1)  # a second process would only take time to start
        return {s.name: s for s in study.sections_of((3,), 20, 1, kept)}


compiled = pytest.mark.skipif(not JIT_ENABLED, reason="minutes without compiled code")


@compiled
def test_the_numbers_are_those_of_the_records_that_were_kept(sections, kept):
    """Each folder of the run holds the deals of one kind; their records are replayed here."""
    measured = {}
    for folder in kept.iterdir():
        plan = json.loads((folder / "plan.json").read_text())
        if plan["kind"] == "equals" and plan["level"] == LEVEL:
            ends = [record.replay() for record in read_records(folder)]
            dry = np.mean([[p == 0 for p in end.returns()] for end in ends])
            made = np.mean([sum(actor >= 0 for actor, _a in end.moves) for end in ends])
            options = plan["options"]
            changed = tuple(options[name] for name in ("retreat", "values", "hand"))
            measured[changed] = {"without_points": dry, "length": made}
    assert len(measured) == 5
    (table,) = sections["changes"].tables
    names = {"retreat=yes": ("yes", 13, 7), "values=10": ("no", 10, 7)}
    names |= {"values=7": ("no", 7, 7), "hand=5": ("no", 13, 5)}
    seen = 0
    for _players, variant, measure, before, after, by, _sure in table.rows:
        if measure in ("without_points", "length"):
            seen += 1
            assert before.mean == pytest.approx(measured["no", 13, 7][measure])
            assert after.mean == pytest.approx(measured[names[variant]][measure])
            assert by.mean == pytest.approx(after.mean - before.mean)
    assert seen == 8


@compiled
def test_every_heading_is_a_message(sections, without_message):
    tables = [table for section in sections.values() for table in section.tables]
    assert without_message(Answer({}, tables)) == set()


@compiled
def test_every_section_has_its_question_answer_and_method(sections):
    assert list(sections) == ["measures", "seats", "luck", "changes", "suggestions"]
    for section in sections.values():
        assert section.title
        assert section.answer
        assert section.method
        assert all(table.rows for table in section.tables)
    (suggestions,) = sections["suggestions"].tables
    assert [row[0] for row in suggestions.rows] == [
        "retreat=yes",
        "values=10",
        "values=7",
        "hand=5",
    ]


@compiled
def test_asked_again_it_is_found_and_written_as_a_report(
    kept, sections, tmp_path, monkeypatch, capsys
):
    pytest.importorskip("altair")
    monkeypatch.setattr(study, "TABLES", (3,))
    arguments = ("--deals", "20", "--seed", "1", "--folder", str(kept), "--format", "json")
    code = main(("study", "eras", *arguments, "--save", str(tmp_path / "out")))
    found = json.loads(capsys.readouterr().out)
    assert code == 0
    assert found["sections"][4]["answer"] == sections["suggestions"].answer
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    for plot in (tmp_path / "out").glob("*.svg"):
        assert plot.name in page
    assert (tmp_path / "out" / "changes_decisiveness.svg").exists()
