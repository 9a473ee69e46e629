"""Checks pairs of schema and output with the Python package jsonschema.

    swift run --package-path Benchmarks -c release guided --generations 10000 --dump /tmp/pairs.jsonl
    python3 Tests/Reference/validate.py /tmp/pairs.jsonl

Each line of the file is an array of a schema and an output. Numbers are parsed exactly.
Prints the invalid lines and their number; exits with status 1 if there are any.
"""

import datetime
import decimal
import json
import re
import sys

from jsonschema import Draft202012Validator, FormatChecker


def number(text):
    value = decimal.Decimal(text)
    # An integer may be written with an exponent or with a fraction of zeros.
    return int(value) if value == value.to_integral_value() else value


# Enough for remainders of any number that a guide allows.
decimal.getcontext().prec = 1200
checker = FormatChecker()


@checker.checks("date", raises=ValueError)
def is_date(text):
    # RFC 3339 has the year 0000, a leap year, which Python has not.
    if isinstance(text, str) and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        datetime.date.fromisoformat("2000" + text[4:] if text.startswith("0000") else text)
        return True
    return not isinstance(text, str)


valid, failures = 0, 0
with open(sys.argv[1], "rb") as lines:
    for line_number, line in enumerate(lines, 1):
        try:
            schema, output = json.loads(line, parse_float=number)
            Draft202012Validator.check_schema(schema)
            error = next(Draft202012Validator(schema, format_checker=checker).iter_errors(output), None)
        except ValueError as problem:
            error = problem
        if error is None:
            valid += 1
        else:
            failures += 1
            print(f"line {line_number}: {error}")
print(f"{valid} valid, {failures} not")
sys.exit(failures > 0 or valid == 0)
