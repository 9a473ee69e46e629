"""Openings of stories that are to be gone on with, and plain requests for a story."""

import re

from .frames import frames
from .samples import message, sample

# The opening as it is typed, and how the story begins with it; `|` parts them where they differ.
OPENINGS = frames("""
Once upon a time
once upon a time
Once upon a time,
Once upon a time...
Once upon a time there was
Once upon a time, there was
Once upon a time there was a {kind}
Once upon a time, there was a {kind}
Once upon a time, there was a {kind} named {hero}
Once upon a time there was a {adjective} {kind}
Once upon a time there lived a {kind} called {hero}
Once there was a {kind}
There once was a {kind}
There was once a {kind} called {hero}
One day
One day,
One day, a {kind}
One day {hero} the {kind}
One morning, {hero} the {kind}
Long ago
Long, long ago
A long time ago
Long ago there lived a {kind}
In a small village
In a land far away
Far, far away
{hero} was a {adjective} {kind}
{hero} was a {kind} who
{hero} the {kind}
A {kind} named {hero}
It was a dark and stormy night
It was a dark and stormy night.
It was a sunny day
It was a cold morning
The {kind}
The {adjective} {kind}
In the forest there lived a {kind}
Deep in the forest
On a hill there lived a {kind}
""", 99)
ASKING = frames("""
{opening}
{opening}
{opening}
{opening}
{opening}...
Continue the story: {opening}
Continue: {opening}
Finish this story: {opening}
Start a story with "{opening}".
Write a story that begins with "{opening}".
Please go on: {opening}
""", 99)
PLAIN = frames("""
Tell me a story
Tell me a story.
tell me a story
Tell me a short story.
tell me a short story
Write a story.
write a story
Write a short story.
write me a story
story
Story time!
Tell me a bedtime story.
A bedtime story, please.
bedtime story
Can you tell me a story?
can you tell me a story
Tell a story
Tell me a [funny|happy|nice|good|little|new|fairy] [story|tale].
I want a story.
Tell me something nice.
Read me a story.
Write a story for children.
Tell me a story, please.
Another story
Tell me another story.
Write a short story about anything.
""", 99)
ABOUT = frames("""
Tell me a story about a {kind}.
tell me a story about a {kind}
Tell me a [short |little |bedtime |]story about a {adjective} {kind}.
Write a [short |]story about a {kind}.
write a story about a {kind}
Write a [short |]story about a {kind} named {hero}.
Write a story about a {kind} called {hero}.
Tell me about a {kind} called {hero}.
A story about a {kind}[, please|].
Story about a {kind}
Can you tell me a story about a {kind}?
Once upon a time there was a {kind}. What happened?
I want to hear a story about {hero} the {kind}.
Make up a story about a {kind}.
Tell me a story about {hero}.
tell me a story about a {kind} named {hero}
Write a fairy tale about a {kind}.
""", 99)
BEGINS = [
    ("dark and stormy", "It was a dark and stormy night. {hero} the {kind} lay awake {home} and could not sleep. "),
    ("sunny day", "It was a sunny day. {hero} the {kind} sat {home} and was glad. "),
    ("cold morning", "It was a cold morning. {hero} the {kind} woke up {home}. "),
    ("small village", "In a small village lived a {adjective} {kind} called {hero}. "),
    ("land far away", "In a land far away lived a {adjective} {kind} called {hero}. "),
    ("Far, far away", "Far, far away lived a {adjective} {kind} called {hero}. "),
    ("Deep in the forest", "Deep in the forest lived a {adjective} {kind} called {hero}. "),
    ("In the forest there", "In the forest there lived a {kind} called {hero}. "),
    ("On a hill there", "On a hill there lived a {kind} called {hero}. "),
    ("There was once", "There was once a {kind} called {hero} who lived {home}. "),
    ("There once was", "There once was a {kind} called {hero} who lived {home}. "),
    ("Once there was", "Once there was a {kind} called {hero} who lived {home}. "),
    ("time ago", "A long time ago a {adjective} {kind} called {hero} lived {home}. "),
    ("Long, long ago", "Long, long ago a {adjective} {kind} called {hero} lived {home}. "),
    ("Long ago there", "Long ago there lived a {kind} called {hero}. "),
    ("Long ago", "Long ago a {adjective} {kind} called {hero} lived {home}. "),
    ("One morning", "One morning, {hero} the {kind} woke up very early. "),
    ("One day", "One day, a {kind} called {hero} sat {home} and was bored. "),
    ("lived a", "Once upon a time there lived a {kind} called {hero}. "),
    ("named {hero}", "Once upon a time, there was a {kind} named {hero}. "),
    ("adjective", "Once upon a time there was a {adjective} {kind} called {hero}. "),
    ("nce upon a time", "Once upon a time, there was a {kind} called {hero} who lived {home}. "),
]
OWN = [
    ("{hero} was a {adjective} {kind}", "{hero} was a {adjective} {kind} who lived {home}. "),
    ("{hero} was a {kind} who", "{hero} was a {kind} who lived {home}. "),
    ("{hero} the {kind}", "{hero} the {kind} lived {home}. "),
    ("A {kind} named {hero}", "A {kind} named {hero} lived {home}. "),
    ("The {adjective} {kind}", "The {adjective} {kind} was called {hero} and lived {home}. "),
    ("The {kind}", "The {kind} was called {hero} and lived {home}. "),
]
FREE = ["dragon", "knight", "princess", "robot", "wizard", "king", "queen", "witch", "pirate", "giant", "unicorn", "ghost",
        "monster", "boy", "girl", "prince", "fairy", "mermaid", "farmer", "fisherman", "baker", "alien", "clown", "spider",
        "elephant", "lion", "monkey", "dinosaur", "snowman", "star", "tree", "cloud", "car", "train", "penguin", "whale"]


def told(teller, dice):
    """A story of the grammar, with the first sentence apart; half of the heroes are of kinds that it does not have."""
    story = teller.tell(dice)
    text, kind = story.text, story.kind
    if dice.happens(0.5):
        kind = dice.choice(FREE)
        text = re.sub(rf"\b{story.kind}\b", kind, text)
    first = re.match(r"[^.!?]*[.!?]\s+", text)
    slots = {"hero": story.hero, "kind": kind, "adjective": story.adjective, "home": story.home}
    rest = text[first.end():] if first else text
    # The new first sentence says where the hero lives.
    return slots, text, re.sub(r"^(He|She) (lived|was) [^.]*[.]\s+", "", rest)


def finished(text):
    """The text with "a" and "an" as they are spoken."""
    return re.sub(r'([?!]),"', r'\1"', re.sub(r"\b([Aa]) (?=[aeiou])(?!(?:uni|use|one|eu))", r"\1n ", text))


def continued(teller, dice):
    """An opening, and the story that begins with it."""
    slots, _, rest = told(teller, dice)
    opening = dice.pick(OPENINGS)
    begin = next((begin for sign, begin in OWN if opening == sign), None) or next(
        begin for sign, begin in BEGINS if sign in opening)
    typed = finished(dice.phrase(opening, slots))
    asking = dice.pick(ASKING)
    if asking != "{opening}":
        typed = typed.rstrip(".,")
    request = asking.replace("{opening}", typed)
    return request, finished(dice.phrase(begin, slots) + " " + rest).replace("  ", " ")


def asked(teller, dice):
    """A plain request for a story, or one about somebody, and the story."""
    slots, text, rest = told(teller, dice)
    if dice.happens(0.35):
        return dice.phrase(dice.pick(PLAIN)), finished(text)
    request = finished(dice.phrase(dice.pick(ABOUT), slots).replace(" .", "."))
    first = dice.choice(["Once upon a time, there was a {kind} called {hero} who lived {home}. ",
                         "There was once a {adjective} {kind} called {hero}. ",
                         "{hero} was a {adjective} {kind} who lived {home}. ",
                         "Once there was a {kind} called {hero}. "])
    return request, finished(dice.phrase(first, slots) + " " + rest).replace("  ", " ")


def story(teller, dice):
    """A story that somebody begins or asks for."""
    request, text = continued(teller, dice) if dice.happens(0.55) else asked(teller, dice)
    return sample("opening", [message("user", request), message("assistant", text)],
                  check={"kind": "story", "words": [], "ending": []})
