"""The recipes of docs/scaling.md, played on a small game by this machine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import equipoise as eq

PAGE = Path(__file__).resolve().parents[2] / "docs" / "scaling.md"
SHARDS = 3
"""Shards of a sweep here, in place of those of the page."""


def recipe(name: str, *changes: tuple[str, str]) -> str:
    """A file of the page, with some of its lines changed."""
    mark = rf"<!-- tested: {re.escape(name)} -->\n```\w+\n(.*?)^```$"
    found = re.search(mark, PAGE.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    assert found is not None, name
    text = found[1]
    for old, new in changes:
        assert old in text, f"{name} has no {old}"
        text = text.replace(old, new)
    return text


def bash(script: str, folder: Path, *options: str, **variables: str) -> None:
    """Runs a script in a folder with the programs of this environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = ["bash", *options, "-c", script]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PATH": path, **variables}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def alone(toy: eq.System, tmp_path: Path) -> eq.SweepResult:
    """The sweep as one machine plays it."""
    return toy.sweep("full", runs=20, out=tmp_path / "alone")


def test_an_array_of_jobs_makes_the_run_of_one_machine(alone: eq.SweepResult, tmp_path: Path) -> None:
    script = recipe("array.sh", ("--grid full --until 0.02", "--system toy --grid full --runs 20"), ("=64", f"={SHARDS}"))
    for number in range(1, SHARDS + 1):
        bash(script, tmp_path, SLURM_ARRAY_TASK_ID=str(number), SLURM_CPUS_PER_TASK="2")
    bash(recipe("merge.sh"), tmp_path)
    assert eq.open_run(tmp_path / "runs" / "full").digest == alone.digest


def test_a_job_that_was_stopped_goes_on(toy: eq.System, alone: eq.SweepResult, tmp_path: Path) -> None:
    def stop(done: int, _total: int, _noun: str) -> None:
        if done > 0:
            raise KeyboardInterrupt

    place = tmp_path / "runs" / "full-1"
    with pytest.raises(KeyboardInterrupt):
        toy.sweep("full", runs=500_000, out=place, progress=stop)
    assert place.with_name("full-1.partial").is_dir()
    script = recipe("array.sh", ("--grid full --until 0.02", "--system no-such-game"))
    # It does not begin again: the plan in its folder counts.
    bash(script, tmp_path, SLURM_ARRAY_TASK_ID="1", SLURM_CPUS_PER_TASK="2")
    assert eq.open_run(place).battles > alone.battles


def test_the_study_makes_the_run_of_one_machine_on_ray(alone: eq.SweepResult, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install equipoise[ray]")
    script = recipe("study.py", ("mechastellar", "toy"), ("until=0.02", "runs=20"), ("10_000", str(SHARDS)))
    (tmp_path / "study.py").write_text(script, encoding="utf-8")
    # Of a cluster that these tests have started.
    settings = {name: value for name, value in os.environ.items() if name != "RAY_ADDRESS"}
    command = [sys.executable, "study.py"]
    done = subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, text=True, check=False)
    if "cannot reach a Ray cluster" in done.stderr:
        pytest.skip("Ray does not start on this machine")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == alone.digest


def test_scripts_and_manifests_can_be_read(tmp_path: Path) -> None:
    for name in ("array.sh", "merge.sh", "ray.sh"):
        bash(recipe(name), tmp_path, "-n")
    yaml: Any = pytest.importorskip("yaml", reason="PyYAML, which Ray needs, is not installed")
    job = yaml.safe_load(recipe("study.yaml"))
    cluster = job["spec"]["rayClusterSpec"]
    groups = [cluster["headGroupSpec"], *cluster["workerGroupSpecs"]]
    images = {pod["image"] for group in groups for pod in group["template"]["spec"]["containers"]}
    assert len(images) == 1 and job["kind"] == "RayJob"
    version = cluster["rayVersion"]
    assert f"rayproject/ray:{version}-" in recipe("Dockerfile")
    assert f"ray=={version}" in (PAGE.parents[1] / "python" / "requirements.txt").read_text(encoding="utf-8")
