"""Tests of the page's functions, against the scripted server."""

import base64
import json
import pathlib
import tempfile
import time

from . import devtools
from .base import ANSWER, DONE, READY, PageTests

# Two pixels.
PICTURE = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4zwAE/wEHAAH/4iOeWQ"
    "AAAABJRU5ErkJggg=="
)


class FunctionTests(PageTests):
    """Tools, schemas, errors, keys, files."""

    def test_continue(self) -> None:
        page = self.open()
        self.ask(page, "LIMIT")
        assert "cut at the limit" in self.text(page, f"{ANSWER} .stats")
        page.run(
            f"[...document.querySelectorAll('{ANSWER} .foot button')].find(b => b.innerText === 'Continue').click()"
        )
        page.wait(
            f"document.querySelector('{ANSWER} .prose').innerText === 'This is the beginning, and this is the end.'"
        )
        assert self.last_request()["messages"][-1] == {"role": "assistant", "content": "This is the beginning,"}
        self.close(page)

    def test_partial_text(self) -> None:
        page = self.open()
        self.ask(page, "SLOW 200", wait=False)
        page.wait(f"document.querySelector('{ANSWER} .prose').innerText.includes('word60')", 90)
        page.reload()
        page.wait(DONE)
        assert "word20" in self.text(page), "the text before the reload is kept"
        assert "closed before" in self.text(page, f"{ANSWER} .failure")
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
        for text, message in [
            ("STATUS 503", "busy; it asks to wait 2 seconds"),
            ("BREAK", "the engine stopped"),
            ("CUT", "connection"),
        ]:
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
            page.wait(
                "document.querySelector('#ask').open && document.querySelector('#ask p').innerText.includes('refused')"
            )
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
        page.call(
            "Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1
        )
        page.run("document.querySelector('#list a').click()")
        page.wait(f"document.querySelector('{ANSWER} .prose')?.innerText === 'kept words'")
        self.ask(page, "ECHO more")
        assert "connection to the server was lost" in self.text(page, f"{ANSWER} .failure")
        page.wait("!document.querySelector('#banner').hidden")
        page.call(
            "Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1
        )
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
        page.wait(
            "document.querySelectorAll('#list li').length === 1"
            " && document.querySelector('#list a').innerText === 'Renamed'"
        )
        page.run("document.querySelector('#list li .icon').click()")
        page.run("document.querySelectorAll('#menu .item')[1].click()")
        page.wait("document.querySelectorAll('#list li').length === 0")
        page.run("document.querySelector('#toast button').click()")
        page.wait("document.querySelectorAll('#list li').length === 1")
        self.close(page)

    def test_files(self) -> None:
        page = self.open()
        page.run("""(() => { const paste = new DataTransfer(); paste.setData('text/plain', 'long '.repeat(600));
          document.querySelector('#input').dispatchEvent(
            new ClipboardEvent('paste', {clipboardData: paste, bubbles: true}));
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

    def test_pictures(self) -> None:
        self.set(images=True)
        try:
            page = self.open()
            label = page.run("document.querySelector('#attach').getAttribute('aria-label')")
            assert label == "Attach pictures and text files", label
            with tempfile.TemporaryDirectory() as folder:
                self.give_pictures(page, pathlib.Path(folder))
                self.ask(page, "ECHO three pictures")
                sent = self.last_request()["messages"][-1]["content"]
                assert [part["type"] for part in sent] == ["image_url"] * 3 + ["text"], sent
                assert all(part["image_url"]["url"] == PICTURE for part in sent[:3])
                assert sent[3]["text"].endswith("ECHO three pictures")
                self.check_pictures(page, 3)
                # A later turn sends them again, and an edited one keeps them.
                self.ask(page, "ECHO again")
                assert self.last_request()["messages"][0]["content"] == sent
                self.press(page, "Raw data")
                raw = self.text(page, "#raw pre")
                assert "data:image/png;base64," in raw and PICTURE not in raw
                page.run("document.querySelector('#raw-close').click()")
                page.open(page.run("location.href"))
                page.wait("document.querySelectorAll('#log img.picture').length === 3")
                self.check_pictures(page, 3)
                exported = self.export(page, folder, "with-pictures")
                self.close(page)
                self.import_pictures(exported)
        finally:
            self.set(images=False)
        page = self.open()
        assert page.run("document.querySelector('#attach').title") == "Attach text files"
        self.close(page)

    def give_pictures(self, page: devtools.Page, folder: pathlib.Path) -> None:
        """Adds a picture by each of the ways, and files that are none."""
        data = base64.b64decode(PICTURE.split(",")[1])
        path = folder / "chosen.png"
        path.write_bytes(data)
        self.give_file(page, "#files", path)
        page.wait("document.querySelectorAll('#attached .chip').length === 1")
        page.run(
            f"""(() => {{ const bytes = Uint8Array.from(atob({json.dumps(PICTURE.split(",")[1])}), c => c.charCodeAt(0));
          const paste = new DataTransfer(); paste.items.add(new File([bytes], 'pasted.png', {{type: 'image/png'}}));
          document.querySelector('#input').dispatchEvent(
            new ClipboardEvent('paste', {{clipboardData: paste, bubbles: true}}));
          const drop = new DataTransfer(); drop.items.add(new File([bytes], 'dropped.png', {{type: 'image/png'}}));
          drop.items.add(new File(['text'], 'notes.txt', {{type: 'text/plain'}}));
          drop.items.add(new File([bytes], 'scan.tiff', {{type: 'image/tiff'}}));
          dispatchEvent(new DragEvent('drop', {{dataTransfer: drop}})); }})()"""
        )
        page.wait("document.querySelectorAll('#attached .chip').length === 4")
        page.wait("document.querySelector('#toast').innerText.includes('scan.tiff is no PNG')")
        page.wait("[...document.querySelectorAll('#attached img')].every(image => image.complete && image.naturalWidth)")

    def check_pictures(self, page: devtools.Page, count: int) -> None:
        """Checks that pictures are shown, and kept in the store."""
        shown = "[...document.querySelectorAll('#log img.picture')].filter(image => image.naturalWidth === 2).length"
        page.wait(f"{shown} === {count}")
        files = [file for message in self.stored(page)["messages"] for file in message.get("files", [])]
        assert sum(file.get("image") == PICTURE for file in files) == count, files

    def import_pictures(self, exported: pathlib.Path) -> None:
        """Imports conversations, one of which has something else in place of a picture."""
        data = json.loads(exported.read_text())
        first = next(message for message in data["conversations"][0]["messages"] if message.get("files"))
        first["files"].append({"name": "evil", "image": "https://example.org/track.png"})
        first["files"].append({"name": "odd", "image": "data:image/svg+xml;base64,PHN2Zy8+"})
        exported.write_text(json.dumps(data))
        page = self.open()
        self.give_file(page, "#import-file", exported)
        page.wait("document.querySelectorAll('#list li').length === 1")
        page.run("document.querySelector('#list a').click()")
        self.check_pictures(page, 3)
        assert "track.png" not in json.dumps(self.stored(page))
        self.close(page)

    def test_first_version(self) -> None:
        page = self.open()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "old.json")
            path.write_text(
                json.dumps(
                    {
                        "format": "swiftlet-chat",
                        "version": 1,
                        "conversations": [
                            {
                                "title": "Old",
                                "created": 5,
                                "messages": [{"role": "user", "content": "Q"}, {"role": "assistant", "content": "A"}],
                            },
                            {
                                "title": {"odd": 1},
                                "messages": [
                                    {"role": 7, "content": ["x"], "files": [None], "calls": [1], "stats": "no"}
                                ],
                            },
                        ],
                    }
                )
            )
            self.give_file(page, "#import-file", path)
            page.wait("document.querySelectorAll('#list li').length === 2")
            page.run("[...document.querySelectorAll('#list a')].find(a => a.innerText === 'Old').click()")
            page.wait("document.querySelectorAll('.message').length === 2")
            assert self.text(page) == "A"
            path.write_text('{"format": "swiftlet-chat", "version": 99, "conversations": []}')
            self.give_file(page, "#import-file", path)
            page.wait("document.querySelector('#toast').innerText.includes('its version is 99')")
        self.close(page)

    def test_deleted_while_it_is_written(self) -> None:
        page = self.open()
        self.ask(page, "SLOW 100", wait=False)
        page.wait(f"document.querySelector('{ANSWER} .prose')?.innerText.includes('word3')")
        page.run("document.querySelector('#list li .icon').click()")
        page.run("document.querySelectorAll('#menu .item')[1].click()")
        page.wait("document.querySelectorAll('#list li').length === 0")
        time.sleep(1.5)
        assert self.stored(page) == {"conversations": [], "messages": []}
        self.close(page)

    def test_two_conversations_at_once(self) -> None:
        page = self.open()
        self.ask(page, "SLOW 60", wait=False)
        page.click("#new")
        self.ask(page, "ECHO meanwhile")
        assert self.text(page) == "meanwhile"
        page.wait("!document.querySelector('#list .running')")
        page.run("document.querySelectorAll('#list a')[0].click()")
        page.wait(f"document.querySelector('{ANSWER} .prose')?.innerText.endsWith('word59')")
        self.close(page)
