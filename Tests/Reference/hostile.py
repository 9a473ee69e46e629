"""Compiles malicious schemas, patterns and grammars, each in a separate process.

    Benchmarks/build.sh guides
    python3 Tests/Reference/hostile.py --vocabulary MODEL.gguf

Prints the outcome, the milliseconds for compilation and for 40 masks, and the memory in addition to that of the
vocabulary. Exits with status 1 if one takes more than a second or 200 MB to compile, or fails without a proper error.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def nested(opening, closing, count, inner="true"):
    return opening * count + inner + closing * count


def halves(keyword, depth):
    """Returns a schema with 2^depth branches, in one line per level."""

    def below(level):
        return {"$ref": f"#/$defs/l{level}"}

    levels = {f"l{i}": {keyword: [below(i + 1), {"properties": {f"a{i}": below(i + 1)}, "required": [f"a{i}"]}]} for i in range(depth)}
    return json.dumps(below(0) | {"$defs": levels | {f"l{depth}": {"type": "object"}}})


def cases():
    parentheses = "(" * 60_000 + ")" * 60_000
    yield "parentheses.json", json.dumps({"pattern": parentheses})
    yield "parentheses.regex", parentheses
    yield "parentheses-with-content.regex", "(" * 60_000 + "a" + ")" * 60_000
    yield "groups-in-a-row.regex", "(a)" * 60_000
    yield "open-parentheses.regex", "(" * 60_000
    yield "open-classes.regex", "[" * 60_000
    yield "stars.json", json.dumps({"pattern": "^(a*)*$"})
    yield "nested-stars.regex", "(" * 200 + "a" + "*)" * 200
    yield "stars-and-plusses.regex", "((a*)+|(b+)*)*c"
    yield "count.json", json.dumps({"pattern": "a{1,1000000000}"})
    yield "count-of-counts.regex", "((a{1000}){1000}){1000}"
    yield "count-of-nothing.regex", "((((){99999}){99999}){99999})"
    yield "count-100000.regex", "a{100000}"
    yield "count-and-count.regex", "(a|b)*a(a|b){0,30}c(a|b){0,30}d"
    yield "exponential.regex", "(a|b)*a(a|b){30}"
    yield "just-below-exponential.regex", "(a|b)*a(a|b){12}"
    yield "many-alternatives.regex", "|".join(f"word{i}" for i in range(60_000))
    yield "long.regex", "a" * 1_000_000
    yield "unicode.regex", r"^[\p{L}\p{N}\p{P}\p{S}]*\P{Lu}{40}$"
    yield "many-patterns.json", json.dumps({"properties": {f"p{i}": {"pattern": f"(a|b)*a(a|b){{12}}{i}$"} for i in range(1000)}})
    yield "all-patterns.json", json.dumps({"allOf": [{"pattern": f"(a|b)*{c}(a|b){{3}}"} for c in "abcdefghijklmnop"]})
    yield "enum-10MB.json", json.dumps({"enum": [f"value number {i:020}" for i in range(270_000)]})
    yield "enum-3MB.json", json.dumps({"enum": [f"value number {i:020}" for i in range(80_000)]})
    yield "enum-of-numbers.json", json.dumps({"enum": list(range(100_000))})
    yield "enum-of-objects.json", json.dumps({"enum": [{"a": i, "b": [i]} for i in range(20_000)]})
    yield "enum-of-scripts.json", json.dumps({"enum": [chr(0x4E00 + i) * 3 for i in range(20_000)]})
    yield "unique-enum.json", json.dumps({"items": {"enum": list(range(5000))}, "uniqueItems": True, "minItems": 60})
    yield "unique-enum-64.json", json.dumps({"type": "array", "items": {"enum": [f"v{i}" for i in range(64)]}, "uniqueItems": True, "minItems": 64})
    yield "unique-contains.json", json.dumps({"type": "array", "items": {"enum": list(range(64))}, "uniqueItems": True})
    yield "contains.json", json.dumps({"type": "array", "contains": {"type": "integer"}, "minContains": 1000, "maxContains": 60000})
    yield "four-contains.json", json.dumps({"type": "array", "allOf": [{"contains": {"multipleOf": m}, "minContains": 30, "maxContains": 60} for m in (2, 3, 5, 7)]})
    yield "cyclic-ref.json", '{"$ref":"#"}'
    yield "cycle-of-three.json", '{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"allOf":[{"$ref":"#/$defs/c"}]},"c":{"anyOf":[{"$ref":"#/$defs/a"},true]}}}'
    yield "not-itself.json", '{"not":{"$ref":"#"}}'
    yield "chain-of-refs.json", json.dumps({"$ref": "#/$defs/d0", "$defs": {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(20_000)} | {"d20000": True}})
    yield "deep-items.json", nested('{"items":', "}", 100_000)
    yield "deep-items-500.json", nested('{"items":', "}", 250)
    yield "deep-required-items.json", nested('{"type":"array","minItems":2,"items":', "}", 200)
    yield "deep-properties.json", nested('{"type":"object","required":["a"],"properties":{"a":', "}}", 250)
    yield "deep-arrays-in-enum.json", '{"enum":[' + nested("[", "]", 100_000, "1") + "]}"
    yield "deep-not.json", nested('{"not":', "}", 500)
    yield "deep-anyOf.json", nested('{"anyOf":[', ",true]}", 250)
    yield "deep-allOf.json", nested('{"allOf":[', ',{"type":"object"}]}', 250)
    yield "maxLength.json", '{"type":"string","maxLength":1000000000}'
    yield "minLength.json", '{"type":"string","minLength":1000000000}'
    yield "pattern-with-lengths.json", json.dumps({"type": "string", "pattern": "^(ab|abc)*$", "minLength": 10_000, "maxLength": 20_000})
    yield "minItems.json", '{"type":"array","minItems":1000000000}'
    yield "minProperties.json", '{"type":"object","minProperties":1000000}'
    yield "pattern-properties.json", json.dumps({"patternProperties": {f"a{i}": {"type": "integer"} for i in range(1000)}})
    yield "pattern-properties-50.json", json.dumps({"patternProperties": {f"[{chr(97 + i % 26)}-z]{{{i % 7}}}": {"minimum": i} for i in range(50)}})
    yield "pattern-properties-20.json", json.dumps({"patternProperties": {f"{chr(97 + i)}": {"minimum": i} for i in range(20)}})
    yield "allOf-1000.json", json.dumps({"allOf": [{"properties": {f"p{i}": {"type": "string"}}, "required": [f"p{i}"]} for i in range(1000)]})
    yield "allOf-1000-patterns.json", json.dumps({"allOf": [{"pattern": f"[a-z]{i}"} for i in range(1000)]})
    yield "anyOf-1000.json", json.dumps({"anyOf": [{"type": "object", "properties": {f"p{i}": {"type": "string"}}, "required": [f"p{i}"]} for i in range(1000)]})
    yield "oneOf-200.json", json.dumps({"oneOf": [{"type": "object", "properties": {f"p{i}": {"type": "string"}}, "required": [f"q{i}"]} for i in range(200)]})
    yield "allOf-of-anyOfs.json", json.dumps({"allOf": [{"anyOf": [{"required": [f"a{i}"]}, {"required": [f"b{i}"]}]} for i in range(40)]})
    yield "allOf-of-oneOfs.json", json.dumps({"allOf": [{"oneOf": [{"required": [f"a{i}"]}, {"required": [f"b{i}"]}]} for i in range(40)]})
    yield "nest-of-anyOfs.json", halves("anyOf", 40)
    yield "nest-of-allOfs.json", halves("allOf", 40)
    yield "nest-of-oneOfs.json", halves("oneOf", 40)
    yield "ifs.json", json.dumps({"allOf": [{"if": {"properties": {"a": {"const": i}}}, "then": {"required": [f"b{i}"]}} for i in range(60)]})
    yield "dependents.json", json.dumps({"dependentSchemas": {f"a{i}": {"required": [f"b{i}"]} for i in range(60)}})
    yield "dependencies.json", json.dumps({"dependentRequired": {f"a{i}": [f"a{i + 1}"] for i in range(3000)}})
    yield "properties-25000.json", json.dumps({"properties": {f"p{i}": {"type": "string"} for i in range(25_000)}})
    yield "properties-25000-required.json", json.dumps({"properties": {f"p{i}": {"type": "string"} for i in range(25_000)}, "required": [f"p{i}" for i in range(25_000)], "additionalProperties": False})
    yield "properties-100000.json", json.dumps({"properties": {f"p{i}": True for i in range(100_000)}})
    yield "unevaluated.json", json.dumps({"anyOf": [{"properties": {f"p{i}": {}}} for i in range(30)], "unevaluatedProperties": False})
    yield "bound.json", '{"minimum":1e999999999}'
    yield "digits.json", '{"maximum":' + "9" * 100_000 + "}"
    yield "fraction.json", '{"type":"number","minimum":0.' + "1" * 390 + ',"maximum":0.' + "2" * 390 + "}"
    yield "multipleOf.json", '{"type":"number","multipleOf":999983}'
    yield "multiples.json", '{"type":"integer","allOf":[{"multipleOf":997},{"multipleOf":991},{"multipleOf":983}]}'
    yield "tiny-multipleOf.json", '{"multipleOf":1e-300}'
    yield "formats.json", json.dumps({"allOf": [{"format": f} for f in ("uri", "iri", "uri-reference", "email", "regex", "uri-template")]})
    yield "not-formats.json", json.dumps({"type": "string", "not": {"anyOf": [{"format": f} for f in ("uri", "email", "ipv6", "hostname")]}})
    yield "infinite.json", '{"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]}'
    yield "no-json.json", "{" * 1_000_000
    yield "commas.json", '{"enum":[' + "," * 1_000_000
    yield "quotes.json", '"' * 1_000_001
    yield "left-recursion.gbnf", 'root ::= root "a" | "b"'
    yield "hidden-left-recursion.gbnf", 'root ::= a root "x" | "b"\na ::= "c"?'
    yield "empty-loop.gbnf", 'root ::= (a)* "x"\na ::= "b"? | "(" a ")"'
    yield "groups.gbnf", "root ::= " + "(" * 60_000 + '"a"' + ")" * 60_000
    yield "repeats.gbnf", 'root ::= "a"' + "?" * 60_000
    yield "counts.gbnf", 'root ::= ((("a"{1000}){1000}){1000})'
    yield "counts-of-recursion.gbnf", 'root ::= ((a{1000}){1000}){1000}\na ::= "(" a ")" | "x"'
    yield "chain.gbnf", "\n".join(["root ::= r0"] + [f'r{i} ::= r{i + 1} | "x" r{i}' for i in range(10_000)] + ['r10000 ::= "y"'])
    yield "doubling.gbnf", "\n".join(["root ::= r0"] + [f"r{i} ::= r{i + 1} r{i + 1}" for i in range(60)] + ['r60 ::= "y"'])
    yield "doubling-of-recursion.gbnf", "\n".join(["root ::= r0"] + [f"r{i} ::= r{i + 1} r{i + 1}" for i in range(60)] + ['r60 ::= "(" r60 ")" | "y"'])
    yield "ambiguous.gbnf", 'root ::= "a" root root | "a" root | "a"'
    yield "palindromes.gbnf", 'root ::= "a" root "a" | "b" root "b" | [ab]?'
    yield "many-hard-rules.gbnf", "\n".join(["root ::= " + " | ".join(f"r{i} root" for i in range(500)) + ' | "x"'] + [f'r{i} ::= [ab]* "a" [ab]{{12}} "{i}"' for i in range(500)])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--vocabulary", default=ROOT / "../shared/data/vocab/ggml-vocab-llama-bpe.gguf")
    parser.add_argument("--guides", default=ROOT / ".build/release/guides")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    failures = 0
    print("| | compile, ms | masks, ms | MB | outcome |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in cases():
            if arguments.only not in name:
                continue
            path = Path(folder) / name
            path.write_text(text)
            try:
                run = subprocess.run(
                    [arguments.guides, "--vocabulary", arguments.vocabulary, "--hostile", path],
                    capture_output=True, text=True, timeout=60)
                fields = run.stdout.rstrip("\n").split("\t")
            except subprocess.TimeoutExpired:
                run, fields = None, [name, "60000", "", "", "not finished"]
            if len(fields) != 5:
                fields = [name, "", "", "", f"exit status {run.returncode}: {run.stderr.strip()[-150:]}"]
            is_bad = not fields[1] or int(fields[1]) > 1000 or not fields[3] or int(fields[3]) > 200
            failures += is_bad
            print("| " + " | ".join(fields).replace("\n", " ") + (" | **over**" if is_bad else "") + " |", flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
