"""The table of ratios reads criterion's files as they are laid out."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RATIOS = Path(__file__).resolve().parent.parent / "ratios"
# Nanoseconds for each element, and elements for each iteration.
BENCHES = {
    "dice/next_u64": (0.5, 1024),
    "dice/table/10d10": (1.0, 1024),
    "dice/ten_random_ranges": (10.0, 1024),
    "dice/die_by_die/10d10": (5.5, 1024),
    "attack/next_u64": (0.5, 1024),
    "attack/table/rifle": (8.0, 1024),
    "attack/exact_odds": (21_000.0, 1),
    "duel/next_u64": (0.5, 1024),
    "duel/basic_solo/middle": (340.0, 1),
    "duel/elite_greedy/asura_v_djinn": (1_300.0, 1),
    "duel/bullseye_rulebook/standard": (1_000.0, 1),
    "duel/thirty_mm_stand/pistols": (400.0, 1),
    "duel/thirty_mm_plain/pistols": (2_000.0, 1),
    "battle/next_u64": (0.5, 1024),
    "battle/solo/5_v_5": (75_000.0, 1),
    "battle/thirty_mm_plain/3_v_3": (60_000.0, 1),
    "sweep/threads_1": (400.0, 30_000),
    "sweep/threads_2": (200.0, 30_000),
}


class Ratios(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.target = Path(folder.name)

    def lay_out(self, name: str) -> None:
        """Files of one bench as criterion writes them; samples are half as long as the median."""
        each, elements = BENCHES[name]
        group, _, function = name.partition("/")
        folder = self.target / "criterion" / group / function.replace("/", "_") / "new"
        folder.mkdir(parents=True)
        throughput = {"Elements": elements} if elements > 1 else None
        spent = each * elements
        for file, content in {
            "benchmark.json": {"full_id": name, "throughput": throughput},
            "estimates.json": {"median": {"point_estimate": spent}},
            "sample.json": {"iters": [10.0, 20.0], "times": [10 * spent, 10 * spent]},
        }.items():
            (folder / file).write_text(json.dumps(content), encoding="utf-8")

    def run_script(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, str(RATIOS), *arguments],
            env={**os.environ, "CARGO_TARGET_DIR": str(self.target)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            universal_newlines=True,
        )

    def rows(self, *arguments: str) -> dict:
        for name in BENCHES:
            self.lay_out(name)
        lines = self.run_script(*arguments).stdout.splitlines()
        cells = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines[2:])
        return {row[0]: row for row in cells}

    def test_ratios_and_verdicts(self) -> None:
        rows = self.rows()
        expected = {
            "one pool: `10d10`": ("2.00 draws", "met"),
            "10d10 from a table against the fastest naive loop": ("5.5 x faster", "**not met**"),
            "one attack with saves, no choices: `rifle`": ("16.00 draws", "**not met**"),
            "duel of two Basic units, solo: `middle`": ("680 draws", "met"),
            "duel of two Elite units with every skill, greedy: `asura_v_djinn`": (
                "2,600 draws",
                "**not met**",
            ),
            "duel of 30 Minute Missions, stand: `pistols`": ("800 draws", "**not met**"),
            "duel of 30 Minute Missions, plain: `pistols`": ("4,000 draws", "met"),
            "3 v 3 of 30 Minute Missions with terrain, plain": ("120,000 draws", "met"),
            "5 v 5 with terrain and control points, solo": ("150,000 draws", "met"),
            "exact odds of one attack, library call": ("21 µs", "**not met**"),
            "2 threads against 1, for each battle of a sweep": ("2.00 x faster", "met"),
        }
        for work, verdict in expected.items():
            self.assertEqual((rows[work][2], rows[work][4]), verdict)

    def test_the_fastest_sample(self) -> None:
        row = self.rows("--fastest")["exact odds of one attack, library call"]
        self.assertEqual((row[2], row[4]), ("10.5 µs", "met"))

    def test_strict_sets_the_exit_code(self) -> None:
        self.rows()
        self.assertEqual(self.run_script("--strict").returncode, 1)
        self.assertEqual(self.run_script().returncode, 0)

    def test_missing_estimates_are_reported_in_one_line(self) -> None:
        for name in [None, "dice/next_u64"]:
            if name is not None:
                self.lay_out(name)
            done = self.run_script()
            self.assertEqual(done.returncode, 2)
            self.assertEqual(len(done.stdout.splitlines()), 1, done.stdout)
            self.assertIn("cargo bench -p equipoise-benches", done.stdout)


if __name__ == "__main__":
    unittest.main()
