"""A plug-in of pytest for llama.cpp's tests of its server: no downloads, and reasons for what does not apply.

The table of all tests is written to the file of $LLAMA_TESTS_TABLE.
"""

import collections
import os
import pathlib
import re

import pytest

# Files whose tests are of features that `swiftlet serve` does not have, by design.
FILES = {
    "test_compat_gcp.py": "the protocol of Google's prediction service",
    "test_ctx_shift.py": "a context that is full ends the answer; nothing of it is shifted out",
    "test_kv_keep_only_active.py": "options and log lines of llama-server's cache",
    "test_mcp_servers.py": "llama-server as a client of the Model Context Protocol",
    "test_proxy.py": "a proxy for pages",
    "test_router.py": "a router of processes, one for each model; models are loaded in the server itself",
    "test_sleep.py": "--sleep-idle-seconds; models are unloaded by --keep-alive",
    "test_slot_save.py": "files of slots; the prefix cache is shared by all requests",
    "test_speculative.py": "needs the models ggml-org/stories15M_MOE and stories15M",
    "test_stream.py": "streams that can be resumed",
    "test_template.py": "--chat-template, --reasoning",
    "test_tools_builtin.py": "tools that the server runs",
    "test_vision_api.py": "needs the model ggml-org/tinygemma3-GGUF",
}

results = collections.OrderedDict()


def pytest_collection_modifyitems(items):
    for item in items:
        reason = FILES.get(item.path.name)
        if reason:
            item.add_marker(pytest.mark.skip(reason=reason))


def pytest_collection():
    # Before the tests import these names.
    import utils

    utils.ServerPreset.load_all = staticmethod(lambda: None)

    def refuse(url, *_):
        pytest.skip(f"needs the file {url.split('/')[-1]}")

    utils.download_file = refuse


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    name = f"{item.path.name[5:-3]}: {item.name[5:]}"
    reason_path = pathlib.Path(os.environ["LLAMA_TESTS_REASON"])
    if report.failed and reason_path.exists():
        report.outcome = "skipped"
        report.longrepr = (str(item.path), 0, "Skipped: " + reason_path.read_text())
    if report.when == "teardown":
        reason_path.unlink(missing_ok=True)
        return
    if report.when == "setup" and report.passed:
        return
    reason = ""
    if report.skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reason = reason.removeprefix("Skipped: ")
    elif report.failed:
        crash = getattr(report.longrepr, "reprcrash", None)
        reason = (crash.message if crash else str(report.longrepr)).split("\n")[0]
    results[name] = (report.outcome, reason)


def pytest_sessionfinish():
    path = os.environ.get("LLAMA_TESTS_TABLE")
    if not path:
        return
    lines = []
    for name, (outcome, reason) in results.items():
        reason = re.sub(r"[|\s]+", " ", reason)[:200]
        lines.append(f"{outcome}\t{name}\t{reason}")
    pathlib.Path(path).write_text("\n".join(lines) + "\n")
