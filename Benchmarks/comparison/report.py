"""The results file, which a later run can extend."""

import json
import os
from pathlib import Path

from .process import ComparisonError
from .results import FIRST_TOKEN_UNITS


def setting(contents):
    """Returns what the results of a table have in common: all of the head but the day, that of the first results."""
    machine = {key: value for key, value in contents["machine"].items() if key != "date"}
    return {"machine": machine} | {key: contents[key] for key in ("format", "threads", "rounds", "engines")}


class ResultsFile:
    """The results of all models so far, in a file that is replaced after each model."""

    def __init__(self, path, heading, resumes=False):
        self.path, self.contents = Path(path), {**heading, "models": []}
        if resumes and self.path.exists():
            self.contents = self.resumed(heading)

    def resumed(self, heading):
        """Returns the contents of the file, if its results can be in a table with those of this run."""
        try:
            contents = json.loads(self.path.read_text())
            found = setting(contents)
            if not isinstance(contents["models"], list):
                raise TypeError("models is not a list")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ComparisonError(f"{self.path}: --resume: not a results file") from error
        for key, expected in setting(heading).items():
            if found[key] != expected:
                raise ComparisonError(f"{self.path}: --resume: found {key} {found[key]}, expected {expected}")
        return contents

    def entry(self, model):
        """Returns the entry of a model file; None if it has none."""
        name, size = Path(model).name, os.path.getsize(model)
        for entry in self.contents["models"]:
            if entry["file"] == name:
                if entry["bytes"] != size:
                    raise ComparisonError(f"{model}: found {size} bytes, expected {entry['bytes']} as in {self.path}")
                return entry
        return None

    def missing(self, model, tests):
        """Returns the tests that a model has no results of, and whether those of the first token are missing."""
        entry = self.entry(model)
        rows = entry["results"] if entry else []
        names = {row["test"] for row in rows}
        has_first_token = any(row["unit"] in FIRST_TOKEN_UNITS for row in rows)
        return [test for test in tests if test.name not in names], not has_first_token

    def add(self, model, result):
        """Adds the results of a model to its entry, in place of those of the same tests, and writes the file."""
        entry = self.entry(model)
        if entry is None:
            entry = result
            self.contents["models"].append(entry)
        else:
            new = {row["test"] for row in result["results"]}
            rows = [row for row in entry["results"] if row["test"] not in new] + result["results"]
            # Speeds come first, in the order in which they were measured.
            entry["results"] = sorted(rows, key=lambda row: row["unit"] in FIRST_TOKEN_UNITS)
            entry["prompt_tokens"] = result["prompt_tokens"] or entry["prompt_tokens"]
        partial = self.path.with_name(self.path.name + ".partial")
        partial.write_text(json.dumps(self.contents, indent=2) + "\n")
        partial.replace(self.path)
        return entry
