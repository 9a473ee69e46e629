"""What holds for every answer, whatever was asked: it ends by itself, and nothing in it is broken."""

import re

from .broken import broken_names
from .checks import sentences, words
from .looping import loop, pieces

SPECIAL = re.compile(r"<\|[^|>]{1,40}\|>|</?tool_call>|<unk>|\ufffd|<0x[0-9A-F]{2}>")


def repeated(text):
    """A sentence of more than three words that stands in a text twice, or `None`."""
    seen = set()
    for each in sentences(text):
        plain = " ".join(words(each)).lower()
        if len(plain.split()) > 3 and plain in seen:
            return each
        seen.add(plain)
    return None


def faults(turn, tokens=None):
    """The faults of a turn by their names: those of all answers. `tokens` are the ids of its text, if they are known."""
    text, found = turn.text, {}
    if turn.error:
        return {"error": turn.error}
    if not turn.ended:
        found["endless"] = "cut off at the limit"
    if unit := loop(tokens if tokens is not None else pieces(text)):
        found["loop"] = f"a loop of {len(unit)}"
    if not text:
        found["empty"] = "empty"
    if special := SPECIAL.search(text):
        found["special"] = f"a special token, {special[0]}"
    if names := broken_names(turn.before + "\n" + turn.said, text):
        found["broken name"] = f"a broken name, {names[0]}"
    if sentence := repeated(text):
        found["repeated"] = f"twice: {sentence}"
    return found
