"""Reads domains.txt and the files that go on from it: what there is to tell of a person, a pet …, in which sentences."""

import re
from dataclasses import dataclass, field, replace

from .frames import Growing, Split, lines, sides

PRONOUNS = {"m": ("he", "him", "his"), "f": ("she", "her", "her"), "thing": ("it", "it", "its")}


@dataclass
class Field:
    """Something that can be told of a subject."""
    name: str
    keys: list
    kind: str
    description: str
    questions: Growing = field(default_factory=Growing)
    sentences: Growing = field(default_factory=Growing)
    yes: list = field(default_factory=list)
    no: list = field(default_factory=list)

    def finish(self):
        self.questions, self.sentences = self.questions.split(), self.sentences.split(4)


@dataclass
class Domain:
    name: str
    types: list
    noun: str
    gender: str
    came_later: bool
    held: bool = False
    openings: Growing = field(default_factory=Growing)
    fields: dict = field(default_factory=dict)
    groups: list = field(default_factory=list)

    @property
    def subject(self):
        """The field that says who or what it is about."""
        return next(iter(self.fields))


@dataclass
class Record:
    """A subject with values, and how a text may speak of it."""
    domain: Domain
    values: dict
    slots: dict


def read_domains():
    """All domains. Later files add some, and have more sentences for those of the first, under their names alone."""
    domains = {}
    for line, came_later in lines("domains"):
        mark, _, rest = line.partition(" ")
        rest = rest.strip()
        if mark == "##":
            name, *rest = (part.strip() for part in rest.split("|"))
            if rest:
                types, noun, gender = rest
                domains[name] = Domain(name, [t.strip() for t in types.split(",")], noun, gender, came_later)
            domain = domains[name]
        elif not domains or mark == "#":
            continue
        elif mark == "!":
            domain.held = True
        elif mark == ">":
            domain.openings.add(rest, came_later)
        elif mark == "-":
            name, *rest = (part.strip() for part in rest.split("|"))
            if rest:
                keys, kind, *description = rest
                domain.fields[name] = Field(name, [k.strip() for k in keys.split(",")], kind, " ".join(description))
            latest = domain.fields[name]
        elif mark == "@":
            key, title, members = (part.strip() for part in rest.split("|"))
            domain.groups.append((key, title, [m.strip() for m in members.split(",")]))
        elif mark in ("?", "."):
            (latest.questions if mark == "?" else latest.sentences).add(rest, came_later)
        elif mark in ("+", "~"):
            (latest.yes if mark == "+" else latest.no).append(rest)
    for domain in domains.values():
        domain.openings = domain.openings.split()
        for each in domain.fields.values():
            each.finish()
    return list(domains.values())


def mentioned(frame):
    """The fields that a frame may tell."""
    return set(re.findall(r"\{(?:a )?([a-z_]+)\}", frame))


def lent(each):
    """A field as other domains can have it, with what is said of it without a word of its own; none if that is nothing."""
    def alone(frames):
        return Split([]).grow(f for f in frames.train if mentioned(f) <= {each.name, "he", "him", "his"})
    questions, sentences = alone(each.questions), alone(each.sentences)
    return replace(each, questions=questions, sentences=sentences) if questions.train and sentences.train else None


class Passages:
    """Writes passages about subjects."""

    def __init__(self, values, deeds):
        self.values, self.deeds = values, deeds
        domains = read_domains()
        self.known = sides([d for d in domains if not d.held])
        self.unknown = [d for d in domains if d.held]
        self.lent = {d.name: {name: lent(each) for name, each in d.fields.items() if name != d.subject}
                     for d in self.known["train"]}

    def domain(self, dice, deeds=True):
        """A domain of this side; of the held-out side, one of four is of a kind that training never saw, and of training's
        one of four is a deed, where a task has sentences to tell it."""
        if dice.side == "held" and dice.happens(0.25):
            return dice.choice(self.unknown)
        if deeds and dice.side == "train" and dice.happens(0.25):
            return dice.choice(self.deeds)
        return self.mixed(dice) if dice.side == "train" and dice.happens(0.2) else dice.pick(self.known)

    def mixed(self, dice):
        """A domain with some fields of another, which do not go together: their names and sentences have to be read."""
        domain, other = dice.choice(self.known["train"]), dice.choice(self.known["train"])
        taken = {key for each in domain.fields.values() for key in [each.name, *each.keys]}
        strange = [(name, each) for name, each in self.lent[other.name].items() if each and not taken & {name, *each.keys}]
        return replace(domain, fields=domain.fields | dict(dice.sample(strange, min(len(strange), 3))))

    def record(self, domain, dice):
        values = {name: self.values.draw(each.kind, dice) for name, each in domain.fields.items()}
        # Of a deed, two persons of the same name could not be told apart.
        while "doer" in values and "other" in values and values["other"].text == values["doer"].text:
            values["other"] = self.values.draw("person", dice)
        gender = self.values.gender(values[domain.subject].text, dice) if domain.gender == "person" else \
            dice.choice(["m", "f", "thing"]) if domain.gender == "pet" else "thing"
        he, him, his = PRONOUNS[gender]
        slots = {name: value.text for name, value in values.items()}
        slots |= {"He": he.capitalize(), "he": he, "him": him, "his": his, "His": his.capitalize()}
        return Record(domain, values, slots)

    def passage(self, record, wanted, dice, ordered=False):
        """A text that tells the wanted fields, in some order or in theirs. Returns it with the fields that it tells."""
        domain, told = record.domain, set()
        opening = dice.choose(dice.pick(domain.openings))
        # The sentences that follow speak of "it", so the subject has to be named first.
        sentences = [dice.fill(opening, record.slots)]
        told |= mentioned(opening)
        rest = [name for name in wanted if name not in told]
        if not ordered:
            dice.shuffle(rest)
        if domain.subject in rest:
            rest.remove(domain.subject)
            rest.insert(0, domain.subject)
        for name in rest:
            if name in told:
                continue
            each = domain.fields[name]
            if each.kind == "bool":
                frame = dice.choice(each.yes if record.values[name].json else each.no)
            else:
                frame = self.sentence(each, dice)
            if frame is None:
                continue
            frame = dice.choose(frame)
            told |= mentioned(frame) & set(domain.fields) | {name}
            sentences.append(dice.fill(frame, record.slots))
        return " ".join(sentences), [name for name in domain.fields if name in told]

    @staticmethod
    def sentence(each, dice):
        if each.sentences[dice.side]:
            return dice.pick(each.sentences)
        return None
