"""Writes chat.html as a Swift literal, with its digests, into ChatPage+Content.swift.

    python3 Sources/Server/Page/embed.py          # after each change of chat.html
    python3 Sources/Server/Page/embed.py --check  # fails if the literal is not that of chat.html

A literal, because a bundle would have to lie beside the program, and because Swift takes half a minute to compile what
SwiftPM's `.embedInCode` makes of a file of this size: an array of as many integers.
"""

import base64
import hashlib
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
LIMIT = 150_000


def content(page: str) -> str:
    """Returns the Swift file for a page."""
    if page.count("<script>") != 1 or page.count("</script>") != 1:
        sys.exit("chat.html: one script is expected")
    if '"""##' in page or "\\##" in page:
        sys.exit('chat.html: the literal cannot have """## or \\##')
    if "\r" in page or not page.endswith("\n"):
        sys.exit("chat.html: line feeds are expected, and one at the end")
    if len(page.encode()) >= LIMIT:
        sys.exit(f"chat.html: {len(page.encode())} bytes; fewer than {LIMIT} are expected")
    script = page.split("<script>")[1].split("</script>")[0]
    script_digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    page_digest = hashlib.sha256(page.encode()).hexdigest()[:32]
    return f'''// swift-format-ignore-file
// Written by embed.py from chat.html, which is the file to change.

extension ChatPage {{
  /// The SHA-256 digest of the script, in base64, for the content security policy.
  static let scriptDigest = "{script_digest}"

  /// The first half of the SHA-256 digest of the page, in hexadecimal digits.
  static let pageDigest = "{page_digest}"

  /// The page: the text of `chat.html`.
  static let text = ##"""
{page}
"""##
}}
'''


def main() -> None:
    swift = content((FOLDER / "chat.html").read_text())
    target = FOLDER / "ChatPage+Content.swift"
    if "--check" in sys.argv:
        if target.read_text() != swift:
            sys.exit(f"{target.name} is not that of chat.html: run {pathlib.Path(__file__).name}")
    else:
        target.write_text(swift)


main()
