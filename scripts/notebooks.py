"""Checks of shipped notebooks: run from top to bottom, without traces of the machine they ran on."""

import json
import re
from pathlib import Path
from typing import Iterator, List

from measurements import ROOT

FOLDER = ROOT / "notebooks"
LARGEST = 1_000_000
# Two names at least, so that "wins/draws" or "</b>" is no path; an address has a colon before it.
PATH = re.compile(r"(?<![\w.:/<])(?:/[\w.+-]+){2,}|\b[A-Za-z]:\\\w+|file:/+\w")


def shipped() -> List[Path]:
    return sorted(FOLDER.glob("[0-9]*.ipynb"))


def faults(text: str, host: str) -> List[str]:
    """Faults of a notebook, given as the text of its file; `host` must not occur in it."""
    try:
        notebook = json.loads(text)
        cells = notebook["cells"]
    except (ValueError, KeyError, TypeError):
        return ["it is not a notebook"]
    found = list(_whole(text, notebook))
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    if [cell["execution_count"] for cell in code] != list(range(1, len(code) + 1)):
        found.append("its cells were not run once, from top to bottom")
    for cell in cells:
        found += [f"cell {cell.get('id', '?')} {fault}" for fault in _cell(cell, host)]
    return found


def _whole(text: str, notebook: dict) -> Iterator[str]:
    if len(text.encode()) > LARGEST:
        yield f"it has {len(text.encode()):,} bytes; {LARGEST:,} are allowed"
    kept = {"kernelspec", "language_info"}
    if set(notebook["metadata"]) - kept or set(notebook["metadata"].get("language_info", {})) - {
        "name"
    }:
        yield "its metadata name the program that saved it"


def _cell(cell: dict, host: str) -> Iterator[str]:
    outputs = cell.get("outputs", [])
    # A host name such as "run" or "main" occurs in any notebook.
    distinctive = not host.isalpha()
    if cell["cell_type"] == "code" and not outputs:
        yield "has no output"
    if cell["metadata"]:
        yield f"has metadata: {', '.join(sorted(cell['metadata']))}"
    for output in outputs:
        if output["output_type"] == "error":
            yield f"raised {output['ename']}: {output['evalue']}"
        elif output.get("name") == "stderr":
            yield f"warns: {_joined(output['text']).strip()}"
    for place, words in [
        ("source", _joined(cell["source"])),
        ("output", "\n".join(_texts(outputs))),
    ]:
        path = PATH.search(words)
        if path:
            yield f"names a path in its {place}: {path[0]}"
        if distinctive and re.search(rf"(?<!\w){re.escape(host)}(?!\w)", words):
            yield f"names this machine in its {place}: {host}"


def _texts(outputs: List[dict]) -> Iterator[str]:
    """The texts of outputs, without pictures."""
    for output in outputs:
        yield _joined(output.get("text", ""))
        for kind, data in output.get("data", {}).items():
            if not kind.startswith("image/") or kind == "image/svg+xml":
                yield _joined(data)
        yield json.dumps(output.get("metadata", {}))


def _joined(text) -> str:
    """A notebook keeps a text as one string or as its lines."""
    return text if isinstance(text, str) else "".join(text)
