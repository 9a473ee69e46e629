"""Extraction: a passage and a schema in the prompt, the values as JSON in the answer."""

from . import schemas
from .frames import article, frames
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

Input: {text}\\nOutput:
Could you [pull out|pick out] the facts for me? {text}
I got this [today|just now]: {text}\\nPlease note what matters.
Go through the lines below and collect what they tell about the {noun}.\\n\\n{text}
---\\n{text}\\n---\\n[Extract|Get] the fields from what stands between the lines.
[We need|I need] the {noun} as data. The source is this: {text}
"{text}"\\n\\nWhich facts does this give?
Somebody wrote down the following. Copy the values out of it.\\n{text}
{text}\\n\\nThat was all. Now enter it.
What do we learn here about the {noun}? {text}
The {noun}, please, field by field.\\n\\n{text}
[Content|Source|Document]:\\n{text}\\n\\nTask: fill the fields
I have to type this into our system, can you do it for me? {text}
Scan this for data: {text}
{text}\\n^ [get me|give me] the key facts of that
Take what you need from this [passage|paragraph]: {text}
[Hi|Hello], this came in about the {noun}. Please put it on file.\\n\\n{text}
Which values stand in this [paragraph|report|notice]?\\n\\n{text}
Do not add anything of your own, just take over what is written: {text}
Data entry for the {noun}: {text}
With the words below, complete the record.\\n{text}
{text}\\n\\nCould you sort that into fields[ for me|]?
Analyse: {text}
I will give you some lines about the {noun}. Keep what they say.\\n{text}

Have a look at what was said, and tell me the facts: {text}
{text}\\n\\nThese are my notes. I would like to have them in fields.
Pick the values for the {noun} from the following.\\n\\n{text}
What are the entries for this? {text}
""")

SYSTEMS = frames("""
You extract data from texts.
Answer only with what the text says.
You are a careful assistant.
You fill in forms.
You read [notes|messages|texts] and write down the facts.
Extract information from the given text.
You are a helpful assistant.

Copy names and numbers exactly as they are written.
Never guess: leave out what is not told.
Your job is to turn [letters|mails|reports] into records.
You work in an office and enter data.
[Reply|Respond] with JSON and nothing else.
You are good at finding facts in long sentences.
Take every value from the user's text.
As a data clerk, you pick out names, numbers and dates.
Be exact and brief.
Users send you plain text, and you send back fields.
You help people to make records from their own words.
No comments, no explanations, only the data.
You are a [small|quick] program that reads text.
Look closely at what you are given before you answer.
Keep the spelling of the source.
An assistant for [records|office work|data entry].
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
    noun = article(domain.noun)
    return dice.choice([noun[0].upper() + noun[1:], f"What a text says about {noun}",
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
    prompt = dice.say(REQUESTS, {"text": text, "noun": domain.noun})
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

Which facts are in it?
So, what are the details of the {noun}?
Please enter that for me.
Good. Give me the data now.
Can you fill the fields from [that|my last message]?
I would like this as a record.
Take the values out of [the message above|what I sent].
Now the same thing as data, please.
Sort what I told you into fields.
Make a record of the {noun}.
What have you learned about the {noun}?
Pull the facts out of it.
Parse [that|it].
Then complete this form for me.
JSON, please.
The {noun} as an object, please.
Could you write down the key facts in the form that follows?
Use what you have just read to answer this.
Let me have the {noun} in a structured form.
From my text, collect what fits here.
Show me the values that you found [there|in it].
I need the {noun} for our files.
Thanks. Next, type it into our system.
Go back to my text and copy the values.
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

Who or what is mentioned here? One entry each, please. {text}
{text}\\n\\nPut each of them into its own entry.
More than one thing may be described below. Collect them all.\\n{text}
Give me every entry: {text}
Input:\\n{text}\\n\\nOne record for each, please.
Go through this and leave none of them out. {text}
"{text}"\\nTurn that into a list of records.
There may be several in here. [Find|Get] them all: {text}
{text}\\n\\nI need all of these as data.
Make an overview of [this|the following]: {text}
Can you list everything that is described here?\\n\\n{text}
Text: {text}\\n\\nAll records:
Write one object for every one you find. {text}
For our table I need each of these with its details.\\n{text}
{text}\\n\\nHow would that look as a list?
Extract a list: {text}
Please enter them one after the other.\\n\\n{text}
Separate what is told here into single entries: {text}
Notes:\\n{text}\\n\\nTask: collect the entries in their order
Read on to the end, then note them all. {text}
{text}\\n^ all of that as a list
Here is what I heard, make entries out of it: {text}
Which ones are named below, and with which values?\\n{text}
An array of all of them, please: {text}
""")


def listed(domain, dice):
    """What a list tells of each subject: who or what it is, and one or two plain facts, each with its key."""
    plain = [n for n, f in domain.fields.items() if n != domain.subject and f.kind.split()[0] not in ("bool",)
             and not f.kind.startswith("list:")]
    names = [domain.subject] + dice.sample(plain, min(len(plain), dice.choice([1, 1, 2])))
    return {name: key_for(domain.fields[name], dice) for name in names}


def several(passages, domain, keys, count, dice):
    """A text about so many subjects, the objects of all, and a record of one; none where a text does not tell all."""
    texts, values = [], []
    for _ in range(count):
        record = passages.record(domain, dice)
        text, told = passages.passage(record, list(keys), dice)
        if not set(keys) <= set(told):
            return None
        texts.append(text)
        values.append({key: record.values[name].json for name, key in keys.items()})
    return " ".join(texts), values, record


def list_schema(domain, keys, record, dice):
    """The schema of an object that has an array of objects, and the name of the array."""
    item = schemas.object_schema(dice.choice(domain.types), {
        key: node_for(domain.fields[name], record.values[name], dice, 0) for name, key in keys.items()})
    key = dice.choice(["items", "all", "entries", "list", "results", "found"])
    array = {"type": "array", "items": {"$ref": f"#/$defs/{item['title']}"}}
    return schemas.object_schema(dice.choice(["List", "Collection", "Results", "Overview", "Entries"]), {key: array},
                                 definitions={item["title"]: item}), key


def list_extraction(passages, dice):
    """A text about several subjects, and a schema with an array of objects."""
    domain = passages.domain(dice)
    count = dice.choice([1, 2, 2, 2, 3] if dice.side == "held" else [1, 2, 3, 3, 4])
    keys = listed(domain, dice)
    found = several(passages, domain, keys, count, dice) if len(set(keys.values())) == len(keys) else None
    if found is None:
        return extraction(passages, dice)
    text, values, record = found
    schema, key = list_schema(domain, keys, record, dice)
    prompt = dice.say(LIST_REQUESTS, {"text": text})
    return structured("extract", prompt, schema, {key: values},
                      check={"domain": domain.name, "known": not domain.held, "nested": True})
