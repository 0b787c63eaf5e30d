"""A row for each battle."""

from __future__ import annotations

import pickle
import signal
from pathlib import Path

import polars
import pytest

import equipoise as eq

from conftest import Document, run

RUNS = 300


def test_rows_add_up_to_the_result(ms: eq.System) -> None:
    duel = ms.duel("White Asura", "Blue Djinn", runs=RUNS, battles=True)
    assert duel == ms.duel("White Asura", "Blue Djinn", runs=RUNS)
    rows = duel.records
    assert rows["battle"].to_list() == list(range(RUNS)) and set(rows["seed"]) == {1}
    assert (rows["winner"] == "a").sum() == duel.wins_a and rows["winner"].null_count() == duel.draws
    assert rows["vp_a"].mean() == pytest.approx(duel.vp_a.mean) and rows["vp_b"].std() == pytest.approx(duel.vp_b.sd)
    assert rows["rounds"].mean() == pytest.approx(duel.rounds)
    assert (rows["seat_a"] == "a").sum() == RUNS // 2


def test_quantities_of_a_scenario_are_those_of_its_models(ms: eq.System) -> None:
    battle = ms.battle("skirmish", runs=40, battles=True)
    assert battle == ms.battle("skirmish", runs=40)
    rows = battle.records
    for side in ("a", "b"):
        for number, model in enumerate(battle[side]["units"], start=1):
            assert rows[f"survival_unit_{number}_{side}"].mean() == pytest.approx(model["survival"])
        momentum = battle[side]["momentum"]["mean_by_round"]
        assert rows[f"momentum_round_1_{side}"].mean() == pytest.approx(momentum[0])
        for name, total in battle[side].get("totals", {}).items():
            if isinstance(total, dict) and "mean" in total:
                assert rows[f"{name}_{side}"].mean() == pytest.approx(total["mean"])


def test_a_row_names_the_battle_that_is_replayed(toy: eq.System) -> None:
    duel = toy.duel("Guard", "Ram", runs=20, policy="demand", seed=7, battles=True)
    for row in duel.records.iter_rows(named=True):
        head = toy.replay("Guard", "Ram", battle=row["battle"], policy="demand", seed=row["seed"])["head"]
        assert head["winner"] == row["winner"] and head["rounds"] == row["rounds"]
        assert (head["vp"]["a"], head["vp"]["b"]) == (row["vp_a"], row["vp_b"])
        assert head["a"]["seat"] == row["seat_a"]


def test_rows_are_the_same_on_any_number_of_threads_and_for_the_command(
    toy: eq.System, tmp_path: Path, document: Document
) -> None:
    names = ("Guard", "Ram")
    one, two = (toy.duel(*names, runs=70_000, battles=tmp_path / f"{n}.parquet", threads=n) for n in (1, 2))
    assert one == two and (tmp_path / "1.parquet").read_bytes() == (tmp_path / "2.parquet").read_bytes()
    assert one.records.equals(toy.duel(*names, runs=70_000, battles=True).records)
    command = ["duel", "--system", "toy", *names, "--runs", "70000", "--battles", str(tmp_path / "command.parquet")]
    assert document(*command) == one.to_dict()
    assert (tmp_path / "command.parquet").read_bytes() == (tmp_path / "1.parquet").read_bytes()


def test_a_folder_gets_a_file(toy: eq.System, tmp_path: Path) -> None:
    battle = toy.battle("even", runs=10, battles=tmp_path / "new")
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["battles.parquet"]
    assert battle.records.equals(polars.read_parquet(tmp_path / "new" / "battles.parquet"))


def test_records_can_be_pickled(toy: eq.System, tmp_path: Path) -> None:
    for battles in (True, tmp_path / "rows.parquet"):
        duel = toy.duel("Guard", "Ram", runs=10, battles=battles)
        copy = pickle.loads(pickle.dumps(duel))
        assert copy == duel and copy.records.equals(duel.records)


def test_rows_that_are_not_there_are_told(toy: eq.System, tmp_path: Path) -> None:
    with pytest.raises(eq.EquipoiseError, match="not recorded; ask with battles=True"):
        toy.duel("Guard", "Ram", runs=10).records
    duel = toy.duel("Guard", "Ram", runs=10, battles=tmp_path / "rows.parquet")
    (tmp_path / "rows.parquet").unlink()
    with pytest.raises(eq.EquipoiseError, match="cannot read .*rows.parquet"):
        duel.records
    with pytest.raises(eq.EquipoiseError, match="sampled duel without a trace"):
        toy.duel("Guard", "Ram", exact=True, battles=True)
    with pytest.raises(eq.EquipoiseError, match="battles: expected a path"):
        toy.duel("Guard", "Ram", battles=3)  # type: ignore[arg-type]


def test_ctrl_c_leaves_no_part_of_a_file(toy: eq.System, tmp_path: Path) -> None:
    def stop(done: int, total: int, noun: str) -> None:
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        toy.duel("Guard", "Ram", runs=400_000_000, battles=tmp_path, progress=stop)
    assert not list(tmp_path.iterdir())


def test_the_command_refuses_what_has_no_battles() -> None:
    done = run("duel", "--system", "toy", "Guard", "Ram", "--exact", "--battles", "rows.parquet")
    assert done.returncode == 2 and "cannot be used with" in done.stderr
