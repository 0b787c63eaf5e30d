"""Sweeps on a Ray cluster: two workers on this machine, workers that die, drivers that die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import equipoise as eq
import equipoise.ray

from conftest import Document

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install equipoise[ray]")

SHARDS = 8
RUNS = 200_000
"""Battles of a pairing with which a shard takes long enough to be killed."""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A cluster of two cores on this machine, which this program is connected to: its address."""
    before = Path.cwd()
    # Workers look for modules in the folder that Ray was started in, and that of the package has no native module.
    os.chdir(tmp_path_factory.mktemp("driver"))
    try:
        ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    except Exception as error:
        pytest.skip(f"Ray does not start on this machine: {error}")
    yield str(ray.get_runtime_context().gcs_address)
    ray.shutdown()
    os.chdir(before)


@pytest.fixture(scope="module")
def alone(toy: eq.System, tmp_path_factory: pytest.TempPathFactory) -> eq.SweepResult:
    """The sweep as one machine plays it."""
    return toy.sweep("full", runs=RUNS, out=tmp_path_factory.mktemp("alone"))


class Progress:
    """Notes the calls, and does something once so many shards are finished."""

    def __init__(self, at: int = -1, act: Any = None) -> None:
        self.calls: list[tuple[int, int, str]] = []
        self.at = at
        self.act = act

    def __call__(self, done: int, total: int, noun: str) -> None:
        self.calls.append((done, total, noun))
        if done == self.at:
            self.act()


def workers() -> list[int]:
    """Processes started by this one that are playing a shard."""
    parents, titles = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            titles[int(entry.name)] = (entry / "cmdline").read_text()
            parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    playing = [process for process, title in titles.items() if title.startswith("ray::equipoise shard")]

    def mine(process: int) -> bool:
        while process in parents and process != os.getpid():
            process = parents[process]
        return process == os.getpid()

    return [process for process in playing if mine(process)]


def driver(script: str, folder: Path) -> subprocess.Popen[str]:
    """Another Python program, in a folder of its own."""
    folder.mkdir()
    head = "import equipoise as eq, equipoise.ray\ntoy = eq.System('toy')\n"
    return subprocess.Popen(
        [sys.executable, "-c", head + script], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def same_run(one: eq.SweepResult, other: eq.SweepResult) -> bool:
    tables = ("results", "units", "margins", "tallies")
    files = [[(run.folder / f"{table}.parquet").read_bytes() for table in tables] for run in (one, other)]
    return one.digest == other.digest and files[0] == files[1]


def test_two_workers_play_the_run_of_one_machine(
    cluster: str, toy: eq.System, alone: eq.SweepResult, tmp_path: Path
) -> None:
    progress = Progress()
    run = eq.ray.sweep(toy, "full", shards=SHARDS, runs=RUNS, out=tmp_path / "run", progress=progress)
    assert same_run(run, alone) and run.shard is None and (run.folder / "report.html").is_file()
    assert progress.calls[: SHARDS + 1] == [(done, SHARDS, "shards") for done in range(SHARDS + 1)]
    assert [entry.name for entry in tmp_path.iterdir()] == ["run"]


def test_a_worker_that_is_killed_changes_nothing(
    cluster: str, toy: eq.System, alone: eq.SweepResult, tmp_path: Path
) -> None:
    killed: list[int] = []

    def kill_one() -> None:
        until = time.monotonic() + 30
        while not killed and time.monotonic() < until:
            for process in workers()[:1]:
                os.kill(process, signal.SIGKILL)
                killed.append(process)
            time.sleep(0.01)

    killing = threading.Thread(target=kill_one)
    progress = Progress(1, killing.start)
    run = eq.ray.sweep(toy, "full", shards=SHARDS, runs=RUNS, out=tmp_path / "run", progress=progress)
    killing.join()
    assert len(killed) == 1 and same_run(run, alone)


def test_a_shard_whose_workers_all_die_is_named(cluster: str, toy: eq.System, tmp_path: Path) -> None:
    stop = threading.Event()

    def kill_all() -> None:
        while not stop.wait(0.01):
            for process in workers():
                os.kill(process, signal.SIGKILL)

    killing = threading.Thread(target=kill_all)
    killing.start()
    try:
        lost = r"shard \d of 2 was lost once, the last time because its worker died; 0 of 2 shards are finished"
        with pytest.raises(eq.EquipoiseError, match=lost):
            eq.ray.sweep(toy, "full", shards=2, retries=0, runs=RUNS, out=tmp_path / "run")
    finally:
        stop.set()
        killing.join()


def test_a_driver_that_is_killed_is_resumed(
    cluster: str, toy: eq.System, alone: eq.SweepResult, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    asked = f"toy, 'full', shards={SHARDS}, runs={RUNS}, out={str(out)!r}"
    show = "progress=lambda done, *_: print(done, flush=True)"
    killed = driver(f"eq.ray.sweep({asked}, {show})", tmp_path / "driver")
    assert killed.stdout is not None
    for line in killed.stdout:
        if int(line) >= 2:
            break
    killed.kill()
    killed.communicate(timeout=60)
    assert not out.exists()
    finished = {shard.name: shard.stat().st_mtime_ns for shard in (tmp_path / "run.shards").glob(f"*of{SHARDS}")}
    assert 2 <= len(finished) < SHARDS

    with pytest.raises(eq.EquipoiseError, match=f"has this sweep in {SHARDS} shards, not in 3; discard"):
        eq.ray.sweep(toy, "full", shards=3, runs=RUNS, out=out)
    with pytest.raises(eq.EquipoiseError, match="has shards of another sweep; discard them with fresh=True"):
        eq.ray.sweep(toy, "full", runs=RUNS, out=out, seed=2)

    progress = Progress()
    # The number of shards is that of the folder.
    run = eq.ray.sweep(toy, "full", runs=RUNS, out=out, progress=progress)
    assert same_run(run, alone)
    assert progress.calls[0] == (len(finished), SHARDS, "shards")
    assert not (tmp_path / "run.shards").exists()


def test_ctrl_c_keeps_finished_shards(cluster: str, toy: eq.System, alone: eq.SweepResult, tmp_path: Path) -> None:
    press = Progress(2, lambda: os.kill(os.getpid(), signal.SIGINT))
    out = tmp_path / "run"
    kept = rf"interrupted; [2-7] of {SHARDS} shards are finished, in .*run\.shards"
    with pytest.raises(KeyboardInterrupt, match=kept):
        eq.ray.sweep(toy, "full", shards=SHARDS, runs=RUNS, out=out, progress=press)
    assert not out.exists()
    progress = Progress()
    assert same_run(eq.ray.sweep(toy, "full", shards=SHARDS, runs=RUNS, out=out, progress=progress), alone)
    assert progress.calls[0][0] >= 2


def test_a_cluster_is_joined_and_a_dataset_is_sent(cluster: str, tmp_path: Path, document: Document) -> None:
    dataset = Path(__file__).resolve().parents[2] / "datasets" / "bullseye"
    script = (
        f"system = eq.System('bullseye', dataset={str(dataset)!r})\n"
        f"run = eq.ray.sweep(system, runs=20, shards=3, address={cluster!r}, out='run')\n"
        "print(run.digest, run['manifest']['dataset']['name'], run['manifest']['command'])"
    )
    joined = driver(script, tmp_path / "driver")
    output, errors = joined.communicate(timeout=120)
    assert joined.returncode == 0, errors
    asked = ["--system", "bullseye", "--runs", "20", "--dataset", str(dataset), "--out", str(tmp_path / "command")]
    alone = document("sweep", *asked)["manifest"]
    assert output.strip() == f"{alone['digest']} {dataset} {alone['command']}"


def test_a_worker_of_another_version_is_refused(
    cluster: str, toy: eq.System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = eq.__version__
    monkeypatch.setattr(eq, "__version__", "0.0.0")
    with pytest.raises(eq.EquipoiseError) as caught:
        eq.ray.sweep(toy, runs=10, out=tmp_path / "run")
    expected = f"has version {version} of equipoise, this is 0.0.0; both must be the same"
    assert str(caught.value).endswith(expected) and str(caught.value).startswith("a worker on ")
    assert list(tmp_path.iterdir()) == []


def test_two_programs_do_not_play_into_one_folder(cluster: str, toy: eq.System, tmp_path: Path) -> None:
    def again() -> None:
        with pytest.raises(eq.EquipoiseError, match=r"run\.shards: another process is playing this sweep"):
            eq.ray.sweep(toy, runs=10, out=tmp_path / "run")
        told.append(True)

    told: list[bool] = []
    run = eq.ray.sweep(toy, runs=10, shards=2, out=tmp_path / "run", progress=Progress(1, again))
    assert told == [True] and run.digest == toy.sweep(runs=10, out=tmp_path / "alone").digest


def test_bad_input_is_told_before_a_battle(cluster: str, toy: eq.System, tmp_path: Path) -> None:
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "letter.txt").touch()
    (tmp_path / "run.shards").mkdir()
    (tmp_path / "run.shards" / "letter.txt").touch()
    (tmp_path / "half.partial").mkdir()
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"shards": 0}, "shards: expected a whole number of at least 1, got 0"),
        ({"retries": -1}, "retries: expected a whole number of at least 0, got -1"),
        ({"threads": 0}, "threads: expected a whole number of at least 1, got 0"),
        ({"address": 3}, "address: expected a name, got 3"),
        ({"address": cluster}, "connected to a Ray cluster already"),
        ({"policy": "brilliant"}, 'no policy named "brilliant"'),
        ({"progress": 3}, "progress: expected a function"),
        ({"out": tmp_path / "foreign"}, "foreign"),
        ({"out": tmp_path / "run"}, "holds no shards of a sweep"),
        ({"out": tmp_path / "half"}, "is an unfinished sweep of one machine"),
    ]
    for arguments, sentence in wrong:
        with pytest.raises(eq.EquipoiseError) as caught:
            eq.ray.sweep(toy, **{"runs": 10, "out": tmp_path / "new", **arguments})
        assert sentence in str(caught.value) and "\n" not in str(caught.value)
    names = ["foreign", "half.partial", "run.shards"]
    assert sorted(entry.name for entry in tmp_path.iterdir()) == names


def test_a_cluster_that_cannot_be_reached_is_one_sentence(tmp_path: Path) -> None:
    script = (
        "for address in ('127.0.0.1:9', 'no-such-host.invalid:6379', 'nonsense'):\n"
        "    try:\n"
        "        eq.ray.sweep(toy, runs=10, address=address)\n"
        "    except eq.EquipoiseError as error:\n"
        "        print(error)"
    )
    output, errors = driver(script, tmp_path / "driver").communicate(timeout=120)
    lines = output.splitlines()
    assert len(lines) == 3, errors
    assert all(line.startswith("cannot reach a Ray cluster at ") for line in lines)
    assert lines[0] == "cannot reach a Ray cluster at 127.0.0.1:9: Connection refused"
