"""Messages put together from parts, where what matters is how they are said and not what of. For training alone.

Whether something is past, asked for or disliked is told by a few small words among
many that tell nothing. So that these are found, what surrounds them is drawn anew
for each message and is the same for all labels.
"""

from .frames import frames
from .vocabulary import KNOWN

# What somebody does: plain, of a third person, in the past, while it goes on, and to what.
VERBS = [tuple(part.strip() for part in line.split("|")) for line in """
wash | washes | washed | washing | the {noun}
carry | carries | carried | carrying | the {noun} to the {room}
find | finds | found | finding | {a noun}
lend | lends | lent | lending | {first} {a noun}
hide | hides | hid | hiding | the {noun} in the {room}
paint | paints | painted | painting | {a noun}
feed | feeds | fed | feeding | the {animal}
chase | chases | chased | chasing | the {animal}
draw | draws | drew | drawing | {a animal}
write | writes | wrote | writing | to {first}
ring | rings | rang | ringing | {first}
follow | follows | followed | following | {first} to {town}
drive | drives | drove | driving | to {town}
walk | walks | walked | walking | round the {noun}
wait | waits | waited | waiting | for {first} in {town}
leave | leaves | left | leaving | {town} with {a noun}
stay | stays | stayed | staying | in the {room}
sit | sits | sat | sitting | beside the {noun}
stand | stands | stood | standing | in front of the {noun}
sing | sings | sang | singing | for {first}
dance | dances | danced | dancing | in the {room}
eat | eats | ate | eating | {food}
drink | drinks | drank | drinking | tea with {first}
cut | cuts | cut | cutting | the {food}
sell | sells | sold | selling | {food} in {town}
order | orders | ordered | ordering | {dish}
mend | mends | mended | mending | the {noun}
break | breaks | broke | breaking | the {noun}
drop | drops | dropped | dropping | {a noun}
throw | throws | threw | throwing | the {noun} into the {room}
open | opens | opened | opening | the {noun}
close | closes | closed | closing | the {room}
clean | cleans | cleaned | cleaning | the {room}
build | builds | built | building | {a noun} for the {animal}
teach | teaches | taught | teaching | {first} a song
tell | tells | told | telling | {first} about {town}
show | shows | showed | showing | {first} the {noun}
count | counts | counted | counting | the {noun}s
choose | chooses | chose | choosing | {a colour} {noun}
wear | wears | wore | wearing | {a colour} hat
catch | catches | caught | catching | the {animal}
wake | wakes | woke | waking | {first}
look | looks | looked | looking | for the {noun}
laugh | laughs | laughed | laughing | about the {animal}
forget | forgets | forgot | forgetting | the {noun}
send | sends | sent | sending | {a noun} to {town}
steal | steals | stole | stealing | the {noun}
borrow | borrows | borrowed | borrowing | {a noun} from {first}
""".strip().splitlines()]
HARMLESS = [verb for verb in VERBS if verb[0] not in ("break", "drop", "steal", "forget", "laugh", "dance", "sing")]

SUBJECTS = ["{first}", "My [sister|uncle|neighbour|teacher|friend]", "The {animal}", "A man", "The {job}", "Our {job}",
            "The old {animal}"]
ONE = ["{first}", "my sister", "the {animal}", "your brother", "the {job}", "the little {animal}", "your aunt", "her {animal}"]
MANY = ["We", "They", "The children", "{first} and {first}", "Two {animal}s", "I"]
BEFORE = "yesterday|last night|last {weekday}|last month|last summer|two days ago|years ago|in the old days|when I was small|".split("|")
NOW = "now|at this moment|as usual|every day|on {weekday}s|today|these days|||".split("|")
LATER = "tomorrow|tonight|next {weekday}|next month|soon|in two days|one day|some time|||".split("|")

QUESTIONS = frames("""
Is {one} [here|at home|ill|in {town}|in the {room}|ready|asleep|alone|hungry]?
Is the {noun} [new|heavy|for sale|{colour}|on the roof|under the {noun}|in the {room}|clean|open|made of wood]?
Was the {noun} [expensive|heavy|a present|in the {room}|locked]?
Are the {noun}s [in the {room}|{colour}|from {town}|sold out|on sale|real]?
Are there [any|enough|more] {noun}s in [{town}|the {room}|stock]?
[Where|When|How|Why] does {one} {do}?
[Where|When|How|Why] did {one} {do}?
Does {one} {do}?
Did {one} {do}?
Who {does}?
[What|How much] does the {noun} [cost|weigh]?
How [big|old|long|heavy|wide] is the {noun}?
What is [the {noun} made of|in the {noun}|under the {noun}|{first} doing|the name of the {animal}]?
Whose {noun} is [that|this|it]?
Has {one} [left|arrived|called|eaten] yet?
Will {one} {do}?
""", 99)
REQUESTS = frames("""
Please {do}.
{do}, please.
[Could|Would|Can|Will] you {do}[, please|]?
Would you mind {doing}?
[I'd like you to|I want you to|It would be kind of you to] {do}.
[Do me a favour and|Be so kind as to|Be a dear and] {do}.
Let me have [the {noun}|some {food}|{a colour} {noun}], please.
May I have [the {noun}|some {food}|another {noun}], please?
[Two|Three|Six] {noun}s, please.
Don't {do}, please.
[Somebody please|Will somebody please] {do}.
""", 99)
COMPLAINTS = frames("""
{one} [has broken|has spoilt|has ruined|keeps dropping] my {noun}.
The {noun} [leaks|squeaks|smells|is cracked|came too late|fell apart|has a hole|is much too small].
[Half|Most] of the {noun}s [are broken|were missing|do not fit].
The wrong [colour|size|name|price], [once again|and nobody cares].
I ordered {a colour} {noun} and got {a colour} one.
[Nobody|No one] [told us|warned me|helped us|apologised] when the {noun} [broke|did not come|fell off].
Why must I [always|again] wait [so long|for hours] for {a noun}?
[It's a shame|It is not fair|I'm fed up] that {one} {does} [all night|every time|again].
[Two|Three|Four] weeks, and still no {noun}!
You [forgot|mixed up|scratched|lost] my {noun}[ again|].
""", 99)
URGENT = frames("""
[Please|You must|{first} must|Somebody has to|I want you to] {do} {word}.
{one} has to {do} {word}.
{do} {word}!
{Word}: {do}.
[I|We|They] [want|must have|require] {a noun} {word}.
The {noun} [is needed|has to go|must be here] {word}.
We need {a colour} {noun} {word}.
{first} needs [you|the {noun}|{food}] {word}.
""", 99)
OUTCOMES = """went well|was ready|fitted|arrived in time|tasted fresh|pleased us|ran smoothly|was as promised|looked right
turned out well|succeeded|made sense|was clean|was on time|was worth it""".replace("\n", "|").split("|")
BACK = {"positive": """we shall be back|I'd go there any time|I'll buy another one|see you next year|we are staying longer
I shall tell all my friends|count me in next time""".replace("\n", "|").split("|"),
        "negative": """we shall not be back|that was our last visit|I won't buy another one|never again|we are leaving today
I shall warn all my friends|count me out next time|I'd not go there if you paid me""".replace("\n", "|").split("|")}
WHOLE = {"positive": ["everything", "all of it", "each {noun}", "every single thing", "the whole trip"],
         "negative": ["nothing", "hardly anything", "not one {noun}", "none of it", "no {noun}"]}
OTHER_WAY = frames("""
Nothing was {word}[ there| in {town}|].
Nobody was {word}[, not even {first}|].
{first} [is|was] never {word}.
The {noun} is anything but {word}.
I cannot call this {noun} {word}.
It was not {word} at all.
There was nothing {word} about {town}.
Not {a word} {noun} in all of {town}.
Who says that the {noun} is {word}? It is not.
""", 99)
OFFERS = frames("""
[A free|Your free|One more free] {noun} [waits for you|if you reply today|with every order|just for signing up]!
[Win|Get|Grab] {a noun} [and {number} dollars|without paying a cent|by clicking below|in our lottery]!
{noun}s at [half price|a fraction of the price|giveaway prices], [today only|while stocks last|order now]!!!
{first}, you [won|have been picked for|are entitled to] {a noun}, [click|call|reply] [now|today]!
[Only|Just] {number} dollars for {a noun}, [hurry|act now|limited offer]!
[Nobody|No shop] in {town} sells {noun}s this cheap, [click here|buy now]!
""", 99)
ORDINARY = frames("""
{one} would like [the {noun}|some {food}] back [on {weekday}|when you have finished].
[I|We] will {do} on {weekday}, [is that all right|do you want to come|if it does not rain]?
Did you {do}, {first}?
[Thanks for|About] the {noun}, {first}: [I'll bring it back|it is in the {room}|shall I post it] on {weekday}.
{first} asked [me|us] to {do}, [could you help|I'll do it later|so I may be late].
The {noun} you ordered [is here|has come|will come on {weekday}], {first}.
[Sorry|Hello {first}], I had to {do} and missed your call.
""", 99)


def message(of_set, label, slots, dice):
    """A message of a label; none where there is no way to make one."""
    make = MAKERS.get((of_set, label)) or MAKERS.get(of_set)
    return make(label, filled(slots), dice) if make else None


def filled(slots):
    """The slots of frames, and parts of sentences."""
    def part(draw):
        return lambda dice: dice.phrase(draw(dice), slots)

    def act(form):
        return part(lambda dice: doing(dice.choice(VERBS), form))
    return slots | {"one": part(lambda dice: dice.choice(ONE)), "do": act(0), "does": act(1), "doing": act(3)}


def doing(verb, form):
    return f"{verb[form]} {verb[4]}"


def timed(label, slots, dice, verbs=VERBS):
    """What is done, was done or will be done."""
    one, verb = dice.happens(0.5), dice.choice(verbs)
    who = dice.choice(SUBJECTS if one else MANY)
    am = "is" if one else "am" if who == "I" else "are"
    if label == "past":
        was = "were" if am == "are" else "was"
        did = dice.choice([doing(verb, 2)] * 4 + [f"{was} {doing(verb, 3)}", f"didn't {doing(verb, 0)}"])
        when = dice.choice(BEFORE)
    elif label == "present":
        did = dice.choice([doing(verb, 1 if one else 0)] * 2 + [f"{am} {doing(verb, 3)}"])
        when = dice.choice(NOW)
    else:
        did = dice.choice([f"will {doing(verb, 0)}"] * 2 + [f"{am} going to {doing(verb, 0)}", f"won't {doing(verb, 0)}"])
        when = dice.choice(LATER)
    text = f"{when}[,|] {who} {did}." if when and dice.happens(0.25) else f"{who} {did} {when}."
    return dice.fill(text if who == "I" or text.startswith(who) else text.replace(who, who[0].lower() + who[1:], 1), slots)


def formed(label, slots, dice):
    """The same told, asked or ordered."""
    if label == "statement":
        return timed(dice.choice(["past", "present", "present", "future"]), slots, dice)
    if label == "question":
        return dice.say(QUESTIONS, slots)
    return dice.fill(dice.choice(["{do}!", "{do}!", "{do} at once!", "Don't {do}!", "Now {do}, {first}!", "{do}."]), slots)


def felt(label, slots, dice):
    """A feeling said by what did not happen, or by what comes of it."""
    if label == "neutral":
        return timed(dice.choice(["past", "present", "future"]), slots, dice, HARMLESS)
    if dice.happens(0.4):
        other = KNOWN["sentiment", "negative" if label == "positive" else "positive"]
        return dice.say(OTHER_WAY, slots | {"word": lambda dice: dice.choice(other)})
    outcome = f"{dice.choice(WHOLE[label])} {dice.choice(OUTCOMES)}[ in {{town}}||]"
    parts = dice.choice([[outcome], [dice.choice(BACK[label])], [outcome, dice.choice(BACK[label])]])
    return dice.fill(dice.choice([", ", ", and ", ". ", ": "]).join(parts) + dice.choice([".", ".", "!"]), slots)


def pressing(label, slots, dice):
    """Something to be done, and how soon."""
    soon = KNOWN["urgency", label]
    return dice.say(URGENT, slots | {"word": lambda dice: dice.choice(soon),
                                     "Word": lambda dice: dice.choice(soon).capitalize()})


def of(split):
    return lambda label, slots, dice: dice.say(split, slots)


MAKERS = {"tense": timed, "person": formed, "sentiment": felt, "urgency": pressing,
          ("intent", "question"): of(QUESTIONS), ("intent", "request"): of(REQUESTS),
          ("intent", "complaint"): of(COMPLAINTS), ("spam", "spam"): of(OFFERS), ("spam", "normal"): of(ORDINARY)}

# What may be added to a message of any label of a set.
TIMES = ["three times a day", "twice a week", "once a month", "every {weekday}", "on {weekday}", "in {month}", "for an hour",
         "all day long", "again", "five times", "at noon", "two or three times"]
PLACES = ["in {town}", "near {town}", "in the {room}", "at home", "outside", "in {town}, {country}"]
PEOPLE = ["with {first}", "like {first}", "without {first}", "instead of {first}"]
OPENINGS = ["By the way,", "Well,", "You know,", "Listen:", "To {first}:", "So,", "News from {town}:", "Oh,", "{weekday}:"]
ADDED = (dict.fromkeys(["topic", "sentiment", "intent", "person"], TIMES + PLACES + PEOPLE)
         | dict.fromkeys(["spam", "urgency", "tense"], PLACES + PEOPLE))


def amid(text, of_set, slots, dice):
    """A message with something added that says nothing of its label."""
    added = ADDED.get(of_set)
    if added is None:
        return text
    if dice.happens(0.2):
        return dice.fill(dice.choice(OPENINGS), slots) + " " + text
    body, end = text[:-1], text[-1]
    if end not in ".!?" or any(mark in body for mark in ".!?"):
        return text
    return f"{body} {dice.phrase(dice.choice(added), slots)}{end}"
