"""Runs `swiftlet serve` around a command, whose environment names the server.

usage: python3 server.py [SERVE OPTIONS…] -- COMMAND…

The port is a free one and there is a key, so that every client has to send it. The command finds the address in
SWIFTLET_SERVER and the key in SWIFTLET_API_KEY. Afterwards the server gets SIGTERM and must exit with status 0.
"""

import contextlib
import os
import pathlib
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SWIFTLET = os.environ.get("SWIFTLET", str(ROOT / ".build/release/swiftlet"))
READY = re.compile(r"^listening on (http://\S+)", re.MULTILINE)


class ServerError(Exception):
    """An error of starting or stopping a server, with a message of one line."""


class Server:
    """A running server."""

    def __init__(self, options=(), key=True, executable=None, start_timeout=120, port=0):
        """Starts a server with options of `swiftlet serve`, and waits until it listens."""
        self.folder = tempfile.TemporaryDirectory(prefix="swiftlet-serve-")
        self.log_path = pathlib.Path(self.folder.name, "log")
        self.key = secrets.token_urlsafe(24) if key else None
        command = [executable or SWIFTLET, "serve", "--port", str(port), *options]
        if key:
            key_path = pathlib.Path(self.folder.name, "keys")
            key_path.write_text(self.key + "\n")
            key_path.chmod(0o600)
            command += ["--api-key-file", str(key_path)]
        try:
            # A file and not a pipe, which could fill up.
            with open(self.log_path, "wb") as log:
                self.process = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd=ROOT
                )
        except OSError as error:
            raise ServerError(f"{command[0]}: {error.strerror}") from error
        self.url = self._wait(start_timeout)

    def _wait(self, timeout):
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            found = READY.search(self.log())
            if found:
                return found[1].rstrip("/")
            if self.process.poll() is not None:
                raise ServerError(f"swiftlet serve: exit status {self.process.returncode}: {self._last_line()}")
            time.sleep(0.05)
        self.process.kill()
        self.process.wait()
        raise ServerError(f"swiftlet serve: no line 'listening on …' within {timeout} s: {self._last_line()}")

    def log(self):
        """Returns what the server has written."""
        return self.log_path.read_text(errors="replace")

    def _last_line(self):
        return (self.log().strip().splitlines() or ["no output"])[-1]

    @property
    def resident_bytes(self):
        """The resident memory of the process."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise ServerError("swiftlet serve: has no resident memory")

    def stop(self, timeout=40):
        """Sends SIGTERM and returns the exit status and the seconds that the exit took."""
        start = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise ServerError(f"swiftlet serve: still running {timeout} s after SIGTERM") from None
        return status, time.monotonic() - start

    def close(self):
        """Ends the server, if it still runs, and removes its files."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.folder.cleanup()


@contextlib.contextmanager
def running(options=(), **settings):
    """Starts a server, yields it, and kills it at the end unless it was stopped."""
    server = Server(options, **settings)
    try:
        yield server
    finally:
        server.close()


def main(arguments):
    if "--" not in arguments or not arguments[arguments.index("--") + 1 :]:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    split = arguments.index("--")
    try:
        with running(arguments[:split]) as server:
            environment = {**os.environ, "SWIFTLET_SERVER": server.url, "SWIFTLET_API_KEY": server.key}
            status = subprocess.run(arguments[split + 1 :], env=environment, check=False).returncode
            exit_status, seconds = server.stop()
            if exit_status != 0:
                print(f"server.py: exit status {exit_status} after SIGTERM, expected 0", file=sys.stderr)
            if exit_status != 0 or status != 0:
                print("server.py: the last lines of the server's log:", file=sys.stderr)
                print("\n".join(server.log().splitlines()[-10:]), file=sys.stderr)
            return status or (1 if exit_status else 0)
    except ServerError as error:
        print(f"server.py: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
