"""How the output of commands becomes the text of a measured block; one function for each kind.

FORMATS has a line for each block: its function and whether it takes seconds. `scripts/rerecord`
and its tests use it by `make` and `is_stale`."""

import json
import re
import textwrap
from typing import Callable, Dict, List, NamedTuple, Sequence

from measurements import Problem
from records import Block, Output, Session, comparable

WIDTH = 118

Make = Callable[[Session, List[Output]], str]


class Format(NamedTuple):
    """How a block is made."""

    make: Make
    quick: bool = False  # within a few seconds, and the same on every machine
    varies: bool = False  # its figures differ from run to run


def make(block: Block, session: Session) -> str:
    """The text of a block as it should be now."""
    outputs = [session.run(words) for words in block.commands()]
    try:
        text = FORMATS[block.name].make(session, outputs)
    except (AttributeError, IndexError, KeyError, StopIteration, TypeError, ValueError) as error:
        raise Problem(
            f'{block.place}: block "{block.name}": unexpected output of {block.command}'
            f" ({type(error).__name__}: {error})"
        ) from None
    return textwrap.indent(text, block.indent)


def is_stale(block: Block, new: str) -> bool:
    """Whether a block says anything else than it should, but for what varies by itself."""
    old, new = comparable(block.body), comparable(new)
    if FORMATS[block.name].varies:
        old, new = (re.sub(r"[\d.,]+", "_", text) for text in (old, new))
    return old != new


def fenced(lines: Sequence[str]) -> str:
    """Lines as a block of code, without the empty ones around them."""
    text = "\n".join(line.rstrip() for line in lines).strip("\n")
    return f"```text\n{text}\n```"


def sentence(text: str, width: int = WIDTH) -> str:
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


def whole(_: Session, outputs: List[Output]) -> str:
    """All that the last command printed."""
    return fenced(outputs[-1].text.splitlines())


def table(_: Session, outputs: List[Output]) -> str:
    """A Markdown table that a command prints."""
    return outputs[-1].text.strip("\n")


def part(begins: str, ends: str = "", lines: int = 0) -> Make:
    """From the line that begins with a text, up to that which begins with another, or some lines."""

    def cut(_: Session, outputs: List[Output]) -> str:
        text = outputs[-1].text.splitlines()
        first = next(at for at, line in enumerate(text) if line.startswith(begins))
        last = len(text)
        if ends:
            last = next(at for at in range(first, last) if text[at].startswith(ends))
        if lines:
            last = first + lines
        return fenced(text[first:last])

    return cut


def events(*numbers: int) -> Make:
    """Some lines of a battle written as JSON lines, counted from 0; the options are cut."""

    def shown(_: Session, outputs: List[Output]) -> str:
        lines = outputs[-1].text.splitlines()
        found = [re.sub(r'"options":\{[^}]*\}', '"options":{}', lines[at]) for at in numbers]
        return "\n".join(["```json", *found, "```"])

    return shown


def numbers(pattern: str, text: str) -> List[str]:
    """The groups of a pattern that a text must have."""
    found = re.search(pattern, text, flags=re.MULTILINE)
    if found is None:
        raise ValueError(f"no {pattern}")
    return list(found.groups())


def markdown(header: Sequence[str], rows: Sequence[Sequence[str]], numbers_from: int) -> str:
    """A Markdown table whose columns from a number on are numbers."""
    rule = ["---" if at < numbers_from else "--:" for at in range(len(header))]
    lines = [f"| {' | '.join(cells)} |" for cells in (header, *rows)]
    lines.insert(1, f"|{'|'.join(rule)}|")
    return "\n".join(lines)


def percent(share: float, places: int = 1) -> str:
    return f"{100 * share:.{places}f} %"


def rounded(number: float) -> str:
    """Rounded, without a minus before nothing."""
    return str(round(number))


def span(interval: dict) -> str:
    estimate, low, high = (rounded(interval[end]) for end in ("estimate", "low", "high"))
    return f"{estimate} ({low} to {high})"


def sweep_time(_: Session, outputs: List[Output]) -> str:
    return f"The sweep takes {outputs[-1].cpu_seconds:.0f} s of processor time."


def duel_time(_: Session, outputs: List[Output]) -> str:
    """The time of one of 100,000 duels."""
    return f"A duel takes {outputs[-1].cpu_seconds * 1e6 / 100_000:.1f} µs on one core."


# A price to reckon with, which docs/scaling.md states: dollars for a virtual CPU for an hour, on demand.
CORE_HOUR = 0.04


def seconds_a_battle(outputs: List[Output]) -> List[float]:
    """Processor time of a duel of a sweep and of a battle of armies, from the documents of both."""
    sweep, battle = outputs
    played = [json.loads(sweep.text)["manifest"]["battles"], json.loads(battle.text)["battles"]]
    return [output.cpu_seconds / battles for output, battles in zip(outputs, played)]


def scaling_rate(_: Session, outputs: List[Output]) -> str:
    """Battles a second on one core."""
    duel, battle = (rounded_to(1 / seconds, 2) for seconds in seconds_a_battle(outputs))
    return sentence(
        f"One core plays about {duel:,} duels a second of the standard sweep, tables and charts included, or {battle:,} battles "
        "of armies of 1,000 points (`simple-battle`)."
    )


def scaling_cost(_: Session, outputs: List[Output]) -> str:
    """Core-hours, days and dollars of a billion battles and more."""
    rows = []
    for what, seconds in zip(("duels", "battles of armies"), seconds_a_battle(outputs)):
        for power in (9, 10, 11, 12):
            hours = 10**power * seconds / 3600
            cells = [hours, hours / 8 / 24, hours / 1000, hours * CORE_HOUR]
            rows.append([f"10^{power} {what}", *(f"{rounded_to(cell, 2):,}" for cell in cells)])
    header = ["", "core-hours", "days on 8 cores", "hours on 1,000 cores", "dollars"]
    return markdown(header, rows, 1)


def rounded_to(number: float, digits: int) -> float:
    """A number with so many digits that count."""
    short = float(f"{number:.{digits - 1}e}")
    return int(short) if short == int(short) else short


def chosen_rows(header: str, names: Sequence[str]) -> Make:
    """The heading of a result, some rows of its table, and the three lines below it."""

    def rows(_: Session, outputs: List[Output]) -> str:
        head, rest = outputs[-1].text.split("\n\n", 1)
        table, below = rest.split("\n\n", 1)
        first, *others = table.splitlines()
        if not first.startswith(header):
            raise ValueError(f"no table that begins with {header}")
        kept = [next(row for row in others if row.startswith(f"{name}  ")) for name in names]
        return fenced([*head.splitlines(), "", first, *kept, "", *below.splitlines()[:3]])

    return rows


def price_map(_: Session, outputs: List[Output]) -> str:
    """The heading of a price map, the levels of Performance and of roles, and the suggested list."""
    head, *parts = outputs[-1].text.split("\n\n")
    kept = [
        next(of for of in parts if of.startswith(begins))
        for begins in ("performance ", "role ", "Suggested prices")
    ]
    return fenced("\n\n".join([head, *kept]).splitlines())


def price_map_finding(_: Session, outputs: List[Output]) -> str:
    """What a designer should change, from a price map as JSON."""
    result = json.loads(outputs[-1].text)
    levels = {of["level"]: of for of in result["levels"] if of["axis"] == "performance"}
    lowest, highest = levels[0], levels[10]
    steps = [of for of in result["steps"] if of["axis"] == "performance" and of["at"] is None]
    worths = {of["to"]: of["worth"] for of in steps}
    return sentence(
        f"Odd steps of Performance are worth little, even ones ever more: the step to 9 "
        f"costs 25 points and is worth {span(worths[9])}, the step to 10 costs 25 and is worth {span(worths[10])}. "
        f"Machines of Performance 0 cost {lowest['listed']:.0f} points on average and are worth "
        f"{span(lowest['implied'])}; those of Performance 10 cost {highest['listed']:.0f} and are worth "
        f"{span(highest['implied'])}."
    )


def implied(unit: str) -> Make:
    """What a unit costs and what it is worth."""

    def text(_: Session, outputs: List[Output]) -> str:
        listed, worth, interval = numbers(
            rf"^{unit} +(\d+) +(-?\d+) +(-?\d+ to -?\d+) ", outputs[-1].text
        )
        return f"{unit} costs {listed} points and plays like {worth} ({interval})."

    return text


def farthest_first(upgrades: List[dict]) -> List[dict]:
    """Upgrades, those farthest from their price first."""
    return sorted(upgrades, key=lambda of: -abs(of["worth"]["estimate"] - of["price"]))


def upgrade_rows(_: Session, outputs: List[Output]) -> str:
    """A row for each upgrade, those farthest from their price first, with every answer to it."""
    result = json.loads(outputs[-1].text)
    header = ["upgrade", "price", f"worth, `{result['policy']}`", "verdict"]
    for other in result["also"]:
        elsewhere = other["scenario"] != result["scenario"]
        header += [f"`{other['scenario'] if elsewhere else other['policy']}`", "verdict"]
    others = [{one["name"]: one for one in other["upgrades"]} for other in result["also"]]

    def row(upgrade: dict) -> List[str]:
        cells = [f"`{upgrade['name']}`", f"{upgrade['price']:.0f}"]
        for one in (upgrade, *(other.get(upgrade["name"]) for other in others)):
            cells += [span(one["worth"]), one["verdict"]] if one else ["none", ""]
        buyers = (f"{b['unit']} {rounded(b['worth']['estimate'])}" for b in upgrade["buyers"])
        return [*cells, ", ".join(buyers)]

    rows = [row(upgrade) for upgrade in farthest_first(result["upgrades"])]
    text = markdown([*header, "units"], rows, 99)
    left_out = [f"`{one['name']}` ({one['reason']})" for one in result["unmeasured"]]
    return f"{text}\n\n{sentence('Not measured: ' + ', '.join(left_out) + '.')}" if left_out else text


def upgrades_worth(_: Session, outputs: List[Output]) -> str:
    """Each upgrade with its price, its worth and the verdict."""
    result = json.loads(outputs[-1].text)
    rows = [
        [f"`{of['name']}`", rounded(of["price"]), span(of["worth"]), of["verdict"]]
        for of in farthest_first(result["upgrades"])
    ]
    return markdown(["upgrade", "price", "worth", "verdict"], rows, 99)


def coverage(_: Session, outputs: List[Output]) -> str:
    """How often intervals hold."""

    def promised(row: dict) -> str:
        least, most = 100 * row["least"], 100 * row["most"]
        return f"{least:.0f} to {most:.0f} %" if most < 100 else f"at least {least:.0f} %"

    rows = [
        [row["interval"], row["games"], promised(row), percent(row["held"], 2), percent(row["error"], 2)]
        for row in json.loads(outputs[-1].text)["rows"]
    ]
    return markdown(["interval", "games of a replicate", "promised", "held", "error"], rows, 99)


def gate_study(_: Session, outputs: List[Output]) -> str:
    """What gates say of known changes."""
    study = json.loads(outputs[-1].text)
    verdicts = ("pass", "regressed", "undecided", "wrong")
    rows = []
    for gates in study["scenarios"]:
        cells = [percent(gates[verdict] / study["replicates"]) for verdict in verdicts]
        wrong = gates["wrong_share"]
        interval = f"{percent(wrong['low'])} to {percent(wrong['high'])}"
        rows.append([gates["scenario"], *cells, interval, f"{gates['mean_battles']:,.0f}"])
    header = ["what happened", *verdicts[:3], "any wrong", "95 % interval", "mean battles"]
    return markdown(header, rows, 1)


def sweep_plan(_: Session, outputs: List[Output]) -> str:
    """What the standard sweep plays."""
    text = outputs[-1].text
    policy, seed = numbers(r"policy (\w+), seed (\d+)", text)
    units, pairings, battles = numbers(r"^([\d,]+) units, ([\d,]+) pairings, ([\d,]+) battles", text)
    each = number(battles) // number(pairings)
    return sentence(
        f"*Made by the command below: {units} units, {pairings} pairings, {each:,} battles each: "
        f"{battles} battles, policy `{policy}`, seed {seed}.*"
    )


def number(text: str) -> int:
    return int(text.replace(",", ""))


def stopped(command: str) -> Make:
    """How many battles a sweep that stops by itself takes."""

    def told(_: Session, outputs: List[Output]) -> str:
        text = outputs[-1].text
        pairings, battles = numbers(r" units, ([\d,]+) pairings, ([\d,]+) battles", text)
        share, plan = numbers(r"^(\d+) % of the battles of a plan that fixes ([\d,]+) per", text)
        return sentence(
            f"The standard sweep (`{command}`, {pairings} pairings, seed 1) takes {battles} battles, "
            f"{number(battles) / number(pairings):,.0f} a pairing: {share} % of a plan that fixes "
            f"{plan} for each."
        )

    return told


def without_units(_: Session, outputs: List[Output]) -> str:
    """What the order of lists decides, without the table of units."""
    lines = outputs[-1].text.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("Order of the units"))
    units = next(at for at, line in enumerate(lines) if line.startswith("unit "))
    forces = next(at for at, line in enumerate(lines) if line.startswith("Forces in another"))
    return fenced([*lines[first:units], *lines[forces:]])


def search_gain(_: Session, outputs: List[Output]) -> str:
    row = r"^search against greedy +[\d,]+ +[\d.]+ % +[\d.]+ % +[\d.]+ % +([\d.]+) % "
    score = numbers(row, outputs[-1].text)
    return sentence(
        f"So `search` scores {float(score[0]) / 100:.2f} against `greedy` on average: better play gains at "
        "least that. The gap is widest with many units and much terrain."
    )


def gate_cost(_: Session, outputs: List[Output]) -> str:
    """What a baseline and a gate that finds nothing take."""
    baseline, gate = outputs
    battles = number(numbers(r"pairings, ([\d,]+) battles", baseline.text)[0])
    return sentence(
        f"The baseline took {battles:,} battles and {baseline.cpu_seconds:.0f} s of processor time, and a "
        f"gate that found nothing changed {json.loads(gate.text)['battles']:,} battles and "
        f"{gate.cpu_seconds:.0f} s; divide the time by the number of cores."
    )


def variant_worth(_: Session, outputs: List[Output]) -> str:
    """The change in implied points under both policies."""
    text = outputs[-1].text
    asked, price = numbers(r"^White Asura with hp\+=(\d+), points\+=(\d+)$", text)
    change = []
    for policy in ("greedy", "solo"):
        worth, low, high = numbers(
            rf"^{policy} .* \d+ +([+-][\d.]+) +([+-][\d.]+) to ([+-][\d.]+)$", text
        )
        span_of = f"{float(low):.0f} to {float(high):.0f}"
        change.append(f"{float(worth):.0f} points ({span_of}) under `{policy}`")
    return sentence(f"{asked} HP are worth {' and '.join(change)}, not {price}.")


def first_event(kind: str) -> Make:
    """The first event of a kind in a battle."""

    def shown(_: Session, outputs: List[Output]) -> str:
        mark = f'{{"event":"{kind}"'
        found = next(line for line in outputs[-1].text.splitlines() if line.startswith(mark))
        return "\n".join(["```json", found, "```"])

    return shown


def own_table(begins: str, ends: str) -> Make:
    """A part of the Markdown that a command prints, up to a line that begins with a text."""

    def cut(_: Session, outputs: List[Output]) -> str:
        text = outputs[-1].text
        first = text.index(begins)
        return text[first : text.index(ends, first)].strip("\n")

    return cut


POINTS_SHOWN = (
    "Crimson Gallant",
    "Musarl Cruiser",
    "White Raven",
    "Halberd Carrier",
    "VoltLion",
    "Dusk Wraith",
    "White Asura",
    "Silver Heron",
)
FORMATS: Dict[str, Format] = {
    "sweep-plan": Format(sweep_plan),
    "sweep-time": Format(sweep_time),
    "duel": Format(whole, quick=True),
    "sweep-clear": Format(part("Clearly under-costed", lines=7)),
    "meta": Format(part("Meta-game", lines=18)),
    "ratings": Format(whole, quick=True),
    "sprt": Format(whole, quick=True),
    "price-map": Format(price_map),
    "price-map-finding": Format(price_map_finding),
    "points": Format(chosen_rows("unit ", POINTS_SHOWN)),
    "points-asura": Format(implied("White Asura")),
    "variant": Format(part("White Asura with", ends="Under each")),
    "variant-worth": Format(variant_worth),
    "upgrades-worth": Format(upgrades_worth),
    "duel-time": Format(duel_time),
    "audit-monotonicity-greedy": Format(part("Monotonicity", ends="Without any effect")),
    "audit-monotonicity-solo": Format(part("Monotonicity", ends="Without any effect")),
    "audit-tools-greedy": Format(part("Use of tools")),
    "audit-tools-solo": Format(part("Use of tools")),
    "audit-gain-greedy": Format(part("Left to gain")),
    "audit-gain-solo": Format(part("Left to gain")),
    "audit-order-greedy": Format(without_units),
    "audit-order-solo": Format(without_units),
    "gate-cost": Format(gate_cost),
    "gate-study": Format(gate_study),
    "ratios": Format(table, varies=True),
    "instruction-counts": Format(table, quick=True),
    "dice-calls": Format(table),
    "profile-elite": Format(own_table("| group of source files", "\n\n"), varies=True),
    "ladder": Format(part("Ladder", ends="digest")),
    "ladder-search": Format(part("Ladder", ends="digest")),
    "search-gain": Format(search_gain),
    "ladder-thirty-mm": Format(part("Ladder", ends="digest")),
    "ladder-bullseye": Format(part("Ladder", ends="The same battles")),
    "replay": Format(events(0, 1, 2, 3), quick=True),
    "replay-attack": Format(first_event("attack"), quick=True),
    "until": Format(stopped("equipoise sweep --until 0.02")),
    "decide": Format(stopped("equipoise sweep --decide 0.5 --margin 0.02")),
    "coverage": Format(coverage),
    "upgrades": Format(upgrade_rows),
    "scaling-rate": Format(scaling_rate, varies=True),
    "scaling-cost": Format(scaling_cost, varies=True),
}
