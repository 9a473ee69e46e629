"""Generates Sources/Tokenizers/Decompositions+Table.swift: the characters without accents.

    python3 Tests/Reference/tokenizers_decompositions.py

The source is the Unicode character database in Python's `unicodedata`. Decompositions are stable: later versions of the
standard only add decompositions of new characters.
"""

import textwrap
import unicodedata
from pathlib import Path

OUTPUT = Path(__file__).resolve().parents[2] / "Sources/Tokenizers/Decompositions+Table.swift"
HANGUL = range(0xAC00, 0xD7A4)


def stripped(code):
    """Returns the canonical decomposition without nonspacing marks; None if it is the character itself."""
    character = chr(code)
    parts = unicodedata.normalize("NFD", character)
    if code in HANGUL or parts == character:
        return None
    return [ord(part) for part in parts if unicodedata.category(part) != "Mn"]


def entries():
    """Returns runs of consecutive characters: the first one, then the replacement of each, with repetitions as `*n`."""
    runs = []
    for code in range(0x110000):
        parts = stripped(code)
        if parts is None:
            continue
        text = "+".join(f"{part:X}" for part in parts) or "-"
        if runs and runs[-1][0] + len(runs[-1][1]) == code:
            runs[-1][1].append(text)
        else:
            runs.append((code, [text]))
    for first, texts in runs:
        words = []
        for text in texts:
            if words and words[-1][0] == text:
                words[-1][1] += 1
            else:
                words.append([text, 1])
        yield " ".join([f"{first:X}:"] + [text if count == 1 else f"{text}*{count}" for text, count in words])


lines = textwrap.wrap(" ".join(entries()), 112, break_long_words=False)
OUTPUT.write_text(
    "// Written by Tests/Reference/tokenizers_decompositions.py.\n\n"
    "extension Decompositions {\n"
    "  /// Runs of neighbouring characters: the first one, a colon, and what each becomes, in hexadecimal numbers.\n"
    "  ///\n"
    "  /// Several characters are joined with a plus sign, none is a minus sign, and `*n` repeats n times.\n"
    '  static let table: StaticString = """\n' + " \\\n".join(f"    {line}" for line in lines)
    + '\n    """\n}\n'
)
