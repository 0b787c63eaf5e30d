"""Checks of what is done: sorting, filtering, opening a pairing, the keyboard."""

import re
from typing import List, Optional

import looks
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from session import Session

TABLES = ("units", "pairings")
NUMBER = re.compile(r"[-−+]?\d[\d,]*(?:\.\d+)?")
# Tab stops after which the end of the page should have come, both tables being filtered.
MOST_STOPS = 150


def everything(session: Session) -> List[str]:
    """All that people do with the tables."""
    for table in TABLES:
        write(session, table, "")
    return sorting(session) + filtering(session) + pointing(session) + keyboard(session)


def leave_few_rows(session: Session) -> None:
    """Filters both tables by their first unit: a few rows stand for all of them.

    No key is pressed for it, so the focus stays where it is."""
    for table in TABLES:
        session.run(
            """const table = document.getElementById(`${arguments[0]}-table`);
            const box = document.getElementById(`${arguments[0]}-filter`);
            box.value = `"${table.tBodies[0].rows[0].cells[0].textContent}"`;
            box.dispatchEvent(new Event("input"));""",
            table,
        )


def sorting(session: Session) -> List[str]:
    """Each heading sorts by its column, says so, and turns the order round when pressed again."""
    problems = []
    for table in TABLES:
        headings = session.all(f"#{table}-table thead th")
        for at, heading in enumerate(headings):
            orders = [press(session, table, heading, at) for _ in range(2)]
            problems += [f"table of {table}: {why}" for why in orders if why]
            marked = session.all(f"#{table}-table th[aria-sort]")
            if marked != [heading]:
                problems.append(f"table of {table}: {len(marked)} headings are marked as sorted")
    return problems


def press(session: Session, table: str, heading: WebElement, at: int) -> Optional[str]:
    """Presses a heading; what is wrong with the order that follows."""
    before = heading.get_attribute("aria-sort")
    session.run("arguments[0].click()", heading.find_element("css selector", "button"))
    order = heading.get_attribute("aria-sort")
    name = heading.text
    if order not in ("ascending", "descending") or order == before:
        return f"pressing {name!r} leaves the order {order}"
    if "n" not in (heading.get_attribute("class") or "").split():
        return None
    numbers = column(session, table, at)
    if "from even" in name:
        numbers = [abs(number) for number in numbers]
    if numbers != sorted(numbers, reverse=order == "descending"):
        return f"{name!r} is not {order}"
    return None


def column(session: Session, table: str, at: int) -> List[float]:
    """The first number of each cell of a column; cells without one are left out."""
    texts = session.run(
        """return [...document.getElementById(arguments[0]).tBodies[0].rows]
            .map((row) => row.cells[arguments[1]].textContent)""",
        f"{table}-table",
        at,
    )
    found = (NUMBER.search(text) for text in texts)
    plain = (match.group().replace("−", "-").replace(",", "") for match in found if match)
    return [float(number) for number in plain]


def write(session: Session, table: str, text: str) -> List[str]:
    """Writes into a filter as people do; the texts of the rows that are left."""
    box = session.all(f"#{table}-filter")[0]
    box.clear()
    # Clearing a field without a key press triggers no event.
    box.send_keys(text or " ")
    return session.run(
        "return [...document.getElementById(arguments[0]).tBodies[0].rows].map((r) => r.innerText)",
        f"{table}-table",
    )


def filtering(session: Session) -> List[str]:
    """A name leaves only its rows, nonsense none, an empty filter all; the count is shown each time."""
    problems = []
    for table in TABLES:
        all_rows = write(session, table, "")
        name = session.all(f"#{table}-table tbody th")[0].text
        rows = write(session, table, f'"{name}"')
        if not rows or any(name not in row for row in rows):
            problems.append(f"filtering {table} by {name!r} leaves {len(rows)} rows, not all of it")
        count = session.all(f"#{table}-count")[0]
        if write(session, table, "no unit is called that") or not count.text.startswith("0 of"):
            problems.append(f"filtering {table} by nonsense leaves rows, or says {count.text!r}")
        if len(write(session, table, "")) != len(all_rows):
            problems.append(f"the filter of {table} does not let go")
    return problems


def pointing(session: Session) -> List[str]:
    """A cell of the price map leads to its unit in the table, and to no other; pages without a map have no cells."""
    problems = []
    for spot in session.all(".spot")[:3]:
        unit = spot.get_attribute("data-unit")
        # A click by script: in a page that looks wrong, which other checks tell, no mouse may reach the cell.
        session.run("arguments[0].dispatchEvent(new MouseEvent('click', { bubbles: true }))", spot)
        shown = [cell.text for cell in session.all("#units-table tbody th")]
        if unit not in shown or any(unit not in name for name in shown):
            problems.append(f"the cell of {unit} leads to {shown[:3]}")
    write(session, "units", "")
    return problems


def distribution(session: Session, axe: str) -> List[str]:
    """A pairing opens its distribution, which has bars, reads well, and closes by Escape."""
    button = session.all("#pairings-table tbody button")[0]
    session.run("arguments[0].scrollIntoView({block: 'center'})", button)
    name = button.text
    button.click()
    dialog = session.all("#distribution")[0]
    if not dialog.is_displayed():
        return [f"pressing {name!r} opens nothing"]
    problems = []
    if name not in dialog.find_element("css selector", "h2").text:
        problems.append("the distribution does not name its pairing")
    bars = session.run(
        """return [...document.querySelectorAll('#distribution .bar')].filter((bar) => {
            const box = bar.getBoundingClientRect();
            return box.width > 0 && box.height > 0;
        }).length"""
    )
    if not bars:
        problems.append("the distribution has no bars")
    if "interval" not in dialog.text or "rounds" not in dialog.text:
        problems.append("the distribution lacks the score's interval or the rounds")
    problems += looks.accessibility(session, axe, "distribution") + looks.width(session)
    ActionChains(session.driver).send_keys(Keys.ESCAPE).perform()
    if dialog.is_displayed():
        problems.append("Escape does not close the distribution")
    elif session.driver.switch_to.active_element != button:
        problems.append("closing the distribution does not lead back to its pairing")
    return problems


def keyboard(session: Session) -> List[str]:
    """Tab reaches everything that can be used, and shows where it is; Enter and Space act."""
    session.reload()
    leave_few_rows(session)
    stops, problems = tab_through(session)
    missed = [place for place in session.run(REACHABLE) if place not in stops]
    problems += [f"Tab does not reach {place}" for place in missed]
    return problems + skip_link(session, stops) + enter_acts(session)


NAME = """const name = (e) => e.id ? `#${e.id}` :
    `${e.tagName.toLowerCase()} ${(e.ariaLabel ?? e.textContent ?? "").trim().slice(0, 40)}`;"""
REACHABLE = (
    NAME
    + """return [...document.querySelectorAll("a[href], button, input, select, [tabindex='0']")]
    .filter((e) => e.checkVisibility()).map(name);"""
)
FOCUSED = (
    NAME
    + """const e = document.activeElement, style = getComputedStyle(e), box = e.getBoundingClientRect();
    const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
    const seen = box.width > 0 && box.bottom > 0 && box.top < innerHeight;
    return [e === document.body, name(e), outlined, seen];"""
)


def tab_through(session: Session):
    """The places that Tab reaches, and those of them where the focus is not seen."""
    stops: List[str] = []
    problems: List[str] = []
    for _ in range(MOST_STOPS):
        ActionChains(session.driver).send_keys(Keys.TAB).perform()
        at_end, name, outlined, seen = session.run(FOCUSED)
        if at_end or (stops and name == stops[0]):
            return stops, problems
        if not outlined:
            problems.append(f"focus on {name} shows no outline")
        if not seen:
            problems.append(f"focus on {name} is off the screen")
        stops.append(name)
    return stops, problems + [f"Tab does not come to an end after {MOST_STOPS} stops"]


def skip_link(session: Session, stops: List[str]) -> List[str]:
    link = session.all("a.skip")
    first = stops[0] if stops else "nothing"
    if not link or link[0].get_attribute("textContent").strip()[:40] not in first:
        return [f"the first stop is {first}, not a link that skips to the answer"]
    # It lies above the page unless it has the focus, and WebDriver types into nothing that is out of sight.
    session.run("arguments[0].focus()", link[0])
    ActionChains(session.driver).send_keys(Keys.ENTER).perform()
    at = session.run("return document.activeElement.id")
    return [] if at == "answer" else [f"the skip link leads to {at!r}"]


def enter_acts(session: Session) -> List[str]:
    problems = []
    heading = session.all("#units-table thead th")[0]
    before = heading.get_attribute("aria-sort")
    heading.find_element("css selector", "button").send_keys(Keys.ENTER)
    if heading.get_attribute("aria-sort") == before:
        problems.append("Enter does not press a heading")
    session.all("#pairings-table tbody button")[0].send_keys(Keys.SPACE)
    if not session.all("#distribution")[0].is_displayed():
        problems.append("Space does not open a pairing")
    ActionChains(session.driver).send_keys(Keys.ESCAPE).perform()
    return problems
