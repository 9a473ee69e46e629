"""Broken names: capitalised words that begin like a name of the conversation, but are none."""

import functools
import re
from pathlib import Path

FOLDER = Path(__file__).parent
NAME = re.compile(r"(?<![\w'])[A-Z][a-z]+(?:[A-Z][a-z]+)?")
SENTENCE = re.compile(r"(?:^|[.!?:]\s+|\n\s*|[\"“'(]\s*)([A-Z][a-z]+)")


@functools.cache
def known_names():
    """Names of people, places, days and languages that are names however they begin."""
    return frozenset((FOLDER / "names.txt").read_text().split())


@functools.cache
def known_words():
    """The English words in small letters of the data generator and the documents beside it."""
    training = FOLDER.parent
    paths = [*(training / "data").iterdir(), *training.glob("*.md"), training.parent / "README.md"]
    texts = [path.read_text() for path in paths if path.suffix in {".py", ".txt", ".md"}]
    return frozenset(word for text in texts for word in re.findall(r"\b[a-z]{2,}\b", text))


def is_word(word):
    """Whether a word in small letters is English as far as `known_words` goes, also with an ending."""
    known = known_words()
    stems = [word] + [word[:-len(end)] for end in ("s", "es", "d", "ed", "ing", "ly", "er", "est", "y", "ful", "n")
                      if word.endswith(end)]
    return any(stem in known or stem + "e" in known or stem[:-1] in known and stem[-2:-1] == stem[-1:]
               for stem in stems if len(stem) > 1)


def common(one, other):
    """How many letters two words have in common at their beginning."""
    return next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))


def broken_names(asked, answer):
    """The broken names of an answer to what was asked (all of the conversation before it)."""
    said = NAME.findall(answer)
    given = {*NAME.findall(asked), *(word.capitalize() for word in re.findall(r"[A-Za-z]+", asked))}
    begins = set(SENTENCE.findall(answer))
    names = {word for word in {*NAME.findall(asked), *said} if word in known_names() or not is_word(word.lower())}
    names |= {word for text in (asked, answer) for word in NAME.findall(SENTENCE.sub(" ", text))}
    result = []
    for word in dict.fromkeys(said):
        plain = word.removesuffix("s")
        if word in given or plain in given or {word, plain} & known_names() or is_word(word.lower()):
            continue
        for name in names - {word, plain, word + "s"}:
            shared = common(word, name)
            older = name in given or said.count(name) > said.count(word)
            if older and shared >= 3 and 2 * shared >= len(name) and not (word in begins and shared < 4 and len(name) > 3):
                result.append(word)
                break
    return result
