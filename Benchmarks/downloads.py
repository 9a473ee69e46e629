"""Compares `swiftlet pull` with curl on one file from nginx on loopback, in turns; see downloads.sh.

It prints a table: seconds (best and median), megabytes per second, processor seconds and memory of the client, and the
speed relative to curl in the same round.
"""

import argparse
import os
import pathlib
import shutil
import socket
import statistics
import struct
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SWIFTLET = os.environ.get("SWIFTLET", str(HERE / "../.build/release/swiftlet"))

CONFIGURATION = """
worker_processes 2; pid {folder}/nginx.pid; error_log {folder}/error.log; daemon off;
events {{ worker_connections 64; }}
http {{
  access_log off; sendfile on; tcp_nopush on; client_body_temp_path {folder}/temporary;
  proxy_temp_path {folder}/temporary; fastcgi_temp_path {folder}/temporary; uwsgi_temp_path {folder}/temporary;
  scgi_temp_path {folder}/temporary;
  server {{ listen 127.0.0.1:{port}; root {folder}/files; }}
}}
"""


def write_model(path, byte_count):
    """Writes a GGUF file with one tensor of random numbers."""

    def text(value):
        return struct.pack("<Q", len(value)) + value.encode()

    keys = [text(f"general.{key}") + struct.pack("<I", 8) + text(value)
            for key, value in (("architecture", "llama"), ("name", "random"))]
    elements = byte_count // 4
    head = b"GGUF" + struct.pack("<IQQ", 3, 1, len(keys)) + b"".join(keys)
    head += text("tensor") + struct.pack("<IQIQ", 1, elements, 0, 0)
    head += b"\0" * (-len(head) % 32)
    with open(path, "wb") as file:
        file.write(head)
        rest = elements * 4
        while rest > 0:
            count = min(rest, 1 << 24)
            file.write(os.urandom(count))
            rest -= count


def run(command, environment):
    """Runs a program; returns its seconds, its processor seconds, and its memory in megabytes."""
    start = time.monotonic()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    if status != 0:
        raise SystemExit(f"downloads: {command[0]}: status {status}: {errors.decode()}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


class Contest:
    def __init__(self, folder, url, byte_count, is_exact):
        self.folder, self.url, self.byte_count, self.is_exact = folder, url, byte_count, is_exact

    def curl(self, is_durable):
        path = self.folder / "curl.gguf"
        result = run(["curl", "--silent", "--fail", "-o", str(path), self.url], os.environ)
        if is_durable:
            seconds, processor, _ = run(["sync", str(path)], os.environ)
            result = (result[0] + seconds, result[1] + processor, result[2])
        path.unlink()
        return result

    def pull(self, *options):
        home = self.folder / "home"
        home.mkdir()
        kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
        environment = {**kept, "HOME": str(home)}
        result = run([SWIFTLET, "pull", *options, self.url], environment)
        if self.is_exact:
            run([SWIFTLET, "verify", self.url], environment)
        shutil.rmtree(home)
        return result


def table(results, byte_count, reference):
    print(f"{'':26}{'best s':>8}{'median s':>10}{'MB/s':>8}{'CPU s':>8}{'memory MB':>11}{'of curl':>9}{'of curl + sync':>16}")
    for name, rows in results.items():
        seconds = [row[0] for row in rows]

        def share(other):
            return statistics.median(b[0] / a[0] for a, b in zip(rows, results[other]))

        print(f"{name:26}{min(seconds):8.2f}{statistics.median(seconds):10.2f}{byte_count / min(seconds) / 1e6:8.0f}"
              f"{statistics.median(row[1] for row in rows):8.2f}{max(row[2] for row in rows):11.1f}"
              f"{share(reference[0]):9.0%}{share(reference[1]):16.0%}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gigabytes", type=float, default=2, help="size of the file")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", type=pathlib.Path, help="folder for the files; default: a temporary one")
    parser.add_argument("--verify", action="store_true", help="read every downloaded file once more")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="swiftlet-downloads-", dir=options.folder))
    server = None
    try:
        (folder / "files").mkdir()
        (folder / "temporary").mkdir()
        model = folder / "files/model.gguf"
        write_model(model, int(options.gigabytes * (1 << 30)))
        os.chmod(folder, 0o755)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        configuration = folder / "nginx.conf"
        configuration.write_text(CONFIGURATION.format(folder=folder, port=port))
        server = subprocess.Popen([os.environ.get("SWIFTLET_NGINX", "nginx"), "-p", str(folder), "-c", str(configuration)])
        while subprocess.run(["curl", "--silent", "--head", "--fail", f"http://127.0.0.1:{port}/model.gguf"],
                             stdout=subprocess.DEVNULL).returncode:
            time.sleep(0.1)
        os.sync()
        contest = Contest(folder, f"http://127.0.0.1:{port}/model.gguf", model.stat().st_size, options.verify)
        contest.curl(False)  # The served file is in memory from here on.
        ways = {
            "curl": lambda: contest.curl(False), "curl, then sync": lambda: contest.curl(True),
            "swiftlet pull": contest.pull, "swiftlet, 4 connections": lambda: contest.pull("--connections", "4"),
        }
        results = {name: [] for name in ways}
        for number in range(options.rounds):
            for name, way in sorted(ways.items(), key=lambda item: (list(ways).index(item[0]) + number) % len(ways)):
                # What another client left to be written would slow the next one.
                os.sync()
                results[name].append(way())
        table(results, contest.byte_count, ("curl", "curl, then sync"))
    finally:
        if server:
            server.terminate()
            server.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
