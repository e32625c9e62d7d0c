"""``ludoteca evaluate poker``: exact where it may be, else simulated, and it says which."""

import random
from fractions import Fraction

import numpy as np
import pytest

from ludoteca.cli.main import main
from ludoteca.core.errors import BadInput
from ludoteca.core.player_names import level_words
from ludoteca.games.poker import INFO, projeto
from ludoteca.games.poker.evaluate import entrants, simulation
from ludoteca.games.poker.evaluate.entrants import from_file
from ludoteca.games.poker.evaluate.findings import file_notes
from ludoteca.games.poker.evaluate.pairing import exactly, mean, meet, over_the_leads, settled
from ludoteca.games.poker.solver.match import MatchStage
from ludoteca.games.poker.solver.policy_tables import SIMPLE, policy_player
from ludoteca.games.poker.solver.round_paths import Round, RoundDeck, paths_of
from ludoteca.games.poker.solver.value import match_value, round_value
from ludoteca.games.poker.students import student_file
from ludoteca.games.poker.students.messages import Call
from ludoteca.games.poker.students.player_process import TRADE
from ludoteca.games.poker.students.sources import read_sources

pytestmark = pytest.mark.usefixtures("english")

COMPLETE = Round.named("completa")
FAILS_WITHOUT_A_PAIR = """
def trocas_x(mão, trocas1=None):
    return [c for c in mão if mão.count(c) == 1 and mão[[mão.count(d) for d in mão].index(2)]][:2]
def desistir_x(a, o, m, t=None, s=False):
    return a.count("A") == 0 and not s
"""


@pytest.fixture(scope="module")
def entered(tmp_path_factory):
    """``entered(text)``: the entrant of a file with this text."""
    folder, found = tmp_path_factory.mktemp("files"), {}

    def enter(text, name="x.py"):
        if text not in found:
            place = folder / str(len(found))
            place.mkdir()
            (place / name).write_text(text, encoding="utf-8")
            found[text] = from_file(*read_sources([place / name]), "")
        return found[text]

    yield enter
    for entrant in found.values():
        entrant.close()


def house(name):
    return entrants.read_entrants([name], COMPLETE)[0]


# -- the players of the house -------------------------------------------------------------------


def test_a_pairing_is_exact_and_its_simulation_agrees(evaluated):
    few = ("--matches", "400")
    said = evaluated("ganancioso", "cauteloso", "--round", "completa", "--seed", "1", *few)
    one, other = (policy_player(name, RoundDeck()) for name in ("ganancioso", "cauteloso"))
    value = round_value(COMPLETE, one, other)
    assert Fraction(said["first"]["exact"]) == value.first
    assert Fraction(said["second"]["exact"]) == value.second
    match = match_value(COMPLETE, one, other)
    shares = {name: Fraction(said["match"][name]["exact"]) for name in ("win", "draw", "loss")}
    assert shares == {"win": match.win, "draw": match.draw, "loss": match.loss}
    assert sum(shares.values()) == 1
    sample = said["simulation"]["first"]
    low, high = sample["interval95"]
    assert abs(said["first"]["decimal"] - sample["simulated"]) < 4.5 * (high - low) / 3.92
    assert said["exploitability"]["ganancioso"]["mean"]["decimal"] == pytest.approx(0.4213792)
    assert any("fold" in leak["leak"] for leak in said["leaks"])


def test_every_kind_of_round_is_in_the_table_and_both_orders_in_the_score(evaluated):
    one_round = ("--rounds", "1", "--matches", "40")
    said = evaluated("nosso", "aleatorio", "--seed", "1", *one_round)
    kinds = {row["round"]: row for row in said["kinds"]}
    assert set(kinds) == {"rapida", "estrategica", "completa"}
    assert kinds["rapida"]["win"]["exact"] == kinds["rapida"]["loss"]["exact"]
    assert kinds["estrategica"]["first"] != kinds["completa"]["first"]
    assert kinds["completa"]["first"]["exact"] == said["first"]["exact"]
    assert [said["simulation"][name]["n"] for name in ("first", "second")] == [20, 20]
    begun, answered = (
        Fraction(said[name]["win"]["exact"]) + Fraction(said[name]["draw"]["exact"]) / 2
        for name in ("match", "match_other_order")
    )
    assert begun != answered
    assert Fraction(said["score"]["exact"]) == (begun + answered) / 2


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


@pytest.mark.soak
def test_no_built_in_takes_more_from_the_equilibrium_than_its_exploitability():
    from ludoteca.games.poker.solver.response import exploited
    from ludoteca.games.poker.solver.store import equilibrium

    least = exploited(COMPLETE, equilibrium(COMPLETE)).mean
    for name in (*SIMPLE, "nosso"):
        met = meet(COMPLETE, house(name), house("equilíbrio"), 5, 2, random.Random(1)).meeting
        assert met.difference <= float(least) + 1e-12


# -- files as tables ----------------------------------------------------------------------------


@pytest.mark.soak
def test_a_file_of_our_player_is_our_player(entered):
    found = entered(
        "from ludoteca.games.poker.projeto import trocas_nosso as trocas_x\n"
        "from ludoteca.games.poker.projeto import desistir_nosso as desistir_x\n"
    )
    assert (found.unsettled, found.broken, found.report.failures) == ("", "", 0)
    table, ours = found.strategy(COMPLETE), policy_player("nosso", RoundDeck())
    paths = paths_of(RoundDeck())
    for own, other in ((table.first, ours.first), (table.second, ours.second)):
        assert (own.exchange * other.exchange_unit == other.exchange * own.exchange_unit).all()
        for k in range(paths.sizes):
            reached = (other.exchange[other.context(k)] > 0)[paths.path_exchange]
            folds = own.fold[k] * other.fold_unit == other.fold[k] * own.fold_unit
            assert folds[reached].all()


@pytest.mark.soak
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
    side, paths = found.strategy(COMPLETE).second, paths_of(RoundDeck())
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
    table, theirs = found.strategy(COMPLETE), policy_player("aleatório", RoundDeck())
    for own, other in ((table.first, theirs.first), (table.second, theirs.second)):
        assert (own.exchange * other.exchange_unit == other.exchange * own.exchange_unit).all()
        assert (own.fold * other.fold_unit == other.fold * own.fold_unit).all()


@pytest.mark.soak
def test_an_exchange_that_depends_on_the_order_is_a_chance(entered):
    found = entered(
        "def trocas_x(mão, trocas1=None):\n    return mão[:1]\n"
        "def desistir_x(a, o, m, t=None, s=False):\n    return False\n"
    )
    side, paths = found.strategy(COMPLETE).first, paths_of(RoundDeck())
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
    met = meet(COMPLETE, found, house("ganancioso"), 5, 40, random.Random(1)).meeting
    assert not met.exact
    assert met.leading[0].n == 100


@pytest.mark.parametrize(
    ("chances", "code"),
    [("{(): 0.5}", "add up"),
     *(pytest.param(*case, marks=pytest.mark.soak) for case in (
         ("7", "probabilities"),
         ("{(): 1.5, ('A',): -0.5}", "between"), ("[([], 'x')]", "not"),
         ("{('J', 'J', 'J', 'J'): 1}", "more than may be")))],
)  # fmt: skip
def test_chances_that_are_none_are_failures(tmp_path, chances, code):
    path = tmp_path / "x.py"
    path.write_text(
        "def trocas_x(m, t=None):\n    return []\n"
        f"def probabilidades_trocas_x(m, t=None):\n    return {chances}\n"
        "def desistir_x(a, o, m, t=None, s=False):\n    return False\n",
        encoding="utf-8",
    )
    found = from_file(*read_sources([path]), "")
    found.close()
    assert code in found.report.examples[0]


# -- forfeits -----------------------------------------------------------------------------------


def test_who_fails_always_loses_two_or_three_points_in_rounds_with_decisions(entered):
    broken = entered("def trocas_y(m):\n    pass\n")
    assert broken.broken == "x.py has trocas_y but no desistir_y"
    for kind in ("estrategica", "completa"):
        met = exactly(Round.named(kind), broken, house("ganancioso"), 5)
        assert [number.value for number in (*met.leading, *met.trailing)] == [0, 2, 0, 3]
        assert met.match.loss.value == 1
    quick = exactly(Round.named("rapida"), broken, house("ganancioso"), 5)
    assert quick.match.win.value == quick.match.loss.value


@pytest.mark.parametrize(
    ("kind", "rival"),
    [
        ("estrategica", "itself"),
        pytest.param("completa", "ganancioso", marks=pytest.mark.soak),
        pytest.param("completa", "itself", marks=pytest.mark.soak),
        pytest.param("estrategica", "ganancioso", marks=pytest.mark.soak),
    ],
)
@pytest.mark.soak
def test_who_fails_at_times_is_exact_too(entered, kind, rival):
    """The sample plays forfeits as they are: at once, before the other has answered."""
    played = Round.named(kind)
    found = entered(FAILS_WITHOUT_A_PAIR)
    assert found.exact
    assert found.forfeits is not None
    other = found if rival == "itself" else house(rival)
    sample = simulation.play(played, found, other, 5, random.Random(4), matches=1_500)
    for value, numbers in (
        (settled(played, found, other), sample.leading),
        (settled(played, other, found), sample.trailing[::-1]),
    ):
        assert sum(value.outcomes.values()) == 1
        for exact, number in zip((value.first, value.second), numbers, strict=True):
            spread = (number.high - number.low) / 3.92
            assert abs(float(exact) - number.mean) < 4.5 * spread


@pytest.mark.parametrize("kind", ["completa", pytest.param("estrategica", marks=pytest.mark.soak)])
def test_the_leads_of_the_match_say_what_the_fractions_say(entered, kind):
    """Of two who do not look at the score, one of whom forfeits at times."""
    played, found, other = Round.named(kind), entered(FAILS_WITHOUT_A_PAIR), house("nosso")
    exact, chained = (way(played, found, other, 4) for way in (exactly, over_the_leads))
    for name in ("leading", "trailing"):
        told = [mean(number) for number in getattr(exact, name)]
        assert getattr(chained, name) == pytest.approx(told, abs=1e-12)
    for one, two in ((exact.match, chained.match), (exact.answered, chained.answered)):
        told = [mean(number) for number in (one.win, one.draw, one.loss, one.score)]
        assert [two.win, two.draw, two.loss, two.score] == pytest.approx(told, abs=1e-12)


def test_the_champion_meets_a_file_that_always_fails(entered):
    """It never folds before the file has failed, so nothing is taken back."""
    broken = entered("def trocas_y(m):\n    pass\n")
    met = over_the_leads(COMPLETE, house("campeão"), broken, 2)
    assert met.matches.win == pytest.approx(1)
    assert met.leading[0] > 2


def test_what_failed_is_told_with_what_was_asked(entered):
    said = " ".join(file_notes(entered(FAILS_WITHOUT_A_PAIR)))
    assert "trocas_x(['A', 'A', 'A', 'A', '7'])" in said
    assert "ValueError" in said
    assert "line 3" in said


# -- which player of a file ---------------------------------------------------------------------

PLAIN = (
    "def trocas_{0}(m, t=None):\n    return []\n"
    "def desistir_{0}(a, o, m, t=None, s=False):\n    return False\n"
)


def test_of_a_player_with_half_of_its_functions_it_is_told_which_lacks(tmp_path):
    path = tmp_path / "ana.py"
    path.write_text(PLAIN.format("ana").replace("desistir_ana", "desistir_anna"), encoding="utf-8")
    with student_file.StudentFile(*read_sources([path])) as asked, pytest.raises(BadInput) as error:
        student_file.chosen_player(asked, "")
    assert str(error.value) == "ana.py has trocas_ana but no desistir_ana"


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
    with student_file.StudentFile(*read_sources([path])) as asked:
        if chosen is None:
            with pytest.raises(BadInput):
                student_file.chosen_player(asked, named)
        else:
            assert student_file.chosen_player(asked, named) == chosen


# -- names and samples --------------------------------------------------------------------------


def test_two_players_of_one_name_are_told_apart():
    found = entrants.read_entrants(["blefe", "blefe"], COMPLETE)
    assert [entrant.name for entrant in found] == ["blefe 1", "blefe 2"]


@pytest.mark.parametrize("stem", ["nosso", "greedy", "AHNE", "random"])
def test_a_file_with_the_id_or_the_label_of_a_player_is_called_by_its_whole_name(tmp_path, stem):
    """The labels of "ganancioso" are "greedy" and "ahne"; the name of a file has no label."""
    path = tmp_path / f"{stem}.py"
    path.write_text("1 / 0\n")
    (found,) = entrants.read_entrants([str(path)], COMPLETE)
    assert found.name == level_words(INFO, found.name) == f"{stem} ({stem}.py)"


def test_two_files_of_one_name_are_told_apart_by_their_folders(tmp_path, monkeypatch):
    monkeypatch.setattr(entrants, "_without_player", lambda entrant, _why: entrant)
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "maria.py").write_text("", encoding="utf-8")
    files = [str(tmp_path / folder / "maria.py") for folder in ("a", "b", "b")]
    for some, names in (
        (files[:2], ["maria (a)", "maria (b)"]),
        (files, ["maria 1", "maria 2", "maria 3"]),
    ):
        found = entrants.read_entrants(some, COMPLETE)
        assert [entrant.name for entrant in found] == names
        for entrant in found:
            entrant.close()


def test_a_sample_of_a_table_follows_its_chances():
    found = house("aleatório")
    decider = simulation.TableDecider(
        paths_of(RoundDeck()), found.duellist(COMPLETE), random.Random(1)
    )
    lots = decider([Call(TRADE, (list("AAKQJ"),))] * 4_000, [MatchStage(5, 0)] * 4_000)
    says = projeto.probabilidades_trocas_aleatório(list("AAKQJ"))
    three = float(sum(p for lot, p in says.items() if len(lot) == 3))
    share = np.mean([len(lot) == 3 for lot in lots])
    assert abs(share - three) < 5 * (three * (1 - three) / 4_000) ** 0.5
    assert abs(mean(meet(COMPLETE, found, found, 5, 2, random.Random(1)).meeting.match.draw)) < 1


def test_a_pattern_that_no_file_fits_is_said(capsys):
    assert main(["--lang", "en", "evaluate", "poker", "--class", "students/*.py"]) == 2
    assert capsys.readouterr().err.endswith("no file fits students/*.py\n")
