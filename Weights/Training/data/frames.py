"""Frames: texts with choices and slots, split into those for training and those held out.

A frame is a line such as "[Call|Ring] {name}[.|!]": one part of each bracket is
taken by chance, then the slots are filled. Frames and fillers are held out by a
hash of their text, so that what is held out does not depend on what else there is.
"""

import random
import re
import zlib

INNERMOST = re.compile(r"\[([^\[\]]*)\]")
SLOT = re.compile(r"\{(a |the |)([A-Za-z0-9_]+)\}(s\b)?")
VOWEL_SOUND = re.compile(r"(?i)(?!uni|use|eu|one|ut)[aeiou]|hour|honest|8|1[18]\b")


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

    def __getitem__(self, side):
        return self.held if side == "held" else self.train


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
        text = self.choose(frame)
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
    text = re.sub(r" ([.,!?])", r"\1", text)
    return re.sub(r"(^|[.!?] )([a-z])", lambda match: match[1] + match[2].upper(), text)


def frames(block, share=8):
    """The lines of a block of text as a split list."""
    return Split([line.strip() for line in block.splitlines() if line.strip()], share)


def pairs(block, share=8):
    """Lines `request = answer` as a split list of pairs."""
    return Split([tuple(line.strip().split(" = ", 1)) for line in block.splitlines() if line.strip()], share)


def enumeration(items, last="and"):
    """a, b and c."""
    items = list(items)
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + f" {last} " + items[-1]
