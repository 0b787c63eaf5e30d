"""The marks of measured blocks are in order, and the quick blocks are what the program gives."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

SCRIPTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SCRIPTS))

import records
from figures import FORMATS, is_stale, make
from measurements import ROOT, Problem

PAGE = Path("docs/page.md")
MARKED = """# Page

<!-- measured: first: equipoise duel "A B" C -->
old
<!-- end measured -->

  <!-- measured: second: equipoise sweep && equipoise meta runs/x -->
  <!-- end measured -->

```markdown
<!-- measured: shown: not a command -->
```
"""


def blocks(text: str) -> list:
    return list(records.blocks_of(text, PAGE))


def rerecord(*words: str) -> subprocess.CompletedProcess:
    command = [sys.executable, str(SCRIPTS / "rerecord"), *words]
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, check=False
    )


def program() -> Path:
    """The program that is tested, or a reason to skip."""
    named = os.environ.get("EQUIPOISE_PROGRAM")
    path = Path(named) if named else records.built_program()
    if not path.is_file():
        raise unittest.SkipTest(f"{path} is missing; run cargo build --release")
    if not named and path.stat().st_mtime < newest_source():
        raise unittest.SkipTest(f"{path} is older than the sources; run cargo build --release")
    return path


def newest_source() -> float:
    """When a file that the program is made from last changed."""
    sources = (*(ROOT / "crates").glob("**/src/**/*.rs"), *(ROOT / "datasets").glob("**/*.toml"))
    return max(path.stat().st_mtime for path in sources)


class Marks(unittest.TestCase):
    def refuse(self, text: str, message: str) -> None:
        with self.assertRaises(Problem) as raised:
            blocks(text)
        self.assertIn(message, str(raised.exception))

    def test_blocks_have_a_name_commands_and_a_body(self) -> None:
        first, second = blocks(MARKED)
        self.assertEqual((first.name, first.body, first.place), ("first", "old", "docs/page.md:3"))
        self.assertEqual(first.commands(), [["equipoise", "duel", "A B", "C"]])
        self.assertEqual((second.indent, second.body), ("  ", ""))
        self.assertEqual([words[1] for words in second.commands()], ["sweep", "meta"])

    def test_marks_that_are_not_in_order_are_refused(self) -> None:
        begin, end = '<!-- measured: a: equipoise odds -->\n', "<!-- end measured -->\n"
        self.refuse(begin, 'docs/page.md:1: block "a" does not end')
        self.refuse(begin + begin + end, 'docs/page.md:2: block "a" begins')
        self.refuse(end, "docs/page.md:1: a block ends")
        self.refuse("<!-- measured duel -->\n", "docs/page.md:1: expected")
        self.refuse(begin.replace("a:", "A b:") + end, "docs/page.md:1: expected")

    def test_names_are_unique_and_commands_are_the_projects(self) -> None:
        one = "<!-- measured: a: equipoise odds -->\n<!-- end measured -->\n"
        for text, message in (
            (one + one, 'block "a" is also at README.md:1'),
            (one.replace("equipoise", "rm -r"), "is no command of the project"),
        ):
            with tempfile.TemporaryDirectory() as folder:
                (Path(folder) / "README.md").write_text(text)
                with self.assertRaises(Problem) as raised:
                    records.all_blocks(Path(folder))
                self.assertIn(message, str(raised.exception))

    def test_a_new_body_replaces_the_old_one_alone(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / PAGE
            page.parent.mkdir()
            page.write_text(MARKED)
            first, second = blocks(MARKED)
            records.replace(first, "new\nlonger", Path(folder))
            records.replace(second, "  more", Path(folder))
            expected = MARKED.replace("old\n", "new\nlonger\n").replace(
                "runs/x -->\n", "runs/x -->\n  more\n"
            )
            self.assertEqual(page.read_text(), expected)

    def test_times_are_not_compared_and_other_figures_are(self) -> None:
        for old, new, same in (
            ("takes 16.7 µs on one core", "takes 9 µs on one core", True),
            ("1,234 battles and 96 s", "1,234 battles and 101.5 s", True),
            ("1,234 battles", "1,235 battles", False),
            ("5 scores", "6 scores", False),
        ):
            found = records.comparable(old) == records.comparable(new)
            self.assertEqual(found, same, (old, new))

    def test_figures_that_vary_by_themselves_are_not_compared(self) -> None:
        for name, stale in (("ratios", False), ("dice-calls", True)):
            block = records.Block(PAGE, name, "cargo bench", "", 1, 1, "| pool | 1.99 draws | met |")
            self.assertEqual(is_stale(block, "| pool | 2.01 draws | met |"), stale, name)
            self.assertTrue(is_stale(block, "| pool | 3.01 draws | **not met** |"))


class Formats(unittest.TestCase):
    def shown(self, name: str, text: str) -> str:
        """The text of a block whose command prints this."""
        block = records.Block(PAGE, name, "equipoise odds", "  ", 1, 1, "")
        session = mock.Mock()
        session.run.return_value = records.Output(text, 1.0, 1.67)
        return make(block, session)

    def test_a_part_of_an_output_is_a_block_of_code_as_far_in_as_its_marks(self) -> None:
        text = "Audit\n\nUse of tools: counts\n\nOrder  1 \n"
        self.assertEqual(
            self.shown("audit-tools-solo", text),
            "  ```text\n  Use of tools: counts\n\n  Order  1\n  ```",
        )

    def test_sentences_have_the_figures_of_the_output(self) -> None:
        text = (
            "5 units, 10 pairings, 1,005 battles in 1.0 s: 9 a second on 2 threads\n"
            "75 % of the battles of a plan that fixes 134 per pairing, enough for\n"
        )
        self.assertIn("10 pairings, seed 1) takes 1,005 battles, 100 a pairing: 75 %", self.shown("until", text))
        self.assertIn("16.7 µs on one core", self.shown("duel-time", ""))

    def test_an_output_without_the_figures_names_block_and_command(self) -> None:
        for name, text in (("until", "nothing"), ("ladder", "nothing"), ("coverage", "{}")):
            with self.assertRaises(Problem) as raised:
                self.shown(name, text)
            self.assertIn(f'block "{name}"', str(raised.exception))
            self.assertIn("equipoise odds", str(raised.exception))


class Pages(unittest.TestCase):
    def test_every_block_has_a_format_and_every_format_a_block(self) -> None:
        self.assertEqual(sorted(records.all_blocks()), sorted(FORMATS))

    def test_no_block_is_empty(self) -> None:
        empty = [block.place for block in records.all_blocks().values() if not block.body.strip()]
        self.assertEqual(empty, [])

    def test_quick_blocks_are_what_the_program_gives(self) -> None:
        found = program()
        stale = []
        with tempfile.TemporaryDirectory() as folder, mock.patch("sys.stderr"):
            session = records.Session(found.resolve(), Path(folder))
            for block in records.all_blocks().values():
                if FORMATS[block.name].quick:
                    new = make(block, session)
                    if is_stale(block, new):
                        stale.append(f"{block.place}: {block.name}: {block.command}")
        self.assertEqual(stale, [], "stale; run scripts/rerecord quick")


class CommandLine(unittest.TestCase):
    def test_the_list_names_every_record_with_its_command(self) -> None:
        shown = rerecord("--list").stdout
        for name, block in records.all_blocks().items():
            self.assertIn(name, shown)
            self.assertIn(block.command, shown)
        for name in records.FILES:
            self.assertIn(name, shown)

    def test_nonsense_is_answered_with_the_list(self) -> None:
        done = rerecord("nonsense")
        self.assertEqual(done.returncode, 2)
        self.assertIn("golden", done.stdout)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn("nonsense", done.stderr)


if __name__ == "__main__":
    unittest.main()
