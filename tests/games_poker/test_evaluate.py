"""``ludoteca evaluate poker``: exact where it may be, else simulated, and it says which."""

import json
from fractions import Fraction

import numpy as np
import pytest

from ludoteca.cli.main import main
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import use_language
from ludoteca.games.poker import asking, class_table, entrants, playing, projeto
from ludoteca.games.poker.class_page import write_page
from ludoteca.games.poker.entrants import from_file, our_player
from ludoteca.games.poker.findings import Findings, told_of
from ludoteca.games.poker.meeting import exactly, mean, meet, settled
from ludoteca.games.poker.paths import Deck, Round, paths_of
from ludoteca.games.poker.simple import PLAYERS, random_player
from ludoteca.games.poker.tabulating import Answers, Report
from ludoteca.games.poker.value import match_value, round_value
from ludoteca.web.pages.kept import LOCAL, Shelf
from ludoteca.web.settings import Settings

COMPLETE = Round.named("completa")
FAILS_WITHOUT_A_PAIR = """
def trocas_x(mão, trocas1=None):
    return [c for c in mão if mão.count(c) == 1 and mão[[mão.count(d) for d in mão].index(2)]][:2]
def desistir_x(a, o, m, t=None, s=False):
    return a.count("A") == 0 and not s
"""


@pytest.fixture(autouse=True)
def english(monkeypatch, tmp_path):
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    yield
    use_language("en")


@pytest.fixture(scope="module")
def entered(tmp_path_factory):
    """``entered(text)``: the entrant of a file with this text."""
    folder, found = tmp_path_factory.mktemp("files"), {}

    def enter(text, name="x.py"):
        if text not in found:
            place = folder / str(len(found))
            place.mkdir()
            (place / name).write_text(text, encoding="utf-8")
            found[text] = from_file(place / name, "", lambda _done, _of: None)
        return found[text]

    yield enter
    for entrant in found.values():
        entrant.close()


def house(name):
    return entrants.entrants([name], COMPLETE)[0]


def answer(capsys, *arguments):
    code = main(["evaluate", "poker", *arguments, "--format", "json"])
    out, err = capsys.readouterr()
    assert code == 0, err
    return json.loads(out)


# -- the players of the house -------------------------------------------------------------------


def test_a_pairing_is_exact_and_its_simulation_agrees(capsys):
    said = answer(capsys, "ganancioso", "cauteloso", "--round", "completa", "--seed", "1")
    one, other = (PLAYERS[name](Deck()) for name in ("ganancioso", "cauteloso"))
    value = round_value(COMPLETE, one, other)
    assert Fraction(said["first"]["exact"]) == value.first
    assert Fraction(said["second"]["exact"]) == value.second
    match = match_value(COMPLETE, one, other)
    shares = {name: Fraction(said["match"][name]["exact"]) for name in ("win", "draw", "loss")}
    assert shares == {"win": match.win, "draw": match.draw, "loss": match.loss}
    assert sum(shares.values()) == 1
    low, high = said["simulation"]["first"]["interval95"]
    assert low < said["first"]["decimal"] < high
    assert said["exploitability"]["ganancioso"]["mean"]["decimal"] == pytest.approx(0.4213792)
    assert any("fold" in leak["leak"] for leak in said["leaks"])


def test_every_kind_of_round_is_in_the_table(capsys):
    said = answer(capsys, "nosso", "aleatorio", "--seed", "1", "--matches", "2")
    kinds = {row["round"]: row for row in said["kinds"]}
    assert set(kinds) == {"rapida", "estrategica", "completa"}
    assert kinds["rapida"]["win"]["exact"] == kinds["rapida"]["loss"]["exact"]
    assert kinds["estrategica"]["first"] != kinds["completa"]["first"]
    assert kinds["completa"]["first"]["exact"] == said["first"]["exact"]


@pytest.mark.parametrize(
    "name", ["ALEATORIO", "equilibrio", "basic", "advanced", "expert", "Blefe"]
)
def test_names_are_taken_in_any_case_without_accents_and_by_level(name):
    assert house(name).exact


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["ganancioso"], "two players"),
        (["ganancioso", "humano"], "no player humano"),
        (["ganancioso", "nobody.py"], "no file nobody.py"),
    ],
)
def test_who_cannot_be_evaluated_is_said(capsys, names, sentence):
    assert main(["evaluate", "poker", *names]) == 2
    assert sentence in " ".join(capsys.readouterr().err.split())


def test_no_built_in_takes_more_from_the_equilibrium_than_its_exploitability():
    from ludoteca.games.poker.response import exploited
    from ludoteca.games.poker.store import equilibrium

    least = exploited(COMPLETE, equilibrium(COMPLETE)).mean
    for name in (*PLAYERS, "nosso"):
        met = meet(COMPLETE, house(name), house("equilíbrio"), 5, 2, 1).meeting
        assert met.difference <= float(least) + 1e-12


# -- files as tables ----------------------------------------------------------------------------


def test_a_file_of_our_player_is_our_player(entered):
    found = entered(
        "from ludoteca.games.poker.projeto import trocas_nosso as trocas_x\n"
        "from ludoteca.games.poker.projeto import desistir_nosso as desistir_x\n"
    )
    assert (found.unsettled, found.broken, found.report.failures) == ("", "", 0)
    table, ours = found.strategy(COMPLETE), our_player(Deck())
    paths = paths_of(Deck())
    for own, other in ((table.first, ours.first), (table.second, ours.second)):
        assert (own.exchange * other.exchange_unit == other.exchange * own.exchange_unit).all()
        for k in range(paths.sizes):
            reached = (other.exchange[other.context(k)] > 0)[paths.path_exchange]
            folds = own.fold[k] * other.fold_unit == other.fold[k] * own.fold_unit
            assert folds[reached].all()


def test_a_random_file_that_says_its_chances_is_exact(entered):
    found = entered(
        "import random\n"
        "def trocas_x(mão, trocas1=None):\n    return mão[: random.randrange(2)]\n"
        "def probabilidades_trocas_x(mão, trocas1=None):\n"
        "    return {(): 0.5, (mão[0],): 0.5}\n"
        "def desistir_x(a, o, m, t=None, s=False):\n    return random.random() < 0.1\n"
        "def probabilidades_desistir_x(a, o, m, t=None, s=False):\n    return 0.1\n"
    )
    assert (found.unsettled, found.broken) == ("", "")
    side, paths = found.strategy(COMPLETE).second, paths_of(Deck())
    aces = paths.exchange_number((2, 0, 1, 1, 1), (1, 0, 0, 0, 0))
    assert Fraction(int(side.exchange[3, aces]), side.exchange_unit) == Fraction(1, 2) * Fraction(
        2, 5
    )
    assert Fraction(int(side.fold.max()), side.fold_unit) == Fraction(1, 10)


@pytest.mark.soak
def test_a_file_of_the_random_player_is_the_random_player(entered):
    names = ("trocas", "desistir", "probabilidades_trocas", "probabilidades_desistir")
    lines = [f"from ludoteca.games.poker.projeto import {n}_aleatório as {n}_x\n" for n in names]
    found = entered("".join(lines))
    assert (found.unsettled, found.broken) == ("", "")
    table, theirs = found.strategy(COMPLETE), random_player(Deck())
    for own, other in ((table.first, theirs.first), (table.second, theirs.second)):
        assert (own.exchange * other.exchange_unit == other.exchange * own.exchange_unit).all()
        assert (own.fold * other.fold_unit == other.fold * own.fold_unit).all()


def test_an_exchange_that_depends_on_the_order_is_a_chance(entered):
    found = entered(
        "def trocas_x(mão, trocas1=None):\n    return mão[:1]\n"
        "def desistir_x(a, o, m, t=None, s=False):\n    return False\n"
    )
    side, paths = found.strategy(COMPLETE).first, paths_of(Deck())
    for lot, chance in (((1, 0, 0, 0, 0), (2, 5)), ((0, 0, 1, 0, 0), (1, 5))):
        number = paths.exchange_number((2, 0, 1, 1, 1), lot)
        assert Fraction(int(side.exchange[0, number]), side.exchange_unit) == Fraction(*chance)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import random\ndef trocas_x(m, t=None):\n    return m[:random.randrange(3)]\n"
         "def desistir_x(a, o, m, t=None, s=False):\n    return False\n", "answers otherwise"),
        ("n = 0\ndef trocas_x(m, t=None):\n    return []\n"
         "def desistir_x(a, o, m, t=None, s=False):\n    global n\n    n += 1\n"
         "    return n % 7 < 3\n", "answers otherwise"),
        ("def trocas_x(m, t=None):\n    return []\n"
         "def desistir_x(a, o, m, t=None, s=False):\n    return a[0] == 'A'\n",
         "order of the cards"),
    ],
)  # fmt: skip
def test_one_whose_answers_change_is_simulated_and_that_is_said(entered, text, why):
    found = entered(text)
    assert why in found.unsettled
    assert not found.exact
    met = meet(COMPLETE, found, house("ganancioso"), 5, 40, 1).meeting
    assert not met.exact
    assert met.leading[0].n == 120


@pytest.mark.parametrize(
    ("chances", "code"),
    [("{(): 0.5}", "add up"), ("{(): 1.5, ('A',): -0.5}", "between"), ("7", "probabilities"),
     ("{('J', 'J', 'J', 'J'): 1}", "more than may be"), ("[([], 'x')]", "not")],
)  # fmt: skip
def test_chances_that_are_none_are_failures(tmp_path, chances, code):
    path = tmp_path / "x.py"
    path.write_text(
        "def trocas_x(m, t=None):\n    return []\n"
        f"def probabilidades_trocas_x(m, t=None):\n    return {chances}\n"
        "def desistir_x(a, o, m, t=None, s=False):\n    return False\n",
        encoding="utf-8",
    )
    found = from_file(path, "", lambda _done, _of: None)
    found.close()
    assert code in found.report.examples[0]


# -- forfeits -----------------------------------------------------------------------------------


def test_who_fails_always_loses_two_or_three_points_in_rounds_with_decisions(entered):
    broken = entered("def trocas_y(m):\n    pass\n")
    assert "no functions" in broken.broken
    for kind in ("estrategica", "completa"):
        met = exactly(Round.named(kind), broken, house("ganancioso"), 5)
        assert [number.value for number in (*met.leading, *met.trailing)] == [0, 2, 0, 3]
        assert met.match.loss.value == 1
    quick = exactly(Round.named("rapida"), broken, house("ganancioso"), 5)
    assert quick.match.win.value == quick.match.loss.value


@pytest.mark.parametrize("kind", ["estrategica", "completa"])
@pytest.mark.parametrize("rival", ["ganancioso", "itself"])
def test_who_fails_at_times_is_exact_too(entered, kind, rival):
    """The sample plays forfeits as they are: at once, before the other has answered."""
    played = Round.named(kind)
    found = entered(FAILS_WITHOUT_A_PAIR)
    assert found.exact
    assert found.forfeits is not None
    other = found if rival == "itself" else house(rival)
    sample = playing.play(played, found, other, 5, seed=4, matches=1_500)
    for value, numbers in (
        (settled(played, found, other), sample.leading),
        (settled(played, other, found), sample.trailing[::-1]),
    ):
        assert sum(value.outcomes.values()) == 1
        for exact, number in zip((value.first, value.second), numbers, strict=True):
            spread = (number.high - number.low) / 3.92
            assert abs(float(exact) - number.mean) < 4.5 * spread


def test_what_failed_is_told_with_what_was_asked(entered):
    said = " ".join(told_of(entered(FAILS_WITHOUT_A_PAIR)))
    assert "trocas_x(['A', 'A', 'A', 'A', '7'])" in said
    assert "ValueError" in said
    assert "line 3" in said


# -- which player of a file ---------------------------------------------------------------------

PLAIN = (
    "def trocas_{0}(m, t=None):\n    return []\n"
    "def desistir_{0}(a, o, m, t=None, s=False):\n    return False\n"
)


@pytest.mark.parametrize(
    ("names", "stem", "named", "chosen"),
    [
        (["ze"], "aluno", "", "ze"),
        (["ganancioso", "blefe", "ze"], "aluno", "", "ze"),
        (["ze", "maria"], "maria", "", "maria"),
        (["ze", "maria"], "aluno", "Zé", "ze"),
        (["ze", "maria"], "aluno", "", None),
        ([], "aluno", "", None),
    ],
)
def test_which_player_of_a_file_is_meant(tmp_path, names, stem, named, chosen):
    path = tmp_path / f"{stem}.py"
    path.write_text("".join(map(PLAIN.format, names)), encoding="utf-8")
    with asking.Asked(path) as asked:
        if chosen is None:
            with pytest.raises(BadInput):
                entrants.chosen_player(asked, named)
        else:
            assert entrants.chosen_player(asked, named) == chosen


# -- a class ------------------------------------------------------------------------------------


def test_a_class_has_one_table_and_one_page(capsys, tmp_path):
    page = tmp_path / "class.html"
    names = ("ganancioso", "blefe", "nosso", "cauteloso")
    said = answer(capsys, "--class", *names, "--page", str(page), "--seed", "1")
    assert said["class"][0]["player"] == "nosso"
    assert len(said["meetings"]) == 6
    assert all(row["exact"] for row in said["results"])
    assert all(row["difference"]["exact"] for row in said["meetings"])
    assert sum(row["difference"] for row in said["class"]) == pytest.approx(0)
    (head,) = Shelf.of(Settings()).heads("poker", [LOCAL])
    assert head.filled["players"] == "ganancioso blefe nosso cauteloso"
    (shown,) = (
        t for t in Shelf.of(Settings()).get(head.key).document["tables"] if t["name"] == "class"
    )
    assert [row[1] for row in shown["rows"]] == [row["player"] for row in said["class"]]
    html = page.read_text(encoding="utf-8")
    assert html.count("<article>") == 4
    assert "http" not in html
    assert "src=" not in html
    assert "<script" not in html


def test_three_names_make_a_class_and_csv_is_its_table(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(class_table, "findings_of", lambda _played, _entrant: Findings())
    page = str(tmp_path / "p.html")
    names = ["ganancioso", "blefe", "nosso"]
    assert main(["evaluate", "poker", *names, "--format", "csv", "--page", page]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("place,player,score")
    assert len(lines) == 4


def test_who_stops_a_class_keeps_what_was_done(tmp_path):
    found = entrants.entrants(["ganancioso", "blefe", "nosso"], COMPLETE)

    def stop(done, total=None, words=""):
        if done == 2:
            raise KeyboardInterrupt

    held = class_table.hold(COMPLETE, found, 5, 2, 1, stop)
    assert (held.stopped, held.missing, len(held.meetings)) == (True, 1, 2)
    write_page(tmp_path / "p.html", held)
    assert "1 meeting is missing" in (tmp_path / "p.html").read_text(encoding="utf-8")


def test_a_stopped_class_goes_on_and_meets_anew_only_a_file_that_changed(
    capsys, tmp_path, monkeypatch
):
    asked, judged = [], []

    def answers(asking, _player, _told):
        asked.append(asking.path.stem)
        return Answers((), Report(), "", "")

    def findings(_played, entrant):
        judged.append(entrant.name)
        if len(judged) == 2:
            raise KeyboardInterrupt
        return Findings()

    def fill_in(entrant, _sheets):
        entrant.table = house("nosso").table

    monkeypatch.setattr(entrants, "answers_of", answers)
    monkeypatch.setattr(entrants, "_fill_in", fill_in)
    monkeypatch.setattr(class_table, "findings_of", findings)
    (tmp_path / "shared.py").write_text("N = 1\n", encoding="utf-8")
    for name in ("ana", "rui"):
        text = (
            f"from shared import N\n{PLAIN.format(name)}" if name == "rui" else PLAIN.format(name)
        )
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    files = [str(tmp_path / "ana.py"), str(tmp_path / "rui.py")]
    names = ["ganancioso", *files, "--seed", "1", "--page", str(tmp_path / "p.html")]
    first = answer(capsys, *names)
    assert "The same command goes on from here." in " ".join(first["notes"])
    assert (asked, judged) == (["ana", "rui"], ["ganancioso", "ana"])
    (tmp_path / "shared.py").write_text("N = 2\n", encoding="utf-8")  # which rui imports
    second = answer(capsys, *names)
    assert asked[2:] == ["rui"]
    assert judged[2:] == ["ana", "rui"]
    # What ana answered, her meeting with ganancioso, and what was found of him.
    assert "3 parts were done before." in second["notes"]
    assert second["meetings"] == first["meetings"]
    third = answer(capsys, *names)
    assert not any("before" in note for note in third["notes"])
    assert third["meetings"] == second["meetings"]


def test_what_a_file_is_called_or_prints_is_no_html(tmp_path, monkeypatch):
    monkeypatch.setattr(class_table, "findings_of", lambda _played, _entrant: Findings())
    found = entrants.entrants(["ganancioso", "blefe"], COMPLETE)
    found[0].name = "<script>alert(1)</script>"
    found[0].report.printed = "<b>oi</b>"
    write_page(tmp_path / "p.html", class_table.hold(COMPLETE, found, 5, 2, 1, lambda *_a: None))
    html = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert "<script" not in html
    assert "<b>oi" not in html


def test_two_players_of_one_name_are_told_apart():
    found = entrants.entrants(["blefe", "blefe"], COMPLETE)
    assert [entrant.name for entrant in found] == ["blefe 1", "blefe 2"]


def test_a_sample_of_a_table_follows_its_chances():
    found = house("aleatório")
    decider = playing.TableDecider(
        paths_of(Deck()), found, COMPLETE, __import__("random").Random(1)
    )
    lots = decider.trades([list("AAKQJ")] * 4_000, [None] * 4_000)
    says = projeto.probabilidades_trocas_aleatório(list("AAKQJ"))
    three = float(sum(p for lot, p in says.items() if len(lot) == 3))
    share = np.mean([len(lot) == 3 for lot in lots])
    assert abs(share - three) < 5 * (three * (1 - three) / 4_000) ** 0.5
    assert abs(mean(meet(COMPLETE, found, found, 5, 2, 1).meeting.match.draw)) < 1


@pytest.mark.soak
def test_the_class_of_the_examples(capsys, tmp_path):
    from pathlib import Path

    files = sorted(str(p) for p in Path("examples/poker").glob("*.py"))
    said = answer(capsys, "--class", *files, "--page", str(tmp_path / "p.html"), "--seed", "1")
    states = {row["player"]: row["state"] for row in said["class"]}
    assert states == {
        "ana": "exact", "bruno": "exact", "caio": "exact, fails at times",
        "davi": "exact, fails at times", "elisa": "forfeits",
    }  # fmt: skip
    assert said["class"][0]["player"] == "ana"
