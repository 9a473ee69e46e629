"""Structured output: facts in a loose form, and a schema that says how they are to be written; or facts to make up."""

from . import schemas
from .extract import key_for, schema_and_value
from .frames import enumeration, frames
from .samples import structured

MAKE = frames("""
[Make|Create|Write|Generate] {a noun}[:| with] {facts}.
[I need|Give me] {a noun}[:| with] {facts}.
{a noun} with {facts}.
[New|Another] {noun}: {facts}.
Please [make|create] {a noun}[:| with] {facts}.
Enter {a noun} with {facts}.
Set up {a noun} that has {facts}.
[Store|Save|Keep] this {noun}: {facts}.
Fill in the {noun}: {facts}.
""")

FORMS = frames("""
{lines}
{lines}
{noun}\\n{lines}
Convert this to JSON:\\n{lines}
{bullets}
[Write|Turn] this [as|into] JSON.\\n{bullets}
{equations}
Data: {equations}
{table}
Turn this table into JSON:\\n{table}
{csv}
Here is a row of a table.\\n{csv}
Please structure this.\\n{lines}
Record of {a noun}:\\n{bullets}
""")

INVENT = frames("""
[Make up|Invent|Generate] {a noun}.
[Give|Show] me an example of {a noun}.
Generate a [cute|nice|funny|typical] {noun}.
Think of {a noun}.
I need [some|any] {noun}, make one up.
Create a random {noun}.
An example of {a noun}, please.
""")

NAMED = {name: frames(block, 99) for name, block in {
    "pet": "Generate a cute rescue {species}\nMake up {a species} called {name}.\nInvent {a colour} {species}.",
    "person": "Make up a person from {city}.\nInvent {a job} called {name}.\nGenerate somebody who is {age} years old.",
    "recipe": "Invent a recipe for {name}.\nMake up a dish that takes {minutes} minutes.",
    "book": "Invent a book by {author}.\nMake up a {genre}.",
    "event": "Plan {a title} in {place}.\nMake up {a title}.",
    "shop": "Invent {a kind} in {city}.\nMake up {a kind}.",
}.items()}


def fact(field, value, dice):
    """A fact with its name, as in "age 12"."""
    name = " ".join(schemas_words(key_for(field, dice)))
    text = {True: "yes", False: "no"}.get(value.json, None) if isinstance(value.json, bool) else None
    return name, text or value.text


def schemas_words(key):
    """fullName -> full, name."""
    words, word = [], ""
    for letter in key:
        if letter.isupper():
            words.append(word)
            word = ""
        word += letter.lower()
    return [w for w in words + [word] if w and w != "is"] or ["is"]


def structure(passages, dice):
    """Facts in one of many loose forms, wanted in the form of a schema."""
    domain = passages.domain(dice)
    record = passages.record(domain, dice)
    others = [n for n in domain.fields if n != domain.subject]
    names = [domain.subject] + dice.sample(others, min(len(others), dice.randint(1, 4)))
    facts = [fact(domain.fields[n], record.values[n], dice) for n in names]
    schema, value = schema_and_value(record, dice.sample(names, len(names)) if dice.happens(0.5) else names, [], dice)
    if dice.happens(0.45):
        told = enumeration([f"{name} {text}" for name, text in facts])
        prompt = dice.say(MAKE, {"noun": domain.noun, "facts": told})
    else:
        header, row = [name for name, _ in facts], [text for _, text in facts]
        prompt = dice.phrase(dice.pick(FORMS), {
            "noun": domain.noun.capitalize(), "lines": "\n".join(f"{name}: {text}" for name, text in facts),
            "bullets": "\n".join(f"- {name}: {text}" for name, text in facts),
            "equations": "; ".join(f"{name} = {text}" for name, text in facts),
            "table": " | ".join(header) + "\n" + " | ".join(row),
            "csv": "; ".join(header) + "\n" + "; ".join(row)}).replace("\\n", "\n")
    return structured("structure", prompt, schema, value, check={"domain": domain.name, "known": not domain.held})


def invention(passages, dice):
    """Something to make up: any values will do, as long as they follow the schema."""
    domain = dice.choice(passages.known)
    record = passages.record(domain, dice)
    others = [n for n in domain.fields if n != domain.subject]
    names = [domain.subject] + dice.sample(others, min(len(others), dice.randint(1, 4)))
    schema, value = schema_and_value(record, names, [], dice)
    if domain.name in NAMED and dice.happens(0.5):
        frame = dice.choice(NAMED[domain.name].train)
        prompt = dice.fill(frame, record.slots)
    else:
        prompt = dice.say(INVENT, {"noun": domain.noun})
    return structured("invent", prompt, schema, value, check={"kind": "valid"})
