"""Arithmetic as people ask for it: sums, tables, comparisons, lists, units, money, and what nobody can work out.

A sum in signs is answered "12 + 7 = 19.", one in words "12 plus 7 is 19.". A twentieth of the sums and
differences of two numbers is held out, by a hash.
"""

import zlib
from math import gcd, isqrt

from .frames import enumeration
from .wordings import Makers, Wordings, in_words, ordinal, row, show, suffixed, typed

NAMES = """Tom Anna Ben Mia Leo Emma Max Lucy Sam Nina Paul Sara Jack Ella Noah Lily Omar Zoe Ivan Maya David Ruth
Carlos Aisha Peter Julia Kenji Grace Adam Rosa""".split()
THINGS = """apples books coins cards eggs pears pens nuts stones cakes shells stamps marbles cookies balls stickers
buttons oranges candles cups toys flowers pencils keys plums""".split()
HELD_EVERY = 20

ASKED = Wordings("""
{sum}
{sum}
{sum}
{sum}=
{sum} =
{sum}?
{sum} = ?
{sum}=?
What is {sum}?
What is {sum}?
What's {sum}?
whats {sum}
what is {sum}
How much is {sum}?
How much is {sum}?
How much does {sum} make?
What does {sum} [equal|make|give|come to]?
What do you get for {sum}?
What do I get if I [calculate|work out|do] {sum}?
[Calculate|Compute|Solve|Evaluate|Work out] {sum}.
calculate {sum}
Calculate: {sum}
Solve this: {sum}
Solve: {sum}
[Can|Could] you [calculate|solve|work out|do] {sum}[ for me|]?
[Can|Could] you tell me what {sum} is?
[Tell|Please tell] me what {sum} is.
[Do|Would] you know what {sum} is?
What is the [answer to|result of|value of] {sum}?
Give me the [answer to|result of] {sum}.
The result of {sum} is?
I need [to know|the result of|the answer to] {sum}.
I [want|have] to calculate {sum}.
[Quick|Quickly|Quick question]: {sum}
[Math|Maths|Math question|Homework|Easy one]: {sum}
{sum}, [what is that|how much is that|what does it make]?
[My homework asks|The teacher asks me|My son asks]: what is {sum}?
[Please help me with|Help me with|Help me solve] {sum}.
Let us do some math. What is {sum}?
Let x = {sum}. What is x?
how much would {sum} be
{sum} [equals|is|makes]
{sum} [equals|is] what?
Do you [know|remember] {sum}?
In numbers, what is {sum}?
""")
# Each sign: how it is typed, and how it is said.
SIGNS = {"+": ["{0}+{1}", "{0}+{1}", "{0} + {1}", "{0} + {1}", "{0} + {1}", "{0}+ {1}", "{0} +{1}"],
         "-": ["{0}-{1}", "{0}-{1}", "{0} - {1}", "{0} - {1}", "{0} - {1}", "{0} -{1}", "{0} – {1}"],
         "*": ["{0}*{1}", "{0} * {1}", "{0}x{1}", "{0} x {1}", "{0} × {1}", "{0}×{1}", "{0} X {1}"],
         "/": ["{0}/{1}", "{0} / {1}", "{0} ÷ {1}", "{0}÷{1}", "{0} : {1}"]}
SAID = {"+": ["{0} plus {1}", "{0} plus {1}", "{0} plus {1}", "{0} and {1}", "{0} added to {1}"],
        "-": ["{0} minus {1}", "{0} minus {1}", "{0} minus {1}", "{0} take away {1}", "{0} less {1}"],
        "*": ["{0} times {1}", "{0} times {1}", "{0} multiplied by {1}", "{0} by {1}"],
        "/": ["{0} divided by {1}", "{0} divided by {1}", "{0} over {1}"]}
NAMED = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}
WORDED = {
    "+": Wordings("""
What is the [sum|total] of {a} and {b}?
[Find|Give me|Tell me|Calculate|I need] the sum of {a} and {b}.
[Add|Please add|Can you add|Sum up|Add up|Add together] {a} and {b}.
Add {b} to {a}.
{b} more than {a} is what?
What number is {b} more than {a}?
What is {a} increased by {b}?
If I add {b} to {a}, what do I get?
How much are {a} and {b} together?
{a} and {b} together make what?
What do {a} and {b} make?
"""),
    "-": Wordings("""
[Subtract|Take|Take away] {b} from {a}.
What is {b} less than {a}?
What number is {b} less than {a}?
What is {a} decreased by {b}?
If I take {b} from {a}, what [is left|do I get]?
What remains if {b} is taken from {a}?
What do I get when I subtract {b} from {a}?
[Deduct|Please deduct] {b} from {a}.
How much is left of {a} after taking away {b}?
"""),
    "*": Wordings("""
What is the product of {a} and {b}?
[Find|Give me|Tell me|Calculate] the product of {a} and {b}.
[Multiply|Please multiply|Can you multiply] {a} [by|and|with] {b}.
What do I get if I multiply {a} by {b}?
How much are {a} times {b}?
"""),
    "/": Wordings("""
[Divide|Please divide|Can you divide|Split] {a} by {b}.
What is the quotient of {a} and {b}?
How [many times|often] does {b} [go into|fit into] {a}?
What do I get if I divide {a} by {b}?
How many {b}s are [there in|in] {a}?
"""),
}


def kept(dice, a, sign, b):
    """Whether these dice may have a sum."""
    return (zlib.crc32(f"{a}{sign}{b}=".encode()) % HELD_EVERY == 0) == (dice.side == "held")


def result(a, sign, b):
    """The result; a division has to be one without remainder."""
    return a + b if sign == "+" else a - b if sign == "-" else a * b if sign == "*" else a // b


def operands(dice, sign, low=0, high=100, positive=False):
    """Two numbers of this side, uniformly."""
    while True:
        a, b = dice.randint(low, high), dice.randint(low, high)
        if kept(dice, a, sign, b) and not (positive and sign == "-" and a - b < low):
            return a, b


def asked(dice, a, sign, b, words=True):
    """A question for the result of two numbers, and its answer."""
    draw = dice.random()
    c = result(a, sign, b)
    if draw < 0.6 or not words:
        question = ASKED.question(dice, {"sum": dice.choice(SIGNS[sign]).format(a, b)})
        return typed(dice, question), f"{a} {sign} {b} = {c}."
    left, right = (in_words(a), in_words(b)) if dice.random() < 0.25 else (a, b)
    if draw < 0.85:
        question = ASKED.question(dice, {"sum": dice.choice(SAID[sign]).format(left, right)})
    else:
        question = WORDED[sign].question(dice, {"a": left, "b": right})
    return typed(dice, question[:1].upper() + question[1:]), f"{a} {NAMED[sign]} {b} is {c}."


def bare(dice):
    """A sum or a difference of numbers to 100."""
    sign = dice.choice("++-")
    return asked(dice, *insert(sign, operands(dice, sign)))


def insert(sign, numbers):
    """The sign between the numbers."""
    return numbers[0], sign, numbers[1]


def small(dice):
    """The sums that are asked most: numbers to 12."""
    sign = dice.choice("++-")
    return asked(dice, *insert(sign, operands(dice, sign, 0, 12)))


def hundreds(dice):
    """Sums and differences to 1,000, every second one of round numbers."""
    sign = dice.choice("+-")
    while True:
        a, b = dice.randint(0, 1000), dice.randint(0, 1000)
        if dice.random() < 0.5:
            a, b = a // 10 * 10, b // 10 * 10
        if kept(dice, a, sign, b):
            return asked(dice, a, sign, b)


CHAINS = ["{0} {1} {2} {3} {4}", "{0} {1} {2} {3} {4}", "{0}{1}{2}{3}{4}"]


def chain(dice):
    """Three terms."""
    a, b, c = (dice.randint(0, 20 if dice.random() < 0.7 else 50) for _ in range(3))
    first, second = dice.choice("++-"), dice.choice("++-")
    total = result(result(a, first, b), second, c)
    if dice.random() < 0.3:
        text = f"{a} {NAMED[first]} {b} {NAMED[second]} {c}"
        return typed(dice, ASKED.question(dice, {"sum": text})), f"{text} is {total}."
    question = ASKED.question(dice, {"sum": dice.choice(CHAINS).format(a, first, b, second, c)})
    return typed(dice, question), f"{a} {first} {b} {second} {c} = {total}."


def mixed(dice):
    """A sum with a product or with brackets."""
    a, b, c = dice.randint(1, 10), dice.randint(2, 10), dice.randint(2, 10)
    text, total = dice.choice([(f"{a} + {b} * {c}", a + b * c), (f"{b} * {c} + {a}", b * c + a),
                               (f"({a} + {b}) * {c}", (a + b) * c), (f"{b} * {c} - {a}", b * c - a),
                               (f"{c} * ({a} + {b})", (a + b) * c)])
    given = text if dice.random() < 0.7 else text.replace("*", "x")
    return typed(dice, ASKED.question(dice, {"sum": given})), f"{text} = {total}."


def tables(dice):
    """The multiplication tables."""
    return asked(dice, dice.randint(0, 12), "*", dice.randint(0, 12))


def round_products(dice):
    """Products with round numbers."""
    a, b = dice.randint(1, 20), dice.choice([10, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 100, 200, 500, 1000])
    if b < 100 and dice.random() < 0.3:
        a = dice.randint(1, 9) * 10
    return asked(dice, *insert("*", (a, b) if dice.random() < 0.6 else (b, a)))


def divided(dice):
    """Divisions without a remainder."""
    b, c = dice.randint(1, 12), dice.randint(0, 12)
    if dice.random() < 0.2:
        b, c = dice.choice([(10, dice.randint(1, 100)), (100, dice.randint(1, 20)), (b, c * 10)])
    return asked(dice, b * c, "/", b)


REMAINDER = Wordings("""
What is the remainder of {a} divided by {b}? | {a} divided by {b} is {c}, remainder {d}.
What is {a} divided by {b} with remainder? | {a} divided by {b} is {c}, remainder {d}.
Divide {a} by {b} with [a|] remainder. | {a} divided by {b} is {c}, remainder {d}.
{a} / {b} with remainder | {a} divided by {b} is {c}, remainder {d}.
{a} [mod|modulo|%] {b} | {a} divided by {b} leaves a remainder of {d}.
What is {a} mod {b}? | {a} divided by {b} leaves a remainder of {d}.
What is left over when {a} is divided by {b}? | {a} divided by {b} leaves a remainder of {d}.
Is {a} divisible by {b}? | {divisible}
Can {a} be divided by {b}[ evenly| without a remainder|]? | {divisible}
Does {b} divide {a}? | {divisible}
Is {a} a multiple of {b}? | {multiple}
""")


def remainder(dice):
    """What is left over, and whether anything is."""
    b, a = dice.randint(2, 12), dice.randint(4, 100)
    if dice.random() < 0.4:
        a = b * dice.randint(2, 12)
    c, d = divmod(a, b)
    whole = f"{a} = {b} * {c}"
    rest = f"{a} divided by {b} leaves a remainder of {d}"
    return drawn(dice, REMAINDER, {
        "a": a, "b": b, "c": c, "d": d, "divisible": f"No, {rest}." if d else f"Yes, {whole}.",
        "multiple": f"No, {rest}." if d else f"Yes, {whole}."})


def drawn(dice, wordings, fill):
    """A pair of the lines, as it is typed."""
    question, answer = wordings.pair(dice, fill)
    return typed(dice, question), answer


def decimal(number, places=4):
    """A number without needless zeros."""
    text = f"{number:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


MULTIPLES = Wordings("""
[What is|What's|How much is|Calculate|Tell me|Give me] half of {a}? | Half of {a} is {half}.
half of {a} | Half of {a} is {half}.
[Halve|Please halve] {a}. | Half of {a} is {half}.
Cut {a} in half. | Half of {a} is {half}.
What is one half of {a}? | Half of {a} is {half}.
Which number is half of {a}? | Half of {a} is {half}.
What do I get if I halve {a}? | Half of {a} is {half}.
[What is|What's|How much is|Tell me] [double|the double of|twice] {n}? | Double {n} is {double}.
double {n} | Double {n} is {double}.
[Double|Please double|Can you double] {n}. | Double {n} is {double}.
twice {n} | Double {n} is {double}.
What number is twice as [big|large|much] as {n}? | Double {n} is {double}.
What do I get if I double {n}? | Double {n} is {double}.
[What is|What's|How much is] [three times|triple] {s}? | Three times {s} is {triple}.
Triple {s}. | Three times {s} is {triple}.
[What is|How much is] a [quarter|fourth] of {q}? | A quarter of {q} is {quarter}.
a quarter of {q} | A quarter of {q} is {quarter}.
[What is|How much is] [a|one] third of {t}? | A third of {t} is {third}.
a third of {t} | A third of {t} is {third}.
[What is|How much is] [three quarters|3/4] of {q}? | Three quarters of {q} is {three}.
[What is|How much is] two thirds of {t}? | Two thirds of {t} is {two}.
[What is|How much is] a [tenth] of {tens}? | A tenth of {tens} is {tenth}.
[What is|How much is] a fifth of {fives}? | A fifth of {fives} is {fifth}.
""")
POWERS = Wordings("""
[What is|What's|How much is|Calculate] {n} squared? | {n} squared is {square}.
{n} squared | {n} squared is {square}.
{n}^2 | {n} squared is {square}.
{n}² | {n} squared is {square}.
What is the square of {n}? | {n} squared is {square}.
[Square|Please square] {n}. | {n} squared is {square}.
What is {n} to the power of 2? | {n} squared is {square}.
[What is|What's|Calculate|Find|Tell me] the square root of {square}? | The square root of {square} is {n}.
square root of {square} | The square root of {square} is {n}.
sqrt({square}) | The square root of {square} is {n}.
sqrt {square} | The square root of {square} is {n}.
√{square} | The square root of {square} is {n}.
root of {square} | The square root of {square} is {n}.
Which number [times itself makes|squared is] {square}? | The square root of {square} is {n}.
Is {square} a square number? | Yes, {square} = {n} * {n}.
Is {other} a square number? | No, {other} is not a square number.
[What is|What's] {s} cubed? | {s} cubed is {cube}.
What is the cube of {s}? | {s} cubed is {cube}.
{s}^3 | {s} cubed is {cube}.
What is {base} to the power of {power}? | {base} to the power of {power} is {raised}.
{base}^{power} | {base} to the power of {power} is {raised}.
{base} to the {ordinal} power | {base} to the power of {power} is {raised}.
[What is|What's] the factorial of {f}? | The factorial of {f} is {factorial}.
{f}! | The factorial of {f} is {factorial}.
""")
FACTORIALS = [1, 1, 2, 6, 24, 120, 720]


def multiples(dice):
    """Halves, doubles, thirds and quarters."""
    n = dice.randint(0, 100)
    a = n * 2 if dice.random() < 0.7 else dice.randint(0, 50)
    k, m = dice.randint(1, 25), dice.randint(1, 30)
    return drawn(dice, MULTIPLES, {
        "a": a, "half": decimal(a / 2), "n": n, "double": n * 2, "s": m, "triple": m * 3, "q": k * 4, "quarter": k,
        "t": m * 3, "third": m, "three": k * 3, "two": m * 2, "tens": k * 10, "tenth": k, "fives": m * 5, "fifth": m})


def powers(dice):
    """Squares, roots, cubes and powers."""
    n, s = dice.randint(0, 20), dice.randint(1, 10)
    base, power = dice.choice([(2, dice.randint(1, 10)), (10, dice.randint(1, 6)), (3, dice.randint(1, 5)),
                               (5, dice.randint(2, 4)), (dice.randint(2, 12), 1), (dice.randint(2, 12), 0)])
    f = dice.randint(1, 6)
    other = dice.randint(2, 120)
    return drawn(dice, POWERS, {
        "n": n, "square": n * n, "s": s, "cube": s ** 3, "base": base, "power": power, "raised": base ** power,
        "ordinal": suffixed(power), "f": f, "factorial": FACTORIALS[f],
        "other": other if isqrt(other) ** 2 != other else other + 1})


PERCENT = Wordings("""
[What is|What's|How much is|Calculate|Work out|Tell me|Find] {p}[%| %| percent] of {n}? | {p}% of {n} is {c}.
{p}% of {n} | {p}% of {n} is {c}.
{p} percent of {n} | {p}% of {n} is {c}.
{p}% from {n}? | {p}% of {n} is {c}.
{p}% of {n} = | {p}% of {n} is {c}.
{p}% of {n} is what? | {p}% of {n} is {c}.
how much is {p} percent of {n} | {p}% of {n} is {c}.
Can you calculate {p}% of {n}? | {p}% of {n} is {c}.
A [shirt|book|bag|lamp|chair] costs {n} dollars. I get {p}% off. How much do I save? | {p}% of {n} is {c}, so you save {c} dollars.
A [shirt|book|bag|lamp|chair] costs {n} dollars and is {p}% off. What does it cost now? | {p}% of {n} is {c}, so it costs {rest} dollars.
What is the tip of {p}% on {n} dollars? | {p}% of {n} is {c}, so the tip is {c} dollars.
What is {n} plus {p}%? | {p}% of {n} is {c}, so {n} plus {p}% is {more}.
What is {n} minus {p}%? | {p}% of {n} is {c}, so {n} minus {p}% is {rest}.
[How many|What] percent of {n} is {c}? | {c} is {p}% of {n}.
{c} is [how many|what] percent of {n}? | {c} is {p}% of {n}.
""")


def percent(dice):
    """Percentages of round numbers."""
    p = dice.choice([10, 10, 10, 20, 20, 25, 25, 50, 50, 50, 5, 75, 1, 100, 15])
    unit = 100 // gcd(p, 100)
    n = unit * dice.randint(1, max(1, 400 // unit))
    if dice.random() < 0.4:
        n = dice.choice([20, 40, 60, 80, 100, 200, 300, 400, 500, 600, 800, 1000])
    c = decimal(n * p / 100)
    return drawn(dice, PERCENT, {"p": p, "n": n, "c": c, "rest": decimal(n - n * p / 100),
                                 "more": decimal(n + n * p / 100)})


FRACTIONS = Wordings("""
[Simplify|Reduce|Shorten] [the fraction|] {big}. | {big} = {low}.
What is {big} in lowest terms? | {big} = {low}.
Can {big} be simplified? | Yes, {big} = {low}.
What is {low} as a decimal[ number|]? | {low} is {point} as a decimal.
[Convert|Turn|Change] {low} [to|into] a decimal. | {low} is {point} as a decimal.
{low} as decimal | {low} is {point} as a decimal.
What is {point} as a fraction? | {point} is {low} as a fraction.
[Convert|Turn|Change] {point} [to|into] a fraction. | {point} is {low} as a fraction.
What is {low} in percent? | {low} is {hundredths}%.
What is {hundredths}% as a fraction? | {hundredths}% is {low} as a fraction.
Which is [bigger|larger|more], {x} or {y}? | {more} is more than {less}.
Which is [smaller|less], {x} or {y}? | {less} is less than {more}.
Is {x} [bigger|more] than {y}? | {bigger}
""")
HALVES = [(1, 2), (1, 4), (3, 4), (1, 5), (2, 5), (3, 5), (4, 5), (1, 10), (3, 10), (7, 10), (9, 10), (1, 20), (1, 8)]


def fraction(top, bottom):
    """A fraction in lowest terms, a whole number where it is one."""
    common = gcd(top, bottom)
    top, bottom = top // common, bottom // common
    return f"{top}" if bottom == 1 else f"{top}/{bottom}"


def fractions(dice):
    """Simple fractions: sums, products, as decimals, which is bigger."""
    if dice.random() < 0.5:
        bottom = dice.randint(2, 10)
        other = dice.choice([bottom, bottom, bottom * 2, 2])
        a, b, sign = dice.randint(1, bottom - 1), dice.randint(1, max(1, other - 1)), dice.choice("++-*")
        if sign == "*":
            top, under = a * b, bottom * other
        else:
            top, under = result(a * other, sign, b * bottom), bottom * other
        answer = f"{a}/{bottom} {sign} {b}/{other} = {fraction(top, under)}."
        return typed(dice, ASKED.question(dice, {"sum": f"{a}/{bottom} {sign} {b}/{other}"})), answer
    (top, bottom), times = dice.choice(HALVES), dice.randint(2, 6)
    while True:
        (a, b), (c, d) = ((1, dice.randint(2, 12)) if dice.random() < 0.6 else dice.choice(HALVES) for _ in range(2))
        if a * d != b * c:
            break
    x, y = f"{a}/{b}", f"{c}/{d}"
    more, less = (x, y) if a * d > b * c else (y, x)
    return drawn(dice, FRACTIONS, {
        "big": f"{top * times}/{bottom * times}", "low": f"{top}/{bottom}", "point": decimal(top / bottom),
        "hundredths": decimal(100 * top / bottom), "x": x, "y": y, "more": more, "less": less,
        "bigger": f"Yes, {x} is more than {y}." if x == more else f"No, {x} is less than {y}."})


def decimals(dice):
    """Sums and differences of numbers with one or two decimals, often of money."""
    places = dice.choice([1, 1, 1, 2])
    size = 10 ** places
    a, b = dice.randint(1, 20 * size), dice.randint(1, 10 * size)
    if places == 2:
        a, b = a // 25 * 25 + 25, b // 25 * 25 + 25
    sign = dice.choice("+-")
    x, y, c = (decimal(each / size) for each in (a, b, result(a, sign, b)))
    if dice.random() < 0.25:
        text = f"{x} {NAMED[sign]} {y}"
        return typed(dice, ASKED.question(dice, {"sum": text})), f"{text} is {c}."
    question = ASKED.question(dice, {"sum": dice.choice(SIGNS[sign][:6]).format(x, y)})
    return typed(dice, question), f"{x} {sign} {y} = {c}."


ROUNDING = Wordings("""
[Round|Please round|Can you round] {n} to the nearest ten. | {n} rounded to the nearest ten is {ten}.
[What is|What's] {n} rounded to the nearest ten? | {n} rounded to the nearest ten is {ten}.
Round {n} to tens. | {n} rounded to the nearest ten is {ten}.
round {n} to the nearest 10 | {n} rounded to the nearest ten is {ten}.
To the nearest ten, what is {n}? | {n} rounded to the nearest ten is {ten}.
[Round|Please round] {h} to the nearest hundred. | {h} rounded to the nearest hundred is {hundred}.
[What is|What's] {h} rounded to the nearest hundred? | {h} rounded to the nearest hundred is {hundred}.
round {h} to the nearest 100 | {h} rounded to the nearest hundred is {hundred}.
[Round|Please round|Can you round] {d}[ to the nearest whole number|]. | {d} rounded to a whole number is {whole}.
[What is|What's] {d} rounded[ to the nearest whole number|]? | {d} rounded to a whole number is {whole}.
[Round|Round off] {d} to a whole number. | {d} rounded to a whole number is {whole}.
Round {e} to one decimal[ place|]. | {e} rounded to one decimal is {tenth}.
What is {e} rounded to one decimal place? | {e} rounded to one decimal is {tenth}.
""")


def rounded(dice):
    """Rounding; a five is rounded up."""
    n, h, d, e = dice.randint(1, 999), dice.randint(10, 2000), dice.randint(1, 500), dice.randint(1, 999)
    return drawn(dice, ROUNDING, {
        "n": n, "ten": (n + 5) // 10 * 10, "h": h, "hundred": (h + 50) // 100 * 100, "d": decimal(d / 10),
        "whole": (d + 5) // 10, "e": decimal(e / 100), "tenth": decimal((e + 5) // 10 / 10)})


PARITY = Wordings("""
Is {n} [even|an even number]? | {even}
Is {n} [odd|an odd number]? | {odd}
Is {n} [even or odd|odd or even|an even or an odd number]? | {n} is {kind}.
{n} even or odd? | {n} is {kind}.
is the number {n} even | {even}
Is the number {n} odd? | {odd}
Tell me if {n} is [even or odd|odd or even]. | {n} is {kind}.
Even or odd: {n} | {n} is {kind}.
What is the next even number after {n}? | The next even number after {n} is {next_even}.
What is the next odd number after {n}? | The next odd number after {n} is {next_odd}.
Is {n} [positive or negative|negative or positive]? | {n} is positive.
Is -{n} [positive or negative|negative or positive]? | -{n} is negative.
""")
PRIME = Wordings("""
Is {n} [prime|a prime|a prime number]? | {prime}
is {n} prime | {prime}
Is the number {n} [prime|a prime]? | {prime}
Tell me if {n} is [prime|a prime number]. | {prime}
{n} prime? | {prime}
Is {n} prime or not? | {prime}
Can you check [whether|if] {n} is a prime number? | {prime}
What is the next prime[ number|] after {n}? | The next prime after {n} is {next}.
[Which numbers divide|What are the divisors of|What are the factors of|List the factors of] {n}? | The divisors of {n} are {divisors}.
[What are|List|Name|Tell me] the first {few} prime numbers. | {primes}.
[What are|List|Name|Tell me] the first {few} even numbers. | {evens}.
[What are|List|Name|Tell me] the first {few} odd numbers. | {odds}.
[What are|List|Name|Tell me] the first {few} square numbers. | {squares}.
[What are|List|Name|Tell me] the first {few} multiples of {m}. | {multiples}.
""")
PRIMES = [n for n in range(2, 110) if all(n % d for d in range(2, n))]
DIVISORS = {n: [d for d in range(1, n + 1) if n % d == 0] for n in range(1, 101)}


def parity(dice):
    """Even or odd."""
    n = dice.randint(1, 100) if dice.random() < 0.8 else dice.randint(100, 999)
    kind, not_kind = ("odd", "even") if n % 2 else ("even", "odd")
    no = f"No, {n} is {kind}."
    return drawn(dice, PARITY, {
        "n": n, "kind": kind, "even": no if n % 2 else f"Yes, {n} is even.",
        "odd": f"Yes, {n} is odd." if n % 2 else no,
        "next_even": n + 2 - n % 2, "next_odd": n + 1 + n % 2})


def prime(dice):
    """Prime or not, to 100, with a divisor where it is not."""
    n, m, few = dice.randint(1, 100), dice.randint(2, 12), dice.randint(3, 8)
    if n == 1:
        said = "No, 1 is not a prime number."
    else:
        d = DIVISORS[n][1]
        said = f"Yes, {n} is a prime number." if d == n else f"No, {n} = {d} * {n // d}."
    return drawn(dice, PRIME, {
        "n": n, "prime": said, "next": next(p for p in PRIMES if p > n), "divisors": row(DIVISORS[n]), "few": few,
        "m": m,
        "primes": row(PRIMES[:few]), "evens": row(range(2, 2 * few + 1, 2)), "odds": row(range(1, 2 * few, 2)),
        "squares": row(n * n for n in range(1, few + 1)), "multiples": row(range(m, m * few + 1, m))})


COMPARED = Wordings("""
[Which is|What is|What's|Which one is] [bigger|larger|greater|more], {a} or {b}? | {high} is more than {low}.
which is bigger {a} or {b} | {high} is more than {low}.
[Which|What] number is [bigger|larger|greater|higher]: {a} or {b}? | {high} is more than {low}.
[Which is|What is|Which one is] [smaller|less|lower], {a} or {b}? | {low} is less than {high}.
which is smaller {a} or {b} | {low} is less than {high}.
Which number is [smaller|lower]: {a} or {b}? | {low} is less than {high}.
Is {a} [bigger|larger|greater|more|higher] than {b}? | {more}
Is {a} [smaller|less|lower] than {b}? | {less}
is {a} more than {b} | {more}
{a} or {b}, which is [more|bigger|larger]? | {high} is more than {low}.
{a} or {b}, which is [less|smaller]? | {low} is less than {high}.
Bigger number: {a} or {b}? | {high} is more than {low}.
[Compare|Please compare] {a} and {b}. | {high} is more than {low}.
What is the [larger|bigger|greater] of {a} and {b}? | {high} is more than {low}.
What is the [smaller|lesser] of {a} and {b}? | {low} is less than {high}.
Between {a} and {b}, which is [bigger|greater]? | {high} is more than {low}.
Are {a} and {b} equal? | No, {high} is more than {low}.
Is {a} [equal to|the same as] {b}? | No, {high} is more than {low}.
{a} > {b}? | {more}
{a} < {b}? | {less}
Is {a} > {b}? | {more}
Is it true that {a} is [more|bigger] than {b}? | {more}
Is it true that {a} is less than {b}? | {less}
Do you know which is [bigger|more], {a} or {b}? | {high} is more than {low}.
Does {a} come before {b} when I count? | {less}
What is [more|bigger]: {a} or {b}? | {high} is more than {low}.
Put < or > between {a} and {b}. | {a} {mark} {b}
{a} __ {b}: < or >? | {a} {mark} {b}
""")
EQUAL = Wordings("""
[Which is|What is] [bigger|larger|more|smaller], {a} or {a}? | Both are equal.
Is {a} [bigger|larger|more|smaller|less] than {a}? | No, they are equal.
Are {a} and {a} equal? | Yes, they are equal.
Is {a} [equal to|the same as] {a}? | Yes, they are equal.
[Compare|Please compare] {a} and {a}. | They are equal.
""")
THREE = Wordings("""
[Which is|What is] the [biggest|largest|greatest|highest]: {a}, {b} or {c}? | {high} is the biggest.
Which [number|one] is [biggest|largest]: {a}, {b} or {c}? | {high} is the biggest.
which is biggest {a} {b} or {c} | {high} is the biggest.
{a}, {b} or {c}: which is the [biggest|largest]? | {high} is the biggest.
Of {a}, {b} and {c}, which is the [biggest|largest]? | {high} is the biggest.
[Which is|What is] the [smallest|least|lowest]: {a}, {b} or {c}? | {low} is the smallest.
Which [number|one] is smallest: {a}, {b} or {c}? | {low} is the smallest.
{a}, {b} or {c}: which is the smallest? | {low} is the smallest.
Which number [is in|is] the middle of {a}, {b} and {c}? | {middle} is in the middle.
Is {middle} between {low} and {high}? | Yes, {middle} is between {low} and {high}.
Is {high} between {low} and {middle}? | No, {high} is more than {middle}.
""")


def number_text(dice):
    """A number to be compared, as text: whole, negative, or with decimals."""
    draw = dice.random()
    if draw < 0.6:
        return str(dice.randint(0, 100 if draw < 0.45 else 1000))
    if draw < 0.75:
        return str(-dice.randint(1, 30))
    return f"{dice.randint(0, 12)}.{dice.randint(1, 9) if draw < 0.88 else dice.randint(11, 99)}"


def near(dice, text):
    """Another number of the same kind, often with the same beginning: 9.9 and 9.11."""
    if "." in text:
        whole = text.partition(".")[0] if dice.random() < 0.6 else dice.randint(0, 12)
        return f"{whole}.{dice.randint(1, 9) if dice.random() < 0.5 else dice.randint(11, 99)}"
    if text[0] == "-":
        return str(dice.randint(-30, 15))
    return str(dice.randint(0, 100 if len(text) < 3 else 1000))


def compared(dice):
    """Which of two numbers is more."""
    a = number_text(dice)
    b = near(dice, a)
    if float(a) == float(b):
        return drawn(dice, EQUAL, {"a": a})
    if dice.random() < 0.04:
        return drawn(dice, EQUAL, {"a": a})
    more = float(a) > float(b)
    high, low = (a, b) if more else (b, a)
    sure = "Yes" if more else "No"
    unsure = "No" if more else "Yes"
    said = f"{a} is {'more' if more else 'less'} than {b}."
    return drawn(dice, COMPARED, {"a": a, "b": b, "high": high, "low": low, "more": f"{sure}, {said}",
                                  "less": f"{unsure}, {said}", "mark": ">" if more else "<"})


def three(dice):
    """Which of three numbers is the biggest."""
    while True:
        a = number_text(dice)
        given = [a, near(dice, a), near(dice, a)]
        low, middle, high = sorted(given, key=float)
        if float(low) < float(middle) < float(high):
            return drawn(dice, THREE, {"a": given[0], "b": given[1], "c": given[2],
                                       "low": low, "middle": middle, "high": high})


SORTED = Wordings("""
[Sort|Order|Arrange|Please sort|Can you sort] [these numbers|the numbers|]: {given} | {up}.
[Sort|Order|Arrange] {given}. | {up}.
sort {given} | {up}.
Sort [these|] from [small|smallest|low] to [large|largest|high]: {given} | {up}.
[Put|Bring] [these numbers|] in order: {given} | {up}.
Put {given} in order. | {up}.
[Put|Arrange] the numbers {given} in ascending order. | {up}.
Sort ascending: {given} | {up}.
{given} in order, please | {up}.
What is the right order of {given}? | {up}.
Which order do {given} come in[ from small to large|]? | {up}.
[Put|Write] {given} from smallest to [largest|biggest]. | {up}.
Sort [these|] from [large|largest|high] to [small|smallest|low]: {given} | {down}.
Sort descending: {given} | {down}.
[Put|Arrange] {given} in descending order. | {down}.
[Put|Write] {given} from [largest|biggest] to smallest. | {down}.
[Reverse|Turn around|Write backwards] [the list|this list|]: {given} | {back}.
""")
LISTED = Wordings("""
[What is|What's|Which is|Find|Give me|Tell me] the [largest|biggest|highest|greatest] [number|] [of|in] {given}? | The largest number is {high}.
max of {given} | The largest number is {high}.
What is the maximum of {given}? | The largest number is {high}.
Which number is the [largest|biggest]: {given}? | The largest number is {high}.
[What is|What's|Which is|Find|Give me|Tell me] the [smallest|lowest|least] [number|] [of|in] {given}? | The smallest number is {low}.
min of {given} | The smallest number is {low}.
What is the minimum of {given}? | The smallest number is {low}.
Which number is the smallest: {given}? | The smallest number is {low}.
[What is|What's|Find|Give me|Tell me] the [sum|total] of {given}? | {chain} = {sum}.
[Add|Add up|Sum up|Total|Add together] {given}. | {chain} = {sum}.
sum of {given} | {chain} = {sum}.
How much are {given} together? | {chain} = {sum}.
How many numbers are in [this list|the list]: {given}? | There are {count} numbers.
[Count|How many are] these numbers: {given} | There are {count} numbers.
What is the first number of {given}? | The first number is {first}.
What is the last number [of|in] {given}? | The last number is {last}.
Which [of these numbers are even|are the even numbers]: {given}? | {evens}
Which [of these numbers are odd|are the odd numbers]: {given}? | {odds}
""")
AVERAGE = Wordings("""
[What is|What's|Find|Give me|Calculate] the [average|mean] of {given}? | The sum is {sum}, and {sum} / {count} = {mean}.
average of {given} | The sum is {sum}, and {sum} / {count} = {mean}.
mean of {given} | The sum is {sum}, and {sum} / {count} = {mean}.
{given}: what is the average? | The sum is {sum}, and {sum} / {count} = {mean}.
What do {given} average? | The sum is {sum}, and {sum} / {count} = {mean}.
What is the [median|middle number] of {odd}? | In order: {ordered}. The median is {median}.
median of {odd} | In order: {ordered}. The median is {median}.
""")


def written(dice, numbers):
    """A list as people write it."""
    draw = dice.random()
    if draw < 0.65:
        return row(numbers)
    return enumeration(map(str, numbers)) if draw < 0.85 else " ".join(map(str, numbers))


def ordered(dice):
    """Three to six numbers in order."""
    count = dice.choice([3, 3, 4, 4, 5, 5, 6])
    numbers = dice.sample(range(0, dice.choice([10, 20, 100, 100, 1000])), count)
    if dice.random() < 0.08:
        numbers = [each - 10 for each in numbers]
    up = sorted(numbers)
    return drawn(dice, SORTED, {"given": written(dice, numbers), "up": row(up), "down": row(up[::-1]),
                                "back": row(numbers[::-1])})


def several(numbers, kind):
    """Which of the numbers are even or odd."""
    return f"{enumeration(map(str, numbers))} {'is' if len(numbers) == 1 else 'are'} {kind}." if numbers \
        else f"None of them is {kind}."


def listed(dice):
    """The largest, the smallest, the sum of a short list."""
    numbers = dice.sample(range(0, dice.choice([10, 20, 20, 50, 100])), dice.choice([3, 3, 4, 4, 5, 6]))
    return drawn(dice, LISTED, {
        "given": written(dice, numbers), "high": max(numbers), "low": min(numbers), "sum": sum(numbers),
        "chain": " + ".join(map(str, numbers)), "count": len(numbers), "first": numbers[0], "last": numbers[-1],
        "evens": several([n for n in numbers if n % 2 == 0], "even"),
        "odds": several([n for n in numbers if n % 2], "odd")})


def averaged(dice):
    """The average, mostly a whole number, and the median."""
    count = dice.choice([2, 2, 3, 3, 4, 5])
    numbers = [dice.randint(1, 20) for _ in range(count)]
    if count != 2:
        numbers[-1] += -sum(numbers) % count
    odd = dice.sample(range(1, 30), dice.choice([3, 5]))
    return drawn(dice, AVERAGE, {
        "given": enumeration(map(str, numbers)) if count == 2 else written(dice, numbers), "sum": sum(numbers),
        "count": count, "mean": decimal(sum(numbers) / count), "odd": row(odd), "ordered": row(sorted(odd)),
        "median": sorted(odd)[len(odd) // 2]})


SEQUENCE = Wordings("""
{given}, ? | The next number is {next}.
{given}, ... | The next number is {next}.
{given}, what comes next? | The next number is {next}.
What [comes next|number comes next|is next|is the next number]: {given}? | The next number is {next}.
What is the next number in [the|this] [sequence|series|row]: {given}? | The next number is {next}.
What comes after {given}? | The next number is {next}.
what comes next {given} | The next number is {next}.
[Continue|Complete|Go on with|Carry on] [the sequence|the row|]: {given} | {given}, {next}, {later}.
Which number [follows|continues] [this row|the sequence]: {given}? | The next number is {next}.
Find the next number: {given} | The next number is {next}.
What is the missing number: {given}, __? | The next number is {next}.
What is the pattern in {given}? | {rule}
What is the rule of {given}? | {rule}
How does {given} go on? | {given}, {next}, {later}.
""")
NEIGHBOUR = Wordings("""
What [number|] comes [right |]after {a}? | After {a} comes {next}.
what comes after {a} | After {a} comes {next}.
Which number [follows|comes after] {a}? | After {a} comes {next}.
What is the number after {a}? | After {a} comes {next}.
What [number|] comes [right |]before {a}? | Before {a} comes {previous}.
what comes before {a} | Before {a} comes {previous}.
Which number comes before {a}? | Before {a} comes {previous}.
What is the number before {a}? | Before {a} comes {previous}.
What is one more than {a}? | One more than {a} is {next}.
What is one less than {a}? | One less than {a} is {previous}.
[Which number is|What number is|What is] between {previous} and {next}? | {a} is between {previous} and {next}.
""")


def sequence(dice):
    """The next number."""
    draw, count = dice.random(), dice.choice([3, 4, 4, 5])
    if draw < 0.5:
        step, start = dice.choice([1, 2, 2, 3, 4, 5, 5, 6, 7, 10, 10, 20, 25, 100]), dice.randint(0, 30)
        start = start if dice.random() < 0.5 else step
        numbers, rule = [start + step * i for i in range(count + 2)], f"Each number is {step} more than the one before."
    elif draw < 0.75:
        step = dice.choice([1, 2, 2, 3, 4, 5, 10, 10])
        start = step * (count + 1) + (dice.randint(0, 30) if dice.random() < 0.6 else 0)
        numbers, rule = [start - step * i for i in range(count + 2)], f"Each number is {step} less than the one before."
    elif draw < 0.9:
        by, start = dice.choice([(2, dice.randint(1, 10)), (3, dice.randint(1, 4)), (10, dice.randint(1, 9))])
        count = min(count, 4 if by == 2 else 3)
        numbers, rule = [start * by ** i for i in range(count + 2)], f"Each number is {by} times the one before."
    elif draw < 0.96:
        start = dice.randint(1, 5)
        numbers, rule = [(start + i) ** 2 for i in range(count + 2)], "They are the square numbers."
    else:
        numbers, rule = [1, 1, 2, 3, 5, 8, 13, 21], "Each number is the sum of the two before it."
        count = dice.randint(4, 6)
    return drawn(dice, SEQUENCE, {"given": row(numbers[:count]), "next": numbers[count], "later": numbers[count + 1],
                                  "rule": rule})


def neighbour(dice):
    """The number before or after another."""
    a = dice.randint(1, 100) if dice.random() < 0.7 else dice.randint(101, 1000)
    return drawn(dice, NEIGHBOUR, {"a": a, "next": a + 1, "previous": a - 1})


COUNTED = Wordings("""
[Count|Please count|Can you count|Could you count] to {n}. | {up}.
count to {n} | {up}.
count up to {n} | {up}.
[Count|Please count|Can you count] from {a} to {b}. | {range}.
count from {a} to {b} | {range}.
[Count|Please count] from {in_words} to {b}. | {range}.
Count from {b} [down|back|backwards] to {a}. | {back}.
count down from {n} | {down}.
[Count|Please count|Can you count] [down|backwards] from {n}[ to 1| to one|]. | {down}.
countdown from {n} | {down}.
Count by {steps} to {top}. | {by}.
[Count|Please count|Can you count] [in|by] {steps} [to|up to] {top}. | {by}.
count to {top} in steps of {step} | {by}.
Count from {step} to {top} in {steps}. | {by}.
[What are|List|Name|Write|Say|Give me|Print] the numbers from {a} to {b}. | {range}.
[List|Write down|Print|Show] all [the|] numbers [from|between] {a} [to] {b}. | {range}.
numbers {a} to {b} | {range}.
[Write|Say] the numbers 1 to {n}. | {up}.
1 to {n} please | {up}.
Can you count to {n}? | {up}.
Which numbers are between {a} and {b}? | {inside}.
How many numbers are there from {a} to {b}? | There are {many} numbers from {a} to {b}.
What are the even numbers [from 2 |]up to {two}? | {evens}.
What are the odd numbers up to {two}? | {odds}.
""")


def counted(dice):
    """Numbers in a row, up, down and by steps."""
    n = dice.choice([3, 5, 5, 6, 7, 8, 10, 10, 10, 10, 12, 15, 20, 20, dice.randint(3, 30)])
    a = dice.randint(0, 20) if dice.random() < 0.6 else dice.randint(20, 100)
    b = a + dice.randint(2, 12)
    step, two = dice.choice([2, 2, 3, 4, 5, 5, 10, 10]), 2 * dice.randint(3, 10)
    top = step * dice.choice([4, 5, 5, 8, 10, 10])
    return drawn(dice, COUNTED, {
        "n": n, "a": a, "b": b, "step": step, "steps": f"{in_words(step)}s".replace("xs", "xes"), "top": top,
        "two": two,
        "in_words": in_words(a), "up": row(range(1, n + 1)), "down": row(range(n, 0, -1)),
        "range": row(range(a, b + 1)),
        "back": row(range(b, a - 1, -1)), "by": row(range(step, top + 1, step)), "inside": row(range(a + 1, b)),
        "many": b - a + 1, "evens": row(range(2, two + 1, 2)), "odds": row(range(1, two, 2))})


SPELT = Wordings("""
[Write|Spell|Say|Please write] {n} in words. | {Words}.
{n} in words | {Words}.
What is {n} in words? | {Words}.
How do you [write|spell|say] [the number|] {n}[ in words|]? | {Words}.
How do I write {n} as a word? | {Words}.
How is {n} [spelled|spelt|written] in [words|English]? | {Words}.
Spell the number {n}. | {Words}.
Spell out {n}. | {Words}.
[Convert|Turn|Change] {n} [to|into] words. | {Words}.
[Write|Please write] {words} [in digits|as a number|as digits|in numbers]. | {n}
{words} as a number | {n}
{words} in digits | {n}
What is {words} [in digits|as a number|in figures]? | {n}
What number is {words}? | {n}
How do you write {words} in digits? | {n}
[Convert|Turn] {words} [to|into] [digits|a number]. | {n}
Which number is "{words}"? | {n}
What is the ordinal of {o}? | The ordinal of {o} is {ordinal}.
[Write|Say] {suffixed} in words. | {Ordinal}.
{suffixed} in words | {Ordinal}.
What is {ordinal} in [digits|short]? | {suffixed}
Write {ordinal} with digits. | {suffixed}
What comes after {ordinal}? | After {ordinal} comes {later}.
How many digits does {n} have? | {n} has {digits}.
How many digits are in {n}? | {n} has {digits}.
What is the last digit of {n}? | The last digit of {n} is {last}.
What is the first digit of {n}? | The first digit of {n} is {first}.
""")
ROMAN = Wordings("""
[Write|Please write] {n} in Roman numerals. | {n} in Roman numerals is {roman}.
What is {n} in Roman numerals? | {n} in Roman numerals is {roman}.
{n} in roman numerals | {n} in Roman numerals is {roman}.
{n} as a Roman numeral | {n} in Roman numerals is {roman}.
How do you write {n} in Roman [numerals|numbers]? | {n} in Roman numerals is {roman}.
[Convert|Turn|Change] {n} [to|into] Roman numerals. | {n} in Roman numerals is {roman}.
What is the Roman [numeral|number] for {n}? | {n} in Roman numerals is {roman}.
What number is {roman}? | {roman} is {n}.
What does the Roman numeral {roman} [mean|stand for]? | {roman} is {n}.
{roman} in numbers | {roman} is {n}.
[Convert|Turn|Change] {roman} [to|into] a number. | {roman} is {n}.
What is {roman} in Arabic numerals? | {roman} is {n}.
Which number is the Roman numeral {roman}? | {roman} is {n}.
Read the Roman numeral {roman}. | {roman} is {n}.
""")
ROMAN_PARTS = [(100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]


def capital(text):
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def spelt(dice):
    """Number words and digits."""
    n = dice.randint(0, 100) if dice.random() < 0.65 else dice.randint(100, 1000)
    o = dice.randint(1, 31) if dice.random() < 0.8 else dice.randint(32, 100)
    words, digits = in_words(n), len(str(n))
    asked_for = words.replace("hundred ", "hundred and ") if dice.random() < 0.4 else words
    return drawn(dice, SPELT, {
        "n": n, "words": asked_for, "Words": capital(words), "o": o, "suffixed": suffixed(o), "ordinal": ordinal(o),
        "Ordinal": capital(ordinal(o)), "later": ordinal(o + 1), "digits": f"{digits} digit{'s' if digits > 1 else ''}",
        "first": str(n)[0], "last": n % 10})


def in_roman(number):
    """A number in Roman numerals."""
    text = ""
    for size, sign in ROMAN_PARTS:
        text, number = text + sign * (number // size), number % size
    return text


def roman(dice):
    """Roman numerals to 100."""
    n = dice.randint(1, 100) if dice.random() < 0.7 else dice.randint(1, 20)
    question, answer = ROMAN.pair(dice, {"n": n, "roman": in_roman(n)})
    return typed(dice, question, letters=True), answer


PROBLEMS = {
    "+": (2, 30, Wordings("""
{x} has {a} {things} and [buys|gets|finds|picks up] {b} more. How many {things} does {x} have[ now|]? | {x} has {c} {things}.
I have {a} {things} and [buy|get|find] {b} more. How many {things} do I have[ now|]? | You have {c} {things}.
If I have {a} {things} and you give me {b}, how many do I have? | You have {c} {things}.
{x} has {a} {things} and {y} has {b}. How many {things} do they have [together|in all]? | Together they have {c} {things}.
There are {a} {things} on the table and {b} on the floor. How many {things} are there[ in all|]? | There are {c} {things}.
{a} children are playing. {b} more come. How many children are there now? | There are {c} children.
A bus has {a} people in it and {b} get on. How many people are [on the bus|in the bus now]? | There are {c} people on the bus.
{x} is {a} years old. How old will {x} be in {b} years? | {x} will be {c} years old.
I am {a} years old. How old will I be in {b} years? | You will be {c} years old.
{x} is {a} years old, and {y} is {b} years older. How old is {y}? | {y} is {c} years old.
{x} reads {a} pages today and {b} pages tomorrow. How many pages is that? | That is {c} pages.
A pen costs {a} dollars and a book costs {b} dollars. How much do they cost together? | Together they cost {c} dollars.
{x} walks {a} miles in the morning and {b} miles in the evening. How far does {x} walk? | {x} walks {c} miles.
{x} saved {a} dollars and earned {b} dollars. How much money does {x} have? | {x} has {c} dollars.
A farmer has {a} cows and {b} sheep. How many animals is that? | That is {c} animals.
{a} red {things} and {b} blue {things} are in a box. How many are in the box? | There are {c} {things} in the box.
The train rides {a} km and then {b} km more. How far does it ride? | It rides {c} km.
{x} scored {a} points and then {b} points. What is the score? | The score is {c} points.
A class has {a} girls and {b} boys. How many children are in the class? | There are {c} children in the class.
{x} gave away {a} {things} and has {b} left. How many {things} did {x} have at first? | {x} had {c} {things}.
""")),
    "-": (2, 40, Wordings("""
{x} has {a} {things} and [loses|sells|gives away] {b}. How many {things} are left? | {c} {things} are left.
I have {a} {things} and give you {b}. How many do I have left? | You have {c} {things} left.
If I have {a} {things} and lose {b}, how many are left? | {c} {things} are left.
There are {a} {things} in the box. {x} takes out {b}. How many {things} are left in the box? | {c} {things} are left.
{x} has {a} {things}. {b} of them are broken. How many are whole? | {c} {things} are whole.
{a} birds sit on a tree. {b} fly away. How many birds are left? | {c} birds are left.
A bus has {a} people in it. {b} get off. How many people [stay|are still on the bus]? | {c} people are still on the bus.
{x} is {a} years old. How old was {x} {b} years ago? | {x} was {c} years old.
{x} is {a} and {y} is {b} years younger. How old is {y}? | {y} is {c} years old.
{x} is {a} and {y} is {b}. How many years older is {x}? | {x} is {c} years older.
A book has {a} pages. {x} has read {b}. How many pages are left? | {c} pages are left.
{x} has {a} dollars and spends {b}. How much money is left? | {x} has {c} dollars left.
I had {a} dollars and spent {b} dollars. How much do I have? | You have {c} dollars.
The way is {a} km long. We have walked {b} km. How far is it still? | It is still {c} km.
{x} needs {a} {things} and has {b}. How many are missing? | {c} {things} are missing.
{x} has {a} {things}, {y} has {b}. How many more does {x} have? | {x} has {c} more.
The shop had {a} {things} and sold {b}. How many {things} does it still have? | It still has {c} {things}.
A rope is {a} meters long. {x} cuts off {b} meters. How long is it now? | It is {c} meters long.
{a} people were invited and {b} could not come. How many came? | {c} people came.
There are {a} eggs. {b} break. How many eggs are whole? | {c} eggs are whole.
""")),
    "*": (2, 10, Wordings("""
{x} has {a} boxes with {b} {things} each. How many {things} is that? | That is {c} {things}.
{a} children have {b} {things} each. How many {things} do they have in all? | They have {c} {things}.
One ticket costs {a} dollars. How much do {b} tickets cost? | {b} tickets cost {c} dollars.
A book costs {a} dollars. What do {b} books cost? | {b} books cost {c} dollars.
{x} walks {a} miles a day. How many miles is that in {b} days? | That is {c} miles.
There are {a} tables with {b} chairs each. How many chairs are there? | There are {c} chairs.
{x} rides {a} km in one hour. How far does {x} ride in {b} hours? | {x} rides {c} km.
{x} reads {a} pages a day. How many pages does {x} read in {b} days? | {x} reads {c} pages.
{a} bags hold {b} {things} each. How many {things} are there? | There are {c} {things}.
{x} earns {a} dollars an hour. How much does {x} earn in {b} hours? | {x} earns {c} dollars.
A box holds {a} {things}. How many {things} are in {b} boxes? | {c} {things} are in the boxes.
""")),
    "/": (2, 10, Wordings("""
{x} shares {a} {things} among {b} friends. How many does each [get|friend get]? | Each gets {c}.
{a} {things} are shared equally by {b} children. How many does each child get? | Each child gets {c}.
If {b} people share {a} {things}, how many does each get? | Each gets {c}.
{x} puts {a} {things} into {b} boxes equally. How many are in each box? | There are {c} in each box.
{b} books cost {a} dollars. What does one book cost? | One book costs {c} dollars.
We are {b} friends and pay {a} dollars together. How much does each pay? | Each pays {c} dollars.
{x} rides {a} km in {b} hours. How far is that in one hour? | That is {c} km an hour.
{a} children make teams of {b}. How many teams are there? | There are {c} teams.
{x} has {a} {things} and puts {b} in each bag. How many bags does {x} need? | {x} needs {c} bags.
A rope of {a} meters is cut into {b} equal parts. How long is each part? | Each part is {c} meters long.
""")),
}
EACH = Wordings("""
How many legs do {a} [spiders|octopuses] have? | {a} * 8 = {eight}. They have {eight} legs.
How many legs do {a} [beetles|ants|bees|flies] have? | {a} * 6 = {six}. They have {six} legs.
How many legs do {a} [cats|dogs|cows|horses|tables|chairs] have? | {a} * 4 = {four}. They have {four} legs.
How many legs do {a} [birds|ducks|hens|people|children] have? | {a} * 2 = {double}. They have {double} legs.
How many wheels do {a} cars have? | {a} * 4 = {four}. They have {four} wheels.
How many wheels do {a} [bicycles|bikes] have? | {a} * 2 = {double}. They have {double} wheels.
How many wheels do {a} tricycles have? | {a} * 3 = {triple}. They have {triple} wheels.
How many fingers do {a} hands have? | {a} * 5 = {five}. They have {five} fingers.
How many fingers do {a} people have? | {a} * 10 = {ten}. They have {ten} fingers.
How many [eyes|ears|hands|feet] do {a} people have? | {a} * 2 = {double}. They have {double}.
How many corners do {a} triangles have? | {a} * 3 = {triple}. They have {triple} corners.
How many corners do {a} squares have? | {a} * 4 = {four}. They have {four} corners.
A week has 7 days. How many days do {a} weeks have? | {a} * 7 = {seven}. They have {seven} days.
How many eggs are in {a} boxes of six? | {a} * 6 = {six}. There are {six} eggs.
""")
COUNTS = dict(double=2, triple=3, four=4, five=5, six=6, seven=7, eight=8, ten=10)
TWO_STEPS = Wordings("""
{x} has {a} {things}, buys {b} and gives away {d}. How many {things} does {x} have? | {a} + {b} - {d} = {up}. {x} has {up} {things}.
I have {a} {things}, get {b} more and lose {d}. How many are left? | {a} + {b} - {d} = {up}. You have {up} {things}.
A bus has {a} people. {b} get on and {d} get off. How many people are on the bus? | {a} + {b} - {d} = {up}. There are {up} people on the bus.
{x} has {a} dollars, earns {b} and spends {d}. How much does {x} have? | {a} + {b} - {d} = {up}. {x} has {up} dollars.
{x} has {big} {things}, gives {b} to {y} and {d} to a friend. How many are left? | {big} - {b} - {d} = {left}. {left} {things} are left.
A book has {big} pages. {x} reads {b} pages today and {d} tomorrow. How many are left? | {big} - {b} - {d} = {left}. {left} pages are left.
{x} buys {d} books for {b} dollars each and pays with {note} dollars. How much change is there? | {d} * {b} = {cost}, and {note} - {cost} = {change}. The change is {change} dollars.
{x} buys {d} pens for {b} dollars each and a bag for {a} dollars. What does it cost? | {d} * {b} = {cost}, and {cost} + {a} = {price}. It costs {price} dollars.
{x} has {d} boxes with {b} {things} and {a} more. How many {things} is that? | {d} * {b} = {cost}, and {cost} + {a} = {price}. That is {price} {things}.
{x} has {a} {things}, and {y} has {b} more than {x}. How many do they have together? | {y} has {a} + {b} = {more}, and {a} + {more} = {both}. Together they have {both}.
{x} has {a} {things}. {y} has twice as many. How many do they have together? | {y} has 2 * {a} = {twice}, and {a} + {twice} = {thrice}. Together they have {thrice}.
""")


def problem(dice):
    """A little story with one step."""
    sign = dice.choice("++--*/")
    low, high, wordings = PROBLEMS[sign]
    a, b = operands(dice, sign, low, high, positive=True)
    if sign == "/":
        a *= b
    c = result(a, sign, b)
    question, answer = wordings.pair(dice, people(dice) | {"a": a, "b": b, "c": c})
    return typed(dice, question), f"{a} {sign} {b} = {c}. {answer}"


def each(dice):
    """How many legs or wheels some have."""
    a = dice.randint(2, 12)
    return drawn(dice, EACH, {"a": a} | {name: a * count for name, count in COUNTS.items()})


def people(dice):
    """Two names and things."""
    x, y = dice.sample(NAMES, 2)
    return {"x": x, "y": y, "things": dice.choice(THINGS)}


def two_steps(dice):
    """A little story with two steps."""
    a, b, d = dice.randint(6, 20), dice.randint(2, 9), dice.randint(2, 5)
    big, cost, note = b + d + dice.randint(2, 30), d * b, 20 if d * b < 20 else 50
    return drawn(dice, TWO_STEPS, people(dice) | {
        "a": a, "b": b, "d": d, "up": a + b - d, "big": big, "left": big - b - d, "cost": cost, "note": note,
        "change": note - cost, "price": cost + a, "more": a + b, "both": 2 * a + b, "twice": 2 * a, "thrice": 3 * a})


# One of the first unit is so many of the second one.
UNITS = """
meter meters m = 100 centimeter centimeters cm
meter meters m = 100 centimeter centimeters cm
meter meters m = 1000 millimeter millimeters mm
centimeter centimeters cm = 10 millimeter millimeters mm
kilometer kilometers km = 1000 meter meters m
kilometer kilometers km = 1000 meter meters m
kilogram kilograms kg = 1000 gram grams g
kilogram kilograms kg = 1000 gram grams g
ton tons t = 1000 kilogram kilograms kg
liter liters l = 1000 milliliter milliliters ml
hour hours hours = 60 minute minutes minutes
hour hours hours = 60 minute minutes minutes
minute minutes minutes = 60 second seconds seconds
minute minutes minutes = 60 second seconds seconds
hour hours hours = 3600 second seconds seconds
day days days = 24 hour hours hours
day days days = 24 hour hours hours
week weeks weeks = 7 day days days
week weeks weeks = 7 day days days
year years years = 12 month months months
year years years = 12 month months months
foot feet ft = 12 inch inches in
foot feet ft = 12 inch inches in
yard yards yd = 3 foot feet ft
pound pounds lb = 16 ounce ounces oz
dollar dollars dollars = 100 cent cents cents
dollar dollars dollars = 100 cent cents cents
euro euros euros = 100 cent cents cents
dozen dozen dozen = 12 piece pieces pieces
century centuries centuries = 100 year years years
decade decades decades = 10 year years years
"""
UNIT_ROWS = [tuple(line.replace(" = ", " ").split()) for line in UNITS.strip().splitlines()]
CONVERTED = Wordings("""
How many {to} are [in|there in] {n} {fro}? | {answer}
How many {to} is {n} {fro}? | {answer}
how many {to} are {n} {fro} | {answer}
How many {to} [make|make up] {n} {fro}? | {answer}
How many {to} do {n} {fro} have? | {answer}
[Convert|Change|Turn] {n} {fro} [to|into] {to}. | {answer}
[Can|Could] you convert {n} {fro} to {to}? | {answer}
convert {n} {short} to {brief} | {answer}
{n} {fro} in {to} | {answer}
{n} {short} in {brief} | {answer}
{n} {short} in {brief}? | {answer}
{n} {short} to {brief} | {answer}
{n} {fro} to {to} | {answer}
{n} {short} = ? {brief} | {answer}
{n} {short} = how many {brief}? | {answer}
{n} {fro} is how many {to}? | {answer}
What is {n} {fro} in {to}? | {answer}
What's {n} {short} in {brief}? | {answer}
How much is {n} {fro} in {to}? | {answer}
Tell me how many {to} are in {n} {fro}. | {answer}
I have {n} {fro}. How many {to} is that? | {answer}
I need {n} {fro} in {to}. | {answer}
Express {n} {fro} in {to}. | {answer}
Do you know how many {to} {n} {fro} are? | {answer}
""")
HEAT = Wordings("""
[Convert|Turn|Change] {c} [degrees |]Celsius [to|into] Fahrenheit. | {c} °C is {f} °F.
What is {c} degrees Celsius in Fahrenheit? | {c} °C is {f} °F.
{c} Celsius in Fahrenheit | {c} °C is {f} °F.
{c} C to F | {c} °C is {f} °F.
{c}°C in °F | {c} °C is {f} °F.
How [hot|warm] is {c} degrees Celsius in Fahrenheit? | {c} °C is {f} °F.
[Convert|Turn|Change] {f} [degrees |]Fahrenheit [to|into] Celsius. | {f} °F is {c} °C.
What is {f} degrees Fahrenheit in Celsius? | {f} °F is {c} °C.
{f} Fahrenheit in Celsius | {f} °F is {c} °C.
{f} F to C | {f} °F is {c} °C.
{f}°F in °C | {f} °F is {c} °C.
How do I [convert|turn] Celsius [to|into] Fahrenheit? | Multiply by 9, divide by 5, and add 32.
How do I [convert|turn] Fahrenheit [to|into] Celsius? | Subtract 32, multiply by 5, and divide by 9.
At [what|which] temperature does water freeze? | Water freezes at 0 °C, which is 32 °F.
At [what|which] temperature does water boil? | Water boils at 100 °C, which is 212 °F.
""")
ONE_UNIT = Wordings("""
How many {to} are [in|there in] a {one}? | 1 {one} is {times} {to}.
How many {to} does a {one} have? | 1 {one} is {times} {to}.
how many {to} in a {one} | 1 {one} is {times} {to}.
How many {to} make [a|one] {one}? | 1 {one} is {times} {to}.
[What is|How much is] one {one} in {to}? | 1 {one} is {times} {to}.
Which is more, a {one} or a {other}? | A {one} is more: 1 {one} is {times} {to}.
""")


def amount(number, unit):
    """The number with its unit."""
    return f"{number} {unit[0] if number == '1' else unit[1]}"


def converted(dice):
    """A number of one unit in another one."""
    unit = dice.choice(UNIT_ROWS)
    big, times, little = unit[:3], int(unit[3]), unit[4:]
    if dice.random() < 0.2:
        question, answer = ONE_UNIT.pair(dice, {"to": little[1], "one": big[0], "times": times, "other": little[0]})
        for article in (" a hour", " a ounce", " a inch"):
            question = question.replace(article, article.replace(" a ", " an "))
        return typed(dice, question), answer.replace("A hour", "An hour")
    n = dice.randint(1, 12) if times != 3600 else dice.randint(1, 5)
    if times in (10, 100, 1000) and dice.random() < 0.4:
        n = dice.choice([1.5, 2.5, 0.5, 3.5, 15, 20, 25, 30, 50, 100])
    elif times in (12, 24, 60) and dice.random() < 0.15:
        n = dice.choice([0.5, 1.5, 2.5])
    more, less = amount(decimal(n), big), amount(decimal(n * times), little)
    if dice.random() < 0.6:
        (fro, short), (to, brief), given, answer = big[1:], little[1:], n, f"{more} is {less}."
        fro = big[0] if n == 1 else fro
    else:
        (fro, short), (to, brief), given, answer = little[1:], big[1:], n * times, f"{less} is {more}."
        fro = little[0] if n * times == 1 else fro
    short = fro if short in (big[1], little[1]) else short
    return drawn(dice, CONVERTED, {"n": decimal(given), "fro": fro, "to": to, "short": short, "brief": brief,
                                   "answer": answer})


def heat(dice):
    """Celsius and Fahrenheit where both are whole."""
    c = dice.choice([0, 0, 100, 20, 25, 30, 10, 35, 40, 50, 15, 5, -10, -20, -40, -5, 60, 70, 80, 90, 200])
    return drawn(dice, HEAT, {"c": c, "f": c * 9 // 5 + 32})


MONEY = Wordings("""
I pay [{p}|{p} dollars] with a {n} dollar bill. How much change do I get? | {n} - {p} = {c}. You get {c} dollars back.
[It|Lunch|The book|The bag] costs {p} dollars and I pay with {n}. What is my change? | {n} - {p} = {c}. You get {c} dollars back.
What is the change from {n} dollars if I spend {p}? | {n} - {p} = {c}. You get {c} dollars back.
change from {n} for {p} | {n} - {p} = {c}. You get {c} dollars back.
I give {n} dollars for something that costs {p} dollars. How much do I get back? | {n} - {p} = {c}. You get {c} dollars back.
I have {n} dollars and want something for {p} dollars. Do I have enough? | Yes, {n} is more than {p}, and {c} dollars are left.
I have {p} dollars. The [toy|bag|ticket] costs {n} dollars. How much do I still need? | {n} - {p} = {c}. You still need {c} dollars.
How much are {k} [apples|pens|eggs] at {cents} cents each? | {k} * {cents} = {all}. They cost {money}.
One [apple|pen|egg|roll] costs {cents} cents. What do {k} cost? | {k} * {cents} = {all}. They cost {money}.
How much money are {k} coins of {coin} cents? | {k} * {coin} = {coins}. That is {coined}.
How many {coin} cent coins make a dollar? | 100 / {coin} = {per}. You need {per} coins.
How many dollars are {all} cents? | {all} cents is {money}.
What is {all} cents in dollars? | {all} cents is {money}.
I buy [milk|a pen|tea] for {p} dollars and [bread|a book|jam] for {k} dollars. What do I pay? | {p} + {k} = {pay}. You pay {pay} dollars.
I save {k} dollars a week. How much do I have after {w} weeks? | {k} * {w} = {saved}. You have {saved} dollars.
How long must I save for {saved} dollars if I save {k} dollars a week? | {saved} / {k} = {w}. You must save for {w} weeks.
""")


def cents(number):
    """An amount of cents as people say it."""
    whole, rest = divmod(number, 100)
    if not whole:
        return f"{number} cents"
    return f"{whole}.{rest:02} dollars" if rest else f"{whole} dollar{'s' * (whole > 1)}"


def money(dice):
    """Change, prices and coins."""
    while True:
        n = dice.choice([5, 10, 10, 20, 20, 50, 100])
        p, k = dice.randint(1, n - 2), dice.randint(2, 10)
        if kept(dice, n, "-", p) and kept(dice, p, "+", k):
            break
    price, coin = dice.choice([10, 20, 25, 30, 40, 50, 60, 75, 80, 90]), dice.choice([5, 10, 20, 25, 50])
    w = dice.randint(2, 10)
    return drawn(dice, MONEY, {
        "n": n, "p": p, "c": n - p, "k": k, "cents": price, "all": k * price, "money": cents(k * price), "coin": coin,
        "coins": k * coin, "coined": cents(k * coin), "per": 100 // coin, "pay": p + k, "w": w, "saved": k * w})


MISSING = Wordings("""
{gap} | The missing number is {x}: {full}.
{gap} | The missing number is {x}: {full}.
What is missing: {gap}? | The missing number is {x}: {full}.
What is missing in {gap}? | The missing number is {x}: {full}.
[Which|What] number is missing? {gap} | The missing number is {x}: {full}.
[Find|Fill in|Give me|Tell me] the missing number: {gap} | The missing number is {x}: {full}.
[Fill in|Complete]: {gap} | The missing number is {x}: {full}.
What goes in the [gap|blank]: {gap} | The missing number is {x}: {full}.
Solve for x: {named} | x is {x}, because {full}.
[Solve|Solve the equation] {named}. | x is {x}, because {full}.
{named}, what is x? | x is {x}, because {full}.
What is x if {named}? | x is {x}, because {full}.
If {named}, what is x? | x is {x}, because {full}.
find x {named} | x is {x}, because {full}.
""")
MISSING_SAID = Wordings("""
What [plus|and] {a} [is|makes] {c}? | {x} plus {a} is {c}.
{a} plus what [is|makes|equals] {c}? | {a} plus {x} is {c}.
What must I add to {a} to get {c}? | {a} plus {x} is {c}.
How much [must I add|is missing] from {a} to {c}? | {a} plus {x} is {c}.
How much more than {a} is {c}? | {a} plus {x} is {c}.
From {a} to {c}, how much is it? | {a} plus {x} is {c}.
""")


def missing(dice):
    """One number of a sum is missing."""
    while True:
        sign = dice.choice("++-*/")
        low, high = (0, 30) if sign in "+-" else (1, 12)
        a, b = dice.randint(low, high), dice.randint(low, high)
        if sign == "-" and b > a or not kept(dice, a, sign, b):
            continue
        a = a * b if sign == "/" else a
        c = result(a, sign, b)
        if sign == "+" and dice.random() < 0.35:
            return drawn(dice, MISSING_SAID, {"a": a, "c": c, "x": b})
        first = dice.random() < 0.4 and sign != "/"
        gap = dice.choice(["?", "?", "__", "_", "...", "what"])
        left, right, x = ("{0}", b, a) if first else (a, "{0}", b)
        text = f"{left} {sign} {right} = {c}"
        return drawn(dice, MISSING, {"gap": capital(text.format(gap)), "named": text.format("x"), "x": x,
                                     "full": f"{a} {sign} {b} = {c}"})


RIGHT = Wordings("""
Is {sum} = {said}?
Is {sum} {said}?
is {sum} {said}
Is {sum} [really |]equal to {said}?
Does {sum} [equal|make|give] {said}?
{sum} = {said}. [Right|Correct|Is that right|Is that correct|True|Is this true]?
{sum} = {said}, [right|correct|yes or no|true or false]?
{sum} is {said}, [right|isn't it]?
Is it [true|right|correct] that {sum} [is|=|equals] {said}?
True or false: {sum} = {said}
Is this [right|correct]: {sum} = {said}
[Check|Please check|Can you check]: {sum} = {said}
Check my [answer|homework|result]: {sum} = {said}
I [think|say|believe] {sum} is {said}. [Am I right|Is that right]?
My [friend|brother|teacher] says {sum} is {said}. Is that right?
I got {said} for {sum}. Is that [right|correct]?
""")


def right(dice):
    """Whether a result is right."""
    while True:
        sign = dice.choice("++--*")
        a, b = (dice.randint(1, 10), dice.randint(1, 10)) if sign == "*" else (dice.randint(0, 50), dice.randint(0, 50))
        if sign != "*" and dice.random() < 0.5:
            a, b = dice.randint(0, 12), dice.randint(0, 12)
        if sign == "*" or kept(dice, a, sign, b) and not (sign == "-" and b > a):
            break
    c = result(a, sign, b)
    off = dice.choice([-10, -2, -1, -1, 1, 1, 2, 10])
    said = c if dice.random() < 0.5 else c + off if c + off >= 0 else c - off
    question = RIGHT.question(dice, {"sum": dice.choice(SIGNS[sign][:6] + SAID[sign][:2]).format(a, b), "said": said})
    return typed(dice, question), f"{'Yes' if said == c else 'No'}, {a} {sign} {b} = {c}."


IMPOSSIBLE = Wordings("""
[What is|What's|How much is|Calculate] {n} [/|divided by|÷] [0|zero]? | You cannot divide by zero.
{n}/0 | You cannot divide by zero.
{n} / 0 = | You cannot divide by zero.
{n} ÷ 0 | You cannot divide by zero.
[Divide|Can you divide] {n} by [0|zero]. | You cannot divide by zero.
[Can|May] [you|I|one|we] divide by zero? | You cannot divide by zero.
Why can't [you|I|we] divide by zero? | No number times zero gives anything but zero, so there is no result.
What is 0 divided by 0? | You cannot divide by zero.
What is 0 divided by {n}? | 0 divided by {n} is 0.
What is the square root of {rough}? | The square root of {rough} is not a whole number. It lies between {low} and {high}.
sqrt({rough}) | The square root of {rough} is not a whole number. It lies between {low} and {high}.
square root of {rough} | The square root of {rough} is not a whole number. It lies between {low} and {high}.
√{rough} | The square root of {rough} is not a whole number. It lies between {low} and {high}.
[Calculate|Tell me] the [square root|root] of {rough}. | The square root of {rough} is not a whole number. It lies between {low} and {high}.
What is the square root of -{n}? | A negative number has no real square root.
sqrt(-{n}) | A negative number has no real square root.
[What is|How much is] [infinity|∞] [plus|minus|times] {n}? | Infinity is not a number, so one cannot calculate with it like that.
What is the [biggest|largest|highest] number? | There is no biggest number. You can always add 1.
What is the last number? | There is no last number. You can always add 1.
[Count to|Can you count to] [infinity|a million|a billion|one million]. | That would take too long. I can count to 20 for you.
What is the last digit of pi? | Pi has no last digit. It begins 3.14159.
[What is|How much is|Tell me the value of] pi? | Pi is about 3.14159.
[Give me|Tell me|What are] [100|1000|a million|all] digits of pi[.|?] | I know only the beginning: 3.14159.
""")
TOO_LARGE = ["That is too large for me. Please use a calculator.",
             "I cannot work that out reliably. Please use a calculator."]


def impossible(dice):
    """What has no result, or none that is whole."""
    n, rough = dice.randint(1, 100), dice.randint(2, 150)
    rough = rough + 1 if isqrt(rough) ** 2 == rough else rough
    return drawn(dice, IMPOSSIBLE, {"n": n, "rough": rough, "low": isqrt(rough), "high": isqrt(rough) + 1})


def too_large(dice):
    """Sums that so small a model does not get right, and about what they make where that is easy."""
    sign = dice.choice("***/+-")
    if sign == "*" and dice.random() < 0.5:
        a, b = dice.choice([n for n in range(13, 100) if n % 10]), dice.choice([n for n in range(13, 100) if n % 10])
        x, y = (a + 5) // 10 * 10, (b + 5) // 10 * 10
        answer = f"{a} * {b} is about {x} * {y} = {x * y}. Please use a calculator for the exact result."
    else:
        low = 3 if sign == "*" else 5
        a, b = (dice.randint(10 ** (size - 1), 10 ** size - 1) for size in (dice.randint(low, 9), dice.randint(low, 8)))
        answer = TOO_LARGE[0] if dice.random() < 0.8 else TOO_LARGE[1]
    text = dice.choice(SIGNS[sign] + SAID[sign][:2]).format(a, b)
    if a > 10 ** 5 and dice.random() < 0.2:
        text = dice.choice(SIGNS[sign]).format(f"{a:,}", f"{b:,}")
    return typed(dice, ASKED.question(dice, {"sum": text})), answer


MAKERS = [
    (20, bare), (12, small), (5, hundreds), (5, chain), (3, mixed), (10, tables), (3, round_products), (6, divided),
    (3, remainder), (5, multiples), (5, powers), (5, percent), (4, fractions), (4, decimals), (3, rounded), (3, parity),
    (4, prime), (8, compared), (3, three), (5, ordered), (5, listed), (3, averaged), (5, sequence), (3, neighbour),
    (6, counted), (5, spelt), (3, roman), (10, problem), (2, each), (4, two_steps), (6, converted), (2, heat),
    (4, money),
    (4, missing), (5, right), (3, impossible), (3, too_large),
]
ALL = Makers(MAKERS)


def pair(dice):
    """One question and its answer."""
    return ALL.pair(dice)


STEPS = {
    "+": Wordings("""
[And |and |Now |now |]plus {b}[?|]
[And|Now|Then] add {b}[.|]
add {b}[ to that| to it| more|]
+ {b}
+{b}
And {b} more?
And if I add {b}?
What if I add {b}?
[What about|how about] plus {b}?
[And |]{b} more
"""),
    "-": Wordings("""
[And |and |Now |now |]minus {b}[?|]
[And|Now|Then] subtract {b}[.|]
[Now |]take away {b}
take {b} away from that
- {b}
-{b}
And {b} less?
And if I subtract {b}?
What if I take away {b}?
[What about|how about] minus {b}?
"""),
    "*": Wordings("""
[And |and |Now |now |]times {b}[?|]
[Now |]multiply [it|that] by {b}[.|]
times {b}
* {b}
x {b}
And if I multiply that by {b}?
"""),
    "/": Wordings("""
[And |and |Now |now |]divided by {b}[?|]
[Now |]divide [it|that] by {b}[.|]
/ {b}
And if I divide that by {b}?
"""),
}
ABOUT = Wordings("""
[Now double it|now double it|Double it|double that|And twice that?|and doubled?|double|Now twice as much|And the double?|times two] | {n} * 2 = {double}.
[And half of it?|half of that|Now halve it|And half of that?|now half|halve that|And the half?] | Half of {n} is {half}.
[Is that even?|Is it even?|even or odd?|is that even or odd|Is it even or odd?] | {n} is {kind}.
[In words?|Say it in words|in words please|How do you write that in words?|And in words?|Write it out] | {Words}.
[Are you sure?|are you sure|really?|Is that right?|Sure?|is that correct] | Yes, {last}.
[What comes after that?|And the next number?|next number|What number is next?] | After {n} comes {next}.
[What comes before that?|And the number before?|What number is before it?] | Before {n} comes {before}.
[What was the result?|What did we get?|say that again|Repeat the result|What was the answer?] | The result was {n}.
""")
OTHERS = Wordings("""
[And|and|What about|what about|how about|How about|Now|now|and what is|And what is|ok and] {sum}?
[And|and|now|ok] {sum}
{sum}
{sum}?
Next one: {sum}
""")


def follow(dice, n, last):
    """A question about the number before, its answer, the new number and the new sum."""
    draw = dice.random()
    if draw < 0.3:
        fill = {"n": n, "double": n * 2, "half": decimal(n / 2), "kind": "odd" if n % 2 else "even",
                "Words": capital(in_words(n)), "last": last, "next": n + 1, "before": n - 1}
        question, answer = ABOUT.pair(dice, fill)
        if answer.startswith(f"{n} * 2 = "):
            return question, answer, n * 2, answer[:-1]
        if answer.startswith("Half") and n % 2 == 0:
            return question, answer, n // 2, f"{n} / 2 = {n // 2}"
        return question, answer, n, last
    while True:
        sign = dice.choice("++++---*" if draw < 0.7 else "++-*")
        a, b = (n, dice.randint(1, 20)) if draw < 0.7 else (dice.randint(0, 30), dice.randint(0, 30))
        if sign == "*":
            a, b = (n, dice.randint(2, 5)) if draw < 0.7 else (a % 11, b % 11)
        if draw < 0.7 and sign == "*" and n % 3 == 0 and dice.random() < 0.3:
            sign, b = "/", 3
        if sign in "*/" or kept(dice, a, sign, b):
            break
    c = result(a, sign, b)
    last = f"{a} {sign} {b} = {c}"
    if draw < 0.7:
        return STEPS[sign].question(dice, {"b": b}), f"{last}.", c, last
    written_so = dice.choice(SIGNS[sign][:6] + SAID[sign][:2]).format(a, b)
    return OTHERS.question(dice, {"sum": written_so}), f"{last}.", c, last


def turns(dice):
    """A sum and two to four questions that go on from it."""
    sign = dice.choice("++-*")
    a, b = operands(dice, sign, 0, 12) if sign == "*" or dice.random() < 0.5 else operands(dice, sign, 0, 50)
    said = [asked(dice, a, sign, b, words=False)]
    n, last = result(a, sign, b), f"{a} {sign} {b} = {result(a, sign, b)}"
    for _ in range(dice.choice([1, 1, 1, 2, 2, 3, 4])):
        if not -100 <= n <= 500:
            break
        question, answer, n, last = follow(dice, n, last)
        said.append((question, answer))
    return said


if __name__ == "__main__":
    show(pair)
