"""Conversations that are written by hand, with choices and slots: `dialogues/*.txt`.

    python -m data.dialogues FILE...     # errors, numbers of entries, twelve drawn conversations

An entry is some lines up to an empty one: `> ` a wording of what is said, `< ` an
answer; further `> ` lines after answers begin the next turn, `@ ` is a system
message. `[a|b]` draws one part, `{slot}` a value of a list (`$slot = a|b`, or
`$country/capital = France/Paris|...` for values that belong together), the same one
in the whole entry; `{slot2}` another one, `{Slot}` with a capital. `\\n` is a new line.
A wording after `>! ` is kept as it is; others are varied as people type them.
"""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from .frames import Dice
from .samples import message, sample

FOLDER = Path(__file__).parent / "dialogues"
LONGEST = 1600
SLOT = re.compile(r"\{([A-Za-z]+)([2-9]?)\}")
INNERMOST = re.compile(r"\[([^\[\]]*)\]")
ESCAPED = {"\\[": "\ue000", "\\]": "\ue001", "\\{": "\ue002", "\\}": "\ue003", "\\|": "\ue004", "\\\\": "\ue005"}
PLAIN = {mark: text[1] for text, mark in ESCAPED.items()}
BEFORE = ("please ", "hi, ", "hey, ", "hello, ", "ok, ", "so ", "can you tell me, ", "quick question: ", "um, ", "Hi! ")
AFTER = (" please", ", please", " thanks", " :)", "!", "??", "?", "...", " pls")


class DialogueError(Exception):
    """A line that is not understood."""


@dataclass
class Turn:
    """What is said, in several wordings with whether each is kept, and the answers."""
    wordings: list = field(default_factory=list)
    answers: list = field(default_factory=list)


@dataclass
class Entry:
    """A conversation; its lists of slots, each a list of rows and the column."""
    system: str | None
    turns: list
    slots: dict


def escaped(text):
    for written, mark in ESCAPED.items():
        text = text.replace(written, mark)
    return text.replace("\\n", "\n")


def plain(text):
    for mark, written in PLAIN.items():
        text = text.replace(mark, written)
    return text


def parsed(path):
    """The entries of a file; raises `DialogueError` with the line."""
    entries, lists, open_entry = [], {}, None

    def fail(what):
        raise DialogueError(f"{path.name}:{number}: {what}")

    def checked(text):
        if text.count("[") != text.count("]"):
            fail("brackets do not match")
        for name, _ in SLOT.findall(text):
            if name.lower() not in lists:
                fail(f"no list ${name.lower()}")
        if re.sub(SLOT, "", text).count("{"):
            fail("a brace that is no slot: write \\{")
        return text

    for number, line in enumerate(path.read_text().split("\n"), 1):
        if len(line) > LONGEST:
            fail(f"{len(line)} characters")
        line = line.rstrip()
        if not line:
            if open_entry and not all(turn.answers for turn in open_entry.turns):
                fail("the entry above has no answer")
            open_entry = None
        elif line.startswith("#"):
            continue
        elif line.startswith("$"):
            names, _, values = line[1:].partition("=")
            names = [name.strip() for name in names.split("/")]
            rows = [[plain(escaped(cell.strip())) for cell in row.split("/")] for row in escaped(values).split("|")]
            if any(len(row) != len(names) for row in rows):
                fail(f"{next(row for row in rows if len(row) != len(names))}: expected {len(names)} values")
            for column, name in enumerate(names):
                if not re.fullmatch("[a-z]+", name):
                    fail(f"a list is named in small letters, not {name!r}")
                lists[name] = (names[0] + str(number), rows, column)
        elif line.startswith("@ "):
            open_entry = Entry(checked(escaped(line[2:])), [], lists.copy())
            entries.append(open_entry)
        elif line.startswith(("> ", ">! ")):
            if open_entry is None:
                open_entry = Entry(None, [], lists.copy())
                entries.append(open_entry)
            if not open_entry.turns or open_entry.turns[-1].answers:
                open_entry.turns.append(Turn())
            kept = line.startswith(">!")
            open_entry.turns[-1].wordings.append((checked(escaped(line.partition(" ")[2])), kept))
        elif line.startswith("< "):
            if open_entry is None or not open_entry.turns:
                fail("an answer to nothing")
            open_entry.turns[-1].answers.append(checked(escaped(line[2:])))
        else:
            fail(f"expected >, <, @, $ or #, found {line[:30]!r}")
    return entries


def filled(text, slots, drawn, dice):
    """The text with one part of each bracket and the values of this conversation."""
    def value(match):
        name, which = match[1].lower(), match[2] or "1"
        key, rows, column = slots[name]
        used = drawn.setdefault(key, {})
        if which not in used:
            fresh = [row for row in (dice.choice(rows) for _ in range(8)) if row not in used.values()]
            used[which] = fresh[0] if fresh else dice.choice(rows)
        word = used[which][column]
        return word[:1].upper() + word[1:] if match[1][0].isupper() else word

    while INNERMOST.search(text):
        text = INNERMOST.sub(lambda match: dice.choice(match[1].split("|")), text)
    return plain(SLOT.sub(value, text)).strip()


def mistyped(text, dice):
    """The text with one letter left out, doubled or two swapped."""
    places = [place for place in range(1, len(text) - 1) if text[place - 1:place + 2].isalpha()]
    if not places or len(text) > 120:
        return text
    at = dice.choice(places)
    return dice.choice([text[:at] + text[at + 1:], text[:at] + text[at] + text[at:],
                        text[:at] + text[at + 1] + text[at] + text[at + 2:]])


def typed(text, dice):
    """The text as somebody in a hurry types it."""
    draw = dice.random()
    if draw < 0.45 or "\n" in text:
        return text
    if draw < 0.60:
        text = text[:1].lower() + text[1:]
    elif draw < 0.75:
        text = text.lower()
    if dice.happens(0.55):
        text = text.rstrip(".?!")
    if dice.happens(0.08):
        text = mistyped(text, dice)
    if dice.happens(0.06):
        text = dice.choice(BEFORE) + text[:1].lower() + text[1:]
    elif dice.happens(0.06) and text:
        text = text.rstrip(".?!") + dice.choice(AFTER)
    if dice.happens(0.03):
        text = text.upper()
    if dice.happens(0.08):
        text = text.replace("'", "")
    return text or "?"


class Dialogues:
    """All entries; each is as likely as it has room: by the square root of its wordings and rows."""

    def __init__(self, folder=FOLDER):
        self.entries, self.single, groups = [], [], {}
        for path in sorted(folder.glob("*.txt")):
            for entry in parsed(path):
                if entry.turns:
                    groups.setdefault(path.stem.split("-")[0], []).append(entry)
        self.groups = groups
        self.weights = {name: [self.weight(entry) for entry in entries] for name, entries in groups.items()}

    @staticmethod
    def weight(entry):
        texts = " ".join(text for turn in entry.turns for text, _ in turn.wordings)
        rows = max([1] + [len(entry.slots[name.lower()][1]) for name, _ in SLOT.findall(texts)])
        return (sum(len(turn.wordings) + len(turn.answers) for turn in entry.turns) * min(rows, 400)) ** 0.5

    def entry(self, dice, group=None):
        name = group or dice.choice(list(self.groups))
        return dice.choices(self.groups[name], self.weights[name])[0]

    def turns(self, entry, dice):
        """The messages of one drawing of an entry, without its system message."""
        drawn, messages = {}, []
        for turn in entry.turns:
            wording, kept = dice.choice(turn.wordings)
            said = filled(wording, entry.slots, drawn, dice)
            messages += [message("user", said if kept else typed(said, dice)),
                         message("assistant", filled(dice.choice(turn.answers), entry.slots, drawn, dice))]
        return messages, filled(entry.system, entry.slots, drawn, dice) if entry.system else None

    def conversation(self, dice, group=None):
        """One to four entries one after the other; those with a system message stand alone."""
        entry = self.entry(dice, group)
        messages, system = self.turns(entry, dice)
        if system:
            return sample("dialogue", [message("system", system)] + messages, check={"kind": "read"})
        for _ in range(dice.choice([0, 0, 0, 1, 1, 2, 3])):
            if len(str(messages)) > 2500:
                break
            other = self.entry(dice, group if dice.happens(0.5) else None)
            if not other.system:
                messages += self.turns(other, dice)[0]
        return sample("dialogue", messages, check={"kind": "read"})

    def pair(self, dice):
        """What is said first, and the answer."""
        while True:
            entry = self.entry(dice)
            if not entry.system:
                messages, _ = self.turns(entry, dice)
                return messages[0]["content"], messages[1]["content"]


def main():
    for name in sys.argv[1:]:
        try:
            entries = parsed(Path(name))
        except DialogueError as error:
            sys.exit(str(error))
        turns = [turn for entry in entries for turn in entry.turns]
        print(f"{name}: {len(entries)} entries, {len(turns)} turns, {sum(len(t.wordings) for t in turns)} wordings, "
              f"{sum(len(t.answers) for t in turns)} answers")
        dice, bank = Dice(len(entries)), Dialogues.__new__(Dialogues)
        for entry in dice.sample(entries, min(12, len(entries))):
            messages, system = bank.turns(entry, dice)
            print("----" + (f" {system}" if system else ""))
            for one in messages:
                print(("> " if one["role"] == "user" else "< ") + one["content"])


if __name__ == "__main__":
    main()
