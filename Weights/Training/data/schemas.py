"""Schemas in the form in which a session shows them to the model.

`GenerationSchema` writes itself as JSON Schema with `title`, `additionalProperties`
and `x-order`, named types under `$defs`, on one line with a space after each
comma and colon. `json.dumps` writes the same bytes.
"""

import json

ASKING = "\n\nAnswer with JSON that follows this schema:\n"


def object_schema(title, properties, required=None, description=None, definitions=None):
    """The schema of a type with properties."""
    schema = {"type": "object", "title": title}
    if description:
        schema["description"] = description
    schema |= {"properties": properties, "required": list(properties) if required is None else required,
               "additionalProperties": False, "x-order": list(properties)}
    if definitions:
        schema["$defs"] = definitions
    return schema


def described(node, description):
    """A node with a description, which stands after the type, or after a reference."""
    if not description:
        return node
    (key, value), *rest = node.items()
    return {key: value, "description": description, **dict(rest)}


def enumeration_schema(choices):
    """The schema of an enumeration without associated values."""
    return {"type": "string", "enum": list(choices)}


def written(schema):
    """The schema as the prompt shows it."""
    return json.dumps(schema, ensure_ascii=False)


def asking(prompt, schema):
    """What the user says, with the schema that the answer has to follow."""
    return prompt + ASKING + written(schema)


def by_hand(schema):
    """A schema as people write it for `swiftlet respond --schema`: without what only sessions need."""
    return {key: value for key, value in shown_to_models(schema).items() if key != "required" or value}


def shown_to_models(schema):
    """The parameters of a tool: without titles, order and the statement that there are no others."""
    if isinstance(schema, list):
        return [shown_to_models(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    is_schema = any(key in schema for key in ("type", "$ref", "anyOf"))
    dropped = ("title", "x-order", "additionalProperties") if is_schema else ()
    return {key: shown_to_models(value) for key, value in schema.items() if key not in dropped}


def compact(value):
    """JSON as guides make the model write it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
