"""Frames: texts with choices and slots, split into those for training and those held out.

A frame is a line such as "[Call|Ring] {name}[.|!]": one part of each bracket is
taken by chance, then the slots are filled; "\\n" is a new line. Frames and fillers
are held out by a hash of their text. What came later (after an empty line, or in a
file whose name ends in a number) is for training alone: data grow, and what is held
out stays the same. What stands below a second empty line is held out alone.
"""

import random
import re
import zlib
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent

INNERMOST = re.compile(r"\[([^\[\]]*)\]")
SLOT = re.compile(r"\{(a |the |)([A-Za-z0-9_]+)\}(s\b)?")
VOWEL_SOUND = re.compile(r"(?i)(?!uni|use|eu|ewe|one|ut)[aeiou]|hour|honest|8|1[18]\b")


def article(noun):
    """The noun with "a" or "an"; none where it is already there, or where there are many."""
    if re.match(r"(a|an|the|some) ", noun) or re.search(r"[^siu]s$", noun):
        return noun
    return ("an " if VOWEL_SOUND.match(noun) else "a ") + noun


def plural(noun):
    """Several of them. Words that are irregular do not matter here."""
    if re.search(r"(s|x|z|ch|sh)$", noun):
        return noun + "es"
    return re.sub(r"(?<=[^aeiou])y$", "ie", noun) + "s"


class Split:
    """A list whose last few, in the order of a hash, are held out."""

    def __init__(self, items, share=8):
        items = sorted(dict.fromkeys(items), key=lambda item: (zlib.crc32(str(item).encode()), str(item)))
        count = max(1, len(items) // share) if len(items) >= 4 else 0
        self.train, self.held = items[count:], items[:count] or items

    def grow(self, later):
        """Adds to what training has. Returns itself."""
        known = {*self.train, *self.held}
        self.train = self.train + [item for item in dict.fromkeys(later) if item not in known]
        return self

    def keep(self, items):
        """Adds to what is held out. Returns itself."""
        self.held = self.held + list(items)
        return self

    def __getitem__(self, side):
        return self.held if side == "held" else self.train


@dataclass
class Growing:
    """Lines of two files on their way into a split list."""
    first: list = field(default_factory=list)
    later: list = field(default_factory=list)

    def add(self, line, came_later):
        (self.later if came_later else self.first).append(line)

    def split(self, share=8):
        return Split(self.first, share).grow(self.later)


def lines(name):
    """The lines of NAME.txt, NAME-2.txt and so on, each with whether it came later."""
    for path in [FOLDER / f"{name}.txt", *sorted(FOLDER.glob(f"{name}-[0-9].txt"))]:
        for line in path.read_text().splitlines():
            yield line, path.stem != name


def sides(entries):
    """What each side may choose from: those that came later are for training alone."""
    return {"train": entries, "held": [each for each in entries if not each.came_later]}


class Dice(random.Random):
    """Chance, and the side of the split that is drawn from: "train" or "held"."""

    def __init__(self, seed, side="train"):
        super().__init__(seed)
        self.side = side

    def pick(self, split):
        """One of a split list, from this side of it."""
        return self.choice(split[self.side])

    def some(self, split, count):
        """Several of a split list, all different."""
        return self.sample(split[self.side], min(count, len(split[self.side])))

    def happens(self, probability):
        return self.random() < probability

    def choose(self, text):
        """The text with one part of each [a|b|c], innermost first."""
        while INNERMOST.search(text):
            text = INNERMOST.sub(lambda match: self.choice(match[1].split("|")), text)
        return text

    def phrase(self, frame, slots=None):
        """The text of a frame as it stands within a sentence. Slots that are functions are called with these dice."""
        def value(match):
            text = slots[match[2]]
            text = str(text(self) if callable(text) else text)
            text = plural(text) if match[3] else text
            return article(text) if match[1] == "a " else match[1] + text
        text = self.choose(frame).replace("\\n", "\n")
        return re.sub(r" +", " ", SLOT.sub(value, text) if slots else text).strip()

    def fill(self, frame, slots=None):
        """The text of a frame as sentences."""
        return tidy(self.phrase(frame, slots))

    def say(self, frames, slots=None):
        """A text of one of the frames of this side."""
        return self.fill(self.pick(frames), slots)


def tidy(text):
    """Single spaces, none before full stops, and capitals where sentences begin."""
    text = re.sub(r" +", " ", text).strip()
    text = re.sub(r"(?<!=) ([.,!?])", r"\1", text)
    return re.sub(r"(^|[.!?] )([a-z])", lambda match: match[1] + match[2].upper(), text)


def frames(block, share=8):
    """The lines of a block of text as a split list."""
    return split(block, lambda line: line, share)


def pairs(block, share=8):
    """Lines `request = answer` as a split list of pairs."""
    return split(block, lambda line: tuple(line.split(" = ", 1)), share)


def split(block, item, share):
    """The lines of a block of text; those after an empty line came later, those after a second one are held out."""
    parts = block.strip().split("\n\n") + ["", ""]
    items, more, held = ([item(line.strip()) for line in part.splitlines() if line.strip()] for part in parts[:3])
    return Split(items, share).grow(more).keep(held)


def enumeration(items, last="and"):
    """a, b and c."""
    items = list(items)
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + f" {last} " + items[-1]
