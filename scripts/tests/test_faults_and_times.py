"""The lists behind scripts/plant_faults and scripts/loop_times fit the source as it is."""

import subprocess
import sys
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SCRIPTS))


def load(name: str):
    loader = SourceFileLoader(name, str(SCRIPTS / name))
    module = module_from_spec(spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def outcome(*command: str):
    done = subprocess.run(
        [str(SCRIPTS / command[0]), *command[1:]], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


class Faults(unittest.TestCase):
    def test_each_fault_has_one_place_in_the_source(self):
        script = load("plant_faults")
        self.assertEqual(len(script.FAULTS), 30)
        for fault in script.FAULTS:
            right = (script.ROOT / fault.file).read_text(encoding="utf-8")
            self.assertNotEqual(script.planted(fault, script.ROOT), right, fault.name)

    def test_a_place_that_is_gone_is_a_mistake_of_the_list(self):
        script = load("plant_faults")
        gone = script.FAULTS[0]._replace(right="nowhere to be found")
        with self.assertRaisesRegex(script.Problem, "has 0 places of `nowhere to be found`"):
            script.planted(gone, script.ROOT)

    def test_unknown_names_are_refused_with_the_list(self):
        for script, known in (("plant_faults", "engagement"), ("loop_times", "touch-build")):
            code, output, message = outcome(script, "nonsense")
            self.assertEqual((code, output), (2, ""), script)
            self.assertIn(known, message)
            code, output, _ = outcome(script, "--list")
            self.assertEqual(code, 0)
            self.assertIn(known, output)

    def test_the_readme_has_both_commands(self):
        script = load("loop_times")
        for mark in ("main job", "test command"):
            self.assertTrue(script.command_of(mark).startswith("cargo "))
        with self.assertRaisesRegex(script.Problem, "no command under the mark nowhere"):
            script.command_of("nowhere")
        self.assertTrue((script.ROOT / script.POLICY).is_file())


if __name__ == "__main__":
    unittest.main()
