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

Add {a noun} to the list: {facts}.
Our new {noun} has {facts}.
Can you make me {a noun} with {facts}?
Here are the values for the {noun}: {facts}.
Please take down this {noun}: {facts}.
{facts}. That is the {noun} I mean.
Write an entry for {a noun}, {facts}.
{noun} = {facts}
[Register|Record] the {noun} under these values: {facts}.
I am thinking of {a noun} with the following: {facts}.
Build {a noun} object. It should have {facts}.
For the {noun}, put down {facts}.
Note for the file: {noun}, {facts}.
Could you set up the {noun} for me? It has {facts}.
The details are {facts}. Make {a noun} of them.
We have one more {noun}: {facts}.
Let there be {a noun} with {facts}.
Type in the {noun} for me, please: {facts}.
JSON for {a noun}: {facts}.
Start a new {noun} and give it {facts}.
With {facts}, what does the {noun} look like as data?
Use {facts} for the next {noun}.
My notes on the {noun} say {facts}.
Insert [one|this] {noun} ({facts}).
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

Input:\\n{lines}\\n\\nOutput:
{noun}: {equations}
Can you turn my notes into JSON?\\n{bullets}
Parse this.\\n{csv}
{table}\\n\\nMake one object of this row.
Key and value:\\n{lines}
{equations}\\nPlease bring that into the right form.
I copied this from a [sheet|page|screen].\\n{table}
Settings:\\n{equations}
These are the facts I have:\\n{bullets}\\nFill them in.
CSV with a header line:\\n{csv}
{lines}\\n\\nThe same as an object, please.
Here is a card from our box.\\n{lines}
---\\n{lines}\\n---
Take over these values: {equations}
{noun} (one row)\\n{table}
[Reformat|Rewrite] what follows.\\n{equations}
Somebody filled in a form like this:\\n{lines}\\nPut it into ours.
{bullets}\\n\\nNow as data, please.
Read the header, then the values.\\n{csv}
Which value belongs to which field?\\n{table}
Form "{noun}"\\n{bullets}
{csv}\\n\\nThat is from my file. Convert it.
{noun}, as it was typed in: {equations}
""")

INVENT = frames("""
[Make up|Invent|Generate] {a noun}.
[Give|Show] me an example of {a noun}.
Generate a [cute|nice|funny|typical] {noun}.
Think of {a noun}.
I need [some|any] {noun}, make one up.
Create a random {noun}.
An example of {a noun}, please.

Dream up {a noun}.
Show what {a noun} could look like.
Fill this with anything you like, as long as it is {a noun}.
Any {noun} will do.
For a test I need {a noun} that does not exist.
Can you think up {a noun} for me?
Let us have a new {noun}[, please|].
Sample data: one {noun}.
Give me test data for {a noun}.
Pretend there is {a noun}. What is it like?
A [funny|strange|boring] {noun}, made up by you.
Surprise me with {a noun}.
You choose: write down some {noun} or other.
Our example page still lacks {a noun}. Please write one.
Imagine {a noun} and note its details.
It need not be real, just give me {a noun}.
Be creative. Describe {a noun} of your own.
[Random|Made-up] {noun}[, please|].
How about a brand new {noun}?
What would a [good|typical|perfect] {noun} be?
I want to try out my program, so put in [some|any] {noun}.
Mock {noun}, all fields filled.
Tell me about {a noun} that you have just thought of.
Placeholder for {a noun}, please.
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
    # Without a sentence, nothing tells who did what to whom.
    domain = passages.domain(dice, deeds=False)
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
            "csv": "; ".join(header) + "\n" + "; ".join(row)})
    return structured("structure", prompt, schema, value, check={"domain": domain.name, "known": not domain.held})


def invention(passages, dice):
    """Something to make up: any values will do, as long as they follow the schema."""
    domain = dice.pick(passages.known)
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
