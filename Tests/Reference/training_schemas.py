"""Generates Tests/Fixtures/training/schemas.jsonl: schemas in the prompt format of the default model's training data.

The tests compare them with the prompts of sessions.
"""

import json
import sys
from pathlib import Path

root = Path(__file__).parents[2]
sys.path.insert(0, str(root / "Weights" / "Training"))

from data import schemas  # noqa: E402
from fixture_paths import fixtures  # noqa: E402

TEXT, WHOLE = {"type": "string"}, {"type": "integer"}


def given():
    address = schemas.object_schema("TrainingAddress", {"street": TEXT, "city": TEXT})
    yield schemas.object_schema("TrainingPerson", {
        "name": schemas.described(TEXT, "The person's name"), "age": WHOLE | {"minimum": 6, "maximum": 95},
        "isMarried": {"type": "boolean"}, "address": {"$ref": "#/$defs/TrainingAddress"}},
        required=["name", "age", "address"], description="A \"person\"", definitions={"TrainingAddress": address})
    yield schemas.enumeration_schema(["low", "not urgent", "é"])
    yield schemas.object_schema("TrainingRecipe", {
        "ingredients": schemas.described({"type": "array", "items": TEXT, "minItems": 2, "maxItems": 5}, "What is needed"),
        "difficulty": schemas.described(schemas.enumeration_schema(["easy", "hard"]), "How hard it is"),
        "price": {"type": "number"}})
    yield WHOLE
    yield {"type": "array", "items": TEXT}
    tree = schemas.object_schema("TrainingTree", {
        "label": TEXT, "home": {"$ref": "#/$defs/TrainingAddress"}, "work": {"$ref": "#/$defs/TrainingAddress"},
        "branches": {"type": "array", "items": {"$ref": "#"}, "maxItems": 1}},
        required=["label", "work", "branches"], definitions={"TrainingAddress": address})
    yield tree


(fixtures("training") / "schemas.jsonl").write_text(
    "".join(json.dumps(schemas.asking("", schema), ensure_ascii=False) + "\n" for schema in given()))
