"""Writes chat.html and openapi.json as Swift literals, with their digests.

    python3 Sources/Server/embed.py          # after each change of either
    python3 Sources/Server/embed.py --check  # fails if a literal is not that of its file

Literals, because a bundle would have to lie beside the program, and because Swift takes half a minute to compile what
SwiftPM's `.embedInCode` makes of a file of this size: an array of as many integers.
"""

import base64
import hashlib
import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
LIMIT = 150_000


def short_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def page_members(page: str) -> str:
    """Returns the members of the chat page, whose policy names the digest of its script."""
    if page.count("<script>") != 1 or page.count("</script>") != 1:
        sys.exit("chat.html: one script is expected")
    if len(page.encode()) >= LIMIT:
        sys.exit(f"chat.html: {len(page.encode())} bytes; fewer than {LIMIT} are expected")
    script = page.split("<script>")[1].split("</script>")[0]
    script_digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f'''  /// The SHA-256 digest of the script, in base64, for the content security policy.
  static let scriptDigest = "{script_digest}"

  /// The first half of the SHA-256 digest of the page, in hexadecimal digits.
  static let pageDigest = "{short_digest(page)}"

  /// The page: the text of `chat.html`.
'''


def description_members(text: str) -> str:
    """Returns the members of the description of the endpoints."""
    json.loads(text)
    return f'''  /// The first half of the SHA-256 digest of the text, in hexadecimal digits.
  static let digest = "{short_digest(text)}"

  /// The text of `openapi.json`.
'''


def embed(path: str, type_name: str, members) -> None:
    """Writes, or checks, the extension of a type with the text of a file."""
    source = FOLDER / path
    text = source.read_text()
    if '"""##' in text or "\\##" in text:
        sys.exit(f'{source.name}: the literal cannot have """## or \\##')
    if "\r" in text or not text.endswith("\n"):
        sys.exit(f"{source.name}: line feeds are expected, and one at the end")
    swift = f'''// swift-format-ignore-file
// Written by embed.py from {source.name}, which is the file to change.

extension {type_name} {{
{members(text)}  static let text = ##"""
{text}
"""##
}}
'''
    target = source.with_name(f"{type_name}+Content.swift")
    if "--check" not in sys.argv:
        target.write_text(swift)
    elif target.read_text() != swift:
        sys.exit(f"{target.name} is not that of {source.name}: run {pathlib.Path(__file__).name}")


embed("Page/chat.html", "ChatPage", page_members)
embed("OpenAPI/openapi.json", "OpenAPIDescription", description_members)
