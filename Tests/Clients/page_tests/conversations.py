"""Tests that a real server can pass too."""

import json
import tempfile
import time

from .base import ANSWER, DONE, PageTests


class ConversationTests(PageTests):
    """Conversations: answers, branches, storage."""

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
        assert self.text(page) == first, (self.text(page), first)
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
        assert page.run(
            f"[...document.querySelectorAll('{ANSWER} .foot button')].some(b => b.innerText === 'Continue')"
        )
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
        # A choice is not waited for, so a reload in the same moment could lose it.
        time.sleep(0.5)
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
            self.ask(
                page,
                "ECHO " + "x" * 300 + "\n\n```\n" + "y" * 300 + "\n```\n\n|" + "wide column|" * 12 + "\n|" + "-|" * 12,
            )
        for step in [
            "",
            "document.querySelector('#side-open').click()",
            "document.querySelector('#settings-open').click()",
        ]:
            page.run(step or "0")
            width = page.run(
                "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth, "
                "document.querySelector('#scroller').scrollWidth, document.querySelector('.sheet').scrollWidth)"
            )
            assert width <= 360, f"{width} px wide after {step!r}"
        self.close(page)
