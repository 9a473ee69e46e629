#!/usr/bin/env python3
"""Serves a model file as every repository of a hub, for commands of the documentation that download models.

usage: hub.py MODEL.gguf

Prints its address on the first line. Each repository USER/NAME has the file as NAME-Q4_K_M.gguf and NAME-Q8_0.gguf.
"""

import hashlib
import http.server
import json
import pathlib
import re
import sys

COMMIT = "c" * 40


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    data = b""
    digest = ""

    def log_message(self, format, *arguments):
        pass

    def send(self, status, headers, body):
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def send_json(self, value):
        self.send(200, {"Content-Type": "application/json"}, json.dumps(value).encode())

    def do_GET(self):
        path = self.path.partition("?")[0]
        if found := re.fullmatch(r"/api/models/[^/]+/([^/]+)/(revision|tree)/.+", path):
            if found[2] == "revision":
                return self.send_json({"sha": COMMIT, "gated": False, "private": False, "siblings": []})
            stem = found[1].removesuffix("-GGUF")
            lfs = {"oid": self.digest, "size": len(self.data), "pointerSize": 130}
            return self.send_json([
                {"type": "file", "path": f"{stem}-{kind}.gguf", "size": len(self.data), "oid": COMMIT, "lfs": lfs}
                for kind in ("Q4_K_M", "Q8_0")
            ])
        if not re.fullmatch(r"/[^/]+/[^/]+/resolve/[^/]+/.+\.gguf", path):
            return self.send(404, {"X-Error-Code": "RepoNotFound"}, b"{}")
        headers = {
            "X-Repo-Commit": COMMIT, "ETag": f'"{self.digest}"', "Accept-Ranges": "bytes",
            "Content-Type": "application/octet-stream",
        }
        found = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not found or int(found[1]) >= len(self.data):
            return self.send(200, headers, self.data)
        first, last = int(found[1]), min(int(found[2] or len(self.data)), len(self.data) - 1)
        headers["Content-Range"] = f"bytes {first}-{last}/{len(self.data)}"
        self.send(206, headers, self.data[first : last + 1])

    do_HEAD = do_GET


Handler.data = pathlib.Path(sys.argv[1]).read_bytes()
Handler.digest = hashlib.sha256(Handler.data).hexdigest()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
