"""Reads the corpora of stories: books for children, fables, fairy tales.

Stories are cut at paragraphs into pieces of about 300 words.
"""

import collections
import csv
import json
import re
import zlib

from . import chats
from .samples import document, message, sample

# Characters that have a plain spelling.
PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": " - ", "…": "...", "\u00a0": " "})


def clean(text):
    text = text.translate(PLAIN).replace("\r", "").replace("--", " - ")
    text = re.sub(r"[_*]", "", text)
    text = re.sub(r"[ \t]+", " ", text)
    return re.sub(r" *\n+ *", "\n\n", text).strip()


def is_plain_english(text):
    return sum(ord(c) > 126 for c in text) * 200 < len(text)


def pieces(text, words):
    """Cuts a text at paragraphs into pieces of about so many words."""
    piece, count = [], 0
    for paragraph in text.split("\n\n"):
        piece.append(paragraph)
        count += len(paragraph.split())
        if count >= words:
            yield "\n\n".join(piece)
            piece, count = [], 0
    if count > 40:
        yield "\n\n".join(piece)


def picture_books(folder, paths=False):
    """African Storybook and Pratham Books: a title, an empty line, a story."""
    for path in sorted(folder.glob("*.md")):
        title, _, text = path.read_text().partition("\n")
        lines = [line for line in text.splitlines()
                 if not re.match(r"\W*(Illustrat|Translated|Story notes|This (story|book) was|Final ill|Author)", line)]
        text = clean("\n".join(lines))
        if len(text.split()) >= 40 and is_plain_english(text) and "#" not in text:
            yield (path, title.strip(), text) if paths else (title.strip(), text)


def fables(folder):
    for entry in json.loads(next(folder.glob("*.json")).read_text()):
        text = clean(entry["fable"])
        if entry.get("lesson"):
            text += "\n\n" + clean(entry["lesson"])
        yield clean(entry["title"]), text


def fairy_tales(folder):
    for path in sorted(folder.glob("*section-stories__all__*-story.csv")):
        with path.open(newline="") as file:
            text = "\n".join(row["text"] for row in csv.DictReader(file))
        # Some files are wrapped at a fixed width; some lost the spaces at the ends of lines.
        text = re.sub(r"(?<![.!?\"'”:])\n+", " ", text.replace("\r", ""))
        if len(re.findall(r"[a-z][.,][A-Za-z]", text)) < 8:
            yield clean(text)


def books(folder):
    for path in sorted(folder.glob("*.txt")):
        text = path.read_text(encoding="utf-8", errors="replace").replace("\r", "")
        # Lines of a paragraph are joined; front matter, headings, verse and notes are short or marked.
        paragraphs = [" ".join(p.split()) for p in re.split(r"\n\s*\n", text)]
        paragraphs = [p for p in paragraphs if len(p) > 60 or p[-1:] in '.!?"”']
        paragraphs = [p for p in paragraphs
                      if not re.search(r"Gutenberg|eBook|Produced by|Transcriber|http|Copyright|\[Illus|CHAPTER|Contents|"
                                       r"CONTENTS|[A-Z]{12}|[A-Z]{2,} [A-Z]{2,} [A-Z]{2,}", p)]
        yield clean("\n\n".join(paragraphs))


# The corpora of stories, and what reads them: as titles and texts, or as texts.
TITLED = (("stories_asp_ccby", picture_books), ("stories_pb_ccby", picture_books), ("aesop", fables))
UNTITLED = (("fairytaleqa", fairy_tales), ("stories_gutenberg", books))

# A word after an article that is the end of what it names.
THING = re.compile(r"\ban? ([a-z]{3,})(?=[.,;!?]| (?:and|in|on|of|with|that|who|which|to|for|at|from|was|is|had|under|over"
                   r"|by)\b)")
# What ends so in these texts, but is nothing that one can have or be.
NO_THING = set("""bit end fine first hurry last little long lot minute moment number old pair piece sort time way while
year young""".split())
WORD = re.compile(r"\b[a-z]{3,}\b")


def stories(corpora):
    """The text of every story."""
    for source, read in TITLED:
        yield from (text for _, text in read(corpora / source))
    for source, read in UNTITLED:
        yield from read(corpora / source)


def things(texts):
    """What texts name with an article at least twice, sorted."""
    counts = collections.Counter(word for text in texts for word in THING.findall(text))
    return sorted(word for word, count in counts.items() if count > 1 and word not in NO_THING)


def words(texts):
    """The words that texts have in small letters at least three times, sorted."""
    counts = collections.Counter(word for text in texts for word in WORD.findall(text))
    return sorted(word for word, count in counts.items() if count > 2)


def is_held(key):
    """Whether a text is set aside for validation, with everything made of it."""
    return zlib.crc32(key.encode()) % 100 == 7


def texts(corpora, dice):
    """Samples of the corpora as (held, sample), each as often as it is to be seen."""
    for source, read in TITLED:
        for title, text in read(corpora / source):
            held = is_held(title)
            for piece in pieces(text, 300):
                yield from [(held, document(source, piece))] * (1 if held else 2)
            if len(text.split()) < 330:
                turns = [message(role, content) for role, content in chats.retelling(title, text, dice)]
                yield held, sample("tale", turns, source=source, check={"kind": "read", "gold": text})
    for source, read in UNTITLED:
        for text in read(corpora / source):
            for piece in pieces(text, 300):
                # Old prose is long and hard; a quarter of it is enough for a small model.
                if source != "stories_gutenberg" or dice.happens(0.25):
                    yield is_held(piece), document(source, piece)
