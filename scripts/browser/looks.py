"""Checks of what is seen: structure, charts, width, contrast and labels."""

import io
from typing import List

from PIL import Image
from selenium.webdriver.remote.webelement import WebElement
from session import Session

SECTIONS = ("answer", "charts", "units", "pairings", "making")
# Smoothed text alone gives dozens of colours; a blank picture has one.
FEWEST_COLOURS = 20
FEWEST_MARKS = 10
MARKS = "rect, circle, path, polyline, polygon, line"


def structure(session: Session) -> List[str]:
    """The answer first, the making last, and a table with rows for units and pairings."""
    found = session.run("return [...document.querySelectorAll('main > section')].map((s) => s.id)")
    problems = [] if tuple(found) == SECTIONS else [f"sections are {found}"]
    for table in ("units", "pairings"):
        if not session.all(f"#{table}-table tbody tr"):
            problems.append(f"the table of {table} has no rows")
    return problems


def charts(session: Session) -> List[str]:
    """Every chart has a title, marks inside its box, and more than one colour on the screen."""
    figures = session.all("#charts figure")
    if not figures:
        return ["there is no chart"]
    return [problem for figure in figures for problem in chart(session, figure)]


def chart(session: Session, figure: WebElement) -> List[str]:
    name = figure.get_attribute("id")
    svg = figure.find_element("css selector", "svg")
    problems = []
    if not figure.find_element("css selector", "h3").text.strip():
        problems.append("has no title")
    box = svg.rect
    if box["width"] < 100 or box["height"] < 100:
        problems.append(f"is {box['width']} by {box['height']} pixels")
    marks = session.run(
        """return [...arguments[0].querySelectorAll(arguments[1])].filter((mark) => {
            const box = mark.getBoundingClientRect();
            return box.width + box.height > 0;
        }).length""",
        svg,
        MARKS,
    )
    if marks < FEWEST_MARKS:
        problems.append(f"has {marks} marks")
    colours = colour_count(session, figure.find_element("css selector", ".scroll"))
    if colours < FEWEST_COLOURS:
        problems.append(f"is blank: {colours} colours")
    return [f"chart {name} {problem}" for problem in problems]


def colour_count(session: Session, element: WebElement) -> int:
    """How many colours an element has on the screen."""
    session.run("arguments[0].scrollIntoView({block: 'center'})", element)
    picture = Image.open(io.BytesIO(element.screenshot_as_png)).convert("RGB")
    return len(picture.getcolors(picture.width * picture.height))


def width(session: Session) -> List[str]:
    """Only tables and charts scroll sideways, never the page."""
    page, screen = session.run(
        "const page = document.scrollingElement; return [page.scrollWidth, page.clientWidth]"
    )
    return [] if page <= screen else [f"the page is {page} px wide on a screen of {screen} px"]


def accessibility(session: Session, axe: str, where: str) -> List[str]:
    """What axe-core finds wrong, rule by rule; the inside of a picture is read as its label."""
    session.run(axe)
    found = session.driver.execute_async_script(
        """const done = arguments[arguments.length - 1];
        axe.run({exclude: ["svg > *"]}, {resultTypes: ["violations"]}).then(
            (result) => done(result.violations.map((violation) => [
                violation.id, violation.help, violation.nodes.length,
                violation.nodes[0].target.join(" "), violation.nodes[0].failureSummary,
            ])),
            (error) => done([["axe", String(error), 0, "", ""]]),
        );"""
    )
    return [
        f"{where}: axe {rule}: {text} ({count} times, first {place}): {' '.join(why.split())}"
        for rule, text, count, place, why in found
    ]
