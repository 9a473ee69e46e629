"""Arithmetic on small numbers: bare, in words, in little stories."""

import zlib

from . import schemas
from .frames import frames
from .samples import answered, structured
from .values import WORDS_FOR

BARE = frames("""
What is {sum}?
{sum}
{sum} = ?
How much is {sum}?
Calculate {sum}.
What does {sum} make?
[Tell me|Say] what {sum} is.
[Please work out|Work out] {sum}.
Do you know what {sum} is?
""")

STORIES = {
    "+": frames("""
{first} has {a} {noun}s and [gets|finds|buys] {b} more. How many {noun}s does {first} have[ now|]? | {first} has {c} {noun}s.
There are {a} {noun}s in the {room}. {first} brings {b} more. How many {noun}s are there[ now|]? | There are {c} {noun}s.
{first} has {a} {noun}s, and {first2} has {b}. How many {noun}s do they have together? | Together they have {c} {noun}s.
On the table lie {a} {noun}s and {b} {noun2}s. How many things lie there? | There lie {c} things.
{first} ate {a} {fruit}s and then {b} more. How many did {first} eat? | {first} ate {c}.
{a} {animal}s sit on the wall. {b} more come. How many {animal}s sit there now? | There sit {c} {animal}s.
""", 6),
    "-": frames("""
{first} has {a} {noun}s and [loses|sells|gives away] {b}. How many {noun}s does {first} have [now|left]? | {first} has {c} {noun}s.
There are {a} {noun}s in the {room}. {first} takes {b} away. How many {noun}s are left? | There are {c} {noun}s.
{first} has {a} {noun}s. {b} of them are broken. How many are whole? | {c} {noun}s are whole.
{a} {animal}s sit on the wall. {b} run away. How many {animal}s are left? | There are {c} {animal}s.
{first} is {a} years old. {first2} is {b} years younger. How old is {first2}? | {first2} is {c} years old.
{first} had {a} {fruit}s and ate {b}. How many are left? | There are {c} {fruit}s.
""", 6),
    "*": frames("""
{first} has {a} boxes with {b} {noun}s each. How many {noun}s is that? | That is {c} {noun}s.
{a} children have {b} {noun}s each. How many {noun}s is that? | That is {c} {noun}s.
One {noun} costs {a} dollars. What do {b} {noun}s cost? | They cost {c} dollars.
{first} walks {a} miles a day. How many miles are that in {b} days? | That is {c} miles.
""", 4),
}
COMPARE = frames("""
Which is [more|bigger|larger], {a} or {b}? | {high} is more than {low}.
Is {a} more than {b}? | {yesno}
Which number is [smaller|less], {a} or {b}? | {low} is less than {high}.
What comes after {a}? | After {a} comes {next}.
What comes before {b}? | Before {b} comes {previous}.
""", 99)
SIGNS = {"+": ["+", "plus", "and"], "-": ["-", "minus", "less"], "*": ["*", "times", "x"]}


def numbers(sign, dice, told=False):
    """Two numbers of this side of the split, and the result."""
    while True:
        if sign == "*":
            a, b = dice.randint(1, 10), dice.randint(1, 10)
        elif dice.happens(0.7):
            a, b = dice.randint(0, 12), dice.randint(0, 12)
        else:
            a, b = dice.randint(0, 60), dice.randint(0, 30)
        if sign == "-" and a < b:
            a, b = b, a
        # Times tables have to be known, sums can be worked out: only of these are some held out.
        if told and 1 in (a, b, abs(a - b) if sign == "-" else 0):
            continue  # one thing is not several
        held = sign != "*" and zlib.crc32(f"{a}{sign}{b}".encode()) % 10 == 0
        if sign == "*" or held == (dice.side == "held"):
            return a, b, {"+": a + b, "-": a - b, "*": a * b}[sign]


def arithmetic(slots, dice):
    """A small sum."""
    draw = dice.random()
    if draw < 0.1:
        a, b = dice.randint(0, 99), dice.randint(1, 99)
        if a == b:
            b += 1
        question, answer = dice.pick(COMPARE).split(" | ")
        fill = {"a": a, "b": b, "high": max(a, b), "low": min(a, b), "next": a + 1, "previous": b - 1,
                "yesno": f"Yes, {a} is more than {b}." if a > b else f"No, {a} is less than {b}."}
        return answered("arithmetic", dice.fill(question, fill), dice.fill(answer, fill))
    sign = dice.choice("++--*")
    a, b, c = numbers(sign, dice, told=draw >= 0.55)
    if draw < 0.55:
        word = dice.choice(SIGNS[sign][:2] if dice.happens(0.8) else SIGNS[sign])
        left, right = (WORDS_FOR[a], WORDS_FOR[b]) if max(a, b) <= 12 and word not in "+-*x" and dice.happens(0.5) \
            else (a, b)
        prompt = dice.say(BARE, {"sum": f"{left} {word} {right}"})
        answer = f"{a} {sign} {b} = {c}."
    else:
        question, answer = dice.pick(STORIES[sign]).split(" | ")
        fill = {name: slots[name](dice) for name in ("first", "noun", "room", "fruit", "animal")}
        fill |= {"first2": slots["first"](dice), "noun2": slots["noun"](dice), "a": a, "b": b, "c": c}
        prompt, answer = dice.fill(question, fill), dice.fill(answer, fill)
    if dice.happens(0.15):
        schema, value = ({"type": "integer"}, c) if dice.happens(0.4) else (
            schemas.object_schema(dice.choice(["Sum", "Result", "Calculation"]), {"result": {"type": "integer"}}),
            {"result": c})
        return structured("arithmetic", prompt, schema, value)
    return answered("arithmetic", prompt, answer, check={"kind": "number", "gold": answer, "number": c})
