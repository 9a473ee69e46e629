"""Requests that say nothing of what a tool does: the thing that they name tells which one is meant. For training alone.

A tool that one has never seen is often found by no more than a word that its description shares with the request.
"""

import re

from .frames import article, plural

REQUESTS = """
I would like {count} THINGS[, please|].
{count} THINGS, please.
Let me have {count} THINGS by {time}.
Would {count} THINGS be enough for {person}?
Make it {count} THINGS on {day}.
There should be {count} THINGS in the {room}.
{person} wants {count} THINGS for {days} days.
For {days} days I cannot do without a THING.
The THINGS are for {count} people and {days} days.
Take the THING that is in the {room}.
Go to the {room} and see to the THING there.
The THING in the {room} must be seen to.
Is the THING still in the {room}?
No more THINGS in the {room}!
How did {person} get on with the THING?
How often does {person} use the THING?
Which THINGS are there in {city}?
Does {person} have any THINGS?
Is there a THING [in|near] {city}?
What does a THING cost in {city}?
We are going to {city} because of the THINGS.
[{city} and its THINGS, that is what I am interested in.|Tell me more of the THINGS of {city}.]
Are there any THINGS left?
What about the THING[ then|]?
{person} asks for a THING.
Let {person} know that the THING is ready.
{person} has to hear about the THING.
{person} should be there when the THING comes.
This THING belongs to {person}.
The THING of {person} would be best.
Everything that {person} has to do with THINGS, please.
The THING[, please|].
It is about the THING[ again|].
Something is wrong with the THING.
My THING is gone.
I cannot do it without the THING.
You know what to do with the THING.
It is time for the THING.
Nobody has looked at the THING since {day}.
On {day} it is the turn of the THING.
I will be there for the THING at {time}.
The THING at {time}, and not later.
Could there be a THING for {person} on {day}?
Must anything be done about the THING on {day}?
A THING with the number {code}.
{code} is what is written on the THING.
The THING in {colour}[, please|].
I like the THING better in {colour}.
They say a THING should be {colour}.
""".strip().split("\n")

# What they tell: names of the argument, kind of value, description.
ARGUMENTS = {
    "count": ("count number quantity amount", "int 2 20", "How many"),
    "days": ("days duration length", "int 2 30", "For how many days"),
    "person": ("person name guest who", "person", "Who it is"),
    "city": ("city place town where", "town", "The city"),
    "room": ("room place where", "room", "The room"),
    "day": ("day date when", "day", "The day"),
    "time": ("time at hour", "time", "The time"),
    "code": ("code number id", "code", "The number"),
    "colour": ("colour color shade", "colour", "The colour"),
}
NAMES = ["{verb} {thing}", "{verb} {things}", "{thing}", "{things}", "{thing} service", "{thing} desk", "get {things}"]
DESCRIPTIONS = ["{does} {a thing}.", "{does} {things}.", "{does} the {thing} of somebody.", "Takes care of {things}.",
                "All that has to do with {a thing}.", "{does} {things} where they are.", "Knows about {things}."]


def draw(verb, does, thing, dice):
    """A tool for a thing: its names, its description, its arguments as (names, kind, description, optional), and a
    request."""
    words = {"verb": verb, "does": does, "thing": thing, "things": plural(thing), "a thing": article(thing)}
    request = dice.choice(REQUESTS)
    arguments = []
    for key in dict.fromkeys(re.findall(r"{(\w+)}", request)):
        names, kind, description = ARGUMENTS[key]
        others = names.split() + ([plural(thing)] if key == "count" else [])
        arguments.append(([key] + others, kind, description, dice.happens(0.1)))
    return ([name.format_map(words) for name in dice.sample(NAMES, 2)], dice.choice(DESCRIPTIONS).format_map(words),
            arguments, request.replace("THINGS", plural(thing)).replace("THING", thing))
