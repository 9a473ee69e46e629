"""Pictures of the chat page: two sizes, two themes, the states that people see."""

import pathlib
import time

from .base import DONE

SIZES = {"desktop": (1280, 800), "phone": (360, 740)}


def take_screenshots(tests: object, folder: pathlib.Path, real: bool) -> None:
    """Writes the pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for size, (width, height) in SIZES.items():
        for theme in ["light", "dark"]:
            page = tests.open(width=width, height=height, dark=theme == "dark")

            def shot(name: str) -> None:
                time.sleep(0.35)
                page.screenshot(folder / f"{name}-{size}-{theme}.png")

            shot("empty")
            tests.ask(page, "Write a short poem about swifts." if real else "Show me what you can do")
            shot("end")
            page.run("document.querySelector('#scroller').scrollTop = 0")
            shot("answer")
            if not real:
                tools(tests, page)
                shot("tools")
                for text in ["ECHO Plans for the week", "ECHO A poem about swifts"]:
                    page.run("document.querySelector('#new').click()")
                    tests.ask(page, text)
                tests.ask(page, "BREAK", wait=True)
                shot("error")
                tests.ask(page, "THINK", wait=False)
                page.wait("!!document.querySelector('.thought.live')")
                page.run("document.querySelector('.thought.live').open = true")
                time.sleep(0.7)
                shot("thinking")
            if size == "phone":
                page.run("document.querySelector('#side-open').click()")
                shot("list")
                page.run("document.querySelector('#side-close').click()")
            page.run("document.querySelector('#model').click()")
            shot("models")
            page.key("Escape")
            page.run("document.querySelector('#settings-open').click()")
            shot("settings")
            page.run("document.querySelector('#schema-section').scrollIntoView()")
            shot("settings-schema")
            page.close()
    print(f"screenshots: {folder}", flush=True)


def tools(tests: object, page: object) -> None:
    """Shows a call that the page answered, one that waits, and a structured answer."""
    page.run("document.querySelector('#tool-calculator').click()")
    tests.set_setting(page, "own-tools", '[{"name": "weather", "parameters": {"type": "object"}}]')
    tests.set_setting(page, "schema", '{"type": "object", "properties": {"name": {"type": "string"}}}')
    page.run("document.querySelector('#structured').click()")
    tests.ask(page, "Who is Ada?")
    page.run("document.querySelector('#structured').click()")
    tests.ask(page, "CALC 12 * (3 + 4)")
    page.wait(DONE + " && document.querySelector('#log').innerText.includes('The tool says')")
    tests.ask(page, "WEATHER in Bern?")
