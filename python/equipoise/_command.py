"""The `equipoise` command: the same program, in the interpreter's process."""

from __future__ import annotations

import signal
import sys

from equipoise import _equipoise


def main() -> int:
    """Does what the command line says and returns its exit code."""
    # Python would note Ctrl-C and wait for the command to end. The command catches it where battles are played.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _equipoise.command(["equipoise", *sys.argv[1:]])
