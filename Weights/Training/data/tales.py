"""Stories: short ones that keep to requested words and endings, and those of the grammar in plots.txt."""

from . import chats
from .domains import PRONOUNS
from .frames import article, enumeration, frames
from .samples import message, sample

# Very short stories are a beginning, events and an ending.
BEGINNINGS = frames("""
Once upon a time, there was {a kind} called {hero}. {He} lived near {a place}.
{hero} was {a adjective} {kind}. {He} lived in {a place}.
There was once {a kind} called {hero}, who lived near {a place}.
One day, {hero} the {kind} went to {a place}.
{hero} was {a kind} who loved to sit in {a place}.
In {a place} lived {a adjective} {kind}. {His} name was {hero}.
It was a [sunny|cold|rainy|windy|quiet] morning, and {hero} the {kind} woke up in {a place}.
Long ago, {a kind} called {hero} lived in {a place}.
Do you know {hero} the {kind}? {He} lived near {a place}.
{hero} the {kind} was [bored|sad|hungry|curious|happy] that day.
""")
# What happens, up to the ending. {x} and {y} are things that may have been asked for.
EVENTS = frames("""
[One day|That morning|Suddenly], {he} found {a x} [behind|under|beside] {a y}. [What could it be?|"How [nice|strange]!" {he} said.] {He} showed the {x} to {his} friend {friend}. "[Let us play with it|Let us keep it|That is a fine {x}]!" said {friend}.
{He} had {a x} and took it everywhere. But [one day|one evening] the {x} was gone. "[Who can help me?|Where can it be?]" {he} asked. {Fr} {friend} came and [helped|looked too]. They looked behind the {y}, and there it was.
{He} wanted to give {his} friend {friend} {a x}. [On the way|On the road] {he} [fell over|stopped at|ran into] {a y}. "[Oh no|Oh dear]!" said {hero}. But the {x} was [not broken|still whole], and {friend} [liked it very much|said thank you].
{His} friend {friend} had {a x}, and {hero} had {a y}. "[Shall we swap|Let us swap]?" asked {friend}. {hero} [thought for a while|looked at the {x}]. "[Yes|Why not]," {he} said. So they swapped the {y} for the {x} and [played all day|laughed].
[One day|One night|Then] {he} heard a noise [behind|inside|under] the {y}. {He} was [afraid|a little afraid], so {he} called {his} friend {friend}. They took {a x} and went to look. It was only [a mouse|the wind|a bird].
{He} wanted to make {a x}. "[That is hard|You need {a y} for that]," said {his} friend {friend}. They took {a y} and worked [all day|until night]. [At last|In the evening] the {x} was ready.
{He} met {friend}, who was [crying|very sad]. "I have lost my {x}," said {friend}. {hero} gave {him2} {a y}. "[Take this|You can have my {y}]," {he} said. Then they looked for the {x} together and found it.
[A strong wind|A big bird|A river] took {his} {x} away. {He} ran after it with {his} friend {friend}. They [climbed on|stood on|jumped over] {a y} and caught the {x}.
There was a race, and the prize was {a x}. {He} ran with {his} friend {friend}. {friend} [fell over|was stopped by] {a y}. {hero} stopped and helped {him2}. They [came last|were slow], but they got the {x} for being kind.
It was the birthday of {friend}, {his} best friend. {He} brought {a x} and {a y}. "[I like the {x} best|What a fine {x}]!" said {friend}. They ate cake and sang.
{He} was hungry and had only {a x}. {He} met {friend}, who had {a y}. "[Let us share|Let us cook together]," said {friend}. They put the {x} and the {y} on the table and sat down.
{He} [put|hid] {a x} under the {y} and forgot it. [A year later|In winter|In spring] {his} friend {friend} found it. "[Is this your {x}|What is this]?" asked {friend}. "[My {x}|There it is]!" cried {hero}.
""")
ENDINGS = {
    "happy": frames("""
In the end they danced and laughed, and everybody was happy.
They were happy and stayed friends for ever.
{hero} smiled. It was the best day of all. They were so happy.
So all was well, and they had a happy feast.
Then they went home, tired and happy.
"""),
    "sad": frames("""
But then the {x} broke, and {hero} cried. It was a sad day.
{friend} had to go away, and {hero} was sad and alone.
The rain came, and {he} went home, wet and sad.
Later {he} lost the {x} again. {He} was very sad.
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
    place = slots["room"](dice) if dice.happens(0.6) else dice.choice(["forest", "garden", "castle", "village", "farm"])
    he, him, his = PRONOUNS[values.gender(hero, dice)]
    fill = {"kind": kind, "hero": hero, "friend": friend, "x": x, "y": y, "place": place,
            "adjective": dice.choice("little small young kind clever curious brave lazy old big".split()),
            "he": he, "He": he.capitalize(), "him": him, "his": his, "His": his.capitalize(),
            "him2": PRONOUNS[values.gender(friend, dice)][1], "Fr": dice.choice(["A friend called", his + " friend"])}
    ending = dice.choice(list(ENDINGS))
    start, events, end = (dice.say(block, fill) for block in (BEGINNINGS, EVENTS, ENDINGS[ending]))
    text = f"{start}\n\n{events}\n\n{end}"
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
