// Tables that sort and filter, and draw as many rows as are asked for.

const ROWS = 100;

// A column: {heading, value(i), show(i)?, numeric?, first?}. `value` sorts, and is the text shown where
// there is no `show`, which returns a text or an element. `first` is the order of the first press.
class DataTable {
  constructor(id, columns, count, words) {
    Object.assign(this, { id, columns, words, shown: ROWS });
    this.table = document.getElementById(`${id}-table`);
    this.more = document.getElementById(`${id}-more`);
    this.output = document.getElementById(`${id}-count`);
    this.filter = document.getElementById(`${id}-filter`);
    this.all = Array.from({ length: count }, (_, i) => i);
    this.accepts = () => true;
    this.headings = columns.map((column, at) => this.heading(column, at));
    this.table.tHead.rows[0].append(...this.headings);
    this.filter.addEventListener("input", () => this.update());
    this.filter.form.addEventListener("submit", (event) => event.preventDefault());
    this.more.addEventListener("click", () => this.showMore());
  }

  heading(column, at) {
    const button = element("button", column.heading, { type: "button" });
    button.addEventListener("click", () => this.press(at));
    const cell = element("th", button, { scope: "col" });
    cell.classList.toggle("n", Boolean(column.numeric));
    return cell;
  }

  // Numbers start with the largest, names with the first; pressing again turns the order round.
  press(at) {
    const column = this.columns[at];
    const first = column.first ?? (column.numeric ? "descending" : "ascending");
    const other = first === "ascending" ? "descending" : "ascending";
    this.sort(at, this.headings[at].getAttribute("aria-sort") === first ? other : first);
  }

  sort(at, order) {
    this.headings.forEach((heading) => heading.removeAttribute("aria-sort"));
    this.headings[at].setAttribute("aria-sort", order);
    const { value } = this.columns[at];
    const sign = order === "ascending" ? 1 : -1;
    // Rows that are alike keep the order of the sort before.
    this.all.sort((i, j) => compare(value(i), value(j), sign));
    this.update();
  }

  // Every word must occur in the row's text, in any order; quotes hold a whole name together.
  update() {
    const words = termsOf(this.filter.value);
    const matches = (i) => words.every((word) => this.words(i).includes(word));
    this.rows = this.all.filter((i) => this.accepts(i) && matches(i));
    this.shown = ROWS;
    this.table.tBodies[0].replaceChildren();
    this.draw(0);
  }

  showMore() {
    const from = this.shown;
    this.shown += ROWS;
    this.draw(from);
    // The button moves down or goes away: reading goes on at the first new row.
    const row = this.table.tBodies[0].rows[from];
    (row.querySelector("button") ?? this.table.parentElement).focus();
  }

  draw(from) {
    const rows = this.rows.slice(from, this.shown).map((i) => this.row(i));
    this.table.tBodies[0].append(...rows);
    const left = this.rows.length - this.shown;
    this.more.hidden = left <= 0;
    this.more.textContent = `Show ${grouped(Math.min(left, ROWS))} more rows`;
    const drawn = Math.min(this.shown, this.rows.length);
    const some = drawn < this.rows.length ? `, the first ${grouped(drawn)} shown` : "";
    this.output.textContent = `${grouped(this.rows.length)} of ${grouped(this.all.length)} rows match${some}`;
  }

  row(i) {
    const row = element("tr");
    this.columns.forEach((column, at) => {
      const content = column.show ? column.show(i) : String(column.value(i));
      const cell = element(at === 0 ? "th" : "td", content, at === 0 ? { scope: "row" } : {});
      cell.classList.toggle("n", Boolean(column.numeric));
      row.append(cell);
    });
    return row;
  }
}

// What is not known comes last in either order.
function compare(a, b, sign) {
  if (a === null || b === null) return (a === null) - (b === null);
  if (typeof a === "number" && typeof b === "number") return sign * (a - b);
  return sign * String(a).localeCompare(String(b), "en", { numeric: true });
}

function termsOf(text) {
  const terms = text.toLowerCase().match(/"[^"]*"?|[^\s"]+/g) ?? [];
  return terms.map((term) => term.replaceAll('"', "")).filter(Boolean);
}

// An element with content, which is never read as markup, and attributes.
function element(name, content = "", attributes = {}) {
  const made = document.createElement(name);
  made.append(...[content].flat());
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

function grouped(count) {
  return count.toLocaleString("en-GB");
}

// With a true minus sign, and none before what rounds to zero.
function decimal(value, decimals) {
  const shown = value.toFixed(decimals);
  return Number(shown) === 0 ? shown.replace("-", "") : shown.replace("-", "−");
}

// A fraction in percent with so many decimals, or as many more as it takes not to read as never or as always.
function percentage(fraction, least = 1) {
  const isOpen = Math.abs(fraction) > 1e-12 && Math.abs(fraction - 1) > 1e-12;
  let decimals = least;
  while (isOpen && [0, 100].includes(Number((fraction * 100).toFixed(decimals)))) decimals += 1;
  return decimal(fraction * 100, decimals);
}

function signed(value, decimals) {
  const shown = decimal(value, decimals);
  return value > 0 && Number(shown) !== 0 ? `+${shown}` : shown;
}
