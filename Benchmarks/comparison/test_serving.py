"""Tests of the load script, with a scripted server."""

import asyncio
import json
import unittest

from comparison.http_client import StreamResult, stream
from comparison.load import figures, percentile
from comparison.process import ComparisonError


def chunked(text):
    data = text.encode()
    return b"%x\r\n%s\r\n" % (len(data), data)


def event(content=None, usage=None):
    choices = [] if content is None else [{"index": 0, "delta": {"content": content}, "finish_reason": None}]
    return "data: " + json.dumps({"choices": choices, "usage": usage}) + "\n\n"


USAGE = {"prompt_tokens": 10, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 5}}


async def answered(parts, status="200 OK"):
    """Returns the result of a stream from a server that sends parts of a chunked body."""

    async def serve(reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.startswith(b"Content-Length"))
        await reader.readexactly(length)
        writer.write(f"HTTP/1.1 {status}\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
        for part in parts:
            writer.write(part)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        return await stream(f"http://127.0.0.1:{port}", "/v1/chat/completions", {}, timeout=10)


class StreamTests(unittest.TestCase):
    def test_times_and_tokens_are_those_of_the_events(self):
        text = event("") + event("Hel") + event("lo") + event(usage=USAGE) + "data: [DONE]\n\n"
        # A chunk need not end with an event.
        result = asyncio.run(answered([chunked(":\n\n"), chunked(text[:70]), chunked(text[70:]), b"0\r\n\r\n"]))
        self.assertIsNone(result.error)
        self.assertEqual((len(result.times), result.text_length), (2, 5))
        self.assertEqual((result.prompt_tokens, result.cached_tokens, result.generated_tokens), (10, 5, 2))

    def test_streams_that_end_early_are_errors(self):
        for parts in [[chunked(event("a"))], [chunked(event("a")), b"0\r\n\r\n"], [chunked("data: {"), b"0\r\n\r\n"]]:
            self.assertIsNotNone(asyncio.run(answered(parts)).error)

    def test_errors_in_the_stream_and_other_statuses_are_errors(self):
        fault = 'data: {"error": {"message": "boom"}}\n\n'
        self.assertIn("boom", asyncio.run(answered([chunked(fault), b"0\r\n\r\n"])).error)
        self.assertIn("503", asyncio.run(answered([b"0\r\n\r\n"], "503 Service Unavailable")).error)


class FigureTests(unittest.TestCase):
    def test_figures_leave_errors_out(self):
        good = StreamResult(0.0, [1.0, 1.5], 2.0, 5, 10, 5, 2)
        found = figures([good, StreamResult(0.0, end=4.0, error="gone")])
        self.assertEqual((found.requests, found.errors, found.first_error), (2, 1, "gone"))
        self.assertEqual((found.requests_per_second, found.ttft_median, found.gap_median), (0.25, 1.0, 0.5))
        self.assertEqual(found.cached_share, 0.5)

    def test_figures_need_an_answer(self):
        self.assertRaises(ComparisonError, figures, [StreamResult(0.0, error="gone")])

    def test_percentiles_are_values(self):
        self.assertEqual(percentile(range(1, 101), 0.99), 100)
        self.assertEqual(percentile([3.0], 0.99), 3.0)


if __name__ == "__main__":
    unittest.main()
