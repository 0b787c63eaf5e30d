// How the battles of one pairing ended: a histogram, the score, the rounds, and the same as a table.

const SVG = "http://www.w3.org/2000/svg";
const PLOT = { height: 300, left: 52, right: 12, top: 34, bottom: 46 };

// As wide as the dialog allows, so that its text keeps its size on a phone.
const plotWidth = () => Math.max(260, Math.min(660, window.innerWidth - 60));

function distribution(pairing, words) {
  return [facts(pairing, words), ...(pairing.bins.length ? drawn(pairing, words) : [notKept()])];
}

function facts(pairing, words) {
  const percent = (share) => `${percentage(share)} %`;
  const { battles, wins, draws, low, high } = pairing;
  const sd = pairing.sd === null ? "" : ` ± ${decimal(pairing.sd, 1)} (standard deviation)`;
  const entries = [
    [`score of ${pairing.a}`, `${percent(pairing.score)} (${words.level} interval ${percent(low)} to ${percent(high)}, ${words.method}; a draw counts half)`],
    ["battles", `${grouped(battles)}: ${grouped(wins)} won by ${pairing.a}, ${grouped(battles - wins - draws)} by ${pairing.b}, ${grouped(draws)} drawn`],
    [`mean ${words.difference}`, `${signed(pairing.difference, 1)}${sd}`],
    ...(pairing.bins.length ? [[`${words.unit} at the end`, standing(pairing)]] : []),
    ["rounds", `${decimal(pairing.rounds, 2)} on average`],
  ];
  const list = element("dl");
  entries.forEach(([name, value]) => list.append(element("dt", name), element("dd", value)));
  return list;
}

function notKept() {
  return element("p", "The run holds no distribution of this pairing.");
}

function drawn(pairing, words) {
  const figure = element("figure");
  figure.append(histogram(pairing, words));
  figure.append(element("figcaption", caption(words)));
  const details = element("details", element("summary", "The same numbers as a table"));
  details.append(binTable(pairing, words));
  return [figure, details];
}

function caption(words) {
  return `Share of battles by ${words.difference}: above zero the unit named first is ahead. Zero has a bar of its own; the outermost bars may be wider than the others.`;
}

const share = (bin, pairing) => bin.battles / pairing.battles;

const bounds = ({ from, to }) => {
  if (from === null) return `at most ${decimal(to, 0)}`;
  if (to === null) return `at least ${decimal(from, 0)}`;
  return from === to ? decimal(from, 0) : `${decimal(from, 0)} to ${decimal(to, 0)}`;
};

// Behind, level or ahead: also told by the side of zero, never by colour alone.
function side({ from, to }) {
  if (to !== null && to < 0) return "behind";
  return from !== null && from > 0 ? "ahead" : "level";
}

function summary(pairing) {
  const of = (wanted) => {
    const battles = pairing.bins.filter((bin) => side(bin) === wanted).reduce((sum, bin) => sum + bin.battles, 0);
    return `${percentage(battles / pairing.battles)} %`;
  };
  return { ahead: of("ahead"), level: of("level"), behind: of("behind") };
}

function standing(pairing) {
  const { ahead, level, behind } = summary(pairing);
  return `${pairing.a} ahead in ${ahead} of battles, level in ${level}, behind in ${behind}`;
}

// The bar's ends on the axis: whole numbers reach half a unit beyond each; an open bin gets ten.
function span({ from, to }) {
  return [(from ?? to - 9) - 0.5, (to ?? from + 9) + 0.5];
}

function histogram(pairing, words) {
  const { height, left, right, top, bottom } = PLOT;
  const width = plotWidth();
  const ends = pairing.bins.flatMap(span).concat(-10.5, 10.5);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const most = Math.max(...pairing.bins.map((bin) => share(bin, pairing)));
  const ticks = ticksOf(0, most * 100, 5);
  const highest = Math.max(ticks.at(-1), most * 100);
  const x = (value) => left + ((value - low) / (high - low)) * (width - left - right);
  const y = (percent) => height - bottom - (percent / highest) * (height - top - bottom);
  const { ahead, behind } = summary(pairing);
  const svg = svgElement("svg", { role: "img", "aria-label": standing(pairing), viewBox: `0 0 ${width} ${height}`, class: "histogram" });
  const text = (content, attributes) => svg.append(svgElement("text", attributes, content));
  ticks.forEach((tick) => {
    svg.append(svgElement("line", { x1: left, x2: width - right, y1: y(tick), y2: y(tick), class: "grid" }));
    text(`${trimmed(tick)} %`, { x: left - 6, y: y(tick) + 4, class: "tick end" });
  });
  ticksOf(low, high, width / 60).filter((tick) => tick >= low && tick <= high).forEach((tick) => {
    text(decimal(tick, 0), { x: x(tick), y: height - bottom + 17, class: "tick middle" });
  });
  pairing.bins.forEach((bin) => svg.append(bar(bin, pairing, x, y)));
  svg.append(svgElement("line", { x1: x(0), x2: x(0), y1: top - 6, y2: height - bottom, class: "zero" }));
  text(`◂ behind ${behind}`, { x: left, y: top - 16 });
  text(`ahead ${ahead} ▸`, { x: width - right, y: top - 16, class: "end" });
  text(`${words.difference}, first minus second`, { x: (left + width - right) / 2, y: height - 8, class: "middle" });
  return svg;
}

function bar(bin, pairing, x, y) {
  const [from, to] = span(bin).map(x);
  const percent = share(bin, pairing) * 100;
  const top = Math.min(y(percent), y(0) - 1);
  const rect = svgElement("rect", { x: from + 0.5, y: top, width: Math.max(to - from - 1, 1.5), height: y(0) - top, class: `bar ${side(bin)}` });
  rect.append(svgElement("title", {}, `${bounds(bin)}: ${grouped(bin.battles)} battles, ${decimal(percent, 1)} %`));
  return rect;
}

// Round numbers that cover a range in about so many steps.
function ticksOf(low, high, steps) {
  const rough = Math.max(high - low, 1e-9) / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((wide) => wide >= rough);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

const trimmed = (value) => String(Number(value.toFixed(6)));

function binTable(pairing, words) {
  const table = element("table", element("caption", `Battles by ${words.difference}`));
  const head = element("tr", [words.difference, "battles", "share"].map((name) => element("th", name, { scope: "col" })));
  const rows = pairing.bins.map((bin) => {
    const cells = [grouped(bin.battles), `${percentage(share(bin, pairing), 2)} %`];
    const row = element("tr", element("th", bounds(bin), { scope: "row" }));
    row.append(...cells.map((cell) => element("td", cell, { class: "n" })));
    return row;
  });
  table.append(element("thead", head), element("tbody", rows));
  return table;
}

function svgElement(name, attributes, content = "") {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  if (content) made.append(content);
  return made;
}
