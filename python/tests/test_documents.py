"""Every question gives the document that the command prints for the same plan and seed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import equipoise as eq
from equipoise._questions import KINDS, RESULT_SCHEMA

from conftest import Document, run

GAMES = "a,b,result\nAda,Bob,1\nBob,Cy,0.5\nCy,Ada,1\nBob,Ada,1\nAda,Cy,1\n"
UNITS = "White Asura,Blue Djinn,Green Viking,Kestrel"
NAMES = UNITS.split(",")
DUEL = ("White Asura", "Blue Djinn")

QUESTIONS: dict[str, tuple[list[str], Callable[[eq.System], eq.Result]]] = {
    "duel": (
        ["duel", *DUEL, "--runs", "200", "--seed", "7"],
        lambda ms: ms.duel(*DUEL, runs=200, seed=7),
    ),
    "duel of two policies": (
        ["duel", *DUEL, "--runs", "20", "--policy-a", "greedy", "--policy-b", "solo"],
        lambda ms: ms.duel(*DUEL, runs=20, policy=("greedy", "solo")),
    ),
    "duel until": (
        ["duel", *DUEL, "--until", "0.1", "--confidence", "0.9"],
        lambda ms: ms.duel(*DUEL, until=0.1, confidence=0.9),
    ),
    "duel decide": (
        ["duel", *DUEL, "--decide", "0.5", "--margin", "0.1", "--max-runs", "500"],
        lambda ms: ms.duel(*DUEL, decide=0.5, margin=0.1, max_runs=500),
    ),
    "duel with a trace": (
        ["duel", *DUEL, "--runs", "64", "--trace"],
        lambda ms: ms.duel(*DUEL, runs=64, trace=True),
    ),
    "duel of profiles": (
        ["duel", "F3P5:sniper", "F3P5:melee", "--runs", "20"],
        lambda ms: ms.duel(ms.profiles["F3P5:sniper"], "F3P5:melee", runs=20),
    ),
    "duel under a preset": (
        ["duel", *DUEL, "--runs", "20", "--preset", "wargame93", "--option", "hex_in=4"],
        lambda _: eq.System(preset="wargame93", options={"hex_in": 4}).duel(*DUEL, runs=20),
    ),
    "exact duel": (
        ["duel", "--system", "toy", "Guard", "Ram", "--exact"],
        lambda _: eq.System("toy").duel("Guard", "Ram", exact=True),
    ),
    "battle": (
        ["battle", "simple-battle", "--runs", "4"],
        lambda ms: ms.battle("simple-battle", runs=4),
    ),
    "odds": (
        ["odds", "--attack", "6d10+5", "--defence", "8d10+3", "--dmg", "300", "--pen", "5", "--sample", "50"],
        lambda ms: ms.odds(attack="6d10+5", defence="8d10+3", dmg=300, pen=5, sample=50),
    ),
    "odds of another game": (
        ["odds", "--system", "bullseye", "--boxes", "6", "--configurations", "2"],
        lambda _: eq.System("bullseye").odds(boxes=6, configurations=2),
    ),
    "points": (
        ["points", "--budget", "600", "--units", UNITS, "--matchups", "20", "--gauntlet", "2"],
        lambda ms: ms.points(NAMES, budget=600, matchups=20, gauntlet=2),
    ),
    "points under one policy": (
        ["points", "--budget", "600", "--units", UNITS, "--matchups", "20", "--gauntlet", "0", "--also", "none"],
        lambda ms: ms.points([ms.units[name] for name in NAMES], budget=600, matchups=20, gauntlet=0, also=()),
    ),
    "price map": (
        ["points", "--system", "bullseye", "--grid", "standard", "--matchups", "800", "--also", "none"],
        lambda _: eq.System("bullseye").price_map("standard", matchups=800, also=()),
    ),
    "variant": (
        ["variant", "White Asura", "--set", "hp=4800", "--runs", "4", "--matchups", "0", "--against", "Kestrel"],
        lambda ms: ms.variant(ms.units["White Asura"].replace(hp=4800), runs=4, matchups=0, against=["Kestrel"]),
    ),
    "variant with an upgrade": (
        ["variant", "White Asura", "--upgrade", "performance-upgrade", "--runs", "4", "--matchups", "0"],
        lambda ms: ms.variant(
            ms.units["White Asura"].replace(upgrades=["performance-upgrade"]), runs=4, matchups=0
        ),
    ),
    "whatif": (
        ["whatif", "--option", "advantage_mode=crit_range", "--units", "Kestrel", "--runs", "4", "--matchups", "0"],
        lambda ms: ms.whatif({"advantage_mode": "crit_range"}, units=["Kestrel"], runs=4, matchups=0),
    ),
    "ladder": (
        ["ladder", "--policies", "greedy,solo", "--only", "duels", "--runs", "2", "--seed", "3"],
        lambda ms: ms.ladder(["greedy", "solo"], only=["duels"], runs=2, seed=3),
    ),
    "ladder of another game": (
        ["ladder", "--system", "bullseye", "--until", "0.1", "--max-runs", "200"],
        lambda _: eq.System("bullseye").ladder(until=0.1, max_runs=200),
    ),
    "audit of play": (
        ["audit", "play", "--only", "monotonicity", "--units", "Kestrel", "--against", "Blue Djinn", "--runs", "4"],
        lambda ms: ms.audit_play(only=["monotonicity"], units=["Kestrel"], against=["Blue Djinn"], runs=4),
    ),
    "audit of tools": (
        ["audit", "play", "--only", "tools", "--units", UNITS, "--battles", "2", "--policy", "solo"],
        lambda ms: ms.audit_play(only=["tools"], units=NAMES, battles=2, policy="solo"),
    ),
    "audit of upgrades": (
        ["audit", "upgrades", "--upgrades", "performance-upgrade", "--units", UNITS, "--buyers", "1"]
        + ["--matchups", "20", "--runs", "2", "--also", "none"],
        lambda _: eq.System(preset="wargame93").audit_upgrades(
            ["performance-upgrade"], units=NAMES, buyers=1, matchups=20, runs=2, also=()
        ),
    ),
    "coverage": (
        ["coverage", "--replicates", "50", "--only", "points", "--seed", "2"],
        lambda _: eq.coverage(replicates=50, only="points", seed=2),
    ),
    "sprt": (
        ["sprt", "--wins", "136", "--losses", "96", "--draws", "111", "--elo1", "40", "--model", "logistic"],
        lambda _: eq.sprt(136, 96, 111, elo1=40, model="logistic"),
    ),
    "sprt of pairs": (
        ["sprt", "--pentanomial", "365,16618,36229,16974,390", "--elo1", "2"],
        lambda _: eq.sprt(pentanomial=(365, 16618, 36229, 16974, 390), elo1=2),
    ),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_gives_the_document_of_the_command(
    question: str, ms: eq.System, document: Document
) -> None:
    arguments, ask = QUESTIONS[question]
    result = ask(ms)
    assert result.to_dict() == document(*arguments)
    kind = result.to_dict().get("kind")
    if kind is not None:
        assert KINDS[kind] is type(result) and result["schema"] == RESULT_SCHEMA


@pytest.mark.parametrize("question", ["duel", "battle", "odds", "points", "price map", "variant", "ladder"])
def test_a_result_is_opened_from_what_the_command_printed(question: str, ms: eq.System, tmp_path: Path) -> None:
    arguments, ask = QUESTIONS[question]
    printed = run(*arguments, "--quiet", "--format", "json")
    (tmp_path / "result.json").write_text(printed.stdout, encoding="utf-8")
    opened, asked = eq.open_result(tmp_path / "result.json"), ask(ms)
    assert type(opened) is type(asked)
    assert opened == asked and hash(opened) == hash(asked)
    (tmp_path / "again.json").write_text(opened.to_json(), encoding="utf-8")
    assert eq.open_result(tmp_path / "again.json") == asked


def test_ratings_and_meta_read_files_frames_and_rows(tmp_path: Path, document: Document) -> None:
    import polars

    file = tmp_path / "games.csv"
    file.write_text(GAMES)
    table = polars.read_csv(file)
    rated = document("ratings", str(file))
    for games in (file, str(file), table, table.rows()):
        assert eq.ratings(games).to_dict() == rated
    assert eq.meta(table, resamples=20).to_dict() == document("meta", str(file), "--resamples", "20")
    matrix = tmp_path / "payoff.csv"
    matrix.write_text("A,B,C\n0,1,-1\n-1,0,1\n1,-1,0\n")
    payoff = document("meta", "--payoff", str(matrix))
    assert eq.meta(payoff=matrix).to_dict() == payoff
    assert eq.meta(payoff=polars.read_csv(matrix)).to_dict() == payoff
    assert eq.meta(payoff=matrix).weights == pytest.approx({"A": 1 / 3, "B": 1 / 3, "C": 1 / 3})


def test_replays_have_the_events_of_the_command(ms: eq.System) -> None:
    import json

    done = run("replay", *DUEL, "--battle", "3", "--format", "json")
    head, *events = map(json.loads, done.stdout.splitlines())
    replay = ms.replay(*DUEL, battle=3)
    assert (replay["head"], replay.events) == (head, events)
    assert str(replay) and len(replay.log) > 5
    done = run("battle", "simple-battle", "--replay", "1", "--format", "json")
    head, *events = map(json.loads, done.stdout.splitlines())
    shown = ms.replay_battle("simple-battle", battle=1, picture=True)
    assert (shown["head"], shown.events) == (head, events)
    assert shown.plot().svg.startswith("<svg")


def test_a_sweep_has_the_tables_and_the_digest_of_the_command(
    toy: eq.System, tmp_path: Path, document: Document
) -> None:
    by_command = document("sweep", "--system", "toy", "--runs", "10", "--out", str(tmp_path / "command"))
    sweep = toy.sweep("standard", runs=10, out=tmp_path / "package")
    assert sweep.digest == by_command["manifest"]["digest"]
    for table in ("results", "units", "margins", "tallies"):
        files = [tmp_path / folder / f"{table}.parquet" for folder in ("command", "package")]
        assert files[0].read_bytes() == files[1].read_bytes(), table
    assert (sweep.folder / "report.html").is_file()
    assert sweep.results.height == sweep.pairings == by_command["manifest"]["pairings"]
    assert sweep.units.height == by_command["manifest"]["units"]
    assert eq.resume(sweep, runs=20).battles == 2 * sweep.battles
    opened = eq.open_run(tmp_path / "package")
    assert opened.manifest["runs"] == 20 and opened.prices is None and opened.margins.height > 0
    both = eq.compare(tmp_path / "command", sweep)
    assert both.to_dict() == document("compare", str(tmp_path / "command"), str(sweep.folder))


def test_shards_and_their_merged_run_are_those_of_the_command(
    toy: eq.System, tmp_path: Path, document: Document
) -> None:
    parts = []
    for number in (1, 2, 3):
        folders = [tmp_path / f"{by}{number}" for by in ("command", "package")]
        asked = ["--system", "toy", "--runs", "10", "--shard", f"{number}/3", "--out", str(folders[0])]
        by_command = document("sweep", *asked)
        shard = toy.sweep(runs=10, shard=(number, 3), out=folders[1])
        assert untimed(shard) == untimed(by_command) and shard.shard == (number, 3)
        assert (folders[0] / "tallies.parquet").read_bytes() == (folders[1] / "tallies.parquet").read_bytes()
        parts.append(shard)
    opened = eq.open_run(parts[0].folder)
    assert untimed(opened) == untimed(parts[0]) and opened.shard == (1, 3)
    with pytest.raises(eq.EquipoiseError, match="shard 1 of 3 has no tables; equipoise.merge"):
        parts[0].results
    with pytest.raises(eq.EquipoiseError, match="1 of 3 shards are missing: 2/3"):
        eq.merge([parts[2], parts[0]], out=tmp_path / "package")
    # In any order, as results and as folders, whoever played them.
    merged = eq.merge([parts[2], tmp_path / "command1", parts[1]], out=tmp_path / "package")
    places = [str(part.folder) for part in parts]
    by_command = document("merge", *places, "--out", str(tmp_path / "command"))
    assert untimed(merged) == untimed(by_command) and merged.shard is None
    whole = toy.sweep(runs=10, out=tmp_path / "whole")
    assert merged.digest == whole.digest and merged.results.equals(whole.results)
    for table in ("results", "units", "margins", "tallies"):
        files = [tmp_path / folder / f"{table}.parquet" for folder in ("command", "package", "whole")]
        assert len({file.read_bytes() for file in files}) == 1, table


def test_an_opened_run_has_its_tables_and_its_prices(tmp_path: Path) -> None:
    game = eq.System("bullseye")
    sweep = game.sweep(runs=2, price_matchups=800, out=tmp_path / "run")
    opened = eq.open_run(tmp_path / "run")
    assert untimed(opened) == untimed(sweep) and opened.results.equals(sweep.results)
    assert "report.html" in opened.manifest["files"]
    assert opened.prices is not None and opened.prices == eq.open_result(tmp_path / "run" / "prices.json")
    assert opened.prices.to_polars()["implied"].is_finite().all()


def untimed(saved: eq.SweepResult | dict[str, Any]) -> dict[str, Any]:
    """The document of a saved run without its place, its times, and the names of the files that were written last."""
    document: dict[str, Any] = saved.to_dict() if isinstance(saved, eq.SweepResult) else saved
    unsaid = ("folder", "battles_per_second", "manifest")
    manifest = {name: value for name, value in document["manifest"].items() if name not in ("elapsed_seconds", "files")}
    return {**{name: value for name, value in document.items() if name not in unsaid}, "manifest": manifest}


def test_a_sweep_with_usual_battles_is_priced_as_the_command_prices_it(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        eq.System(options={"hex_in": 4}).sweep(out=tmp_path / "run", policy="solo", progress=interrupt)
    with pytest.raises(eq.EquipoiseError, match="run: the run is unfinished; .*equipoise resume"):
        eq.open_run(tmp_path / "run")
    plan = (tmp_path / "run.partial" / "plan.json").read_text()
    assert '"price_matchups":8000' in plan.replace(" ", "")


def interrupt(done: int, _total: int, _noun: str) -> None:
    # Some pairings are complete then, so there is a checkpoint.
    if done > 20_000:
        raise KeyboardInterrupt


def test_a_gate_passes_against_the_baseline_of_the_command(
    toy: eq.System, tmp_path: Path, document: Document
) -> None:
    file = tmp_path / "base.toml"
    recorded = document("baseline", "--system", "toy", "--out", str(file), "--margin", "0.1")
    text = file.read_bytes()
    assert toy.baseline(file, margin=0.1).to_dict() == recorded
    assert file.read_bytes() == text
    passed = eq.gate(file, toy)
    assert passed.passed
    assert passed.to_dict() == document("gate", "--system", "toy", "--baseline", str(file))


def test_lists_are_those_of_the_command(ms: eq.System, document: Document) -> None:
    assert [dict(unit.fields)["name"] for unit in ms.units.values()] == list(ms.units)
    listed = document("list", "units")["units"]
    assert [row["name"] for row in listed] == list(ms.units)
    assert ms.units["White Asura"]["hp"] == listed[0]["hp"]
    assert len(ms.profiles) == 550
    assert list(ms.policies) == [row["name"] for row in document("list", "policies")["policies"]]
    assert ms.options == document("list", "options")["options"]
    assert ms.scenarios == document("list", "scenarios")["scenarios"]
    assert eq.systems() == {row["name"]: row["summary"] for row in document("list", "systems")["systems"]}


def test_a_dataset_folder_plays_as_the_command_plays_it(dataset: Path, document: Document) -> None:
    duel = eq.System(dataset).duel(*DUEL, runs=20)
    assert duel.to_dict() == document("duel", *DUEL, "--runs", "20", "--dataset", str(dataset))
    assert eq.validate(dataset).to_dict() == document("validate", str(dataset))
    assert eq.validate(dataset).sound
