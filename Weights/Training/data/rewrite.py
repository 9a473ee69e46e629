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
""")
SENTENCE_REQUESTS = frames("""
Write this list as a sentence:\\n{text}
Turn this list into a sentence.\\n{text}
{text}\\n\\nWrite it in one sentence.
Make a sentence from this list:\\n{text}
One sentence, please:\\n{text}
""")
POLITE_REQUESTS = frames("""
Say this politely: {text}
Make this polite: {text}
{text}\\n\\nSay it in a polite way.
How do I say this politely? {text}
More polite, please: {text}
Rewrite this in a friendly way: {text}
""")
PAST_REQUESTS = frames("""
Put this into the past: {text}
Write this in the past tense: {text}
{text}\\n\\nIn the past tense, please.
Yesterday it was the same. Say it: {text}
Change this to the past tense: {text}
""")
CAPITALS_REQUESTS = frames("""
Find the names in this text: {text}
Which names are in this text? {text}
{text}\\n\\nWhat names do you find?
List all names: {text}
Who is in this text? {text}
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
""", 9)

ENUMERATIONS = frames("""
[I need|We need|Please buy|She bought|He wants|I packed|Bring|They sell] {things}.
[In the {room} there are|On the table I see|My bag has in it] {things}.
{first} [likes|collects|sold|found] {things}.
For the {event} we need {things}.
The box has {things} in it.
Do not forget {things}.
""")
COMMANDS = pairs("""
[Give|Bring|Send|Show|Sell] me the {noun}[.|!] = Could you please {1} me the {noun}?
[Open|Close|Clean|Move|Repair] the {noun}[.|!] = Could you please {1} the {noun}?
[Come|Go|Walk|Drive] to {town}[.|!] = Could you please {1} to {town}?
[Call|Help|Visit|Ask|Thank] {first}[.|!] = Could you please {1} {first}?
[Buy|Cook|Bring|Find] some {food}[.|!] = Could you please {1} some {food}?
I want [|the |a ]{noun}[.|!] = I would like to have the {noun}, please.
[Be quiet|Sit down|Wait|Stop|Stand up|Hurry up][.|!] = Could you please {1}?
""", 99)
VERBS = """plays:played walks:walked cooks:cooked opens:opened cleans:cleaned paints:painted likes:liked wants:wanted
buys:bought sells:sold finds:found sees:saw takes:took brings:brought loses:lost eats:ate makes:made gives:gave holds:held
needs:needed carries:carried washes:washed repairs:repaired watches:watched keeps:kept leaves:left hides:hid
draws:drew breaks:broke reads:read""".split()


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
                             "Yesterday {p} came to {town}.", "We saw {p} with {a noun}."])
        text = dice.fill(frame, slots | {"p": enumeration(people)})
        answer = ", ".join(people)
        requests = CAPITALS_REQUESTS
    else:
        now, then = dice.choice(VERBS).split(":")
        frame = dice.choice(["{s} %s the {noun}.", "{s} %s {a noun} in the {room}.", "{s} %s {food} in {town}.",
                             "{s} often %s the {colour} {noun}.", "Every day {s} %s {a noun}."])
        drawn = {name: slots[name](dice) for name in ("noun", "room", "food", "town", "colour")}
        drawn["s"] = dice.choice([slots["first"](dice), "the " + slots["job"](dice), "she", "he", "my sister"])
        text, answer = dice.fill(frame % now, drawn), dice.fill(frame % then, drawn)
        requests = PAST_REQUESTS
    prompt = dice.say(requests, {"text": text}).replace("\\n", "\n")
    return answered("rewrite", prompt, answer, check={"kind": "exact", "gold": answer, "variant": kind})
