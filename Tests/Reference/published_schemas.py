"""Texts with schemas to extract from them, and the facts that an answer should have.

A fact is a path and the value there; texts are compared without case. Everything asked for is in the text.
"""

import json
import subprocess

import jsonschema


def object_of(**properties):
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def array_of(items, **bounds):
    return {"type": "array", "items": items, **bounds}


TEXT, INTEGER, NUMBER, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "number"}, {"type": "boolean"}
DATE = {"type": "string", "format": "date"}

CASES = [
    ("Maria Silva is 34 years old and lives in Porto.", object_of(name=TEXT, age=INTEGER, city=TEXT),
     {"name": "Maria Silva", "age": 34, "city": "Porto"}),
    ("The invoice 2041 of 2024-03-15 is over 1250.50 euros. It has been paid.",
     object_of(number=INTEGER, date=DATE, amount=NUMBER, paid=FLAG),
     {"number": 2041, "date": "2024-03-15", "amount": 1250.5, "paid": True}),
    ("Book a table for 4 people on 2026-05-01 at 19:30 at Luigi's.",
     object_of(restaurant=TEXT, people=INTEGER, date=DATE, time={"type": "string", "pattern": "^[0-2][0-9]:[0-5][0-9]$"}),
     {"restaurant": "Luigi's", "people": 4, "date": "2026-05-01", "time": "19:30"}),
    ("The parcel weighs 2.5 kg and goes to Oslo by express.",
     object_of(weight_kg=NUMBER, destination=TEXT, service={"enum": ["standard", "express"]}),
     {"weight_kg": 2.5, "destination": "Oslo", "service": "express"}),
    ("Ingredients: 200 g flour, 3 eggs, 100 ml milk.",
     object_of(ingredients=array_of(TEXT, minItems=3, maxItems=3), eggs=INTEGER), {"eggs": 3}),
    ("Server web-3 has the address 10.0.0.17, 8 cores and 32 GB of memory.",
     object_of(host=TEXT, address={"type": "string", "format": "ipv4"}, cores=INTEGER, memory_gb=INTEGER),
     {"host": "web-3", "address": "10.0.0.17", "cores": 8, "memory_gb": 32}),
    ("Contact: Jonas Weber, jonas@example.com, phone 0301234567.",
     object_of(name=TEXT, email={"type": "string", "format": "email"}, phone=TEXT),
     {"name": "Jonas Weber", "email": "jonas@example.com", "phone": "0301234567"}),
    ("The film Solaris was directed by Andrei Tarkovsky in 1972.", object_of(title=TEXT, director=TEXT, year=INTEGER),
     {"title": "Solaris", "director": "Andrei Tarkovsky", "year": 1972}),
    ("Temperatures: Rome 31, Oslo 12, Cairo 38.",
     object_of(cities=array_of(object_of(name=TEXT, temperature=INTEGER), minItems=3, maxItems=3)),
     {"cities.0.name": "Rome", "cities.0.temperature": 31, "cities.2.name": "Cairo", "cities.2.temperature": 38}),
    ("This product is terrible. It broke after one day.",
     object_of(sentiment={"enum": ["positive", "negative", "neutral"]}), {"sentiment": "negative"}),
    ("Flight LH400 leaves Frankfurt at 10:55 and arrives in New York at 13:30.",
     object_of(flight=TEXT, origin=TEXT, destination=TEXT),
     {"flight": "LH400", "origin": "Frankfurt", "destination": "New York"}),
    ("The function parse_date is in file utils.py at line 120.", object_of(function=TEXT, file=TEXT, line=INTEGER),
     {"function": "parse_date", "file": "utils.py", "line": 120}),
    ("Bug: the application crashes when the list is empty. Priority high, reported by Ann.",
     object_of(priority={"enum": ["low", "medium", "high"]}, reporter=TEXT), {"priority": "high", "reporter": "Ann"}),
    ("Order 77: 2 pens at 1.20 each and 1 notebook at 4.50.",
     object_of(order=INTEGER, items=array_of(object_of(name=TEXT, quantity=INTEGER, price=NUMBER), minItems=2, maxItems=2)),
     {"order": 77, "items.0.quantity": 2, "items.0.price": 1.2, "items.1.quantity": 1, "items.1.price": 4.5}),
    ("The colour is #1E90FF, also known as dodger blue.",
     object_of(hex={"type": "string", "pattern": "^#[0-9A-F]{6}$"}, name=TEXT), {"hex": "#1E90FF", "name": "dodger blue"}),
    ("Ada Lovelace was born in 1815 in London and died in 1852.",
     object_of(name=TEXT, born=INTEGER, died=INTEGER, birthplace=TEXT),
     {"name": "Ada Lovelace", "born": 1815, "died": 1852, "birthplace": "London"}),
    ("The box measures 30 by 20 by 15 cm.", object_of(length=INTEGER, width=INTEGER, height=INTEGER),
     {"length": 30, "width": 20, "height": 15}),
    ("Translate nothing. The language of this text is English.", object_of(language={"enum": ["English", "German", "French"]}),
     {"language": "English"}),
    ("Version 3.12.1 was released on 2023-12-08.",
     object_of(major=INTEGER, minor=INTEGER, patch=INTEGER, released=DATE),
     {"major": 3, "minor": 12, "patch": 1, "released": "2023-12-08"}),
    ("Team A beat team B with 3 to 1.",
     object_of(winner={"enum": ["A", "B"]}, score=array_of(INTEGER, minItems=2, maxItems=2)),
     {"winner": "A", "score.0": 3, "score.1": 1}),
]


def found(value, path):
    for part in path.split("."):
        value = value[int(part)] if part.isdigit() else value[part]
    return value


def is_same(left, right):
    return left.lower() == right.lower() if isinstance(left, str) and isinstance(right, str) else left == right


def fill(swiftlet, model, folder, temperature, seed):
    """Fills all schemas; returns the numbers of answers, of valid ones, of facts, and of facts that were found."""
    lines = [json.dumps({
        "messages": [{"role": "user", "content": f"Extract the facts as JSON.\n\n{text}"}], "schema": schema,
        "temperature": temperature, "seed": seed, "max_tokens": 300}) for text, schema, _ in CASES]
    path = folder / "schemas.jsonl"
    path.write_text("\n".join(lines))
    output = subprocess.run([swiftlet, "batch", path, "--model", model], capture_output=True, check=True, text=True).stdout
    valid = facts = right = 0
    for line, (_, schema, expected) in zip(output.splitlines(), CASES, strict=True):
        answer = json.loads(line)
        facts += len(expected)
        try:
            value = json.loads(answer.get("text", ""))
            jsonschema.validate(value, schema, format_checker=jsonschema.FormatChecker())
        except (ValueError, jsonschema.ValidationError):
            continue
        valid += 1
        right += sum(is_same(found(value, path), fact) for path, fact in expected.items())
    return len(CASES), valid, facts, right
