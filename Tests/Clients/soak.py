#!/usr/bin/env python3
"""Runs `swiftlet serve` under clients of all protocols at random, some of which leave or are killed.

usage: python3 Tests/Clients/soak.py [--minutes 60] [--clients 32] [--seed N] [-- OPTION OF swiftlet serve…]

Exits with status 1 unless
- every stream that was read ended as its protocol has it, and every status was 200,
- the counters of /metrics are the sums of the usages of all answers, in a part of the time in which no client leaves,
- resident memory grew by at most 2 %, from the first to the last third of the time after the warm-up (two fifths),
- no request is in progress when all clients have left,
- after SIGTERM under load, streams end by themselves or with an error, and the exit status is 0.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import signal
import statistics
import subprocess
import sys
import threading
import time
import urllib.request

from server import ServerError, running

WORKER = pathlib.Path(__file__).with_name("soak_worker.py")
GROWTH = 0.02
ASSESSED_MINUTES = 4
EXACT_REQUESTS = 12  # of each client, in the part without clients that leave
# What a client may see of a server that shuts down: it is gone, or says so.
ENDING = ("ConnectionRefused", "ConnectionReset", "RemoteDisconnected", "BrokenPipe", "error:")


class Client:
    """A worker process, with a thread that reads its lines."""

    def __init__(self, server, seed, requests, abandoned, results):
        environment = {**os.environ, "SWIFTLET_API_KEY": server.key or ""}
        command = [sys.executable, str(WORKER), server.url, str(seed), str(requests), str(abandoned)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        self.thread = threading.Thread(target=self._read, args=(results,), daemon=True)
        self.thread.start()

    def _read(self, results):
        for line in self.process.stdout:
            # A killed client may leave a part of a line.
            if line.endswith("}\n"):
                results.append(json.loads(line))

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.wait()

    def wait(self):
        self.process.wait()
        self.thread.join()


def metrics(server):
    """Returns the values of /metrics without labels, without the prefix of the names."""
    headers = {"Authorization": f"Bearer {server.key}"}
    with urllib.request.urlopen(urllib.request.Request(server.url + "/metrics", headers=headers), timeout=30) as answer:
        text = answer.read().decode()
    return {name: float(value) for name, value in re.findall(r"^swiftlet_(\w+) ([-+\d.eE]+)$", text, re.MULTILINE)}


def wait_until_idle(server):
    for _ in range(100):
        values = metrics(server)
        busy = values.get("requests_processing", 0) + values.get("requests_deferred", 0)
        if busy == 0:
            return values
        time.sleep(0.1)
    raise ServerError(f"{busy:.0f} requests are in progress 10 s after all clients have left")


class Soak:
    """A run, with its failures."""

    def __init__(self, options, server):
        self.options, self.server, self.random = options, server, random.Random(options.seed)
        self.failures, self.seeds = [], iter(range(options.seed * 1_000_000, sys.maxsize))

    def clients(self, requests, abandoned, results):
        return [
            Client(self.server, next(self.seeds), requests, abandoned, results) for _ in range(self.options.clients)]

    def check(self, results, allowed=()):
        """Collects the failures among results; returns the successful ones."""
        good = [result for result in results if "generated" in result]
        bad = [result for result in results if "error" in result]
        unexpected = [result for result in bad if not any(word in result["error"] for word in allowed)]
        for result in unexpected[:5]:
            self.failures.append(f"{result.get('path', 'a request')}: {result.get('status', '')} {result['error']}")
        if len(unexpected) > 5:
            self.failures.append(f"and {len(unexpected) - 5} more")
        return good

    def check_metrics(self):
        """Compares the counters with the sums of usages, while no client leaves."""
        before, results = wait_until_idle(self.server), []
        for client in self.clients(EXACT_REQUESTS, 0, results):
            client.wait()
        after, good = wait_until_idle(self.server), self.check(results)

        def difference(name):
            if name not in after:
                self.failures.append(f"/metrics: swiftlet_{name} is missing")
            return after.get(name, 0) - before.get(name, 0)

        sums = {name: sum(result[name] for result in good) for name in ["prompt", "cached", "generated"]}
        found = {
            "prompt": difference("prompt_tokens_total"),
            "generated": difference("tokens_predicted_total"),
        }
        for name, value in found.items():
            if value != sums[name]:
                self.failures.append(f"/metrics: {value:.0f} {name} tokens, but the usages have {sums[name]}")
        print(f"metrics: {len(good)} answers, {sums['prompt']} prompt and {sums['generated']} generated tokens", flush=True)

    def run(self):
        """Runs clients that leave and are killed, for the whole time, and watches memory."""
        results, samples, killed = [], [], 0
        start, end = time.monotonic(), time.monotonic() + 60 * self.options.minutes
        clients, shown = self.clients(0, 0.1, results), start
        while (now := time.monotonic()) < end:
            time.sleep(0.25)
            samples.append((now - start, self.server.resident_bytes))
            if self.server.process.poll() is not None:
                raise ServerError(f"swiftlet serve: exit status {self.server.process.returncode} under load")
            # About one kill a second among all clients.
            if self.random.random() < 0.25:
                number = self.random.randrange(len(clients))
                clients[number].kill()
                clients[number] = Client(self.server, next(self.seeds), 0, 0.1, results)
                killed += 1
            if now - shown > 60:
                shown = now
                print(f"{(now - start) / 60:.0f} min: {len(results)} requests, {killed} killed clients, "
                      f"{samples[-1][1] / 2**20:.0f} MiB", flush=True)
        for client in clients:
            client.kill()
        good = self.check(results)
        kinds = collections.Counter(result["path"] for result in good)
        print(f"load: {len(good)} answers, {sum('abandoned' in r for r in results)} abandoned, {killed} killed; "
              + ", ".join(f"{path} {count}" for path, count in sorted(kinds.items())), flush=True)
        self.check_memory(samples)
        wait_until_idle(self.server)

    def check_memory(self, samples):
        span = samples[-1][0]
        later = [(moment, size) for moment, size in samples if moment >= 0.4 * span]
        third = 0.2 * span
        first = statistics.median(size for moment, size in later if moment < 0.4 * span + third)
        last = statistics.median(size for moment, size in later if moment >= span - third)
        growth = last / first - 1
        print(f"memory: {first / 2**20:.1f} MiB, then {last / 2**20:.1f} MiB ({100 * growth:+.2f} %)", flush=True)
        if self.options.minutes >= ASSESSED_MINUTES and growth > GROWTH:
            self.failures.append(f"memory grew by {100 * growth:.1f} %, expected at most {100 * GROWTH:.0f} %")

    def shut_down(self):
        """Sends SIGTERM under load."""
        results = []
        clients = self.clients(0, 0, results)
        while len(results) < self.options.clients:
            time.sleep(0.05)
        status, seconds = self.server.stop(60)
        count = len(results)
        time.sleep(0.5)
        for client in clients:
            client.kill()
        if status != 0:
            self.failures.append(f"exit status {status} after SIGTERM, expected 0")
        refused = [result for result in results if result.get("status") == 503]
        self.check([result for result in results if result.get("status") != 503], ENDING)
        print(f"SIGTERM: exit status {status} after {seconds:.1f} s; {count} answers by then, {len(refused)} refused",
              flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("serve", nargs="*", help="options of swiftlet serve, after --")
    options = parser.parse_args()
    try:
        with running(options.serve) as server:
            soak = Soak(options, server)
            for part in [soak.check_metrics, soak.run, soak.check_metrics, soak.shut_down]:
                part()
            if soak.failures:
                print("\n".join(server.log().splitlines()[-5:]), file=sys.stderr)
    except (ServerError, OSError) as error:
        print(f"soak.py: {error}", file=sys.stderr)
        return 1
    for failure in soak.failures:
        print(f"failed: {failure}")
    return 1 if soak.failures else 0


if __name__ == "__main__":
    sys.exit(main())
