"""A client for streams of OpenAI's API, with one connection for each request and a clock for each event."""

import asyncio
import json
import time
import urllib.parse
import urllib.request
from dataclasses import dataclass, field

LINE_LIMIT = 1 << 20


@dataclass
class StreamResult:
    """A streamed answer."""

    start: float  # when the request was sent
    times: list = field(default_factory=list)  # when each part of the text arrived
    end: float = 0.0
    text_length: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    generated_tokens: int = 0
    error: str | None = None

    @property
    def time_to_first_token(self):
        """The seconds from the request to its first text."""
        return self.times[0] - self.start

    @property
    def gaps(self):
        """The seconds between parts of the text."""
        return [after - before for before, after in zip(self.times, self.times[1:])]


async def stream(url, path, body, key=None, timeout=600):
    """Makes a request whose answer is a stream, and returns its result; errors are in the result."""
    result = StreamResult(time.monotonic())
    try:
        await asyncio.wait_for(_stream(result, url, path, {**body, "stream": True}, key), timeout)
    except (OSError, ValueError, EOFError, asyncio.TimeoutError) as error:
        result.error = f"{type(error).__name__}: {error}"
    result.end = time.monotonic()
    if result.error is None and not result.times:
        result.error = "an answer without text"
    return result


async def _stream(result, url, path, body, key):
    address = urllib.parse.urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port, limit=LINE_LIMIT)
    try:
        data = json.dumps(body).encode()
        authorization = f"Authorization: Bearer {key}\r\n" if key else ""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Type: application/json\r\n{authorization}"
            f"Content-Length: {len(data)}\r\nConnection: close\r\n\r\n"
        )
        result.start = time.monotonic()
        writer.write(head.encode() + data)
        await writer.drain()
        status = int((await reader.readline()).split()[1])
        fields = await _fields(reader)
        if status != 200:
            raise ValueError(f"status {status}: {(await reader.read(400)).decode(errors='replace')}")
        finished = False
        async for line in _lines(reader, fields.get("transfer-encoding") == "chunked"):
            if not line.startswith(b"data: "):
                continue
            if line == b"data: [DONE]":
                finished = True
                continue
            _read(result, json.loads(line[6:]))
        if not finished:
            raise ValueError("a stream without [DONE]")
    finally:
        writer.close()


async def _fields(reader):
    fields = {}
    while (line := (await reader.readline()).strip()) != b"":
        name, _, value = line.decode("latin-1").partition(":")
        fields[name.lower()] = value.strip().lower()
    return fields


async def _lines(reader, chunked):
    """Yields the lines of a body."""
    rest = b""
    while True:
        if chunked:
            size = int((await reader.readline()).split(b";")[0], 16)
            part = await reader.readexactly(size)
            await reader.readline()
        else:
            part = await reader.read(1 << 16)
        if not part:
            break
        *lines, rest = (rest + part).split(b"\n")
        for line in lines:
            yield line.rstrip(b"\r")
    if rest:
        raise ValueError(f"a stream that ends inside a line: {rest[-60:]!r}")


def _read(result, event):
    """Reads an event."""
    if "error" in event:
        raise ValueError(f"an error in the stream: {event['error']}")
    for choice in event.get("choices", []):
        text = choice.get("text") or (choice.get("delta") or {}).get("content")
        if text:
            result.times.append(time.monotonic())
            result.text_length += len(text)
    if usage := event.get("usage"):
        result.prompt_tokens = usage["prompt_tokens"]
        result.generated_tokens = usage["completion_tokens"]
        result.cached_tokens = (usage.get("prompt_tokens_details") or {}).get("cached_tokens", 0)


def request(url, path, body=None, key=None, timeout=60):
    """Makes a plain request and returns the body as JSON, or text if it is none."""
    fields = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
    data = None if body is None else json.dumps(body).encode()
    message = urllib.request.Request(url + path, data=data, headers=fields)
    with urllib.request.urlopen(message, timeout=timeout) as answer:
        text = answer.read().decode()
    try:
        return json.loads(text)
    except ValueError:
        return text
