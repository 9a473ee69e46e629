"""Tests Deploy/nginx-replicas.conf: nginx in front of two servers. Run by nginx.sh."""

import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

from server import ROOT, ServerError, running

CONFIGURATION = ROOT / "Deploy/nginx-replicas.conf"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Proxy:
    """nginx with the configuration, whose ports are those of this test."""

    def __init__(self, folder, addresses):
        self.folder, self.port = pathlib.Path(folder), free_port()
        text = CONFIGURATION.read_text()
        changes = {
            "127.0.0.1:8081": addresses[0],
            "127.0.0.1:8082": addresses[1],
            "listen 8080;": f"listen 127.0.0.1:{self.port};",
            "/var/log/nginx/swiftlet.log": f"{folder}/access.log",
            "fail_timeout=5s": "fail_timeout=60s",
        }
        for before, after in changes.items():
            assert before in text, f"{CONFIGURATION.name}: {before!r} was not found"
            text = text.replace(before, after)
        temporary = "".join(
            f"{name}_temp_path {folder}/{name};" for name in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        (self.folder / "nginx.conf").write_text(
            f"daemon off; pid {folder}/pid; error_log {folder}/error.log warn; worker_processes 1;\n"
            f"events {{ worker_connections 256; }}\nhttp {{ {temporary}\n{text}\n}}\n")
        program = os.environ["SWIFTLET_NGINX"]
        command = [program, "-p", folder, "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"]
        self.process = subprocess.Popen(command)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
        self.stop()
        raise ServerError("nginx: did not start: " + (self.folder / "error.log").read_text()[-400:])

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(20)

    def post(self, body, path="/v1/chat/completions", headers=None):
        """Makes a request; returns its status, the server that answered, and the times at which parts arrived."""
        log = self.folder / "access.log"
        lines = len(log.read_text().splitlines()) if log.exists() else 0
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        data = json.dumps({"max_tokens": 1, **body}).encode()
        start = time.monotonic()
        connection.request("POST", path, data, {"Content-Type": "application/json", **(headers or {})})
        response, times = connection.getresponse(), []
        while response.read1(1 << 16):
            times.append(time.monotonic() - start)
        connection.close()
        for _ in range(100):
            found = log.read_text().splitlines()[lines:] if log.exists() else []
            if found:
                # The last address, if the request went to several.
                return response.status, re.search(r"([\d.:]+) [\d.]+$", found[0])[1], times
            time.sleep(0.02)
        raise ServerError("nginx: no line in the access log")


def message(text, role="user"):
    return {"role": role, "content": text}


def target(proxy, *messages, expected=200, **options):
    status, address, _ = proxy.post({"messages": list(messages)}, **options)
    assert status == expected, f"status {status}, expected {expected}"
    return address


def check_affinity(proxy):
    for first in ["You are brief. \"Quotes\", {braces} and \\ count as text.", "Zwölf Füchse\n\n" * 20]:
        system = message(first, "system")
        found = {target(proxy, system, message(f"question {number}")) for number in range(6)}
        assert len(found) == 1, f"requests with the first message {first[:20]!r} went to {found}"
    parts = message([{"type": "text", "text": "a part with a } brace"}, {"type": "text", "text": "another"}])
    found = {target(proxy, parts, message("yes", "assistant"), message(f"{number}")) for number in range(6)}
    assert len(found) == 1, f"requests with the same parts went to {found}"


def check_distribution(proxy, addresses):
    found = [target(proxy, message(f"conversation {number}")) for number in range(40)]
    for address in addresses:
        assert found.count(address) >= 8, f"{address} got {found.count(address)} of {len(found)} conversations"


def check_other_keys(proxy):
    session = {"headers": {"X-Session": "seven"}}
    found = {target(proxy, message(f"other {number}"), **session) for number in range(8)}
    assert len(found) == 1, f"requests of one session went to {found}"
    bodies = [{"messages": [message(f"next {number}")], "prompt_cache_key": "mine"} for number in range(8)]
    found = {proxy.post(body)[1] for body in bodies}
    assert len(found) == 1, f"requests with one prompt_cache_key went to {found}"
    text = "Once upon a time " * 40
    found = {proxy.post({"prompt": text + str(number)}, "/v1/completions")[1] for number in range(8)}
    assert len(found) == 1, f"requests whose prompts begin alike went to {found}"


def check_large_messages(proxy):
    # Too long for the model perhaps, but not for the proxy.
    large = message("line\n" * 100_000, "system")
    found = set()
    for number in range(3):
        status, address, _ = proxy.post({"messages": [large, message(f"{number}")]})
        assert status in (200, 400), f"status {status} for a large message"
        found.add(address)
    assert len(found) == 1, f"requests with a large first message went to {found}"


def check_streams(proxy):
    body = {"messages": [message("A long story.")], "stream": True, "max_tokens": 300, "ignore_eos": True}
    proxy.post(body)
    _, _, times = proxy.post(body)
    assert len(times) >= 20, f"the stream arrived in {len(times)} parts"
    early = sum(moment < 0.8 * times[-1] for moment in times)
    assert early >= len(times) / 2, f"only {early} of {len(times)} parts arrived before the last fifth of the time"


def check_failover(proxy, servers, addresses):
    texts = [f"conversation {number}" for number in range(10)]
    before = {text: target(proxy, message(text)) for text in texts}
    status, _ = servers[0].stop()
    assert status == 0, f"exit status {status} after SIGTERM"
    for text in texts:
        address = target(proxy, message(text))
        assert address == addresses[1], f"{text!r} went to {address}, which was stopped"
        if before[text] == addresses[1]:
            assert address == before[text], f"{text!r} moved although its server is there"


def main(options):
    failures = 0
    with tempfile.TemporaryDirectory(prefix="swiftlet-nginx-") as folder, running(options, key=False) as first, running(
        options, key=False
    ) as second:
        servers = [first, second]
        addresses = [server.url.removeprefix("http://") for server in servers]
        proxy = Proxy(folder, addresses)
        try:
            for name, check in [
                ("equal first messages go to one server", lambda: check_affinity(proxy)),
                ("conversations are distributed", lambda: check_distribution(proxy, addresses)),
                ("sessions, cache keys and prompts are keys", lambda: check_other_keys(proxy)),
                ("large messages pass", lambda: check_large_messages(proxy)),
                ("streams are not buffered", lambda: check_streams(proxy)),
                ("another server takes over", lambda: check_failover(proxy, servers, addresses)),
            ]:
                try:
                    check()
                    print(f"ok      {name}", flush=True)
                except (AssertionError, OSError, ServerError) as error:
                    failures += 1
                    print(f"failed  {name}: {error}", flush=True)
        finally:
            proxy.stop()
        if failures:
            print((pathlib.Path(folder) / "error.log").read_text()[-1000:], file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except ServerError as error:
        print(f"nginx.sh: {error}", file=sys.stderr)
        sys.exit(1)
