"""Tools with arguments, requests for them, and their results.

Those in tools.txt are written by hand; the others are made of a verb and a thing,
so that what a tool is called has to be read rather than known.
"""

import re
from dataclasses import dataclass, field

from . import hints, loose, schemas, vocabulary
from .frames import Growing, Split, article, frames, lines, plural, sides
from .values import STRING, Value

CURRENCIES = "dollars euros pounds yen francs pesos rupees crowns rand lira".split()
LANGUAGES = """French German Spanish Italian Greek Polish Dutch Danish Finnish Turkish Arabic Hindi Swahili Latin Welsh
Russian Czech Swedish Korean Japanese""".split()
NOTES = frames("""
I will be late
the {noun} is in the {room}
we meet at {time}
{first} called from {town}
the {noun} costs {money}
bring the {noun}
I am in {town}
dinner is at {time}
the {petkind} needs {food}
{first} likes {colour}
please buy {food}
the {noun} is broken
we need {number} {noun}s
happy birthday
see you on {weekday}
the train leaves at {time}

the key is under the {noun}
{first} cannot come on {weekday}
my new {noun} is {colour}
we are out of {food}
please feed the {petkind} before noon
I have left the {noun} at home
there is {food} in the fridge
{first} and the {petkind} are fine
the meeting was moved to {time}
all {noun}s are sold out
I found a cheap {noun} in {town}
somebody must tidy up the {room}
do not forget the {noun}
thank you for the {noun}
my phone is broken so please write
the {instrument} lesson begins at {time}
{first} was here and asked for you
good luck with the exam
it is raining in {town} again
nobody has seen the {noun} since {weekday}
the bill for the {noun} is {money}
you can have the {room} from {weekday}
we won by {number} points
I am on my way home
""")

VERBS = """
find:Finds:[Find|Look for|Search for|Where is]
open:Opens:[Open|Please open|Can you open]
close:Closes:[Close|Shut|Please close]
buy:Buys:[Buy|Get|I want to buy]
sell:Sells:[Sell|Please sell|I want to sell]
clean:Cleans:[Clean|Please clean|Wash]
repair:Repairs:[Repair|Fix|Please repair]
move:Moves:[Move|Please move|Carry]
check:Checks:[Check|Have a look at|Test]
delete:Deletes:[Delete|Remove|Throw away]
show:Shows:[Show|Show me|Let me see]
rent:Rents:[Rent|Borrow|I want to rent]
paint:Paints:[Paint|Please paint|Put colour on]
weigh:Weighs:[Weigh|How heavy is]
measure:Measures:[Measure|How long is]
wrap:Wraps:[Wrap|Wrap up|Pack]
count:Counts:[Count|Please count]
print:Prints:[Print|Please print|Make a print of]
start:Starts:[Start|Turn on|Switch on]
stop:Stops:[Stop|Turn off|Switch off]
photograph:Takes a picture of:[Photograph|Take a picture of]
return:Returns:[Return|Bring back|Give back]
hide:Hides:[Hide|Please hide|I want to hide]
lift:Lifts:[Lift|Lift up|Raise]
lower:Lowers:[Lower|Let down|Please lower]
store:Stores:[Store|Put away|Please store]
collect:Collects:[Collect|Pick up|Go and fetch]
deliver:Delivers:[Deliver|Drop off|Please deliver]
lend:Lends:[Lend|Lend out|Please lend]
donate:Donates:[Donate|Please donate|I want to donate]
order:Orders:[Order|Please order|Place an order for]
reserve:Reserves:[Reserve|Set aside|Please reserve]
draw:Draws:[Draw|Sketch|Make a drawing of]
film:Films:[Film|Make a film of|Take a video of]
describe:Describes:[Describe|Tell me about|Say what you know of]
label:Labels:[Label|Put a label on|Stick a label on]
cover:Covers:[Cover|Cover up|Put a cloth over]
polish:Polishes:[Polish|Rub|Put a shine on]
copy:Copies:[Copy|Make a copy of|Make another one like]
replace:Replaces:[Replace|Exchange|Put a new one in the place of]
guard:Guards:[Guard|Watch over|Keep an eye on]
track:Tracks:[Track|Follow|Keep track of]
"""

# More for training alone, all of which are asked for by themselves.
MORE_VERBS = """
add adjust admire aim air align announce answer approve arrest arrange assemble attach auction balance bake ban bend
bless blend block boil borrow brush build burn bury button calm carve catalogue chain charge chase chill clip coat
comb combine compare compost compress connect cool correct crack crush cure curl cut dampen decorate defend design
detect dig dim dip dismiss dissolve divide drag drain dress drop dry dust earn edit elect empty enlarge equip erase
examine explain explore export extend feed fetch file fill filter fold follow forget forgive frame freeze frighten fry
garnish gather glue grate greet grill grind guess hang harvest heal hem honour hook hug identify ignore illuminate
import inflate inspect install insure iron join juggle keep kick knit launch lead lease level list load locate loosen
mark marry mash melt mend mix mount mow nail notify oil operate pack park paste patch peel pin plan plough plug pour
praise preserve press promote protect pull pump punch push quote rate recall recharge record recycle reduce refill
register release remind remove rename renew rescue reset restore reverse review rinse roast rotate rub salt sand save
scan scare scold scrape scrub seal season select serve sew shake sharpen shelve shorten sign sketch slice smell smoke
smooth soak solve sort split spray sprinkle squeeze stack stamp steam steer stir strengthen stretch study summon
support survey sweep swing tame taste tear test thank tickle tidy tie tighten toast tow trace trade train transport
trap trim tune twist unload unpack untie unwrap update upgrade vacuum visit wake warm warn wash wax weave welcome wipe
wind worship wreck zip
""".split()
MORE_ASKS = "[{Verb}|{Verb}|Please {verb}|Can you {verb}|Could you {verb}|I want to {verb}|Let us {verb}|Go and {verb}]"

# The arguments that such a tool may have, with how a request tells them.
EXTRAS = [
    ("colour", "colour", "The colour", ["in {}", "of the colour {}", ", the {} one"]),
    ("person", "person", "The person", ["for {}", "of {}"]),
    ("city", "town", "The city", ["in {}", "from {}"]),
    ("day", "day", "The day", ["on {}"]),
    ("time", "time", "The time", ["at {}"]),
    ("count", "int 2 60", "How many", ["{} times"]),
    ("room", "room", "The room", ["in the {}", "from the {}"]),
    ("code", "code", "The number", ["with the number {}", "number {}"]),
    ("price", "int 2 900", "The price", ["for {} dollars"]),
]
DAYS = ("int 2 30", "For how many days")


# Kinds of things: kind of value, what a tool calls them, how a request names one.
GENERAL = [
    ("noun", "thing item object article", "the {0}/my {0}/a {0}/this {0}/our {0}"),
    ("noun", "thing item object goods", "the {0}/the {0}/the old {0}/the new {0}"),
    ("animal", "animal creature beast", "the {0}/a {0}/our {0}/that {0}"),
    ("appliance", "appliance machine device", "the {0}/my {0}/our {0}"),
    ("instrument", "instrument", "the {0}/my {0}/a {0}"),
    ("room", "room place", "the {0}/our {0}"),
    ("person", "person friend guest customer", "{0}/my friend {0}/our guest {0}"),
    ("town", "town city place", "{0}/the town of {0}"),
    ("food", "food snack", "the {0}/some {0}/my {0}"),
    ("title", "book story", '"{0}"/the book "{0}"/{0}'),
    ("code", "order ticket", "number {0}/order {0}/ticket {0}"),
    ("note", "text message note", '"{0}"/my "{0}"/this text: {0}/this: {0}'),
    ("note", "text sentence content", 'the words "{0}"/: {0}/the sentence: {0}'),
    ("note", "words text line", '"{0}"/the following: {0}/this line: {0}'),
]
# For training alone: a text beside other arguments. It comes last, and may be all that is left of a request.
TEXT = ("text", "note", "The text", [' saying "{text}"', ' with the words "{text}"', ' with the text "{text}"', ": {text}"])


@dataclass
class Argument:
    keys: list
    kind: str
    description: str
    optional: bool

    @property
    def name(self):
        return self.keys[0]


@dataclass
class Tool:
    names: list
    descriptions: list
    came_later: bool = False
    held: bool = False
    arguments: list = field(default_factory=list)
    requests: Growing = field(default_factory=Growing)
    results: list = field(default_factory=list)
    answer: str = ""


@dataclass
class Offer:
    """A tool as it is offered: with its name, and its arguments' names, in a style."""
    tool: Tool
    definition: dict
    keys: dict


def read_tools():
    """The tools of tools.txt and the files that go on from it, which have more requests for those of the first, too."""
    tools = {}
    for line, came_later in lines("tools"):
        mark, _, rest = line.partition(" ")
        parts = [part.strip() for part in rest.split("|")]
        if mark == "##":
            names = [n.strip() for n in parts[0].split(";")]
            if len(parts) > 1:
                tools[names[0]] = Tool(names, [d.strip() for d in parts[1].split("/")], came_later)
            tool = tools[names[0]]
        elif not tools or mark == "#":
            continue
        elif mark == "!":
            tool.held = True
        elif mark == "-":
            keys = [key.strip() for key in parts[0].split(",")]
            optional = keys[0].endswith("?")
            tool.arguments.append(Argument([k.rstrip("?") for k in keys], parts[1], parts[2], optional))
        elif mark == ".":
            tool.requests.add(rest, came_later)
        elif mark == "*":
            tool.results.append((parts[0], parts[1]))
        elif mark == "<":
            tool.answer = rest
    for tool in tools.values():
        tool.requests = tool.requests.split(5)
    return list(tools.values())


def styled(words, style):
    """get weather -> get_weather or getWeather."""
    parts = re.split(r"[ _]+", words)
    return "_".join(parts) if style == "snake" else parts[0] + "".join(p.capitalize() for p in parts[1:])


class Toolbox:
    """All tools, and what is said to have them called."""

    def __init__(self, values, heard, saying):
        self.values, self.heard, self.saying = values, heard, saying
        tools = read_tools()
        self.known = sides([t for t in tools if not t.held])
        self.unknown = [t for t in tools if t.held]
        self.common = self.known["held"]  # those of tools.txt: what came later is for training alone
        self.with_texts = [t for t in self.known["train"] if any(a.kind == "note" for a in t.arguments)]
        held = " ".join(" ".join(t.names + t.descriptions) for t in self.unknown)
        self.topic_things = [word for word in vocabulary.topic_things() if word not in held]
        self.verbs = [line.split(":") for line in VERBS.split("\n") if line]
        self.slots = values.all_slots | {
            "note": self.note, "currency": lambda d: d.choice(CURRENCIES),
            "language": lambda dice: dice.choice(LANGUAGES), "sum": self.sum,
            "money": lambda dice: f"${dice.randint(2, 300)}"}
        values.all_slots.update({name: self.slots[name] for name in ("note", "currency", "language", "sum")})

    @staticmethod
    def sum(dice):
        left, right = dice.randint(2, 999), dice.randint(2, 99)
        return f"{left} {dice.choice(['+', '-', '*', '/'])} {right}"

    def note(self, dice):
        """A text to be sent or kept; for training mostly anything that somebody may say."""
        if dice.side == "train" and dice.happens(0.65):
            return self.saying(dice)
        return dice.phrase(dice.pick(NOTES), self.slots)

    def verb(self, dice):
        """A verb, what a tool of it does, and how it is asked for."""
        if dice.side == "held" or dice.happens(0.4):
            return dice.choice(self.verbs)
        verb = self.values.nonsense(dice) if dice.happens(0.1) else dice.choice(MORE_VERBS)
        asks = MORE_ASKS.replace("{verb}", verb).replace("{Verb}", verb.capitalize())
        return verb, plural(verb).capitalize(), asks

    def hinted_tool(self, dice):
        """A tool that takes things of kinds which can be told apart. For training alone."""
        while True:
            tool = self.general_tool(dice) if dice.happens(0.4) else dice.pick(self.known)
            if hints.is_clear(tool):
                return tool

    def general_tool(self, dice):
        """A tool of a verb and a kind of things, of which the request names one. For training alone."""
        verb, does, asks = self.verb(dice)
        kind, words, ways = dice.choice(GENERAL)
        name, key = dice.choice(words.split()), dice.choice(words.split() + ["name", "what", "which"])
        arguments, phrases, end = ([], [], "") if kind == "note" else self.extras(dice, asks, used=kind)
        asked = f"{asks} {dice.choice(ways.split('/')).format('{' + key + '}')}{''.join(phrases)}{end}"
        return Tool([f"{verb} {name}", verb, f"{verb} {plural(name)}"], [f"{does} {article(name)}."],
                    arguments=[Argument([key, name], kind, f"The {name}", False)] + arguments, requests=Split([asked]),
                    results=[("status", "enum:done/ok")], answer="{status}.")

    def made_tool(self, dice):
        """A tool of a verb and a thing."""
        if dice.side == "train":
            if dice.happens(0.35):
                return self.general_tool(dice)
            if dice.happens(0.4):
                return self.loose_tool(dice)
        verb, does, asks = self.verb(dice)
        lists = self.values.lists
        thing = dice.pick(dice.choice([lists.nouns, lists.nouns, lists.animals, lists.appliances, lists.instruments]))
        if dice.side == "train" and dice.happens(0.5):
            thing = dice.choice(self.heard)
        arguments, phrases, end = self.extras(dice, asks)
        request = f"{asks} the {thing}{''.join(phrases)}{end}"
        return Tool([f"{verb} {thing}"], [f"{does} the {thing}."], arguments=arguments, requests=Split([request]),
                    results=[("status", "enum:done/ok")], answer=f"{{status}}: {verb} the {thing}.")

    def loose_tool(self, dice):
        """A tool that is asked for by its thing alone, whatever it does with it. For training alone."""
        verb, does, _ = self.verb(dice)
        request, words = dice.choice(loose.REQUESTS), {"verb": verb, "does": does, "thing": self.loose_thing(dice)}
        known = {key: (kind, description) for key, kind, description, _ in EXTRAS} | {"days": DAYS}
        told = [key for key in known if "{" + key + "}" in request]
        slots = words | {key: "{" + key + "}" for key in told}  # They stay open until values are drawn.
        return Tool([dice.phrase(name, words) for name in dice.sample(loose.NAMES, 2)],
                    [dice.phrase(dice.choice(loose.DESCRIPTIONS), words)],
                    arguments=[Argument([key] + loose.OTHER_NAMES[key], *known[key], dice.happens(0.1)) for key in told],
                    requests=Split([dice.phrase(request, slots)]), results=[("status", "enum:done/ok")],
                    answer="{status}.")

    def loose_thing(self, dice):
        """One of the lists, or a word that belongs to a topic."""
        lists = self.values.lists
        if dice.happens(0.4):
            return dice.choice(self.topic_things)
        if dice.happens(0.4):
            return dice.choice(self.heard)
        return dice.pick(dice.choice([lists.nouns, lists.animals, lists.appliances, lists.instruments]))

    @staticmethod
    def extras(dice, asks, used=None):
        """Further arguments, how a request tells them, and its end."""
        arguments, phrases = [], []
        for key, kind, description, ways in dice.sample(EXTRAS, dice.choice([0, 1, 1, 1, 2])):
            if kind == used:
                continue
            optional = dice.happens(0.2)
            arguments.append(Argument([key], kind, description, optional))
            phrase = " " + dice.choice(ways).format("{" + key + "}")
            phrases.append(f"(({phrase}))" if optional else phrase)
        if dice.side == "train" and not asks.startswith("How") and dice.happens(0.15):
            key, kind, description, ways = TEXT
            return arguments + [Argument([key], kind, description, False)], phrases + [dice.choice(ways)], ""
        return arguments, phrases, "?" if asks.startswith("How") else "[.|]" if "lease" in asks else "[.|.|, please.|]"

    def tool(self, dice):
        """A tool to be called. Training's are often those that everybody has, or take a text."""
        if dice.happens(0.45):
            return self.made_tool(dice)
        if dice.side == "train" and dice.happens(0.6):
            return dice.choice(self.with_texts if dice.happens(0.2) else self.common)
        if dice.side == "held" and dice.happens(0.3):
            return dice.choice(self.unknown)
        return dice.pick(self.known)

    def offer(self, tool, style, dice):
        """The tool's definition as a request has it."""
        properties, required, keys = {}, [], {}
        for argument in tool.arguments:
            key = argument.name if dice.happens(0.6) else dice.choice(argument.keys)
            key = styled(key, style)
            if key in properties:
                key = styled(argument.name, style)
            node = {"int": {"type": "integer"}, "money": {"type": "number"}}.get(argument.kind.split()[0], STRING)
            properties[key] = schemas.described(node, argument.description if dice.happens(0.3) else "")
            keys[argument.name] = key
            if not argument.optional:
                required.append(key)
        definition = {"name": styled(dice.choice(tool.names), style), "description": dice.choice(tool.descriptions),
                      "parameters": {"type": "object", "properties": properties, "required": required}}
        return Offer(tool, definition, keys)

    def request(self, tool, dice):
        """What somebody says to have the tool called, and the values of its arguments."""
        values = {a.name: self.values.draw(a.kind, dice) for a in tool.arguments}
        slots = {name: value.text for name, value in values.items()}

        def optional(match):
            names = re.findall(r"\{(\w+)\}", match[1])
            if dice.happens(0.5):
                return match[1]
            for name in names:
                values.pop(name, None)
            return ""
        frame = re.sub(r"\(\((.*?)\)\)", optional, dice.pick(tool.requests))
        return dice.fill(frame, slots), values

    def hinted_request(self, tool, dice):
        """A request that tells by the kind of its values alone which tool is meant, and the values."""
        values = {a.name: self.values.draw(a.kind, dice, unusual=0) for a in tool.arguments
                  if not a.optional or dice.happens(0.2)}
        return hints.request(tool, values, self.values.nonsense, dice), values

    def result(self, tool, values, dice):
        """What the tool returns, and what to say of it."""
        drawn = {name: self.values.draw(kind, dice) for name, kind in tool.results}
        slots = {name: value.text for name, value in {**values, **drawn}.items()}
        # The result has the number alone.
        slots |= {name: f"${drawn[name].json}" for name, kind in tool.results if kind == "money"}
        slots |= {name: str(drawn[name].json) for name, kind in tool.results if kind.startswith("int ")}
        if any("{" + a.name + "}" in tool.answer and a.name not in slots for a in tool.arguments):
            return None
        return {name: value.json for name, value in drawn.items()}, dice.fill(tool.answer, slots)
