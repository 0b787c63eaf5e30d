"""How an analysis runs: threads, other Python threads, progress, notes, Ctrl-C."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

import equipoise as eq

from conftest import PROGRAM, Document

LONG = 1_000_000_000_000
"""More battles than a test would wait for."""


def press_ctrl_c_after(seconds: float) -> threading.Timer:
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_the_number_of_threads_changes_nothing(ms: eq.System) -> None:
    one, three = (ms.duel("White Asura", "Blue Djinn", runs=500, threads=threads) for threads in (1, 3))
    assert one == three and one.to_json() == three.to_json()
    first, second = (
        ms.points(["Kestrel", "Green Viking"], budget=300, matchups=20, gauntlet=0, threads=threads)
        for threads in (1, 3)
    )
    assert first == second


def test_ctrl_c_ends_a_long_duel_at_once(toy: eq.System) -> None:
    started = time.monotonic()
    timer = press_ctrl_c_after(0.5)
    with pytest.raises(KeyboardInterrupt):
        toy.duel("Guard", "Ram", runs=LONG)
    timer.join()
    assert time.monotonic() - started < 10
    assert toy.duel("Guard", "Ram", runs=10).battles == 10


def test_ctrl_c_keeps_what_a_sweep_has_played(toy: eq.System, tmp_path: Path, document: Document) -> None:
    pressed: list[bool] = []

    def press(done: int, _total: int, _noun: str) -> None:
        # Some pairings are complete then, so there is a checkpoint.
        if done > 1_000_000 and not pressed:
            pressed.append(True)
            os.kill(os.getpid(), signal.SIGINT)

    place = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt, match="to continue: equipoise.resume"):
        toy.sweep("full", runs=200_000, out=place, progress=press, checkpoint_every_s=0.01)
    assert not place.exists()
    resumed = eq.resume(place)
    whole = document("sweep", "--system", "toy", "--grid", "full", "--runs", "200000", "--out", str(tmp_path / "whole"))
    assert resumed.digest == whole["manifest"]["digest"]


def test_battles_of_a_price_map_are_kept_and_serve_another(tmp_path: Path) -> None:
    bullseye, kept = eq.System("bullseye"), tmp_path / "kept"

    def price(matchups: int, keep: Path | None) -> eq.PriceMapResult:
        return bullseye.price_map(matchups=matchups, also=(), policy="rulebook", keep=keep)

    assert price(800, kept) == price(800, None)
    (kind,) = kept.iterdir()
    segments = sorted(kind.glob("*.parquet"))
    # Fewer matchups play nothing.
    assert price(400, kept) == price(400, None)
    assert sorted(kind.glob("*.parquet")) == segments
    with pytest.raises(eq.EquipoiseError, match="keep: expected a path"):
        bullseye.price_map(keep=3)  # type: ignore[arg-type]


def test_ctrl_c_ends_the_command_with_130(tmp_path: Path) -> None:
    place = tmp_path / "run"
    command = [str(PROGRAM), *"sweep --system toy --grid full --runs 10000000 --out".split(), str(place)]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    # The folder of checkpoints appears when the command listens for Ctrl-C.
    while not place.with_suffix(".partial").exists() and time.monotonic() < until:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    output, errors = running.communicate(timeout=60)
    assert (running.returncode, output) == (130, "")
    assert "error: interrupted; " in errors and "Traceback" not in errors


def test_other_threads_go_on_while_battles_run(toy: eq.System) -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.wait(0.001):
            counted += 1

    counting = threading.Thread(target=count)
    counting.start()
    toy.duel("Guard", "Ram", runs=20_000_000, threads=1)
    done.set()
    counting.join()
    assert counted > 50


def test_duels_run_in_several_python_threads(toy: eq.System) -> None:
    alone = toy.duel("Guard", "Ram", runs=1_000)
    found: list[eq.DuelResult] = []
    several = [
        threading.Thread(target=lambda: found.append(toy.duel("Guard", "Ram", runs=1_000))) for _ in range(8)
    ]
    for thread in several:
        thread.start()
    for thread in several:
        thread.join()
    assert found == [alone] * 8


def test_progress_is_called_up_to_the_end(toy: eq.System) -> None:
    calls: list[tuple[int, int, str]] = []
    toy.duel("Guard", "Ram", runs=20_000_000, progress=lambda *call: calls.append(call))
    assert calls and calls[-1] == (20_000_000, 20_000_000, "battles")
    assert [done for done, _, _ in calls] == sorted(done for done, _, _ in calls)


def test_an_exception_of_progress_ends_the_analysis(toy: eq.System) -> None:
    def fail(done: int, total: int, noun: str) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        toy.duel("Guard", "Ram", runs=LONG, progress=fail)


def test_notes_are_logged(toy: eq.System, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="equipoise"):
        toy.duel("Guard", "Ram", runs=11)
    assert [record.getMessage() for record in caplog.records] == [
        "11 battles rounded up to 12, so that both seats are played equally"
    ]
