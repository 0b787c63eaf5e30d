"""Shared by the measuring scripts: paths, criterion's estimates, running commands."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Callable, Dict, NamedTuple, NoReturn, Optional, Sequence

ROOT = Path(__file__).resolve().parent.parent
RAW_DRAW = "next_u64"


class Problem(Exception):
    """An error that the user can fix; its text is one line."""


class Bench(NamedTuple):
    """One bench: nanoseconds for each element."""

    nanoseconds: float


def target_dir() -> Path:
    """Cargo's target folder, which also holds criterion's estimates."""
    return Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")


def results_dir() -> Path:
    """The folder of measurements that are not criterion's."""
    return target_dir() / "measurements"


def read_json(path: Path, how: str) -> dict:
    """Reads a JSON file; `how` is the command that makes it."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Problem(f"{path} is missing; run {how}") from None
    except ValueError as error:
        raise Problem(f"{path} is not JSON: {error}") from None


def read_bench(folder: Path, fastest: bool) -> Bench:
    """The time of one bench from its folder `new`, for one element."""
    identity = read_json(folder / "benchmark.json", "the bench again")
    elements = (identity.get("throughput") or {}).get("Elements", 1)
    if fastest:
        sample = read_json(folder / "sample.json", "the bench again")
        spent = min(time / count for time, count in zip(sample["times"], sample["iters"]))
    else:
        # When other processes share the cores, the median is more robust than the mean.
        estimates = read_json(folder / "estimates.json", "the bench again")
        spent = estimates["median"]["point_estimate"]
    return Bench(spent / elements)


def read_benches(fastest: bool = False) -> Dict[str, Bench]:
    """Every bench of the last runs by its whole name, as `duel/basic_solo/middle`.

    Times are medians of the samples, or those of the fastest sample."""
    folder = target_dir() / "criterion"
    benches = {}
    for identity in sorted(folder.glob("**/new/benchmark.json")):
        name = read_json(identity, "the bench again")["full_id"]
        try:
            benches[name] = read_bench(identity.parent, fastest)
        except KeyError as error:
            raise Problem(f"{identity.parent}: no {error} in criterion's files") from None
    if not benches:
        raise Problem(f"no estimates in {folder}; run cargo bench -p equipoise-benches")
    return benches


def find(benches: Dict[str, Bench], name: str) -> Bench:
    """One bench that must have been run."""
    if name not in benches:
        group = name.split("/")[0]
        raise Problem(
            f"no estimates of {name}; run cargo bench -p equipoise-benches --bench {group}"
        )
    return benches[name]


def command_output(command: Sequence[str], env: Optional[Dict[str, str]] = None) -> str:
    """The combined standard output and error of a command."""
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=env,
            check=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            universal_newlines=True,
        )
    except FileNotFoundError:
        raise Problem(f"{command[0]} is not installed") from None
    except subprocess.CalledProcessError as error:
        sys.stderr.write(error.stdout)
        raise Problem(f"{' '.join(command)} failed with {error.returncode}") from None
    return done.stdout


def fixed_work(line_tables: bool = False) -> str:
    """Builds the program that does fixed work and returns its path; with the lines that its instructions
    come from if asked for, which changes none of them.

    No package is named: cargo then builds with the features that `cargo run --release` builds with, and
    no crate is built twice."""
    command = ["cargo", "build", "--release", "--locked", "--quiet", "--bin", "fixed_work"]
    if line_tables:
        debug = ("profile.release.debug='line-tables-only'", "profile.release.strip='none'")
        command += [word for setting in debug for word in ("--config", setting)]
    command_output(command)
    return str(target_dir().resolve() / "release" / "fixed_work")


def nanoseconds(value: float) -> str:
    """A time in a suitable unit, to three significant figures."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g} ns"


def finish(act: Callable[[], int]) -> NoReturn:
    """Runs a script: its exit code, or 2 and one line when something is missing."""
    try:
        sys.exit(act())
    except Problem as problem:
        print(f"{Path(sys.argv[0]).name}: {problem}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        # The reader of the output closed the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
