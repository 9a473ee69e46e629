"""Starts the servers that are compared, and stops them."""

import contextlib
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
from dataclasses import dataclass

from .http_client import request
from .process import ComparisonError


def free_port():
    """Returns a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def swiftlet_command(program, model, threads, streams, context, port):
    """Returns the command of `swiftlet serve`."""
    return [program, "serve", "--model", model, "--threads", str(threads), "--parallel", str(streams),
            "--context", str(context), "--port", str(port), "--max-queue", "1024", "--log", "off"]


def llama_command(program, model, threads, streams, context, port):
    """Returns the command of llama-server, whose context is that of all streams together."""
    return [program, "--model", model, "--threads", str(threads), "--threads-batch", str(threads),
            "--parallel", str(streams), "--ctx-size", str(context * streams), "--host", "127.0.0.1",
            "--port", str(port), "--no-warmup", "--jinja"]


@dataclass
class Server:
    """A server that runs."""

    url: str
    pid: int


@contextlib.contextmanager
def running(command, port, timeout=600):
    """Starts a server, yields it when it is ready, and ends it."""
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryFile() as log:
        try:
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        except OSError as error:
            raise ComparisonError(f"{command[0]}: {error.strerror}") from error
        try:
            _wait(child, url, log, timeout)
            yield Server(url, child.pid)
        finally:
            child.send_signal(signal.SIGTERM)
            try:
                child.wait(40)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def _wait(child, url, log, timeout):
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        if child.poll() is not None:
            log.seek(0)
            last = (log.read().decode(errors="replace").strip().splitlines() or ["no output"])[-1]
            raise ComparisonError(f"{child.args[0]}: exit status {child.returncode}: {last}")
        try:
            request(url, "/health", timeout=5)
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise ComparisonError(f"{child.args[0]}: not ready within {timeout} s")
