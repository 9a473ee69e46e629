"""Forms: types written in lines of text, from which schemas are drawn with names, order and notes that vary.

A line is `*name, other name | type | description`: the star says that the member is
never left out. Types are `text`, `int`, `int 1 10`, `number`, `number 0 5`, `bool`, `enum a/b/c`,
a type in brackets for a list, or the name of another type of the same block, which
begins with a line `Name, Other:`.
"""

import functools
import re
from dataclasses import dataclass, field

from . import schemas


@dataclass
class Member:
    names: list
    kind: str
    note: str
    always: bool

    @property
    def name(self):
        return self.names[0]


@dataclass
class Type:
    titles: list
    members: list = field(default_factory=list)


@functools.lru_cache(maxsize=None)
def types(block):
    """The types of a block by their first names; the first one is the whole."""
    found = {}
    for line in filter(None, (line.strip() for line in block.splitlines())):
        if line.endswith(":"):
            titles = [title.strip() for title in line[:-1].split(",")]
            last = found[titles[0]] = Type(titles)
            continue
        names, kind, note, *_ = [part.strip() for part in line.split("|")] + ["", ""]
        last.members.append(Member([name.strip(" *") for name in names.split(",")], kind, note, names.startswith("*")))
    return found


def styled(words, snake):
    """cooking time -> cooking_time or cookingTime."""
    first, *rest = words.split()
    return "_".join([first, *rest]) if snake else first + "".join(word[0].upper() + word[1:] for word in rest)


class Form:
    """One way to write the types of a block."""

    def __init__(self, block, dice, optional=0.06):
        self.types, self.dice, self.optional = types(block), dice, optional
        self.snake, self.noted = dice.happens(0.35), dice.happens(0.3)
        self.bounded, self.counted = dice.happens(0.6), dice.happens(0.5)

    def members(self, type, records):
        """Some of the members, and the name that each has."""
        chosen = [member for member in type.members if any(member.name in record for record in records)]
        if self.dice.happens(0.6):
            chosen = [member for member in chosen if member.always or self.dice.happens(0.6)] or chosen
        if self.dice.happens(0.35):
            self.dice.shuffle(chosen)
        names, result = set(), []
        for member in chosen:
            free = [name for name in member.names if name not in names]
            if not free:
                continue
            name = free[0] if self.dice.happens(0.5) else self.dice.choice(free)
            names.add(name)
            result.append((member, styled(name, self.snake)))
        return result

    def object(self, name, records, definitions=None):
        """The schema of a type that has all these records, and their values."""
        type, properties, required = self.types[name], {}, []
        values = [{} for _ in records]
        own = {} if definitions is None else definitions
        for member, key in self.members(type, records):
            told = [record.get(member.name) for record in records]
            absent = None in told
            node, made = self.node(member.kind, [each for each in told if each is not None], own)
            if node is None:
                continue
            note = member.note if self.noted and self.dice.happens(0.8) else None
            properties[key] = schemas.described(node, note)
            optional = absent or not member.always and self.dice.happens(self.optional)
            if not optional:
                required.append(key)
            made = iter(made)
            for value, each in zip(values, told):
                if each is not None:
                    value[key] = next(made)
        schema = schemas.object_schema(self.dice.choice(type.titles), properties, required,
                                       definitions=own if definitions is None else None)
        return schema, values

    def node(self, kind, values, definitions):
        """The schema of values of a kind, and the values as they are written."""
        if kind[0] == "[":
            inner, made = self.node(kind[1:-1], [each for value in values for each in value], definitions)
            if inner is None:
                return None, []
            made, node = iter(made), {"type": "array", "items": inner}
            if self.counted and values:
                counts = [len(value) for value in values]
                low, high = min(counts), max(counts)
                if self.dice.happens(0.35):
                    low, high = max(min(1, low), low - self.dice.randint(0, 2)), high + self.dice.randint(0, 3)
                node |= {"minItems": low, "maxItems": high}
                if low != high and self.dice.happens(0.25):
                    del node[self.dice.choice(["minItems", "maxItems"])]
            return node, [[next(made) for _ in value] for value in values]
        word, *bounds = kind.split(" ", 1)
        if word in self.types:
            if not values:
                return None, []
            schema, made = self.object(word, values, definitions)
            definitions[schema["title"]] = schema
            return {"$ref": f"#/$defs/{schema['title']}"}, made
        if word == "enum":
            return schemas.enumeration_schema(bounds[0].split("/")), values
        node = {"type": {"text": "string", "int": "integer", "number": "number", "bool": "boolean"}[word]}
        if bounds and self.bounded:
            low, high = map(int, bounds[0].split())
            node |= {"minimum": low, "maximum": high}
        return node, values


def written(block, record, dice, optional=0.06):
    """A schema of the first type of a block, and the value of a record."""
    form = Form(block, dice, optional)
    schema, (value,) = form.object(next(iter(form.types)), [record])
    return schema, value


SLOT = re.compile(r"\{(a |)(\w+)\}")


def holds(frame, record):
    """Whether all that a frame wants to tell is there."""
    return all(name in record for _, name in SLOT.findall(frame))
