"""Schemas, and the short notation in which prompts show them to the model.

The notation is that of `SchemaOutline` in Sources/Guides: a type in the place of each
value, `?` after the name of what may be missing, notes in parentheses, types that are
referred to more than once on lines of their own.
"""

import json

ASKING = "\n\nAnswer with JSON of this form:\n"


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


def notes(schema):
    """What a schema says besides its type, in words."""
    texts = [schema["description"]] if schema.get("description") else []
    for least, most, unit in [("minimum", "maximum", ""), ("minLength", "maxLength", " character"),
                              ("minItems", "maxItems", " element")]:
        low, high = schema.get(least), schema.get(most)
        if low is None and high is None:
            continue
        text = f"at most {high}" if low is None else f"at least {low}" if high is None else \
            f"{low}" if low == high else f"{low} to {high}"
        plural = unit and not (text == "1" or text.endswith(" 1"))
        texts.append(text + unit + "s" * bool(plural))
    return texts


def references(node):
    """Everything that is referred to, as often as it is."""
    if isinstance(node, dict):
        own = [node["$ref"]] if "$ref" in node else []
        return own + [reference for part in node.values() for reference in references(part)]
    return [reference for part in node for reference in references(part)] if isinstance(node, list) else []


def outline(schema):
    """The schema as the prompt shows it."""
    counts = references(schema)
    types = {f"#/$defs/{name}": part for name, part in schema.get("$defs", {}).items()}
    if "#" in counts:
        types["#"] = schema
    lines = []

    def name(reference):
        return schema.get("title", "Answer") if reference == "#" else reference.split("/")[-1]

    def form(node):
        if "$ref" in node:
            reference = node["$ref"]
            if reference != "#" and counts.count(reference) == 1:
                return written(types[reference])
            if reference not in lines:
                lines.append(reference)
            return name(reference)
        if "anyOf" in node:
            return "|".join(map(written, node["anyOf"]))
        if "enum" in node:
            return "|".join(map(compact, node["enum"]))
        if node["type"] == "array":
            return "[" + written(node["items"]) + "]"
        if node["type"] != "object":
            return node["type"]
        required = node.get("required", [])
        return "{" + ",".join(compact(key) + ("" if key in required else "?") + ":" + written(part)
                              for key, part in node["properties"].items()) + "}"

    def written(node):
        said = "; ".join(notes(node))
        return form(node) + (f" ({said})" if said else "")

    text = form({"$ref": "#"}) if "#" in types else written(schema)
    for reference in lines:
        text += f"\n{name(reference)}: {written(types[reference])}"
    return text


def asking(prompt, schema):
    """What the user says, with the form that the answer has to have."""
    return prompt + ASKING + outline(schema)


def compact(value):
    """JSON as guides make the model write it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
