"""Tools whose descriptions tell what they do, and whose names tell little or nothing. For training alone.

Tools that are made of a verb and a thing have both in their names, and so have most that are written. Whoever meets no
others reads names alone, and does not find the tool that is called `helper` and *polishes a lamp*. Here several tools
are for the same kind of things, so that what is done with them has to be read.
"""

import re

from . import toolbox
from .frames import Split, plural

# Names that say nothing: of a number, of a thing or of a kind of things.
NAMES = """tool {number}|function {number}|action {number}|step {number}|helper|helper {number}|do it|run it|service|
{word} service|{word}|{word} {word}|{kind} service|{kind} desk|{kind} tool|{kind} {word}|{made}|{made} {kind}|call {made}|
ask {made}|handle {kind}|{kind} action|{kind} {number}|my {word}|use {made}|task {letter}|option {letter}|{letter} {word}
""".replace("\n", "").split("|")

DONE = """
{Does} {a kind}.
{Does} {kind}s.
{Does} some {kind}.
{Does} the {kind} that is named.
Use this to {verb} {a kind}.
To {verb} {kind}s.
For those who want to {verb} {a kind}.
{Does} {a kind}, and nothing else.
This one {does} {kind}s.
If {a kind} is to be {done}.
For {doing} {kind}s.
""".strip().split("\n")

ASKED_TO = """
{Verb} {x}.
{Verb} {x}[, please|, will you|, if you can|].
Please {verb} {x}.
[Can|Could|Would] you {verb} {x}?
I want [you to|to] {verb} {x}.
I need {x} {done}.
{x} must be {done}.
Is it possible to {verb} {x}?
Do {verb} {x}!
It is time to {verb} {x}.
Somebody should {verb} {x}.
Have {x} {done}.
Start {doing} {x}.
What about {doing} {x}?
Let us {verb} {x}.
""".strip().split("\n")

ADJECTIVES = """old tall heavy long deep wide fast cheap expensive loud big hot cold strong rich famous clean dangerous safe
healthy dry wet bright dark full busy quiet popular soft hard sharp clever lazy hungry tired angry happy sad""".split()
ACTS = """sleep sing dance swim work wait smile cry play study travel rest eat drink read write drive ride walk run jump
climb fly fall grow change close open begin end start arrive leave return vote fish hunt bake knit sew ski skate sail row
dive shop complain""".split()

# What is told, and how it is asked for. {word} is any thing, {kind} the kind of what is named, {x} the one that is.
TOLD = """
Says how many {word}s {a kind} has. | How many {word}s does {x} have? | What number of {word}s has {x}?
Tells how much {word} {a kind} needs. | How much {word} does {x} need? | Does {x} need much {word}?
Says how {adjective} {a kind} is. | How {adjective} is {x}? | Is {x} very {adjective}? | I wonder how {adjective} {x} is.
Tells which {kind} is {adjective}. | Is {x} [{adjective}|{adjective} or not]? | Would you call {x} {adjective}?
Tells the {word} of {a kind}. | What is the {word} of {x}? | Which {word} does {x} have? | {x}: which {word}?
Says when {a kind} {acts}. | When does {x} {act}? | At what time does {x} {act}? | When will {x} {act}?
Says where {kind}s {act}. | Where does {x} {act}? | Where did {x} {act}? | In what place does {x} {act}?
Says whether {a kind} {acts}. | Does {x} {act}? | Will {x} {act} today? | Did {x} {act}?
Tells why {kind}s {act}. | Why does {x} {act}? | What makes {x} {act}? | For what reason does {x} {act}?
Knows how {a kind} {acts}. | How does {x} {act}? | In what way does {x} {act}?
Says how often {a kind} {acts}. | How often does {x} {act}? | How many times a week does {x} {act}?
Finds {a word} for {a kind}. | I need {a word} for {x}. | Is there {a word} for {x}? | {x} has no {word}.
Compares {a kind} with {a word}. | Is {x} like {a word}? | {x} or {a word}?
Puts {a word} on {a kind}. | Put {a word} on {x}. | I want {a word} on {x}. | There should be {a word} on {x}.
Takes {word}s away from {a kind}. | Take the {word}s away from {x}. | {x} is full of {word}s. | No {word}s for {x}!
Looks for {word}s near {a kind}. | Are there {word}s near {x}? | I look for {a word} near {x}. | Any {word}s by {x}?
""".strip().split("\n")

# Participles of the verbs that tools are made of, where they do not end in -ed.
IRREGULAR = dict(pair.split(":") for pair in """bend:bent build:built cut:cut dig:dug draw:drawn feed:fed forget:forgotten
forgive:forgiven freeze:frozen grind:ground hang:hung keep:kept knit:knitted lead:led reset:reset sew:sewn shake:shaken
split:split sweep:swept swing:swung tear:torn wake:woken weave:woven wind:wound""".split())

# What is said of a tool that takes messages like another one, or of a label.
ANSWERS = ['For messages like "{0}"', "Answers: {0}", "When somebody says: {0}", "{0}", "Example: {0}",
           "For example: {0}", "About {1}: {0}", "For {1}.", "All that is about {1}."]


def past(verb):
    """paint -> painted: the participle."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("e"):
        return verb + "d"
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ied"
    return doubled(verb) + "ed"


def doing(verb):
    """paint -> painting."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    return (verb[:-1] if re.search(r"[^eoy]e$", verb) else doubled(verb)) + "ing"


def doubled(verb):
    """pat -> patt: before an ending."""
    return verb + verb[-1] if re.fullmatch(r"[^aeiou]*[aeiou][bdglmnprt]|equip|forget|reset|unwrap", verb) else verb


def fixed(frame, words, dice):
    """The frame with its words; what is named stays open."""
    return dice.phrase(frame, words | {"x": "{x}"})


class Described:
    """Draws tools of this sort."""

    def __init__(self, box, written, sets, real):
        self.box, self.written, self.sets, self.real = box, written, sets, real

    def name(self, kind, dice):
        words = {"number": str(dice.randint(1, 9)), "word": lambda dice: dice.choice(self.written), "kind": kind,
                 "made": self.box.values.nonsense, "letter": dice.choice("abcdefgh")}
        return dice.phrase(dice.choice(NAMES), words)

    @staticmethod
    def one(general, dice):
        """What a tool calls one of a kind."""
        return dice.choice([word for word in general[1].split() if not word.endswith("s")])

    def tools(self, dice):
        """Some tools, in most cases for things of one kind."""
        if dice.happens(0.35):
            return self.answering(dice)
        tools, general = [], dice.choice(toolbox.GENERAL)
        for _ in range(dice.randint(2, 5)):
            if dice.happens(0.3):
                general = dice.choice(toolbox.GENERAL)
            tools.append(self.doing(general, dice) if dice.happens(0.55) else self.telling(general, dice))
        return tools

    def tool(self, name, description, general, requests, dice):
        kind, words, ways = general
        key = dice.choice(words.split() + ["name", "what", "which"])
        ways = [way.format("{" + key + "}") for way in ways.split("/") if ":" not in way]  # After a colon all is text.
        requests = [request.replace("{x}", dice.choice(ways)) for request in requests]
        return toolbox.Tool([name], [description], arguments=[toolbox.Argument([key], kind, f"The {key}", False)],
                            requests=Split(requests), results=[("status", "enum:done/ok")], answer="{status}.")

    def doing(self, general, dice):
        """A tool that does something with a thing of a kind."""
        kind = self.one(general, dice)
        verb = dice.choice(toolbox.MORE_VERBS)
        words = {"verb": verb, "does": plural(verb), "done": past(verb), "doing": doing(verb), "kind": kind}
        words |= {name.capitalize(): word.capitalize() for name, word in words.items()}
        name = self.name(kind, dice) if dice.happens(0.75) else f"{verb} {kind}"
        requests = [fixed(dice.choice(ASKED_TO), words, dice) for _ in range(3)]
        return self.tool(name, fixed(dice.choice(DONE), words, dice), general, requests, dice)

    def telling(self, general, dice):
        """A tool that answers a question about a thing of a kind, or does something about it."""
        kind, act = self.one(general, dice), dice.choice(ACTS)
        words = {"word": dice.choice(self.box.heard), "adjective": dice.choice(ADJECTIVES), "act": act,
                 "acts": plural(act), "kind": kind}
        description, *requests = dice.choice(TOLD).split(" | ")
        name = self.name(kind, dice) if dice.happens(0.75) else f"{kind} " + next(
            words[word] for word in ("word", "adjective", "act") if re.search(rf"\b{word}s?\b", description))
        return self.tool(name, fixed(description, words, dice), general,
                         [fixed(request, words, dice) for request in requests], dice)

    def answering(self, dice):
        """Tools that take messages of a label each; all that tells which is another message of it, or its words."""
        labelled = dice.choice([*self.sets.values(), *self.real.values(), *self.real.values()])
        tools = []
        for label in dice.sample(list(labelled.labels), min(len(labelled.labels), dice.randint(2, 5))):
            drawn = dict.fromkeys(labelled.message(label, self.box.slots, dice).strip() for _ in range(8))
            said = [text for text in drawn if not re.search(r'[\[\]{}|"\n]', text)]
            if len(said) < 2:
                return self.answering(dice)
            description = dice.choice(ANSWERS).format(said.pop(), label[0])
            name = self.name("question", dice) if dice.happens(0.7) else dice.choice(label)
            tools.append(toolbox.Tool([re.sub(r"[^a-zA-Z0-9 ]", "", name)], [description], requests=Split(said),
                                      results=[("status", "enum:done/ok")], answer="{status}."))
        return tools
