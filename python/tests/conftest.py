"""The command that the wheel installs, beside the package."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import equipoise as eq

PROGRAM = Path(sys.executable).with_name("equipoise")
Document = Callable[..., Any]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The installed command with these arguments."""
    return subprocess.run([str(PROGRAM), *arguments], capture_output=True, text=True, check=False)


@pytest.fixture
def document() -> Document:
    """What the command prints as JSON."""

    def printed(*arguments: str) -> Any:
        done = run(*arguments, "--quiet", "--format", "json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return printed


@pytest.fixture(scope="session")
def ms() -> eq.System:
    return eq.System("mechastellar")


@pytest.fixture(scope="session")
def toy() -> eq.System:
    return eq.System("toy")


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    """A copy of MechaStellar's dataset, to be changed."""
    source = Path(__file__).resolve().parents[2] / "datasets" / "mechastellar"
    return Path(shutil.copytree(source, tmp_path / "dataset"))
