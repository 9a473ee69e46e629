"""Tests guides against Python's `jsonschema`, an independent implementation.

    pip install 'jsonschema[format]' regex
    Benchmarks/build.sh guides
    python3 Tests/Reference/guides.py --schemas FOLDER      # MaskBench files; without it, built-in schemas only

1. Random documents that guides accept (`guides --generate`) must be valid, else a mask allows too much.
2. `swiftlet schema check` must agree on valid and on mutated documents, else something valid is rejected or something
   invalid accepted.

Prints a table and each difference; exits with status 1 if there are differences. Formats are checked in the first part
only, and only those with a standard-conforming checker in `jsonschema`. Numbers with more than 40 digits are excluded.
Patterns are translated to the module `regex` with the semantics of ECMA-262.
"""

import argparse
import copy
import decimal
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema
import jsonschema._keywords
import jsonschema._legacy_keywords
import jsonschema._utils
import regex

ROOT = Path(__file__).resolve().parent.parent.parent
decimal.getcontext().prec = 2000

# The checked formats. Excluded: regex (Python's dialect) and the internationalized ones.
FORMATS = {"date", "time", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "uuid", "uri", "uri-reference",
           "json-pointer"}


def number(text):
    """Parses an exact number; without a fraction, it is an integer, as since draft 6."""
    value = decimal.Decimal(text)
    return int(value) if value == value.to_integral_value() else value


def read(text):
    return json.loads(text, parse_float=number)


def has_long_number(value):
    """Returns true if a number has more digits than guides support."""
    if isinstance(value, decimal.Decimal) or (isinstance(value, int) and not isinstance(value, bool)):
        return len(plain(decimal.Decimal(value)).strip("-0.")) > 40 or abs(value) >= 10**40
    if isinstance(value, (dict, list)):
        return any(map(has_long_number, value.values() if isinstance(value, dict) else value))
    return False


def plain(value):
    if isinstance(value, decimal.Decimal):
        return format(value, "f")
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(k, ensure_ascii=False) + ":" + plain(v) for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(plain(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


# Regular expressions


def translated(pattern):
    """Translates an ECMA-262 pattern to the dialect of the module `regex`."""
    out, index, in_class = [], 0, False
    space = r"\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
    while index < len(pattern):
        c = pattern[index]
        if c == "\\" and index + 1 < len(pattern):
            n = pattern[index + 1]
            index += 2
            inside = {"d": "0-9", "w": "A-Za-z0-9_", "s": space}
            if n in inside:
                out.append(inside[n] if in_class else "[" + inside[n] + "]")
            elif n in "DWS" and not in_class:
                out.append("[^" + inside[n.lower()] + "]")
            elif n == "c":
                out.append("\\x%02x" % (ord(pattern[index]) % 32))
                index += 1
            elif n == "u" and pattern[index : index + 1] == "{":
                end = pattern.index("}", index)
                out.append(regex.escape(chr(int(pattern[index + 1 : end], 16))))
                index = end + 1
            elif n in "Zz" or (n.isalpha() and n not in "pPbBnrtvfxukDWS"):
                out.append(n)
            else:
                out.append("\\" + n)
            continue
        if in_class:
            if c == "]":
                in_class = False
            elif c == "[":
                c = "\\["
        elif c == "[":
            in_class = True
            if pattern[index : index + 3] == "[^]":
                out.append(r"[\s\S]")
                index, in_class = index + 3, False
                continue
        elif c == ".":
            c = r"[^\n\r\u2028\u2029]"
        elif c == "$":
            c = r"\Z"
        elif pattern[index : index + 3] == "(?<" and pattern[index + 3 : index + 4] not in "=!":
            c, index = "(?P<", index + 2
        out.append(c)
        index += 1
    return "".join(out)


class ECMA:
    """A replacement for the module `re` in `jsonschema`."""

    error = regex.error
    compiled = {}

    @classmethod
    def search(cls, pattern, text):
        if pattern not in cls.compiled:
            cls.compiled[pattern] = regex.compile(translated(pattern), regex.VERSION0)
        return cls.compiled[pattern].search(text, timeout=5)


for module in (jsonschema._keywords, jsonschema._legacy_keywords, jsonschema._utils):
    if hasattr(module, "re"):
        module.re = ECMA


# Validators


class Checker(jsonschema.FormatChecker):
    """A format checker with the year 0 and lower-case t and z, which RFC 3339 (section 5.6) allows and Python does not."""

    def check(self, instance, format):
        if isinstance(instance, str) and instance.startswith("0000-"):
            instance = "0004-" + instance[5:]
        if isinstance(instance, str) and format == "time":
            # Of draft 3, which has no offset, is what the module knows by that name.
            instance, format = "2000-01-01T" + instance, "date-time"
        if isinstance(instance, str) and format == "date-time":
            instance = instance.upper()
        super().check(instance, format)


def validator(schema, formats):
    """Returns the validator for the draft of a schema, from `$schema` or its keywords; None if the schema is invalid."""
    cls = None
    if isinstance(schema, dict) and "$schema" in schema:
        cls = jsonschema.validators.validator_for(schema, default=None)
        if cls is None or cls is jsonschema.Draft3Validator:
            return None
    if cls is None:
        text = json.dumps(schema, default=str)
        legacy = any(word in text for word in ('"items": [', '"dependencies"', '"additionalItems"'))
        cls = jsonschema.Draft7Validator if legacy else jsonschema.Draft202012Validator
    if cls is jsonschema.Draft4Validator:
        # Guides treat 1.0 as an integer in all drafts.
        cls = jsonschema.validators.extend(cls, type_checker=jsonschema.Draft7Validator.TYPE_CHECKER)
    try:
        cls.check_schema(schema)
    except Exception:
        return None
    checker = Checker(formats=FORMATS & set(cls.FORMAT_CHECKER.checkers)) if formats else None
    return cls(schema, format_checker=checker)


def is_valid(validator, document):
    """Returns true or false; None if `jsonschema` fails."""
    try:
        return validator.is_valid(document)
    except RecursionError:
        return None
    except Exception as error:
        if "Unresolvable" in type(error).__name__ or isinstance(error, (regex.error, TimeoutError, TypeError)):
            return None
        raise


# Generated schemas and documents


class Own:
    """A generator of random schemas over a few names, texts and numbers, with similar documents."""

    names = ["a", "ab", "b", "foo", "x-y", "é"]
    patterns = ["^a", "b$", "^[ab]{1,3}$", "^x-", "a|é", "^(ab)+$", "[^a]", r"^\w*$", r"^\d{2,4}-\S+$", r"^.{2}$"]
    texts = ["", "a", "b", "ab", "abab", "foo", "x-y", "é", "aé", "日本", 'a"b', "\\", "line\n", "12-x", "a\r"]
    numbers = ["0", "1", "2", "3", "5", "10", "12", "-1", "-2", "0.5", "1.5", "-0.5", "2.25", "7", "99", "1e3", "0.001"]
    formats = ["date", "time", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "uuid", "uri",
               "uri-reference", "json-pointer", "unknown"]

    def __init__(self, seed):
        self.random = random.Random(seed)

    def once(self, count):
        return self.random.randrange(count) == 0

    def pick(self, values):
        return self.random.choice(values)

    def number(self):
        return number(self.pick(self.numbers))

    def schema(self):
        schema = self.part(3)
        if isinstance(schema, dict):
            schema["$defs"] = {"d": self.part(1)}
        return schema

    def part(self, depth):
        if self.once(14):
            return not self.once(4)
        kind = self.pick(["integer", "number", "string", "string", "array", "object", "object", "boolean", "null"])
        schema = {}
        if not self.once(5):
            schema["type"] = [kind, "null"] if self.once(5) and kind != "null" else kind
        getattr(self, "add_" + {"integer": "number", "boolean": "nothing", "null": "nothing"}.get(kind, kind))(schema, depth)
        if depth > 0:
            self.add_applicator(schema, depth)
        if self.once(9):
            schema["enum"] = [self.document(1) for _ in range(3)]
        if self.once(24):
            schema["const"] = self.document(1)
        return schema

    def add_nothing(self, schema, depth):
        pass

    def add_number(self, schema, depth):
        for names in (["minimum", "exclusiveMinimum"], ["maximum", "exclusiveMaximum"]):
            if self.once(2):
                schema[self.pick(names)] = self.number()
        if self.once(4):
            schema["multipleOf"] = number(self.pick(["2", "3", "0.5", "0.25", "0.01", "7"]))

    def add_string(self, schema, depth):
        if self.once(3):
            schema["minLength"] = self.random.randint(0, 2)
        if self.once(3):
            schema["maxLength"] = self.random.randint(1, 4)
        if self.once(2):
            schema["pattern"] = self.pick(self.patterns)
        elif self.once(3):
            schema["format"] = self.pick(self.formats)

    def add_array(self, schema, depth):
        if self.once(3):
            schema["prefixItems"] = [self.part(depth - 2), self.part(depth - 2)]
        if not self.once(4):
            schema["items"] = self.part(depth - 1)
        if self.once(3):
            schema["minItems"] = self.random.randint(0, 2)
        if self.once(3):
            schema["maxItems"] = self.random.randint(1, 3)
        if self.once(4):
            schema["contains"] = self.part(depth - 2)
            if self.once(3):
                schema["minContains"] = self.random.randint(0, 2)
            if self.once(3):
                schema["maxContains"] = self.random.randint(1, 2)
        if self.once(8):
            schema["uniqueItems"] = True
            schema["items"] = {"enum": [1, 2, "a", None, True]}

    def add_object(self, schema, depth):
        names = self.random.sample(self.names, len(self.names))
        count = self.random.randint(0, 3)
        if count:
            schema["properties"] = {name: self.part(depth - 1) for name in names[:count]}
        if self.once(2):
            schema["required"] = names[1:3]
        if self.once(2):
            schema["additionalProperties"] = False if self.once(2) else self.part(depth - 2)
        if self.once(4):
            schema["patternProperties"] = {self.pick(["^x", "a", "b$"]): self.part(depth - 2)}
        if self.once(6):
            schema["minProperties"] = 1
        if self.once(6):
            schema["maxProperties"] = self.random.randint(1, 3)
        if self.once(8):
            schema["propertyNames"] = {"maxLength": self.random.randint(1, 3)}
        if self.once(6):
            schema["dependentRequired"] = {names[0]: [names[1]]}
        if self.once(8):
            schema["dependentSchemas"] = {names[0]: self.part(depth - 2)}
        if self.once(10):
            schema["unevaluatedProperties"] = False

    def add_applicator(self, schema, depth):
        kind = self.random.randrange(14)
        if kind < 3:
            schema[["anyOf", "oneOf", "allOf"][kind]] = [self.part(depth - 1), self.part(depth - 1)]
        elif kind == 3:
            schema["not"] = self.part(depth - 1)
        elif kind == 4:
            schema |= {"if": self.part(depth - 1), "then": self.part(depth - 1), "else": self.part(depth - 1)}
        elif kind == 5:
            schema["$ref"] = "#/$defs/d"

    def document(self, depth=3):
        kind = self.random.randrange(9 if depth > 0 else 6)
        if kind == 0:
            return None
        if kind == 1:
            return self.once(2)
        if kind < 4:
            return self.number()
        if kind < 6:
            return self.pick(self.texts)
        if kind == 6:
            return [self.document(depth - 1) for _ in range(self.random.randint(0, 3))]
        names = self.random.sample(self.names, self.random.randint(0, 3))
        return {name: self.document(depth - 1) for name in names}

    def changed(self, document):
        """Returns the document with one random mutation."""
        options = []

        def visit(value, way):
            options.append(way)
            items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
            for key, inner in items:
                visit(inner, way + [key])

        visit(document, [])
        way = self.pick(options)
        result = copy.deepcopy(document)
        parent, value = None, result
        for key in way:
            parent, value = value, value[key]
        new = self.new(value)
        if parent is None:
            return new
        if self.once(4):
            del parent[way[-1]]
        else:
            parent[way[-1]] = new
        return result

    def new(self, value):
        if isinstance(value, bool) or value is None or self.once(3):
            return self.document(1)
        if isinstance(value, str):
            return self.pick([value + "a", value[:-1], value * 2, "", value.upper(), "é" + value])
        if isinstance(value, list):
            return self.pick([value + value[:1], value[1:], value + [self.document(0)], list(reversed(value))])
        if isinstance(value, dict):
            return value | {self.pick(self.names): self.document(0)}
        if abs(value) > 10**300:
            return self.number()
        return number(str(self.pick([value + 1, value - 1, -value, value * 1000, value + number("0.5")])))


# The comparison


def schemas(arguments, folder):
    """Writes all schemas to a folder as MaskBench files; returns (name, schema, valid documents) for each."""
    result = []
    if arguments.schemas:
        files = sorted(Path(arguments.schemas).glob("*.json"))
        for path in files[arguments.offset :: max(1, len(files) // arguments.count)]:
            text = path.read_text()
            content = read(text)
            (folder / path.name).write_text(text)
            result.append((path.name, content["schema"], [t["data"] for t in content.get("tests", [])]))
    for seed in range(arguments.seed, arguments.seed + arguments.own):
        own = Own(seed)
        schema = own.schema()
        name = f"own-{seed:05}.json"
        (folder / name).write_text(plain({"schema": schema, "tests": []}))
        result.append((name, schema, [own.document() for _ in range(24)]))
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--schemas", help="folder of files in MaskBench's format")
    parser.add_argument("--count", type=int, default=340, help="how many of them to take")
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--own", type=int, default=300, help="how many random schemas to make")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--documents", type=int, default=12, help="how many documents to generate for each schema")
    parser.add_argument("--formats", default=",".join(sorted(FORMATS)), help="the formats to judge")
    parser.add_argument("--guides", default=ROOT / ".build/release/guides")
    parser.add_argument("--swiftlet", default=ROOT / ".build/release/swiftlet")
    arguments = parser.parse_args()
    FORMATS.clear()
    FORMATS.update(arguments.formats.split(","))
    counts, differences = dict.fromkeys(("schemas", "refused", "skipped", "generated", "judged", "valid"), 0), []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cases = schemas(arguments, folder)
        output = subprocess.run(
            [arguments.guides, "--folder", folder, "--generate", str(arguments.documents), "--seed", str(arguments.seed)],
            capture_output=True, text=True, check=True).stdout
        generated = {line["file"]: line for line in map(json.loads, filter(None, output.split("\n")))}
        for name, schema, documents in cases:
            strict, lax = validator(schema, True), validator(schema, False)
            counts["schemas"] += 1
            if strict is None:
                counts["skipped"] += 1
                continue
            line = generated[name]
            is_empty = "nothing satisfies" in line.get("refused", "")
            if "refused" in line and not is_empty:
                counts["refused"] += 1
                continue
            made = [read(text) for text in line.get("documents", [])]
            for text, document in zip(line.get("documents", []), made):
                verdict = is_valid(strict, document)
                counts["generated"] += verdict is not None
                if verdict is False:
                    reason = next(strict.iter_errors(document)).message[:200]
                    differences.append(f"{name}: allows {text[:300]}: {reason}")
            own = Own(name)
            documents = documents[:12] + made[:4]
            documents += [own.changed(d) for d in documents for _ in range(3)]
            differences += judged(arguments, folder, name, schema, documents, lax, counts)
    for difference in differences:
        print(difference)
    print("| | |\n|---|---|")
    for title, count in counts.items():
        print(f"| {title} | {count} |")
    print(f"| differences | {len(differences)} |")
    sys.exit(1 if differences else 0)


def judged(arguments, folder, name, schema, documents, lax, counts):
    """Returns the differences in the validation of documents."""
    paths = []
    for index, document in enumerate(documents):
        paths.append(folder / f"document-{index}")
        paths[-1].write_text(plain(document))
    path = folder / "schema"
    path.write_text(plain(schema))
    run = subprocess.run(
        [arguments.swiftlet, "schema", "check", "--no-formats", path, *paths], capture_output=True, text=True)
    if run.returncode == 1 and "too complex" in run.stderr:
        return []  # With white space and all spellings there may be too many states.
    if run.returncode != 0:
        return [f"{name}: {run.stderr.strip()[:300]}"]
    differences = []
    for line, path, document in zip(run.stdout.split("\n"), paths, documents):
        expected = is_valid(lax, document)
        if expected is None or has_long_number(document):
            continue
        counts["judged"] += 1
        counts["valid"] += expected
        if line.endswith(": accept") != expected:
            word = "forbids" if expected else "allows"
            differences.append(f"{name}: {word} {plain(document)[:300]}")
    return differences


if __name__ == "__main__":
    main()
