// Fills the page's tables from its block of data, and opens distributions.

const data = JSON.parse(document.getElementById("data").textContent);
const dialog = document.getElementById("distribution");

function openDistribution(i) {
  const pairing = pairingOf(data, i);
  document.getElementById("distribution-heading").textContent = `${pairing.a} against ${pairing.b}`;
  document.getElementById("distribution-content").replaceChildren(...distribution(pairing, data.words));
  dialog.showModal();
  dialog.scrollTop = 0;
}

document.getElementById("close").addEventListener("click", () => dialog.close());
// A press beside the dialog lands on its backdrop, which is the dialog itself.
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

function showPairings(unit) {
  pairingTable.filter.value = `"${data.names[unit].replaceAll('"', "")}"`;
  pairingTable.update();
  document.getElementById("pairings").scrollIntoView();
  pairingTable.filter.focus({ preventScroll: true });
}

function showUnit(name) {
  verdict.value = "";
  verdict.dispatchEvent(new Event("change"));
  unitTable.filter.value = `"${name.replaceAll('"', "")}"`;
  unitTable.update();
  document.getElementById("units").scrollIntoView();
  unitTable.filter.focus({ preventScroll: true });
}

function texts(count, parts) {
  const all = Array.from({ length: count }, (_, i) => parts(i).join(" ").toLowerCase().replaceAll('"', ""));
  return (i) => all[i];
}

const unitCount = data.units.points.length;
const unitTable = new DataTable(
  "units",
  unitColumns(data, showPairings),
  unitCount,
  texts(unitCount, (i) => [data.names[i], data.units.verdict[i] ?? "", data.units.dominated[i] ? "dominated" : "", ...data.units.axes.map((axis) => axis.values[i] ?? "")]),
);
const pairingTable = new DataTable(
  "pairings",
  pairingColumns(data, openDistribution),
  data.pairings.a.length,
  texts(data.pairings.a.length, (i) => [data.names[data.pairings.a[i]], data.names[data.pairings.b[i]]]),
);

const headings = (table) => table.columns.map((column) => column.heading);
const priced = data.units.expected.some(Boolean);
unitTable.sort(headings(unitTable).indexOf(priced ? "gap" : "score (interval)"), "descending");
if (priced) unitTable.sort(headings(unitTable).indexOf("verdict"), "ascending");
pairingTable.sort(headings(pairingTable).indexOf("from even, percentage points"), "descending");

// Only verdicts that occur can be chosen.
const verdict = document.getElementById("units-verdict");
const kinds = Object.entries(VERDICTS).filter(([kind]) => data.units.verdict.includes(kind));
const choices = kinds.map(([kind, shown]) => [kind, shown]);
if (data.units.dominated.some(Boolean)) choices.push(["dominated", "◆ dominated"]);
choices.forEach(([value, shown]) => verdict.append(element("option", shown, { value })));
verdict.addEventListener("change", () => {
  const wanted = verdict.value;
  unitTable.accepts = (i) => !wanted || data.units.verdict[i] === wanted || (wanted === "dominated" && data.units.dominated[i] !== null);
  unitTable.update();
});

document.querySelectorAll(".spot").forEach((spot) => spot.addEventListener("click", () => showUnit(spot.dataset.unit)));
