"""A scripted Hugging Face hub on two ports of loopback: the hub, and the storage of its files, another origin.

The repositories differ in their faults: `me/ok`, `me/flip` (one bit is wrong), `me/cut` (every other answer ends half
way), `me/norange` (ranges are ignored), `me/html` (a page of a login), `me/missing`, `me/gated` (needs a token),
`me/slow` (small pieces with pauses), `me/stall` (the first answer becomes silent after a tenth), `me/busy` (every third
answer is 429), `me/skewed` (the same, with a date by a clock that is years late), `me/expired` (every third answer is
403), `me/etags` (every answer of the storage has another entity tag), `me/renamed` (a relative redirection), `me/circle`
(a redirection to itself), `me/away` (a redirection to the storage's origin and back), and `me/big` (a larger file). With a model of its own, the hub has that one under two names in every other repository. With
a certificate it speaks TLS; its storage can then be without.
"""

import functools
import hashlib
import json
import ssl
import struct
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COMMIT = "a" * 40


def model(name, floats, part=None):
    """The bytes of a GGUF file with one tensor."""

    def text(value):
        return struct.pack("<Q", len(value)) + value.encode()

    keys = [text("general.architecture") + struct.pack("<I", 8) + text("llama"),
            text("general.name") + struct.pack("<I", 8) + text(name)]
    if part:
        keys += [text("split.no") + struct.pack("<IH", 2, part[0]), text("split.count") + struct.pack("<IH", 2, part[1])]
    head = b"GGUF" + struct.pack("<IQQ", 3, 1, len(keys)) + b"".join(keys)
    head += text(f"tensor.{part[0] if part else 0}") + struct.pack("<IQIQ", 1, floats, 0, 0)
    head += b"\0" * (-len(head) % 32)
    seed = hashlib.sha256(name.encode()).digest()
    return head + (seed * (floats * 4 // len(seed) + 1))[: floats * 4]


FILES = {
    "tiny-Q4_K_M.gguf": model("four", 75_000), "tiny-Q8_0.gguf": model("eight", 150_000),
    "mmproj-F16.gguf": model("projector", 1000), "README.md": b"# tiny\n",
    "UD/tiny-UD-Q2_K_XL-00001-of-00002.gguf": model("first", 2000, (0, 2)),
    "UD/tiny-UD-Q2_K_XL-00002-of-00002.gguf": model("second", 2000, (1, 2)),
}
BIG = {"big-Q4_0.gguf": model("big", 12_000_000)}


class Zeros:
    """The bytes of a GGUF file with one tensor of zeros, which are made when they are asked for."""

    def __init__(self, floats):
        text = model("zeros", 0)
        # The number of elements is the last but two of the fields of the tensor.
        at = text.index(b"tensor.0") + len(b"tensor.0") + 4
        self.head = text[:at] + struct.pack("<Q", floats) + text[at + 8 :]
        self.size = len(self.head) + floats * 4

    def __len__(self):
        return self.size

    def __getitem__(self, part):
        start, end, _ = part.indices(self.size)
        return (self.head[start:end] + bytes(end - max(start, len(self.head)))) if end > start else b""


def update(digest, data):
    for start in range(0, len(data), 1 << 24):
        digest.update(data[start : min(start + (1 << 24), len(data))])
    return digest.hexdigest()


@functools.cache
def sha256(data):
    return update(hashlib.sha256(), data)


@functools.cache
def git(data):
    return update(hashlib.sha1(b"blob %d\0" % len(data)), data)


class Hub:
    """Both servers, with what they were asked; `served` are the bytes of a model for every repository.

    `certificate` is the path of a certificate and its key, with which the hub speaks TLS, and its storage too unless
    `is_storage_plain`.
    """

    def __init__(self, served=None, certificate=None, is_storage_plain=False):
        self.served = served
        self.requests, self.storage_requests = [], []
        self.sent = 0
        self.answers = 0
        self.delay = 0
        self.lock = threading.Lock()
        self.servers = [ThreadingHTTPServer(("127.0.0.1", 0), handler) for handler in (HubHandler, StorageHandler)]
        secure = self.servers[: 1 if is_storage_plain else 2] if certificate else []
        for server in secure:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            # In the thread of a connection, since clients that refuse the certificate must not end the others.
            server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        for server in self.servers:
            server.scene = self
            server.handle_error = lambda *arguments: None
            server.daemon_threads = True
            threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        self.url, self.storage = (
            f"{'https' if server in secure else 'http'}://127.0.0.1:{server.server_port}" for server in self.servers)

    def close(self):
        for server in self.servers:
            server.shutdown()
            server.server_close()

    def files(self, repository):
        if self.served is not None:
            stem = repository.rpartition("/")[2].removesuffix("-GGUF")
            return {f"{stem}-{kind}.gguf": self.served for kind in ("Q4_K_M", "Q8_0")}
        return BIG if repository == "me/big" else FILES

    def data(self, digest):
        known = (*FILES.values(), *BIG.values()) if self.served is None else (self.served,)
        return next(data for data in known if sha256(data) == digest)

    @staticmethod
    def size(name):
        return len({**FILES, **BIG}[name])


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        try:
            self.answer(urllib.parse.unquote(urllib.parse.urlparse(self.path).path).strip("/").split("/"))
        except OSError:
            self.close_connection = True

    def note(self, requests):
        with self.server.scene.lock:
            requests.append({
                "path": self.path, "auth": self.headers.get("Authorization"), "range": self.headers.get("Range")})

    def send(self, status, body=b"", **fields):
        self.send_response_only(status)
        if "Date" not in fields:
            self.send_header("Date", self.date_time_string())
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        if "Content_Length" not in fields:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def json(self, value, status=200, **fields):
        self.send(status, json.dumps(value).encode(), Content_Type="application/json", **fields)


class HubHandler(Handler):
    def answer(self, parts):
        scene = self.server.scene
        self.note(scene.requests)
        is_api = parts[:2] == ["api", "models"]
        repository = "/".join(parts[2:4] if is_api else parts[:2])
        if repository == "me/missing":
            return self.json({"error": "Repository not found"}, 404, X_Error_Code="RepoNotFound")
        if repository == "me/gated" and not self.headers.get("Authorization"):
            return self.json({"error": "Access is restricted"}, 401, X_Error_Code="GatedRepo")
        if repository == "me/renamed":
            return self.send(307, Location=self.path.replace("me/renamed", "me/ok"))
        if repository == "me/circle":
            return self.send(308, Location=self.path)
        if repository == "me/away":
            return self.send(308, Location=f"{scene.storage}/back{self.path.replace('me/away', 'me/ok')}")
        files = scene.files(repository)
        if is_api:
            kind = parts[4] if len(parts) > 4 else ""
            if kind == "refs":
                branch = {"name": "main", "ref": "refs/heads/main", "targetCommit": COMMIT}
                return self.json({"branches": [branch], "converts": [], "tags": []})
            if kind == "tree":
                return self.json([self.entry(name, data) for name, data in files.items()])
            return self.json({
                "id": repository, "modelId": repository, "sha": COMMIT, "private": False, "gated": False,
                "disabled": False, "tags": ["gguf"], "downloads": 0, "likes": 0,
                "siblings": [{"rfilename": name} for name in files], "lastModified": "2026-01-01T00:00:00.000Z",
                "createdAt": "2026-01-01T00:00:00.000Z"})
        data = files.get("/".join(parts[4:])) if parts[2:3] == ["resolve"] else None
        if data is None:
            return self.json({"error": "Entry not found"}, 404, X_Error_Code="EntryNotFound", X_Repo_Commit=COMMIT)
        if not parts[-1].endswith(".gguf"):
            return self.send(200, data, ETag=f'"{git(data)}"', X_Repo_Commit=COMMIT, Accept_Ranges="bytes")
        return self.send(
            302, Location=f"{scene.storage}/{parts[1]}/{sha256(data)}?signature=1", X_Repo_Commit=COMMIT,
            X_Linked_Size=str(len(data)), X_Linked_ETag=f'"{sha256(data)}"', ETag='"x"', Accept_Ranges="bytes")

    @staticmethod
    def entry(name, data):
        entry = {"type": "file", "path": name, "size": len(data), "oid": git(data)}
        if name.endswith(".gguf"):
            entry["lfs"] = {"oid": sha256(data), "size": len(data), "pointerSize": 134}
            entry["xetHash"] = "f" * 64
        return entry


class StorageHandler(Handler):
    def answer(self, parts):
        scene = self.server.scene
        self.note(scene.storage_requests)
        with scene.lock:
            scene.answers += 1
            number = scene.answers
        if parts[0] == "back":
            return self.send(307, Location=scene.url + self.path.removeprefix("/back"))
        fault, digest = parts
        data = scene.data(digest)
        if fault in ("busy", "skewed", "expired") and number % 3 == 1:
            late = {"Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry_After": "Sun, 06 Nov 1994 08:49:38 GMT"}
            fields = {"busy": {"Retry_After": "1"}, "skewed": late, "expired": {}}[fault]
            return self.send(403 if fault == "expired" else 429, **fields)
        if fault == "html":
            return self.send(200, b"<html>login</html>", Content_Type="text/html")
        field = self.headers.get("Range")
        start, end = 0, len(data)
        if field and fault != "norange":
            first, last = field.removeprefix("bytes=").split("-")
            start, end = int(first), min(int(last) + 1 if last else len(data), len(data))
        body = data[start:end]
        if fault == "flip" and start <= 100 < end:
            body = body[: 100 - start] + bytes([body[100 - start] ^ 1]) + body[101 - start :]
        tag = str(number) if fault == "etags" else digest
        fields = {"ETag": f'"{tag}"', "Accept_Ranges": "bytes", "Content_Length": str(len(body))}
        is_part = bool(field) and fault != "norange"
        if is_part:
            fields["Content_Range"] = f"bytes {start}-{end - 1}/{len(data)}"
        is_cut = fault == "cut" and number % 2 == 1
        self.send(206 if is_part else 200, **fields)
        if self.command == "HEAD":
            return
        if is_cut:
            body = body[: len(body) // 2]
        is_stalled = fault == "stall" and number == 1
        if is_stalled:
            body = body[: len(body) // 10]
        step = 1 << (14 if fault == "slow" else 17)
        for offset in range(0, len(body), step):
            chunk = body[offset : offset + step]
            self.wfile.write(chunk)
            with scene.lock:
                scene.sent += len(chunk)
            if scene.delay or fault == "slow":
                time.sleep(scene.delay or 0.005)
        if is_stalled:
            self.wfile.flush()
            # Until the other side closes the connection.
            self.rfile.read(1)
            self.close_connection = True
        if is_cut:
            self.wfile.flush()
            self.close_connection = True
