"""Asks sums and differences to 100 in several wordings and prints how many results are right.

    python -m evaluate.sums --model FILE.gguf --swiftlet ../../.build/release/swiftlet

Of all pairs of numbers whose sum, or of which the larger, is at most 100, some are
drawn by the seed. An answer is right if it gives the result and no false equation.
"""

import random

from .checks import NUMBERS, TENS, gives
from .commands import arguments
from .report import columns
from .requests import answers

WORDINGS = {
    "+": """{a}+{b}
{a} + {b}
{a}+{b}=
{a} + {b} = ?
{a} plus {b}
What is {a} + {b}?
What is {a} plus {b}?
what is {a}+{b}
what's {a} plus {b}?
How much is {a} + {b}?
Calculate {a} + {b}.
Add {a} and {b}.
What is the sum of {a} and {b}?
What is {left} plus {right}?""".splitlines(),
    "-": """{a}-{b}
{a} - {b}
{a}-{b}=
{a} - {b} = ?
{a} minus {b}
What is {a} - {b}?
What is {a} minus {b}?
what is {a}-{b}
what's {a} minus {b}?
How much is {a} - {b}?
Calculate {a} - {b}.
Subtract {b} from {a}.
What is the difference between {a} and {b}?
What is {left} minus {right}?""".splitlines(),
}


def in_words(number):
    """twenty-three."""
    if number < 20:
        return NUMBERS[number]
    if number == 100:
        return "one hundred"
    tens, ones = divmod(number, 10)
    return TENS[tens - 2] + (f"-{NUMBERS[ones]}" if ones else "")


def problems():
    """(a, sign, b, result) of all sums and differences to 100."""
    for a in range(101):
        yield from ((a, "+", b, a + b) for b in range(101 - a))
        yield from ((a, "-", b, a - b) for b in range(a + 1))


def drawn(count, seed):
    """So many problems, each with its wording and what is asked."""
    dice = random.Random(seed)
    for a, sign, b, result in dice.sample(list(problems()), count):
        wording = dice.choice(WORDINGS[sign])
        yield a, sign, b, result, wording, wording.format(a=a, b=b, left=in_words(a), right=in_words(b))


def groups(a, sign, b, wording):
    """The rows of the table in which a problem counts."""
    carries = a % 10 + b % 10 > 9 if sign == "+" else a % 10 < b % 10
    return ["all", {"+": "sums", "-": "differences"}[sign], "one digit" if max(a, b) < 10 else "more digits",
            "carries" if carries else "no carry", wording]


def main():
    parser = arguments("python -m evaluate.sums", __doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=int, default=0, help="how many wrong ones to print")
    options = parser.parse_args()

    asked = list(drawn(options.count, options.seed))
    given = answers(options.swiftlet, options.model, threads=options.threads, requests=[
        {"messages": [{"role": "user", "content": text}], "max_tokens": options.most} for *_, text in asked])
    counts, wrong = {}, []
    for (a, sign, b, result, wording, text), answer in zip(asked, given, strict=True):
        right = answer.get("finish_reason") != "length" and gives(answer.get("text", ""), result, text)
        for name in groups(a, sign, b, wording):
            counts.setdefault(name, []).append(right)
        if not right:
            wrong.append((text, answer.get("text", "")))
    first = ["sums", "differences", "one digit", "more digits", "no carry", "carries"]
    order = first + sorted(counts.keys() - {*first, "all"}) + ["all"]
    print(columns(["problems", "asked", "right %"], [
        [f"`{name}`" if "{" in name else name, str(len(counts[name])), f"{100 * sum(counts[name]) / len(counts[name]):.1f}"]
        for name in order if name in counts], words=1))
    for text, answer in wrong[:options.examples]:
        print(f"{text!r} -> {answer!r}")


if __name__ == "__main__":
    main()
