#!/usr/bin/env python3
"""Kills downloads at random moments, and checks that the next one continues and ends right.

usage: killed_downloads.py [--runs N] [--megabytes N] [--rate MB/S] COMMAND...

COMMAND downloads the file tiny-Q8_0.gguf of the repository me/ok into a hub cache, for example
    .build/release/swiftlet pull hf:me/ok:Q8_0
It gets HF_ENDPOINT and HF_HUB_CACHE in its environment; {endpoint} and {cache} in it are replaced by their values. The hub
is in this program, on two ports of loopback. In each run the command is killed (SIGKILL) at random moments until one ends by
itself. Then the blob must have its checksum, no other blob may exist, and the server may have sent at most the size of the
file and 16 MiB for each kill. After each kill no file may have the name of the blob unless it is complete.
"""
import argparse
import hashlib
import http.server
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

COMMIT = "a" * 40
NAME = "tiny-Q8_0.gguf"


class Server(http.server.ThreadingHTTPServer):
    """A hub, or the storage of its files."""

    daemon_threads = True

    def __init__(self, handler, shared):
        super().__init__(("127.0.0.1", 0), handler)
        self.shared = shared
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        """Killed clients are no errors."""


class Shared:
    def __init__(self, contents, rate):
        self.contents, self.rate = contents, rate
        self.sha256 = hashlib.sha256(contents).hexdigest()
        self.sent, self.lock, self.storage = 0, threading.Lock(), None


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, status, body=b"", **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_HEAD(self):
        self.do_GET()


class Hub(Handler):
    def do_GET(self):
        shared, path = self.server.shared, self.path.split("?")[0]
        size = len(shared.contents)
        if "/revision/" in path:
            value = {"sha": COMMIT, "siblings": [{"rfilename": NAME}]}
        elif "/tree/" in path:
            large = {"oid": shared.sha256, "size": size, "pointerSize": 134}
            value = [{"type": "file", "path": NAME, "size": size, "oid": "b" * 40, "lfs": large}]
        elif path.endswith("/refs"):
            value = {"branches": [{"name": "main", "ref": "refs/heads/main", "targetCommit": COMMIT}], "tags": []}
        elif "/resolve/" in path and path.endswith(NAME):
            location = f"http://127.0.0.1:{shared.storage.server_port}/blob?signature=1"
            fields = {"X_Linked_ETag": f'"{shared.sha256}"', "X_Linked_Size": str(size), "X_Repo_Commit": COMMIT}
            return self.answer(302, Location=location, ETag='"x"', **fields)
        else:
            return self.answer(404, b"{}", X_Error_Code="EntryNotFound")
        self.answer(200, json.dumps(value).encode(), Content_Type="application/json")


class Storage(Handler):
    def do_GET(self):
        shared = self.server.shared
        size = len(shared.contents)
        first, last = 0, size - 1
        if field := self.headers.get("Range"):
            bounds = field.removeprefix("bytes=").split("-")
            first, last = int(bounds[0]), min(int(bounds[1] or size) if bounds[1] else size - 1, size - 1)
        self.send_response(206 if field else 200)
        if field:
            self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
        self.send_header("Content-Length", str(last + 1 - first))
        self.end_headers()
        view = memoryview(shared.contents)
        while first <= last:
            part = view[first : min(first + (1 << 17), last + 1)]
            self.wfile.write(part)
            with shared.lock:
                shared.sent += len(part)
            first += len(part)
            time.sleep(len(part) / shared.rate)


def run(command, shared, hub, folder, delays):
    """Runs the command until it ends by itself; returns the number of kills."""
    cache = folder / "hub"
    endpoint = f"http://127.0.0.1:{hub.server_port}"
    words = [word.replace("{endpoint}", endpoint).replace("{cache}", str(cache)) for word in command]
    environment = dict(os.environ, HF_ENDPOINT=endpoint, HF_HUB_CACHE=str(cache), HOME=str(folder))
    for variable in ("SWIFTLET_CACHE", "HF_TOKEN", "HF_HUB_OFFLINE"):
        environment.pop(variable, None)
    kills = 0
    while True:
        process = subprocess.Popen(
            words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        try:
            output, _ = process.communicate(timeout=delays() if kills < 20 else None)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            kills += 1
            check(cache, shared, isEnd=False)
            continue
        if process.returncode != 0:
            sys.exit(f"the command failed after {kills} kills: {output.decode(errors='replace')[-2000:]}")
        check(cache, shared, isEnd=True)
        return kills


def check(cache, shared, isEnd):
    blobs = [path for path in cache.rglob("blobs/*") if "swiftlet-partial" not in path.name]
    for path in blobs:
        if path.name != shared.sha256 or hashlib.sha256(path.read_bytes()).hexdigest() != shared.sha256:
            sys.exit(f"{path}: a wrong blob")
    if isEnd and len(blobs) != 1:
        sys.exit(f"found {len(blobs)} blobs, expected 1")
    left = [path.name for path in cache.rglob("*swiftlet-partial*")]
    if isEnd and left:
        sys.exit(f"left behind: {', '.join(left)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=25)
    parser.add_argument("--megabytes", type=int, default=64)
    parser.add_argument("--rate", type=float, default=60, help="megabytes per second of a connection")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if not options.command:
        parser.error("the command is missing")
    generator = random.Random(1)
    total = 0
    for index in range(options.runs):
        contents = b"GGUF" + generator.randbytes(options.megabytes * 1_000_000)
        shared = Shared(contents, options.rate * 1e6)
        hub, shared.storage = Server(Hub, shared), Server(Storage, shared)
        folder = pathlib.Path(tempfile.mkdtemp(prefix="swiftlet-killed-"))
        try:
            duration = options.megabytes / options.rate
            kills = run(options.command, shared, hub, folder, lambda: generator.uniform(0.05, duration / 2 + 0.2))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            hub.shutdown()
            shared.storage.shutdown()
        limit = len(contents) + kills * (16 << 20)
        if shared.sent > limit:
            sys.exit(f"run {index + 1}: the server sent {shared.sent} bytes, expected at most {limit}")
        extra = (shared.sent - len(contents)) / max(kills, 1) / (1 << 20)
        print(f"run {index + 1}: {kills} kills, {extra:.1f} MiB more for each", flush=True)
        total += kills
    print(f"{total} kills, and each file was right at the end")


main()
