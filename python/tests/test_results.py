"""Results as values: attributes, tables, pickling, charts."""

from __future__ import annotations

import csv
import json
import pickle
from pathlib import Path

import pytest

import equipoise as eq

from conftest import run


def test_a_duel_has_typed_attributes(ms: eq.System) -> None:
    duel = ms.duel("White Asura", "Blue Djinn", runs=100)
    assert (duel.a, duel.b) == ("White Asura", "Blue Djinn")
    assert duel.battles == 100 and duel.seed == 1 and duel.policy == "greedy"
    assert duel.wins_a is not None and duel.wins_b is not None and duel.draws is not None
    assert duel.wins_a + duel.wins_b + duel.draws == 100
    assert 0.0 < duel.score.low < duel.score.estimate < duel.score.high < 1.0
    assert duel.score.method == "wilson" and duel.score.confidence == 0.95
    assert duel.digest is not None and len(duel.digest) == 64
    assert not duel.exact and duel.vp_a.sd > 0 and duel.rounds > 1


def test_an_exact_score_is_its_own_interval(toy: eq.System) -> None:
    duel = toy.duel("Guard", "Ram", exact=True)
    assert duel.exact and duel.battles is None and duel.digest is None
    assert duel.score.low == duel.score.estimate == duel.score.high == pytest.approx(0.3)


def test_results_are_frozen_values(toy: eq.System) -> None:
    first, again = (toy.duel("Guard", "Ram", runs=10) for _ in range(2))
    other = toy.duel("Guard", "Ram", runs=10, seed=2)
    assert first == again and hash(first) == hash(again) and first != other
    with pytest.raises(AttributeError, match="frozen"):
        first.seed = 3  # type: ignore[misc]
    first.to_dict()["seed"] = 3
    first["options"]["second_draw"] = "changed"
    assert first == again and first.seed == 1 and first["options"] == again["options"]


def test_everything_can_be_pickled(ms: eq.System, toy: eq.System) -> None:
    duel = toy.duel("Guard", "Ram", runs=10)
    odds = ms.odds(attack="6d10+5", defence="8d10+3", dmg=300, pen=5)
    changed = ms.units["White Asura"].replace(hp=4800)
    for value in (duel, duel.score, odds, changed, ms, ms.units["Kestrel"]):
        assert pickle.loads(pickle.dumps(value)) == value
    copy = pickle.loads(pickle.dumps(ms))
    assert copy.duel("Kestrel", "Green Viking", runs=10) == ms.duel("Kestrel", "Green Viking", runs=10)
    assert dict(pickle.loads(pickle.dumps(ms.units))) == dict(ms.units)
    error = pickle.loads(pickle.dumps(eq.DatasetError("wrong", [("units.toml", 3, 4, "wrong")])))
    assert (error.file, error.line, error.column, str(error)) == ("units.toml", 3, 4, "wrong")


def test_tables_have_the_columns_of_the_command(ms: eq.System) -> None:
    duel = ms.duel("White Asura", "Blue Djinn", runs=100).to_polars()
    printed = run("duel", "White Asura", "Blue Djinn", "--runs", "100", "--format", "csv", "--quiet").stdout
    row = next(csv.DictReader(printed.splitlines()))
    assert set(row) <= set(duel.columns)
    assert {name: str(duel[name][0]) for name in row} == row
    odds = ms.odds(attack="6d10+5", defence="8d10+3", dmg=300, pen=5)
    printed = run(*"odds --attack 6d10+5 --defence 8d10+3 --dmg 300 --pen 5 --format csv".split()).stdout
    rows = {(row["distribution"], row["value"]): row["probability"] for row in csv.DictReader(printed.splitlines())}
    table = odds.to_polars()
    assert table.columns == ["distribution", "value", "probability"] and table.height > 50
    for name, value, probability in table.rows():
        assert float(rows[name, str(value)]) == probability


def test_odds_have_their_distributions_as_attributes(ms: eq.System) -> None:
    odds = ms.odds(attack="6d10+5", defence="8d10+3", dmg=300, pen=5)
    assert sum(odds.damage.values()) == pytest.approx(1.0)
    assert odds.damage == odds.distributions["damage"] and min(odds.damage) == 0
    assert set(odds.distributions) == {"hits", "defences", "unblocked", "failed_saves", "damage"}
    with pytest.raises(AttributeError, match="no distribution luck"):
        odds.luck


def test_points_have_their_units(ms: eq.System) -> None:
    points = ms.points(
        ["White Asura", "Blue Djinn", "Green Viking", "Kestrel"], budget=600, matchups=20, gauntlet=0, also=()
    )
    first = points.units[0]
    assert (first.name, first.listed) == ("White Asura", 205)
    assert first.implied.low < first.implied.estimate < first.implied.high
    assert points.to_polars()["implied"][0] == first.implied.estimate
    assert "White Asura" in points._repr_html_()


def test_ladders_and_audits_have_their_tables(ms: eq.System) -> None:
    ladder = ms.ladder(["greedy", "solo"], only=["duels"], runs=2)
    assert set(ladder.ratings) == {"greedy", "solo"} and ladder.ratings["greedy"].estimate == 0.0
    assert ladder.to_polars()["elo"].to_list() == [elo.estimate for elo in ladder.ratings.values()]
    assert ladder.plot().svg.startswith("<svg") and "Elo of 2 policies" in repr(ladder)
    play = ms.audit_play(only=["monotonicity"], units=["Kestrel"], against=["Blue Djinn"], runs=4)
    assert play.worse is not None and play.to_polars().height == len(play["monotonicity"]["cases"])
    tools = ms.audit_play(only=["tools"], units=["Kestrel", "Blue Djinn"], battles=2)
    assert tools.worse is None and tools["tools"] and tools.to_polars().height == 0 and tools._repr_html_()
    upgrades = eq.System(preset="wargame93").audit_upgrades(
        ["performance-upgrade"], units=["White Asura", "Blue Djinn", "Kestrel"], buyers=1, matchups=300, runs=2, also=()
    )
    worth = upgrades.worth["performance-upgrade"]
    assert worth.low < worth.estimate < worth.high and upgrades.battles > 0
    assert upgrades.to_polars()["worth"][0] == worth.estimate


def test_checks_of_the_program_have_their_tables() -> None:
    coverage = eq.coverage(replicates=50, only="Wilson")
    assert coverage.off == () and coverage.to_polars()["interval"][0] == "score, Wilson"
    # All checks take half a minute; that they begin and can be stopped takes a second.
    with pytest.raises(InterruptedError):
        eq.selfcheck(progress=stop)
    check = {"check": "dice", "what": "d6", "samples": 10, "statistic": 1.0, "allowed": 2.0, "passed": False}
    checked = eq.SelfcheckResult(json.dumps({"passed": False, "checks": [check]}))
    assert not checked.passed and checked.to_polars().rows() == [tuple(check.values())]
    assert repr(checked) == "<1 checks, 1 failed>"


def stop(_done: int, _total: int, noun: str) -> None:
    assert noun == "checks"
    raise InterruptedError


def test_charts_are_those_of_the_program(ms: eq.System, tmp_path: Path) -> None:
    odds = ms.odds(attack="6d10+5", defence="8d10+3", dmg=300, pen=5)
    (tmp_path / "odds.json").write_text(odds.to_json())
    done = run("chart", str(tmp_path / "odds.json"))
    assert done.returncode == 0, done.stderr
    chart = odds.plot()
    chart.save(tmp_path / "package.svg")
    assert (tmp_path / "package.svg").read_text() == (tmp_path / "odds.svg").read_text()
    assert chart._repr_svg_() == chart.svg and chart.title
    with pytest.raises(eq.EquipoiseError):
        eq.sprt(10, 10).plot()


def test_names_from_files_are_escaped_in_notebooks() -> None:
    rated = eq.ratings([("<script>", "B", 1), ("B", "<script>", 1)])
    assert "<script>" not in rated._repr_html_() and "&lt;script&gt;" in rated._repr_html_()


def test_units_are_values(ms: eq.System) -> None:
    asura = ms.units["White Asura"]
    changed = asura.replace(hp=4800).replace(points=220, upgrades=["performance-upgrade"])
    assert changed.changes == ("hp=4800", "points=220") and changed.upgrades == ("performance-upgrade",)
    assert not asura.changed and changed != asura and changed["hp"] == asura["hp"]
    assert "White Asura" in ms.units and "Nobody" not in ms.units
    assert ms.units.to_polars().height == len(ms.units)


def test_the_version_is_that_of_the_command() -> None:
    assert run("--version").stdout == f"equipoise {eq.__version__}\n"
