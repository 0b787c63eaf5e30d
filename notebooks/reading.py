"""What the notebooks share of reading: where the inputs lie, and how numbers are written.

Nothing here computes a statistic: estimates and intervals are the ones `equipoise` gives."""

import difflib
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from IPython.display import Markdown

ROOT = Path(__file__).resolve().parent.parent


class Unusable(Exception):
    """An input the reader has to mend; shown as its text alone."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def input_path(variable: str, default: str, command: str) -> Path:
    """The input named by an environment variable, or the default; relative to the repository.

    Raises `Unusable`, with the command that makes the input, where there is none."""
    named = os.environ.get(variable) or default
    path = ROOT / named
    if not path.exists():
        raise Unusable(
            f"{named} is missing. Run `{command}` at the root of the repository, "
            f"or name another with the environment variable {variable}."
        )
    return path


def chosen_unit(names: Iterable[str], default: str) -> str:
    """The unit that EQUIPOISE_UNIT names, or the default; it must be among the names."""
    names = sorted(names)
    name = os.environ.get("EQUIPOISE_UNIT") or default
    if name not in names:
        near = difflib.get_close_matches(name, names, n=3, cutoff=0)
        raise Unusable(f"No unit is called {name} here. Did you mean {' or '.join(near)}?")
    return name


def percent(share: float, low: float, high: float) -> str:
    """A fraction and its interval in per cent, with more decimals where it is all but 0 or 1."""
    close = any(0 < value < 0.0005 or 0.9995 <= value < 1 for value in (share, low, high))
    digits = 2 if close else 1
    shown = (f"{100 * value:.{digits}f}" for value in (share, low, high))
    return "{} % ({} to {} %)".format(*shown)


def points(estimate: float, low: float, high: float) -> str:
    """Points and their interval."""
    return f"{estimate:,.0f} ({low:,.0f} to {high:,.0f})".replace("-", "\N{MINUS SIGN}")


def counted(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def table(rows: Sequence[dict], nothing: str) -> Markdown:
    """Rows as a table, numbers to the right, or a sentence where there are none."""
    if not rows:
        return Markdown(nothing)
    rule = ["---:" if isinstance(value, int) else "---" for value in rows[0].values()]
    told = [[str(value).replace("|", "\\|") for value in row.values()] for row in rows]
    lines = [list(rows[0]), rule, *told]
    return Markdown("\n".join(f"| {' | '.join(line)} |" for line in lines))
