"""Headless Chromium by the DevTools protocol over pipes, with the standard library only."""

import base64
import itertools
import json
import os
import pathlib
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


def find_browser() -> str:
    """Returns the path of Chromium, which is installed where Debian's packages can be."""
    for _ in range(2):
        for name in NAMES:
            if path := shutil.which(name):
                return path
        if not shutil.which("apt-get") or os.geteuid() != 0:
            break
        print("installing chromium", flush=True)
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"], check=True)
    sys.exit("Chromium is needed: install the package `chromium`.")


class Browser:
    """A running browser."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="swiftlet-page-")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def connect() -> None:
            # The protocol has the descriptors 3 and 4; moving them there through high ones keeps them apart.
            high_in, high_out = os.dup2(to_browser, 103), os.dup2(from_browser, 104)
            os.dup2(high_in, 3)
            os.dup2(high_out, 4)

        self.process = subprocess.Popen(
            [
                find_browser(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--remote-debugging-pipe",
                f"--user-data-dir={self.folder}",
                "--disable-background-networking",
                "--disable-component-update",
                "--hide-scrollbars",
                "about:blank",
            ],
            preexec_fn=connect,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.numbers = itertools.count(1)
        self.answers: dict[int, queue.Queue] = {}
        self.pages: dict[str, "Page"] = {}
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        buffer = b""
        while data := os.read(self.input, 1 << 16):
            *messages, buffer = (buffer + data).split(b"\0")
            for message in map(json.loads, messages):
                if "id" in message:
                    self.answers.pop(message["id"]).put(message)
                elif page := self.pages.get(message.get("sessionId", "")):
                    page.receive(message["method"], message["params"])

    def call(self, method: str, session: str | None = None, **parameters: object) -> dict:
        number = next(self.numbers)
        answer = self.answers[number] = queue.Queue()
        message = {"id": number, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        os.write(self.output, json.dumps(message).encode() + b"\0")
        result = answer.get(timeout=60)
        if "error" in result:
            raise RuntimeError(f"{method}: {result['error']}")
        return result["result"]

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)
        shutil.rmtree(self.folder, ignore_errors=True)


class Page:
    """A page in storage of its own, which is empty at first."""

    def __init__(self, browser: Browser, width: int = 1280, height: int = 800, dark: bool = False) -> None:
        self.browser = browser
        self.context = browser.call("Target.createBrowserContext")["browserContextId"]
        target = browser.call("Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        browser.pages[self.session] = self
        self.faults: list[str] = []
        self.requests: list[str] = []
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.call(f"{domain}.enable")
        self.size(width, height)
        self.dark(dark)

    def receive(self, method: str, parameters: dict) -> None:
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.faults.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
            self.faults.append(
                "console: " + " ".join(str(a.get("value", a.get("description"))) for a in parameters["args"])
            )
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            # Failed requests are logged too; tests that provoke them look at what the page makes of them.
            if parameters["entry"]["source"] != "network":
                self.faults.append("log: " + parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def call(self, method: str, **parameters: object) -> dict:
        return self.browser.call(method, self.session, **parameters)

    def size(self, width: int, height: int) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )

    def dark(self, on: bool) -> None:
        value = "dark" if on else "light"
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": value}])

    def open(self, url: str) -> None:
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && !!document.querySelector('#model')")

    def reload(self) -> None:
        self.run("window.isOld = true")
        self.call("Page.reload")
        self.wait("!window.isOld && document.readyState === 'complete' && !!document.querySelector('#model')")

    def run(self, expression: str) -> object:
        """Returns the value of an expression, whose promise is awaited."""
        result = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True
        )
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, condition: str, seconds: float = 20) -> None:
        """Waits until an expression is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.run(condition):
                    return
            except RuntimeError:
                pass
            time.sleep(0.03)
        raise AssertionError(f"this did not become true: {condition}")

    def type(self, text: str, selector: str = "#input") -> None:
        self.run(f"document.querySelector({json.dumps(selector)}).focus()")
        self.call("Input.insertText", text=text)

    def key(self, key: str, modifiers: int = 0) -> None:
        """Presses a key; modifiers are 1 for Alt, 2 for Control, 8 for Shift."""
        codes = {"Enter": 13, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40, "Tab": 9}
        code = codes.get(key, ord(key[0].upper()))
        text = {"Enter": "\r"}.get(key)
        more = {"text": text} if text else {}
        for kind in ["keyDown", "keyUp"]:
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=key,
                windowsVirtualKeyCode=code,
                modifiers=modifiers,
                **(more if kind == "keyDown" else {}),
            )

    def click(self, selector: str) -> None:
        """Clicks in the middle of an element."""
        place = json.dumps(selector)
        self.run(f"document.querySelector({place}).scrollIntoView({{block: 'nearest'}})")
        box = self.run(
            f"(() => {{ const b = document.querySelector({place}).getBoundingClientRect(); "
            "return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def metrics(self) -> dict[str, float]:
        return {entry["name"]: entry["value"] for entry in self.call("Performance.getMetrics")["metrics"]}

    def screenshot(self, path: pathlib.Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self) -> None:
        self.browser.pages.pop(self.session, None)
        self.browser.call("Target.disposeBrowserContext", browserContextId=self.context)
