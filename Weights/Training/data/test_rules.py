"""Recomputes what arithmetic.py, letters.py and calendars.py answer, from the texts alone.

Run with `python3 -m unittest data.test_rules` in Weights/Training.
"""

import calendar
import datetime
import re
import unittest
import zlib
from fractions import Fraction

from . import arithmetic, calendars, letters
from .frames import Dice

DRAWS = 5000
NUMBER = r"-?\d+(?:\.\d+)?(?:/\d+)?"
TERM = r"\(?\d+(?:\.\d+)?\)?"
TERMS = rf"-?{TERM}(?: ?[-+*/] ?-?{TERM})*"
EQUATION = re.compile(rf"(?<![\w.])({TERMS}) = ({TERMS})")
SAID = re.compile(rf"({NUMBER}) ((?:plus|minus|times|divided by) {NUMBER}(?: (?:plus|minus) {NUMBER})?) is ({NUMBER})")
SIGNS = {"plus": "+", "minus": "-", "times": "*", "divided by": "/", "added to": "+", "take away": "-", "less": "-",
         "multiplied by": "*", "over": "/", "and": "+", "by": "*", "x": "*", "X": "*", "×": "*", "÷": "/", ":": "/",
         "–": "-"}
LONGEST_FIRST = sorted([*SIGNS, *"+-*/"], key=len, reverse=True)
ASKED = re.compile(rf"(?<![\w.])(-?\d+) ?({'|'.join(map(re.escape, LONGEST_FIRST))}) ?"
                   rf"(\d+)(?![\w%]|\.\d)")
ONES = dict(zip("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
                "seventeen eighteen nineteen".split(), range(20)))
TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10)))
NTH = {"first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12}
KINDS = [
    {"meter": 1000, "centimeter": 10, "millimeter": 1, "kilometer": 10 ** 6},
    {"ton": 10 ** 6, "kilogram": 1000, "gram": 1},
    {"liter": 1000, "milliliter": 1}, {"week": 604800, "day": 86400, "hour": 3600, "minute": 60, "second": 1},
    {"century": 1200, "centurie": 1200, "decade": 120, "year": 12, "month": 1},
    {"yard": 36, "foot": 12, "feet": 12, "inche": 1,
                                                                              "inch": 1},
    {"pound": 16, "ounce": 1}, {"dollar": 100, "euro": 100, "cent": 1}, {"dozen": 12, "piece": 1},
]


def value(text):
    """The value of a sum in signs, with fractions."""
    tokens = re.findall(r"\d+\.\d+|\d+|[-+*/()]", text)
    return eval("".join(f"Fraction('{each}')" if each[0].isdigit() else each for each in tokens),
                {"Fraction": Fraction})


def number(text):
    """Number words as a number, read from the left."""
    total = current = 0
    for word in re.split(r"[ -]", text.lower()):
        if word == "hundred":
            current *= 100
        elif word == "thousand":
            total, current = total + current * 1000, 0
        elif word != "and":
            current += ONES.get(word, TENS.get(word, 0))
            if word not in ONES and word not in TENS:
                raise ValueError(word)
    return total + current


def place(text):
    """An ordinal in words as a number."""
    head, mark, last = text.lower().rpartition("-")
    if " " in last:
        head, mark, last = last.rpartition(" ")
    if last in NTH:
        return NTH[last] + (number(head) if head else 0)
    last = last[:-4] + "y" if last.endswith("ieth") else last[:-2]
    return number(head + mark + last)


def roman(text):
    """A Roman numeral as a number."""
    sizes = [dict(I=1, V=5, X=10, L=50, C=100)[sign] for sign in text]
    return sum(-size if size < following else size for size, following in zip(sizes, sizes[1:] + [0]))


def numbers(text):
    """All the numbers of a text."""
    return [Fraction(each) for each in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?", text)]


def draws(maker, seed=7, count=DRAWS):
    """Pairs of a maker, always the same."""
    dice = Dice(seed)
    return [maker(dice) for _ in range(count)]


class Rules(unittest.TestCase):
    def every(self, maker, least, check, count=DRAWS):
        """Checks each draw; check says whether there was anything to check, and least of all must have had it."""
        done = 0
        for question, answer in draws(maker, count=count):
            with self.subTest(question=question, answer=answer):
                done += bool(check(question, answer))
        self.assertGreaterEqual(done, least * count, "too few were checked")


class Texts(Rules):
    def test_form(self):
        for module in (arithmetic, letters, calendars):
            for _, maker in module.MAKERS:
                for question, answer in draws(maker, count=1000):
                    with self.subTest(module=module.__name__, question=question, answer=answer):
                        self.assertTrue(question.strip() and answer.strip())
                        self.assertNotRegex(question + answer, r"[{}\[\]|]|  |\bNone\b(?! of)")
                        self.assertFalse(answer.startswith(" ") or question.startswith(" "))
                        self.assertLess(len(answer), 400)

    def test_seeds(self):
        for module in (arithmetic, letters, calendars):
            self.assertEqual(draws(module.pair, 3, 200), draws(module.pair, 3, 200))
        self.assertEqual(draws(arithmetic.turns, 3, 200), draws(arithmetic.turns, 3, 200))


class Sums(Rules):
    def equations(self, answer):
        """Checks all that is said to be equal, and gives how much that is."""
        found = EQUATION.findall(answer)
        for left, right in found:
            self.assertEqual(value(left), value(right), (left, right))
        said = [] if "remainder" in answer else SAID.findall(answer)
        for first, rest, result in said:
            text = f"{first} {rest}"
            for word in ("plus", "minus", "times", "divided by"):
                text = text.replace(word, SIGNS[word])
            self.assertEqual(value(text), value(result), answer)
        return len(found) + len(said)

    def test_all(self):
        self.every(arithmetic.pair, 0.5, lambda question, answer: self.equations(answer))

    def test_turns(self):
        dice = Dice(5)
        for _ in range(DRAWS):
            said = arithmetic.turns(dice)
            self.assertGreaterEqual(len(said), 2)
            last = None
            for question, answer in said:
                with self.subTest(said=said):
                    done = self.equations(answer)
                    half = re.fullmatch(r"Half of (\S+) is (\S+)\.", answer)
                    if half:
                        self.assertEqual(Fraction(half[1]), 2 * Fraction(half[2]))
                        self.assertEqual(Fraction(half[1]), last)
                        last = Fraction(half[2]) if "." not in half[2] else last
                    elif answer.startswith("The result was"):
                        self.assertEqual(numbers(answer)[0], last)
                    elif re.match(r"^-?\d+ is (odd|even)", answer):
                        self.assertEqual(answer, f"{last} is {'odd' if last % 2 else 'even'}.")
                    elif " comes " in answer:
                        self.assertEqual(numbers(answer), [last, last + (1 if answer.startswith("After") else -1)])
                    elif not done:
                        text = answer.rstrip(".").lower()
                        got = -number(text[6:]) if text.startswith("minus ") else number(text)
                        self.assertEqual(got, last)
                    else:
                        first = re.match(r"(?:Yes, )?(-?\d+) [-+*/] ", answer)
                        steps = r"(?i)(and |now |then )?(plus|minus|times|add|[-+*x/] ?\d|double|subtract)"
                        if last is not None and re.match(steps, question):
                            self.assertEqual(Fraction(first[1]), last)
                        last = Fraction(re.search(r"= (-?\d+)\.$", answer)[1])

    def test_asked(self):
        """What is asked is what is answered."""
        def check(question, answer):
            found = ASKED.search(question)
            if not found or " from " in question:
                return False
            left, sign, right = found.groups()
            sign = SIGNS.get(sign, sign)
            if sign == "*" and "divid" in answer or sign == "+" and not re.search(r"\+|plus", answer):
                return False
            got = Fraction(re.search(rf"(?:=|is) ({NUMBER})\.$", answer)[1])
            self.assertEqual(value(f"{left} {sign} {right}"), got)
            return True
        for maker in (arithmetic.bare, arithmetic.small, arithmetic.hundreds, arithmetic.tables,
                      arithmetic.round_products, arithmetic.divided):
            self.every(maker, 0.7, check)

    def test_chains(self):
        for maker in (arithmetic.chain, arithmetic.mixed, arithmetic.fractions, arithmetic.decimals,
                      arithmetic.two_steps, arithmetic.each,
                      arithmetic.problem, arithmetic.missing, arithmetic.right):
            self.every(maker, 0.4, lambda question, answer: self.equations(answer))

    def test_right(self):
        def check(question, answer):
            result = re.search(r"= (-?\d+)\.$", answer)[1]
            given = answer[4:].partition(" = ")[0].split()
            rest = re.findall(r"\d+", question)
            for each in (given[0], given[2]):
                rest.remove(each)
            self.assertEqual(answer.startswith("Yes"), rest == [result], rest)
            return True
        self.every(arithmetic.right, 1, check)

    def test_held(self):
        """The sums that are held out are not drawn for training, and only they for holding out."""
        for side in ("train", "held"):
            dice = Dice(3, side)
            for maker in (arithmetic.bare, arithmetic.small, arithmetic.hundreds, arithmetic.problem):
                for _ in range(2000):
                    _, answer = maker(dice)
                    found = re.match(r"(-?\d+) (\+|-|plus|minus) (\d+) (=|is)", answer)
                    if found:
                        key = f"{found[1]}{SIGNS.get(found[2], found[2])}{found[3]}="
                        self.assertEqual(zlib.crc32(key.encode()) % 20 == 0, side == "held", answer)

    def test_uniform(self):
        """Nearly all pairs to 100 come."""
        dice, seen = Dice(1), set()
        for _ in range(60000):
            seen.add(arithmetic.operands(dice, "+"))
        self.assertGreater(len(seen), 9500)


class Comparisons(Rules):
    def test_two(self):
        def check(question, answer):
            mark = re.fullmatch(rf"({NUMBER}) ([<>]) ({NUMBER})", answer)
            if mark:
                self.assertEqual(Fraction(mark[1]) > Fraction(mark[3]), mark[2] == ">")
                return True
            found = re.search(rf"({NUMBER}) is (more|less) than ({NUMBER})", answer)
            if not found:
                self.assertIn("equal", answer)
                self.assertEqual(len(set(numbers(question))), 1)
                return True
            a, b = Fraction(found[1]), Fraction(found[3])
            self.assertEqual(a > b, found[2] == "more")
            self.assertEqual(set(numbers(question)), {a, b})
            if answer[:3] in ("Yes", "No,"):
                small = question.lower()
                up = re.search(r"bigger|larger|greater|more|higher|>", small)
                down = re.search(r"smaller|less|lower|before|<", small)
                first, second = numbers(question)
                if re.search(r"equal|same", small):
                    self.assertTrue(answer.startswith("No"))
                else:
                    self.assertTrue(up or down)
                    self.assertEqual(answer.startswith("Yes"), first > second if up else first < second)
            return True
        self.every(arithmetic.compared, 1, check)

    def test_three(self):
        def check(question, answer):
            given = sorted(set(numbers(question)))
            first = numbers(answer)[0]
            self.assertEqual(len(given), 3)
            if "between" in answer or "middle" in answer:
                self.assertEqual(first, given[1])
            else:
                self.assertEqual(first, given[0] if "smallest" in answer else given[2])
            return True
        self.every(arithmetic.three, 1, check)

    def test_order(self):
        def check(question, answer):
            given, got = numbers(question.replace("-", " -")), numbers(answer)
            self.assertEqual(sorted(given), sorted(got))
            small = question.lower()
            if re.search(r"reverse|turn around|backwards", small):
                self.assertEqual(given[::-1], got)
            else:
                down = re.search(r"from (large|largest|high|biggest) to|descending", small)
                self.assertEqual(sorted(given, reverse=bool(down)), got)
            return True
        self.every(arithmetic.ordered, 1, check)

    def test_lists(self):
        def check(question, answer):
            given = numbers(question)
            got = numbers(answer)
            if "largest" in answer or "smallest" in answer:
                self.assertEqual(got, [max(given) if "largest" in answer else min(given)])
            elif " = " in answer:
                self.assertEqual(got, given + [sum(given)])
            elif answer.startswith("There are"):
                self.assertEqual(got, [len(given)])
            elif "first" in answer or "last" in answer:
                self.assertEqual(got, [given[0] if "first" in answer else given[-1]])
            elif "even" in answer or "odd" in answer:
                self.assertEqual(got, [each for each in given if (each % 2 == 0) == ("even" in answer)])
            else:
                return False
            return True
        self.every(arithmetic.listed, 1, check)

    def test_average(self):
        def check(question, answer):
            given = numbers(question)
            if "median" in answer:
                self.assertEqual(numbers(answer), sorted(given) + [sorted(given)[len(given) // 2]])
            else:
                self.assertEqual(numbers(answer), [sum(given), sum(given), len(given), sum(given) / len(given)])
            return True
        self.every(arithmetic.averaged, 1, check)


class Numbers(Rules):
    def test_facts(self):
        """Halves, percents, squares, evenness, primes, units."""
        def check(question, answer):
            text = answer.rstrip(".")
            if found := re.fullmatch(r"Half of (\S+) is (\S+)", text):
                self.assertEqual(Fraction(found[1]), 2 * Fraction(found[2]))
            elif found := re.fullmatch(r"(Double|Three times) (\S+) is (\S+)", text):
                self.assertEqual(Fraction(found[2]) * {"Double": 2, "Three times": 3}[found[1]], Fraction(found[3]))
            elif found := re.fullmatch(r"((?:A|Three|Two) (?:quarter|third|tenth|fifth)s?) of (\S+) is (\S+)", text):
                part = {"A quarter": "1/4", "A third": "1/3", "A tenth": "1/10", "A fifth": "1/5",
                        "Three quarters": "3/4",
                        "Two thirds": "2/3"}[found[1]]
                self.assertEqual(Fraction(found[2]) * Fraction(part), Fraction(found[3]))
            elif found := re.match(r"(\d+)% of (\d+) is ([\d.]+)(?:$|,)", text):
                part = Fraction(found[1]) * Fraction(found[2]) / 100
                self.assertEqual(part, Fraction(found[3]))
                self.assertIn(found[2], question)
                if "costs" in text or "minus" in text:
                    self.assertEqual(numbers(text)[-1], Fraction(found[2]) - part)
                elif "plus" in text:
                    self.assertEqual(numbers(text)[-1], Fraction(found[2]) + part)
            elif found := re.fullmatch(r"(\S+) is (\d+)% of (\d+)", text):
                self.assertEqual(Fraction(found[1]), Fraction(found[2]) * Fraction(found[3]) / 100)
            elif found := re.fullmatch(r"(\d+) (squared|cubed) is (\d+)", text):
                self.assertEqual(int(found[1]) ** (2 if found[2] == "squared" else 3), int(found[3]))
            elif found := re.fullmatch(r"The square root of (\d+) is (\d+)", text):
                self.assertEqual(int(found[2]) ** 2, int(found[1]))
            elif found := re.match(r"The square root of (\d+) is not a whole number. It lies between (\d+) and (\d+)",
                                   text):
                n, low, high = map(int, found.groups())
                self.assertTrue(low * low < n < high * high and high == low + 1)
            elif found := re.fullmatch(r"(\d+) to the power of (\d+) is (\d+)", text):
                self.assertEqual(int(found[1]) ** int(found[2]), int(found[3]))
            elif found := re.fullmatch(r"(Yes, |No, |)(\d+) is (even|odd)", text):
                self.assertEqual(int(found[2]) % 2, found[3] == "odd")
                if found[1]:
                    self.assertEqual(found[1] == "Yes, ", found[3] in question.lower())
            elif found := re.fullmatch(r"Yes, (\d+) is a prime number", text):
                self.assertTrue(all(int(found[1]) % d for d in range(2, int(found[1]))))
            elif found := re.fullmatch(r"The next prime after (\d+) is (\d+)", text):
                n, after = map(int, found.groups())
                is_prime = [p for p in range(n + 1, after + 1) if all(p % d for d in range(2, p)) and p > 1]
                self.assertEqual(is_prime, [after])
            elif found := re.fullmatch(r"The divisors of (\d+) are (.*)", text):
                self.assertEqual(numbers(found[2]), [d for d in range(1, 101) if int(found[1]) % d == 0])
            elif found := re.match(r"(?:No, )?(\d+) divided by (\d+) (?:is (\d+), remainder|leaves a remainder of) "
                                   r"(\d+)", text):
                quotient, rest = divmod(int(found[1]), int(found[2]))
                self.assertEqual(rest, int(found[4]))
                self.assertIn(found[3], (None, str(quotient)))
                self.assertTrue(rest or not answer.startswith("No"))
            elif found := re.fullmatch(r"(\S+) °([CF]) is (\S+) °([CF])", text):
                c, f = (Fraction(found[1]), Fraction(found[3]))[::1 if found[2] == "C" else -1]
                self.assertEqual(c * 9 / 5 + 32, f)
            elif found := re.fullmatch(r"([\d.]+) rounded to (the nearest ten|the nearest hundred|a whole number|"
                                       r"one decimal) is ([\d.]+)", text):
                step = {"ten": 10, "red": 100, "ber": 1, "mal": Fraction(1, 10)}[found[2][-3:]]
                n, got = Fraction(found[1]), Fraction(found[3])
                self.assertEqual(got % step, 0)
                self.assertTrue(-step / Fraction(2) <= n - got < step / Fraction(2))
            elif found := re.match(r"([\d.]+) (\w+) is ([\d.]+) (\w+)$", text):
                one, two = (each[:-1] if each.endswith("s") else each for each in (found[2], found[4]))
                kind = [kind for kind in KINDS if one in kind and two in kind]
                self.assertTrue(kind, text)
                self.assertEqual(Fraction(found[1]) * kind[0][one], Fraction(found[3]) * kind[0][two])
            else:
                return False
            return True
        self.every(arithmetic.pair, 0.15, check)
        for maker in (arithmetic.multiples, arithmetic.powers, arithmetic.percent, arithmetic.parity, arithmetic.prime,
                      arithmetic.rounded, arithmetic.converted, arithmetic.heat, arithmetic.remainder):
            self.every(maker, 0.25, check)

    def test_rows(self):
        def check(question, answer):
            got = numbers(answer)
            if "next number is" in answer:
                row = numbers(re.sub(r"(\d) (?=\d)", r"\1, ", question)) + got
            elif re.fullmatch(r"[\d, ]+\.", answer):
                row = got
            else:
                return False
            steps = {b - a for a, b in zip(row, row[1:])}
            ratios = {b / a for a, b in zip(row, row[1:]) if a}
            roots = [round(float(each) ** 0.5) for each in row if each >= 0]
            squares = all(a * a == b for a, b in zip(roots, row)) and {b - a for a, b in zip(roots, roots[1:])} == {1}
            sums = all(a + b == c for a, b, c in zip(row, row[1:], row[2:]))
            self.assertTrue(len(steps) == 1 or len(ratios) == 1 or squares or sums, row)
            return True
        self.every(arithmetic.sequence, 0.6, check)

    def test_counting(self):
        def check(question, answer):
            got = numbers(answer)
            if not re.fullmatch(r"[\d, ]+\.", answer) or len(got) < 2:
                return False
            steps = {b - a for a, b in zip(got, got[1:])}
            self.assertEqual(len(steps), 1)
            asked = numbers(question)
            if re.search(r"\b(even|odd)\b", question):
                self.assertEqual(steps, {2})
            elif "between" not in question and not re.search(r"\bby \w+s\b|in \w+s\b|steps", question):
                self.assertIn(max(got), asked)
                self.assertEqual(abs(steps.pop()), 1)
            return True
        self.every(arithmetic.counted, 0.85, check)

    def test_words(self):
        def check(question, answer):
            if answer.isdigit():
                words = re.search(rf"(?:{'|'.join([*ONES, *TENS])})\b[a-z -]*", question.lower())[0]
                words = re.match(rf"(?:(?:{'|'.join([*ONES, *TENS, 'hundred', 'thousand', 'and'])})\b[ -]?)+", words)[0]
                self.assertEqual(number(words.strip()), int(answer))
            elif found := re.search(r"ordinal of (\d+) is (.*)\.", answer):
                self.assertEqual(place(found[2]), int(found[1]))
            elif found := re.fullmatch(r"After (.*) comes (.*)\.", answer):
                self.assertEqual(place(found[1]) + 1, place(found[2]))
            elif re.fullmatch(r"[A-Z][a-z -]+\.", answer):
                n = re.search(r"\d+", question)
                read = place if re.search(r"\d(st|nd|rd|th)", question) else number
                self.assertEqual(read(answer[:-1]), int(n[0]))
            elif found := re.fullmatch(r"(\d+) has (\d+) digits?\.", answer):
                self.assertEqual(len(found[1]), int(found[2]))
            elif found := re.fullmatch(r"The (first|last) digit of (\d+) is (\d)\.", answer):
                self.assertEqual(found[2][0 if found[1] == "first" else -1], found[3])
            else:
                return False
            return True
        self.every(arithmetic.spelt, 0.9, check)

    def test_roman(self):
        def check(question, answer):
            sign, n = re.search(r"\b[IVXLC]+\b", answer)[0], re.search(r"\d+", answer)[0]
            self.assertEqual(roman(sign), int(n))
            self.assertTrue(n in question or sign in question or sign[0].lower() + sign[1:] in question)
            return True
        self.every(arithmetic.roman, 1, check)


class Letters(Rules):
    def test_words(self):
        def check(question, answer):
            if "alphabet" in answer:
                return False
            word = (re.search(r"\b\w(?:-\w)+\b", answer) or [""])[0].replace("-", "")
            if found := re.search(r"has (\d+) letters?\.", answer):
                self.assertEqual(len(word), int(found[1]))
                if answer[:3] in ("Yes", "No,"):
                    self.assertEqual(answer.startswith("Yes"), found[1] in question)
            elif found := re.search(r"backwards is (\w+)\.", answer):
                self.assertEqual(word[::-1], found[1])
                if answer[:3] in ("Yes", "No,"):
                    self.assertEqual(answer.startswith("Yes"), word == word[::-1])
            elif found := re.search(r"has the letter (\w) (\d+) times?\.", answer):
                self.assertEqual(sum(each == found[1] for each in word), int(found[2]))
            elif found := re.search(r"No, \S+ has no (\w)\.", answer):
                self.assertNotIn(found[1], word)
            elif found := re.search(r"has (\d+) (vowel|consonant)s?(?:: (.*))?\.", answer):
                those = [each for each in word if (each in "aeiou") == (found[2] == "vowel")]
                self.assertEqual([len(those), those], [int(found[1]), (found[3] or "").split(", ") if found[3] else []])
            elif found := re.search(r"In \S+ the ([\w-]+) letter is (\w)\.", answer):
                self.assertEqual(word[place(found[1]) - 1], found[2])
            elif found := re.fullmatch(r"The (first|last) letter of (\w+) is (\w)\.", answer):
                word = found[2]
                self.assertEqual(word[0 if found[1] == "first" else -1], found[3])
            elif found := re.search(r"(\w+) (begins|ends) with (\w)\.", answer):
                self.assertEqual(found[1][0 if found[2] == "begins" else -1], found[3])
                self.assertIn(found[1], question.lower())
                return True
            elif found := re.fullmatch(r"The (first|last) (two|three) letters of (\w+) are (.*)\.", answer):
                word, count = found[3], {"two": 2, "three": 3}[found[2]]
                self.assertEqual(re.split(", | and ", found[4]),
                                 list(word[:count] if found[1] == "first" else word[-count:]))
            elif found := re.fullmatch(r"(Yes|No), (\w+) and (\w+) (do not )?have the same letters\.", answer):
                same = sorted(found[2]) == sorted(found[3])
                self.assertEqual([same, not same], [found[1] == "Yes", bool(found[4])])
                return True
            elif word and answer.replace("-", "") == word:
                pass
            else:
                return False
            self.assertTrue(word in question.lower() or "-".join(word) in question.lower(), word)
            return True
        self.every(letters.pair, 0.45, check)
        for maker in (letters.length, letters.edges, letters.backwards, letters.occurs, letters.anagram, letters.tests):
            self.every(maker, 0.7, check)

    def test_sentences(self):
        def check(question, answer):
            found = re.search(r"The sentence has (\d+) words\.", answer)
            if found:
                text = re.search(r'"(.*)"', question)
                text = text[1] if text else re.sub(r"(?i)\. how many words is that.*|, please$|^.*: |^.* have\? |"
                                                   r"^(please |hi, )+", "", question)
                self.assertEqual(len(text.split()), int(found[1]), text)
            found = re.fullmatch(r'The (first|last) word is "(.*)"\.', answer)
            if found:
                self.assertRegex(question.lower(), rf"\b{found[2].lower()}\b")
            return True
        self.every(letters.sentences, 0.99, check)

    def test_order(self):
        def check(question, answer):
            got = answer.split(", ")
            if len(got) < 2 or "length" in question:
                return False
            for word in got:
                self.assertIn(word, question)
            self.assertEqual(got, sorted(got, reverse="z to a" in question or "reverse" in question.lower()))
            return True
        self.every(letters.ordered, 0.6, check)

    def test_lists(self):
        def check(question, answer):
            found = re.fullmatch(r"The (longest|shortest) word is (\w+)\.", answer)
            if not found:
                return False
            listed = re.split(r": ?|\bof\b|\bin\b", question)[-1]
            given = re.findall(r"\w+", re.sub(r"\band\b|\bplease\b", " ", listed))
            self.assertEqual((max if found[1] == "longest" else min)(given, key=len), found[2])
            return True
        self.every(letters.lists, 0.2, check)

    def test_doubles(self):
        def check(question, answer):
            given = re.findall(r"\w+", question)
            if "twice" in answer:
                self.assertGreaterEqual(given.count(answer.split()[0]), 2)
            elif "different" not in answer:
                got = answer.split(", ")
                self.assertEqual(len(got), len(set(got)))
                self.assertEqual(set(got) - set(given), set())
            return True
        self.every(letters.doubles, 1, check)

    def test_alphabet(self):
        order = "abcdefghijklmnopqrstuvwxyz"

        def check(question, answer):
            text = answer.lower()
            if found := re.fullmatch(r"after (\w) comes (\w)\.", text):
                self.assertEqual(order.index(found[1]) + 1, order.index(found[2]))
            elif found := re.fullmatch(r"before (\w) comes (\w)\.", text):
                self.assertEqual(order.index(found[1]) - 1, order.index(found[2]))
            elif found := re.fullmatch(r"the letter (\w) is number (\d+) in the alphabet\.", text):
                self.assertEqual(order[int(found[2]) - 1], found[1])
            elif found := re.fullmatch(r"the ([\w-]+) letter of the alphabet is (\w)\.", text):
                if found[1] != "last":
                    self.assertEqual(order[place(found[1]) - 1], found[2])
            elif found := re.fullmatch(r"(?:(yes|no), )?(\w) comes before (\w)\.", text):
                self.assertLess(found[2], found[3])
                if found[1]:
                    asked = re.search(r"oes (\w) come", question)[1].lower()
                    self.assertEqual(found[1] == "yes", asked == found[2])
            else:
                return False
            return True
        self.every(letters.alphabetical, 0.75, check)

    def test_starting(self):
        def check(question, answer):
            found = re.search(r"(?:start|begin)\w* with (?:the letter )?(\w)\b", question)
            if not found:
                return False
            for word in answer.rstrip(".").split(", "):
                self.assertEqual(word[0].lower(), found[1].lower())
            return True
        self.every(letters.starting, 0.4, check)

    def test_repeated(self):
        def check(question, answer):
            found = re.search(r"\b([2-5]|two|three|four|five) times", question.lower())
            count = int(found[1]) if found and found[1].isdigit() else number(found[1]) if found else 1
            got = re.sub(r"[\"']", "", answer).split(", ")
            self.assertEqual([len(got), len(set(got))], [count, 1])
            return True
        self.every(letters.repeated, 1, check)


class Calendars(Rules):
    days, months = list(calendar.day_name), list(calendar.month_name)[1:]

    def test_days(self):
        def check(question, answer):
            asked = [each for each in re.findall(r"[a-z]+", question.lower()) if each.capitalize() in self.days]
            got = [self.days.index(each) for each in re.findall(r"[A-Z][a-z]+", answer) if each in self.days]
            if found := re.match(r"(After|Before) \w+ comes", answer):
                self.assertEqual((got[1] - got[0]) % 7, 1 if found[1] == "After" else 6)
            elif re.match("Tomorrow|Yesterday|Today|The day after", answer):
                small, base = question.lower(), self.days.index(asked[0].capitalize())
                step = {"Tomo": 1, "Yest": -1, "The ": 2}.get(answer[:4], 1 if "yesterday was" in small else -1)
                self.assertEqual((base + step) % 7, got[0])
            elif found := re.match(r"In (\d+) days it is|(\d+) days ago it was|(\d+) days after \w+ is", answer):
                n = int(found[1] or found[3] or -int(found[2]))
                base = datetime.date(2024, 1, 1) + datetime.timedelta(self.days.index(asked[0].capitalize()) + n)
                self.assertEqual(base.weekday(), got[-1])
            elif found := re.match(r"From \w+ to \w+ it is (\d+) days?", answer):
                self.assertEqual((got[1] - got[0]) % 7, int(found[1]))
            else:
                return False
            return True
        self.every(calendars.day, 0.7, check)
        self.every(calendars.later, 0.85, check)

    def test_months(self):
        def check(question, answer):
            got = [self.months.index(each) for each in re.findall(r"[A-Z][a-z]+", answer) if each in self.months]
            if found := re.match(r"(After|Before) \w+ comes", answer):
                self.assertEqual((got[1] - got[0]) % 12, 1 if found[1] == "After" else 11)
            elif found := re.match(r"\w+ has (\d+) days", answer):
                self.assertEqual(calendar.monthrange(2023, got[0] + 1)[1], int(found[1]))
            elif found := re.search(r"onth number (\d+)", answer):
                self.assertEqual(got[0] + 1, int(found[1]))
            elif found := re.match(r"The (\w+) month is", answer):
                self.assertEqual(got[0] + 1, 12 if found[1] == "last" else place(found[1]))
            elif found := re.match(r"(\d+) months after", answer):
                self.assertEqual((got[0] + int(found[1])) % 12, got[1])
            elif found := re.search(r"^(?:Yes, |No, )?\w+ comes before", answer):
                self.assertLess(got[0], got[1])
            else:
                return False
            return True
        self.every(calendars.month, 0.8, check)

    def test_leap(self):
        def check(question, answer):
            year = re.search(r"\b\d{4}\b", question)
            if not year or "next" in answer:
                return False
            leap = calendar.isleap(int(year[0]))
            if "February" in answer:
                self.assertIn(f"has {28 + leap} days", answer)
            else:
                self.assertIn(f"has {365 + leap} days", answer)
                if answer[:3] in ("Yes", "No,"):
                    self.assertEqual(answer.startswith("Yes"), leap)
            return True
        self.every(calendars.leap, 0.6, check)

    @staticmethod
    def time(text):
        """The minutes of a clock time since midnight."""
        if found := re.fullmatch(r"(\d+)(?::(\d\d))? ?(am|pm)", text):
            return (int(found[1]) % 12 + 12 * (found[3] == "pm")) * 60 + int(found[2] or 0)
        hour, minute = text.split(":")
        return int(hour) * 60 + int(minute)

    def test_clock(self):
        times = r"\d+:\d\d(?: am| pm)?|\d+ (?:am|pm)"

        def check(question, answer):
            if found := re.fullmatch(rf"(\d+) (hour|minute)s? (after|before) ({times}) is ({times})\.", answer):
                step = int(found[1]) * (60 if found[2] == "hour" else 1) * (1 if found[3] == "after" else -1)
                self.assertEqual((self.time(found[4]) + step) % 1440, self.time(found[5]))
            elif found := re.fullmatch(rf"From ({times}) to ({times}) it is (\d+) hours?\.", answer):
                self.assertEqual((self.time(found[2]) - self.time(found[1])) % 1440, int(found[3]) * 60)
            elif found := re.fullmatch(rf"(?:In )?(\d+) (hour|minute)s? (it is|ago it was) ({times})\.", answer):
                step = int(found[1]) * (60 if found[2] == "hour" else 1) * (1 if found[3] == "it is" else -1)
                start = re.search(times, question.lower())[0]
                self.assertEqual((self.time(start) + step) % 1440, self.time(found[4]))
            elif found := re.search(rf"(?:ends|arrives) at ({times})\.", answer):
                start = re.search(times, question.lower())[0]
                n, unit = re.search(r"(\d+) (hour|minute)", question.lower()).groups()
                step = int(n) * (60 if unit == "hour" else 1)
                self.assertEqual((self.time(start) + step) % 1440, self.time(found[1]))
            else:
                return False
            return True
        self.every(calendars.clock, 0.99, check)

    def test_formats(self):
        def check(question, answer):
            found = re.fullmatch(r"(\d+(?::\d\d)?(?: am| pm)?) is (\d+(?::\d\d)?(?: am| pm)?)\.", answer)
            if found:
                self.assertEqual(self.time(found[1]), self.time(found[2]))
            return found
        self.every(calendars.formats, 0.4, check)

    def test_years(self):
        def check(question, answer):
            if found := re.search(r"(\d+) ([-+]) (\d+) = (\d+)", answer):
                self.assertEqual(value(f"{found[1]} {found[2]} {found[3]}"), int(found[4]))
                for year in re.findall(r"\d{4}", question):
                    self.assertIn(year, answer)
            elif found := re.fullmatch(r"(\d+) is in the (\d+)(?:st|nd|rd|th) century\.", answer):
                self.assertTrue(int(found[2]) * 100 - 99 <= int(found[1]) <= int(found[2]) * 100)
            elif found := re.fullmatch(r"(\d+) is in the (\d+)s\.", answer):
                self.assertEqual(found[1][:-1] + "0", found[2])
            else:
                return False
            return True
        self.every(calendars.age, 1, check)
        self.every(calendars.century, 0.4, check)

    def test_relations(self):
        def check(question, answer):
            if found := re.match(r"(\d+) \* (\d+) = (\d+)\.", answer):
                self.assertEqual(int(found[1]) * int(found[2]), int(found[3]))
            return True
        self.every(calendars.related, 1, check)

    def test_dates(self):
        def check(question, answer):
            day = rf"({'|'.join(self.months)}) (\d+)"
            if found := re.fullmatch(rf"The day (after|before) {day} is {day}\.", answer):
                a = datetime.date(2023, self.months.index(found[2]) + 1, int(found[3]))
                b = datetime.date(2023, self.months.index(found[4]) + 1, int(found[5]))
                self.assertEqual((b - a).days % 365, 1 if found[1] == "after" else 364)
            elif found := re.fullmatch(rf"(\d+) days after {day} is {day}\.", answer):
                a = datetime.date(2023, self.months.index(found[2]) + 1,
                                  int(found[3])) + datetime.timedelta(int(found[1]))
                self.assertEqual((self.months[a.month - 1], str(a.day)), (found[4], found[5]))
            elif found := re.fullmatch(rf"{day}, (\d+)", answer):
                self.assertTrue(datetime.date(int(found[3]), self.months.index(found[1]) + 1, int(found[2])))
                self.assertIn(found[3], question)
            else:
                return False
            return True
        self.every(calendars.dates, 0.25, check)


if __name__ == "__main__":
    unittest.main()
