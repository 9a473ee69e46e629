"""Words as they are written where something begins: in quotation marks, in lists, with a capital, in names of tools.

For training alone. A word after a space mostly is one token, the same word after a quotation mark several, and with a
capital others again. Which ones cannot be told from the first; each word has to be seen. So these exercises have all
words that the stories have, those among them, too, that are held out as values: what is kept apart is what they are
good for, not how they are written.
"""

from . import schemas
from .frames import frames
from .samples import conversation
from .series import NEXT
from .toolbox import styled
from .values import STRING

# What is asked for, and what becomes of the words.
ORDERS = {
    "each": frames("""
[Write|Repeat|Copy] these words: {text}
Make a list of [this|these]: {text}
{text}. Each by itself, please.
[Words|Here they are|List]: {text}
One after the other: {text}
Take them apart: {text}
""", 99),
    "capitals": frames("""
With [a capital|capitals]: {text}
[Begin|Write] each of these with a capital: {text}
Make names of these: {text}
""", 99),
    "small": frames("""
Without capitals: {text}
Small letters, please: {text}
[Write|Repeat] these in small letters: {text}
""", 99),
    "snake": frames("""
snake_case: {text}
Join the words with underscores: {text}
[In|As] snake case: {text}
""", 99),
    "camel": frames("""
camelCase: {text}
Join the words, each but the first with a capital: {text}
[In|As] camel case: {text}
""", 99),
}
JOINED = [", ", ", ", ", ", "; "]
JOINED_SINGLE = JOINED + [" and ", " ", " for "]  # Where each is one word, it can be told where one ends.


def made_of(words, order):
    if order in ("snake", "camel"):
        return styled(words, order)
    return words.capitalize() if order == "capitals" else words


def exercise(words, values, dice):
    """Some words several times over, in the same order of things; now and then with such as there are not."""
    order = dice.choice(["each", "each", "each", "capitals", "small", "snake", "camel"])
    in_lines = dice.happens(0.25)
    keys = dice.sample(words, 3) if dice.happens(0.3) else None
    turns = []
    for number in range(dice.randint(2, 5)):
        count = len(keys) if keys else dice.randint(2, 8)
        several = order in ("snake", "camel") or dice.happens(0.15)
        drawn = [" ".join(values.nonsense(dice) if dice.happens(0.2) else dice.choice(words)
                          for _ in range(dice.randint(2, 3) if several else 1)) for _ in range(count)]
        shown = [each.capitalize() if order == "small" else each for each in drawn]
        joined = dice.choice(JOINED if several else JOINED_SINGLE)
        text = joined.join(f'"{each}"' if joined == ", " and dice.happens(0.1) else each for each in shown)
        made = [made_of(each, order) for each in drawn]
        request = dice.phrase(dice.pick(NEXT if number else ORDERS[order]), {"text": text})
        if in_lines:
            turns.append((request, "\n".join(made)))
            continue
        if not number:
            node = {"type": "array", "items": STRING}
            schema = schemas.object_schema("Words", dict.fromkeys(keys, STRING)) if keys else node
            request = schemas.asking(request, schema)
        turns.append((request, schemas.compact(dict(zip(keys, made)) if keys else made)))
    return conversation("spelling", turns)
