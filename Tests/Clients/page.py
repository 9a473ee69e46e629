"""Tests of the chat page in headless Chromium.

    python3 Tests/Clients/page.py                         # against the scripted server, all tests
    python3 Tests/Clients/page.py markdown branches       # some of them
    python3 Tests/Clients/page.py --server URL            # a running `swiftlet serve`: those that need no script
    python3 Tests/Clients/page.py --screenshots FOLDER    # also writes pictures at two sizes in both themes

Only the standard library and Chromium are needed, which is installed where it is missing. Not a part of `swift test`.
"""

import argparse
import pathlib
import sys
import time
import traceback

import scripted_server
from page_tests import devtools
from page_tests.content import ContentTests
from page_tests.conversations import ConversationTests
from page_tests.functions import FunctionTests
from page_tests.screens import take_screenshots


class Tests(ConversationTests, ContentTests, FunctionTests):
    """All tests."""


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
        suites = [ConversationTests] if options.server else [ConversationTests, ContentTests, FunctionTests]
        every = [name.removeprefix("test_") for suite in suites for name in vars(suite) if name.startswith("test_")]
        for name in options.tests or every:
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
