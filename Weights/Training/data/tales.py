"""Stories: short ones that keep to requested words and endings, and those of the grammar in plots.txt."""

import re

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

Far away from here, near {a place}, lived {a kind} by the name of {hero}.
Have you ever heard of {hero}? {He} was {a adjective} {kind} from {a place}.
One morning, when everybody was still asleep, {a kind} called {hero} went out of the {place}.
Everybody in the {place} knew {hero}, the {adjective} {kind}.
There are many stories about {hero}, {a adjective} {kind}. This one begins in {a place}.
"[What a fine day|I want to see the world|Something will happen today|Today I am free]," said {hero} the {kind} and looked around the {place}.
Not long ago {a adjective} {kind} came to {a place}. {His} name was {hero}.
This is the story of {hero}, {a kind} with a [big|good|brave] heart.
Near {a place} stood a tiny house, and in it lived {hero} the {kind}.
{hero} was no ordinary {kind}. {He} [could sing|was never afraid|could not sit still], and {he} loved {his} {place}.
In the days of long ago, {hero}, {a adjective} {kind}, made {his} home in {a place}.
The rain fell [softly|hard] that day. {hero} the {kind} sat in {a place} and [waited|dreamt].
Nobody knew where {hero} had come from. But one day there {he} was, {a kind} in the middle of {a place}.
It all began when {hero}, {a adjective} {kind}, [could not sleep|woke up too early|took a walk near {a place}].
Once there was {a place} where all was quiet. There lived {a kind} called {hero}.
Every [morning|evening] {hero} the {kind} walked [to|around|past] {a place}, always alone.
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

{He} [dug in the ground|looked under a stone] and found {a x}. {His} friend {friend} came along with {a y}. "[Yours is nicer|I like yours]," said {friend}. So {hero} gave {him2} the {x} to [hold|look at], and both were content.
{His} {x} would not [work|move|open] any more. So {he} took it to {his} friend {friend}, who knew everything. {friend} touched it with {a y}, [only once|very gently]. Then the {x} was as good as new.
[At the market|In a shop] {he} saw {a x}. "It costs [one|only one] {y}," said {friend}, who sold such things. {hero} ran home, got {his} {y} and came back. "[It is yours|Take it with you]," said {friend} and handed over the {x}.
{His} friend {friend} was [ill|sick in bed]. {hero} wanted to help, so {he} brought {him2} {a x} and {a y}. "[You are so kind|How good of you]," said {friend}. [The next day|Soon] {friend} felt better, and they went out for a walk.
{He} and {his} friend {friend} built a [boat|hut|tower] out of {a x} and {a y}. It [was not very big|looked strange], but it [did not fall|was their own]. "[Our work is done|We did it]!" cried {friend}.
A letter came for {hero}. "Bring {a x} to the old {y}," it said. {He} [did not understand|wondered who had sent it], but {he} asked {his} friend {friend} to come along. At the {y} [nobody was waiting|sat a small bird]. There was only a note: "Thank you, you can keep the {x}."
[One night|Once at midnight] the {x} of {hero} began to shine like [a star|gold]. {He} woke {his} friend {friend}, and they followed the light to {a y}. [Under it|Behind it] slept a [kitten|baby bird]. They kept it warm until the morning.
"I bet you cannot [jump over|climb onto|stand on] this {y}," said {friend}, who was always joking. "And if I can?" asked {hero}. "Then you get my {x}." {He} tried [three|seven] times, and at last {he} [did it|made it]. {friend} [clapped|bowed] and handed over the {x}.
{He} could not find {his} {x}. {friend}, {his} best friend, had an idea. "Did you look [in|under|behind] the {y}?" "[No|Not yet]," said {hero}. They went there together, and soon {he} held the {x} in {his} arms again.
{He} was on the way to [the sea|the next town] and carried {a x} on {his} back. It was heavy. Then {friend} came by with a cart. "Put it up here, next to my {y}," said {friend}. So they went on together and [sang|talked] all the way, and they became friends.
{He} wanted to learn how to [fly|swim|dance|whistle]. "Hold on to this {x}," said {his} friend {friend}, "and stand on that {y}." {hero} tried it [again and again|for a week]. On the last day it worked [a little|very well].
Somebody had put {a x} in front of {his} door. Was it a present? {He} asked {his} friend {friend}, who only smiled. "Look under the {y}," said {friend}. There lay a card with the name {hero} on it.
There was {a y}, as [high as a tree|big as a house], and on top of it lay {a x}. {hero} called {his} friend {friend}. {He} stood on the shoulders of {friend} and reached for it. [Down they fell|They rolled into the grass], but the {x} was safe in {his} arms.
{friend} was {his} friend, but that day they had a quarrel. "The {x} is mine!" said {friend}. "And the {y} is mine!" said {hero}. They did not speak [until evening|for two days]. Then {he} left the {y} at the door of {friend}, and all was forgotten.
It was so [hot|cold] that {he} hid inside {a y}. {friend} was in there already! "You can stay if you [lend me|show me] your {x}," said {friend}. {hero} [laughed|nodded], and they sat there together until the [evening came|sun went down].
{He} found a map. It showed the way to {a x}. With {his} friend {friend} {he} [walked|rode|marched] [for hours|all day], over a hill and past {a y}. And there, [under a stone|in a hole], was the {x}.
""")
ENDINGS = {
    "happy": frames("""
In the end they danced and laughed, and everybody was happy.
They were happy and stayed friends for ever.
{hero} smiled. It was the best day of all. They were so happy.
So all was well, and they had a happy feast.
Then they went home, tired and happy.

They all had tea and cake, and nobody was as happy as {hero}.
"I have never been so happy," said {friend}, and {hero} felt the same.
From that day on {hero} was never alone, and {he} was happy every morning.
{He} slept well that night, with a happy smile on {his} face.
And because {he} had such a good friend, {hero} lived a happy life.
People came from far away to see the {x}, and it was a happy time for all.
Both were so happy that they sang until the moon came up.
[That is how the day ended|So the day came to an end]: with a big hug and two happy friends.
"""),
    "sad": frames("""
But then the {x} broke, and {hero} cried. It was a sad day.
{friend} had to go away, and {hero} was sad and alone.
The rain came, and {he} went home, wet and sad.
Later {he} lost the {x} again. {He} was very sad.
They said goodbye, and both were sad.

But nothing lasts for ever. One morning {friend} was gone, and {hero} was sad for a long time.
Then night fell, and {hero} sat by the {y}, quiet and sad.
{friend} turned around once more, waved and went away. How sad they were!
That evening a storm carried off the {x}. {hero} looked after it with sad eyes.
"I have to leave you now," said {friend}. It was the sad end of a good time.
And yet {he} felt sad, for {he} knew that it would never be like this again.
{He} wept all night, and even the stars looked sad.
When winter came, {hero} was old and alone, and the {x} was only a sad memory.
"""),
    "funny": frames("""
But the {x} was only a hat! They laughed until their bellies hurt. That was funny.
Then {hero} fell into the mud. How funny {he} looked!
And {friend} sneezed so loud that the {y} fell down. Was that funny!
{He} had it on {his} head the whole time! Everybody found it funny.
In the end {he} put the {x} on {his} nose. It looked very funny.

But when {friend} tried to sit on the {x}, it squeaked like a pig. That was the funny part!
{hero} wanted to bow, but then {he} slipped and sat down in a bucket. Even the birds thought that it was funny.
Then a hen came along and laid an egg on the {x}. Have you ever seen anything so funny?
They looked at each other: both were covered in jam from head to toe. It was too funny!
"Why are you laughing?" asked {hero}. {He} had a cabbage on {his} head, and it looked so funny.
And {friend} put both feet into one boot and hopped home. What a funny sight!
From then on {hero} wore the {y} as a hat, and everybody knew {him} by this funny hat.
At that moment {hero} hiccuped so hard that the {x} flew out of the window. How funny it was!
"""),
    "surprising": frames("""
What a surprise: the {x} began to speak. "Hello!" it said.
And then, what a surprise, the {x} turned to gold.
It was a surprise for all: {friend} was really a king.
Inside the {x} there was a surprise: a tiny star.
When {he} woke up, it was all a dream. What a surprise!

Then came the surprise: out of the {x} climbed a very small elephant.
To the surprise of everybody, {friend} spread two wings and flew away.
{hero} opened the door, and there was the surprise: all {his} friends had come to a party.
But the {y} was not {a y} at all. It was a sleeping dragon, and it was surprised, too.
The next morning there was a surprise waiting: where the {x} had been, there stood a tree full of [cakes|lamps|apples].
"I have a surprise for you," said {friend}. "I come from the moon."
Imagine the surprise when the {x} laid an egg!
And the most surprising thing was that {hero} could now talk to the trees.
"""),
}
ENDING_WORDS = {"happy": ["happy"], "sad": ["sad"], "funny": ["funny"], "surprising": ["surpris"]}
ASKED_ENDINGS = frames("""
It should [have a {ending} ending|end {adverb}].
Give it a {ending} ending.
The ending should be {ending}.
[Make the end|Let the end be] {ending}.
With a {ending} ending, please.

I would like the ending to be {ending}.
It has to end {adverb}.
Please let it finish {adverb}.
The last part should be {ending}.
Can the end be {ending}?
Make sure that the ending is {ending}.
Ending: {ending}.
I like stories that end {adverb}.
And a {ending} end, please.
At the end, something {ending} should happen.
Close the story {adverb}[, please|].
My only wish: a {ending} ending.
Bring it to a {ending} close.
How it begins is up to you, but it must end {adverb}.
[Children|My children|The kids] want a {ending} ending.
It would be nice if the story ended {adverb}.
[The story|The tale|It|Everything|All of it] [should|must|has to|ought to|may] end {adverb}[, please|].
[I want|I would like|I hope for|We need] a {ending} [end|ending][, please|].
[Make it|Let it] [end|finish|close] {adverb}.
See that it [ends|finishes] {adverb}.
[In the end|At the end|Finally], [it|all|everything] should be {ending}.
[End|Finish|Stop|Close] {adverb}[, please|].
[But|And|Only] the [end|ending|last line|last part] [must|should|has to] be {ending}[, please|].

At the very end I want to read something {ending}.
Do not forget that it has to close {adverb}.
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
[Write|Tell me] a [short |]story in which {who} has {things}.

Can you tell me a [short |]story with {things} in it?
Think up a [short |little |]story for me, about {who}.
My [son|daughter|class] wants to hear about {who}. Make a [short |]story, please.
Words: {words}. Make a [short |]story of them.
Please put {things} into a [short |tiny |]story.
Let {who} be the hero of a [short |]story.
I am thinking of {words}. Can you make a [short |]story of these words?
Story time! Tell one about {who} and do not forget {things}.
In your [short |]story I want to read the words {words}.
Bedtime story[, please|]: {who}.
Tell me in a [short |]story what {who} did with {things}.
Make me a [short |]tale that uses {words}.
For [school|my class|a game] I need a [short |]story in which {things} can be found.
With the words {words}, could you write something [short|for children|nice] about {who}, please?
Story, please. Hero: {who}. Things: {things}.
Do you know a tale about {who}?
Invent {who} and tell us [a little|something] about what happened one day.
Who is {who}? Make it up and tell me.
[Write|Give me] some lines about {who} and {things}.
I would love to hear something about {who}.
[Entertain|Surprise] me with {who} and {things}.
Make something up with {things}.
Tell me of {who}.
One day {who} had {things}. What came of it?
Let us make up a tale. The words are {words}.
What did {who} do with {things}? Make it up.
[Can|Could] I have a [bedtime |good night |]tale with {words}?
Write for children: {words}.
Tell us a tale in which somebody has {things}.
Think of {who} who has {things}, and [write it down|go on from there].
{words}: turn these words into a [short |]tale.
Start with {who}, and end as you like.
My [niece|nephew|sister|brother] loves tales. Can you do one with {things}?
I give you the words {words}, you give me a [short |]story.
Fairy tale, please, and {things} must be in it.
Once more a story, but this time with {words}.
Something to read before bed, about {who}.
Dream up an adventure of {who}.
An adventure with {things}, please.
[Every|A good] story needs a hero. Take {who}.
Could {who} be in your next story, and {things}, too?
Describe a day in the life of {who}.
Read to me about {who} and {things}.
We need a tale for the [school paper|club|party]. It has to mention {words}.
Begin a story with {who} and bring in {things}.
Say something nice about {who} that never happened.
The children are waiting for a tale of {words}.
How about {who} and {things}? Tell it [shortly|in a few sentences].
In a few sentences: {who} and {things}.
Spin a yarn about {who}.
Put these words into a tale: {words}.
I bet you can tell a tale with {things} in it.
[Please |Now |Okay, |Next, |Quickly |]tell [me |us |the children |my son |everybody |]a[nother|] [short |little |nice |lovely |good |new |funny |]story about {who}.
[Please |Now |Okay, |Next, |]write [me |us |down |]a [short |little |nice |lovely |good |new |]story [of|about|around|on] {who}.
[Please |]make up [a|some] [story|tale|adventure] [about|of|around|for] {who}[, and keep it short|, not too long|, right now|].
[Can|Could|Would|Will] you [tell|write|make up|invent|think of] [me |us |]a [short |little |nice |]story about {who}[, please|]?
[I want|I would like|I wish for|I feel like|We want|We would like] a [short |little |good |]story about {who}[ now| tonight| today|].
[Tell|Write|Make up|Give me|Read us|Think of|Invent] a [short |little |nice |good |]story about {who} and {things}.
[Tell|Write|Make up|Give me|Read us|Think of|Invent] a [short |little |nice |good |]story [with|about] {who} [with|who has|who finds|who loses|who wants|who buys|who sees|who carries] {things}.
[Please |]tell [me |us |]about {who} [and|with|and also|together with|, plus] {things}.
[Can|Could|Would|Will] you [tell|write|make up|invent] a [story|tale] [in which|where] {who} [has|finds|loses|needs|gets|sees] {things}?
[I want|I would like|I wish for|We want] [to hear|to read|] a [story|tale] [in which|where] there is {things}.
[Write|Tell me|Tell us|Make up|Invent] a [short |little |]story [in which|where] the words {words} [appear|come up|turn up|are used|can be read].
[I want|I would like|We need] [to hear|to read|] something [in which|where] the words {words} [appear|come up|turn up|are used].
[Write|Tell|Make up|Give me] [a story|a tale|something|a few lines] [with|using|from|containing|out of] the words {words}.
[The|Your|My] words [are|are these|for today]: {words}. [Write|Tell|Make up|Now] a [story|tale|short story|short tale].
[Can|Could] you [use|put|work|fit] the words {words} [in|into] a [story|tale|few lines]?
{words}. [A story, please.|What story is in these words?|Please make a story of these.|Story?|Tell me a story with them.]
[I have|I can see|Here are|Take|On the table are] {things}. [Make|Tell me|Write] a story [of it|about that|with it in it|around that].
[With|Using|Starting from] {things}, [tell me|write|make up|invent] a [short |little |]story.
[The hero|The main character|The one it is about] [is|should be|has to be|will be] {who}. [The story|It] [needs|should have|must mention|has to have] {things}.
[We are|I am] [bored|tired|in bed|on a train|waiting|ill], so tell [me|us] about {who}.
[We are|I am] [bored|tired|in bed|on a train|waiting|ill]. [Tell|Read|Give] us something [with|about] {things}.
[Fairy tale|Bedtime story] [about|of|with] {who}[, quick|].
[Story|Tale|Fairy tale|Bedtime story] [about|of|with] {who} and {things}[, please|, quick|].
[What happened|What did happen|What happens] [to|with|when somebody meets] {who}? [Tell|Show|Write for] us.
[Once there was|Suppose there is|Say there was|Let there be] {who} [with|and|, and also] {things}. [Go on.|Tell the rest.|Write the story.|How does it go on?]
[My|Our] [friend|teacher|little girl|little boy|class|grandmother] [likes|loves|asks for|is fond of] stories [with|about|of] {things}.

What could happen to {who}? Tell it as a [short |]story.
I need [something|a tale] for my children, with {words} in it.
There should be {things} in the [short |]story that you tell me now.
A tale of {who} and {things}, as short as you like.
Let me read a few lines in which the words {words} occur.
Imagine {who}, and tell me what happens with {things}.
""")


SEX = {"boy": "m", "king": "m", "bull": "m", "ram": "m", "rooster": "m", "stallion": "m",
       "girl": "f", "queen": "f", "fairy": "f", "cow": "f", "ewe": "f", "hen": "f", "mare": "f"}
PLACES = ["forest", "garden", "castle", "village", "meadow", "valley", "cave"]
# Words of the lists that are no single thing to hold, or nothing for children.
ODD = set("""beef bonesaw bread broccoli chalk chicken chocolate deodorant dolphin dove food lotion milk money multitool outlet
paper shampoo shark sidewalk soap spring straw thread toilet toothpaste water perfume toothpick remote lace light lime
catalogue puddle tree car house whip dagger sword""".split())


def plain(draw, dice):
    """A word of a list that a story for children may have: a single one, and none of the odd ones."""
    while True:
        word = draw(dice)
        if " " not in word and word not in ODD:
            return word


def renamed(text, old, new):
    """The text with another word in the place of one, with its article and capitals."""
    def named(match):
        words = article(new) if match[1] else new
        return words[0].upper() + words[1:] if match[0][0].isupper() else words
    return re.sub(rf"(?i)\b(an? )?{re.escape(old)}\b", named, text)


def with_unheard(request, text, asked, values, heard, dice):
    """A request and its story with other words in the places of most that were asked for.

    They are any that stories name, or ones that nobody knows: where things are few, a
    model tells of those instead of what it was asked for. What was not asked for stays.
    """
    result = []
    for word in dict.fromkeys(asked):
        new = values.spelt(dice) if dice.happens(0.2) else plain(lambda dice: dice.choice(heard), dice)
        if word.islower() and dice.happens(0.7) and new not in (request + text).lower():
            request, text, word = renamed(request, word, new), renamed(text, word, new), new
        result.append(word)
    return request, text, result


def short_story(values, heard, dice):
    """A story of some sentences with the heroes, words and ending that were asked for."""
    slots = values.all_slots
    kind = plain(dice.choice([slots["animal"], slots["animal"], slots["job"], slots["petkind"],
                              lambda d: d.choice(["boy", "girl", "king", "queen", "robot", "dragon", "fairy", "giant"])]),
                 dice)
    hero, friend = values.first(dice), values.first(dice)
    while kind in SEX and values.gender(hero, dice) != SEX[kind]:
        hero = values.first(dice)
    while friend == hero:
        friend = values.first(dice)
    x, y = plain(slots["noun"], dice), plain(slots["noun"], dice)
    while y == x:
        y = plain(slots["noun"], dice)
    place = plain(slots["room"], dice) if dice.happens(0.5) else dice.choice(PLACES)
    he, him, his = PRONOUNS[SEX.get(kind) or values.gender(hero, dice)]
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
    request = request.replace(",.", ".").replace(",?", "?").replace(",,", ",").replace(", with", " with")
    asked = (chosen if "{words}" in frame else []) + (things if "{things}" in frame else [])
    if "{who}" in frame:
        asked += [kind] + ([hero] if hero in who else [])
    if dice.side == "train":
        request, text, asked = with_unheard(request, text, asked, values, heard, dice)
    wanted = None
    if dice.happens(0.6 if dice.side == "train" else 0.4):
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
