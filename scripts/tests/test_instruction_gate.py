"""Tests of the instruction gate on given counts."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

GATE = Path(__file__).resolve().parent.parent / "instruction_gate"
PLAIN = "# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n"
EXCUSE = "\n### Performance\n- A new rule costs (instructions: {}).\n"


class Gate(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name: str, content) -> str:
        path = self.folder / name
        text = content if isinstance(content, str) else json.dumps(content)
        path.write_text(text, encoding="utf-8")
        return str(path)

    def check(self, counts: dict, changelog: str = PLAIN) -> subprocess.CompletedProcess:
        stored = {"rustc": "any", "instructions": {"duels": 1000.0, "pools": 50.0}}
        command = [sys.executable, str(GATE), "check"]
        command += ["--stored", self.write("stored.json", stored)]
        command += ["--counts", self.write("counts.json", counts)]
        command += ["--changelog", self.write("CHANGELOG.md", changelog)]
        return subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True
        )

    def expect(self, code: int, counts: dict, changelog: str = PLAIN) -> str:
        done = self.check(counts, changelog)
        self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout

    def test_four_per_cent_more_passes(self) -> None:
        self.expect(0, {"duels": 1040.0, "pools": 50.0})

    def test_six_per_cent_more_fails(self) -> None:
        shown = self.expect(1, {"duels": 1060.0, "pools": 50.0})
        self.assertIn("+6.00%  FAILS", shown)

    def test_every_part_is_checked(self) -> None:
        self.expect(1, {"duels": 1000.0, "pools": 53.0})

    def test_an_entry_that_names_the_part_excuses_it(self) -> None:
        counts = {"duels": 1060.0, "pools": 50.0}
        self.expect(0, counts, PLAIN + EXCUSE.format("duels"))
        self.expect(0, counts, PLAIN + EXCUSE.format("pools, duels"))

    def test_an_entry_excuses_no_other_part(self) -> None:
        counts = {"duels": 1060.0, "pools": 50.0}
        self.expect(1, counts, PLAIN + EXCUSE.format("pools"))
        self.expect(1, counts, PLAIN + EXCUSE.format("duels_of_old"))

    def test_an_entry_of_an_old_release_excuses_nothing(self) -> None:
        old = PLAIN + "\n## 0.1.0\n" + EXCUSE.format("duels")
        self.expect(1, {"duels": 1060.0, "pools": 50.0}, old)

    def test_a_gain_passes_with_a_hint(self) -> None:
        self.assertIn("bless", self.expect(0, {"duels": 940.0, "pools": 50.0}))

    def test_parts_that_come_or_go_must_be_blessed(self) -> None:
        self.expect(1, {"duels": 1000.0})
        self.expect(1, {"duels": 1000.0, "pools": 50.0, "new": 1.0})

    def test_the_stored_figures_are_shown_as_a_table(self) -> None:
        stored = {"rustc": "rustc 1.0", "instructions": {"duels": 1000.0, "pools": 50.5}}
        command = [sys.executable, str(GATE), "show", "--stored", self.write("s.json", stored)]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True, universal_newlines=True)
        self.assertIn("| `duels` | 1,000.0 |\n| `pools` | 50.5 |\n\nrustc 1.0", done.stdout)

    def test_missing_figures_are_reported_in_one_line(self) -> None:
        command = [sys.executable, str(GATE), "check", "--counts", str(self.folder / "none.json")]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True
        )
        self.assertEqual(done.returncode, 2)
        self.assertEqual(len(done.stdout.splitlines()), 1, done.stdout)


if __name__ == "__main__":
    unittest.main()
