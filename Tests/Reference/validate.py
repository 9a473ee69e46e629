"""Checks pairs of schema and output with the Python package jsonschema.

    swift run --package-path Benchmarks -c release guided --generations 10000 --dump /tmp/pairs.jsonl
    python3 Tests/Reference/validate.py /tmp/pairs.jsonl

Each line of the file is an array of a schema and an output. Numbers are read as they are written, without rounding.
Prints the lines that fail and how many there are; the exit status says whether all are valid.
"""

import json
import sys
from decimal import Decimal

from jsonschema import Draft202012Validator, FormatChecker


def number(text):
    value = Decimal(text)
    # An integer may be written with an exponent or with a fraction of zeros.
    return int(value) if value == value.to_integral_value() else value


valid, failures = 0, 0
with open(sys.argv[1], "rb") as lines:
    for place, line in enumerate(lines, 1):
        try:
            schema, output = json.loads(line, parse_float=number)
            Draft202012Validator.check_schema(schema)
            error = next(Draft202012Validator(schema, format_checker=FormatChecker()).iter_errors(output), None)
        except ValueError as problem:
            error = problem
        if error is None:
            valid += 1
        else:
            failures += 1
            print(f"line {place}: {error}")
print(f"{valid} valid, {failures} not")
sys.exit(failures > 0 or valid == 0)
