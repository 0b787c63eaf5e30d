"""A headless Chromium that shows one page and reports its errors and requests."""

import json
import shutil
from pathlib import Path
from typing import Any, List, NamedTuple

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait


# Seconds that a script may take on a busy machine.
PATIENCE = 120


class View(NamedTuple):
    """A colour scheme and a screen size in CSS pixels."""

    scheme: str
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.scheme}, {self.width} px wide"


class Session:
    """A browser for as long as a `with` block lasts."""

    def __init__(self, page: Path) -> None:
        self.url = page.resolve().as_uri()
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for argument in (
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--force-prefers-reduced-motion",
            # Requests for other addresses are logged and fail.
            "--host-resolver-rules=MAP * ~NOTFOUND",
        ):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        service = Service(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.set_script_timeout(PATIENCE)

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self.driver.quit()

    def show(self, view: View) -> None:
        """Reloads the page in this view."""
        scheme = {"name": "prefers-color-scheme", "value": view.scheme}
        self.command("Emulation.setEmulatedMedia", features=[scheme])
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=view.width,
            height=view.height,
            deviceScaleFactor=1,
            mobile=view.width < 600,
        )
        self.driver.get("about:blank")
        self.logs("browser")
        self.logs("performance")
        self.driver.get(self.url)
        self.wait_until_loaded()

    def reload(self) -> None:
        """Opens the page again, with the focus at its very start."""
        self.driver.refresh()
        self.wait_until_loaded()

    def wait_until_loaded(self) -> None:
        """The driver now and then returns while a large page is still being read."""
        loaded = "return document.URL !== 'about:blank' && document.readyState === 'complete'"
        WebDriverWait(self.driver, PATIENCE).until(lambda _: self.run(loaded))

    def command(self, name: str, **parameters: Any) -> Any:
        """A command of the Chrome DevTools protocol."""
        return self.driver.execute_cdp_cmd(name, parameters)

    def run(self, script: str, *arguments: Any) -> Any:
        """What a piece of JavaScript returns."""
        return self.driver.execute_script(script, *arguments)

    def all(self, selector: str) -> List[WebElement]:
        """The elements that a selector finds."""
        return self.driver.find_elements("css selector", selector)

    def logs(self, kind: str) -> List[dict]:
        """What has been logged since it was last asked for."""
        return self.driver.get_log(kind)

    def misdeeds(self) -> List[str]:
        """Errors and warnings on the console, and requests for anything but the page itself."""
        problems = [
            f"console: {entry['message']}"
            for entry in self.logs("browser")
            if entry["level"] in ("SEVERE", "WARNING")
        ]
        for entry in self.logs("performance"):
            event = json.loads(entry["message"])["message"]
            if event["method"] == "Network.requestWillBeSent":
                url = event["params"]["request"]["url"]
                if not url.startswith(("data:", "about:")) and url.split("#")[0] != self.url:
                    problems.append(f"request: {url}")
        return problems
