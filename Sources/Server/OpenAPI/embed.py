"""Writes openapi.json as a Swift literal, with its digest, into OpenAPIDescription+Content.swift.

    python3 Sources/Server/OpenAPI/embed.py          # after each change of openapi.json
    python3 Sources/Server/OpenAPI/embed.py --check  # fails if the literal is not that of openapi.json

A literal, because a bundle would have to lie beside the program.
"""

import hashlib
import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent


def content(text: str) -> str:
    """Returns the Swift file for a description."""
    json.loads(text)
    if '"""##' in text or "\\##" in text:
        sys.exit('openapi.json: the literal cannot have """## or \\##')
    if "\r" in text or not text.endswith("}\n"):
        sys.exit("openapi.json: line feeds are expected, and one at the end")
    return f'''// swift-format-ignore-file
// Written by embed.py from openapi.json, which is the file to change.

extension OpenAPIDescription {{
  /// The first half of the SHA-256 digest of the text, in hexadecimal digits.
  static let digest = "{hashlib.sha256(text.encode()).hexdigest()[:32]}"

  /// The text of `openapi.json`.
  static let text = ##"""
{text}
"""##
}}
'''


def main() -> None:
    swift = content((FOLDER / "openapi.json").read_text())
    target = FOLDER / "OpenAPIDescription+Content.swift"
    if "--check" in sys.argv:
        if target.read_text() != swift:
            sys.exit(f"{target.name} is not that of openapi.json: run {pathlib.Path(__file__).name}")
    else:
        target.write_text(swift)


main()
