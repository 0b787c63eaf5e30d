"""Records: what the program gave when it was last asked, and the commands that ask again.

Some records are files (golden results, snapshots, the sample report); the others are blocks of the
README and of the pages in docs, between two marks:

    <!-- measured: NAME: COMMAND -->
    what the command gave
    <!-- end measured -->

COMMAND is what a reader would type. Several commands are joined by ` && `. `figures.py` turns their
output into the text of the block."""

import os
import re
import resource
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Sequence, Tuple

from measurements import ROOT, Problem, target_dir

BEGIN = re.compile(r"^(?P<indent> *)<!-- measured: (?P<name>[a-z0-9-]+): (?P<command>.+) -->$")
END = re.compile(r"^ *<!-- end measured -->$")
ANY_MARK = re.compile(r"<!--.*\bmeasured\b")
FENCE = re.compile(r"^ *```")
# What a command of a block may begin with.
PROGRAMS = ("equipoise", "scripts/", "cargo ")
# Times depend on the machine. `--check` does not compare them.
TIMES = re.compile(r"\d[\d.,]*(?= ?(?:ns|µs|ms|s|min|seconds?|minutes?|MiB)\b)")


class Block(NamedTuple):
    """A measured block of a page."""

    page: Path
    name: str
    command: str
    indent: str
    first: int  # number of the first line of the body, from 0
    last: int  # number of the line after it
    body: str

    @property
    def place(self) -> str:
        return f"{self.page}:{self.first}"

    def commands(self) -> List[List[str]]:
        """The commands, each as its words."""
        return [shlex.split(part) for part in self.command.split(" && ")]


class Output(NamedTuple):
    """What a command printed, and what it took."""

    text: str
    seconds: float
    cpu_seconds: float


class FileRecord(NamedTuple):
    """A record that is not a block: how it is remade, and how it is checked."""

    what: str
    remake: Tuple[str, ...]
    check: Tuple[str, ...]


GOLDEN = "cargo test --locked -p equipoise-mechastellar -p equipoise-bullseye results_of_fixed_seeds"
PLAYTHROUGHS = "cargo test --locked -p equipoise-conformance the_recorded_playthroughs"
SNAPSHOTS = (
    "cargo test --locked -p equipoise-cli -p equipoise-report -p equipoise-analysis",
    "cargo test --locked -p equipoise-mechastellar broken",
)
SWEEP = "equipoise sweep"
POINTS = "equipoise points --format json"
UPGRADES = "equipoise audit upgrades --format json"
# The order of remaking: tests first, what needs long runs last.
FILES: Dict[str, FileRecord] = {
    "golden": FileRecord(
        "results of fixed seeds", (f"EQUIPOISE_BLESS=1 {GOLDEN}",), (GOLDEN,)
    ),
    "playthroughs": FileRecord(
        "recorded battles of every game", (f"EQUIPOISE_BLESS=1 {PLAYTHROUGHS}",), (PLAYTHROUGHS,)
    ),
    "snapshots": FileRecord(
        "what commands, charts and errors print",
        tuple(f"INSTA_UPDATE=always {command}" for command in SNAPSHOTS),
        tuple(f"INSTA_UPDATE=no {command}" for command in SNAPSHOTS),
    ),
    "instructions": FileRecord(
        "benches/instructions.json",
        ("scripts/instruction_gate bless",),
        ("scripts/instruction_gate check",),
    ),
    "report": FileRecord(
        "reports/standard",
        (SWEEP, "scripts/sample_report --program {program} --run {sweep}"),
        (SWEEP, "scripts/sample_report --program {program} --run {sweep} --check"),
    ),
    "notebooks": FileRecord(
        "outputs stored in notebooks/",
        (
            SWEEP,
            POINTS,
            UPGRADES,
            "scripts/run_notebooks --run {sweep} --points {points} --upgrades {upgrades} --write",
        ),
        ("scripts/run_notebooks --check",),
    ),
}


def pages(root: Path = ROOT) -> List[Path]:
    """The pages that may have blocks, relative to the root."""
    found = [root / "README.md", *sorted((root / "docs").glob("**/*.md"))]
    return [page.relative_to(root) for page in found]


def blocks_of(text: str, page: Path) -> Iterator[Block]:
    """The blocks of a page; a Problem where the marks are not in order."""
    lines = text.splitlines()
    opened = None
    fenced = False
    for number, line in enumerate(lines):
        if opened is None and FENCE.match(line):
            fenced = not fenced
        begins, ends = BEGIN.match(line), END.match(line)
        if fenced and opened is None or not ANY_MARK.search(line):
            continue
        where = f"{page}:{number + 1}"
        if begins and opened is None:
            opened = number, begins
        elif ends and opened is not None:
            start, mark = opened
            body = "\n".join(lines[start + 1 : number])
            yield Block(
                page, mark["name"], mark["command"], mark["indent"], start + 1, number, body
            )
            opened = None
        elif begins:
            raise Problem(f'{where}: block "{begins["name"]}" begins before the last one ends')
        elif ends:
            raise Problem(f"{where}: a block ends that has not begun")
        else:
            raise Problem(f"{where}: expected <!-- measured: NAME: COMMAND --> or <!-- end measured -->")
    if opened is not None:
        raise Problem(f'{page}:{opened[0] + 1}: block "{opened[1]["name"]}" does not end')


def all_blocks(root: Path = ROOT) -> Dict[str, Block]:
    """All blocks by name, in the order of the pages."""
    found: Dict[str, Block] = {}
    for page in pages(root):
        for block in blocks_of((root / page).read_text(encoding="utf-8"), page):
            if block.name in found:
                raise Problem(
                    f'{block.place}: block "{block.name}" is also at {found[block.name].place}'
                )
            if not block.command.startswith(PROGRAMS):
                raise Problem(f'{block.place}: "{block.command}" is no command of the project')
            found[block.name] = block
    return found


def replace(block: Block, body: str, root: Path = ROOT) -> None:
    """Writes a new body of a block into its page."""
    path = root / block.page
    text = path.read_text(encoding="utf-8")
    # An earlier block of the page may have changed its length.
    now = next(other for other in blocks_of(text, block.page) if other.name == block.name)
    lines = text.splitlines()
    lines[now.first : now.last] = body.splitlines()
    beside = path.with_suffix(".tmp")
    beside.write_text("\n".join(lines) + "\n", encoding="utf-8")
    os.replace(beside, path)


def comparable(body: str) -> str:
    """A body without the figures that differ between machines."""
    return TIMES.sub("_", body)


class Session:
    """Runs commands, each at most once, in a folder of its own that has docs and datasets."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.program = program
        self.folder = folder
        self.outputs: Dict[Tuple[str, ...], Output] = {}
        for name in ("datasets", "docs"):
            (folder / name).symlink_to(ROOT / name)

    def run(self, words: Sequence[str]) -> Output:
        """What a command prints; equipoise and cargo's programs are named as a reader would."""
        key = tuple(words)
        if key not in self.outputs:
            self.outputs[key] = self.play(list(words))
        return self.outputs[key]

    def play(self, words: List[str]) -> Output:
        home = ROOT
        if words[0] == "equipoise":
            words, home = [str(self.program), *words[1:], "--quiet"], self.folder
        elif words[0].startswith("scripts/"):
            words = [sys.executable, *words]
        print(f"  {shlex.join(words)}", file=sys.stderr, flush=True)
        used, start = children(), time.monotonic()
        done = subprocess.run(words, cwd=home, stdout=subprocess.PIPE, check=False, text=True)
        if done.returncode != 0:
            raise Problem(f"{shlex.join(words)} failed with {done.returncode}")
        return Output(done.stdout, time.monotonic() - start, children() - used)

    def path(self, name: str) -> Path:
        """A file or folder that commands made."""
        return self.folder / name

    def sweep(self) -> Path:
        """The folder of the standard sweep."""
        self.run(shlex.split(SWEEP))
        return self.path("runs/mechastellar-standard-seed1")

    def points(self) -> Path:
        """The JSON of the points audit."""
        path = self.path("points.json")
        path.write_text(self.run(shlex.split(POINTS)).text, encoding="utf-8")
        return path

    def upgrades(self) -> Path:
        """The JSON of the audit of upgrades."""
        path = self.path("upgrades.json")
        path.write_text(self.run(shlex.split(UPGRADES)).text, encoding="utf-8")
        return path


def children() -> float:
    """Processor time of the processes that have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def built_program() -> Path:
    return target_dir().resolve() / "release" / "equipoise"
