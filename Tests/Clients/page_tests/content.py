"""Tests of what answers look like, and of what showing them costs."""

import json
import pathlib
import time

from .base import ANSWER, DONE, PageTests


class ContentTests(PageTests):
    """Markdown, hostile text, long conversations, streams."""

    def test_markdown(self) -> None:
        page = self.open()
        self.ask(page, "Show everything")
        for selector in [
            "h2",
            "strong",
            "em",
            "p code",
            "ol > li > ul > li",
            "del",
            "td",
            ".code",
            "blockquote .math",
            "li.task",
        ]:
            assert page.run(f"!!document.querySelector('{ANSWER} .prose {selector}')"), selector
        assert page.run(f"document.querySelector('{ANSWER} a').href") == "https://example.org/a_(b)"
        code = "def f(x):\n\treturn r'\\(x\\) $y$ *z* <b>' # \\[a\\]\n\n\n    end"
        self.ask(page, f"ECHO ```python\n{code}\n```\n\nafter")
        assert page.run(f"document.querySelector('{ANSWER} pre code').textContent") == code, "code is byte-exact"
        cases = json.loads(pathlib.Path(__file__).with_name("markdown.json").read_text())
        for source, expected in cases:
            self.ask(page, "ECHO " + source)
            found = page.run(f"document.querySelector('{ANSWER} .prose').innerHTML")
            assert found == expected, f"{source!r}:\n{found}\nis not\n{expected}"
        self.close(page)

    def test_hostile_text(self) -> None:
        page = self.open()
        corpus = pathlib.Path(__file__).with_name("hostile.txt").read_text()
        self.ask(page, "ECHO " + corpus)
        self.ask(
            page, "ECHO " + "[" * 3000 + "*" * 3000 + ">" * 300 + "`" * 3001 + "$" * 2999 + "<" * 2000 + "_a" * 3000
        )
        self.ask(page, "ECHO " + "\n".join("  " * n + "- " + "> " * n + str(n) for n in range(60)))
        page.run("document.querySelector('.thought')?.setAttribute('open', '')")
        bad = page.run(
            """[...document.querySelectorAll('#log *')].filter(node =>
          /^(script|img|iframe|object|embed|svg:|style|link|meta|base|form|video|audio)$/i.test(node.tagName)
          || [...node.attributes].some(a => a.name.startsWith('on') || /javascript:|vbscript:/i.test(a.value))
          || (node.tagName === 'A' && !/^(https?|mailto):/.test(node.protocol && node.href)))
          .map(node => node.outerHTML)"""
        )
        assert not bad, bad
        assert page.run("window.hacked") is None
        self.close(page)

    def test_thousand_messages(self) -> None:
        page = self.open()
        page.run("""new Promise(resolve => { const open = indexedDB.open('swiftlet-chat'); open.onsuccess = () => {
          const t = open.result.transaction(['conversations', 'messages'], 'readwrite');
          t.objectStore('conversations').put({id: 'big', title: 'A long one', created: 1, updated: 1, choice: {}});
          const id = n => 'm' + String(n).padStart(4, '0'), fence = '\\n```';
          for (let n = 0; n < 1000; n++) t.objectStore('messages').put({
            id: id(n), conversation: 'big', parent: n ? id(n - 1) : null, created: n,
            role: n % 2 ? 'assistant' : 'user',
            content: !(n % 2) ? `Question ${n}`
              : `## Part ${n}\\n\\nSome **text** with *marks*.\\n\\n- a\\n- b\\n`
              + `${fence}swift\\nlet x = ${n}${fence}\\n`});
          t.oncomplete = () => { open.result.close(); resolve(); }; }; })""")
        page.open(self.url + "?")
        page.wait("!!document.querySelector('#list a')")
        # The time of the page's thread, because a busy machine makes the other any length.
        page.call("Performance.enable")
        before = page.metrics()["ThreadTime"]
        elapsed = page.run("""(async () => { const start = performance.now(); document.querySelector('#list a').click();
          while (!document.querySelector('[data-id=m0999] .code')) await new Promise(requestAnimationFrame);
          await new Promise(requestAnimationFrame); return performance.now() - start; })()""")
        spent = (page.metrics()["ThreadTime"] - before) * 1000
        print(f"    1,000 messages: {spent:.0f} ms of the processor, {elapsed:.0f} ms in all", flush=True)
        assert spent < 1000
        page.wait(
            "document.querySelector('#scroller').scrollHeight - document.querySelector('#scroller').scrollTop "
            "- innerHeight < 60"
        )
        page.wait("document.querySelectorAll('.prose').length === 500", 60)
        page.run("document.querySelector('#scroller').scrollTop = 0")
        page.wait("document.querySelector('[data-id=m0001] h2').getBoundingClientRect().top > 0")
        self.close(page)

    def test_cost_of_streaming(self) -> None:
        page = self.open()
        page.call("Performance.enable")
        before = page.metrics()
        text = "\n\n".join("Words of *a* paragraph number %d, " % n + "and more of them. " * 12 for n in range(45))
        self.ask(page, "ECHO " + text)
        spent = (page.metrics()["ThreadTime"] - before["ThreadTime"]) * 1000 / len(text.split())
        print(f"    {len(text.split())} words: {spent:.2f} ms each", flush=True)
        assert spent < 20
        self.close(page)

    def test_selection_and_scroll(self) -> None:
        page = self.open(height=500)
        self.ask(page, "ECHO " + "A paragraph.\n\n" * 30)
        self.ask(page, "SLOW 60", wait=False)
        page.wait(f"document.querySelector('{ANSWER} .prose').innerText.includes('word5')")
        page.run(
            f"(() => {{ const t = document.querySelector('{ANSWER} .prose p').firstChild; "
            "getSelection().setBaseAndExtent(t, 2, t, 11); })()"
        )
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

    def test_names_for_screen_readers(self) -> None:
        page = self.open()
        self.ask(page, "Show everything")
        page.run("document.querySelector('#settings-open').click()")
        roles = {
            "button",
            "textbox",
            "searchbox",
            "combobox",
            "checkbox",
            "radio",
            "slider",
            "spinbutton",
            "link",
            "menuitem",
            "dialog",
        }
        nodes = page.call("Accessibility.getFullAXTree")["nodes"]
        page.click("#settings-close")
        nodes += page.call("Accessibility.getFullAXTree")["nodes"]
        for node in nodes:
            if node.get("role", {}).get("value") in roles and not node.get("ignored"):
                disabled = any(p["name"] == "disabled" and p["value"]["value"] for p in node.get("properties", []))
                assert disabled or node.get("name", {}).get("value"), f"without a name: {node}"
        assert "A short tour" in page.run("document.querySelector('#live').textContent")
        self.close(page)
