// What the two tables show of the embedded data.

// In the order in which they matter.
const VERDICTS = {
  "under-costed": "▲ under-costed",
  "over-costed": "▼ over-costed",
  fair: "✓ fair",
  unclear: "● unclear",
  "beyond-prices": "○ not judged",
};

const interval = (of, show = (value) => decimal(value, 1), unit = "") => {
  const [shown, from, to] = of.map(show);
  return `${shown}${unit} (${from} to ${to})`;
};

// A score's interval on a scale from 0 to 1 with a mark at one half; the numbers beside it say the same.
function scoreBar([estimate, low, high]) {
  const at = (value) => 4 + value * 72;
  const svg = svgElement("svg", { class: "score", viewBox: "0 0 80 12", "aria-hidden": "true" });
  svg.append(
    svgElement("line", { x1: at(0), x2: at(1), y1: 6, y2: 6, class: "grid" }),
    svgElement("line", { x1: at(0.5), x2: at(0.5), y1: 1, y2: 11, class: "grid" }),
    svgElement("line", { x1: at(low), x2: at(high), y1: 6, y2: 6, class: "reach" }),
    svgElement("circle", { cx: at(estimate), cy: 6, r: 3, class: "dot" }),
  );
  return svg;
}

const scoreCell = (score) => [interval(score, (share) => percentage(share), " %"), scoreBar(score)];

function unitColumns(data, showPairings) {
  const { units, names, words } = data;
  const rank = (i) => (units.verdict[i] ? Object.keys(VERDICTS).indexOf(units.verdict[i]) : null);
  const judged = (i) => units.expected[i] && units.verdict[i] !== "beyond-prices";
  const gap = (i) => (judged(i) ? units.expected[i][0] - units.points[i] : null);
  const count = (heading, values) => ({ heading, numeric: true, value: (i) => values[i], show: (i) => grouped(values[i]) });
  const unit = (i) => {
    const button = element("button", names[i], { type: "button", class: "link" });
    button.addEventListener("click", () => showPairings(i));
    return button;
  };
  return [
    { heading: "unit", value: (i) => names[i], show: unit },
    ...units.axes.map((axis) => axisColumn(axis)),
    { heading: "verdict", value: rank, show: (i) => VERDICTS[units.verdict[i]] ?? "–" },
    { heading: "gap", numeric: true, value: gap, show: (i) => (gap(i) === null ? "–" : signed(gap(i), 1)) },
    count("listed points", units.points),
    {
      heading: `${words.worth} points (interval)`,
      numeric: true,
      value: (i) => units.expected[i]?.[0] ?? null,
      show: (i) => (judged(i) ? interval(units.expected[i]) : beyond(units.expected[i], units.prices)),
    },
    { heading: "score (interval)", numeric: true, value: (i) => units.score[i][0], show: (i) => scoreCell(units.score[i]) },
    {
      heading: "dominated by",
      value: (i) => (units.dominated[i] ? names[units.dominated[i][0]] : null),
      show: (i) => dominatedBy(units.dominated[i], names),
    },
    count("opponents", units.opponents),
    count("battles", units.battles),
    count(words.unit, units.vp),
  ];
}

// Outside the listed prices the curve is extrapolated: on which side is all that is known.
function beyond(expected, [lowest, highest]) {
  if (!expected) return "–";
  return expected[0] > highest ? `above ${grouped(highest)}` : `below ${grouped(lowest)}`;
}

function axisColumn(axis) {
  const { name: heading, numeric, values } = axis;
  return { heading, numeric, first: "ascending", value: (i) => values[i], show: (i) => String(values[i] ?? "–") };
}

function dominatedBy(found, names) {
  if (!found) return "–";
  const [by, count] = found;
  return `◆ ${names[by]}${count > 1 ? ` and ${grouped(count - 1)} more` : ""}`;
}

// One pairing with its names and bins spelt out.
function pairingOf(data, i) {
  const { pairings, names, bins } = data;
  const flat = pairings.bins[i];
  const bin = (_, k) => {
    const [from, to] = bins[flat[2 * k]];
    return { from, to, battles: flat[2 * k + 1] };
  };
  const column = (name) => pairings[name][i];
  return {
    a: names[column("a")],
    b: names[column("b")],
    battles: column("battles"),
    wins: column("wins"),
    draws: column("draws"),
    score: column("score"),
    low: column("low"),
    high: column("high"),
    difference: column("difference"),
    sd: column("sd"),
    rounds: column("rounds"),
    bins: Array.from({ length: flat.length / 2 }, bin),
  };
}

function pairingColumns(data, open) {
  const { pairings, names, words } = data;
  const [a, b] = ["a", "b"].map((side) => (i) => names[pairings[side][i]]);
  const score = (i) => [pairings.score[i], pairings.low[i], pairings.high[i]];
  const fromEven = (i) => pairings.score[i] - 0.5;
  const lost = (i) => pairings.battles[i] - pairings.wins[i] - pairings.draws[i];
  const count = (heading, value) => ({ heading, numeric: true, value, show: (i) => grouped(value(i)) });
  const name = (i) => {
    const button = element("button", a(i), { type: "button", class: "link", "aria-label": `${a(i)} against ${b(i)}: show how the battles ended` });
    button.addEventListener("click", () => open(i));
    return button;
  };
  return [
    { heading: "A", value: a, show: name },
    { heading: "B", value: b },
    { heading: "score of A (interval)", numeric: true, value: (i) => pairings.score[i], show: (i) => scoreCell(score(i)) },
    { heading: "from even, percentage points", numeric: true, value: (i) => Math.abs(fromEven(i)), show: (i) => signed(fromEven(i) * 100, 1) },
    count("battles", (i) => pairings.battles[i]),
    count("won by A", (i) => pairings.wins[i]),
    count("drawn", (i) => pairings.draws[i]),
    count("won by B", lost),
    {
      heading: `${words.difference}, mean ± sd`,
      numeric: true,
      value: (i) => pairings.difference[i],
      show: (i) => signed(pairings.difference[i], 1) + (pairings.sd[i] === null ? "" : ` ± ${decimal(pairings.sd[i], 1)}`),
    },
    { heading: "rounds, mean", numeric: true, value: (i) => pairings.rounds[i], show: (i) => decimal(pairings.rounds[i], 1) },
  ];
}
