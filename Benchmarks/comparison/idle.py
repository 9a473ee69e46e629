"""The cost of a server that does nothing, and the time that it adds to the engine's."""

import contextlib
import http.client
import json
import os
import socket
import statistics
import time
import urllib.parse

from .http_client import request
from .process import ComparisonError


def resident_bytes(pid):
    """Returns the resident memory of a process without the pages of mapped files, in bytes."""
    with open(f"/proc/{pid}/status") as status:
        line = next(line for line in status if line.startswith("RssAnon:"))
    return int(line.split()[1]) * 1024


def processor_seconds(pid):
    """Returns the processor time of a process."""
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def idle(url, pid, connections, seconds):
    """Returns the memory of a server before and with open connections, and its processor time while they are idle.

    Each connection has had an answer, and is kept alive. No model has been loaded.
    """
    address = urllib.parse.urlsplit(url)
    before = resident_bytes(pid)
    with contextlib.ExitStack() as stack:
        for _ in range(connections):
            connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)
            stack.callback(connection.close)
            connection.request("GET", "/health")
            answer = connection.getresponse()
            if answer.read() and answer.status != 200:
                raise ComparisonError(f"{url}/health: status {answer.status}")
        time.sleep(1)
        used = processor_seconds(pid)
        time.sleep(seconds)
        return before, resident_bytes(pid), processor_seconds(pid) - used


def delays(url, body, count):
    """Returns the seconds by which first texts, and all further ones, arrive later than the engine made their tokens.

    The engine's times are those of the answer itself (`timings_per_token`), from the time at which the engine took the
    request: so what comes before, such as the request's way and its tokens, counts as a delay of the first text. Those
    of further texts are relative to the first one, and can be negative by as much as that was late.
    """
    address = urllib.parse.urlsplit(url)
    data = json.dumps({**body, "stream": True, "timings_per_token": True}).encode()
    head = (f"POST /v1/chat/completions HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\nConnection: close\r\n\r\n").encode()
    first, further = [], []
    for _ in range(count):
        with socket.create_connection((address.hostname, address.port), timeout=600) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            begin = time.monotonic()
            connection.sendall(head + data)
            arrivals, rest = [], b""
            while part := connection.recv(1 << 16):
                now = time.monotonic()
                *lines, rest = (rest + part).split(b"\n")
                arrivals += [(now, line[6:]) for line in lines if line.startswith(b"data: {")]
        lates = []
        for arrival, text in arrivals:
            event = json.loads(text)
            timings = event.get("timings")
            if timings and any((choice.get("delta") or {}).get("content") for choice in event.get("choices", [])):
                engine = (timings["prompt_ms"] + timings["predicted_ms"]) / 1000
                lates.append(arrival - begin - engine)
        if not lates:
            raise ComparisonError(f"{url}: an answer without text and times")
        first.append(lates[0])
        further += [late - lates[0] for late in lates[1:]]
    return first, further


def warmed_up(url, body):
    """Makes a first request, for which the model is loaded."""
    request(url, "/v1/chat/completions", body)


def median(values):
    """Returns the median; 0 for no values."""
    return statistics.median(values) if values else 0.0
