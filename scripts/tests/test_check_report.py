"""The check of the report in a browser passes a good page, and fails a broken one for the right reason.

Runs where chromium, chromedriver and npm are; the sample report is the good page."""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent
SAMPLE = SCRIPTS.parent / "reports" / "standard" / "report.html"
PROGRAMS = ("chromium", "chromedriver", "npm")
HEAD = "</head>"

# What is broken: the text replaced, what it becomes, and what the check must say.
BREAKS = {
    "a chart without marks": (
        HEAD,
        "<style>#charts svg > * { display: none; }</style></head>",
        ("chart chart-points has 0 marks", "chart chart-points is blank"),
    ),
    "an error on the console": (
        HEAD,
        "<script>throw new Error('broken');</script></head>",
        ("console:", "broken"),
    ),
    "a request": (
        "<main>",
        '<main><img alt="" src="https://example.org/picture.png">',
        ("request: https://example.org/picture.png",),
    ),
    "low contrast": (
        HEAD,
        "<style>.lead { color: #aaaaaa; background: #ffffff; }</style></head>",
        ("axe color-contrast",),
    ),
    "a page that scrolls sideways": (
        HEAD,
        "<style>h1 { width: 30rem; }</style></head>",
        ("px wide on a screen of 360 px",),
    ),
    "no filter, no sorting, no distribution": (
        "this.filter.addEventListener",
        "this.table.removeEventListener",
        ("filtering units by nonsense leaves rows",),
    ),
    "headings that do nothing": (
        'button.addEventListener("click", () => this.press(at));',
        "",
        ("leaves the order", "Enter does not press a heading"),
    ),
    "pairings that open nothing": (
        "dialog.showModal();",
        "",
        ("opens nothing",),
    ),
    "a focus nobody sees": (
        HEAD,
        "<style>*:focus-visible { outline: none !important; }</style></head>",
        ("shows no outline",),
    ),
}


def check(*pages: Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, str(SCRIPTS / "check_report"), *map(str, pages)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
    )


@unittest.skipUnless(all(map(shutil.which, PROGRAMS)), "needs " + ", ".join(PROGRAMS))
class CheckReport(unittest.TestCase):
    def test_broken_pages_fail_for_their_reason(self) -> None:
        page = SAMPLE.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            places = {}
            for number, (name, (old, new, _)) in enumerate(BREAKS.items()):
                self.assertIn(old, page, name)
                places[name] = Path(folder) / f"{number}.html"
                places[name].write_text(page.replace(old, new, 1), encoding="utf-8")
            done = check(*places.values())
        self.assertEqual(done.returncode, 1, done.stdout)
        for name, (_, _, reasons) in BREAKS.items():
            lines = [line for line in done.stdout.splitlines() if line.startswith(str(places[name]))]
            for reason in reasons:
                self.assertTrue(any(reason in line for line in lines), f"{name}: {lines}")

    def test_what_cannot_be_read_ends_with_2(self) -> None:
        done = check(Path("no/such/report.html"))
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (2, 1), done.stdout)


if __name__ == "__main__":
    unittest.main()
