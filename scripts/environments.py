"""Virtual environments for checks that need packages from PyPI."""

import contextlib
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Iterator, Optional

from measurements import ROOT, Problem, command_output

OLDEST_PYTHON = (3, 11)


@contextlib.contextmanager
def environment(folder: Optional[Path], requirements: Path) -> Iterator[Path]:
    """The Python of an environment with the requirements, in a folder or in one that goes."""
    with contextlib.ExitStack() as stack:
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        programs = folder.resolve() / "bin"
        # pip comes last: a folder without it was left half made.
        if not (programs / "pip").exists():
            make_environment(folder)
        python = programs / "python"
        print(f"installing {requirements.relative_to(ROOT)}", flush=True)
        command_output(
            [str(python), "-m", "pip", "install", "--quiet", "--requirement", str(requirements)]
        )
        yield python


def make_environment(folder: Path) -> None:
    if sys.version_info < OLDEST_PYTHON:
        wanted = ".".join(map(str, OLDEST_PYTHON))
        raise Problem(f"Python {wanted} or later is needed; this is {sys.version.split()[0]}")
    try:
        venv.create(folder, with_pip=True, symlinks=True)
    except (OSError, subprocess.CalledProcessError):
        raise Problem(
            f"cannot make a virtual environment in {folder}; is python3-venv installed?"
        ) from None
