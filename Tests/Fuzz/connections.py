#!/usr/bin/env python3
"""Opens many connections of clients that are slow, silent or do not read, and checks that others are served meanwhile.

    Tests/Fuzz/connections.py [--connections 2000] [--seconds 60] [-- OPTION OF swiftlet serve…]

An equal number of connections each sends nothing; a head, a byte a second; a head and then a body, a byte a second; a
request whose stream it never reads; a request, and then no more (half-closed); requests one after the other on a connection
that is kept. Meanwhile a good client asks for /health. Exits with status 1 unless

- all good requests get status 200, and those of connections that are kept too,
- slow heads and bodies end with status 408 or 503 (too many), or are still within their time,
- a half-closed connection gets its whole answer or none: the server takes the end of its requests for that of the client,
- the memory of the process grows by at most 64 KB for each connection, and 32 MB of the answers that it has to keep,
- no request is in progress when all have left, and an answer is generated then.
"""

import argparse
import json
import pathlib
import resource
import selectors
import socket
import sys
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Clients"))
from server import ServerError, running  # noqa: E402

KINDS = ["silent", "head", "body", "unread", "half", "kept"]
HEAD = b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nX-Slow: " + b"x" * 4000
STREAM = json.dumps({"prompt": "A story.", "max_tokens": 400, "stream": True, "ignore_eos": True, "logprobs": 5}).encode()
HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
GROWTH_OF_CONNECTION, GROWTH = 64 << 10, 32 << 20


class Client:
    """A connection of a kind."""

    def __init__(self, address, kind):
        self.kind, self.answer, self.sent, self.is_open, self.asked = kind, b"", 0, True, 0
        self.socket = socket.socket()
        if kind == "unread":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(20)
        self.socket.connect(address)
        self.socket.setblocking(False)
        if kind == "unread":
            self.send(b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(STREAM) + STREAM)
        elif kind == "half":
            self.send(HEALTH)
            self.socket.shutdown(socket.SHUT_WR)
        elif kind == "body":
            self.send(b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n\r\n")

    def send(self, data):
        try:
            self.socket.send(data)
        except BlockingIOError:
            pass
        except OSError:
            self.is_open = False

    def tick(self):
        """Sends what is due each second."""
        if not self.is_open:
            return
        if self.kind == "head":
            self.send(HEAD[self.sent:self.sent + 1])
            self.sent += 1
        elif self.kind == "body":
            self.send(b" ")
        elif self.kind == "kept" and self.answer.count(b"HTTP/1.1 200") == self.asked:
            self.asked += 1
            self.send(HEALTH)

    def read(self):
        try:
            part = self.socket.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        self.answer += part
        self.is_open = self.is_open and bool(part)


def status(answer):
    return answer[9:12].decode("latin-1") if answer.startswith(b"HTTP/1.1 ") else "none" if not answer else "other"


def health(address):
    """Makes a good request; returns its status and the seconds that it took."""
    start = time.monotonic()
    try:
        with socket.create_connection(address, 20) as connection:
            connection.sendall(HEALTH.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            answer = b""
            while part := connection.recv(4096):
                answer += part
    except OSError as error:
        return str(error), time.monotonic() - start
    return status(answer), time.monotonic() - start


def complete(address):
    """Generates an answer; returns its status."""
    body = json.dumps({"prompt": "A", "max_tokens": 4}).encode()
    with socket.create_connection(address, 120) as connection:
        connection.sendall(
            b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return status(answer)


def run(options, server):
    address = urllib.parse.urlsplit(server.url)
    address = (address.hostname, address.port)
    if (found := complete(address)) != "200":
        return [f"the first answer has status {found}"]
    before, failures, times, sizes = server.resident_bytes, [], [], []
    clients = [Client(address, KINDS[number % len(KINDS)]) for number in range(options.connections)]
    selector = selectors.DefaultSelector()
    for client in clients:
        if client.kind != "unread":
            selector.register(client.socket, selectors.EVENT_READ, client)
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        due = time.monotonic() + 1
        for client in clients:
            client.tick()
        found, seconds = health(address)
        times.append(seconds)
        sizes.append(server.resident_bytes)
        if found != "200":
            failures.append(f"a good request got {found}")
        while (rest := due - time.monotonic()) > 0:
            for key, _ in selector.select(rest):
                key.data.read()
                if not key.data.is_open:
                    selector.unregister(key.data.socket)
    for kind in KINDS:
        ends = {}
        for client in clients:
            if client.kind == kind:
                title = "kept open" if client.is_open and not client.answer else status(client.answer)
                ends[title] = ends.get(title, 0) + 1
        print(f"{kind:7} " + ", ".join(f"{title}: {count}" for title, count in sorted(ends.items())))
        allowed = {"silent": ["kept open", "none"], "head": ["408", "kept open"], "body": ["408", "kept open"],
                   "unread": ["kept open"], "half": ["200", "none"], "kept": ["200"]}[kind]
        failures += [f"{count} connections ({kind}) ended with {title}" for title, count in ends.items() if title not in allowed]
    short = [c for c in clients if c.kind == "kept" and c.answer.count(b"HTTP/1.1 200") < c.asked - 1]
    if short:
        failures.append(f"{len(short)} connections that are kept lack answers")
    growth, limit = max(sizes) - before, options.connections * GROWTH_OF_CONNECTION + GROWTH
    print(f"{options.connections} connections for {options.seconds:.0f} s; /health took {1000 * sorted(times)[len(times) // 2]:.1f} "
          f"ms in the median, {1000 * max(times):.0f} ms at most; memory {before / 2**20:.1f} MiB, at most {growth / 2**20:.1f} MiB more")
    if growth > limit:
        failures.append(f"memory grew by {growth >> 20} MiB, expected at most {limit >> 20} MiB")
    for client in clients:
        client.socket.close()
    time.sleep(2)
    if (found := complete(address)) != "200":
        failures.append(f"an answer after all clients have left has status {found}")
    code, seconds = server.stop(40)
    print(f"SIGTERM: exit status {code} after {seconds:.1f} s")
    return failures + ([f"exit status {code}"] if code else [])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--connections", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("serve", nargs="*", help="options of swiftlet serve, after --")
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    limit = ["--max-connections", str(options.connections + 100), "--max-queue", str(options.connections), "--log", "off"]
    try:
        with running([*limit, *options.serve], key=False) as server:
            failures = run(options, server)
    except (ServerError, OSError) as error:
        print(f"connections.py: {error}", file=sys.stderr)
        return 1
    for failure in failures[:20]:
        print(f"failed: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
