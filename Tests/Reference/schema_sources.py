"""Compares the four sources of schemas with each other, and validates answers with Python's `jsonschema`.

    pip install 'jsonschema[format]' regex
    swift build -c release
    python3 Tests/Reference/schema_sources.py --schemas FOLDER   # MaskBench files; without it, built-in schemas only

`schema check`, `respond --schema`, the `schema` of a batch and the parameters of a tool must accept and reject the same
schemas, and every answer sampled at a high temperature must be valid. The schemas are those of MaskBench, random ones, and
schemas in the style of Pydantic and Zod.

Prints a table and each difference; exits with status 1 if there are differences.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from guides import FORMATS, ROOT, plain, read, schemas, validator

# What libraries write for types: optional and nullable members, unions told apart by a constant, maps, tuples, sets,
# recursive models, dates and decimals.
LIBRARIES = [
    {"$defs": {"Pet": {"properties": {"kind": {"const": "cat", "title": "Kind", "type": "string"}, "lives": {"default": 9, "maximum": 9, "minimum": 1, "title": "Lives", "type": "integer"}}, "required": ["kind"], "title": "Pet", "type": "object"}, "Dog": {"properties": {"kind": {"const": "dog", "type": "string"}, "name": {"anyOf": [{"maxLength": 12, "type": "string"}, {"type": "null"}], "default": None}}, "required": ["kind"], "title": "Dog", "type": "object"}}, "properties": {"pets": {"items": {"discriminator": {"mapping": {"cat": "#/$defs/Pet", "dog": "#/$defs/Dog"}, "propertyName": "kind"}, "oneOf": [{"$ref": "#/$defs/Pet"}, {"$ref": "#/$defs/Dog"}]}, "maxItems": 3, "title": "Pets", "type": "array"}}, "required": ["pets"], "title": "Owner", "type": "object"},
    {"additionalProperties": {"type": "integer"}, "title": "Counts", "type": "object", "minProperties": 1, "maxProperties": 3},
    {"maxItems": 2, "minItems": 2, "prefixItems": [{"type": "integer"}, {"format": "date", "type": "string"}], "type": "array"},
    {"$defs": {"Node": {"properties": {"value": {"type": "integer"}, "children": {"default": [], "items": {"$ref": "#/$defs/Node"}, "maxItems": 2, "type": "array"}}, "required": ["value"], "type": "object"}}, "$ref": "#/$defs/Node"},
    {"properties": {"when": {"format": "date-time", "type": "string"}, "id": {"format": "uuid", "type": "string"}, "mail": {"format": "email", "type": "string"}, "price": {"anyOf": [{"type": "number", "exclusiveMinimum": 0}, {"pattern": "^\\d{1,4}(\\.\\d{2})?$", "type": "string"}]}}, "required": ["when", "id", "mail", "price"], "type": "object", "additionalProperties": False},
    {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string", "enum": ["a", "b", "c"]}, "uniqueItems": True, "minItems": 1}, "mode": {"type": ["string", "null"], "enum": ["fast", None]}, "at": {"type": "array", "items": [{"type": "number"}, {"type": "number"}], "minItems": 2, "maxItems": 2}}, "required": ["tags", "mode"], "additionalProperties": False},
    {"allOf": [{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}, {"type": "object", "properties": {"b": {"type": "boolean"}}, "required": ["b"]}]},
    {"type": "object", "properties": {"kind": {"enum": ["x", "y"]}}, "required": ["kind"], "if": {"properties": {"kind": {"const": "x"}}}, "then": {"required": ["size"], "properties": {"size": {"type": "integer", "multipleOf": 4}}}, "else": {"properties": {"size": False}}},
    {}, True, {"type": "object"}, {"enum": [1, "a", None, [1], {"b": 2}]}, {"const": {"x": [1, 2.5, None]}},
    {"type": ["integer", "null"]}, {"type": "string", "minLength": 3, "maxLength": 3}, {"not": {"type": "string"}},
]


def wrapped(schema):
    """Wraps a schema for anything but objects in an object, as tool parameters require."""
    if isinstance(schema, dict) and schema.get("type") == "object":
        return schema, False
    inner, outer = schema, {}
    if isinstance(schema, dict):
        inner = {key: value for key, value in schema.items() if key != "$schema"}
        if "$schema" in schema:
            outer["$schema"] = schema["$schema"]
        key = "id" if "draft-04" in str(schema.get("$schema")) else "$id"
        if key not in inner and "$ref" in json.dumps(schema, default=str):
            # Beside a reference, older drafts see nothing else.
            reference = {"allOf": [{"$ref": inner.pop("$ref")}]} if "$ref" in inner else {}
            inner = {key: "schema:/inner", **reference, **inner}
    return outer | {"type": "object", "properties": {"value": inner}, "required": ["value"],
                    "additionalProperties": False}, True


class SchemaSources:
    def __init__(self, arguments, folder):
        self.program, self.model, self.folder = arguments.swiftlet, arguments.model, folder
        self.options = ["--temperature", "2", "--context", "16384"] + (["--model", self.model] if self.model else [])

    def run(self, *words):
        return subprocess.run([self.program, *words], capture_output=True, text=True)

    def check(self, path):
        """Returns the error of a schema; None if it is accepted."""
        result = self.run("schema", "check", path)
        refusal = result.stderr.strip() if result.returncode or "nothing satisfies" in result.stderr else None
        return None if refusal is None else refusal[:300]

    def respond(self, path, seed):
        """Returns the answer, or the error."""
        result = self.run("respond", "Write JSON.", "--raw", "--schema", path, "--seed", str(seed), "--max-tokens", "800",
                          *self.options)
        return (result.stdout[:-1], None) if result.returncode == 0 else (None, result.stderr.strip()[:300])

    def batch(self, lines):
        """Returns the answers or errors of a batch."""
        path = self.folder / "batch"
        path.write_text("\n".join(lines) + "\n")
        result = self.run("batch", path, *self.options)
        if result.returncode:
            sys.exit(result.stderr)
        return [json.loads(line) for line in result.stdout.split("\n") if line]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--schemas", help="folder of files in MaskBench's format")
    parser.add_argument("--count", type=int, default=200, help="how many of them to take")
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--own", type=int, default=120, help="how many random schemas to make")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--swiftlet", default=ROOT / ".build/release/swiftlet")
    parser.add_argument("--model", help="default: the one that ships")
    arguments = parser.parse_args()
    counts = dict.fromkeys(("schemas", "refused", "answers", "valid", "not judged"), 0)
    differences = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = SchemaSources(arguments, folder)
        cases = [(name, schema) for name, schema, _ in schemas(arguments, folder)]
        cases += [(f"library {index}", schema) for index, schema in enumerate(LIBRARIES)]
        # Prompts with longer ones would not leave room for an answer in every door.
        cases = [(name, schema) for name, schema in cases if len(plain(schema)) < 6000]
        message = '"messages": [{"role": "user", "content": "Write JSON."}], "max_tokens": 800'
        lines = []
        for seed, (_, schema) in enumerate(cases):
            lines.append(f'{{{message}, "seed": {seed}, "show_schema": false, "schema": {plain(schema)}}}')
            tool = f'{{"name": "t", "parameters": {plain(wrapped(schema)[0])}}}'
            lines.append(f'{{{message}, "seed": {seed}, "tools": [{tool}], "tool_choice": "required"}}')
        answers = sources.batch(lines)
        for index, (name, schema) in enumerate(cases):
            counts["schemas"] += 1
            path = folder / "schema"
            path.write_text(plain(schema))
            text, refused = sources.respond(path, index)
            batch, tool = answers[2 * index], answers[2 * index + 1]
            refusals = {"check": sources.check(path), "respond": refused, "batch": batch.get("error"),
                        "tool": tool.get("error")}
            verdicts = {door: reason is None for door, reason in refusals.items()}
            if len(set(verdicts.values())) > 1:
                differences.append(f"{name}: {refusals}")
            counts["refused"] += not any(verdicts.values())
            made = [("respond", text)] if verdicts["respond"] else []
            made += [("batch", batch["text"])] if verdicts["batch"] else []
            for call in tool.get("calls", []):
                value = call["arguments"]
                made.append(("tool", json.dumps(value["value"] if wrapped(schema)[1] else value)))
            if verdicts["tool"] and not tool.get("calls"):
                differences.append(f"{name}: tool: no call")
            strict = validator(schema, True)
            for door, answer in made:
                counts["answers"] += 1
                if strict is None:
                    counts["not judged"] += 1
                    continue
                try:
                    error = next(strict.iter_errors(read(answer)), None)
                except json.JSONDecodeError as problem:
                    error = problem
                except Exception:
                    counts["not judged"] += 1
                    continue
                if error is None:
                    counts["valid"] += 1
                else:
                    differences.append(f"{name}: {door}: {answer[:300]}: {str(error)[:200]}")
    for difference in differences:
        print(difference)
    print("| | |\n|---|---|")
    for title, count in counts.items():
        print(f"| {title} | {count} |")
    print(f"| differences | {len(differences)} |")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
