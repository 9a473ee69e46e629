"""Stories: short ones that keep to requested words and endings, and those of the grammar in plots.txt."""

from . import chats
from .frames import Dice, article, enumeration, frames
from .samples import message, sample

# Very short stories. {hero} the {kind}, a {friend}, things {x} {y}, a {place}.
BEGINNINGS = frames("""
Once upon a time, there was {a kind} called {hero}. {He} lived near {a place}.
{hero} was {a adjective} {kind}. {He} lived in {a place}.
There was once {a kind} called {hero}, who had {a x}.
One day, {hero} the {kind} went to {a place}.
{hero} was {a kind} who loved {his} {x}.
In {a place} lived {a adjective} {kind}. {His} name was {hero}.
It was a [sunny|cold|rainy|windy|quiet] morning, and {hero} the {kind} woke up in {a place}.
Long ago, {a kind} called {hero} lived in {a place}.
Do you know {hero} the {kind}? {He} lived near {a place}.
{hero} the {kind} was [bored|sad|hungry|curious|happy] that day.
""")
FIRST_EVENTS = frames("""
One day, {he} found {a x}. "What is this?" said {hero}.
{He} wanted to show {his} {x} to {friend}.
There {he} saw {a x} that shone in the sun.
{He} took {his} {x} and went to see {friend}.
Suddenly {his} {x} was gone! {He} looked everywhere.
On the way {he} met {friend}, who had {a x}.
"I need {a x}," said {hero}. So {he} asked {friend}.
{friend} gave {him} {a x}. "Take care of it," said {friend}.
Under a tree {he} saw {a x}. It was very old.
"Look at my {x}!" {he} said to {friend}.
""")
SECOND_EVENTS = frames("""
Then they saw {a y}. {friend} laughed. "We can use the {y}!"
But {a y} fell down and [broke|rolled away|made a loud noise]. They were [afraid|surprised].
{friend} brought {a y}. Together they [worked|played|looked] all day.
They put the {x} into the {y} and carried it home.
"Do you want to swap it for my {y}?" asked {friend}. {hero} thought for a while.
Behind the {y} they heard a small voice. It was only a mouse.
{hero} climbed on the {y} to see better. It was very high.
A strong wind came and took the {y} away. They ran after it.
With the {y} they made a bridge over the water.
"Look, {a y}!" said {friend}. "Let us take it with us."
""")
ENDINGS = {
    "happy": frames("""
In the end they danced and laughed, and everybody was happy.
They were happy and stayed friends for ever.
{hero} smiled. It was the best day of all. They were so happy.
So all was well, and they had a happy feast.
At last they came home, tired and happy.
"""),
    "sad": frames("""
In the end the {x} was lost, and {hero} cried. It was a sad day.
{friend} had to go away, and {hero} was sad and alone.
The rain came, and {he} went home, wet and sad.
{hero} never saw the {x} again. {He} was very sad.
They said goodbye, and both were sad.
"""),
    "funny": frames("""
But the {x} was only a hat! They laughed until their bellies hurt. That was funny.
Then {hero} fell into the mud. How funny {he} looked!
And {friend} sneezed so loud that the {y} fell down. Was that funny!
{He} had it on {his} head the whole time! Everybody found it funny.
In the end {he} put the {x} on {his} nose. It looked very funny.
"""),
    "surprising": frames("""
What a surprise: the {x} began to speak. "Hello!" it said.
And then, what a surprise, the {x} turned to gold.
It was a surprise for all: {friend} was really a king.
Inside the {x} there was a surprise: a tiny star.
When {he} woke up, it was all a dream. What a surprise!
"""),
}
ENDING_WORDS = {"happy": ["happy"], "sad": ["sad"], "funny": ["funny"], "surprising": ["surpris"]}
ASKED_ENDINGS = frames("""
It should [have a {ending} ending|end {adverb}].
Give it a {ending} ending.
The ending should be {ending}.
[Make the end|Let the end be] {ending}.
With a {ending} ending, please.
""")
REQUESTS = frames("""
[Write|Tell me|Tell] a [short |very short |little |]story about {who}.
[Write|Tell me|Make up] a [short |very short |little |]story with the words {words}.
A [short |very short |]story about {who}[, please|].
[Please write|Can you write|Write] a [short |]story about {who} with {things}.
I want a [short |]story about {who} and {things}.
Use the words {words} in a [short |]story.
A [short |]story with {things}[, please|].
[Write|Tell] a [short |]story. The hero is {who}.
[Write|Invent] a [short |]story that has {things} in it.
Story words: {words}.
[Write|Tell me] a [short |]story in which {who} finds {things}.
""")


def short_story(values, dice):
    """A story of some sentences with the heroes, words and ending that were asked for."""
    slots = values.all_slots
    kind = dice.choice([slots["animal"], slots["animal"], slots["job"], slots["petkind"],
                        lambda d: d.choice(["boy", "girl", "king", "queen", "robot", "dragon", "fairy", "giant"])])(dice)
    hero, friend = values.first(dice), values.first(dice)
    x, y, place = (slots["noun"](dice) for _ in range(3))
    place = slots["room"](dice) if dice.happens(0.6) else dice.choice(["forest", "river", "castle", "village", "farm"])
    he, him, his = dice.choice([("he", "him", "his"), ("she", "her", "her")])
    fill = {"kind": kind, "hero": hero, "friend": friend, "x": x, "y": y, "place": place,
            "adjective": dice.choice("little small young kind clever curious brave lazy old big".split()),
            "he": he, "He": he.capitalize(), "him": him, "his": his, "His": his.capitalize()}
    ending = dice.choice(list(ENDINGS))
    parts = [dice.say(block, fill) for block in (BEGINNINGS, FIRST_EVENTS, SECOND_EVENTS, ENDINGS[ending])]
    text = f"{parts[0]} {parts[1]}\n\n{parts[2]} {parts[3]}" if dice.happens(0.5) else " ".join(parts)
    lower = text.lower()
    who = dice.choice([article(kind), f"{article(kind)} called {hero}", f"{hero} the {kind}", f"{hero}, {article(kind)},"])
    words = [w for w in (kind, x, y, place) if w in lower]
    chosen = dice.sample(words, min(len(words), dice.choice([2, 3, 3])))
    things = [w for w in (x, y) if w in lower]
    things = dice.sample(things, min(len(things), dice.choice([1, 2])))
    frame = dice.pick(REQUESTS)
    request = dice.fill(frame, {"who": who, "words": enumeration(chosen), "things": enumeration(map(article, things))})
    request = request.replace(",.", ".").replace(",,", ",").replace(", with", " with")
    asked = (chosen if "{words}" in frame else []) + (things if "{things}" in frame else [])
    if "{who}" in frame:
        asked += [kind] + ([hero] if hero in who else [])
    wanted = None
    if dice.happens(0.4):
        adverb = {"happy": "happily", "sad": "sadly", "funny": "in a funny way", "surprising": "with a surprise"}[ending]
        request += " " + dice.say(ASKED_ENDINGS, {"ending": ending, "adverb": adverb})
        wanted = ending
    messages = [message("system", dice.choice(chats.SYSTEM))] if dice.happens(0.1) else []
    messages += [message("user", request), message("assistant", text)]
    return sample("story", messages, check={"kind": "story", "words": asked, "ending": ENDING_WORDS.get(wanted, []),
                                            "gold": text})


def long_story(teller, dice):
    """A story of the grammar, with questions about it."""
    turns = chats.about_stories(teller, dice)
    messages = [message(role, content) for role, content in turns]
    return sample("tale", messages, check={"kind": "read", "gold": messages[-1]["content"]})
