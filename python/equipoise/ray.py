"""Sweeps on a Ray cluster, for a study that outgrows one machine; needs the extra ``equipoise[ray]``.

>>> import equipoise as eq
>>> import equipoise.ray
>>> run = eq.ray.sweep(eq.System("mechastellar"), address="10.0.0.1:6379")  # doctest: +SKIP

The shards of a sweep are played as Ray tasks, and the run is that of :meth:`System.sweep`, to the bit, for any number
of workers and shards.
"""

from __future__ import annotations

import importlib
import json
import logging
import os
import re
import shutil
import socket
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import equipoise
from equipoise._checks import Progress, ask, text, whole
from equipoise._errors import EquipoiseError
from equipoise._questions import merge
from equipoise._runs import SweepResult
from equipoise._system import System

__all__ = ["sweep"]

SHARDS = 100
"""Shards of a sweep unless their number is given."""

PLAN = "sweep.json"
"""The file that says which sweep the shards of a folder belong to."""

WAIT_S = 1.0
"""Longest wait for a shard before the size of the cluster is looked at again, in seconds."""

Answer = Mapping[str, Any]
"""What a worker sends: the ``files`` of a shard by name, or why it played nothing."""


def sweep(
    system: System,
    grid: str = "standard",
    *,
    shards: int | None = None,
    address: str | None = None,
    retries: int = 3,
    runs: int | None = None,
    until: float | None = None,
    decide: float | None = None,
    margin: float | None = None,
    confidence: float | None = None,
    max_runs: int | None = None,
    price_matchups: int | None = None,
    out: str | os.PathLike[str] | None = None,
    fresh: bool = False,
    policy: str | None = None,
    seed: int = 1,
    threads: int = 1,
    progress: Progress | None = None,
) -> SweepResult:
    """All units of a grid, played in shards on a Ray cluster and saved as :meth:`System.sweep` saves them.

    Each finished shard is written to a folder beside that of the run, ``OUT.shards``. After Ctrl-C, or when this
    program has died, the same call plays only the shards that are missing. Once all are there they become one run,
    whose units are priced on this machine, and the folder of shards is removed.

    Args:
        system: The game; files of its dataset are sent to the workers.
        grid: As for :meth:`System.sweep`.
        shards: How many parts the pairings are played in, at most one for each pairing; 100 unless given, or as many
            as the sweep has that is continued. A worker that dies loses at most its shard.
        address: A Ray cluster, such as ``10.0.0.1:6379``, or ``auto`` for the one that this machine belongs to.
            Unless given: the one that this program is connected to, else that of the environment variable
            ``RAY_ADDRESS``, else Ray is started on this machine and stopped at the end.
        retries: How often a shard is played again whose worker died.
        runs: As for :meth:`System.sweep`.
        until: As for :meth:`System.sweep`.
        decide: As for :meth:`System.sweep`.
        margin: As for :meth:`System.sweep`.
        confidence: As for :meth:`System.sweep`.
        max_runs: As for :meth:`System.sweep`.
        price_matchups: As for :meth:`System.sweep`.
        out: As for :meth:`System.sweep`.
        fresh: Discards the shards of an unfinished sweep in that place.
        policy: As for :meth:`System.sweep`.
        seed: As for :meth:`System.sweep`.
        threads: Threads that play a shard; as many cores of the cluster are reserved for it.
        progress: Called with the number of finished shards, the number of all and ``"shards"`` when it changes, then
            as for :meth:`System.sweep` while units are priced.

    Raises:
        EquipoiseError: Ray is not installed, the cluster cannot be reached, a worker has another version of equipoise
            or none, a shard was lost more often than ``retries`` allows, or the folder holds another sweep.
        KeyboardInterrupt: After Ctrl-C; it says how many shards are finished.
    """
    if not isinstance(system, System):
        raise EquipoiseError(f"system: expected a System, got {system!r}")
    request = system._sweep(
        grid,
        runs=runs,
        until=until,
        decide=decide,
        margin=margin,
        confidence=confidence,
        max_runs=max_runs,
        price_matchups=price_matchups,
        out=out,
        policy=policy,
        seed=seed,
    )
    address = None if address is None else text("address", address)
    retries = whole("retries", retries, most=1_000_000)
    threads = whole("threads", threads, least=1, most=1024)
    number = None if shards is None else whole("shards", shards, least=1, most=1_000_000)
    ray = _ray()
    planned = json.loads(ask("plan", request, progress=progress))
    dataset = request["sweep"]["game"].get("dataset")
    with _Shards.opened(planned, number, fresh) as store:
        task = _Task(request, planned["plan"], _files(dataset), threads, retries)
        if store.missing():
            with _connected(ray, address, threads):
                _play(ray, task, store, progress)
        places = map(store.place, range(1, store.of + 1))
        try:
            run = merge(places, out=store.run, dataset=dataset, progress=progress)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"interrupted; {store}") from None
        store.remove()
    return run


class _Shards:
    """The finished shards of one sweep, each a folder, beside the folder of the run."""

    def __init__(self, run: Path, folder: Path, of: int) -> None:
        self.run = run
        self.folder = folder
        self.of = of

    @classmethod
    @contextmanager
    def opened(cls, planned: Mapping[str, Any], of: int | None, fresh: bool) -> Iterator[_Shards]:
        """The shards of a planned sweep that earlier calls have finished; no other process may use them meanwhile."""
        run = Path(planned["folder"]).absolute()
        checkpoint = run.with_name(f"{run.name}.partial")
        if checkpoint.exists():
            raise EquipoiseError(
                f"{checkpoint} is an unfinished sweep of one machine: finish it with equipoise.resume, or choose "
                "another out"
            )
        folder = run.with_name(f"{run.name}.shards")
        with _writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        with _locked(folder):
            try:
                with _writing(folder):
                    of = _agreed(folder, planned, of, fresh)
                yield cls(run, folder, of)
            finally:
                # Nothing is left behind by a call that has finished no shard, or all of them.
                with _writing(folder):
                    if {entry.name for entry in folder.iterdir()} <= {PLAN}:
                        shutil.rmtree(folder)

    def place(self, number: int) -> Path:
        """Folder of a shard; it exists once the shard is finished."""
        return self.folder / f"{number}of{self.of}"

    def missing(self) -> list[int]:
        """Numbers of the shards that are not finished."""
        return [number for number in range(1, self.of + 1) if not self.place(number).exists()]

    def keep(self, number: int, files: Mapping[str, bytes]) -> None:
        """Writes a finished shard: all of it or nothing."""
        with _writing(self.folder), tempfile.TemporaryDirectory(prefix=".", dir=self.folder) as workplace:
            whole_shard = Path(workplace) / "shard"
            whole_shard.mkdir()
            for name, content in files.items():
                (whole_shard / name).write_bytes(content)
            whole_shard.rename(self.place(number))

    def remove(self) -> None:
        """Removes the shards; the run made of them holds all they hold. A shard removed alone would be played again."""
        with _writing(self.folder):
            for number in range(1, self.of + 1):
                shutil.rmtree(self.place(number))

    def __str__(self) -> str:
        finished = self.of - len(self.missing())
        return f"{finished} of {self.of} shards are finished, in {self.folder}; the same call goes on from there"


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Tells what cannot be written."""
    try:
        yield
    except OSError as error:
        raise EquipoiseError(f"cannot write {error.filename or folder}: {error.strerror or error}") from None


def _agreed(folder: Path, planned: Mapping[str, Any], of: int | None, fresh: bool) -> int:
    """How many shards the sweep of a folder has, if it is the planned one; a new folder is made that of the plan."""
    file = folder / PLAN
    entries = list(folder.iterdir())
    if entries and not file.exists():
        raise EquipoiseError(f"{folder} holds no shards of a sweep; move it, or choose another out")
    if fresh:
        for entry in entries:
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        entries = []
    mine = {
        "version": equipoise.__version__,
        "plan": planned["plan"],
        "price_matchups": planned["price_matchups"],
        "shards": min(SHARDS if of is None else of, planned["pairings"]),
    }
    if not entries:
        _write_whole(file, json.dumps(mine))
        return int(mine["shards"])
    for leftover in entries:
        # A shard that was being written when its process was killed.
        if leftover.name.startswith("."):
            shutil.rmtree(leftover, ignore_errors=True)
    try:
        theirs = json.loads(file.read_text(encoding="utf-8"))
        if of is None:
            mine["shards"] = theirs["shards"]
        differences = [name for name, value in mine.items() if theirs[name] != value]
    except (ValueError, KeyError, TypeError):
        raise EquipoiseError(f"{file} is damaged; discard the shards with fresh=True, or choose another out") from None
    if not differences:
        return int(mine["shards"])
    if differences == ["shards"]:
        what = f"this sweep in {theirs['shards']} shards, not in {mine['shards']}"
    elif "version" in differences:
        what = f"shards played by version {theirs['version']} of equipoise, and this is {mine['version']}"
    else:
        what = "shards of another sweep"
    raise EquipoiseError(f"{folder} has {what}; discard them with fresh=True, or choose another out")


def _write_whole(file: Path, content: str) -> None:
    """Writes a file: all of it or nothing."""
    beside = file.with_name(f".{file.name}")
    beside.write_text(content, encoding="utf-8")
    beside.replace(file)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Keeps other processes out of a folder, where the system can."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with _writing(folder):
        handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise EquipoiseError(f"{folder}: another process is playing this sweep") from None
        yield
    finally:
        os.close(handle)


class _Task(NamedTuple):
    """What a worker needs to play any shard."""

    request: dict[str, Any]
    plan: str
    """Digest of the plan of the whole sweep."""
    dataset: dict[str, bytes] | None
    """Files of the dataset by their paths in its folder; ``None`` for the one that ships with the game."""
    threads: int
    retries: int


def _files(dataset: str | None) -> dict[str, bytes] | None:
    """The files of a dataset by their paths in its folder."""
    if dataset is None:
        return None
    folder = Path(dataset)
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def _play(ray: Any, task: _Task, store: _Shards, progress: Progress | None) -> None:
    """Plays the missing shards and keeps them one by one, so that memory does not grow with their number."""
    options = {"num_cpus": task.threads, "max_retries": task.retries}
    play = ray.remote(**options)(_player())
    # Once in the cluster, not once with each task.
    shared = ray.put((equipoise.__version__, task.request, task.plan, task.dataset, task.threads))
    waiting = deque(store.missing())
    running: dict[Any, int] = {}

    def keep(done: Any) -> None:
        number = running.pop(done)
        store.keep(number, _shard(ray, done, number, task, store))

    def report() -> None:
        if progress is not None:
            progress(store.of - len(waiting) - len(running), store.of, "shards")

    report()
    try:
        while waiting or running:
            while waiting and len(running) < _window(ray, task.threads):
                number = waiting.popleft()
                name = f"equipoise shard {number}/{store.of}"
                running[play.options(name=name).remote(shared, f"{number}/{store.of}")] = number
            ready, _ = ray.wait(list(running), num_returns=1, timeout=WAIT_S)
            for done in ready:
                keep(done)
                report()
    except BaseException as error:
        with suppress(Exception):
            for done in ray.wait(list(running), num_returns=len(running), timeout=0)[0]:
                with suppress(EquipoiseError):
                    keep(done)
            for unfinished in running:
                ray.cancel(unfinished)
        if isinstance(error, KeyboardInterrupt):
            raise KeyboardInterrupt(f"interrupted; {store}") from None
        raise


def _window(ray: Any, threads: int) -> int:
    """How many shards may be under way: enough that no core waits for this program, however large the cluster grows."""
    cores = int(ray.cluster_resources().get("CPU", 1))
    return max(4, 2 * cores // threads)


def _shard(ray: Any, done: Any, number: int, task: _Task, store: _Shards) -> Mapping[str, bytes]:
    """The files of a shard that a worker has played."""
    try:
        answer: Answer = ray.get(done)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, EquipoiseError):
            raise error.cause from None
        raise EquipoiseError(f"shard {number} of {store.of} failed: {_first_line(error.cause)}; {store}") from None
    except ray.exceptions.RayError as error:
        times = "once" if task.retries == 0 else f"{task.retries + 1} times"
        raise EquipoiseError(
            f"shard {number} of {store.of} was lost {times}, the last time because {_why_lost(ray, error)}; {store}"
        ) from None
    if "files" not in answer:
        raise EquipoiseError(f"a worker on {answer['machine']} {answer['refused']}")
    files: Mapping[str, bytes] = answer["files"]
    return files


def _why_lost(ray: Any, error: BaseException) -> str:
    """Why a task has no answer."""
    if isinstance(error, ray.exceptions.WorkerCrashedError):
        return "its worker died"
    if isinstance(error, ray.exceptions.NodeDiedError):
        return "its machine was lost"
    if isinstance(error, ray.exceptions.OutOfMemoryError):
        return "its worker ran out of memory"
    return f"of {type(error).__name__}: {_first_line(error)}"


def _first_line(error: object) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__


def _player() -> Callable[[Any, str], Answer]:
    """The task that plays a shard.

    It is a function in a function because Ray sends such a one whole: a worker with another version of this module,
    or without it, can still say so.
    """

    def play(shared: Any, shard: str) -> Answer:
        import json
        import platform
        import tempfile
        from pathlib import Path

        version, request, plan, dataset, threads = shared

        def refused(why: str) -> Answer:
            return {"machine": platform.node(), "refused": why}

        try:
            import equipoise
            from equipoise import _equipoise
        except ImportError:
            return refused(f"has no equipoise; install version {version} there")
        if equipoise.__version__ != version:
            found = equipoise.__version__
            return refused(f"has version {found} of equipoise, this is {version}; both must be the same")
        with tempfile.TemporaryDirectory() as workplace:
            place = Path(workplace) / "shard"
            whole = dict(request["sweep"])
            if dataset is not None:
                folder = Path(workplace) / "dataset"
                for name, content in dataset.items():
                    file = folder / name
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(content)
                whole["game"] = {**whole["game"], "dataset": str(folder)}
            asked = {**request, "out": str(place), "sweep": whole}
            if json.loads(_equipoise.ask("plan", json.dumps(asked)))["plan"] != plan:
                return refused(f"has another build of equipoise {version}, which plays other battles")
            # A shard that is lost is played again from its start, on another machine perhaps: checkpoints are no use.
            asked = {**asked, "sweep": {**whole, "shard": shard}, "checkpoint_every_s": 86_400.0}
            _equipoise.ask("sweep", json.dumps(asked), threads)
            return {"files": {file.name: file.read_bytes() for file in place.iterdir()}}

    return play


def _ray() -> Any:
    """The package of Ray."""
    # In a notebook it would say at once that it could draw more with another package.
    logging.getLogger("ray.widgets").setLevel(logging.WARNING)
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise EquipoiseError("equipoise.ray needs the package ray; install equipoise[ray]") from None


@contextmanager
def _connected(ray: Any, address: str | None, threads: int) -> Iterator[None]:
    """A connection to a cluster; one that was there before is used and left as it was."""
    if ray.is_initialized():
        if address is not None:
            raise EquipoiseError(
                "address: this program is connected to a Ray cluster already; leave address out to use that one"
            )
        yield
        return
    where = address or os.environ.get("RAY_ADDRESS") or "local"
    # Ray itself would try for minutes.
    _check_reachable(where)
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if where == "local":
        settings |= {"include_dashboard": False, "num_cpus": max(os.cpu_count() or 1, threads)}
    try:
        ray.init(address=where, **settings)
    except (OSError, RuntimeError, ValueError, TypeError, ImportError) as error:
        raise _unreachable(where, _first_line(error)) from None
    try:
        yield
    finally:
        ray.shutdown()


def _check_reachable(where: str) -> None:
    """Whether anything listens at an address of the form ``host:port``."""
    found = re.fullmatch(r"(?:ray://)?\[?(.*?)\]?:(\d+)", where)
    if found is None:
        return
    try:
        socket.create_connection((found[1], int(found[2])), timeout=10).close()
    except (OSError, OverflowError, UnicodeError) as error:
        raise _unreachable(where, getattr(error, "strerror", None) or str(error)) from None


def _unreachable(where: str, why: str) -> EquipoiseError:
    return EquipoiseError(f"cannot reach a Ray cluster at {where}: {why}")
