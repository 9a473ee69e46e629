#!/usr/bin/env python3
"""Kills downloads at random moments, and checks that the next one continues and ends right.

usage: killed_downloads.py [--runs N] [--megabytes N] [--rate MB/S] COMMAND...

COMMAND downloads the quantization Q8_0 of the repository me/ok into a hub cache, for example
    .build/release/swiftlet pull hf:me/ok:Q8_0
It gets HF_ENDPOINT and HF_HUB_CACHE in its environment; {endpoint} and {cache} in it are replaced by their values. The hub
is that of scripted_hub.py. In each run the command is killed (SIGKILL) at random moments until one ends by
itself. Then the blob must have its checksum, no other blob may exist, and the server may have sent at most the size of the
file and 16 MiB for each kill. After each kill no file may have the name of the blob unless it is complete.
"""
import argparse
import hashlib
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile

from scripted_hub import Hub, model, sha256


def run(command, hub, folder, delays):
    """Runs the command until it ends by itself; returns the number of kills."""
    cache = folder / "hub"
    endpoint = hub.url
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
            check(cache, sha256(hub.served), is_end=False)
            continue
        if process.returncode != 0:
            sys.exit(f"the command failed after {kills} kills: {output.decode(errors='replace')[-2000:]}")
        check(cache, sha256(hub.served), is_end=True)
        return kills


def check(cache, digest, is_end):
    blobs = [path for path in cache.rglob("blobs/*") if "swiftlet-partial" not in path.name]
    for path in blobs:
        if path.name != digest or hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            sys.exit(f"{path}: a wrong blob")
    if is_end and len(blobs) != 1:
        sys.exit(f"found {len(blobs)} blobs, expected 1")
    left = [path.name for path in cache.rglob("*swiftlet-partial*")]
    if is_end and left:
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
        hub = Hub(served=model(f"killed {index}", options.megabytes * 250_000))
        hub.delay = (1 << 17) / (options.rate * 1e6)
        folder = pathlib.Path(tempfile.mkdtemp(prefix="swiftlet-killed-"))
        try:
            duration = options.megabytes / options.rate
            kills = run(options.command, hub, folder, lambda: generator.uniform(0.05, duration / 2 + 0.2))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            hub.close()
        size = len(hub.served)
        limit = size + kills * (16 << 20)
        if hub.sent > limit:
            sys.exit(f"run {index + 1}: the server sent {hub.sent} bytes, expected at most {limit}")
        extra = (hub.sent - size) / max(kills, 1) / (1 << 20)
        print(f"run {index + 1}: {kills} kills, {extra:.1f} MiB more for each", flush=True)
        total += kills
    print(f"{total} kills, and each file was right at the end")


main()
