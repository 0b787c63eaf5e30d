"""Tests of the checks of shipped notebooks: outputs, order, and traces of the machine."""

import base64
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SCRIPTS))

from notebooks import LARGEST, faults, shipped  # noqa: E402

HOST = "forge-7"


def shown(text: str) -> dict:
    data = {"text/plain": [text]}
    return {"output_type": "execute_result", "execution_count": 1, "data": data, "metadata": {}}


def cell(outputs: list, count: int = 1, source: str = "1 + 1") -> dict:
    return {
        "cell_type": "code",
        "id": f"cell-{count}",
        "metadata": {},
        "source": [source],
        "execution_count": count,
        "outputs": outputs,
    }


def notebook(*cells: dict, **metadata) -> str:
    metadata = {"language_info": {"name": "python"}, **metadata}
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


class Faults(unittest.TestCase):
    def expect(self, fault: str, text: str) -> None:
        """Exactly one fault, which says so."""
        found = faults(text, HOST)
        self.assertEqual(len(found), 1, found)
        self.assertIn(fault, found[0])

    def test_a_notebook_in_order_passes(self) -> None:
        words = {"cell_type": "markdown", "id": "words", "metadata": {}, "source": ["wins/draws"]}
        self.assertEqual(
            faults(notebook(words, cell([shown("2")]), cell([shown("4")], 2)), HOST), []
        )

    def test_other_text_is_not_a_notebook(self) -> None:
        for text in ("", "[]", "{}", "1"):
            self.expect("not a notebook", text)

    def test_code_without_output(self) -> None:
        self.expect("cell cell-1 has no output", notebook(cell([])))

    def test_cells_that_were_not_run(self) -> None:
        self.expect("top to bottom", notebook(cell([shown("2")], None)))

    def test_cells_run_in_another_order(self) -> None:
        self.expect("top to bottom", notebook(cell([shown("2")], 2), cell([shown("4")], 1)))

    def test_an_error(self) -> None:
        error = {"output_type": "error", "ename": "KeyError", "evalue": "unit", "traceback": []}
        self.expect("cell cell-1 raised KeyError: unit", notebook(cell([error])))

    def test_a_warning(self) -> None:
        warning = {"output_type": "stream", "name": "stderr", "text": ["old name\n"]}
        self.expect("warns: old name", notebook(cell([warning])))

    def test_paths(self) -> None:
        for path in ("/home/ada/run", "C:\\Users", "file:///data"):
            self.expect("path in its output", notebook(cell([shown(f"read {path} again")])))
            self.expect(
                "path in its source", notebook(cell([shown("2")], source=f'open("{path}")'))
            )

    def test_texts_that_are_not_paths(self) -> None:
        for words in (
            "wins/draws/losses",
            "<b>x</b></td>",
            "https://a.org/b/c",
            "../docs/a.md",
            "1 / 2",
        ):
            self.assertEqual(faults(notebook(cell([shown(words)])), HOST), [], words)

    def test_pictures_are_not_read(self) -> None:
        """Base64 contains slashes."""
        picture = shown("figure")
        picture["data"]["image/png"] = "/home/ada/" + base64.b64encode(b"picture").decode()
        self.assertEqual(faults(notebook(cell([picture])), HOST), [])

    def test_the_machine(self) -> None:
        self.expect("this machine", notebook(cell([shown("made on forge-7.")])))

    def test_a_machine_with_a_common_name(self) -> None:
        self.assertEqual(faults(notebook(cell([shown("read a run")])), "run"), [])

    def test_timing(self) -> None:
        timed = cell([shown("2")])
        timed["metadata"] = {"execution": {"iopub.execute_input": "12:00"}}
        self.expect("has metadata: execution", notebook(timed))

    def test_metadata_of_the_machine(self) -> None:
        version = {"name": "python", "version": "3.12.1"}
        self.expect("metadata", notebook(cell([shown("2")]), language_info=version))

    def test_size(self) -> None:
        self.expect("bytes", notebook(cell([shown("x" * LARGEST)])))


class Script(unittest.TestCase):
    def run_script(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, str(SCRIPTS / "run_notebooks"), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            universal_newlines=True,
        )

    def test_the_shipped_notebooks_are_in_order(self) -> None:
        self.assertEqual(len(shipped()), 6)
        done = self.run_script("--check")
        self.assertEqual((done.returncode, done.stdout), (0, "6 notebooks are in order\n"))

    def test_missing_inputs_name_the_command(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = self.run_script("--run", f"{folder}/none")
            self.assertEqual(done.returncode, 2)
            self.assertIn("make it with equipoise sweep", done.stdout)
            done = self.run_script("--run", folder, "--points", f"{folder}/none.json")
            self.assertEqual(done.returncode, 2)
            self.assertIn("make it with equipoise points --format json", done.stdout)

    def test_a_missing_wheel_names_the_command(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            inputs = [f"--{name}={folder}" for name in ("run", "points", "upgrades")]
            for place in (folder, f"{folder}/none.whl"):
                done = self.run_script(*inputs, "--wheel", place)
                self.assertEqual(done.returncode, 2)
                self.assertIn("scripts/check_python --wheel DIR makes one", done.stdout)


if __name__ == "__main__":
    unittest.main()
