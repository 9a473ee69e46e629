"""A scripted server for the chat page: streams what the last message asks for, and logs what clients did.

    python3 Tests/Clients/scripted_server.py [PORT]

The last user message chooses the answer by its first word: ECHO text, SLOW count, THINK, CALC expression, WEATHER, CUT,
BREAK, STATUS code, LIMIT, PROGRESS, JSON; anything else gets a page of Markdown. `GET /_log` returns the log,
`POST /_set` with a JSON object changes `key` (demanded from then on), `down` (all API answers are 503) and `images`
(the models read pictures).
"""

import base64
import hashlib
import http.server
import json
import pathlib
import re
import socket
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "Sources/Server/Page/chat.html"
CONTEXT = 8192

SHOWCASE = """\
## A short tour

Swiftlet answers in **Markdown**, with *emphasis*, `code` and [links](https://example.org/a_(b)).

1. Numbered steps
2. with a nested list:
   - first point
   - second point, with ~~an error~~
3. and an end

| Model | Size | Tokens/s |
|:------|-----:|:--------:|
| small | 0.5 B | 62 |
| large | 7 B | 11 |

```swift
/// Returns the n-th Fibonacci number.
func fibonacci(_ n: Int) -> Int {
  var (a, b) = (0, 1)
  for _ in 0..<n { (a, b) = (b, a + b) }
  return a  // O(n)
}
```

> Mathematics stays as it was written: $e^{i\\pi} + 1 = 0$.

- [x] read the prompt
- [ ] write a poem
"""


class State:
    """The log and the switches, shared by all connections."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.log: list[dict] = []
        self.key = ""
        self.down = False
        self.images = False

    def note(self, **entry: object) -> None:
        with self.lock:
            self.log.append({"time": time.monotonic(), **entry})


STATE = State()


def page_headers(text: str) -> dict[str, str]:
    """Returns the header fields with which the page is served, as `ChatPage.swift` has them."""
    script = re.search(r"<script>(.*?)</script>", text, re.S).group(1)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; connect-src 'self'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-cache",
    }


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments: object) -> None:
        pass

    def send(self, data: bytes, status: int = 200, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {"Content-Type": "application/json"}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def reply(self, value: object, status: int = 200, **headers: str) -> None:
        fields = {name.replace("_", "-"): text for name, text in headers.items()}
        self.send(json.dumps(value).encode(), status, {"Content-Type": "application/json", **fields})

    def refuse(self, status: int, message: str, **headers: str) -> None:
        self.reply(
            {"error": {"message": message, "type": "scripted_error", "param": None, "code": None}}, status, **headers
        )

    def refused(self) -> bool:
        """Refuses requests without the key, or all while the server is down."""
        if STATE.down:
            self.refuse(503, "Loading model", Retry_After="1")
        elif STATE.key and self.headers.get("Authorization") != f"Bearer {STATE.key}":
            self.refuse(401, "Invalid API key")
        else:
            return False
        return True

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if path == "/_log":
            return self.reply(STATE.log)
        STATE.note(event="request", method="GET", path=self.path)
        if path == "/":
            text = PAGE.read_text()
            return self.send(text.encode(), 200, page_headers(text))
        if self.refused():
            return None
        if path == "/v1/models":
            inputs = ["text", "image"] if STATE.images else ["text"]
            names = [("swiftlet-tiny", "loaded", 8 << 20), ("Qwen2.5-Coder-0.5B", "unloaded", 398 << 20)]
            return self.reply(
                {
                    "object": "list",
                    "data": [
                        {
                            "id": name,
                            "object": "model",
                            "created": 1,
                            "owned_by": "swiftlet",
                            "status": {"value": status},
                            "meta": {"n_ctx": CONTEXT, "size": size},
                            "architecture": {"input_modalities": inputs, "output_modalities": ["text"]},
                        }
                        for name, status, size in names
                    ],
                }
            )
        if path == "/props":
            parameters = {
                "temperature": 0.7,
                "top_k": 40,
                "top_p": 0.95,
                "min_p": 0.05,
                "repeat_penalty": 1.0,
                "seed": -1,
            }
            return self.reply(
                {"default_generation_settings": {"n_ctx": CONTEXT, "params": parameters}, "total_slots": 4}
            )
        if path == "/health":
            return self.reply({"status": "ok"})
        return self.refuse(404, "unknown path")

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        if self.path == "/_set":
            for name, value in body.items():
                setattr(STATE, name, value)
            return self.reply({})
        STATE.note(event="request", method="POST", path=self.path, body=body)
        if self.refused():
            return None
        if self.path == "/v1/chat/completions":
            return self.chat(body)
        if self.path in ("/models/load", "/models/unload"):
            return self.reply({"success": True})
        return self.refuse(404, "unknown path")

    # Streams

    def chat(self, body: dict) -> None:
        messages = body["messages"]
        asked = next((m["content"] for m in reversed(messages) if m["role"] == "user"), "")
        if isinstance(asked, list):
            asked = "".join(part.get("text", "") for part in asked)
        word, _, rest = asked.partition(" ")
        if word == "STATUS":
            return self.refuse(int(rest), "scripted", Retry_After="2")
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            self.stream(body, word, rest)
        except OSError:
            STATE.note(event="disconnected", asked=asked)
            self.close_connection = True

    def event(self, value: object) -> None:
        # A client that went away is noticed by reading, before the buffers are full.
        self.connection.settimeout(0.0)
        try:
            if self.connection.recv(1, socket.MSG_PEEK) == b"":
                raise ConnectionResetError
        except BlockingIOError:
            pass
        finally:
            self.connection.settimeout(None)
        data = value if isinstance(value, bytes) else b"data: " + json.dumps(value).encode() + b"\n\n"
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def delta(self, delta: dict, finish: str | None = None, **more: object) -> None:
        self.event(
            {
                "id": "chatcmpl-1",
                "object": "chat.completion.chunk",
                "created": 1,
                "model": self.model,
                **more,
                "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
            }
        )

    def words(self, text: str, pause: float = 0.0, field: str = "content") -> None:
        for part in re.findall(r"\s*\S{1,12}|\s+$", text):
            self.tokens += 1
            self.delta({field: part})
            time.sleep(pause)

    def stream(self, body: dict, word: str, rest: str) -> None:
        messages, self.model, self.tokens = body["messages"], body.get("model", "swiftlet-tiny"), 0
        self.event(b": ping\n\n")
        self.delta({"role": "assistant", "content": ""})
        prompt = sum(len(str(m.get("content") or "")) for m in messages) // 4 + 8
        finish = "stop"
        last = messages[-1]
        if last["role"] == "tool":
            self.words(f"The tool says: {last['content']}")
        elif word == "ECHO":
            self.words(rest)
        elif word == "SLOW":
            for number in range(int(rest)):
                self.tokens += 1
                self.delta({"content": f"word{number} "})
                time.sleep(0.05)
        elif word == "THINK":
            self.words("The user wants thoughts. First one thing, then another.", 0.15, "reasoning_content")
            self.words("Here is what I found.")
        elif word in ("CALC", "WEATHER"):
            name, arguments = ("calculator", {"expression": rest}) if word == "CALC" else ("weather", {"city": "Bern"})
            text = json.dumps(arguments)
            head = {"index": 0, "id": "call_1", "type": "function", "function": {"name": name, "arguments": ""}}
            self.delta({"tool_calls": [head]})
            for start in range(0, len(text), 5):
                self.delta({"tool_calls": [{"index": 0, "function": {"arguments": text[start : start + 5]}}]})
            finish = "tool_calls"
        elif word == "CUT":
            self.words("This answer is cut")
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        elif word == "BREAK":
            self.words("An error comes")
            self.event({"error": {"message": "the engine stopped", "type": "server_error", "code": 500}})
            self.wfile.write(b"0\r\n\r\n")
            return
        elif word == "LIMIT":
            if last["role"] == "assistant":
                self.words(" and this is the end.")
            else:
                self.words("This is the beginning,")
                finish = "length"
        elif word == "PROGRESS":
            for done in range(0, 101, 20):
                self.delta(
                    {"role": "assistant", "content": None},
                    prompt_progress={"total": 1000, "cache": 0, "processed": done * 10, "time_ms": done},
                )
                time.sleep(0.15)
            self.words("Read.")
        elif body.get("response_format"):
            self.words('{"name": "Ada", "age": 36, "city": "London"}')
        else:
            self.words(SHOWCASE, 0.002)
        timings = {
            "cache_n": prompt - 4,
            "prompt_n": 4,
            "prompt_ms": 12.0,
            "predicted_n": self.tokens,
            "predicted_ms": self.tokens * 16.0,
            "predicted_per_second": 62.5,
        }
        self.delta({}, finish, timings=timings)
        if (body.get("stream_options") or {}).get("include_usage"):
            self.event(
                {
                    "id": "chatcmpl-1",
                    "object": "chat.completion.chunk",
                    "model": self.model,
                    "choices": [],
                    "usage": {
                        "prompt_tokens": prompt,
                        "completion_tokens": self.tokens,
                        "total_tokens": prompt + self.tokens,
                        "prompt_tokens_details": {"cached_tokens": prompt - 4},
                    },
                }
            )
        self.event(b"data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, address: object) -> None:
        """Prints nothing where a browser closed a connection."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, address)


def start(port: int = 0) -> Server:
    """Starts a server on a thread of its own."""
    server = Server(("127.0.0.1", port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


if __name__ == "__main__":
    running = start(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    print(f"listening on http://127.0.0.1:{running.server_address[1]}", flush=True)
    threading.Event().wait()
