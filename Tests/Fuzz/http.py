#!/usr/bin/env python3
"""Fuzzes a running HTTP server with raw bytes: damaged requests, in pieces, with connections cut in between.

    Tests/Fuzz/http.py --address 127.0.0.1:8080 [--connections 200000] [--seed 1] [--jobs N] [--path /health] [--pid PID]

Every status line must be a documented one, every response must be framed properly, and good requests in between must get
status 200. With --pid, the memory of the process is watched. Connection n of a seed is the same in each run: `--only N`
repeats one and prints both directions.
"""

import argparse
import multiprocessing
import os
import random
import re
import socket
import struct
import sys
import time

STATUSES = {200, 204, 304, 400, 401, 403, 404, 405, 408, 411, 413, 414, 415, 422, 429, 431, 500, 501, 503, 504, 505}
METHODS = ["GET", "POST", "HEAD", "OPTIONS", "DELETE", "PUT", "get", "CONNECT", "PRI", "G\0T", "", "POST" * 20]
TARGETS = ["/", "/v1/models", "/v1/chat/completions", "//v1//models/", "/%00", "/?", "*", "http://a/", "/a b", "/\u00e9",
           "/" + "a" * 9000, "", "a:80", "/#f", "/%", "/..%2f.."]
VERSIONS = ["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/1.10", "http/1.1", "", "HTTP/1.1 x"]
FIELDS = ["Host: localhost", "Host: localhost", "Host: a", "Connection: close", "Connection: keep-alive", "Content-Length: 2",
          "Content-Length: 0", "Content-Length: 2, 2", "Content-Length: -1", "Content-Length: 99999999999999999999",
          "Content-Length: 70000000", "Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked",
          "Transfer-Encoding : chunked", "Transfer-Encoding: \x0bchunked", "Expect: 100-continue", "Content-Encoding: gzip",
          "Content-Type: application/json", " folded", "X: " + "x" * 70000, "A: \0", "B: \x7f", ": c", "D", "Upgrade: h2c",
          "Origin: http://evil.example", "Authorization: Bearer x", "X-Request-Id: a\tb"]
BODIES = ["", "{}", "2\r\n{}\r\n0\r\n\r\n", "2;a=b\r\n{}\r\n0\r\nT: u\r\n\r\n", "ffffffffffffffff\r\n", "2\n{}\n0\n\n", "{" * 500,
          '{"messages":[{"role":"user","content":"\ud83d"}]}', "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"]


def request(generator):
    """Returns a request that is right in most parts."""
    def pick(values, right):
        return values[right] if generator.random() < 0.6 else generator.choice(values)
    end = "\r\n" if generator.random() < 0.9 else generator.choice(["\n", "\r", "\r\r\n", ""])
    fields = ["Host: localhost"] * (generator.random() < 0.8)
    fields += generator.choices(FIELDS, k=generator.choice([0, 0, 1, 2, 5, 120 if generator.random() < 0.05 else 3]))
    head = f"{pick(METHODS, 0)} {pick(TARGETS, 0)} {pick(VERSIONS, 0)}{end}" + "".join(field + end for field in fields) + end
    return (head + pick(BODIES, 0)).encode("utf-8", "surrogatepass")


def damaged(generator, data):
    """Returns bytes with a few random changes."""
    data = bytearray(data)
    for _ in range(generator.choice([0, 0, 1, 1, 2, 8])):
        place = generator.randrange(len(data) + 1)
        kind = generator.randrange(4)
        if kind == 0:
            data[place:place + 1] = bytes([generator.randrange(256)])
        elif kind == 1:
            del data[place:place + generator.randrange(1, 9)]
        elif kind == 2:
            data[place:place] = generator.choice([b"\r\n", b"\n", b"\r", b"\0", b" ", b":", b"\r\n\r\n", b"0\r\n\r\n"])
        else:
            data[place:place] = data[place:place + generator.randrange(40)]
    return bytes(data)


def problem(answer, heads_only):
    """Returns what is wrong with the bytes of responses, of which the last may be incomplete; or None."""
    rest = answer
    while rest:
        match = re.match(rb"HTTP/1\.1 (\d{3}) [^\r\n]*\r\n", rest)
        if not match:
            whole_line = b"\r\n" in rest or len(rest) > 200
            return f"not a status line: {rest[:80]!r}" if whole_line else None
        status = int(match[1])
        head, separator, rest = rest.partition(b"\r\n\r\n")
        if status == 100:
            continue
        if status not in STATUSES:
            return f"status {status}"
        if not separator or heads_only:
            return None
        length = re.search(rb"(?im)^content-length: (\d+)\r?$", head)
        if length:
            rest = rest[int(length[1]):]
        elif re.search(rb"(?im)^transfer-encoding: chunked\r?$", head):
            while True:
                match = re.match(rb"([0-9a-f]+)\r\n", rest)
                if not match:
                    return f"not a chunk: {rest[:80]!r}" if b"\r\n" in rest[:20] else None
                rest = rest[match.end() + int(match[1], 16):]
                if rest and not rest.startswith(b"\r\n"[:len(rest)]):
                    return f"not the end of a chunk: {rest[:80]!r}"
                rest = rest[2:]
                if int(match[1], 16) == 0:
                    break
        elif status not in (204, 304):
            return None
    return None


def connect(address, timeout):
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    connection = socket.socket(family, socket.SOCK_STREAM)
    connection.settimeout(timeout)
    connection.connect(address)
    if family != socket.AF_UNIX:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def receive(connection):
    answer = b""
    try:
        while len(answer) < 1 << 20:
            part = connection.recv(65536)
            if not part:
                break
            answer += part
    except (socket.timeout, ConnectionError):
        pass
    return answer


def fuzz(address, seed, number, verbose=False):
    """Runs a connection; returns what is wrong, or None."""
    generator = random.Random(f"{seed} {number}")
    data = b"".join(request(generator) for _ in range(generator.choice([1, 1, 1, 2, 5])))
    data = damaged(generator, data) if generator.random() < 0.9 else generator.randbytes(generator.randrange(300))
    try:
        connection = connect(address, 10)
    except OSError as error:
        return f"no connection: {error}"
    answer = b""
    with connection:
        end = generator.choice(["half", "half", "half", "wait", "close", "reset"])
        try:
            pieces = generator.choice([1, 1, 2, 5])
            cuts = sorted(generator.randrange(len(data) + 1) for _ in range(pieces - 1))
            for start, stop in zip([0, *cuts], [*cuts, len(data)]):
                connection.sendall(data[start:stop])
            if end == "half":
                connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        if end == "reset":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif end != "close":
            connection.settimeout(5 if end == "half" else 0.005)
            answer = receive(connection)
    if verbose:
        print(f"sent {data!r}\n{end}\nreceived {answer!r}")
    return problem(answer, b"HEAD" in data)


def check(address, path):
    """Makes a good request; returns what is wrong, or None, and the seconds that it took."""
    start = time.monotonic()
    try:
        with connect(address, 20) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            answer = receive(connection)
    except OSError as error:
        answer = str(error).encode()
    wrong = None if answer.startswith(b"HTTP/1.1 200 ") else f"a good request got {answer[:80]!r}"
    return wrong, time.monotonic() - start


def work(arguments):
    address, seed, numbers, path = arguments
    failures, slowest = [], 0.0
    for number in numbers:
        wrong = fuzz(address, seed, number)
        if wrong:
            failures.append((number, wrong))
        if number % 100 == 0:
            wrong, seconds = check(address, path)
            slowest = max(slowest, seconds)
            if wrong:
                failures.append((number, wrong))
    return failures, slowest


def memory(pid):
    """Returns the resident memory of a process in MB."""
    with open(f"/proc/{pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--address", required=True, help="HOST:PORT, or the path of a Unix domain socket")
    parser.add_argument("--connections", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--path", default="/health", help="of a good request")
    parser.add_argument("--pid", type=int, help="the server, whose memory is watched")
    parser.add_argument("--only", type=int, help="a single connection")
    options = parser.parse_args()
    address = options.address
    if "/" not in address:
        host, port = address.rsplit(":", 1)
        address = (host.strip("[]"), int(port))
    if options.only is not None:
        print(fuzz(address, options.seed, options.only, verbose=True))
        return
    wrong, _ = check(address, options.path)
    if wrong:
        sys.exit(f"http.py: {options.address}: {wrong}")
    size = 500
    parts = [(address, options.seed, range(start, min(start + size, options.connections)), options.path)
             for start in range(0, options.connections, size)]
    start, done, failed, slowest, sizes = time.monotonic(), 0, 0, 0.0, []
    with multiprocessing.Pool(options.jobs) as pool:
        for failures, seconds in pool.imap_unordered(work, parts):
            done += size
            slowest = max(slowest, seconds)
            failed += len(failures)
            for number, text in failures[:10]:
                print(f"    {number}: {text}", flush=True)
            if options.pid and done % 10_000 == 0:
                sizes.append(memory(options.pid))
            if failed > 1000:
                break
    wrong, _ = check(address, options.path)
    print(f"{min(done, options.connections)} connections in {time.monotonic() - start:.0f} s, {failed} wrong; the slowest good "
          f"request took {slowest * 1000:.0f} ms" + (f"; memory {sizes[0]:.1f} to {sizes[-1]:.1f} MB" if sizes else ""))
    if wrong:
        print(wrong)
    sys.exit(1 if failed or wrong else 0)


if __name__ == "__main__":
    main()
