"""Runs every check on one report: main.py REPORT AXE; prints a JSON list of what failed."""

import json
import sys
from pathlib import Path
from typing import List

import looks
import usage
from session import Session, View

DESKTOP, PHONE = (1280, 900), (360, 740)
# Behaviour is the same in each view, so it is tested once on each screen.
VIEWS = (
    (View("light", *DESKTOP), True),
    (View("dark", *DESKTOP), False),
    (View("light", *PHONE), False),
    (View("dark", *PHONE), True),
)


def check(session: Session, view: View, axe: str, with_usage: bool) -> List[str]:
    """What fails in one view of the page."""
    session.show(view)
    problems = looks.structure(session)
    if not problems:
        problems += looks.charts(session) + looks.width(session)
        usage.leave_few_rows(session)
        problems += looks.accessibility(session, axe, "page")
        problems += usage.distribution(session, axe)
        if with_usage:
            problems += usage.everything(session)
    return [f"{view}: {problem}" for problem in problems + session.misdeeds()]


def main() -> None:
    report, axe = sys.argv[1:]
    source = Path(axe).read_text(encoding="utf-8")
    problems: List[str] = []
    with Session(Path(report)) as session:
        for view, with_usage in VIEWS:
            problems += check(session, view, source, with_usage)
    print(json.dumps(problems))


if __name__ == "__main__":
    main()
