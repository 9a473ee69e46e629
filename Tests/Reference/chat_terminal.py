#!/usr/bin/env python3
"""Checks `swiftlet chat` in a pseudo-terminal: the line editor, its history file, styles, and what the terminal is left as.

usage: Tests/Reference/chat_terminal.py [--show] .build/debug/swiftlet
"""
import os, pty, select, stat, subprocess, sys, tempfile, termios, time


def run(binary, keys, environment, *options):
    """Types keys, each after the prompt is drawn, and returns what the terminal received and the exit status."""
    parent, child = pty.openpty()
    before = termios.tcgetattr(child)
    process = subprocess.Popen(
        [binary, "chat", "--greedy", "--max-tokens", "24", *options], stdin=child, stdout=child, stderr=child,
        env={**os.environ, "TERM": "xterm-256color", **environment}, start_new_session=True)
    output, pending, last = b"", list(keys), time.monotonic()
    while process.poll() is None or select.select([parent], [], [], 0)[0]:
        if select.select([parent], [], [], 0.05)[0]:
            output += os.read(parent, 65536)
            last = time.monotonic()
        elif time.monotonic() - last > 0.4 and pending and output.rstrip().endswith((b"> ", b">", b"\x1b[2C", b"C")):
            os.write(parent, pending.pop(0).encode())
            last = time.monotonic()
        elif time.monotonic() - last > 60:
            process.kill()
            raise SystemExit(f"no answer within a minute: {output!r}")
    after = termios.tcgetattr(child)
    assert before == after, "the terminal is left as it was"
    return output.decode(errors="replace"), process.wait()


def main():
    show = "--show" in sys.argv
    binary = [word for word in sys.argv[1:] if word != "--show"][0]
    with tempfile.TemporaryDirectory() as folder:
        environment = {"XDG_STATE_HOME": folder, "NO_COLOR": ""}
        text, status = run(
            binary, ["Hallo\x1b[D\x1b[D\x1b[D\x7fe\x05!\r", "\x1b[200~one\rtwo\x1b[201~\r", "/transcript\r", "\x04"], environment)
        if show:
            print(text)
        assert status == 0, status
        assert "Prompt: Hello!" in text and "Prompt: one\r\ntwo" in text, text
        path = os.path.join(folder, "swiftlet", "history")
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        assert open(path).read() == '"Hello!"\n"one\\ntwo"\n"\\/transcript"\n', open(path).read()

        text, status = run(binary, ["\x12Hel\r", "/transcript\r", "x\x03\x03"], environment)
        if show:
            print(text)
        assert status == 130 and "Prompt: Hello!" in text, (status, text)

        text, status = run(binary, ["hidden\r", "/quit\r"], {"XDG_STATE_HOME": folder + "/none"}, "--no-history")
        assert status == 0 and not os.path.exists(folder + "/none")
    print("the chat in a terminal: as expected")


main()
