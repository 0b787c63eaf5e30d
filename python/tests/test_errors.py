"""Bad input: one exception with one clear sentence."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import equipoise as eq
import equipoise.ray
from equipoise import _equipoise

from conftest import run

DUEL = ("White Asura", "Blue Djinn")

REFUSALS: dict[str, tuple[Callable[[Any], object], str]] = {
    "system": (lambda _: eq.System("chess"), "no game or dataset folder named 'chess'; the games are mechastellar"),
    "unit": (lambda ms: ms.duel("Nobody", "Kestrel"), '"Nobody"'),
    "unit of a mapping": (lambda ms: ms.units["Nobody"], "no unit named 'Nobody'"),
    "type of a unit": (lambda ms: ms.duel(3, "Kestrel"), "a: expected a name, got 3"),
    "negative runs": (lambda ms: ms.duel(*DUEL, runs=-5), "runs: expected a whole number of at least 1, got -5"),
    "no runs": (lambda ms: ms.duel(*DUEL, runs=0), "runs: expected a whole number of at least 1, got 0"),
    "runs that are no number": (lambda ms: ms.duel(*DUEL, runs="10"), "runs: expected a whole number"),
    "runs that are true": (lambda ms: ms.duel(*DUEL, runs=True), "runs: expected a whole number"),
    "too many runs": (lambda ms: ms.duel(*DUEL, runs=2**63), "battles"),
    "until": (lambda ms: ms.duel(*DUEL, until=0.9), "half-width"),
    "until that is no number": (lambda ms: ms.duel(*DUEL, until=float("nan")), "until: expected a number, got nan"),
    "two goals": (lambda ms: ms.duel(*DUEL, runs=10, until=0.1), "runs and until exclude each other"),
    "margin alone": (lambda ms: ms.duel(*DUEL, margin=0.1), "margin needs decide"),
    "policy": (lambda ms: ms.duel(*DUEL, policy="brilliant"), 'no policy named "brilliant" in mechastellar; expected'),
    "three policies": (lambda ms: ms.duel(*DUEL, policy=("a", "b", "c")), "policy: expected a name, or a name for"),
    "seed": (lambda ms: ms.duel(*DUEL, seed=-1), "seed: expected a whole number of at least 0, got -1"),
    "large seed": (lambda ms: ms.duel(*DUEL, seed=2**64), "seed: expected at most"),
    "threads": (lambda ms: ms.duel(*DUEL, threads=0), "threads: expected a whole number of at least 1, got 0"),
    "progress": (lambda ms: ms.duel(*DUEL, progress=3), "progress: expected a function"),
    "option": (lambda _: eq.System(options={"luck": 1}).duel(*DUEL, runs=2), "luck"),
    "value of an option": (lambda _: eq.System(options={"hex_in": 3}).duel(*DUEL, runs=2), "hex_in"),
    "preset": (lambda _: eq.System(preset="none such"), "no preset named 'none such': the presets are wargame93"),
    "preset and option": (
        lambda _: eq.System(preset="wargame93", options={"traits": False}),
        "preset wargame93 sets traits=true, options set traits=false",
    ),
    "scenario": (lambda ms: ms.battle("no such", runs=2), "no such"),
    "grid": (lambda ms: ms.sweep("huge"), "grid: expected one of standard, full, got 'huge'"),
    "shard of two numbers": (lambda ms: ms.sweep(shard=3), "shard: expected its number and how many there are"),
    "shard beyond the last": (lambda ms: ms.sweep(shard=(4, 3)), "such as (3, 16), got (4, 3)"),
    "shard zero": (lambda ms: ms.sweep(shard=(0, 3)), "shard: expected a whole number of at least 1, got 0"),
    "one folder to merge": (lambda _: eq.merge("runs"), "shards: expected a list of runs or folders, got 'runs'"),
    "nothing to merge": (lambda _: eq.merge([]), "expected a folder"),
    "no shard": (lambda _: eq.merge(["no such"]), "no such"),
    "one policy": (lambda ms: ms.ladder(["greedy"]), "expected two policies or more"),
    "part of a ladder": (lambda ms: ms.ladder(only=["sieges"]), "only: expected one of scenarios, duels, got 'sieges'"),
    "one scenario": (lambda ms: ms.ladder(scenarios="simple-battle"), "scenarios: expected a list of names or files"),
    "part of an audit": (lambda ms: ms.audit_play(only=["luck"]), "only: expected one of monotonicity, tools, gain"),
    "upgrade of an audit": (lambda ms: ms.audit_upgrades(["luck"]), "luck"),
    "goal of a ladder": (lambda ms: ms.ladder(max_runs=2), "max_runs needs until or decide"),
    "replicates": (lambda _: eq.coverage(replicates=3), "replicates: expected a whole number of at least 20, got 3"),
    "names in one string": (lambda ms: ms.points("Kestrel"), "units: expected a list of units, got 'Kestrel'"),
    "changed unit": (
        lambda ms: ms.duel(ms.units["Kestrel"].replace(hp=1), "Kestrel"),
        "a: Kestrel with hp=1 is not a unit of the dataset; System.variant",
    ),
    "unchanged unit": (lambda ms: ms.variant(ms.units["Kestrel"], runs=2), ""),
    "field": (lambda ms: ms.variant(ms.units["Kestrel"].replace(charm=3), runs=2), "charm"),
    "upgrade": (lambda ms: ms.variant(ms.units["Kestrel"].replace(upgrades=["luck"]), runs=2), "luck"),
    "attack": (lambda ms: ms.odds(attack="6d"), "6d"),
    "argument of odds": (lambda ms: ms.odds(attack="6d10", charm=3), "charm"),
    "games": (lambda _: eq.ratings("no such.csv"), "no such.csv"),
    "no games": (lambda _: eq.ratings(3), "games: expected a file or a data frame, got 3"),
    "no results": (lambda _: eq.meta(), "meta needs results or payoff, and not both"),
    "run": (lambda _: eq.resume("no such"), "no such"),
    "baseline": (lambda ms: eq.gate("no such.toml", ms), "no such.toml"),
    "counts": (lambda _: eq.sprt(1), "sprt needs wins and losses, or pentanomial"),
    "model": (lambda _: eq.sprt(1, 1, model="linear"), "model: expected one of normalized, logistic, got 'linear'"),
    "question": (lambda _: _equipoise.ask("why", "{}"), 'no question named "why"'),
}


@pytest.mark.parametrize("wrong", REFUSALS)
def test_bad_input_is_one_exception_with_one_sentence(wrong: str, ms: eq.System) -> None:
    ask, sentence = REFUSALS[wrong]
    with pytest.raises(eq.EquipoiseError) as caught:
        ask(ms)
    message = str(caught.value)
    assert sentence in message and "\n" not in message
    assert message and "Error" not in message and caught.value.__cause__ is None


def test_an_unknown_kind_of_interval_is_told_with_the_known_ones() -> None:
    with pytest.raises(eq.EquipoiseError, match='no row has "luck" in its name; the rows are\n  score, Wilson\n'):
        eq.coverage(only="luck", replicates=20)


def test_a_sweep_on_a_cluster_without_ray_names_what_to_install(
    toy: eq.System, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(eq.EquipoiseError, match=r"^equipoise\.ray needs the package ray; install equipoise\[ray\]$"):
        eq.ray.sweep(toy, runs=10)


def test_a_dataset_with_three_mistakes_tells_all_three(dataset: Path) -> None:
    units = dataset / "units.toml"
    lines = units.read_text().splitlines()
    wrong = [at for at, line in enumerate(lines) if line.startswith("role = ")][:3]
    for at in wrong:
        lines[at] = 'role = "clown"'
    units.write_text("\n".join(lines))
    with pytest.raises(eq.DatasetError) as caught:
        eq.System(dataset)
    error = caught.value
    assert [problem.line for problem in error.problems] == [at + 1 for at in wrong]
    assert (error.file, error.line) == (str(units), wrong[0] + 1)
    assert error.column is not None and error.column >= 1
    assert all("clown" in problem.message for problem in error.problems)
    assert str(error).count(str(units)) == 3
    told = run("validate", str(dataset))
    assert all(str(problem.line) in told.stdout for problem in error.problems)


def test_a_panic_is_an_exception_with_its_place() -> None:
    with pytest.raises(eq.InternalError, match=r"questions\.rs:\d+:\d+:\s+asked for by a test"):
        _equipoise.ask("panic", "{}")


def test_the_command_has_its_exit_codes(tmp_path: Path) -> None:
    assert run("duel", "Guard", "Ram", "--system", "toy", "--runs", "2").returncode == 0
    refused = run("duel", "Nobody", "Kestrel")
    assert refused.returncode == 2 and refused.stderr.startswith("error: ") and not refused.stdout
    usage = run("duel")
    assert usage.returncode == 2 and "Usage: equipoise duel" in usage.stderr
    assert run("ratings", str(tmp_path / "none.csv")).returncode == 3
    helped = run("--help")
    assert helped.returncode == 0 and "Exit codes:" in helped.stdout and not helped.stderr


def test_what_is_no_run_or_no_result_is_told(tmp_path: Path) -> None:
    with pytest.raises(eq.EquipoiseError, match="manifest.json"):
        eq.open_run(tmp_path)
    file = tmp_path / "result.json"
    with pytest.raises(eq.EquipoiseError, match="cannot read .*result.json: No such file"):
        eq.open_result(file)
    for content, said in (
        ("{", "result.json is not JSON"),
        ("[]", 'expected a document with a "kind" of battle, compare, duel'),
        ('{"schema": 1, "kind": "poem"}', 'expected a document with a "kind"'),
        ('{"schema": 2, "kind": "duel"}', "result.json has schema 2; this version reads schema 1"),
    ):
        file.write_text(content, encoding="utf-8")
        with pytest.raises(eq.EquipoiseError, match=re.escape(said)):
            eq.open_result(file)
