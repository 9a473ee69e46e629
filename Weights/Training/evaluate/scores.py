"""Scores of one answer against what is expected.

A score has `exact` (0 or 1) and may have `parts` (fields that are right, F1 of
words, or the right tool) and `valid` (JSON that follows the schema).
"""

import collections
import json
import re

from data.frames import VOWEL_SOUND


def words(text):
    return re.findall(r"[\w.@:/$-]*\w", text.lower())


def same(text, gold):
    """Whether two texts are the same but for space, capitals and the last full stop."""
    def plain(each):
        return re.sub(r"\s+", " ", each).strip().rstrip(".!").lower()
    return plain(text) == plain(gold)


def f1(text, gold):
    found, expected = collections.Counter(words(text)), collections.Counter(words(gold))
    common = sum((found & expected).values())
    if not common:
        return float(not found and not expected)
    precision, recall = common / sum(found.values()), common / sum(expected.values())
    return 2 * precision * recall / (precision + recall)


def follows(value, schema, definitions=None):
    """Whether a value follows a schema, as far as the schemas of the data go."""
    definitions = definitions if definitions is not None else schema.get("$defs", {})
    if "$ref" in schema:
        return follows(value, definitions[schema["$ref"].split("/")[-1]], definitions)
    if "enum" in schema and value not in schema["enum"]:
        return False
    match schema.get("type"):
        case "object":
            properties = schema["properties"]
            return isinstance(value, dict) and all(key in value for key in schema.get("required", [])) and all(
                key in properties and follows(part, properties[key], definitions) for key, part in value.items())
        case "array":
            return isinstance(value, list) and schema.get("minItems", 0) <= len(value) <= schema.get(
                "maxItems", len(value)) and all(follows(part, schema["items"], definitions) for part in value)
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            is_kind = isinstance(value, int) and not isinstance(value, bool)
        case _:
            is_kind = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_kind and schema.get("minimum", value) <= value <= schema.get("maximum", value)


def leaves(value, path=()):
    """The single values of a structure by their paths; a list counts as one value if it has no objects."""
    if isinstance(value, dict):
        return {k: v for key, part in value.items() for k, v in leaves(part, path + (key,)).items()}
    if isinstance(value, list) and any(isinstance(part, dict) for part in value):
        return {k: v for index, part in enumerate(value) for k, v in leaves(part, path + (index,)).items()}
    return {path: json.dumps(value)}


def json_score(text, check, schema):
    try:
        value = json.loads(text)
    except ValueError:
        return {"exact": 0, "parts": 0, "valid": 0}
    expected = check["gold"]
    if check.get("variant") == "tags" and follows(value, schema):
        value, expected = ({name: sorted(tags) for name, tags in each.items()} for each in (value, expected))
    gold, found = leaves(expected), leaves(value)
    right = sum(found.get(path) == leaf for path, leaf in gold.items())
    return {"exact": int(value == expected), "parts": right / max(1, len(gold)), "valid": int(follows(value, schema))}


def story_score(text, check):
    """A story has the words and the ending asked for, ends as a sentence does, and repeats no sentence."""
    lower = text.lower()
    present = [word.lower() in lower for word in check["words"]]
    ending = not check["ending"] or any(word in lower for word in check["ending"])
    sentences = [s for s in re.split(r"(?<=[.!?])\s+", text.strip()) if len(s.split()) > 3]
    whole = text.strip()[-1:] in ('.', '!', '?', '"') and len(set(sentences)) == len(sentences) > 2
    result = {"exact": int(all(present) and ending and whole), "parts": sum(present) / max(1, len(present)),
              "valid": int(whole), "a sentence twice": int(len(set(sentences)) < len(sentences)),
              "a before a vowel": int(any(map(VOWEL_SOUND.match, re.findall(r"(?i)\ba (\w+)", text))))}
    result |= {"a word": int(not all(present))} if present else {}
    return result | ({"the ending": int(not ending)} if check["ending"] else {})


def call_score(answer, check):
    calls = answer.get("calls", [])
    named = len(calls) == 1 and calls[0]["name"] == check["gold"]["name"]
    return {"exact": int(named and calls[0]["arguments"] == check["gold"]["arguments"]), "parts": int(named)}


def score(answer, sample):
    """The score of an answer of `swiftlet batch`; `None` for what only a reader can judge."""
    check, text = sample["check"], answer.get("text", "").strip()
    if "error" in answer:
        return {"exact": 0, "parts": 0, "valid": 0}
    match check["kind"]:
        case "json":
            return json_score(text, check, sample["schema"])
        case "valid":
            try:
                valid = int(follows(json.loads(text), sample["schema"]))
            except ValueError:
                valid = 0
            return {"valid": valid}
        case "f1":
            return {"exact": int(same(text, check["gold"])), "parts": f1(text, check["gold"])}
        case "label" | "exact":
            return {"exact": int(same(text, check["gold"]))}
        case "number":
            numbers = re.findall(r"-?\d+", text)
            return {"exact": int(same(text, check["gold"])), "parts": int(numbers[-1:] == [str(check["number"])])}
        case "call":
            return call_score(answer, check)
        case "no_call":
            return {"exact": int(not answer.get("calls")), "parts": f1(text, check["gold"])}
        case "refusal":
            return {"exact": int(bool(re.search(r"do not know|cannot", text)))}
        case "contains":
            present = [word.lower() in text.lower() for word in check["words"]]
            return {"exact": int(all(present)), "parts": sum(present) / max(1, len(present))}
        case "story":
            return story_score(text, check)
    return None
