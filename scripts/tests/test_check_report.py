"""The check of the report in a browser fails broken pages, for each reason.

Runs where chromium, chromedriver and npm are. What is broken is the sample report, which passes as it
is: the continuous integration checks one like it."""

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

# What is broken on each page: the text replaced, what it becomes, and what the check must say.
LOOKS = (
    (
        HEAD,
        "<style>#charts svg > * { display: none; }</style></head>",
        ("chart chart-prices has 0 marks", "chart chart-prices is blank"),
    ),
    (HEAD, "<script>throw new Error('broken');</script></head>", ("console:", "Error: broken")),
    (
        "<main>",
        '<main><img alt="" src="https://example.org/picture.png">',
        ("request: https://example.org/picture.png",),
    ),
    (
        HEAD,
        "<style>.lead { color: #aaaaaa; background: #ffffff; }</style></head>",
        ("axe color-contrast",),
    ),
    (HEAD, "<style>h1 { width: 30rem; }</style></head>", ("px wide on a screen of 360 px",)),
    (
        HEAD,
        "<style>*:focus-visible { outline: none !important; }</style></head>",
        ("shows no outline",),
    ),
)
USAGE = (
    (
        "this.filter.addEventListener",
        "this.table.removeEventListener",
        ("filtering units by nonsense leaves rows",),
    ),
    (
        'button.addEventListener("click", () => this.press(at));',
        "",
        ("leaves the order", "Enter does not press a heading"),
    ),
    ("dialog.showModal();", "", ("opens nothing",)),
    (
        '<div class="scroll rows" tabindex="0"',
        '<div class="scroll rows" onfocus="this.blur()" tabindex="0"',
        ("Tab does not reach",),
    ),
)


def check(page: Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, str(SCRIPTS / "check_report"), str(page)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
    )


@unittest.skipUnless(all(map(shutil.which, PROGRAMS)), "needs " + ", ".join(PROGRAMS))
class CheckReport(unittest.TestCase):
    def assert_fails(self, breaks: tuple) -> None:
        page = SAMPLE.read_text(encoding="utf-8")
        for old, new, _ in breaks:
            self.assertIn(old, page)
            page = page.replace(old, new, 1)
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "report.html"
            place.write_text(page, encoding="utf-8")
            done = check(place)
        self.assertEqual(done.returncode, 1, done.stdout)
        for reason in (reason for _, _, reasons in breaks for reason in reasons):
            self.assertIn(reason, done.stdout)

    def test_pages_that_look_wrong_fail_for_each_reason(self) -> None:
        self.assert_fails(LOOKS)

    def test_pages_that_do_nothing_fail_for_each_reason(self) -> None:
        self.assert_fails(USAGE)

    def test_what_cannot_be_read_ends_with_2(self) -> None:
        done = check(Path("no/such/report.html"))
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (2, 1), done.stdout)


if __name__ == "__main__":
    unittest.main()
