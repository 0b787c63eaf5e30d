"""Executes one notebook and stores it with its outputs.

scripts/run_notebooks calls this with the Python of an environment that has
notebooks/requirements.txt; beside the result it keeps the sockets of the kernel.

    execute_notebook.py NOTEBOOK RESULT"""

import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError
from traitlets.config import Config

SECONDS_EACH_CELL = 600
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def failure(notebook: nbformat.NotebookNode) -> str:
    """Traceback and name of the cell that raised."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                traceback = COLOUR.sub("", "\n".join(output.traceback))
                return f"{traceback}\ncell {cell.id} raised {output.ename}"
    return "a cell raised"


def execute(source: Path, sockets: str) -> nbformat.NotebookNode:
    notebook = nbformat.read(source, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=SECONDS_EACH_CELL,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(source.parent)}},
        config=Config({"KernelManager": {"transport": "ipc", "ip": sockets}}),
    )
    try:
        client.execute()
    except CellExecutionError:
        sys.exit(f"{source.name}: {failure(notebook)}")
    except (CellTimeoutError, RuntimeError) as error:
        sys.exit(f"{source.name}: {error}")
    # The version of Python would change with the machine.
    notebook.metadata.language_info = {"name": "python"}
    return notebook


if __name__ == "__main__":
    source, result = map(Path, sys.argv[1:])
    nbformat.write(execute(source, str(result.resolve().with_suffix(""))), result)
