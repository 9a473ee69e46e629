"""Errands: conversations with the tools that people write first, which stand in errands.txt.

A tool is called once for what is asked, with the values of the request, and the answer
has the words and numbers of the result. What needs no tool is answered without one, a
question about the result without another call, and what no tool can do with a sentence.

A tool begins with `## names | kind | descriptions`. Then come arguments (`- names | type | description`, `?` for
optional ones), requests (`. `, with `;; name=value` for what they do not tell), requests that change a value of the
one before (`+ `), requests for two calls (`& `), results as text (`= `), as an object (`{ `), a number (`# `) or a
list (`[ `), answers (`< `), and questions about the result (`? question | answer`).
"""

import functools
import json
import re
from dataclasses import dataclass, field

from . import calls, notions, turns
from .frames import FOLDER, article, enumeration
from .samples import message, sample
from .toolbox import styled

SLOT = re.compile(r"\{(a |first of |First of |count of |Count of |)(\w+)\}")
NO_ON = re.compile(r"(^| )(?i:on) (tomorrow|today)\b")
INTERNAL = {"unitfrom", "unitto", "orderno", "city2", "warmth"}
KEYS = {"done": "status", "stepcount": "steps", "inunits": "result", "between": "number", "orderstate": "status",
        "orderno": "order",
        "parcel": "status", "far": "kilometres", "warmth": "temperature", "converted": "amount"}
NUMBERS = "no one two three four five six seven eight nine ten".split()

CITIES = [row[0] for row in notions.CITIES] + """Hamburg Bergen Leeds Turin Lyon Ghent Graz Porto Dallas Boston Zurich
Geneva Munich Naples Seville Krakow Riga Tallinn Toronto Chicago Seattle Nairobi Seoul Delhi""".split()
PEOPLE = """Anna Ben Clara David Emma Felix Greta Hugo Ida Jonas Kira Leo Maria Nils Olga Paul Rosa Sam Tara Viktor
Mia Tom Alice Omar Lucy Ravi Sofia Ken Nora Ali Mum Dad Jane Peter Ruth""".split() + ["Mr. Brown", "Dr. Weber",
    "Mrs. Hill"]
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday tomorrow today".split()
ROOMS = "kitchen;bathroom;bedroom;living room;hall;garage;cellar;office;attic;garden".split(";")
TEXTS = """I will be late;dinner is at seven;the train is delayed;we meet at the station;the key is under the mat;
I have bought the tickets;the meeting is over;the cat is fine;please bring the blue folder;I cannot come on Friday;
the parcel has arrived;we need more bread;the door code is 4711;the lesson begins at nine;I found your umbrella;
the party is in the garden;all is well here;the printer is broken;buy stamps;my flight was cancelled""".replace("\n",
    "").split(";")
TASKS = """buy milk;call the dentist;water the plants;pay the rent;feed the cat;send the letter;book the train;
take out the rubbish;renew my passport;charge the camera;wash the car;return the books;order flowers;back up my files;
pick up the parcel;thank Maria""".replace("\n", "").split(";")
LISTS = {
    "pages": "How to begin;A short guide;Tips for beginners;Questions and answers;The ten best ideas".split(";"),
    "events": "a dentist appointment at 9:00;lunch with Paul at 12:30;a team meeting at 14:00;yoga at 18:00;a call "
              "with Anna at 10:15".split(";"),
    "places": "Bella Vista;The Green Fork;Luna;Old Harbour;Sakura;The Corner Table;Chez Paul;Golden Wok".split(";"),
    "files": "notes.txt;budget.csv;photo.jpg;letter.pdf;todo.md;report.docx;main.swift".split(";"),
    "headlines": """A new bridge opens;The museum shows old maps;The home team wins;Rain ends the drought;
A whale swims into the harbour;The price of bread falls;Students plant a forest""".replace("\n", "").split(";"),
    "flights": "SK 417 at 8:20;LX 902 at 11:45;BA 358 at 14:10;TP 640 at 17:30;AY 115 at 20:05".split(";"),
    "hotels": "Hotel Central;Garden Hotel;Hotel Aurora;The Old Mill;Harbour Inn;Hotel Panorama".split(";"),
    "films": "Modern Times at 18:00;Casablanca at 20:15;Metropolis at 19:30;Toy Story at 15:00;Rear Window at "
             "21:00".split(";"),
}
CONDITIONS = {"sunny": (12, 33), "cloudy": (5, 22), "rainy": (4, 20), "windy": (3, 20), "foggy": (1, 12),
              "snowy": (-9, 1), "clear": (6, 30)}
RATES = "dollars euros pounds yen francs crowns rupees pesos".split()
LENGTHS = {("miles", "kilometres"): 1.6, ("feet", "centimetres"): 30.5, ("inches", "centimetres"): 2.5,
           ("metres", "centimetres"): 100,
           ("kilometres", "metres"): 1000, ("hours", "minutes"): 60, ("minutes", "seconds"): 60, ("days", "hours"): 24,
           ("weeks", "days"): 7}
TONGUES = {"French": 1, "Spanish": 2, "German": 3, "Italian": 4}
DISHES = {row[0].lower(): [what for what, _ in row[3]] for row in notions.RECIPES}


def rounded(number):
    """At most one digit after the point."""
    number = round(number, 1)
    return int(number) if number == int(number) else number


def one_of(text):
    values = [value.strip() for value in text.split(";")]
    return lambda dice, known: dice.choice(values)


def whole(low, high, step=1):
    return lambda dice, known: dice.randint(low // step, high // step) * step


def clock(dice, known):
    return f"{dice.randint(6, 21)}:{dice.choice(['00', '15', '30', '45', '05', '50'])}"


def some(name):
    """A few of a list, in its order."""
    def draw(dice, known):
        kept = set(dice.sample(LISTS[name], dice.choice([1, 2, 2, 3])))
        return [each for each in LISTS[name] if each in kept]
    return draw


def code(dice, known):
    return f"{dice.choice('ABCDKRTX')}{dice.choice('BCDEFXZ')}{dice.randint(1000, 99999)}"


def spelled(dice, known):
    return "-".join(known["translated"].upper())


def warm(dice, known):
    degrees = known["degrees"]
    if degrees >= 20:
        return f"Yes, {degrees} degrees is warm."
    return f"It is mild, with {degrees} degrees." if degrees >= 13 else f"No, {degrees} degrees is cold."


def whether(test, yes, no):
    """Yes or no, by what is known."""
    return lambda dice, known: (yes if test(known) else no).format_map(known)


def drawn_from(pairs):
    return lambda dice, known: dice.choice(list(pairs))


# What is told of a slot: a value drawn by dice, knowing the others.
SLOTS = {
    "city": lambda d, k: d.choice(CITIES), "unit": one_of("celsius;fahrenheit"), "day": lambda d,
        k: d.choice(DAYS[:-1]),
    "weekday": lambda d, k: d.choice(DAYS[:7]), "time": clock, "degrees": lambda d,
        k: d.randint(*CONDITIONS[k["condition"]]),
    "condition": drawn_from(CONDITIONS), "person": lambda d, k: d.choice(PEOPLE), "text": lambda d, k: d.choice(TEXTS),
    "warm": warm, "coat": whether(lambda k: k["degrees"] < 14, "Yes, take a coat.", "No, you need no coat."),
    "raining": whether(lambda k: k["condition"] == "rainy", "Yes, it is rainy.", "No, it is {condition}."),
    "willrain": whether(lambda k: k["condition"] == "rainy", "Yes, it will be rainy.", "No, it will be {condition}."),
    "daypart": lambda d, k: "It is " + ("morning." if int(k["time"].split(":")[0]) < 12 else "afternoon." if
                                        int(k["time"].split(":")[0]) < 18 else "evening."),
    "date": lambda d, k: f"{d.choice('January March April May June July August October November'.split())} "
                         f"{d.randint(1, 30)}",
    "topic": one_of("old clocks;cheap bicycles;bread recipes;hiking in Norway;house plants;chess rules;solar panels;"
                    "jazz music;cat food;Swift actors"),
    "x": whole(2, 980), "y": whole(2, 99), "product": None, "total": lambda d, k: k["x"] + k["y"],
    "difference": lambda d, k: k["x"] - k["y"], "subject": one_of("Hello;News;Friday;A question;Invitation;Update"),
    "thousand": whether(lambda k: k["value"] > 1000, "Yes, {value} is more than a thousand.",
                        "No, {value} is not more than a thousand."),
    "minutes": lambda d, k: d.choice([2, 3, 4, 5, 8, 10, 12, 15, 20, 25, 30, 40, 45, 50, 90]),
        "label": one_of("pasta;tea;eggs;pizza;laundry;cake;rice"),
    "task": lambda d, k: d.choice(TASKS), "event": one_of("lunch with Ben;a dentist visit;football training;the "
                                                          "parents' meeting;a piano lesson;my birthday party;a "
                                                          "haircut;a team meeting"),
    "music": one_of("some jazz;The Blue Danube;Mozart;the Moonlight Sonata;quiet piano music;rock music;songs for "
                    "children;Vivaldi;my favourite playlist;classical music"),
    "percent": whole(5, 100, 5), "room": lambda d, k: d.choice(ROOMS), "state": one_of("on;off"),
        "warmth": whole(16, 25),
    "door": one_of("front door;back door;garage door;cellar door;garden gate"), "amount": lambda d,
        k: d.choice([2, 5, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 120, 200, 250, 500]),
    "source": lambda d, k: d.choice(RATES), "target": lambda d,
        k: d.choice([each for each in RATES if each != k.get("source")]),
    "converted": lambda d, k: rounded(k["amount"] * d.randint(50, 180) / 100), "units": drawn_from(LENGTHS),
    "unitfrom": lambda d, k: k["units"][0], "unitto": lambda d, k: k["units"][1], "inunits": lambda d,
        k: rounded(k["amount"] * LENGTHS[k["units"]]),
    "word": lambda d, k: d.choice(notions.TRANSLATIONS)[0], "language": drawn_from(TONGUES),
    "translated": lambda d, k: next(row for row in notions.TRANSLATIONS if row[0] == k["word"])[TONGUES[k["language"]]],
        "spelled": spelled,
    "cuisine": one_of("Italian;Japanese;Mexican;Indian;Greek;Thai;French;Turkish"), "place": None,
        "people": whole(2, 9),
    "symbol": one_of("AAPL;MSFT;TSLA;NVDA;IBM;SAP;INTC;NKE;KO;DIS;VOW;NOK"), "price": lambda d,
        k: d.randint(1200, 39900) / 100,
    "hundred": whether(lambda k: k["price"] > 100, "Yes, {price} is more than 100.", "No, {price} is less than 100."),
    "phone": lambda d, k: f"555-{d.randint(0, 9999):04}", "file": one_of("notes.txt;todo.md;report.txt;letter.txt;"
        "ideas.md;config.json;README.md;diary.txt;plan.txt"),
    "folder": one_of("documents;photos;music;downloads;src;projects;backup"), "rows": whole(1, 900),
    "sql": one_of("SELECT COUNT(*) FROM orders;SELECT COUNT(*) FROM users WHERE active = 1;SELECT MAX(price) FROM "
                  "products;SELECT SUM(amount) FROM bills;SELECT AVG(age) FROM members"),
    "sides": lambda d, k: d.choice([4, 6, 8, 10, 12, 20]), "rolled": lambda d, k: d.randint(1, k.get("sides", 6)),
    "even": whether(lambda k: k["rolled"] % 2 == 0, "Yes, {rolled} is even.", "No, {rolled} is odd."),
        "side": one_of("heads;tails"),
    "low": None, "high": lambda d, k: d.choice([10, 20, 50, 100, 500]), "between": lambda d,
        k: d.randint(k["low"], k["high"]),
    "theme": one_of("sports;science;music;politics;the economy;football;health;technology;animals"),
    "item": one_of("milk;bread;coffee;apples;eggs;soap;rice;batteries;tomatoes;cheese;pens;candles"),
        "quantity": whole(2, 12),
    "mode": one_of("walking;driving;cycling"), "kilometres": whole(1, 40), "far": whole(120, 2400),
    "overfivehundred": whether(lambda k: k["far"] > 500, "Yes, it is {far} kilometres.",
                               "No, it is only {far} kilometres."),
    "nights": whole(2, 9), "budget": whole(60, 300, 10), "platform": whole(1, 14),
        "topping": one_of("mushrooms;salami;olives;spinach;tuna;onions;ham;extra cheese"),
    "size": one_of("small;medium;large"), "number": code, "orderno": whole(1000, 9999),
        "parcel": one_of("in the van;at the post office;delivered;still in the warehouse;on the way;at the customs"),
    "orderstate": one_of("ready;shipped;being packed;delivered;cancelled;waiting for payment"),
        "dish": drawn_from(DISHES),
    "ingredients": lambda d, k: DISHES[k["dish"]], "term": lambda d, k: d.choice(notions.WORDS)[0],
    "meaning": lambda d, k: next(row[2] for row in notions.WORDS if row[0] == k["term"]), "inhabitants": lambda d,
        k: d.randint(20, 900) * 10000,
    "stepcount": whole(800, 18000), "camera": one_of("front;back"), "pieces": whole(3, 400),
    "tenpeople": whether(lambda k: k["pieces"] >= 10, "Yes, {pieces} are enough for one each.",
                         "No, {pieces} are too few."),
    "dawn": lambda d, k: f"{d.randint(4, 8)}:{d.randint(10, 59)}", "done": one_of("ok;done;success"), 
    **{name: some(name) for name in LISTS},
}
PLACES = {"table": "Bella Vista;Luna;Sakura;Old Harbour;Chez Paul;Golden Wok",
          "route": "the station;the airport;the museum;the town hall;the beach;the library;the hospital",
          "taxi": "the station;the airport;12 Mill Lane;the opera;the hotel;5 King Street"}
OTHER = {("calc", "product"): lambda d, k: k["x"] * k["y"], ("inventory",
    "product"): one_of("chairs;pens;lamps;cups;notebooks;red shirts;batteries;umbrellas"),
         ("random", "low"): lambda d, k: d.choice([0, 1, 1, 5]), ("photo", "file"): lambda d,
         k: f"photo-{d.randint(1, 999)}.jpg",
         ("battery", "low"): whether(lambda k: k["percent"] < 25, "Yes, you should charge it soon.",
                                     "No, {percent} percent will do for a while."),
         **{(kind, "place"): one_of(text) for kind, text in PLACES.items()}}

# Kinds that could do the same: they are not offered together, and none is missed where the other is there.
RIVALS = [{"light", "lighton"}, {"light", "lightoff"}, {"email", "message"}, {"message", "call"}, {"call", "contact"},
          {"note", "writefile"}, {"note", "reminder"},
          {"note", "calendar"}, {"reminder", "calendar"}, {"note", "shopping"}, {"alarm", "timer"},
          {"route", "distance"}, {"route", "steps"}, {"news", "search"},
          {"recipe", "search"}, {"dictionary", "search"}, {"dictionary", "translate"}, {"taxi", "call"},
          {"taxi", "route"}, {"parcel", "order"}, {"date", "time"},
          {"restaurant", "table"}, {"readfile", "listfiles"}, {"music", "musicstop"}, {"music", "volume"},
          {"currency", "units"}, {"train", "route"},
          {"sun", "weather"}, {"sun", "time"}, {"shopping", "inventory"}, {"restaurant", "pizza"}]
GREEDY = {"search", "calc", "dictionary", "date", "time", "population", "random", "news", "recipe", "translate", "note",
          "distance"}
REASONS = ["the service is not available", "the server does not answer", "no connection", "access denied", "timeout",
           "nothing was found", "too many requests",
           "an unknown error", "the service is down for repair"]
SORRY = ["I am sorry, that did not work: {r}.", "That did not work: {r}.", "I could not do that. The tool says: {r}.",
         "Sorry, there was an error: {r}."]
RETRY = ["Try again.", "Please try once more.", "again please", "Can you try it again?"]
HELLO = [("Hello!", "Hello! What can I do for you?"), ("hi", "Hi! What can I do for you?"),
         ("Good morning", "Good morning! How can I help?"),
         ("hey", "Hello! How can I help you?"), ("Good evening!", "Good evening! What can I do for you?"),
         ("Are you there?", "Yes, I am here. What can I do for you?"),
         ("Can you help me?", "Yes, gladly. What do you need?"),
         ("I need your help.", "Of course. What can I do for you?")]
COMMON = set("tells gets with from name some what that this your have about their them they much many does".split())
UNABLE = [calls.NO_TOOL, calls.NO_TOOL, "I am sorry, I have no tool for that.", "None of my tools can do that.",
          "I cannot do that with the tools that I have."]


@dataclass
class Argument:
    keys: list
    type: str
    description: str
    optional: bool


@dataclass
class Errand:
    """A tool with all that is said around it."""
    names: list
    kind: str
    descriptions: list
    arguments: list = field(default_factory=list)
    said: dict = field(default_factory=lambda: {mark: [] for mark in ".+&={#[<?"})


@functools.lru_cache(maxsize=None)
def errands():
    """The tools of errands.txt."""
    found = []
    for line in (FOLDER / "errands.txt").read_text().splitlines():
        mark, _, rest = line.partition(" ")
        parts = [part.strip() for part in rest.split("|")]
        if mark == "##":
            found.append(Errand([n.strip() for n in parts[0].split(";")], parts[1],
                                [d.strip() for d in parts[2].split(" / ")]))
        elif mark == "-":
            keys = [key.strip() for key in parts[0].split(",")]
            found[-1].arguments.append(Argument([key.rstrip("?") for key in keys], *parts[1:], keys[0].endswith("?")))
        elif mark:
            found[-1].said[mark].append(rest)
    return found


class Known(dict):
    """The values of slots, each drawn when it is first needed."""

    def __init__(self, tool, dice, values=()):
        super().__init__(values)
        self.tool, self.dice = tool, dice

    def __missing__(self, name):
        base = name.rstrip("2")
        draw = OTHER.get((self.tool.kind, base)) or SLOTS[base]
        self[name] = value = draw(self.dice, self)
        while base != name and value == self[base]:
            self[name] = value = draw(self.dice, self)
        return value

    def said(self, frame):
        """The text of a frame."""
        def text(match):
            how, name = match[1], match[2]
            value = self[name[0].lower() + name[1:]]
            if how.lower() == "first of ":
                result = value[0]
            elif how.lower() == "count of ":
                result = NUMBERS[len(value)]
            else:
                result = enumeration(value) if isinstance(value, list) else f"{value}"
            result = article(result) if how == "a " else result
            return result[0].upper() + result[1:] if name[0].isupper() or how[:1].isupper() else result
        result = SLOT.sub(text, self.dice.choose(frame) if "[" in frame else frame)
        return NO_ON.sub(lambda match: match[1] + (match[2].capitalize() if match[0][0] == "O" else match[2]), result)


class Offered:
    """A tool as it is offered."""

    def __init__(self, tool, style, dice):
        self.tool, self.keys, properties, required = tool, {}, {}, []
        notes = dice.happens(0.7)
        for argument in tool.arguments:
            free = [key for key in argument.keys if styled(key, style) not in properties and key not in INTERNAL]
            key = styled(free[0] if dice.happens(0.5) else dice.choice(free), style)
            self.keys[argument.keys[0]] = key
            word, *choices = argument.type.split(" ")
            node = {"type": "string", "enum": choices[0].split("/")} if word == "enum" else {"type": word}
            properties[key] = node | ({"description": argument.description} if notes else {})
            if not argument.optional:
                required.append(key)
        self.definition = {"name": styled(tool.names[0] if dice.happens(0.3) else dice.choice(tool.names), style),
                           "description": dice.choice(tool.descriptions),
                           "parameters": {"type": "object", "properties": properties, "required": required}}
        self.name = self.definition["name"]

    def call(self, values):
        return {"name": self.name, "arguments": {key: values[name] for name,
                                                 key in self.keys.items() if name in values}}


def asked(offer, mark, dice, before=None):
    """What is said, and the values known by it."""
    tool = offer.tool
    frame, *given = dice.choice(tool.said[mark]).split(" ;; ")
    names = {argument.keys[0] for argument in tool.arguments}
    told = {name for _, name in SLOT.findall(frame)}
    known = Known(tool, dice, {name: value for name, value in (before or {}).items() if name in names
                               and name not in told})
    while before and all(known[name] == before.get(name) for name in told):
        for name in told:
            del known[name]
    text = known.said(frame)
    for name, value in (each.split("=", 1) for each in given):
        known[name] = known[value[1:-1]] if re.fullmatch(r"\{\w+\}", value) else known.said(value)
    if dice.happens(0.12) and not frame.startswith("{"):
        text = text[0].lower() + text[1:] if text[:2] != "I " else text
        text = text.rstrip(".") if frame.endswith(".") else text
    elif dice.happens(0.06) and re.match("[A-Z][a-z]+ (the|a|my) ", text):
        text = "Please " + text[0].lower() + text[1:]
    return text, known, (told | {each.split("=")[0] for each in given} | set(before or ())) & names


def arguments(known, told):
    return {name: known[name] for name in told}


def returned(offer, known, dice):
    """What the tool returns, as a message."""
    said = offer.tool.said
    mark = dice.choice([mark for mark in "={#[" if said[mark]])
    form = dice.choice(said[mark])
    if mark == "=":
        content = known.said(form)
    elif mark == "{":
        content = json.dumps({KEYS.get(name, name): known[name] for name in form.split(", ")}, ensure_ascii=False)
    else:
        content = json.dumps(known[form], ensure_ascii=False)
    return {"role": "tool", "content": content, "name": offer.name}


def failed(offer, dice):
    """An error as a result, and what to say of it."""
    reason = dice.choice(REASONS)
    content = dice.choice([f"Error: {reason}", json.dumps({"error": reason}),
                           json.dumps({"status": "error", "message": reason}), f"error: {reason}", reason.capitalize()])
    return {"role": "tool", "content": content, "name": offer.name}, dice.choice(SORRY).replace("{r}", reason)


def answer_form(offer, values, dice):
    """An answer that names nothing that was not told, mostly one that says as much as it can."""
    own = {argument.keys[0] for argument in offer.tool.arguments}
    names = {form: own & {name.lower() for _, name in SLOT.findall(form)} for form in offer.tool.said["<"]}
    forms = [form for form in names if names[form] <= set(values)]
    most = max(len(names[form]) for form in forms)
    return dice.choice([form for form in forms if len(names[form]) == most] if dice.happens(0.7) else forms)


def single(offer, dice, before=None):
    """A request, its call, the result and the answer; and what is known now, or nothing after an error."""
    text, known, told = asked(offer, "+" if before else ".", dice, before)
    values = arguments(known, told)
    call = {"role": "assistant", "content": "", "tool_calls": [offer.call(values)]}
    messages = [message("user", text), call]
    if dice.happens(0.08):
        result, answer = failed(offer, dice)
        messages += [result, message("assistant", answer)]
        if dice.happens(0.6):
            return messages, None, None
        messages += [message("user", dice.choice(RETRY)), dict(call)]
    result = returned(offer, known, dice)
    return messages + [result, message("assistant", known.said(answer_form(offer, values, dice)))], known, values


def double(offer, dice):
    """A request that needs two calls."""
    text, known, told = asked(offer, "&", dice)
    frame_two = {name: known[name + "2"] for name in told if name + "2" in known and name + "2" not in offer.keys}
    values = arguments(known, told)
    both = [values, values | frame_two]
    knowns = [Known(offer.tool, dice, each) for each in both]
    form = answer_form(offer, values, dice)
    made = [offer.call(each) for each in both]
    results = [returned(offer, each, dice) for each in knowns]
    answer = " ".join(each.said(form) for each in knowns)
    messages = [message("user", text)]
    if dice.happens(0.7):
        messages += [{"role": "assistant", "content": "", "tool_calls": made}, *results]
    else:
        for call, result in zip(made, results):
            messages += [{"role": "assistant", "content": "", "tool_calls": [call]}, result]
    return messages + [message("assistant", answer)]


def are_rivals(kind, other):
    return kind == other or {kind, other} in RIVALS


def stems(text):
    """The beginnings of the longer words of a text."""
    return {word.lower()[:5] for word in re.findall(r"[A-Z]?[a-z]{3,}", text)} - COMMON


@functools.lru_cache(maxsize=None)
def words_of_all():
    """What the tools and the requests for them are about."""
    return set().union(*(stems(" ".join(tool.names + tool.descriptions + tool.said["."])) for tool in errands()))


@functools.lru_cache(maxsize=None)
def words_of(name):
    """What the tool of this first name is about."""
    tool = next(tool for tool in errands() if tool.names[0] == name)
    return stems(" ".join(tool.names + tool.descriptions))


def strangers(toolbox, style, dice):
    """A made tool of the toolbox that has nothing to do with the others."""
    definition = toolbox.offer(toolbox.made_tool(dice), style, dice).definition
    return [] if stems(definition["name"] + " " + definition["description"]) & words_of_all() else [definition]


def offered(dice):
    """One to five tools, no two of which do the same."""
    style, offers = dice.choice(["camel", "snake"]), []
    for _ in range(dice.choice([1, 1, 2, 2, 3, 3, 4, 5])):
        tool = dice.choice(errands())
        if not any(are_rivals(tool.kind, each.tool.kind) for each in offers):
            offers.append(Offered(tool, style, dice))
    return style, offers


def needless(offers, definitions, talk, spoken, dice):
    """Something that no tool is needed for, and the answer."""
    if dice.happens(0.12):
        question, answer = dice.pick(turns.NEEDLESS).split(" | ")
        return question, answer.replace("{tools}", "I have " + enumeration([each["name"]
                                                                            for each in definitions]) + ".")
    if not any(offer.tool.kind in GREEDY for offer in offers):
        near = set().union(*(words_of(offer.tool.names[0]) for offer in offers))
        for _ in range(6):
            question, answer = talk(dice)
            if not calls.is_named(question, definitions) and not stems(question) & near:
                return question, answer
    return dice.pick(turns.MANNERS).split(" | ") if spoken else dice.choice(HELLO)


def impossible(offers, dice):
    """A request that no tool can fulfil, and what to say."""
    kinds = {offer.tool.kind for offer in offers}
    if "search" in kinds:
        return None
    for _ in range(8):
        tool = dice.choice(errands())
        if tool.kind in ("calc", "dictionary", "date", "time", "translate", "distance",
                         "population") or any(are_rivals(tool.kind, kind) for kind in kinds):
            continue
        text = asked(Offered(tool, "camel", dice), ".", dice)[0]
        return text, dice.choice(UNABLE)
    return None


def errand(toolbox, talk, dice):
    """One to four turns with tools."""
    style, offers = offered(dice)
    definitions = [offer.definition for offer in offers]
    if toolbox and dice.happens(0.2):
        definitions += strangers(toolbox, style, dice)
        dice.shuffle(definitions)
    messages = [message("system", dice.say(calls.SYSTEMS))] if dice.happens(0.15) else []
    last, values, known, fresh = None, None, None, False
    for _ in range(dice.choice([1, 1, 2, 2, 3, 4])):
        draw = dice.random()
        if last and draw < 0.26:
            questions = last.tool.said["?"]
            if fresh and questions and dice.happens(0.65):
                question, answer = map(known.said, dice.choice(questions).split(" | "))
            else:
                question, answer = dice.pick(turns.MANNERS).split(" | ")
            messages += [message("user", question), message("assistant", answer)]
            continue
        if fresh and draw < 0.5 and last.tool.said["+"]:
            more, known, values = single(last, dice, values)
            messages, fresh = messages + more, known is not None
            last = last if fresh else None
            continue
        if draw > 0.78:
            pair = needless(offers, definitions, talk, any(m["role"] == "user" for m in messages),
                            dice) if draw > 0.87 else impossible(offers, dice)
            if pair:
                messages += [message("user", pair[0]), message("assistant", pair[1])]
                fresh = False
                continue
        offer = dice.choice(offers)
        if offer.tool.said["&"] and dice.happens(0.25):
            messages, last, fresh = messages + double(offer, dice), None, False
            continue
        more, known, values = single(offer, dice)
        messages, fresh = messages + more, known is not None
        last = offer if fresh else None
    return sample("errand", messages, tools=definitions, check={"kind": "exact", "gold": messages[-1]["content"]})
