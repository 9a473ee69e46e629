"""Writes small stories from the grammar in plots.txt and the people in words.py.

A story is a plot told about a hero and a friend. Who they are, what they are
called and every wording are drawn by chance; names and pronouns stay the same
throughout, because they are filled in last.
"""

import random
import re
from dataclasses import dataclass, field
from pathlib import Path

from . import words

PRONOUNS = {
    "m": dict(he="he", him="him", his="his", himself="himself"),
    "f": dict(he="she", him="her", his="her", himself="herself"),
}


@dataclass
class Plot:
    name: str
    themes: list
    friends: list = field(default_factory=list)
    slots: list = field(default_factory=list)
    lines: list = field(default_factory=list)
    questions: list = field(default_factory=list)


@dataclass
class Story:
    text: str
    plot: str
    themes: list
    hero: str
    kind: str
    adjective: str
    home: str
    friend: str
    friend_kind: str
    questions: list


def read_plots(path):
    plots = []
    for line in Path(path).read_text().splitlines():
        line = line.strip()
        if line.startswith("## "):
            name, themes = line[3:].split(" | ")
            plots.append(Plot(name, [t.strip() for t in themes.split(",")]))
        elif not plots or line.startswith("#"):
            continue
        elif line.startswith("@friend"):
            plots[-1].friends = line.split()[1:]
        elif re.match(r"\w+ := ", line):
            plots[-1].slots.append(line.split(" := ", 1))
        elif line.startswith("? "):
            plots[-1].questions.append(line[2:].split(" = "))
        else:
            plots[-1].lines.append(line)
    return plots


INNERMOST = re.compile(r"\[([^\[\]]*)\]")


def choose(text, dice):
    """Replaces each [a|b|c] by one of its parts, innermost first."""
    while INNERMOST.search(text):
        text = INNERMOST.sub(lambda m: dice.choice(m[1].split("|")), text)
    return text


def tidy(text):
    """Spaces, "a" and "an", and capitals at the start of sentences."""
    text = re.sub(r" +", " ", text)
    text = re.sub(r" ([.,!?])", r"\1", text)
    text = re.sub(r" ?\n+ ?", "\n\n", text).strip()
    text = re.sub(r"\b([Aa]) (?=[aeiouAEIOU])(?!(?:uni|use|one|eu))", r"\1n ", text)
    return re.sub(r"(^|\n|[.!?] )([a-z])", lambda m: m[1] + m[2].upper(), text)


def weighted(block, dice):
    rows = [line.split(" ", 1) for line in block.splitlines() if line.strip()]
    return dice.choices([row[1] for row in rows], [int(row[0]) for row in rows])[0]


def spread(block):
    return [part.strip() for part in block.replace("\n", "|").split("|") if part.strip()]


class StoryTeller:
    def __init__(self, folder=Path(__file__).parent, more_names=((), ())):
        self.plots = read_plots(folder / "plots.txt")
        self.more_boys, self.more_girls = map(list, more_names)
        self.kinds = {}
        for group, (kinds, _) in words.GROUPS.items():
            for entry in kinds.split():
                kind, _, gender = entry.partition(":")
                self.kinds[kind] = (group, gender)
        self.homes = {group: spread(homes) for group, (_, homes) in words.GROUPS.items()}

    def gender_and_name(self, kind, dice):
        group, gender = self.kinds[kind]
        gender = gender or dice.choice("mf")
        if group not in ("child", "adult") and dice.random() < 0.5:
            return gender, dice.choice(words.PET_NAMES)
        common, more = (words.BOYS, self.more_boys) if gender == "m" else (words.GIRLS, self.more_girls)
        return gender, dice.choice(more if more and dice.random() < 0.3 else common)

    def hero_kind(self, plot, dice):
        while True:
            group = dice.choices(list(words.LEADS), list(words.LEADS.values()))[0]
            if group == "adult" and any("{parent}" in line for line in plot.lines):
                continue
            return dice.choice(words.GROUPS[group][0].split()).split(":")[0]

    def friend_kind(self, plot, group, taken, dice):
        while True:
            if plot.friends:
                kind = dice.choice(plot.friends)
            elif dice.random() < 0.4:
                kind = dice.choice(words.GROUPS[group][0].split()).split(":")[0]
            else:
                kind = dice.choice(list(self.kinds))
            if kind not in taken and (kind, self.kinds[kind][0]) != ("mouse", "forest"):
                return kind

    def tell(self, dice, plot=None, kind=None, name=None):
        """A new story. The plot, the hero's kind and the hero's name may be given."""
        plot = plot or dice.choice(self.plots)
        kind = kind or self.hero_kind(plot, dice)
        group = self.kinds[kind][0]
        gender, own_name = self.gender_and_name(kind, dice)
        hero = name or own_name
        friend_kind = self.friend_kind(plot, group, {kind} if group != "child" else set(), dice)
        friend_gender, friend = self.gender_and_name(friend_kind, dice)
        while friend == hero:
            friend_gender, friend = self.gender_and_name(friend_kind, dice)
        others = [k for g in ("forest", "farm") for k in words.GROUPS[g][0].split()]
        others = [k.split(":")[0] for k in others]
        others = [k for k in others if k not in (kind, friend_kind, "mouse", "kitten")]
        home = dice.choice(self.homes[group])

        slot = dict(PRONOUNS[gender], H=hero, K=kind, F=friend, FK=friend_kind, home=home)
        slot.update({"f" + k: v for k, v in PRONOUNS[friend_gender].items()})
        slot["adjective"] = dice.choice(spread(words.ADJECTIVES))
        slot["a_lead"] = f"a {slot['adjective']} {kind}"
        if dice.random() < 0.2:
            slot["a_lead"] = f"a {kind}"
        slot["called"] = dice.choice(["called", "named"])
        parent = dice.choice(["mother", "mother", "father", "grandmother", "grandfather"])
        parent_gender = "f" if "mother" in parent else "m"
        slot.update({"p" + k: v for k, v in PRONOUNS[parent_gender].items()})
        slot.update(parent=parent, pher=PRONOUNS[parent_gender]["his"])
        slot["home_with"] = home
        if group != "adult" and dice.random() < 0.4:
            slot["home_with"] = f"with {slot['his']} {parent} {home}"
        slot["home_to"] = "home"
        slot["fa"] = f"a {friend_kind}"
        slot["fintro"] = choose(
            f"a [{words.FRIEND_ADJECTIVES.replace(chr(10), '|')}] {friend_kind} [called|named] {friend}", dice)
        slot["k1"], slot["k2"] = dice.sample(others, 2)
        elder = dice.choice(["Grandmother", "Grandfather", "Aunt " + dice.choice(words.GIRLS),
                             "Uncle " + dice.choice(words.BOYS)])
        elder_gender = "f" if elder.startswith(("Grandm", "Aunt")) else "m"
        slot.update(gran=elder, granshe=PRONOUNS[elder_gender]["he"])
        slot["GranShe"] = slot["granshe"].capitalize()
        for key, value in plot.slots:
            slot[key] = choose(value, dice).format_map(slot)
        slot.update({k[0].upper() + k[1:]: v[0].upper() + v[1:] for k, v in list(slot.items())
                     if k[0].islower()})

        opening = weighted(words.OPENINGS, dice)
        if dice.random() < 0.35:
            opening += " " + dice.choice([t for t in words.TRAITS.splitlines() if t])
        body = "\n".join([opening, *plot.lines])
        text = tidy(choose(body + " " + weighted(words.CLOSINGS, dice), dice).format_map(slot))
        questions = [(tidy(q.format_map(slot)), tidy(a.format_map(slot))) for q, a in plot.questions]
        return Story(text, plot.name, plot.themes, hero, kind, slot["adjective"], home,
                     friend, friend_kind, questions)


if __name__ == "__main__":
    dice = random.Random()
    print(StoryTeller().tell(dice).text)
