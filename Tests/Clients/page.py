"""Tests of the chat page in headless Chromium.

    python3 Tests/Clients/page.py                         # against the scripted server, all tests
    python3 Tests/Clients/page.py markdown branches       # some of them
    python3 Tests/Clients/page.py --server URL            # a running `swiftlet serve`: those that need no script
    python3 Tests/Clients/page.py --screenshots FOLDER    # also writes pictures at two sizes in both themes

Only the standard library and Chromium are needed, which is installed where it is missing. Not a part of `swift test`.
"""

import argparse
import json
import pathlib
import sys
import tempfile
import time
import traceback
import urllib.request

import devtools
import scripted_server
from page_screens import take_screenshots

ANSWER = ".message.assistant:last-child"
DONE = f"!document.querySelector('[aria-busy=true]') && !!document.querySelector('{ANSWER} .foot .icon')"
READY = "!['…', 'No server'].includes(document.querySelector('#model span').textContent)"


class Tests:
    """The tests; the names of those that a real server can pass are in `REAL`."""

    def __init__(self, browser: devtools.Browser, url: str, real: bool) -> None:
        self.browser, self.url, self.real = browser, url, real

    # Helpers

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
        return page.run("""new Promise(resolve => { const open = indexedDB.open('swiftlet-chat'); open.onsuccess = () => {
          const t = open.result.transaction(['conversations', 'messages']), c = t.objectStore('conversations').getAll(),
          m = t.objectStore('messages').getAll();
          t.oncomplete = () => { open.result.close(); resolve({conversations: c.result, messages: m.result}); }; }; })""")

    # Tests for any server

    def test_empty(self) -> None:
        page = self.open()
        assert page.run("document.querySelectorAll('#examples button').length") == 3
        name = page.run("document.querySelector('#model span').textContent")
        assert name in self.text(page, "#subtitle")
        before = len(page.requests)
        page.click("#new")
        time.sleep(0.3)
        assert len(page.requests) == before, "a new chat makes no request"
        page.run("document.querySelectorAll('#examples button')[2].click()")
        assert page.run("document.querySelector('#structured').getAttribute('aria-pressed')") == "true"
        self.close(page)

    def test_send_and_reload(self) -> None:
        page = self.open()
        self.ask(page, "Hello there" if self.real else "ECHO Hello **there**.")
        first = self.text(page)
        assert first.strip(), "an answer"
        assert "token" in self.text(page, f"{ANSWER} .stats")
        page.reload()
        page.wait(DONE)
        assert self.text(page) == first
        assert page.run("document.querySelectorAll('#list li').length") == 1
        self.close(page)

    def test_stop(self) -> None:
        page = self.open()
        self.ask(page, "Count to one hundred, in words." if self.real else "SLOW 200", wait=False)
        lengths = set()
        end = time.monotonic() + 60
        while len(lengths) < 4 and time.monotonic() < end:
            lengths.add(len(self.text(page)))
            time.sleep(0.1)
        assert len(lengths) >= 4, f"the text came at once: {lengths}"
        page.key("Escape")
        page.wait(DONE, 5)
        assert "stopped" in self.text(page, f"{ANSWER} .stats")
        assert page.run(f"[...document.querySelectorAll('{ANSWER} .foot button')].some(b => b.innerText === 'Continue')")
        if not self.real:
            time.sleep(0.3)
            gone = [e for e in self.log() if e["event"] == "disconnected" and e["asked"] == "SLOW 200"]
            assert gone, "the connection is closed"
        self.close(page)

    def test_branches(self) -> None:
        page = self.open()
        self.ask(page, "ECHO one")
        self.press(page, "Regenerate")
        page.wait(f"document.querySelector('{ANSWER} .branch')?.innerText.trim() === '2/2'")
        page.wait(DONE, 120)
        self.press(page, "Edit", ".message.user")
        page.wait("!!document.querySelector('.editor')")
        page.run("document.querySelector('.editor textarea').value = ''")
        page.type("ECHO two", ".editor textarea")
        page.key("Enter")
        page.wait("document.querySelector('.message.user .branch')?.innerText.trim() === '2/2'")
        page.wait(DONE, 120)
        assert self.text(page, ".message.user .bubble") == "ECHO two"
        self.press(page, "Previous version", ".message.user")
        page.wait("document.querySelector('.message.user .branch').innerText.trim() === '1/2'")
        assert self.text(page, ".message.user .bubble") == "ECHO one"
        self.press(page, "Previous version")
        page.wait(f"document.querySelector('{ANSWER} .branch').innerText.trim() === '1/2'")
        page.reload()
        page.wait(DONE)
        assert self.text(page, f"{ANSWER} .branch").strip() == "1/2", "the choice is kept"
        stored = self.stored(page)
        assert len(stored["messages"]) == 5, "nothing is lost by an edit"
        self.close(page)

    def test_export_and_import(self) -> None:
        page = self.open()
        for text in ["ECHO alpha", "ECHO `beta`"]:
            page.click("#new")
            self.ask(page, text)
        self.press(page, "Regenerate")
        page.wait(DONE, 120)
        self.set_setting(page, "system", "Be brief.")
        with tempfile.TemporaryDirectory() as folder:
            first = self.export(page, folder, "first")
            before = self.stored(page)
            page.run("document.querySelector('#wipe').click()")
            page.wait("document.querySelector('#ask').open")
            page.run("document.querySelector('#ask .main').click()")
            page.wait("document.querySelectorAll('#list li').length === 0")
            assert not self.stored(page)["messages"]
            self.set_setting(page, "system", "")
            self.give_file(page, "#import-file", first)
            page.wait("document.querySelectorAll('#list li').length === 2")
            assert self.stored(page) == before
            second = self.export(page, folder, "second")
            one, two = json.loads(first.read_text()), json.loads(second.read_text())
            one.pop("exported"), two.pop("exported")
            assert one == two and one["version"] == 2 and one["settings"]["system"] == "Be brief."
        self.close(page)

    def test_narrow(self) -> None:
        page = self.open(width=360, height=740)
        self.ask(page, "Write a table." if self.real else "Show everything")
        if not self.real:
            self.ask(page, "ECHO " + "x" * 300 + "\n\n```\n" + "y" * 300 + "\n```\n\n|" + "wide column|" * 12 + "\n|" + "-|" * 12)
        for step in ["", "document.querySelector('#side-open').click()", "document.querySelector('#settings-open').click()"]:
            page.run(step or "0")
            width = page.run("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth, "
                             "document.querySelector('#scroller').scrollWidth, document.querySelector('.sheet').scrollWidth)")
            assert width <= 360, f"{width} px wide after {step!r}"
        self.close(page)

    # Tests with the script

    def test_continue(self) -> None:
        page = self.open()
        self.ask(page, "LIMIT")
        assert "cut at the limit" in self.text(page, f"{ANSWER} .stats")
        page.run(f"[...document.querySelectorAll('{ANSWER} .foot button')].find(b => b.innerText === 'Continue').click()")
        page.wait(f"document.querySelector('{ANSWER} .prose').innerText === 'This is the beginning, and this is the end.'")
        assert self.last_request()["messages"][-1] == {"role": "assistant", "content": "This is the beginning,"}
        self.close(page)

    def test_markdown(self) -> None:
        page = self.open()
        self.ask(page, "Show everything")
        for selector in ["h2", "strong", "em", "p code", "ol > li > ul > li", "del", "td", ".code", "blockquote .math", "li.task"]:
            assert page.run(f"!!document.querySelector('{ANSWER} .prose {selector}')"), selector
        assert page.run(f"document.querySelector('{ANSWER} a').href") == "https://example.org/a_(b)"
        code = "def f(x):\n\treturn r'\\(x\\) $y$ *z* <b>' # \\[a\\]\n\n\n    end"
        self.ask(page, f"ECHO ```python\n{code}\n```\n\nafter")
        assert page.run(f"document.querySelector('{ANSWER} pre code').textContent") == code, "code is byte-exact"
        cases = json.loads(pathlib.Path(__file__).with_name("page_markdown.json").read_text())
        for source, expected in cases:
            self.ask(page, "ECHO " + source)
            found = page.run(f"document.querySelector('{ANSWER} .prose').innerHTML")
            assert found == expected, f"{source!r}:\n{found}\nis not\n{expected}"
        self.close(page)

    def test_hostile_text(self) -> None:
        page = self.open()
        corpus = pathlib.Path(__file__).with_name("page_hostile.txt").read_text()
        self.ask(page, "ECHO " + corpus)
        self.ask(page, "ECHO " + "[" * 3000 + "*" * 3000 + ">" * 300 + "`" * 3001 + "$" * 2999 + "<" * 2000 + "_a" * 3000)
        self.ask(page, "ECHO " + "\n".join("  " * n + "- " + "> " * n + str(n) for n in range(60)))
        page.run("document.querySelector('.thought')?.setAttribute('open', '')")
        bad = page.run("""[...document.querySelectorAll('#log *')].filter(node =>
          /^(script|img|iframe|object|embed|svg:|style|link|meta|base|form|video|audio)$/i.test(node.tagName)
          || [...node.attributes].some(a => a.name.startsWith('on') || /javascript:|vbscript:/i.test(a.value))
          || (node.tagName === 'A' && !/^(https?|mailto):/.test(node.protocol && node.href))).map(node => node.outerHTML)""")
        assert not bad, bad
        assert page.run("window.hacked") is None
        self.close(page)

    def test_partial_text(self) -> None:
        page = self.open()
        self.ask(page, "SLOW 200", wait=False)
        page.wait(f"document.querySelector('{ANSWER} .prose').innerText.includes('word30')")
        page.reload()
        page.wait(DONE)
        assert "word20" in self.text(page), "the text before the reload is kept"
        assert "closed before" in self.text(page, f"{ANSWER} .failure")
        self.close(page)

    def test_thousand_messages(self) -> None:
        page = self.open()
        page.run("""new Promise(resolve => { const open = indexedDB.open('swiftlet-chat'); open.onsuccess = () => {
          const t = open.result.transaction(['conversations', 'messages'], 'readwrite');
          t.objectStore('conversations').put({id: 'big', title: 'A long one', created: 1, updated: 1, choice: {}});
          for (let n = 0; n < 1000; n++) t.objectStore('messages').put({id: 'm' + String(n).padStart(4, '0'), conversation: 'big',
            parent: n ? 'm' + String(n - 1).padStart(4, '0') : null, created: n, role: n % 2 ? 'assistant' : 'user',
            content: n % 2 ? `## Part ${n}\\n\\nSome **text** with \\`code\\`.\\n\\n- a\\n- b\\n\\n\\`\\`\\`swift\\nlet x = ${n}\\n\\`\\`\\`\\n` : `Question ${n}`});
          t.oncomplete = () => { open.result.close(); resolve(); }; }; })""")
        page.open(self.url + "?")
        page.wait("!!document.querySelector('#list a')")
        spent = page.run("""(async () => { const start = performance.now(); document.querySelector('#list a').click();
          while (!document.querySelector('[data-id=m0999] .code')) await new Promise(requestAnimationFrame);
          await new Promise(requestAnimationFrame); return performance.now() - start; })()""")
        print(f"    1,000 messages: {spent:.0f} ms", flush=True)
        assert spent < 1000
        page.wait("document.querySelector('#scroller').scrollHeight - document.querySelector('#scroller').scrollTop "
                  "- innerHeight < 60")
        page.wait("document.querySelectorAll('.prose').length === 500", 60)
        page.run("document.querySelector('#scroller').scrollTop = 0")
        page.wait("document.querySelector('[data-id=m0001] h2').getBoundingClientRect().top > 0")
        self.close(page)

    def test_cost_of_streaming(self) -> None:
        page = self.open()
        page.call("Performance.enable")
        before = {m["name"]: m["value"] for m in page.call("Performance.getMetrics")["metrics"]}
        text = "\n\n".join("Words of *a* paragraph number %d, " % n + "and more of them. " * 12 for n in range(45))
        self.ask(page, "ECHO " + text)
        after = {m["name"]: m["value"] for m in page.call("Performance.getMetrics")["metrics"]}
        spent = (after["TaskDuration"] - before["TaskDuration"]) * 1000 / len(text.split())
        print(f"    {len(text.split())} words: {spent:.2f} ms each", flush=True)
        assert spent < 20
        self.close(page)

    def test_selection_and_scroll(self) -> None:
        page = self.open(height=500)
        self.ask(page, "ECHO " + "A paragraph.\n\n" * 30)
        self.ask(page, "SLOW 60", wait=False)
        page.wait(f"document.querySelector('{ANSWER} .prose').innerText.includes('word5')")
        page.run(f"(() => {{ const t = document.querySelector('{ANSWER} .prose p').firstChild; "
                 "getSelection().setBaseAndExtent(t, 2, t, 11); })()")
        selected = page.run("getSelection().toString()")
        page.run("document.querySelector('#scroller').scrollTop = 100")
        time.sleep(1)
        assert page.run("document.querySelector('#scroller').scrollTop") == 100, "the position is the reader's"
        assert not page.run("document.querySelector('#down').hidden")
        page.wait(DONE)
        assert selected and page.run("getSelection().toString()") == selected, "the selection stays"
        page.click("#down")
        page.wait("document.querySelector('#down').hidden")
        self.close(page)

    def test_thoughts_and_progress(self) -> None:
        page = self.open()
        self.ask(page, "THINK", wait=False)
        page.wait(f"/^Thinking… \\d+ s$/.test(document.querySelector('{ANSWER} .thought summary')?.innerText.trim())")
        page.wait(DONE)
        assert self.text(page, f"{ANSWER} .thought summary").strip().startswith("Thought for ")
        assert not page.run(f"document.querySelector('{ANSWER} .thought').open")
        self.ask(page, "PROGRESS", wait=False)
        page.wait(f"/Reading 1,000 tokens… [468]0 %/.test(document.querySelector('{ANSWER} .waiting').innerText)")
        page.wait(DONE)
        self.close(page)

    def test_tools(self) -> None:
        page = self.open()
        page.click("#tools")
        page.wait("document.querySelector('#menu').matches(':popover-open')")
        page.run("document.querySelectorAll('#menu .item')[1].click()")
        page.key("Escape")
        self.ask(page, "CALC (2 + 3) * sqrt(16) ^ 2 - 1", wait=False)
        page.wait(f"document.querySelector('{ANSWER} .prose')?.innerText === 'The tool says: {{\"result\":79}}'")
        assert page.run("document.querySelectorAll('.call').length") == 1
        tool = self.last_request()["messages"][-1]
        assert tool == {"role": "tool", "tool_call_id": "call_1", "content": '{"result":79}'}, tool
        assert self.last_request()["tools"][0]["function"]["name"] == "calculator"
        self.set_setting(page, "own-tools", '[{"name": "weather", "parameters": {"type": "object"}}]')
        self.ask(page, "WEATHER")
        page.type("18 degrees", f"{ANSWER} .call textarea")
        page.run(f"document.querySelector('{ANSWER} .call .main').click()")
        page.wait(f"document.querySelector('{ANSWER} .prose')?.innerText === 'The tool says: 18 degrees'")
        self.close(page)

    def test_schema_and_sampling(self) -> None:
        page = self.open()
        self.set_setting(page, "schema", '{"type": "objekt"}')
        assert "unknown type" in self.text(page, "#schema-tick")
        self.set_setting(page, "schema", '{"type": "object", "properties": {"name": {"type": "string"}}}')
        assert page.run("document.querySelector('#schema-tick').className") == "tick good"
        page.click("#structured")
        page.run("document.querySelector('#settings-open').click()")
        page.wait("document.querySelector('#s-temperature').placeholder === '0.7'")
        page.run("document.querySelector('#s-temperature').value = ''")
        page.type("0.25", "#s-temperature")
        page.click("#settings-close")
        self.ask(page, "Ada?")
        body = self.last_request()
        assert body["response_format"]["json_schema"]["schema"]["properties"] == {"name": {"type": "string"}}
        assert body["temperature"] == 0.25 and "top_p" not in body
        assert '"city": "London"' in self.text(page, f"{ANSWER} .code"), self.text(page, ANSWER)
        self.close(page)

    def test_errors(self) -> None:
        page = self.open()
        for text, message in [("STATUS 503", "busy; it asks to wait 2 seconds"), ("BREAK", "the engine stopped"), ("CUT", "connection")]:
            self.ask(page, text)
            assert message in self.text(page, f"{ANSWER} .failure"), (text, self.text(page, f"{ANSWER} .failure"))
        count = len(self.log())
        page.run(f"document.querySelector('{ANSWER} .failure button').click()")
        page.wait(DONE)
        assert len(self.log()) > count and page.run("document.querySelectorAll('.message').length") == 6
        self.close(page)

    def test_key(self) -> None:
        self.set(key="secret")
        try:
            page = devtools.Page(self.browser)
            page.open(self.url)
            page.wait("document.querySelector('#ask').open")
            page.type("wrong", "#ask input")
            page.key("Enter")
            page.wait("document.querySelector('#ask').open && document.querySelector('#ask p').innerText.includes('refused')")
            page.type("secret", "#ask input")
            page.key("Enter")
            page.wait(READY)
            self.ask(page, "ECHO in")
            assert self.text(page) == "in"
        finally:
            self.set(key="")
        self.close(page)

    def test_without_server(self) -> None:
        page = self.open()
        self.ask(page, "ECHO kept words")
        page.click("#new")
        page.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        page.run("document.querySelector('#list a').click()")
        page.wait(f"document.querySelector('{ANSWER} .prose')?.innerText === 'kept words'")
        self.ask(page, "ECHO more")
        assert "connection to the server was lost" in self.text(page, f"{ANSWER} .failure")
        page.wait("!document.querySelector('#banner').hidden")
        page.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        page.wait("document.querySelector('#banner').hidden")
        page.run(f"document.querySelector('{ANSWER} .failure button').click()")
        page.wait(f"document.querySelector('{ANSWER} .prose').innerText === 'more'")
        self.close(page)

    def test_keyboard(self) -> None:
        page = self.open()
        page.type("ECHO first")
        page.key("Enter", 8)
        assert page.run("document.querySelectorAll('.message').length") == 0, "Shift and Enter do not send"
        page.key("Enter")
        page.wait(DONE)
        page.key("k", 2)
        assert page.run("document.activeElement.id") == "search"
        page.call("Input.insertText", text="zebra")
        page.wait("document.querySelectorAll('#list li').length === 0")
        page.key("Escape")
        page.wait("document.querySelectorAll('#list li').length === 1")
        page.run("document.querySelector('#input').focus()")
        page.key("ArrowUp")
        page.wait("document.activeElement.matches('.editor textarea')")
        page.key("Escape")
        page.wait("!document.querySelector('.editor') && !!document.querySelector('.bubble')")
        self.close(page)

    def test_list(self) -> None:
        page = self.open()
        for text in ["ECHO one", "ECHO hidden pearl"]:
            page.click("#new")
            self.ask(page, text)
        page.run("document.querySelector('#list li .icon').click()")
        page.run("document.querySelector('#menu .item').click()")
        page.run("document.querySelector('#list input').value = ''")
        page.type("Renamed", "#list input")
        page.key("Enter")
        page.wait("document.querySelector('#list a').innerText === 'Renamed'")
        page.type("pearl", "#search")
        page.wait("document.querySelectorAll('#list li').length === 1 && document.querySelector('#list a').innerText === 'Renamed'")
        page.run("document.querySelector('#list li .icon').click()")
        page.run("document.querySelectorAll('#menu .item')[1].click()")
        page.wait("document.querySelectorAll('#list li').length === 0")
        page.run("document.querySelector('#toast button').click()")
        page.wait("document.querySelectorAll('#list li').length === 1")
        self.close(page)

    def test_files(self) -> None:
        page = self.open()
        page.run("""(() => { const paste = new DataTransfer(); paste.setData('text/plain', 'long '.repeat(600));
          document.querySelector('#input').dispatchEvent(new ClipboardEvent('paste', {clipboardData: paste, bubbles: true}));
          const drop = new DataTransfer(); drop.items.add(new File(['file text'], 'notes.txt', {type: 'text/plain'}));
          drop.items.add(new File([new Uint8Array([137, 80, 0])], 'x.png', {type: 'image/png'}));
          dispatchEvent(new DragEvent('drop', {dataTransfer: drop})); })()""")
        page.wait("document.querySelectorAll('#attached .chip').length === 2")
        assert "reads no images" in self.text(page, "#toast")
        self.ask(page, "ECHO with files")
        content = self.last_request()["messages"][-1]["content"]
        assert "File notes.txt:\n```\nfile text\n```" in content and content.endswith("ECHO with files")
        assert page.run("document.querySelectorAll('.message .file').length") == 2
        self.close(page)

    def test_first_version(self) -> None:
        page = self.open()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "old.json")
            path.write_text(json.dumps({"format": "swiftlet-chat", "version": 1, "conversations": [
                {"title": "Old", "created": 5, "messages": [{"role": "user", "content": "Q"}, {"role": "assistant", "content": "A"}]},
                {"title": {"odd": 1}, "messages": [{"role": 7, "content": ["x"], "files": [None], "calls": [1], "stats": "no"}]}]}))
            self.give_file(page, "#import-file", path)
            page.wait("document.querySelectorAll('#list li').length === 2")
            page.run("[...document.querySelectorAll('#list a')].find(a => a.innerText === 'Old').click()")
            page.wait("document.querySelectorAll('.message').length === 2")
            assert self.text(page) == "A"
            path.write_text('{"format": "swiftlet-chat", "version": 99, "conversations": []}')
            self.give_file(page, "#import-file", path)
            page.wait("document.querySelector('#toast').innerText.includes('its version is 99')")
        self.close(page)

    def test_names_for_screen_readers(self) -> None:
        page = self.open()
        self.ask(page, "Show everything")
        page.run("document.querySelector('#settings-open').click()")
        roles = {"button", "textbox", "searchbox", "combobox", "checkbox", "radio", "slider", "spinbutton", "link", "menuitem", "dialog"}
        nodes = page.call("Accessibility.getFullAXTree")["nodes"]
        page.click("#settings-close")
        nodes += page.call("Accessibility.getFullAXTree")["nodes"]
        for node in nodes:
            if node.get("role", {}).get("value") in roles and not node.get("ignored"):
                disabled = any(p["name"] == "disabled" and p["value"]["value"] for p in node.get("properties", []))
                assert disabled or node.get("name", {}).get("value"), f"without a name: {node}"
        assert "A short tour" in page.run("document.querySelector('#live').textContent")
        self.close(page)

    # More helpers

    def set_setting(self, page: devtools.Page, name: str, value: str) -> None:
        page.run(f"(() => {{ const box = document.getElementById({json.dumps(name)}); box.value = {json.dumps(value)}; "
                 "box.dispatchEvent(new Event('input')); })()")

    def give_file(self, page: devtools.Page, selector: str, path: pathlib.Path) -> None:
        root = page.call("DOM.getDocument")["root"]["nodeId"]
        node = page.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        page.call("DOM.setFileInputFiles", files=[str(path)], nodeId=node)

    def export(self, page: devtools.Page, folder: str, name: str) -> pathlib.Path:
        place = pathlib.Path(folder, name)
        place.mkdir()
        self.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(place), browserContextId=page.context)
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


REAL = ["empty", "send_and_reload", "stop", "branches", "export_and_import", "narrow"]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--server")
    parser.add_argument("--screenshots", type=pathlib.Path)
    options = parser.parse_args()
    url = options.server
    if not url:
        url = f"http://127.0.0.1:{scripted_server.start().server_address[1]}"
    url = url.rstrip("/") + "/"
    browser = devtools.Browser()
    failures = 0
    try:
        tests = Tests(browser, url, bool(options.server))
        every = [name.removeprefix("test_") for name in dir(tests) if name.startswith("test_")]
        for name in options.tests or (REAL if options.server else every):
            start = time.monotonic()
            try:
                getattr(tests, "test_" + name)()
                print(f"passed  {name} ({time.monotonic() - start:.1f} s)", flush=True)
            except (AssertionError, RuntimeError) as error:
                failures += 1
                line = traceback.extract_tb(error.__traceback__)[1].lineno
                print(f"FAILED  {name}, line {line}: {error}", flush=True)
        if options.screenshots:
            take_screenshots(tests, options.screenshots, bool(options.server))
    finally:
        browser.close()
    sys.exit(f"{failures} failed" if failures else 0)


if __name__ == "__main__":
    main()
