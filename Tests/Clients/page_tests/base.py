"""The helpers of the tests of the chat page."""

import json
import pathlib
import time
import urllib.request

from . import devtools

ANSWER = ".message.assistant:last-child"
DONE = f"!document.querySelector('[aria-busy=true]') && !!document.querySelector('{ANSWER} .foot .icon')"
READY = "!['…', 'No server'].includes(document.querySelector('#model span').textContent)"


class PageTests:
    """Tests of the page at an address."""

    def __init__(self, browser: devtools.Browser, url: str, real: bool) -> None:
        self.browser, self.url, self.real = browser, url, real

    def open(self, **size: object) -> devtools.Page:
        page = devtools.Page(self.browser, **size)
        page.open(self.url)
        page.wait(READY)
        return page

    def ask(self, page: devtools.Page, text: str, wait: bool = True) -> None:
        count = page.run("document.querySelectorAll('.message').length")
        page.type(text)
        page.key("Enter")
        page.wait(f"document.querySelectorAll('.message').length >= {count + 2}")
        if wait:
            page.wait(DONE, 120)

    def text(self, page: devtools.Page, selector: str = f"{ANSWER} .prose") -> str:
        return page.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")

    def press(self, page: devtools.Page, label: str, within: str = ANSWER) -> None:
        page.run(f"document.querySelector('{within} [aria-label={json.dumps(label)}]').click()")

    def log(self) -> list[dict]:
        return json.load(urllib.request.urlopen(self.url + "_log"))

    def set(self, **values: object) -> None:
        request = urllib.request.Request(self.url + "_set", json.dumps(values).encode(), method="POST")
        urllib.request.urlopen(request).read()

    def last_request(self) -> dict:
        return [entry for entry in self.log() if entry.get("path") == "/v1/chat/completions"][-1]["body"]

    def stored(self, page: devtools.Page) -> dict:
        return page.run(
            """new Promise(resolve => { const open = indexedDB.open('swiftlet-chat'); open.onsuccess = () => {
          const t = open.result.transaction(['conversations', 'messages']), c = t.objectStore('conversations').getAll(),
          m = t.objectStore('messages').getAll();
          t.oncomplete = () => { open.result.close(); resolve({conversations: c.result, messages: m.result}); };
          }; })"""
        )

    def set_setting(self, page: devtools.Page, name: str, value: str) -> None:
        page.run(
            f"(() => {{ const box = document.getElementById({json.dumps(name)}); box.value = {json.dumps(value)}; "
            "box.dispatchEvent(new Event('input')); })()"
        )

    def give_file(self, page: devtools.Page, selector: str, path: pathlib.Path) -> None:
        root = page.call("DOM.getDocument")["root"]["nodeId"]
        node = page.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        page.call("DOM.setFileInputFiles", files=[str(path)], nodeId=node)

    def export(self, page: devtools.Page, folder: str, name: str) -> pathlib.Path:
        place = pathlib.Path(folder, name)
        place.mkdir()
        self.browser.call(
            "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(place), browserContextId=page.context
        )
        page.run("document.querySelector('#export').click()")
        end = time.monotonic() + 20
        while time.monotonic() < end:
            if files := list(place.glob("*.json")):
                time.sleep(0.2)
                return files[0]
            time.sleep(0.05)
        raise AssertionError("no file was downloaded")

    def close(self, page: devtools.Page) -> None:
        """Closes a page that had no errors, and asked no other server."""
        foreign = [url for url in page.requests if not url.startswith((self.url, "data:", "blob:", "about:"))]
        assert not foreign, foreign
        assert not page.faults, page.faults
        page.close()
