"""Requests of which only the kind of what they name tells which tool is meant. For training alone.

Whoever does not know a verb can still see that just one of the tools takes a room, and where the verb ends.
"""

from collections import Counter

# Kinds that look alike: a tool that takes one of them might as well be given another.
ALIKE = {kind: line.split(":")[0] for line in """
name: first last person pet made
place: town country street
firm: company team
thing: noun object animal petkind appliance instrument car
food: food ingredient dish drink fruit
number: int money bigmoney year
text: note chore title hobby
moment: day weekday month time
""".strip().split("\n") for kind in line.split(": ")[1].split()}
WITH_ARTICLE = {"noun", "animal", "petkind", "appliance", "instrument", "room", "plant", "car", "event"}
QUOTED = {"note", "title"}

VERBS = """do|try|use|take|give|bring|help|manage|handle|arrange|consider|choose|prefer|see|hear|remember|mention|suggest
allow|need|want|fancy|like|settle|treat|see to|think of|look into|deal with|make sure of
go on with""".replace("\n", "|").split("|")
REQUESTS = """
{Verb} {told}.
{Verb} {told}[, please|, will you|, if you can|].
Please {verb} {told}[.|!|]
[Can|Could|Would|Will] you {verb} {told}?
I [want|need|would like] to {verb} {told}.
I want you to {verb} {told}.
[Now|Today|Next] we {verb} {told}.
Let us {verb} {told}.
How do I {verb} {told}?
How [often|long|far] [do|does one|should we] {verb} {told}?
How [many times|many of us|soon] {verb} {told}?
How [good|big|{made}] is it, {told}?
When [do|can|will] we {verb} {told}?
Why does nobody {verb} {told}?
Is there [anything|something|a way] to {verb} {told}?
Somebody [has to|must|should] {verb} {told}.
We [have|forgot] to {verb} {told}.
What about {told}?
And {told}?
So, {told}[, please|].
It is about {told}.
The same for {told}.
Do [it|that|the usual] for {told}.
Next: {told}
This time: {told}
Go on with {told}.
My {made} is {told}.
[{Made}|Hey|Well], {told}!
"""
REQUESTS = REQUESTS.strip().split("\n")
JOINED = [" and ", ", ", " with ", " for ", " to ", " on ", " as "]


def groups(tool, counts=lambda argument: not argument.optional):
    """How many values of each group a tool takes."""
    kinds = (argument.kind.split()[0] for argument in tool.arguments if counts(argument))
    return Counter(ALIKE.get(kind, kind) for kind in kinds)


def is_clear(tool):
    """Whether values of the tool's kinds can be told from each other, and are more than numbers and times."""
    taken = groups(tool)
    return bool(set(taken) - {"number", "moment"}) and max(taken.values()) == 1 and not any(
        argument.kind.startswith(("bool", "list", "enum")) for argument in tool.arguments if not argument.optional)


def takes(other, tool):
    """Whether another tool takes all that a request for this one names."""
    return not groups(tool) - groups(other, lambda argument: True)


def request(tool, values, words, dice):
    """What somebody says who names the values alone; `words` are those of which no tool speaks."""
    told = []
    for argument in tool.arguments:
        if argument.name in values:
            text, kind = values[argument.name].text, argument.kind.split()[0]
            told.append(f"the {text}" if kind in WITH_ARTICLE else f'"{text}"' if kind in QUOTED else text)
    text = told[0]
    for before, each in zip(told, told[1:]):
        is_plain = before[0].isupper() and each[0].islower() and dice.happens(0.4)  # "Ida soup", as in "give Ida soup"
        text += (" " if is_plain else dice.choice(JOINED)) + each
    verb = dice.choice(VERBS) if dice.happens(0.3) else words(dice)
    slots = {"verb": verb, "Verb": verb[0].upper() + verb[1:], "told": text}
    made = words(dice)
    return dice.fill(dice.choice(REQUESTS), slots | {"made": made, "Made": made.capitalize()})
