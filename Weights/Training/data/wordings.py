"""Lines with choices that are written out once, so that many pairs are drawn in a second; and how people type."""

import re
from itertools import accumulate

from .frames import INNERMOST

ONES = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen").split()
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()
ORDINALS = dict(one="first", two="second", three="third", five="fifth", eight="eighth", nine="ninth",
                twelve="twelfth")


def expanded(text):
    """All the texts that a text with [a|b] stands for."""
    match = INNERMOST.search(text)
    if not match:
        return [re.sub(r" +(?=[ :])", "", text).strip()]
    return [each for part in match[1].split("|") for each in expanded(text[:match.start()] + part + text[match.end():])]


class Wordings:
    """Lines `question` or `question | answer`; slots are filled with str.format."""

    def __init__(self, block):
        rows = [line.strip().split(" | ") for line in block.strip().splitlines() if line.strip()]
        self.rows = [(expanded(row[0]), expanded(row[1]) if len(row) > 1 else [""]) for row in rows]

    def question(self, dice, fill):
        """One question."""
        return dice.choice(dice.choice(self.rows)[0]).format_map(fill)

    def pair(self, dice, fill):
        """One question and its answer."""
        questions, answers = dice.choice(self.rows)
        return dice.choice(questions).format_map(fill), dice.choice(answers).format_map(fill)


class Makers:
    """Functions that make pairs, each drawn as often as its share says."""

    def __init__(self, makers):
        self.functions = [maker for _, maker in makers]
        self.weights = list(accumulate(share for share, _ in makers))

    def pair(self, dice):
        """A question and its answer."""
        return dice.choices(self.functions, cum_weights=self.weights)[0](dice)


def typed(dice, text, letters=False):
    """The text as people type it: often in small letters, or without a mark at its end.

    Where letters matter only the first one becomes small.
    """
    draw = dice.random()
    if draw < 0.6:
        return text
    bare = text if text.endswith("...") or text.endswith("= ?") else text.rstrip("?.!")
    small = text[:1].lower() + text[1:] if letters else text.lower()
    if draw < 0.75:
        return small[:len(bare)].replace("'", "") if not letters else small[:len(bare)]
    if draw < 0.85:
        return small[:len(bare)]
    if draw < 0.92:
        return bare
    if draw < 0.96:
        return small
    if "please" in small:
        return bare
    return f"please {small[:len(bare)]}" if draw < 0.975 else f"{bare}, please" if draw < 0.99 else f"Hi, {small}"


def in_words(number):
    """A whole number below a million in words."""
    if number < 0:
        return "minus " + in_words(-number)
    if number < 20:
        return ONES[number]
    if number < 100:
        return TENS[number // 10] + (f"-{ONES[number % 10]}" if number % 10 else "")
    size, name = (100, "hundred") if number < 1000 else (1000, "thousand")
    return f"{in_words(number // size)} {name}" + (f" {in_words(number % size)}" if number % size else "")


def suffixed(number):
    """1st, 2nd, 3rd, 4th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def ordinal(number):
    """first, second, third."""
    head, mark, last = in_words(number).rpartition("-")
    if not mark:
        head, mark, last = last.rpartition(" ")
    return head + mark + ORDINALS.get(last, last[:-1] + "ieth" if last.endswith("y") else last + "th")


def row(items):
    """The items with commas."""
    return ", ".join(map(str, items))


def show(pair, count=30, seed=None):
    """Prints some drawn pairs."""
    from .frames import Dice
    dice = Dice(seed)
    for _ in range(count):
        question, answer = pair(dice)
        print(f"> {question}\n< {answer}\n")
