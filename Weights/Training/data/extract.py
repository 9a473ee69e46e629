"""Extraction: a passage and a schema in the prompt, the values as JSON in the answer."""

from . import schemas
from .frames import frames
from .samples import message, structured

REQUESTS = frames("""
{text}
{text}
Extract the data from this text: {text}
[Find|Get|Take] the [details|facts|data] [in|from] this text.\\n\\n{text}
Read the text and fill in the {noun}.\\n\\n{text}
What does this text say about the {noun}?\\n\\n{text}
{text}\\n\\n[Extract|Read out] the {noun}.
{text}\\n\\nPut this into a record.
Text: {text}
[Read|Parse] this: {text}
Turn this text into data: {text}
Extract the {noun} from: "{text}"
Here is a text: {text}\\nWhat are the [facts|values]?
Fill in the form.\\n{text}
Please extract the {noun} from this [note|text|message]. {text}
[Note|Message]: {text}\\n\\nWhat are the details of the {noun}?
""")

SYSTEMS = frames("""
You extract data from texts.
Answer only with what the text says.
You are a careful assistant.
You fill in forms.
You read [notes|messages|texts] and write down the facts.
Extract information from the given text.
You are a helpful assistant.
""")


def key_for(field, dice):
    """The name of a property."""
    return dice.choice(field.keys)


def node_for(field, value, dice, probability=0.3):
    """The schema of a property, now and then with its description, bounds or counts."""
    node = value.node
    if field.kind.startswith("int ") and dice.happens(0.12):
        low, high = map(int, field.kind.split()[1:])
        node = node | {"minimum": low, "maximum": high}
    if field.kind.startswith("list:") and dice.happens(0.4):
        low, high = map(int, field.kind.split()[1:])
        node = node | dice.choice([{"minItems": low, "maxItems": high}, {"minItems": len(value.json),
                                                                         "maxItems": len(value.json)}])
    return schemas.described(node, field.description if dice.happens(probability) else "")


def described_as(domain, dice):
    """The description of a type, now and then."""
    return dice.choice([f"A {domain.noun}", f"What a text says about a {domain.noun}",
                        f"The facts about the {domain.noun}"]) if dice.happens(0.15) else None


def schema_and_value(record, names, absent, dice):
    """A schema for some fields, with the values of those that are not absent.

    Two fields that belong together may stand in an object of their own.
    """
    domain = record.domain
    properties, value, required, definitions, done = {}, {}, [], {}, set()
    groups = {m: g for g in domain.groups for m in g[2] if all(n in names and n not in absent for n in g[2])}
    nest = bool(groups) and dice.happens(0.6)
    describe = 0.6 if dice.happens(0.4) else 0.0
    for name in names:
        if name in done:
            continue
        if nest and name in groups:
            key, title, members = groups[name]
            inner, inside = {}, {}
            for member in members:
                inner_key = key_for(domain.fields[member], dice)
                inner[inner_key] = node_for(domain.fields[member], record.values[member], dice, describe)
                inside[inner_key] = record.values[member].json
                done.add(member)
            definitions[title] = schemas.object_schema(title, inner)
            properties[key], value[key] = {"$ref": f"#/$defs/{title}"}, inside
            required.append(key)
            continue
        key = key_for(domain.fields[name], dice)
        if key in properties:
            continue
        properties[key] = node_for(domain.fields[name], record.values[name], dice, describe)
        if name not in absent:
            value[key] = record.values[name].json
        if name not in absent and (not absent or dice.happens(0.8)):
            required.append(key)
    title = dice.choice(domain.types)
    return schemas.object_schema(title, properties, required, described_as(domain, dice), definitions), value


def extraction(passages, dice):
    """A passage about one subject, and a schema for some of what it tells."""
    domain = passages.domain(dice)
    record = passages.record(domain, dice)
    others = [name for name in domain.fields if name != domain.subject]
    wanted = [domain.subject] * dice.happens(0.8) + dice.sample(others, min(len(others), dice.randint(1, 4)))
    distractors = [name for name in others if name not in wanted]
    extra = dice.sample(distractors, min(len(distractors), dice.choice([0, 0, 1, 1, 2])))
    text, told = passages.passage(record, wanted + extra, dice)
    names = [name for name in wanted if name in told]
    # What the text does not say can only be asked for as optional.
    silent = [name for name in others if name not in told]
    absent = dice.sample(silent, 1) if silent and dice.happens(0.12) else []
    names += absent
    if not dice.happens(0.4):
        dice.shuffle(names)
    schema, value = schema_and_value(record, names, absent, dice)
    prompt = dice.say(REQUESTS, {"text": text, "noun": domain.noun}).replace("\\n", "\n")
    system = dice.say(SYSTEMS) if dice.happens(0.15) else None
    check = {"domain": domain.name, "known": not domain.held}
    if dice.happens(0.1):
        return later(text, domain, schema, value, check, dice)
    return structured("extract", prompt, schema, value, system=system, check=check)


REPLIES = ["I see.", "All right.", "Thank you, I have read it.", "OK."]
LATER = frames("""
[Extract|Now extract] the {noun} from [it|the text above|that].
[Now fill|Fill] in the form.
What does it say about the {noun}?
Put it into JSON.
[Write|Give me] the facts as JSON.
Turn what I said into data.
""")


def later(text, domain, schema, value, check, dice):
    """The passage in one turn, the request in the next."""
    last = structured("extract", dice.say(LATER, {"noun": domain.noun}), schema, value, check=check)
    first = [message("user", dice.choice([text, f"Read this: {text}", f"Here is a text. {text}"])),
             message("assistant", dice.choice(REPLIES))]
    return last | {"messages": first + last["messages"]}


LIST_REQUESTS = frames("""
{text}
List all of them. {text}
{text}\\n\\nExtract [everyone|all of them].
[Find|Get] everything that the text tells.\\n\\n{text}
Make a list of what is named here: {text}
{text}\\n\\nMake a list.
""")


def list_extraction(passages, dice):
    """A text about several subjects, and a schema with an array of objects."""
    domain = passages.domain(dice)
    count = dice.choice([1, 2, 2, 2, 3])
    plain = [n for n, f in domain.fields.items() if n != domain.subject and f.kind.split()[0] not in ("bool",)
             and not f.kind.startswith("list:")]
    names = [domain.subject] + dice.sample(plain, min(len(plain), dice.choice([1, 1, 2])))
    keys = {name: key_for(domain.fields[name], dice) for name in names}
    if len(set(keys.values())) < len(keys):
        return extraction(passages, dice)
    texts, values, records = [], [], []
    for _ in range(count):
        record = passages.record(domain, dice)
        text, told = passages.passage(record, names, dice)
        if not set(names) <= set(told):
            return extraction(passages, dice)
        texts.append(text)
        records.append(record)
        values.append({keys[name]: record.values[name].json for name in names})
    item = schemas.object_schema(dice.choice(domain.types), {
        keys[name]: node_for(domain.fields[name], records[0].values[name], dice, 0) for name in names})
    key = dice.choice(["items", "all", "entries", "list", "results", "found"])
    array = {"type": "array", "items": {"$ref": f"#/$defs/{item['title']}"}}
    outer = schemas.object_schema(dice.choice(["List", "Collection", "Results", "Overview", "Entries"]), {key: array},
                                  definitions={item["title"]: item})
    prompt = dice.say(LIST_REQUESTS, {"text": " ".join(texts)}).replace("\\n", "\n")
    return structured("extract", prompt, outer, {key: values},
                      check={"domain": domain.name, "known": not domain.held, "nested": True})
