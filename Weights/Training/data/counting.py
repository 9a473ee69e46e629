"""Sums and differences to 100, comparisons, counting, days and months: what can be worked out or recited."""

import zlib

from .frames import enumeration, frames
from .samples import answered, conversation, structured
from . import schemas
from .values import WORDS_FOR

ASKED = frames("""
{sum}
{sum}=
{sum} =
{sum}?
{sum} = ?
What is {sum}?
what is {sum}
whats {sum}
What's {sum}?
How much is {sum}?
how much is {sum}
Calculate {sum}
Calculate {sum}.
What does {sum} equal?
What is the answer to {sum}?
Can you tell me what {sum} is?
Can you add? What is {sum}?
{sum}, please.
Solve {sum}
Solve {sum}.
Do you know {sum}?
I need to know {sum}.
Quick: {sum}
And {sum}?
Please tell me {sum}.
Hey, what is {sum}?
Simple question: what is {sum}?
Math: {sum}
""", 99)
WORDED = {
    "+": frames("""
What is the sum of {a} and {b}?
Add {a} and {b}.
Add {b} to {a}.
add {a} and {b}
If I have {a} {things} and get {b} more, how many do I have?
I have {a} {things}. You give me {b}. How many {things} do I have?
How many are {a} {things} and {b} {things}?
{first} has {a} {things} and buys {b} more. How many {things} does {first} have?
There are {a} {things} on the table and {b} on the floor. How many are there?
""", 99),
    "-": frames("""
What is the difference between {a} and {b}?
Subtract {b} from {a}.
subtract {b} from {a}
Take {b} away from {a}.
If I have {a} {things} and eat {b}, how many are left?
I have {a} {things} and give you {b}. How many do I have left?
{first} has {a} {things} and loses {b}. How many {things} are left?
How many must I add to {b} to get {a}?
What is left of {a} if I take away {b}?
""", 99),
}
SIGNS = {"+": ["+", "+", "+", " + ", " + ", " + ", " plus ", " plus ", " and "],
         "-": ["-", "-", " - ", " - ", " - ", " minus ", " minus ", " less "]}
COMPARED = frames("""
Which is [bigger|larger|greater|more], {a} or {b}? | {high} is more than {low}.
which is bigger {a} or {b} | {high} is more than {low}.
Which number is [bigger|larger|greater]: {a} or {b}? | {high} is more than {low}.
What is [more|bigger], {a} or {b}? | {high} is more than {low}.
Which is [smaller|less], {a} or {b}? | {low} is less than {high}.
Which number is smaller: {a} or {b}? | {low} is less than {high}.
Is {a} [bigger|larger|greater|more] than {b}? | {more}
Is {a} [smaller|less] than {b}? | {less}
is {a} more than {b} | {more}
{a} or {b}, which is [more|bigger]? | {high} is more than {low}.
""", 99)
NEIGHBOURS = frames("""
What [number |]comes after {a}? | After {a} comes {next}.
What [number |]comes before {a}? | Before {a} comes {previous}.
what comes after {a} | After {a} comes {next}.
Which number is next: {before}, {previous}, {a}? | After {a} comes {next}.
What is the next number: {before}, {previous}, {a}, ...? | After {a} comes {next}.
What is one more than {a}? | One more than {a} is {next}.
What is one less than {a}? | One less than {a} is {previous}.
""", 99)
COUNTED = frames("""
Count to {b}. | {up}
count to {b} | {up}
Can you count to {b}? | {up}
Please count from {a} to {b}. | {range}
Count from {a} to {b} | {range}
Count from {a} to {b}. | {range}
Count [down|backwards] from {b}. | {down}
Count [down|backwards] from {b} to 1. | {down}
What are the numbers from {a} to {b}? | {range}
""", 99)
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
RECITED = frames("""
What day comes after {day}? | After {day} comes {tomorrow}.
what day comes after {day} | After {day} comes {tomorrow}.
What day is after {day}? | After {day} comes {tomorrow}.
What day comes before {day}? | Before {day} comes {yesterday}.
Which day [is|comes] before {day}? | Before {day} comes {yesterday}.
Today is {day}. What day is tomorrow? | Tomorrow is {tomorrow}.
Today is {day}. What day was yesterday? | Yesterday was {yesterday}.
If today is {day}, what is tomorrow? | Tomorrow is {tomorrow}.
If today is {day}, what day was it yesterday? | Yesterday was {yesterday}.
If today is {day}, what day is it in {ahead} days? | In {ahead} days it is {later}.
Today is {day}. Which day is it in {ahead} days? | In {ahead} days it is {later}.
What month comes after {month}? | After {month} comes {next_month}.
Which month is before {month}? | Before {month} comes {last_month}.
what comes after {month} | After {month} comes {next_month}.
What comes after {day}? | After {day} comes {tomorrow}.
Which month is number {number}? | Month number {number} is {numbered}.
What is the {ordinal} month [of the year|]? | The {ordinal} month is {numbered}.
[What are|Name|List|Tell me|Say] the days of the week[.|, please.|] | The days of the week are {days}.
[What are|Name|List|Tell me|Say] the months[ of the year|][.|, please.|] | The months are {months}.
How many days [are there in|are in|does] a week[ have|]? | A week has 7 days.
How many months [are there in|are in] a year? | A year has 12 months.
How many days [are there in|are in] a year? | A year has 365 days, and a leap year has 366.
How many hours [are there in|are in|has] a day? | A day has 24 hours.
How many minutes [are there in|are in|has] an hour? | An hour has 60 minutes.
How many seconds [are there in|are in|has] a minute? | A minute has 60 seconds.
How many days does {month} have? | {month} has {length} days.
How many weeks are in a year? | A year has 52 weeks.
What is the [first|1st] day of the week? | Monday is the first day of the week.
What is the last month of the year? | The last month is December.
What is the first month of the year? | The first month is January.
""", 99)
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
THINGS = "apples books coins cards eggs pears pens nuts stones cakes birds shells stamps marbles cookies balls".split()


def operands(sign, dice):
    """Two numbers whose sum or difference lies between 0 and 100; a twentieth of them are held out by a hash."""
    while True:
        a = dice.randint(0, 100)
        b = dice.randint(0, 100 - a) if sign == "+" else dice.randint(0, a)
        if dice.happens(0.3):
            a, b = sorted((dice.randint(0, 20), dice.randint(0, 20)), reverse=True)
        if (zlib.crc32(f"{a}{sign}{b}=".encode()) % 20 == 0) == (dice.side == "held"):
            return a, b, a + b if sign == "+" else a - b


def spelt(number, dice):
    """The number in digits, or in words where there are words for it."""
    return WORDS_FOR[number] if number <= 12 and dice.happens(0.5) else number


def total(slots, dice):
    """One question for a sum or a difference, its answer, and the number."""
    sign = dice.choice("+-")
    a, b, c = operands(sign, dice)
    if dice.happens(0.75):
        operator = dice.choice(SIGNS[sign])
        left, right = (spelt(a, dice), spelt(b, dice)) if operator.strip().isalpha() else (a, b)
        return dice.phrase(dice.pick(ASKED), {"sum": f"{left}{operator}{right}"}), f"{a} {sign} {b} = {c}.", c
    fill = {"a": a, "b": b, "first": slots["first"], "things": dice.choice(THINGS)}
    return dice.fill(dice.pick(WORDED[sign]), fill), f"{a} {sign} {b} = {c}.", c


def sums(slots, dice):
    """A sum or a difference to 100, sometimes several in a row, sometimes as a typed answer."""
    if dice.happens(0.1):
        question, _, number = total(slots, dice)
        schema, value = ({"type": "integer"}, number) if dice.happens(0.5) else (
            schemas.object_schema(dice.choice(["Sum", "Result", "Answer"]), {"result": {"type": "integer"}}),
            {"result": number})
        return structured("sums", question, schema, value)
    if dice.side == "train" and dice.happens(0.6):
        # Several in a row have more answers for the tokens that they take.
        return conversation("sums", [total(slots, dice)[:2] for _ in range(dice.randint(3, 8))])
    question, answer, number = total(slots, dice)
    return answered("sums", question, answer, check={"kind": "number", "gold": answer, "number": number})


def pair(dice, frame, fill):
    """A question and an answer from a frame with both."""
    question, answer = dice.choose(frame).split(" | ")
    return dice.phrase(question, fill).replace(" ?", "?").replace(" .", "."), dice.phrase(answer, fill)


def compared(dice):
    """Two numbers, of which one is more."""
    a, b = dice.randint(0, 100), dice.randint(0, 100)
    if a == b:
        b += 1
    fill = {"a": a, "b": b, "high": max(a, b), "low": min(a, b),
            "more": f"Yes, {a} is more than {b}." if a > b else f"No, {a} is less than {b}.",
            "less": f"Yes, {a} is less than {b}." if a < b else f"No, {a} is more than {b}."}
    return pair(dice, dice.pick(COMPARED), fill)


def neighbour(dice):
    """The number after or before another."""
    a = dice.randint(2, 99)
    return pair(dice, dice.pick(NEIGHBOURS), {"a": a, "next": a + 1, "previous": a - 1, "before": a - 2})


def counted(dice):
    """Numbers in a row."""
    a = dice.randint(1, 40)
    frame = dice.pick(COUNTED)
    b = a + dice.randint(2, 9) if "{a}" in frame else dice.choice([3, 5, 5, 10, 10, 10, 10, 12, 15, 20])
    row = lambda numbers: ", ".join(map(str, numbers)) + "."
    return pair(dice, frame, {"a": a, "b": b, "up": row(range(1, b + 1)), "down": row(range(b, 0, -1)),
                              "range": row(range(a, b + 1))})


def recited(dice):
    """Days, months and how long they are."""
    day, month, ahead = dice.randrange(7), dice.randrange(12), dice.randint(2, 6)
    number = dice.randrange(12)
    return pair(dice, dice.pick(RECITED), {
        "day": DAYS[day], "tomorrow": DAYS[(day + 1) % 7], "yesterday": DAYS[day - 1],
        "later": DAYS[(day + ahead) % 7], "ahead": ahead, "month": MONTHS[month],
        "next_month": MONTHS[(month + 1) % 12], "last_month": MONTHS[month - 1], "length": LENGTHS[month],
        "number": number + 1, "ordinal": ORDINALS[number], "numbered": MONTHS[number],
        "days": enumeration(DAYS), "months": enumeration(MONTHS)})
