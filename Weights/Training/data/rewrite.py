"""Rewriting: shorter, as a list, as a sentence, politely, in the past, about somebody else."""

from .frames import enumeration, frames, pairs
from .samples import answered

SHORTER_REQUESTS = frames("""
Make this shorter: {text}
Shorten this: {text}
{text}\\n\\nMake it shorter.
Say it in fewer words: {text}
Shorten this [sentence|text]. {text}
[Rewrite|Write] this shorter: {text}
{text}\\n\\nShorter, please.
Sum this up: {text}
Can you [shorten|sum up] this? {text}
Please make this text shorter.\\n{text}

Too long: {text}
Cut this down[, please|]. {text}
{text}\\n\\nWhat is the short version?
What is the main point here? {text}
Leave out what is not needed: {text}
Input: {text}\\nShort form:
In a nutshell, what does this say? {text}
"{text}"\\nNow with fewer words.
Trim the sentence below.\\n\\n{text}
I have little space, so how can I put this more briefly? {text}
Keep only the core of [this|the following]: {text}
tl;dr of this: {text}
Give me the gist: {text}
{text}\\n^ shorter?
Who has time for that? Be brief: {text}
Long version: {text}\\nShort version:
Strip this of everything that is not important. {text}
Could you tighten this sentence for me?\\n{text}
Reduce this to the essentials: {text}
{text}\\n\\nNow just the bare facts.
A brief version of this, please: {text}
My teacher says this is too wordy: {text}
Condense: {text}
For a headline I need this in a few words: {text}
""")
LIST_REQUESTS = frames("""
Write this as a list: {text}
Make a list: {text}
{text}\\n\\nMake a list of it.
Turn this into a list: {text}
List the things in this sentence: {text}
[Give|Write] me a list. {text}
{text}\\n\\nAs a list, please.
Put this into list form: {text}
Bullet points, please: {text}

Input: {text}\\nList:
{text}\\n\\nOne thing on each line, please.
Write the items of this sentence below each other. {text}
Use a dash for every item: {text}
I would like to tick these off one by one. {text}
Which things are named? Note them line by line.\\n{text}
"{text}"\\nPlease as bullets.
Break this up into points: {text}
Can you make a checklist from this? {text}
{text}\\n^ as a list
Pull the items out of this line: {text}
My sentence is hard to read. List what is in it. {text}
Itemise: {text}
I need that as a bulleted list.\\n{text}
No sentence, just the items, please: {text}
Sentence: {text}\\nBullet points:
Could you write these down one under the other? {text}
Everything that is counted up here should get its own line. {text}
Take the sentence apart into a list.\\n\\n{text}
{text}\\n\\nSo what is on the list?
Set out in points what this says: {text}
List form, please.\\n{text}
Collect the things that are mentioned: {text}
I want to pin this up as a list: {text}
""")
SENTENCE_REQUESTS = frames("""
Write this list as a sentence:\\n{text}
Turn this list into a sentence.\\n{text}
{text}\\n\\nWrite it in one sentence.
Make a sentence from this list:\\n{text}
One sentence, please:\\n{text}

{text}\\n^ as a sentence, please
Say this list in one line.\\n{text}
Input:\\n{text}\\nSentence:
I do not want bullets. Write it out.\\n{text}
Join these with commas and an "and".\\n{text}
{text}\\n\\nNow all in a row, please.
How would you read out this list?\\n{text}
Put the points together:\\n{text}
{text}\\n\\nCan you make that a single sentence?
List:\\n{text}\\n\\nThe same as running text:
Please connect these items.\\n{text}
From bullets to text:\\n{text}
Undo the list.\\n{text}
My list has too many lines. Write it on one.\\n{text}
These belong in a single line.\\n{text}
Write the following one after another, with commas.\\n{text}
String these together:\\n{text}
{text}\\n\\nHow do I say that in a sentence?
Take away the dashes and line breaks.\\n{text}
Could you turn the items into a [short |]sentence for me?\\n{text}
For a letter I need this as a sentence:\\n{text}
Combine:\\n{text}
Bullets:\\n{text}\\nIn words:
Make this list flow as a line of text.\\n{text}
""")
POLITE_REQUESTS = frames("""
Say this politely: {text}
Make this polite: {text}
{text}\\n\\nSay it in a polite way.
How do I say this politely? {text}
More polite, please: {text}
Rewrite this in a friendly way: {text}

That sounds rude. Make it nicer: {text}
How would a polite person put this? {text}
{text}\\n\\nWhat would be a kinder way to say it?
With good manners, please: {text}
Rude: {text}\\nPolite:
I want to ask my boss this, but nicely. {text}
Turn this order into a polite request: {text}
Soften this: {text}
"{text}"\\nThat is too harsh. Can you say it well?
Add some courtesy: {text}
What should I say instead of "{text}"
Reword this so that nobody is hurt by it. {text}
Input: {text}\\nPolite version:
Could you put this more gently? {text}
My grandmother would not like to hear this. Please improve it.\\n{text}
{text}\\n^ can you make that sound friendlier?
Phrase it as a polite question or wish: {text}
Ask for this in a nice way: {text}
Courteous wording, please.\\n\\n{text}
I am writing to a stranger. How do I word this? {text}
Say it the way a good waiter would: {text}
Be nice and rephrase: {text}
Mind your manners: {text}
Please change the tone of this line to a polite one.\\n{text}
""")
PAST_REQUESTS = frames("""
Put this into the past: {text}
Write this in the past tense: {text}
{text}\\n\\nIn the past tense, please.
Yesterday it was the same. Say it: {text}
Change this to the past tense: {text}

Tell it as if it had happened already: {text}
It is over now. How does the sentence go? {text}
Present: {text}\\nPast:
Change the verb to the past: {text}
{text}\\n\\nSay that of a time long ago.
Make the past tense of this: {text}
What would this be in the past? {text}
Input: {text}\\nPast tense:
Rewrite the sentence for a story of long ago.\\n{text}
"{text}" Please say it in the past.
I am learning English. What is the past tense of this sentence? {text}
From now to then: {text}
{text}\\n^ past tense?
Grammar task: use the past tense.\\n{text}
Convert to past: {text}
That was before. Tell it again, in the right tense: {text}
Put the verb of the following line into its past form.\\n\\n{text}
Could you change the tense from present to past? {text}
Simple past, please: {text}
Pretend that this was long ago: {text}
Let the sentence speak of earlier days. {text}
{text}\\n\\nThat is not so any more. Say how it was.
Write how it was then, with the verb in the past: {text}
Only the tense is wrong here, it should be past. {text}
""")
CAPITALS_REQUESTS = frames("""
Find the names in this text: {text}
Which names are in this text? {text}
{text}\\n\\nWhat names do you find?
List all names: {text}
Who is in this text? {text}

Which people are named here? {text}
Input: {text}\\nPeople:
Pick out everybody's name: {text}
{text}\\n\\nName the people.
Tell me who [is|gets] mentioned: {text}
I need the names of the persons in this line.\\n{text}
"{text}" Whose names do you read?
Give me just the names: {text}
Extract the people: {text}
{text}\\n^ who?
About whom is this written? {text}
First names only, please: {text}
Copy the names of people out of the sentence.\\n\\n{text}
Everyone in here, separated by commas: {text}
Look for persons in this text. {text}
Text: {text}\\nNames:
Who plays a part in this? {text}
Can you spot the names? {text}
Make a note of who is meant: {text}
Find out who it is about.\\n{text}
{text}\\n\\nSo which people do we have here?
Leave out all but the names of the people: {text}
Person or persons in this sentence? {text}
Say by name who appears in the following line. {text}
""")

# The long form and what is left of it.
SHORTER = pairs("""
[Yesterday|Last week|This morning|As you may know], the [very old|young and happy|rather tired|well-known] {job} [slowly|carefully|finally|once again] [opened|closed|cleaned|sold|found|lost] the [big|small|very heavy|beautiful] {colour} {noun}. = The {job} {4} the {noun}.
{first}, who [lives in {town}|is a good friend of mine|came from {town} last year|has {a noun}], [really|often|always] [likes|loves|buys|eats] {food} [in the evening|on Sundays|with the family]. = {first} {3} {food}.
It is [a well-known fact|certainly true|often said] that {first} [has|owns|wants] {a colour} {noun}[, as everybody says|, and that is all|]. = {first} {2} {a noun}.
I [would just like|only wanted] to [say|tell you|let you know] that the {noun} is [unfortunately|now|really] [broken|ready|late|lost|sold]. = The {noun} is {4}.
[At the end of a long day|After a long journey|In spite of the bad weather], {first} and {first2} [happily|at last|together] [arrived|met|rested|ate] in {town}. = {first} and {first2} {3} in {town}.
The {animal}, which was [very big|quite small|as fast as the wind], [quickly|suddenly|quietly] [jumped|ran|climbed] over the [old|broken|high] {noun} [and was gone|and nobody saw it|]. = The {animal} {3} over the {noun}.
In the [beautiful|little|old|busy] town of {town} there is a [very famous|new|nice little] {shopkind} where [many people|tourists|all of us] [buy|find|look for] {food}. = In {town} there is {a shopkind}.
Because [it was raining|nobody was at home|the bus was late], {first} [had to wait|stayed|slept] in the [cold|dark|warm] {room} for [many hours|a long time|two hours]. = {first} {2} in the {room}.
[Please be so kind and|If you have time,|When you can,] bring the [old|new|lovely] {noun} to {first}, [who needs it|because it is needed|as we said]. = Bring the {noun} to {first}.
My [dear|good old|best] friend {first} [told|wrote to|informed] me [on the phone|in a long letter|yesterday] that the {noun} costs {number} dollars. = {first} says that the {noun} costs {number} dollars.

The [old|friendly|tall] {job} [assured|reminded|told] us [again|last week|in the street] that the {room} is [closed|open|clean]. = The {job} says that the {room} is {4}.
{first} has [just|only now] [written|called|sent word] to [me|us all] that the {noun} weighs {number} pounds. = {first} says that the {noun} weighs {number} pounds.
[Listen|Imagine], our [neighbour|teacher|cousin] {first} [swears|is quite sure|keeps telling everybody] that the {animal} is [ill|back|asleep]. = {first} says that the {animal} is {4}.
A {job} whom I [trust|have known for years] [let me know|told me] [this morning|in secret] that {town} is [full|empty|quiet]. = A {job} says that {town} is {4}.
Nobody [in the whole house|in our street|at all] [knew|guessed|noticed] that {first} had [secretly|long ago|quietly] [bought|sold|borrowed] the {colour} {noun}. = Nobody {2} that {first} had {4} the {noun}.
If you [ever|really] want to [see|watch|draw] {a animal}, then [by far|without doubt] the best place [of all|to go] is {town}. = The best place to {2} {a animal} is {town}.
The {shopkind} [on the corner|behind the station|next to our school], which [everybody likes|opened long ago|is never empty], has [now|sadly|at last] [closed|moved|reopened]. = The {shopkind} has {4}.
What {first} [wanted|needed] [most of all|more than anything else] [that winter|on that day] was {a colour} {noun} [and nothing else|]. = {first} {1} {a noun}.
[With a loud cry|Without a word|With tears of joy], the {job} [threw|put|dropped] the {noun}, [which was not even new|heavy as it was|old and dirty], into the [river|box|fire|cart]. = The {job} {2} the {noun} into the {4}.
There is [no doubt at all|hardly any doubt] that the [lovely|dusty|strange] {noun} in the {room} [belongs to|was made by|was found by] {first}. = The {noun} {3} {first}.
{first}, {first2} and [a great many|quite a few|some] other [people|guests] met in {town} to [talk about|look at|speak of] the {noun} [for hours|all day|]. = {first}, {first2} and others met in {town} to {3} the {noun}.
Although [it was late|the road was long|nobody helped], {first} [still|somehow|all the same] [carried|dragged|brought] the [terribly heavy|big old|broken] {noun} to the {room}. = {first} {3} the {noun} to the {room}.
The reason [why|that] {first} [missed|left|forgot] the [meeting|party|lesson] was [quite simply|only] that the {noun} was [broken|gone|wet]. = {first} {2} the {3} because the {noun} was {5}.
[Dear neighbours|Dear all|Good morning everybody], we are [very sorry|sad|happy] to [tell you|announce|let you know] that the {room} will be [closed|open|full|cold] for the rest of the [day|week|year]. = The {room} will be {4} for the rest of the {5}.
{number} [old and rusty|brand new|lovely little] {noun}s were [stolen|taken|borrowed|bought] from the {shopkind} [in the middle of the night|while nobody was looking|on a quiet afternoon]. = {number} {noun}s were {2} from the {shopkind}.
You would hardly believe how [loud|big|friendly|clever] the [old|little|famous] {animal} of {town} [really|actually] is. = The {animal} of {town} is very {1}.
[In my opinion|If you ask me|To be honest], the [soup|cake|salad] with {food} that {first} [made|cooked|served] [last night|for all of us] was [too salty|very good|burnt|delicious]. = The {2} with {food} was {5}.
{first} [walked|cycled|drove] [all the way|slowly|through wind and rain] to {town}, [only|just] to [buy|fetch|return] {a noun} [for a friend|that was needed|]. = {first} {1} to {town} to {4} {a noun}.
As far as [I know|we can tell|anybody can remember], the {job} has always [lived|worked|slept] in this [small and simple|rather dark|pretty] {room}. = The {job} has always {2} in this {room}.
The {noun}, [a gift from an aunt|once the pride of the family|made of real silver], [fell|slipped|rolled] [with a crash|all of a sudden|quite slowly] from the table and [broke|was lost|vanished]. = The {noun} {2} from the table and {4}.
It took {first} [no less than|all of|a good] {number} days to [find|repair|clean|sell] the [poor old|precious|ugly] {noun}. = {first} needed {number} days to {2} the {noun}.
Remember that [under no circumstances|at no time|never ever] [may|should|must] anybody [open|touch|move|sell] the {noun} that [stands|lies] in the {room}. = Nobody {2} {3} the {noun} in the {room}.
[Not far from|Just outside|A little way from] {town}, [early in the morning|at the end of spring|during the holidays], {first} [saw|met|photographed|fed] {a animal} [for the very first time|without being afraid|]. = {first} {3} {a animal} near {town}.
{first} [thinks|believes|hopes], [and so do I|as many do|like most of us], that the {noun} will [soon|one day|surely] be [repaired|sold|found|cheaper]. = {first} {1} that the {noun} will be {4}.
The [long and boring|very useful|well-written] [book|letter|report] that {first} [gave|lent|sent] me [on my birthday|a while ago] is [mainly|more or less|all] about {a animal} and {a noun}. = The {2} is about {a animal} and {a noun}.
[Every single|Each and every] [morning|evening|weekend], [come rain or shine|whatever happens|as long as I have known them], {first} and {first2} [eat|share|buy] {food}. = Every {2}, {first} and {first2} {4} {food}.
[People say|They tell me|I read somewhere] that in {town}, [of all places|far away from here|where it is always windy], there are [more than|nearly|about] {number} {shopkind}s. = {town} has {3} {number} {shopkind}s.
[At first|In the beginning|For a while] {first} [did not like|was afraid of|laughed at] the {animal}, but [after some time|little by little|in the end] the two became [good|real|close] friends. = {first} and the {animal} became {4} friends.
""", 9)

ENUMERATIONS = frames("""
[I need|We need|Please buy|She bought|He wants|I packed|Bring|They sell] {things}.
[In the {room} there are|On the table I see|My bag has in it] {things}.
{first} [likes|collects|sold|found] {things}.
For the {event} we need {things}.
The box has {things} in it.
Do not forget {things}.

These words were on the sign: {things}.
Somebody wrote {things} on the wall.
The words that I have to learn are {things}.
In my notes I find {things}, and nothing more.
[Today|This time] we talk about {things}.
Can you spell {things}?
The teacher drew {things} on the board.
What the children painted was {things}.
On the first page there are pictures of {things}.
The quiz was about {things}, and it was hard.
Please remember {things} for me.
I dreamt of {things} [last night|again].
There is a poem about {things} in this book.
The old song names {things}.
You asked what was missing: {things}.
With {things} the set is complete.
""")
COMMANDS = pairs("""
[Give|Bring|Send|Show|Sell] me the {noun}[.|!] = Could you please {1} me the {noun}?
[Open|Close|Clean|Move|Repair] the {noun}[.|!] = Could you please {1} the {noun}?
[Come|Go|Walk|Drive] to {town}[.|!] = Could you please {1} to {town}?
[Call|Help|Visit|Ask|Thank] {first}[.|!] = Could you please {1} {first}?
[Buy|Cook|Bring|Find] some {food}[.|!] = Could you please {1} some {food}?
I want [|the |a ]{noun}[.|!] = I would like to have the {noun}, please.
[Be quiet|Sit down|Wait|Stop|Stand up|Hurry up][.|!] = Could you please {1}?
[Put|Leave|Hide] the {noun} in the {room}[.|!] = Could you please {1} the {noun} in the {room}?
Tell me where {first} [is|lives|works][.|!] = Could you please tell me where {first} {1}?
Get out of the {room}[.|!] = Could you please leave the {room}?
Don't [touch|move|break|open] my {noun}[.|!] = Could you please not {1} my {noun}?
[Speak|Talk|Read|Sing] [more slowly|louder|more quietly][.|!] = Could you please {1} {2}?
You must [feed|wash|catch] the {animal} [today|before lunch|tonight][.|!] = Could you please {1} the {animal} {2}?
We want [more|some] {food}[.|!] = We would like to have {1} {food}, please.
Say where you [put|left|hid] the {noun}[.|!] = Could you please say where you {1} the {noun}?
Take that {noun} [away|off the table|upstairs][.|!] = Could you please take that {noun} {1}?
I need {number} {noun}s[.|!] = I would like to have {number} {noun}s, please.
Somebody [help|call|ask] the {job}[.|!] = Could somebody please {1} the {job}?
[Turn|Switch] [on|off] the [light|radio|heating][.|!] = Could you please {1} {2} the {3}?
""", 99)
VERBS = """plays:played walks:walked cooks:cooked opens:opened cleans:cleaned paints:painted likes:liked wants:wanted
buys:bought sells:sold finds:found sees:saw takes:took brings:brought loses:lost eats:ate makes:made gives:gave holds:held
needs:needed carries:carried washes:washed repairs:repaired watches:watched keeps:kept leaves:left hides:hid
draws:drew breaks:broke reads:read
uses:used moves:moved lifts:lifted orders:ordered drops:dropped admires:admired collects:collected
borrows:borrowed returns:returned counts:counted weighs:weighed touches:touched describes:described prepares:prepared
hates:hated misses:missed steals:stole chooses:chose throws:threw catches:caught forgets:forgot gets:got sends:sent
wins:won tastes:tasted fetches:fetched pulls:pulled shakes:shook receives:received studies:studied""".split()


def with_parts(frame, answer, slots, dice):
    """Chooses the parts of the brackets, which {1}, {2} … stand for in the answer."""
    chosen = {}
    number = 0
    while "[" in frame:
        start = frame.index("[")
        end = frame.index("]", start)
        number += 1
        part = dice.choice(frame[start + 1:end].split("|"))
        chosen[str(number)] = part.lower()
        frame = frame[:start] + part + frame[end + 1:]
    drawn = {}
    for name in ("job", "colour", "noun", "first", "first2", "town", "food", "animal", "shopkind", "room", "number"):
        drawn[name] = slots["first" if name == "first2" else name](dice)
    return dice.fill(frame, drawn), dice.fill(answer, drawn | chosen)


def rewriting(slots, dice):
    """One of the kinds of rewriting."""
    kind = dice.choices(["shorter", "list", "sentence", "polite", "past", "names"], [5, 4, 2, 2, 2, 2])[0]
    if kind == "shorter":
        text, answer = with_parts(*dice.pick(SHORTER), slots, dice)
        requests = SHORTER_REQUESTS
    elif kind in ("list", "sentence"):
        draw = slots[dice.choice(["noun", "food", "fruit", "animal", "first", "town", "instrument"])]
        things = list(dict.fromkeys(draw(dice) for _ in range(dice.randint(2, 5))))
        text = dice.say(ENUMERATIONS, slots | {"things": enumeration(things)})
        answer = "\n".join(f"- {thing}" for thing in things)
        requests = LIST_REQUESTS
        if kind == "sentence":
            text, answer = answer, enumeration(things)
            answer = answer[0].upper() + answer[1:] + "."
            requests = SENTENCE_REQUESTS
    elif kind == "polite":
        text, answer = with_parts(*dice.pick(COMMANDS), slots, dice)
        requests = POLITE_REQUESTS
    elif kind == "names":
        people = list(dict.fromkeys(slots["first"](dice) for _ in range(dice.randint(1, 4))))
        frame = dice.choice(["{p} met in {town}.", "In {town} lived {p}.", "I gave the {noun} to {p}.",
                             "{p} bought {a noun} in {town}.", "The {noun} belongs to {p}.",
                             "Yesterday {p} came to {town}.", "We saw {p} with {a noun}.",
                             "The {job} called {p}.", "A letter for {p} came from {town}.",
                             "{p} ate {food} in the {room}.", "Have you heard from {p} lately?",
                             "We waited for {p} at the {event}.", "Without {p} the {event} would be no fun.",
                             "The {animal} ran after {p}.", "Only {p} knew where the {noun} was."])
        text = dice.fill(frame, slots | {"p": enumeration(people)})
        answer = ", ".join(people)
        requests = CAPITALS_REQUESTS
    else:
        now, then = dice.choice(VERBS).split(":")
        frame = dice.choice(["{s} %s the {noun}.", "{s} %s {a noun} in the {room}.", "{s} %s {food} in {town}.",
                             "{s} often %s the {colour} {noun}.", "Every day {s} %s {a noun}.",
                             "In {town} {s} %s {food}.", "After lunch {s} always %s the {noun}.",
                             "Now and then {s} %s {a noun} in {town}.", "With great care {s} %s the {colour} {noun}.",
                             "{s} never %s {a colour} {noun}.", "On rainy days {s} %s {food} in the {room}.",
                             "For a friend {s} %s the {noun}.", "{s} sometimes %s {food} for supper."])
        drawn = {name: slots[name](dice) for name in ("noun", "room", "food", "town", "colour")}
        drawn["s"] = dice.choice([slots["first"](dice), "the " + slots["job"](dice), "she", "he", "my sister"])
        text, answer = dice.fill(frame % now, drawn), dice.fill(frame % then, drawn)
        requests = PAST_REQUESTS
    prompt = dice.say(requests, {"text": text})
    return answered("rewrite", prompt, answer, check={"kind": "exact", "gold": answer, "variant": kind})
