"""Generates Tests/Fixtures/json/cases.json: results of Python's `json` for valid and invalid JSON texts.

    python3 Tests/Reference/json_cases.py

Each case has a text, whose characters are its bytes, and the value in a canonical form: no white space, numbers as written,
members in order including duplicates, everything but printable ASCII escaped. The value is null for invalid JSON. Python
is configured to reject extensions of RFC 8259, but accepts lone surrogates: for texts with lone surrogates, the value is
null, and `lenient` is the value with replacement characters.
"""

import json
import random

from fixture_paths import fixtures

COUNT = 1500

AWKWARD = """[] {} [[]] [{}] {"":0} "" " " 0 -0 -1 1.0 1.50 1e5 1E+5 1e-5 1.5e05 -0.0e-0 123456789012345678901234567890 1e999
01 -01 00 1. .5 -.5 - + +1 1e 1e+ 1.e5 0x10 1_000 1,0 NaN Infinity -Infinity nan true false null tru truee True nul
[1,] [,1] [,] [1,,2] [1 [1}} {"a":1,} {,} {"a"} {"a":} {:1} {a:1} {'a':1} {"a":1,"a":2} {"a":{"a":1}} {"a" :1} {"a":1 "b":2}
"\\" "\\\\" "\\u" "\\u12" "\\u123g" "\\u00e9" "\\u0000" "\\uD83D\\uDE00" "\\ud83d" "\\ude00" "\\ud83dx" "\\ud83d\\n"
"\\ud83d\\u0041" "\\ud83d\\ud83d\\ude00" "\\ude00\\ud83d" "\\x41" "\\a" "\\'" "\\/" "\\b\\f\\n\\r\\t\\"\\\\" "é" "漢字" "😀" "\x7f"
"a 'a' /**/1 1//a #1 1;2 1:2 ]1 } { [ " [1]] {}} 1]""".split()
SPACED = ["", " ", "\n", " 1 ", "\t[ 1 ,\r\n2 ]\n", "\u00a01", "\u20281", "\ufeff1", "\x0b1", "\x0c1", "1 2", '"a" "b"', "[1]x", "[1]\x00"]
CONTROLS = ['"a\tb"', '"a\nb"', '"a\x00b"', '"a\x1fb"', '"a\x7fb"', '"a\x80b"', '"\u2028\u2029"', '"a b"', '{"a\rb":1}']
NESTED = ["[" * 100 + "]" * 100, "[" * 100 + "]" * 99, '{"a":' * 100 + "1" + "}" * 100, "[[[[[[1,2],3],4]"]
BROKEN = [b'"\xff"', b'"\xc3"', b'"\xc3\\n"', b'"\xed\xa0\x80"', b'"\xf4\x90\x80\x80"', b'"\xc0\xaf"', b'\xff', b'["\xe9"]', b'{"\x80":1}']


class Number(str):
    """A number with its original spelling."""


class Members(list):
    """The members of an object, including duplicates."""


def refuse(word):
    raise ValueError(word)


def written(value, replace):
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, str):
        if replace:
            value = "".join("\ufffd" if "\ud800" <= each <= "\udfff" else each for each in value)
        value.encode()
        return json.dumps(value)
    if isinstance(value, Members):
        return "{" + ",".join(written(name, replace) + ":" + written(each, replace) for name, each in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(written(each, replace) for each in value) + "]"
    return json.dumps(value)


def case(text):
    made = {"text": text.decode("latin-1"), "value": None}
    try:
        value = json.loads(
            text.decode(), object_pairs_hook=Members, parse_int=Number, parse_float=Number, parse_constant=refuse
        )
    except ValueError:
        return made
    try:
        made["value"] = written(value, replace=False)
    except UnicodeEncodeError:
        made["lenient"] = written(value, replace=True)
    return made


class Texts:
    """A generator of random JSON, also with random mutations."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def space(self):
        return self.random.choice(["", "", "", " ", "\n", "\t ", "\r\n"])

    def string(self):
        letters = ["a", "b", " ", "é", "漢", "😀", "\x7f", "\\n", "\\/", '\\"', "\\\\", "\\u00e9", "\\ud83d\\uDE00", "\\ud83d", "e\u0301"]
        weights = [5] * 4 + [2] * 9 + [0.2, 2]
        return '"' + "".join(self.random.choices(letters, weights, k=self.random.randrange(6))) + '"'

    def number(self):
        return self.random.choice(["", "-"]) + self.random.choice(["0", "7", "10", "305"]) + self.random.choice(
            ["", "", ".0", ".25", "e3", "E-2", ".5e+1"]
        )

    def value(self, depth):
        kind = self.random.randrange(8 if depth else 5)
        if kind == 0:
            return self.random.choice(["true", "false", "null"])
        if kind < 3:
            return self.number()
        if kind < 5:
            return self.string()
        count = self.random.randrange(4)
        parts = [self.value(depth - 1) for _ in range(count)]
        if kind == 5:
            names = [self.random.choice(['"a"', '"b"', self.string()]) for _ in parts]
            parts = [name + self.space() + ":" + self.space() + part for name, part in zip(names, parts)]
        parts = [self.space() + part + self.space() for part in parts]
        text = ",".join(parts) or self.space()
        return "{" + text + "}" if kind == 5 else "[" + text + "]"

    def text(self):
        text = bytearray((self.space() + self.value(3) + self.space()).encode())
        for _ in range(self.random.choice([0, 1, 1, 2])):
            offset = self.random.randrange(len(text))
            change = self.random.randrange(3)
            byte = self.random.choice(b'[]{}",:\\u-+0e. \n\x00\x1f\x80\xc3\xff')
            if change == 0:
                text[offset] = byte
            elif change == 1:
                text.insert(offset, byte)
            elif len(text) > 1:
                del text[offset]
        return bytes(text)


def main():
    texts = [each.encode() for each in AWKWARD + SPACED + CONTROLS + NESTED] + BROKEN
    made = Texts(8259)
    while len(texts) < COUNT:
        text = made.text()
        if len(text) <= 120:
            texts.append(text)
    cases = [case(text) for text in dict.fromkeys(texts)]
    (fixtures("json") / "cases.json").write_text("[\n" + ",\n".join(json.dumps(each) for each in cases) + "\n]\n")
    read = sum(each["value"] is not None for each in cases)
    print(f"{len(cases)} texts, {read} of them JSON, {sum('lenient' in each for each in cases)} with lone surrogates")


main()
